"""A PostgreSQL server for tests, in a folder of its own and reached through a socket there; and databases in it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

#: what is needed where there is none
MISSING = "the tests of the server need PostgreSQL, and there is none: apt-get install postgresql (or: make postgres)"
#: where files are kept in memory, if there is such a place: there the server starts in half the time
MEMORY = "/dev/shm"
#: where Debian keeps the programs of each version, the newest last
DEBIAN = Path("/usr/lib/postgresql")


def program(name: str) -> str:
    """The path of one of PostgreSQL's programs."""
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name)) if DEBIAN.is_dir() else []
    found = shutil.which(name, path=os.pathsep.join([*map(str, reversed(versions)), os.environ.get("PATH", "")]))
    if found is None:
        raise RuntimeError(MISSING)
    return found


class Postgres:
    """A server that is stopped at the end. It refuses to run as root, and is somebody else's then."""

    def __init__(self) -> None:
        memory = MEMORY if os.access(MEMORY, os.W_OK) else None
        self._folder = Path(tempfile.mkdtemp(prefix="theomachy-pg-", dir=memory))
        self._made = 0
        try:
            if os.geteuid() == 0:
                shutil.chown(self._folder, *self._owner())
            self._run("initdb", "-D", f"{self._data}", "-A", "trust", "-U", "tests", "-E", "UTF8", "--locale=C", "-N")
            # Fast, and nothing is lost with a killed process: only a power failure could take something.
            settings = (
                "fsync=off\nfull_page_writes=off\nlisten_addresses=''\nmax_connections=200\nshared_buffers=32MB\n"
            )
            with (self._data / "postgresql.conf").open("a") as written:
                written.write(settings)
            self.start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    @staticmethod
    def _owner() -> tuple[int, int]:
        """Somebody who is not root."""
        for name in ("postgres", "nobody"):
            try:
                entry = pwd.getpwnam(name)
                return entry.pw_uid, entry.pw_gid
            except KeyError:
                continue
        raise RuntimeError("PostgreSQL does not run as root, and there is neither a user postgres nor nobody")

    def _run(self, name: str, *arguments: str) -> str:
        command = [program(name), *arguments]
        user, group = self._owner() if os.geteuid() == 0 else (None, None)
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=60, cwd=self._folder,
            env={**os.environ, "LC_ALL": "C"}, user=user, group=group, extra_groups=None if user is None else [],
        )  # fmt: skip
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"
        return done.stdout

    def start(self) -> None:
        log = self._folder / "log"
        self._run("pg_ctl", "start", "-w", "-D", f"{self._data}", "-l", f"{log}", "-o", f"-k {self._folder}")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "stop", "-w", "-D", f"{self._data}", "-m", how)

    def sql(self, statement: str, database: str = "postgres") -> str:
        """What a statement gives, as text."""
        return self._run(
            "psql", "-X", "-q", "-A", "-t", "-h", f"{self._folder}", "-U", "tests", "-d", database, "-c", statement
        )

    def database(self) -> str:
        """The address of a new, empty database."""
        self._made += 1
        name = f"tables{self._made}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)

    def url(self, name: str, user: str = "tests") -> str:
        return f"postgresql://{user}@/{name}?host={self._folder}"

    def remove(self) -> None:
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

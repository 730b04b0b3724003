"""The server under load: one started for the run, and what a process has used, where the system tells."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from theomachy.kernel.errors import TheomachyError

#: seconds within which a server must listen
PATIENCE = 60.0
#: the module that runs where bots think
WORKER: Final = b"theomachy.server.bot_worker"


class OwnServer:
    """A server on a free port with a database of its own, gone afterwards."""

    def __init__(self, arguments: list[str]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="theomachy-load-")
        database = [] if "--database" in arguments else ["--database", str(Path(self._folder.name) / "load.sqlite")]
        command = [sys.executable, "-P", "-m", "theomachy", "serve", "--no-open", "--port", "0", *database, *arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.pid = self._process.pid
        self.address = self._await_address()

    def _await_address(self) -> str:
        lines: queue.Queue[str] = queue.Queue()
        assert self._process.stdout is not None
        said = self._process.stdout

        def read() -> None:
            for line in said:
                lines.put(line)
            lines.put("")

        threading.Thread(target=read, daemon=True).start()
        try:
            while line := lines.get(timeout=PATIENCE):
                found = next((word for word in line.split() if word.startswith("http://")), None)
                if found:
                    return found.rstrip("/")
        except queue.Empty:
            pass
        self.stop()
        raise TheomachyError("the server for this run did not start; 'theomachy serve' says why")

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class Usage:
    """What processes have used: seconds of CPU and bytes of memory, by Linux' own account."""

    def __init__(self, cpu: float, memory: int) -> None:
        self.cpu = cpu
        self.memory = memory


class Family:
    """The processes of a server: itself and those it has started to serve as it does (`--processes`), and those in
    which bots think."""

    def __init__(self, pid: int) -> None:
        self.servers: list[int] = []
        self.workers: list[int] = []
        found = [pid]
        for process in found:
            found += _children(process)
            (self.workers if _is_worker(process) else self.servers).append(process)


def _children(pid: int) -> list[int]:
    """Of every thread: each may have started some."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, thread.read_text().split())
    return found


def _is_worker(pid: int) -> bool:
    try:
        return WORKER in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


def usage_of(processes: list[int]) -> Usage | None:
    """What processes have used so far, all together; None where the system tells of none of them."""
    found = [usage for usage in map(_usage_of_one, processes) if usage is not None]
    if not found:
        return None
    return Usage(sum(usage.cpu for usage in found), sum(usage.memory for usage in found))


def _usage_of_one(pid: int) -> Usage | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return None
    return Usage((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE"))


def open_files(pid: int) -> int:
    """How many files and sockets a process has open; 0 where the system does not tell."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0

"""Runs `theomachy` commands that other users' files are closed to, also where tests are run by root, and with a limit
on the size of files: `python -m tests.cli.unprivileged` reads {"commands": [[...]], "largest": bytes} from stdin and
answers with what each command said."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

#: the user whose files are closed to the commands
NOBODY = 65_534
#: root without the capabilities by which it opens everybody's files; it still reads its own, like the interpreter
WITHOUT_RIGHTS = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search,-fowner", "--inh-caps", "-all")


def run_unprivileged(commands: list[list[str]], folder: Path, largest: int = 0) -> list[tuple[int, str]]:
    """Exit status and output of each command, run in a folder."""
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [*(WITHOUT_RIGHTS if os.geteuid() == 0 else ()), sys.executable, "-m", "tests.cli.unprivileged"],
        input=json.dumps({"commands": commands, "largest": largest}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    return [(code, said) for code, said in json.loads(done.stdout.splitlines()[-1])]


def main() -> None:
    # Once for all commands.
    import theomachy.cli.database
    import theomachy.cli.serve
    import theomachy.server.app
    import theomachy.server.operating
    import theomachy.server.running
    import theomachy.server.sqlite_database  # noqa: F401

    asked: dict[str, Any] = json.load(sys.stdin)
    os.environ.pop("THEOMACHY_DATABASE", None)
    print(json.dumps([_run(command, asked["largest"]) for command in asked["commands"]]))


def _run(command: list[str], largest: int) -> tuple[int, str]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        code = 99
        try:
            if largest:
                resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
            from theomachy.cli import main as theomachy

            theomachy(command)
        except SystemExit as left:
            code = int(left.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), said


if __name__ == "__main__":
    main()

"""Running the `theomachy` command in this process, as a shell would."""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

from theomachy.cli import main


class Ran:
    """What a run of the command left: exit status, stdout, stderr."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err


def run(*arguments: object, typed: str = "", columns: int = 80, locale: str = "C") -> Ran:
    """Run `theomachy ARGUMENTS` with `typed` on a piped stdin, in a terminal so many columns wide, in an environment
    of that locale."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    environment = {"COLUMNS": str(columns), "LC_ALL": locale}
    with mock.patch.dict(os.environ, environment), mock.patch.object(sys, "stdin", io.StringIO(typed)):
        os.environ.pop("FORCE_COLOR", None)
        try:
            with redirect_stdout(out), redirect_stderr(err):
                main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = int(left.code or 0)
    return Ran(code, out.getvalue(), err.getvalue())


def refused(*arguments: object, typed: str = "") -> str:
    """Run a command that must be refused as wrong input; gives its one line on stderr."""
    ran = run(*arguments, typed=typed)
    lines = ran.err.splitlines()
    assert ran.code == 2, (ran.code, ran.out, ran.err)
    assert len(lines) == 1, ran.err
    assert lines[0].startswith("theomachy: ")
    return lines[0]

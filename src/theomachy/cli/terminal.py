"""Where output goes: results on stdout, progress and complaints on stderr."""

from __future__ import annotations

import importlib
import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import theomachy


def engine_line() -> str:
    """Name the version and the build of the engine, for `--version` and for the first line of long commands."""
    return f"theomachy {theomachy.__version__}, {theomachy.engine()} engine"


def announce_engine() -> None:
    """Print on stderr which engine runs: figures and run times of the two builds differ by a factor of ten."""
    sys.stderr.write(f"{engine_line()}\n")


def open_console() -> Console:
    """The console for results. Texts are printed as they are: square brackets are no markup."""
    return Console(highlight=False, markup=False, emoji=False)


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr; gives what to call with the number done. Without a terminal nothing is drawn."""
    console = Console(stderr=True, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)


def print_json(data: object) -> None:
    """Data as JSON on stdout."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def complain(message: str) -> None:
    """An error as one line on stderr."""
    sys.stderr.write(f"theomachy: {' '.join(message.split())}\n")


def edit_typed_lines() -> None:
    """Arrow keys and history while typing, where the system can do it."""
    with suppress(ImportError):
        importlib.import_module("readline")


def tolerate_any_text() -> None:
    """Letters that the terminal can't write are replaced instead of ending the program; likewise bytes it sends us."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")

"""Running the command line: its exit status, and what is said when something is wrong."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import typer
from typer._click import ClickException

import theomachy
from theomachy.cli.app import make_app
from theomachy.cli.language import asked_command, spoken_language
from theomachy.cli.phrases import phrase
from theomachy.cli.terminal import complain, tolerate_any_text
from theomachy.cli.usage import speak, usage_error_lines
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.refusals import refusal_words

#: exit status when what was given is wrong; a command that found failures exits with 1
WRONG_INPUT = 2


def run(arguments: Sequence[str] | None) -> NoReturn:
    """Run the command line and exit. Wrong input gives its reason on stderr and exit status 2, never a traceback."""
    tolerate_any_text()
    given = sys.argv[1:] if arguments is None else list(arguments)
    lang = spoken_language(given)
    try:
        try:
            sys.exit(_run(given, lang))
        finally:
            # What can't be written is noticed here, not when Python ends.
            sys.stdout.flush()
    except TheomachyError as error:
        catalogues = [game.catalogue for game in theomachy.GAMES.values()]
        complain(refusal_words(str(error), lang, catalogues))
        sys.exit(WRONG_INPUT)
    except OSError as error:
        if error.filename is not None and error.errno not in (errno.EPIPE, errno.ENOSPC):
            # A missing right, a wrong path, a file that may not grow.
            complain(f"{error.filename}: {error.strerror}")
            sys.exit(WRONG_INPUT)
        # Whoever read our output has gone (`theomachy rules | head`), or there is no room for it.
        if error.errno not in (errno.EPIPE, errno.ENOSPC):
            raise
        if error.errno == errno.ENOSPC:
            complain(phrase("unwritable", lang, reason=error.strerror))
        # Python's own flush at exit must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _run(arguments: list[str], lang: str) -> int:
    """Run the command line in a language; gives its exit status."""
    command = speak(typer.main.get_command(make_app(asked_command(arguments), lang)), lang)
    try:
        # A command gives nothing; what ends early gives its exit status.
        return int(command.main(args=arguments, prog_name="theomachy", standalone_mode=False) or 0)
    except ClickException as error:
        for line in usage_error_lines(error, lang):
            typer.echo(line, err=True)
        return error.exit_code
    except typer.Abort:
        typer.echo(phrase("aborted", lang), err=True)
        return 1

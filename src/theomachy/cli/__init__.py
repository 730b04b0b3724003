"""The `theomachy` command."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

import theomachy
from theomachy.cli.app import make_app
from theomachy.cli.terminal import complain, tolerate_any_text
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.refusals import refusal_words

#: exit status when what was given is wrong; a command that found failures exits with 1
WRONG_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit. Wrong input gives its reason on stderr and exit status 2, never a traceback."""
    tolerate_any_text()
    try:
        try:
            given = sys.argv[1:] if arguments is None else list(arguments)
            asked = next((word for word in given if not word.startswith("-")), "")
            make_app(asked)(args=given, prog_name="theomachy")
        finally:
            # What can't be written is noticed here, not when Python ends.
            sys.stdout.flush()
    except TheomachyError as error:
        catalogues = [game.catalogue for game in theomachy.GAMES.values()]
        complain(refusal_words(str(error), _spoken(sys.argv[1:] if arguments is None else arguments), catalogues))
        sys.exit(WRONG_INPUT)
    except OSError as error:
        # Whoever read our output has gone (`theomachy rules | head`), or there is no room for it.
        if error.errno not in (errno.EPIPE, errno.ENOSPC):
            raise
        if error.errno == errno.ENOSPC:
            complain(f"the output can't be written: {error.strerror}")
        # Python's own flush at exit must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def _spoken(arguments: Sequence[str]) -> str:
    """The language that `--lang` asks for; a wrong one is complained about in English."""
    asked = "en"
    for option, value in zip(arguments, [*arguments[1:], ""], strict=True):
        if option == "--lang":
            asked = value
        elif option.startswith("--lang="):
            asked = option.removeprefix("--lang=")
    code = asked.strip().lower()
    return code if code in LANGUAGES else "en"


__all__ = ["main"]

"""Which language the command speaks: the one asked for, else that of the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from theomachy.kernel.catalogue import LANGUAGES

#: the option, on every command that writes texts and before any command
OPTION = "--lang"
#: variables of POSIX that name the language of messages; the first that is set decides
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
OTHERWISE = "en"


def environment_language() -> str:
    """The language of the environment (LANG=de_DE.UTF-8), English if it is none of ours."""
    named = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    code = re.split(r"[_.@-]", named.lower())[0]
    return code if code in LANGUAGES else OTHERWISE


def spoken_language(arguments: Sequence[str]) -> str:
    """The language for a command line: `--lang` wherever it stands, else that of the environment. What programs read
    (`--json`) is the same in every environment."""
    otherwise = OTHERWISE if "--json" in arguments else environment_language()
    asked = otherwise
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        if option == OPTION:
            asked = value
        elif option.startswith(f"{OPTION}="):
            asked = option.removeprefix(f"{OPTION}=")
    code = asked.strip().lower()
    return code if code in LANGUAGES else otherwise


def asked_command(arguments: Sequence[str]) -> str:
    """The name of the command in a command line: the first word that is neither an option nor its value."""
    before = ["", *arguments]
    words = zip(before, arguments, strict=False)
    return next((word for last, word in words if not word.startswith("-") and last != OPTION), "")

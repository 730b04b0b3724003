"""Help and usage errors in every language.

The English texts stand in the commands; `data/help.*.toml` has their translations by the English text, paragraph by
paragraph. What Typer itself says (headings, errors) is translated there too, by templates with fields.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import typer
from typer._click import ClickException, Command, Context, HelpFormatter
from typer._click.exceptions import NoArgsIsHelpError, UsageError

from theomachy.cli.language import OPTION

#: a word in a placeholder like "NAME=VALUE" or "[OPTIONS]"; one letter alone (N) is for every language
_PLACEHOLDER: Final = re.compile(r"[A-Z]{2,}")
#: what Typer adds to the help of an option: "[env var: NAME; default: 3; x>=1]"
_EXTRAS: Final = re.compile(r"\[((?:env var: |default: |required|[-\d.]*<?=?x[<>]=)[^\[\]]*)\]$")
#: a field of a template
_FIELD: Final = re.compile(r"\\\{(\w+)\\\}")


class Words:
    """Translations of English texts into one language; what has none stays as it is."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]]) -> None:
        self.help: Final = dict(tables.get("help", {}))
        self.placeholders: Final = dict(tables.get("placeholders", {}))
        self.frame: Final = dict(tables.get("frame", {}))
        self.errors: Final = dict(tables.get("errors", {}))

    def help_words(self, text: str) -> str:
        """A help text of one paragraph or several."""
        return "\n\n".join(self.help.get(paragraph, paragraph) for paragraph in paragraphs(text))

    def placeholder_words(self, text: str) -> str:
        """What stands for a value: FILE, NAME=VALUE, [OPTIONS]."""
        return _PLACEHOLDER.sub(lambda found: self.placeholders.get(found[0], found[0]), text)

    def frame_words(self, text: str) -> str:
        """A heading or a mark around the help texts."""
        return self.frame.get(text, text)

    def extra_words(self, text: str) -> str:
        """A help text with its default and the like, "[default: 3]", put into words."""
        return _EXTRAS.sub(lambda found: f"[{'; '.join(map(self._extra, found[1].split('; ')))}]", text)

    def _extra(self, extra: str) -> str:
        name, colon, value = extra.partition(": ")
        return f"{self.frame_words(name)}{colon}{value}"

    def error_words(self, message: str) -> str:
        """What is wrong with a command line."""
        for template in sorted(self.errors, key=lambda template: (-len(template), template)):
            found = re.fullmatch(_FIELD.sub(r"(?P<\1>.+?)", re.escape(template)), message, re.DOTALL)
            if found:
                fields = {
                    name: self.error_words(text) if name == "message" else text
                    for name, text in found.groupdict().items()
                }
                return self.errors[template].format_map(fields)
        return message

    def quote(self, text: str) -> str:
        """The text with the quotation marks of the language."""
        return re.sub(r"'([^']*)'", lambda found: self.frame_words("'{text}'").format(text=found[1]), text)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text, each as one line."""
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]


@cache
def words_of(lang: str) -> Words:
    """The translations into a language; English needs none."""
    file = files("theomachy.cli").joinpath("data", f"help.{lang}.toml")
    return Words(tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {})


def commands_of(command: Command) -> Iterator[Command]:
    """A command and all below it."""
    yield command
    if isinstance(command, typer.core.TyperGroup):
        for name in command.commands:
            yield from commands_of(command.commands[name])


def speak(command: Command, lang: str) -> Command:
    """The command with all its help in a language, which is what its `--lang` means if not given."""
    words = words_of(lang)
    context = _context_class(words)
    for each in commands_of(command):
        each.context_class = context
        each.help = words.help_words(each.help) if each.help else None
        each.options_metavar = words.placeholder_words(each.options_metavar or "")
        if isinstance(each, typer.core.TyperGroup):
            each.subcommand_metavar = words.placeholder_words(each.subcommand_metavar)
        for parameter in each.params:
            _put_into_words(parameter, words)
            if OPTION in parameter.opts:
                parameter.default = lang
    return command


def _put_into_words(parameter: Any, words: Words) -> None:
    # Settings of games have their words in this language already: they are no keys, and stay as they are.
    parameter.help = words.help_words(parameter.help or "")
    parameter.metavar = words.placeholder_words(parameter.metavar) if parameter.metavar else None


def _context_class(words: Words) -> type[Context]:
    """A context whose help and usage have their headings and marks in the words."""

    class Formatter(HelpFormatter):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            # What must be given needs no braces.
            super().write_usage(prog, re.sub(r"\{([^{}]*)\}", r"\1", args), f"{words.frame_words('Usage')}: ")

        def write_heading(self, heading: str) -> None:
            super().write_heading(words.frame_words(heading))

        def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
            super().write_dl([self._row(*row) for row in rows], col_max, col_spacing)

        def _row(self, name: str, text: str) -> tuple[str, str]:
            # A type of Python ("FILE <path>") means nothing to who reads this.
            return re.sub(r" <[^<>]*>$", "", name), words.frame_words(words.extra_words(text))

    class Spoken(Context):
        formatter_class = Formatter

    return Spoken


def usage_error_lines(error: ClickException, lang: str) -> Iterable[str]:
    """What to say of a command line that can't be understood."""
    if isinstance(error, NoArgsIsHelpError):
        yield error.format_message()
        return
    words = words_of(lang)
    if isinstance(error, UsageError) and error.ctx is not None:
        yield error.ctx.get_usage()
        command = f"{error.ctx.command_path} {error.ctx.help_option_names[0]}"
        yield words.quote(words.frame_words("Try '{command}' for help.").format(command=command))
        yield ""
    yield f"{words.frame_words('Error')}: {words.quote(words.error_words(error.format_message()))}"

"""Reads docs/hosting.md: its indented blocks by section, with the file whose content a block is, if it is one."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from msgspec import Struct

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
_FILE = re.compile(r"`(/etc/[^`]+)`[^`]*:$|`(/etc/[^`]+)`[^:`]*(?:`[^`]*`)?[^:`]*:$")


class Block(Struct, frozen=True):
    """An indented block: commands, or the content of a file."""

    section: str
    text: str
    file: str = ""


def read_blocks(path: Path = HOSTING) -> list[Block]:
    """All blocks in the order of the page."""
    found: list[Block] = []
    for part in re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        section, _, body = part.partition("\n")
        paragraphs = re.split(r"\n\n(?! {4}| *\n)|\n\n(?= {4})", body.strip("\n"))
        before, adjoining = "", False
        for paragraph in paragraphs:
            if paragraph.startswith("    ") and adjoining:
                # An empty line within a block.
                last = found.pop()
                text = f"{last.text}\n{textwrap.dedent(paragraph).strip()}\n"
                found.append(Block(section, text, last.file))
            elif paragraph.startswith("    "):
                named = _FILE.search(" ".join(before.split()))
                file = next(filter(None, named.groups()), "") if named else ""
                found.append(Block(section, textwrap.dedent(paragraph).strip() + "\n", file))
                adjoining = True
            else:
                before, adjoining = paragraph, False
    return found


def commands(section: str) -> str:
    """The commands of a section, as they are written."""
    return "".join(block.text for block in read_blocks() if block.section == section and not block.file)


def contents(file: str) -> list[str]:
    """The contents that the page gives a file."""
    return [block.text for block in read_blocks() if block.file == file]

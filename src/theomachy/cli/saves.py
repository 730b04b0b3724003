"""Files of matches: opening saves and fuzz failures, writing saves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import theomachy
from theomachy.kernel.errors import BadSave, TheomachyError
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match, read_save


class Recording:
    """What a file says about a match, to be played again choice by choice."""

    def __init__(self, game: Game[Any], data: dict[str, Any]) -> None:
        self.game = game
        self.setup: dict[str, Any] = data["setup"]
        self.seed: int = data["seed"]
        self.history: list[tuple[int, str]] = [(seat, choice) for seat, choice in data["history"]]
        #: what a fuzz run found wrong; None in a save
        self.failure: dict[str, Any] | None = data.get("failure")

    def begin(self) -> Match:
        """The match before its first choice."""
        return Match(self.game, self.setup, self.seed)


def read_match_file(path: Path) -> str:
    """The text of a file, or a refusal that names it."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadSave(f"{path}: can't be read: {error.strerror}; give a file that 'save' wrote") from error
    except UnicodeDecodeError as error:
        raise BadSave(f"{path}: not a save: not text; give a file that 'save' wrote") from error


def open_match(path: Path) -> Match:
    """The match of a save file, checked choice by choice."""
    return theomachy.load(read_match_file(path), str(path))


def open_recording(path: Path) -> Recording:
    """A save, checked as `open_match` does; or a fuzz failure, which need not play to its end."""
    text = read_match_file(path)
    data = read_save(text, str(path))
    if "failure" not in data:
        theomachy.load(text, str(path))
    elif not isinstance(data["failure"], dict):
        raise BadSave(f"{path}: 'failure' must be an object")
    try:
        game = theomachy.game(data["game"])
    except TheomachyError as error:
        raise BadSave(f"{path}: game: {error}") from error
    return Recording(game, data)


def write_match(match: Match, path: Path) -> None:
    """Save a match; an older save there stays whole until the new one is complete."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(match.save(), encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        raise TheomachyError(
            f"{path}: can't be written: {error.strerror}; name a file in a folder that exists"
        ) from error


def check_writable(path: Path, option: str = "--save") -> None:
    """Refuse a file that could not be written, before a match is played for it."""
    if path.is_dir():
        raise TheomachyError(f"{option}: {path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise TheomachyError(f"{option}: there is no folder {path.parent}; make it first")

"""Theomachy: two great board games as software. See README.md for ten minutes of examples."""

from __future__ import annotations

from typing import Any

from theomachy.ankh.game import Ankh
from theomachy.anunnaki.game import Anunnaki
from theomachy.kernel.errors import BadSetup, IllegalChoice, TheomachyError
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match, load_match

__version__ = "0.1.0"

GAMES: dict[str, Game[Any]] = {"ankh": Ankh(), "anunnaki": Anunnaki()}


def game(name: str) -> Game[Any]:
    """A game by its name."""
    if name not in GAMES:
        raise BadSetup(f"no game '{name}'; there are {', '.join(GAMES)}")
    return GAMES[name]


def new(name: str, *, seed: int = 0, facts: bool = True, **setup: Any) -> Match:
    """A new match: `new("ankh", scenario="middle-kingdom", gods=["amun", "ra", "isis"], seed=7)`.

    The same setup, seed and choices always give the same match. `facts=False` collects no log (faster).
    """
    return Match(game(name), setup, seed, facts)


def load(text: str, place: str = "save") -> Match:
    """A match from what `Match.save` gave; refuses a broken or tampered one with `BadSave`."""
    return load_match(GAMES, text, place)


__all__ = ["GAMES", "Game", "IllegalChoice", "Match", "TheomachyError", "game", "load", "new"]

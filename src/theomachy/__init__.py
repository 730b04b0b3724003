"""Theomachy: two great board games as software. See README.md for ten minutes of examples."""

from __future__ import annotations

from typing import Any

from theomachy.kernel.build import engine_build
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match, load_match
from theomachy.registry import Registry

__version__ = "0.1.0"

GAMES = Registry()


def game(name: str) -> Game[Any]:
    """A game by its name."""
    return GAMES.find(name)


def new(name: str, *, seed: int = 0, facts: bool = True, **setup: Any) -> Match:
    """A new match: `new("chess", players=2, seed=7)`; `setup` is what the game's settings are to be.

    The same setup, seed and choices always give the same match. `facts=False` collects no log (faster).
    """
    return Match(game(name), setup, seed, facts)


def load(text: str, place: str = "save") -> Match:
    """A match from what `Match.save` gave; refuses a broken or tampered one with `BadSave`."""
    return load_match(GAMES, text, place)


def engine() -> str:
    """Return which engine runs: "compiled" (by mypyc) or "interpreted", with equal results and a tenth of the speed."""
    return engine_build()


__all__ = ["GAMES", "Game", "IllegalChoice", "Match", "TheomachyError", "engine", "game", "load", "new"]

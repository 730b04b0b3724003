"""Which evaluation belongs to which game: `bots/<game>_worth.py` has a class `<Game>Worth`."""

from __future__ import annotations

from importlib import import_module

from theomachy.bots.worth import Worth
from theomachy.kernel.errors import BadSetup

_KNOWN: dict[str, Worth] = {}


def worth_of(game: str) -> Worth:
    """The evaluation of a game by the game's name."""
    if game not in _KNOWN:
        try:
            module = import_module(f"theomachy.bots.{game}_worth")
        except ModuleNotFoundError:
            raise BadSetup(f"no evaluation of '{game}': bots/{game}_worth.py is missing") from None
        worth = getattr(module, f"{game.capitalize()}Worth")()
        if not isinstance(worth, Worth):
            raise BadSetup(f"bots/{game}_worth.py: {game.capitalize()}Worth must extend Worth")
        _KNOWN[game] = worth
    return _KNOWN[game]

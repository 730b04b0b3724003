"""Finding rules: in the catalogue of the game they belong to, by the whole identifier or its end."""

from __future__ import annotations

from typing import Any

import theomachy
from theomachy.kernel.catalogue import Rule
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game


def find_rule(game: Game[Any], text: str, lang: str) -> Rule:
    """A rule by its identifier, `ankh/card/plague`; its end, `card/plague` or `plague`, will do when only one fits."""
    wanted = text.strip().strip("/").lower()
    rules = game.catalogue.rules(lang)
    ending = [identifier for identifier in rules if identifier.endswith(f"/{wanted}")]
    if wanted not in rules and len(ending) == 1:
        return rules[ending[0]]
    return game.catalogue.rule(wanted, lang)


def game_of_rule(text: str) -> Game[Any]:
    """The game that a rule identifier belongs to; the first game for one of no game in particular."""
    name = text.partition("/")[0].lower()
    return theomachy.GAMES.get(name, next(iter(theomachy.GAMES.values())))


def chapter_of(identifier: str) -> str:
    """The chapter of a rule: `ankh/card` for `ankh/card/plague`, and `theomachy` for the rules of no game."""
    return identifier.rpartition("/")[0]


def check_game(name: str) -> Game[Any]:
    """A game by its name, in any case of letters."""
    try:
        return theomachy.game(name.strip().lower())
    except TheomachyError as error:
        raise TheomachyError(f"GAME: {error}") from error

"""Finding rules: in the catalogue of the game they belong to, by identifier, by title, or by what they speak of."""

from __future__ import annotations

import re
from typing import Any

import theomachy
from theomachy.kernel.catalogue import Rule
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game


def find_rules(game: Game[Any], text: str, lang: str) -> list[Rule]:
    """A rule by its identifier, `game/chapter/rule`; its end, `chapter/rule` or `rule`, will do when only one fits.
    Other words are looked for in the titles, then in the texts. Refuses what is in none of them."""
    wanted = text.strip().strip("/").lower()
    rules = game.catalogue.rules(lang)
    if wanted in rules:
        return [rules[wanted]]
    ending = [identifier for identifier in rules if identifier.endswith(f"/{'-'.join(wanted.split())}")]
    if ending:
        return [rules[ending[0]] if len(ending) == 1 else game.catalogue.rule(wanted, lang)]
    if "/" not in wanted and wanted:
        words = re.compile(rf"\b{re.escape(wanted)}", re.IGNORECASE)
        for texts in ((rule.title for rule in rules.values()), (rule.text for rule in rules.values())):
            found = [rule for rule, read in zip(rules.values(), texts, strict=True) if words.search(read)]
            if found:
                return found
    return [game.catalogue.rule(wanted, lang)]


def search_rules(text: str, lang: str) -> list[Rule]:
    """The rules that a text names or speaks of, in the game it begins with, or else in the first game that has any."""
    name = text.partition("/")[0].strip().lower()
    games = [theomachy.game(name)] if name in theomachy.GAMES else list(theomachy.GAMES.values())
    refusals: list[TheomachyError] = []
    for game in games:
        try:
            return find_rules(game, text, lang)
        except TheomachyError as error:
            refusals.append(error)
    # A refusal that says what may be meant is the better one.
    raise next((error for error in refusals if "did you mean" in str(error)), refusals[0])


def chapter_of(identifier: str) -> str:
    """The chapter of a rule: `game/chapter` for `game/chapter/rule`, and `theomachy` for the rules of no game."""
    return identifier.rpartition("/")[0]


def check_game(name: str) -> Game[Any]:
    """A game by its name, in any case of letters; the first there is, if none is named."""
    try:
        return theomachy.game(name.strip().lower() or theomachy.GAMES.first)
    except TheomachyError as error:
        raise TheomachyError(f"GAME: {error}") from error

"""What tables can be made of, and a game's words, as the page asks for them."""

from __future__ import annotations

from typing import Any

from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game
from theomachy.wording import find_name, game_title, god_words


def game_info(game: Game[Any], lang: str) -> dict[str, Any]:
    """What a table of this game can be made of."""
    offers = game.offers()
    return {
        "game": game.name,
        "name": game_title(game, lang),
        "players": list(game.players),
        "sides": [
            {"side": side, "name": god_words(game, side, lang), "text": _side_text(game.catalogue, side, lang)}
            for side in offers["sides"]
        ],
        "scenarios": [
            {**scenario, "name": _name(game.catalogue, "scenario", scenario["scenario"], lang)}
            for scenario in offers["scenarios"]
        ],
        "pharaohs": [
            {"pharaoh": king, "name": _name(game.catalogue, "king", king, lang)} for king in offers.get("pharaohs", ())
        ],
    }


def game_words(game: Game[Any], lang: str) -> dict[str, Any]:
    """Names of everything, all rules, and the quick reference."""
    return {
        "names": game.catalogue.names(lang),
        "rules": {
            key: {"title": rule.title, "text": rule.text, "ruling": rule.ruling}
            for key, rule in game.catalogue.rules(lang).items()
        },
        "quick": game.catalogue.quick(lang),
    }


def _name(catalogue: Catalogue, kind: str, key: str, lang: str) -> str:
    return find_name(catalogue, f"{kind}.{key}", lang) or key


def _side_text(catalogue: Catalogue, side: str, lang: str) -> str:
    """What a side can do: the rule about it, where there is one."""
    try:
        return catalogue.rule(f"{catalogue.game}/god/{side}", lang).text
    except TheomachyError:
        return ""

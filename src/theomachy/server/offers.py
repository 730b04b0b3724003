"""What tables can be made of, and a game's words, as the page asks for them."""

from __future__ import annotations

from typing import Any

from theomachy.bots.levels import levels_of
from theomachy.kernel.game import Game
from theomachy.kernel.wording import kind_words, side_words
from theomachy.lessons import lesson_names


def game_info(game: Game[Any], lang: str) -> dict[str, Any]:
    """What a table of this game can be made of."""
    face, offers = game.face(), game.offers()
    names = {setting.name: setting.names for setting in game.settings()}
    return {
        "game": game.name,
        "name": face.title(lang),
        "players": list(game.players),
        "lessons": bool(lesson_names(game)),
        "levels": list(levels_of(game)),
        "sides": [
            {"side": side, "name": side_words(game, side, lang), "text": face.side_text(side, lang)}
            for side in offers["sides"]
        ],
        "seats_setting": game.seats_setting if offers["sides"] else None,
        "settings": [
            {
                "setting": setting.name,
                "kind": setting.kind,
                "text": face.setting_words(setting, lang),
                "values": [
                    {"value": value, "name": kind_words(game, (setting.names,), value, lang)}
                    for value in setting.values
                ],
            }
            for setting in game.settings()
        ],
        # The values of single settings, with what goes with each.
        **{
            key: [_entry(game, entry, names, lang) for entry in entries]
            for key, entries in offers.items()
            if key != "sides"
        },
    }


def _entry(game: Game[Any], entry: dict[str, Any], names: dict[str, str], lang: str) -> dict[str, Any]:
    setting = next(key for key in entry if key in names)
    return {**entry, "name": kind_words(game, (names[setting],), entry[setting], lang)}


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

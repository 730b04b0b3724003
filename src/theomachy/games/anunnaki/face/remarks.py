"""What is read beside a choice: what it does on the star, how strong a weapon is, what a contract costs and gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from theomachy.games.anunnaki.components import LINE_NAMES
from theomachy.games.anunnaki.content import CONTENT
from theomachy.games.anunnaki.face.values import counted, has_printed_content, rewards
from theomachy.kernel.choice import Choice
from theomachy.kernel.speech import PlaceSpeech

#: lines of the star by the two tiles they join
LINE_BETWEEN: Final = {frozenset(name.split("-")): name for name in LINE_NAMES}


def remark(view: Mapping[str, Any], choice: Choice, names: PlaceSpeech) -> str:
    """Empty where nothing is to be said."""
    if choice.verb == "tile":
        return star_remark(view, choice.noun, names)
    if choice.verb == "weapon":
        return weapon_remark(view, choice.noun, names)
    if choice.verb == "contract":
        return contract_remark(view, choice.noun, names)
    if choice.verb == "culture":
        return culture_remark(view, choice.noun, names)
    return ""


def star_remark(view: Mapping[str, Any], tile: str, names: PlaceSpeech) -> str:
    """The cube that the way to a tile would lay and its mana (anunnaki/turn/cube); whether one is crossed."""
    if view["decision"]["prompt"] != "choose-tile" or view["tiles"] is None or view["turn"] is None:
        return ""
    house = view["houses"][view["turn"]]
    start = house["figure"]
    if start is None:
        return ""
    end = next(place for place, name in view["tiles"].items() if name == tile)
    line = LINE_BETWEEN.get(frozenset((start, end)))
    if line is None:
        return names.say("remark-no-line")
    if line in house["cubes"]:
        return names.say("remark-ra" if house["great_god"] == "ra" else "remark-crossed", line=names.place(line))
    return names.say("remark-cube", line=names.place(line), mana=view["line_mana"][line]) if house["cubes_left"] else ""


def weapon_remark(view: Mapping[str, Any], weapon: str, names: PlaceSpeech) -> str:
    """Strength and cost, where they are the printed ones."""
    if not has_printed_content(view):
        return ""
    entry = next(entry for entry in CONTENT["weapon"] if entry["name"] == weapon)
    parts = [names.say("remark-strength", strength=entry.get("strength", 0))]
    for key, kind in (("cost", "metal"), ("cost_any", "any")):
        if entry.get(key):
            parts.append(names.say("remark-costs", cost=counted(names, f"reward.{kind}", entry[key])))
    return ", ".join(parts)


def contract_remark(view: Mapping[str, Any], contract: str, names: PlaceSpeech) -> str:
    """What a contract that lies open costs and gives."""
    known = [*view["offer"], *(held for house in view["houses"] for held in house["contracts"])]
    for entry in known:
        if entry["name"] == contract:
            return contract_words(names, entry)
    return ""


def contract_words(names: PlaceSpeech, contract: Mapping[str, Any]) -> str:
    cost = ", ".join(counted(names, f"reward.{kind}", amount) for kind, amount in contract["cost"].items())
    return (
        f"{cost} → {rewards(names, contract['middle'])}; {counted(names, 'reward.vp', contract['vp'])}, "
        f"{names('track.trade')} +{contract['trade']}"
    )


def culture_remark(view: Mapping[str, Any], point: str, names: PlaceSpeech) -> str:
    """What a culture marker gives that is turned up."""
    for marker in view["markers"]:
        if marker["point"] == point and marker["up"]:
            return rewards(names, marker["reward"])
    return ""

"""The printed values that texts tell, by the names their placeholders have: `{weapon.net.strength}`."""

from __future__ import annotations

from typing import Any

from theomachy.games.anunnaki.components import HOUSES, TRACKS


def printed_values(content: dict[str, Any]) -> dict[str, int]:
    """Every number of the content that a rule, a name or the quick reference tells."""
    values: dict[str, int] = {}
    star = content["star"]["mana"]
    lines = star["point_left"] + star["point_right"] + star["inner"]
    for mana in (0, 1, 2):
        values[f"star.lines-with.{mana}"] = lines.count(mana)
    values["star.most-mana"] = max(lines)
    values["tiles.blue"] = len(content["tiles"]["blue"])
    values["tiles.red"] = len(content["tiles"]["red"])
    _add_tracks(values, content["tracks"])
    for number, entry in enumerate(content["settlements"]["row"]):
        values[f"settlement.{number}"] = sum(entry.values())
    for weapon in content["weapon"]:
        for key in ("cost", "strength", "war", "vp"):
            values[f"weapon.{weapon['name']}.{key}"] = weapon.get(key, 0)
        values[f"weapon.{weapon['name']}.any"] = weapon.get("cost_any", 0)
    values["afterlife.symbols"] = content["afterlife"]["symbols"]
    values["afterlife.shrines"] = content["afterlife"]["shrines"]
    values["planet.markers"] = len(content["planet"]["culture"])
    values["gaia.markers"] = len(content["gaia"]["large"]["culture"])
    own = sum(bool(contract.get("per_house")) for contract in content["contract"])
    neutral = len(content["contract"]) - own
    values["contract.neutral"] = neutral
    values["contract.own"] = own
    for players in range(2, len(HOUSES) + 1):
        values[f"contract.players.{players}"] = neutral + players * own
    strengths = [entry["strength"] for entry in content["civilization"]]
    values["civilization.tiles"] = len(strengths)
    values["civilization.weakest"] = min(strengths)
    values["civilization.strongest"] = max(strengths)
    return values


def _add_tracks(values: dict[str, int], tracks: dict[str, Any]) -> None:
    """Of each track the last space and the first space of each multiplier; of supremacy its ends and marked spaces."""
    for track in TRACKS:
        multipliers = tracks[track]["multiplier"]
        values[f"track.{track}.last"] = len(multipliers) - 1
        for wanted in range(2, 6):
            reached = [space for space, multiplier in enumerate(multipliers) if multiplier >= wanted]
            values[f"track.{track}.x{wanted}"] = reached[0]
    supremacy = tracks["supremacy"]
    values["supremacy.first"] = supremacy["values"][0]
    values["supremacy.last"] = supremacy["values"][-1]
    values["supremacy.lightning"] = supremacy["lightning_at"]
    for number, space in enumerate(supremacy["two_vp_at"], 1):
        values[f"supremacy.marker.{number}"] = space

"""The printed values that texts tell, by the names their placeholders have: `{supply.camels}`."""

from __future__ import annotations

from typing import Any

from theomachy.games.ankh.guardians.guardian import Guardian


def printed_values(content: dict[str, Any], guardians: list[Guardian]) -> dict[str, int]:
    """Every number of the content and of the guardians that a rule or a quick reference fills in."""
    rows = "".join(content["map"]["rows"])
    values: dict[str, int] = {
        "map.cells": len(rows) - rows.count("."),
        "map.fertile": rows.count("f"),
        "map.desert": rows.count("d"),
        "map.water": rows.count("w"),
        "devotion.top": content["tracks"]["devotion"]["top"],
        "devotion.red": content["tracks"]["devotion_red_until"]["value"],
        "events": len(content["tracks"]["events"]["order"].replace(" ", "")),
    }
    for track, moves in content["tracks"]["moves_to_event"].items():
        if track != "src":
            for players, count in moves.items():
                values[f"moves.{track}.{players}"] = count
    for key, count in content["supply"].items():
        if key != "src":
            values[f"supply.{key.replace('_', '-')}"] = count
    for card, strength in content["cards"]["strength"].items():
        values[f"card.{card}.strength"] = strength
    for guardian in guardians:
        values[f"guardian.{guardian.name}.level"] = guardian.level
        values[f"guardian.{guardian.name}.figures"] = guardian.figures
    for card, entry in content["pharaoh"]["agenda"].items():
        values[f"agenda.{card}.copies"] = entry["copies"]
    values["agenda.cards"] = sum(entry["copies"] for entry in content["pharaoh"]["agenda"].values())
    return values

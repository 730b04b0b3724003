"""Planets and Gaia as letters: per territory what is printed there, and below it what stands there. All from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.text import Text

from theomachy.games.anunnaki.content import CONTENT
from theomachy.games.anunnaki.face.values import has_printed_content
from theomachy.kernel.speech import PlaceSpeech

#: letters of the resources on the map; a symbol that is exhausted is a dot
TYPE_LETTERS: Final = {"food": "f", "wood": "w", "gold": "g", "metal": "m"}
HOUSE_STYLES: Final = {
    "pharaohs": "bold #000000 on #ffd23f",
    "norrenis": "bold #ffffff on #1f5fbf",
    "babylon": "bold #ffffff on #7a3fb0",
    "ellenys": "bold #ffffff on #b3261e",
}
HOUSE_LETTERS: Final = {"pharaohs": "P", "norrenis": "N", "babylon": "B", "ellenys": "E"}
CHOICE_STYLE: Final = "bold #000000 on #00e676"
CELL: Final = 15
#: territories beyond the boards
AFTERLIFE: Final = "afterlife"


def draw_map(view: Mapping[str, Any], names: PlaceSpeech) -> Text:
    """Planets and Gaia: per territory its name, symbols, shrines and civilization, below them what stands there."""
    territories = {territory["name"]: territory for territory in view["territories"]}
    choosable = {noun for _, _, noun in (text.partition(" ") for text in view["decision"]["choices"])}
    drawing = Text(no_wrap=True, overflow="crop")
    for planet in [*(seat["house"] for seat in view["seats"]), "gaia"]:
        rows = _gaia(view)["rows"] if planet == "gaia" else CONTENT["planet"]["rows"]
        drawing.append(f"{names(f'house.{planet}')}", HOUSE_STYLES.get(planet, "bold")).append(f"  {planet}.…\n", "dim")
        widest = max(len(row.split()) for row in rows)
        for row in rows:
            places = [f"{planet}.{place}" for place in row.split()]
            shown = [place for place in places if place in territories]
            indent = " " * ((widest - len(places)) * CELL // 2)
            _append_line(drawing, indent, [_head(territories[place], place in choosable) for place in shown])
            _append_line(drawing, indent, [_pieces(territories[place], names) for place in shown])
    if AFTERLIFE in territories:
        drawing.append(f"{names(f'territory.{AFTERLIFE}')}", "bold").append(f"  {AFTERLIFE}\n", "dim")
        _append_line(drawing, "", [_pieces(territories[AFTERLIFE], names)])
    drawing.right_crop(1)
    return drawing


def legend(view: Mapping[str, Any], names: PlaceSpeech) -> Text:
    """What the letters mean, and how Atlantis is entered."""
    lines = [names.say(f"legend-{key}") for key in ("types", "pieces", "strength")]
    if has_printed_content(view):
        gaia = _gaia(view)
        for place in sorted(name for name, entry in gaia.items() if isinstance(entry, dict) and entry.get("atlantis")):
            ways = [border.split("-") for border in gaia["dashed"]]
            outside = sorted(other for way in ways if place in way for other in way if other != place)
            lines.append(names.say("atlantis-from", place=place, places=", ".join(outside)))
    return Text("\n".join(lines), "dim")


def _gaia(view: Mapping[str, Any]) -> dict[str, Any]:
    side: dict[str, Any] = CONTENT["gaia"]["small" if len(view["seats"]) == 2 else "large"]
    return side


def _append_line(drawing: Text, indent: str, cells: list[Text]) -> None:
    drawing.append(indent)
    for cell in cells:
        cell.truncate(CELL - 1, pad=True)
        drawing.append_text(cell).append(" ")
    drawing.append("\n")


def _head(territory: Mapping[str, Any], choosable: bool) -> Text:
    name = str(territory["name"]).partition(".")[2]
    text = Text("+" if choosable else " ", CHOICE_STYLE if choosable else "").append(f"{name:<4}", "bold")
    for kind, count in territory["symbols"].items():
        left = int(count["all"]) - int(count["exhausted"])
        text.append(TYPE_LETTERS[kind] * left).append("." * int(count["exhausted"]), "dim")
    text.append("s" * int(territory["shrines"]), "cyan").append("~" if territory["atlantis"] else "", "blue")
    civilization = territory.get("civilization")
    if civilization is not None:
        text.append(f" c{civilization['strength']}" if civilization["up"] else " ?", "bold red")
    return text


def _pieces(territory: Mapping[str, Any], names: PlaceSpeech) -> Text:
    text = Text(" ")
    for house, pieces in territory["pieces"].items():
        words = HOUSE_LETTERS[house]
        words += str(pieces["follower"]) if "follower" in pieces else ""
        words += "S" * int(pieces.get("settlement", 0))
        gods = [name for name in pieces if name not in ("follower", "settlement")]
        words += "".join(f"+{names(f'god.{name}')[:4]}" for name in gods)
        text.append(words, HOUSE_STYLES[house]).append(" ")
    return text

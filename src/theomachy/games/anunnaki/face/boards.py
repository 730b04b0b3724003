"""What of the boards never changes, for whoever draws them: planets, both sides of Gaia, the star, the tracks.

Coordinates of territories count half hexes to the right and rows down, so that neighbours in a row are 2 apart and
those in the rows above and below 1; those of the star lie in a circle of radius 1.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any, Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    AFTERLIFE,
    ALL_TRACKS,
    GOALS,
    HOUSES,
    LINE_ENDS,
    LINE_NAMES,
    MANA_ACTIONS,
    PLANET_PLACES,
    POINT_NAMES,
    RESOURCES,
    STAR_PLACES,
    TERRITORY_NAMES,
)
from theomachy.games.anunnaki.content import CONTENT, hex_spots, neighbours
from theomachy.games.anunnaki.face.places import point_name, territory_name
from theomachy.games.anunnaki.mana import COST, RESOURCE_COST, TYPE
from theomachy.games.anunnaki.tables import Tables, tables_for
from theomachy.kernel.catalogue import LANGUAGES

#: how far the inner places of the star are from its middle
INNER: Final = 0.382
#: players the two sides of Gaia are for
GAIA_SIDES: Final = {"small": [2], "large": [3, 4]}


def board_info() -> dict[str, Any]:
    """The boards with our printed values; a match with other content has other symbols, which its views show.

    Places have their `names` by language.
    """
    info = _board_info()
    for board in info["boards"]:
        tables = tables_for(None, board.get("players", [2])[0])
        for place in (*board["territories"], *board["points"]):
            place["names"] = {lang: _name(place["name"], tables, lang) for lang in LANGUAGES}
    return info


def _name(place: str, tables: Tables, lang: str) -> str:
    from theomachy import game

    catalogue = game("anunnaki").catalogue
    if place in POINT_NAMES:
        return point_name(catalogue, tables, place, lang).plain
    name = territory_name(catalogue, tables, TERRITORY_NAMES.index(place), lang)
    return place if name is None else name.plain


def _board_info() -> dict[str, Any]:
    return {
        "boards": [
            *(_planet(house) for house in HOUSES),
            *({**_gaia(side), "side": side, "players": players} for side, players in GAIA_SIDES.items()),
        ],
        "afterlife": {"name": TERRITORY_NAMES[AFTERLIFE], **CONTENT["afterlife"]},
        "star": _star(),
        "tiles": [
            {"place": f"tile.{name}", "tile": name, "colour": "red" if number in CONTENT["tiles"]["red"] else "blue"}
            for number, name in enumerate(ACTIONS, 1)
        ],
        "tracks": [{"place": f"track.{name}", "track": name, **_track(name)} for name in ALL_TRACKS],
        "goals": list(GOALS),
        "weapons": [_weapon(entry) for entry in CONTENT["weapon"]],
        "mana_actions": [_mana_action(number) for number, action in enumerate(MANA_ACTIONS) if action != "mirror"],
        "god_tracks": {god: track for track, gods in CONTENT["lesser_track"].items() for god in gods},
    }


def place_names() -> frozenset[str]:
    """Everything on the boards that a choice or a fact can point at."""
    info = _board_info()
    boards = info["boards"]
    return frozenset(
        [
            *(territory["name"] for board in boards for territory in board["territories"]),
            *(point["name"] for board in boards for point in board["points"]),
            info["afterlife"]["name"],
            *(line["name"] for line in info["star"]["lines"]),
            *(entry["place"] for entry in (*info["tiles"], *info["tracks"])),
        ]
    )


def _planet(house: str) -> dict[str, Any]:
    planet = CONTENT["planet"]
    cycle = RESOURCES.index(CONTENT["house"][house]["type"])
    kinds = {letter: RESOURCES[(cycle + step) % len(RESOURCES)] for step, letter in enumerate("HABC")}
    return _board(house, planet["rows"], {name: planet[name] for name in PLANET_PLACES}, kinds, planet["culture"], ())


def _gaia(side: str) -> dict[str, Any]:
    gaia = CONTENT["gaia"][side]
    entries = {name: gaia[name] for name in hex_spots(gaia["rows"])}
    return _board("gaia", gaia["rows"], entries, {kind: kind for kind in RESOURCES}, gaia["culture"], gaia["dashed"])


def _board(
    board: str,
    rows: list[str],
    entries: dict[str, dict[str, Any]],
    kinds: dict[str, str],
    culture: list[str],
    dashed: list[str] | tuple[()],
) -> dict[str, Any]:
    spots = hex_spots(rows)
    return {
        "board": board,
        "territories": [_territory(board, name, entry, spots[name], kinds) for name, entry in entries.items()],
        "borders": [
            {"between": [f"{board}.{name}", f"{board}.{other}"], "kind": _border(entries, name, other, dashed)}
            for name, beside in neighbours(rows).items()
            for other in beside
            if spots[name] < spots[other]
        ],
        "points": [_point(f"{board}.{number}", board, around, spots) for number, around in enumerate(culture, 1)],
    }


def _territory(
    board: str, name: str, entry: dict[str, Any], spot: tuple[int, int], kinds: dict[str, str]
) -> dict[str, Any]:
    """`portal`: who may send units there by portal: everybody, only its owner, nobody."""
    if "types" in entry:
        symbols = {kinds[kind]: 1 for kind in entry["types"]}
    else:
        symbols = {kinds[entry["type"]]: entry["symbols"]} if "type" in entry else {}
    capital, atlantis = name == "CAP", bool(entry.get("atlantis"))
    return {
        "name": f"{board}.{name}",
        "x": spot[0],
        "y": spot[1],
        "symbols": symbols,
        "shrines": entry.get("shrines", 0),
        "civilization": bool(entry.get("civilization")),
        "never_exhausted": bool(entry.get("never_exhausted")),
        "capital": capital,
        "atlantis": atlantis,
        "portal": "nobody" if atlantis else "owner" if capital else "everybody",
    }


def _border(entries: dict[str, dict[str, Any]], name: str, other: str, dashed: list[str] | tuple[()]) -> str:
    """Around Atlantis, which is entered only across dashed borders, a border is dashed or solid; others are open."""
    if not entries[name].get("atlantis") and not entries[other].get("atlantis"):
        return "open"
    return "dashed" if f"{name}-{other}" in dashed or f"{other}-{name}" in dashed else "solid"


def _point(name: str, board: str, around: str, spots: dict[str, tuple[int, int]]) -> dict[str, Any]:
    """A meeting point of three territories, where a culture marker lies."""
    places = around.split("-")
    return {
        "name": name,
        "around": [f"{board}.{place}" for place in places],
        "x": round(sum(spots[place][0] for place in places) / len(places), 3),
        "y": round(sum(spots[place][1] for place in places) / len(places), 3),
    }


def _star() -> dict[str, Any]:
    """The inner place Ci lies between the points P(i-1) and Pi."""
    mana = CONTENT["star"]["mana"]
    places = []
    for number, name in enumerate(STAR_PLACES):
        angle = (-90 + 72 * (number % 5) - 36 * (number // 5)) * pi / 180
        radius = 1.0 if number < 5 else INNER
        places.append({"name": name, "x": round(radius * cos(angle), 3), "y": round(radius * sin(angle), 3)})
    lines = [
        {"name": name, "between": [STAR_PLACES[one], STAR_PLACES[other]], "mana": amount}
        for name, (one, other), amount in zip(
            LINE_NAMES, LINE_ENDS, mana["point_left"] + mana["point_right"] + mana["inner"], strict=True
        )
    ]
    inner = LINE_NAMES[10:]
    tokens = [{"token": "lesser", "lines": [LINE_NAMES[i], LINE_NAMES[5 + i], inner[i]]} for i in range(5)]
    return {"places": places, "lines": lines, "tokens": [*tokens, {"token": "great", "lines": list(inner)}]}


def _weapon(entry: dict[str, Any]) -> dict[str, Any]:
    """A weapon with its strength, what it costs in metal or in any resources, and what a battle won with it gives."""
    values = {key: entry.get(key, 0) for key in ("strength", "cost", "cost_any", "war", "vp")}
    return {"weapon": entry["name"], "house": entry.get("house"), **values}


def _mana_action(action: int) -> dict[str, Any]:
    """A mana action with what it costs."""
    kind = TYPE[action]
    resources = {} if kind < 0 else {RESOURCES[kind]: RESOURCE_COST}
    return {"action": MANA_ACTIONS[action], "mana": COST[action], "resources": resources}


def _track(name: str) -> dict[str, Any]:
    track = CONTENT["tracks"][name]
    if name == "supremacy":
        return {"values": track["values"], "two_vp": track["two_vp_at"], "lightning": track["lightning_at"]}
    return {"multiplier": track["multiplier"]}

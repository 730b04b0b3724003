"""The printed components as data (`data/content.toml`), and an owner's values put in their place, checked.

Each value says in the file where it comes from. `merged_content` gives the data of a match, `find_tables` the flat
tables that the chapters read.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from theomachy.games.anunnaki.components import (
    EFFECTS,
    GAIA_PLACES,
    HOUSES,
    MAX_PLAYERS,
    MOST,
    PLANET_PLACES,
    RESOURCES,
    REWARDS,
    ROSTER,
    WEAPONS,
)
from theomachy.kernel.bounded_parsing import LOCAL_FILE, BadInput, load_toml
from theomachy.kernel.data_files import read_toml
from theomachy.kernel.errors import BadContent, allowed


def data_text(name: str) -> str:
    """A data file of the game."""
    return (files("theomachy.games.anunnaki") / "data" / name).read_text(encoding="utf-8")


@cache
def term_names(language: str) -> dict[str, str]:
    """The names of the evaluation's terms."""
    return dict(read_toml(data_text(f"terms.{language}.toml"), f"data/terms.{language}.toml"))


CONTENT: Final[dict[str, Any]] = read_toml(data_text("content.toml"), "data/content.toml")

#: lists that an override replaces as a whole, with the number of entries they must have
_LISTS: Final = {"contract": 18, "civilization": 12}
#: what an override can't change
_FIXED: Final = (
    "resources", *(f"house.{house}.colour" for house in HOUSES), "afterlife.any_type", "afterlife.never_exhausted",
    "lesser_designed", "artifact_designed",
)  # fmt: skip
LESSER: Final = tuple(god for _, _, gods in ROSTER for god in gods[1:])
#: the highest multiplier of a development track
MOST_TIMES: Final = 5
_LETTERS: Final = ("H", "A", "B", "C")
#: culture markers are resolved by everyone, in anybody's turn: nothing that could begin a battle
_NO_CULTURE: Final = ("portal", "move", "blue", "red", "develop", "one_of", "action")


def read_override(path: str) -> dict[str, Any]:
    """A file with values to put in place of the content file's."""
    try:
        return load_toml(Path(path).read_text(encoding="utf-8"), LOCAL_FILE)
    except OSError as error:
        raise BadContent(f"{path}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadContent(f"{path}: not a TOML file: {error}") from error
    except BadInput as error:
        raise BadContent(f"{path}: {error}") from error


def merged_content(override: dict[str, Any] | None, place: str) -> dict[str, Any]:
    """The content with an override laid over it; refuses a wrong one, naming the place and what is allowed."""
    if not override:
        return CONTENT
    data: dict[str, Any] = json.loads(json.dumps(CONTENT))
    if not isinstance(override, dict):
        raise BadContent(f"{place}: must be a table")
    for key, value in override.items():
        if key not in data:
            raise BadContent(f"{place}: unknown table '{key}'; allowed: {allowed(data)}")
        if key == "weapon":
            _merge_weapons(data["weapon"], value, place)
        elif key in _LISTS:
            if not isinstance(value, list) or len(value) != _LISTS[key]:
                raise BadContent(f"{place}: [[{key}]]: there must be all {_LISTS[key]} of them")
            data[key] = value
        else:
            _merge(data[key], value, place, key)
    check_content(data, place)
    return data


def _merge(table: dict[str, Any], value: object, place: str, path: str) -> None:
    if not isinstance(value, dict):
        raise BadContent(f"{place}: {path}: must be a table")
    for key, item in value.items():
        if key not in table:
            if key == "src":
                table[key] = item
                continue
            raise BadContent(f"{place}: {path}: unknown key '{key}'; allowed: {allowed(table)}")
        if isinstance(table[key], dict) and not _is_place(path, key):
            _merge(table[key], item, place, f"{path}.{key}")
        else:
            table[key] = item


def _is_place(path: str, key: str) -> bool:
    """A territory is replaced as a whole: its keys depend on each other."""
    return (path == "planet" and key in PLANET_PLACES) or (path.startswith("gaia.") and key in GAIA_PLACES)


_PLACE_KEYS: Final = ("type", "types", "symbols", "shrines", "atlantis", "civilization", "never_exhausted")
_WEAPON_KEYS: Final = ("name", "basic", "house", "cost", "cost_any", "strength", "war", "vp", "effect", "src")


def _merge_weapons(weapons: list[dict[str, Any]], value: object, place: str) -> None:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise BadContent(f"{place}: weapon: write [[weapon]] tables with a name")
    for entry in value:
        name = entry.get("name")
        if name not in WEAPONS:
            raise BadContent(f"{place}: weapon: no weapon '{name}'; allowed: {allowed(WEAPONS)}")
        for key in entry:
            if key not in _WEAPON_KEYS:
                raise BadContent(f"{place}: weapon {name}: unknown key '{key}'; allowed: {allowed(_WEAPON_KEYS)}")
            if key in ("basic", "house", "effect"):
                raise BadContent(f"{place}: weapon {name}: '{key}' is part of the rules and can't be replaced")
        for weapon in weapons:
            if weapon["name"] == name:
                weapon.update(entry)


def content_hash(data: dict[str, Any]) -> str:
    """A fingerprint of all values."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


# --- checks -----------------------------------------------------------------------------------------------------------


class _Check:
    """Checks values; every error names the file and the place in it."""

    def __init__(self, place: str) -> None:
        self.place = place

    def fail(self, path: str, wrong: str) -> BadContent:
        return BadContent(f"{self.place}: {path}: {wrong}")

    def number(self, value: object, low: int, high: int, path: str) -> int:
        if type(value) is not int or not low <= value <= high:
            raise self.fail(path, f"{value!r} is not a number from {low} to {high}")
        return value

    def numbers(self, value: object, count: int, low: int, high: int, path: str) -> None:
        if not isinstance(value, list) or (count >= 0 and len(value) != count):
            raise self.fail(path, f"must be a list of {count if count >= 0 else 'some'} numbers")
        for item in value:
            self.number(item, low, high, path)

    def texts(self, value: object, path: str) -> list[str]:
        if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
            raise self.fail(path, "must be a list of texts")
        return value

    def name(self, value: object, names: tuple[str, ...], path: str) -> None:
        if value not in names:
            raise self.fail(path, f"no '{value}'; allowed: {allowed(names)}")

    def table(self, value: object, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.fail(path, "must be a table")
        return value


def check_content(data: dict[str, Any], place: str) -> None:
    """Whether a content can be played with."""
    check = _Check(place)
    _check_sources(check, data, "")
    _check_fixed(check, data)
    for key in ("point_left", "point_right", "inner"):
        check.numbers(data["star"]["mana"][key], 5, 0, 9, f"star.mana.{key}")
    _check_tiles(check, data["tiles"])
    _check_houses(check, data["house"])
    _check_planet(check, data["planet"])
    for size in ("large", "small"):
        _check_gaia(check, data["gaia"][size], f"gaia.{size}")
        _check_civilization_places(check, data, size)
    check.number(data["afterlife"]["symbols"], 0, 9, "afterlife.symbols")
    check.number(data["afterlife"]["shrines"], 0, 5, "afterlife.shrines")
    _check_tracks(check, data["tracks"])
    row = data["settlements"]["row"]
    if not isinstance(row, list) or len(row) != 5:
        raise check.fail("settlements.row", "must have 5 entries")
    for number, entry in enumerate(row):
        for key, amount in check.table(entry, f"settlements.row[{number}]").items():
            check.name(key, ("follower", "vp"), f"settlements.row[{number}]")
            check.number(amount, 0, 9, f"settlements.row[{number}].{key}")
    for weapon in data["weapon"]:
        for key in ("cost", "cost_any", "strength", "war", "vp"):
            check.number(weapon.get(key, 0), 0, 20, f"weapon {weapon['name']}.{key}")
    named: list[str] = []
    for track in ("war", "technology", "trade", "supremacy"):
        for god in check.texts(data["lesser_track"][track], f"lesser_track.{track}"):
            check.name(god, LESSER, f"lesser_track.{track}")
            named.append(god)
    if sorted(named) != sorted(LESSER):
        raise check.fail("lesser_track", f"each of the {len(LESSER)} lesser gods must be named once")
    _check_contracts(check, data["contract"])
    markers = data["culture"]["markers"]
    if not isinstance(markers, list) or len(markers) != 20:
        raise check.fail("culture.markers", "there must be 20")
    for number, entry in enumerate(markers):
        _check_rewards(check, entry, (), f"culture.markers[{number}]")
        for key in entry:
            if key in _NO_CULTURE:
                raise check.fail(f"culture.markers[{number}]", f"'{key}' can't be on a culture marker")
    for number, entry in enumerate(data["civilization"]):
        path = f"civilization[{number}]"
        for key in check.table(entry, path):
            check.name(key, ("strength", "reward", "effect", "src"), path)
        check.number(entry.get("strength"), 0, 20, f"{path}.strength")
        check.name(entry.get("effect", ""), EFFECTS, f"{path}.effect")
        _check_rewards(check, entry.get("reward", {}), (), f"{path}.reward")


def _check_sources(check: _Check, value: object, path: str) -> None:
    """Where a value comes from is said in words, anywhere in the file."""
    if isinstance(value, dict):
        for key, item in value.items():
            inner = f"{path}.{key}" if path else str(key)
            if key == "src" and not isinstance(item, str):
                raise check.fail(inner, "must be a text")
            _check_sources(check, item, inner)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            _check_sources(check, item, f"{path}[{number}]")


def _check_fixed(check: _Check, data: dict[str, Any]) -> None:
    """What is in the file for the reader, and in the rules for the match: another value would do nothing."""
    for path in _FIXED:
        ours: Any = CONTENT
        theirs: Any = data
        for key in path.split("."):
            ours, theirs = ours[key], check.table(theirs, path).get(key)
        if type(ours) is not type(theirs) or ours != theirs:
            raise check.fail(path, "is part of the rules and can't be replaced")


def _check_tiles(check: _Check, tiles: dict[str, Any]) -> None:
    for colour in ("blue", "red"):
        check.numbers(tiles[colour], -1, 1, 10, f"tiles.{colour}")
    if sorted(tiles["blue"] + tiles["red"]) != list(range(1, 11)) or len(tiles["blue"]) != 6:
        raise check.fail("tiles", "six of the tiles 1 to 10 are blue, the other four red")


def _check_houses(check: _Check, houses: dict[str, Any]) -> None:
    for name, weapon, own in ROSTER:
        house = check.table(houses[name], f"house.{name}")
        check.name(house.get("type"), RESOURCES, f"house.{name}.type")
        gods = [house.get("great"), *check.texts(house.get("lesser"), f"house.{name}.lesser")]
        if gods != list(own) or house.get("weapon") != weapon:
            raise check.fail(f"house.{name}", "gods and weapon are part of the rules and can't be replaced")


def _check_place(check: _Check, entry: object, types: tuple[str, ...], path: str) -> None:
    table = check.table(entry, path)
    for key in table:
        check.name(key, _PLACE_KEYS, path)
    if "types" in table:
        if not isinstance(table["types"], list) or len(table["types"]) != 2 or "symbols" in table or "type" in table:
            raise check.fail(path, "'types' are two types with one symbol each, without 'type' and 'symbols'")
        for name in table["types"]:
            check.name(name, types, f"{path}.types")
        if table["types"][0] == table["types"][1]:
            raise check.fail(path, "the two types must differ")
    elif "type" in table:
        check.name(table["type"], types, f"{path}.type")
        check.number(table.get("symbols"), 1, 9, f"{path}.symbols")
    elif "symbols" in table:
        raise check.fail(path, "symbols need a 'type'")
    check.number(table.get("shrines", 0), 0, 5, f"{path}.shrines")
    for key in ("atlantis", "civilization", "never_exhausted"):
        if not isinstance(table.get(key, False), bool):
            raise check.fail(f"{path}.{key}", "must be true or false")


def _check_planet(check: _Check, planet: dict[str, Any]) -> None:
    names = " ".join(check.texts(planet["rows"], "planet.rows")).split()
    if sorted(names) != sorted(PLANET_PLACES):
        raise check.fail("planet.rows", f"must name each of {allowed(PLANET_PLACES)} once")
    for name in PLANET_PLACES:
        _check_place(check, planet[name], _LETTERS, f"planet.{name}")
        if planet[name].get("atlantis"):
            raise check.fail(f"planet.{name}", "Atlantis is on Gaia")
    for name in ("CAP", "ML"):
        if planet[name].get("civilization"):
            raise check.fail(f"planet.{name}", "units start there, so there can be no civilization")
    _check_points(check, planet["culture"], names, planet["rows"], "planet.culture")


def _check_gaia(check: _Check, gaia: dict[str, Any], path: str) -> None:
    names = " ".join(check.texts(gaia["rows"], f"{path}.rows")).split()
    if not names or len(set(names)) != len(names) or not set(names) <= set(GAIA_PLACES):
        raise check.fail(f"{path}.rows", f"must name territories among {allowed(GAIA_PLACES)}, each once")
    for name in names:
        if name not in gaia:
            raise check.fail(path, f"territory '{name}' is not described")
        _check_place(check, gaia[name], RESOURCES, f"{path}.{name}")
    beside = neighbours(gaia["rows"])
    if not isinstance(gaia["dashed"], list):
        raise check.fail(f"{path}.dashed", "must be a list of borders")
    for border in gaia["dashed"]:
        a, _, b = str(border).partition("-")
        if a not in beside or b not in beside[a]:
            raise check.fail(f"{path}.dashed", f"no border '{border}'")
        if gaia[a].get("atlantis") and gaia[b].get("atlantis"):
            wrong = f"'{border}': nobody moves directly inside Atlantis (anunnaki/move/atlantis-out)"
            raise check.fail(f"{path}.dashed", wrong)
    _check_points(check, gaia["culture"], names, gaia["rows"], f"{path}.culture")


def _check_civilization_places(check: _Check, data: dict[str, Any], size: str) -> None:
    """There is a tile for each place, whoever plays."""
    planets = MAX_PLAYERS if size == "large" else 2
    places = planets * sum(bool(data["planet"][name].get("civilization")) for name in PLANET_PLACES)
    rows = " ".join(data["gaia"][size]["rows"]).split()
    places += sum(bool(data["gaia"][size][name].get("civilization")) for name in rows)
    if places > _LISTS["civilization"]:
        wrong = f"{places} places for civilizations with {planets} planets; there are {_LISTS['civilization']} tiles"
        raise check.fail(f"gaia.{size}", wrong)


def _check_points(check: _Check, points: object, names: list[str], rows: list[str], path: str) -> None:
    beside = neighbours(rows)
    if not isinstance(points, list) or len(points) > 4:
        raise check.fail(path, "must be a list of at most 4 meeting points")
    for point in points:
        places = str(point).split("-")
        if len(places) != 3 or not all(place in names for place in places):
            raise check.fail(path, f"'{point}' does not name three territories")
        a, b, c = places
        if b not in beside[a] or c not in beside[a] or c not in beside[b]:
            raise check.fail(path, f"the territories of '{point}' do not meet")


def _check_tracks(check: _Check, tracks: dict[str, Any]) -> None:
    for track in ("war", "technology", "trade"):
        values = tracks[track]["multiplier"]
        check.numbers(values, -1, 1, MOST_TIMES, f"tracks.{track}.multiplier")
        if len(values) < 2 or values != sorted(values):
            raise check.fail(f"tracks.{track}.multiplier", "must rise along the track")
        if values[-1] != MOST_TIMES or values.count(MOST_TIMES) != 1:
            wrong = f"{MOST_TIMES} stands on the last space and nowhere else (anunnaki/track/five)"
            raise check.fail(f"tracks.{track}.multiplier", wrong)
    values = tracks["supremacy"]["values"]
    check.numbers(values, -1, -99, 99, "tracks.supremacy.values")
    if len(values) < 2 or len(values) > 60 or values != sorted(set(values)):
        raise check.fail("tracks.supremacy.values", "must rise along the track")
    check.numbers(tracks["supremacy"]["two_vp_at"], 4, -99, 99, "tracks.supremacy.two_vp_at")
    check.number(tracks["supremacy"]["lightning_at"], -99, 99, "tracks.supremacy.lightning_at")
    for value in [*tracks["supremacy"]["two_vp_at"], tracks["supremacy"]["lightning_at"]]:
        if value not in values:
            raise check.fail("tracks.supremacy", f"{value} is no space of the track")


def _check_contracts(check: _Check, contracts: list[Any]) -> None:
    per_house = [check.table(entry, "contract").get("per_house", False) for entry in contracts]
    if per_house != [True] * 6 + [False] * 12 or not all(isinstance(value, bool) for value in per_house):
        raise check.fail("contract", "first the 6 of each house (per_house = true), then the 12 neutral ones")
    for number, entry in enumerate(contracts):
        path = f"contract[{number}]"
        letters = _LETTERS if entry.get("per_house") else ()
        for key in entry:
            check.name(key, ("per_house", "cost", "middle", "vp", "trade", "src"), path)
        for key, amount in check.table(entry.get("cost"), f"{path}.cost").items():
            check.name(key, (*letters, *RESOURCES, "any"), f"{path}.cost")
            check.number(amount, 0, MOST, f"{path}.cost.{key}")
        _check_rewards(check, entry.get("middle", {}), letters, f"{path}.middle")
        check.number(entry.get("vp", 0), 0, 50, f"{path}.vp")
        check.number(entry.get("trade", 0), 0, 12, f"{path}.trade")


def _check_rewards(check: _Check, rewards: object, letters: tuple[str, ...], path: str) -> None:
    for key, amount in check.table(rewards, path).items():
        if key == "one_of":
            if not isinstance(amount, list) or len(amount) < 2:
                raise check.fail(f"{path}.one_of", "must be a list of resources")
            for name in amount:
                check.name(name, RESOURCES, f"{path}.one_of")
        elif key == "action":
            check.name(amount, ("blue", "red"), f"{path}.action")
        else:
            check.name(key, (*letters, *REWARDS, "action"), path)
            check.number(amount, 0, 19, f"{path}.{key}")


def hex_spots(rows: list[str]) -> dict[str, tuple[int, int]]:
    """Where each hex of some rows lies, in half hexes to the right and rows down; a shorter row sits in the gaps of the
    longer one."""
    widest = max(len(row.split()) for row in rows)
    spots: dict[str, tuple[int, int]] = {}
    for y, row in enumerate(rows):
        names = row.split()
        for x, name in enumerate(names):
            spots[name] = (widest - len(names) + 2 * x, y)
    return spots


def bearing(rows: list[str], places: list[str]) -> str:
    """Where on their map places lie together, as seen from its middle: "north", "south-west", "centre"."""
    spots = hex_spots(rows)
    # The middles of the map are half its width and height; the places' are the means. All is multiplied by 2 * count.
    count = len(places)
    east = -count * max(x for x, _ in spots.values())
    south = -count * max(y for _, y in spots.values())
    for place in places:
        x, y = spots[place]
        east += 2 * x
        south += 2 * y
    parts = ["north" if south < 0 else "south"] if south else []
    parts += ["west" if east < 0 else "east"] if east else []
    return "-".join(parts) or "centre"


def neighbours(rows: list[str]) -> dict[str, list[str]]:
    """Who is next to whom in rows of hexes."""
    spots = {spot: name for name, spot in hex_spots(rows).items()}
    beside: dict[str, list[str]] = {name: [] for name in spots.values()}
    for (x, y), name in spots.items():
        for dx, dy in ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)):
            other = spots.get((x + dx, y + dy))
            if other is not None:
                beside[name].append(other)
    return beside


check_content(CONTENT, "content.toml")

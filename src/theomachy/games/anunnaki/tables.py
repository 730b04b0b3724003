"""The content of a match as flat tables of numbers, one object per content and size of Gaia."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    AFTERLIFE,
    CONTRACTS,
    EFFECTS,
    GAIA,
    GAIA_PLACES,
    GAIA_POINT,
    GODS,
    HOUSES,
    PLANET_AT,
    PLANET_PLACES,
    POINT_AT,
    POINTS,
    R_ANY,
    R_ONE_OF,
    RESOURCES,
    REWARDS,
    SUPREMACY_TRACK,
    TERRITORIES,
    TRACKS,
)
from theomachy.games.anunnaki.content import bearing, content_hash, merged_content, neighbours
from theomachy.kernel.arrays import Numbers, bit, numbers
from theomachy.kernel.errors import BadContent, BadSave

#: types of a territory's two kinds of symbols
NO_TYPE: Final = -1


class Tables:
    """What is printed on boards, cards and tiles. Never changed once made."""

    __slots__ = (
        "any_type",
        "around",
        "atlantis",
        "bearing",
        "capitals",
        "civ_effect",
        "civ_places",
        "civ_reward",
        "civ_strength",
        "contract_cost",
        "contract_middle",
        "contract_trade",
        "contract_vp",
        "enter",
        "gaia",
        "house_type",
        "key",
        "lesser_track",
        "lightning",
        "line_mana",
        "marker_reward",
        "multiplier",
        "never_exhausted",
        "override",
        "planets",
        "point",
        "point_bearing",
        "red",
        "row_follower",
        "row_vp",
        "shrine_places",
        "shrines",
        "supremacy",
        "symbols",
        "two_vp",
        "type_places",
        "types",
        "weapon_any",
        "weapon_cost",
        "weapon_strength",
        "weapon_vp",
        "weapon_war",
        "with_symbols",
    )

    def __init__(self, data: dict[str, Any], large: bool) -> None:
        #: content hash and size: what a saved state knows its tables by
        self.key: str = f"{content_hash(data)}/{'large' if large else 'small'}"
        #: the values that were put in place of the content's, for a process that has not seen them
        self.override: dict[str, Any] | None = None
        star = data["star"]["mana"]
        #: mana of each line of the star
        self.line_mana: Numbers = numbers(star["point_left"] + star["point_right"] + star["inner"])
        #: 1 for red tiles
        self.red: Numbers = numbers([int(number + 1 in data["tiles"]["red"]) for number in range(len(ACTIONS))])
        self.house_type: Numbers = numbers([RESOURCES.index(data["house"][name]["type"]) for name in HOUSES])
        # --- territories: masks, and per territory two slots of symbols
        self.symbols: Numbers = numbers([0] * (2 * TERRITORIES))
        self.types: Numbers = numbers([NO_TYPE] * (2 * TERRITORIES))
        self.shrines: Numbers = numbers([0] * TERRITORIES)
        #: the territories that may be entered from each, Atlantis only across dashed borders
        self.enter: Numbers = numbers([0] * TERRITORIES)
        #: the three territories around each meeting point; 0 where there is none
        self.point: Numbers = numbers([0] * POINTS)
        #: the meeting points next to each territory
        self.around: Numbers = numbers([0] * TERRITORIES)
        #: where on its planet each territory and meeting point lies: "north", "south-west", "centre"
        self.bearing: list[str] = ["centre"] * TERRITORIES
        self.point_bearing: list[str] = ["centre"] * POINTS
        self.atlantis: int = 0
        self.civ_places: int = 0
        self.never_exhausted: int = 0
        self.capitals: int = 0
        self.gaia: int = 0
        #: the territories of the home planets: the "planet boards", which Gaia is not
        self.planets: int = 0
        for house in range(len(HOUSES)):
            self._lay_planet(data, house)
        self._lay_gaia(data["gaia"]["large" if large else "small"])
        self.symbols[2 * AFTERLIFE] = data["afterlife"]["symbols"]
        self.shrines[AFTERLIFE] = data["afterlife"]["shrines"]
        self.never_exhausted |= bit(AFTERLIFE)
        self.any_type: int = bit(AFTERLIFE)
        self.shrine_places: int = 0
        self.with_symbols: int = 0
        self.type_places: Numbers = numbers([0] * len(RESOURCES))
        for territory in range(TERRITORIES):
            if self.shrines[territory]:
                self.shrine_places |= bit(territory)
            if self.symbols[2 * territory]:
                self.with_symbols |= bit(territory)
            for slot in range(2):
                kind = self.types[2 * territory + slot]
                if kind >= 0:
                    self.type_places[kind] |= bit(territory)
        for point in range(POINTS):
            for territory in range(TERRITORIES):
                if self.point[point] >> territory & 1:
                    self.around[territory] |= bit(point)
        self._read_tracks(data)
        self._read_cards(data)

    def _lay_planet(self, data: dict[str, Any], house: int) -> None:
        first = PLANET_AT[house]
        planet = data["planet"]
        beside = neighbours(planet["rows"])
        for number, name in enumerate(PLANET_PLACES):
            territory = first + number
            self.planets |= bit(territory)
            for other in beside[name]:
                self.enter[territory] |= bit(first + PLANET_PLACES.index(other))
            entry = planet[name]
            if "types" in entry:
                for slot in range(2):
                    self.symbols[2 * territory + slot] = 1
                    self.types[2 * territory + slot] = self._letter(entry["types"][slot], house)
            elif "type" in entry:
                self.symbols[2 * territory] = entry["symbols"]
                self.types[2 * territory] = self._letter(entry["type"], house)
            self.bearing[territory] = bearing(planet["rows"], [name])
            self._note(territory, entry)
        self.capitals |= bit(first + PLANET_PLACES.index("CAP"))
        for number, name in enumerate(planet["culture"]):
            self.point_bearing[POINT_AT[house] + number] = bearing(planet["rows"], name.split("-"))
            for place in name.split("-"):
                self.point[POINT_AT[house] + number] |= bit(first + PLANET_PLACES.index(place))

    def _lay_gaia(self, gaia: dict[str, Any]) -> None:
        beside = neighbours(gaia["rows"])
        dashed = [tuple(border.split("-")) for border in gaia["dashed"]]
        for name in beside:
            territory = GAIA + GAIA_PLACES.index(name)
            entry = gaia[name]
            self.gaia |= bit(territory)
            for other in beside[name]:
                open_border = (name, other) in dashed or (other, name) in dashed
                if open_border or not gaia[other].get("atlantis"):
                    self.enter[territory] |= bit(GAIA + GAIA_PLACES.index(other))
            if "types" in entry:
                for slot in range(2):
                    self.symbols[2 * territory + slot] = 1
                    self.types[2 * territory + slot] = RESOURCES.index(entry["types"][slot])
            elif "type" in entry:
                self.symbols[2 * territory] = entry["symbols"]
                self.types[2 * territory] = RESOURCES.index(entry["type"])
            if entry.get("atlantis"):
                self.atlantis |= bit(territory)
            self.bearing[territory] = bearing(gaia["rows"], [name])
            self._note(territory, entry)
        for number, name in enumerate(gaia["culture"]):
            self.point_bearing[GAIA_POINT + number] = bearing(gaia["rows"], name.split("-"))
            for place in name.split("-"):
                self.point[GAIA_POINT + number] |= bit(GAIA + GAIA_PLACES.index(place))

    def _note(self, territory: int, entry: dict[str, Any]) -> None:
        self.shrines[territory] = entry.get("shrines", 0)
        if entry.get("civilization"):
            self.civ_places |= bit(territory)
        if entry.get("never_exhausted"):
            self.never_exhausted |= bit(territory)

    def _letter(self, letter: str, house: int) -> int:
        """H is the house's own type; A, B, C the following ones in the cycle."""
        return (self.house_type[house] + "HABC".index(letter)) % len(RESOURCES)

    def _read_tracks(self, data: dict[str, Any]) -> None:
        tracks = data["tracks"]
        #: multipliers of war, technology, trade by position
        self.multiplier: list[Numbers] = [numbers(tracks[name]["multiplier"]) for name in TRACKS]
        values = tracks["supremacy"]["values"]
        self.supremacy: Numbers = numbers(values)
        #: positions on the supremacy track
        self.two_vp: Numbers = numbers([values.index(value) for value in tracks["supremacy"]["two_vp_at"]])
        self.lightning: int = values.index(tracks["supremacy"]["lightning_at"])
        row = data["settlements"]["row"]
        self.row_follower: Numbers = numbers([entry.get("follower", 0) for entry in row])
        self.row_vp: Numbers = numbers([entry.get("vp", 0) for entry in row])
        self.lesser_track: Numbers = numbers([0] * len(GODS))
        for track, name in enumerate((*TRACKS, "supremacy")):
            for god in data["lesser_track"][name]:
                self.lesser_track[GODS.index(god)] = SUPREMACY_TRACK if name == "supremacy" else track

    def _read_cards(self, data: dict[str, Any]) -> None:
        weapons = data["weapon"]
        self.weapon_cost: Numbers = numbers([weapon.get("cost", 0) for weapon in weapons])
        self.weapon_any: Numbers = numbers([weapon.get("cost_any", 0) for weapon in weapons])
        self.weapon_strength: Numbers = numbers([weapon.get("strength", 0) for weapon in weapons])
        self.weapon_war: Numbers = numbers([weapon.get("war", 0) for weapon in weapons])
        self.weapon_vp: Numbers = numbers([weapon.get("vp", 0) for weapon in weapons])
        #: per contract five numbers: food, wood, gold, metal, any
        self.contract_cost: Numbers = numbers([0] * (5 * CONTRACTS))
        self.contract_middle: list[list[int]] = []
        contracts = [entry for entry in data["contract"] if not entry.get("per_house")]
        houses = [-1] * len(contracts)
        for house in range(len(HOUSES)):
            for entry in data["contract"]:
                if entry.get("per_house"):
                    contracts.append(entry)
                    houses.append(house)
        self.contract_vp: Numbers = numbers([entry.get("vp", 0) for entry in contracts])
        self.contract_trade: Numbers = numbers([entry.get("trade", 0) for entry in contracts])
        for number, entry in enumerate(contracts):
            for key, amount in entry["cost"].items():
                if key == "any":
                    self.contract_cost[5 * number + R_ANY] += amount
                else:
                    self.contract_cost[5 * number + self._resource(key, houses[number])] += amount
            self.contract_middle.append(self._rewards(entry.get("middle", {}), houses[number]))
        self.marker_reward: list[list[int]] = [self._rewards(entry, -1) for entry in data["culture"]["markers"]]
        civilizations = data["civilization"]
        self.civ_reward: list[list[int]] = [self._rewards(entry.get("reward", {}), -1) for entry in civilizations]
        self.civ_strength: Numbers = numbers([entry["strength"] for entry in civilizations])
        self.civ_effect: Numbers = numbers([EFFECTS.index(entry.get("effect", "")) for entry in civilizations])

    def _resource(self, name: str, house: int) -> int:
        return RESOURCES.index(name) if name in RESOURCES else self._letter(name, house)

    def _rewards(self, table: dict[str, Any], house: int) -> list[int]:
        """Rewards as a flat list: kind, amount, kind, amount, …, in the printed order."""
        found: list[int] = []
        for key, amount in table.items():
            if key == "one_of":
                found += [R_ONE_OF, sum(bit(RESOURCES.index(name)) for name in amount)]
            elif key == "action":
                found += [REWARDS.index(amount), 1]
            elif key in ("H", "A", "B", "C"):
                found += [self._letter(key, house), amount]
            else:
                found += [REWARDS.index(key), amount]
        return found


#: tables by their key, so that a decoded state finds its own
_KNOWN: Final[dict[str, Tables]] = {}


def tables_for(override: dict[str, Any] | None, players: int, place: str = "content") -> Tables:
    """The tables of a match for a number of players (anunnaki/setup/players: the small Gaia for two)."""
    if not override:
        standard = _KNOWN.get("standard/large" if players > 2 else "standard/small")
        if standard is not None:
            return standard
    tables = Tables(merged_content(override, place), players > 2)
    if override:
        tables.override = override
    else:
        _KNOWN["standard/large" if players > 2 else "standard/small"] = tables
    return _KNOWN.setdefault(tables.key, tables)


def find_tables(key: str, override: object = None, players: int = 2) -> Tables:
    """The tables a saved state names; refused if no match with that content was set up here, and nothing is brought
    along to make them of."""
    if isinstance(override, dict) and key not in _KNOWN:
        try:
            tables_for(override, players, "state.content")
        except BadContent as error:
            raise BadSave(str(error)) from error
    tables_for(None, 2)
    tables_for(None, 4)
    if key not in _KNOWN:
        raise BadSave(f"state.content: no content '{key}' is known here; open the match with its content file")
    return _KNOWN[key]

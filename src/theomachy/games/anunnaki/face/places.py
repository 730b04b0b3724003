"""Places as people call them: territories, meeting points, lines of the star and contracts.

A territory is named by where it lies and what it bears ("the northern forest of Ellenys"), as the content of the match
has it; a line of the star by the two tiles it joins.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    AFTERLIFE,
    CONTRACT_NAMES,
    HOUSES,
    LINE_ENDS,
    LINE_NAMES,
    POINT_NAMES,
    RESOURCES,
    TERRITORIES,
    TERRITORY_NAMES,
)
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.tables import NO_TYPE, Tables
from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.language import Name, fill

#: inside sentences, and as the place where something is
PLACE_FORMS: Final = ("in", "where")
TERRITORY_NUMBERS: Final = {name: number for number, name in enumerate(TERRITORY_NAMES)}
POINTS: Final = frozenset(POINT_NAMES)
LINES: Final = frozenset(LINE_NAMES)
CONTRACTS: Final = frozenset(CONTRACT_NAMES)
#: names that are kept: all places of a match, in all languages
KEPT: Final = 1024


def place_name(catalogue: Catalogue, s: AnunnakiState, place: str, lang: str) -> Name | None:
    """The name of a place of the notation in this match; None where it is no place."""
    if place in TERRITORY_NUMBERS:
        return territory_name(catalogue, s.tables, TERRITORY_NUMBERS[place], lang)
    if place in POINTS:
        return point_name(catalogue, s.tables, place, lang)
    if place in LINES:
        a, b = LINE_ENDS[LINE_NAMES.index(place)]
        tiles = [catalogue.name(f"tile.{ACTIONS[s.arrangement[end]]}", lang) for end in (a, b)]
        return Name(" – ".join(tiles))
    if place in CONTRACTS:
        return contract_name(catalogue, place, lang)
    return None


@lru_cache(maxsize=KEPT)
def territory_name(catalogue: Catalogue, tables: Tables, territory: int, lang: str) -> Name | None:
    """Bearing, land and planet. Two alike (an owner's content can have them) are told apart by the notation's name."""
    if territory == AFTERLIFE:
        return catalogue.forms("territory.afterlife", lang)
    if not (tables.planets | tables.gaia) >> territory & 1:
        # On the small Gaia some letters name nothing.
        return None
    planet = _planet(catalogue, TERRITORY_NAMES[territory], lang)
    if tables.capitals >> territory & 1:
        return _composed(catalogue, "capital", {"planet": planet}, lang)
    land = _land(tables, territory)
    bearing = tables.bearing[territory]
    if land == "atlantis" and bearing == "centre":
        name = catalogue.forms("word.atlantis", lang)
    else:
        fields = {"bearing": catalogue.forms(f"bearing.{bearing}", lang), "planet": planet}
        if land != "atlantis":
            fields["land"] = catalogue.forms(f"land.{land}", lang)
        name = _composed(catalogue, "atlantis" if land == "atlantis" else "territory", fields, lang)
    alike = [
        other
        for other in range(TERRITORIES)
        if _board(TERRITORY_NAMES[other]) == _board(TERRITORY_NAMES[territory])
        and (tables.planets | tables.gaia) >> other & 1
        and tables.bearing[other] == bearing
        and _land(tables, other) == land
        and not tables.capitals >> other & 1
    ]
    if len(alike) == 1:
        return name
    mark = f" ({TERRITORY_NAMES[territory]})"
    return Name(name.plain + mark, {form: text + mark for form, text in name.forms.items()})


@lru_cache(maxsize=KEPT)
def point_name(catalogue: Catalogue, tables: Tables, place: str, lang: str) -> Name:
    """Bearing and planet of a meeting point."""
    fields = {
        "bearing": catalogue.forms(f"bearing.{tables.point_bearing[POINT_NAMES.index(place)]}", lang),
        "planet": _planet(catalogue, place, lang),
    }
    return _composed(catalogue, "point", fields, lang)


@lru_cache(maxsize=KEPT)
def contract_name(catalogue: Catalogue, contract: str, lang: str) -> Name:
    """A contract by whose it is, and its number."""
    owner = contract.rstrip("0123456789")
    house = f"house.{owner}" if owner in HOUSES else "word.neutral-contract"
    fields = {"owner": catalogue.forms(house, lang), "number": Name(contract.removeprefix(owner))}
    return Name(fill(catalogue.pattern("contract", lang), fields, lang))


def _land(tables: Tables, territory: int) -> str:
    """What a territory bears."""
    if tables.atlantis >> territory & 1:
        return "atlantis"
    if tables.types[2 * territory] == NO_TYPE:
        return "none"
    if tables.types[2 * territory + 1] != NO_TYPE:
        return "two"
    return RESOURCES[tables.types[2 * territory]]


def _board(place: str) -> str:
    """The planet of a territory or a meeting point: a house's, or Gaia."""
    return place.partition(".")[0]


def _planet(catalogue: Catalogue, place: str, lang: str) -> Name:
    return catalogue.forms(f"house.{_board(place)}", lang)


def _composed(catalogue: Catalogue, pattern: str, fields: dict[str, Name], lang: str) -> Name:
    """A name in the forms that its language has a pattern for."""
    plain = fill(catalogue.pattern(pattern, lang), fields, lang)
    forms = {form: fill(catalogue.pattern(f"{pattern}+{form}", lang), fields, lang) for form in PLACE_FORMS}
    return Name(plain, forms)

"""The box of Anunnaki: everything in it is found where its number says, and a half-written extension is refused when
the game is made, with its file and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import theomachy
from theomachy.games.anunnaki import box
from theomachy.games.anunnaki.artifacts.artifact import TREASURES, Artifact
from theomachy.games.anunnaki.components import (
    ARTIFACTS,
    GODS,
    GODS_PER_HOUSE,
    HOUSES,
    PLANET_AT,
    POINT_NAMES,
    POINT_PLANET,
    TERRITORY_NAMES,
    WEAPONS,
)
from theomachy.games.anunnaki.content import data_text
from theomachy.games.anunnaki.game import CHAPTERS, KINDS, Anunnaki
from theomachy.games.anunnaki.houses.house import Power
from theomachy.games.anunnaki.moments import BASICS, BASICS_AT, GODS_AT, MOMENTS, PANTHEON, Moments, answered
from theomachy.games.anunnaki.weapons.weapon import ARSENAL, Weapon
from theomachy.kernel.errors import BadContent

FOLDER = "theomachy/games/anunnaki/"


@contextmanager
def changed(thing: Any, name: str, value: object) -> Iterator[None]:
    """An attribute of something in the box is otherwise for a while."""
    before = getattr(thing, name)
    setattr(thing, name, value)
    try:
        yield
    finally:
        setattr(thing, name, before)


def god(name: str) -> Any:
    return PANTHEON[GODS.index(name)]


# --- everything is found by its number --------------------------------------------------------------------------------


def test_everything_has_the_number_of_its_name() -> None:
    theomachy.game("anunnaki")
    assert [power.name for power in PANTHEON] == list(GODS)  # type: ignore[attr-defined]
    assert [weapon.name for weapon in ARSENAL] == list(WEAPONS)
    assert [artifact.name for artifact in TREASURES] == list(ARTIFACTS)
    assert [house.basic for house in box.BOX] == BASICS
    for number, house in enumerate(box.BOX):
        assert house.name == HOUSES[number]
        assert [god.name for god in house.gods()] == list(GODS[number * GODS_PER_HOUSE :][:GODS_PER_HOUSE])
        assert TERRITORY_NAMES[PLANET_AT[number]] == f"{house.name}.TL"
    for point, name in enumerate(POINT_NAMES):
        planet = POINT_PLANET[point]
        assert name.partition(".")[0] == ("gaia" if planet < 0 else HOUSES[planet])


def test_who_answers_is_asked_and_nobody_else() -> None:
    """The masks say exactly what the modules do, and no moment is without anybody."""
    theomachy.game("anunnaki")
    assert set(MOMENTS) == {name for name in vars(Moments) if not name.startswith("_")}
    for number, moment in enumerate(MOMENTS):
        gods = {name for god, name in enumerate(GODS) if GODS_AT[number] >> god & 1}
        basics = {name for house, name in enumerate(HOUSES) if BASICS_AT[number] >> house & 1}
        assert gods == {name for god, name in enumerate(GODS) if moment in answered(PANTHEON[god])}
        assert basics == {name for house, name in enumerate(HOUSES) if moment in answered(BASICS[house])}
        assert gods or basics, moment
    assert all(answered(power) for power in PANTHEON)
    assert all(answered(power) for power in BASICS)


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("thing", "name", "message"),
    [
        (lambda: god("bastet"), "horus", "houses/pharaohs.py: the god 'horus' is there twice"),
        (lambda: god("bastet"), "bast", "houses/pharaohs.py: no god 'bast' of pharaohs; components.ROSTER has "),
        (lambda: god("thor"), "", "houses/norrenis.py: no god '' of norrenis"),
        (lambda: box.BOX[2].weapon, "net", "houses/babylon.py: the weapon of babylon is 'composite-bow', not 'net'"),
        (lambda: ARSENAL[4], "knife", "weapons/common.py: no weapon 'knife'; components has "),
        (lambda: ARSENAL[4], "net", "weapons/common.py: the weapon 'net' is there twice"),
        (lambda: TREASURES[1], "beetle", "artifacts/scarab.py: no artifact 'beetle'; components has "),
        (
            lambda: TREASURES[1],
            "fate",
            f"artifacts/scarab.py: the artifact 'fate' is there twice, also in {FOLDER}artifacts/fate.py",
        ),
        (lambda: box.BOX[3], "atlanteans", "box.py: BOX has "),
    ],
)
def test_a_wrong_or_double_name_is_refused_with_its_file(thing: Callable[[], Any], name: str, message: str) -> None:
    theomachy.game("anunnaki")
    with changed(thing(), "name", name), pytest.raises(BadContent) as refused:
        Anunnaki()
    assert message in str(refused.value)
    assert Anunnaki().name == "anunnaki"


def test_a_missing_god_and_a_wrong_great_god_are_refused() -> None:
    house = box.BOX[0]
    with changed(house, "lesser", house.lesser[:-1]), pytest.raises(BadContent) as refused:
        Anunnaki()
    assert str(refused.value) == f"{FOLDER}houses/pharaohs.py: the god 'isis' is missing"
    swapped = [house.great, *house.lesser[1:]]
    with (
        changed(house, "great", house.lesser[0]),
        changed(house, "lesser", swapped),
        pytest.raises(BadContent) as refused,
    ):
        Anunnaki()
    assert str(refused.value) == f"{FOLDER}houses/pharaohs.py: the great god is 'ra', not 'seth'"


class Sobek:
    """As if it were a god, a weapon or an artifact; a compiled one can't be extended here."""

    def kept(self, s: Any, seat: int) -> None:
        """A moment of artifacts."""

    def battle_lost(self, s: Any, battle: Any, side: int) -> None:
        """A moment of weapons."""

    def attack_begins(self, s: Any, seat: int, territory: int) -> None:
        """A moment of gods."""


@pytest.mark.parametrize(
    ("base", "unknown", "near"),
    [(Power, "kept", "attack_begins"), (Weapon, "kept", "battle_lost"), (Artifact, "battle_lost", "kept")],
)
def test_an_answer_at_a_moment_that_there_is_not_is_refused(base: type, unknown: str, near: str) -> None:
    with pytest.raises(BadContent) as refused:
        box.check_answers(Sobek(), base)
    message = str(refused.value)
    assert message.startswith(f"{__name__.replace('.', '/')}.py: Sobek: no moment '{unknown}'; moments: ")
    assert near in message


class Bes:
    """As if it were a god."""

    def attack_begins(self, s: Any, seat: int) -> None:
        """A moment of gods, which gives the territory as well."""


def test_an_answer_that_takes_something_else_is_refused() -> None:
    with pytest.raises(BadContent) as refused:
        box.check_answers(Bes(), Power)
    assert str(refused.value).endswith("Bes: 'attack_begins' is given (s, seat, territory) and takes (s, seat)")


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize(
    ("file", "key", "where"),
    [
        ("text", "god.bastet", "houses/pharaohs.py"),
        ("text", "house.ellenys", "houses/ellenys.py"),
        ("text", "weapon.viking-helmet", "houses/norrenis.py"),
        ("text", "weapon.dagger", "weapons/common.py"),
        ("text", "artifact.mirror", "artifacts/mirror.py"),
        ("rules", "anunnaki/house/enki", "houses/babylon.py"),
        ("rules", "anunnaki/weapon/sling", "weapons/common.py"),
        ("rules", "anunnaki/artifact/fate", "artifacts/fate.py"),
    ],
)
def test_a_missing_text_is_refused_with_its_file(file: str, key: str, where: str, language: str) -> None:
    name = f"{file}.{language}.toml"

    def without(asked: str) -> str:
        text = data_text(asked)
        assert f'"{key}"' in text or asked != name
        return text.replace(f'"{key}"', '"something.else"') if asked == name else text

    with pytest.raises(BadContent) as refused:
        box.open_box(without)
    what = "rule" if file == "rules" else "name"
    assert str(refused.value) == f"data/{name}: has no {what} '{key}', which {FOLDER}{where} needs"


def test_a_step_that_two_or_none_answer_for_is_refused() -> None:
    theomachy.game("anunnaki")
    assert [kind.name for kind in box.all_kinds(CHAPTERS)] == [kind.name for kind in KINDS]
    double = {**CHAPTERS, next(iter(god("bastet").questions())): CHAPTERS[0]}
    with pytest.raises(BadContent, match=r"houses/pharaohs\.py: step 33, 'bastet-contract': that is 'turn' already"):
        box.all_kinds(double)
    less = {number: kind for number, kind in CHAPTERS.items() if number != 3}
    with pytest.raises(BadContent, match=r"steps\.py: nobody says what step 3 does"):
        box.all_kinds(less)

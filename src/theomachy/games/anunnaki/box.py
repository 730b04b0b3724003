"""What is in the box: every house with its gods and its weapon, the weapons of all, the artifacts.

It is opened when the game is made; whatever is missing, double or not understood is refused then, with its file.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from theomachy.games.anunnaki.artifacts import afterlife, cornucopia, fate, mirror, pandora, scarab
from theomachy.games.anunnaki.artifacts.artifact import Artifact
from theomachy.games.anunnaki.artifacts.artifact import enter as enter_artifact
from theomachy.games.anunnaki.components import ARTIFACTS, COMMON_WEAPONS, GODS, HOUSES, ROSTER, WEAPONS
from theomachy.games.anunnaki.houses import babylon, ellenys, norrenis, pharaohs
from theomachy.games.anunnaki.houses.house import House, Power
from theomachy.games.anunnaki.moments import BASICS, BASICS_AT, GODS_AT, PANTHEON, enter
from theomachy.games.anunnaki.state import TOWN_UNITS, AnunnakiState
from theomachy.games.anunnaki.weapons.common import COMMON
from theomachy.games.anunnaki.weapons.weapon import ARSENAL, Weapon
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.errors import BadContent, allowed
from theomachy.kernel.step import StepKind

#: in the order of `ROSTER`
BOX: Final[list[House]] = [pharaohs.HOUSE, norrenis.HOUSE, babylon.HOUSE, ellenys.HOUSE]
#: in the order of `ARTIFACTS`
ARTIFACT_CARDS: Final[list[Artifact]] = [
    pandora.ARTIFACT, scarab.ARTIFACT, afterlife.ARTIFACT, mirror.ARTIFACT, fate.ARTIFACT, cornucopia.ARTIFACT,
]  # fmt: skip


def open_box(read: Callable[[str], str]) -> None:
    """Check everything and make it known to the chapters. `read` gives a data file of the game."""
    check_box()
    check_texts(read)
    for number, house in enumerate(BOX):
        enter(house.basic, number, BASICS, BASICS_AT)
        TOWN_UNITS[number] = int(house.settlements_are_units)
        for god in house.gods():
            enter(god, GODS.index(god.name), PANTHEON, GODS_AT)
    for weapon in all_weapons():
        ARSENAL[WEAPONS.index(weapon.name)] = weapon
    for artifact in ARTIFACT_CARDS:
        enter_artifact(artifact, ARTIFACTS.index(artifact.name))


def all_weapons() -> list[Weapon]:
    return [*COMMON, *(house.weapon for house in BOX)]


def all_kinds(chapters: dict[int, StepKind[AnunnakiState]]) -> list[StepKind[AnunnakiState]]:
    """The kinds of steps by number: those of the chapters, and the questions of everything in the box."""
    kinds = dict(chapters)
    for power in all_powers():
        add_questions(kinds, power.questions(), power)
    for weapon in all_weapons():
        add_questions(kinds, weapon.questions(), weapon)
    for artifact in ARTIFACT_CARDS:
        add_questions(kinds, artifact.questions(), artifact)
    missing = [number for number in range(len(kinds)) if number not in kinds]
    if missing:
        raise BadContent(f"steps.py: nobody says what step {missing[0]} does")
    return [kinds[number] for number in range(len(kinds))]


def add_questions(
    kinds: dict[int, StepKind[AnunnakiState]], questions: dict[int, StepKind[AnunnakiState]], asker: object
) -> None:
    for number, kind in questions.items():
        if number in kinds:
            raise BadContent(f"{file_of(asker)}: step {number}, '{kind.name}': that is '{kinds[number].name}' already")
        kinds[number] = kind


def all_powers() -> list[Power]:
    found: list[Power] = []
    for house in BOX:
        found.append(house.basic)
        found += house.gods()
    return found


# --- checks -----------------------------------------------------------------------------------------------------------


def file_of(thing: object) -> str:
    """The file of ours, or of whoever adds to the box, in which something is written."""
    return f"{type(thing).__module__.replace('.', '/')}.py"


def check_box() -> None:
    """Everything in the roster is in the box, once, in its place, and answers at moments that there are."""
    if [house.name for house in BOX] != list(HOUSES):
        raise BadContent(f"box.py: BOX has {[house.name for house in BOX]}; components.ROSTER says {list(HOUSES)}")
    for house, (name, weapon, gods) in zip(BOX, ROSTER, strict=True):
        named = [god.name for god in house.gods()]
        for god in house.gods():
            where = file_of(god)
            if god.name not in gods:
                raise BadContent(f"{where}: no god '{god.name}' of {name}; components.ROSTER has {allowed(gods)}")
            if named.count(god.name) > 1:
                raise BadContent(f"{where}: the god '{god.name}' is there twice")
            check_answers(god, Power)
        check_answers(house.basic, Power)
        for god_name in gods:
            if god_name not in named:
                raise BadContent(f"{file_of(house.great)}: the god '{god_name}' is missing")
        if house.great.name != gods[0]:
            raise BadContent(f"{file_of(house.great)}: the great god is '{gods[0]}', not '{house.great.name}'")
        if house.weapon.name != weapon:
            raise BadContent(f"{file_of(house.weapon)}: the weapon of {name} is '{weapon}', not '{house.weapon.name}'")
    check_names([weapon.name for weapon in COMMON], COMMON_WEAPONS, "weapons/common.py", "weapon")
    check_names([artifact.name for artifact in ARTIFACT_CARDS], ARTIFACTS, "box.py", "artifact")
    for each in all_weapons():
        check_answers(each, Weapon)
    for card in ARTIFACT_CARDS:
        check_answers(card, Artifact)


def check_names(names: list[str], known: tuple[str, ...], where: str, what: str) -> None:
    for name in names:
        if name not in known:
            raise BadContent(f"{where}: no {what} '{name}'; components has {allowed(known)}")
        if names.count(name) > 1:
            raise BadContent(f"{where}: the {what} '{name}' is there twice")
    for name in known:
        if name not in names:
            raise BadContent(f"{where}: the {what} '{name}' is missing")


def check_answers(thing: Any, base: type) -> None:
    """A method that is no moment would never be asked: most likely its name is misspelt. `base` has the moments."""
    known = [name for name in dir(base) if not name.startswith("_") and callable(getattr(base, name))]
    for cls in type(thing).__mro__:
        if cls is base or cls is object:
            return
        for name, value in vars(cls).items():
            if callable(value) and not name.startswith("_") and name not in known:
                raise BadContent(f"{file_of(thing)}: {cls.__name__}: no moment '{name}'; moments: {allowed(known)}")


def check_texts(read: Callable[[str], str]) -> None:
    """Names and rules in every language. A glance at the files: reading them properly would slow every start."""
    names: list[tuple[str, object]] = []
    rules: list[tuple[str, object]] = []
    for house in BOX:
        names.append((f"house.{house.name}", house.great))
        for god in house.gods():
            names.append((f"god.{god.name}", god))
            rules.append((f"anunnaki/house/{god.name}", god))
    for weapon in all_weapons():
        names.append((f"weapon.{weapon.name}", weapon))
        if weapon.rule:
            rules.append((weapon.rule, weapon))
    for artifact in ARTIFACT_CARDS:
        names.append((f"artifact.{artifact.name}", artifact))
        rules.append((f"anunnaki/artifact/{artifact.name}", artifact))
    for language in LANGUAGES:
        for file, found in ((f"text.{language}.toml", names), (f"rules.{language}.toml", rules)):
            text = read(file)
            for key, thing in found:
                if f'"{key}"' not in text:
                    raise BadContent(f"data/{file}: '{key}' is missing, for {file_of(thing)}")

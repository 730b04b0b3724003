"""What is in the box: every house with its gods and its weapon, the weapons of all, the artifacts.

It is opened when the game is made; whatever is missing, double or not understood is refused then, with its file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from theomachy.kernel.answers import facts_told, misfits
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.data_files import Texts
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
    check_names(COMMON, COMMON_WEAPONS, "weapon")
    check_names(ARTIFACT_CARDS, ARTIFACTS, "artifact")
    for each in all_weapons():
        check_answers(each, Weapon)
    for card in ARTIFACT_CARDS:
        check_answers(card, Artifact)


def check_names(things: Sequence[Any], known: tuple[str, ...], what: str) -> None:
    """Each of the names that there are is there once. Of two of the same name the one that is out of its place is
    wrong."""
    for number, thing in enumerate(things):
        if thing.name not in known:
            raise BadContent(f"{file_of(thing)}: no {what} '{thing.name}'; components has {allowed(known)}")
        twins = [other for other in things if other.name == thing.name]
        if len(twins) > 1 and number != known.index(thing.name):
            others = [file_of(other) for other in twins if other is not thing]
            raise BadContent(f"{file_of(thing)}: the {what} '{thing.name}' is there twice, also in {others[0]}")
    names = [thing.name for thing in things]
    for name in known:
        if name not in names:
            raise BadContent(f"box.py: the {what} '{name}' is missing")


def check_answers(thing: Any, base: type) -> None:
    """What is never asked, or can't be asked, would be found late: most likely a name is misspelt. `base` has the
    moments."""
    for fault in misfits(type(thing), base):
        raise BadContent(f"{file_of(thing)}: {type(thing).__name__}: {fault}")


def check_texts(read: Callable[[str], str]) -> None:
    """Names, rules, prompts and sentences of facts in every language."""
    texts = Texts(read, "data", LANGUAGES)
    found: list[str] = []
    for house in BOX:
        found += texts.lacks("text", "name", f"house.{house.name}", "name", file_of(house.great))
        for god in house.gods():
            found += texts.lacks("text", "name", f"god.{god.name}", "name", file_of(god))
            found += texts.lacks_rule(f"anunnaki/house/{god.name}", file_of(god))
    for weapon in all_weapons():
        found += texts.lacks("text", "name", f"weapon.{weapon.name}", "name", file_of(weapon))
        if weapon.rule:
            found += texts.lacks_rule(weapon.rule, file_of(weapon))
    for artifact in ARTIFACT_CARDS:
        found += texts.lacks("text", "name", f"artifact.{artifact.name}", "name", file_of(artifact))
        found += texts.lacks_rule(f"anunnaki/artifact/{artifact.name}", file_of(artifact))
    askers: dict[str, Any] = {}
    for power in all_powers():
        found += missing_prompts(texts, power.questions(), power)
        askers[file_of(power)] = power
    for weapon in all_weapons():
        found += missing_prompts(texts, weapon.questions(), weapon)
        askers[file_of(weapon)] = weapon
    for artifact in ARTIFACT_CARDS:
        found += missing_prompts(texts, artifact.questions(), artifact)
        askers[file_of(artifact)] = artifact
    # A file is looked at once, whoever is in it.
    for file, thing in askers.items():
        for fact in facts_told(thing):
            found += texts.lacks_sentence(fact, file)
    # What one language lacks may be what a thing of the box misses: that is said alone, with who needs it.
    found = found or texts.differences()
    if found:
        raise BadContent("\n".join(found))


def missing_prompts(texts: Texts, questions: dict[int, StepKind[AnunnakiState]], asker: object) -> list[str]:
    found: list[str] = []
    for kind in questions.values():
        if kind.prompt:
            found += texts.lacks("text", "prompt", kind.prompt, "prompt", file_of(asker))
    return found

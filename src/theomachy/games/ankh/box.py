"""The box: every power, card, god, guardian and scenario with special rules, found by the lists of `components`.

A module of `powers`, `cards`, `gods`, `guardians` or `specials` is whole: it says what its thing does at which moment,
asks its questions, and brings its tokens. Opening the box makes all of them known to `moments`, in the order in which
they are asked; `check_room` refuses what is wrong or half-written with a word that names the file.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from theomachy.games.ankh.cards.card import DECK, Card
from theomachy.games.ankh.components import CARDS, GODS, GUARDIAN_NAMES, POWERS, SATIS, SPECIALS
from theomachy.games.ankh.content import CONTENT
from theomachy.games.ankh.gods.god import PANTHEON, God
from theomachy.games.ankh.guardians.guardian import BESTIARY, SIZES, Guardian
from theomachy.games.ankh.moments import enter
from theomachy.games.ankh.powers.power import UNLOCKABLE, Power
from theomachy.games.ankh.specials.special import SPECIAL, Special
from theomachy.games.ankh.state import AnkhState
from theomachy.games.ankh.steps import EXTRA_STEP, LATE_STEP
from theomachy.kernel.answers import facts_told, misfits
from theomachy.kernel.arrays import bit
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.data_files import Texts
from theomachy.kernel.errors import BadContent, allowed
from theomachy.kernel.step import StepKind

GUARDIAN_LEVELS: Final = (1, 2, 3)


class Shelf:
    """Things of one kind, each with a module of its own."""

    def __init__(self, folder: str, constant: str, names: tuple[str, ...], base: type, noun: str, chapter: str) -> None:
        #: where their modules are, and the constant that holds the thing there
        self.folder = folder
        self.constant = constant
        self.names = names
        self.base = base
        #: their names are `noun.<name>` in the texts, their rules `ankh/chapter/<name>`
        self.noun = noun
        self.chapter = chapter

    def file(self, name: str) -> str:
        return f"{self.folder}/{name.replace('-', '_')}.py"

    def take(self, name: str) -> Any:
        """The thing of that name; refuses a module that is missing, or has no such thing in it."""
        module = f"theomachy.games.ankh.{self.folder}.{name.replace('-', '_')}"
        try:
            thing = getattr(import_module(module), self.constant, None)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise BadContent(f"{self.file(name)}: can't be imported: {error}") from error
            raise BadContent(f"{self.file(name)}: missing; {self.noun} '{name}' needs it") from error
        except Exception as error:  # whatever a half-written module does when it is imported
            raise BadContent(f"{self.file(name)}: can't be imported: {type(error).__name__}: {error}") from error
        if not isinstance(thing, self.base):
            raise BadContent(f"{self.file(name)}: needs a line '{self.constant}: Final = …', a {self.base.__name__}")
        return thing


POWER_SHELF: Final = Shelf("powers", "POWER", POWERS, Power, "power", "power")
CARD_SHELF: Final = Shelf("cards", "CARD", CARDS, Card, "card", "card")
GOD_SHELF: Final = Shelf("gods", "GOD", GODS, God, "god", "god")
GUARDIAN_SHELF: Final = Shelf("guardians", "GUARDIAN", GUARDIAN_NAMES, Guardian, "piece", "guardian")
SPECIAL_SHELF: Final = Shelf("specials", "RULES", SPECIALS, Special, "scenario", "scenario")


def open_box() -> None:
    """Everything in the order in which it is asked: powers, cards, gods, guardians, scenarios."""
    for name in POWERS:
        power: Power = POWER_SHELF.take(name)
        UNLOCKABLE.append(power)
        enter(power)
    for name in CARDS:
        card: Card = CARD_SHELF.take(name)
        DECK.append(card)
        enter(card)
    for name in GODS:
        god: God = GOD_SHELF.take(name)
        PANTHEON.append(god)
        enter(god)
    # Gods and warriors are kinds of figures too.
    BESTIARY.append(Guardian())
    BESTIARY.append(Guardian())
    for name in GUARDIAN_NAMES:
        guardian: Guardian = GUARDIAN_SHELF.take(name)
        BESTIARY.append(guardian)
        enter(guardian)
    for name in SPECIALS:
        special: Special = SPECIAL_SHELF.take(name)
        SPECIAL.append(special)
        enter(special)


def all_questions(chapters: dict[int, StepKind[AnkhState]]) -> dict[int, StepKind[AnkhState]]:
    """The kinds of steps of the chapters, and those that the things of the box bring along, by number."""
    found = dict(chapters)
    for power in UNLOCKABLE:
        _ask(found, power.questions(), POWER_SHELF.file(power.name))
    for card in DECK:
        _ask(found, card.questions(), CARD_SHELF.file(card.name))
    for god in PANTHEON:
        _ask(found, god.questions(), GOD_SHELF.file(god.name))
    for guardian in BESTIARY:
        _ask(found, guardian.questions(), GUARDIAN_SHELF.file(guardian.name))
    for special in SPECIAL:
        _ask(found, special.questions(), SPECIAL_SHELF.file(special.name))
    return found


def _ask(found: dict[int, StepKind[AnkhState]], more: dict[int, StepKind[AnkhState]], file: str) -> None:
    """Add the questions of a thing; a number that is taken would make two things ask the same."""
    for number, kind in more.items():
        if number in found or EXTRA_STEP <= number < LATE_STEP:
            raise BadContent(
                f"{file}: step {number}, '{kind.name}': the number is taken; in steps.py write "
                f'{kind.name.upper().replace("-", "_")}: Final = late_step("{kind.name}")'
            )
        if any(other.name == kind.name for other in found.values()):
            raise BadContent(f"{file}: there are two kinds of steps of the name '{kind.name}'")
        found[number] = kind


# --- is everything whole? ---------------------------------------------------------------------------------------------


def check_room(read: Callable[[str], str]) -> Texts:
    """Refuses a box in which something is wrong; gives what the texts speak of. `read`: gives a data file by name."""
    texts = Texts(read, "data", LANGUAGES)
    found = (
        shelf_faults(POWER_SHELF, UNLOCKABLE, texts)
        + shelf_faults(CARD_SHELF, DECK, texts)
        + shelf_faults(GOD_SHELF, PANTHEON, texts)
        + shelf_faults(GUARDIAN_SHELF, BESTIARY[SATIS:], texts)
        + shelf_faults(SPECIAL_SHELF, SPECIAL, texts)
    )
    # What one language lacks may be what a thing of the box misses: that is said alone, with who needs it.
    found = found or texts.differences()
    if found:
        raise BadContent("\n".join(found))
    return texts


def shelf_faults(shelf: Shelf, things: list[Any], texts: Texts) -> list[str]:
    """What is wrong with the things of a shelf, each with the file in which it is to be mended."""
    found: list[str] = []
    for number, thing in enumerate(things):
        wanted = shelf.names[number]
        file = shelf.file(wanted)
        name = str(thing.name)
        if not name:
            found.append(f"{file}: has no name")
            continue
        if name != wanted:
            taken = f"; that is the name of {shelf.file(name)}" if name in shelf.names else ""
            found.append(f"{file}: calls itself '{name}', but components.py '{wanted}'{taken}")
            continue
        found += [f"{file}: {fault}" for fault in _number_faults(shelf, thing, number)]
        found += [f"{file}: {fault}" for fault in misfits(type(thing), shelf.base)]
        found += texts.lacks("text", "name", f"{shelf.noun}.{name}", "name", file)
        found += texts.lacks_rule(f"ankh/{shelf.chapter}/{name}", file)
        for kind in _questions_of(thing):
            if kind.prompt:
                found += texts.lacks("text", "prompt", kind.prompt, "prompt", file)
        for fact in facts_told(thing):
            found += texts.lacks_sentence(fact, file)
    return found


def _questions_of(thing: Any) -> list[StepKind[AnkhState]]:
    return list(thing.questions().values())


def _number_faults(shelf: Shelf, thing: Any, number: int) -> list[str]:
    """Its number, and what a component of its sort must say beside it."""
    found: list[str] = []
    if shelf.base is Guardian:
        if thing.kind != SATIS + number:
            found.append(f"kind: {thing.kind}; must be {SATIS + number}")
        if thing.level not in GUARDIAN_LEVELS:
            found.append(f"level: {thing.level}; must be one of {allowed(GUARDIAN_LEVELS)}")
        if thing.base not in SIZES:
            found.append(f"base: '{thing.base}'; must be one of {allowed(SIZES)}")
        if thing.figures < 1:
            found.append("figures: says not how many there are")
        return found
    if shelf.base is Card:
        field = "card"
        printed = CONTENT["cards"]["strength"].get(thing.name)
        if thing.strength != printed:
            found.append(f"strength: {thing.strength}; data/content.toml says {printed}")
    else:
        field = "rules" if shelf.base is Special else "power"
    if getattr(thing, field) != bit(number):
        found.append(f"{field}: {getattr(thing, field)}; must be {bit(number)}")
    return found


open_box()

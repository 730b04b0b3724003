"""The room of Ankh: each god, guardian, card, power and special rule is one module, and a half-written one is refused
with a word that names the file."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import theomachy
import theomachy.games.ankh
from theomachy.games.ankh.box import (
    CARD_SHELF,
    GOD_SHELF,
    GUARDIAN_SHELF,
    POWER_SHELF,
    SPECIAL_SHELF,
    Shelf,
    check_room,
    shelf_faults,
)
from theomachy.games.ankh.cards.card import DECK
from theomachy.games.ankh.components import GODS, GUARDIAN_NAMES, HOLD, LATE_, PIECE, SATIS, VERBS
from theomachy.games.ankh.content import data_text
from theomachy.games.ankh.gods.god import PANTHEON, God
from theomachy.games.ankh.guardians.guardian import BESTIARY, Guardian
from theomachy.games.ankh.moments import AT, MOMENTS, answered
from theomachy.games.ankh.pharaoh.dynasty import DYNASTY
from theomachy.games.ankh.powers.power import UNLOCKABLE
from theomachy.games.ankh.specials.special import SPECIAL
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.answers import facts_told, misfits
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.data_files import Texts
from theomachy.kernel.errors import BadContent
from theomachy.kernel.step import StepKind

SOURCE = Path(theomachy.games.ankh.__file__).parent
SHELVES: list[tuple[Shelf, list[Any]]] = [
    (POWER_SHELF, list(UNLOCKABLE)), (CARD_SHELF, list(DECK)), (GOD_SHELF, list(PANTHEON)),
    (GUARDIAN_SHELF, list(BESTIARY[SATIS:])), (SPECIAL_SHELF, list(SPECIAL)),
]  # fmt: skip


class Seth:
    """A made-up god, plain so that the compiled engine can look at it too."""

    name = "seth"
    power = 1 << len(GODS)

    def questions(self) -> dict[int, Any]:
        return {}


class Sobek:
    """A made-up guardian."""

    name = "sobek"
    kind = SATIS + len(GUARDIAN_NAMES)
    level = 1
    base = "small"
    figures = 2

    def questions(self) -> dict[int, Any]:
        return {}


def with_texts(name: str) -> str:
    """The data files as they would be with texts for those two."""
    added = "god/seth", "guardian/sobek"
    if name.startswith("text."):
        return data_text(name).replace("[name]\n", '[name]\n"god.seth" = "Seth"\n"piece.sobek" = "Sobek"\n', 1)
    if name.startswith("words."):
        return data_text(name)
    return data_text(name) + "".join(f'["ankh/{rule}"]\ntitle = "T"\ntext = "X"\n' for rule in added)


def larger(shelf: Shelf, name: str) -> Shelf:
    """The shelf with one more name at its end."""
    return Shelf(shelf.folder, shelf.constant, (*shelf.names, name), shelf.base, shelf.noun, shelf.chapter)


def god_faults(god: Any, silent: str = "") -> list[str]:
    """What is said about a box with one more god; `silent`: the data file that does not speak of it."""

    def read(name: str) -> str:
        return data_text(name) if name == silent else with_texts(name)

    return shelf_faults(larger(GOD_SHELF, "seth"), [*PANTHEON, god], Texts(read, "data", LANGUAGES))


def guardian_faults(guardian: Any) -> list[str]:
    texts = Texts(with_texts, "data", LANGUAGES)
    return shelf_faults(larger(GUARDIAN_SHELF, "sobek"), [*BESTIARY[SATIS:], guardian], texts)


# --- what is there is whole -------------------------------------------------------------------------------------------


def test_the_room_is_whole() -> None:
    check_room(data_text)
    assert theomachy.game("ankh").name == "ankh"


@pytest.mark.parametrize(("shelf", "things"), SHELVES, ids=lambda value: getattr(value, "folder", ""))
def test_each_thing_has_its_module(shelf: Shelf, things: list[Any]) -> None:
    assert [thing.name for thing in things] == list(shelf.names)
    written = {path.name for path in (SOURCE / shelf.folder).glob("*.py")} - {"__init__.py"}
    base = {f"{shelf.base.__name__.lower()}.py"}
    assert written == base | {Path(shelf.file(name)).name for name in shelf.names}


def test_everybody_who_answers_is_asked() -> None:
    for _, things in SHELVES:
        for thing in things:
            for moment in answered(thing):
                assert AT[moment].count(thing) == 1, (thing.name, moment)


def test_every_moment_has_somebody_who_answers() -> None:
    """In the box, or in the expansion."""
    expansion = (SOURCE / "pharaoh" / "moments.py").read_text(encoding="utf-8")
    assert [name for name in MOMENTS if not AT[name] and f"def {name}(" not in expansion] == []


def test_every_pharaoh_is_asked_where_he_answers() -> None:
    """The expansion hands on the moments at which one of them has a say."""
    handed_on = (SOURCE / "pharaoh" / "moments.py").read_text(encoding="utf-8")
    for king in DYNASTY:
        assert [moment for moment in answered(king) if f"king_of(s).{moment}(" not in handed_on] == []


@pytest.mark.parametrize("god", GODS)
def test_no_chapter_names_a_god(god: str) -> None:
    """Rule identifiers, and the words with which people speak of it, are not the god's power."""
    own = {"components.py", "layout.py"}
    word = re.compile(rf"\b{god.upper()}\b")
    naming = [path.name for path in SOURCE.glob("*.py") if word.search(path.read_text(encoding="utf-8"))]
    assert set(naming) - own == set()


def test_ids_are_those_of_the_table() -> None:
    table = ChoiceTable(VERBS)
    assert [table.find(f"hold {god}") for god in GODS if HOLD[GODS.index(god)] < LATE_] == HOLD[:5]
    assert [table.find(f"piece {name}") for name in GUARDIAN_NAMES[:6]] == PIECE[SATIS : SATIS + 6]
    assert len(theomachy.game("ankh").table) == LATE_ + len(GODS) - 5 + len(GUARDIAN_NAMES) - 6


# --- what is half-written is refused ----------------------------------------------------------------------------------


def test_a_whole_god_and_a_whole_guardian_are_welcome() -> None:
    assert god_faults(Seth()) == []
    assert guardian_faults(Sobek()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_name_is_refused(language: str) -> None:
    file = f"text.{language}.toml"
    assert god_faults(Seth(), file) == [f"data/{file}: has no name 'god.seth', which gods/seth.py needs"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_rule_is_refused(language: str) -> None:
    file = f"rules.{language}.toml"
    assert god_faults(Seth(), file) == [f"data/{file}: has no rule 'ankh/god/seth', which gods/seth.py needs"]


def test_a_missing_prompt_is_refused() -> None:
    class Ask(StepKind[AnkhState]):
        prompt = "seth-asks"

    class Asking(Seth):
        def questions(self) -> dict[int, Any]:
            return {62: Ask()}

    faults = god_faults(Asking())
    assert faults == [
        f"data/text.{language}.toml: has no prompt 'seth-asks', which gods/seth.py needs" for language in LANGUAGES
    ]


def test_a_name_taken_twice_is_refused() -> None:
    class Twin(Seth):
        name = "ra"

    assert god_faults(Twin()) == [
        "gods/seth.py: calls itself 'ra', but components.py 'seth'; that is the name of gods/ra.py"
    ]


def test_a_name_that_is_not_in_the_list_is_refused() -> None:
    class Set(Seth):
        name = "set"

    assert god_faults(Set()) == ["gods/seth.py: calls itself 'set', but components.py 'seth'"]


def test_a_god_without_a_name_is_refused() -> None:
    class Hidden(Seth):
        name = ""

    assert god_faults(Hidden()) == ["gods/seth.py: has no name"]


def test_the_bit_of_another_god_is_refused() -> None:
    class Greedy(Seth):
        power = 8

    assert god_faults(Greedy()) == [f"gods/seth.py: power: 8; must be {1 << len(GODS)}"]


def test_a_misspelled_moment_is_refused() -> None:
    class Slip(Seth):
        def arived(self, s: Any, figure: int) -> None:
            pass

        def dances(self) -> None:
            pass

    misspelled, unknown = god_faults(Slip())
    assert misspelled == "gods/seth.py: no moment 'arived'; did you mean arrived?"
    assert unknown.startswith("gods/seth.py: no moment 'dances'; moments: action_begins, ")
    assert "worship_begins" in unknown


def test_a_moment_that_takes_something_else_is_refused() -> None:
    class Odd(Seth):
        def arrived(self, s: Any) -> None:
            pass

        def killed(self, s: Any, figure: int, why: str) -> None:
            pass

        def moved(self, s: Any, figure: int, why: str = "") -> None:
            pass

        def buried(self, *all_of_it: Any) -> None:
            pass

        turn_ends = 3

    assert god_faults(Odd()) == [
        "gods/seth.py: 'arrived' is given (s, figure) and takes (s)",
        "gods/seth.py: 'killed' is given (s, figure) and takes (s, figure, why)",
        "gods/seth.py: 'turn_ends' must be a method, like that of God",
    ]


def test_the_facts_that_a_module_tells_are_known() -> None:
    """As a look at its source finds them: no other ones than a reading of it."""
    for shelf, things in SHELVES:
        for thing in things:
            tree = ast.parse((SOURCE / shelf.file(thing.name)).read_text(encoding="utf-8"))
            calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) > 1]
            names = [
                call.args[1] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "tell"
            ]
            literal = {str(name.value) for name in names if isinstance(name, ast.Constant)}
            assert facts_told(thing) == sorted(literal), thing.name
    assert facts_told(PANTHEON[GODS.index("osiris")]) != []


def test_helpers_of_its_own_are_its_own_affair() -> None:
    class Shy(Seth):
        def _counts(self) -> int:
            return 1

    assert misfits(Shy, God) == []


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("base", "", "base: ''; must be one of large, small"),
        ("base", "huge", "base: 'huge'; must be one of large, small"),
        ("level", 0, "level: 0; must be one of 1, 2, 3"),
        ("figures", 0, "figures: says not how many there are"),
        ("kind", 3, f"kind: 3; must be {SATIS + len(GUARDIAN_NAMES)}"),
    ],
)
def test_a_guardian_must_say_what_it_is(field: str, value: object, said: str) -> None:
    guardian = Sobek()
    setattr(guardian, field, value)
    assert guardian_faults(guardian) == [f"guardians/sobek.py: {said}"]


def test_a_missing_module_is_refused() -> None:
    with pytest.raises(BadContent, match=r"gods/seth\.py: missing"):
        GOD_SHELF.take("seth")


def test_a_module_without_its_god_is_refused() -> None:
    with pytest.raises(BadContent, match=r"gods/god\.py: needs a line 'GOD: Final = …', a God"):
        GOD_SHELF.take("god")
    with pytest.raises(BadContent, match=r"guardians/guardian\.py: needs a line"):
        GUARDIAN_SHELF.take("guardian")
    assert isinstance(GUARDIAN_SHELF.take("cat-mummy"), Guardian)


def test_a_strength_that_is_not_the_printed_one_is_refused() -> None:
    class Chariots:
        name = "chariots"
        card = 1
        strength = 4

        def questions(self) -> dict[int, Any]:
            return {}

    faults = shelf_faults(CARD_SHELF, [Chariots()], Texts(data_text, "data", LANGUAGES))
    assert faults == ["cards/chariots.py: strength: 4; data/content.toml says 3"]

"""Whatever is wrong with what people and programs give the engine is refused with a `TheomachyError` that says where,
what, and what would be right; and nothing is half done then."""

from __future__ import annotations

import copy
import json
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import theomachy
from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import BadCase, BadContent, BadSave, BadSetup, IllegalChoice, TheomachyError
from theomachy.kernel.match import Match

ANKH: Final = theomachy.game("ankh")


def quick(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )


@contextmanager
def refused(kind: type[TheomachyError], *words: str) -> Iterator[None]:
    """Expects this error, with all these words in its message."""
    with pytest.raises(kind) as caught:
        yield
    for word in words:
        assert word in str(caught.value), f"'{word}' is not in: {caught.value}"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails what computes for longer, however busy the machine is."""

    def give_up(number: int, frame: object) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def new_match() -> Match:
    return theomachy.new("ankh", gods=["isis", "amun", "ra"], first=0, seed=3)


def state_of(match: Match) -> tuple[Any, ...]:
    facts = list(match.state.facts)
    return match.digest(), list(match.history), facts, [str(choice) for choice in match.choices], match.save()


# --- choices ----------------------------------------------------------------------------------------------------------

WRONG_CHOICES: Final[list[tuple[Any, str]]] = [
    ("", "verbs are"),
    ("   ", "verbs are"),
    ("\0", "verbs are"),
    ("dance", "verbs are"),
    ("action", "allowed: gain, move, summon, unlock"),
    ("action dance", "allowed: gain, move, summon, unlock"),
    ("done now", "stands alone"),
    ("cell Z9", "like A2"),
    ("edge A2-K9", "like A2-A3"),
    ("bid -1", "like 0, 1"),
    ("bid 1000", "999"),
    ("bid 3.0", "999"),
    ("card ace", "allowed: build, chariots"),
    ("İ ß", "verbs are"),
    ("action gain; action gain", "allowed"),
    (-1, f"0..{len(ANKH.table) - 1}"),
    (len(ANKH.table), f"0..{len(ANKH.table) - 1}"),
    (10**30, f"0..{len(ANKH.table) - 1}"),
    (True, "done"),
    (None, "NoneType"),
    (3.0, "float"),
    (b"done", "bytes"),
    (["action", "gain"], "list"),
    (("action", "gain"), "tuple"),
    ({}, "verb"),
    ({"verb": "action"}, "allowed: gain"),
    ({"verb": "action", "noun": 3}, "noun"),
    ({"verb": None}, "verb"),
    ({"verb": "action", "noun": "gain", "seat": 0}, "noun"),
    ({"noun": "gain"}, "verb"),
]


@pytest.mark.parametrize(("choice", "word"), WRONG_CHOICES, ids=lambda value: repr(value)[:30])
def test_something_that_is_no_choice(choice: Any, word: str) -> None:
    match = new_match()
    before = state_of(match)
    with refused(IllegalChoice, word):
        match.play(choice)
    with refused(IllegalChoice, word):
        match.play(choice, 0)
    assert match.why_not(choice, 0) == "theomachy/unknown"
    assert choice not in match.choices
    assert state_of(match) == before


@pytest.mark.parametrize("seat", [1, 2, 3, -1, 99, "isis", None])
def test_a_choice_of_a_seat_that_is_not_asked(seat: Any) -> None:
    match = new_match()
    match.play("action move", 0)
    before = state_of(match)
    choice = "action gain" if seat is None else "done"
    with refused(IllegalChoice, "not legal now" if seat is None else "Not your decision"):
        match.play(choice, seat)
    assert state_of(match) == before


@pytest.mark.parametrize("seat", [0.0, "0", [0], {}])
def test_a_seat_that_is_no_number(seat: Any) -> None:
    """0.0 equals 0, but no list is indexed by it: it must not be half a seat."""
    match = new_match()
    before = state_of(match)
    with pytest.raises(TheomachyError):
        match.play("action gain", seat)
    assert state_of(match) == before


def test_several_seats_decide_and_none_is_named() -> None:
    match = theomachy.new("ankh", gods=["isis", "ra"], position={"pieces": ["G1 B5", "G2 B6"], "start": "conflict"})
    before = state_of(match)
    with refused(IllegalChoice, "several seats", "say which"):
        match.play("card flood")
    assert state_of(match) == before


def test_a_choice_after_the_end() -> None:
    match = new_match()
    rng = random.Random(1)
    while not match.over:
        seat = match.decision.seats[0]
        match.play(rng.choice(match.choices_of(seat).ids), seat)
    before = state_of(match)
    with refused(IllegalChoice, "over"):
        match.play("action gain")
    assert match.why_not("action gain", 0) == "theomachy/over"
    assert state_of(match) == before


@pytest.mark.parametrize("number", [-1, len(ANKH.table), 10**9])
def test_a_choice_object_with_an_id_that_does_not_exist(number: int) -> None:
    match = new_match()
    before = state_of(match)
    with pytest.raises(TheomachyError):
        match.play(Choice(ANKH.table, number))
    assert state_of(match) == before


def test_nobody_makes_a_choice_legal_by_editing_what_was_offered() -> None:
    match = new_match()
    forbidden = ANKH.table.find("card flood")
    for ids in (match.choices.ids, match.choices_of(0).ids):
        try:
            ids.append(forbidden)
        except AttributeError:
            continue  # a tuple can't be edited: good
    with pytest.raises(IllegalChoice):
        match.play("card flood", 0)


@pytest.mark.parametrize("call", ["view", "planner_copy"])
@pytest.mark.parametrize("seat", [3, 99, -2])
def test_a_seat_that_does_not_exist(call: str, seat: int) -> None:
    match = new_match()
    arguments = (seat, 1) if call == "planner_copy" else (seat,)
    with refused(TheomachyError, "0..2"):
        getattr(match, call)(*arguments)


@given(st.text(max_size=40))
@quick(300)
def test_random_text_as_a_choice(text: str) -> None:
    check_random_choice(text)


@given(
    st.builds(
        lambda verb, space, noun: f"{verb}{space}{noun}",
        st.sampled_from([*ANKH.table.verbs, "ACTION", "Cell"]),
        st.sampled_from([" ", "  ", "\t", "", "-", "\u00a0", "\n"]),
        st.one_of(st.text(max_size=8), st.sampled_from(["gain", "D6", "d6", "isis", "3", "C5-C6", "C6-C5", "pool"])),
    )
)
@quick(300)
def test_random_nouns(text: str) -> None:
    check_random_choice(text)


json_values: Final = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=8), inner, max_size=5)),
    max_leaves=12,
)


@given(json_values)
@quick(200)
def test_random_json_as_a_choice(value: Any) -> None:
    check_random_choice(value)


@given(st.dictionaries(st.sampled_from(["verb", "noun", "x"]), json_values, max_size=3))
@quick(200)
def test_random_json_in_the_form_of_a_choice(value: Any) -> None:
    check_random_choice(value)


_MATCH: Final = new_match()
_BEFORE: Final = state_of(_MATCH)


def check_random_choice(choice: Any) -> None:
    rule = _MATCH.why_not(choice, 0)
    assert (choice in _MATCH.choices) == (rule is None)
    if rule is None:
        return
    assert rule in ANKH.catalogue.rules()
    with pytest.raises(IllegalChoice):
        _MATCH.play(choice, 0)
    assert state_of(_MATCH) == _BEFORE


# --- set-ups ----------------------------------------------------------------------------------------------------------

WRONG_SETUPS: Final[list[tuple[dict[str, Any], list[str]]]] = [
    ({"gods": ["isis", "zeus"]}, ["god 2", "zeus", "amun, anubis, isis, osiris, ra", "ankh/setup/players"]),
    ({"gods": ["isis", "isis"]}, ["isis", "twice", "ankh/setup/players"]),
    ({"gods": ["isis", " ISIS "]}, ["isis", "twice", "ankh/setup/players"]),
    ({"gods": []}, ["0 players", "2, 3, 4 or 5"]),
    ({"gods": ["isis"]}, ["1 players", "2, 3, 4 or 5", "ankh/setup/players"]),
    ({"gods": ["random"] * 6}, ["6 players", "2, 3, 4 or 5", "ankh/setup/players"]),
    ({"gods": "isis"}, ["gods", "list", "amun"]),
    ({"gods": [1, 2]}, ["gods", "list", "amun"]),
    ({"gods": [["isis"], "ra"]}, ["gods", "list", "amun"]),
    ({"gods": {"isis": 1}}, ["gods", "list"]),
    ({"players": 1}, ["players", "1", "2, 3, 4 or 5"]),
    ({"players": 6}, ["players", "6", "2, 3, 4 or 5"]),
    ({"players": 0}, ["players", "2, 3, 4 or 5"]),
    ({"players": -3}, ["players", "2, 3, 4 or 5"]),
    ({"players": "3"}, ["players", "'3'"]),
    ({"players": True}, ["players", "True"]),
    ({"players": 3.0}, ["players", "3.0"]),
    ({"players": 3, "gods": ["isis", "ra"]}, ["players", "3", "2 gods"]),
    ({"scenario": "atlantis"}, ["atlantis", "middle-kingdom", "guardians-of-kemet"]),
    ({"scenario": ""}, ["scenario", "middle-kingdom"]),
    ({"scenario": None}, ["scenario"]),
    ({"scenario": 7}, ["scenario", "7"]),
    ({"scenario": ["old-kingdom"]}, ["scenario"]),
    ({"guardians": ["satis", "mummy"]}, ["guardians", "1, 2, 3", "ankh/setup/guardians"]),
    ({"guardians": ["satis", "cat-mummy", "mummy"]}, ["guardians", "[1, 1, 2]"]),
    ({"guardians": ["satis", "mummy", "griffin"]}, ["griffin", "androsphinx"]),
    ({"guardians": 3}, ["guardians", "list"]),
    ({"guardians": [1, 2, 3]}, ["guardians", "list"]),
    ({"first": 2}, ["first", "0..1", "ankh/setup/first-player"]),
    ({"first": -1}, ["first", "0..1"]),
    ({"first": True}, ["first", "0..1"]),
    ({"first": "isis"}, ["first", "0..1"]),
    ({"colour": "red"}, ["colour", "gods", "scenario"]),
    ({"custom": 3}, ["custom", "table"]),
    ({"custom": []}, ["custom", "table"]),
    ({"custom": {}}, ["custom", "name"]),
    ({"custom": {"name": "x"}}, ["custom", "players", "2, 3, 4 or 5"]),
    (
        {"custom": {"name": "x", "players": 3, "order": ["A2", "J3", "B1"], "pieces": ["G1 B5", "G2 H6"]}},
        ["players"],
    ),
    ({"custom": {"name": "x", "players": 2, "pieces": "G1 B5"}}, ["pieces", "list"]),
    ({"custom": {"name": "x", "players": 2, "order": None}}, ["order", "list"]),
    ({"custom": {"name": "x", "players": 2, "dragons": []}}, ["dragons", "allowed", "pieces"]),
]


@pytest.mark.parametrize(("setup", "words"), WRONG_SETUPS, ids=lambda value: repr(value)[:60])
def test_a_wrong_set_up(setup: dict[str, Any], words: list[str]) -> None:
    with refused(TheomachyError, *words):
        theomachy.new("ankh", **setup)


@pytest.mark.parametrize("name", ["chess", "", "Ankh ", None, 3])
def test_an_unknown_game(name: Any) -> None:
    with refused(BadSetup, "ankh"):
        theomachy.new(name)


@pytest.mark.parametrize("seed", ["7", None, 1.5, [1]])
def test_a_seed_that_is_no_number(seed: Any) -> None:
    with refused(TheomachyError, "seed"):
        theomachy.new("ankh", seed=seed)


def test_a_set_up_belongs_to_its_match() -> None:
    """What the caller does with the table it gave does not change the match."""
    position: dict[str, Any] = {"pieces": ["G1 B5", "G2 H6"]}
    match = theomachy.new("ankh", gods=["isis", "ra"], position=position)
    position["pieces"].append("G3 A2")
    assert theomachy.load(match.save()).digest() == match.digest()


# --- scenario files ---------------------------------------------------------------------------------------------------

GOOD_SCENARIO: Final[dict[str, Any]] = {
    "name": "mine",
    "players": 2,
    "camels": [],
    "order": ["A2", "J3", "B1"],
    "pieces": ["T D1", "O1 A6", "w1 B5", "G1 B6", "T2 F7", "w2 G7", "G2 G8"],
}


def scenario_text(**changes: Any) -> str:
    """The good scenario as TOML, changed; None leaves a key out."""
    table = {key: value for key, value in {**GOOD_SCENARIO, **changes}.items() if value is not None}
    # JSON's strings, numbers and lists are TOML's as well.
    return "[[scenario]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())


def scenario_match(folder: Path, text: str | bytes) -> Match:
    path = folder / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return theomachy.new("ankh", gods=["isis", "ra"], scenario_file=str(path), seed=1)


def with_piece(piece: str) -> dict[str, Any]:
    return {"pieces": [*GOOD_SCENARIO["pieces"], piece]}


def test_a_good_scenario_file(tmp_path: Path) -> None:
    match = scenario_match(tmp_path, scenario_text())
    (tmp_path / "mine.toml").unlink()
    assert theomachy.load(match.save()).digest() == match.digest()


WRONG_SCENARIOS: Final[list[tuple[str, dict[str, Any], list[str]]]] = [
    ("unknown cell", with_piece("T Z9"), ["piece 8", "'T Z9'", "no cell 'Z9'", "A2", "ankh/board/cells"]),
    ("lower-case cell", with_piece("T d2"), ["piece 8", "no cell 'd2'"]),
    ("piece on water", with_piece("T E1"), ["piece 8", "'T E1'", "water", "ankh/board/water-regions"]),
    ("god on water", {"pieces": ["G1 E1", "G2 G8"]}, ["piece 1", "water", "ankh/board/water-regions"]),
    ("duplicate piece", with_piece("P B6"), ["piece 8", "'P B6'", "ankh/board/one-piece"]),
    ("the same piece twice", with_piece("T D1"), ["piece 8", "ankh/board/one-piece"]),
    ("unknown letter", with_piece("X D2"), ["piece 8", "no piece 'X'", "allowed: G, O, P, T"]),
    ("unknown guardian", with_piece("griffin1 D2"), ["piece 8", "griffin", "androsphinx"]),
    ("unknown player", with_piece("w3 D2"), ["piece 8", "no player 3", "2"]),
    ("player nought", with_piece("w0 D2"), ["piece 8", "no player 0"]),
    ("superscript player", with_piece("w² D2"), ["piece 8", "w²"]),
    ("figure without player", with_piece("w D2"), ["piece 8", "needs a player"]),
    ("no cell", with_piece("w1"), ["piece 8", "'w1'", "T D7"]),
    ("three words", with_piece("w 1 D2"), ["piece 8", "T D7"]),
    ("nothing", with_piece(""), ["piece 8", "T D7"]),
    ("two gods", with_piece("G1 D2"), ["piece 8", "B6", "ankh/setup/players"]),
    ("no god", {"pieces": ["G1 B6"]}, ["player 2", "no god figure", "ankh/setup/scenario"]),
    ("seven warriors", {"pieces": [*GOOD_SCENARIO["pieces"], *(f"w1 A{row}" for row in (2, 3, 4, 5, 7, 8))]}, ["6"]),
    ("three small bases", {"pieces": [*GOOD_SCENARIO["pieces"], "mummy1 A2", "mummy1 A3", "satis1 A4"]}, ["2 bases"]),
    ("eleven temples", {"pieces": [*GOOD_SCENARIO["pieces"], *(f"T B{row}" for row in range(1, 5)),
                                   *(f"T C{row}" for row in range(1, 6))]}, ["more than 10 temple"]),
    ("ten tokens", {"pieces": ["G1 B6", "G2 G8", *(f"O1 A{row}" for row in range(2, 9)),
                               *(f"P1 C{row}" for row in (1, 2, 3))]}, ["piece", "9", "ankh token"]),
    ("sun for Isis", {"pieces": [*GOOD_SCENARIO["pieces"][:-1], "G2 G8", "w1* A2", "w2* A3"]}, ["Ra", "ankh/god/ra"]),
    ("sun on a monument", with_piece("T1* D2"), ["piece 8", "T1*"]),
    ("region without tile", {"order": ["A2", "J3"]}, ["order", "B1", "ankh/board/order-tiles"]),
    ("no tiles", {"order": []}, ["order", "ankh/board/order-tiles"]),
    ("two tiles on a region", {"order": ["A2", "A3", "J3", "B1"]}, ["order tile 2", "'A3'", "tile 1"]),
    ("tile on water", {"order": ["E1", "A2", "J3", "B1"]}, ["order tile 1", "water"]),
    ("tile on no cell", {"order": ["A2", "J3", "Q7"]}, ["order tile 3", "no cell 'Q7'"]),
    ("nine tiles", {"order": ["A2"] * 9}, ["9 tiles", "8"]),
    ("camel on river", {"camels": ["B1-A2"]}, ["camel 1", "'B1-A2'", "river", "ankh/event/camel-edges"]),
    ("camel on water", {"camels": ["D6-D7"]}, ["camel 1", "water", "ankh/event/camel-edges"]),
    ("camel nowhere", {"camels": ["A2-K9"]}, ["camel 1", "no such edge", "A5-B4"]),
    ("camel on a cell", {"camels": ["A5"]}, ["camel 1", "no such edge"]),
    ("two camels on an edge", {"camels": ["A5-A4", "A4-A5"]}, ["camel 2", "already"]),
    ("unknown key", {"dragons": ["A5"]}, ["dragons", "allowed", "pieces"]),
    ("no name", {"name": None}, ["name"]),
    ("name is a number", {"name": 3}, ["name"]),
    ("no players", {"players": None}, ["players", "2, 3, 4 or 5", "ankh/setup/players"]),
    ("seven players", {"players": 7}, ["players", "7", "2, 3, 4 or 5"]),
    ("players in words", {"players": "two"}, ["players", "two"]),
    ("other player count", {"players": 3}, ["no scenario for 2 players", "3", "ankh/setup/scenario"]),
    ("pieces are text", {"pieces": "G1 B6"}, ["pieces", "list"]),
    ("pieces are numbers", {"pieces": [1, 2]}, ["pieces", "list"]),
    ("camels are a number", {"camels": 4}, ["camels", "list"]),
    ("unknown city", {"cities": ["Z1"]}, ["cities", "no cell 'Z1'"]),
    ("city on water", {"cities": ["E1"]}, ["city E1", "water"]),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "words"), [pytest.param(c, w, id=name) for name, c, w in WRONG_SCENARIOS])
def test_a_scenario_file_with_an_error(tmp_path: Path, changes: dict[str, Any], words: list[str]) -> None:
    with refused(BadContent, "mine.toml", *words):
        scenario_match(tmp_path, scenario_text(**changes))


WRONG_FILES: Final[list[tuple[str, str | bytes]]] = [
    ("bad TOML", "[[scenario]\nname = mine"),
    ("not UTF-8", b"\xff\xfe\x00name"),
    ("empty", ""),
    ("no scenario", "title = 'x'"),
    ("a table, not a list", "[scenario]\nname = 'x'"),
    ("a list of numbers", "scenario = [1, 2]"),
    ("a key twice", scenario_text() + "name = 'again'\n"),
]


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in WRONG_FILES])
def test_a_file_that_is_no_scenario(tmp_path: Path, text: str | bytes) -> None:
    with refused(BadContent, "mine.toml"):
        scenario_match(tmp_path, text)


def test_a_scenario_file_that_is_not_there(tmp_path: Path) -> None:
    with refused(BadContent, "nowhere.toml", "can't be read"):
        theomachy.new("ankh", scenario_file=str(tmp_path / "nowhere.toml"))
    with refused(BadContent, str(tmp_path), "can't be read"):
        theomachy.new("ankh", scenario_file=str(tmp_path))
    with refused(TheomachyError, "can't be read"):
        theomachy.new("ankh", scenario_file="no\0where.toml")


def test_the_event_track_of_a_scenario_file_is_used_or_refused(tmp_path: Path) -> None:
    """A key that is allowed must do something."""
    try:
        match = scenario_match(tmp_path, scenario_text(events="XCCC SCCX SCCX SCCX CX"))
    except BadContent:
        return
    assert match.view(None)["tracks"]["events"][0] == "conflict"


# --- positions --------------------------------------------------------------------------------------------------------

WRONG_POSITIONS: Final[list[tuple[dict[str, Any], list[str]]]] = [
    ({"weather": "fine"}, ["weather", "allowed", "pieces"]),
    ({"scenario": 3}, ["scenario"]),
    ({"scenario": "atlantis"}, ["atlantis", "middle-kingdom"]),
    ({"setup": True}, ["setup", "scenario"]),
    ({"pieces": "G1 B5"}, ["pieces", "list"]),
    ({"pieces": ["G1 Z9"]}, ["piece 1", "Z9"]),
    ({"pieces": ["w² B7"]}, ["piece 1", "w²"]),
    ({"camels": ["A2"]}, ["camel 1", "A2"]),
    ({"order": ["A2", "A2"]}, ["order tile 2"]),
    ({"guardians": ["griffin"]}, ["guardians", "griffin", "satis"]),
    ({"followers": {"zeus": 3}}, ["followers", "zeus", "isis"]),
    ({"followers": {"isis": -1}}, ["followers", "-1"]),
    ({"followers": {"isis": 1.5}}, ["followers", "1.5"]),
    ({"followers": {"isis": True}}, ["followers", "True"]),
    ({"followers": [1, 2]}, ["followers", "table"]),
    ({"devotion": {"isis": 31}}, ["devotion", "31", "30"]),
    ({"ladder": ["isis"]}, ["ladder", "every god"]),
    ({"ladder": ["isis", "amun", "ra"], "devotion": {"isis": 5}}, ["ladder", "ascending"]),
    ({"powers": {"isis": ["flying"]}}, ["powers", "flying", "revered"]),
    ({"hand": {"isis": []}}, ["hand", "never empty"]),
    ({"hand": {"isis": ["ace"]}}, ["hand", "ace", "flood"]),
    ({"pool": {"isis": ["dragon"]}}, ["pool", "dragon", "mummy"]),
    ({"pool": {"isis": ["mummy", "mummy", "satis"]}}, ["pool", "2 bases"]),
    ({"held": {"isis": 1}}, ["held", "Anubis"]),
    ({"tokens": {"isis": 10}}, ["tokens", "10", "9"]),
    ({"tokens": {"isis": 9}, "pieces": ["O1 B7"]}, ["tokens"]),
    ({"underworld": ["B5"]}, ["underworld", "Osiris"]),
    ({"claws": {"B5": ["B6", "C6"]}}, ["claws", "B5", "giant-scorpion"]),
    ({"claws": {"D5": 3}, "pieces": ["giant-scorpion1 D5"]}, ["claws", "D5"]),
    ({"claws": {"D5": ["A2", "A3"]}, "pieces": ["giant-scorpion1 D5"]}, ["claws", "D5"]),
    ({"amun": "sleepy"}, ["amun", "ready", "spent"]),
    ({"supply": {"gold": 3}}, ["supply", "gold", "camels"]),
    ({"supply": {"camels": 31}}, ["supply", "31", "30"]),
    ({"supply": [1]}, ["supply", "table"]),
    ({"stock": {"isis": 3}}, ["stock"]),
    ({"merged": {"isis": "zeus"}}, ["merged", "zeus"]),
    ({"merged": {"isis": "isis"}}, ["merged"]),
    ({"merged": {"isis": "amun", "ra": "amun"}}, ["merged"]),
    ({"forgotten": ["zeus"]}, ["forgotten", "zeus"]),
    ({"forgotten": ["amun", "amun"]}, ["forgotten", "amun"]),
    ({"forgotten": ["amun"], "merged": {"isis": "amun"}}, ["forgotten", "amun"]),
    ({"forgotten": ["amun", "isis", "ra"]}, []),
    ({"markers": {"dance": 1}}, ["markers", "dance", "gain"]),
    ({"markers": {"move": 9}}, ["markers", "9", "3"]),
    ({"events": 18}, ["events", "18", "17"]),
    ({"turn": "zeus"}, ["turn", "zeus", "isis"]),
    ({"turn": "amun", "forgotten": ["amun"]}, ["turn"]),
    ({"start": "party"}, ["start", "party", "conflict"]),
    ({"start": "bid"}, ["start", "bid"]),
    ({"start": "camel", "events": 17}, ["start", "camel"]),
]


@pytest.mark.parametrize(("position", "words"), WRONG_POSITIONS, ids=lambda value: repr(value)[:70])
def test_a_wrong_position(position: dict[str, Any], words: list[str]) -> None:
    with refused(TheomachyError, *words):
        theomachy.new("ankh", gods=["isis", "amun", "ra"], position={"pieces": ["G1 A2", "G2 H6", "G3 F3"], **position})


OSIRIS_POSITIONS: Final[list[dict[str, Any]]] = [
    {"underworld": ["B5", "B5"]},
    {"underworld": ["B5"], "pieces": ["G1 A2", "G2 H6", "T B5"]},
    {"underworld": ["B5", "B6", "B7", "B8"]},
    {"underworld": ["E1"]},
    {"held": {"anubis": 1}},
    {"held": {"osiris": 4}},
]


@pytest.mark.parametrize("position", OSIRIS_POSITIONS, ids=repr)
def test_a_wrong_position_of_osiris_and_anubis(position: dict[str, Any]) -> None:
    with refused(TheomachyError, next(iter(position))):
        theomachy.new("ankh", gods=["osiris", "anubis"], position={"pieces": ["G1 A2", "G2 H6"], **position})


def test_a_hand_without_maat_is_refused_or_played_out() -> None:
    """ankh/battle/choose: a player with an empty hand plays none; in no case is somebody asked without a choice."""
    position = {"pieces": ["G1 B5", "w1 H7", "G2 B6", "w2 H6"], "hand": {"isis": ["flood"]}, "start": "conflict"}
    try:
        match = theomachy.new("ankh", gods=["isis", "amun"], position=position)
    except TheomachyError:
        return
    while match.state.in_conflict:
        for seat in match.decision.seats:
            assert len(match.choices_of(seat)) > 1, match.decision
        match.play(match.choices.ids[-1], match.decision.seats[0])


def test_a_god_that_does_not_stand_on_the_board_is_refused_or_nowhere() -> None:
    """A Mummy returns next to its god; where there is no god there is no cell for it."""
    position = {"pieces": ["mummy1 B5", "G2 B6", "w2 B7"], "start": "conflict"}
    try:
        match = theomachy.new("ankh", gods=["ra", "amun"], position=position)
    except TheomachyError:
        return
    match.play("no", 1)
    match.play("card drought", 0)
    match.play("card chariots", 1)
    figures = [entry for entry in match.view(None)["board"]["figures"] if entry["god"] == "ra"]
    assert figures == []
    assert match.decision.prompt != "mummy-to"


def test_more_than_three_held_warriors() -> None:
    with refused(TheomachyError, "held"):
        theomachy.new("ankh", gods=["anubis", "isis", "ra"], position={"held": {"isis": 2, "ra": 2}})


@pytest.mark.parametrize("gods", [["random", "isis"], ["isis"], ["isis", "isis"], None, "isis", ["isis", 3]])
def test_a_position_with_wrong_gods(gods: Any) -> None:
    with pytest.raises(TheomachyError):
        theomachy.new("ankh", gods=gods, position={})


@pytest.mark.parametrize("position", [None, [], 3, "x"])
def test_a_position_that_is_no_table(position: Any) -> None:
    with refused(BadCase, "position", "table"):
        theomachy.new("ankh", gods=["isis", "ra"], position=position)


_cells: Final = st.sampled_from(["A2", "B5", "B6", "C5", "C6", "D5", "D6", "E1", "E7", "H6", "F3", "J9", "Z9"])
_gods: Final = st.sampled_from(["isis", "anubis", "osiris"])
_guardians: Final = st.sampled_from(["satis", "cat-mummy", "mummy", "apep", "giant-scorpion", "androsphinx"])
_monuments: Final = st.sampled_from(["obelisk", "pyramid", "temple"])
_edges: Final = st.sampled_from(["A5-A4", "A5-B4", "B5-B4", "B5-C5", "B1-A2", "D6-D7", "C5-C4"])
_piece: Final = st.builds(
    lambda word, digit, star, cell: f"{word}{digit}{star} {cell}",
    st.sampled_from(["w", "w", "T", "P", "O", "mummy", "apep", "giant-scorpion", "G", "X"]),
    st.sampled_from(["1", "2", "3", "", "4", "²"]),
    st.sampled_from(["", "", "", "*"]),
    _cells,
)


def by_god(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(_gods, values, max_size=3)


#: for each key of a position values that could be right
_plausible: Final[dict[str, st.SearchStrategy[Any]]] = {
    "scenario": st.sampled_from(["plain", "two-capitals", "great-rebuilding", "guardians-of-kemet"]),
    "setup": st.booleans(),
    "camels": st.lists(_edges, max_size=4),
    "order": st.lists(_cells, max_size=4),
    "guardians": st.lists(_guardians, max_size=4),
    "followers": by_god(st.integers(0, 9)),
    "devotion": by_god(st.integers(0, 31)),
    "ladder": st.permutations(["isis", "anubis", "osiris"]),
    "powers": by_god(
        st.lists(st.sampled_from(["revered", "pyramid", "obelisk", "glorious", "worshipful"]), max_size=7)
    ),
    "hand": by_god(st.lists(st.sampled_from(["flood", "maat", "plague", "build"]), max_size=5)),
    "pool": by_god(st.lists(_guardians, max_size=3)),
    "held": by_god(st.integers(0, 4)),
    "tokens": by_god(st.integers(0, 9)),
    "underworld": st.lists(_cells, max_size=4),
    "claws": st.dictionaries(_cells, st.lists(_cells, min_size=2, max_size=2), max_size=2),
    "amun": st.sampled_from(["ready", "spent"]),
    "supply": st.dictionaries(
        st.one_of(_monuments, _guardians, st.sampled_from(["camels", "tiles"])), st.integers(0, 12)
    ),
    "stock": by_god(st.dictionaries(_monuments, st.integers(0, 3))),
    "merged": by_god(_gods),
    "forgotten": st.lists(_gods, max_size=3),
    "markers": st.dictionaries(st.sampled_from(["move", "summon", "gain", "unlock"]), st.integers(0, 4)),
    "events": st.integers(0, 18),
    "turn": _gods,
    "start": st.sampled_from(["turn", "control", "camel", "conflict", "bid"]),
    "pieces": st.lists(_piece, max_size=6).map(lambda more: ["G1 A3", "G2 H7", "G3 F2", *more]),
}


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """A few keys, most of them with values that could be right, now and then with any."""
    keys = draw(st.lists(st.sampled_from(sorted(_plausible)), max_size=4, unique=True))
    position: dict[str, Any] = {"pieces": ["G1 A3", "G2 H7", "G3 F2"]}
    for key in keys:
        position[key] = draw(_plausible[key] if draw(st.integers(0, 7)) else json_values)
    return position


@given(positions())
@quick(400)
def test_random_positions_are_possible_or_refused(position: dict[str, Any]) -> None:
    """Only a `TheomachyError` may come out; and what is accepted is a possible state with a decision."""
    try:
        match = theomachy.new("ankh", gods=["isis", "anubis", "osiris"], position=copy.deepcopy(position))
    except TheomachyError:
        return
    assert ANKH.faults(match.state) == []
    with within(5):
        play_out(match)


def play_out(match: Match) -> None:
    """Play to the end; every decision has its choices."""
    rng = random.Random(1)
    while not match.over:
        seat = match.decision.seats[0]
        assert len(match.choices_of(seat)) > 1, match.decision
        match.play(rng.choice(match.choices_of(seat).ids), seat)


@given(st.dictionaries(st.sampled_from(["gods", "players", "scenario", "guardians", "first", "custom"]), json_values))
@quick(300)
def test_random_set_ups(setup: dict[str, Any]) -> None:
    try:
        match = theomachy.new("ankh", **setup)
    except TheomachyError:
        return
    assert ANKH.faults(match.state) == []


_custom: Final = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["mine", "two-capitals", "great-rebuilding"]),
        "players": st.sampled_from([2, 2, 2, 3]),
        "order": st.sampled_from([["A2", "J3", "B1"], ["B1", "A2", "J3"], ["A2", "J3"]]),
        "pieces": st.lists(_piece, max_size=4).map(lambda more: ["G1 A3", "G2 H7", *more]),
    },
    optional={
        "camels": st.lists(_edges, max_size=2),
        "cities": st.lists(_cells, max_size=2),
        "base": json_values,
        "rule": json_values,
        "events": json_values,
        "file": json_values,
    },
)


@given(_custom)
@quick(200)
def test_random_scenarios(custom: dict[str, Any]) -> None:
    try:
        match = theomachy.new("ankh", custom=copy.deepcopy(custom))
    except TheomachyError:
        return
    assert ANKH.faults(match.state) == []


# --- saves ------------------------------------------------------------------------------------------------------------


def saved() -> dict[str, Any]:
    """A save from the middle of a match."""
    match = new_match()
    rng = random.Random(5)
    for _ in range(40):
        seat = match.decision.seats[0]
        match.play(rng.choice(match.choices_of(seat).ids), seat)
    data: dict[str, Any] = json.loads(match.save())
    return data


SAVED: Final = saved()
NEEDED: Final = ("format", "game", "rules", "setup", "seed", "history")


def changed(**changes: Any) -> str:
    return json.dumps({**SAVED, **changes})


def test_the_save_itself_is_good() -> None:
    assert json.loads(theomachy.load(json.dumps(SAVED)).save()) == SAVED


@pytest.mark.parametrize("field", NEEDED)
def test_a_save_without_a_field(field: str) -> None:
    data = {key: value for key, value in SAVED.items() if key != field}
    with refused(BadSave, "my.json", field, "missing"):
        theomachy.load(json.dumps(data), "my.json")


@pytest.mark.parametrize("field", NEEDED)
@pytest.mark.parametrize("value", [None, True, 1.5, "x", [1], {"a": 1}], ids=repr)
def test_a_save_with_a_mistyped_field(field: str, value: Any) -> None:
    """Also a value of the right type is refused, for none of these fits."""
    with refused(BadSave, "my.json", field):
        theomachy.load(changed(**{field: value}), "my.json")


WRONG_SAVES: Final[list[tuple[dict[str, Any], list[str]]]] = [
    ({"format": 2}, ["format 2", "1"]),
    ({"format": -1}, ["format -1"]),
    ({"game": "chess"}, ["game", "chess", "ankh"]),
    ({"rules": 99}, ["rules", "99"]),
    ({"seed": 4}, ["digest", "state"]),
    ({"setup": {}}, ["history"]),
    ({"setup": {"gods": ["isis", "isis"]}}, ["setup", "twice"]),
    ({"setup": {"gods": ["isis", "amun", "ra"], "dragons": 3}}, ["setup", "dragons"]),
    ({"history": [3]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[0]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[0, "action gain", 3]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [["0", "action gain"]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[True, "action gain"]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[0, 3]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[0, "dance"]]}, ["history[0]", "seat 0", "dance"]),
    ({"history": [[0, "card flood"]]}, ["history[0]", "seat 0", "card flood", "theomachy/asked"]),
    ({"history": [[0, "action move"], [0, "cell B7"]]}, ["history[1]", "seat 0", "cell B7", "not legal"]),
    ({"history": [[7, "action gain"]]}, ["history[0]", "seat 7", "theomachy/turn"]),
    ({"history": [[-1, "action gain"]]}, ["history[0]", "seat -1"]),
    ({"history": SAVED["history"][:-1]}, ["state"]),
    ({"history": []}, ["state"]),
    ({"state": None}, ["state"]),
    ({"state": 3}, ["state"]),
    ({"state": {}}, ["state"]),
    ({"digest": "0" * 32}, ["digest"]),
    ({"digest": None}, ["digest"]),
]


@pytest.mark.parametrize(("changes", "words"), WRONG_SAVES, ids=lambda value: repr(value)[:60])
def test_a_tampered_save(changes: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BadSave) as caught:
        theomachy.load(changed(**changes), "my.json")
    assert str(caught.value).startswith("my.json: ")
    if words == ["digest", "state"]:
        assert any(word in str(caught.value) for word in words)
    else:
        assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize("field", sorted(SAVED["state"]))
def test_a_save_with_a_tampered_state(field: str) -> None:
    value = SAVED["state"][field]
    wrong: list[Any] = [None, "x", [*value, 1] if isinstance(value, list) else 12345]
    for other in wrong:
        if other != value:
            with refused(BadSave, "state", field):
                theomachy.load(changed(state={**SAVED["state"], field: other}))
    less = {key: kept for key, kept in SAVED["state"].items() if key != field}
    with refused(BadSave, "state", field):
        theomachy.load(changed(state=less))
    with refused(BadSave, "state"):
        theomachy.load(changed(state={**SAVED["state"], "extra": 1}))


def test_every_truncation_of_a_save() -> None:
    text = json.dumps(SAVED)
    for length in [*range(60), *range(60, len(text) - 1, 97), len(text) - 1]:
        with refused(BadSave, "not a JSON file"):
            theomachy.load(text[:length])


@pytest.mark.parametrize("number", range(0, len(SAVED["history"]), 5))
def test_a_save_with_a_choice_left_out(number: int) -> None:
    history = SAVED["history"][:number] + SAVED["history"][number + 1 :]
    with pytest.raises(BadSave):
        theomachy.load(changed(history=history))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "3",
        "[]",
        '"x"',
        "{}",
        "\ufeff{}",
        "{" * 100_000,
        "[" * 100_000,
        "NaN",
        "1e999",
        "9" * 5000,
        "\0",
        "{'a': 1}",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_text_that_is_no_save(text: str) -> None:
    with refused(BadSave, "my.json"):
        theomachy.load(text, "my.json")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1e400", "9" * 5000, "-0", "1" + "0" * 400])
def test_a_save_with_an_odd_number(value: str) -> None:
    text = json.dumps({**SAVED, "seed": "SEED"}).replace('"SEED"', value)
    with pytest.raises(BadSave):
        theomachy.load(text)


def test_a_save_reads_no_other_file(tmp_path: Path) -> None:
    """A save from somebody else must not open files here: its own scenario is in it."""
    path = tmp_path / "mine.toml"
    path.write_text(scenario_text(), encoding="utf-8")
    save = {**SAVED, "setup": {"gods": ["isis", "amun"], "scenario_file": str(path)}, "history": []}
    for key in ("state", "digest"):
        save.pop(key)
    with refused(BadSave, "setup", "scenario_file"):
        theomachy.load(json.dumps(save))


@given(json_values)
@quick(200)
def test_random_json_as_a_save(value: Any) -> None:
    with pytest.raises(BadSave):
        theomachy.load(json.dumps(value))


@given(st.text(max_size=200))
@quick(100)
def test_random_text_as_a_save(text: str) -> None:
    with pytest.raises(BadSave):
        theomachy.load(text)


@given(
    st.fixed_dictionaries(
        {
            "format": st.just(1),
            "game": st.just("ankh"),
            "rules": st.just(ANKH.rules_version),
            "setup": st.one_of(
                st.dictionaries(st.sampled_from(["gods", "players", "scenario", "custom", "position"]), json_values),
                positions().map(lambda position: {"gods": ["isis", "anubis", "osiris"], "position": position}),
                _custom.map(lambda custom: {"gods": ["isis", "anubis"], "custom": custom}),
            ),
            "seed": st.integers(),
            "history": st.lists(st.tuples(st.integers(-1, 3), st.sampled_from(["action gain", "done", "x"])).map(list)),
        },
        optional={"state": json_values, "digest": json_values, "failure": json_values},
    )
)
@quick(300)
def test_random_json_in_the_form_of_a_save(data: dict[str, Any]) -> None:
    """Only `BadSave` may come out, or a match."""
    try:
        match = theomachy.load(json.dumps(data))
    except BadSave:
        return
    assert theomachy.load(match.save()).digest() == match.digest()


# --- states -----------------------------------------------------------------------------------------------------------


def hostile_values(value: Any) -> list[Any]:
    """Values of other types, and of the right type but beyond all bounds."""
    if isinstance(value, list):
        big = [[10**30, *value[1:]]] if value else [[10**30]]
        return [None, 3, "x", {}, [None], ["x"], [1.5], [True], value[:-1] if value else [None], *big]
    if isinstance(value, int):
        return [None, "x", 1.5, True, [], {}]
    return [3, [], True]


@pytest.mark.parametrize("field", sorted(SAVED["state"]))
def test_a_state_with_a_wrong_field(field: str) -> None:
    state = SAVED["state"]
    for value in hostile_values(state[field]):
        try:
            decoded = ANKH.decode({**state, field: value})
        except BadSave:
            continue
        # Of the right form all the same (a list that may have any length): then it is the faults that tell.
        with within(2):
            assert isinstance(ANKH.faults(decoded), list)
    with refused(BadSave, field):
        ANKH.decode({key: value for key, value in state.items() if key != field})


def test_a_state_with_an_unknown_field() -> None:
    with refused(BadSave, "dragons"):
        ANKH.decode({**SAVED["state"], "dragons": 1})


@pytest.mark.parametrize("data", [None, 3, "x", [], [["seats", 2]]])
def test_a_state_that_is_no_table(data: Any) -> None:
    with pytest.raises(BadSave):
        ANKH.decode(data)


WRONG_STEPS: Final[list[Any]] = [
    *(None, 3, "turn", [], ["turn"], ["dance", 0, 0, 0, 0], [["turn"], 0, 0, 0, 0]),
    *(["turn", 0, 0, 0, "0"], ["turn", 0.0, 0, 0, 0], ["turn", True, 0, 0, 0]),
]


@pytest.mark.parametrize("frame", WRONG_STEPS, ids=repr)
def test_a_state_with_a_wrong_step(frame: Any) -> None:
    with refused(BadSave, "stack[0]"):
        ANKH.decode({**SAVED["state"], "stack": [frame]})


WRONG_STACKS: Final[list[Any]] = [
    *([], [["turn", 7, -1, -1, 0]], [["turn", -2, -1, -1, 0]], [["turn", 0, -1, -1, 77]], [["battle", -1, -1, -1, 0]]),
    *([["move-to", 0, -1, 99, 0]], [["move-to", 0, -1, 10**30, 0]], [["mummy-to", 9, -1, 0, 0]]),
]


@pytest.mark.parametrize("stack", WRONG_STACKS, ids=repr)
def test_a_state_that_could_not_go_on(stack: Any) -> None:
    """It is refused, or its faults say why."""
    try:
        decoded = ANKH.decode({**SAVED["state"], "stack": stack})
    except BadSave:
        return
    assert ANKH.faults(decoded) != []


@pytest.mark.parametrize("battle", [3, [], {}, {"region": 1}, "x"])
def test_a_state_with_a_wrong_battle(battle: Any) -> None:
    with refused(BadSave, "battle"):
        ANKH.decode({**SAVED["state"], "battle": battle})


#: each number could be right in some state, but not in one of three seats at its first turn
IMPOSSIBLE: Final[list[tuple[str, int | None, int]]] = [
    ("ladder", 1, 3),
    ("side", 1, 4),
    ("turn_seat", None, 3),
    ("region", ANKH.table.find("cell E1") - ANKH.table.base("cell"), 2),
    ("tiles_left", None, 1),
    ("hand", 0, 4),
]


@pytest.mark.parametrize(("field", "index", "number"), IMPOSSIBLE)
def test_a_state_that_is_impossible_here(field: str, index: int | None, number: int) -> None:
    """It is refused, or its faults say why; a state without faults can be played on."""
    state = ANKH.encode(new_match().state)
    if index is None:
        state[field] = number
    else:
        state[field][index] = number
    try:
        decoded = ANKH.decode(state)
    except BadSave:
        return
    assert ANKH.faults(decoded) != []


@given(st.data())
@settings(quick(400), phases=[Phase.generate])
def test_random_numbers_in_a_state_are_faults_or_possible(data: st.DataObject) -> None:
    """`decode` refuses what has not the form of a state; of the rest `faults` can always say what is wrong."""
    state = copy.deepcopy(SAVED["state"])
    for _ in range(data.draw(st.integers(1, 3))):
        field = data.draw(st.sampled_from(sorted(state)))
        number = data.draw(st.one_of(st.integers(-5, 150), st.sampled_from([10**6, -(10**6), 2**62])))
        if isinstance(state[field], list) and state[field] and field != "stack":
            state[field][data.draw(st.integers(0, len(state[field]) - 1))] = number
        elif isinstance(state[field], int):
            state[field] = number
    try:
        decoded = ANKH.decode(state)
    except BadSave:
        return
    with within(2):
        assert isinstance(ANKH.faults(decoded), list)


def test_a_negative_mask_is_a_fault_too() -> None:
    for field in ("powers", "hand", "divine", "secret"):
        with within(2):
            try:
                decoded = ANKH.decode({**SAVED["state"], field: [-5, *SAVED["state"][field][1:]]})
            except BadSave:
                continue
            assert ANKH.faults(decoded) != []

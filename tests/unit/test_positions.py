"""Positions have addresses: what is written is read back as it was, for every case and along whole matches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import theomachy
from tests.examples import part
from tests.foreign import blocks
from theomachy.kernel.cases import Case, find_case_files, open_position, read_cases, read_positions
from theomachy.kernel.errors import BadCase, TheomachyError
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match
from theomachy.kernel.positions import document_at, exact_document, position_text, quiet_document, refused_place

CASES = Path(__file__).parent.parent / "cases"


def _files() -> list[Path]:
    return list(find_case_files([CASES]))


def _opened(case: Case) -> Match | None:
    """The match of a case; None if the case is about a position that is refused."""
    data = case.data
    if case.fault or "position" not in data:
        return None
    game = theomachy.game(data["game"])
    try:
        return Match(game, {game.seats_setting: data["seats"], "position": data["position"] or {}})
    except TheomachyError:
        return None


def _read_back(document: dict[str, Any], seed: int = 0) -> Match:
    (read,) = read_positions(position_text(document), "text")
    assert read == document, "the text says what the document says"
    return open_position(read, theomachy.game, seed)


def _views(match: Match) -> list[Any]:
    rest = match.game.at_rest(match.state)
    return [match.game.view(rest if rest is not None else match.state, Seat(seat)) for seat in range(-1, match.seats)]


@pytest.mark.parametrize("path", _files(), ids=lambda path: str(path.relative_to(CASES)))
def test_every_case_comes_back_unchanged(path: Path) -> None:
    """Opened, written as text, read and opened again: the same state, field by field; and by the keys alone, if they
    can say it."""
    for case in part(list(read_cases(path)), 6):
        match = _opened(case)
        if match is None:
            continue
        assert _read_back(exact_document(match)).digest() == match.digest(), case.place
        quiet = quiet_document(match)
        if quiet is not None:
            assert "fields" not in quiet["position"]
            assert _views(_read_back(quiet)) == _views(match), case.place
        assert _views(_read_back(document_at([match]))) == _views(match), case.place


def _moments(match: Match, seed: int) -> Iterator[Match]:
    """A match played at random, after each of its choices."""
    dice = random.Random(seed)
    while not match.over and len(match.history) < 400:
        seat = match.decision.seats[0]
        match.play(dice.choice(list(match.choices_of(seat))), seat)
        yield match


SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("ankh", {"players": 3}),
    ("ankh", {"players": 5, "pharaoh": "tutankhamun"}),
    ("ankh", {"players": 2, "pharaoh": "akhenaten"}),
    ("ankh", {"players": 3, "scenario": "great-rebuilding"}),
    ("ankh", {"players": 4, "scenario": "guardians-of-kemet", "pharaoh": "ramses"}),
    ("anunnaki", {"players": 2}),
    ("anunnaki", {"players": 4}),
]


@pytest.mark.parametrize(("game", "setup"), SETUPS, ids=lambda value: str(value).replace(" ", ""))
def test_any_moment_of_a_match_can_be_written(game: str, setup: dict[str, Any]) -> None:
    match = theomachy.new(game, seed=7, **setup)
    way = [match.copy()]
    turns = quiet_turns = 0
    for number, moment in enumerate(_moments(match, 7)):
        way.append(moment.copy())
        if moment.game.at_rest(moment.state) is not None and number % 3 == 0:
            turns += 1
            quiet_turns += quiet_document(moment) is not None
        if number % 23 == 0:
            assert _read_back(exact_document(moment, moment.seed), moment.seed).digest() == moment.digest()
            document = document_at(way)
            again = _read_back(document, moment.seed)
            assert "fields" not in document["position"]
            assert len(document.get("play", [])) < 60
            assert again.decision.prompt == moment.decision.prompt
            assert sorted(map(str, again.choices)) == sorted(map(str, moment.choices))
            assert again.game.standing(again.state) == moment.game.standing(moment.state)
    assert turns == quiet_turns > 3, "at the beginning of a turn the keys say everything"


def test_a_game_from_outside_has_positions_too() -> None:
    """One that writes no keys of its own: everything is in the fields."""
    room: dict[str, Any] = {"__name__": "tribute"}
    exec(compile(blocks("python"), "tribute.py", "exec"), room)
    game = room["Tribute"]()
    match = Match(game, {"players": 2}, 5)
    match.play(str(next(iter(match.choices))), match.decision.seats[0])
    document = exact_document(match)
    assert list(document["position"]) == ["fields"]
    assert open_position(document, lambda _: game).digest() == match.digest()


STANDING = "game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7, G2 B8]"
HOUSES = "game: anunnaki\nseats: [pharaohs, norrenis]\nposition: "
BROKEN = [
    ("game: ankh", "'seats' is missing"),
    ("[1, 2]", "must be a table"),
    ("game: ankh\nseats: [isis, amun]\nposition: {}\nmoves: []", "unknown key 'moves'"),
    ("game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7]}", "amun does not stand on the board"),
    ("game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7, G2 B7]}", "a cell holds one"),
    (f"{STANDING}, fields: {{followers: [[1]]}}}}", "has 1 entries"),
    (f"{STANDING}, fields: {{luck: [1]}}}}", "missing or unknown"),
    (f"{STANDING}, fields: {{where: {{x: [1]}}}}}}", "do not fit"),
    (f"{STANDING}, fields: {{camels_left: [3], row: [[1, 1]]}}}}",
     "impossible: god 0: 1 tokens in the row"),
    (f"{STANDING}, fields: 3}}", "must be a table of fields"),
    (f"{STANDING}}}\nplay: [amun: action gain]", "play 1"),
    ("game: ankh\nseats: [isis, amun]\nposition: {first: ra}", "'ra' does not play"),
    (f"{HOUSES}{{shown: {{pharaohs: [net]}}}}", "shown"),
    (f"{HOUSES}{{conquered: {{pharaohs: [3], norrenis: [3]}}}}", "named twice"),
    (f"{HOUSES}{{tokens: {{pharaohs: {{star: [0, 0]}}}}}}", "tokens, star"),
    (f"{HOUSES}{{removed: [fate], discarded: [fate]}}", "somewhere else"),
    (f"{HOUSES}{{markers: {{gaia.1: 3}}, resolved: [3]}}", "lies on a board"),
    ("game: chess\nseats: [white, black]", "no game 'chess'"),
    ("{{{", "a key must be a name"),
    ("", "holds no position"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_an_impossible_position_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(TheomachyError) as refused:
        open_position(read_positions(text, "here")[0], theomachy.game)
    assert words in str(refused.value)


def test_the_place_of_an_error_is_a_key() -> None:
    for text, key in (
        ("{pieces: [G1 B7, G2 B7]}", "pieces"),
        ("{pieces: [G1 B7]}", "pieces"),
        ("{pieces: [G1 B7, G2 B8], camels: [A2-B2, A2-B2]}", "camels"),
        ("{pieces: [G1 B7, G2 B8], order: [A2]}", "order"),
        ("{pieces: [G1 B7, G2 B8], hand: {isis: [flood]}}", "hand"),
    ):
        document = read_positions(f"game: ankh\nseats: [isis, amun]\nposition: {text}", "here")[0]
        with pytest.raises(TheomachyError) as refused:
            open_position(document, theomachy.game)
        assert refused_place(refused.value, document["position"]) == key, str(refused.value)


def test_the_first_player_need_not_be_the_first_seat() -> None:
    text = "game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7, G2 B8, w1 A8], first: amun, turn: amun}"
    match = open_position(read_positions(text, "here")[0], theomachy.game)
    assert match.state.first_seat == 1
    figures = {figure["cell"]: figure["god"] for figure in match.view()["board"]["figures"]}
    assert figures == {"B7": "amun", "B8": "isis", "A8": "amun"}
    with pytest.raises(BadCase, match="put a 'G2'"):
        open_position(
            read_positions("game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7], first: amun}", "here")[0],
            theomachy.game,
        )

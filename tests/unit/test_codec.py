"""One table of fields: it names every field of a state, copies copy each of them, and loading keeps to its ranges."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import cache
from typing import Any, Final

import msgspec
import pytest

import theomachy
from theomachy.games.anunnaki.content import CONTENT
from theomachy.kernel.codec import ARRAY, FLAG, NAME, Field, FieldTable, array, number, one_of
from theomachy.kernel.errors import BadSave
from theomachy.kernel.match import Match
from theomachy.server.bot_worker import answer
from theomachy.server.bots import question

#: what a record has beside its fields: what is written apart, what follows from the rest, and who listens
BESIDE: Final = {
    "game_class", "stack", "facts", "listening", "battle", "tables",
    "expansion", "annex", "ground",
}  # fmt: skip
SETUPS: Final[list[tuple[str, dict[str, Any]]]] = [("ankh", {"pharaoh": "ramses"}), ("anunnaki", {})]
PLACES: Final = {
    "ankh": ["state", "state.battle", "state.expansion"],
    "anunnaki": ["state", "state.battle"],
}


@cache
def in_battle(game: str) -> Match:
    """A match in the middle of a battle, so that everything that can be remembered is."""
    match = theomachy.new(game, players=3, seed=7, **dict(SETUPS)[game])
    luck = random.Random(7)
    while match.state.battle is None or not match.history:
        seat = luck.choice(match.decision.seats)
        match.play(luck.choice(match.choices_of(seat).ids), seat)
    return match


def every_field() -> list[tuple[str, str, str]]:
    found = []
    for game, places in PLACES.items():
        records = {place: fields for place, _, fields in theomachy.game(game).records(in_battle(game).state)}
        assert list(records) == places
        found += [(game, place, field.name) for place in places for field in records[place].fields]
    return found


def record(match: Match, state: Any, place: str) -> tuple[Any, FieldTable]:
    return next((record, fields) for at, record, fields in match.game.records(state) if at == place)


def poke(record: Any, field: Field) -> None:
    """Change a field a little, in place where it holds several numbers."""
    value = getattr(record, field.name)
    if field.shape == NAME:
        setattr(record, field.name, next(name for name in field.names if name != value))
    elif field.shape == FLAG:
        setattr(record, field.name, not value)
    elif not field.is_list():
        setattr(record, field.name, field.least if value != field.least else field.least + 1)
    elif len(value):
        value[-1] = field.least if value[-1] != field.least else field.least + 1
    else:
        assert field.shape != ARRAY
        value.append(field.least)


@pytest.mark.parametrize("game", PLACES)
def test_the_table_names_every_field(game: str) -> None:
    match = in_battle(game)
    for place, held, fields in match.game.records(match.state):
        # Compiled classes have no __slots__.
        slots = {name for name in dir(held) if not name.startswith("_") and not callable(getattr(held, name))}
        assert slots - BESIDE == set(fields.names), place
        assert len(set(fields.names)) == len(fields.names)


@pytest.mark.parametrize(("game", "place", "name"), every_field())
def test_a_field_of_a_copy_is_its_own(game: str, place: str, name: str) -> None:
    match = in_battle(game)
    encode = match.game.encode
    before = encode(match.state)
    # It is copied, whatever its value is …
    poked = match.game.copy(match.state)
    held, fields = record(match, poked, place)
    field = fields.fields[fields.names.index(name)]
    if field.lasting:
        value = list(getattr(held, name))
        assert list(getattr(record(match, match.game.copy(poked), place)[0], name)) == value
        return
    poke(held, field)
    after = encode(poked)
    assert after != before
    assert encode(match.state) == before
    again = match.game.copy(poked)
    assert encode(again) == after
    # … and what is done to the copy is not done to the original.
    poke(record(match, again, place)[0], field)
    assert encode(again) != after
    assert encode(poked) == after


@pytest.mark.parametrize(("game", "place", "name"), every_field())
def test_a_field_out_of_range_is_refused(game: str, place: str, name: str) -> None:
    match = in_battle(game)
    _, fields = record(match, match.state, place)
    field = fields.fields[fields.names.index(name)]
    greatest = fields.greatest(field, match.seats)
    for wrong in (field.least - 1, greatest + 1, None, "x", 1.5, True):
        data = json.loads(json.dumps(match.game.encode(match.state)))
        part = data
        for key in place.split(".")[1:]:
            part = part[key]
        if field.is_list():
            part[name] = [wrong, *part[name][1:]]
        elif field.shape == NAME and isinstance(wrong, str):
            part[name] = "no such name"
        else:
            part[name] = wrong
        with pytest.raises(BadSave, match=f"{place}.{name}"):
            match.game.decode(data)


@pytest.mark.parametrize("game", PLACES)
def test_every_field_is_within_its_range_all_match_long(game: str) -> None:
    for seed in range(3):
        match = theomachy.new(game, players=2 + seed, seed=seed, **dict(SETUPS)[game])
        luck = random.Random(seed)
        while not match.over:
            seat = luck.choice(match.decision.seats)
            match.play(luck.choice(match.choices_of(seat).ids), seat)
            for place, held, fields in match.game.records(match.state):
                for field in fields.fields:
                    value = getattr(held, field.name)
                    values = list(value) if field.is_list() else [value]
                    if field.shape == NAME:
                        assert value in field.names
                        continue
                    greatest = fields.greatest(field, match.seats)
                    assert all(field.least <= entry <= greatest for entry in values), (place, field.name, values)


def test_a_table_that_counts_by_something_unknown_is_refused() -> None:
    with pytest.raises(AssertionError, match="dragon"):
        FieldTable([array("gold", "dragon", 0, 9)], {"seat": 0})


def test_the_values_of_seats_end_with_the_seats() -> None:
    table = FieldTable([number("turn", 0, 4, "seat"), one_of("how", ("", "won"))], {"seat": 0})
    assert table.greatest(table.fields[0], 3) == 2

    class Record:
        turn = 0
        how = ""

    held = Record()
    table.decode(held, {"turn": 2, "how": "won"}, 3, "state")
    assert (held.turn, held.how) == (2, "won")
    with pytest.raises(BadSave, match=r"state.turn: 3 is not from 0 to 2"):
        table.decode(held, {"turn": 3, "how": ""}, 3, "state")


# --- content of one's own ---------------------------------------------------------------------------------------------

OVERRIDE: Final = {"star": {"mana": {"inner": [value + 1 for value in CONTENT["star"]["mana"]["inner"]]}}}
FRESH: Final = """
import json, sys, theomachy
from theomachy.kernel.match import planner_match
match = planner_match(theomachy.game("anunnaki"), json.load(sys.stdin))
print(match.digest(), match.state.tables.line_mana[14])
"""
WORKER: Final = """
import sys, msgspec
from theomachy.server.bot_worker import answer
from theomachy.server.bots import Question
print(answer(msgspec.json.decode(sys.stdin.buffer.read(), type=Question)).choice)
"""


def test_a_match_with_values_of_its_own_is_read_in_a_fresh_process() -> None:
    match = theomachy.new("anunnaki", players=3, seed=1, content=OVERRIDE)
    plan = match.planner_copy(0, 5)
    sent = json.dumps(match.game.portable(plan.state))
    run = subprocess.run([sys.executable, "-c", FRESH], input=sent, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.split() == [plan.digest(), str(match.state.tables.line_mana[14])]
    assert match.state.tables.line_mana[14] != theomachy.new("anunnaki", players=3).state.tables.line_mana[14]


def test_a_bot_at_such_a_table_thinks_in_a_fresh_process() -> None:
    match = theomachy.new("anunnaki", players=2, seed=1, first_game=True, content=OVERRIDE)
    seat = match.decision.seats[0]
    asked = question("choose", match, seat, "greedy", 3, "en")
    run = subprocess.run(
        [sys.executable, "-c", WORKER], input=msgspec.json.encode(asked), capture_output=True, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.decode().strip() == answer(asked).choice
    assert answer(asked).choice in match.choices


@pytest.mark.parametrize("content", [3, {}, {"key": 1, "override": {}}, {"key": "x", "override": {"dragons": 1}}])
def test_wrong_values_brought_along_are_refused(content: Any) -> None:
    match = theomachy.new("anunnaki", players=2, seed=1)
    with pytest.raises(BadSave, match=r"state\.content"):
        match.game.decode({**match.game.encode(match.state), "content": content})

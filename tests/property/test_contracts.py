"""The nine contracts of the engine (see the design), and two generators against brute force.

The checks themselves are those of the fuzzer; here Hypothesis chooses where in which match they are made.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import theomachy
from theomachy.ankh.content import CONTENT
from theomachy.ankh.scenarios import player_counts, scenario_names
from theomachy.ankh.summon import can_be_shared_out
from theomachy.kernel.errors import NoUndo
from theomachy.kernel.match import Match
from theomachy.lab import fuzz

ANKH: Final = theomachy.game("ankh")
SETUPS: Final = [(name, players) for name in scenario_names() for players in player_counts(name)]

#: every match of the fuzzer has a number
seeds = st.integers(min_value=0, max_value=2**48)
#: how far into a match
depths = st.integers(min_value=0, max_value=400)


def quick(examples: int) -> settings:
    """The same examples every time: fresh ones are what `theomachy fuzz` is for."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


def play_on(trial: fuzz.Trial, decisions: int) -> Match:
    """The trial's match so many decisions further, unchecked."""
    match = trial.match
    while decisions and not match.over:
        seat = trial.seats.choice(match.decision.seats)
        match.play(trial.policy(match, seat, match.choices_of(seat).ids), seat)
        decisions -= 1
    return match


def somewhere(seed: int, depth: int) -> Match:
    """A match in the middle of anything."""
    return play_on(fuzz.draw_trial(ANKH, seed), depth)


def secret_decision(seed: int) -> Match | None:
    """A match at its first secret decision of several seats, from the seed's own depth on."""
    trial = fuzz.draw_trial(ANKH, seed)
    match = play_on(trial, seed % 150)
    while not match.over and not (match.decision.secret and len(match.decision.seats) > 1):
        play_on(trial, 1)
    return None if match.over else match


# --- all of them, all the way -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "players"), SETUPS)
def test_a_whole_match_of_every_scenario_and_player_count(scenario: str, players: int) -> None:
    for seed in range(2):
        fuzz.draw_trial(ANKH, 1000 * players + seed, players, scenario).run()


@pytest.mark.parametrize("policy", list(fuzz.POLICIES))
def test_a_whole_match_with_every_policy(policy: str) -> None:
    setup = fuzz.draw_setup(ANKH, random.Random(policy))
    fuzz.Trial(ANKH, setup, 5, policy, 7).run()


@given(seeds)
@quick(25)
def test_a_whole_match_of_any_set_up(seed: int) -> None:
    fuzz.draw_trial(ANKH, seed).run()


# --- 1. deterministic -------------------------------------------------------------------------------------------------


@given(seeds, depths)
@quick(20)
def test_the_same_set_up_seed_and_choices_give_the_same_match(seed: int, depth: int) -> None:
    fuzz.check_replay(somewhere(seed, depth))


_FINGERPRINTS = """
import hashlib, json, sys
import theomachy
from theomachy.lab import fuzz
for seed in range(8):
    trial = fuzz.draw_trial(theomachy.game("ankh"), seed)
    match = trial.match
    while not match.over:
        seat = trial.seats.choice(match.decision.seats)
        match.play(trial.policy(match, seat, match.choices_of(seat).ids), seat)
    told = [match.facts, [match.view(seat) for seat in range(match.seats)], match.save()]
    text = json.dumps(told, sort_keys=False)
    print(match.digest(), hashlib.blake2b(text.encode(), digest_size=16).hexdigest())
"""


def fingerprints(hash_seed: str) -> str:
    """Digest, and a fingerprint of facts, views and save, of eight matches played in a process of their own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", _FINGERPRINTS]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300).stdout


def test_the_same_in_another_process_under_another_hash_seed() -> None:
    first = fingerprints("0")
    assert len(first.split()) == 16
    assert fingerprints("1") == first
    assert fingerprints("random") == first


def test_another_seed_gives_another_match() -> None:
    digests = {theomachy.new("ankh", gods=["random"] * 4, seed=seed).digest() for seed in range(20)}
    assert len(digests) == 20


# --- 2. copies are independent ----------------------------------------------------------------------------------------


@given(seeds, depths)
@quick(30)
def test_playing_on_in_a_copy_changes_nothing(seed: int, depth: int) -> None:
    fuzz.check_copy(somewhere(seed, depth), random.Random(seed), moves=25)


@given(seeds, depths)
@quick(15)
def test_a_simulation_on_a_copy_changes_nothing_and_ends(seed: int, depth: int) -> None:
    fuzz.check_playout(somewhere(seed, depth), seed)


def test_nothing_in_a_state_is_shared_with_its_copy() -> None:
    """Whatever is changed in a copy, down to the last number, the original does not notice."""
    match = secret_decision(11)
    assert match is not None
    before = match.digest()
    data = ANKH.encode(match.state)
    for name in data:
        copy = match.copy()
        value = getattr(copy.state, name)
        # Compiled classes have no __slots__, so the fields are found by their names.
        fields = (
            [slot for slot in dir(value) if not slot.startswith("_") and slot != "copy"] if name == "battle" else []
        )
        for part in [value, *(getattr(value, slot) for slot in fields)]:
            if name != "god_kind" and hasattr(part, "__len__") and hasattr(part, "__setitem__"):
                for index in range(len(part)):
                    part[index] = part[index - 1] if name == "stack" else 0
        assert match.digest() == before, name


# --- 3. save and load is the identity ---------------------------------------------------------------------------------


@given(seeds, depths)
@quick(25)
def test_save_and_load_is_the_identity_in_the_middle_of_anything(seed: int, depth: int) -> None:
    match = somewhere(seed, depth)
    fuzz.check_save(match)
    fuzz.check_encoding(match, seed)


@given(seeds, depths)
@quick(10)
def test_a_loaded_match_goes_on_like_the_saved_one(seed: int, depth: int) -> None:
    match = somewhere(seed, depth)
    loaded = theomachy.load(match.save())
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.decision.seats)
        choice = rng.choice(match.choices_of(seat).ids)
        assert loaded.play(choice, seat) == match.play(choice, seat)
    assert loaded.digest() == match.digest()


@given(seeds, depths)
@quick(20)
def test_what_may_be_undone_is_saved_too(seed: int, depth: int) -> None:
    """Also right after something was undone."""
    match = somewhere(seed, depth)
    for seat in range(match.seats):
        if match.can_undo(seat):
            match.undo(seat)
            fuzz.check_save(match)
            return


# --- 4. every match ends, every decision is one -----------------------------------------------------------------------


@pytest.mark.parametrize("policy", list(fuzz.POLICIES))
@pytest.mark.parametrize("players", [2, 5])
def test_every_match_ends(policy: str, players: int) -> None:
    rng = random.Random(players)
    setup = fuzz.draw_setup(ANKH, rng, players)
    trial = fuzz.Trial(ANKH, setup, 1, policy, 3)
    assert play_on(trial, fuzz.LIMIT).over


@given(seeds, depths)
@quick(40)
def test_a_decision_has_at_least_two_choices_for_each_asked_seat(seed: int, depth: int) -> None:
    fuzz.check_decision(somewhere(seed, depth))


# --- 5. conservation --------------------------------------------------------------------------------------------------


@given(seeds)
@quick(20)
def test_facts_account_for_everything_on_the_table(seed: int) -> None:
    """Followers, devotion, hands, figures, monuments and camels, from the first choice to the last."""
    trial = fuzz.draw_trial(ANKH, seed)
    match = trial.match
    ledger = fuzz.ledger_of(match)
    while not match.over:
        told = len(match.state.facts)
        play_on(trial, 1)
        for fact in match.state.facts[told:]:
            ledger.read(fact)
        assert ledger.differences(match.state) == []
        assert ANKH.faults(match.state) == []


def test_a_ledger_notices_what_no_fact_told() -> None:
    """The check can fail: each of these changes would be found."""
    match = theomachy.new("ankh", gods=["isis", "amun"], seed=1)
    state = match.state
    changes: list[tuple[Any, int]] = [
        (state.followers, 0),
        (state.devotion, 1),
        (state.hand, 0),
        (state.tokens, 0),
        (state.monuments_left, 0),
        (state.guardian_left, 7),
    ]
    for table, index in changes:
        ledger = fuzz.ledger_of(match)
        table[index] += 1
        assert ledger.differences(state) != []
        table[index] -= 1
    assert fuzz.ledger_of(match).differences(state) == []


# --- 6. hidden is hidden ----------------------------------------------------------------------------------------------


@given(seeds)
@quick(40)
def test_nobody_can_tell_what_another_seat_has_secretly_chosen(seed: int) -> None:
    base = secret_decision(seed)
    if base is None:
        return
    rng = random.Random(seed)
    match, pending = base.copy(), []
    while True:
        seat = rng.choice(match.decision.seats)
        pending.append((seat, rng.choice(match.choices_of(seat).ids)))
        match.play(pending[-1][1], seat)
        if match.state.reveals != base.state.reveals or match.over:
            return
        fuzz.check_secrets(base, pending, rng, tries=20)


@given(seeds)
@quick(40)
def test_taking_back_a_secret_choice_leaves_no_trace(seed: int) -> None:
    """To choose, take it back and choose otherwise looks to the others like having chosen so at once."""
    base = secret_decision(seed)
    if base is None:
        return
    rng = random.Random(seed)
    seat = rng.choice(base.decision.seats)
    one, other = rng.sample(base.choices_of(seat).ids, 2)
    wavering, resolute = base.copy(), base.copy()
    for match in (wavering, resolute):
        match.state.listening = True
    wavering.play(one, seat)
    if wavering.state.reveals != base.state.reveals:
        return
    wavering.undo(seat)
    assert wavering.digest() == base.digest()
    wavering.play(other, seat)
    resolute.play(other, seat)
    assert wavering.history == resolute.history
    for viewer in (*range(base.seats), None):
        assert wavering.view(viewer) == resolute.view(viewer)
        assert wavering.facts_since(0, viewer) == resolute.facts_since(0, viewer)


def test_the_dice_are_hidden() -> None:
    """Matches that differ only in what the dice will show look the same."""
    gods, guardians = ["isis", "amun", "ra"], ["satis", "mummy", "androsphinx"]
    views = [
        [theomachy.new("ankh", gods=gods, guardians=guardians, first=0, seed=seed).view(seat) for seat in (None, 0, 1)]
        for seed in (1, 2)
    ]
    assert views[0] == views[1]


# --- 7. a planner can't see the future --------------------------------------------------------------------------------


@given(seeds, depths, st.integers(min_value=1, max_value=2**60))
@quick(40)
def test_a_planners_copy_knows_nothing_hidden(seed: int, depth: int, dice: int) -> None:
    match = somewhere(seed, depth)
    for seat in range(match.seats):
        fuzz.check_planner(match, seat, dice)


@given(seeds)
@quick(25)
def test_a_planners_copy_in_a_secret_decision(seed: int) -> None:
    match = secret_decision(seed)
    if match is None:
        return
    rng = random.Random(seed)
    reveals = match.state.reveals
    while not match.over and match.state.reveals == reveals:
        for seat in range(match.seats):
            fuzz.check_planner(match, seat, 77)
        seat = rng.choice(match.decision.seats)
        match.play(rng.choice(match.choices_of(seat).ids), seat)


# --- 8. undo ----------------------------------------------------------------------------------------------------------


@given(seeds, depths)
@quick(30)
def test_playing_and_taking_back_at_random(seed: int, depth: int) -> None:
    """Wherever undo is allowed it gives the match of the remaining choices; where not, it changes nothing."""
    match = somewhere(seed, depth)
    rng = random.Random(seed)
    for _ in range(30):
        if rng.random() < 0.45:
            seat = rng.randrange(match.seats)
            before, history = match.digest(), list(match.history)
            if match.can_undo(seat):
                match.undo(seat)
                last = max(index for index, (who, _) in enumerate(history) if who == seat)
                assert match.history == history[:last] + history[last + 1 :]
            else:
                with pytest.raises(NoUndo):
                    match.undo(seat)
                assert match.digest() == before
                assert match.history == history
        elif not match.over:
            seat = rng.choice(match.decision.seats)
            match.play(rng.choice(match.choices_of(seat).ids), seat)
    fuzz.check_replay(match)


def first_turns() -> Match:
    return theomachy.new("ankh", gods=["isis", "amun"], first=0, seed=1)


def test_undo_goes_back_through_all_own_decisions() -> None:
    match = first_turns()
    start = match.digest()
    match.play("action move")
    match.play("figure B6")
    match.play("cell B7")
    for _ in range(3):
        match.undo(0)
    assert match.digest() == start
    assert match.facts == first_turns().facts
    with pytest.raises(NoUndo, match="nothing to take back"):
        match.undo()


def test_undo_stops_where_somebody_else_has_decided() -> None:
    match = first_turns()
    match.play("action unlock")
    match.play("done")
    assert match.decision.seats == (1,)
    assert match.can_undo(0)
    match.play("action gain")
    assert not match.can_undo(0)
    with pytest.raises(NoUndo):
        match.undo(0)


def battle() -> Match:
    position = {
        "pieces": ["G1 B5", "w1 C5", "G2 B6", "w2 C8"],
        "followers": {"isis": 3, "amun": 3},
        "start": "conflict",
    }
    return theomachy.new("ankh", gods=["isis", "amun"], position=position)


def test_undo_never_crosses_a_reveal() -> None:
    match = battle()
    match.play("no", 1)
    match.play("card flood", 0)
    assert match.can_undo(0)
    match.play("card flood", 1)
    assert not match.can_undo(0)
    assert not match.can_undo(1)


def test_an_unrevealed_secret_choice_may_be_taken_back_after_others_have_chosen() -> None:
    match = theomachy.new(
        "ankh",
        gods=["isis", "amun", "ra"],
        position={"pieces": ["G1 B5", "G2 B6", "G3 B7"], "amun": "spent", "start": "conflict"},
    )
    match.play("card flood", 0)
    match.play("card maat", 2)
    match.undo(0)
    assert match.decision.seats == (0, 1)
    match.play("card plague", 0)
    assert match.history == [(2, ANKH.table.find("card maat")), (0, ANKH.table.find("card plague"))]


def test_undo_goes_back_freely_through_ones_own_secret_choice() -> None:
    """Nobody else has decided and nothing was revealed: the announcement before the card may be taken back too."""
    match = battle()
    start = match.digest()
    match.play("no", 1)
    match.play("card flood", 1)
    match.undo(1)
    assert match.can_undo(1)
    match.undo(1)
    assert match.digest() == start


# --- 9. why not? ------------------------------------------------------------------------------------------------------


@given(seeds, depths)
@quick(25)
def test_every_choice_there_is_is_legal_or_forbidden_by_a_rule(seed: int, depth: int) -> None:
    match = somewhere(seed, depth)
    asked = match.decision.seats or (0,)
    for number in range(len(ANKH.table)):
        fuzz.check_refusal(match, asked[0], number)


@given(seeds, depths)
@quick(25)
def test_a_refused_choice_changes_nothing(seed: int, depth: int) -> None:
    match = somewhere(seed, depth)
    rng = random.Random(seed)
    for _ in range(10):
        seat, number = rng.randrange(match.seats), rng.randrange(len(ANKH.table))
        if match.why_not(number, seat) is not None:
            fuzz.check_illegal_play(match, seat, number)


@given(seeds, depths)
@quick(25)
def test_membership_text_json_and_id_of_a_choice_mean_the_same(seed: int, depth: int) -> None:
    match = somewhere(seed, depth)
    rng = random.Random(seed)
    for seat in match.decision.seats:
        for number in [*match.choices_of(seat).ids, *rng.sample(range(len(ANKH.table)), 20)]:
            rule = match.why_not(number, seat)
            for form in (ANKH.table.text(number), ANKH.table.json(number), ANKH.table.text(number).upper()):
                assert match.why_not(form, seat) == rule
                assert (form in match.choices_of(seat)) == (rule is None), form


def test_a_region_may_be_named_by_any_of_its_cells() -> None:
    """What `play` takes is what `why_not` allows and what is among the choices."""
    match = caravan_match(set(), None)
    while match.decision.prompt == "lay-camel":
        match.play("done" if "done" in match.choices and match.state.chain else match.choices[0])
    assert match.decision.prompt == "keep-tile"
    for cell in GROUND.land:
        named = f"region {cell}"
        assert (match.why_not(named, 0) is None) == (named in match.choices), named


# --- geometry of their own for the brute-force searches ---------------------------------------------------------------

ROWS: Final[list[str]] = CONTENT["map"]["rows"]
Point = tuple[int, int]


class Ground:
    """The map of Egypt worked out anew from the printed rows: cells, the corners around them, and the edges between."""

    def __init__(self) -> None:
        self.corners: dict[str, frozenset[Point]] = {}
        self.water: set[str] = set()
        for row, line in enumerate(ROWS):
            for column, letter in enumerate(line):
                if letter != ".":
                    name = f"{chr(65 + column)}{row + 1}"
                    self.corners[name] = frozenset(self._corners(column, row))
                    if letter == "w":
                        self.water.add(name)
        self.edges: dict[frozenset[str], frozenset[Point]] = {}
        for one, two in itertools.combinations(self.corners, 2):
            shared = self.corners[one] & self.corners[two]
            if len(shared) == 2:
                self.edges[frozenset((one, two))] = shared
        self.river = {frozenset(name.split("-")) for name in CONTENT["map"]["river"]}
        self.land = sorted(set(self.corners) - self.water)
        self.neighbours = {
            cell: sorted(next(iter(edge - {cell})) for edge in self.edges if cell in edge) for cell in self.corners
        }

    @staticmethod
    def _corners(column: int, row: int) -> Iterator[Point]:
        x, y = 1.5 * column, math.sqrt(3) * (row + (column % 2) / 2)
        for corner in range(6):
            angle = math.radians(60 * corner)
            yield round(100 * (x + math.cos(angle))), round(100 * (y + math.sin(angle)))

    def regions(self, camels: Iterable[frozenset[str]]) -> list[frozenset[str]]:
        """The land, cut by river and camels."""
        cut = self.river | set(camels)
        left, found = set(self.land), []
        while left:
            rim = [left.pop()]
            region = set(rim)
            while rim:
                cell = rim.pop()
                for other in self.neighbours[cell]:
                    if other in left and frozenset((cell, other)) not in cut:
                        left.remove(other)
                        region.add(other)
                        rim.append(other)
            found.append(frozenset(region))
        return found

    def adjacent(self, cell: str, camels: set[frozenset[str]]) -> list[str]:
        """The cells across an edge with neither river nor camel."""
        return [
            other
            for other in self.neighbours[cell]
            if frozenset((cell, other)) not in camels and frozenset((cell, other)) not in self.river
        ]


GROUND: Final = Ground()
Chain = tuple[frozenset[str], ...]


def touched_corners(camels: set[frozenset[str]]) -> set[Point]:
    """Corners at river, water, camels or the border of the board (ankh/event/camel-ends)."""
    cells_at: dict[Point, int] = {}
    for corners in GROUND.corners.values():
        for corner in corners:
            cells_at[corner] = cells_at.get(corner, 0) + 1
    touched = {corner for corner, cells in cells_at.items() if cells < 3}
    for edge in GROUND.river | camels:
        touched |= GROUND.edges[edge]
    for cell in GROUND.water:
        touched |= GROUND.corners[cell]
    return touched


def legal_chains(camels: set[frozenset[str]], limit: int) -> set[Chain]:
    """Every legal caravan, from either end: all simple paths, each tried with a flood fill."""
    free = {
        edge: corners
        for edge, corners in GROUND.edges.items()
        if edge not in camels and edge not in GROUND.river and not edge & GROUND.water
    }
    leaving: dict[Point, list[tuple[frozenset[str], Point]]] = {}
    for edge, (one, two) in ((edge, tuple(corners)) for edge, corners in free.items()):
        leaving.setdefault(one, []).append((edge, two))
        leaving.setdefault(two, []).append((edge, one))
    ends = touched_corners(camels)
    before = GROUND.regions(camels)
    found: set[Chain] = set()

    def is_legal(chain: list[frozenset[str]]) -> bool:
        after = GROUND.regions(camels | set(chain))
        new = [region for region in after if region not in before]
        return len(after) == len(before) + 1 and len(new) == 2 and min(len(region) for region in new) >= 6

    def walk(corner: Point, chain: list[frozenset[str]], visited: list[Point]) -> None:
        for edge, other in leaving.get(corner, []):
            if other in visited:
                continue
            chain.append(edge)
            if other in ends and tuple(reversed(chain)) not in found and tuple(chain) not in found and is_legal(chain):
                found.add(tuple(chain))
                found.add(tuple(reversed(chain)))
            if len(chain) < limit:
                walk(other, chain, [*visited, other])
            chain.pop()

    for corner in ends:
        walk(corner, [], [corner])
    return found


def edge_name(edge: frozenset[str]) -> str:
    one, two = sorted(edge)
    return f"{one}-{two}"


def caravan_match(camels: set[frozenset[str]], limit: int | None) -> Match:
    """A caravan event on a board with these camels."""
    order = [min(region) for region in GROUND.regions(camels)]
    position: dict[str, Any] = {
        "pieces": ["G1 B5", "G2 H6"],
        "camels": [edge_name(edge) for edge in sorted(camels, key=sorted)],
        "order": order,
        "start": "camel",
    }
    if limit is not None:
        position["supply"] = {"camels": limit}
    return theomachy.new("ankh", gods=["isis", "amun"], position=position)


def offered(match: Match) -> set[Any]:
    """The edges that are offered, and None for 'done'."""
    return {None if str(choice) == "done" else frozenset(choice.noun.split("-")) for choice in match.choices}


def compare_caravans(match: Match, chains: set[Chain], rng: random.Random, descents: int) -> None:
    """What is offered is exactly what begins, goes on or completes a legal chain."""
    if not chains:
        assert match.decision.prompt != "lay-camel", "a caravan is offered where none is possible"
        return
    assert offered(match) == {chain[0] for chain in chains} | {None}
    for _ in range(descents):
        trial = match.copy()
        laid: list[frozenset[str]] = []
        while trial.decision.prompt == "lay-camel":
            wanted: set[Any] = {chain[len(laid)] for chain in chains if list(chain[: len(laid)]) == laid < list(chain)}
            if not laid or tuple(laid) in chains:
                wanted.add(None)
            assert offered(trial) == wanted, laid
            choice = rng.choice(sorted(wanted, key=str))
            trial.play("done" if choice is None else f"edge {edge_name(choice)}")
            if choice is None:
                break
            laid.append(choice)
            # What was forced has been laid too.
            laid += [
                frozenset(ANKH.table.text(number).partition(" ")[2].split("-"))
                for _, number in trial.forced
                if ANKH.table.verb(number) == "edge"
            ]


@given(
    st.integers(min_value=0, max_value=2**32), st.integers(min_value=0, max_value=4), st.sampled_from([None, 1, 3, 5])
)
@quick(60)
def test_caravans_against_brute_force(seed: int, earlier: int, limit: int | None) -> None:
    rng = random.Random(seed)
    camels: set[frozenset[str]] = set()
    for _ in range(earlier):
        chains = sorted(legal_chains(camels, rng.choice((4, 5, 6))), key=lambda chain: [sorted(edge) for edge in chain])
        if chains:
            camels |= set(rng.choice(chains))
    chains_now = legal_chains(camels, limit or 6)
    compare_caravans(caravan_match(camels, limit), chains_now, rng, descents=10)


# --- summon matching against brute force ------------------------------------------------------------------------------


@given(st.lists(st.integers(min_value=0, max_value=31), max_size=6))
@quick(300)
def test_sharing_out_summons_against_brute_force(placements: list[int]) -> None:
    bits = [1 << number for number in range(5)]
    possible = any(
        all(mask & summon for mask, summon in zip(placements, summons, strict=True))
        for summons in itertools.permutations(bits, len(placements))
    )
    assert can_be_shared_out(placements) == possible


class SummonAction:
    """A "Summon figure" action counted out by trying every way to account for its placements."""

    def __init__(self, match: Match) -> None:
        self.match = match
        #: for each placement the summons that could have made it
        self.placements: list[list[str]] = []

    def ways(self, cell: str, apep: bool) -> list[str]:
        """Which summons could place a figure on a cell now: the normal one, a pyramid's, Osiris'."""
        view = self.match.view(0)
        camels = {frozenset(name.split("-")) for name in view["board"]["camels"]}
        around = GROUND.adjacent(cell, camels)
        own_figures = [entry["cell"] for entry in view["board"]["figures"] if entry["god"] == "osiris"]
        own = {entry["cell"]: entry["type"] for entry in view["board"]["monuments"] if entry["god"] == "osiris"}
        ways = []
        if any(other in around for other in [*own_figures, *own]) or (apep and cell in GROUND.water):
            ways.append("normal")
        ways += [other for other in around if own.get(other) == "pyramid"]
        if cell in view["board"]["underworld"]:
            ways.append("underworld")
        return ways

    def cells(self, apep: bool) -> set[str]:
        """The cells where one more figure may be placed."""
        view = self.match.view(0)["board"]
        taken = {entry["cell"] for entry in (*view["figures"], *view["monuments"])}
        return {
            cell
            for cell in GROUND.corners
            if cell not in taken
            and (apep or cell not in GROUND.water)
            and self.accounted([*self.placements, self.ways(cell, apep)])
        }

    def accounted(self, placements: list[list[str]]) -> bool:
        return any(len(set(ways)) == len(ways) for ways in itertools.product(*placements))


def summon_match(rng: random.Random) -> Match:
    land = rng.sample(GROUND.land, 40)
    pieces = [f"G1 {land.pop()}", f"G2 {land.pop()}", *(f"P1 {land.pop()}" for _ in range(rng.randrange(4)))]
    pieces += [f"T1 {land.pop()}", *(f"{rng.choice('OT')} {land.pop()}" for _ in range(rng.randrange(10)))]
    position = {
        "pieces": pieces,
        "powers": {"osiris": ["commanding", "revered", "pyramid"]},
        "pool": {"osiris": rng.choice(([], ["apep"], ["apep", "mummy"]))},
        "guardians": ["satis", "apep", "androsphinx"],
        "underworld": rng.sample(land, rng.randrange(3)),
    }
    return theomachy.new("ankh", gods=["osiris", "amun"], position=position)


@given(st.integers(min_value=0, max_value=2**32))
@quick(40)
def test_summons_against_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    compare_summons(summon_match(rng), rng)


def test_summons_against_brute_force_beside_water_only() -> None:
    """Only the pyramid's summon is left and only water lies free beside it: Apep may still come there."""
    position = {
        "pieces": ["P1 F6", "T F5", "T E6", "G1 C4", "G2 H6"],
        "powers": {"osiris": ["commanding", "revered", "pyramid"]},
        "pool": {"osiris": ["apep"]},
        "guardians": ["satis", "apep", "androsphinx"],
    }
    for seed in range(6):
        compare_summons(theomachy.new("ankh", gods=["osiris", "amun"], position=position), random.Random(seed))


def compare_summons(match: Match, rng: random.Random) -> None:
    match.play("action summon")
    action = SummonAction(match)
    while match.decision.seats == (0,) and match.decision.prompt in ("summon-piece", "summon-to"):
        if match.decision.prompt == "summon-piece":
            pool = match.view(0)["gods"][0]["pool"]
            wanted = {f"piece {kind}" for kind, count in pool.items() if count and action.cells(kind == "apep")}
            assert {str(choice) for choice in match.choices} == wanted | {"done"}
            choice = rng.choice(sorted(wanted))
            apep = choice == "piece apep"
            cells, before = action.cells(apep), set(figures_of(match))
            ways = {cell: action.ways(cell, apep) for cell in cells}
            match.play(choice)
            if match.decision.prompt == "summon-to" and match.decision.seats == (0,):
                assert {choice.noun for choice in match.choices} == cells
                match.play(f"cell {rng.choice(sorted(cells))}")
            (placed,) = set(figures_of(match)) - before
            action.placements.append(ways[placed])
    # The action has ended by itself, so nothing more may have been possible.
    pool = match.view(0)["gods"][0]["pool"]
    assert not any(count and action.cells(kind == "apep") for kind, count in pool.items())


def figures_of(match: Match) -> list[str]:
    return [entry["cell"] for entry in match.view(0)["board"]["figures"]]


# --- the failure file -------------------------------------------------------------------------------------------------


def test_a_failure_is_written_as_a_match_to_replay(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()

    def fails_late(match: Match) -> None:
        fuzz.require(next(calls) < 40, "made up")

    monkeypatch.setattr("theomachy.lab.fuzz.trial.check_decision", fails_late)
    report = fuzz.run_fuzz("ankh", 1, seed=3, out=tmp_path)
    (failure,) = report.failures
    assert (failure.seed, failure.message) == (3, "made up")
    data = json.loads(failure.file.read_text(encoding="utf-8"))
    assert data["failure"]["message"] == "made up"
    match = theomachy.load(failure.file.read_text(encoding="utf-8"))
    assert match.digest() == data["digest"]
    assert len(match.history) == data["failure"]["decision"]

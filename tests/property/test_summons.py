"""The summons that are offered, compared with trying every way to account for them."""

from __future__ import annotations

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

import theomachy
from tests.examples import quick
from tests.property.ground import GROUND
from theomachy.games.ankh.summon import can_be_shared_out
from theomachy.kernel.match import Match


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

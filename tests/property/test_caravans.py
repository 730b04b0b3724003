"""The caravans that are offered, compared with a search by brute force."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import quick
from tests.property.ground import GROUND, Point, caravan_match, edge_name
from theomachy.kernel.match import Match

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
                frozenset(match.game.table.text(number).partition(" ")[2].split("-"))
                for _, number in trial.forced
                if match.game.table.verb(number) == "edge"
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


@given(st.integers(min_value=0, max_value=2**32), st.integers(min_value=1, max_value=6))
@quick(40)
def test_camels_that_divide_nothing_are_reckoned_with(seed: int, count: int) -> None:
    """Only a scenario of one's own has them: at the edge of a region, or alone within it as a wall of its own. What was
    found out about the same cells with other camels, or none, says nothing about them."""
    rng = random.Random(seed)
    camels: set[frozenset[str]] = set()
    land = sorted((edge for edge in GROUND.edges if edge not in GROUND.river and not edge & GROUND.water), key=sorted)
    at_walls = [edge for edge in land if GROUND.edges[edge] & touched_corners(set())]
    for _ in range(count):
        more = camels | {rng.choice(at_walls if rng.random() < 0.7 else land)}
        if len(GROUND.regions(more)) == len(GROUND.regions([])):
            camels = more
    for laid in (set[frozenset[str]](), camels):
        compare_caravans(caravan_match(laid, 3), legal_chains(laid, 3), rng, descents=3)

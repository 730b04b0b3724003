"""Chapter "summon": the action "Summon figure".

A summon action has one normal summon, and whatever further ones powers and gods give (one more per own pyramid with the
Pyramid power, one more onto an underworld cell for Osiris). The player never has to say which of them a placement uses:
each placement notes which summons it could be, as a bit mask, and a further placement is legal when all of them can be
given different summons.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.ankh.board import put_figure, why_filled
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    CELL,
    CELL_,
    DONE,
    EMPTY,
    FIGURES,
    FIRST_SMALL,
    HELD,
    NO_GUARDIAN,
    PIECE,
    PIECE_HELD,
    PIECE_WARRIOR,
    PIECES,
    POOL,
    WARRIOR,
)
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE, CELLS, NEIGHBOURS, WATER
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import CLEAR, OWNER, AnkhState, owner_at, pool_guardian, pool_warrior
from theomachy.games.ankh.steps import SUMMON_PIECE, SUMMON_TO
from theomachy.kernel.arrays import Numbers, filled, ones
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step

#: the bit of the normal summon (see `Moments.further_summons`)
NORMAL: Final = 1


def begin_summon(s: AnkhState, god: Side) -> None:
    s.placed = []
    s.push(Step(SUMMON_PIECE, god))


def summons_at(s: AnkhState, god: Side) -> Numbers:
    """For each cell: which of the action's summons could place a figure there, as a bit mask. Occupied cells too."""
    masks = filled(CELLS, 0)
    where = s.where
    first: i64 = god * FIGURES
    for figure in range(first, first + FIGURES):
        if where[figure] >= 0:
            _reach_around(s, where[figure], masks)
    for cell in s.monuments:
        if s.control[cell] == god:
            _reach_around(s, cell, masks)
    CHORUS.further_summons(s, god, masks)
    return masks


def _reach_around(s: AnkhState, cell: i64, masks: Numbers) -> None:
    """The cells adjacent to one are within reach of the normal summon."""
    barrier = s.barrier
    for way in range(6 * cell, 6 * cell + 6):
        if barrier[AROUND_EDGE[way]] == CLEAR:
            masks[AROUND[way]] = NORMAL


def can_be_shared_out(placements: list[int]) -> bool:
    """Whether every placement can be given a summon of its own (a matching, found by augmenting paths)."""
    given: dict[int, int] = {}
    return all(_give(placements, number, given, []) for number in range(len(placements)))


def _give(placements: list[int], number: int, given: dict[int, int], tried: list[int]) -> bool:
    mask = placements[number]
    bit = 1
    while bit <= mask:
        if mask & bit and bit not in tried:
            tried.append(bit)
            holder = given.get(bit, -1)
            if holder < 0 or _give(placements, holder, given, tried):
                given[bit] = number
                return True
        bit <<= 1
    return False


def summons_on(s: AnkhState, god: Side, cell: int) -> int:
    """The same for one cell."""
    masks = filled(CELLS, 0)
    CHORUS.further_summons(s, god, masks)
    at = s.at
    control = s.control
    barrier = s.barrier
    wanted: i64 = god
    first: i64 = 6 * cell
    for way in range(first, first + 6):
        other = AROUND[way]
        if (OWNER[at[other]] == wanted or control[other] == wanted) and barrier[AROUND_EDGE[way]] == CLEAR:
            return masks[cell] | NORMAL
    return masks[cell]


def fits(s: AnkhState, mask: int) -> bool:
    """Whether one more placement with these possibilities is still allowed."""
    return not s.placed or can_be_shared_out([*s.placed, mask])


def summon_choices(s: AnkhState, god: Side, kind: int, enough: int = CELLS) -> list[int]:
    """The choices of cells where a figure of the kind may be summoned now (ankh/summon/one); the first so many of them,
    if more are not of interest."""
    first = not s.placed
    found: list[int] = []
    if not first and all_used(s, god):
        return found
    masks = summons_at(s, god)
    swims = BESTIARY[kind].swims
    at = s.at
    # Most cells are within reach of the same summons as the one before.
    asked: i64 = 0
    allowed = False
    for cell in range(len(masks)):
        mask = masks[cell]
        if WATER[cell]:
            # ankh/guardian/apep: any empty water cell as the normal summon; a pyramid's extra only beside it
            mask = mask | NORMAL if swims else 0
        if mask and at[cell] == EMPTY:
            if mask != asked:
                asked = mask
                allowed = first or fits(s, mask)
            if allowed:
                found.append(CELL[cell])
                if len(found) >= enough:
                    break
    return found


def can_summon_on_land(s: AnkhState, god: Side) -> bool:
    """Whether a figure that does not swim may be summoned somewhere now."""
    if not s.placed:
        # Usually there is room beside one of the god's figures.
        at = s.at
        barrier = s.barrier
        where = s.where
        first: i64 = god * FIGURES
        for figure in range(first, first + FIGURES):
            cell = where[figure]
            if cell >= 0:
                for way in range(6 * cell, 6 * cell + 6):
                    other = AROUND[way]
                    if at[other] == EMPTY and barrier[AROUND_EDGE[way]] == CLEAR and not WATER[other]:
                        return True
    return len(summon_choices(s, god, WARRIOR, 1)) > 0


def all_used(s: AnkhState, god: Side) -> bool:
    """Whether the action has no more summons than figures placed: the usual case, found without sharing out."""
    summons: i64 = NORMAL
    for placed in s.placed:
        summons |= placed
    masks = filled(CELLS, 0)
    CHORUS.further_summons(s, god, masks)
    for mask in masks:
        summons |= mask
    return ones(summons) <= len(s.placed)


def chosen_figure(s: AnkhState, god: Side, choice: int) -> int:
    """The figure that a choice of `piece` names."""
    if choice == PIECE_HELD:
        return pool_warrior(s, god, HELD)
    if choice == PIECE_WARRIOR:
        return pool_warrior(s, god)
    return pool_guardian(s, god, PIECE.index(choice))


class SummonPiece(Question):
    """Which figure is summoned next? `who`: the god."""

    name = "summon-piece"
    prompt = "summon-piece"
    verbs = "piece done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        god = step.side
        on_land = can_summon_on_land(s, god)
        found: list[int] = []
        if on_land:
            if pool_warrior(s, god) >= 0:
                found.append(PIECE_WARRIOR)
            found += CHORUS.further_pieces(s, god)
        for figure in range(god * FIGURES + FIRST_SMALL, god * FIGURES + FIGURES):
            kind = s.kind[figure]
            if kind != NO_GUARDIAN and s.where[figure] == POOL and PIECE[kind] not in found:
                if on_land or (BESTIARY[kind].swims and summon_choices(s, god, kind, 1)):
                    found.append(PIECE[kind])
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        s.push(Step(SUMMON_TO, step.side, what=chosen_figure(s, step.side, choice)))

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        return "ankh/summon/held" if choice == PIECE_HELD else "ankh/summon/void"


class SummonTo(Question):
    """Where is it summoned to? `who`: the god; `what`: the figure."""

    name = "summon-to"
    prompt = "summon-to"
    verbs = "cell"
    public = True
    holds = "who=god what=figure"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return summon_choices(s, step.side, s.kind[step.what])

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        cell = choice - CELL_
        figure = Figure(step.what)
        mask = summons_on(s, step.side, cell)
        if WATER[cell]:
            mask |= NORMAL
        s.placed.append(mask)
        s.pop()
        arrive(s, figure, cell, "ankh/summon/one")

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if s.at[cell] != EMPTY:
            return why_filled(s, cell, "ankh/board/one-piece")
        if WATER[cell]:
            return "ankh/board/water-regions"
        mask = summons_on(s, step.side, cell)
        if mask:
            return CHORUS.spent_summon(s, step.side, mask) or "ankh/summon/one"
        # Beside an own figure or monument, but across the river or a caravan
        for other in NEIGHBOURS[cell]:
            if owner_at(s, other) == step.side or s.control[other] == step.side:
                return "ankh/board/adjacent"
        return "ankh/summon/one"


def arrive(s: AnkhState, figure: Figure, cell: int, rule: str) -> None:
    """A figure is summoned onto a cell, for whatever reason."""
    if s.where[figure] == HELD:
        CHORUS.freed(s, figure)
    put_figure(s, figure, cell)
    s.tell(rule, "summoned", figure // FIGURES, cell, PIECES[s.kind[figure]])
    CHORUS.arrived(s, figure)

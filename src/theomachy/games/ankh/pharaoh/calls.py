"""Summons outside the action "Summon figure": Declare War, Akhenaten's flock, Akhenaten's riddle.

As in the action, each placement notes which of the allowed summons it could be, as a bit mask, and a further one is
legal when all of them can be given different summons.
"""

from __future__ import annotations

from theomachy.games.ankh.board import in_region, why_filled
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    CELL_,
    DONE,
    EMPTY,
    FIGURES,
    FIRST_SMALL,
    NO_GUARDIAN,
    PIECE,
    PIECE_HELD,
    PIECE_WARRIOR,
    POOL,
    WARRIOR,
)
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE, CELLS, WATER
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.pharaoh.sphinx import sphinxes_of
from theomachy.games.ankh.pharaoh.state import royal_region
from theomachy.games.ankh.pharaoh.steps import FLOCK_PIECE, WAR_PIECE
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import CLEAR, AnkhState, god_cell, pool_warrior
from theomachy.games.ankh.summon import arrive, chosen_figure, fits
from theomachy.kernel.arrays import Numbers, bit, filled
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step


def begin_call(s: AnkhState, god: Side, kind: int) -> None:
    """`kind`: the step that asks for the figure; the one that asks for the cell has the next number."""
    s.placed = []
    s.push(Step(kind, god))


def mark_around(s: AnkhState, masks: Numbers, cell: int, mask: int) -> None:
    for way in range(6 * cell, 6 * cell + 6):
        if s.barrier[AROUND_EDGE[way]] == CLEAR:
            masks[AROUND[way]] |= mask


def calls_at(s: AnkhState, god: Side, kind: int) -> Numbers:
    """For each cell: which of the summons could place a figure there. Occupied and water cells too."""
    masks = filled(CELLS, 0)
    if kind == WAR_PIECE:
        # pharaoh/card/declare-war, pharaoh/agenda/war: each beside a different god figure, of whatever god
        for other in s.ladder:
            if god_cell(s, other) >= 0:
                mark_around(s, masks, god_cell(s, other), bit(other))
    elif kind == FLOCK_PIECE:
        # pharaoh/king/akhenaten-flock: two, anywhere in his region
        region = royal_region(s)
        for cell in range(CELLS):
            if region and in_region(s, cell, region):
                masks[cell] = 3
    else:
        # pharaoh/king/akhenaten-riddle: one beside each own sphinx
        sphinxes = sphinxes_of(s, god)
        for number in range(len(sphinxes)):
            mark_around(s, masks, sphinxes[number], bit(number))
    return masks


def call_cells(s: AnkhState, god: Side, kind: int, figure_kind: int) -> list[int]:
    """Where a figure may be summoned now. pharaoh/king/akhenaten-apep: on water only Apep, and only there."""
    if kind == WAR_PIECE and len(s.placed) == 2:
        return []
    masks = calls_at(s, god, kind)
    swims = BESTIARY[figure_kind].swims
    found: list[int] = []
    for cell in range(CELLS):
        if masks[cell] and s.at[cell] == EMPTY and (swims or not WATER[cell]) and fits(s, masks[cell]):
            found.append(cell)
    return found


def call_rule(kind: int) -> str:
    if kind == WAR_PIECE:
        return "pharaoh/card/declare-war"
    return "pharaoh/king/akhenaten-flock" if kind == FLOCK_PIECE else "pharaoh/king/akhenaten-riddle"


class CallPiece(Question):
    """Which figure is summoned next? `who`: the god."""

    verbs = "piece done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        god = step.side
        found: list[int] = []
        if call_cells(s, god, step.kind, WARRIOR):
            if pool_warrior(s, god) >= 0:
                found.append(PIECE_WARRIOR)
            found += CHORUS.further_pieces(s, god)
        if step.kind != WAR_PIECE:
            for figure in range(god * FIGURES + FIRST_SMALL, god * FIGURES + FIGURES):
                kind = s.kind[figure]
                if kind != NO_GUARDIAN and s.where[figure] == POOL and PIECE[kind] not in found:
                    if call_cells(s, god, step.kind, kind):
                        found.append(PIECE[kind])
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        s.push(Step(step.kind + 1, step.side, what=chosen_figure(s, step.side, choice)))

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        return "ankh/summon/held" if choice == PIECE_HELD else call_rule(step.kind)


class CallTo(Question):
    """Where to? `who`: the god; `what`: the figure."""

    verbs = "cell"
    public = True
    holds = "who=god what=figure"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in call_cells(s, step.side, step.kind - 1, s.kind[step.what])]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        cell = choice - CELL_
        s.placed.append(calls_at(s, step.side, step.kind - 1)[cell])
        s.pop()
        arrive(s, Figure(step.what), cell, call_rule(step.kind - 1))

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if s.at[cell] != EMPTY:
            return why_filled(s, cell, "ankh/board/one-piece")
        if WATER[cell]:
            return "pharaoh/king/akhenaten-apep" if BESTIARY[s.kind[step.what]].swims else "ankh/board/water-regions"
        return call_rule(step.kind - 1)


class WarPiece(CallPiece):
    """Declare War."""

    name = "war-piece"
    prompt = "war-piece"


class WarTo(CallTo):
    """Declare War."""

    name = "war-to"
    prompt = "war-to"


class FlockPiece(CallPiece):
    """Akhenaten was moved."""

    name = "flock-piece"
    prompt = "flock-piece"


class FlockTo(CallTo):
    """Akhenaten was moved."""

    name = "flock-to"
    prompt = "flock-to"


class RiddlePiece(CallPiece):
    """Akhenaten's riddle."""

    name = "riddle-piece"
    prompt = "riddle-piece"


class RiddleTo(CallTo):
    """Akhenaten's riddle."""

    name = "riddle-to"
    prompt = "riddle-to"

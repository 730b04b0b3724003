"""Chapter "summon": the action "Summon figure", with the extra summons of the Pyramid power and of Osiris.

A summon action has one normal summon, one more per own pyramid with the Pyramid power, and one more onto an underworld
cell for Osiris. The player never has to say which of them a placement uses: each placement notes which summons it
could be, as a bit mask, and a further placement is legal when all of them can be given different summons.
"""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import clear_claws, is_scorpion, is_type, put_figure
from theomachy.games.ankh.components import (
    ANUBIS,
    APEP,
    CELL_,
    DONE,
    EMPTY,
    FIGURES,
    FIRST_SMALL,
    HELD,
    NO,
    NO_GUARDIAN,
    OSIRIS,
    PIECE_,
    PIECE_HELD,
    PIECE_WARRIOR,
    PIECES,
    POOL,
    PYRAMID,
    PYRAMID_POWER,
    RA,
    WARRIOR,
    YES,
)
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE, CELLS, NEIGHBOURS, WATER
from theomachy.games.ankh.followers import pay_followers
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import (
    CLEAR,
    AnkhState,
    god_with,
    has_power,
    is_divine,
    owner_at,
    pool_guardian,
    pool_warrior,
)
from theomachy.games.ankh.steps import GIVE_SUN, POINT_CLAW, SUMMON_PIECE, SUMMON_TO
from theomachy.kernel.arrays import Numbers, filled, ones
from theomachy.kernel.state import Step

NORMAL: Final = 1
UNDERWORLD: Final = 2
FIRST_PYRAMID: Final = 4


def begin_summon(s: AnkhState, god: int) -> None:
    s.placed = []
    s.push(Step(SUMMON_PIECE, god))


def summons_at(s: AnkhState, god: int) -> Numbers:
    """For each cell: which of the action's summons could place a figure there, as a bit mask. Occupied cells too."""
    masks = filled(CELLS, 0)
    for figure in range(god * FIGURES, god * FIGURES + FIGURES):
        cell = s.where[figure]
        if cell >= 0:
            for way in range(6 * cell, 6 * cell + 6):
                if s.barrier[AROUND_EDGE[way]] == CLEAR:
                    masks[AROUND[way]] |= NORMAL
    extra = FIRST_PYRAMID
    extras = has_power(s, god, PYRAMID_POWER)
    for cell in s.monuments:
        if s.control[cell] == god:
            mask = NORMAL
            if extras and is_type(s, cell, PYRAMID):
                # ankh/power/pyramid, ankh/summon/free-order: each pyramid gives at most one
                mask |= extra
                extra <<= 1
            for way in range(6 * cell, 6 * cell + 6):
                if s.barrier[AROUND_EDGE[way]] == CLEAR:
                    masks[AROUND[way]] |= mask
    if is_divine(s, god, OSIRIS):
        for cell in s.underworld:
            if cell >= 0:
                masks[cell] |= UNDERWORLD
    return masks


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


def fits(s: AnkhState, mask: int) -> bool:
    """Whether one more placement with these possibilities is still allowed."""
    return not s.placed or can_be_shared_out([*s.placed, mask])


def summon_cells(s: AnkhState, god: int, kind: int, enough: int = CELLS) -> list[int]:
    """Where a figure of the kind may be summoned now (ankh/summon/one, ankh/power/pyramid, ankh/god/osiris); the first
    so many of these cells, if more are not of interest."""
    masks = summons_at(s, god)
    first = not s.placed
    found: list[int] = []
    if not first and all_used(s, masks):
        return found
    for cell in range(CELLS):
        mask = masks[cell]
        if WATER[cell]:
            # ankh/guardian/apep: any empty water cell as the normal summon; a pyramid's extra only beside it
            mask = mask | NORMAL if kind == APEP else 0
        if mask and s.at[cell] == EMPTY and (first or fits(s, mask)):
            found.append(cell)
            if len(found) >= enough:
                break
    return found


def all_used(s: AnkhState, masks: Numbers) -> bool:
    """Whether the action has no more summons than figures placed: the usual case, found without sharing out."""
    summons = NORMAL
    for mask in s.placed:
        summons |= mask
    for mask in masks:
        summons |= mask
    return ones(summons) <= len(s.placed)


class SummonPiece(Question):
    """Which figure is summoned next? `who`: the god."""

    name = "summon-piece"
    prompt = "summon-piece"
    verbs = "piece done"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        god = step.who
        on_land = len(summon_cells(s, god, WARRIOR, 1)) > 0
        found: list[int] = []
        if on_land:
            if pool_warrior(s, god) >= 0:
                found.append(PIECE_WARRIOR)
            # ankh/summon/held: not with 0 followers
            if s.followers[god] > 0 and pool_warrior(s, god, HELD) >= 0:
                found.append(PIECE_HELD)
        for figure in range(god * FIGURES + FIRST_SMALL, god * FIGURES + FIGURES):
            kind = s.kind[figure]
            if kind != NO_GUARDIAN and s.where[figure] == POOL and PIECE_ + kind not in found:
                if on_land or (kind == APEP and summon_cells(s, god, APEP, 1)):
                    found.append(PIECE_ + kind)
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        god = step.who
        if choice == PIECE_HELD:
            figure = pool_warrior(s, god, HELD)
        elif choice == PIECE_WARRIOR:
            figure = pool_warrior(s, god)
        else:
            figure = pool_guardian(s, god, choice - PIECE_)
        s.push(Step(SUMMON_TO, god, what=figure))

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        if choice == PIECE_HELD:
            return "ankh/summon/held"
        if PIECE_ <= choice < PIECE_ + 8 and s.placed:
            return "ankh/summon/free-order"
        return "ankh/summon/void" if PIECE_ <= choice < PIECE_ + 8 else "ankh/summon/one"


class SummonTo(Question):
    """Where is it summoned to? `who`: the god; `what`: the figure."""

    name = "summon-to"
    prompt = "summon-to"
    verbs = "cell"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [CELL_ + cell for cell in summon_cells(s, step.who, s.kind[step.what])]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        cell = choice - CELL_
        figure = step.what
        mask = summons_at(s, step.who)[cell]
        if WATER[cell]:
            mask |= NORMAL
        s.placed.append(mask)
        s.pop()
        if s.where[figure] == HELD:
            pay_followers(s, step.who, god_with(s, ANUBIS), 1, "ankh/summon/held")
        arrive(s, figure, cell, "ankh/summon/one")

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        cell = choice - CELL_
        if s.at[cell] != EMPTY:
            return "ankh/board/one-piece"
        if WATER[cell]:
            return "ankh/board/water-regions"
        if s.placed and summons_at(s, step.who)[cell]:
            return "ankh/summon/free-order"
        # Beside an own figure or monument, but across the river or a caravan
        for other in NEIGHBOURS[cell]:
            if owner_at(s, other) == step.who or s.control[other] == step.who:
                return "ankh/board/adjacent"
        return "ankh/summon/one"


def arrive(s: AnkhState, figure: int, cell: int, rule: str) -> None:
    """A figure is summoned onto a cell, for whatever reason: Ra may give it a sun, a scorpion's claws are pointed."""
    god = figure // FIGURES
    put_figure(s, figure, cell)
    s.tell(rule, "summoned", god, cell, PIECES[s.kind[figure]])
    if is_divine(s, god, RA) and s.suns_left > 0 and not s.sun[figure]:
        s.push(Step(GIVE_SUN, god, what=figure))
    if is_scorpion(s, figure):
        clear_claws(s, figure)
        s.push(Step(POINT_CLAW, god, what=figure))


class GiveSun(Question):
    """Does Ra make the summoned figure radiant? `who`: the god; `what`: the figure. (ankh/god/ra-one-sun)"""

    name = "give-sun"
    prompt = "give-sun"
    forbids = "ankh/god/ra"
    verbs = "yes no"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [YES, NO]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        if choice == YES:
            s.suns_left -= 1
            s.sun[step.what] = 1
            s.tell("ankh/god/ra", "sun-given", step.who, s.where[step.what], PIECES[s.kind[step.what]])

"""Chapter "event": "Control monument", building, secret bids. The caravan has its own module."""

from __future__ import annotations

from mypy_extensions import i64

from theomachy.games.ankh.board import has_figure_adjacent, put_monument, why_filled
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    BID_OF,
    BIDS,
    BUILD_,
    CELL,
    CELL_,
    DONE,
    EMPTY,
    MONUMENT_,
    MONUMENT_AT,
    MONUMENT_NAMES,
    MONUMENTS,
    NEUTRAL,
    NO_MONUMENT,
    REBUILDING,
)
from theomachy.games.ankh.egypt import CELLS, WATER
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.moments import NOBODY
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, seat_of
from theomachy.games.ankh.steps import BUILD_ON
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


def eligible_monuments(s: AnkhState, god: Side, enough: int = CELLS) -> list[int]:
    """ankh/event/control, ankh/event/control-steal: the choices of what the god may take control of (only so many of
    them, if more are not of interest). Needs an ankh token."""
    found: list[int] = []
    if s.tokens[god] == 0:
        return found
    neutral_left = any(s.control[cell] == NEUTRAL for cell in s.monuments)
    for cell in s.monuments:
        owner = s.control[cell]
        takeable = owner == NEUTRAL if neutral_left else owner != god
        if takeable and has_figure_adjacent(s, god, cell):
            found.append(MONUMENT_AT[cell])
            if len(found) >= enough:
                break
    found.sort()
    return found


def has_stock(s: AnkhState, god: Side, monument: int) -> bool:
    """Whether there is a monument of the type to build: in the supply, or in the Great Rebuilding in the own stock."""
    if s.rules & REBUILDING:
        return s.stock[god * 3 + monument] > 0
    return s.monuments_left[monument] > 0


def build(s: AnkhState, god: Side, monument: int, cell: int, rule: str) -> None:
    """Build a monument with an ankh token of the pool."""
    if s.rules & REBUILDING:
        s.stock[god * 3 + monument] -= 1
        put_monument(s, cell, monument, god, 1 + god)
    else:
        s.monuments_left[monument] -= 1
        put_monument(s, cell, monument, god)
    s.tokens[god] -= 1
    s.tell(rule, "monument-built", god, cell, MONUMENTS[monument])


class ControlMonument(StepKind[AnkhState]):
    """Which monument is taken? `who`: the god. Void if nothing is eligible."""

    name = "control-monument"
    prompt = "control-monument"
    verbs = "monument build done"
    public = True
    holds = "who=god"

    def deciders(self, s: AnkhState, step: Step) -> int:
        if eligible_monuments(s, step.side, 1) or CHORUS.builds_instead(s, step.side):
            return bit(seat_of(s, step.side))
        return 0

    def run(self, s: AnkhState, step: Step) -> None:
        s.tell("ankh/event/control-void", "void", step.side, what="control")
        s.pop()

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        eligible = eligible_monuments(s, step.side)
        instead = CHORUS.builds_instead(s, step.side)
        found = eligible + instead
        if instead and not eligible:
            # Taking is mandatory (ankh/event/control-must), building instead never is.
            found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        god = step.side
        if choice == DONE:
            return
        if BUILD_ <= choice < BUILD_ + 3:
            s.push(Step(BUILD_ON, god, what=choice - BUILD_))
            return
        cell = choice - MONUMENT_
        loser = s.control[cell]
        if loser != NEUTRAL:
            s.tokens[loser] += 1
        s.tokens[god] -= 1
        s.control[cell] = god
        rule = "ankh/event/control" if loser == NEUTRAL else "ankh/event/control-steal"
        s.tell(rule, "controlled", god, cell, MONUMENT_NAMES[s.monument[cell]], other=loser)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - MONUMENT_
        if choice == DONE:
            return "ankh/event/control-must"
        if BUILD_ <= choice < BUILD_ + 3 and s.rules & REBUILDING:
            return "ankh/scenario/great-rebuilding"
        if 0 <= cell < CELLS and s.monument[cell] != NO_MONUMENT and s.control[cell] != NEUTRAL:
            return "ankh/event/control-steal"
        return "ankh/event/control"


class BuildOn(Question):
    """Where is the monument built? `who`: the god; `what`: the type; `where`: the battle region, or -1 in an event."""

    name = "build-on"
    prompt = "build-on"
    verbs = "cell"
    public = True
    holds = "who=god where=region what=type"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        if step.where < 0:
            return [CELL[cell] for cell in CHORUS.free_sites(s, step.side)]
        return [CELL[cell] for cell in building_sites(s, Region(step.where))]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        rule = "ankh/scenario/great-rebuilding" if step.where < 0 else "ankh/card/build"
        build(s, step.side, step.what, choice - CELL_, rule)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if step.where >= 0 and not WATER[cell] and s.region[cell] != step.where:
            return "ankh/card/build"
        if s.at[cell]:
            return why_filled(s, cell, "ankh/board/one-piece")
        return "ankh/scenario/great-rebuilding" if step.where < 0 else "ankh/card/build"


def building_sites(s: AnkhState, region: Region, enough: int = CELLS) -> list[int]:
    """ankh/card/build: empty land cells of the region, no underworld cell; the first so many of them, if more are not
    of interest."""
    barred = CHORUS.barred(s, NOBODY)
    at = s.at
    regions = s.region
    wanted: i64 = region
    found: list[int] = []
    for cell in range(len(at)):
        if regions[cell] == wanted and at[cell] == EMPTY and (not barred or cell not in barred):
            found.append(cell)
            if len(found) >= enough:
                break
    return found


def bid_options(s: AnkhState, god: Side) -> list[int]:
    """Any number of the god's followers."""
    return BID_OF[: min(s.followers[god], BIDS - 1) + 1]


def take_bids(s: AnkhState, gods: list[Side], rule: str) -> list[int]:
    """Reveal the secret bids of these gods; the bid per god, -1 for the others."""
    s.reveals += 1
    bids = [-1] * s.seats
    for god in gods:
        seat = seat_of(s, god)
        bids[god] = s.secret[seat]
        s.secret[seat] = -1
        s.tell(rule, "bid", god, amount=bids[god])
    return bids

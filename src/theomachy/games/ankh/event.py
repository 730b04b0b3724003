"""Chapter "event": "Control monument", and the guardian bid of a scenario. The caravan has its own module."""

from __future__ import annotations

from theomachy.games.ankh.board import adjacent_cells, has_figure_adjacent, may_build, put_monument
from theomachy.games.ankh.components import (
    BID_,
    BIDS,
    BUILD_,
    CELL_,
    DONE,
    FIGURES,
    MONUMENT_,
    MONUMENT_NAMES,
    MONUMENTS,
    NEUTRAL,
    NO_MONUMENT,
    REBUILDING,
)
from theomachy.games.ankh.egypt import CELLS, WATER
from theomachy.games.ankh.followers import sacrifice_followers
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, seat_of
from theomachy.games.ankh.steps import BUILD_ON, TAKE_GUARDIAN
from theomachy.games.ankh.unlock import ANY_LEVEL, takeable_guardians
from theomachy.kernel.arrays import bit
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


def eligible_monuments(s: AnkhState, god: int) -> list[int]:
    """ankh/event/control, ankh/event/control-steal: what the god may take control of. Needs an ankh token."""
    if s.tokens[god] == 0:
        return []
    neutral_left = any(s.control[cell] == NEUTRAL for cell in s.monuments)
    found: list[int] = []
    for cell in s.monuments:
        owner = s.control[cell]
        takeable = owner == NEUTRAL if neutral_left else owner != god
        if takeable and has_figure_adjacent(s, god, cell):
            found.append(cell)
    return sorted(found)


def has_stock(s: AnkhState, god: int, monument: int) -> bool:
    """Whether there is a monument of the type to build: in the supply, or in the Great Rebuilding in the own stock."""
    if s.rules & REBUILDING:
        return s.stock[god * 3 + monument] > 0
    return s.monuments_left[monument] > 0


def build(s: AnkhState, god: int, monument: int, cell: int, rule: str) -> None:
    """Build a monument with an ankh token of the pool."""
    if s.rules & REBUILDING:
        s.stock[god * 3 + monument] -= 1
        put_monument(s, cell, monument, god, 1 + god)
    else:
        s.monuments_left[monument] -= 1
        put_monument(s, cell, monument, god)
    s.tokens[god] -= 1
    s.tell(rule, "monument-built", god, cell, MONUMENTS[monument])


def rebuilding_sites(s: AnkhState, god: int) -> list[int]:
    """The Great Rebuilding: empty land cells adjacent to an own figure."""
    sites: set[int] = set()
    for figure in range(god * FIGURES, god * FIGURES + FIGURES):
        if s.where[figure] >= 0:
            sites.update(cell for cell in adjacent_cells(s, s.where[figure]) if may_build(s, cell))
    return sorted(sites)


class ControlMonument(StepKind[AnkhState]):
    """Which monument is taken? `who`: the god. Void if nothing is eligible."""

    name = "control-monument"
    prompt = "control-monument"
    verbs = "monument build done"

    def can_build(self, s: AnkhState, god: int) -> bool:
        return (
            s.rules & REBUILDING != 0
            and s.tokens[god] > 0
            and any(has_stock(s, god, monument) for monument in range(3))
            and len(rebuilding_sites(s, god)) > 0
        )

    def deciders(self, s: AnkhState, step: Step) -> int:
        if eligible_monuments(s, step.who) or self.can_build(s, step.who):
            return bit(seat_of(s, step.who))
        return 0

    def run(self, s: AnkhState, step: Step) -> None:
        s.tell("ankh/event/control-void", "void", step.who, what="control")
        s.pop()

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        eligible = eligible_monuments(s, step.who)
        found = [MONUMENT_ + cell for cell in eligible]
        if self.can_build(s, step.who):
            found += [BUILD_ + monument for monument in range(3) if has_stock(s, step.who, monument)]
            if not eligible:
                # Taking is mandatory (ankh/event/control-must), building instead never is.
                found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        god = step.who
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

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
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

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        if step.where < 0:
            return [CELL_ + cell for cell in rebuilding_sites(s, step.who)]
        return [CELL_ + cell for cell in building_sites(s, step.where)]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        rule = "ankh/scenario/great-rebuilding" if step.where < 0 else "ankh/card/build"
        build(s, step.who, step.what, choice - CELL_, rule)

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        cell = choice - CELL_
        if step.where >= 0 and not WATER[cell] and s.region[cell] != step.where:
            return "ankh/card/build"
        if s.at[cell]:
            return "ankh/board/one-piece"
        return "ankh/scenario/great-rebuilding" if step.where < 0 else "ankh/card/build"


def building_sites(s: AnkhState, region: int) -> list[int]:
    """ankh/card/build: empty land cells of the region, no underworld cell."""
    return [cell for cell in range(CELLS) if s.region[cell] == region and may_build(s, cell)]


class GuardianBid(StepKind[AnkhState]):
    """Guardians of Kemet: everyone bids secretly for a guardian. `who`: the god that triggered it."""

    name = "guardian-bid"
    prompt = "guardian-bid"
    forbids = "ankh/scenario/guardians-of-kemet"
    verbs = "bid"
    secret = True

    def deciders(self, s: AnkhState, step: Step) -> int:
        waiting = 0
        for god in s.ladder:
            if s.secret[seat_of(s, god)] < 0:
                waiting |= bit(seat_of(s, god))
        return waiting

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return bid_options(s, s.side[seat])

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.secret[seat] = choice - BID_

    def run(self, s: AnkhState, step: Step) -> None:
        rule = "ankh/scenario/guardians-of-kemet"
        bids = take_bids(s, s.ladder, rule)
        s.pop()
        highest = max(bids)
        if highest == 0:
            s.tell(rule, "bid-void")
            return
        top = [god for god in s.ladder if bids[god] == highest]
        for god in top:
            sacrifice_followers(s, god, highest, rule)
        if len(top) > 1:
            s.tell(rule, "bid-tied", amount=highest)
            return
        s.tell(rule, "bid-won", top[0], amount=highest)
        if takeable_guardians(s, top[0], ANY_LEVEL):
            s.push(Step(TAKE_GUARDIAN, top[0], count=ANY_LEVEL))


def bid_options(s: AnkhState, god: int) -> list[int]:
    """Any number of the god's followers."""
    return [BID_ + number for number in range(min(s.followers[god], BIDS - 1) + 1)]


def take_bids(s: AnkhState, gods: list[int], rule: str) -> list[int]:
    """Reveal the secret bids of these gods; the bid per god, -1 for the others."""
    s.reveals += 1
    bids = [-1] * s.seats
    for god in gods:
        seat = seat_of(s, god)
        bids[god] = s.secret[seat]
        s.secret[seat] = -1
        s.tell(rule, "bid", god, amount=bids[god])
    return bids

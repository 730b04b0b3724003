"""Chapter "conflict": every region in the order of its tile; domination and majorities."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.ankh.board import is_present, region_tiles, told_region
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import MONUMENT_KINDS, MONUMENT_NAMES
from theomachy.games.ankh.devotion import end_match, gain_devotion
from theomachy.games.ankh.forgotten import forget_gods
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.merge import merge_gods
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.games.ankh.steps import FIGHT_BATTLE, FIGHT_CONFLICT
from theomachy.kernel.arrays import filled
from theomachy.kernel.ids import NO_SIDE, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

MERGE_AFTER: Final = 3
FORGOTTEN_AFTER: Final = 4
END_AFTER: Final = 5

# The phases of a conflict, in `step.count`
START: Final = 0
REGIONS: Final = 1
AFTER_LAST_REGION: Final = 2
REWARDS: Final = 3
FINALE: Final = 4
OVER: Final = 5


def majorities(s: AnkhState, god: Side, region: Region) -> list[int]:
    """ankh/conflict/majority: the types of which the god has strictly more there than EVERY other god. The caller makes
    sure that the god has a figure there."""
    count = filled(MONUMENT_KINDS * s.seats, 0)
    control = s.control
    regions = s.region
    wanted: i64 = region
    for cell in s.monuments:
        owner = control[cell]
        if owner >= 0 and regions[cell] == wanted:
            count[owner * MONUMENT_KINDS + s.monument[cell]] += 1
    found: list[int] = []
    for monument in range(MONUMENT_KINDS):
        own = count[god * MONUMENT_KINDS + monument]
        if own and all(count[other * MONUMENT_KINDS + monument] < own for other in range(s.seats) if other != god):
            found.append(monument)
    return found


def gain_majorities(s: AnkhState, god: Side, region: Region, rule: str) -> None:
    """All majorities of one god in a region are one gain."""
    found = majorities(s, god, region)
    for monument in found:
        s.tell("ankh/conflict/majority", "majority", god, told_region(s, region), MONUMENT_NAMES[monument])
    if found:
        gain_devotion(s, god, len(found) + CHORUS.devotion_bonus(s, god, region, len(found)), rule, region)


def victory_devotion(s: AnkhState, god: Side, region: Region) -> int:
    """What a domination or a battle won brings: 1, and what comes on top, as one gain."""
    bonus = CHORUS.victory_bonus(s, god, region)
    return 1 + bonus + CHORUS.devotion_bonus(s, god, region, 1)


class FightConflict(StepKind[AnkhState]):
    """A conflict. `who`: the god that triggered it; `where`: the tile resolved last; `count`: the phase."""

    name = "conflict"
    holds = "who=god where=region count=phase"

    def run(self, s: AnkhState, step: Step) -> None:
        if step.count == START:
            s.become(Step(FIGHT_CONFLICT, step.side, 0, count=REGIONS))
            self.start(s, step.side)
        elif step.count == REGIONS:
            self.next_region(s, step)
        elif step.count == AFTER_LAST_REGION:
            s.become(Step(FIGHT_CONFLICT, step.side, count=REWARDS))
            s.tiebreaker = NO_SIDE
            s.tiebreaker_ready = 0
            CHORUS.regions_resolved(s)
            s.conflicts_done += 1
            s.tell("ankh/conflict/end-order", "conflict-over", amount=s.conflicts_done)
        elif step.count == REWARDS:
            s.become(Step(FIGHT_CONFLICT, step.side, count=FINALE))
            CHORUS.conflict_rewards(s)
        elif step.count == FINALE:
            s.become(Step(FIGHT_CONFLICT, step.side, count=OVER))
            self.finale(s)
        else:
            s.pop()
            s.in_conflict = 0
            CHORUS.conflict_ends(s)

    def start(self, s: AnkhState, god: Side) -> None:
        """ankh/conflict/tiebreaker, then ankh/conflict/start-effects."""
        s.in_conflict = 1
        s.tiebreaker = god
        s.tiebreaker_ready = 1
        s.tell("ankh/conflict/tiebreaker", "tiebreaker", god)
        CHORUS.conflict_starts(s)

    def next_region(self, s: AnkhState, step: Step) -> None:
        """ankh/conflict/order: the next region, usually the one with the next higher tile, as it is now. As long as
        nothing is asked, regions follow each other at once."""
        depth = len(s.stack)
        last = Region(step.where)
        while len(s.stack) == depth and not s.over:
            order = CHORUS.order_regions(s, region_tiles(s))
            place = order.index(last) + 1 if last else 0
            if place == len(order):
                s.become(Step(FIGHT_CONFLICT, step.side, count=AFTER_LAST_REGION))
                return
            last = order[place]
            s.become(Step(FIGHT_CONFLICT, step.side, last, count=REGIONS))
            self.resolve_region(s, last)

    def resolve_region(self, s: AnkhState, region: Region) -> None:
        name = told_region(s, region)
        present = [god for god in s.ladder if is_present(s, god, region)]
        if not present:
            s.tell("ankh/conflict/empty", "region-skipped", where=name, amount=region)
        elif len(present) == 1:
            self.dominate(s, present[0], region)
        else:
            s.tell("ankh/conflict/battle", "battle", where=name, amount=region)
            s.battle = Battle(region, s.seats)
            s.push(Step(FIGHT_BATTLE))

    def dominate(self, s: AnkhState, god: Side, region: Region) -> None:
        """ankh/conflict/domination: the majorities are one gain, the domination a second."""
        gain_majorities(s, god, region, "ankh/conflict/domination")
        if s.over:
            return
        s.tell("ankh/conflict/domination", "domination", god, told_region(s, region), amount=region)
        gain_devotion(s, god, victory_devotion(s, god, region), "ankh/conflict/domination", region)
        if not s.over:
            CHORUS.region_won(s, god, region)

    def finale(self, s: AnkhState) -> None:
        """ankh/conflict/end-order: merging, forgotten gods, or the final result."""
        if s.conflicts_done == MERGE_AFTER and s.seats > 2 and len(s.ladder) > 2:
            merge_gods(s)
        elif s.conflicts_done == FORGOTTEN_AFTER:
            forget_gods(s)
        elif s.conflicts_done == END_AFTER:
            end_match(s, s.ladder[-1], "fifth-conflict", "ankh/end/fifth")

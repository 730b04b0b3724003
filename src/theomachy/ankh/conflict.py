"""Chapter "conflict": every region in the order of its tile; domination and majorities."""

from __future__ import annotations

from typing import Final

from theomachy.ankh.board import figures_in, is_present, region_name_cell, region_tiles
from theomachy.ankh.components import MONUMENTS, OMNIPRESENT, RA, TWO_CAPITALS
from theomachy.ankh.devotion import end_match, gain_devotion
from theomachy.ankh.followers import gain_followers
from theomachy.ankh.forgotten import forget_gods
from theomachy.ankh.guardians import scorpions_destroy
from theomachy.ankh.merge import merge_gods
from theomachy.ankh.scenarios import reward_capitals
from theomachy.ankh.state import AnkhState, Battle, ascending, has_power, is_divine
from theomachy.ankh.steps import FIGHT_BATTLE, FIGHT_CONFLICT, TAKE_OVER
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

MERGE_AFTER: Final = 3
FORGOTTEN_AFTER: Final = 4
END_AFTER: Final = 5

# The phases of a conflict, in `step.count`
START: Final = 0
REGIONS: Final = 1
AFTER_LAST_REGION: Final = 2
CAPITALS: Final = 3
FINALE: Final = 4


def majorities(s: AnkhState, god: int, region: int) -> list[int]:
    """ankh/conflict/majority: the types of which the god has strictly more there than EVERY other god. The caller makes
    sure that the god has a figure there."""
    count = [0] * (3 * s.seats)
    for cell in s.monuments:
        if s.region[cell] == region and s.control[cell] >= 0:
            count[s.control[cell] * 3 + s.monument[cell]] += 1
    found: list[int] = []
    for monument in range(3):
        own = count[god * 3 + monument]
        if own and all(count[other * 3 + monument] < own for other in range(s.seats) if other != god):
            found.append(monument)
    return found


def gain_majorities(s: AnkhState, god: int, region: int, rule: str) -> None:
    """All majorities of one god in a region are one gain."""
    found = majorities(s, god, region)
    for monument in found:
        s.tell("ankh/conflict/majority", "majority", god, region_name_cell(s, region), MONUMENTS[monument])
    gain_devotion(s, god, len(found), rule)


def is_radiant_in(s: AnkhState, god: int, region: int) -> bool:
    """ankh/god/ra: whether one of the god's figures there has a sun."""
    return is_divine(s, god, RA) and any(s.sun[figure] for figure in figures_in(s, god, region))


class FightConflict(StepKind[AnkhState]):
    """A conflict. `who`: the god that triggered it; `where`: the tile resolved last; `count`: the phase."""

    name = "conflict"

    def run(self, s: AnkhState, step: Step) -> None:
        if step.count == START:
            s.become(Step(FIGHT_CONFLICT, step.who, 0, count=REGIONS))
            self.start(s, step.who)
        elif step.count == REGIONS:
            self.next_region(s, step)
        elif step.count == AFTER_LAST_REGION:
            s.become(Step(FIGHT_CONFLICT, step.who, count=CAPITALS))
            s.tiebreaker = -1
            s.tiebreaker_ready = 0
            s.amun_ready = 1
            s.conflicts_done += 1
            s.tell("ankh/conflict/end-order", "conflict-over", amount=s.conflicts_done)
        elif step.count == CAPITALS:
            s.become(Step(FIGHT_CONFLICT, step.who, count=FINALE))
            if s.rules & TWO_CAPITALS:
                reward_capitals(s)
        else:
            s.pop()
            self.finale(s)

    def start(self, s: AnkhState, god: int) -> None:
        """ankh/conflict/tiebreaker, then ankh/conflict/start-effects."""
        s.in_conflict = 1
        s.tiebreaker = god
        s.tiebreaker_ready = 1
        s.tell("ankh/conflict/tiebreaker", "tiebreaker", god)
        for other in ascending(s):
            if has_power(s, other, OMNIPRESENT):
                # ankh/power/omnipresent: a figure on water counts for every region of its cell
                regions = [tile for tile in region_tiles(s) if is_present(s, other, tile)]
                gain_followers(s, other, len(regions), "ankh/power/omnipresent")
        scorpions_destroy(s)

    def next_region(self, s: AnkhState, step: Step) -> None:
        """ankh/conflict/order: the region with the next higher tile, as it is now."""
        later = [tile for tile in region_tiles(s) if tile > step.where]
        if not later:
            s.become(Step(FIGHT_CONFLICT, step.who, count=AFTER_LAST_REGION))
            return
        region = later[0]
        s.become(Step(FIGHT_CONFLICT, step.who, region, count=REGIONS))
        name = region_name_cell(s, region)
        present = [god for god in s.ladder if is_present(s, god, region)]
        if not present:
            s.tell("ankh/conflict/empty", "region-skipped", where=name, amount=region)
        elif len(present) == 1:
            self.dominate(s, present[0], region)
        else:
            s.tell("ankh/conflict/battle", "battle", where=name, amount=region)
            s.battle = Battle(region, s.seats)
            s.push(Step(FIGHT_BATTLE))

    def dominate(self, s: AnkhState, god: int, region: int) -> None:
        """ankh/conflict/domination: the majorities are one gain, the domination a second."""
        gain_majorities(s, god, region, "ankh/conflict/domination")
        if s.over:
            return
        s.tell("ankh/conflict/domination", "domination", god, region_name_cell(s, region), amount=region)
        amount = 1
        if is_radiant_in(s, god, region):
            amount += 1
            s.tell("ankh/god/ra", "radiant", god, amount=1)
        gain_devotion(s, god, amount, "ankh/conflict/domination")

    def finale(self, s: AnkhState) -> None:
        """ankh/conflict/end-order: merging, forgotten gods, or the final result."""
        if s.conflicts_done == MERGE_AFTER and s.seats > 2:
            merge_gods(s)
        elif s.conflicts_done == FORGOTTEN_AFTER:
            forget_gods(s)
        elif s.conflicts_done == END_AFTER:
            end_match(s, s.ladder[-1], "fifth-conflict", "ankh/end/fifth")
        # The choice of guardians after merging is still part of the conflict; `merge` ends it then.
        if s.stack[-1].kind != TAKE_OVER:
            s.in_conflict = 0

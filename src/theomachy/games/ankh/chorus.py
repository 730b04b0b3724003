"""Who answers at the moments of a match, as one: `CHORUS` is whom the chapters ask."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.moments import AT, NOTHING, Moments
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.kernel.arrays import Numbers
from theomachy.kernel.ids import Seat, Side

# Compiled, a list found once by name is as good as a mask: where nobody answers, nothing is called.
_ACTION_BEGINS: Final = AT["action_begins"]
_ACTION_ENDS: Final = AT["action_ends"]
_SECOND_ACTION_FROM: Final = AT["second_action_from"]
_TURN_ENDS: Final = AT["turn_ends"]
_GAIN_ENDS: Final = AT["gain_ends"]
_EVENT_ENDS: Final = AT["event_ends"]
_EVENT_IS_OVER: Final = AT["event_is_over"]
_BUILDS_INSTEAD: Final = AT["builds_instead"]
_FREE_SITES: Final = AT["free_sites"]
_BARRED: Final = AT["barred"]
_FILLED_BY: Final = AT["filled_by"]
_FURTHER_PIECES: Final = AT["further_pieces"]
_FURTHER_SUMMONS: Final = AT["further_summons"]
_SPENT_SUMMON: Final = AT["spent_summon"]
_FREED: Final = AT["freed"]
_ARRIVED: Final = AT["arrived"]
_MOVED: Final = AT["moved"]
_KILLED: Final = AT["killed"]
_FIGURES_DIED: Final = AT["figures_died"]
_BURIED: Final = AT["buried"]
_DEAD_RISE: Final = AT["dead_rise"]
_DEAD_AVENGED: Final = AT["dead_avenged"]
_CONFLICT_STARTS: Final = AT["conflict_starts"]
_ORDER_REGIONS: Final = AT["order_regions"]
_DEVOTION_FLOWS: Final = AT["devotion_flows"]
_DEVOTION_DENIED: Final = AT["devotion_denied"]
_VICTORY_BONUS: Final = AT["victory_bonus"]
_DEVOTION_BONUS: Final = AT["devotion_bonus"]
_GAIN_BONUS: Final = AT["gain_bonus"]
_REGION_WON: Final = AT["region_won"]
_REGIONS_RESOLVED: Final = AT["regions_resolved"]
_CONFLICT_REWARDS: Final = AT["conflict_rewards"]
_CONFLICT_ENDS: Final = AT["conflict_ends"]
_BATTLE_BEGINS: Final = AT["battle_begins"]
_PARTICIPANTS_FIXED: Final = AT["participants_fixed"]
_CARDS_REVEALED: Final = AT["cards_revealed"]
_BUILDING: Final = AT["building"]
_BUILDING_IS_FREE: Final = AT["building_is_free"]
_PLAGUES_BEGIN: Final = AT["plagues_begin"]
_PLAGUES: Final = AT["plagues"]
_STRENGTH_IS_VOID: Final = AT["strength_is_void"]
_GOD_STRENGTH: Final = AT["god_strength"]
_STRENGTH_BONUS: Final = AT["strength_bonus"]
_BATTLE_WON: Final = AT["battle_won"]
_VICTIMS_LISTED: Final = AT["victims_listed"]
_LOSERS_GAIN: Final = AT["losers_gain"]
_DEATHS_OVER: Final = AT["deaths_over"]
_DEAD_COUNTED: Final = AT["dead_counted"]
_WORSHIP_BEGINS: Final = AT["worship_begins"]
_WORSHIP: Final = AT["worship"]
_BATTLE_ENDS: Final = AT["battle_ends"]
_CARDS_RETURN: Final = AT["cards_return"]
_GODS_MERGE: Final = AT["gods_merge"]
_FIGURE_LEAVES: Final = AT["figure_leaves"]
_GOD_LEAVES: Final = AT["god_leaves"]
_GOD_FADES: Final = AT["god_fades"]
_GOD_FORGOTTEN: Final = AT["god_forgotten"]


class Chorus(Moments):
    """All who answer, as one. Whatever they give is added up, joined, or the first word that somebody says."""

    def action_begins(self, s: AnkhState, seat: Seat, action: int, second: int) -> None:
        for one in _ACTION_BEGINS:
            one.action_begins(s, seat, action, second)

    def action_ends(self, s: AnkhState, seat: Seat, action: int, second: int) -> None:
        for one in _ACTION_ENDS:
            one.action_ends(s, seat, action, second)

    def second_action_from(self, s: AnkhState, first: int) -> int:
        found = first + 1
        for one in _SECOND_ACTION_FROM:
            found = min(found, one.second_action_from(s, first))
        return found

    def turn_ends(self, s: AnkhState) -> None:
        for one in _TURN_ENDS:
            one.turn_ends(s)

    def gain_ends(self, s: AnkhState, god: Side) -> None:
        for one in _GAIN_ENDS:
            one.gain_ends(s, god)

    def event_ends(self, s: AnkhState, event: int, god: Side) -> None:
        for one in _EVENT_ENDS:
            one.event_ends(s, event, god)

    def event_is_over(self, s: AnkhState, event: int) -> None:
        for one in _EVENT_IS_OVER:
            one.event_is_over(s, event)

    def builds_instead(self, s: AnkhState, god: Side) -> list[int]:
        found = NOTHING
        for one in _BUILDS_INSTEAD:
            more = one.builds_instead(s, god)
            if more:
                found = found + more if found else more
        return found

    def free_sites(self, s: AnkhState, god: Side) -> list[int]:
        found = NOTHING
        for one in _FREE_SITES:
            more = one.free_sites(s, god)
            if more:
                found = found + more if found else more
        return found

    def barred(self, s: AnkhState, god: Side) -> list[int]:
        found = NOTHING
        for one in _BARRED:
            more = one.barred(s, god)
            if more:
                found = found + more if found else more
        return found

    def filled_by(self, s: AnkhState, cell: int) -> str:
        for one in _FILLED_BY:
            rule = one.filled_by(s, cell)
            if rule:
                return rule
        return ""

    def further_pieces(self, s: AnkhState, god: Side) -> list[int]:
        found = NOTHING
        for one in _FURTHER_PIECES:
            more = one.further_pieces(s, god)
            if more:
                found = found + more if found else more
        return found

    def further_summons(self, s: AnkhState, god: Side, masks: Numbers) -> None:
        for one in _FURTHER_SUMMONS:
            one.further_summons(s, god, masks)

    def spent_summon(self, s: AnkhState, god: Side, mask: int) -> str:
        for one in _SPENT_SUMMON:
            rule = one.spent_summon(s, god, mask)
            if rule:
                return rule
        return ""

    def freed(self, s: AnkhState, figure: Figure) -> None:
        for one in _FREED:
            one.freed(s, figure)

    def arrived(self, s: AnkhState, figure: Figure) -> None:
        for one in _ARRIVED:
            one.arrived(s, figure)

    def moved(self, s: AnkhState, figure: Figure) -> None:
        for one in _MOVED:
            one.moved(s, figure)

    def killed(self, s: AnkhState, figure: Figure) -> None:
        for one in _KILLED:
            one.killed(s, figure)

    def figures_died(self, s: AnkhState) -> None:
        for one in _FIGURES_DIED:
            one.figures_died(s)

    def buried(self, s: AnkhState, figure: Figure) -> bool:
        for one in _BURIED:
            if one.buried(s, figure):
                return True
        return False

    def dead_rise(self, s: AnkhState) -> bool:
        for one in _DEAD_RISE:
            if one.dead_rise(s):
                return True
        return False

    def dead_avenged(self, s: AnkhState) -> None:
        for one in _DEAD_AVENGED:
            one.dead_avenged(s)

    def conflict_starts(self, s: AnkhState) -> None:
        for one in _CONFLICT_STARTS:
            one.conflict_starts(s)

    def order_regions(self, s: AnkhState, tiles: list[Region]) -> list[Region]:
        for one in _ORDER_REGIONS:
            tiles = one.order_regions(s, tiles)
        return tiles

    def devotion_flows(self, s: AnkhState, region: Region) -> bool:
        for one in _DEVOTION_FLOWS:
            if not one.devotion_flows(s, region):
                return False
        return True

    def devotion_denied(self, s: AnkhState, god: Side, amount: int, region: Region) -> None:
        for one in _DEVOTION_DENIED:
            one.devotion_denied(s, god, amount, region)

    def victory_bonus(self, s: AnkhState, god: Side, region: Region) -> int:
        total = 0
        for one in _VICTORY_BONUS:
            total += one.victory_bonus(s, god, region)
        return total

    def devotion_bonus(self, s: AnkhState, god: Side, region: Region, deeds: int) -> int:
        total = 0
        for one in _DEVOTION_BONUS:
            total += one.devotion_bonus(s, god, region, deeds)
        return total

    def gain_bonus(self, s: AnkhState, god: Side) -> int:
        total = 0
        for one in _GAIN_BONUS:
            total += one.gain_bonus(s, god)
        return total

    def region_won(self, s: AnkhState, god: Side, region: Region) -> None:
        for one in _REGION_WON:
            one.region_won(s, god, region)

    def regions_resolved(self, s: AnkhState) -> None:
        for one in _REGIONS_RESOLVED:
            one.regions_resolved(s)

    def conflict_rewards(self, s: AnkhState) -> None:
        for one in _CONFLICT_REWARDS:
            one.conflict_rewards(s)

    def conflict_ends(self, s: AnkhState) -> None:
        for one in _CONFLICT_ENDS:
            one.conflict_ends(s)

    def battle_begins(self, s: AnkhState, battle: Battle) -> None:
        for one in _BATTLE_BEGINS:
            one.battle_begins(s, battle)

    def participants_fixed(self, s: AnkhState, battle: Battle) -> None:
        for one in _PARTICIPANTS_FIXED:
            one.participants_fixed(s, battle)

    def cards_revealed(self, s: AnkhState, battle: Battle) -> None:
        for one in _CARDS_REVEALED:
            one.cards_revealed(s, battle)

    def building(self, s: AnkhState, battle: Battle) -> None:
        for one in _BUILDING:
            one.building(s, battle)

    def building_is_free(self, s: AnkhState, god: Side) -> bool:
        for one in _BUILDING_IS_FREE:
            if one.building_is_free(s, god):
                return True
        return False

    def plagues_begin(self, s: AnkhState, battle: Battle) -> None:
        for one in _PLAGUES_BEGIN:
            one.plagues_begin(s, battle)

    def plagues(self, s: AnkhState, battle: Battle) -> None:
        for one in _PLAGUES:
            one.plagues(s, battle)

    def strength_is_void(self, s: AnkhState, figure: Figure) -> bool:
        for one in _STRENGTH_IS_VOID:
            if one.strength_is_void(s, figure):
                return True
        return False

    def god_strength(self, s: AnkhState, god: Side) -> int:
        total = 0
        for one in _GOD_STRENGTH:
            total += one.god_strength(s, god)
        return total

    def strength_bonus(self, s: AnkhState, battle: Battle, god: Side) -> int:
        total = 0
        for one in _STRENGTH_BONUS:
            total += one.strength_bonus(s, battle, god)
        return total

    def battle_won(self, s: AnkhState, battle: Battle) -> None:
        for one in _BATTLE_WON:
            one.battle_won(s, battle)

    def victims_listed(self, s: AnkhState, battle: Battle) -> None:
        for one in _VICTIMS_LISTED:
            one.victims_listed(s, battle)

    def losers_gain(self, s: AnkhState, battle: Battle) -> None:
        for one in _LOSERS_GAIN:
            one.losers_gain(s, battle)

    def deaths_over(self, s: AnkhState, battle: Battle) -> None:
        for one in _DEATHS_OVER:
            one.deaths_over(s, battle)

    def dead_counted(self, s: AnkhState, battle: Battle) -> None:
        for one in _DEAD_COUNTED:
            one.dead_counted(s, battle)

    def worship_begins(self, s: AnkhState, battle: Battle) -> None:
        for one in _WORSHIP_BEGINS:
            one.worship_begins(s, battle)

    def worship(self, s: AnkhState, battle: Battle) -> None:
        for one in _WORSHIP:
            one.worship(s, battle)

    def battle_ends(self, s: AnkhState, battle: Battle) -> None:
        for one in _BATTLE_ENDS:
            one.battle_ends(s, battle)

    def cards_return(self, s: AnkhState, god: Side) -> None:
        for one in _CARDS_RETURN:
            one.cards_return(s, god)

    def gods_merge(self, s: AnkhState, higher: Side, lower: Side) -> None:
        for one in _GODS_MERGE:
            one.gods_merge(s, higher, lower)

    def figure_leaves(self, s: AnkhState, figure: Figure) -> None:
        for one in _FIGURE_LEAVES:
            one.figure_leaves(s, figure)

    def god_leaves(self, s: AnkhState, god: Side) -> None:
        for one in _GOD_LEAVES:
            one.god_leaves(s, god)

    def god_fades(self, s: AnkhState, god: Side) -> None:
        for one in _GOD_FADES:
            one.god_fades(s, god)

    def god_forgotten(self, s: AnkhState, god: Side) -> None:
        for one in _GOD_FORGOTTEN:
            one.god_forgotten(s, god)


CHORUS: Final = Chorus()

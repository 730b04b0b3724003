"""What Pharaoh says at the moments of the base game. The standing effects are the pharaoh's own."""

from __future__ import annotations

from theomachy.games.ankh.components import BID, CONTROL, MOVE, SUMMON
from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.moments import Moments
from theomachy.games.ankh.pharaoh.components import INFANTRY, ROOM_COUNT
from theomachy.games.ankh.pharaoh.deck import has_agenda, remove_agenda, return_agenda
from theomachy.games.ankh.pharaoh.dynasty import king_of
from theomachy.games.ankh.pharaoh.priests import begin_priest_moves, summon_priest
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.pharaoh.steps import AGENDA_AFTER, AGENDA_BEFORE, RESOLVE_PALACE
from theomachy.games.ankh.state import AnkhState, Battle, god_of
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step


class PharaohMoments(Moments):
    """It has something to say in matches with an annex."""

    def action_begins(self, s: AnkhState, seat: Seat, action: int, second: int) -> None:
        """pharaoh/agenda/once-per-action: the first of two chances."""
        if s.annex is None:
            return
        realm(s).spent = 0
        if has_agenda(s, god_of(s, seat)):
            s.push(Step(AGENDA_BEFORE, god_of(s, seat), second))

    def action_ends(self, s: AnkhState, seat: Seat, action: int, second: int) -> None:
        """The priests belong to the action; the agenda card comes after it. What is pushed last is asked first."""
        if s.annex is None:
            return
        god = god_of(s, seat)
        if not realm(s).spent and has_agenda(s, god):
            s.push(Step(AGENDA_AFTER, god, second))
        if action == SUMMON:
            summon_priest(s, god)
        elif action == MOVE:
            begin_priest_moves(s, god)

    def second_action_from(self, s: AnkhState, first: int) -> int:
        """pharaoh/agenda/harmony: the same action again."""
        if s.annex is None:
            return first + 1
        return first if realm(s).harmony else first + 1

    def turn_ends(self, s: AnkhState) -> None:
        if s.annex is None:
            return
        realm(s).harmony = 0

    def filled_by(self, s: AnkhState, cell: int) -> str:
        """pharaoh/king/ramses-cells: infantry; pharaoh/setup/pharaoh: the pharaoh fills a cell."""
        if s.annex is None:
            return ""
        return "pharaoh/king/ramses-cells" if s.at[cell] == INFANTRY else "pharaoh/setup/pharaoh"

    def event_ends(self, s: AnkhState, event: int, god: Side) -> None:
        """pharaoh/palace/order, pharaoh/palace/also-void; pharaoh/scenario/kemet: after a guardian bid too."""
        if s.annex is None:
            return
        if event in (CONTROL, BID):
            s.push(Step(RESOLVE_PALACE))

    def order_regions(self, s: AnkhState, tiles: list[Region]) -> list[Region]:
        if s.annex is None:
            return tiles
        return king_of(s).order_regions(s, tiles)

    def devotion_flows(self, s: AnkhState, region: Region) -> bool:
        if s.annex is None:
            return True
        return king_of(s).devotion_flows(s, region)

    def devotion_denied(self, s: AnkhState, god: Side, amount: int, region: Region) -> None:
        if s.annex is None:
            return
        king_of(s).devotion_denied(s, god, amount, region)

    def devotion_bonus(self, s: AnkhState, god: Side, region: Region, deeds: int) -> int:
        if s.annex is None:
            return 0
        return king_of(s).devotion_bonus(s, god, region, deeds)

    def region_won(self, s: AnkhState, god: Side, region: Region) -> None:
        if s.annex is None:
            return
        king_of(s).region_won(s, god, region)

    def strength_is_void(self, s: AnkhState, figure: Figure) -> bool:
        if s.annex is None:
            return False
        return king_of(s).strength_is_void(s, figure)

    def strength_bonus(self, s: AnkhState, battle: Battle, god: Side) -> int:
        if s.annex is None:
            return 0
        return king_of(s).strength_bonus(s, battle, god)

    def cards_return(self, s: AnkhState, god: Side) -> None:
        if s.annex is None:
            return
        return_agenda(s, god)

    def conflict_ends(self, s: AnkhState) -> None:
        if s.annex is None:
            return
        king_of(s).conflict_ends(s)

    def god_leaves(self, s: AnkhState, god: Side) -> None:
        """pharaoh/merge/priests, ankh/forgotten/all-leave: priests and agenda cards leave with their god."""
        if s.annex is None:
            return
        annex = realm(s)
        annex.pool[god] = 0
        for place in range(god * ROOM_COUNT, god * ROOM_COUNT + ROOM_COUNT):
            annex.rooms[place] = 0
        remove_agenda(s, god)

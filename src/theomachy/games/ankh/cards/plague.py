"""Plague of Locusts: who bids most is spared, all others die."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.battle import PLAGUES, current_battle, participants
from theomachy.games.ankh.board import figures_in, is_present
from theomachy.games.ankh.cards.card import Card
from theomachy.games.ankh.components import BID_, GOD, PLAGUE
from theomachy.games.ankh.deaths import begin_deaths, kill
from theomachy.games.ankh.event import bid_options, take_bids
from theomachy.games.ankh.followers import sacrifice_followers
from theomachy.games.ankh.state import AnkhState, Battle, god_of
from theomachy.games.ankh.steps import FIGHT_BATTLE, PLAGUE_BID
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Plague(Card):
    """ankh/card/plague"""

    name = "plague"
    card = PLAGUE
    strength = 1

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {PLAGUE_BID: PlagueBid()}

    def plagues_begin(self, s: AnkhState, battle: Battle) -> None:
        """ankh/card/plague-order: the order and the bidders are fixed now."""
        order = participants(battle, s.ladder)
        battle.queue = list(self.players(s, battle))
        battle.bidders = [god for god in order if is_present(s, god, battle.region)]

    def plagues(self, s: AnkhState, battle: Battle) -> None:
        if battle.queue:
            s.become(Step(FIGHT_BATTLE, count=PLAGUES))
            s.push(Step(PLAGUE_BID, battle.queue.pop(0)))


class PlagueBid(StepKind[AnkhState]):
    """A plague of locusts: the auction and its deaths. `who`: the god that played it. (ankh/card/plague)"""

    name = "plague-bid"
    prompt = "plague-bid"
    forbids = "ankh/card/plague"
    verbs = "bid"
    holds = "who=god"
    public = True
    secret = True

    def deciders(self, s: AnkhState, step: Step) -> int:
        waiting = 0
        for god in current_battle(s).bidders:
            if s.secret[god] < 0:
                waiting |= bit(god)
        return waiting

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return bid_options(s, god_of(s, seat))

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.secret[seat] = choice - BID_

    def run(self, s: AnkhState, step: Step) -> None:
        battle = current_battle(s)
        bids = take_bids(s, battle.bidders, "ankh/card/plague")
        for god in battle.bidders:
            sacrifice_followers(s, god, bids[god], "ankh/card/plague")
        highest = max(bids)
        best = [god for god in battle.bidders if bids[god] == highest]
        spared = best[0] if len(best) == 1 else -1
        s.tell("ankh/card/plague", "plague", spared, amount=highest)
        s.pop()
        doomed = [
            figure
            for god in s.ladder
            if god != spared
            for figure in figures_in(s, god, battle.region)
            if s.kind[figure] != GOD
        ]
        kill(s, doomed, "ankh/card/plague")
        begin_deaths(s)


CARD: Final = Plague()

"""Guardians of Kemet: all guardians are in play, and the gods bid for them."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import BID_, KEMET
from theomachy.games.ankh.event import bid_options, take_bids
from theomachy.games.ankh.followers import sacrifice_followers
from theomachy.games.ankh.specials.special import Special
from theomachy.games.ankh.state import AnkhState, god_of, seat_of
from theomachy.games.ankh.steps import GUARDIAN_BID, TAKE_GUARDIAN
from theomachy.games.ankh.unlock import ANY_LEVEL, takeable_guardians
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class GuardiansOfKemet(Special):
    """ankh/scenario/guardians-of-kemet. Its event track has bids (see `turn`)."""

    name = "guardians-of-kemet"
    rules = KEMET

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {GUARDIAN_BID: GuardianBid()}


class GuardianBid(StepKind[AnkhState]):
    """Everyone bids secretly for a guardian. `who`: the god that triggered it."""

    name = "guardian-bid"
    prompt = "guardian-bid"
    forbids = "ankh/scenario/guardians-of-kemet"
    verbs = "bid"
    holds = "who=god"
    public = True
    secret = True

    def deciders(self, s: AnkhState, step: Step) -> int:
        waiting = 0
        for god in s.ladder:
            if s.secret[seat_of(s, god)] < 0:
                waiting |= bit(seat_of(s, god))
        return waiting

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return bid_options(s, god_of(s, seat))

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
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


RULES: Final = GuardiansOfKemet()

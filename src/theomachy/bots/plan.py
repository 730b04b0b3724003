"""A plan for the whole turn: what a seat would click one after another, and what the next player could do then.

Everything is imagined: what the seat can't know is dealt anew, so a plan holds nothing its seat may not know. It ends
where something hidden or random would turn up, or where somebody else decides.
"""

from __future__ import annotations

from typing import Final

from theomachy.bots.examining import Threat, likeliest, threat_after
from theomachy.bots.lookahead import Lookahead
from theomachy.bots.sight import Sight
from theomachy.kernel.dice import mix
from theomachy.kernel.state import State
from theomachy.kernel.worth import Worth

#: a plan has so many clicks at most
LONGEST_PLAN: Final = 24


class Plan:
    """Clicks of one seat in a row, from an imagined position on."""

    __slots__ = ("clicks", "seat", "start", "threat")

    def __init__(self, start: State, seat: int, clicks: list[int], threat: Threat | None) -> None:
        #: the imagined position before the first click
        self.start = start
        self.seat = seat
        self.clicks = clicks
        #: what the next player could do after it; None where that is not to be said
        self.threat = threat


def make_plan(sight: Sight, worth: Worth, choice: int, line: list[tuple[int, int]], seed: int) -> Plan:
    """The plan that begins with a choice. `line`: seats and choices that are expected to follow, it included, as far as
    is known; beyond that the seat goes on with what looks best."""
    game, seat = sight.game, sight.seat
    ahead = Lookahead(game, worth, seed)
    s: State = sight.imagine(mix(seed, 0) >> 2)
    start: State = game.copy(s)
    clicks = [choice]
    if sight.secret:
        return Plan(start, seat, clicks, None)
    reveals, draws = s.reveals, s.draws
    ahead.make(s, seat, choice)
    while len(clicks) < LONGEST_PLAN and s.reveals == reveals and s.draws == draws:
        if ahead.waiting(s) != 1 << seat or ahead.is_secret(s):
            break
        number = len(clicks)
        following = -1
        if number < len(line) and line[number][0] == seat:
            following = line[number][1]
        if following not in ahead.options(s, seat):
            following = likeliest(ahead, s, seat)
        clicks.append(following)
        ahead.make(s, seat, following)
    return Plan(start, seat, clicks, threat_after(ahead, s, seat))

"""What a choice changes in the terms of the evaluation: the reasons a bot can give."""

from __future__ import annotations

from typing import Final

from theomachy.bots.lookahead import Lookahead
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix
from theomachy.kernel.worth import Worth

#: deals over which the changes are averaged
DEALS: Final = 2
SECRET_DEALS: Final = 12
#: how far the action is followed
CLICKS: Final = 2
BUDGET: Final = 60
#: changes smaller than this, in points of the evaluation, are no reasons
SMALL: Final = 0.05


def gains_of(worth: Worth, sight: Sight, choice: Choice, seed: int) -> list[tuple[str, float]]:
    """The terms that change for the seat's side when the action begun by the choice is over; the greatest first."""
    ahead = Lookahead(sight.game, worth, seed)
    deals = SECRET_DEALS if sight.secret else DEALS
    changes: dict[str, float] = {}
    for deal in range(deals):
        s = sight.imagine(mix(seed, deal) >> 2)
        side = worth.sides(s)[sight.seat]
        for term, points in worth.terms(s, side):
            changes[term] = changes.get(term, 0.0) - points / deals
        if sight.secret:
            ahead.answer_others(s, sight.seat)
        ahead.make(s, sight.seat, choice.id)
        if sight.secret:
            ahead.carry_on(s)
        else:
            ahead.follow(s, sight.seat, CLICKS, BUDGET)
        side = worth.sides(s)[sight.seat]
        for term, points in worth.terms(s, side):
            changes[term] = changes.get(term, 0.0) + points / deals
    found = [(term, change) for term, change in changes.items() if abs(change) >= SMALL]
    return sorted(found, key=lambda item: (-abs(item[1]), item[0]))

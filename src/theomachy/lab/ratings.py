"""A rating per bot, by OpenSkill's Plackett-Luce model (a Bayesian rating for matches of any number of players).

Every match is one observation: the order of the bots that sat in it. A bot with several seats is placed by the mean
place of its seats. Places are the final standing; where everybody lost, all are equal, a draw. Bots don't learn, so the
model's allowance for players who change (tau) is off. Matches are rated in the order of their plans.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from theomachy.kernel.errors import TheomachyError
from theomachy.lab.results import Result


class Rating:
    """An estimated skill and how uncertain it is; everybody begins at 25 ± 8.3."""

    __slots__ = ("mu", "sigma")

    def __init__(self, mu: float, sigma: float) -> None:
        self.mu = mu
        self.sigma = sigma

    def json(self) -> dict[str, float]:
        return {"mu": round(self.mu, 4), "sigma": round(self.sigma, 4)}


def require_openskill() -> None:
    """Refuse to go on without OpenSkill: commands check before they play, not after the last match."""
    if find_spec("openskill") is None:
        raise TheomachyError('ratings need openskill: pip install "theomachy[lab]"')


def rate(bots: list[str], results: list[Result]) -> dict[str, Rating]:
    """The rating of each bot after all matches."""
    require_openskill()
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings: dict[str, Any] = {bot: model.rating(name=bot) for bot in bots}
    for result in sorted(results, key=lambda result: result.match):
        places = places_of(result)
        if len(places) < 2:
            continue
        rated = model.rate([[ratings[bot]] for bot in places], ranks=list(places.values()))
        for bot, (rating,) in zip(places, rated, strict=True):
            ratings[bot] = rating
    return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}


def places_of(result: Result) -> dict[str, float]:
    """The mean place of each bot's seats."""
    seats: dict[str, list[int]] = {}
    for bot, rank in zip(result.bots, result.ranks, strict=True):
        seats.setdefault(bot, []).append(rank)
    return {bot: sum(ranks) / len(ranks) for bot, ranks in seats.items()}

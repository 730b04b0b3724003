"""The casual bot: plays like the greedy one, but does not notice everything and is not sure of what it sees. Its
mistakes are those of people, who choose well among what they have seen, and confuse what is nearly as good."""

from __future__ import annotations

from math import log, sqrt
from typing import ClassVar, Final

from theomachy.bots.advice import Advice, Prospect
from theomachy.bots.gains import gains_of
from theomachy.bots.greedy import OTHERS, chances_after
from theomachy.bots.plan import make_plan
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup

#: settings are parts of this
WHOLE: Final = 100
#: the greatest doubt: by then what it sees hardly matters
GREATEST_DOUBT: Final = 1000
#: a misjudgement is the sum of so many draws: small ones are common, great ones rare
DRAWS: Final = 4
#: draws are numbers below this
FINE: Final = 1_000_003
#: chances are kept so far from 0 and 1
SURE: Final = 0.001


class CasualBot:
    """Notices each choice with the same chance, at least one, and takes what seems best to it among those.
    Settings: how many of a hundred it notices; and after a hyphen by how much it misjudges them, typically, in
    hundredths of the odds' logarithm (`80-20`), so that close calls go wrong and clear ones don't. Its n-th answer
    depends on seed, n and its sight only."""

    name: ClassVar[str] = "casual"

    def __init__(self, seed: int = 0, settings: str = "50") -> None:
        share, hyphen, doubt = settings.partition("-")
        if not is_within(share, 1, WHOLE) or (hyphen and not is_within(doubt, 0, GREATEST_DOUBT)):
            raise BadSetup(
                f"casual: '{settings}' is no share; write how many of a hundred choices it notices, like '50', "
                "and by how much it misjudges them, if at all, like '50-20'"
            )
        self.seed = seed
        self.share = int(share)
        self.doubt = int(doubt or "0") / WHOLE
        self._answers = 0
        #: the chances it saw after each of the choices when it chose last, -1 where it saw none; empty: it did not look
        self.chances: list[float] = []

    def choose(self, sight: Sight) -> Choice:
        """The choice with the best expected chance among those it notices; the first of equals."""
        if len(sight.choices) == 1:
            self.chances = []
            return sight.choices[0]
        self._answers += 1
        seed = mix(self.seed, self._answers)
        self.chances = self._chances(sight, seed)
        return sight.choices[self._favourite(sight, seed, self.chances)]

    def explain(self, sight: Sight) -> Advice:
        """What it would choose, and what that changes in the terms of the evaluation. Changes none of its answers."""
        if len(sight.choices) == 1:
            return Advice("forced", Prospect(sight.choices[0], -1.0))
        seed = mix(self.seed, 0)
        chances = self._chances(sight, seed)
        favourite = self._favourite(sight, seed, chances)
        best = Prospect(sight.choices[favourite], chances[favourite])
        # What seems better to others does not seem so to it.
        others = [
            Prospect(sight.choices[place], min(chance, best.chance))
            for place, chance in enumerate(chances)
            if chance >= 0.0 and place != favourite
        ]
        others.sort(key=lambda other: -other.chance)
        worth = sight.game.mind()
        advice = Advice("greedy", best, others[:OTHERS], gains_of(worth, sight, best.choice, seed), 1 + len(others))
        advice.plan = make_plan(sight, worth, best.choice.id, [], seed)
        return advice

    def _favourite(self, sight: Sight, seed: int, chances: list[float]) -> int:
        """The place of the choice that seems best to it; the first of equals."""
        best = 0
        most = -1e9
        for place in range(len(chances)):
            chance = chances[place]
            if chance < 0.0:
                continue
            seems = chance
            if self.doubt > 0.0:
                held = min(max(chance, SURE), 1.0 - SURE)
                seems = log(held / (1.0 - held)) + self.doubt * misjudgement(mix(seed, sight.choices.ids[place]))
            if seems > most:
                best = place
                most = seems
        return best

    def _chances(self, sight: Sight, seed: int) -> list[float]:
        """The expected chance after each of the choices, -1 after those it overlooks."""
        ids = sight.choices.ids
        lots = [mix(seed, 1 + place) % WHOLE for place in range(len(ids))]
        notable = max(self.share, min(lots) + 1)
        places = [place for place, lot in enumerate(lots) if lot < notable]
        chances = [-1.0] * len(ids)
        for place, chance in zip(places, chances_after(sight, seed, [ids[place] for place in places]), strict=True):
            chances[place] = chance
        return chances


def misjudgement(seed: int) -> float:
    """By how much something is misjudged: 0 on average, with a variance of 1, and never beyond four times that."""
    total = 0.0
    for draw in range(DRAWS):
        total += mix(seed, 100 + draw) % FINE / FINE
    # The variance of a draw is a twelfth.
    return (total - DRAWS / 2.0) * sqrt(12.0 / DRAWS)


def is_within(text: str, least: int, most: int) -> bool:
    """Whether a text is a number in a range."""
    return text.isascii() and text.isdigit() and least <= int(text) <= most

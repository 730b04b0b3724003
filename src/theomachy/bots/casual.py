"""The casual bot: plays like the greedy one, but does not notice everything. Its mistakes are those of people, who
choose well among what they have seen."""

from __future__ import annotations

from typing import ClassVar, Final

from theomachy.bots.advice import Advice, Prospect
from theomachy.bots.gains import gains_of
from theomachy.bots.greedy import OTHERS, chances_after
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup

#: settings are parts of this
WHOLE: Final = 100


class CasualBot:
    """Notices each choice with the same chance, at least one, and takes the greedy bot's favourite among those.
    Settings: how many of a hundred it notices. Its n-th answer depends on seed, n and its sight only."""

    name: ClassVar[str] = "casual"

    def __init__(self, seed: int = 0, settings: str = "50") -> None:
        if not (settings.isascii() and settings.isdigit() and 1 <= int(settings) <= WHOLE):
            raise BadSetup(
                f"casual: '{settings}' is no share; write how many of a hundred choices it notices, like '50'"
            )
        self.seed = seed
        self.share = int(settings)
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
        return sight.choices[self.chances.index(max(self.chances))]

    def explain(self, sight: Sight) -> Advice:
        """What it would choose, and what that changes in the terms of the evaluation. Changes none of its answers."""
        if len(sight.choices) == 1:
            return Advice("forced", Prospect(sight.choices[0], -1.0))
        seed = mix(self.seed, 0)
        chances = self._chances(sight, seed)
        seen = [Prospect(sight.choices[place], chance) for place, chance in enumerate(chances) if chance >= 0.0]
        seen.sort(key=lambda one: -one.chance)
        gains = gains_of(sight.game.mind(), sight, seen[0].choice, seed)
        return Advice("greedy", seen[0], seen[1 : 1 + OTHERS], gains, len(seen))

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

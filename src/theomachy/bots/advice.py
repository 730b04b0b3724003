"""What a bot says about a decision: its choice, the result it expects, what it likes next best, and why."""

from __future__ import annotations

from theomachy.bots.plan import Plan
from theomachy.kernel.choice import Choice


class Prospect:
    """A choice and what may come of it."""

    __slots__ = ("chance", "choice")

    def __init__(self, choice: Choice, chance: float) -> None:
        self.choice = choice
        #: the chance to win that the bot sees after it; -1 where it expects nothing
        self.chance = chance

    def __repr__(self) -> str:
        return f"Prospect({str(self.choice)!r}, {self.chance:.3f})"


class Advice:
    """The answer to "what would you do here, and why?". `reasons.advice_words` has the sentences."""

    __slots__ = ("best", "effort", "experience", "gains", "how", "others", "plan", "trouble")

    def __init__(
        self,
        how: str,
        best: Prospect,
        others: list[Prospect] | None = None,
        gains: list[tuple[str, float]] | None = None,
        effort: int | None = None,
    ) -> None:
        #: how the bot came to it: the key of a sentence ("random", "greedy", "search", "mixed", "forced")
        self.how = how
        self.best = best
        #: the runners-up, best first
        self.others = [] if others is None else others
        #: what the choice changes in the evaluation's terms, in points, the greatest change first
        self.gains = [] if gains is None else gains
        #: how many matches were imagined; None: the bot does not count
        self.effort = effort
        #: what the choice begins: the plan for the whole turn; None where there is none
        self.plan: Plan | None = None
        #: what a learned evaluation adds to the seat's chance as things stand, from -1 to 1; 0 where there is none
        self.experience = 0.0
        #: why a bot that learns had nothing learned to go by; empty: it had
        self.trouble = ""

    @property
    def choice(self) -> Choice:
        return self.best.choice

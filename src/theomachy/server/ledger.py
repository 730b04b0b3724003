"""What was used of allowances that servers share, until the others are told. Each server counts by itself what it is
asked; once a second it tells what was used, and hears what that is with everything used elsewhere."""

from __future__ import annotations

from functools import partial
from typing import Final

from theomachy.server.limits import Allowance, Note
from theomachy.server.storage import Use

#: what is less than this share of what may be had at once is told later, together with more
WORTH_TELLING: Final = 1 / 50
#: when there is more than this, all of it is told
MANY: Final = 10_000


class Ledger:
    """Use by what it is of, and whose."""

    def __init__(self) -> None:
        self._used: dict[tuple[str, str], float] = {}
        self._allowed: dict[str, Allowance] = {}

    def note(self, what: str, who: str, allowed: Allowance) -> Note:
        """Notes what somebody uses from now on."""
        self._allowed[what] = allowed
        return partial(self._add, (what, who))

    def _add(self, key: tuple[str, str], amount: float) -> None:
        self._used[key] = self._used.get(key, 0.0) + amount

    def untold(self, what: str, who: str) -> float:
        """What the others do not know yet."""
        return self._used.get((what, who), 0.0)

    def tell(self) -> list[Use]:
        """What is worth being told; from now on it is."""
        crowded = len(self._used) > MANY
        told = [
            Use(what, who, amount, self._allowed[what].rate)
            for (what, who), amount in self._used.items()
            if crowded or amount >= self._allowed[what].burst * WORTH_TELLING
        ]
        for use in told:
            del self._used[use.what, use.who]
        return told

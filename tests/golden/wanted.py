"""What a golden match is wanted for; `wanted_ankh` and `wanted_anunnaki` have the lists of the games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import LIMIT
from theomachy.lab.fuzz.policies import Policy, uniform


class Wanted:
    """A match to find: its game, what must come true, the set-up, and the policy that makes it likely."""

    def __init__(
        self,
        name: str,
        game: str,
        holds: Callable[[Match], bool],
        setup: dict[str, Any],
        policy: Callable[[random.Random], Policy] = uniform,
        *,
        by_facts: bool = False,
        limit: int = LIMIT,
    ) -> None:
        self.name = name
        self.game = game
        self.holds = holds
        self.setup = setup
        self.policy = policy
        #: whether facts must be read to see that it came true; without them the search is faster
        self.by_facts = by_facts
        #: longer matches are passed over
        self.limit = limit


def outcome_of(match: Match) -> dict[str, Any]:
    outcome = match.outcome
    assert outcome is not None
    return {"winners": list(outcome.winners), "how": outcome.how}

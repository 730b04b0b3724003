"""What a bot may have of a match: its seat's view and choices, and copies to plan in. Nothing else."""

from __future__ import annotations

from typing import Any

from theomachy.kernel.choice import Choices
from theomachy.kernel.game import Game
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match
from theomachy.kernel.state import State


class Sight:
    """A match through the eyes of one seat that must decide. Everything here is known to that seat."""

    __slots__ = ("_match", "_open", "choices", "game", "seat")

    def __init__(self, match: Match, seat: int, open_cards: bool = False) -> None:
        """With open cards, what is hidden is seen as it lies: for matches that are over, never for whoever plays."""
        self._match = match
        self._open = open_cards
        self.seat = Seat(seat)
        self.game: Game[Any] = match.game
        #: the legal choices, never empty
        self.choices: Choices = match.choices_of(seat)

    @property
    def view(self) -> dict[str, Any]:
        """`Match.view` of the seat."""
        return self._match.view(self.seat)

    @property
    def secret(self) -> bool:
        """Whether the seat decides secretly, at once with others."""
        return self._match.decision.secret

    def imagine(self, seed: int) -> State:
        """A state the seat could believe in, to plan in: what it can't know is dealt anew, the dice are others.

        Settled: its top step asks for a decision. Where several seats choose secretly, nobody else has chosen yet.
        """
        if self._open:
            known = self._match.copy()
            known.state.dice = seed
            known.state.draws = 0
            seen: State = known.state
            return seen
        state: State = self._match.planner_copy(self.seat, seed).state
        return state

"""Contract 8: a model of what may be taken back, and checks against it."""

from __future__ import annotations

from theomachy.kernel.errors import NoUndo
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import ContractBroken, require, snapshot


class Undoable:
    """A choice that may still be taken back: whose it is, the secret decision it belongs to (-1: an open one), and what
    the match was before it."""

    __slots__ = ("before", "seat", "secret")

    def __init__(self, seat: int, secret: int, before: str) -> None:
        self.seat = seat
        self.secret = secret
        self.before = before


class UndoModel:
    """Contract 8: what may be taken back are one's own decisions, until something is revealed or somebody else decides;
    where several seats choose secretly at once they decide nothing for each other."""

    def __init__(self) -> None:
        self.choices: list[Undoable] = []

    def before_play(self, match: Match, seat: int) -> None:
        # Secret decisions end with a reveal, so their number is that of the reveals before.
        secret = match.state.reveals if match.decision.secret else -1
        self.choices = [choice for choice in self.choices if choice.seat == seat or 0 <= secret == choice.secret]
        self.choices.append(Undoable(seat, secret, match.digest()))

    def after_reveal(self) -> None:
        self.choices = []

    def may_undo(self, seat: int) -> bool:
        return any(choice.seat == seat for choice in self.choices)


def check_undo_rights(match: Match, model: UndoModel) -> None:
    """Who may take back its last choice, and who may not."""
    for seat in range(match.seats):
        may = model.may_undo(seat)
        require(match.can_undo(seat) == may, f"seat {seat} {'may' if may else 'must not'} be able to undo")
        if not may:
            before = snapshot(match)
            try:
                match.undo(seat)
            except NoUndo:
                require(snapshot(match) == before, "a refused undo has changed the match")
            else:
                raise ContractBroken(f"seat {seat} has undone across a reveal or somebody else's decision")


def check_undo_all(match: Match, model: UndoModel) -> None:
    """Going back through one's decisions in a row restores, one by one, the match as it was before each of them."""
    seats = {choice.seat for choice in model.choices}
    if len(seats) != 1:
        return
    seat = seats.pop()
    copy = match.copy()
    for choice in reversed(model.choices[-5:]):
        require(copy.can_undo(seat), f"seat {seat} can't take back its last {len(model.choices)} decisions")
        copy.undo(seat)
        require(copy.digest() == choice.before, "undo does not restore the match")

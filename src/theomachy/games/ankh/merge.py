"""Chapter "merge": after the 3rd conflict the two least devoted gods become one, with two seats."""

from __future__ import annotations

from theomachy.games.ankh.board import put_figure, retire_guardian
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    DONE,
    FIGURE_,
    FIGURES,
    FIRST_SMALL,
    NO_GUARDIAN,
    PIECE,
    PIECES,
    POOL,
)
from theomachy.games.ankh.egypt import CELLS
from theomachy.games.ankh.followers import pay_followers
from theomachy.games.ankh.forgotten import leave_game
from theomachy.games.ankh.guardians.guardian import is_large
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, figure_at, free_base, owner_at, pool_guardian
from theomachy.games.ankh.steps import TAKE_OVER
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step


def merge_gods(s: AnkhState) -> None:
    """ankh/merge/who: last place is the lower god, the one before it the higher god."""
    lower = s.ladder[0]
    higher = s.ladder[1]
    s.tell("ankh/merge/who", "merged", higher, other=lower)
    join_gods(s, higher, lower)
    s.push(Step(TAKE_OVER, higher, what=lower))


def join_gods(s: AnkhState, higher: Side, lower: Side) -> None:
    """Everything of merging but the guardians, which the higher god's player chooses."""
    CHORUS.gods_merge(s, higher, lower)
    leave_game(s, lower, "ankh/merge/monuments")
    pay_followers(s, lower, higher, s.followers[lower], "ankh/merge/followers")
    # ankh/merge/devotion: the higher marker goes down onto the lower one, which is at the bottom of the ladder
    s.devotion[higher] = s.devotion[lower]
    s.ladder.remove(lower)
    s.tell("ankh/merge/devotion", "devotion-shared", higher, amount=s.devotion[higher], other=lower)
    # ankh/merge/both-gods
    s.divine[higher] |= s.divine[lower]
    s.divine[lower] = 0
    s.powers[lower] = 0
    for seat in range(s.seats):
        if s.side[seat] == lower:
            s.side[seat] = higher


def take_over_guardian(s: AnkhState, higher: Side, figure: Figure) -> None:
    """ankh/merge/guardians: it stays where it is, on a base of the higher god; its sun and claws stay too."""
    kind = s.kind[figure]
    new = free_base(s, higher, is_large(kind))
    place = s.where[figure]
    sun, claw_a, claw_b = s.sun[figure], s.claw_a[figure], s.claw_b[figure]
    retire_guardian(s, figure)
    s.kind[new] = kind
    s.sun[new], s.claw_a[new], s.claw_b[new] = sun, claw_a, claw_b
    if place >= 0:
        put_figure(s, new, place)
    else:
        s.where[new] = POOL
    s.tell("ankh/merge/guardians", "guardian-taken-over", higher, place, PIECES[kind])


def claimable(s: AnkhState, higher: Side, lower: Side) -> list[int]:
    """The lower god's guardians for which the higher god has a free base."""
    return [
        figure
        for figure in range(lower * FIGURES + FIRST_SMALL, lower * FIGURES + FIGURES)
        if s.kind[figure] != NO_GUARDIAN and free_base(s, higher, is_large(s.kind[figure])) >= 0
    ]


class TakeOver(Question):
    """Which guardians does the merged god take over? `who`: the higher god; `what`: the lower god."""

    name = "take-over"
    prompt = "take-over"
    verbs = "figure piece done"
    public = True
    holds = "who=god what=lower:god"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        for figure in claimable(s, step.side, Side(step.what)):
            place = s.where[figure]
            choice = FIGURE_ + place if place >= 0 else PIECE[s.kind[figure]]
            if choice not in found:
                found.append(choice)
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice != DONE:
            if choice in PIECE:
                figure = pool_guardian(s, Side(step.what), PIECE.index(choice))
            else:
                figure = figure_at(s, choice - FIGURE_)
            take_over_guardian(s, step.side, figure)
            return
        s.pop()
        for number in range(step.what * FIGURES + FIRST_SMALL, step.what * FIGURES + FIGURES):
            figure = Figure(number)
            if s.kind[figure] != NO_GUARDIAN:
                s.tell("ankh/merge/guardians", "guardian-left", step.what, s.where[figure], PIECES[s.kind[figure]])
                CHORUS.figure_leaves(s, figure)
                retire_guardian(s, figure)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - FIGURE_
        if 0 <= cell < CELLS and owner_at(s, cell) == step.side:
            return "ankh/merge/own-guardians"
        return "ankh/merge/guardians"

"""Chapter "devotion": the score, its stacks, and the win at the top."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import RED_UNTIL, TOP
from theomachy.games.ankh.ids import NOWHERE, Region
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side

#: a gain that belongs to no region


#: how a match can end; empty while it goes on
ENDINGS: Final = ("", "top", "last-god", "atheist", "fifth-conflict")


def in_red(s: AnkhState, god: Side) -> bool:
    return s.devotion[god] <= RED_UNTIL


def gain_devotion(s: AnkhState, god: Side, amount: int, rule: str, region: Region = NOWHERE) -> None:
    """One gain of devotion, with whatever comes on top of every gain. The first at the top wins at once
    (ankh/devotion/first-reaches); the caller must then do nothing more, which `s.over` tells it.

    `region`: where it is gained, by its order tile.
    """
    if amount <= 0 or s.over:
        return
    if region != NOWHERE and not CHORUS.devotion_flows(s, region):
        CHORUS.devotion_denied(s, god, amount, region)
        return
    amount += CHORUS.gain_bonus(s, god)
    space = min(TOP, s.devotion[god] + amount)
    if space != s.devotion[god]:
        _place(s, god, space)
    s.tell(rule, "devotion-gained", god, amount=amount)
    if space == TOP:
        end_match(s, god, "top", "ankh/devotion/top-wins")


def lose_devotion(s: AnkhState, god: Side, amount: int, rule: str) -> None:
    """ankh/devotion/floor: nobody goes below the lowest space, and who is there keeps the place in the stack."""
    if s.over:
        return
    lost = min(amount, s.devotion[god])
    if lost > 0:
        _place(s, god, s.devotion[god] - lost)
        s.tell(rule, "devotion-lost", god, amount=lost)


def _place(s: AnkhState, god: Side, space: int) -> None:
    """ankh/devotion/stack: the marker goes on top of the markers on its new space."""
    s.devotion[god] = space
    ladder = s.ladder
    ladder.remove(god)
    index = len(ladder)
    while index > 0 and s.devotion[ladder[index - 1]] > space:
        index -= 1
    ladder.insert(index, god)


def end_match(s: AnkhState, winner: Side, how: str, rule: str) -> None:
    """The match is over; -1: nobody wins."""
    s.tell(rule, "match-over", winner, what=how)
    s.over = True
    s.winner = winner
    s.how = how

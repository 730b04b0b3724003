"""Chapter "unlock": the action "Unlock ankh power", and the guardians that come with it."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import (
    DONE,
    GUARDIAN_WITH_UNLOCK,
    GUARDIANS,
    PIECE,
    PIECES,
    POOL,
    POWER_,
    POWERS,
    POWERS_PER_LEVEL,
    ROW_TOKENS,
)
from theomachy.games.ankh.followers import sacrifice_followers
from theomachy.games.ankh.guardians.guardian import BESTIARY, is_large
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, free_base
from theomachy.games.ankh.steps import TAKE_GUARDIAN, UNLOCK_POWER
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step

ANY_LEVEL: Final = 0
#: the powers of a level, as bits
_LEVEL: Final = (1 << POWERS_PER_LEVEL) - 1


def column(s: AnkhState, god: Side) -> int:
    """ankh/unlock/leftmost: the level of the leftmost token left in the row."""
    return (ROW_TOKENS - s.row[god]) // 2 + 1


def unlockable(s: AnkhState, god: Side) -> int:
    """Mask of the powers that may be unlocked now. ankh/unlock/cost: none if the level can't be paid."""
    level = column(s, god)
    if s.row[god] == 0 or s.followers[god] < level:
        return 0
    return ~s.powers[god] & _LEVEL << (level - 1) * POWERS_PER_LEVEL


def begin_unlock(s: AnkhState, god: Side) -> None:
    if unlockable(s, god):
        s.push(Step(UNLOCK_POWER, god))
    else:
        s.tell("ankh/unlock/cost", "void", god, what="unlock")


def takeable_guardians(s: AnkhState, god: Side, level: int) -> list[int]:
    """Kinds of guardian (of a level, or any) that are left and for which the god has a base (ankh/unlock/base)."""
    return [
        kind
        for kind in GUARDIANS
        if s.guardian_left[kind] > 0
        and (level == ANY_LEVEL or BESTIARY[kind].level == level)
        and free_base(s, god, is_large(kind)) >= 0
    ]


def take_guardian(s: AnkhState, god: Side, kind: int, rule: str) -> None:
    """Put a guardian of the supply on a base of the god, in the pool."""
    figure = free_base(s, god, is_large(kind))
    s.guardian_left[kind] -= 1
    s.kind[figure] = kind
    s.where[figure] = POOL
    s.tell(rule, "guardian-taken", god, what=PIECES[kind])


class UnlockPower(Question):
    """Which power? `who`: the god."""

    name = "unlock-power"
    prompt = "unlock-power"
    forbids = "ankh/unlock/leftmost"
    verbs = "power done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        powers = unlockable(s, step.side)
        for power in range(len(POWERS)):
            if powers >> power & 1:
                found.append(POWER_ + power)
        # ankh/unlock/optional
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == DONE:
            return
        god = step.side
        power = choice - POWER_
        sacrifice_followers(s, god, column(s, god), "ankh/unlock/cost")
        s.powers[god] |= bit(power)
        s.row[god] -= 1
        s.tell("ankh/unlock/leftmost", "unlocked", god, what=POWERS[power])
        level = GUARDIAN_WITH_UNLOCK[ROW_TOKENS - s.row[god]]
        if level:
            if takeable_guardians(s, god, level):
                s.push(Step(TAKE_GUARDIAN, god, count=level))
            else:
                s.tell("ankh/unlock/base", "void", god, what="guardian")


class TakeGuardian(Question):
    """Which guardian? Asked only where several kinds are left. `who`: the god; `count`: the level, 0 for any."""

    name = "take-guardian"
    prompt = "take-guardian"
    verbs = "piece"
    public = True
    holds = "who=god count=level:number"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [PIECE[kind] for kind in takeable_guardians(s, step.side, step.count)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        rule = "ankh/scenario/guardians-of-kemet" if step.count == ANY_LEVEL else "ankh/unlock/guardian"
        take_guardian(s, step.side, PIECE.index(choice), rule)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        kind = PIECE.index(choice) if choice in PIECE else -1
        if kind in GUARDIANS and s.guardian_left[kind] > 0 and free_base(s, step.side, is_large(kind)) < 0:
            return "ankh/unlock/base"
        return "ankh/unlock/guardian"

"""The kinds of steps by number. The behaviour is in the chapters; `game.KINDS` puts them in this order."""

from __future__ import annotations

from typing import Final

TURN: Final = 0
EVENT: Final = 1
MOVE_FIGURES: Final = 2
MOVE_TO: Final = 3
PUSH_TO: Final = 4
POINT_CLAW: Final = 5
SUMMON_PIECE: Final = 6
SUMMON_TO: Final = 7
GIVE_SUN: Final = 8
UNLOCK_POWER: Final = 9
TAKE_GUARDIAN: Final = 10
CONTROL_MONUMENT: Final = 11
BUILD_ON: Final = 12
LAY_CAMEL: Final = 13
KEEP_TILE: Final = 14
SWAP_TILE: Final = 15
SWAP_WITH: Final = 16
GUARDIAN_BID: Final = 17
FIGHT_CONFLICT: Final = 18
FIGHT_BATTLE: Final = 19
OBELISK_FIGURE: Final = 20
OBELISK_TO: Final = 21
ANNOUNCE_TWO: Final = 22
BATTLE_CARD: Final = 23
BUILD_MONUMENT: Final = 24
PLAGUE_BID: Final = 25
SPEND_TIEBREAKER: Final = 26
GIVE_UP: Final = 27
DEATHS: Final = 28
HOLD_WARRIOR: Final = 29
MUMMY_TO: Final = 30
UNDERWORLD_TOKEN: Final = 31
UNDERWORLD_TO: Final = 32
WORSHIP: Final = 33
TAKE_OVER: Final = 34
ACTION: Final = 35
#: the first number of the steps of the expansions, and the first after them
EXTRA_STEP: Final = 36
LATE_STEP: Final = 62

_late: Final[list[str]] = []


def late_step(name: str) -> int:
    """A number for a kind of step of something that came into the box later, by the name of the kind. Numbers mean
    nothing outside a process: saves name the kinds."""
    _late.append(name)
    return LATE_STEP + len(_late) - 1

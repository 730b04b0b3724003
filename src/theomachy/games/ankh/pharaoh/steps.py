"""The kinds of steps of Pharaoh by number; they follow those of the base game. `expansion.KINDS` has this order."""

from __future__ import annotations

from typing import Final

PLACE_PHARAOH: Final = 36
PLACE_INFANTRY: Final = 37
AGENDA_BEFORE: Final = 38
AGENDA_AFTER: Final = 39
MOVE_PRIEST: Final = 40
MOVE_PRIEST_TO: Final = 41
PRIEST_TO: Final = 42
RESOLVE_PALACE: Final = 43
ROOM_LAW: Final = 44
TAKE_AGENDA: Final = 45
REPLACE_MONUMENT: Final = 46
RIDDLE: Final = 47
MOVE_PHARAOH: Final = 48
# Summons outside the action: which figure, and directly after it in number, where to
WAR_PIECE: Final = 49
WAR_TO: Final = 50
FLOCK_PIECE: Final = 51
FLOCK_TO: Final = 52
RIDDLE_PIECE: Final = 53
RIDDLE_TO: Final = 54
PANTHEON_VICTIM: Final = 55
PANTHEON_GUARDIAN: Final = 56
LORD_FIGURE: Final = 57
LORD_TO: Final = 58
MOVE_INFANTRY: Final = 59
MOVE_INFANTRY_TO: Final = 60
RIDDLE_TAKE: Final = 61

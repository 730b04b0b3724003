"""Numbers that must not be mixed up: plain `int` when a match runs, types of their own for the type checker.

Calling one of these types names a number where it is made. Compiled, the call is gone.
"""

from __future__ import annotations

from typing import Final, NewType

#: a player's place, 0 to n-1
Seat = NewType("Seat", int)
#: whom a seat plays for, numbered by the seat that began with it. Seats of one side win together.
Side = NewType("Side", int)

#: in place of a seat: nobody, or somebody who only looks on
NO_SEAT: Final = Seat(-1)
#: in place of a side: none
NO_SIDE: Final = Side(-1)

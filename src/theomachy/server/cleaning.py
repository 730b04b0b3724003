"""When memory is searched for garbage: circles of things that hold only each other. And how what is free is given back.

Python's collector looks at everything there is from time to time. With many tables that is a million things and half a
second in which nobody is served, and it finds next to nothing: tables, sockets and matches go when nobody holds them.
So what is new is looked at twice a second, which takes some milliseconds, is then set aside and looked at no more,
until there is very much, and twice as much as last time.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from typing import Final

#: between two calls only when there is very much new
MUCH: Final = (100_000, 1_000_000, 1_000_000)
#: calls between two counts of all that is
COUNTED: Final = 120
#: everything is looked at when there is so many times as much of it as after the last time
GROWN: Final = 2.0
#: and at least so much, in blocks of memory: about three quarters of a gigabyte
LEAST: Final = 8_000_000


class Cleaner:
    """Looks at what is new, and seldom at everything. To be made when everything is imported: nothing that is there by
    then ever goes away; and to be called twice a second."""

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*MUCH)
        self._calls = 0
        #: how much there was when everything was last looked at
        self._known = sys.getallocatedblocks()

    def clear_up(self) -> None:
        self._calls += 1
        gc.collect(0)
        gc.freeze()
        if self._calls % COUNTED == 0 and sys.getallocatedblocks() > max(LEAST, GROWN * self._known):
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._known = sys.getallocatedblocks()


def give_back() -> None:
    """Give the system back what lies free between things that are used. Logs and states, which are made anew as they
    grow, leave gaps, and glibc keeps those for the next ones: after an hour an eighth of all memory. To be called once
    in a while, in a thread: it takes some milliseconds if there is much. With another C library it does nothing."""
    if _trim is not None:
        _trim(0)


def _find_trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, TypeError, AttributeError):
        return None
    return found


_trim: Final = _find_trim()

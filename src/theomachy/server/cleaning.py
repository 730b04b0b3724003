"""When memory is searched for garbage: circles of things that hold only each other. And how what is free is given back.

Python's collector looks at everything there is from time to time. With many tables that is a million things and half a
second in which nobody is served, and it finds next to nothing: tables, sockets and matches go when nobody holds them.
So what is new is looked at once a second, which takes some milliseconds, is then set aside and looked at no more, until
there is very much, and twice as much as last time; or more than last time, and nobody is here who would have to wait.
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
COUNTED: Final = 60
#: everything is looked at when there is so many times as much of it as after the last time
GROWN: Final = 2.0
#: and at least so much, in blocks of memory: about three quarters of a gigabyte
LEAST: Final = 8_000_000
#: the same while nobody is here
GROWN_A_LITTLE: Final = 1.05


class Cleaner:
    """Looks at what is new, and seldom at everything. To be made when everything is imported: nothing that is there by
    then ever goes away; and to be called once a second."""

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*MUCH)
        self._calls = 0
        #: how much there was when everything was last looked at
        self._known = sys.getallocatedblocks()

    def clear_up(self, alone: bool = False) -> None:
        """Look at what is new; `alone`: nobody is here."""
        self._calls += 1
        gc.collect(0)
        gc.freeze()
        if self._calls % COUNTED == 0 and self._is_more(alone):
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._known = sys.getallocatedblocks()

    def _is_more(self, alone: bool) -> bool:
        """Whether there is so much more than last time that everything is looked at."""
        found = sys.getallocatedblocks()
        return found > GROWN_A_LITTLE * self._known if alone else found > max(LEAST, GROWN * self._known)


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

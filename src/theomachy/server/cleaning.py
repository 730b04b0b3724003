"""When memory is searched for garbage: circles of things that hold only each other.

Python's collector looks at everything there is from time to time. With many tables that is a million things and half a
second in which nobody is served, and it finds next to nothing: tables, sockets and matches go when nobody holds them.
So what has lived for some seconds is set aside and looked at no more, until there is twice as much of it as last time.
"""

from __future__ import annotations

import gc
from typing import Final

#: what is new is looked at every few seconds; between that only when there is very much of it
MUCH: Final = (100_000, 1_000_000, 1_000_000)
#: times that what is new is set aside between two counts of all that is: counting takes a while
COUNTED: Final = 12
#: everything is looked at when there is so many times as much of it as after the last time
GROWN: Final = 2.0


class Cleaner:
    """Looks at what is new, and seldom at everything. To be made when everything is imported: nothing that is there by
    then ever goes away; and to be called every few seconds."""

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*MUCH)
        self._calls = 0
        #: how much there was when everything was last looked at
        self._known = gc.get_freeze_count()

    def clear_up(self) -> None:
        self._calls += 1
        gc.collect()
        gc.freeze()
        if self._calls % COUNTED == 0 and gc.get_freeze_count() > GROWN * self._known:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._known = gc.get_freeze_count()

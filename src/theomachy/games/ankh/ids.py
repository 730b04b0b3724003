"""Numbers of Ankh that must not be mixed up, like those of `kernel.ids`. Gods are sides; cells are plain numbers."""

from __future__ import annotations

from typing import Final, NewType

#: figure `f` belongs to god `f // FIGURES` (see `components`)
Figure = NewType("Figure", int)
#: a region of the board is known by its order tile, 1 and up
Region = NewType("Region", int)

#: in place of a figure: none
NO_FIGURE: Final = Figure(-1)
#: in place of a region: none
NOWHERE: Final = Region(0)

"""Apep, the serpent of the waters."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import APEP
from theomachy.games.ankh.guardians.guardian import LARGE, Guardian


class Apep(Guardian):
    """ankh/guardian/apep: it may be summoned onto any empty water cell, and is then in all regions around. It never
    moves onto water."""

    name = "apep"
    kind = APEP
    level = 2
    base = LARGE
    figures = 2
    swims = True


GUARDIAN: Final = Apep()

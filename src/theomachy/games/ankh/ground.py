"""What follows from where the camels stand: the walls, the edges still free, the legal beginnings of a chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theomachy.kernel.arrays import Numbers

if TYPE_CHECKING:
    from theomachy.games.ankh.chains import Chain


class Ground:
    """Shared by all states with the same camels, and never changed, but that first choices are found when asked for."""

    __slots__ = ("first_choices", "free", "idle", "wall")

    def __init__(self, wall: Numbers, free: Numbers) -> None:
        #: for each corner the wall it belongs to, or -1
        self.wall = wall
        #: for each edge whether a camel may be laid there; also: whether one can walk across it on land
        self.free = free
        #: the choices of edges at which a legal chain can begin; None until somebody asks
        self.first_choices: list[int] | None = None
        #: chains on this ground that nobody is thinking of any more
        self.idle: list[Chain] = []

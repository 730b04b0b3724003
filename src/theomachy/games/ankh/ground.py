"""What follows from where the camels stand: the walls, the edges still free, the legal beginnings of a chain."""

from __future__ import annotations

from theomachy.kernel.arrays import Numbers


class Ground:
    """Shared by all states with the same camels, and never changed, but that first edges are found when asked for."""

    __slots__ = ("first_edges", "free", "wall")

    def __init__(self, wall: Numbers, free: Numbers) -> None:
        #: for each corner the wall it belongs to, or -1
        self.wall = wall
        #: for each edge whether a camel may be laid there; also: whether one can walk across it on land
        self.free = free
        #: edges at which a legal chain can begin; None until somebody asks
        self.first_edges: list[int] | None = None

"""A run: plans are played at a place, and everything that comes of them is kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar, cast

from theomachy.lab.places import Place, open_place
from theomachy.lab.plans import Plan, Played

R = TypeVar("R", bound=Played)


class Keeper(Protocol[R]):
    """Where a run keeps what comes of its plans: the same command goes on where it stopped."""

    @property
    def results(self) -> dict[int, R]:
        """What is there already, by number."""
        ...

    def check_plans(self, plans: list[Plan]) -> None:
        """Refuse what is there if it does not belong to these plans."""
        ...

    def add(self, result: R) -> None:
        """Keep it: it is there when this returns, whatever happens to this process."""
        ...

    def put_in_order(self) -> None:
        """All are there."""
        ...


class Run(Generic[R]):
    """Plans, and the results there are already."""

    def __init__(self, plans: Sequence[Plan], kept: Keeper[R] | None = None) -> None:
        self.plans = list(plans)
        self.kept = kept
        self.results: dict[int, R] = {}
        if kept is not None:
            kept.check_plans(self.plans)
            self.results = {
                plan.number: kept.results[plan.number] for plan in self.plans if plan.number in kept.results
            }

    @property
    def left(self) -> list[Plan]:
        """What is still to be played."""
        return [plan for plan in self.plans if plan.number not in self.results]

    def play(self, jobs: int, ray_address: str | None = None, progress: Callable[[int], None] | None = None) -> list[R]:
        """Play what is left; all results in the order of their plans."""
        left = self.left
        if left:
            self._play(open_place(jobs, ray_address, len(left)), left, progress)
        if left and self.kept is not None:
            self.kept.put_in_order()
        return [self.results[plan.number] for plan in self.plans]

    def _play(self, place: Place, plans: list[Plan], progress: Callable[[int], None] | None) -> None:
        try:
            # Plans of one run give results of one kind.
            for result in cast(Iterable[R], place.play(plans)):
                self.results[result.match] = result
                if self.kept is not None:
                    self.kept.add(result)
                if progress is not None:
                    progress(len(self.results))
        finally:
            place.close()

"""A run: plans are played at a place, and every result is kept as soon as it is there."""

from __future__ import annotations

from collections.abc import Callable

from theomachy.lab.places import Place, open_place
from theomachy.lab.plans import Plan
from theomachy.lab.results import Result
from theomachy.lab.results_file import ResultsFile


class Run:
    """Plans, and the results there are already."""

    def __init__(self, plans: list[Plan], kept: ResultsFile | None = None) -> None:
        self.plans = plans
        self.kept = kept
        self.results: dict[int, Result] = {}
        if kept is not None:
            kept.check_plans(plans)
            self.results = {plan.number: kept.results[plan.number] for plan in plans if plan.number in kept.results}

    @property
    def left(self) -> list[Plan]:
        """What is still to be played."""
        return [plan for plan in self.plans if plan.number not in self.results]

    def play(
        self, jobs: int, ray_address: str | None = None, progress: Callable[[int], None] | None = None
    ) -> list[Result]:
        """Play what is left; all results in the order of their plans."""
        left = self.left
        if left:
            self._play(open_place(jobs, ray_address, len(left)), left, progress)
            if self.kept is not None:
                self.kept.put_in_order()
        return [self.results[plan.number] for plan in self.plans]

    def _play(self, place: Place, plans: list[Plan], progress: Callable[[int], None] | None) -> None:
        try:
            for result in place.play(plans):
                self.results[result.match] = result
                if self.kept is not None:
                    self.kept.add(result)
                if progress is not None:
                    progress(len(self.results))
        finally:
            place.close()

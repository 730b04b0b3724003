"""Where matches are played: in this process, in processes beside it, or on a Ray cluster. All give the same results."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Protocol

from theomachy.kernel.errors import TheomachyError
from theomachy.lab.plans import Plan, Played


class MatchFailed(TheomachyError):
    """A match could not be played: a bot or the engine stumbled, or whoever played it died again and again."""


def play_named(plan: Plan, told: type[Exception] = Exception) -> Played:
    """Play a match; whatever goes wrong (of the kind `told`) says in which one."""
    try:
        return plan.play()
    except told as error:  # whatever a bot or the engine does
        raise MatchFailed(f"match {plan.number} ({', '.join(plan.bots)}): {type(error).__name__}: {error}") from error


class Place(Protocol):
    """Plays matches."""

    def play(self, plans: list[Plan]) -> Iterator[Played]:
        """A result for every plan, as they are finished. Leaving the iteration early ends everything that was begun.

        A match that was being played when its worker died is played again.
        """
        ...

    def close(self) -> None:
        """End everything that was begun here."""
        ...


class Here:
    """One match after another in this process.

    A bot's own exception is not caught: whoever writes the bot wants to see where it comes from.
    """

    def play(self, plans: list[Plan]) -> Iterator[Played]:
        for plan in plans:
            yield play_named(plan, TheomachyError)

    def close(self) -> None:
        """Nothing was begun."""


def usable_cores() -> int:
    """The processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def open_place(jobs: int, ray_address: str | None, matches: int) -> Place:
    """The place that was asked for. No more processes than matches are started."""
    if ray_address is not None:
        from theomachy.lab.cluster import RayCluster

        return RayCluster(ray_address)
    if min(jobs, matches) <= 1:
        return Here()
    from theomachy.lab.processes import Processes

    return Processes(min(jobs, matches))

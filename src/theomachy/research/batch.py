"""Many matches stepped at once, as arrays of numpy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

import theomachy
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.lanes import Lanes
from theomachy.kernel.match import digest_of_state

Shorts: TypeAlias = npt.NDArray[np.int16]
Marks: TypeAlias = npt.NDArray[np.int8]


def shorts_of(array: Any) -> Shorts:
    """An array of the engine's as one of numpy's, without copying; nobody else may write into it."""
    return np.frombuffer(array, np.int16)


def marks_of(array: Any) -> Marks:
    return np.frombuffer(array, np.int8)


def action_list(actions: object, count: int) -> list[int]:
    """One action for each of so many matches, from an array, a list or anything like them; refuses other shapes."""
    found = np.asarray(actions)
    if found.shape != (count,) or found.dtype.kind not in "iu":
        raise TheomachyError(
            f"actions of shape {found.shape} and type {found.dtype}; there must be {count} whole numbers, one a match"
        )
    listed: list[int] = found.tolist()
    return listed


class Batch:
    """`count` matches of one set-up. Where one ends, the next begins in the same step.

    The arrays belong to the batch and change with every step: copy what is to be kept.
    """

    def __init__(
        self, game: str, setup: Mapping[str, Any] | None = None, *, count: int = 64, seed: int = 0, first: int = 0
    ) -> None:
        """Match `n` of lane `m` has the same seed in every batch with this seed; `first` is the number of lane 0."""
        self.core = Lanes(theomachy.game(game), dict(setup or {}), count, seed, first)
        self.count = count
        self.seats = self.core.seats
        self.layout = self.core.layout
        self.choices = self.core.choices
        #: what the asked seat of each match observes, and its legal actions as 0 and 1
        self.observations: Shorts = shorts_of(self.core.observations).reshape(count, -1)
        self.masks: Marks = marks_of(self.core.masks).reshape(count, -1)
        #: the asked seat of each match
        self.asked: Shorts = shorts_of(self.core.asked)
        #: what each seat of each match got in the last step, and whether the match ended in it
        self.rewards: Shorts = shorts_of(self.core.rewards).reshape(count, -1)
        self.dones: Marks = marks_of(self.core.dones)

    def step(self, actions: object) -> None:
        """An action for each match. Refuses all of them if one is not legal, naming what is: nothing has changed."""
        self.core.step(action_list(actions, self.count))

    def random_actions(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Legal actions, all equally likely."""
        return np.array(self.core.pick(rng.integers(1 << 31, size=self.count).tolist()))

    def digests(self) -> list[str]:
        """Fingerprints of all states."""
        return [digest_of_state(self.core.game.encode(lane.state)) for lane in self.core.lanes]

    def close(self) -> None:
        """Nothing is held open here; a batch in several processes holds some."""

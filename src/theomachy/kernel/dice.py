"""Counter-based random numbers: draw number `n` of stream `seed` is a pure function of both.

The match holds only the two numbers, so a copy, a save file or another process continues the very same sequence.
"""

from __future__ import annotations

from theomachy.kernel.state import State

_MASK = (1 << 64) - 1


def mix(seed: int, number: int) -> int:
    """64 well-mixed bits for a stream and a draw number (the finalizer of SplitMix64)."""
    z = (seed * 0x9E3779B97F4A7C15 + (number + 1) * 0xD1B54A32D192ED03) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def roll(s: State, sides: int) -> int:
    """A number 0..sides-1 from the match's own dice. The bias of the remainder is below sides / 2**64."""
    s.draws += 1
    return mix(s.dice, s.draws) % sides


def shuffled(s: State, items: list[int]) -> list[int]:
    """A shuffled copy (Fisher-Yates with the match's own dice)."""
    result = items.copy()
    for last in range(len(result) - 1, 0, -1):
        pick = roll(s, last + 1)
        result[last], result[pick] = result[pick], result[last]
    return result

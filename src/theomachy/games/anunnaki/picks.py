"""What the fields of a step are called in views: what was picked so far in whatever is going on (`StepKind.holds`)."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    CONTRACT_NAMES,
    GODS,
    LINE_NAMES,
    PIECES,
    RESOURCES,
    REWARDS,
    SOURCES,
    TERRITORY_NAMES,
)
from theomachy.games.anunnaki.harvest import TAKEN
from theomachy.games.anunnaki.moving import ONE_ORIGIN
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.turn import PHASES
from theomachy.games.anunnaki.view import house_name, mask_names
from theomachy.kernel.ids import Seat

#: things that a number of a step can stand for, by their names
NAMES: Final[dict[str, tuple[str, ...]]] = {
    "phase": PHASES, "territory": TERRITORY_NAMES, "piece": PIECES, "god": GODS, "tile": ACTIONS, "line": LINE_NAMES,
    "contract": CONTRACT_NAMES, "reward": REWARDS, "source": SOURCES, "colour": ("blue", "red"),
    "horn": ("gain", "pay"), "side": ("attacker", "defender"),
}  # fmt: skip


def name_of(s: AnunnakiState, thing: str, number: int) -> Any:
    """What a number of a step stands for, in the notation's names; None if it stands for nothing."""
    if thing == "origin":
        # A portal opens from anywhere, or from one territory, which may not be known yet.
        return "one" if number == ONE_ORIGIN else TERRITORY_NAMES[number] if number >= 0 else None
    if number < 0:
        return None
    if thing == "number":
        return number
    if thing == "house":
        return house_name(s, Seat(number))
    if thing == "territories":
        return mask_names(number, TERRITORY_NAMES)
    if thing == "resources":
        return mask_names(number, RESOURCES)
    if thing == "harvest":
        return mask_names(number >> TAKEN, RESOURCES)
    return NAMES[thing][number]

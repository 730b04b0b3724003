"""What a weapon is. Its printed values are in the content; what it does in a battle is an answer at moments of it."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import WEAPONS
from theomachy.games.anunnaki.state import AnunnakiState, Battle
from theomachy.kernel.step import StepKind


class Weapon:
    """A weapon with an effect overrides what it does; the others have strength and rewards alone. It has a name
    `weapon.NAME`, and with an effect a rule of its own."""

    name: str = ""
    #: the rule of its effect
    rule: str = ""
    #: before every other effect, the opponent's or the civilization's is cancelled
    cancels: bool = False
    #: when strength is counted: every opposing god has strength 1; the opponent's strongest unit does not count
    weakens_gods: bool = False
    fells_strongest: bool = False
    #: metal may be paid for strength, as much as one has
    feeds_on_metal: bool = False
    #: a second weapon may be played beside it; the opponent must take the first one back
    adds_another: bool = False
    disarms: bool = False

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        """The kinds of steps it brings along, by number (see `steps`)."""
        return {}

    # The moments of a battle, in their order (anunnaki/battle/effect-order). `side` fights with the weapon.

    def takes_back(self, s: AnunnakiState, battle: Battle, side: int) -> None:
        """After the reveal, while weapons may still be taken back."""

    def brings_another(self, s: AnunnakiState, battle: Battle, side: int) -> None:
        """A second weapon may be played."""

    def takes_metal(self, s: AnunnakiState, battle: Battle, side: int) -> None:
        """The last moment before strength is counted."""

    def battle_lost(self, s: AnunnakiState, battle: Battle, side: int) -> None:
        """The side has lost, and its units are home."""


#: by number; `box` enters them
ARSENAL: Final[list[Weapon]] = [Weapon() for _ in WEAPONS]


def in_effect(battle: Battle, side: int) -> list[Weapon]:
    """The weapons that a side fights with, if their effects are not cancelled."""
    found: list[Weapon] = []
    if not battle.cancelled[side]:
        for weapon in (battle.cards[side], battle.second[side]):
            if weapon >= 0:
                found.append(ARSENAL[weapon])
    return found


def weakens_gods(battle: Battle, side: int) -> bool:
    for weapon in in_effect(battle, side):
        if weapon.weakens_gods:
            return True
    return False


def fells_strongest(battle: Battle, side: int) -> bool:
    for weapon in in_effect(battle, side):
        if weapon.fells_strongest:
            return True
    return False

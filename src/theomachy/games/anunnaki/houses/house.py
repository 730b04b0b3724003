"""What a house is: its great god with both powers, its lesser gods, its weapon, and how a bot leads it."""

from __future__ import annotations

from theomachy.games.anunnaki.mind.character import Character
from theomachy.games.anunnaki.moments import Moments
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.weapons.weapon import Weapon
from theomachy.kernel.step import StepKind


class Power(Moments):
    """Whoever answers at the moments of a match, and may ask questions of its own there."""

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        """The kinds of steps it brings along, by number (see `steps`)."""
        return {}


class God(Power):
    """A god in play: the ability of a lesser one, the enhanced power of a great one. It has a rule of its own,
    `anunnaki/house/NAME`, and a name `god.NAME`."""

    name: str = ""
    #: for bots, in victory points: the use of a lasting ability per turn to come, and what its coming does at once
    lasting: float = 0.0
    coming: float = 0.0


class House:
    """A player's side. It has a name `house.NAME`; its planet, its type and its colour are in the content."""

    def __init__(
        self,
        name: str,
        great: God,
        basic: Power,
        lesser: list[God],
        weapon: Weapon,
        character: Character,
        patience: float = 0.0,
        settlements_are_units: bool = False,
    ) -> None:
        self.name = name
        self.great = great
        #: the power of the great god that works from the start (anunnaki/setup/great-power)
        self.basic = basic
        self.lesser = lesser
        self.weapon = weapon
        self.character = character
        #: how far a bot that plays its turn out goes towards the weights of duels against several opponents
        #: (docs/balance-anunnaki.md)
        self.patience = patience
        #: for movement, portal and battle; a fact about the pieces that every chapter reads (`state.towns_are_units`)
        self.settlements_are_units = settlements_are_units

    def gods(self) -> list[God]:
        """All eight, in the order of their numbers."""
        return [self.great, *self.lesser]

"""The moments of a match at which gods have a say. The chapters name them and go on as if nobody answered.

`Moments` is what nobody says at each of them; whoever has something to say extends it and overrides just that. A god is
asked while it is in play, the basic power of a great god always; so an answerer need not look whether it may speak. A
moment that needs a decision pushes a step; what is pushed last is asked first. `chorus` asks them all.
"""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import GODS, HOUSES
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.arrays import Numbers, bit, filled
from theomachy.kernel.ids import Seat


class Moments:
    """One method per moment, in the order in which a turn meets them. `seat` is whom the answerer belongs to."""

    # --- the main action

    def cube_crossed(self, s: AnunnakiState, seat: Seat, line: int) -> None:
        """The action figure went along a line that has a cube already."""

    def cube_laid(self, s: AnunnakiState, seat: Seat, line: int) -> None:
        """A cube from the supply was laid on a line, and its mana gained."""

    def portal_opens(self, s: AnunnakiState, seat: Seat) -> int:
        """How many more units go through a portal."""
        return 0

    def movement_begins(self, s: AnunnakiState, seat: Seat) -> int:
        """How many more movement points there are."""
        return 0

    def settlement_moved(self, s: AnunnakiState, seat: Seat, start: int, end: int) -> None:
        """A settlement that is a unit took a step or a portal."""

    def harvest_begins(self, s: AnunnakiState, seat: Seat, territory: int, units: bool, strength: int) -> int:
        """Strength on top in a controlled territory. `units`: whether a unit is there; `strength`: what units, and
        those who have answered before, have there."""
        return 0

    def harvest_is_unlimited(self, s: AnunnakiState, seat: Seat, territory: int) -> bool:
        """Whether the number of symbols does not limit the harvest there."""
        return False

    def shrines_counted(self, s: AnunnakiState, seat: Seat) -> int:
        """How many shrines there are beyond those controlled."""
        return 0

    def followers_gained(self, s: AnunnakiState, seat: Seat) -> int:
        """How many more followers come along."""
        return 0

    # --- extra actions

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        """It was summoned itself, and its steps on the tracks are done."""

    # --- battles

    def attack_begins(self, s: AnunnakiState, seat: Seat, territory: int) -> None:
        """Before weapons are chosen; the seat attacks."""

    def second_weapon(self, s: AnunnakiState, seat: Seat) -> bool:
        """Whether two weapons may be chosen, of which one is used."""
        return False

    def weapon_discount(self, s: AnunnakiState, seat: Seat, weapon: int) -> int:
        """How much less metal a weapon costs."""
        return 0

    def settlement_fights(self, s: AnunnakiState, seat: Seat) -> int:
        """The strength of a settlement that is a unit in battle."""
        return 0

    def unit_fights(self, s: AnunnakiState, seat: Seat, strength: int) -> int:
        """What a unit of that strength has on top in battle."""
        return 0

    def settlement_holds(self, s: AnunnakiState, seat: Seat) -> int:
        """What a settlement that is a unit has on top when it defends, whatever its strength."""
        return 0

    def side_fights(self, s: AnunnakiState, seat: Seat, territory: int) -> int:
        """Strength on top of all units in a battle."""
        return 0

    # --- culture

    def culture_shared(self, s: AnunnakiState, seat: Seat, point: int) -> bool:
        """Whether a culture marker rewards the seat though it controls nothing around it."""
        return False

    def culture_doubled(self, s: AnunnakiState, seat: Seat) -> bool:
        """Whether rewards of culture markers are given twice."""
        return False

    # --- the end

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        """Victory points in the final scoring."""
        return 0


#: the names of the moments, in their order
MOMENTS: Final = (
    "cube_crossed", "cube_laid", "portal_opens", "movement_begins", "settlement_moved", "harvest_begins",
    "harvest_is_unlimited", "shrines_counted", "followers_gained", "arrives", "attack_begins", "second_weapon",
    "weapon_discount", "settlement_fights", "unit_fights", "settlement_holds", "side_fights", "culture_shared",
    "culture_doubled", "final_points",
)  # fmt: skip
# The numbers of those that are asked often: literals, so that the compiled engine can fold them. `arrives` and
# `final_points` are asked of one god at a time.
CUBE_CROSSED: Final = 0
CUBE_LAID: Final = 1
PORTAL_OPENS: Final = 2
MOVEMENT_BEGINS: Final = 3
SETTLEMENT_MOVED: Final = 4
HARVEST_BEGINS: Final = 5
HARVEST_IS_UNLIMITED: Final = 6
SHRINES_COUNTED: Final = 7
FOLLOWERS_GAINED: Final = 8
ATTACK_BEGINS: Final = 10
SECOND_WEAPON: Final = 11
WEAPON_DISCOUNT: Final = 12
SETTLEMENT_FIGHTS: Final = 13
UNIT_FIGHTS: Final = 14
SETTLEMENT_HOLDS: Final = 15
SIDE_FIGHTS: Final = 16
CULTURE_SHARED: Final = 17
CULTURE_DOUBLED: Final = 18

_NUMBERED: Final = {
    "cube_crossed": CUBE_CROSSED, "cube_laid": CUBE_LAID, "portal_opens": PORTAL_OPENS,
    "movement_begins": MOVEMENT_BEGINS, "settlement_moved": SETTLEMENT_MOVED, "harvest_begins": HARVEST_BEGINS,
    "harvest_is_unlimited": HARVEST_IS_UNLIMITED, "shrines_counted": SHRINES_COUNTED,
    "followers_gained": FOLLOWERS_GAINED, "attack_begins": ATTACK_BEGINS, "second_weapon": SECOND_WEAPON,
    "weapon_discount": WEAPON_DISCOUNT, "settlement_fights": SETTLEMENT_FIGHTS, "unit_fights": UNIT_FIGHTS,
    "settlement_holds": SETTLEMENT_HOLDS, "side_fights": SIDE_FIGHTS, "culture_shared": CULTURE_SHARED,
    "culture_doubled": CULTURE_DOUBLED,
}  # fmt: skip
for _name, _number in _NUMBERED.items():
    if MOMENTS[_number] != _name:
        raise AssertionError(f"moment {_number} is {MOMENTS[_number]}, not {_name}")

# --- who answers; `box` enters them --------------------------------------------------------------------------------

#: by number of the god
PANTHEON: Final[list[Moments]] = [Moments() for _ in GODS]
#: by number of the house: the basic power of its great god
BASICS: Final[list[Moments]] = [Moments() for _ in HOUSES]
#: by moment: masks of the gods, and of the houses with a basic power, that have something to say
GODS_AT: Final[Numbers] = filled(len(MOMENTS), 0)
BASICS_AT: Final[Numbers] = filled(len(MOMENTS), 0)


def answered(answerer: object) -> list[str]:
    """The moments at which somebody has something to say."""
    classes: list[type] = []
    for cls in type(answerer).__mro__:
        if cls is Moments:
            break
        classes.append(cls)
    return [name for name in MOMENTS if any(name in vars(cls) for cls in classes)]


def enter(answerer: Moments, number: int, table: list[Moments], masks: Numbers) -> None:
    """From now on it is asked as that god, or as that house's basic power."""
    table[number] = answerer
    names = answered(answerer)
    for moment in range(len(MOMENTS)):
        masks[moment] &= ~bit(number)
        if MOMENTS[moment] in names:
            masks[moment] |= bit(number)

"""The moments at which an expansion may have a say. The base game names them and goes on as if nobody answered.

`Moments` is what the base game itself says at each of them; an expansion overrides what it cares about. A state knows
the number of its expansion, and `moments` finds who answers for it. A moment that needs a decision pushes a step.
"""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.state import AnkhState, Battle


class Moments:
    """One method per moment, in the order in which a match meets them."""

    # --- the turn

    def action_begins(self, s: AnkhState, seat: int, action: int, second: int) -> None:
        """An action was chosen and its marker moved; it is not resolved yet."""

    def action_ends(self, s: AnkhState, seat: int, action: int, second: int) -> None:
        """An action is resolved; the event it may trigger is still to come."""

    def second_action_from(self, s: AnkhState, first: int) -> int:
        """The topmost action that may follow the first one (ankh/turn/second-below)."""
        return first + 1

    def turn_ends(self, s: AnkhState) -> None:
        """The seat whose turn it was has nothing more to do."""

    def event_ends(self, s: AnkhState, event: int, god: int) -> None:
        """An event is over, scenario effects excepted; `god` triggered it."""

    # --- the conflict

    def order_regions(self, s: AnkhState, tiles: list[int]) -> list[int]:
        """The order in which the regions are resolved, from the ascending tiles (ankh/conflict/order)."""
        return tiles

    def devotion_flows(self, s: AnkhState, region: int) -> bool:
        """Whether devotion can be gained in a region at all."""
        return True

    def devotion_denied(self, s: AnkhState, god: int, amount: int, region: int) -> None:
        """A god would have gained devotion in a region where none can be gained."""

    def devotion_bonus(self, s: AnkhState, god: int, region: int, deeds: int) -> int:
        """Devotion on top for a domination, a battle won, or so many majorities in a region; part of that gain."""
        return 0

    def region_won(self, s: AnkhState, god: int, region: int) -> None:
        """A god dominated a region or won its battle and has gained its devotion; nobody has died yet."""

    def strength_is_void(self, s: AnkhState, figure: int) -> bool:
        """Whether the strength of a figure doesn't count in battle."""
        return False

    def strength_bonus(self, s: AnkhState, battle: Battle, god: int) -> int:
        """Strength on top for a god that has figures in the battle."""
        return 0

    def cards_return(self, s: AnkhState, god: int) -> None:
        """A god took all its played cards back."""

    def conflict_ends(self, s: AnkhState) -> None:
        """A conflict is over, merging and forgotten gods included, and the match goes on."""

    # --- gods that leave

    def god_leaves(self, s: AnkhState, god: int) -> None:
        """A god leaves the game, by merging (as the lower god) or because it is forgotten."""


#: who answers, by the number of the expansion; 0 is the base game alone. `game` enters the expansions.
ANSWERS: Final[list[Moments]] = [Moments()]


def moments(s: AnkhState) -> Moments:
    """Who answers in this match."""
    return ANSWERS[s.expansion]

"""Chapter "tech": turning tiles to their developed side."""

from __future__ import annotations

from theomachy.games.anunnaki.components import (
    ACTIONS,
    DONE,
    LINE_BETWEEN,
    METAL,
    NO,
    PLACES,
    TECHNOLOGY_TRACK,
    TILE_,
    WOOD,
    YES,
)
from theomachy.games.anunnaki.goods import pay_resource
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.star import place_of
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import PERFORM, PERFORM_DEVELOPED
from theomachy.games.anunnaki.tracks import advance
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step


def is_adjacent(s: AnunnakiState, seat: Seat, action: int) -> bool:
    """anunnaki/tech/adjacent: joined by a line to the figure's tile."""
    place = s.figure[seat]
    return place >= 0 and LINE_BETWEEN[place * PLACES + place_of(s, action)] >= 0


def can_afford(s: AnunnakiState, seat: Seat, action: int) -> bool:
    """anunnaki/tech/red-cost"""
    return not s.tables.red[action] or (s.goods[4 * seat + WOOD] > 0 and s.goods[4 * seat + METAL] > 0)


def developable(s: AnunnakiState, seat: Seat) -> list[int]:
    return [
        action
        for action in range(len(ACTIONS))
        if not s.developed[seat] >> action & 1 and is_adjacent(s, seat, action) and can_afford(s, seat, action)
    ]


class Develop(Question):
    """Which tile is developed? `where`: the source; `count`: 1 if it may be declined."""

    name = "develop-tile"
    prompt = "develop-tile"
    verbs = "tile done"
    public = True
    holds = "who=house where=source count=optional:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if developable(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = [TILE_ + action for action in developable(s, seat)]
        if step.count:
            found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        action = choice - TILE_
        s.become(Step(PERFORM_DEVELOPED, seat, what=action))
        red = s.tables.red[action]
        if red:
            pay_resource(s, seat, WOOD, 1, "anunnaki/tech/red-cost")
            pay_resource(s, seat, METAL, 1, "anunnaki/tech/red-cost")
        s.developed[seat] |= bit(action)
        s.tell("anunnaki/tech/adjacent", "developed", seat, what=ACTIONS[action])
        advance(s, seat, TECHNOLOGY_TRACK, 2 if red else 1, "anunnaki/tech/track")

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        if choice != DONE and is_adjacent(s, seat, choice - TILE_) and not s.developed[seat] >> (choice - TILE_) & 1:
            return "anunnaki/tech/red-cost"
        return "anunnaki/tech/adjacent"


class PerformDeveloped(Question):
    """Perform the developed action at once? `what`: the tile. (anunnaki/tech/perform)"""

    name = "perform-developed"
    prompt = "perform-developed"
    verbs = "yes no"
    public = True
    holds = "who=house what=tile"
    forbids = "anunnaki/tech/perform"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [YES, NO]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == YES:
            s.push(Step(PERFORM, seat, what=step.what))

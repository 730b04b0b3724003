"""Chapter "house", the abilities that work once, when a lesser god is summoned."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import (
    ANU,
    ATHENA,
    BASTET,
    BY_ANU,
    BY_FREYA,
    BY_FRIGG,
    BY_MARDUK,
    DONE,
    FIGURES,
    FREYA,
    FREYR,
    FRIGG,
    MARDUK,
    METAL,
    NINLIL,
    RESOURCE_,
    TERRITORIES,
    TERRITORY_,
)
from theomachy.games.anunnaki.control import controlled, off_home, shrines_in
from theomachy.games.anunnaki.followers import remove_follower
from theomachy.games.anunnaki.goods import ask_gain, gain_mana, gain_resource, gain_vp
from theomachy.games.anunnaki.moving import begin_anu
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, follower_places, places
from theomachy.games.anunnaki.steps import ATHENA_TYPE, BASTET_CONTRACT, FREYA_FOLLOWER, PLACE_EACH
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.state import Step

FREYA_GIFT: Final = 4
FRIGG_PIECES: Final = 3


def arrive(s: AnunnakiState, seat: int, god: int) -> None:
    """What a god does now. Those with a lasting or an end ability do nothing."""
    if god == BASTET:
        s.push(Step(BASTET_CONTRACT, seat))
    elif god == FREYA:
        s.push(Step(FREYA_FOLLOWER, seat))
    elif god == FREYR:
        pairs = ones(off_home(s, seat)) // 2
        gain_vp(s, seat, pairs, "anunnaki/house/freyr")
        gain_mana(s, seat, pairs, "anunnaki/house/freyr")
    elif god == FRIGG:
        s.push(Step(PLACE_EACH, seat, BY_FRIGG, crowded(s, seat)))
    elif god == MARDUK:
        s.push(Step(PLACE_EACH, seat, BY_MARDUK, controlled(s, seat) & s.tables.shrine_places))
    elif god == ANU:
        begin_anu(s, seat, BY_ANU)
    elif god == NINLIL:
        count = shrines_in(s, off_home(s, seat))
        gain_vp(s, seat, count, "anunnaki/house/ninlil")
        gain_resource(s, seat, METAL, count, "anunnaki/house/ninlil")
    elif god == ATHENA:
        athena(s, seat)


def crowded(s: AnunnakiState, seat: int) -> int:
    """anunnaki/house/frigg: the territories with 3 or more own pieces."""
    mask = 0
    for territory in places(s.presence[seat] | s.towns[seat]):
        count = s.followers[seat * TERRITORIES + territory] + s.settlements[seat * TERRITORIES + territory]
        for figure in range(seat * FIGURES, (seat + 1) * FIGURES):
            if s.god_at[figure] == territory:
                count += 1
        if count >= FRIGG_PIECES:
            mask |= bit(territory)
    return mask


def athena(s: AnunnakiState, seat: int) -> None:
    """anunnaki/house/athena: a resource per settlement; anunnaki/athena/two: of two types one is chosen."""
    two_types = 0
    for territory in places(s.towns[seat]):
        if s.tables.types[2 * territory + 1] >= 0:
            two_types |= bit(territory)
        elif s.tables.types[2 * territory] >= 0:
            gain_resource(s, seat, s.tables.types[2 * territory], 1, "anunnaki/house/athena")
    if two_types:
        s.push(Step(ATHENA_TYPE, seat, what=two_types))


class AthenaType(Question):
    """Which type of a territory with two? `what`: mask of the territories left."""

    name = "athena-type"
    prompt = "athena-type"
    verbs = "resource"
    public = True
    holds = "who=house what=left:territories"

    def types(self, s: AnunnakiState, step: Step) -> list[int]:
        territory = places(step.what)[0]
        return [s.tables.types[2 * territory], s.tables.types[2 * territory + 1]]

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [RESOURCE_ + kind for kind in sorted(self.types(s, step))]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        left = step.what & (step.what - 1)
        if left:
            s.become(Step(ATHENA_TYPE, seat, what=left))
        else:
            s.pop()
        gain_resource(s, seat, choice - RESOURCE_, 1, "anunnaki/athena/two")

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/athena/two"


class FreyaFollower(Question):
    """Does a follower go back to the pool for 4 resources? (anunnaki/house/freya)"""

    name = "freya-follower"
    prompt = "freya-follower"
    verbs = "territory done"
    public = True

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.who) if follower_places(s, step.who) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [TERRITORY_ + territory for territory in places(follower_places(s, seat))] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        if choice != DONE:
            remove_follower(s, seat, choice - TERRITORY_, "anunnaki/house/freya")
            ask_gain(s, seat, FREYA_GIFT, BY_FREYA)

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/house/freya"

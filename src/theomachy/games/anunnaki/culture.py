"""Chapter "culture": markers surrounded by controlled territories give their reward to everyone around."""

from __future__ import annotations

from mypy_extensions import i64

from theomachy.games.anunnaki.chorus import culture_doubled, culture_shared
from theomachy.games.anunnaki.components import (
    BY_CULTURE,
    CULTURE_,
    NO_MARKER,
)
from theomachy.games.anunnaki.control import controlled, controlled_by_anyone
from theomachy.games.anunnaki.moving import show_marker
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.rewards import push_rewards
from theomachy.games.anunnaki.state import AnunnakiState, places
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step


def surrounded(s: AnunnakiState) -> int:
    """anunnaki/culture/resolve: mask of the markers with all three territories controlled, by anyone."""
    free: i64 = ~controlled_by_anyone(s)
    found = 0
    marker = s.marker
    around = s.tables.point
    for point in range(len(marker)):
        if marker[point] != NO_MARKER and around[point] & free == 0:
            found |= bit(point)
    return found


def is_rewarded(s: AnunnakiState, seat: Seat, point: int) -> bool:
    """Who controls one of the territories, or shares in it otherwise (anunnaki/house/zeus)."""
    return controlled(s, seat) & s.tables.point[point] != 0 or culture_shared(s, seat, point)


def resolve(s: AnunnakiState, active: Seat, point: int) -> None:
    """anunnaki/culture/order: from the active player clockwise; control decides, judged before the rewards."""
    show_marker(s, active, point, "anunnaki/culture/order")
    marker = s.marker[point]
    s.tell("anunnaki/culture/resolve", "marker-resolved", active, point, str(marker + 1))
    clockwise = [Seat((active + number) % s.seats) for number in range(s.seats)]
    rewarded = [seat for seat in clockwise if is_rewarded(s, seat, point)]
    s.marker[point] = NO_MARKER
    s.marker_up &= ~bit(point)
    s.markers_gone |= bit(marker)
    for seat in reversed(rewarded):
        push_rewards(s, seat, s.tables.marker_reward[marker], 2 if culture_doubled(s, seat) else 1, BY_CULTURE)


class ChooseMarker(Question):
    """Which marker is resolved next?"""

    name = "choose-marker"
    prompt = "choose-marker"
    verbs = "culture"
    public = True
    forbids = "anunnaki/culture/resolve"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return places(surrounded(s), CULTURE_)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        resolve(s, seat, choice - CULTURE_)

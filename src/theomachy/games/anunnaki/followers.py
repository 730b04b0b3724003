"""Chapter "follower": new followers, where they go, and followers taken from the boards when the pool is empty."""

from __future__ import annotations

from theomachy.games.anunnaki.chorus import followers_gained
from theomachy.games.anunnaki.components import (
    DONE,
    SOURCES,
    TERRITORY_,
)
from theomachy.games.anunnaki.control import controlled
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, follower_places, lift_follower, places, put_follower
from theomachy.games.anunnaki.steps import GAIN_FOLLOWERS, PLACE_EACH, RECYCLE_FOR
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step


def follower_sites(s: AnunnakiState, seat: Seat) -> int:
    """anunnaki/follower/where: controlled territories with an own settlement, which is then not besieged."""
    return controlled(s, seat) & s.towns[seat]


def gain_followers(s: AnunnakiState, seat: Seat, amount: int, source: int) -> None:
    """Followers for an action or effect; anunnaki/follower/must: what adds to them does so once."""
    if amount > 0:
        s.push(Step(GAIN_FOLLOWERS, seat, source, count=amount + followers_gained(s, seat)))


def place_follower(s: AnunnakiState, seat: Seat, territory: int, rule: str) -> None:
    put_follower(s, seat, territory)
    s.tell(rule, "follower-placed", seat, territory)


def remove_follower(s: AnunnakiState, seat: Seat, territory: int, rule: str) -> None:
    lift_follower(s, seat, territory)
    s.tell(rule, "follower-removed", seat, territory)


class GainFollowers(Question):
    """Where does the next follower go? With an empty pool: which is taken off? `where`: the source; `count`: left."""

    name = "gain-followers"
    prompt = "place-follower"
    verbs = "territory done"
    public = True
    holds = "who=house where=source count=left:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        # anunnaki/follower/must: with no legal territory they stay in the pool
        return bit(step.seat) if step.count > 0 and follower_sites(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def prompt_key(self, s: AnunnakiState, step: Step) -> str:
        return "place-follower" if s.pool[step.seat] else "recycle-follower"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        if s.pool[seat]:
            return places(follower_sites(s, seat), TERRITORY_)
        found = places(follower_places(s, seat), TERRITORY_)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
        elif s.pool[seat]:
            s.become(Step(GAIN_FOLLOWERS, seat, step.where, count=step.count - 1))
            place_follower(s, seat, choice - TERRITORY_, SOURCES[step.where])
        else:
            remove_follower(s, seat, choice - TERRITORY_, "anunnaki/follower/pool")

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        if choice == DONE:
            return "anunnaki/follower/must"
        return "anunnaki/follower/where" if s.pool[seat] else "anunnaki/follower/pool"


class PlaceEach(Question):
    """One follower into each of these territories. `where`: the source; `what`: mask left; `count`: 1 if all
    must be placed that the pool has."""

    name = "place-each"
    prompt = "place-each"
    verbs = "territory done"
    public = True
    holds = "who=house where=source what=left:territories count=all:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.what and not self.is_clear(s, step) else 0

    def is_clear(self, s: AnunnakiState, step: Step) -> bool:
        """Nothing to choose: one must go everywhere, and there are enough."""
        return step.count == 1 and s.pool[step.seat] >= ones(step.what)

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()
        for territory in places(step.what):
            place_follower(s, step.seat, territory, SOURCES[step.where])

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = places(step.what, TERRITORY_)
        if step.count != 1 or not s.pool[seat]:
            found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        territory = choice - TERRITORY_
        s.become(Step(PLACE_EACH, seat, step.where, step.what & ~bit(territory), step.count))
        if s.pool[seat]:
            place_follower(s, seat, territory, SOURCES[step.where])
        else:
            s.push(Step(RECYCLE_FOR, seat, territory, step.where))

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        return SOURCES[step.where]


class RecycleFor(Question):
    """Which follower is taken off for a territory? `where`: that territory; `what`: the source.
    (anunnaki/follower/pool)"""

    name = "recycle-for"
    prompt = "recycle-follower"
    verbs = "territory done"
    public = True
    holds = "who=house where=territory what=source"
    forbids = "anunnaki/follower/pool"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if follower_places(s, step.seat) & ~bit(step.where) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        mask = follower_places(s, seat) & ~bit(step.where)
        found = places(mask, TERRITORY_)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            remove_follower(s, seat, choice - TERRITORY_, "anunnaki/follower/pool")
            place_follower(s, seat, step.where, SOURCES[step.what])


def put_or_recycle(s: AnunnakiState, seat: Seat, territory: int, source: int) -> None:
    """One follower into a territory, from the pool or from a board (anunnaki/follower/pool)."""
    if s.pool[seat]:
        place_follower(s, seat, territory, SOURCES[source])
    else:
        s.push(Step(RECYCLE_FOR, seat, territory, source))

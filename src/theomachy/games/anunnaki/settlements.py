"""Chapter "settlement": building, and the income of the settlement row."""

from __future__ import annotations

from theomachy.games.anunnaki.components import DONE, SOURCES, TERRITORIES, TERRITORY_
from theomachy.games.anunnaki.control import controlled
from theomachy.games.anunnaki.followers import gain_followers
from theomachy.games.anunnaki.goods import gain_vp
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, note_presence, places, settlements_left
from theomachy.games.anunnaki.steps import SETTLE
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step


def building_sites(s: AnunnakiState, seat: Seat) -> int:
    """anunnaki/settlement/one: controlled territories without a settlement of anybody."""
    if not settlements_left(s, seat):
        return 0
    mask = controlled(s, seat)
    for other in range(s.seats):
        mask &= ~s.towns[other]
    return mask


def build_settlement(s: AnunnakiState, seat: Seat, territory: int, rule: str) -> None:
    s.built[seat] += 1
    s.settlements[seat * TERRITORIES + territory] += 1
    note_presence(s, seat, territory)
    s.tell(rule, "settlement-built", seat, territory)


def income(s: AnunnakiState, seat: Seat, more: int, source: int) -> None:
    """anunnaki/action/income: all uncovered rewards of the settlement row, and `more` followers."""
    followers = more
    for entry in range(s.built[seat] + 1):
        followers += s.tables.row_follower[entry]
        gain_vp(s, seat, s.tables.row_vp[entry], SOURCES[source])
    gain_followers(s, seat, followers, source)


class Settle(Question):
    """Where is the settlement built? `where`: the source; `count`: 1 if it may be declined."""

    name = "settle"
    prompt = "settle"
    verbs = "territory done"
    public = True
    holds = "who=house where=source count=optional:number"
    forbids = "anunnaki/settlement/one"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if building_sites(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = places(building_sites(s, seat), TERRITORY_)
        if step.count:
            found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            build_settlement(s, seat, choice - TERRITORY_, SOURCES[step.where])


def ask_settlements(s: AnunnakiState, seat: Seat, amount: int, source: int, may_decline: int) -> None:
    for _number in range(amount):
        s.push(Step(SETTLE, seat, source, count=may_decline))

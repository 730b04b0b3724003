"""Chapter "end": the artifacts of the end, the scoring with its breakdown, and the winner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from theomachy.games.anunnaki.artifacts.artifact import TREASURES
from theomachy.games.anunnaki.components import (
    ARTIFACTS,
    GODS,
    TRACKS,
)
from theomachy.games.anunnaki.control import goal_value
from theomachy.games.anunnaki.goods import total_resources
from theomachy.games.anunnaki.moments import PANTHEON
from theomachy.games.anunnaki.state import AnunnakiState, places
from theomachy.games.anunnaki.steps import END
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

FIRST_VP: Final = 4
SECOND_VP: Final = 2
GOODS_PER_VP: Final = 5


class End(StepKind[AnunnakiState]):
    """After the last turn. `count`: 0 end artifacts, 1 scoring. (anunnaki/end/score-artifacts)"""

    name = "end"
    holds = "count=part:number"

    def run(self, s: AnunnakiState, step: Step) -> None:
        if step.count == 0:
            s.become(Step(END, count=1))
            for artifact in range(len(ARTIFACTS)):
                if s.artifact_at[artifact] >= 0:
                    TREASURES[artifact].last_turn_over(s, Seat(s.artifact_at[artifact]))
            return
        score(s)
        s.winner = find_winner(s)
        s.over = True
        s.tell(deciding_rule(s), "match-over", s.winner, what=s.how)


class Source:
    """Victory points of the final scoring: where they come from, by which rule, and how many."""

    __slots__ = ("amount", "rule", "what")

    def __init__(self, what: str, rule: str, amount: int) -> None:
        self.what = what
        self.rule = rule
        self.amount = amount


def give(s: AnunnakiState, seat: Seat, source: Source) -> None:
    if source.amount:
        s.vp[seat] += source.amount
        s.tell(source.rule, "scored", seat, what=source.what, amount=source.amount)


def track_places(s: AnunnakiState, track: int) -> list[int]:
    """anunnaki/end/score-tracks: first 4, second 2; a tie shares, rounded down. anunnaki/end/zero: also on space 0."""
    positions = [s.track[3 * seat + track] for seat in range(s.seats)]
    highest = max(positions)
    first = positions.count(highest)
    if first > 1:
        return [(FIRST_VP + SECOND_VP) // first if position == highest else 0 for position in positions]
    rest = [position for position in positions if position != highest]
    second = max(rest)
    share = SECOND_VP // rest.count(second)
    return [FIRST_VP if position == highest else share if position == second else 0 for position in positions]


def track_source(track: int, share: int) -> Source:
    """The share of a seat in the points for being furthest on a track."""
    return Source(f"track-{TRACKS[track]}", "anunnaki/end/score-tracks", share)


def own_sources(s: AnunnakiState, seat: Seat, skipped: int = 0) -> Iterator[Source]:
    """Everything a seat scores on its own, in scoring order. `skipped`: mask of artifacts that are not counted."""
    for track in range(3):
        value = goal_value(s, seat, s.goals[track])
        times = s.tables.multiplier[track][s.track[3 * seat + track]]
        yield Source(f"goal-{TRACKS[track]}", "anunnaki/end/score-goals", value * times)
    yield Source("supremacy", "anunnaki/end/score-supremacy", s.tables.supremacy[s.supremacy[seat]])
    for god in places(s.summoned[seat]):
        yield Source(GODS[god], f"anunnaki/house/{GODS[god]}", PANTHEON[god].final_points(s, seat))
    for artifact in range(len(ARTIFACTS)):
        if s.artifact_at[artifact] == seat and not skipped >> artifact & 1:
            name = ARTIFACTS[artifact]
            yield Source(name, f"anunnaki/artifact/{name}", TREASURES[artifact].scored(s, seat))
    goods = total_resources(s, seat) + s.mana[seat]
    yield Source("goods", "anunnaki/end/score-goods", goods // GOODS_PER_VP)


def score(s: AnunnakiState) -> None:
    """The final scoring, seat by seat in each category, so that the log shows where every point comes from."""
    s.reveals += 1
    for track in range(3):
        shares = track_places(s, track)
        for seat in s.every_seat():
            give(s, seat, track_source(track, shares[seat]))
    for seat in s.every_seat():
        for source in own_sources(s, seat):
            give(s, seat, source)
        s.tell("anunnaki/end/score-goods", "scored", seat, what="total", amount=s.vp[seat])


def deciding_rule(s: AnunnakiState) -> str:
    """The rule that the winner is told with."""
    if is_tied(s):
        return "anunnaki/end/tie"
    return "anunnaki/end/rounds" if s.how == "rounds" else "anunnaki/end/trigger"


def is_tied(s: AnunnakiState) -> bool:
    best = 0
    for seat in s.every_seat():
        if s.vp[seat] == s.vp[s.winner]:
            best += 1
    return best > 1


def tie_order(s: AnunnakiState) -> list[Seat]:
    """anunnaki/end/tie: closest to the first player's left; the first player counts as last."""
    return [Seat((s.first_seat + number) % s.seats) for number in range(1, s.seats + 1)]


def find_winner(s: AnunnakiState) -> Seat:
    order = tie_order(s)
    winner = order[0]
    for seat in order:
        if s.vp[seat] > s.vp[winner]:
            winner = seat
    return winner

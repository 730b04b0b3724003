"""Chapter "end": the artifacts of the end, the scoring with its breakdown, and the winner."""

from __future__ import annotations

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


def give(s: AnunnakiState, seat: Seat, amount: int, rule: str, what: str) -> None:
    if amount:
        s.vp[seat] += amount
        s.tell(rule, "scored", seat, what=what, amount=amount)


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


def score(s: AnunnakiState) -> None:
    """The final scoring, seat by seat in each category, so that the log shows where every point comes from."""
    s.reveals += 1
    for track in range(3):
        shares = track_places(s, track)
        for seat in s.every_seat():
            give(s, seat, shares[seat], "anunnaki/end/score-tracks", f"track-{TRACKS[track]}")
    for seat in s.every_seat():
        for track in range(3):
            value = goal_value(s, seat, s.goals[track])
            times = s.tables.multiplier[track][s.track[3 * seat + track]]
            give(s, seat, value * times, "anunnaki/end/score-goals", f"goal-{TRACKS[track]}")
        give(s, seat, s.tables.supremacy[s.supremacy[seat]], "anunnaki/end/score-supremacy", "supremacy")
        for god in places(s.summoned[seat]):
            give(s, seat, PANTHEON[god].final_points(s, seat), f"anunnaki/house/{GODS[god]}", GODS[god])
        for artifact in range(len(ARTIFACTS)):
            if s.artifact_at[artifact] == seat:
                name = ARTIFACTS[artifact]
                give(s, seat, TREASURES[artifact].scored(s, seat), f"anunnaki/artifact/{name}", name)
        goods = total_resources(s, seat) + s.mana[seat]
        give(s, seat, goods // GOODS_PER_VP, "anunnaki/end/score-goods", "goods")
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


def find_winner(s: AnunnakiState) -> Seat:
    """anunnaki/end/tie: closest to the first player's left; the first player counts as last."""
    winner = Seat((s.first_seat + 1) % s.seats)
    for number in range(2, s.seats + 1):
        seat = Seat((s.first_seat + number) % s.seats)
        if s.vp[seat] > s.vp[winner]:
            winner = seat
    return winner

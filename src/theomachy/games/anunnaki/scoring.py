"""Chapter "end": the artifacts of the end, the scoring with its breakdown, and the winner."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import (
    AEGIR,
    ARES,
    CIVILIZATIONS,
    DEMETER,
    ENKI,
    FATE,
    FOOD,
    GODS,
    GOLD,
    HADES,
    HORUS,
    METAL,
    NINHURSAG,
    SCARAB,
    SETH,
    TRACKS,
    WOOD,
)
from theomachy.games.anunnaki.control import controlled, goal_value
from theomachy.games.anunnaki.goods import total_resources
from theomachy.games.anunnaki.state import AnunnakiState, has_god, places
from theomachy.games.anunnaki.steps import END
from theomachy.games.anunnaki.steps import SCARAB as SCARAB_STEP
from theomachy.kernel.arrays import numbers, ones
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

FIRST_VP: Final = 4
SECOND_VP: Final = 2
SCARAB_STEPS: Final = 3
GOODS_PER_VP: Final = 5
#: by the multiplier of the leader, 1 to 5
FATE_VP: Final = numbers([0, 0, 1, 2, 4, 7])


class End(StepKind[AnunnakiState]):
    """After the last turn. `count`: 0 end artifacts, 1 scoring. (anunnaki/end/score-artifacts)"""

    name = "end"
    holds = "count=part:number"

    def run(self, s: AnunnakiState, step: Step) -> None:
        if step.count == 0:
            s.become(Step(END, count=1))
            if s.artifact_at[SCARAB] >= 0:
                s.push(Step(SCARAB_STEP, s.artifact_at[SCARAB], count=SCARAB_STEPS))
            return
        score(s)
        s.winner = find_winner(s)
        s.over = True
        s.tell("anunnaki/end/tie" if is_tied(s) else "anunnaki/end/trigger", "match-over", s.winner, what=s.how)


def give(s: AnunnakiState, seat: int, amount: int, rule: str, what: str) -> None:
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


def exhausted_places(s: AnunnakiState, mask: int) -> int:
    """How many territories of a mask have symbols, all of them exhausted (anunnaki/end/types)."""
    count = 0
    for territory in places(mask & s.tables.with_symbols & ~s.tables.never_exhausted):
        symbols = s.tables.symbols[2 * territory] + s.tables.symbols[2 * territory + 1]
        if s.used[2 * territory] + s.used[2 * territory + 1] == symbols:
            count += 1
    return count


def god_score(s: AnunnakiState, seat: int, god: int) -> int:
    """anunnaki/end/score-gods: the end ability of a summoned lesser god; 0 for the others."""
    own = controlled(s, seat)
    kinds = s.tables.type_places
    if god == SETH:
        return exhausted_places(s, own) // 2 * 3
    if god == HORUS:
        return 2 * ones(own & kinds[WOOD])
    if god == AEGIR:
        return 2 * ones(own & kinds[GOLD])
    if god == NINHURSAG:
        return 2 * ones(own & kinds[METAL])
    if god == DEMETER:
        return 2 * ones(own & kinds[FOOD])
    if god == ENKI:
        return 4 * ones(own & s.tables.atlantis)
    if god == HADES:
        return s.pool[seat] // 3 * 2
    if god == ARES:
        return 2 * conquests(s, seat)
    return 0


def conquests(s: AnunnakiState, seat: int) -> int:
    count = 0
    for tile in range(CIVILIZATIONS):
        if s.conquered[tile] == seat:
            count += 1
    return count


def fate_score(s: AnunnakiState) -> int:
    """anunnaki/artifact/fate: by the multiplier step of the leader on the chosen track."""
    if s.fate < 0:
        return 0
    furthest = max([s.track[3 * seat + s.fate] for seat in range(s.seats)])
    return FATE_VP[s.tables.multiplier[s.fate][furthest]]


def score(s: AnunnakiState) -> None:
    """The final scoring, seat by seat in each category, so that the log shows where every point comes from."""
    s.reveals += 1
    for track in range(3):
        shares = track_places(s, track)
        for seat in range(s.seats):
            give(s, seat, shares[seat], "anunnaki/end/score-tracks", f"track-{TRACKS[track]}")
    for seat in range(s.seats):
        for track in range(3):
            value = goal_value(s, seat, s.goals[track])
            times = s.tables.multiplier[track][s.track[3 * seat + track]]
            give(s, seat, value * times, "anunnaki/end/score-goals", f"goal-{TRACKS[track]}")
        give(s, seat, s.tables.supremacy[s.supremacy[seat]], "anunnaki/end/score-supremacy", "supremacy")
        for god in places(s.summoned[seat]):
            if has_god(s, seat, god):
                give(s, seat, god_score(s, seat, god), f"anunnaki/house/{GODS[god]}", GODS[god])
        if s.artifact_at[FATE] == seat:
            s.tell("anunnaki/artifact/fate", "fate-shown", seat, what=TRACKS[max(s.fate, 0)])
            give(s, seat, fate_score(s), "anunnaki/artifact/fate", "fate")
        goods = total_resources(s, seat) + s.mana[seat]
        give(s, seat, goods // GOODS_PER_VP, "anunnaki/end/score-goods", "goods")
        s.tell("anunnaki/end/score-goods", "scored", seat, what="total", amount=s.vp[seat])


def is_tied(s: AnunnakiState) -> bool:
    best = 0
    for seat in range(s.seats):
        if s.vp[seat] == s.vp[s.winner]:
            best += 1
    return best > 1


def find_winner(s: AnunnakiState) -> int:
    """anunnaki/end/tie: closest to the first player's left; the first player counts as last."""
    winner = (s.first_seat + 1) % s.seats
    for number in range(2, s.seats + 1):
        seat = (s.first_seat + number) % s.seats
        if s.vp[seat] > s.vp[winner]:
            winner = seat
    return winner

"""What is kept of a match that was played, as one line of JSON."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

import theomachy
from theomachy.bots import Sight, new_bot
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.match import Match
from theomachy.kernel.setting import FIRST
from theomachy.lab.plans import Plan


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a match. Everything but the seconds follows from the plan, if no bot looks at the clock."""

    match: int
    block: int
    bots: list[str]
    #: the side each seat started with
    sides: list[str]
    #: the seat that played first
    first: int
    winners: list[int]
    how: str
    #: the final place of each seat, 0 first
    ranks: list[int]
    scores: list[int]
    length: int
    decisions: list[int]
    factors: dict[str, str]
    marks: list[dict[str, str]]
    #: a fingerprint of the final state
    digest: str
    #: what each seat's bot needed for all its decisions
    seconds: list[float]

    @property
    def line(self) -> str:
        """The result without its seconds, as JSON in one line."""
        fields = {name: getattr(self, name) for name in FIELDS}
        return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)

    @property
    def seconds_line(self) -> str:
        seconds = [round(value, 6) for value in self.seconds]
        return json.dumps({"seconds_of": self.match, "seconds": seconds}, separators=(",", ":"))


#: the fields of a result's line and what they hold
FIELDS: dict[str, type] = {
    "match": int, "block": int, "bots": list, "sides": list, "first": int, "winners": list, "how": str,
    "ranks": list, "scores": list, "length": int, "decisions": list, "factors": dict, "marks": list, "digest": str,
}  # fmt: skip


def read_result(data: dict[str, Any]) -> Result:
    """A result from its line; refuses anything else."""
    for name, kind in FIELDS.items():
        if not isinstance(data.get(name), kind):
            raise TheomachyError(f"'{name}' is missing or not {kind.__name__}")
    if len(data) != len(FIELDS):
        raise TheomachyError(f"unknown fields: {', '.join(sorted(set(data) - set(FIELDS)))}")
    seats = range(len(data["bots"]))
    for name in ("sides", "ranks", "decisions", "marks"):
        if len(data[name]) != len(seats):
            raise TheomachyError(f"'{name}' has {len(data[name])} entries for {len(seats)} seats")
    for seat in (data["first"], *data["winners"]):
        if seat not in seats:
            raise TheomachyError(f"there is no seat {seat}")
    return Result(**data, seconds=[])


def read_seconds(data: dict[str, Any]) -> tuple[int, list[float]]:
    """The match that a line of seconds belongs to, and what each seat's bot needed."""
    match, seconds = data["seconds_of"], data.get("seconds")
    if not isinstance(match, int) or not isinstance(seconds, list):
        raise TheomachyError("'seconds_of' is not a number, or 'seconds' not a list")
    if not all(isinstance(value, (int, float)) for value in seconds):
        raise TheomachyError("'seconds' are not numbers")
    return match, seconds


def play_plan(plan: Plan) -> Result:
    """Play a match from its plan to its end."""
    match = Match(theomachy.game(plan.game), plan.setup, plan.seed)
    bots = [new_bot(spec, seed) for spec, seed in zip(plan.bots, plan.bot_seeds, strict=True)]
    seconds = [0.0] * match.seats
    decisions = [0] * match.seats
    while not match.over:
        seat = match.decision.seats[0]
        started = time.perf_counter()
        choice = bots[seat].choose(Sight(match, seat))
        seconds[seat] += time.perf_counter() - started
        decisions[seat] += 1
        match.play(choice, seat)
    return _result(plan, match, decisions, seconds)


def _result(plan: Plan, match: Match, decisions: list[int], seconds: list[float]) -> Result:
    outcome = match.outcome
    if outcome is None:
        raise AssertionError("only a match that is over has a result")
    study = match.game.study()
    return Result(
        match=plan.number,
        block=plan.block,
        bots=list(plan.bots),
        sides=[match.seat_name(seat) for seat in range(match.seats)],
        first=plan.setup.get(FIRST) or 0,
        winners=list(outcome.winners),
        how=outcome.how,
        ranks=study.ranks(match),
        scores=study.scores(match),
        length=study.length(match),
        decisions=decisions,
        factors=study.factors(match),
        marks=study.marks(match),
        digest=match.digest(),
        seconds=seconds,
    )

"""The first stage: matches that bots play against themselves, positions drawn from them, and who won.

Positions are those in which nothing is pending: there imagined play of a search ends, and there the net will judge.
Matches come in chunks, a file each. What chunk number n holds follows from the seed and n alone, so a run that was
stopped goes on with the chunks that are missing, here or elsewhere.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

import theomachy
from theomachy.bots import Sight, new_bot
from theomachy.bots.learning.experience import whole_terms
from theomachy.bots.lookahead import is_quiet
from theomachy.kernel.arrays import shorts
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.match import Match
from theomachy.kernel.net import SEATS
from theomachy.kernel.worth import Worth
from theomachy.lab.plans import Design, Plan, balance_plans

#: matches of a chunk
CHUNK: Final = 8
#: the part of the turns that are played by lot: a search judges what comes of poor turns, too
BY_LOT: Final = 0.05
#: positions kept of a match, at most; each is seen by so many seats, drawn by lot: what a seat has and what its
#: opponent has are different slots, which would else learn from half of the positions each
DRAWN: Final = 64
SEEN_BY: Final = 2
#: how much of what a search expects at a position is what it, or else the result, says later
LATER: Final = 0.9
#: what log odds are at least
LEAST: Final = -60.0


@dataclass(frozen=True, slots=True)
class Order:
    """What a chunk is to hold. `table`: the number of players, and settings if there are any (`2`, `2/NAME=VALUE`)."""

    game: str
    number: int
    table: str
    bot: str
    seed: int

    def name(self) -> str:
        return f"samples-{self.number:05d}.npz"


def chunk_number(path: Path) -> int:
    """The number of the chunk that a file holds."""
    return int(path.stem.rpartition("-")[2])


def orders(game: str, tables: Sequence[str], bot: str, seed: int, matches: int) -> list[Order]:
    """The chunks of a run; the tables take turns."""
    return [Order(game, number, tables[number % len(tables)], bot, seed) for number in range(-(-matches // CHUNK))]


def design_of(game: str, table: str) -> Design:
    """The matches of a table like `2` or `2/NAME=VALUE`."""
    players, *settings = table.strip().split("/")
    if not players.isdigit() or not all("=" in setting for setting in settings):
        raise BadSetup(f"tables: '{table}'; write the number of players, and settings like '2/NAME=VALUE'")
    wanted = dict(setting.split("=", 1) for setting in settings)
    return Design(theomachy.game(game), int(players), wanted)


def collect(folder: Path, wanted: Iterable[Order], jobs: int, progress: Callable[[int], None]) -> list[Path]:
    """Play the chunks that are missing. Gives the files of all, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / order.name() for order in wanted]
    missing = [(order, path) for order, path in zip(wanted, paths, strict=True) if not path.exists()]
    progress(len(paths) - len(missing))
    if jobs == 1:
        for task in missing:
            write_chunk(task)
            progress(1)
    elif missing:
        with multiprocessing.get_context("spawn").Pool(min(jobs, len(missing))) as pool:
            for _ in pool.imap_unordered(write_chunk, missing):
                progress(1)
    return paths


def write_chunk(task: tuple[Order, Path]) -> None:
    """Play a chunk and write its file, which is there whole or not at all."""
    order, path = task
    unfinished = path.with_name(f"{path.stem}.{os.getpid()}.part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **play_chunk(order))
    unfinished.replace(path)


def plans_of(order: Order) -> list[Plan]:
    """The matches of a chunk. Settings that take turns (`all`) are more than a chunk has room for, so each chunk begins
    with another one of them, drawn by lot."""
    seed = mix(order.seed, order.number) >> 2
    design = design_of(order.game, order.table)
    begin = seed % len(design.settings)
    design.settings = design.settings[begin:] + design.settings[:begin]
    return balance_plans(design, order.bot, seed, CHUNK)[:CHUNK]


def play_chunk(order: Order) -> dict[str, Any]:
    """The positions of a chunk: see `Drawn`, whose parts are columns here, and `won`, the parts of the win; and who sat
    where in its matches and won."""
    rows: list[tuple[Drawn, list[float]]] = []
    sides: list[list[str]] = []
    winners: list[list[bool]] = []
    for plan in plans_of(order):
        match, found = play_plan(plan)
        won = match.outcome.winners if match.outcome else ()
        rows += found
        sides.append([match.seat_name(seat) for seat in range(match.seats)])
        winners.append([seat in won for seat in range(match.seats)])
    return {
        "table": np.array(order.table),
        # By match and seat, in turn order: who sat there, and whether that seat won
        "sides": np.array(sides, np.str_),
        "winners": np.array(winners, bool),
        "seen": np.array([drawn.seen for drawn, _ in rows], np.int16),
        "terms": np.array([drawn.terms for drawn, _ in rows], np.int16),
        "odds": np.array([drawn.odds for drawn, _ in rows], np.float32),
        "side": np.array([drawn.side for drawn, _ in rows], np.int8),
        "live": np.array([drawn.live for drawn, _ in rows], np.int8),
        "found": np.array([drawn.found for drawn, _ in rows], np.float32),
        "won": np.array([won for _, won in rows], np.float32),
    }


class Drawn:
    """A position as a seat sees it. Everything by seat is counted from that one and has room for `SEATS`."""

    def __init__(self, match: Match, worth: Worth, seat: int) -> None:
        s = match.state
        outlook = match.game.outlook()
        seen = shorts(outlook.layout(s).size)
        outlook.observe(s, seat, seen, 0)
        self.seat = seat
        self.seen = np.array(seen, np.int16)
        sides = worth.sides(s)
        turned = [sides[(seat + far) % s.seats] for far in range(s.seats)]
        #: the first seat of the same side, -1 where there is no seat
        self.side = [turned.index(side) for side in turned] + [-1] * (SEATS - s.seats)
        values = worth.values_of(s, turned)
        points = worth.points_of(s, turned)
        best, spread = max(points), worth.spread(s)
        #: the log odds of the hand-made evaluation
        self.odds = [max((value - best) / spread, LEAST) for value in points] + [LEAST] * (SEATS - s.seats)
        #: whether the side is still in the match, and its terms in whole numbers
        self.live = [bool(terms) for terms in values] + [False] * (SEATS - s.seats)
        none = [0] * max(len(terms) for terms in values)
        self.terms = [terms or none for terms in whole_terms(values, worth.scale)] + [none] * (SEATS - s.seats)
        #: the chances a search expected for the sides (`expect`), noted at the first seat of each; -1: there are none
        self.found = [-1.0] * SEATS

    def find(self, chances: list[float]) -> None:
        """Note what is expected, by seats of the match."""
        count = len(chances)
        shares = [chances[(self.seat + far) % count] if self.side[far] == far else 0.0 for far in range(count)]
        total = sum(shares)
        if total > 0.0:
            self.found = [share / total for share in shares] + [0.0] * (SEATS - count)

    def shares(self, winners: Sequence[int], seats: int) -> list[float]:
        """The win, divided evenly among the sides that have a part in it; noted at the first seat of each."""
        sides = {self.side[(winner - self.seat) % seats] for winner in winners}
        return [1 / len(sides) if far in sides else 0.0 for far in range(SEATS)]


@dataclass(slots=True)
class Moment:
    """A position in which nothing is pending: as seats see it, and the chances that a search saw for the seats there
    (none: it did not look)."""

    drawn: list[Drawn]
    outlook: list[float]
    #: whether the turn is played by lot
    by_lot: bool


def play_plan(plan: Plan) -> tuple[Match, list[tuple[Drawn, list[float]]]]:
    """A match that was played to its end; positions of it, and who won. None where nobody did."""
    game = theomachy.game(plan.game)
    match = Match(game, plan.setup, plan.seed)
    bots = [new_bot(spec, seed) for spec, seed in zip(plan.bots, plan.bot_seeds, strict=True)]
    rng = random.Random(plan.seed)
    worth = game.mind().patient()
    moments: list[Moment] = []
    turn, by_lot = -1, False
    while not match.over:
        seat = match.decision.seats[0]
        who = match.state.stack[0].who
        if who != turn:
            turn, by_lot = who, rng.random() < BY_LOT
        sight = Sight(match, seat)
        quiet = is_quiet(match.state)
        if quiet:
            seers = rng.sample(range(match.seats), min(SEEN_BY, match.seats))
            moments.append(Moment([Drawn(match, worth, seer) for seer in seers], [], by_lot))
        if by_lot:
            choice = rng.choice(list(sight.choices))
        else:
            choice = bots[seat].choose(sight)
            if quiet:
                moments[-1].outlook = list(getattr(bots[seat], "outlook", []))
        match.play(choice, seat)
    winners = match.outcome.winners if match.outcome else ()
    if not winners:
        return match, []
    expect(moments, [1.0 if seat in winners else 0.0 for seat in range(match.seats)])
    # What is drawn by lot says little of the positions in which it is.
    usable = [moment for moment in moments if not moment.by_lot]
    kept = rng.sample(usable, min(len(usable), DRAWN))
    return match, [(drawn, drawn.shares(winners, match.seats)) for moment in kept for drawn in moment.drawn]


def expect(moments: list[Moment], result: list[float]) -> None:
    """Note at each moment what a search expected, there and, fading, later in the match, up to the result (by seat).

    One expectation errs, and so does one result; together they err less. No expectation reaches back beyond a turn
    that was played by lot. Nothing is noted where nobody searched.
    """
    if not any(moment.outlook for moment in moments):
        return
    later: list[float] = result
    for moment in reversed(moments):
        if moment.by_lot:
            later = []
        elif moment.outlook and later:
            later = [now + LATER * (then - now) for now, then in zip(moment.outlook, later, strict=True)]
        elif moment.outlook:
            later = moment.outlook
        if later and not moment.by_lot:
            for drawn in moment.drawn:
                drawn.find(later)

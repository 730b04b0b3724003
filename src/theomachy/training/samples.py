"""The first stage: matches that bots play against themselves, positions drawn from them, and who won.

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
from theomachy.kernel.arrays import shorts
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match
from theomachy.kernel.worth import Worth
from theomachy.lab.plans import Design, Plan, balance_plans

#: matches of a chunk
CHUNK: Final = 32
#: the part of the decisions that is made by lot: searches judge positions that good players avoid, too
BY_LOT: Final = 0.08
#: positions drawn from a match, about; each is seen by one seat, drawn by lot
DRAWN: Final = 24
#: a match has about so many decisions for every one drawn
EVERY: Final = 5


@dataclass(frozen=True, slots=True)
class Order:
    """What a chunk is to hold."""

    game: str
    number: int
    players: int
    bot: str
    seed: int

    def name(self) -> str:
        return f"samples-{self.number:05d}.npz"


def orders(game: str, players: Sequence[int], bot: str, seed: int, matches: int) -> list[Order]:
    """The chunks of a run; the numbers of players take turns."""
    return [Order(game, number, players[number % len(players)], bot, seed) for number in range(-(-matches // CHUNK))]


def collect(folder: Path, wanted: Iterable[Order], jobs: int, progress: Callable[[int], None]) -> list[Path]:
    """Play the chunks that are missing. Gives the files of all, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / order.name() for order in wanted]
    missing = [(order, path) for order, path in zip(wanted, paths, strict=True) if not path.exists()]
    progress(len(paths) - len(missing))
    if missing:
        with multiprocessing.get_context("spawn").Pool(min(jobs, len(missing))) as pool:
            for _ in pool.imap_unordered(_write, missing):
                progress(1)
    return paths


def _write(task: tuple[Order, Path]) -> None:
    order, path = task
    unfinished = path.with_name(f"{path.stem}.{os.getpid()}.part")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, **play_chunk(order))
    unfinished.replace(path)


def play_chunk(order: Order) -> dict[str, Any]:
    """The positions of a chunk. By position: what a seat observed; and by seats counted from that one: the log odds of
    the hand-made evaluation, the first seat of the same side, and the part of the win."""
    design = Design(theomachy.game(order.game), order.players, {})
    # A round of plans is balanced by itself, and as long as the game likes: chunks draw from a long row of them.
    seed = mix(order.seed, order.number) >> 2
    rows: dict[str, list[Any]] = {"seen": [], "odds": [], "side": [], "won": []}
    for plan in balance_plans(design, order.bot, seed, CHUNK)[:CHUNK]:
        _play(plan, rows)
    types = {"seen": np.int16, "odds": np.float32, "side": np.int8, "won": np.float32}
    return {"players": np.int64(order.players), **{key: np.array(rows[key], types[key]) for key in rows}}


def _play(plan: Plan, rows: dict[str, list[Any]]) -> None:
    game = theomachy.game(plan.game)
    match = Match(game, plan.setup, plan.seed)
    bots = [new_bot(spec, seed) for spec, seed in zip(plan.bots, plan.bot_seeds, strict=True)]
    rng = random.Random(plan.seed)
    worth = game.mind().patient()
    drawn: list[tuple[int, Any, list[float], list[int]]] = []
    while not match.over:
        if rng.random() < 1 / EVERY:
            seat = rng.randrange(match.seats)
            drawn.append((seat, *_position(match, worth, seat)))
        seat = match.decision.seats[0]
        sight = Sight(match, seat)
        choice = rng.choice(list(sight.choices)) if rng.random() < BY_LOT else bots[seat].choose(sight)
        match.play(choice, seat)
    winners = match.outcome.winners if match.outcome else ()
    if not winners:
        return
    for seat, seen, odds, side in rng.sample(drawn, min(len(drawn), DRAWN)):
        rows["seen"].append(seen)
        rows["odds"].append(odds)
        rows["side"].append(side)
        rows["won"].append(_shares([(seat + far) % match.seats in winners for far in range(match.seats)], side))


def _position(match: Match, worth: Worth, seat: int) -> tuple[Any, list[float], list[int]]:
    s = match.state
    outlook = match.game.outlook()
    seen = shorts(outlook.layout(s).size)
    outlook.observe(s, seat, seen, 0)
    sides = worth.sides(s)
    turned = [sides[(seat + far) % s.seats] for far in range(s.seats)]
    points = worth.points_of(s, turned)
    spread = worth.spread(s)
    best = max(points)
    return (
        np.array(seen, np.int16),
        [max((value - best) / spread, -60.0) for value in points],
        [turned.index(side) for side in turned],
    )


def _shares(won: list[bool], side: list[int]) -> list[float]:
    """The win, divided evenly among the sides that have a part in it; noted at the first seat of each."""
    sides = {side[far] for far in range(len(won)) if won[far]}
    return [1 / len(sides) if far in sides else 0.0 for far in range(len(won))]

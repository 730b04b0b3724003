"""What the lab's tests share: small designs, and bots in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import theomachy
from theomachy.lab.plans import Design, Plan, tournament_plans
from theomachy.lab.results import Result

#: a bot that chooses like the random one, but does something else too, in `{extra}`
BOT = """
import os, signal, sys, time
from theomachy.bots.random import RandomBot

class Odd:
    name = "odd"

    def __init__(self, seed=0):
        self.random = RandomBot(seed)
        self.made()

    def made(self):
        {made}

    def choose(self, sight):
        {choose}
        return self.random.choose(sight)

    def explain(self, sight):
        return self.random.explain(sight)
"""


def write_bot(path: Path, choose: str = "pass", made: str = "pass") -> str:
    """A bot in a file; gives its name for `new_bot`."""
    path.write_text(BOT.format(choose=choose, made=made), encoding="utf-8")
    return str(path)


def design(game: str, players: int, **wanted: str) -> Design:
    return Design(theomachy.game(game), players, wanted)


def few_plans(games: int, bots: tuple[str, ...] = ("random", "./none"), seed: int = 1) -> list[Plan]:
    return tournament_plans(design("ankh", 2), list(bots), seed, games)


def result(match: int, bots: list[str], winners: list[int], **fields: Any) -> Result:
    """A result made up."""
    seats = len(bots)
    ranks = [0 if seat in winners or not winners else 1 for seat in range(seats)]
    made: dict[str, Any] = {
        "match": match, "block": match, "bots": bots, "sides": ["isis", "ra", "amun", "osiris", "anubis"][:seats],
        "first": 0, "winners": winners, "how": "top", "ranks": ranks, "scores": [0] * seats, "length": 12,
        "decisions": [10] * seats, "factors": {}, "marks": [{} for _ in bots], "digest": "", "seconds": [0.1] * seats,
    }  # fmt: skip
    return Result(**{**made, **fields})


def result_lines(path: Path) -> list[str]:
    """The lines of a results file that the plans decide: neither settings nor seconds."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    return [line for line in lines if "match" in json.loads(line)]

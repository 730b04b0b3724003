"""Who sits where in a load run: decided before anything is sent, so that the same plan can be run twice."""

from __future__ import annotations

import random
from dataclasses import dataclass

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.errors import BadSetup

#: people who share a loopback address: a server counts what comes from one address
PEOPLE_PER_ADDRESS = 40


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked of a run."""

    tables: int
    #: seconds that a person thinks, on average, before each choice
    pause: float
    seconds: float
    games: tuple[str, ...]
    seed: int = 0
    #: shares of tables with a bot, and of tables with a spectator
    bots: float = 0.1
    spectators: float = 0.1
    bot: str = "greedy"

    def __post_init__(self) -> None:
        if self.tables < 1 or self.seconds <= 0 or self.pause < 0:
            raise BadSetup("a load needs at least one table, some seconds and a pause of 0 or more")


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table: who sits at it (a language each; None for a bot), and the languages of those who watch."""

    number: int
    game: str
    seats: tuple[str | None, ...]
    watching: tuple[str, ...]
    seed: int


def plan_tables(wishes: Wishes) -> list[TablePlan]:
    """Games in turn, two seats each; languages, bots and spectators as the dice fall."""
    rng = random.Random(wishes.seed)
    tables: list[TablePlan] = []
    for number in range(wishes.tables):
        seats: list[str | None] = [rng.choice(LANGUAGES), rng.choice(LANGUAGES)]
        if rng.random() < wishes.bots:
            seats[1] = None
        watching = (rng.choice(LANGUAGES),) if rng.random() < wishes.spectators else ()
        game = wishes.games[number % len(wishes.games)]
        tables.append(TablePlan(number, game, tuple(seats), watching, rng.getrandbits(60)))
    return tables


def address_of(number: int) -> str:
    """The loopback address that a table's people come from."""
    block = number * 3 // PEOPLE_PER_ADDRESS
    return f"127.1.{block // 250 % 250}.{block % 250 + 1}"

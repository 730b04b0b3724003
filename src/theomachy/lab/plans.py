"""Which matches are played: set-ups, seeds and seatings, laid out so that nobody gains by position.

A plan says everything about a match before it is played, so the same command gives the same matches, wherever and in
whatever order they are played. Plans are made in rounds, and a round is balanced by itself:

- In each set-up of a round the sides move one seat on: every side sits in every seat exactly once.
- In a tournament every line-up of bots plays every set-up in a block: as many matches as there are seats, in which the
  bots move one seat on and nothing else changes, the seed neither. So every bot plays every seat with every side
  equally often, against the same opponents.

Round number n depends on the seed and n alone: to play more matches is to add rounds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, islice
from typing import Any, Protocol

from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup, allowed
from theomachy.kernel.game import Game
from theomachy.kernel.setting import FIRST


@dataclass(frozen=True, slots=True)
class Plan:
    """One match to be played. The setup says which seat plays first."""

    number: int
    #: matches of a block differ in who sits where, and in nothing else
    block: int
    game: str
    setup: dict[str, Any]
    seed: int
    #: the bot of each seat, as `new_bot` takes it, and its seed
    bots: tuple[str, ...]
    bot_seeds: tuple[int, ...]

    def play(self) -> Played:
        """Play the match to its end, wherever this is; what a run keeps of it."""
        from theomachy.lab.results import play_plan

        return play_plan(self)


class Played(Protocol):
    """What comes of a plan."""

    @property
    def match(self) -> int:
        """The number of the plan."""
        ...

    @property
    def seconds(self) -> list[float]:
        """What each seat's bot needed."""
        ...


class Design:
    """What all matches of a study have in common: the game, the number of seats, and the settings that take turns."""

    def __init__(self, game: Game[Any], players: int, wanted: Mapping[str, str]) -> None:
        """`wanted` are the settings as they were asked for, see `Study.settings`."""
        if players not in game.players:
            raise BadSetup(f"players: {players}; {game.name} is for {allowed(game.players)}")
        study = game.study()
        self.game = game
        self.players = players
        self.settings: list[dict[str, Any]] = study.settings(players, wanted)
        self.sides = study.sides
        #: whether the set-up can say who plays first
        self.says_first = any(setting.name == FIRST for setting in game.settings())

    @property
    def turns(self) -> int:
        """How many seatings are balanced by themselves."""
        return len(self.sides) or 1

    def seatings(self, rng: random.Random) -> list[tuple[str, ...]]:
        """As many seatings as there are sides; over all of them every side sits in every seat exactly once. Without
        sides there is one, of nobody in particular."""
        if not self.sides:
            return [()]
        order = rng.sample(self.sides, len(self.sides))
        count = len(order)
        return [tuple(order[(shift + seat) % count] for seat in range(self.players)) for shift in range(count)]

    def setup(self, seating: tuple[str, ...], settings: dict[str, Any]) -> dict[str, Any]:
        """A checked setup, in which seat 0 plays first if the set-up can say so."""
        who: dict[str, Any] = {self.game.seats_setting: list(seating)} if seating else {"players": self.players}
        return self.game.check_setup(self.led_by(0, {**settings, **who}))

    def led_by(self, seat: int, setup: dict[str, Any]) -> dict[str, Any]:
        """The setup with this seat as the first player, if it can say so."""
        return {**setup, FIRST: seat} if self.says_first else setup


# --- tournaments: several bots ----------------------------------------------------------------------------------------


def line_ups(bots: list[str], players: int) -> list[tuple[str, ...]]:
    """Who meets whom. More bots than seats: every choice of them. Fewer: every mixture in which all of them sit.

    Where a bot is named more than once the list is the only line-up, a name for each seat.
    """
    if len(set(bots)) < len(bots):
        if len(bots) != players or len(set(bots)) < 2:
            raise BadSetup(
                f"bots: {', '.join(bots)}; where a bot is named more than once the list is the line-up: "
                f"{players} names, one for each seat, and not all the same"
            )
        return [tuple(bots)]
    if len(bots) >= players:
        return list(combinations(bots, players))
    return [mixture for mixture in combinations_with_replacement(bots, players) if len(set(mixture)) == len(bots)]


def tournament_round_size(design: Design, bots: list[str]) -> int:
    """How many matches are balanced by themselves."""
    return design.turns * len(line_ups(bots, design.players)) * design.players


def tournament_plans(design: Design, bots: list[str], seed: int, games: int) -> list[Plan]:
    """The matches of a tournament: at least so many, in whole rounds."""
    size = tournament_round_size(design, bots)
    return list(islice(_tournament(design, bots, seed), -(-games // size) * size))


def _tournament(design: Design, bots: list[str], seed: int) -> Iterator[Plan]:
    number = block = turn = 0
    while True:
        rng = random.Random(mix(seed, turn))
        settings = design.settings[turn % len(design.settings)]
        arrangements = [arranged(line_up, rng) for line_up in line_ups(bots, design.players)]
        for seating in design.seatings(rng):
            setup = design.setup(seating, settings)
            # The same for all line-ups, so that they meet the same luck.
            match_seed = rng.getrandbits(62)
            for arrangement in arrangements:
                seeds = [mix(match_seed, entry) >> 2 for entry in range(design.players)]
                for move in range(design.players):
                    seats = [(seat - move) % design.players for seat in range(design.players)]
                    yield Plan(
                        number,
                        block,
                        design.game.name,
                        setup,
                        match_seed,
                        tuple(arrangement[entry] for entry in seats),
                        tuple(seeds[entry] for entry in seats),
                    )
                    number += 1
                block += 1
        turn += 1


def arranged(line_up: tuple[str, ...], rng: random.Random) -> tuple[str, ...]:
    """A line-up in a random order around the table, one that moving everybody on never repeats before a full circle:
    two pairs must not sit crosswise, or the same match would be played twice."""
    while True:
        order = tuple(rng.sample(line_up, len(line_up)))
        if len({order[move:] + order[:move] for move in range(len(order))}) == len(order):
            return order


# --- balance studies: one bot -----------------------------------------------------------------------------------------


def balance_round_size(design: Design) -> int:
    """How many matches are balanced by themselves."""
    return design.turns * len(design.settings)


def balance_plans(design: Design, bot: str, seed: int, games: int) -> list[Plan]:
    """The matches of a balance study: at least so many, in whole rounds. Each match is a block of its own."""
    size = balance_round_size(design)
    return list(islice(_study(design, bot, seed), -(-games // size) * size))


def _study(design: Design, bot: str, seed: int) -> Iterator[Plan]:
    number = turn = 0
    while True:
        for settings in design.settings:
            rng = random.Random(mix(seed, turn))
            for seating in design.seatings(rng):
                yield _plain_plan(design, number, design.setup(seating, settings), rng.getrandbits(62), bot)
                number += 1
            turn += 1


def repeated_plans(design: Design, setup: dict[str, Any], bot: str, seed: int, games: int) -> list[Plan]:
    """The same set-up so many times, each time with other dice; everybody plays first in turn."""
    return [
        _plain_plan(design, number, design.led_by(number % design.players, setup), mix(seed, number) >> 2, bot)
        for number in range(games)
    ]


def _plain_plan(design: Design, number: int, setup: dict[str, Any], seed: int, bot: str) -> Plan:
    seeds = tuple(mix(seed, seat) >> 2 for seat in range(design.players))
    return Plan(number, number, design.game.name, setup, seed, (bot,) * design.players, seeds)

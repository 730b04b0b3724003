"""`theomachy simulate`: many random matches, and what came of them."""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from theomachy.cli.options import Content, GameArgument, Gods, Json, Pharaoh, Players, Scenario
from theomachy.cli.rulebook import check_game
from theomachy.cli.seating import split_names
from theomachy.cli.terminal import open_console, print_json, progress_bar
from theomachy.kernel.dice import mix
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match
from theomachy.wording import find_name, god_words

#: the quantile of the normal distribution for intervals of 95 %
Z95 = 1.959963984540054


class Share:
    """How often something happened out of how many times it could have."""

    def __init__(self, wins: int = 0, plays: int = 0) -> None:
        self.wins = wins
        self.plays = plays

    def count(self, won: bool) -> None:
        self.plays += 1
        self.wins += won

    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the share."""
        if self.plays == 0:
            return 0.0, 1.0
        n, share = self.plays, self.wins / self.plays
        middle = (share + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n)
        half = Z95 * math.sqrt(share * (1 - share) / n + Z95 * Z95 / (4 * n * n)) / (1 + Z95 * Z95 / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def json(self) -> dict[str, Any]:
        low, high = self.interval()
        share = self.wins / self.plays if self.plays else 0.0
        return {
            "wins": self.wins,
            "matches": self.plays,
            "share": round(share, 6),
            "low": round(low, 6),
            "high": round(high, 6),
        }


class Simulation:
    """What came of the matches. The same game, settings and seed give the same simulation."""

    def __init__(self) -> None:
        self.matches = 0
        self.endings: Counter[str] = Counter()
        #: by the god a seat started with; both seats of a merged god win
        self.gods: dict[str, Share] = {}
        #: by the place in turn order, 1 plays first
        self.seats: dict[int, Share] = {}
        self.decisions: list[int] = []
        self.events: list[int] = []

    def count(self, match: Match, decisions: int) -> None:
        """Add a match that is over."""
        outcome = match.outcome
        if outcome is None:
            raise AssertionError("only a match that is over can be counted")
        view = match.view()
        self.matches += 1
        self.endings[outcome.how] += 1
        self.decisions.append(decisions)
        self.events.append(int(view["tracks"].get("events_done", view.get("round", 0))))
        for seat in range(match.seats):
            won = seat in outcome.winners
            self.gods.setdefault(match.seat_name(seat), Share()).count(won)
            self.seats.setdefault((seat - int(view["first_seat"])) % match.seats + 1, Share()).count(won)

    def json(self) -> dict[str, Any]:
        return {
            "matches": self.matches,
            "endings": dict(sorted(self.endings.items())),
            "gods": {god: share.json() for god, share in sorted(self.gods.items())},
            "seats": {str(seat): share.json() for seat, share in sorted(self.seats.items())},
            "decisions": _spread(self.decisions),
            "events": _spread(self.events),
        }


def _spread(values: list[int]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "least": ordered[0],
        "median": ordered[len(ordered) // 2],
        "mean": round(sum(ordered) / len(ordered), 2),
        "most": ordered[-1],
    }


def run_simulation(
    game: Game[Any], games: int, setup: dict[str, Any], seed: int, progress: Callable[[int], None]
) -> Simulation:
    """Play so many random matches; match number n has its own seed, made of `seed` and n."""
    simulation = Simulation()
    for number in range(games):
        own_seed = mix(seed, number) >> 2
        match = Match(game, setup, own_seed, listening=False)
        simulation.count(match, match.play_random(own_seed))
        progress(number + 1)
    return simulation


def simulate(
    game: GameArgument = "ankh",
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many matches.")] = 1000,
    players: Players = None,
    gods: Gods = None,
    scenario: Scenario = None,
    pharaoh: Pharaoh = None,
    content: Content = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same matches.")] = 0,
    as_json: Json = False,
) -> None:
    """Play random matches and count endings, wins and lengths, with 95 % intervals."""
    found = check_game(game)
    settings: dict[str, Any] = {"players": players, "scenario": scenario, "pharaoh": pharaoh, "content": content}
    settings[found.seats_setting] = split_names(gods)
    setup = found.check_setup({key: value for key, value in settings.items() if value is not None})
    started = time.perf_counter()
    with progress_bar(games, "Playing") as progress:
        simulation = run_simulation(found, games, setup, seed, progress)
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"game": found.name, "setup": setup, "seed": seed, **simulation.json()})
    else:
        _print_tables(open_console(), found, setup, seed, simulation)
    # Not on stdout, which is the same for the same seed.
    sys.stderr.write(f"{games / seconds:.0f} matches/s ({games} in {seconds:.1f} s)\n")


def _print_tables(console: Console, game: Game[Any], setup: dict[str, Any], seed: int, simulation: Simulation) -> None:
    catalogue = game.catalogue
    parts = [game.name.capitalize()]
    if "scenario" in setup:
        parts.append(find_name(catalogue, f"scenario.{setup['scenario']}", "en") or setup["scenario"])
    parts.append(f"{len(setup[game.seats_setting])} players")
    title = ", ".join([*parts, f"{simulation.matches} matches", f"seed {seed}"])
    console.print(title, style="bold")
    endings = _table("Ending", "Matches", "Share", "95 %")
    for how, count in simulation.endings.most_common():
        words = find_name(catalogue, f"how.{how}", "en") or how
        endings.add_row(words, str(count), *_shares(Share(count, simulation.matches)))
    wins = _table("God", "Matches", "Wins", "Share", "95 %")
    for god, share in sorted(simulation.gods.items()):
        wins.add_row(god_words(game, god), str(share.plays), str(share.wins), *_shares(share))
    seats = _table("Seat in turn order", "Matches", "Wins", "Share", "95 %")
    for seat, share in sorted(simulation.seats.items()):
        seats.add_row(
            f"{seat} (plays first)" if seat == 1 else str(seat), str(share.plays), str(share.wins), *_shares(share)
        )
    lengths = _table("Length", "Least", "Median", "Mean", "Most")
    for name, values in (("Decisions", simulation.decisions), ("Events", simulation.events)):
        spread = _spread(values)
        lengths.add_row(name, *(f"{spread[key]:g}" for key in ("least", "median", "mean", "most")))
    for table in (endings, wins, seats, lengths):
        console.print(table)


def _table(first: str, *others: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _shares(share: Share) -> tuple[str, str]:
    low, high = share.interval()
    return f"{share.wins / share.plays:.1%}", f"{low:.1%} – {high:.1%}"

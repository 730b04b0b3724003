"""Results as tables of words and numbers: what the terminal prints is what the report shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from theomachy.lab.balance import Balance
from theomachy.lab.intervals import Points, Share, spread_of
from theomachy.lab.tournament import Tournament
from theomachy.lab.words import Words


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, and what it is sorted by."""

    text: str
    value: float | str


@dataclass(slots=True)
class Grid:
    """A table. The first `labels` columns are words, the others numbers.

    A screen too narrow for all leaves out the `spare` columns, in this order, and says so with `no_room`.
    """

    key: str
    title: str
    headings: list[str]
    labels: int = 1
    spare: tuple[int, ...] = ()
    no_room: str = ""
    rows: list[list[Cell]] = field(default_factory=list)

    def add(self, *cells: Cell) -> None:
        self.rows.append(list(cells))


def word(text: str, order: float | str | None = None) -> Cell:
    return Cell(text, text if order is None else order)


def share_cells(words: Words, share: Share | Points) -> tuple[Cell, Cell]:
    """The share and its interval, which is sorted by its lower end."""
    low, high = share.interval()
    return Cell(words.percent(share.share), share.share), Cell(words.between(low, high), low)


def count_cells(words: Words, *counts: float) -> list[Cell]:
    return [Cell(words.figure(count), count) for count in counts]


_COUNTED = ("matches", "share", "interval")
_WON = ("matches", "wins", "share", "interval")
_SPREAD = ("least", "tenth", "median", "mean", "ninetieth", "most")
#: what a table can do without, first what is missed least
_SPARE = (
    *("per-decision", "lost", "neither", "tenth", "ninetieth", "least", "most"),
    *("matches", "seats", "points", "won", "wins", "rating", "median"),
)


def new_grid(words: Words, key: str, title: str, columns: tuple[str, ...], labels: int = 1) -> Grid:
    """A table without rows. `title` is what it is about; columns are words of the lab or of the game."""
    numbers = columns[labels:]
    spare = tuple(labels + numbers.index(column) for column in _SPARE if column in numbers)
    headings = [words.term(column) for column in columns]
    return Grid(key, words.title(title), headings, labels, spare, words.say("no-room"))


# --- what both have ---------------------------------------------------------------------------------------------------


def endings_grid(words: Words, endings: Iterable[tuple[str, int]], matches: int) -> Grid:
    grid = new_grid(words, "endings", "endings", ("ending", *_COUNTED))
    for how, count in endings:
        grid.add(word(words.how(how)), *count_cells(words, count), *share_cells(words, Share(count, matches)))
    return grid


def spread_grid(words: Words, key: str, heading: str, rows: Iterable[tuple[str, list[int]]]) -> Grid:
    """Where several lists of numbers lie."""
    grid = new_grid(words, key, key, (heading, *_SPREAD))
    for name, values in rows:
        if values:
            spread = spread_of(values)
            grid.add(word(name), *count_cells(words, *(spread[column] for column in _SPREAD)))
    return grid


def lengths_grid(words: Words, length_name: str, decisions: list[int], lengths: list[int]) -> Grid:
    rows = [(words.say("decisions"), decisions)]
    if length_name:
        rows.append((words.term(length_name), lengths))
    return spread_grid(words, "lengths", "length", rows)


def won_cells(words: Words, share: Share) -> list[Cell]:
    return [*count_cells(words, share.plays, share.wins), *share_cells(words, share)]


# --- a balance study --------------------------------------------------------------------------------------------------


def study_grids(words: Words, study: Balance) -> list[Grid]:
    """All tables of a study, the most asked for first."""
    grids = [*([sides_grid(words, study)] if study.sided else []), places_grid(words, study)]
    grids += [factor_grid(words, study, kind) for kind in study.varied]
    grids += [mark_grid(words, study, kind) for kind in study.marks]
    grids.append(endings_grid(words, study.endings.most_common(), study.matches))
    if study.best_scores:
        rows = [(words.side(side), scores) for side, scores in sorted(study.scores.items())]
        rows.append((words.say("best"), study.best_scores))
        grids.append(spread_grid(words, "scores", study.study.score_name, rows))
    grids.append(lengths_grid(words, study.study.length_name, study.decisions, study.lengths))
    return grids


def sides_grid(words: Words, study: Balance) -> Grid:
    name = study.sides_name
    grid = new_grid(words, "sides", name, (name, *_WON))
    for side, share in sorted(study.sides.items()):
        grid.add(word(words.side(side)), *won_cells(words, share))
    return grid


def places_grid(words: Words, study: Balance) -> Grid:
    grid = new_grid(words, "seats", "seats", ("seat", *_WON))
    for place, share in sorted(study.places.items()):
        grid.add(word(words.place(place), place), *won_cells(words, share))
    return grid


def factor_grid(words: Words, study: Balance, kind: str) -> Grid:
    """Sides within each value of what varied, and how often everybody loses there."""
    grid = new_grid(words, kind, kind, (kind, study.sides_name, *_WON), labels=2)
    for value, lost in study.all_lost[kind].items():
        name = words.value(kind, value)
        for (of, side), share in sorted(study.factors[kind].items()):
            if of == value:
                grid.add(word(name), word(words.side(side)), *won_cells(words, share))
        if lost.wins:
            grid.add(word(name), word(words.say("all-lose"), "~"), *won_cells(words, lost))
    return grid


def mark_grid(words: Words, study: Balance, kind: str) -> Grid:
    grid = new_grid(words, kind, kind, (kind, "seats", "wins", "share", "interval"))
    for value, share in sorted(study.marks[kind].items(), key=lambda item: -item[1].plays):
        grid.add(word(words.value(kind, value)), *won_cells(words, share))
    return grid


# --- a tournament -----------------------------------------------------------------------------------------------------


def tournament_grids(words: Words, tournament: Tournament) -> list[Grid]:
    """All tables of a tournament, the most asked for first."""
    grids = [bots_grid(words, tournament), pairs_grid(words, tournament), seats_grid(words, tournament)]
    if any(times > 1 for _, times in tournament.mixtures):
        grids.append(mixtures_grid(words, tournament))
    grids.append(endings_grid(words, tournament.endings.most_common(), tournament.matches))
    grids.append(lengths_grid(words, tournament.length_name, tournament.decisions, tournament.lengths))
    return grids


def bots_grid(words: Words, tournament: Tournament) -> Grid:
    keys = ("bot", "matches", "share", "interval", "rating", "per-decision")
    grid = new_grid(words, "bots", "bots", keys)
    for bot in sorted(tournament.bots, key=lambda bot: -tournament.points[bot].share):
        points, rating = tournament.points[bot], tournament.ratings[bot]
        seconds = tournament.seconds_per_decision(bot)
        grid.add(
            word(bot),
            *count_cells(words, points.matches),
            *share_cells(words, points),
            Cell(f"{words.decimal(rating.mu, 1)} ± {words.decimal(rating.sigma, 1)}", rating.mu),
            Cell("–", 0.0) if seconds is None else Cell(words.decimal(1000 * seconds, 2), seconds),
        )
    return grid


def pairs_grid(words: Words, tournament: Tournament) -> Grid:
    keys = ("bot", "opponent", "matches", "won", "lost", "neither", "share", "interval")
    grid = new_grid(words, "pairs", "pairs", keys, labels=2)
    for (bot, other), standing in tournament.pairs.items():
        if standing.won.plays:
            counts = (standing.won.matches, standing.won.points, standing.lost, standing.neither)
            grid.add(word(bot), word(other), *count_cells(words, *counts), *share_cells(words, standing.won))
    return grid


def seats_grid(words: Words, tournament: Tournament) -> Grid:
    keys = ("bot", "seat", "matches", "points", "share", "interval")
    grid = new_grid(words, "seats", "seats", keys, labels=2)
    for (bot, seat), points in tournament.seats.items():
        place = word(words.place(seat + 1), seat)
        counts = count_cells(words, points.matches, round(points.points, 1))
        grid.add(word(bot), place, *counts, *share_cells(words, points))
    return grid


def mixtures_grid(words: Words, tournament: Tournament) -> Grid:
    """What a seat of the bot takes where it has one seat, two seats, and so on."""
    keys = ("bot", "seats-held", "matches", "points", "share", "interval")
    grid = new_grid(words, "mixtures", "mixtures", keys, labels=2)
    for (bot, times), points in sorted(tournament.mixtures.items()):
        held = word(str(times), times)
        counts = count_cells(words, points.matches, round(points.points, 1))
        grid.add(word(bot), held, *counts, *share_cells(words, points))
    return grid

"""Results as tables of words and numbers: what the terminal prints is what the report shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from theomachy.lab.balance import Study
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
    """A table. The first `labels` columns are words, the others numbers."""

    key: str
    title: str
    headings: list[str]
    labels: int = 1
    rows: list[list[Cell]] = field(default_factory=list)

    def add(self, *cells: Cell) -> None:
        self.rows.append(list(cells))


def word(text: str, order: float | str | None = None) -> Cell:
    return Cell(text, text if order is None else order)


def number(value: float, text: str | None = None) -> Cell:
    return Cell(f"{value:g}" if text is None else text, value)


def share_cells(share: Share | Points) -> tuple[Cell, Cell]:
    """The share and its interval, which is sorted by its lower end."""
    low, high = share.interval()
    return number(share.share, f"{share.share:.1%}"), number(low, f"{low:.1%} – {high:.1%}")


# --- what both have ---------------------------------------------------------------------------------------------------


def endings_grid(words: Words, endings: Iterable[tuple[str, int]], matches: int) -> Grid:
    grid = Grid("endings", words.say("endings-title"), [words.say(key) for key in ("ending", *_COUNTED)])
    for how, count in endings:
        grid.add(word(words.how(how)), number(count), *share_cells(Share(count, matches)))
    return grid


_COUNTED = ("matches", "share", "interval")
_WON = ("matches", "wins", "share", "interval")
_SPREAD = ("least", "tenth", "median", "mean", "ninetieth", "most")


def spread_grid(words: Words, key: str, heading: str, rows: Iterable[tuple[str, list[int]]]) -> Grid:
    """Where several lists of numbers lie."""
    grid = Grid(key, words.say(f"{key}-title"), [heading, *(words.say(column) for column in _SPREAD)])
    for name, values in rows:
        if values:
            spread = spread_of(values)
            grid.add(word(name), *(number(spread[column]) for column in _SPREAD))
    return grid


def lengths_grid(words: Words, length_name: str, decisions: list[int], lengths: list[int]) -> Grid:
    rows = [(words.say("decisions"), decisions)]
    if length_name:
        rows.append((words.say(length_name), lengths))
    return spread_grid(words, "lengths", words.say("length"), rows)


# --- a balance study --------------------------------------------------------------------------------------------------


def study_grids(words: Words, study: Study) -> list[Grid]:
    """All tables of a study, the most asked for first."""
    grids = [sides_grid(words, study), places_grid(words, study)]
    grids += [factor_grid(words, study, kind) for kind in study.varied]
    grids += [mark_grid(words, study, kind) for kind in study.marks]
    grids.append(endings_grid(words, study.endings.most_common(), study.matches))
    if study.best_scores:
        rows = [(words.side(side), scores) for side, scores in sorted(study.scores.items())]
        rows.append((words.say("best"), study.best_scores))
        grids.append(spread_grid(words, "scores", words.say(study.subject.score_name), rows))
    grids.append(lengths_grid(words, study.subject.length_name, study.decisions, study.lengths))
    return grids


def sides_grid(words: Words, study: Study) -> Grid:
    name = study.sides_name
    grid = Grid("sides", words.say(f"{name}-title"), [words.say(key) for key in (name, *_WON)])
    for side, share in sorted(study.sides.items()):
        grid.add(word(words.side(side)), number(share.plays), number(share.wins), *share_cells(share))
    return grid


def places_grid(words: Words, study: Study) -> Grid:
    grid = Grid("seats", words.say("seats-title"), [words.say(key) for key in ("seat", *_WON)])
    for place, share in sorted(study.places.items()):
        grid.add(word(words.place(place), place), number(share.plays), number(share.wins), *share_cells(share))
    return grid


def factor_grid(words: Words, study: Study, kind: str) -> Grid:
    """Sides within each value of what varied, and how often everybody loses there."""
    headings = [words.say(key) for key in (kind, study.sides_name, *_WON)]
    grid = Grid(kind, words.say(f"{kind}-title"), headings, labels=2)
    for value, lost in study.all_lost[kind].items():
        name = words.value(kind, value)
        for (of, side), share in sorted(study.factors[kind].items()):
            if of == value:
                grid.add(
                    word(name), word(words.side(side)), number(share.plays), number(share.wins), *share_cells(share)
                )
        if lost.wins:
            grid.add(
                word(name), word(words.say("all-lose"), "~"), number(lost.plays), number(lost.wins), *share_cells(lost)
            )
    return grid


def mark_grid(words: Words, study: Study, kind: str) -> Grid:
    headings = [words.say(key) for key in (kind, "seats", "wins", "share", "interval")]
    grid = Grid(kind, words.say(f"{kind}-title"), headings)
    for value, share in sorted(study.marks[kind].items(), key=lambda item: -item[1].plays):
        grid.add(word(words.value(kind, value)), number(share.plays), number(share.wins), *share_cells(share))
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
    grid = Grid("bots", words.say("bots-title"), [words.say(key) for key in keys])
    for bot in sorted(tournament.bots, key=lambda bot: -tournament.points[bot].share):
        points, rating = tournament.points[bot], tournament.ratings[bot]
        seconds = tournament.seconds_per_decision(bot)
        grid.add(
            word(bot),
            number(points.matches),
            *share_cells(points),
            number(rating.mu, f"{rating.mu:.1f} ± {rating.sigma:.1f}"),
            number(0.0, "–") if seconds is None else number(seconds, f"{1000 * seconds:.2f}"),
        )
    return grid


def pairs_grid(words: Words, tournament: Tournament) -> Grid:
    keys = ("bot", "opponent", "matches", "won", "lost", "neither", "share", "interval")
    grid = Grid("pairs", words.say("pairs-title"), [words.say(key) for key in keys], labels=2)
    for (bot, other), standing in tournament.pairs.items():
        if standing.won.plays:
            counts = (standing.won.matches, standing.won.points, standing.lost, standing.neither)
            grid.add(word(bot), word(other), *(number(count) for count in counts), *share_cells(standing.won))
    return grid


def seats_grid(words: Words, tournament: Tournament) -> Grid:
    keys = ("bot", "seat", "matches", "points", "share", "interval")
    grid = Grid("seats", words.say("seats-title"), [words.say(key) for key in keys], labels=2)
    for (bot, seat), points in tournament.seats.items():
        place = word(words.place(seat + 1), seat)
        grid.add(word(bot), place, number(points.matches), number(round(points.points, 1)), *share_cells(points))
    return grid


def mixtures_grid(words: Words, tournament: Tournament) -> Grid:
    """What a seat of the bot takes where it has one seat, two seats, and so on."""
    keys = ("bot", "seats-held", "matches", "points", "share", "interval")
    grid = Grid("mixtures", words.say("mixtures-title"), [words.say(key) for key in keys], labels=2)
    for (bot, times), points in sorted(tournament.mixtures.items()):
        held = word(str(times), times)
        grid.add(word(bot), held, number(points.matches), number(round(points.points, 1)), *share_cells(points))
    return grid

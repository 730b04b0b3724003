"""An analysis: the looks at all decisions of a match put together, the turns of fortune, and the costliest choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from theomachy.analysis.calibration import Calibration, calibration_of
from theomachy.analysis.looking import CAREFULLY, Look, Walk, examiner
from theomachy.analysis.telling import Told, tell
from theomachy.analysis.working import Workers
from theomachy.kernel.match import Match

#: a choice that costs less than this is nobody's mistake: the bot is not that sure of its chances
SMALL_COST: Final = 0.04
#: the costliest choices that are told of each seat, and those that are weighed once more before that
COSTLY: Final = 3
DOUBTFUL: Final = 5
#: facts that are events of the game: their thing has a name of the kind `event`
EVENT: Final = "event"
#: moments that are told, and by how much they must have changed somebody's chance
SWINGS: Final = 5
SMALL_SWING: Final = 0.08


@dataclass(frozen=True, slots=True)
class Swing:
    """A moment that decided the match: from this choice to the next, chances changed more than elsewhere."""

    step: int
    seat: int
    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def size(self) -> float:
        return max(abs(after - before) for before, after in zip(self.before, self.after, strict=True))


@dataclass(frozen=True, slots=True)
class Costly:
    """One of the costliest choices of a seat, and what is said about it in each language."""

    look: Look
    told: dict[str, Told]

    def json(self) -> dict[str, Any]:
        return {
            **self.look.json(),
            "cost": self.look.cost,
            "words": {lang: told.json() for lang, told in self.told.items()},
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that was found out about a match."""

    game: str
    bot: str
    open_cards: bool
    #: the side of each seat, as it began
    sides: tuple[str, ...]
    #: one for each choice of the match
    looks: tuple[Look, ...]
    #: the seats that won; None while nobody has
    winners: tuple[int, ...] | None
    costly: tuple[Costly, ...]
    calibration: Calibration
    #: the game's events, each with the number of choices after which it had come
    events: tuple[tuple[int, str], ...] = ()

    @property
    def lines(self) -> list[tuple[float, ...]]:
        """Each seat's chance before every choice, and at the end."""
        return line_of(self.looks, self.winners)

    @property
    def swings(self) -> list[Swing]:
        return find_swings(self.looks, self.winners)

    def json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "bot": self.bot,
            "open": self.open_cards,
            "sides": list(self.sides),
            "winners": None if self.winners is None else list(self.winners),
            "chances": [[round(chance, 4) for chance in moment] for moment in self.lines],
            "moments": [
                {"step": swing.step, "seat": swing.seat, "before": swing.before, "after": swing.after}
                for swing in self.swings
            ],
            "events": [{"step": step, "event": event} for step, event in self.events],
            "costly": [each.json() for each in self.costly],
            "decisions": [look.json() for look in self.looks],
            "calibration": calibration_json(self.calibration),
        }


def calibration_json(calibration: Calibration) -> dict[str, Any] | None:
    """What a reader should know of how far chances come true; None where nobody has measured."""
    if not calibration.measured:
        return None
    return {
        "fitted": asdict(calibration.fitted),
        "held": asdict(calibration.held),
        "bins": [[each.low, each.high, each.count, each.mean, each.won] for each in calibration.bins],
    }


def events_of(match: Match) -> tuple[tuple[int, str], ...]:
    """The events of a match, as everybody heard of them, and after how many choices."""
    again = Match(match.game, match.setup, match.seed)
    found: list[tuple[int, str]] = []
    for step, (seat, choice) in enumerate(match.history, 1):
        told = again.told
        again.play(choice, seat)
        found += [(step, str(fact["thing"])) for fact in again.facts_since(told) if fact["fact"] == EVENT]
    return tuple(found)


def line_of(looks: Sequence[Look], winners: Sequence[int] | None) -> list[tuple[float, ...]]:
    """Each seat's chance before every choice; and after the last, who has won."""
    line = [look.before for look in looks]
    if looks:
        seats = range(len(looks[0].before))
        end = looks[-1].after if winners is None else tuple(1.0 if seat in winners else 0.0 for seat in seats)
        line.append(end)
    return line


def find_swings(looks: Sequence[Look], winners: Sequence[int] | None) -> list[Swing]:
    """The moments at which chances changed most, in the order of the match."""
    line = line_of(looks, winners)
    found = [Swing(look.step, look.seat, line[place], line[place + 1]) for place, look in enumerate(looks)]
    found = [swing for swing in found if swing.size >= SMALL_SWING]
    found.sort(key=lambda swing: (-swing.size, swing.step))
    return sorted(found[:SWINGS], key=lambda swing: swing.step)


def pick_costly(looks: Iterable[Look], of_each: int) -> list[Look]:
    """The costliest choices of each seat, so many at most; the costliest of all first."""
    found: list[Look] = []
    counts: dict[int, int] = {}
    for look in sorted(looks, key=lambda look: (-look.cost, look.step)):
        if look.cost >= SMALL_COST and counts.get(look.seat, 0) < of_each:
            counts[look.seat] = counts.get(look.seat, 0) + 1
            found.append(look)
    return found


def effort_of(match: Match) -> int:
    """How much there is to be looked at, at most, as `analyse_match` reports its progress."""
    return len(match.history) + DOUBTFUL * match.seats


def analyse_match(
    match: Match,
    spec: str,
    open_cards: bool = False,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Analysis:
    """Look at a whole match. With iterations for a budget the answer is the same, with any number of jobs."""
    bot = examiner(spec, seed)
    steps = len(match.history)
    done = 0

    def went_on(look: Look) -> Look:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done)
        return look

    with Workers(match, spec, seed, open_cards, jobs if steps > jobs else 1) as workers:
        looks = [went_on(look) for look in workers.look(list(range(steps)), 1)]
        doubtful = [look.step for look in pick_costly(looks, DOUBTFUL)]
        for look in workers.look(sorted(doubtful), CAREFULLY):
            looks[look.step] = went_on(look)
    walk = Walk(match, open_cards)
    costly = tuple(Costly(look, tell(walk, look, bot, seed)) for look in pick_costly(looks, COSTLY))
    begin = walk.at(0)
    outcome = match.outcome
    return Analysis(
        match.game.name, spec, open_cards, tuple(begin.seat_name(seat) for seat in range(begin.seats)), tuple(looks),
        None if outcome is None else tuple(outcome.winners), costly, calibration_of(match.game, match.seats),
        events_of(match),
    )  # fmt: skip

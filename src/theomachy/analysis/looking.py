"""Looking at the decisions of a match one by one, as whoever decided could see them then."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from theomachy.analysis.calibration import Calibration, calibration_of, turn_of
from theomachy.bots import new_bot
from theomachy.bots.examining import Examination
from theomachy.bots.sight import Sight
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match
from theomachy.kernel.worth import Worth, chances

#: where costs are doubtful they are weighed with so many times the effort
CAREFULLY: Final = 4
#: deals over which a first sight of a position is averaged
SKIMMED: Final = 2


class Examiner(Protocol):
    """A bot that can weigh choices."""

    def examine(self, sight: Sight, choice: int, times: int = 1) -> Examination: ...

    def worth_of(self, sight: Sight) -> Worth: ...


@dataclass(frozen=True, slots=True)
class Look:
    """One decision: what was chosen, what held up best, and each seat's chance to win with either."""

    #: how many choices were made before it
    step: int
    seat: int
    choice: str
    #: equal to the choice where nothing was better
    best: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    #: what would have followed the best one, it included
    line: tuple[tuple[int, str], ...] = ()

    @property
    def cost(self) -> float:
        return max(0.0, self.before[self.seat] - self.after[self.seat]) if self.best != self.choice else 0.0

    def json(self) -> dict[str, Any]:
        return asdict(self)


def look_of(data: Any) -> Look:
    """A look from what `Look.json` gave, wherever that has been meanwhile."""
    return Look(
        int(data["step"]), int(data["seat"]), str(data["choice"]), str(data["best"]),
        tuple(map(float, data["before"])), tuple(map(float, data["after"])),
        tuple((int(seat), str(choice)) for seat, choice in data["line"]),
    )  # fmt: skip


def examiner(spec: str, seed: int = 0) -> Examiner:
    """The bot for an analysis; one that can't weigh choices is refused."""
    bot: Any = new_bot(spec, seed)
    if not callable(getattr(bot, "examine", None)):
        raise BadSetup(f"bot '{spec}': can't weigh choices; take one that searches, like 'search:200' or 'search:1s'")
    found: Examiner = bot
    return found


class Walk:
    """Goes through a match, decision by decision; forwards fast, backwards from the beginning."""

    def __init__(self, match: Match, open_cards: bool = False) -> None:
        self._past = match
        self._open = open_cards
        self._now = Match(match.game, match.setup, match.seed, False)
        #: the match before the secret decision that is going on
        self._before_secret: Match | None = None

    @property
    def steps(self) -> int:
        return len(self._past.history)

    def at(self, step: int) -> Match:
        """The match before a choice. It goes on with the next call: whoever wants to keep it copies it."""
        if step < len(self._now.history):
            self._now = Match(self._past.game, self._past.setup, self._past.seed, False)
            self._before_secret = None
        self._note_secret()
        while len(self._now.history) < step:
            seat, choice = self._past.history[len(self._now.history)]
            self._now.play(choice, seat)
            self._note_secret()
        return self._now

    def _note_secret(self) -> None:
        if not self._now.decision.secret:
            self._before_secret = None
        elif self._before_secret is None or self._before_secret.state.reveals != self._now.state.reveals:
            self._before_secret = self._now.copy()

    def chosen(self, step: int) -> tuple[Seat, int]:
        return self._past.history[step]

    def sight(self, step: int) -> Sight:
        """What whoever chose at a step could see. With open cards: all that lay there, but what others chose secretly
        at once with them, which nobody could have seen."""
        match, seat = self.at(step), self.chosen(step)[0]
        if self._open and self._before_secret is not None and seat in self._before_secret.decision.seats:
            match = self._before_secret
        return Sight(match, seat, self._open)


def look_at(walk: Walk, step: int, bot: Examiner, calibration: Calibration | None = None, times: int = 1) -> Look:
    """Weigh what was chosen at a step. The same bot gives the same look, whatever else was looked at."""
    seat, choice = walk.chosen(step)
    sight = walk.sight(step)
    found = bot.examine(sight, choice, times)
    match = walk.at(step)
    sides = match.game.mind().sides(match.state)
    known = calibration_of(match.game, match.seats) if calibration is None else calibration
    turn = turn_of(match.state)
    text = match.game.table.text
    return Look(
        step, seat, text(choice), text(found.best),
        tuple(known.shown(found.before, sides, turn)), tuple(known.shown(found.after, sides, turn)),
        tuple((who, text(number)) for who, number in found.line),
    )  # fmt: skip


def skim(walk: Walk, step: int, seed: int = 0) -> tuple[float, ...]:
    """Each seat's chance at first sight, before any thinking: good enough for a line that is drawn at once."""
    match = walk.at(step)
    sight = walk.sight(step)
    worth = match.game.mind().patient()
    total = [0.0] * match.seats
    for deal in range(SKIMMED):
        seen = chances(worth, sight.imagine(mix(seed, deal) >> 2))
        total = [before + now / SKIMMED for before, now in zip(total, seen, strict=True)]
    known = calibration_of(match.game, match.seats)
    return tuple(known.shown(total, worth.sides(match.state)))

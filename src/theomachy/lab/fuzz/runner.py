"""Many matches under watch, and what is kept of those that fail."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from theomachy import game as find_game
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.match import FORMAT, load_match
from theomachy.lab.fuzz.contracts import ContractBroken
from theomachy.lab.fuzz.trial import Trial, draw_trial

DEFAULT_OUT: Final = Path("matches/fuzz")


class FuzzFailure:
    """One match that went wrong: the seed it was played with, what was wrong, and the file that shows it."""

    __slots__ = ("file", "message", "seed")

    def __init__(self, seed: int, message: str, file: Path) -> None:
        self.seed = seed
        self.message = message
        self.file = file

    def __repr__(self) -> str:
        return f"FuzzFailure(seed={self.seed}, message={self.message!r}, file={str(self.file)!r})"


class FuzzReport:
    """What was played and what went wrong."""

    __slots__ = ("decisions", "endings", "facts", "failures", "games", "prompts")

    def __init__(self) -> None:
        self.games: int = 0
        self.decisions: int = 0
        self.endings: dict[str, int] = {}
        self.failures: list[FuzzFailure] = []
        #: how often each prompt was asked and each fact told: what a run never met, it has not tested
        self.prompts: Counter[str] = Counter()
        self.facts: Counter[str] = Counter()


def run_fuzz(
    game: str,
    games: int,
    seed: int = 0,
    players: int | None = None,
    settings: Mapping[str, str] | None = None,
    out: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> FuzzReport:
    """Play so many checked matches; failed ones are written to `out` (default matches/fuzz) as files to replay.

    `settings` are those of the game, as a command takes them. Match number n has the seed `seed + n`. `progress` is
    told how many matches are done.
    """
    found = find_game(game)
    report = FuzzReport()
    for number in range(seed, seed + games):
        trial = draw_trial(found, number, players, settings)
        try:
            trial.run()
        except Exception as error:  # whatever comes out of the engine is a finding
            message = str(error) if isinstance(error, ContractBroken) else f"{type(error).__name__}: {error}"
            file = write_failure(trial, message, out or DEFAULT_OUT)
            report.failures.append(FuzzFailure(number, message, file))
        else:
            outcome = trial.match.outcome
            how = "none" if outcome is None else outcome.how
            report.endings[how] = report.endings.get(how, 0) + 1
        report.games += 1
        report.decisions += trial.decisions
        report.prompts += trial.prompts
        report.facts += trial.facts
        if progress is not None:
            progress(report.games)
    return report


def write_failure(trial: Trial, message: str, out: Path) -> Path:
    """A failed match in the form of a save file, without its state if that can't be had."""
    match = trial.match
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "setup": match.setup,
        "seed": match.seed,
        "history": [[seat, match.game.table.text(number)] for seat, number in match.history],
        "failure": {
            "message": message,
            "decision": trial.decisions,
            "policy": trial.policy_name,
            "policy_seed": trial.policy_seed,
        },
    }
    try:
        load_match({match.game.name: match.game}, json.dumps({**data, "digest": match.digest()}))
        data["state"], data["digest"] = match.game.encode(match.state), match.digest()
    except (TheomachyError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        pass  # The engine stumbled over this very match: its history up to here is all there is.
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{match.game.name}-{match.seed}.json"
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path

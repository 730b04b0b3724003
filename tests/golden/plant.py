"""Makes the matches with a decisive blunder that are missing: `python -m tests.golden.plant`, on the compiled engine.

Good bots play. Late in the match somebody makes the worst choice there is, once; then everybody plays well
again. The blunder's step is written into the file beside the save.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import theomachy
from theomachy.analysis import Walk, examiner
from theomachy.analysis.looking import look_at
from theomachy.bots import Sight, new_bot
from theomachy.bots.greedy import chances_after
from theomachy.kernel.match import Match

FOLDER: Final = Path(__file__).parent / "blunders"
#: what is made: file, game, setup, and the seeds to try
WANTED: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("two-gods", "ankh", {"players": 2}),
    ("three-gods", "ankh", {"players": 3}),
    ("short-rounds", "anunnaki", {"houses": ["ellenys", "pharaohs", "babylon"], "position": {"round": 97}}),
)
PLAYER: Final = "search:60"
LOOKER: Final = "search:60"
#: a blunder costs this much at least, and is made after so many choices at the earliest
COSTLY: Final = 0.35
EARLIEST: Final = {"two-gods": 70, "three-gods": 80, "short-rounds": 8}
SEEDS: Final = 40


def blunder_at(match: Match) -> str | None:
    """The choice that seems worst here, if it costs much."""
    seat = match.decision.seats[0]
    if match.decision.secret or not 3 <= len(match.choices_of(seat)) <= 30:
        return None
    choices = match.choices_of(seat)
    seems = chances_after(Sight(match, seat), 1, choices.ids)
    worst = choices[seems.index(min(seems))]
    trial = match.copy()
    trial.play(worst, seat)
    walk = Walk(trial)
    # What only much thinking, or luck, shows to be a blunder is none.
    looks = (look_at(walk, len(match.history), examiner(LOOKER, seed)) for seed in range(1, 5))
    return str(worst) if all(look.cost >= COSTLY for look in looks) else None


def planted(name: str, game: str, setup: dict[str, Any], seed: int) -> tuple[Match, int] | None:
    """A match with a blunder that lost it, and where that is."""
    match = theomachy.new(game, seed=seed, **setup)
    bots = [new_bot(PLAYER, seed + seat) for seat in range(match.seats)]
    step = -1
    while not match.over:
        seat = match.decision.seats[0]
        worst = blunder_at(match) if step < 0 and len(match.history) >= EARLIEST[name] else None
        if worst is not None:
            step = len(match.history)
        match.play(bots[seat].choose(Sight(match, seat)) if worst is None else worst, seat)
    outcome = match.outcome
    if step < 0 or outcome is None or match.history[step][0] in outcome.winners:
        return None
    return match, step


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, game, setup in WANTED:
        if (FOLDER / f"{name}.json").exists():
            continue
        for seed in range(SEEDS):
            found = planted(name, game, setup, seed)
            if found is not None:
                match, step = found
                data = {"blunder": step, "save": json.loads(match.save())}
                (FOLDER / f"{name}.json").write_text(json.dumps(data) + "\n", encoding="utf-8")
                print(f"{name}: seed {seed}, choice {step} of {len(match.history)}")
                break


if __name__ == "__main__":
    main()

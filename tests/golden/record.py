"""Records the golden matches and the perft counts of all games, with the engine as it is now.

    python -m tests.golden.record                     everything
    python -m tests.golden.record golden [GAME …]     the golden matches: tests/golden/GAME/*.json
    python -m tests.golden.record perft [GAME …]      the counts in tests/golden/perft/GAME.json

Run it from the root of the repository after a deliberate change of the rules, and read the diff: every changed line is
something that goes otherwise now. A golden match is a save file without its state, so `theomachy replay` opens it, plus
the facts that were told, one line each, and the outcome.

For each wanted ending the seeds are searched from 0 on with a policy of the fuzzer that makes it likely.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any, Final

import theomachy
from tests.golden.wanted import Wanted, outcome_of
from tests.golden.wanted_ankh import WANTED as WANTED_ANKH
from tests.golden.wanted_anunnaki import WANTED as WANTED_ANUNNAKI
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.match import FORMAT, Match

FOLDER: Final = Path(__file__).parent
WANTED: Final = [*WANTED_ANKH, *WANTED_ANUNNAKI]
LARGEST: Final = 150_000
SEEDS: Final = 5000


# --- facts as lines ---------------------------------------------------------------------------------------------------


def fact_line(fact: dict[str, Any]) -> str:
    """A fact as one line of text: its name, its rule, and its fields."""
    fields = [
        f"{key}={','.join(value) if isinstance(value, list) else value}"
        for key, value in fact.items()
        if key not in ("fact", "rule")
    ]
    return " ".join([fact["fact"], fact["rule"], *fields])


# --- golden matches ---------------------------------------------------------------------------------------------------


def golden_file(wanted: Wanted) -> Path:
    return FOLDER / wanted.game / f"{wanted.name}.json"


def play(wanted: Wanted, seed: int) -> Match:
    """The match that belongs to a seed, as far as it may go."""
    rng = random.Random(seed)
    policy = wanted.policy(rng)
    match = theomachy.new(wanted.game, seed=seed, facts=wanted.by_facts, **wanted.setup)
    while not match.over and len(match.history) < wanted.limit:
        seat = rng.choice(match.decision.seats)
        match.play(policy(match, seat, match.choices_of(seat).ids), seat)
    return match


def find_match(wanted: Wanted) -> Match:
    """The first match, by seed, in which everything comes true that is wanted."""
    for seed in range(SEEDS):
        match = play(wanted, seed)
        if match.over and wanted.holds(match):
            told = match if wanted.by_facts else with_facts(match)
            if len(golden_text(told).encode()) < LARGEST:
                return told
    raise TheomachyError(f"{wanted.name}: not found within {SEEDS} seeds; try another policy")


def with_facts(match: Match) -> Match:
    told = Match(match.game, match.setup, match.seed)
    for seat, number in match.history:
        told.play(number, seat)
    return told


def golden_text(match: Match) -> str:
    """A golden match as JSON with one line for each choice and each fact."""
    data = {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "setup": match.setup,
        "seed": match.seed,
        "outcome": outcome_of(match),
    }
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    history = [json.dumps([seat, match.game.table.text(number)]) for seat, number in match.history]
    facts = [json.dumps(fact_line(fact), ensure_ascii=False) for fact in match.facts]
    return f'{head},\n "history": [\n{_lines(history)}\n ],\n "facts": [\n{_lines(facts)}\n ]\n}}\n'


def _lines(items: list[str]) -> str:
    return ",\n".join(f"  {item}" for item in items)


def record_golden(game: str) -> None:
    folder = FOLDER / game
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.json"):
        path.unlink()
    for wanted in WANTED:
        if wanted.game == game:
            match = find_match(wanted)
            path = golden_file(wanted)
            path.write_text(golden_text(match), encoding="utf-8")
            print(f"{path.name}: seed {match.seed}, {len(match.history)} choices, {len(match.facts)} facts", flush=True)


# --- perft ------------------------------------------------------------------------------------------------------------


def perft_file(game: str) -> Path:
    return FOLDER / "perft" / f"{game}.json"


def perft_entries(game: str) -> list[dict[str, Any]]:
    """The positions of a game with their counts."""
    entries: list[dict[str, Any]] = json.loads(perft_file(game).read_text(encoding="utf-8"))
    return entries


def perft(match: Match, depth: int) -> int:
    """How many sequences of so many choices there are. Forced choices are no plies; where several seats decide secretly
    the first that waits decides. Sequences that end the match earlier are not counted."""
    if match.over:
        return 0
    if depth == 1:
        return len(match.choices)
    seat = match.decision.seats[0]
    count = 0
    for choice in match.choices.ids:
        after = match.copy()
        after.play(choice, seat)
        count += perft(after, depth - 1)
    return count


def perft_match(game: str, entry: dict[str, Any]) -> Match:
    """The position that an entry names."""
    match = theomachy.new(game, facts=False, **entry["setup"])
    for line in entry.get("play", []):
        seat, _, text = line.partition(" ")
        match.play(text, int(seat))
    return match


def record_perft(game: str) -> None:
    entries = perft_entries(game)
    for entry in entries:
        entry["counts"] = [perft(perft_match(game, entry), depth) for depth in range(1, len(entry["counts"]) + 1)]
        print(f"{entry['name']}: {entry['counts']}")
    lines = ",\n".join(" " + json.dumps(entry, ensure_ascii=False) for entry in entries)
    perft_file(game).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def main(words: list[str]) -> None:
    what = [word for word in words if word in ("golden", "perft")] or ["golden", "perft"]
    games = [word for word in words if word not in ("golden", "perft")] or list(theomachy.GAMES)
    for game in games:
        theomachy.game(game)
        if "golden" in what:
            record_golden(game)
        if "perft" in what:
            record_perft(game)


if __name__ == "__main__":
    main(sys.argv[1:])

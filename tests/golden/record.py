"""Records the golden matches and the perft counts of this folder, with the engine as it is now.

    python -m tests.golden.record            everything
    python -m tests.golden.record golden     the golden matches: tests/golden/matches/*.json
    python -m tests.golden.record perft      the counts in tests/golden/perft.json

Run it from the root of the repository after a deliberate change of the rules, and read the diff: every changed line is
something that goes otherwise now. A golden match is a save file without its state, so `theomachy replay` opens it, plus
the facts that were told, one line each, and the outcome.

For each wanted ending the seeds are searched from 0 on with a policy of the fuzzer that makes it likely.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import theomachy
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.match import FORMAT, Match
from theomachy.lab.fuzz.contracts import LIMIT
from theomachy.lab.fuzz.policies import Policy, busy, choir, devout, host, uniform

FOLDER: Final = Path(__file__).parent
MATCHES: Final = FOLDER / "matches"
PERFT: Final = FOLDER / "perft.json"
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


def outcome_of(match: Match) -> dict[str, Any]:
    outcome = match.outcome
    assert outcome is not None
    return {"winners": list(outcome.winners), "how": outcome.how}


# --- what is wanted ---------------------------------------------------------------------------------------------------


def facts_named(match: Match, name: str) -> list[dict[str, Any]]:
    return [fact for fact in match.facts if fact["fact"] == name]


def merged_god(match: Match) -> str | None:
    """The god that two seats share, if gods have merged."""
    merged = facts_named(match, "merged")
    return str(merged[0]["god"]) if merged else None


def ends(how: str) -> Callable[[Match], bool]:
    return lambda match: outcome_of(match)["how"] == how


def merged_wins(match: Match) -> bool:
    return len(outcome_of(match)["winners"]) == 2


def merged_forgotten(match: Match) -> bool:
    """The merged god is forgotten, and another one wins."""
    forgotten = [fact["god"] for fact in facts_named(match, "forgotten")]
    return merged_god(match) in forgotten and outcome_of(match)["how"] != "atheist"


def goes_on_after_forgetting(match: Match) -> bool:
    return len(facts_named(match, "forgotten")) > 0 and outcome_of(match)["how"] == "fifth-conflict"


class Wanted:
    """A match to find: what must come true, the policy that makes it likely, and the set-up."""

    def __init__(
        self,
        name: str,
        holds: Callable[[Match], bool],
        policy: Callable[[random.Random], Policy],
        setup: dict[str, Any],
    ) -> None:
        self.name = name
        self.holds = holds
        self.policy = policy
        self.setup = setup


def raising(*seats: int) -> Callable[[random.Random], Policy]:
    """All seats together raise the gods of these."""
    return lambda rng: choir(rng, seats)


def want(
    name: str, holds: Callable[[Match], bool], policy: Callable[[random.Random], Policy], scenario: str, who: str
) -> Wanted:
    """`who`: the gods, a slash, the guardians."""
    gods, _, guardians = who.partition(" / ")
    return Wanted(name, holds, policy, {"gods": gods.split(), "scenario": scenario, "guardians": guardians.split()})


WANTED: list[Wanted] = [
    want("atheist-2", ends("atheist"), uniform, "middle-kingdom", "isis ra / satis apep androsphinx"),
    want("last-god-2", ends("last-god"), raising(0), "old-kingdom", "amun anubis / cat-mummy mummy giant-scorpion"),
    want("top-2", ends("top"), devout, "two-capitals", "osiris ra / satis mummy androsphinx"),
    want(
        "fifth-conflict-2", ends("fifth-conflict"), devout, "great-rebuilding", "anubis osiris / satis apep androsphinx"
    ),
    want(
        "atheist-3", ends("atheist"), host, "unrest-in-the-dynasty", "osiris isis amun / cat-mummy mummy giant-scorpion"
    ),
    want("merged-wins-3", merged_wins, raising(0, 1, 2), "middle-kingdom", "amun ra anubis / satis mummy androsphinx"),
    want(
        "merged-wins-4",
        merged_wins,
        raising(0, 1, 2, 3),
        "old-kingdom",
        "isis anubis ra osiris / satis apep androsphinx",
    ),
    want(
        *("merged-forgotten-4", merged_forgotten, raising(0)),
        *("guardians-of-kemet", "amun isis osiris anubis / satis mummy androsphinx"),
    ),
    want(
        *("fifth-conflict-4", goes_on_after_forgetting, raising(0, 1, 2, 3)),
        *("middle-kingdom", "ra osiris isis anubis / cat-mummy apep giant-scorpion"),
    ),
    want(
        "last-god-5",
        ends("last-god"),
        raising(3),
        "middle-kingdom",
        "ra isis amun anubis osiris / satis apep androsphinx",
    ),
    want(
        "top-5",
        ends("top"),
        raising(*range(5)),
        "old-kingdom",
        "ra amun isis osiris anubis / cat-mummy mummy androsphinx",
    ),
    want(
        "atheist-5", ends("atheist"), busy, "great-rebuilding", "anubis ra amun isis osiris / satis apep giant-scorpion"
    ),
]


def king_speaks(king: str) -> Callable[[Match], bool]:
    """The pharaoh's own rules were at work, his riddle included."""

    def holds(match: Match) -> bool:
        rules = {fact["rule"] for fact in match.facts}
        return f"pharaoh/king/{king}-riddle" in rules and len({rule for rule in rules if f"king/{king}" in rule}) > 1

    return holds


def want_king(king: str, scenario: str, who: str) -> Wanted:
    """A match under a pharaoh."""
    short = "tut" if king == "tutankhamun" else king
    wanted = want(f"pharaoh-{king}", king_speaks(short), busy, scenario, who)
    wanted.setup["pharaoh"] = king
    return wanted


WANTED += [
    want_king("ramses", "middle-kingdom", "isis ra amun / satis apep androsphinx"),
    want_king("xerxes", "old-kingdom", "anubis osiris / cat-mummy mummy giant-scorpion"),
    want_king("amenhotep", "two-capitals", "ra osiris isis amun / satis mummy androsphinx"),
    want_king("tutankhamun", "guardians-of-kemet", "amun anubis ra / satis mummy androsphinx"),
    want_king("akhenaten", "great-rebuilding", "osiris anubis isis amun ra / satis apep giant-scorpion"),
]


# --- golden matches ---------------------------------------------------------------------------------------------------


def find_match(wanted: Wanted) -> Match:
    """The first match, by seed, in which everything comes true that is wanted."""
    for seed in range(SEEDS):
        rng = random.Random(seed)
        policy = wanted.policy(rng)
        match = theomachy.new("ankh", seed=seed, **wanted.setup)
        while not match.over and len(match.history) < LIMIT:
            seat = rng.choice(match.decision.seats)
            match.play(policy(match, seat, match.choices_of(seat).ids), seat)
        if match.over and wanted.holds(match) and len(golden_text(match)) < LARGEST:
            return match
    raise TheomachyError(f"{wanted.name}: not found within {SEEDS} seeds; try another policy")


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


def record_golden() -> None:
    MATCHES.mkdir(exist_ok=True)
    for path in MATCHES.glob("*.json"):
        path.unlink()
    for wanted in WANTED:
        match = find_match(wanted)
        path = MATCHES / f"{wanted.name}.json"
        path.write_text(golden_text(match), encoding="utf-8")
        print(f"{path.name}: seed {match.seed}, {len(match.history)} choices, {len(match.facts)} facts")


# --- perft ------------------------------------------------------------------------------------------------------------


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


def perft_match(entry: dict[str, Any]) -> Match:
    """The position that an entry of perft.json names."""
    match = theomachy.new("ankh", facts=False, **entry["setup"])
    for line in entry.get("play", []):
        seat, _, text = line.partition(" ")
        match.play(text, int(seat))
    return match


def record_perft() -> None:
    entries = json.loads(PERFT.read_text(encoding="utf-8"))
    for entry in entries:
        entry["counts"] = [perft(perft_match(entry), depth) for depth in range(1, len(entry["counts"]) + 1)]
        print(f"{entry['name']}: {entry['counts']}")
    lines = ",\n".join(" " + json.dumps(entry, ensure_ascii=False) for entry in entries)
    PERFT.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def main() -> None:
    what = sys.argv[1:] or ["golden", "perft"]
    for word in what:
        if word not in ("golden", "perft"):
            sys.exit(f"'{word}': golden or perft, or nothing for both")
    if "golden" in what:
        record_golden()
    if "perft" in what:
        record_perft()


if __name__ == "__main__":
    main()

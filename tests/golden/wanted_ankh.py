"""The golden matches of Ankh: every way a match can end, gods that merge, and each of the pharaohs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.golden.wanted import Wanted, outcome_of
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.policies import Policy, busy, choir, devout, host, uniform


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


def raising(*seats: int) -> Callable[[random.Random], Policy]:
    """All seats together raise the gods of these."""
    return lambda rng: choir(rng, seats)


def want(
    name: str, holds: Callable[[Match], bool], policy: Callable[[random.Random], Policy], scenario: str, who: str
) -> Wanted:
    """`who`: the gods, a slash, the guardians."""
    gods, _, guardians = who.partition(" / ")
    setup: dict[str, Any] = {"gods": gods.split(), "scenario": scenario, "guardians": guardians.split()}
    return Wanted(name, "ankh", holds, setup, policy, by_facts=True)


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

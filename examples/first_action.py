"""A balance question answered with records: which action opens a match best?

    theomachy record ankh --bot greedy --games 400 --out records
    python examples/first_action.py records

Of every match the first decision of each seat is taken; for each choice: how often it was made, and how often its seat
won, with a 95 % interval (Wilson).
"""

from __future__ import annotations

import argparse
from collections import Counter

from theomachy.lab.intervals import wilson
from theomachy.research.records import Records


def openings(records: Records) -> tuple[Counter[str], Counter[str]]:
    """How often each first choice of a seat was made, and how often its seat won."""
    made: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for _, table in records.matches():
        seen: set[int] = set()
        for seat, choice, reward in zip(
            table["seat"].to_pylist(), table["choice"].to_pylist(), table["reward"].to_pylist(), strict=True
        ):
            if seat not in seen:
                seen.add(seat)
                made[choice] += 1
                won[choice] += reward > 0
    return made, won


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    made, won = openings(Records(parser.parse_args().folder))
    print(f"{'first choice':24}{'made':>8}{'won':>8}   95 % interval")
    for choice, count in made.most_common():
        low, high = wilson(won[choice], count)
        print(f"{choice:24}{count:8}{won[choice] / count:8.1%}   {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()

"""Chooses the examples of the rule book from the conformance cases, and writes them into the rooms of the games.

    python -m tests.book.record

Run it from the root of the repository after a change of the cases; a test says when it is due. Of each rule those cases
are taken that show most with the fewest choices: something happens on the board, and nothing else is in the way.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import theomachy
from theomachy.book.examples import FILE, Example
from theomachy.kernel.cases import Case, LinePlayer, find_case_files, read_cases
from theomachy.kernel.game import Game

ROOT: Final = Path(__file__).parents[2]
CASES: Final = ROOT / "tests" / "cases"
#: so many examples a rule has at most
MOST: Final = 3
#: more choices than these are a story, not a picture
LONG: Final = 8

#: expectations of cases that make no example
EXPLAINED: Final = frozenset({"scoreboard"})

#: how badly a case suits as an example; less is better
Rank = tuple[int, ...]


def example_file(game: Game[Any]) -> Path:
    return ROOT / "src" / "theomachy" / "games" / game.name / "data" / FILE


def case_files(game: Game[Any]) -> list[Path]:
    """The files with the cases of a game; each has those of one game."""
    wanted = re.compile(rf"^game: {game.name}$", re.MULTILINE)
    return [path for path in find_case_files([CASES]) if wanted.search(path.read_text(encoding="utf-8"))]


def digest(game: Game[Any]) -> str:
    """Tells whether the cases of a game are those that its examples were chosen from."""
    told = hashlib.sha256()
    for path in case_files(game):
        told.update(path.name.encode() + path.read_bytes())
    return told.hexdigest()[:32]


def examples_text(game: Game[Any]) -> str:
    """The file of examples as it has to be: a line for each rule and each example."""
    count: Counter[str] = Counter()
    candidates: dict[str, list[tuple[Rank, Example]]] = {}
    for path in case_files(game):
        for case in read_cases(path):
            count.update(case.rules)
            if not EXPLAINED.isdisjoint(case.data.get("expect") or {}) or {"preview", "setup"} & case.data.keys():
                # It is about what a player is told, not about what the rule does.
                continue
            example = _example(case, f"{path.parent.name}-{path.stem}-{case.number}")
            shown = _shown(game, example)
            for rule in case.rules:
                candidates.setdefault(rule, []).append((_rank(case, example, shown, rule), example))
    rules: dict[str, list[str]] = {}
    chosen: dict[str, Example] = {}
    for rule in game.catalogue.rules():
        best = [example for _, example in sorted(candidates.get(rule, ()), key=lambda one: one[0])[:MOST]]
        if best:
            rules[rule] = [example.key for example in best]
            chosen |= {example.key: example for example in best}
    cases = {rule: count[rule] for rule in game.catalogue.rules() if count[rule]}
    parts: dict[str, dict[str, Any]] = {
        "of": {"cases": digest(game)},
        "cases": cases,
        "rules": rules,
        "examples": {key: _as_data(chosen[key]) for key in sorted(chosen)},
    }
    return "{\n" + ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items()) + "\n}\n"


def _example(case: Case, key: str) -> Example:
    data = case.data
    refuse = data.get("refuse") or []
    return Example(
        key=key, title=case.title, seats=tuple(data["seats"]), position=data.get("position") or {},
        play=data.get("play") or [], refuse=refuse if isinstance(refuse, list) else [refuse],
    )  # fmt: skip


def _shown(game: Game[Any], example: Example) -> dict[str, bool]:
    """The rules that make something happen in an example; whether on the board."""
    match = example.begin(game)
    told = match.told
    player = LinePlayer(match)
    for line in example.play:
        wrong = player.play(line, example.key)
        assert not wrong, wrong
    shown: dict[str, bool] = {}
    for fact in match.facts_since(told):
        rule = str(fact["rule"])
        shown[rule] = shown.get(rule, False) or bool(game.face().places_of(fact))
    return shown


def _rank(case: Case, example: Example, shown: dict[str, bool], rule: str) -> Rank:
    refused = any(entry["rule"] == rule for entry in example.refuse)
    return (
        0 if shown.get(rule) else 1 if rule in shown else 2 if refused else 3,
        # What is printed is shown with what is printed.
        1 if "content" in example.position else 0,
        0 if 0 < len(example.play) <= LONG else 1,
        len(case.rules),
        len(example.play),
        len(example.seats),
        len(json.dumps(example.position)),
    )


def _as_data(example: Example) -> dict[str, Any]:
    entries = {
        "title": example.title, "seats": list(example.seats), "position": example.position,
        "play": example.play, "refuse": example.refuse,
    }  # fmt: skip
    return {name: entry for name, entry in entries.items() if entry or name == "position"}


def _lines(part: dict[str, Any]) -> str:
    lines = (f'"{key}":{json.dumps(value, ensure_ascii=False, separators=(",", ":"))}' for key, value in part.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def main() -> None:
    for game in theomachy.GAMES.values():
        text = examples_text(game)
        example_file(game).write_text(text, encoding="utf-8")
        print(f"{example_file(game)}: {len(text)} characters")


if __name__ == "__main__":
    main()

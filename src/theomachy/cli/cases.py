"""`theomachy cases`: run the conformance cases, and say which rules have none."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

import theomachy
from theomachy.cli.options import Json
from theomachy.cli.rulebook import chapter_of
from theomachy.cli.terminal import open_console, print_json
from theomachy.kernel.cases import Case, find_case_files, read_cases, run_case
from theomachy.kernel.errors import BadCase

DEFAULT_PATHS = (Path("tests/cases"),)


class Failure:
    """A case that does not hold, or a file that can't be read (case 0)."""

    def __init__(self, file: str, number: int, title: str, messages: list[str]) -> None:
        self.file = file
        self.number = number
        self.title = title
        self.messages = messages

    def json(self) -> dict[str, Any]:
        return {"file": self.file, "case": self.number, "title": self.title, "messages": self.messages}


class Report:
    """What running case files gave."""

    def __init__(self) -> None:
        self.passed = 0
        self.failures: list[Failure] = []
        #: how many cases name each rule
        self.rules: Counter[str] = Counter()

    def run_file(self, path: Path) -> None:
        """Run the cases of a file; one that does not follow the notation is one failure."""
        try:
            cases = read_cases(path)
        except BadCase as error:
            self.failures.append(Failure(str(path), 0, "the file", [str(error)]))
            return
        for case in cases:
            self.rules.update(case.rules)
            messages = _run(case)
            if messages:
                self.failures.append(Failure(case.path, case.number, case.title, messages))
            else:
                self.passed += 1

    def uncovered(self) -> list[str]:
        """The rules of all games that no case names; those of the engine itself need none."""
        return [rule for rule in _rules_with_cases() if rule not in self.rules]


def _run(case: Case) -> list[str]:
    try:
        return run_case(case, theomachy.game)
    except Exception as error:  # a crash is a failure of this case, and the others still count
        return [f"the engine stumbled: {type(error).__name__}: {error}"]


def _rules_with_cases() -> list[str]:
    rules = dict.fromkeys(rule for game in theomachy.GAMES.values() for rule in game.catalogue.rules())
    return [rule for rule in rules if not rule.startswith("theomachy/")]


def cases(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="PATH", help="Case files and folders.  [default: tests/cases]")
    ] = None,
    coverage: Annotated[bool, typer.Option("--coverage", help="Also list the rules without a case.")] = False,
    as_json: Json = False,
) -> None:
    """Run the conformance cases. Exits with 1 if one fails, or with --coverage if a rule has none."""
    report = Report()
    for file in _find_files(list(paths or DEFAULT_PATHS)):
        report.run_file(file)
    if not report.passed and not report.failures:
        raise BadCase(f"no cases in {', '.join(map(str, paths or DEFAULT_PATHS))}; case files end in .yaml")
    if as_json:
        print_json(_report_json(report, coverage))
    else:
        _print_report(open_console(), report, coverage)
    if report.failures or (coverage and report.uncovered()):
        sys.exit(1)


def _find_files(paths: list[Path]) -> list[Path]:
    for path in paths:
        if not path.exists():
            raise BadCase(f"{path}: there is no such file or folder; give case files or folders with them")
    return list(find_case_files(paths))


def _print_report(console: Console, report: Report, coverage: bool) -> None:
    for failure in report.failures:
        case = f", case {failure.number}" if failure.number else ""
        console.print(f"{failure.file}{case}: {failure.title}", style="bold red", soft_wrap=True)
        for message in failure.messages:
            console.print(f"    {message}", soft_wrap=True)
    if coverage:
        _print_coverage(console, report)
    console.print(f"{report.passed} passed, {len(report.failures)} failed", soft_wrap=True)


def _print_coverage(console: Console, report: Report) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("Chapter")
    for name in ("Rules", "With a case", "Without"):
        table.add_column(name, justify="right")
    for chapter, (rules, without) in _chapters(report).items():
        table.add_row(chapter, str(rules), str(rules - without), str(without), style="yellow" if without else None)
    console.print(table)
    uncovered = report.uncovered()
    for rule in uncovered:
        console.print(f"no case: {rule}", soft_wrap=True)
    known = _rules_with_cases()
    console.print(f"{len(known) - len(uncovered)} of {len(known)} rules have a case")


def _chapters(report: Report) -> dict[str, tuple[int, int]]:
    """Per chapter the number of rules and of those without a case."""
    rules = Counter(map(chapter_of, _rules_with_cases()))
    without = Counter(map(chapter_of, report.uncovered()))
    return {chapter: (count, without[chapter]) for chapter, count in rules.items()}


def _report_json(report: Report, coverage: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "passed": report.passed,
        "failed": len(report.failures),
        "failures": [failure.json() for failure in report.failures],
    }
    if coverage:
        data["without_case"] = report.uncovered()
        data["chapters"] = {
            chapter: {"rules": rules, "without_case": without}
            for chapter, (rules, without) in _chapters(report).items()
        }
    return data

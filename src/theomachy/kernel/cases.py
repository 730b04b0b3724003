"""Conformance cases: reading them from YAML and running them. The notation is in docs/notation.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from theomachy.kernel import bounded_parsing
from theomachy.kernel.bounded_parsing import LOCAL_FILE, BadInput, Budget
from theomachy.kernel.errors import BadCase, IllegalChoice, TheomachyError, allowed
from theomachy.kernel.game import Game
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match
from theomachy.kernel.positions import read_document, setup_of

KEYS: Final = (
    "rule", "title", "game", "seats", "setup", "position", "play", "expect", "refuse", "preview", "secret", "note",
)  # fmt: skip


#: what a case must have, and what it must have one of
NEEDED: Final = ("rule", "title", "game", "seats")
PROOFS: Final = ("expect", "refuse", "preview", "secret")


class Case:
    """One case of a file. `fault`: why it can't be run, because it does not follow the notation."""

    __slots__ = ("data", "fault", "number", "path", "rules", "title")

    def __init__(self, path: str, number: int, data: dict[str, Any], fault: str = "") -> None:
        self.path = path
        self.number = number
        self.data = data
        self.fault = fault
        rule = data.get("rule")
        self.rules: list[str] = [rule] if isinstance(rule, str) else list(rule or [])
        self.title = str(data.get("title", "untitled"))

    @property
    def place(self) -> str:
        return f"{self.path}, case {self.number} ('{self.title}')"


def read_cases(path: Path) -> list[Case]:
    """The cases of a YAML file. One that is wrong says so when it is run, and the others are not touched by it."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadCase(f"{path}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadCase(f"{path}: not YAML: {error}") from error
    cases: list[Case] = []
    for document, line in _documents(text):
        case = _read_case(str(path), len(cases) + 1, document, line)
        if case is not None:
            cases.append(case)
    return cases


def _documents(text: str) -> Iterator[tuple[str, int]]:
    """The parts between lines of `---` that are not blank, each with the line of the text that it begins at."""
    lines: list[str] = []
    first = number = 1
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("---"):
            if any(map(str.strip, lines)):
                yield "\n".join(lines), first
            lines, first = [line.removeprefix("---")], number
        else:
            lines.append(line)
    if any(map(str.strip, lines)):
        yield "\n".join(lines), first


def load_yaml(text: str, budget: Budget = LOCAL_FILE, first_line: int = 1) -> object:
    """Parse a YAML document (see `bounded_parsing.load_yaml`). Raises `BadCase`."""
    try:
        return bounded_parsing.load_yaml(text, budget, first_line)
    except BadInput as error:
        raise BadCase(str(error)) from error


def _read_case(path: str, number: int, document: str, line: int) -> Case | None:
    place = f"{path}, case {number}"
    try:
        data = load_yaml(document, first_line=line)
    except BadCase as error:
        return Case(path, number, {}, f"{place}: {error}")
    if data is None:
        return None
    if not isinstance(data, dict):
        return Case(path, number, {}, f"{place}: must be a table")
    for key in data:
        if key not in KEYS:
            return Case(path, number, {}, f"{place}: unknown key '{key}'; allowed: {allowed(KEYS)}")
    for key in NEEDED:
        if key not in data:
            return Case(path, number, data, f"{place}: '{key}' is missing")
    if not any(key in data for key in PROOFS):
        return Case(path, number, data, f"{place}: expects nothing; give expect, refuse, preview or secret")
    if not isinstance(data.get("play") or [], list):
        return Case(path, number, data, f"{place}: play: must be a list")
    return Case(path, number, data)


def find_case_files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        else:
            yield path


def run_case(case: Case, find_game: Callable[[str], Game[Any]]) -> list[str]:
    """What is wrong; empty when the case holds."""
    if case.fault:
        return [case.fault]
    data = case.data
    try:
        game = find_game(data["game"])
        known = game.catalogue.rules()
        unknown = [rule for rule in case.rules if rule not in known]
        if unknown:
            return [f"no such rule: {allowed(unknown)}"]
        match = Match(game, {game.seats_setting: data["seats"], **_settings_of(data)})
        player = LinePlayer(match)
        for number, line in enumerate(data.get("play") or [], 1):
            wrong = player.play(line, f"play {number}")
            if wrong:
                return [wrong]
        failures = game.compare_expectations(match, data.get("expect") or {})
        failures += _refusals(match, data.get("refuse") or [])
        failures += _previews(match, data.get("preview") or [])
        if "secret" in data:
            failures += _secrets(match, data["secret"])
        return failures
    except TheomachyError as error:
        return [str(error)]


def _settings_of(data: dict[str, Any]) -> dict[str, Any]:
    """The settings of a new match that a case begins with, or its position."""
    if "setup" not in data:
        return {"position": data.get("position") or {}}
    setup = data["setup"]
    if not isinstance(setup, dict) or "position" in data or "position" in setup:
        raise BadCase("setup: must be a table of settings, and there is no position beside it")
    return setup


# --- positions (see `kernel.positions`) -------------------------------------------------------------------------------


def read_positions(text: str, place: str) -> list[dict[str, Any]]:
    """The documents in a text, each a position or a case; refuses a broken one with the place."""
    return list(_positions(text, place, LOCAL_FILE))


def read_first_position(text: str, place: str, budget: Budget) -> dict[str, Any]:
    """The first document in a text. What follows it is not read."""
    try:
        bounded_parsing.check_size(text, budget)
    except BadInput as error:
        raise BadCase(f"{place}: {error}") from error
    return next(_positions(text, place, budget))


def _positions(text: str, place: str, budget: Budget) -> Iterator[dict[str, Any]]:
    found = 0
    for number, (document, line) in enumerate(_documents(text), 1):
        if number > budget.documents:
            raise BadCase(f"{place}: more than {budget.documents} documents")
        spot = f"{place}, {found + 1}" if found else place
        try:
            data = load_yaml(document, budget, line)
        except BadCase as error:
            raise BadCase(f"{spot}: {error}") from error
        if data is not None:
            found += 1
            yield read_document(data, spot)
    if not found:
        raise BadCase(f"{place}: holds no position; it begins with 'game: …'")


def open_position(document: dict[str, Any], find_game: Callable[[str], Game[Any]], seed: int = 0) -> Match:
    """A match at the position of a document, its `play` played. What does not fit is refused with `BadCase`, and
    whatever else a game says of it."""
    game, setup = setup_of(document, find_game)
    match = Match(game, setup, seed)
    player = LinePlayer(match)
    for number, line in enumerate(document.get("play") or [], 1):
        wrong = player.play(line, f"play {number}")
        if wrong:
            raise BadCase(wrong)
    return match


class LinePlayer:
    """Plays lines like `- SEAT: CHOICE`. A forced choice may be written or left out."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.forced: list[tuple[int, int]] = list(match.forced)

    def play(self, line: object, place: str) -> str:
        """Play a line; gives what is wrong with it."""
        seat, number = self.read(line, place)
        return "" if self.skip(seat, number) else self.make(seat, number, place)

    def read(self, line: object, place: str) -> tuple[Seat, int]:
        """Whose choice a line is, and which."""
        if not isinstance(line, dict) or len(line) != 1:
            raise BadCase(f"{place}: write it like '- SEAT: CHOICE'")
        ((name, text),) = line.items()
        return find_seat(self.match, str(name), place), self.match.game.table.find(as_choice(text))

    def skip(self, seat: Seat, number: int) -> bool:
        """Whether the engine had to make this choice already, although it is written out."""
        if (seat, number) not in self.forced:
            return False
        del self.forced[: self.forced.index((seat, number)) + 1]
        return True

    def make(self, seat: Seat, number: int, place: str) -> str:
        match = self.match
        try:
            match.play(number, seat)
        except IllegalChoice as refused:
            decision = match.decision
            name, text = match.seat_name(seat), match.game.table.text(number)
            names = ", ".join(match.seat_name(number) for number in decision.seats)
            options = ", ".join(str(choice) for choice in match.choices_of(seat))
            return f"{place} ({name}: {text}): {refused} [asked: {names}, {decision.prompt}; {name} may: {options}]"
        self.forced = list(match.forced)
        return ""


def part_differences(found: object, wanted: object, place: str) -> list[str]:
    """Where a part of a view differs from what a case wants of it. Tables may leave keys out; lists may not."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        failures: list[str] = []
        for key, value in wanted.items():
            # YAML reads the number of a region as a number.
            name = str(key)
            if name not in found:
                failures.append(f"{place}: no '{name}'; there are {allowed(found)}")
            else:
                failures += part_differences(found[name], value, f"{place}.{name}")
        return failures
    return [] if found == wanted else [f"{place}: expected {wanted}, found {found}"]


def as_choice(text: object) -> object:
    """A choice as it stands in a file: YAML reads a bare yes or no as a truth value."""
    if text is True:
        return "yes"
    if text is False:
        return "no"
    return text


def find_seat(match: Match, name: str, place: str) -> Seat:
    names = [match.seat_name(seat) for seat in range(match.seats)]
    if name not in names:
        raise BadCase(f"{place}: no seat '{name}'; seats are {allowed(names)}")
    return Seat(names.index(name))


def _refusals(match: Match, refuse: object) -> list[str]:
    failures: list[str] = []
    for number, entry in enumerate(refuse if isinstance(refuse, list) else [refuse], 1):
        if not isinstance(entry, dict) or "rule" not in entry or len(entry) != 2:
            raise BadCase(f"refuse {number}: write a choice and its rule, like '- SEAT: CHOICE' and 'rule: …'")
        ((name, text),) = [(key, value) for key, value in entry.items() if key != "rule"]
        rule = match.why_not(as_choice(text), find_seat(match, str(name), f"refuse {number}"))
        if rule != entry["rule"]:
            said = "is legal" if rule is None else f"is refused by {rule}"
            failures.append(f"refuse {number} ({name}: {text}): {said}, not by {entry['rule']}")
    return failures


def _previews(match: Match, preview: object) -> list[str]:
    """What previews do not foretell: of each choice the facts named, and none of those that must not be there."""
    failures: list[str] = []
    for number, entry in enumerate(preview if isinstance(preview, list) else [preview], 1):
        lists = {key: entry.get(key, []) for key in ("facts", "none")} if isinstance(entry, dict) else {}
        choices = [pair for pair in entry.items() if pair[0] not in lists] if isinstance(entry, dict) else []
        if len(choices) != 1 or not any(lists.values()):
            raise BadCase(f"preview {number}: write a choice and its facts, like '- SEAT: CHOICE' and 'facts: […]'")
        ((name, text),) = choices
        found, is_hidden = match.preview(as_choice(text), find_seat(match, str(name), f"preview {number}"))
        place = f"preview {number} ({name}: {text})"
        if is_hidden:
            failures.append(f"{place}: something hidden would be revealed, so nothing is foretold")
            continue
        for fact in lists["facts"]:
            if not any(fact.items() <= told.items() for told in found):
                failures.append(f"{place}: {fact} is not foretold, only {found}")
        for fact in lists["none"]:
            if any(fact.items() <= told.items() for told in found):
                failures.append(f"{place}: {fact} is foretold")
    return failures


def _secrets(match: Match, secret: object) -> list[str]:
    if not isinstance(secret, dict) or set(secret) != {"seat", "same_after"}:
        raise BadCase("secret: needs 'seat' and 'same_after'")
    seat = find_seat(match, str(secret["seat"]), "secret")
    views = []
    for number, lines in enumerate(secret["same_after"], 1):
        copy = match.copy()
        player = LinePlayer(copy)
        for line in lines:
            wrong = player.play(line, f"secret {number}")
            if wrong:
                return [wrong]
        views.append(copy.view(seat))
    if len(views) < 2:
        raise BadCase("secret: give at least two continuations to compare")
    differing = [key for key in views[0] if any(view[key] != views[0][key] for view in views)]
    return [f"secret: {secret['seat']} can tell the continuations apart by {allowed(differing)}"] if differing else []

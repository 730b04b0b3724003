"""Reading lessons from YAML. Every lesson is rehearsed as it is read: one that no longer fits the rules is refused."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NoReturn

from theomachy.kernel.cases import LinePlayer, as_choice, find_seat, load_yaml
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.errors import IllegalChoice, TheomachyError, allowed
from theomachy.kernel.game import Game
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match
from theomachy.lessons.lesson import Beat, Lesson, Reply, Scene, Words

KEYS: Final = ("title", "about", "minutes", "seats", "learner", "setup", "position", "steps", "free")
NEEDED: Final = ("title", "about", "minutes", "seats", "learner", "steps")
STEP_KEYS: Final = ("say", "point", "rule", "expect", "otherwise", "play")
REPLY_KEYS: Final = ("say", "to")
#: as long as a person stays curious
MOST_MINUTES: Final = 60


class BadLesson(TheomachyError):
    """A lesson file has an error; the message names file, place and what would be right."""


def lessons_of(game: Game[Any]) -> list[Lesson]:
    """The lessons of a game in the order of their files' names, which begin with a number."""
    return [_kept(game, path) for path in _paths(game)]


def lesson_names(game: Game[Any]) -> list[str]:
    """What the lessons of a game are called, in their order; they are not read for that."""
    return [_name(path) for path in _paths(game)]


def find_lesson(game: Game[Any], name: str) -> Lesson:
    """A lesson by its name, or by its number in the list."""
    paths, names = _paths(game), lesson_names(game)
    if name in names:
        return _kept(game, paths[names.index(name)])
    if name.isdecimal() and len(name) < 4 and 1 <= int(name) <= len(paths):
        return _kept(game, paths[int(name) - 1])
    if not names:
        raise BadLesson(f"{game.name} has no lessons")
    raise BadLesson(f"no lesson '{name[:60]}'; there are {', '.join(names)}")


def _paths(game: Game[Any]) -> list[Path]:
    folder = game.lessons_folder()
    return [] if folder is None else sorted(folder.glob("*.yaml"), key=_order)


def _name(path: Path) -> str:
    return path.stem.partition("-")[2] or path.stem


def _order(path: Path) -> tuple[int, str]:
    number, _, _ = path.stem.partition("-")
    return (int(number) if number.isdecimal() else MOST_MINUTES, path.stem)


@lru_cache(maxsize=128)
def _kept(game: Game[Any], path: Path) -> Lesson:
    return read_lesson(game, path)


def read_lesson(game: Game[Any], path: Path) -> Lesson:
    """A lesson from its file, rehearsed; refuses what is wrong with `BadLesson`."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadLesson(f"{path}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadLesson(f"{path}: not YAML: {error}") from error
    try:
        return _Reader(game, path).read(load_yaml(text))
    except BadLesson:
        raise
    except TheomachyError as error:
        raise BadLesson(f"{path}: {error}") from error


class _Reader:
    """Reads one file, and plays it meanwhile."""

    def __init__(self, game: Game[Any], path: Path) -> None:
        self.game = game
        self.path = path
        self.beats: list[Beat] = []
        #: said since the last beat
        self.scenes: list[Scene] = []

    def read(self, data: object) -> Lesson:
        entries = self._table(data, "the file", KEYS)
        for key in NEEDED:
            if key not in entries:
                self._refuse(key, "is missing")
        minutes = entries["minutes"]
        if isinstance(minutes, bool) or not isinstance(minutes, int) or not 1 <= minutes <= MOST_MINUTES:
            self._refuse("minutes", f"must be a number from 1 to {MOST_MINUTES}")
        setup = {
            **self._table(entries.get("setup") or {}, "setup"),
            self.game.seats_setting: entries["seats"],
            "position": entries.get("position") or {},
        }
        match = Match(self.game, setup)
        learner = find_seat(match, str(entries["learner"]), "learner")
        steps = entries["steps"]
        if not isinstance(steps, list) or not steps:
            self._refuse("steps", "must be a list")
        player = LinePlayer(match)
        for number, step in enumerate(steps, 1):
            self._read_step(step, f"step {number}", learner, match, player)
        free = entries.get("free", False)
        if not isinstance(free, bool):
            self._refuse("free", "must be yes or no")
        if free and match.over:
            self._refuse("free", "the match is over: there is nothing left to play")
        if not any(not beat.scripted for beat in self.beats) and not free:
            self._refuse("steps", "the learner never does anything; give 'expect'")
        return Lesson(
            game=self.game,
            name=_name(self.path),
            path=str(self.path),
            title=self._words(entries["title"], "title"),
            about=self._words(entries["about"], "about"),
            minutes=minutes,
            learner=learner,
            setup=setup,
            beats=tuple(self.beats),
            ending=tuple(self.scenes),
            free=free,
        )

    def _read_step(self, data: object, place: str, learner: Seat, match: Match, player: LinePlayer) -> None:
        step = self._table(data, place, STEP_KEYS)
        if "play" in step and "expect" in step:
            self._refuse(place, "either 'expect' (the learner's choice) or 'play' (the others'), not both")
        if "say" in step:
            self.scenes.append(
                Scene(self._words(step["say"], place), self._points(step.get("point"), place), self._rule(step, place))
            )
        elif "point" in step or "rule" in step:
            self._refuse(place, "'point' and 'rule' go with 'say'")
        if "otherwise" in step and "expect" not in step:
            self._refuse(place, "'otherwise' goes with 'expect'")
        if "expect" in step:
            self._expect(step, place, learner, match, player)
        elif "play" in step:
            self._play(step["play"], place, match, player)
        elif "say" not in step:
            self._refuse(place, "empty; give 'say', 'expect' or 'play'")

    def _expect(self, step: dict[str, Any], place: str, learner: Seat, match: Match, player: LinePlayer) -> None:
        if not self.scenes:
            self._refuse(place, "the learner is not told what to do; give 'say'")
        texts = step["expect"]
        wanted = tuple(
            self._legal(text, f"{place}: expect", learner, match)
            for text in (texts if isinstance(texts, list) else [texts])
        )
        if not wanted:
            self._refuse(place, "'expect' names no choice")
        replies: list[Reply] = []
        otherwise = step.get("otherwise") or []
        if not isinstance(otherwise, list):
            self._refuse(place, "'otherwise' must be a list")
        for number, entry in enumerate(otherwise, 1):
            where = f"{place}: otherwise {number}"
            reply = self._table(entry, where, REPLY_KEYS)
            texts = reply.get("to", [])
            to = frozenset(
                self._legal(text, where, learner, match) for text in (texts if isinstance(texts, list) else [texts])
            )
            if to & set(wanted):
                self._refuse(where, "answers a choice that is expected")
            replies.append(Reply(self._words(reply.get("say"), where), to))
        if any(not reply.to for reply in replies[:-1]):
            self._refuse(place, "only the last of 'otherwise' may leave out 'to'")
        self._add(Beat(learner, wanted, False, tuple(self.scenes), tuple(replies)), place, match, player)

    def _play(self, lines: object, place: str, match: Match, player: LinePlayer) -> None:
        if not isinstance(lines, list):
            self._refuse(place, "'play' must be a list of lines like '- SEAT: CHOICE'")
        for line in lines:
            seat, number = player.read(line, f"{place}: play")
            if player.skip(seat, number):
                continue
            beat = Beat(seat, (number,), True, tuple(self.scenes))
            self._add(beat, place, match, player)

    def _add(self, beat: Beat, place: str, match: Match, player: LinePlayer) -> None:
        wrong = player.make(beat.seat, beat.choices[0], place)
        if wrong:
            self._refuse("", wrong)
        self.beats.append(beat)
        self.scenes = []

    def _legal(self, text: object, place: str, seat: Seat, match: Match) -> int:
        try:
            number = self.game.canonical(match.state, self.game.table.find(as_choice(text)))
        except IllegalChoice as error:
            self._refuse(place, str(error))
        rule = match.why_not(number, seat)
        if rule is not None:
            options = ", ".join(str(choice) for choice in match.choices_of(seat)) or "nothing: it is not asked"
            self._refuse(place, f"'{text}' is not legal then ({rule}); the learner may choose {options}")
        return number

    def _points(self, data: object, place: str) -> tuple[str, ...]:
        listed = data if isinstance(data, list) else [] if data is None else [data]
        texts = [as_choice(text) for text in listed]
        for text in texts:
            try:
                self.game.table.find(text)
            except IllegalChoice:
                if text not in self.game.face().places():
                    self._refuse(place, f"points at '{text}', which is neither a choice nor a place of the board")
        return tuple(map(str, texts))

    def _rule(self, step: dict[str, Any], place: str) -> str:
        rule = str(step.get("rule", ""))
        if rule and rule not in self.game.catalogue.rules():
            self._refuse(place, f"no such rule: {rule}")
        return rule

    def _words(self, data: object, place: str) -> Words:
        if not isinstance(data, dict):
            self._refuse(place, f"needs a text in each language: {allowed(LANGUAGES)}")
        missing = [lang for lang in LANGUAGES if not str(data.get(lang) or "").strip()]
        if missing:
            self._refuse(place, f"has no text for {allowed(missing)}")
        foreign = [str(lang) for lang in data if lang not in LANGUAGES]
        if foreign:
            self._refuse(place, f"unknown language {allowed(foreign)}; there are {allowed(LANGUAGES)}")
        return {lang: " ".join(str(data[lang]).split()) for lang in LANGUAGES}

    def _table(self, data: object, place: str, keys: tuple[str, ...] = ()) -> dict[str, Any]:
        if not isinstance(data, dict):
            self._refuse(place, "must be a table")
        for key in data:
            if keys and key not in keys:
                self._refuse(place, f"unknown key '{key}'; allowed: {allowed(keys)}")
        return data

    def _refuse(self, place: str, what: str) -> NoReturn:
        raise BadLesson(": ".join(part for part in (str(self.path), place, what) if part))

"""Lessons at a table: what the script plays, what a learner may not choose now, and what the page is told of them."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI, Request
from starlette.responses import Response

import theomachy
from theomachy.kernel.errors import BadSetup, IllegalChoice, TheomachyError
from theomachy.kernel.match import Match
from theomachy.lessons import BadLesson, Lesson, Scene, find_lesson, lesson_names, lessons_of
from theomachy.server.answers import asked_language, json_answer
from theomachy.server.bots import Answer
from theomachy.server.house import House
from theomachy.server.refused import Refused

#: stands for a bot where the script of a lesson plays a seat
LESSON: Final = "lesson"
#: the bot that plays those seats when the learner plays on freely
PARTNER: Final = "greedy"
#: a chance to win that nobody has thought about
UNKNOWN: Final = -1.0


class Teacher:
    """Leads a match through a lesson; without one (it was changed, or is no more) nothing is taught any more."""

    def __init__(self, lesson: Lesson | None) -> None:
        self._lesson = lesson

    def next_seat(self, match: Match) -> int | None:
        """The seat for which somebody else than the learner must decide now; None: the learner is asked, or it is
        over."""
        lesson = self._lesson
        if lesson is None or match.over:
            return None
        if lesson.beat(match) is None:
            return (
                next((seat for seat in match.decision.seats if seat != lesson.learner), None) if lesson.free else None
            )
        due = lesson.due(match)
        return None if due is None or match.why_not(due[1], due[0]) is not None else due[0]

    def scripted(self, match: Match, seat: int) -> str | None:
        """What the script chooses for a seat now."""
        due = None if self._lesson is None else self._lesson.due(match)
        return None if due is None or due[0] != seat else str(due[1])

    def hint(self, match: Match, lang: str) -> Answer | None:
        """What the lesson asks for now, in its own words; None where the learner plays as they like."""
        beat = None if self._lesson is None else self._lesson.beat(match)
        if beat is None or beat.scripted:
            return None
        first, *others = [match.game.table.text(choice) for choice in beat.choices]
        return Answer(first, words=beat.scenes[-1].say[lang], others=[(other, UNKNOWN) for other in others])

    def check(self, match: Match, choice: str, seat: int, lang: str) -> None:
        """Refuses a choice that is legal but leads away from the lesson, with the lesson's own words."""
        lesson = self._lesson
        if lesson is None or match.over:
            return
        beat = lesson.beat(match)
        if beat is None:
            if not lesson.free:
                raise Refused("lesson", "lesson-done")
            return
        if beat.scripted:
            raise Refused("lesson", "lesson-wait")
        try:
            number = match.game.canonical(match.state, match.game.table.find(choice))
        except IllegalChoice:
            return
        if match.why_not(number, seat) is None:
            told = lesson.answer(match, number)
            if told is not None:
                raise Refused("lesson", text=told[lang])


def wanted_lesson(game: str, name: str) -> Lesson:
    """A lesson that somebody asks for. It is rehearsed the first time, which takes a moment."""
    try:
        return find_lesson(_game(game), name)
    except BadLesson:
        raise Refused("no-lesson", lesson=name[:60]) from None


def known_lesson(game: str, name: str) -> Lesson | None:
    """A lesson of which the name is stored; None if there is none any more."""
    try:
        return find_lesson(theomachy.game(game), name)
    except TheomachyError:
        return None


def add_lessons(app: FastAPI, house: House) -> None:
    """The routes that tell of lessons."""

    @app.get("/api/lessons/{game}")
    async def lessons(request: Request, game: str) -> Response:
        known = await house.workshop.aside(lessons_of, _game(game), purse=house.purse, must=True)
        lang = asked_language(request)
        return json_answer({"lessons": [_about(lesson, number, lang) for number, lesson in enumerate(known, 1)]})

    @app.get("/api/lessons/{game}/{name}")
    async def lesson(request: Request, game: str, name: str) -> Response:
        found = await house.workshop.aside(wanted_lesson, game, name, purse=house.purse, must=True)
        names = lesson_names(found.game)
        number = names.index(found.name) + 1
        following = names[number] if number < len(names) else None
        return json_answer(_whole(found, number, following, asked_language(request)))


def _game(name: str) -> Any:
    try:
        return theomachy.game(name)
    except BadSetup:
        raise Refused("bad-request", "no-game", game=name[:40]) from None


def _about(lesson: Lesson, number: int, lang: str) -> dict[str, Any]:
    return {
        "name": lesson.name,
        "number": number,
        "title": lesson.title[lang],
        "about": lesson.about[lang],
        "minutes": lesson.minutes,
    }


def _whole(lesson: Lesson, number: int, following: str | None, lang: str) -> dict[str, Any]:
    """A lesson without what it expects."""
    return {
        **_about(lesson, number, lang),
        "next": following,
        "free": lesson.free,
        "learner": lesson.learner,
        "own": sum(not beat.scripted for beat in lesson.beats),
        "beats": [
            {"scripted": beat.scripted, "scenes": [_scene(lesson, scene, lang) for scene in beat.scenes]}
            for beat in lesson.beats
        ],
        "ending": [_scene(lesson, scene, lang) for scene in lesson.ending],
    }


def _scene(lesson: Lesson, scene: Scene, lang: str) -> dict[str, Any]:
    rule = lesson.game.catalogue.rules(lang)[scene.rule] if scene.rule else None
    return {
        "say": scene.say[lang],
        "point": list(scene.point),
        "rule": None if rule is None else {"id": scene.rule, "title": rule.title},
    }

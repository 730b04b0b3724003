"""Every lesson of every game is played: as it wants, with every other answer, with undo, and with wrong files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.match import Match
from theomachy.lessons import BadLesson, Beat, Lesson, find_lesson, lessons_of, read_lesson
from theomachy.lessons.lesson import Words

LESSONS = [lesson for game in theomachy.GAMES.values() for lesson in lessons_of(game)]


def advance(lesson: Lesson, match: Match) -> Beat | None:
    """Let the script make its choices; the learner's next beat."""
    while (due := lesson.due(match)) is not None:
        match.play(due[1], due[0])
    return lesson.beat(match)


def named(lesson: Lesson) -> str:
    return f"{lesson.game.name}-{lesson.name}"


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_every_expected_choice_leads_to_the_end(lesson: Lesson) -> None:
    for turn in range(max(len(beat.choices) for beat in lesson.beats)):
        match = lesson.begin()
        while (beat := advance(lesson, match)) is not None:
            match.play(beat.choices[turn % len(beat.choices)], beat.seat)
        assert lesson.progress(match)[0] == lesson.progress(match)[1] > 0
        assert lesson.ending
        assert match.over != lesson.free or not lesson.free


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_whatever_else_is_legal_gets_an_answer_and_changes_nothing(lesson: Lesson) -> None:
    match = lesson.begin()
    while (beat := advance(lesson, match)) is not None:
        assert beat.scenes, f"beat {len(match.history)}: the learner is not told what to do"
        for choice in match.choices_of(beat.seat):
            told = lesson.answer(match, choice.id)
            assert (told is None) == (choice.id in beat.choices)
            assert told is None or set(told) == set(LANGUAGES)
        match.play(beat.choices[0], beat.seat)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_what_is_taken_back_is_asked_again(lesson: Lesson) -> None:
    match = lesson.begin()
    beat = advance(lesson, match)
    assert beat is not None
    match.play(beat.choices[0], beat.seat)
    if match.can_undo(lesson.learner):
        match.undo(lesson.learner)
        assert lesson.beat(match) == beat


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_whoever_chooses_something_else_is_told_why(lesson: Lesson) -> None:
    match = lesson.begin()
    while (beat := advance(lesson, match)) is not None:
        answered = {choice for reply in beat.replies for choice in reply.to}
        if not any(not reply.to for reply in beat.replies):
            others = {choice.id for choice in match.choices_of(beat.seat)} - set(beat.choices)
            assert others <= answered, f"choice {len(match.history)}: {beat.scenes[-1].say['en']}"
        match.play(beat.choices[0], beat.seat)


def all_words(lesson: Lesson) -> Iterator[Words]:
    for beat in lesson.beats:
        yield from (scene.say for scene in beat.scenes)
        yield from (reply.say for reply in beat.replies)
    yield from (scene.say for scene in lesson.ending)


#: a full stop before a number ends no sentence: “Babylon, no. 4”
SENTENCE_END = re.compile(r"[.!?](?=\s+\D|$)")
MOST_SENTENCES = 3


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_nobody_has_to_read_long(lesson: Lesson) -> None:
    for words in all_words(lesson):
        for text in words.values():
            assert len(SENTENCE_END.findall(text)) <= MOST_SENTENCES, text


#: what stands in quotation marks; Russian names are declined in sentences, so they are not compared
QUOTED = {"en": re.compile("“([^”]+)”"), "de": re.compile("„([^“]+)“")}


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_what_is_quoted_is_called_so_in_the_game(lesson: Lesson) -> None:
    catalogue = lesson.game.catalogue
    for language, quoted in QUOTED.items():
        known = {
            *catalogue.names(language).values(),
            *(catalogue.verb(verb, language) for verb in ("done", "yes", "no")),
        }
        for words in all_words(lesson):
            for name in quoted.findall(words[language]):
                owner, _, _ = name.partition(", ")  # contracts: their owner and a number
                assert name in known or owner in known, f"{language}: {name}"


def test_names_and_numbers_find_a_lesson() -> None:
    ankh = theomachy.game("ankh")
    known = lessons_of(ankh)
    assert find_lesson(ankh, "1") is known[0]
    assert find_lesson(ankh, known[-1].name) is known[-1]
    with pytest.raises(BadLesson, match=f"no lesson 'nonsense'; there are {known[0].name}"):
        find_lesson(ankh, "nonsense")


GOOD: dict[str, Any] = {
    "title": "title: {en: A, de: B, ru: C}",
    "about": "about: {en: A, de: B, ru: C}",
    "minutes": "minutes: 2",
    "seats": "seats: [isis, ra]",
    "learner": "learner: isis",
    "position": "position: {scenario: middle-kingdom, setup: true}",
    "steps": "steps:\n- say: {en: A, de: B, ru: C}\n  expect: action gain\n- say: {en: A, de: B, ru: C}",
}


@pytest.mark.parametrize(
    ("entry", "text", "message"),
    [
        ("title", "", "title: is missing"),
        ("title", "title: {en: A, de: B}", "title: has no text for ru"),
        ("title", "title: A", "title: needs a text in each language: de, en, ru"),
        ("about", "about: {en: A, de: B, ru: C, fr: D}", "about: unknown language fr"),
        ("minutes", "minutes: 0", "minutes: must be a number from 1 to 60"),
        ("seats", "seats: [isis, zeus]", "zeus"),
        ("learner", "learner: amun", "learner: no seat 'amun'; seats are isis, ra"),
        ("position", "position: {scenario: nowhere}", "nowhere"),
        ("steps", "steps: []", "steps: must be a list"),
        ("steps", "steps: [{}]", "step 1: empty; give 'say', 'expect' or 'play'"),
        ("steps", "steps:\n- expect: action gain", "step 1: the learner is not told what to do; give 'say'"),
        ("steps", "steps:\n- say: {en: A, de: B, ru: C}", "the learner never does anything; give 'expect'"),
        (
            "steps",
            "steps:\n- say: {en: A, de: B, ru: C}\n  expect: cell D6",
            r"step 1: expect: 'cell D6' is not legal then \(theomachy/asked\); the learner may choose action move",
        ),
        ("steps", "steps:\n- say: {en: A, de: B, ru: C}\n  point: moon\n  expect: action gain", "points at 'moon'"),
        (
            "steps",
            "steps:\n- say: {en: A, de: B, ru: C}\n  rule: ankh/no\n  expect: action gain",
            "no such rule: ankh/no",
        ),
        ("steps", "steps:\n- play: [ra: action gain]", r"step 1 \(ra: action gain\).*asked: isis"),
        ("steps", "steps:\n- tell: nothing", "step 1: unknown key 'tell'; allowed: expect, otherwise, play"),
        ("steps", "steps: [", "not YAML"),
        ("steps", "steps: 1\nsteps: 2", "'steps' twice in one table"),
    ],
)
def test_a_broken_lesson_is_refused_by_file_and_place(tmp_path: Path, entry: str, text: str, message: str) -> None:
    path = tmp_path / "1-broken.yaml"
    path.write_text("\n".join((GOOD | {entry: text}).values()), encoding="utf-8")
    with pytest.raises(BadLesson, match=message) as refused:
        read_lesson(theomachy.game("ankh"), path)
    assert str(refused.value).startswith(str(path))


def test_yes_and_no_need_no_quotes(tmp_path: Path) -> None:
    said = "say: {en: A, de: B, ru: C}"
    lines = ["steps:"]
    lines += [f"- {said}\n  expect: {choice}" for choice in ("action summon", "piece warrior", "cell F8")]
    lines += [f"- {said}\n  point: yes\n  expect: yes\n  otherwise:\n  - to: no\n    {said}", f"- {said}"]
    path = tmp_path / "1-sun.yaml"
    changed = {"learner": "learner: ra", "seats": "seats: [isis, ra]", "steps": "\n".join(lines)}
    changed["position"] = "position: {scenario: middle-kingdom, setup: true, turn: ra}"
    path.write_text("\n".join((GOOD | changed).values()), encoding="utf-8")
    beat = read_lesson(theomachy.game("ankh"), path).beats[-1]
    table = theomachy.game("ankh").table
    assert beat.scenes[0].point == ("yes",)
    assert beat.choices == (table.find("yes"),)
    assert beat.replies[0].to == {table.find("no")}


def test_a_whole_lesson_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "1-whole.yaml"
    path.write_text("\n".join(GOOD.values()), encoding="utf-8")
    assert len(read_lesson(theomachy.game("ankh"), path).beats) == 1

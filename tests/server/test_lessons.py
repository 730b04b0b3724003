"""Lessons at a real table: the script plays its part, wrong choices are told, and nothing but a name is stored."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import theomachy
from tests.server.serving import FAST, Client, Eyes, Seated, Serving
from theomachy.kernel.match import Match
from theomachy.lessons import Lesson, lessons_of
from theomachy.server.app import Settings

GAMES = ("ankh", "anunnaki")


def first(game: str) -> Lesson:
    return lessons_of(theomachy.game(game))[0]


def begin(client: Client, lesson: Lesson, name: str = "Ann") -> Seated:
    answer = client.post(
        "/api/tables",
        {"game": lesson.game.name, "lesson": lesson.name, "seats": [{"who": "person", "name": name}]},
    )
    assert answer.status_code == 201, answer.text
    return Seated(client, answer.json())


def text(lesson: Lesson, number: int) -> str:
    return lesson.game.table.text(number)


def listen(eyes: Eyes, made: int) -> dict[str, Any]:
    """Until so many choices have been made."""
    while eyes.news.get("made") != made:
        eyes.hear()
    return eyes.news


def play(eyes: Eyes, lesson: Lesson, since: int = 0, until: int | None = None) -> None:
    """Make the learner's choices, and wait for those of the script."""
    for number, beat in list(enumerate(lesson.beats))[since:until]:
        listen(eyes, number)
        if not beat.scripted:
            answer = eyes.choose(text(lesson, beat.choices[0]))
            assert answer["type"] == "update", answer
        listen(eyes, number + 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_lesson_is_played_to_its_end(client: Client, game: str) -> None:
    lesson = first(game)
    table = begin(client, lesson)
    info = table.info()
    assert info["lesson"] == lesson.name
    assert (info["listed"], info["rated"], info["pace"]["kind"]) == (False, False, "none")
    seats = {place["seat"]: (place["who"], place["bot"]) for place in info["seats"]}
    assert seats.pop(lesson.learner) == ("person", None)
    assert set(seats.values()) == {("bot", "lesson")}
    twin = lesson.begin()
    for beat in lesson.beats:
        twin.play(beat.choices[0], beat.seat)
    with table.sit(lesson.learner, lang="en") as eyes:
        eyes.expect("state")
        play(eyes, lesson)
        assert eyes.news["view"] == twin.view(lesson.learner)
        for choice in eyes.choices[:1]:
            answer = eyes.choose(choice)
            assert (answer["type"], answer["error"], answer["words"]) == ("refused", "lesson", "The lesson is over.")
    assert table.info()["version"] == len(lesson.beats)


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_a_choice_that_leads_elsewhere_is_told_in_the_words_of_the_lesson(client: Client, lang: str) -> None:
    lesson = first("ankh")
    match = lesson.begin()
    other = next(choice for choice in match.choices_of(lesson.learner) if choice.id not in lesson.beats[0].choices)
    told = lesson.answer(match, other.id)
    assert told is not None
    table = begin(client, lesson)
    with table.sit(lesson.learner, lang=lang) as eyes:
        eyes.expect("state")
        answer = eyes.choose(str(other))
        assert (answer["type"], answer["error"]) == ("refused", "lesson")
        assert answer["words"] == told[lang]
        illegal = eyes.choose("cell D6")
        assert (illegal["type"], illegal["error"]) == ("refused", "illegal")
        assert illegal["rule"]
        assert eyes.choose(text(lesson, lesson.beats[0].choices[0]))["type"] == "update"


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_a_hint_says_what_the_lesson_asks_for(client: Client, lang: str) -> None:
    lesson = first("ankh")
    table = begin(client, lesson)
    with table.sit(lesson.learner, lang=lang) as eyes:
        eyes.expect("state")
        said = eyes.ask(type="hint")
        beat = lesson.beats[0]
        assert (said["type"], said["choice"]) == ("hint", text(lesson, beat.choices[0]))
        assert said["words"] == beat.scenes[-1].say[lang]
        assert (said["chance"], said["others"]) == (None, [])


def test_a_lesson_goes_on_after_a_reload_and_at_another_server(database: str) -> None:
    lesson = first("anunnaki")
    settings = Settings(database=database, bot_pause=0.0, limits=FAST)
    own = [number for number, beat in enumerate(lesson.beats) if not beat.scripted]
    middle = own[len(own) // 2]
    running = Serving(settings)
    try:
        table = begin(running.client, lesson)
        with table.sit(lesson.learner) as eyes:
            eyes.expect("state")
            play(eyes, lesson, until=middle)
        with table.sit(lesson.learner) as again:
            assert again.expect("state")["made"] == middle
    finally:
        running.stop()
    running = Serving(settings)
    try:
        with running.client.sit(table.id, table.tokens[lesson.learner]) as eyes:
            assert eyes.expect("state")["made"] == middle
            play(eyes, lesson, since=middle)
    finally:
        running.stop()


def test_taking_back_goes_back_in_the_lesson_with_what_the_script_did(client: Client) -> None:
    lesson = first("anunnaki")
    number = next(number for number, beat in enumerate(lesson.beats) if beat.scripted)
    following = next(later for later in range(number, len(lesson.beats)) if not lesson.beats[later].scripted)
    table = begin(client, lesson)
    with table.sit(lesson.learner) as eyes:
        eyes.expect("state")
        play(eyes, lesson, until=following)
        assert eyes.news["undo"]
        eyes.say(type="undo", version=eyes.news["version"])
        while eyes.news["made"] == following:
            eyes.hear()
        assert not lesson.beats[eyes.news["made"]].scripted
        assert eyes.news["made"] < number + 1
        play(eyes, lesson, since=eyes.news["made"])


def test_a_lesson_that_lets_its_learner_play_on_has_bots_for_the_others(client: Client) -> None:
    lesson = next(one for one in lessons_of(theomachy.game("ankh")) if one.free)
    table = begin(client, lesson)
    with table.sit(lesson.learner) as eyes:
        eyes.expect("state")
        play(eyes, lesson)
        for _ in range(400):
            while not eyes.news["choices"] and not eyes.news["outcome"]:
                eyes.hear()
            if eyes.news["outcome"] or any(who != lesson.learner for who in _choosers(eyes, len(lesson.beats))):
                break
            assert eyes.choose(eyes.choices[0])["type"] == "update"
        assert any(who != lesson.learner for who in _choosers(eyes, len(lesson.beats)))


def _choosers(eyes: Eyes, after: int) -> list[int]:
    """Who has chosen since so many choices were made."""
    heard = [json.loads(message) for message in eyes.traffic]
    return [one["by"]["seat"] for one in heard if one["type"] == "update" and one["made"] > after]


def test_seats_of_a_lesson_stay_as_they_are(client: Client) -> None:
    lesson = first("ankh")
    table = begin(client, lesson)
    other = 1 - lesson.learner
    answer = client.post(f"{table.path}/seats/{other}", {"who": "open"}, table.host)
    assert answer.status_code == 409, answer.text
    assert "lesson" in answer.json()["words"]


@pytest.mark.parametrize(
    "more",
    [
        {"rated": True},
        {"listed": True},
        {"seed": 3},
        {"setup": {"players": 3}},
        {"pace": {"kind": "live", "per": 30}},
        {"seats": [{"who": "person"}, {"who": "person"}]},
        {"seats": [{"who": "open"}]},
    ],
)
def test_a_lesson_is_what_it_is(client: Client, more: dict[str, Any]) -> None:
    body = {"game": "ankh", "lesson": "turn", "seats": [{"who": "person"}], **more}
    answer = client.post("/api/tables", body)
    assert (answer.status_code, answer.json()["error"]) == (422, "bad-setup")


@pytest.mark.parametrize("game", GAMES)
def test_lessons_are_listed_and_told_without_what_they_expect(client: Client, game: str) -> None:
    known = lessons_of(theomachy.game(game))
    for lang in ("en", "de", "ru"):
        listed = client.get(f"/api/lessons/{game}", lang=lang).json()["lessons"]
        assert [(one["number"], one["name"], one["title"]) for one in listed] == [
            (number, lesson.name, lesson.title[lang]) for number, lesson in enumerate(known, 1)
        ]
        assert all(one["about"] and one["minutes"] > 0 for one in listed)
    for lesson, following in zip(known, [*(one.name for one in known[1:]), None], strict=True):
        told = client.get(f"/api/lessons/{game}/{lesson.name}", lang="de").json()
        assert told["next"] == following
        assert told["own"] == sum(not beat["scripted"] for beat in told["beats"]) > 0
        assert [scene["say"] for beat in told["beats"] for scene in beat["scenes"]] == [
            scene.say["de"] for beat in lesson.beats for scene in beat.scenes
        ]
        assert [scene["say"] for scene in told["ending"]] == [scene.say["de"] for scene in lesson.ending]
        assert all(set(beat) == {"scripted", "scenes"} for beat in told["beats"])


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_survives_being_stored(game: str) -> None:
    """Its settings are kept as JSON, and give the same match."""
    for lesson in lessons_of(theomachy.game(game)):
        match = lesson.begin()
        kept = msgspec.json.decode(msgspec.json.encode(match.setup))
        assert Match(match.game, kept, match.seed).digest() == match.digest(), lesson.name


def test_a_lesson_that_is_not_there_is_named(client: Client) -> None:
    answer = client.get("/api/lessons/ankh/juggling", lang="en")
    assert (answer.status_code, answer.json()["error"]) == (404, "no-lesson")
    assert "juggling" in answer.json()["words"]
    made = client.post("/api/tables?lang=de", {"game": "ankh", "lesson": "juggling", "seats": [{"who": "person"}]})
    assert (made.status_code, made.json()["error"]) == (404, "no-lesson")
    assert "Lektion „juggling“" in made.json()["words"]
    assert client.get("/api/lessons/chess").status_code == 400

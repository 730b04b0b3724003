"""Undo by agreement: back behind what was revealed or decided since, if everybody at the table wants that."""

from __future__ import annotations

import random

from tests.server.serving import Client, Eyes, Serving
from theomachy import new
from theomachy.server.course import Course
from theomachy.server.storage import Event


def test_a_course_goes_back_to_before_a_choice_and_its_events_say_so() -> None:
    luck = random.Random(5)
    course = Course(new("ankh", seed=3, gods=["ra", "isis"]))
    events: list[Event] = []
    for _ in range(60):
        seat = course.match.decision.seats[0]
        course.play(luck.choice(course.match.choices_of(seat)), seat)
        number = course.match.history[-1][1]
        events.append(Event(course.version, "choose", seat, course.match.game.table.text(number), 0.0))
    other = 1 - course.match.history[-1][0]
    kept = course.last_choice(other)
    before = list(course.match.history[:kept])
    assert kept < 59
    course.rewind(other)
    events.append(Event(course.version, "undo", other, str(kept), 0.0))
    assert course.match.history == before
    assert course.version == 61
    again = Course.of_events(course.match.game, course.match.setup, 3, events)
    assert again.match.digest() == course.match.digest()
    assert (again.version, again.undone) == (61, 61)


def far_back(serving: Serving) -> tuple[str, Eyes, Eyes]:
    """Two people; the first has played a whole turn, and the second has begun theirs."""
    seated = serving.client.new_table("Ann", "Ben", setup={"gods": ["ra", "isis"]}, seed=4)
    eyes = [seated.sit(0), seated.sit(1)]
    for one in eyes:
        one.expect("state")
    for _ in range(40):
        turn = next(index for index, one in enumerate(eyes) if one.choices)
        answer = eyes[turn].choose(eyes[turn].choices[-1])
        assert answer["type"] == "update"
        eyes[1 - turn].catch_up(answer["version"])
        if answer["by"]["seat"] != first_of(eyes) and not eyes[first_of(eyes)].news["undo"]:
            break
    return seated.id, eyes[first_of(eyes)], eyes[1 - first_of(eyes)]


def first_of(eyes: list[Eyes]) -> int:
    view = eyes[0].news["view"]
    return int(view["first_seat"]) if "first_seat" in view else 0


def seat_of(eyes: Eyes) -> int:
    return int(eyes.news["view"]["seat"])


def line(eyes: Eyes) -> dict[str, object]:
    message = eyes.expect("chat")
    found: dict[str, object] = message["line"]
    return found


def test_what_the_other_agrees_with_is_taken_back(serving: Serving) -> None:
    _, first, second = far_back(serving)
    with first, second:
        version = first.news["version"]
        assert first.ask(type="undo", version=version)["error"] == "no-undo"
        first.say(type="ask-undo", version=version)
        for one in (first, second):
            assert line(one)["undo"] == {"word": "asked", "seat": seat_of(first), "version": version}
        second.say(type="answer-undo", version=version, agree=True)
        states = [one.expect("state") for one in (first, second)]
        assert all(state["version"] == version + 1 for state in states)
        assert states[0]["choices"], "and chooses anew"
        assert states[1]["choices"] == []


def test_what_the_other_refuses_stays(serving: Serving) -> None:
    _, first, second = far_back(serving)
    with first, second:
        version = first.news["version"]
        first.say(type="ask-undo", version=version)
        line(second)
        assert first.ask(type="answer-undo", version=version, agree=True)["error"] == "stale", "not by oneself"
        second.say(type="answer-undo", version=version, agree=False)
        assert line(second)["undo"] == {"word": "refused", "seat": seat_of(second), "version": version}
        assert second.ask(type="answer-undo", version=version, agree=True)["error"] == "stale", "it is void"
        assert second.choose(second.choices[0])["version"] == version + 1


def test_a_choice_makes_a_request_void_and_watchers_have_no_say(serving: Serving) -> None:
    table, first, second = far_back(serving)
    with first, second, serving.client.sit(table) as watcher:
        watcher.expect("state")
        version = first.news["version"]
        assert watcher.ask(type="ask-undo", version=version)["error"] == "not-yours"
        first.say(type="ask-undo", version=version)
        line(second)
        second.choose(second.choices[0])
        assert second.ask(type="answer-undo", version=version, agree=True)["error"] == "stale"
        assert second.ask(type="answer-undo", version=version + 1, agree=True)["error"] == "stale"


def test_bots_always_agree(serving: Serving) -> None:
    seated = serving.client.new_table("Ann", "bot:random", setup={"gods": ["ra", "isis"]}, seed=4)
    with seated.sit(0) as ann:
        ann.expect("state")
        for _ in range(60):
            while not ann.choices:
                ann.hear()
            if ann.news["version"] > 3 and not ann.news["undo"]:
                break
            ann.choose(ann.choices[-1])
        version = ann.news["version"]
        ann.say(type="ask-undo", version=version)
        state = ann.expect("state")
        assert state["version"] == version + 1


def test_undo_takes_back_ones_own_secret_choice_and_nobody_elses(client: Client) -> None:
    """Three people discard secretly; whoever takes their choice back leaves those of the others as they are."""
    table = client.new_table("Ann", "Ben", "Cid", game="anunnaki", seed=4)
    with table.sit(0) as ann, table.sit(1) as ben, table.sit(2) as cid:
        for eyes in (ann, ben, cid):
            eyes.expect("state")
        assert ann.news["prompt"]["secret"]
        ann.choose(ann.choices[0])
        ben.catch_up(1)
        ben.choose(ben.choices[1])
        kept = ben.news["view"]["secret"]["own"]
        ann.catch_up(2)
        taken = ann.ask(type="undo", version=2)
        assert (taken["type"], taken["view"]["secret"]["own"]) == ("state", [])
        ben.catch_up(3)
        assert ben.news["view"]["secret"] == {"chosen": [1], "own": kept}
        # Ann has nothing more to take back; Cid never had anything.
        cid.catch_up(3)
        for eyes in (ann, cid):
            assert eyes.ask(type="undo", version=3)["error"] == "no-undo"
        assert table.info()["version"] == 3

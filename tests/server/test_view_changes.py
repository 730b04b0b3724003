"""What has changed of a view is told instead of the whole view, to whoever asks for that: nothing is lost by it."""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import theomachy
from tests.examples import quick
from tests.property.matches import every_game
from tests.server import record_view_changes
from tests.server.serving import Client, Eyes, Message
from theomachy.kernel.match import Match
from theomachy.kernel.view_changes import changes_between, with_changes
from theomachy.server.course import Course
from theomachy.server.envoy import Envoy
from theomachy.server.messages import encode

#: bytes of an update before it is packed, half of all updates of a match of every game
MEDIAN: Final = 2_000

values = st.recursive(
    st.none() | st.integers(-3, 3) | st.text("ab", max_size=2),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text("abc", max_size=1), inner, max_size=4),
    max_leaves=12,
)


@given(values, values)
@quick(1000)
def test_an_old_value_with_its_changes_is_the_new_one(old: Any, new: Any) -> None:
    before = json.dumps(old)
    assert with_changes(old, json.loads(json.dumps(changes_between(old, new)))) == new
    assert json.dumps(old) == before


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": [3]}),
        ({"a": 1, "b": 2}, {"a": 1}, {"b": None}),
        ({"a": 1}, {"a": None, "b": {"c": []}}, {"a": [None], "b": [{"c": []}]}),
        ({"b": 2}, {"a": 1, "b": 2}, [{"a": 1, "b": 2}]),  # whoever shows members in their order sees the right one
        ([1, 2, 3, 4], [1, 2, 5, 4], {"2": [5]}),
        ([1, 2, 3, 4], [1, 2, 3], {"3": None}),
        ([1, 2, 3, 4], [1, 2, 3, 4, 5], {"4": [5]}),
        ([1, 2], [2, 1], [[2, 1]]),
        ([{"a": 1, "b": 1}], [{"a": 1, "b": 2}], {"0": {"b": [2]}}),
        ([], [1], [[1]]),
        ({"a": [1]}, {"a": {}}, {"a": [{}]}),
    ],
)
def test_changes_are_small_and_plain(old: Any, new: Any, changes: Any) -> None:
    assert changes_between(old, new) == changes
    assert encode(with_changes(old, changes)) == encode(new)


@every_game
def test_updates_of_a_whole_match_are_small_and_lose_nothing(game: str) -> None:
    """For seats and a spectator, in every step of a match: the whole view has the bytes of the view before with its
    changes. And half of all updates are short."""
    luck = random.Random(3)
    course = Course(Match(theomachy.game(game), {}, 11))
    envoy = Envoy(course)
    eyes: list[int | None] = [*range(course.match.seats), None]
    views: dict[int | None, Any] = dict.fromkeys(eyes)
    sizes: list[int] = []
    while not course.match.over:
        seat = luck.choice(course.match.decision.seats)
        course.play(luck.choice(list(course.match.choices_of(seat))), seat)
        for viewer in eyes:
            update = encode(envoy.update(viewer, "de", held=course.version - 1))
            told = msgspec.json.decode(update)
            view = told["view"] if "view" in told else with_changes(views[viewer], told["changes"])
            assert ("view" in told) == (course.version == 1)
            assert encode(view) == encode(course.match.view(viewer))
            views[viewer] = view
            sizes.append(len(update))
    assert statistics.median(sizes) < MEDIAN
    assert len(sizes) > 100


class Rebuilding:
    """Eyes that are told what has changed, and make views of it as the page does."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.views: dict[int, Any] = {}
        self.view: Any = None
        #: updates that told of changes
        self.by_changes = 0
        self._read = 0

    def catch_up(self, version: int) -> Message:
        self.eyes.catch_up(version)
        for text in self.eyes.traffic[self._read :]:
            message = json.loads(text)
            if message["type"] not in ("state", "update"):
                continue
            if "view" in message:
                self.view = message["view"]
            else:
                self.by_changes += 1
                self.view = with_changes(self.view, message["changes"])
            self.views[message["version"]] = self.view
        self._read = len(self.eyes.traffic)
        return self.eyes.news


@pytest.fixture
def pairs(client: Client) -> Iterator[list[tuple[Rebuilding, Eyes]]]:
    """Two seats and a spectator, each looked through twice: told of changes, and with whole views."""
    made = client.new_table("Ann", "Ben", seed=5)
    all_eyes = [
        (Rebuilding(made.sit(seat, lang="de", changes=True)), made.sit(seat, lang="ru")) for seat in (0, 1, None)
    ]
    for told, whole in all_eyes:
        told.eyes.expect("state")
        whole.expect("state")
    yield all_eyes
    for told, whole in all_eyes:
        told.eyes.close()
        whole.close()


def play(pairs: list[tuple[Rebuilding, Eyes]], luck: random.Random, choices: int) -> None:
    """Make choices; everybody has the same view at each version."""
    for _ in range(choices):
        chooser = next(told for told, _ in pairs if told.eyes.news["choices"])
        answer = chooser.eyes.choose(luck.choice(chooser.eyes.choices))
        assert answer["type"] == "update", answer
        compare(pairs, answer["version"])


def compare(pairs: list[tuple[Rebuilding, Eyes]], version: int) -> None:
    for told, whole in pairs:
        told.catch_up(version)
        assert "view" in whole.catch_up(version)
        assert told.view == whole.news["view"]


def test_everybody_sees_the_same_with_changes_and_without(pairs: list[tuple[Rebuilding, Eyes]]) -> None:
    luck = random.Random(2)
    play(pairs, luck, 25)
    # Only the first may have come whole.
    assert all(told.by_changes >= 24 for told, _ in pairs)
    while not any(told.eyes.news["undo"] for told, _ in pairs):
        play(pairs, luck, 1)
    undoer = next(told for told, _ in pairs if told.eyes.news["undo"])
    undone = undoer.eyes.ask(type="undo", version=undoer.eyes.news["version"])
    assert undone["type"] == "state"
    compare(pairs, undone["version"])
    play(pairs, luck, 3)
    # In another language everything comes anew, and then changes again.
    pairs[2][0].eyes.ask(type="lang", lang="en")
    before = pairs[2][0].by_changes
    play(pairs, luck, 10)
    assert pairs[2][0].by_changes >= before + 9


def test_what_was_missed_is_told_by_changes(client: Client) -> None:
    made = client.new_table("Ann", "Ben", seed=6)
    luck = random.Random(6)
    with made.sit(0) as ann, made.sit(1) as ben, made.sit(0, changes=True) as gone:
        ann.expect("state")
        ben.expect("state")
        held = gone.expect("state")
        gone.close()
        whole: dict[int, Any] = {}
        for _ in range(12):
            chooser = ann if ann.news["choices"] else ben
            version = chooser.choose(luck.choice(chooser.choices))["version"]
            ben.catch_up(version)
            whole[version] = ann.catch_up(version)["view"]
        with made.sit(0, changes=True, since=held["version"]) as back:
            view = held["view"]
            for version in range(1, 13):
                update = back.hear()
                assert "view" not in update
                view = with_changes(view, update["changes"])
                assert (update["version"], view) == (version, whole[version])
            # It goes on from there.
            chooser = ann if ann.news["choices"] else ben
            chooser.choose(luck.choice(chooser.choices))
            update = back.catch_up(13)
            view = update["view"] if "view" in update else with_changes(view, update["changes"])
            assert view == ann.catch_up(13)["view"]


def test_who_loses_a_seat_gets_a_whole_view(client: Client) -> None:
    """And then what has changed of that one, a spectator's."""
    made = client.new_table("Ann", "Ben", setup={"first": 0}, seed=7)
    with made.sit(0, changes=True) as ann, made.sit(1) as ben, made.sit() as watcher:
        for eyes in (ann, ben, watcher):
            eyes.expect("state")
        answer = client.post(f"{made.path}/seats/0", {"who": "bot", "bot": "random"}, made.tokens[0])
        assert answer.status_code == 200, answer.text
        state = ann.expect("state")
        assert (state["seat"], state["view"]["seat"]) == (None, None)
        view = state["view"]
        for version in (1, 2):
            update = ann.catch_up(version)
            view = update["view"] if "view" in update else with_changes(view, update["changes"])
            assert view == watcher.catch_up(version)["view"]
        assert "changes" in update


def test_the_pages_record_is_of_today() -> None:
    """What the page's own test applies was made by this server, in today's form."""
    record = json.loads(record_view_changes.RECORD.read_text(encoding="utf-8"))
    assert set(record) == set(theomachy.GAMES)
    for told in record.values():
        view = told["first"]
        for changes in told["changes"]:
            view = with_changes(view, changes)
        assert encode(view) == encode(told["last"])

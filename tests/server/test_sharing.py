"""How work, workers and room are shared: the parts alone, without sockets."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Generator

import pytest

import theomachy
from tests.server.matches import played
from theomachy.server.course import Course
from theomachy.server.fair_line import FairLine
from theomachy.server.limits import WITHOUT_LIMIT, Allowance, Bucket, Limits, Purse
from theomachy.server.outbox import Mailroom, Outbox
from theomachy.server.replay import MARKS, Rewind
from theomachy.server.states import EncodedCache, EncodedLog, EncodedState, EncodedStory
from theomachy.server.workshop import TooMuchWork, Workshop

# --- the line before the bots' workers --------------------------------------------------------------------------------


def served(line: FairLine[str]) -> list[str]:
    turns: list[str] = []
    while (turn := line.next()) is not None:
        turns.append(turn)
    return turns


def test_addresses_take_turns() -> None:
    line: FairLine[str] = FairLine()
    for number in range(4):
        line.join("many", f"table {number}", 10, f"m{number}")
    line.join("few", "other", 10, "f0")
    assert line.next() == "m0"
    line.join("few", "other", 10, "f1")
    assert served(line) == ["f0", "m1", "f1", "m2", "m3"]
    assert line.next() is None


def test_tables_of_an_address_take_turns() -> None:
    line: FairLine[str] = FairLine()
    for number in range(3):
        line.join("a", "busy", 10, f"b{number}")
    line.join("a", "quiet", 10, "q0")
    assert served(line) == ["b0", "q0", "b1", "b2"]


def test_who_asks_for_more_time_is_less_often_next() -> None:
    line: FairLine[str] = FairLine()
    for number in range(3):
        line.join("slow", "s", 1_000, f"s{number}")
        line.join("quick", "q", 10, f"q{number}")
    assert served(line) == ["s0", "q0", "q1", "q2", "s1", "s2"]


def test_a_rest_gives_no_right_to_more_later() -> None:
    """Who comes after others were served for long takes turns with them from then on, and not all the next ones."""
    line: FairLine[str] = FairLine()
    for number in range(100):
        line.join("old", "o", 10, f"o{number}")
    assert [line.next() for _ in range(90)][-1] == "o89"
    for number in range(3):
        line.join("new", "n", 10, f"n{number}")
    turns = [line.next() for _ in range(6)]
    assert sum(str(turn).startswith("n") for turn in turns) == 3
    assert sum(str(turn).startswith("o") for turn in turns) == 3


def test_who_waits_is_counted() -> None:
    line: FairLine[str] = FairLine()
    with line.counted("a"), line.counted("a"), line.counted("b"):
        assert [line.count(address) for address in "abc"] == [2, 1, 0]
    assert line.count("a") == 0


# --- long work --------------------------------------------------------------------------------------------------------


def purse(most: int = 9, work: Allowance = WITHOUT_LIMIT) -> Purse:
    return Purse(Bucket(work), Bucket(WITHOUT_LIMIT), None, most)


def busy(pieces: int, done: list[str], name: str) -> Generator[None, None, str]:
    """Work that notes each of its steps, until it took more than one piece."""
    for _ in range(pieces):
        sum(range(60_000))
        done.append(name)
        yield
    return name


def test_long_works_take_turns_and_others_go_on() -> None:
    async def all_at_once() -> tuple[list[str], list[str], int]:
        workshop = Workshop()
        done: list[str] = []
        beats = 0

        async def beat() -> None:
            nonlocal beats
            while True:
                beats += 1
                await asyncio.sleep(0)

        heart = asyncio.create_task(beat())
        results = await asyncio.gather(
            *(workshop.in_pieces(busy(200, done, name), purse()) for name in ("first", "second"))
        )
        heart.cancel()
        workshop.close()
        return results, done, beats

    results, done, beats = asyncio.run(all_at_once())
    assert results == ["first", "second"]
    # Neither is done before the other has begun, and the loop went round many times.
    assert done.index("second") < len(done) - 1 - done[::-1].index("first")
    assert beats > 10


def test_work_is_paid_for_and_so_many_may_be_under_way() -> None:
    async def work() -> None:
        workshop = Workshop()
        mine = purse(most=1, work=Allowance(0.0, 0.001))
        done: list[str] = []
        first = asyncio.create_task(workshop.in_pieces(busy(60, done, "x"), mine))
        await asyncio.sleep(0)
        with pytest.raises(TooMuchWork):
            await workshop.in_pieces(busy(60, done, "y"), mine)
        with pytest.raises(TooMuchWork):
            await workshop.aside(sum, [1, 2], purse=mine)
        assert await workshop.aside(sum, [1, 2], purse=mine, must=True) == 3
        assert await first == "x"
        assert mine.empty
        with pytest.raises(ZeroDivisionError):
            await workshop.aside(divmod, 1, 0, purse=mine)
        # Failed work is over, too.
        assert await workshop.aside(sum, [1, 2], purse=mine) == 3
        workshop.close()

    asyncio.run(work())


# --- what waits to be sent --------------------------------------------------------------------------------------------


def test_what_waits_is_bounded_for_one_for_an_address_and_for_all() -> None:
    limits = Limits(backlog=100, spectator_backlog=50, address_backlog=300, whole_backlog=400)
    room = Mailroom(limits)
    gone: list[str] = []

    def outbox(name: str, address: str, seated: bool = True) -> Outbox:
        made = room.outbox(address, lambda: gone.append(name))
        made.seated = seated
        return made

    seat, watcher = outbox("seat", "a"), outbox("watcher", "a", seated=False)
    for box in (seat, watcher):
        # The message that is just sent does not count, whatever its size.
        box.put((b"x" * 60, b"y" * 20))
        box.put((b"x" * 50,))
    assert (room.waiting, gone) == (260, [])
    watcher.put((b"x",))
    assert (room.waiting, gone, watcher.overflowed) == (130, ["watcher"], True)
    watcher.put((b"x" * 1000,))
    assert room.waiting == 130
    # All of an address: who has most waiting is cut off.
    large = outbox("large", "a")
    large.put((b"x" * 200,))
    assert (room.waiting, gone) == (130, ["watcher", "large"])
    # All together.
    for number in range(3):
        outbox(f"b{number}", f"b{number}").put((b"x" * (90 + number),))
    assert (room.waiting, gone) == (273, ["watcher", "large", "seat"])


def test_messages_leave_in_order() -> None:
    async def leave() -> list[bytes]:
        room = Mailroom(Limits())
        outbox = room.outbox("a", lambda: None)
        heard: list[bytes] = []
        for word in (b"one", b"two"):
            outbox.put((word,))
        outbox.close()
        outbox.put((b"too late",))
        while (message := await outbox.next()) is not None:
            heard += message
            assert room.waiting > 0
            outbox.sent()
        outbox.empty()
        assert room.waiting == 0
        return heard

    assert asyncio.run(leave()) == [b"one", b"two"]


# --- what is kept at hand ---------------------------------------------------------------------------------------------


def test_what_was_not_asked_for_longest_goes_first() -> None:
    cache = EncodedCache(100)
    for seat in range(3):
        cache.keep("t", seat, "en", EncodedState(1, b"x" * 10, EncodedLog(entries=b"y" * 20)))
    assert cache.size == 90
    assert cache.state("t", 0, "en") is not None
    cache.keep("t", None, "en", EncodedStory(entries=b"x" * 30))
    assert [cache.state("t", seat, "en") is not None for seat in range(3)] == [True, False, True]
    assert cache.story("t", None, "en") is not None
    # The same anew takes the room of the old; what is larger than everything is not kept.
    cache.keep("t", None, "en", EncodedStory(entries=b"x" * 5))
    assert cache.size == 65
    cache.keep("t", 0, "en", EncodedState(2, b"x" * 101, EncodedLog()))
    assert cache.state("t", 0, "en") is None
    assert cache.size == 35


def test_going_back_in_a_long_match() -> None:
    """In any order, with few copies kept, every moment is what it was."""
    match = played(lambda match: match.over, players=4, game="anunnaki")
    assert len(match.history) > 1_000
    rewind = Rewind(Course.of_match(match))
    twin = theomachy.new("anunnaki", players=4, seed=1)
    digests = [twin.digest()]
    for seat, number in match.history:
        twin.play(number, seat)
        digests.append(twin.digest())
    luck = random.Random(1)
    last = len(match.history)
    for first in (last, 0, *(luck.randrange(last) for _ in range(12))):
        until = min(last, first + luck.randrange(20))
        found = [there.digest() for there in rewind.way(first, until) if there is not None]
        assert found == digests[first : until + 1]
        assert 0 < rewind.kept <= MARKS

"""What hostile clients try: others go on undisturbed, and nothing grows without bounds."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.server.matches import played
from tests.server.raw import Raw, RawEyes
from tests.server.serving import FAST, SOON, Client, Eyes, Message, Seated, Serving
from theomachy.server.app import Settings
from theomachy.server.connections import SocketConnection
from theomachy.server.envoy import Envoy
from theomachy.server.limits import Allowance, Limits
from theomachy.server.outbox import Outbox
from theomachy.server.rows import TableRows
from theomachy.server.storage import TableRecord

PERSON = {"who": "person", "name": "Ann"}


@contextlib.contextmanager
def serve(tmp_path: Path, limits: Limits) -> Iterator[Serving]:
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), bot_pause=0.0, limits=limits))
    try:
        yield running
    finally:
        running.stop()


def soon(holds: Callable[[], bool]) -> bool:
    """Whether something holds before long."""
    end = time.monotonic() + SOON
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def fast(**more: Any) -> Limits:
    """The limits of players who are faster than people, but for these."""
    kept = {name: getattr(FAST, name) for name in FAST.__struct_fields__}
    return Limits(**{**kept, **more})


@cache
def long_save() -> str:
    """A match whose log takes half a megabyte."""
    return played(lambda match: match.over, players=4, game="anunnaki").save()


def long_table(client: Client) -> Seated:
    return client.open_save(long_save(), "Ann", "Ben", "Cid", "Dot")


# --- time -------------------------------------------------------------------------------------------------------------


def test_spectators_of_a_long_match_hold_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve of them ask for one language after the other: each is made once, and others are answered meanwhile."""
    made: list[tuple[int | None, str]] = []
    make = Envoy.state

    def counted(self: Envoy, seat: int | None, lang: str, kept: Any) -> Any:
        made.append((seat, lang))
        return make(self, seat, lang, kept)

    monkeypatch.setattr(Envoy, "state", counted)
    with serve(tmp_path, fast(spectator_bytes=Allowance(1e9, 1e9), spectator_work=Allowance(1e9, 1e9))) as running:
        table = long_table(running.client)
        other = running.client.new_table("Eve", "Fay", setup={"first": 0})
        crowd = [table.sit() for _ in range(12)]
        with other.sit(0) as eve:
            for watcher in crowd:
                assert watcher.expect("state")["log"]
            eve.expect("state")
            made.clear()
            threads = [threading.Thread(target=ask_for_languages, args=(watcher,)) for watcher in crowd]
            for thread in threads:
                thread.start()
            pongs = 0
            while any(thread.is_alive() for thread in threads):
                assert eve.ask(type="ping")["type"] == "pong"
                pongs += 1
            for thread in threads:
                thread.join()
        for watcher in crowd:
            watcher.close()
    assert sorted(made) == [(None, "de"), (None, "ru")]
    # They are sent 36 states of half a megabyte; in between others are answered.
    assert pongs > 10


def ask_for_languages(watcher: Eyes) -> None:
    for lang in ("de", "ru", "en"):
        assert watcher.ask(type="lang", lang=lang)["type"] == "state"


def test_what_is_asked_has_a_price(tmp_path: Path) -> None:
    """In bytes: a spectator has less than a seat, and who has spent everything still may choose."""
    limits = fast(spectator_bytes=Allowance(1.0, 30_000.0), bytes=Allowance(1.0, 120_000.0))
    with serve(tmp_path, limits) as running:
        table = running.client.new_table("Ann", "Ben", setup={"first": 0})
        answered: list[int] = []
        for seat in (None, 0):
            with table.sit(seat) as eyes:
                eyes.expect("state")
                said = [eyes.ask(type="lang", lang=lang) for lang in ("de", "ru", "en") * 20]
                kinds = [message["type"] for message in said]
                answered.append(kinds.index("refused"))
                assert set(kinds[answered[-1] :]) == {"refused"}
                assert said[-1]["error"] == "too-many"
                assert said[-1]["words"]
                assert eyes.ask(type="ping")["type"] == "pong"
                if seat is not None:
                    assert eyes.choose("action move")["version"] == 1
        assert 0 < answered[0] < answered[1]


def test_work_has_a_price(tmp_path: Path) -> None:
    """In seconds: an address that has had much thinking done for it waits."""
    with serve(tmp_path, fast(address_work=Allowance(0.001, 0.2))) as running:
        answers = [
            running.client.post("/api/tables/open", {"save": long_save(), "seats": [PERSON] * 4}) for _ in range(12)
        ]
        codes = [answer.status_code for answer in answers]
        assert codes[0] == 201
        assert codes[-1] == 429
        assert answers[-1].json()["error"] == "too-many"
        assert running.client.get("/api/bots").status_code == 429


def test_long_hints_hold_no_bot_up(tmp_path: Path) -> None:
    """Ten sockets ask for the longest hints there are. A bot elsewhere plays on, and what was promised comes."""
    with serve(tmp_path, fast(hint_time=800)) as running:
        client = running.client
        game = client.new_table("Eve", "bot:random", setup={"first": 0}, seed=3)
        askers = [client.new_table("Ann", "Ben", setup={"first": 0}, hints=True).sit(0) for _ in range(10)]
        with game.sit(0) as eve:
            eve.expect("state")
            # The bot's worker is awake.
            while eve.news["version"] < 8:
                play_on(eve)
            for asker in askers:
                asker.expect("state")
                asker.say(type="hint", bot="search:10s", ref=3)
            reached = eve.news["version"] + 2
            while eve.news["version"] < reached and not eve.news["outcome"]:
                play_on(eve)
            # With one line for all, the bot would have answered behind all hints.
            waiting = [asker for asker in askers if not has_heard(asker)]
            assert waiting
        said = [heard(asker) for asker in askers]
        for asker in askers:
            asker.close()
    assert [message["type"] for message in said].count("hint") == 4
    assert [message.get("error") for message in said].count("too-many") == 6


def has_heard(asker: Eyes) -> bool:
    """Return whether the answer to the hint has arrived; the announcement to the table comes before it."""
    try:
        while asker.hear(0.001).get("ref") != 3:
            pass
    except TimeoutError:
        return False
    return True


def heard(asker: Eyes) -> Message:
    """The answer to the question for a hint, which may have been read already."""
    last: Message = json.loads(asker.traffic[-1])
    return last if last.get("ref") == 3 else asker.answer(3)


def play_on(eyes: Eyes) -> None:
    if eyes.news["choices"]:
        eyes.choose(eyes.choices[0])
    else:
        eyes.hear()


def test_the_list_is_not_read_for_everybody_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who chooses waits for the same storage. What is new is listed all the same."""
    reads = 0
    read = TableRows.listed

    def counted(self: TableRows, limit: int) -> list[TableRecord]:
        nonlocal reads
        reads += 1
        return read(self, limit)

    monkeypatch.setattr(TableRows, "listed", counted)
    with serve(tmp_path, FAST) as running:
        running.client.new_table("Ann", "open", listed=True)
        began = time.monotonic()
        for _ in range(100):
            assert len(running.client.get("/api/tables").json()["tables"]) == 1
        assert reads <= 2 + (time.monotonic() - began)
        running.client.new_table("Ben", "open", listed=True)
        assert len(running.client.get("/api/tables").json()["tables"]) == 2


def test_a_host_can_not_flip_a_seat_for_ever(tmp_path: Path) -> None:
    with serve(tmp_path, fast(reseats=Allowance(0.01, 5.0))) as running:
        table = running.client.new_table("Ann", "open")
        codes = []
        for number in range(80):
            body = {"who": "bot", "bot": "random"} if number % 2 == 0 else {"who": "open"}
            codes.append(running.client.post(f"{table.path}/seats/1", body, table.host).status_code)
        # A wish that changes nothing, as every other one from then on, is granted.
        assert codes == [200] * 5 + [429, 200] * 37 + [429]
        with table.sit(0) as ann:
            assert len(ann.expect("state")["chat"]) == 5


def test_somebody_who_is_here_keeps_their_seat(tmp_path: Path) -> None:
    """The host gives away the seat of somebody who is away, not of somebody who is here or was a moment ago."""
    with serve(tmp_path, fast(absence=4.0)) as running:
        client = running.client
        table = client.new_table("Ann", "Ben", seed=1)
        path, bot = f"{table.path}/seats/1", {"who": "bot", "bot": "random"}
        with table.sit(1) as ben:
            ben.expect("state")
            for wanted in (bot, {"who": "open"}):
                answer = client.post(path, wanted, table.host)
                assert (answer.status_code, answer.json()["error"]) == (409, "not-now")
                assert "here" in answer.json()["words"]
            assert ben.ask(type="ping")["type"] == "pong"
        assert soon(lambda: not table.info()["seats"][1]["online"])
        assert client.post(path, bot, table.host).status_code == 409
        assert soon(lambda: client.post(path, bot, table.host).status_code == 200)
        assert table.info()["seats"][1]["who"] == "bot"
        # One's own seat one may always give away.
        with table.sit(0) as ann:
            ann.expect("state")
            assert client.post(f"{table.path}/seats/0", bot, table.tokens[0]).status_code == 200


# --- memory -----------------------------------------------------------------------------------------------------------


def test_who_never_reads_is_cut_off(tmp_path: Path) -> None:
    """What waits for it never takes more room than it may, and is freed; the others hear what happens."""
    limits = fast(
        spectator_backlog=300_000, goodbye=4.0, spectator_bytes=Allowance(1e9, 1e9), address_bytes=Allowance(1e9, 1e9)
    )
    with serve(tmp_path, limits) as running:
        table = long_table(running.client)
        room = running.room
        deaf = RawEyes(running.port, table.id)
        deaf.say(type="hello", lang="en")
        with table.sit(0) as ann:
            size = len(ann.expect("state") and ann.traffic[-1])
            assert soon(lambda: len(running.hall.live[table.id].watchers) == 2)
            largest = 0
            for number in range(30):
                deaf.say(type="lang", lang=("en", "de", "ru")[number % 3])
                largest = max(largest, room.waiting)
            assert soon(lambda: len(running.hall.live[table.id].watchers) == 1)
            assert ann.ask(type="ping")["type"] == "pong"
        # One message may be larger than there is room; the next does not wait behind it.
        assert largest < 3 * size + 300_000
        assert soon(lambda: room.waiting == 0)
        assert deaf.close_code() == 1013
        deaf.close()
        with table.sit() as again:
            assert again.expect("state")["log"]


def open_sockets(running: Serving) -> int:
    return sum(isinstance(each, SocketConnection) for each in list(running.server.server_state.connections))


def test_who_reads_nothing_at_all_is_ended(tmp_path: Path) -> None:
    """Too little for a queue to overflow, but nothing leaves: the connection is ended after a while."""
    limits = fast(stall=0.5, goodbye=0.5, spectator_backlog=50_000_000, spectator_bytes=Allowance(1e9, 1e9))
    with serve(tmp_path, limits) as running:
        table = long_table(running.client)
        deaf = RawEyes(running.port, table.id)
        assert open_sockets(running) == 1
        deaf.say(type="hello", lang="en")
        for _ in range(20):
            deaf.say(type="lang", lang="de")
        assert soon(lambda: open_sockets(running) == 0)
        assert soon(lambda: running.room.waiting == 0)
        assert running.hall.live[table.id].watchers == set()
        deaf.close()


def test_an_address_has_room_for_so_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many sockets of one address that read nothing: those with most waiting go first."""
    limits = fast(
        address_backlog=1_500_000, spectator_bytes=Allowance(1e9, 1e9), address_bytes=Allowance(1e9, 1e9), goodbye=0.5
    )
    with serve(tmp_path, limits) as running:
        table = long_table(running.client)
        crowd = [RawEyes(running.port, table.id) for _ in range(12)]
        assert open_sockets(running) == 12
        waited: list[int] = []
        changed = running.room.changed

        def noted(outbox: Outbox, size: int) -> None:
            """In the server's own thread, when it has made room: another one may look while it is doing so."""
            changed(outbox, size)
            if size > 0:
                waited.append(running.room.waiting)

        monkeypatch.setattr(running.room, "changed", noted)
        for number, deaf in enumerate(crowd):
            deaf.say(type="hello", lang=("en", "de", "ru")[number % 3])
            for _ in range(6):
                deaf.say(type="lang", lang="en")
        assert soon(lambda: open_sockets(running) < 12)
        time.sleep(0.5)
        # Messages of half a megabyte have been waiting, and never more than there is room for.
        assert 400_000 < max(waited) <= 1_500_000
        for deaf in crowd:
            deaf.close()
        assert soon(lambda: running.room.waiting == 0)


def test_what_is_kept_at_hand_is_bounded(tmp_path: Path) -> None:
    """States and stories in all languages for all eyes: no more bytes than there is room for, and each is right."""
    with serve(tmp_path, fast(cache=900_000)) as running:
        client = running.client
        table = long_table(client)
        cache = running.hall.house.cache
        stories: dict[tuple[str, int | None], object] = {}
        for lang in ("en", "de", "en"):
            for seat in (None, 0):
                tokens = [] if seat is None else [table.tokens[seat]]
                story = client.get(f"{table.path}/story", *tokens, lang=lang).json()
                assert stories.setdefault((lang, seat), story) == story
                with table.sit(seat, lang=lang) as eyes:
                    assert eyes.expect("state")["seat"] == seat
                assert cache.size <= 900_000
        assert cache.size > 250_000
        # What nobody uses any more is put away, and nothing made of it is kept.
        other = client.new_table("Cid", "Dan")
        with other.sit(0) as eyes:
            eyes.expect("state")
            before = cache.size
            assert soon(lambda: not running.hall.live[table.id].watchers)
            running.hall.put_away(0.0)
            assert table.id not in running.hall.live
            assert 0 < cache.size < before - 100_000
        with table.sit(0) as eyes:
            assert eyes.expect("state")["seat"] == 0


# --- connections ------------------------------------------------------------------------------------------------------


def test_half_open_connections_are_ended(tmp_path: Path) -> None:
    """Nothing at all, half a head, a body that never ends, a body nobody wants: each has its time."""
    with serve(tmp_path, fast(head_time=0.6, body_time=0.6)) as running:
        begun = [
            b"",
            b"GET /api/bots HTTP/1.1\r\nHost: x\r\nX-Slow: ",
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
            b"GET /api/bots HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
        ]
        held = [Raw(running.port) for _ in begun]
        for raw, data in zip(held, begun, strict=True):
            raw.send(data)
        for raw in held:
            assert raw.ends_within(SOON)
            raw.close()
        slow = Raw(running.port)
        slow.send(begun[2])
        assert slow.read_all().startswith(b"HTTP/1.1 408")
        assert running.client.get("/api/bots").status_code == 200


def test_a_trickle_is_no_way_around(tmp_path: Path) -> None:
    """A letter now and then does not keep a connection."""
    with serve(tmp_path, fast(head_time=0.6)) as running:
        raw = Raw(running.port)
        raw.send(b"GET /api/bots HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        began = time.monotonic()
        ended = False
        while not ended and time.monotonic() - began < SOON:
            time.sleep(0.05)
            try:
                raw.send(b"x")
            except (ConnectionResetError, BrokenPipeError):
                ended = True
        raw.close()
        assert ended


def test_room_for_so_many_connections_of_an_address(tmp_path: Path) -> None:
    """Other addresses, and the proxy on this machine, are not affected."""
    with serve(tmp_path, fast(connections_per_address=5)) as running:
        held = [Raw(running.port, "127.0.0.2") for _ in range(8)]
        ended = [raw.ends_within(SOON) for raw in held[5:]]
        assert ended == [True] * 3
        held[0].send(b"GET /api/bots HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert held[0].read_all().startswith(b"HTTP/1.1 200")
        assert running.client.get("/api/bots").status_code == 200
        for raw in held:
            raw.close()


def test_so_many_hellos(tmp_path: Path) -> None:
    with serve(tmp_path, fast(hellos=Allowance(0.01, 4.0))) as running:
        table = running.client.new_table("Ann", "Ben")
        for _ in range(4):
            with table.sit() as watcher:
                watcher.expect("state")
        assert Eyes(running.port, table.id).hear()["error"] == "full"


# --- tables -----------------------------------------------------------------------------------------------------------


def test_tables_that_were_refused_lock_nobody_out(tmp_path: Path) -> None:
    with serve(tmp_path, fast(tables_per_address=2, tables=2, tables_anyway=1)) as running:
        client = running.client
        for _ in range(5):
            bad = client.post("/api/tables", {"game": "ankh", "seats": [PERSON], "setup": {"gods": ["zeus"]}})
            assert bad.status_code == 422
            save = client.post("/api/tables/open", {"save": "{}", "seats": [PERSON]})
            assert save.status_code == 422
        for _ in range(2):
            client.new_table("Ann", "Ben")
        answer = client.post("/api/tables", {"game": "ankh", "seats": [PERSON, PERSON]})
        assert (answer.status_code, answer.json()["error"]) == (429, "too-many")
        # Somebody else still can.
        other = client.http.post(
            "/api/tables",
            json={"game": "ankh", "seats": [PERSON, PERSON]},
            headers={"x-forwarded-for": "2001:db8::1"},
        )
        assert other.status_code == 201
        # And what is the same subscriber is the same address.
        same = client.http.post(
            "/api/tables",
            json={"game": "ankh", "seats": [PERSON, PERSON]},
            headers={"x-forwarded-for": "2001:db8::ffff:2"},
        )
        assert same.status_code == 429

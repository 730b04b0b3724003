"""The permission table of docs/security.md: every cell, tried over HTTP and sockets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest

from tests.server.people import Person, person
from tests.server.serving import FAST, Eyes, Message, Seated, Serving
from theomachy.server.app import Settings
from theomachy.server.limits import WITHOUT_LIMIT

PAGE: Final = Path(__file__).parents[2] / "docs" / "security.md"
#: seats of the people at the table
MAKER, GUEST, PLAYER, TOKEN = range(4)


def read_table() -> list[tuple[str, str, str]]:
    """Action, actor and what is documented, cell by cell."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    (header,) = (line for line in lines if line.startswith("| action |"))
    rows = list(takewhile(lambda line: line.startswith("|"), lines[lines.index(header) :]))
    actors = [cell.strip() for cell in header.strip("|").split("|")][1:]
    cells: list[tuple[str, str, str]] = []
    for row in rows[2:]:
        first, *said = [cell.strip() for cell in row.strip("|").split("|")]
        found = re.match(r"`([a-z-]+)`: ", first)
        assert found, row
        cells += [(found[1], actor, word) for actor, word in zip(actors, said, strict=True)]
    return cells


CELLS: Final = read_table()


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server at which one address may do as much as all these people together."""
    often = msgspec.structs.replace(
        FAST, joins=WITHOUT_LIMIT, players=WITHOUT_LIMIT, address_chat=WITHOUT_LIMIT, tables_per_address=10_000,
    )  # fmt: skip
    database = str(tmp_path_factory.mktemp("identity") / "tables.sqlite")
    running = Serving(Settings(database=database, bot_pause=0.0, limits=often))
    yield running
    running.stop()


#: the maker, the player, the former sitter, another player, and a browser without a player
People = tuple[Person, Person, Person, Person, Person]


def new_people(serving: Serving) -> People:
    mia, pia, fay, eve = (person(serving, name) for name in ("Mia", "Pia", "Fay", "Eve"))
    return mia, pia, fay, eve, Person(serving.port)


@pytest.fixture(scope="module")
def people(serving: Serving) -> People:
    return new_people(serving)


class Actor:
    """Somebody at a browser of their own, with what they show: tokens, or stand-ins for a player's seats."""

    def __init__(self, browser: Person, *tokens: str, seat: int | None = None) -> None:
        self.browser = browser
        self.tokens = tokens
        self.seat = seat

    @contextmanager
    def socket(self, table: Seated) -> Iterator[Eyes | None]:
        """A socket at the table; None if it is refused."""
        eyes = Eyes(self.browser.port, table.id, additional_headers={"Cookie": self.browser.cookie})
        with eyes:
            # One socket is one seat; the last token is the one of the seat.
            eyes.say(type="hello", **({"token": self.tokens[-1]} if self.tokens else {}))
            yield eyes if eyes.expect("state", "error")["type"] == "state" else None

    def get(self, path: str, **query: object) -> httpx.Response:
        return self.browser.get(path, *self.tokens, **query)

    def post(self, path: str, body: object) -> httpx.Response:
        return self.browser.post(path, body, *self.tokens)


class World:
    """A table with a maker, a guest of theirs, a player, somebody with a token, and somebody who left."""

    def __init__(self, people: People, first: int, full: bool = True) -> None:
        self.mia, self.pia, self.fay, self.eve, self._nobody = people
        self.table = self.mia.new_table("Mia", "Guest", "open", "open", setup={"first": first}, hints=True)
        self.seats = {MAKER: self.table.tokens[MAKER], GUEST: self.table.tokens[GUEST]}
        self.seats[PLAYER] = self.join(self.pia, PLAYER)
        former = self.join(self.fay, TOKEN)
        assert self.fay.post(f"{self.table.path}/seats/{TOKEN}", {"who": "open"}, former).status_code == 200
        self.former = former
        if full:
            self.seats[TOKEN] = self.join(self._nobody, TOKEN)

    def join(self, somebody: Person, seat: int) -> str:
        answer = somebody.post(f"{self.table.path}/join", {"seat": seat, "name": "x"})
        assert answer.status_code == 200, answer.text
        token: str = answer.json()["token"]
        return token

    def actor(self, name: str) -> Actor:
        nobody = self._nobody
        match name:
            case "stranger":
                return Actor(nobody, "a-token-of-another-table")
            case "spectator":
                return Actor(nobody)
            case "other":
                return Actor(self.eve, "me", f"me:{PLAYER}")
            case "former":
                return Actor(self.fay, self.former)
            case "token":
                return Actor(nobody, *([self.seats[TOKEN]] if TOKEN in self.seats else []), seat=TOKEN)
            case "guest":
                return Actor(nobody, self.seats[GUEST], seat=GUEST)
            case "player":
                return Actor(self.pia, f"me:{PLAYER}", seat=PLAYER)
            case "host":
                return Actor(nobody, self.table.host)
            case "maker":
                return Actor(self.mia, "me", f"me:{MAKER}", seat=MAKER)
        raise AssertionError(name)


def word_of(answer: httpx.Response) -> str:
    """Whether a request was granted. A server error is neither."""
    assert answer.status_code < 500, answer.text
    return "yes" if answer.status_code < 300 else "no"


def seat_word(seat: int | None, actor: Actor) -> str:
    assert seat in (None, actor.seat), "somebody else's view"
    return "public" if seat is None else "own"


# --- actions ----------------------------------------------------------------------------------------------------------


def info(world: World, actor: Actor) -> str:
    return word_of(actor.get(world.table.path))


def watch(world: World, actor: Actor) -> str:
    with actor.socket(world.table) as eyes:
        return "no" if eyes is None else seat_word(eyes.news["seat"], actor)


def replay(world: World, actor: Actor) -> str:
    answer = actor.get(f"{world.table.path}/replay", step=0)
    return seat_word(answer.json()["view"]["seat"], actor) if word_of(answer) == "yes" else "no"


#: what everybody is told after messages that are not answered themselves
TOLD: Final = {"chat": "chat", "coach": "table", "ask-undo": "chat", "answer-undo": "chat"}


def said(eyes: Eyes, **message: Any) -> Message:
    """What follows a message: its answer, or what everybody is told."""
    eyes.say(ref=9, **message)
    while True:
        heard = eyes.hear()
        if heard.get("ref") == 9 or heard["type"] == TOLD.get(message["type"]):
            return heard


def message(**fields: Any) -> Callable[[World, Actor], str]:
    """An action that is one message, at the beginning of the match, when the actor's seat is asked."""

    def act(world: World, actor: Actor) -> str:
        with actor.socket(world.table) as eyes:
            if eyes is None:
                return "no"
            known = {"choice": (eyes.choices or ["done"])[0], "version": eyes.news["version"]}
            answer = said(eyes, **{key: known.get(key, value) for key, value in fields.items()})
            return "no" if answer["type"] in ("refused", "error") else "yes"

    return act


def after_a_choice(kind: str) -> Callable[[World, Actor], str]:
    """An action that is one message, after the actor's seat has chosen."""

    def act(world: World, actor: Actor) -> str:
        with actor.socket(world.table) as eyes:
            if eyes is None:
                return "no"
            if actor.seat is None:
                with world.table.client.sit(world.table.id, world.seats[MAKER]) as maker:
                    maker.expect("state")
                    eyes.catch_up(maker.choose(maker.choices[0])["version"])
            else:
                assert eyes.choose(eyes.choices[0])["type"] == "update"
            answer = said(eyes, type=kind, version=eyes.news["version"])
            return "no" if answer["type"] in ("refused", "error") else "yes"

    return act


def answer_undo(world: World, actor: Actor) -> str:
    """Seat 1 asks, or if that is the actor's seat 0."""
    asking = MAKER if actor.seat == GUEST else GUEST
    with world.table.client.sit(world.table.id, world.seats[asking]) as asker, actor.socket(world.table) as eyes:
        if eyes is None:
            return "no"
        asker.expect("state")
        eyes.catch_up(asker.choose(asker.choices[0])["version"])
        asker.say(type="ask-undo", version=asker.news["version"])
        while "undo" not in eyes.expect("chat")["line"]:
            pass
        answer = said(eyes, type="answer-undo", version=eyes.news["version"], agree=True)
        if answer["type"] == "refused":
            return "no"
        assert answer["line"]["undo"]["word"] == "agreed"
        return "yes"


def give_seat(world: World, actor: Actor, seat: int) -> str:
    answer = actor.post(f"{world.table.path}/seats/{seat}", {"who": "bot", "bot": "random"})
    asked = world.table.info()["seats"][seat]["asked"]
    return "asks" if answer.status_code == 409 and asked == "random" else word_of(answer)


def leave(world: World, actor: Actor) -> str:
    """Open the actor's own seat; actors without one try seat 3."""
    seat = TOKEN if actor.seat is None else actor.seat
    body = {"who": "open"}
    if actor.seat is None and actor.tokens == (world.table.host,):
        # The host may open the seat of an absent person, which is another row.
        body["who"], seat = "stay", 99
    return word_of(actor.post(f"{world.table.path}/seats/{seat}", body))


def other_seat(actor: Actor) -> int:
    return TOKEN if actor.seat == GUEST else GUEST


def replace_absent(world: World, actor: Actor) -> str:
    return give_seat(world, actor, other_seat(actor))


def replace_present(world: World, actor: Actor) -> str:
    seat = other_seat(actor)
    with world.table.client.sit(world.table.id, world.seats[seat]) as present:
        present.expect("state")
        return give_seat(world, actor, seat)


def whole(route: str) -> Callable[[World, Actor], str]:
    def act(world: World, actor: Actor) -> str:
        answer = actor.get(f"{world.table.path}/{route}", step=0)
        if word_of(answer) == "no":
            return "no"
        return "whole" if answer.json()["whole"] else "own"

    return act


def signed_in(actor: Actor) -> Person:
    """The actor's browser, with a player: everybody can become one."""
    if not actor.browser.known():
        actor.browser.become("Late")
    return actor.browser


def claim(world: World, actor: Actor) -> str:
    """Claim with every token of the actor; whether exactly the actor's own seat belongs to their player then."""
    browser = signed_in(actor)
    tokens = [{"table": world.table.id, "token": token} for token in actor.tokens]
    assert browser.post("/api/me/seats", {"seats": tokens}).status_code == 200
    seats = [seat for mine in browser.tables() for seat in mine["seats"]]
    held = [MAKER, GUEST] if actor.seat == MAKER else [actor.seat]
    assert seats in ([], held), "another seat"
    return "yes" if seats else "no"


def take_over(world: World, actor: Actor) -> str:
    """Claim the seat of another player with its token, which the actor has come by."""
    browser = signed_in(actor)
    seat = MAKER if actor.seat == PLAYER else PLAYER
    if seat == MAKER:
        # A seat that the maker still holds for a guest can be claimed; one that a player has claimed cannot.
        assert world.eve.post("/api/me/seats", {"seats": [{"table": world.table.id, "token": world.seats[GUEST]}]})
        seat = GUEST
    before = browser.tables()
    wanted = {"seats": [{"table": world.table.id, "token": world.seats[seat]}]}
    added = browser.post("/api/me/seats", wanted).json()["added"]
    assert [mine["seats"] for mine in browser.tables()] == [mine["seats"] for mine in before] or added
    return "yes" if added else "no"


def my_tables(world: World, actor: Actor) -> str:
    answer = actor.browser.get("/api/me/tables")
    if word_of(answer) == "no":
        return "no"
    return "yes" if world.table.id in [mine["info"]["table"] for mine in answer.json()["tables"]] else "no"


def profile(world: World, actor: Actor) -> str:
    return word_of(actor.get(f"/api/players/{world.pia.me()['player']}"))


def rename(_: World, actor: Actor) -> str:
    return word_of(actor.post("/api/me/profile", {"name": "Renamed"}))


def sign_out(world: World, actor: Actor) -> str:
    """By the mark of the device, which is not a secret."""
    actor.post("/api/me/sign-out", {"device": world.pia.me()["device"]})
    return "no" if world.pia.known() else "yes"


def export(_: World, actor: Actor) -> str:
    return word_of(actor.get("/api/me/export"))


def delete(_: World, actor: Actor) -> str:
    return word_of(actor.post("/api/me/delete", {"sure": True}))


ACTIONS: Final[dict[str, Callable[[World, Actor], str]]] = {
    "info": info,
    "watch": watch,
    "replay": replay,
    "choose": message(type="choose", choice="", version=0),
    "undo": after_a_choice("undo"),
    "ask-undo": after_a_choice("ask-undo"),
    "answer-undo": answer_undo,
    "why": message(type="why", choice=""),
    "preview": message(type="preview", choice=""),
    "hint": message(type="hint", bot="random"),
    "coach": message(type="coach", agree=True),
    "chat": message(type="chat", text="hello"),
    "save": lambda world, actor: word_of(actor.get(f"{world.table.path}/save")),
    "position": whole("position"),
    "case": whole("case"),
    "analysis": lambda world, actor: word_of(actor.post(f"{world.table.path}/analysis", {})),
    "join": lambda world, actor: word_of(actor.post(f"{world.table.path}/join", {"name": "New"})),
    "leave": leave,
    "replace-absent": replace_absent,
    "replace-present": replace_present,
    "claim": claim,
    "take-over": take_over,
    "my-tables": my_tables,
    "profile": profile,
    "rename": rename,
    "sign-out": sign_out,
    "export": export,
    "delete": delete,
}


def test_every_documented_action_has_a_test() -> None:
    assert {action for action, _, _ in CELLS} == set(ACTIONS)
    assert len(CELLS) == 9 * len(ACTIONS)


@pytest.mark.parametrize(("action", "actor", "documented"), CELLS)
def test_documented_permission(serving: Serving, people: People, action: str, actor: str, documented: str) -> None:
    seats = {"token": TOKEN, "guest": GUEST, "player": PLAYER}
    first = seats.get(actor, MAKER)
    if action == "answer-undo":
        first = MAKER if actor == "guest" else GUEST
    if action in ("claim", "take-over", "sign-out", "delete"):
        # These change or delete players, so they get their own.
        people = new_people(serving)
    world = World(people, first, full=action != "join")
    assert ACTIONS[action](world, world.actor(actor)) == documented

"""Access to a match: consent to disclosure, and the access table of routes and socket messages."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
import yaml
from fastapi import FastAPI
from starlette.routing import Route, WebSocketRoute

import theomachy
from tests.server.matches import played
from tests.server.people import Person
from tests.server.serving import Client, Seated, Serving
from theomachy.kernel.match import Match
from theomachy.server import access_rules
from theomachy.server.access_table import MESSAGES, ROUTES, Access, guard_name, is_decision
from theomachy.server.messages import FromPage, Hello, PageMessage
from theomachy.server.refused import Refused

WHOLE = ("position", "case")


def running_match() -> Match:
    """A match in the middle of its course, with a deck that is hidden."""
    return played(lambda match: len(match.history) > 30, game="anunnaki")


def answers(table: Seated, step: int, *tokens: str) -> dict[str, Any]:
    """The answers of the routes that can disclose a whole match."""
    found = {what: table.client.get(f"{table.path}/{what}", *tokens, step=step) for what in WHOLE}
    assert all(answer.status_code == 200 for answer in found.values()), found
    return {what: answer.json() for what, answer in found.items()}


def deck(answer: dict[str, Any]) -> list[str]:
    """The order of the deck in a position or a case."""
    cards: list[str] = yaml.safe_load(answer["text"])["position"]["deck"]
    return cards


def test_holding_every_present_seat_does_not_disclose_the_match(client: Client) -> None:
    """Ben leaves and Ann takes his seat, too: she holds every seat, but Ben has not agreed."""
    match = running_match()
    table = client.open_save(match.save(), "Ann", "Ben")
    ann, ben = table.tokens[0], table.tokens[1]
    step = len(match.history)
    assert client.post(f"{table.path}/seats/1", {"who": "open"}, ben).status_code == 200
    second = client.post(f"{table.path}/join", {"name": "Ann again"}).json()["token"]
    assert client.get(f"{table.path}/save", ann, second).status_code == 409
    told = answers(table, step, ann, second)
    assert {what: answer["whole"] for what, answer in told.items()} == {"position": False, "case": False}
    assert table.info()["origin"]["disclosed"] is False
    # Ben's token completes the consent, and the table announces it.
    with table.sit(0) as watcher:
        watcher.expect("state")
        agreed = answers(table, step, ann, ben, second)
        assert {what: answer["whole"] for what, answer in agreed.items()} == {"position": True, "case": True}
        assert watcher.expect("table")["table"]["origin"]["disclosed"] is True
        assert watcher.expect("chat")["line"]["seat"] is None
    assert table.info()["origin"]["disclosed"] is True
    for what in WHOLE:
        assert deck(agreed[what]) != deck(told[what]), what
        assert sorted(deck(agreed[what])) == sorted(deck(told[what])), what


def test_positions_and_cases_follow_the_rule_of_saves(client: Client) -> None:
    """With the same tokens, a position and a case are whole exactly where a save is given."""
    match = running_match()
    step = len(match.history)
    for tokens in ([0], [1], [0, 1]):
        table = client.open_save(match.save(), "Ann", "Ben")
        shown = [table.tokens[seat] for seat in tokens]
        whole = [answer["whole"] for answer in answers(table, step, *shown).values()]
        disclosed = table.info()["origin"]["disclosed"]
        saved = client.get(f"{table.path}/save", *shown).status_code == 200
        assert whole == [saved, saved]
        assert disclosed is saved


def test_position_of_a_match_against_bots_discloses_nothing(client: Client) -> None:
    """One person among bots may save the match, but a position shows only what their seat knows."""
    match = theomachy.new("ankh", players=2, seed=5)
    table = client.open_save(match.save(), "Ann", "bot:random")
    for what, answer in answers(table, 0, table.tokens[0]).items():
        assert answer["whole"] is False, what
    assert table.info()["origin"]["disclosed"] is False


def test_analysis_board_is_not_marked_as_disclosed(client: Client) -> None:
    """One person plays all sides there, so nothing is hidden from them."""
    text = "game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7, w1 A8, T B8, G2 J9]}\n"
    seats = [{"who": "person", "name": "Ann"}] * 2
    made = client.post("/api/tables", {"game": "ankh", "position": text, "seats": seats, "analysis": True})
    table = Seated(client, made.json())
    assert [answer["whole"] for answer in answers(table, 0, *table.tokens.values()).values()] == [True, True]
    assert table.info()["origin"]["disclosed"] is False


# --- the access table -------------------------------------------------------------------------------------------------


def declared_routes(app: FastAPI) -> set[tuple[str, str]]:
    """Every route of an application, by method and path."""
    found: set[tuple[str, str]] = set()
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            found.add(("SOCKET", route.path))
        else:
            assert isinstance(route, Route), f"{route}: neither a route nor a socket; the access table can't list it"
            found |= {(method, route.path) for method in route.methods or () if method != "HEAD"}
    return found


def test_every_route_is_in_the_access_table(serving: Serving) -> None:
    app = serving.server.config.app
    assert isinstance(app, FastAPI)
    routes = declared_routes(app)
    assert routes - set(ROUTES) == set(), "declare them in server/access_table.py, with the function that decides"
    assert set(ROUTES) - routes == set(), "these routes do not exist"


def test_every_message_of_the_page_is_in_the_access_table() -> None:
    kinds = set(typing.get_args(PageMessage))
    assert kinds - set(MESSAGES) == set(), "declare them in server/access_table.py, with the function that decides"
    assert set(MESSAGES) - kinds == set(), "the page sends no such message"


def test_the_documentation_shows_the_access_table() -> None:
    shown = [
        *((f"`{method} {path}`", access) for (method, path), access in ROUTES.items()),
        *((f"message `{kind.__struct_config__.tag}`", access) for kind, access in MESSAGES.items()),
    ]
    wanted = [f"| {name} | {access.reveals} | `{guard_name(access)}` |" for name, access in shown if access is not None]
    page = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8").splitlines()
    assert [row for row in wanted if row not in page] == [], "missing in docs/security.md"
    rows = [row for row in page if re.match(r"\| (`(GET|POST|SOCKET) |message `)", row)]
    assert [row for row in rows if row not in wanted] == [], "in docs/security.md, but not in the access table"


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Access], None]:
    """Replace the guard of an entry by one that refuses everything, with an otherwise unused code."""

    def refuse(*_: object) -> NoReturn:
        raise Refused("no-lesson", "no-lesson", lesson="guarded")

    def replace(access: Access) -> None:
        monkeypatch.setattr(access_rules, access.guard.__name__, refuse)

    return replace


GUARDED_ROUTES = [key for key, access in ROUTES.items() if access and is_decision(access) and key[0] != "SOCKET"]
GUARDED_MESSAGES = [kind for kind, access in MESSAGES.items() if access and access.guard is access_rules.acting_seat]


@pytest.mark.parametrize(("method", "path"), GUARDED_ROUTES)
def test_route_uses_its_declared_guard(
    client: Client, refusing: Callable[[Access], None], method: str, path: str
) -> None:
    """Replacing the guard by a refusal makes the route refuse: there is no second check beside it."""
    access = ROUTES[method, path]
    assert access is not None
    table = client.new_table("Ann", "open", seed=3)
    somebody = Person(client.port)
    profile = somebody.become("Cid")["player"]
    address = path.format(table=table.id, seat=0, player=profile)
    bodies = {"join": {"name": "Ben"}, str(0): {"who": "open"}}
    refusing(access)
    if method == "GET":
        query = {"step": 0} if path.rpartition("/")[2] in ("replay", "position", "case") else {}
        answer = somebody.get(address, *([] if "players" in path else [table.tokens[0]]), **query)
    else:
        answer = somebody.post(address, bodies.get(address.rpartition("/")[2], {}), table.tokens[0])
    assert (answer.status_code, answer.json().get("error")) == (404, "no-lesson"), answer.text


@pytest.mark.parametrize("kind", GUARDED_MESSAGES, ids=lambda kind: str(kind.__struct_config__.tag))
def test_message_uses_its_declared_guard(
    client: Client, refusing: Callable[[Access], None], kind: type[FromPage]
) -> None:
    access = MESSAGES[kind]
    assert access is not None
    table = client.new_table("Ann", "Ben", seed=3, setup={"first": 0})
    fields: dict[str, Any] = {"version": 0, "agree": True}
    with table.sit(0) as ann:
        fields["choice"] = ann.expect("state")["choices"][0]["choice"]
        refusing(access)
        wanted = {name: fields[name] for name in kind.__struct_fields__ if name in fields}
        answer = ann.ask(type=kind.__struct_config__.tag, **wanted)
        assert (answer["type"], answer["error"]) == ("refused", "no-lesson"), answer


def test_hello_uses_its_declared_guard(client: Client, refusing: Callable[[Access], None]) -> None:
    access = MESSAGES[Hello]
    assert access is not None
    table = client.new_table("Ann", "Ben", seed=3)
    refusing(access)
    with table.sit(0) as ann:
        assert ann.hear()["error"] == "no-lesson"

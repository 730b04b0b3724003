"""Everything a client can ask for has a price, which is charged before any work is done."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute

from tests.server.serving import FAST, Serving
from tests.server.test_hostile import fast
from theomachy.server.app import Settings
from theomachy.server.limits import Allowance, Bucket, Purse, bottomless_purse
from theomachy.server.messages import PageMessage
from theomachy.server.request_costs import CHEAP, ENGINE, MESSAGES, ROUTES, Prepaid, route_price


@pytest.fixture(scope="module")
def declared(tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """Method and path of every route."""
    running = Serving(Settings(database=str(tmp_path_factory.mktemp("server") / "tables.sqlite"), limits=FAST))
    found: set[tuple[str, str]] = set()
    for route in running.server.config.app.routes:  # type: ignore[union-attr]
        if isinstance(route, APIWebSocketRoute):
            found.add(("GET", route.path))
        else:
            assert isinstance(route, APIRoute), f"{route}: a kind of route without a price"
            found |= {(method, route.path) for method in route.methods or () if method != "HEAD"}
    running.stop()
    return found


def test_every_route_has_a_price(declared: set[tuple[str, str]]) -> None:
    assert sorted(declared - set(ROUTES)) == [], "add these to request_costs.ROUTES"
    assert sorted(set(ROUTES) - declared) == [], "remove these from request_costs.ROUTES"


def test_every_message_has_a_price() -> None:
    assert set(MESSAGES) == set(get_args(PageMessage))


def test_prices_are_found_by_path(declared: set[tuple[str, str]]) -> None:
    """As a request names it; parameters may be anything."""
    for method, path in declared:
        asked = re.sub(r"\{[^}]*\}", "some-thing", path)
        assert route_price(method, asked) == ROUTES[method, path], path
    for method, path in (("GET", "/nothing"), ("PUT", "/api/tables"), ("POST", "/api/no/such/thing"), ("GET", "/api/")):
        assert route_price(method, path) == CHEAP


def purse(burst: float, whole: Purse | None = None) -> Purse:
    return Purse(Bucket(Allowance(0.0, burst), lambda: 0.0), bottomless_purse().size, whole, 9)


def test_a_request_costs_its_price_or_what_it_took() -> None:
    network = purse(1.0)
    asker = purse(1.0, network)
    with Prepaid(asker, 0.25):
        assert asker.work.level == network.work.level == 0.75
    assert asker.work.level == 0.75
    with Prepaid(asker, 0.25):
        asker.pay(seconds=0.125)
    assert asker.work.level == network.work.level == 0.5
    with Prepaid(asker, 0.25):
        asker.pay(seconds=0.375)
    assert asker.work.level == network.work.level == 0.125


def test_a_price_is_charged_before_the_work_is_done(tmp_path: Path) -> None:
    """Requests that turn out to be wrong after little work cost as much as their kind."""
    limits = fast(address_work=Allowance(1e-9, 9.5 * ENGINE))
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), limits=limits))
    try:
        body = {"game": "ankh", "seats": [{"who": "open"}, {"who": "open"}], "setup": {"gods": ["zeus", "zeus"]}}
        codes = [running.client.post("/api/tables", body).status_code for _ in range(14)]
        answered = codes.count(422)
        # The first one may take longer than its price: a game is loaded.
        assert 2 <= answered <= 10
        assert codes == [422] * answered + [429] * (14 - answered)
    finally:
        running.stop()


def test_messages_are_charged_before_the_work_is_done(tmp_path: Path) -> None:
    """Refused choices cost something, too; choices themselves are never refused for want of it."""
    limits = fast(work=Allowance(1e-9, 0.01))
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), limits=limits))
    try:
        table = running.client.new_table("Ann", "Ben", setup={"first": 0})
        with table.sit(0) as ann:
            ann.expect("state")
            kinds = [ann.ask(type="why", choice="action move")["type"] for _ in range(8)]
            assert kinds[0] == "verdict"
            assert kinds[-1] == "refused"
            assert ann.choose("action move")["version"] == 1
    finally:
        running.stop()

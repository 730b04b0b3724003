"""Several people at one screen: nothing that one seat was told shows while another one looks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.clicking import click_if_lit, look, wait_for_lit, wanted
from tests.browser.conftest import NewPage
from tests.browser.people import lift_curtain
from tests.server.serving import Seated, Serving

#: everything a person, a screen reader or a pointer that rests could find in the page
_EVERYTHING = """() => [
    document.title,
    document.body.innerText,
    ...[...document.querySelectorAll('*')].flatMap(one => [...one.attributes].map(attribute => attribute.value)),
    ...[...document.querySelectorAll('[role="status"], [aria-live], .unseen, option, title, desc')]
        .map(one => one.textContent),
].join('\\n')"""
MARK = re.compile("⟦(\\d)⟧")
CURTAIN = re.compile("^I am ")


def mark(message: Any, seat: int) -> Any:
    """A message of the server with the seat that it was for in every sentence and label."""
    if isinstance(message, list):
        return [mark(one, seat) for one in message]
    if isinstance(message, dict):
        return {
            key: f"{value}⟦{seat}⟧" if key in ("words", "label") and isinstance(value, str) else mark(value, seat)
            for key, value in message.items()
        }
    return message


def mark_sockets(page: Page) -> None:
    """Mark whatever comes over a seat's socket with that seat."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        seat: list[int] = []

        def pass_on(raw: str | bytes) -> None:
            message = json.loads(raw)
            if message["type"] == "state":
                seat[:] = [message["seat"]]
            socket.send(json.dumps(mark(message, seat[0]) if seat else message))

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/live$"), route)


def marks(page: Page) -> set[int]:
    """The seats whose sentences are somewhere in the page."""
    found = page.evaluate(_EVERYTHING) + page.locator("body").aria_snapshot()
    return {int(seat) for seat in MARK.findall(found)}


def whose(page: Page) -> int:
    """The seat that the curtain waits for; -1 without a curtain."""
    button = page.get_by_role("button", name=CURTAIN)
    if not button.count():
        return -1
    return 0 if "Ann" in button.first.inner_text() else 1


def sit_together(page: Page, table: Seated) -> None:
    page.goto(f"/t/{table.id}#seat={table.tokens[0]}")
    page.wait_for_url(f"**/t/{table.id}")
    page.goto(f"/t/{table.id}#seat={table.tokens[1]}")
    page.reload()
    expect(page.locator("main[data-version]").or_(page.locator(".curtain")).first).to_be_visible()


def walk(page: Page, seed: int, clicks: int, secretive: bool) -> int:
    """Play both seats by clicks; how often the curtain fell."""
    curtains, version, looking, number = 0, -1, -1, 0
    while number < clicks:
        seen = look(page)
        if seen.over:
            break
        if seen.curtain:
            assert marks(page) == set(), "something of the table is in the page behind the curtain"
            looking = whose(page)
            curtains += 1
            lift_curtain(page)
            expect(page.locator(".curtain")).to_have_count(0)
            # What was said before would be spoken now.
            page.wait_for_timeout(500)
            continue
        seen = wait_for_lit_or_curtain(page, version)
        if seen.curtain or seen.over:
            continue
        if secretive:
            assert marks(page) == {looking}, f"seat {looking} looks"
        if click_if_lit(page, wanted(seen, seed, number).choice):
            number += 1
            version = seen.version
    return curtains


def wait_for_lit_or_curtain(page: Page, version: int) -> Any:
    for _ in range(2000):
        seen = look(page)
        if seen.curtain or seen.over or (seen.lit and seen.version > version):
            return seen
        if seen.doubt and seen.version == version:
            page.get_by_role("button", name="Do it").click()
        page.wait_for_timeout(15)
    raise AssertionError("nothing to choose")


@pytest.mark.parametrize(("game", "clicks"), [("anunnaki", 14), ("ankh", 14)])
def test_nothing_of_another_seat_shows(new_page: NewPage, serving: Serving, game: str, clicks: int) -> None:
    page = new_page()
    mark_sockets(page)
    table = serving.client.new_table("Ann", "Ben", game=game, seed=4)
    sit_together(page, table)
    secretive = game == "anunnaki"
    curtains = walk(page, 5, clicks, secretive)
    assert curtains >= (3 if secretive else 0)
    # Whoever opens the table again sees nothing before the right person sits there.
    page.reload()
    if secretive:
        expect(page.locator(".curtain")).to_be_visible()
        assert marks(page) == set()
    walk(page, 6, 3, secretive)


@pytest.mark.long
@pytest.mark.parametrize("game", ["anunnaki", "ankh"])
def test_nothing_of_another_seat_shows_for_long(new_page: NewPage, serving: Serving, game: str) -> None:
    page = new_page()
    mark_sockets(page)
    sit_together(page, serving.client.new_table("Ann", "Ben", game=game, seed=11))
    walk(page, 12, 150, game == "anunnaki")


def test_undo_never_takes_back_the_other_persons_secret_discard(new_page: NewPage, serving: Serving) -> None:
    page = new_page()
    table = serving.client.new_table("Ann", "Ben", game="anunnaki", seed=4)
    sit_together(page, table)
    first = whose(page)
    assert first >= 0
    lift_curtain(page)
    seen = wait_for_lit(page)
    click_if_lit(page, seen.lit[0].choice)
    expect(page.locator(".curtain")).to_be_visible()
    # Behind the curtain nobody undoes anything.
    page.keyboard.press("u")
    assert whose(page) == 1 - first
    lift_curtain(page)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    page.keyboard.press("u")
    page.wait_for_timeout(200)
    assert table.info()["version"] == 1


def test_an_invited_friend_in_a_fresh_browser_reads_no_raw_key(new_page: NewPage, serving: Serving) -> None:
    """Also, `new_page` fails when the page reports a key without words."""
    table = serving.client.new_table("Ann", "open", game="ankh", seed=4)
    page = new_page()
    page.goto(f"/t/{table.id}")
    expect(page.get_by_role("button", name="Take this seat")).to_be_visible()
    found = re.findall(r"\b(?:shell|me|pace|notices|book|learn)\.[a-z][\w.-]*", page.evaluate(_EVERYTHING))
    assert found == []

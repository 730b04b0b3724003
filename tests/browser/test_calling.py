"""Clocks, and being told that it is one's turn, as people see them."""

from __future__ import annotations

import contextlib
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import theomachy
from tests.browser.conftest import DESKTOP, PHONE, NewPage
from tests.browser.people import click_something, wait_for_turn, wait_until
from tests.browser.test_page import serious_violations
from tests.server.receivers import Letters, Receiver, text_of
from tests.server.serving import MovedTime, Seated, Serving
from theomachy.server.app import Settings

LIVE = {"kind": "live", "per": 60.0, "reserve": 300.0, "ends": "over", "bot": "random"}


@pytest.fixture
def timing() -> MovedTime:
    return MovedTime(time.time())


@pytest.fixture
def letters() -> Iterator[Letters]:
    running = Letters()
    yield running
    running.close()


@pytest.fixture
def serving(tmp_path: Path, timing: MovedTime, letters: Letters) -> Iterator[Serving]:
    """A server whose time the test moves, and that sends letters."""
    running = Serving(
        Settings(
            database=str(tmp_path / "tables.sqlite"), bot_pause=0.0, trusting=True, smtp=letters.url,
            mail_from="games@example.org", address="https://play.example.org",
        ),
        timing,
    )  # fmt: skip
    yield running
    running.stop()


def open_seat(page: Page, table: Seated, seat: int) -> None:
    page.goto(f"/t/{table.id}#seat={table.tokens[seat]}")


# --- pace -------------------------------------------------------------------------------------------------------------


def test_a_pace_is_chosen_and_shown(page: Page, serving: Serving) -> None:
    page.goto("/")
    page.get_by_role("button", name="New table").or_(page.get_by_role("link", name="New table")).first.click()
    page.get_by_label("Over days").check()
    page.get_by_label("For each turn").select_option(label="3 days")
    page.get_by_label("When time is up").select_option(label="A bot plays until they return")
    page.get_by_label("Saturdays and Sundays don’t count").check()
    page.get_by_label("Title of the table").fill("Slow one")
    page.get_by_label("Seat 2: Player").select_option(label="Open, by link")
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text("3 days a turn, without weekends")).to_be_visible()
    expect(page.get_by_text("A bot plays until they return")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    pace = serving.client.get(f"/api/tables/{table}").json()["pace"]
    assert (pace["kind"], pace["per"], pace["ends"], pace["weekends_off"]) == ("days", 259_200.0, "over", True)
    page.goto("/")
    expect(page.get_by_text("3 days a turn, without weekends").first).to_be_visible()


def test_a_save_is_opened_with_a_pace(page: Page, serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(theomachy.new("ankh", gods=["ra", "isis"], seed=1).save(), encoding="utf-8")
    page.goto("/")
    page.get_by_role("button", name="Open a save file").click()
    page.get_by_label("Choose a file").set_input_files(file)
    page.get_by_label("Over days").check()
    page.get_by_label("For each turn").select_option(label="3 days")
    page.get_by_role("button", name="Go on playing").click()
    page.wait_for_url("**/t/*")
    pace = serving.client.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["pace"]
    assert (pace["kind"], pace["per"]) == ("days", 259_200.0)


def test_clocks_run_and_a_bot_takes_over(new_page: NewPage, serving: Serving, timing: MovedTime) -> None:
    table = serving.client.new_table("Ann", "Ben", pace=LIVE, setup={"first": 0}, title="Blitz")
    ann, ben = new_page(), new_page()
    open_seat(ann, table, 0)
    open_seat(ben, table, 1)
    clock = ann.locator('[data-clock="0"]')
    # One's own time is counted down, by the page alone; it was a minute when it began.
    expect(clock).to_have_text(re.compile(r"0:5\d"))
    timing.move(361.0)
    banner = ann.get_by_text("Your time was up: a bot plays for you.")
    expect(banner).to_be_visible()
    expect(ben.locator('[data-clock="0"]')).to_have_text("A bot plays")
    assert serious_violations(ann) == []
    ann.get_by_role("button", name="I am back").click()
    expect(banner).to_have_count(0)
    expect(ben.locator('[data-clock="0"]')).not_to_have_text("A bot plays")


@pytest.mark.long
def test_who_is_here_is_asked_for_the_seat(new_page: NewPage, serving: Serving) -> None:
    table = serving.client.new_table("Ann", "Ben", setup={"first": 0})
    ann, ben = new_page(), new_page()
    ann.goto("/")
    ann.evaluate(
        "([table, host, token]) => localStorage.setItem('theomachy.tables', JSON.stringify("
        "[{table, host, tokens: [token], seats: {}, title: '', used: 1}]))",
        [table.id, table.host, table.tokens[0]],
    )
    ann.goto(f"/t/{table.id}")
    open_seat(ben, table, 1)
    wait_for_turn(ann)
    for answer in ("I stay", "Give my seat away"):
        ann.get_by_role("button", name="Seats").first.click()
        ann.get_by_role("listitem").filter(has_text="Ben").get_by_role("button", name="Hand over to a bot").click()
        expect(ann.get_by_role("alert")).to_contain_text("they are asked now")
        question = ben.get_by_role("dialog", name="Your seat")
        expect(question).to_be_visible()
        if answer == "I stay":
            assert serious_violations(ben) == []
        question.get_by_role("button", name=answer).click()
        expect(question).to_have_count(0)
        assert table.info()["seats"][1]["who"] == ("person" if answer == "I stay" else "bot")
        ann.keyboard.press("Escape")


# --- being told -------------------------------------------------------------------------------------------------------


def test_settings_of_messages(page: Page, serving: Serving, letters: Letters) -> None:
    receiver = Receiver()
    page.goto("/me")
    page.get_by_label("Name").fill("Ben")
    page.get_by_role("button", name="Begin here").click()
    page.get_by_label("E-mail address").fill("ben@example.com")
    page.get_by_role("button", name="Send the link to confirm").click()
    expect(page.get_by_text("not confirmed yet")).to_be_visible()
    wait_until(page, lambda: letters.got)
    token = text_of(letters.got[0]).split("#confirm=")[1].split()[0]
    page.goto(f"/#confirm={token}")
    expect(page.get_by_text("letters come to this address from now on")).to_be_visible()
    assert token not in page.url
    page.goto("/me")
    expect(page.get_by_role("listitem").filter(has_text="ben@example.com")).to_be_visible()
    expect(page.get_by_text("not confirmed yet")).to_have_count(0)
    page.get_by_text("Webhook", exact=True).first.click()
    page.get_by_label("Kind").select_option(label="Plain JSON, signed")
    page.get_by_label("Its address").fill(f"{receiver.url}/hook")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Bodies are signed with this secret")).to_be_visible()
    page.get_by_role("button", name=re.compile("Try.*json")).click()
    wait_until(page, lambda: receiver.got)
    assert receiver.got[0].json["event"] == "trial"
    page.get_by_label("Nothing is sent between").first.check()
    expect(page.locator('input[type="time"]').first).to_have_value("22:00")
    assert serious_violations(page) == []
    page.get_by_role("button", name=re.compile("Remove.*json")).click()
    expect(page.get_by_role("listitem").filter(has_text="json · 127.0.0.1")).to_have_count(0)
    receiver.close()


@pytest.mark.long
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_a_bell_at_the_table(new_page: NewPage, serving: Serving, viewport: Any) -> None:
    table = serving.client.new_table("Ann", "bot:random", setup={"first": 0})
    page = new_page(viewport=viewport)
    page.add_init_script(
        """window.rung = 0;
        const old = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { window.rung += 1; return old.call(this); };"""
    )
    open_seat(page, table, 0)
    wait_for_turn(page)
    # Off until somebody wants it.
    assert page.evaluate("window.rung") == 0
    if viewport == PHONE:
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Tell me").last.click()
    page.get_by_label("Quiet").check()
    assert page.evaluate("window.rung") > 0
    assert serious_violations(page) == []
    page.keyboard.press("Escape")
    before = page.evaluate("window.rung")
    for number in range(60):
        if page.evaluate("window.rung") > before:
            break
        if not wait_for_turn(page):
            break
        click_something(page, 5, number)
        page.wait_for_timeout(60)
    assert page.evaluate("window.rung") > before


def test_the_page_is_an_app_that_says_when_there_is_no_network(page: Page, serving: Serving) -> None:
    page.goto("/")
    manifest = page.request.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in json.loads(manifest.text())["icons"]:
        assert page.request.get(icon["src"]).ok, icon
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until(page, lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    page.context.set_offline(True)
    page.goto("/t/anything")
    expect(page.get_by_text("There is no connection to the server now.")).to_be_visible()
    assert serious_violations(page) == []
    page.context.set_offline(False)
    page.goto("/")
    expect(page.get_by_role("heading", name="Theomachy")).to_be_visible()


def test_a_push_message_is_shown_and_opens_the_table(whole_browser: Browser, serving: Serving) -> None:
    """Chromium has no push service here: the message is handed to the worker as the service would."""
    context = whole_browser.new_context(base_url=f"http://127.0.0.1:{serving.port}", permissions=["notifications"])
    page = context.new_page()
    page.goto("/")
    wait_until(
        page,
        lambda: page.evaluate("navigator.serviceWorker.ready.then((one) => one.active?.state === 'activated')"),
    )
    session = context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    wait_until(page, lambda: registrations)
    said = {
        "title": "Theomachy",
        "body": "It is your turn: Friday",
        "url": "/t/T1",
        "tag": "table-T1",
        "table": "T1",
        "count": 2,
    }
    delivery = {
        "origin": f"http://127.0.0.1:{serving.port}",
        "registrationId": registrations[0]["registrationId"],
        "data": json.dumps(said),
    }
    shown = (
        "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
        ".then((notes) => notes.map((one) => [one.title, one.body, one.tag, one.data.address]))"
    )
    # Nobody tells whether the worker got it, and on a busy machine it once did not. So it is handed over again until it
    # is shown; the same message twice is one note.
    for _ in range(5):
        session.send("ServiceWorker.deliverPushMessage", delivery)
        with contextlib.suppress(AssertionError):
            wait_until(page, lambda: page.evaluate(shown), seconds=10)
            break
    address = f"http://127.0.0.1:{serving.port}/t/T1"
    assert page.evaluate(shown) == [["Theomachy", "It is your turn: Friday", "table-T1", address]]
    context.close()

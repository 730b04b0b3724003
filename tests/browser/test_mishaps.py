"""Hasty hands, curious neighbours, reloads at bad moments: what must not go wrong at the page."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import choice, lift_curtain, lit, played_until, wait_for_turn, wait_until
from tests.browser.test_match import in_battle, opened, set_up
from tests.cli.command import run
from tests.server.serving import Serving
from theomachy.kernel.match import Match

#: notes whether anything of a table was ever on show without a curtain before it
_WATCH_FOR_LEAKS = """() => {
    window.leaks = 0;
    new MutationObserver(() => {
        if (document.querySelector('main.room') && !document.querySelector('.curtain')) window.leaks += 1;
    }).observe(document, {childList: true, subtree: true});
}"""


def sit_together(page: Page, serving: Serving, match: Match) -> str:
    """Everybody of a match at one screen."""
    table, tokens = opened(serving, match, *("Ann", "Ben", "Cleo", "Dan", "Eve")[: match.seats])
    for token in tokens:
        page.goto(f"/t/{table}#seat={token}")
    return table


def version(serving: Serving, table: str) -> int:
    return int(serving.client.get(f"/api/tables/{table}").json()["version"])


def choosing_action(match: Match) -> bool:
    return match.decision.prompt == "choose-action" and len(match.history) > 2


def test_a_seat_link_opened_at_the_same_table_adds_the_seat(page: Page, serving: Serving) -> None:
    match = played_until(choosing_action, gods=["ra", "isis"])
    sit_together(page, serving, match)
    page.get_by_role("button", name="Seats and links").first.click()
    expect(page.get_by_role("dialog").get_by_text("· here")).to_have_count(2)


def test_people_at_one_screen_can_save_their_match(page: Page, serving: Serving) -> None:
    set_up(page, 2, ["me", "here"])
    wait_for_turn(page)
    page.get_by_role("button", name="More").first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download save").click()
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert saved["game"] == "ankh"


def lay_down_one_card(page: Page, serving: Serving) -> str:
    """Two people at one screen in a battle, and the first one's card lies on the table."""
    table = sit_together(page, serving, played_until(in_battle, gods=["ra", "isis"], seed=3))
    # Whoever chooses first wants the other to look away.
    expect(page.get_by_role("dialog", name=re.compile("Pass the device"))).to_be_visible(timeout=20_000)
    wait_for_turn(page)
    before = version(serving, table)
    choice(page, lit(page)[0]).click()
    expect(page.get_by_role("dialog", name=re.compile("Pass the device"))).to_be_visible()
    assert version(serving, table) == before + 1
    return table


def test_the_replay_at_a_shared_screen_keeps_a_card_that_is_laid_down(page: Page, serving: Serving) -> None:
    table = lay_down_one_card(page, serving)
    step = version(serving, table)
    with page.expect_response(re.compile(f"/replay[?]step={step}&")) as answered:
        page.goto(f"/t/{table}/replay/{step}")
    secret = answered.value.json()["view"]["secret"]
    assert secret["chosen"]
    assert secret["own"] == []


def test_reloading_a_shared_screen_shows_nobodys_secret(page: Page, serving: Serving) -> None:
    lay_down_one_card(page, serving)
    page.add_init_script(f"({_WATCH_FOR_LEAKS})()")
    page.reload()
    expect(page.get_by_role("dialog", name=re.compile("Pass the device"))).to_be_visible()
    assert page.evaluate("window.leaks") == 0
    lift_curtain(page)
    assert all(text.startswith("card ") for text in lit(page))


def assert_chosen_once(page: Page, serving: Serving, table: str, before: int) -> None:
    wait_until(page, lambda: version(serving, table) > before)
    # A second choice would be on its way.
    page.wait_for_timeout(300)
    assert version(serving, table) == before + 1


def test_a_double_click_chooses_once(new_page: NewPage, serving: Serving) -> None:
    match = played_until(lambda m: m.decision.prompt == "move-figure", gods=["ra", "isis"])
    table, tokens = opened(serving, match, "Ann", "Ben")
    page = new_page()
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    wait_for_turn(page)
    before = version(serving, table)
    figure = next(text for text in lit(page) if text.startswith("figure "))
    spot = choice(page, figure).bounding_box()
    assert spot is not None
    where = (spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    page.mouse.move(*where)
    for clicks in (1, 2):
        page.mouse.down(click_count=clicks)
        page.mouse.up(click_count=clicks)
        page.wait_for_timeout(150)
    assert_chosen_once(page, serving, table, before)


def test_a_key_held_down_chooses_once(new_page: NewPage, serving: Serving) -> None:
    match = played_until(choosing_action, gods=["ra", "isis"])
    table, tokens = opened(serving, match, "Ann", "Ben")
    page = new_page()
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    wait_for_turn(page)
    before = version(serving, table)
    for _ in range(8):
        page.keyboard.down("1")
        page.wait_for_timeout(60)
    page.keyboard.up("1")
    assert_chosen_once(page, serving, table, before)


def test_a_table_that_is_closed_says_so(page: Page, serving: Serving) -> None:
    """Whoever plays there sees it at once, with a face and ways to go on; nothing is offered any more."""
    table = sit_together(page, serving, played_until(choosing_action, gods=["ra", "isis"]))
    lift_curtain(page)
    expect(page.locator("main.room")).to_be_visible()
    assert run("database", "close", table, "--database", serving.database).code == 0
    said = page.get_by_role("status").filter(has_text="This table is closed")
    expect(said).to_be_visible()
    expect(said.locator("svg").first).to_be_visible()
    expect(page.locator(".asking .buttons button")).to_have_count(0)
    said.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/0")
    waiting = serving.client.new_table("Ann", "open")
    assert run("database", "close", waiting.id, "--database", serving.database).code == 0
    page.goto(f"/t/{waiting.id}#seat={waiting.tokens[0]}")
    expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()
    assert run("database", "close", table, "--undo", "--database", serving.database).code == 0

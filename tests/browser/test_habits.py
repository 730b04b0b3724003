"""What people do at a table besides playing: giving up, pausing, playing again, taking back; and who they are."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect

from tests.browser.clicking import click, wait_for_later, wait_for_lit
from tests.browser.conftest import NewPage
from tests.server.matches import play_out, played
from tests.server.serving import Seated, Serving
from theomachy.kernel.match import Match


def sit(page: Page, table: Seated, seat: int) -> None:
    page.goto(f"/t/{table.id}#seat={table.tokens[seat]}")
    expect(page.locator(".prompt h2")).to_be_visible()


def menu(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile("^More")).click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_a_newcomer_is_told_whom_they_play_and_begins_gently(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=re.compile("Play now.*Anunnaki")).click()
    card = page.locator(".moment")
    expect(card).to_contain_text("You are ")
    card.get_by_role("button", name="Go on").click()
    expect(card).to_have_count(0)
    info = page.evaluate("fetch('/api' + location.pathname.replace('/t/', '/tables/')).then(one => one.json())")
    assert info["setup"]["first_game"] is True
    page.get_by_role("button", name=re.compile("^More")).click()
    expect(page.get_by_role("switch", name="Coach")).to_be_checked()
    page.keyboard.press("Escape")
    # Whoever opens the table again knows it already; the second match is an ordinary one.
    page.reload()
    expect(page.locator(".prompt h2")).to_be_visible()
    expect(card).to_have_count(0)
    page.goto("/")
    page.get_by_role("button", name=re.compile("Play now.*Anunnaki")).click()
    expect(card).to_contain_text("You are ")
    info = page.evaluate("fetch('/api' + location.pathname.replace('/t/', '/tables/')).then(one => one.json())")
    assert not info["setup"].get("first_game")


def test_sounds_are_on_and_one_button_turns_them_off(page: Page, serving: Serving) -> None:
    table = serving.client.new_table("Ann", "bot:random", seed=3)
    sit(page, table, 0)
    toggle = page.get_by_role("button", name="Sound on")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.get_by_role("button", name="Sound on")).to_have_attribute("aria-pressed", "false")


def test_text_can_be_made_larger(page: Page, serving: Serving) -> None:
    page.goto("/")
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(size)
    page.get_by_role("button", name="Settings").last.click()
    page.get_by_role("radio", name="Larger").check(force=True)
    assert page.evaluate(size) > 1.2 * before
    page.reload()
    assert page.evaluate(size) > 1.2 * before


def test_people_see_who_is_here_adjourn_and_resign(new_page: NewPage, serving: Serving) -> None:
    table = serving.client.new_table("Ann", "Ben", seed=3, setup={"first": 0})
    ann, ben = new_page(), new_page()
    sit(ann, table, 0)
    here = ann.get_by_role("list", name="Who is here")
    expect(here).to_contain_text("Ben: away")
    sit(ben, table, 1)
    expect(here).to_contain_text("Ben: here")
    menu(ann, "Adjourn")
    ben.get_by_role("button", name="Agree").click()
    for page in (ann, ben):
        expect(page.locator(".pause")).to_contain_text("adjourned")
    ben.get_by_role("button", name="Resume").click()
    ann.get_by_role("button", name="Agree").click()
    expect(ann.locator(".pause")).to_have_count(0)
    menu(ann, "Resign")
    ann.get_by_role("button", name="Yes, resign").click()
    expect(ann.locator(".watching")).to_be_visible()
    assert table.info()["seats"][0]["resigned"] == "Ann"


def test_against_bots_one_button_takes_back_what_they_did_too(page: Page, serving: Serving) -> None:
    table = serving.client.new_table("Ann", "bot:random", seed=3, setup={"first": 0})
    sit(page, table, 0)
    seen = wait_for_lit(page)
    while table.info()["version"] < 4:
        click(page, seen.lit[0].choice)
        wait_for_later(page, seen.version)
        seen = wait_for_lit(page, seen.version)
    moved = table.info()["version"]
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    undo.click()
    wait_for_later(page, moved)
    assert wait_for_lit(page).lit


def test_a_rematch_is_one_click_for_each(new_page: NewPage, serving: Serving) -> None:
    table = serving.client.new_table("Ann", "Ben", seed=3)
    with table.sit(0) as one, table.sit(1) as other:
        one.expect("state")
        other.expect("state")
        play_out([one, other], random.Random(1))
    ann, ben = new_page(), new_page()
    for page, seat in ((ann, 0), (ben, 1)):
        page.goto(f"/t/{table.id}#seat={table.tokens[seat]}")
        expect(page.get_by_role("dialog")).to_contain_text("Final standing")
    ann.get_by_role("button", name="Rematch", exact=True).click()
    ben.get_by_role("button", name="To the rematch").click()
    for page in (ann, ben):
        expect(page.locator(".prompt h2")).to_be_visible()
        expect(page.locator(".watching")).to_have_count(0)
    assert ann.url == ben.url
    assert table.id not in ann.url


def test_partners_are_introduced_and_talk_in_private(new_page: NewPage, serving: Serving) -> None:
    match = next(found for seed in range(1, 60) if (found := _merged(seed)) is not None)
    partners = next(two for seat in range(3) if len(two := match.game.confidants(match.state, seat)) > 1)
    outside = next(seat for seat in range(3) if seat not in partners)
    table = serving.client.open_save(match.save(), "Ann", "Ben", "Cid")
    pages = [new_page() for _ in range(3)]
    for seat, page in enumerate(pages):
        sit(page, table, seat)
        page.keyboard.press("c")
    speaker, listener = (pages[seat] for seat in partners)
    speaker.get_by_text(re.compile("^Only ")).click()
    box = speaker.get_by_role("textbox", name=re.compile("message|Write|Say", re.IGNORECASE)).first
    box.fill("the delta is ours")
    box.press("Enter")
    expect(listener.get_by_role("log", name="Chat")).to_contain_text("the delta is ours")
    speaker.get_by_text("Everybody", exact=True).click()
    box.fill("hello all")
    box.press("Enter")
    expect(pages[outside].get_by_role("log", name="Chat")).to_contain_text("hello all")
    assert "delta" not in pages[outside].content()


def _merged(seed: int) -> Match | None:
    try:
        return played(lambda match: any(fact["fact"] == "merged" for fact in match.facts), 3, seed)
    except AssertionError:
        return None

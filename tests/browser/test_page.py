"""The page for everybody: languages, small screens, keyboard, screen readers, replay, lost connections."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, TABLET, NewPage
from tests.browser.people import choice, lit, looks, played_until, wait_for_turn
from tests.browser.test_match import in_battle, opened
from tests.examples import part
from tests.server.serving import Serving
from theomachy.kernel.match import Match

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def choosing_action(match: Match) -> bool:
    return match.decision.prompt == "choose-action" and len(match.history) > 20


def sit_down(page: Page, serving: Serving, match: Match, *who: str) -> str:
    """Take the seat that must decide; the table's id."""
    table, tokens = opened(serving, match, *(who or ["Ann", "Ben", "Cleo", "Dan", "Eve"][: match.seats]))
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page)
    return table


def serious_violations(page: Page) -> list[str]:
    """What axe-core finds seriously wrong for people who can't see, or can't use a mouse."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)"
    )
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:3]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_the_secret_of_a_seat_leaves_the_address_bar(page: Page, serving: Serving) -> None:
    match = played_until(choosing_action, gods=["ra", "isis"])
    table, tokens = opened(serving, match, "Ann", "Ben")
    token = tokens[match.decision.seats[0]]
    page.goto(f"/t/{table}#seat={token}")
    assert wait_for_turn(page)
    assert token not in page.url
    page.reload()
    assert wait_for_turn(page), "this browser still holds the seat"


@pytest.mark.parametrize(
    ("lang", "own_name", "prompt"),
    part([("de", "Deutsch", "Wähle"), ("ru", "Русский", "Выберите")], 2, first=1),
)
def test_the_language_can_be_switched_with_log_and_prompts(
    page: Page, serving: Serving, lang: str, own_name: str, prompt: str
) -> None:
    match = played_until(choosing_action, gods=["ra", "isis"])
    sit_down(page, serving, match)
    before = match.game.catalogue.prompt("choose-action", "en")
    expect(page.locator(".prompt")).to_contain_text(before)
    page.keyboard.press("l")
    log_words = page.get_by_text(re.compile("takes the next turn|chooses an action")).first
    expect(log_words).to_be_attached()
    page.get_by_role("button", name=re.compile("Settings", re.IGNORECASE)).first.click()
    page.get_by_role("dialog").get_by_text(own_name, exact=True).first.click()
    page.keyboard.press("Escape")
    after = match.game.catalogue.prompt("choose-action", lang)
    expect(page.locator(".prompt")).to_contain_text(after)
    assert page.locator("html").get_attribute("lang") == lang
    assert page.get_by_text(re.compile("takes the next turn|chooses an action")).count() == 0
    assert prompt in after


def test_nothing_scrolls_sideways_and_the_board_is_large(new_page: NewPage, serving: Serving) -> None:
    page = new_page(viewport=PHONE)
    page.goto("/")
    expect(page.get_by_role("button", name=re.compile("Play now.*Ankh"))).to_be_visible()
    scrolled = "() => { window.scrollTo(500, 500); return [window.scrollX, window.scrollY] }"
    for look in looks(page, (TABLET, "light"), (DESKTOP, "light")):
        assert page.evaluate(scrolled)[0] == 0, look
    page.set_viewport_size(PHONE)
    match = played_until(choosing_action, gods=["ra", "isis", "osiris"])
    sit_down(page, serving, match)
    for look in looks(page, (TABLET, "light"), (DESKTOP, "light")):
        sideways, down = page.evaluate(scrolled)
        assert sideways == 0, look
        board = page.locator("[data-cell]").first.locator("xpath=ancestor::*[name()='svg'][1]").bounding_box()
        assert board is not None
        size = page.viewport_size
        assert size is not None
        assert board["width"] >= min(size["width"] * 0.5, 640), look
        if size == DESKTOP:
            assert down == 0


def test_a_turn_on_a_phone_by_touch(new_page: NewPage, serving: Serving) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    match = played_until(lambda m: choosing_action(m) and "action summon" in m.choices, gods=["ra", "isis"])
    sit_down(page, serving, match)
    before = lit(page)
    choice(page, "action summon").tap()
    expect(page.locator(".prompt .does")).to_contain_text("Summon")
    expect(page.locator(".prompt .does")).to_contain_text("Tap again")
    assert lit(page) == before, "the first tap shows"
    choice(page, "action summon").tap()
    expect(page.locator('[data-choice="action summon"]:not([aria-disabled="true"])')).to_have_count(0)
    assert wait_for_turn(page)


def test_a_turn_by_keyboard_alone(page: Page, serving: Serving) -> None:
    """Tab to what is lit, Enter to choose; no mouse."""
    match = played_until(lambda m: choosing_action(m) and "action move" in m.choices, gods=["ra", "isis"])
    sit_down(page, serving, match)

    def tab_to(pattern: str, limit: int = 80) -> str:
        for _ in range(limit):
            page.keyboard.press("Tab")
            found = page.evaluate(
                "() => document.activeElement?.getAttribute('aria-disabled') === 'true'"
                " ? '' : document.activeElement?.dataset.choice ?? ''"
            )
            if re.fullmatch(pattern, found):
                return str(found)
        raise AssertionError(f"Tab never came to {pattern}; lit are {lit(page)}")

    tab_to("action move")
    page.keyboard.press("Enter")
    figure = tab_to("figure .*")
    page.keyboard.press("Enter")
    cell = tab_to("cell .*")
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-choice="{figure}"]')).to_have_count(0)
    place = cell.split()[1]
    expect(page.locator(f'[data-cell="{place}"]')).to_have_attribute("aria-label", re.compile("Ra|Isis"))
    page.keyboard.press("u")
    expect(choice(page, cell)).to_be_visible()


def test_the_board_speaks(page: Page, serving: Serving) -> None:
    match = played_until(lambda m: m.decision.prompt == "summon-to", gods=["ra", "isis"])
    sit_down(page, serving, match)
    place = str(match.choices[0]).split()[1]
    label = page.locator(f'[data-cell="{place}"]').get_attribute("aria-label") or ""
    assert place in label
    assert re.search("land|Desert", label)
    spoken = page.locator("[data-cell]").evaluate_all(
        "all => all.every(one => one.getAttribute('aria-label').length > 3)"
    )
    assert spoken


@pytest.mark.parametrize("moment", part(["battle", "lobby", "turn", "replay"], 4))
def test_axe_finds_nothing_serious(new_page: NewPage, serving: Serving, moment: str) -> None:
    page = new_page(color_scheme="light", viewport=PHONE)
    if moment == "lobby":
        page.goto("/")
        expect(page.get_by_role("button", name=re.compile("Play now.*Ankh"))).to_be_visible()
    else:
        match = played_until(in_battle if moment == "battle" else choosing_action, gods=["ra", "isis"], seed=3)
        table = sit_down(page, serving, match)
        if moment == "replay":
            page.goto(f"/t/{table}/replay/12")
            expect(page.get_by_role("slider").first).to_be_visible()
    page.wait_for_timeout(400)
    for look in looks(page, (DESKTOP, "light"), (DESKTOP, "dark")):
        assert serious_violations(page) == [], look


def test_a_replay_has_a_slider_arrow_keys_and_an_address_per_step(page: Page, serving: Serving) -> None:
    match = played_until(lambda m: len(m.history) == 40, gods=["ra", "isis"])
    table, _ = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}/replay/10")
    slider = page.get_by_role("slider").first
    expect(slider).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("/replay/11$"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile("/replay/9$"))
    page.keyboard.press("Home")
    page.wait_for_url(re.compile("/replay/0$"))
    page.keyboard.press("End")
    page.wait_for_url(re.compile("/replay/40$"))
    figures = page.locator('[data-cell][aria-label*="God"]')
    expect(figures).not_to_have_count(0)


def test_after_the_end_a_chart_shows_devotion_over_time(page: Page, serving: Serving) -> None:
    match = played_until(lambda m: len(m.history) == 30, gods=["ra", "isis"])
    while not match.over:
        seat = match.decision.seats[0]
        match.play(match.choices_of(seat)[len(match.history) % len(match.choices_of(seat))], seat)
    table, _ = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}/replay/{len(match.history)}")
    chart = page.locator("svg polyline, svg path.line, .chart path").first
    expect(chart).to_be_attached()
    expect(page.locator("body")).to_contain_text(re.compile("[Dd]evotion"))


def test_a_lost_connection_is_told_and_comes_back(page: Page, serving: Serving) -> None:
    match = played_until(choosing_action, gods=["ra", "isis"])
    sit_down(page, serving, match)
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    expect(page.get_by_text(re.compile("connection", re.IGNORECASE)).first).to_be_visible(timeout=40_000)
    page.context.set_offline(False)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    assert wait_for_turn(page, 40)


def test_a_link_to_no_table_says_so_and_leads_back(new_page: NewPage, serving: Serving) -> None:
    context = new_page().context
    page = context.new_page()
    page.goto("/t/AAAAAAAAAAAA")
    expect(page.get_by_role("link", name=re.compile("lobby|tables|start", re.IGNORECASE)).first).to_be_visible()


def test_whoever_opens_the_chat_writes_there_at_once(page: Page, serving: Serving) -> None:
    sit_down(page, serving, played_until(choosing_action, gods=["ra", "isis"]))
    page.keyboard.press("c")
    page.keyboard.type("Hello all, undo?")
    expect(page.get_by_label("Write to the table")).to_have_value("Hello all, undo?")
    assert page.get_by_role("dialog").count() == 0
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Hello all, undo?")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Write to the table")).not_to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keyboard")


def test_a_table_put_away_in_the_lobby_keeps_its_seat(page: Page, serving: Serving) -> None:
    table = sit_down(page, serving, played_until(choosing_action, gods=["ra", "isis"]))
    page.goto("/")
    way = page.get_by_role("link", name=re.compile("Continue"))
    expect(way).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Put .* away")).click()
    expect(way).to_have_count(0)
    page.reload()
    page.get_by_text("Put away: 1").click()
    page.get_by_role("button", name=re.compile("Bring back")).click()
    expect(way).to_have_count(1)
    way.click()
    page.wait_for_url(re.compile(f"/t/{table}"))
    assert wait_for_turn(page), "the seat is still ours"

"""After a match, what decided it; and a coach who speaks before a choice is final."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import theomachy
from tests.browser.conftest import PHONE, NewPage
from tests.browser.people import choice, wait_for_turn
from tests.browser.test_match import opened
from tests.browser.test_page import serious_violations
from tests.server.serving import Serving
from theomachy.kernel.match import Match

#: the last battle of a match: who has chariots wins with them
LAST_BATTLE: dict[str, Any] = json.loads(Path("examples/last_battle.json").read_text(encoding="utf-8"))
#: an analysis takes a while where the engine is not compiled
A_WHILE = 60_000
#: a folder for pictures, for whoever wants to look at them
PICTURES = os.environ.get("THEOMACHY_PICTURES", "")


#: words of the chart that reach beyond it
_CUT_OFF = """() => [...document.querySelectorAll('.analysis .paper text')].filter(
    one => one.getBoundingClientRect().right > one.closest('.paper').getBoundingClientRect().right + 0.5,
).map(one => one.textContent)"""


def battle(*choices: str) -> Match:
    match = theomachy.new("ankh", seed=5, **LAST_BATTLE)
    for each in choices:
        match.play(each, match.decision.seats[0])
    return match


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=False)


def test_after_a_match_the_costliest_choice_is_one_click_away(new_page: NewPage, serving: Serving) -> None:
    table, tokens = opened(serving, battle("card maat", "card flood", "no", "figure B8"), "Ann", "bot:random")
    page = new_page()
    page.goto(f"/t/{table}#seat={tokens[0]}")
    page.get_by_role("button", name="What decided it?").click()
    panel = page.get_by_role("region", name="Analysis")
    # The line comes before everything was thought about.
    expect(panel.get_by_role("slider", name=re.compile("Chances to win"))).to_be_visible(timeout=A_WHILE)
    worst = panel.locator(".costly li").first
    expect(worst).to_contain_text("Chariots", timeout=A_WHILE)
    expect(worst).to_contain_text("Isis")
    expect(worst).to_contain_text("It brings more")
    expect(panel).to_have_attribute("data-phase", "done", timeout=A_WHILE)
    picture(page, "analysis-dialog")
    assert serious_violations(page) == []
    worst.get_by_role("button", name="See choice 1").click()
    expect(page).to_have_url(re.compile(rf"/t/{table}/replay/0$"))
    # In the replay it is at hand: it was kept. There a click moves the replay.
    page.get_by_role("button", name="What decided it?").click()
    again = page.get_by_role("region", name="Analysis")
    expect(again.locator(".costly li").first).to_contain_text("Chariots")
    again.locator(".costly li").first.get_by_role("button", name="See choice 1").click()
    again.get_by_role("slider").press("ArrowRight")
    expect(page).to_have_url(re.compile(rf"/t/{table}/replay/1$"))
    picture(page, "analysis-replay")
    phone = new_page(viewport=PHONE, locale="de-DE", has_touch=True)
    phone.goto(f"/t/{table}/replay/0")
    phone.get_by_role("button", name="Was hat entschieden?").click()
    expect(phone.get_by_role("region", name="Analyse").locator(".costly li").first).to_contain_text("Streitwagen")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # The winner's 100 at the end of the line is to be read, too.
    assert phone.evaluate(_CUT_OFF) == []
    phone.get_by_role("region", name="Analyse").locator(".costly").scroll_into_view_if_needed()
    picture(phone, "analysis-phone")


@pytest.mark.long
def test_the_coach_speaks_before_a_much_worse_choice_is_final(new_page: NewPage, serving: Serving) -> None:
    table, tokens = opened(serving, battle(), "Ann", "bot:random")
    page = new_page()
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(page)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("switch", name=re.compile("^Coach")).check()
    page.keyboard.press("Escape")
    card = page.get_by_role("region", name="The coach has doubts")
    choice(page, "card maat").click()
    expect(card).to_contain_text("much worse", timeout=A_WHILE)
    expect(card).to_contain_text("Chariots")
    picture(page, "coach")
    assert serious_violations(page) == []
    card.get_by_role("button", name="Think again").click()
    expect(card).to_have_count(0)
    expect(choice(page, "card maat")).to_be_visible()
    phone = new_page(viewport=PHONE)
    phone.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(phone)
    choice(phone, "card maat").click()
    expect(phone.get_by_role("region", name="The coach has doubts")).to_be_visible(timeout=A_WHILE)
    picture(phone, "coach-phone")
    phone.get_by_role("button", name="Play anyway").click()
    expect(phone.get_by_role("region", name="The coach has doubts")).to_have_count(0)
    # The bot's choice is one of the two.
    phone.wait_for_function("() => Number(document.querySelector('main.room')?.dataset.version) > 1")

"""Turning points are scenes, the end tells of everybody, and what was said while one was away is heard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import theomachy
from tests.browser.conftest import NewPage
from tests.browser.people import played_until, wait_for_turn
from tests.browser.test_match import opened
from tests.browser.test_page import choosing_action, sit_down
from tests.examples import part
from tests.server.serving import Serving
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

CATALOGUE = theomachy.game("ankh").catalogue
GODS = ["ra", "isis", "osiris"]


def before(fact: str) -> tuple[Match, int, str, list[str]]:
    """A match just before this happens: whose choice brings it on, which one, and the gods it happens to."""
    for number in range(1, 100):
        match = theomachy.new("ankh", seed=number, gods=GODS)
        while not match.over:
            seat = match.decision.seats[0]
            choices = match.choices_of(seat)
            text = str(choices[mix(number, len(match.history)) % len(choices)])
            earlier, told = match.copy(), len(match.facts)
            match.play(text, seat)
            found = [one for one in match.facts[told:] if one["fact"] == fact]
            if found:
                gods = [one[key] for one in found for key in ("god", "other") if key in one]
                return earlier, seat, text, gods
    raise AssertionError(f"'{fact}' comes in none of 100 matches")


@pytest.mark.parametrize(
    ("fact", "words", "rule"),
    part([("merged", "become one", "ankh/merge"), ("forgotten", "Forgotten:", "ankh/forgotten")], 2, first=1),
)
def test_a_turning_point_is_a_scene_for_everybody(
    page: Page, serving: Serving, fact: str, words: str, rule: str
) -> None:
    match, seat, text, gods = before(fact)
    table, tokens = opened(serving, match, "Ann", "Ben", "Cleo")
    page.goto(f"/t/{table}")
    expect(page.locator("[data-cell]").first).to_be_visible()
    scene = page.locator(".moment")
    assert scene.count() == 0, "what was before one came is past"
    with serving.client.sit(table, tokens[seat], lang="en") as chooser:
        chooser.expect("state")
        chooser.choose(text)
    # It may come after a conflict that is told first, and goes by itself when there was time to read it.
    expect(scene).to_contain_text(words)
    # Unless somebody points at it, or has asked for its rule.
    scene.hover()
    for god in gods:
        expect(scene).to_contain_text(CATALOGUE.name(f"god.{god}", "en"))
    expect(page.locator(".moment.grim")).to_have_count(int(fact == "forgotten"))
    scene.get_by_role("button", name="The rule").click()
    expect(page.get_by_role("dialog").last).to_contain_text(rule)
    page.keyboard.press("Escape")
    scene.get_by_role("button", name="Go on").click()
    expect(scene).to_have_count(0)


def over_with_a_merger() -> Match:
    for number in range(1, 60):
        match = theomachy.new("ankh", seed=number, gods=GODS)
        while not match.over:
            seat = match.decision.seats[0]
            choices = match.choices_of(seat)
            match.play(choices[mix(number, len(match.history)) % len(choices)], seat)
        if any(fact["fact"] == "merged" for fact in match.facts):
            return match
    raise AssertionError("nobody merges in 60 matches")


def test_the_end_tells_of_gods_that_merged_or_were_forgotten(page: Page, serving: Serving) -> None:
    table, tokens = opened(serving, over_with_a_merger(), "Ann", "Ben", "Cleo")
    page.goto(f"/t/{table}#seat={tokens[0]}")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Final standing")
    expect(dialog.locator("[data-total]")).to_have_count(len(GODS))
    for god in GODS:
        expect(dialog.locator("thead").first).to_contain_text(CATALOGUE.name(f"god.{god}", "en"))
    # And it does not come again by itself.
    page.keyboard.press("Escape")
    again = page.get_by_role("button", name="The match is over")
    expect(again).to_be_visible()
    page.reload()
    expect(again).to_be_visible()
    expect(dialog).to_have_count(0)


def test_what_was_said_while_the_connection_was_away_is_heard(new_page: NewPage, serving: Serving) -> None:
    match = played_until(choosing_action, gods=["ra", "isis"])
    table, tokens = opened(serving, match, "Ann", "Ben")
    page = new_page()
    page.goto(f"/t/{table}#seat={tokens[0]}")
    expect(page.locator("[data-cell]").first).to_be_visible()
    page.keyboard.press("c")
    chat = page.get_by_role("log", name="Chat")
    expect(chat).to_be_visible()
    page.context.set_offline(True)
    page.evaluate("() => window.dispatchEvent(new Event('offline'))")
    expect(page.get_by_text(re.compile("connection", re.IGNORECASE)).first).to_be_visible(timeout=40_000)
    with serving.client.sit(table, tokens[1], lang="en") as ben:
        ben.expect("state")
        ben.say(type="chat", text="Are you there?")
        ben.expect("chat")
    page.context.set_offline(False)
    page.evaluate("() => window.dispatchEvent(new Event('online'))")
    expect(chat).to_contain_text("Are you there?", timeout=40_000)


@pytest.mark.parametrize(
    ("lang", "words"), part([("en-GB", "Player 2"), ("de-DE", "Spieler 2"), ("ru-RU", "Игрок 2")], 3, first=1)
)
def test_who_gave_no_name_has_one_in_every_language(new_page: NewPage, serving: Serving, lang: str, words: str) -> None:
    match = played_until(choosing_action, gods=["ra", "isis"])
    table, _ = opened(serving, match, "Ann", "")
    page = new_page(locale=lang)
    page.goto(f"/t/{table}")
    expect(page.locator(".players")).to_contain_text(words)


def test_the_buttons_of_a_replay_are_drawn(page: Page, serving: Serving) -> None:
    """No machine lacks them: no letter of any font stands on them."""
    match = played_until(lambda one: len(one.history) == 12, gods=["ra", "isis"])
    table, _ = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}/replay/3")
    buttons = page.locator(".controls .keys").get_by_role("button")
    expect(buttons).to_have_count(5)
    for number in range(5):
        assert buttons.nth(number).inner_text().strip() == ""
        assert buttons.nth(number).locator("svg path").count() > 0


def test_what_is_picked_is_told_after_a_reload(page: Page, serving: Serving) -> None:
    match = played_until(lambda one: one.decision.prompt == "move-figure", gods=["ra", "isis"])
    sit_down(page, serving, match)
    figure = next(str(one) for one in match.choices if str(one).startswith("figure "))
    page.locator(f'[data-choice="{figure}"]:not([aria-disabled="true"])').first.click()
    told = page.locator(".prompt .picked")
    expect(told).not_to_be_empty()
    words = told.inner_text()
    page.reload()
    assert wait_for_turn(page)
    expect(told).to_have_text(words)


def test_a_building_says_what_it_costs_where_it_is_chosen(page: Page, serving: Serving) -> None:
    match = played_until(lambda one: any(str(text).startswith("build ") for text in one.choices), gods=["ra", "isis"])
    sit_down(page, serving, match)
    building = page.locator('.prompt [data-choice^="build "]').first
    expect(building).to_contain_text("followers: −")

"""The rule book in the browser: from the front page to a rule, its pictures, its search, and a table to try it at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import theomachy
from tests.browser.conftest import DESKTOP, PHONE, TABLET, NewPage
from tests.browser.people import choice, lit, looks
from tests.browser.test_page import serious_violations
from tests.examples import part
from theomachy.book import examples_of, picture

#: milliseconds that a drawing may take to come and be drawn
DRAWN = 30_000
#: of each game a rule whose first example has something happen on the board
RULES = {"ankh": "ankh/move/each-up-to-3", "anunnaki": "anunnaki/harvest/amount"}


def pictures(page: Page, rule: str) -> None:
    """Both boards of the first example are drawn, and nothing in them can be reached."""
    article = page.locator(f'[data-rule="{rule}"]')
    boards = article.locator("figure").first.locator(".board")
    expect(boards).to_have_count(2)
    for number in range(2):
        expect(boards.nth(number).locator("svg").first).to_be_visible(timeout=DRAWN)
        assert boards.nth(number).evaluate("one => one.inert && one.getAttribute('aria-hidden') === 'true'")
        box = boards.nth(number).bounding_box()
        assert box is not None
        assert box["width"] > 250


def test_from_the_front_page_to_a_rule_and_to_a_table(page: Page) -> None:
    rule = RULES["ankh"]
    game = theomachy.game("ankh")
    page.goto("/")
    page.get_by_role("button", name="Rules in brief: Ankh").click()
    page.get_by_role("link", name="All rules, with pictures").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rule book: Ankh")
    assert serious_violations(page) == []
    title = game.catalogue.rule(rule).title
    page.get_by_role("searchbox").fill(title)
    page.get_by_role("link", name=title).first.click()
    expect(page).to_have_url(re.compile(f"/rules/ankh/{rule}$"))
    expect(page.get_by_role("heading", level=2, name=title)).to_be_focused()
    pictures(page, rule)
    example = examples_of(game).of(rule)[0]
    for fact in picture(game, example, "en")["facts"]:
        expect(page.locator("figcaption").first).to_contain_text(fact["words"])
    assert serious_violations(page) == []
    page.get_by_role("button", name="Try it at a table").first.click()
    expect(page).to_have_url(re.compile("/t/"))
    match = example.begin(game)
    seat = match.decision.seats[0]
    page.wait_for_function("() => document.querySelector('[data-choice]') !== null")
    assert set(lit(page)) <= {str(choice) for choice in match.choices_of(seat)}
    page.go_back()
    expect(page.get_by_role("heading", level=2, name=title)).to_be_visible()


def test_the_search_knows_what_things_are_called(new_page: NewPage) -> None:
    page = new_page(locale="de")
    page.goto("/rules/ankh")
    name = theomachy.game("ankh").catalogue.name("card.plague", "de")
    page.get_by_role("searchbox").fill(name)
    found = page.get_by_role("link", name=theomachy.game("ankh").catalogue.rule("ankh/card/plague", "de").title)
    expect(found.first).to_be_visible()
    page.get_by_role("searchbox").fill("zzzz")
    expect(page.get_by_role("status").filter(has_text="Gefundene Regeln: 0")).to_be_visible()


def test_a_chapter_is_read_as_a_whole_and_its_pictures_come_when_they_are_near(page: Page) -> None:
    page.goto("/rules/ankh/ankh/guardian")
    rules = [rule for rule in theomachy.game("ankh").catalogue.rules() if rule.startswith("ankh/guardian/")]
    expect(page.locator("article")).to_have_count(len(rules))
    pictures(page, rules[0])
    last = page.locator(f'[data-rule="{rules[-1]}"]')
    expect(last.locator(".board svg")).to_have_count(0)
    last.scroll_into_view_if_needed()
    pictures(page, rules[-1])


def test_a_rule_that_is_not_there_has_a_face(new_page: NewPage) -> None:
    page = new_page(locale="ru")
    page.goto("/rules/ankh/ankh/no/such-rule")
    expect(page.get_by_role("heading", name="Такого правила нет")).to_be_visible()
    assert serious_violations(page) == []
    page.get_by_role("link", name="Содержание").click()
    expect(page).to_have_url(re.compile("/rules/ankh$"))


def test_the_log_leads_into_the_book(page: Page) -> None:
    page.goto("/rules/ankh/ankh/move/each-up-to-3")
    page.get_by_role("button", name="Try it at a table").first.click()
    choice(page, "action move").click()
    page.get_by_role("button", name=re.compile("^Log")).first.click()
    page.locator(".talk").get_by_role("button", name=re.compile("^Rule: ")).first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("link", name="In the rule book")).to_have_attribute("href", re.compile("^/rules/ankh/"))
    expect(sheet.locator("figure .board svg").first).to_be_visible(timeout=DRAWN)


@pytest.mark.parametrize("game", part(list(RULES), 2))
def test_it_fits_and_can_be_read(new_page: NewPage, game: str) -> None:
    page = new_page(viewport=PHONE, color_scheme="dark")
    page.goto(f"/rules/{game}/{RULES[game]}")
    for look in looks(page, (TABLET, "light"), (DESKTOP, "light"), (DESKTOP, "dark")):
        pictures(page, RULES[game])
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), look
        assert serious_violations(page) == [], look


def test_on_paper_there_is_nothing_to_press(page: Page) -> None:
    page.goto(f"/rules/ankh/{RULES['ankh']}")
    pictures(page, RULES["ankh"])
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Try it at a table").first).to_be_hidden()
    expect(page.get_by_role("searchbox")).to_be_hidden()
    expect(page.locator("article")).to_be_visible()

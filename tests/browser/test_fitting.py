"""Words and their room: nothing is cut, nothing jumps, and long words are broken where they may be."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import test_anunnaki
from tests.browser.conftest import DESKTOP, PHONE, NewPage
from tests.browser.people import click_something, played_until, wait_for_turn
from tests.browser.test_match import in_battle, opened
from tests.browser.test_page import choosing_action, sit_down
from tests.examples import part
from tests.server.serving import Serving
from theomachy.kernel.match import Match

#: in this order: opened on a phone, then in larger windows
SIZES: tuple[ViewportSize, ...] = (PHONE, DESKTOP, {"width": 1280, "height": 800})

#: whether an element holds words that somebody should see
_SHOWN = """const shown = one => !one.closest('svg, .unseen') && one.checkVisibility()
    && one.textContent.trim() !== '' && getComputedStyle(one).visibility !== 'hidden';"""

#: what can't be read although it stands there: texts larger than their box that can't be scrolled to
_CUT = f"""root => {{
    {_SHOWN}
    const cut = one => {{
        const style = getComputedStyle(one);
        // What is away on a phone is not looked at.
        if (style.clipPath !== 'none' || style.contentVisibility === 'hidden') return false;
        const hides = way => way !== 'visible' && way !== 'auto' && way !== 'scroll';
        const tall = hides(style.overflowY) && one.scrollHeight > one.clientHeight + 2;
        const wide = hides(style.overflowX) && one.scrollWidth > one.clientWidth + 2;
        return tall || (wide && style.textOverflow !== 'ellipsis');
    }};
    return [...document.querySelectorAll(root + ' *')].filter(one => shown(one) && cut(one))
        .map(one => one.className + ': ' + one.textContent.trim().slice(0, 60));
}}"""

#: words that stand out of what they stand in
_BURST = f"""root => {{
    {_SHOWN}
    const out = one => {{
        const room = one.closest('button, li, article, section') ?? one.parentElement;
        const [inner, outer] = [one.getBoundingClientRect(), room.getBoundingClientRect()];
        return inner.width > 0 && (inner.right > outer.right + 2 || inner.left < outer.left - 2);
    }};
    return [...document.querySelectorAll(root + ' :is(p, span, b, strong, small, button, li, h2, h3)')]
        .filter(one => one.children.length === 0 && shown(one) && out(one))
        .filter(one => getComputedStyle(one).position !== 'absolute')
        .map(one => one.textContent.trim().slice(0, 60));
}}"""


def resize(page: Page, size: ViewportSize) -> None:
    if page.viewport_size != size:
        page.set_viewport_size(size)
        # Until everything has found its new place.
        page.wait_for_timeout(400)


def begun(game: str) -> Match:
    if game == "ankh":
        return played_until(choosing_action, gods=["ra", "isis"])
    return test_anunnaki.played("choose-tile", least=60)


@pytest.mark.long
@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_the_board_stays_where_it_is_whatever_is_asked(new_page: NewPage, serving: Serving, game: str) -> None:
    """In German, whose words are long: through several questions, by whatever is lit."""
    page = new_page(viewport=PHONE, locale="de-DE")
    match = begun(game)
    table, tokens = opened(serving, match, "Ann", *["bot:random"] * (match.seats - 1))
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(page)
    board = page.locator("section.board")
    for size in SIZES:
        resize(page, size)
        before = board.bounding_box()
        asked = set()
        for number in range(24):
            asked.add(page.locator(".prompt h2").inner_text())
            click_something(page, 5, number)
            doubt = page.locator(".assent .gold")
            if doubt.count():
                doubt.first.click()
            assert wait_for_turn(page)
            assert board.bounding_box() == before, size
            if number >= 7 and len(asked) > 3:
                break
        assert len(asked) > 3, size


SPOKEN = [("ankh", "ru-RU"), ("ankh", "de-DE"), ("anunnaki", "de-DE"), ("anunnaki", "ru-RU")]


@pytest.mark.parametrize(("game", "lang"), part(SPOKEN, 2))
def test_nothing_is_cut_in_long_languages(new_page: NewPage, serving: Serving, game: str, lang: str) -> None:
    page = new_page(viewport=PHONE, locale=lang)
    sit_down(page, serving, begun(game))
    for size in SIZES:
        resize(page, size)
        tabs = page.locator("nav.tabs button") if size == PHONE else None
        for number in range(tabs.count() if tabs else 1):
            if tabs:
                tabs.nth(number).click()
            assert page.evaluate(_CUT, "main") == [], size
            assert page.evaluate(_BURST, "main") == [], size
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), size


@pytest.mark.parametrize("lang", part(["de-DE", "ru-RU"], 2, first=1))
def test_the_rules_of_cards_are_whole_on_the_stage(new_page: NewPage, serving: Serving, lang: str) -> None:
    match = played_until(in_battle, gods=["ra", "isis"], seed=3)
    page = new_page(locale=lang)
    sit_down(page, serving, match)
    stage = page.locator("section.stage")
    expect(stage).to_be_visible()
    for card in stage.locator(".hand li").all():
        card.hover()
        assert page.evaluate(_CUT, "section.stage") == []


@pytest.mark.parametrize("lang", part(["de-DE", "ru-RU"], 2))
def test_long_words_are_broken_between_syllables_only(new_page: NewPage, serving: Serving, lang: str) -> None:
    """Nothing of the table lets a word break between any two letters, but names that people have given."""
    page = new_page(viewport=PHONE, locale=lang)
    sit_down(page, serving, begun("ankh"))
    assert page.evaluate("document.documentElement.lang") == lang[:2]
    loose = page.evaluate(
        """() => [...document.querySelectorAll('main *')]
            .filter(one => one.childElementCount === 0 && getComputedStyle(one).wordBreak === 'break-all')
            .map(one => one.textContent.trim())"""
    )
    assert loose == []


def test_a_refusal_is_told_whole(page: Page, serving: Serving) -> None:
    match = played_until(lambda one: one.decision.prompt == "move-figure", gods=["ra", "isis"])
    sit_down(page, serving, match)
    page.locator('[data-cell][aria-disabled="true"]').first.click(force=True)
    expect(page.locator(".prompt .refusal")).to_be_visible()
    assert page.evaluate(_CUT, ".prompt") == []

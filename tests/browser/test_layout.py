"""The layout of the table (docs/page-layout.md): at every kind of decision, in every size and language, each control
can be clicked, nothing that must not move moves, and no control changes its meaning under the pointer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import theomachy
from tests.browser.conftest import PHONE, TABLET, NewPage
from tests.browser.layout import decisions, findings, places
from tests.browser.people import LIT, choice, glance, wait_for_turn, wait_until
from tests.browser.test_match import opened
from tests.examples import LONG, part
from tests.server.serving import Serving
from theomachy.kernel.match import Match

LAPTOP: Final[ViewportSize] = {"width": 1440, "height": 900}
WIDE: Final[ViewportSize] = {"width": 1920, "height": 1080}
SIZES: Final = (LAPTOP, WIDE, TABLET, PHONE)
#: what is looked at, and in which languages; `make test` looks at one of three
WALKS: Final = [(game, lang) for lang in ("de-DE", "ru-RU", "en-GB") for game in ("ankh", "anunnaki", "pharaoh")]
#: whoever advises without thinking for long
ADVISER: Final = "localStorage.setItem('theomachy.adviser', JSON.stringify('high-priest'))"


def sit(page: Page, serving: Serving, match: Match) -> tuple[str, str]:
    """Take the seat that must decide, among bots; the table's id, and the token of the seat."""
    seat = match.decision.seats[0]
    table, tokens = opened(serving, match, *["Ann" if one == seat else "bot:random" for one in range(match.seats)])
    # Seats of bots have no tokens.
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(page)
    return table, tokens[0]


def resize(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    # Two pictures later everything has found its place.
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"
    )


@pytest.mark.parametrize(("game", "lang"), part(WALKS, 4))
def test_every_decision_in_every_size(new_page: NewPage, serving: Serving, game: str, lang: str) -> None:
    page = new_page(viewport=LAPTOP, locale=lang)
    kinds = sorted(decisions(game))
    wrong: list[str] = []
    first: dict[tuple[int, str], object] = {}
    for kind in kinds if LONG else kinds[::8]:
        sit(page, serving, decisions(game)[kind])
        for size in SIZES:
            resize(page, size)
            width = size["width"]
            wrong += [f"{kind} at {width}: {one}" for one in findings(page)]
            for name, place in asdict(places(page)).items():
                was = first.setdefault((width, name), place) if place is not None else None
                if was != place:
                    wrong.append(f"{kind} at {width}: the {name} moved from {was} to {place}")
        page.set_viewport_size(LAPTOP)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_a_hint_is_whole_beside_the_log(new_page: NewPage, serving: Serving, game: str) -> None:
    page = new_page(viewport=LAPTOP)
    page.add_init_script(ADVISER)
    sit(page, serving, decisions(game)["choose-action" if game == "ankh" else "choose-tile"])
    expect(page.get_by_role("log")).to_be_visible()
    hint = page.locator(".hint")
    page.keyboard.press("h")
    expect(hint).to_be_visible()
    for size in SIZES:
        resize(page, size)
        assert findings(page, ".side, .side *") == [], size
        expect(hint.get_by_label("Whom to ask")).to_be_visible()
        if size != PHONE:
            assert findings(page) == [], size
    resize(page, LAPTOP)
    page.locator(".talk .close").click()
    expect(hint).to_have_count(0)
    expect(page.get_by_role("log")).to_be_visible()


@pytest.mark.parametrize("lang", part(["ru-RU", "de-DE", "en-GB"], 3))
def test_a_preview_on_a_phone_pushes_nothing_and_lies_over_nothing(
    new_page: NewPage, serving: Serving, lang: str
) -> None:
    page = new_page(viewport=PHONE, has_touch=True, locale=lang)
    sit(page, serving, decisions("ankh")["choose-action"])
    before = places(page)
    for number in range(page.locator(".prompt [data-choice]").count()):
        page.locator(".prompt [data-choice]").nth(number).tap()
        expect(page.locator(".foresight")).to_be_visible()
        assert findings(page, ".prompt") == []
        said, buttons = (page.locator(f".prompt {part_of_it}").bounding_box() for part_of_it in (".aside", ".buttons"))
        assert said is not None
        assert buttons is not None
        assert said["y"] + said["height"] <= buttons["y"] + 4
        assert places(page) == before


def test_the_hand_of_a_battle_is_whole_on_a_phone(new_page: NewPage, serving: Serving) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    sit(page, serving, decisions("ankh")["battle-card"])
    cards = page.locator(".prompt .hand [data-choice]")
    expect(cards.first).to_be_visible()
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
    assert findings(page, ".prompt") == []
    cards.first.tap()
    # The first tap tells what the card does, above the hand.
    expect(page.locator(".prompt .does")).to_be_in_viewport(ratio=1)
    assert len(page.locator(".prompt .does").inner_text()) > 40


@pytest.mark.parametrize(
    ("game", "kind"),
    part([("ankh", "choose-action"), ("anunnaki", "perform-developed"), ("pharaoh", "move-priest")], 2),
)
def test_nothing_is_chosen_that_came_under_a_resting_pointer(
    new_page: NewPage, serving: Serving, game: str, kind: str
) -> None:
    """Two clicks at the same place: the second, right after the first was heard, is not taken for another choice."""
    page = new_page(viewport=LAPTOP)
    match = decisions(game)[kind]
    table, token = sit(page, serving, match)
    version = glance(page).version
    box = page.locator(f".prompt {LIT}").first.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*at)
    # Both are single clicks for the browser: the hand does not hurry, it only rests.
    for _ in range(2):
        page.mouse.click(*at)
        page.wait_for_timeout(150)
    wait_until(page, lambda: glance(page).version > version)
    page.wait_for_timeout(300)
    saved = theomachy.load(serving.client.get(f"/api/tables/{table}/save", token).text)
    seat = match.decision.seats[0]
    assert sum(one == seat for one, _ in saved.history[len(match.history) :]) == 1


def test_the_log_follows_when_its_room_changes(new_page: NewPage, serving: Serving) -> None:
    page = new_page(viewport=WIDE)
    sit(page, serving, decisions("ankh")["lay-camel"])
    roll = page.get_by_role("log")
    expect(roll).to_be_visible()
    gap = "one => one.scrollHeight - one.scrollTop - one.clientHeight"
    wait_until(page, lambda: roll.evaluate(gap) < 24)
    for size in (LAPTOP, WIDE, LAPTOP):
        resize(page, size)
        wait_until(page, lambda: roll.evaluate(gap) < 24, seconds=5)
    choice(page, glance(page).lit[0]).click()
    wait_until(page, lambda: roll.evaluate(gap) < 24, seconds=5)
    # Whoever goes back to read stays there.
    roll.hover()
    page.mouse.wheel(0, -300)
    wait_until(page, lambda: roll.evaluate(gap) > 100, seconds=5)


def test_the_keyboard_keeps_its_place_after_a_hint_and_in_the_list(new_page: NewPage, serving: Serving) -> None:
    page = new_page(viewport=LAPTOP)
    page.add_init_script(ADVISER)
    sit(page, serving, decisions("ankh")["choose-action"])
    held = "() => document.activeElement !== document.body && document.activeElement !== null"
    page.locator(".tools .tool").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hint")).to_be_visible()
    assert page.evaluate(held)
    page.keyboard.press("Escape")
    expect(page.locator(".hint")).to_have_count(0)
    assert page.evaluate(held)
    version = glance(page).version
    page.keyboard.press("a")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_until(page, lambda: glance(page).version > version)
    page.wait_for_timeout(200)
    assert page.evaluate(held)


def test_back_and_next_of_a_lesson_keep_their_places(page: Page) -> None:
    page.set_viewport_size(LAPTOP)
    page.goto("/learn/anunnaki")
    page.locator("main button").first.click()
    forth = page.locator(".lesson .forth")
    expect(forth).to_be_visible()
    before, board = forth.bounding_box(), places(page).board
    assert before is not None
    pages = 0
    while forth.count():
        forth.click()
        pages += 1
        assert places(page).board == board
        # Where the way on was, there is the way on, or nothing.
        there = page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.textContent ?? ''",
            [before["x"] + before["width"] / 2, before["y"] + before["height"] / 2],
        )
        assert there in ("", "Next"), there
    assert pages > 1


def test_what_a_culture_marker_gives_is_drawn_over_lit_territories(page: Page, serving: Serving) -> None:
    sit(page, serving, decisions("anunnaki")["move-to"])
    expect(page.locator(f".board .land{LIT}").first).to_be_visible()
    follows = """() => {
        const [glow, disc] = ['.board .land .glow', '.board .disc'].map(one => document.querySelector(one));
        return Boolean(glow.compareDocumentPosition(disc) & Node.DOCUMENT_POSITION_FOLLOWING);
    }"""
    assert page.evaluate(follows)

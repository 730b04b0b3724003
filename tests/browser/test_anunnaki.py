"""Anunnaki's drawing: turns by clicks on boards, star and cards alone; phone, keyboard, languages, light and dark."""

from __future__ import annotations

import re
from collections.abc import Container

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

import theomachy
from tests.browser.clicking import look, wait_for_later, wait_for_lit
from tests.browser.conftest import DESKTOP, PHONE, TABLET, NewPage
from tests.browser.people import LIT, lit, looks, wait_for_turn
from tests.browser.test_match import opened
from tests.browser.test_page import serious_violations
from tests.examples import part
from tests.server.serving import Serving
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

CATALOGUE = theomachy.game("anunnaki").catalogue
#: what is drawn, in place of the buttons of the prompt and the list of all choices
DRAWN = f":is(.board, .rail, .players) {LIT}"
#: verbs that have nothing to be drawn as
SAID = {"done", "no", "yes", "metal"}


def played(prompt: str, seed: int = 1, players: int = 2, least: int = 0) -> Match:
    """A match, played at random to the first such question to seat 0 alone."""
    for number in range(seed, seed + 60):
        match = theomachy.new("anunnaki", seed=number, players=players)
        while not match.over:
            if match.decision.prompt == prompt and match.decision.seats == (0,) and len(match.history) >= least:
                return match
            seat = match.decision.seats[0]
            choices = match.choices_of(seat)
            match.play(choices[mix(number, len(match.history)) % len(choices)], seat)
    raise AssertionError(f"nobody is asked '{prompt}' in 60 matches")


def sit(page: Page, serving: Serving, match: Match) -> str:
    table, tokens = opened(serving, match, "Ann", *["bot:random"] * (match.seats - 1))
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(page)
    return table


def drawn(page: Page, choice: str) -> Locator:
    """Where a choice is drawn: on a board, the star or a card."""
    return page.locator(f':is(.board, .rail, .players) [data-choice="{choice}"]:visible').first


def texts(match: Match) -> list[str]:
    return [str(choice) for choice in match.choices_of(0)]


def click_the_drawing(page: Page, number: int, seen: Container[str] = ()) -> str:
    """Click one of what may be chosen where it is drawn, rather of a kind not `seen` yet; a button only for
    what nothing stands for."""
    options = lit(page)
    if not options:
        return ""
    things = [text for text in options if text.partition(" ")[0] not in SAID]
    things = [text for text in things if text.partition(" ")[0] not in seen] or things
    wanted = (things or options)[mix(11, number) % len(things or options)]
    here = drawn(page, wanted) if wanted in things else page.locator(f'[data-choice="{wanted}"]:visible').first
    try:
        here.click(timeout=2500)
    except TimeoutError:
        if wanted in lit(page):
            raise
        return ""  # it was somebody else's turn already
    return wanted.partition(" ")[0]


def asked(prompt: str) -> Match:
    if prompt == "discard-god":
        return theomachy.new("anunnaki", seed=1, players=2)
    return played(prompt)


def test_a_piece_is_picked_above_its_territory_and_the_prompt_says_so(page: Page, serving: Serving) -> None:
    match = played("move-piece")
    sit(page, serving, match)
    expect(page.locator(".prompt .picked")).to_contain_text("from:")
    piece = texts(match)[0]
    drawn(page, piece).click()
    match.play(piece, 0)
    if match.decision.prompt == "move-to":
        name = piece.partition(" ")[2]
        kind = "piece" if name in ("follower", "settlement") else "god"
        expect(page.locator(".prompt .picked")).to_contain_text(CATALOGUE.name(f"{kind}.{name}", "en"))
        for text in texts(match):
            expect(drawn(page, text)).to_be_attached()
    assert page.locator("main").inner_text().count("from: ") == 1, "once is enough"


def test_a_picked_piece_is_let_go_of_where_it_stands(page: Page, serving: Serving) -> None:
    match = played("move-piece", least=40)
    sit(page, serving, match)
    piece = texts(match)[0]
    drawn(page, piece).click()
    match.play(piece, 0)
    assert match.decision.prompt == "move-to"
    home = match.view(0)["decision"]["picked"]["from"]
    assert f"territory {home}" not in texts(match)
    expect(page.locator(f'[data-choice="{texts(match)[0]}"]').first).to_be_attached()
    page.locator(f'[data-place="{home}"]').click(force=True)
    expect(drawn(page, piece)).to_be_visible()
    # Nothing was moved, and nothing is refused.
    expect(page.locator(".prompt .refusal")).to_have_count(0)
    assert set(texts(match)).isdisjoint(lit(page))


def test_only_what_can_be_stolen_is_lit(page: Page, serving: Serving) -> None:
    match = played("steal-resource", seed=29)
    sit(page, serving, match)
    assert page.locator(f".rail .goods {LIT}").count() == 0, "nobody steals from oneself"
    robbed = match.view(0)["decision"]["picked"]["from"]
    owner = page.locator("article.house", has=page.locator(f".goods {LIT}"))
    expect(owner).to_have_count(1)
    expect(owner).to_contain_text(CATALOGUE.name(f"house.{robbed}", "en"))


@pytest.mark.parametrize(
    ("lang", "spoken"),
    part(
        [
            ("en-GB", r"^Contract .+ \d+\. Wants: .+\. Gives: .+"),
            ("de-DE", r"^Vertrag .+ \d+\. Verlangt: .+\. Bringt: .+"),
            ("ru-RU", r"^Договор «.+ \d+»\. Требует: .+\. Даёт: .+"),
        ],
        3,
        first=2,
    ),
)
def test_a_contract_says_what_it_wants_and_gives(new_page: NewPage, serving: Serving, lang: str, spoken: str) -> None:
    page = new_page(locale=lang)
    match = played("choose-tile", least=60)
    sit(page, serving, match)
    cards = page.locator(".players").get_by_role("img", name=re.compile(spoken))
    expect(cards).to_have_count(len(match.view(0)["offer"]))


def test_pointing_at_a_tile_tells_what_would_follow(page: Page, serving: Serving) -> None:
    match = played("choose-tile", least=60)
    sit(page, serving, match)
    tile = texts(match)[0]
    drawn(page, tile).hover()
    expect(page.locator(".star .caption b").first).to_have_text(CATALOGUE.name(f"tile.{tile.partition(' ')[2]}", "en"))
    expect(page.locator(".foresight")).to_be_visible()


def test_a_god_token_that_came_off_the_star_stays_off_when_a_cube_is_moved_away(page: Page, serving: Serving) -> None:
    match = taken_and_uncovered()
    sit(page, serving, match)
    off = [number for number in range(6) if not match.state.tokens[0] >> number & 1]
    tokens = page.locator(".rail .star .token")
    expect(tokens).to_have_count(6)
    found = tokens.evaluate_all("all => all.flatMap((one, number) => (one.classList.contains('free') ? [number] : []))")
    assert found == off


def taken_and_uncovered() -> Match:
    """Seat 0 is to move its figure, and has a token that it took off the star while a line around it has no cube any
    more."""
    around = [set(token["lines"]) for token in theomachy.game("anunnaki").board_info()["star"]["tokens"]]
    for seed in range(80):
        match = theomachy.new("anunnaki", seed=seed, players=2)
        while not match.over:
            if match.decision.prompt == "choose-tile" and match.decision.seats == (0,):
                cubes = set(match.view(0)["houses"][0]["cubes"])
                off = [lines for number, lines in enumerate(around) if not match.state.tokens[0] >> number & 1]
                if any(lines - cubes for lines in off):
                    return match
            seat = match.decision.seats[0]
            choices = match.choices_of(seat)
            match.play(choices[mix(seed, len(match.history)) % len(choices)], seat)
    raise AssertionError("no token came off and was uncovered in 80 matches")


def test_what_may_not_be_chosen_says_which_rule(page: Page, serving: Serving) -> None:
    match = played("move-to")
    sit(page, serving, match)
    page.locator('[data-place][aria-disabled="true"]').first.click(force=True)
    expect(page.locator(".refusal")).to_be_visible()


def test_a_house_opens_with_its_star_and_what_its_gods_do(page: Page, serving: Serving) -> None:
    match = played("choose-tile", least=60)
    sit(page, serving, match)
    page.locator(".house .open").nth(1).click()
    dialog = page.get_by_role("dialog")
    other = match.view(0)["houses"][1]
    for god in [other["great_god"], *other["lesser_gods"]]:
        expect(dialog).to_contain_text(CATALOGUE.name(f"god.{god}", "en"))
    expect(dialog.locator(".star svg").first).to_be_visible()
    assert dialog.locator(LIT).count() == 0
    hidden = [CATALOGUE.name(f"weapon.{weapon}", "en") for weapon in match.view(1)["houses"][1]["hand"]]
    words = dialog.inner_text()
    assert not [weapon for weapon in hidden if weapon in words]


def test_a_whole_turn_by_keyboard(page: Page, serving: Serving) -> None:
    match = played("choose-tile", least=40)
    table, tokens = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}#seat={tokens[0]}")
    made: list[str] = []
    seen = wait_for_lit(page)
    while seen.lit and len(made) < 40:
        wanted = seen.lit[mix(5, len(made)) % len(seen.lit)].choice
        focus_by_tab(page, wanted)
        assert page.locator(":focus").evaluate("one => (one.ariaLabel ?? one.textContent).trim()")
        page.keyboard.press("Enter")
        wait_for_later(page, seen.version)
        made.append(wanted)
        seen = look(page)
    assert made[0].startswith("tile ")
    assert 3 <= len(made) < 40, made
    expect(page.locator(".prompt h2")).to_contain_text("Waiting for")


def focus_by_tab(page: Page, choice: str) -> None:
    """Go to a choice, wherever it is first, by pressing Tab."""
    for _ in range(150):
        if page.evaluate("() => document.activeElement?.dataset.choice ?? ''") == choice:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to '{choice}'")


def test_territories_by_arrow_keys(page: Page, serving: Serving) -> None:
    match = played("move-from")
    sit(page, serving, match)
    wanted = next(text for text in texts(match) if text.startswith("territory"))
    drawn(page, wanted).focus()
    place = page.evaluate("() => document.activeElement.dataset.place")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("() => document.activeElement.dataset.place") is not None
    drawn(page, wanted).focus()
    assert page.evaluate("() => document.activeElement.dataset.place") == place
    page.keyboard.press("Enter")
    expect(page.locator(".prompt h2")).not_to_contain_text(CATALOGUE.prompt("move-from", "en"))


def test_on_a_phone_the_star_comes_first_and_what_is_asked_comes_up(new_page: NewPage, serving: Serving) -> None:
    page = new_page(viewport=PHONE, has_touch=True)
    match = played("choose-tile", least=40)
    sit(page, serving, match)
    tabs = page.locator("nav.tabs button")
    expect(tabs.first).to_have_attribute("aria-current", "page")
    expect(tabs.first).to_contain_text("Star")
    expect(drawn(page, texts(match)[0])).to_be_visible()
    verbs = set()
    for number in range(60):
        if not wait_for_turn(page, 40):
            break
        verbs.add(click_the_drawing(page, number))
        if {"tile", "territory"} <= verbs and len(verbs) > 3:
            break
    assert {"tile", "territory"} <= verbs
    assert page.evaluate("() => { window.scrollTo(500, 0); return window.scrollX }") == 0


@pytest.mark.parametrize("lang", part(["de", "ru"], 2, first=1))
def test_it_speaks_other_languages(new_page: NewPage, serving: Serving, lang: str) -> None:
    page = new_page(locale={"de": "de-DE", "ru": "ru-RU"}[lang])
    match = played("choose-tile", least=60)
    sit(page, serving, match)
    expect(page.locator(".prompt")).to_contain_text(CATALOGUE.prompt("choose-tile", lang))
    tile = texts(match)[0]
    drawn(page, tile).hover()
    expect(page.locator(".star .caption b").first).to_have_text(CATALOGUE.name(f"tile.{tile.partition(' ')[2]}", lang))
    expect(page.locator(".tracks").first).to_contain_text(CATALOGUE.name("track.technology", lang))
    # No key of the page's own words shows through.
    assert not re.findall(r"\banunnaki\.[a-z.-]+", page.locator("main").inner_text())


@pytest.mark.parametrize("prompt", part(["choose-tile", "move-piece", "discard-god"], 3, first=1))
def test_axe_finds_nothing_serious(new_page: NewPage, serving: Serving, prompt: str) -> None:
    page = new_page(viewport=PHONE, color_scheme="dark")
    sit(page, serving, asked(prompt))
    page.wait_for_timeout(400)
    for shown in looks(page, (TABLET, "light"), (DESKTOP, "light"), (DESKTOP, "dark")):
        assert serious_violations(page) == [], shown


@pytest.mark.long
def test_a_replay_shows_every_step(page: Page, serving: Serving) -> None:
    table = sit(page, serving, played("choose-tile", players=3, least=80))
    page.goto(f"/t/{table}/replay/40")
    expect(page.get_by_role("slider").first).to_be_visible()
    expect(page.locator(".board-holder [data-place]").first).to_be_attached()
    expect(page.locator(".star").first).to_be_visible()
    assert serious_violations(page) == []

"""The table for any game: a match of Anunnaki, without its own drawing (`?plain`), played from its view alone."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Page, Response, expect

import theomachy
from tests.browser.conftest import DESKTOP, PHONE, TABLET, NewPage
from tests.browser.people import LIT, choice, click_something, is_over, lit, looks, play_until, wait_for_turn
from tests.browser.test_match import opened
from tests.browser.test_page import serious_violations
from tests.examples import part
from tests.server.serving import Serving
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

#: what a first load of a game may weigh, in bytes of gzipped script
HEAVIEST = 190_000
CHOOSE_TILE = theomachy.game("anunnaki").catalogue.prompt("choose-tile", "en")


def played(length: int, seed: int = 2, players: int = 2) -> Match:
    """A match of Anunnaki, played at random to the first turn of seat 0 after so many choices."""
    match = theomachy.new("anunnaki", seed=seed, players=players)
    while len(match.history) < length or match.decision.seats != (0,) or match.decision.prompt != "choose-tile":
        step(match, seed)
    return match


def step(match: Match, seed: int) -> None:
    seat = match.decision.seats[0]
    choices = match.choices_of(seat)
    match.play(choices[mix(seed, len(match.history)) % len(choices)], seat)


def nearly_over(seed: int) -> Match:
    """The last decision of seat 0 in a match that has just a few to come."""
    whole = theomachy.new("anunnaki", seed=seed, players=2)
    own = 0
    while not whole.over:
        own = len(whole.history) if whole.decision.seats == (0,) else own
        step(whole, seed)
    match = theomachy.new("anunnaki", seed=seed, players=2)
    while len(match.history) < own:
        step(match, seed)
    return match


def sit(page: Page, serving: Serving, match: Match) -> str:
    table, tokens = opened(serving, match, "Ann", *["bot:random"] * (match.seats - 1))
    page.goto(f"/t/{table}?plain#seat={tokens[0]}")
    assert wait_for_turn(page)
    return table


def test_the_lobby_offers_every_game_with_its_sides_and_players(page: Page, serving: Serving) -> None:
    games = serving.client.get("/api/games", lang="en").json()["games"]
    assert len(games) >= 2
    page.goto("/")
    page.get_by_role("button", name=re.compile("New table")).first.click()
    form = page.locator("form")
    for game in games:
        form.get_by_role("radio", name=re.compile(f"^{game['name']}")).check()
        counts = form.locator('input[name="players"]')
        expect(counts).to_have_count(len(game["players"]))
        sides = form.get_by_label(re.compile("Seat 1: Side")).locator("option")
        expect(sides).to_have_text(["At random", *(side["name"] for side in game["sides"])])


@pytest.mark.long
def test_two_full_turns_of_anunnaki_against_bots_by_clicks(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=re.compile("Play now.*Anunnaki")).click()
    page.wait_for_url(re.compile("/t/"))
    turns = clicks = 0
    for number in range(400):
        assert wait_for_turn(page, 40), "the match is over already"
        begins = CHOOSE_TILE in page.locator(".prompt h2").inner_text()
        turns += begins
        if turns == 3:
            break
        clicks += bool(click_something(page, 7, number))
        if begins:
            # The figure has gone: the next question is another one, or somebody else's.
            expect(page.locator(".prompt h2")).not_to_contain_text(CHOOSE_TILE)
    assert turns == 3
    assert clicks > 4
    page.keyboard.press("l")
    expect(page.get_by_role("log").first.locator(".chapter")).not_to_have_count(0)


def test_the_end_of_a_match_has_a_standing_with_its_numbers(page: Page, serving: Serving) -> None:
    table = sit(page, serving, nearly_over(5))
    play_until(page, 3, lambda: is_over(page), limit=60)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Final standing")
    story = serving.client.get(f"/api/tables/{table}/story", lang="en").json()
    for number in story["steps"][-1]["numbers"].values():
        expect(dialog.locator("ol")).to_contain_text(str(number))


def test_choices_are_shown_once_for_each_and_answer_to_numbers_tab_and_undo(page: Page, serving: Serving) -> None:
    match = played(40)
    sit(page, serving, match)
    offered = [str(one) for one in match.choices_of(0)]
    assert sorted(lit(page)) == sorted(offered)
    expect(page.locator(f".choices {LIT}")).to_have_count(len(offered))
    page.keyboard.press("1")
    expect(page.locator(".prompt h2")).not_to_contain_text(CHOOSE_TILE)
    page.keyboard.press("u")
    expect(page.locator(".prompt h2")).to_contain_text(CHOOSE_TILE)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.dataset.choice ?? ''") == offered[-1]:
            break
    expect(page.locator(f'[data-choice="{offered[-1]}"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".prompt h2")).not_to_contain_text(CHOOSE_TILE)


def test_the_view_is_told_in_names_and_only_to_who_may_see_it(new_page: NewPage, serving: Serving) -> None:
    match = played(60)
    table, tokens = opened(serving, match, "Ann", "Ben")
    own, other = new_page(), new_page()
    own.goto(f"/t/{table}?plain#seat={tokens[0]}")
    other.goto(f"/t/{table}?plain#seat={tokens[1]}")
    hand = [theomachy.game("anunnaki").catalogue.name(f"weapon.{card}", "en") for card in hand_of(match, 0)]
    assert hand
    mine = own.locator(".player").first
    for weapon in hand:
        expect(mine).to_contain_text(weapon)
    expect(other.locator(".player").nth(1)).to_contain_text("Hand")
    other.locator(".player").first.locator("summary").click()
    expect(other.locator(".player").first).to_contain_text("Hand size")
    assert not re.search(r"\bHand\b(?! size| lacks| shown)", other.locator(".player").first.inner_text())
    expect(own.locator("table").first).to_contain_text(re.compile("Pharaohs|Norrenis|Babylon|Ellenys"))


def hand_of(match: Match, seat: int) -> list[str]:
    house = next(house for house in match.view(seat)["houses"] if house["seat"] == seat)
    return list(house["hand"])


def test_a_secret_draft_on_a_shared_screen_waits_for_everybody_and_behind_the_curtain(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=re.compile("New table")).first.click()
    form = page.locator("form")
    form.get_by_role("radio", name=re.compile("^Anunnaki")).check()
    form.get_by_label("3", exact=True).check()
    form.locator("select.who").nth(1).select_option("here")
    form.locator("select.who").nth(2).select_option("open")
    page.get_by_role("button", name="Set up the table").click()
    page.get_by_role("button", name="Let a bot sit here").click()
    drafts: list[list[str]] = []
    for _ in range(2):
        curtain = page.get_by_role("dialog", name=re.compile("Pass the device"))
        expect(curtain).to_be_visible()
        assert lit(page) == [], "nothing is to be seen before the curtain is lifted"
        curtain.get_by_role("button", name=re.compile("^I am ")).click()
        assert wait_for_turn(page)
        drafts.append(lit(page))
        choice(page, drafts[-1][0]).click()
    assert all(text.startswith("god ") for draft in drafts for text in draft)
    assert not set(drafts[0]) & set(drafts[1]), "each has gods of a house of their own"


def test_it_speaks_german(new_page: NewPage, serving: Serving) -> None:
    page = new_page(locale="de-DE")
    match = played(40)
    sit(page, serving, match)
    assert page.locator("html").get_attribute("lang") == "de"
    expect(page.locator(".prompt")).to_contain_text(match.game.catalogue.prompt("choose-tile", "de"))
    expect(choice(page, "tile trade") if "tile trade" in match.choices else page.locator(".choices")).to_be_visible()
    expect(page.locator(".choices")).to_contain_text(match.game.catalogue.name("tile.trade", "de"))


@pytest.mark.parametrize("moment", part(["turn", "replay"], 2, first=1))
def test_axe_finds_nothing_serious(new_page: NewPage, serving: Serving, moment: str) -> None:
    page = new_page(color_scheme="dark", viewport=PHONE)
    table = sit(page, serving, played(60))
    if moment == "replay":
        page.goto(f"/t/{table}/replay/30?plain")
        expect(page.get_by_role("slider").first).to_be_visible()
        expect(page.locator(".chart path.line").first).to_be_attached()
    page.wait_for_timeout(400)
    for look in looks(page, (DESKTOP, "light"), (DESKTOP, "dark")):
        assert serious_violations(page) == [], look


def test_nothing_scrolls_sideways_and_nothing_jumps(new_page: NewPage, serving: Serving) -> None:
    page = new_page(viewport=PHONE)
    sit(page, serving, played(60))
    for number, look in enumerate(looks(page, (TABLET, "light"), (DESKTOP, "light")), 1):
        assert page.evaluate("() => { window.scrollTo(500, 0); return window.scrollX }") == 0, look
        before = page.locator(".choices").bounding_box()
        prompt = page.locator(".prompt h2").inner_text()
        click_something(page, 4, number)
        expect(page.locator(".prompt h2")).not_to_have_text(prompt)
        assert wait_for_turn(page)
        assert page.locator(".choices").bounding_box() == before, look


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_a_table_loads_little_and_nothing_of_another_game(new_page: NewPage, serving: Serving, game: str) -> None:
    page = new_page()
    scripts: list[bytes] = []

    def note(response: Response) -> None:
        if response.url.endswith(".js"):
            scripts.append(response.body())

    page.on("response", note)
    seated = serving.client.new_table("Ann", "bot:random", game=game)
    page.goto(f"/t/{seated.id}#seat={seated.tokens[0]}")
    assert wait_for_turn(page)
    assert sum(len(gzip.compress(script, 9)) for script in scripts) < HEAVIEST
    everything = b"".join(scripts).decode()
    # A word of each drawing, and of the one for any game.
    assert ("Held by Anubis" in everything) == (game == "ankh")
    assert ("Action star: {house}" in everything) == (game == "anunnaki")
    assert "What you may choose" not in everything

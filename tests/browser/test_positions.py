"""Positions in the browser: playing on from a replay, an editor by clicks, analysis, a rules bug as a case."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

import theomachy
from tests.browser.conftest import DESKTOP, PHONE, NewPage
from tests.browser.people import choice
from tests.browser.test_page import serious_violations
from tests.examples import part
from tests.server.serving import Seated, Serving
from theomachy.kernel.match import Match

SMALL = "game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7, w1 A8, T B8, G2 J9], followers: {isis: 2}}\n"
DEVICES = [pytest.param(DESKTOP, id="desk"), pytest.param(PHONE, id="phone")]


def finished(serving: Serving) -> tuple[Seated, Match]:
    """A table at which a match is over."""
    match = theomachy.new("ankh", players=2, seed=3)
    dice = random.Random(3)
    while not match.over:
        seat = match.decision.seats[0]
        match.play(dice.choice(list(match.choices_of(seat))), seat)
    seats = [{"who": "person", "name": "Ann"}, {"who": "person", "name": "Ben"}]
    answer = serving.client.post("/api/tables/open", {"save": match.save(), "seats": seats})
    assert answer.status_code == 201, answer.text
    return Seated(serving.client, answer.json()), match


def paste(page: Page, text: str) -> None:
    page.goto("/position")
    page.get_by_label("The position in the notation").fill(text)
    page.get_by_role("button", name="Read the text").click()


def tool(page: Page, name: str) -> None:
    page.locator(f'button[data-tool="{name}"]').click()


def test_play_on_from_a_step_of_a_replay(page: Page, serving: Serving) -> None:
    table, match = finished(serving)
    step = len(match.history) // 2
    page.goto(f"/t/{table.id}/replay/{step}")
    page.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile(r"/position#z="))
    expect(page.get_by_role("heading", level=1)).to_have_text("Position")
    expect(page.locator(".board-holder svg").first).to_be_visible()
    # The link alone is enough, for anybody, and at once.
    address = page.url
    page.goto("about:blank")
    began = time.monotonic()
    page.goto(address)
    expect(page.locator(".asks")).to_be_visible()
    assert time.monotonic() - began < 15
    assert serious_violations(page) == []
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    expect(page.locator("main.room")).to_be_visible()
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("position")


@pytest.mark.parametrize("viewport", part(DEVICES, 2, first=1))
def test_an_editor_sets_up_a_position_by_clicks(new_page: NewPage, viewport: ViewportSize) -> None:
    page = new_page(viewport=viewport)
    page.goto("/position")
    page.get_by_role("button", name="Ankh", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Editor")
    expect(page.locator(".state")).to_contain_text("possible")
    tool(page, "mummy1")
    choice(page, "cell C5").click()
    page.get_by_text("As text").click()
    words = page.get_by_label("The position in the notation")
    expect(words).to_have_value(re.compile(r"mummy1 C5"))
    # The eraser clears a place, and a change can be taken back.
    tool(page, "eraser")
    choice(page, "cell C5").click()
    expect(words).not_to_have_value(re.compile(r"mummy1 C5"))
    page.get_by_role("button", name="Take back").click()
    expect(words).to_have_value(re.compile(r"mummy1 C5"))
    # What can't be is explained by its place on the board, and does not stay: what is put down next is drawn.
    tool(page, "G2")
    choice(page, "cell D2").click()
    problem = page.locator(".state .problem")
    expect(problem).to_contain_text("stands on J9 already")
    expect(problem).to_have_attribute("data-place", "pieces")
    expect(problem).not_to_contain_text(re.compile(r"piece \d"))
    choice(page, "cell D3").click()
    tool(page, "w1")
    choice(page, "cell D4").click()
    expect(problem).to_have_count(0)
    expect(words).to_have_value(re.compile(r"w1 D4"))
    assert not re.search("G2 D[23]", words.input_value())
    page.get_by_role("button", name="Take back").click()
    expect(words).not_to_have_value(re.compile(r"w1 D4"))
    # Numbers, by keyboard.
    page.get_by_text("Goods", exact=True).click()
    field = page.get_by_label("Followers: Amun")
    field.fill("3")
    field.press("Tab")
    expect(words).to_have_value(re.compile(r"followers: \{amun: 3\}"))
    assert serious_violations(page) == []
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Analyse").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    expect(page.get_by_text("Analysis: nothing counts")).to_be_visible()
    choice(page, "action gain").first.click()
    undo = page.get_by_role("button", name=re.compile("^Undo|Take back"))
    expect(undo.first).to_be_enabled()
    undo.first.click()
    expect(choice(page, "action gain").first).to_be_visible()


def editor(page: Page, game: str) -> Locator:
    """The editor of a game, with the text of the position beside it."""
    page.goto("/position")
    page.get_by_role("button", name=game, exact=True).click()
    expect(page.locator(".state")).to_contain_text("possible")
    page.get_by_text("As text").click()
    return page.get_by_label("The position in the notation")


def unfold(page: Page, group: str) -> None:
    page.locator(".side details > summary", has_text=re.compile(f"^{re.escape(group)}$")).click()


@pytest.mark.long
@pytest.mark.parametrize("viewport", DEVICES)
def test_the_palace_and_what_gods_have_are_set_by_clicks(new_page: NewPage, viewport: ViewportSize) -> None:
    page = new_page(viewport=viewport)
    words = editor(page, "Ankh")
    unfold(page, "Turn")
    page.get_by_label("Pharaoh", exact=True).select_option("tutankhamun")
    expect(words).to_have_value(re.compile(r"pharaoh: tutankhamun\n"))
    tool(page, "pharaoh")
    choice(page, "cell D5").click()
    expect(words).to_have_value(re.compile(r"pharaoh: \{name: tutankhamun, cell: D5\}"))
    # The palace: priests, agenda cards (one of them twice), tokens on the pharaoh.
    unfold(page, "Pharaoh and palace")
    priests = page.get_by_label("Priests in the palace: Amun, Chamber of War")
    priests.fill("2")
    priests.press("Tab")
    expect(words).to_have_value(re.compile(r"priests: \{amun: \{war: 2\}\}"))
    hand = page.get_by_label("Add: Agenda cards in hand: Amun")
    hand.select_option("smash")
    expect(words).to_have_value(re.compile(r"agenda: \{amun: \[smash\]\}"))
    hand.select_option("smash")
    expect(words).to_have_value(re.compile(r"agenda: \{amun: \[smash, smash\]\}"))
    page.get_by_label("Remove Agenda cards in hand: Amun, Smash").first.click()
    expect(words).to_have_value(re.compile(r"agenda: \{amun: \[smash\]\}"))
    tokens = page.get_by_label("Tokens on Tutankhamun")
    tokens.fill("2")
    tokens.press("Tab")
    expect(words).to_have_value(re.compile(r"pharaoh: \{name: tutankhamun, cell: D5, tokens: 2\}"))
    # A scorpion, and where its claws point.
    tool(page, "giant-scorpion1")
    choice(page, "cell C5").click()
    expect(words).to_have_value(re.compile(r"giant-scorpion1 C5"))
    unfold(page, "Goods")
    page.get_by_label("Add: Claws of the Giant Scorpion").select_option("C5")
    expect(words).to_have_value(re.compile(r"claws:\s*(\n\s+)?\{?C5: \[\w\d, \w\d\]"))
    # Cards: all are in the hand until one is taken out.
    unfold(page, "Cards and powers")
    page.get_by_label("Cards in hand: Amun, Flood").click()
    expect(words).to_have_value(re.compile(r"hand: \{amun: \[(?!.*flood).*maat.*\]\}"))
    expect(page.locator(".state")).to_contain_text("possible")
    assert serious_violations(page) == []


@pytest.mark.long
def test_gods_merge_and_leave_their_order_by_clicks(page: Page) -> None:
    words = editor(page, "Ankh")
    page.get_by_role("button", name="One player more").click()
    tool(page, "G3")
    choice(page, "cell E6").click()
    expect(page.locator(".state")).to_contain_text("possible")
    unfold(page, "Tracks")
    ladder = page.locator('[data-field="ladder"]')
    first, third = ladder.get_by_role("button").first, ladder.get_by_role("button").nth(2)
    names = [first.get_attribute("data-name"), third.get_attribute("data-name")]
    first.click()
    third.click()
    expect(ladder.get_by_role("button").first).to_have_attribute("data-name", names[1] or "")
    expect(words).to_have_value(re.compile(rf"ladder: \[{names[1]}, \w+, {names[0]}\]"))
    # The lower god of a merged one has no figure of its own any more.
    merged = page.get_by_label("Add: Merged: the higher god takes in")
    merged.select_option(names[0] or "")
    page.locator('[data-field="merged"] select').first.select_option(f'"{names[1]}"')
    expect(page.locator(".state .problem")).to_contain_text("is the lower god and has no pieces")
    tool(page, "eraser")
    choice(page, "cell E6").click()
    expect(page.locator(".state .problem")).to_have_count(0)
    expect(words).to_have_value(re.compile(rf"merged: \{{{names[0]}: {names[1]}\}}"))


@pytest.mark.long
@pytest.mark.parametrize("viewport", DEVICES)
def test_star_contracts_and_tiles_are_set_by_clicks(new_page: NewPage, viewport: ViewportSize) -> None:
    page = new_page(viewport=viewport)
    words = editor(page, "Anunnaki")
    house = page.locator('button[data-tool^="cube."]').first.get_attribute("data-tool")
    assert house is not None
    house = house.removeprefix("cube.")
    # On the star: cubes, the figure, developed tiles.
    tool(page, f"cube.{house}")
    choice(page, "line P0-C0").click()
    expect(words).to_have_value(re.compile(rf"cubes: \{{{house}: \[P0-C0\]\}}"))
    tool(page, f"figure.{house}")
    choice(page, "tile market").click()
    expect(words).to_have_value(re.compile(rf"figure: \{{{house}: market\}}"))
    tool(page, f"develop.{house}")
    choice(page, "tile trade").click()
    expect(words).to_have_value(re.compile(rf"developed: \{{{house}: \[trade\]\}}"))
    unfold(page, "Star")
    tiles = page.locator('[data-field="tiles"]')
    tiles.locator('[data-name="portal"]').click()
    tiles.locator('[data-name="market"]').click()
    expect(words).to_have_value(re.compile(r"tiles: \[market, .*, portal\]"))
    # Contracts, held and open.
    unfold(page, "Contracts")
    page.locator('[data-field="contracts"] [data-name="neutral3"]').first.click()
    expect(words).to_have_value(re.compile(rf"contracts: \{{{house}: \[neutral3\]\}}"))
    page.locator('[data-field="offer"] [data-name="neutral5"]').click()
    expect(words).to_have_value(re.compile(r"offer: \[neutral5\]"))
    # Tiles with two sides, and what is exhausted.
    unfold(page, "Tiles on the boards")
    page.get_by_label("Add: Civilizations").select_option("gaia.a")
    expect(words).to_have_value(re.compile(r"civilizations: \{gaia\.a: 1\}"))
    page.locator('[data-field="civilizations"] select').first.select_option('"4 up"')
    expect(words).to_have_value(re.compile(r"civilizations: \{gaia\.a: 4 up\}"))
    expect(page.locator(".state")).to_contain_text("possible")
    assert serious_violations(page) == []


@pytest.mark.long
def test_anunnaki_has_an_editor_too(page: Page) -> None:
    page.goto("/position")
    page.get_by_role("button", name="Anunnaki", exact=True).click()
    expect(page.locator(".state")).to_contain_text("possible")
    page.locator('button[data-tool^="follower."]').first.click()
    choice(page, "territory gaia.a").click()
    page.get_by_text("As text").click()
    expect(page.get_by_label("The position in the notation")).to_have_value(re.compile(r"follower gaia\.a"))
    assert serious_violations(page) == []


def test_broken_links_and_foreign_texts_have_a_face(page: Page) -> None:
    page.goto("/position#z=nonsense")
    expect(page.get_by_role("alert")).to_contain_text("This link holds no position.")
    paste(page, "game: chess\nseats: [white, black]")
    expect(page.get_by_role("alert").last).to_contain_text("no game 'chess'")
    paste(page, SMALL.replace("G2 J9", "G2 B7"))
    expect(page.get_by_role("alert").last).to_contain_text("a cell holds one")
    paste(page, SMALL)
    expect(page.locator(".asks")).to_contain_text("Isis")


def test_a_rules_bug_is_a_case_to_copy(page: Page, serving: Serving) -> None:
    table, _ = finished(serving)
    page.goto(f"/t/{table.id}")
    expect(page.get_by_role("dialog")).to_contain_text("Final standing")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="This is a rules bug").click()
    text = page.get_by_role("textbox", name="This is a rules bug")
    expect(text).to_have_value(re.compile(r"game: ankh\n(.|\n)*expect:"))

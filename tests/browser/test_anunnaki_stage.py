"""Battles of Anunnaki on the stage and the end of its matches: what is hidden stays so, and what is told adds up."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

import theomachy
from tests.browser.conftest import PHONE, NewPage
from tests.browser.people import choice, lit, play_until, wait_for_turn
from tests.browser.test_match import opened
from tests.browser.test_page import serious_violations
from tests.examples import part
from tests.server.serving import Serving
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

#: the weapon that only this house has: its name alone gives a choice away
OWN_WEAPON = {
    "pharaohs": "war-chariot",
    "norrenis": "viking-helmet",
    "babylon": "composite-bow",
    "ellenys": "long-spear",
}
STAGE = "section.stage"


def step(match: Match, seed: int) -> None:
    seat = match.decision.seats[0]
    choices = match.choices_of(seat)
    match.play(choices[mix(seed, len(match.history)) % len(choices)], seat)


def played_until(stop: Callable[[Match], bool], players: int = 2, seeds: int = 300) -> Match:
    """A match of Anunnaki, played at random to the first moment that is as wanted."""
    for seed in range(seeds):
        match = theomachy.new("anunnaki", seed=seed, players=players)
        while not match.over and len(match.history) < 900:
            if stop(match):
                return match
            step(match, seed)
    raise AssertionError(f"no such moment in {seeds} matches")


def choosing_weapons(match: Match) -> bool:
    """Both houses of a battle are to choose, and the attacker has its own weapon in a hand that nobody has seen."""
    if match.decision.prompt != "battle-weapon" or len(match.decision.seats) != 2:
        return False
    attacker = attacker_of(match)
    house = house_of(match, attacker)
    wanted = OWN_WEAPON[house["house"]]
    return f"weapon {wanted}" in texts(match, attacker) and wanted not in house["hand_shown"]


def against_a_civilization(match: Match) -> bool:
    return match.decision.prompt == "battle-weapon" and match.view(None)["battle"]["civilization"] is True


def texts(match: Match, seat: int) -> list[str]:
    return [str(one) for one in match.choices_of(seat)]


def house_of(match: Match, seat: int) -> dict[str, Any]:
    return next(house for house in match.view(None)["houses"] if house["seat"] == seat)


def attacker_of(match: Match) -> int:
    house = match.view(None)["battle"]["attacker"]["house"]
    return int(next(one["seat"] for one in match.view(None)["seats"] if one["house"] == house))


def listen(page: Page) -> list[str]:
    """Everything that comes over the page's sockets from now on."""
    heard: list[str] = []

    def note(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: heard.append(str(payload)))

    page.on("websocket", note)
    return heard


def scores(page: Page) -> dict[str, list[int]]:
    """The columns of the scoring: each house's numbers, the total last."""
    rows = page.locator("dialog table tbody tr:not(.part), dialog table tfoot tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(one => Number(one.textContent.replace('–', '0'))))"
    )
    houses = page.locator("dialog [data-total]").evaluate_all("cells => cells.map(one => one.dataset.total)")
    return {house: [row[number] for row in rows] for number, house in enumerate(houses)}


def test_neither_side_sees_the_others_weapon_before_the_reveal(new_page: NewPage, serving: Serving) -> None:
    match = played_until(choosing_weapons)
    attacker = attacker_of(match)
    defender = 1 - attacker
    weapon = OWN_WEAPON[house_of(match, attacker)["house"]]
    answer = texts(match, defender)[0]
    table, tokens = opened(serving, match, "Ann", "Ben")
    ann, ben, guest = new_page(), new_page(), new_page()
    to_ben, to_guest = listen(ben), listen(guest)
    ann.goto(f"/t/{table}#seat={tokens[attacker]}")
    ben.goto(f"/t/{table}#seat={tokens[defender]}")
    guest.goto(f"/t/{table}")
    for page in (ann, ben, guest):
        expect(page.locator(STAGE)).to_be_visible()

    choice(ann, f"weapon {weapon}").click()
    expect(ann.locator(f'[data-own-weapon="{weapon}"]')).to_be_visible()
    house = house_of(match, attacker)["house"]
    for page in (ben, guest):
        expect(page.locator(f'[data-face-down="{house}"]')).to_be_visible()
        assert (
            page.locator(
                f'{STAGE} :text("{theomachy.game("anunnaki").catalogue.name(f"weapon.{weapon}", "en")}")'
            ).count()
            == 0
        )
    assert to_ben
    assert to_guest
    for frame in (*to_ben, *to_guest):
        assert weapon not in told_now(frame), "the choice went over the wire before the reveal"

    choice(ben, answer).click()
    for page in (ann, ben, guest):
        expect(page.locator(f"{STAGE} .card:not(.down)").first).to_be_visible()
        name = theomachy.game("anunnaki").catalogue.name(f"weapon.{weapon}", "en")
        expect(page.locator(STAGE)).to_contain_text(name)
    assert any(weapon in told_now(frame) for frame in to_ben), "and after it everybody knows"


def told_now(frame: str) -> str:
    """What a message tells of the present: without what everybody knows each house not to have, which names weapons."""
    message = json.loads(frame, object_pairs_hook=lambda pairs: {k: v for k, v in pairs if k != "hand_lacks"})
    message.pop("log", None)
    return json.dumps(message)


def test_strength_is_counted_term_by_term_and_the_story_is_told_to_its_end(new_page: NewPage, serving: Serving) -> None:
    match = played_until(choosing_weapons)
    attacker = attacker_of(match)
    table, tokens = opened(serving, match, "Ann", "Ben")
    # With motion: the story takes its time, longer than the stage once stayed.
    ann = new_page(reduced_motion="no-preference")
    ann.goto(f"/t/{table}#seat={tokens[attacker]}")
    expect(ann.locator(STAGE)).to_be_visible()
    for seat in (attacker, 1 - attacker):
        with serving.client.sit(table, tokens[seat]) as eyes:
            eyes.expect("state")
            basic = [one for one in eyes.choices if one.startswith("weapon ")]
            eyes.choose(basic[0])
            last = eyes.news
    expect(ann.locator(f"{STAGE} [data-strength]")).to_have_count(2, timeout=20_000)
    for column in ann.locator(f"{STAGE} .fighter").all():
        total = int(column.locator("[data-strength]").inner_text())
        terms = column.locator(".terms b").all_inner_texts()
        assert sum(int(term.replace("−", "-")) for term in terms) == total
    expect(ann.locator(f"{STAGE} .ribbon")).to_have_count(2, timeout=20_000)
    assert last


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en-GB", "de-DE", "ru-RU"])
def test_a_civilization_is_fought_on_the_stage_in_three_languages(
    new_page: NewPage, serving: Serving, lang: str
) -> None:
    match = played_until(against_a_civilization)
    seat = match.decision.seats[0]
    table, tokens = opened(serving, match, "Ann", "Ben")
    page = new_page(locale=lang)
    page.goto(f"/t/{table}#seat={tokens[seat]}")
    expect(page.locator(STAGE)).to_be_visible()
    assert serious_violations(page) == []
    speech = lang[:2]
    words = theomachy.game("anunnaki").catalogue
    weapon = texts(match, seat)[0].split()[1]
    expect(page.locator(f"{STAGE} .hand")).to_contain_text(words.name(f"weapon.{weapon}", speech))
    choice(page, f"weapon {weapon}").click()
    expect(page.locator(f"{STAGE} [data-strength]")).to_have_count(2)
    expect(page.locator(STAGE)).to_contain_text(words.name("term.civilization", speech))
    assert "anunnaki." not in page.locator(STAGE).inner_text(), "a word is missing"


def last_choice(seed: int, players: int) -> Match:
    """The last decision of a match."""
    whole = theomachy.new("anunnaki", seed=seed, players=players)
    while not whole.over:
        step(whole, seed)
    match = theomachy.new("anunnaki", seed=seed, players=players)
    while len(match.history) < len(whole.history) - 1:
        step(match, seed)
    return match


@pytest.mark.parametrize("players", part([2, 4], 2, first=1))
def test_the_scoring_adds_up_source_by_source(page: Page, serving: Serving, players: int) -> None:
    match = last_choice(5, players)
    table, tokens = opened(serving, match, *["Ann", "Ben", "Cleo", "Dan"][:players])
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page)
    play_until(page, 3, lambda: False, limit=10)
    expect(page.get_by_role("dialog")).to_contain_text("Where the points come from")
    found = scores(page)
    story = serving.client.get(f"/api/tables/{table}/story", lang="en").json()
    assert {house: column[-1] for house, column in found.items()} == story["steps"][-1]["numbers"]
    for house, column in found.items():
        assert sum(column[:-1]) == column[-1], house
    assert serious_violations(page) == []
    # Every line leads to its rule.
    page.locator("dialog tbody button").first.click()
    expect(page.get_by_role("dialog")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(1)
    # Whoever has seen the result is not stopped by it again.
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="The match is over")).to_be_visible()
    assert page.get_by_text("Final standing").count() == 0


@pytest.mark.long
def test_the_stage_and_the_scoring_fit_a_phone(new_page: NewPage, serving: Serving) -> None:
    match = played_until(choosing_weapons)
    attacker = attacker_of(match)
    table, tokens = opened(serving, match, "Ann", "Ben")
    page = new_page(viewport=PHONE)
    page.goto(f"/t/{table}#seat={tokens[attacker]}")
    expect(page.locator(STAGE)).to_be_visible()
    assert serious_violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert lit(page)

"""Who is ahead, and what is about to happen: on player cards, on the boards, and in previews."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

import theomachy
from tests.browser.people import wait_for_turn
from tests.browser.test_match import opened
from tests.server.serving import Serving
from theomachy.kernel.cases import LinePlayer, read_cases
from theomachy.kernel.match import Match

CASES = Path(__file__).parents[1] / "cases"


def case_match(file: str, words: str) -> Match:
    """The match of a case after its choices, by a part of its title."""
    case = next(one for one in read_cases(CASES / file) if words in one.title)
    game = theomachy.game(case.data["game"])
    match = Match(game, {game.seats_setting: case.data["seats"], "position": case.data.get("position") or {}})
    player = LinePlayer(match)
    for line in case.data.get("play") or []:
        assert not player.play(line, case.title)
    return match


def sit(page: Page, serving: Serving, match: Match) -> None:
    table, tokens = opened(serving, match, "Ann", *["bot:random"] * (match.seats - 1))
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(page)


def test_anunnaki_shows_battles_to_come_and_the_score_if_it_ended_now(page: Page, serving: Serving) -> None:
    match = case_match("anunnaki/scoreboard.yaml", "lost for certain")
    sit(page, serving, match)
    swords = page.locator('[data-contest="pharaohs.TC"]')
    expect(swords).to_have_text("15")  # 1 against 5
    scores = match.view()["scoreboard"]["scores"]
    now = page.locator(".house .now").first
    expect(now.locator("summary b")).to_have_text(str(scores["pharaohs"]["total"]))
    expect(now.locator("dl")).to_be_hidden()
    now.locator("summary").click()
    expect(now.locator("dl")).to_contain_text("Supremacy")


def test_ankh_shows_who_leads_a_region_and_what_a_conflict_would_bring(page: Page, serving: Serving) -> None:
    sit(page, serving, case_match("ankh/scoreboard.yaml", "a dominated region gives"))
    now = page.locator('.player[data-god="isis"] .now')
    expect(now.locator("summary b")).to_have_text("6")
    now.locator("summary").click()
    expect(now).to_contain_text("Domination of region 1")


def test_ankh_marks_regions_with_a_battle_to_come(page: Page, serving: Serving) -> None:
    sit(page, serving, case_match("ankh/scoreboard.yaml", "strengths without cards"))
    expect(page.locator(".board .contest")).to_have_count(1)
    page.locator('.board [data-cell="A5"]').first.hover()
    expect(page.locator(".board .caption")).to_contain_text("Isis: strength 2")
    expect(page.locator(".board .caption")).to_contain_text("Isis leads before cards")


def test_anunnaki_says_why_a_deed_is_not_possible(page: Page, serving: Serving) -> None:
    """Mana actions and extra actions answer a click while something else is asked."""
    sit(page, serving, case_match("anunnaki/scoreboard.yaml", "lost for certain"))
    for deed, rule in (("Develop a technology", "2 gold"), ("Summon a god", "surrounded")):
        page.locator(".deeds button", has_text=deed).click()
        expect(page.locator(".refusal")).to_contain_text(rule)
    expect(page.get_by_role("button", name="Done: end movement")).to_be_visible()

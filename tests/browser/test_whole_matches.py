"""Whole matches by clicks, from the front page to the end: for `make long`. In `make test` are the last turns of one of
Ankh against a bot, and of one of Anunnaki at one screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clicking import play_to_the_end
from tests.browser.people import is_over, play_until, wait_for_turn
from tests.browser.test_anunnaki_clicks import set_up as set_up_anunnaki
from tests.browser.test_anunnaki_clicks import table_of
from tests.browser.test_match import set_up as set_up_ankh
from tests.server.serving import Serving

pytestmark = pytest.mark.long


def test_a_whole_match_of_anunnaki_from_the_draft_to_the_scoring(page: Page, serving: Serving) -> None:
    set_up_anunnaki(page, 2, ["me", "bot:novice"])
    verbs = play_to_the_end(page, 4)
    assert {"god", "tile", "territory", "done"} <= set(verbs)
    expect(page.get_by_role("dialog")).to_contain_text("Where the points come from")
    info = serving.client.get(f"/api/tables/{table_of(page)}").json()
    assert info["phase"] == "over"
    assert info["version"] > sum(verbs.values())


def test_a_whole_match_of_ankh_of_two_people_at_one_screen(page: Page, serving: Serving) -> None:
    set_up_ankh(page, 2, ["me", "here"])
    clicks = play_until(page, 6)
    assert clicks > 60
    assert is_over(page)
    table = page.url.split("/t/")[1].split("/")[0]
    assert serving.client.get(f"/api/tables/{table}").json()["phase"] == "over"


def test_a_whole_match_against_a_bot_through_clicks(page: Page, serving: Serving) -> None:
    """Whoever clicks at random loses, and is offered an easier opponent: offered, not given one."""
    set_up_ankh(page, 2, ["me", "bot:apprentice"])
    clicks = play_until(page, 4, lambda: False)
    assert clicks > 20
    expect(page.get_by_text("Final standing")).to_be_visible()
    table = page.url.split("/t/")[1].split("/")[0]
    info = serving.client.get(f"/api/tables/{table}").json()
    assert info["phase"] == "over"
    assert info["version"] >= clicks
    offer = page.get_by_role("region", name="Another opponent?")
    expect(offer).to_contain_text("This one was lost against Apprentice. Easier would be Novice.")
    page.reload()
    offer.get_by_role("button", name="Next match: Novice").click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    assert wait_for_turn(page)
    again = page.url.split("/t/")[1].split("/")[0]
    seats = serving.client.get(f"/api/tables/{again}").json()["seats"]
    assert [place["bot"] for place in seats] == [None, "novice"]

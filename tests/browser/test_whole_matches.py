"""Whole matches by clicks, from the front page to the end: for `make long`. In `make test` are one of Ankh against a
bot, and the last turns of one of Anunnaki at one screen."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.clicking import play_to_the_end
from tests.browser.people import is_over, play_until
from tests.browser.test_anunnaki_clicks import set_up as set_up_anunnaki
from tests.browser.test_anunnaki_clicks import table_of
from tests.browser.test_match import set_up as set_up_ankh
from tests.server.serving import Serving


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

"""The front page for newcomers and returning players, the waiting room, and files that remember who sat where."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.server.serving import Serving


def top(page: Page, name: str) -> float:
    box = page.get_by_role("heading", name=name).first.bounding_box()
    assert box is not None
    return box["y"]


def test_a_newcomer_first_sees_the_lessons_and_a_returning_player_their_tables(page: Page, serving: Serving) -> None:
    page.goto("/")
    learn = page.get_by_role("link", name=re.compile("Learn.*Ankh"))
    expect(learn).to_have_class(re.compile("gold"))
    play = page.get_by_role("button", name=re.compile("Play now.*Ankh"))
    expect(play).not_to_have_class(re.compile("gold"))
    # Each game has one way to a new table, and there is no other.
    expect(page.get_by_role("button", name=re.compile("^New table"))).to_have_count(2)
    assert top(page, "My tables") > top(page, "Ankh")
    play.click()
    expect(page.locator(".prompt h2")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("^Continue"))).to_be_visible()
    expect(play).to_have_class(re.compile("gold"))
    assert top(page, "My tables") < top(page, "Ankh")
    card = page.locator("li.card").first.inner_text()
    assert " · " in card, card
    assert not re.search(r"\S·|·\S", card), card


def test_in_the_waiting_room_the_invitation_is_what_comes_next(new_page: NewPage, serving: Serving) -> None:
    table = serving.client.new_table("Ann", "open", game="ankh", seed=4)
    ann, guest = new_page(), new_page()
    ann.goto(f"/t/{table.id}#seat={table.tokens[0]}")
    expect(ann.get_by_role("button", name="Copy invitation link")).to_have_class(re.compile("gold"))
    expect(ann.locator("main .gold")).to_have_count(1)
    guest.goto(f"/t/{table.id}")
    expect(guest.get_by_role("button", name="Take this seat")).to_have_class(re.compile("gold"))
    expect(guest.locator("main .gold")).to_have_count(1)


def test_a_save_remembers_names_and_who_sat_at_this_screen(page: Page, serving: Serving, tmp_path: Path) -> None:
    table = serving.client.new_table("Ann", "Ben", "bot:greedy", game="ankh", seed=4)
    for seat in (0, 1):
        page.goto(f"/t/{table.id}#seat={table.tokens[seat]}")
        page.reload()
    expect(page.locator(".prompt h2")).to_be_visible()
    page.get_by_role("button", name=re.compile("^More")).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download save").click()
    saved = tmp_path / "friday.json"
    download.value.save_as(saved)
    people = json.loads(saved.read_text())["people"]
    assert [one["name"] for one in people] == ["Ann", "Ben", ""]
    page.goto("/")
    page.get_by_role("button", name="Open a save file").click()
    page.locator('input[type="file"]').set_input_files(saved)
    expect(page.get_by_role("textbox", name="Name").nth(1)).to_have_value("Ben")
    who = page.get_by_role("combobox", name=re.compile("Player$"))
    assert [who.nth(seat).input_value() for seat in (0, 1)] == ["me", "here"]


def test_settings_are_described_for_people_who_tick_boxes(serving: Serving) -> None:
    for game in serving.client.get("/api/games").json()["games"]:
        assert [one["text"] for one in game["settings"] if "commas" in one["text"]] == []


def test_whoever_asks_for_the_head_of_a_page_gets_it(serving: Serving) -> None:
    for path in ("/", "/me", "/rules/ankh", "/t/none", "/favicon.svg"):
        answer = serving.client.http.head(path)
        assert (answer.status_code, answer.content) == (200, b""), path

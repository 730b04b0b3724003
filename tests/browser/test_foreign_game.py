"""A game of another package, that of docs/writing-a-game.md, is played in the browser without a drawing of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import choice, click_something, glance, lit, wait_for_news
from tests.browser.test_page import serious_violations
from tests.foreign import blocks, command, environment, install
from tests.server import serving

#: the prompt that nobody is ever asked; a game may lack it
NEVER_ASKED = 'over = "The match is over."\n'


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[serving.Process]:
    folder = tmp_path_factory.mktemp("tribute")
    code = blocks("python")
    assert NEVER_ASKED in code
    install(folder, blocks("toml"), tribute=code.replace(NEVER_ASKED, ""))
    monkeypatch.setenv("PYTHONPATH", environment(folder)["PYTHONPATH"])
    monkeypatch.setattr(serving, "COMMAND", (*command(), "serve", "--no-open", "--bot-pause", "0"))
    running = serving.Process(folder / "tables.sqlite")
    yield running
    _, said = running.interrupt()
    assert "Traceback" not in said


def bid(page: Page, coins: int) -> None:
    choice(page, f"bid {coins}").click()


def test_it_is_played_to_its_end_with_undo_and_replay(server: serving.Process, new_page: NewPage) -> None:
    home = f"http://127.0.0.1:{server.port}"
    ann, ben = new_page(), new_page()
    ann.goto(home)
    ann.get_by_role("button", name=re.compile("New table")).first.click()
    form = ann.locator("form")
    form.get_by_role("radio", name=re.compile("^Tribute")).check()
    form.get_by_label("2", exact=True).check()
    form.locator("select.who").nth(1).select_option("open")
    ann.get_by_role("button", name="Set up the table").click()
    ann.wait_for_url(re.compile("/t/"))
    table = ann.url.split("/t/")[1].split("#")[0]
    ben.goto(f"{home}/t/{table}")
    ben.get_by_role("button", name="Take this seat").click()

    # A bid is secret, and can be taken back until the others have bid.
    for page in (ann, ben):
        expect(page.locator(".prompt h2")).to_contain_text("Bid coins for the prize.")
    assert lit(ann) == [f"bid {coins}" for coins in range(8)]
    bid(ann, 7)
    expect(ann.locator(".prompt h2")).to_contain_text("Waiting for")
    ann.keyboard.press("u")
    expect(ann.locator(".prompt h2")).to_contain_text("Bid coins for the prize.")
    bid(ann, 3)
    expect(ann.locator(".prompt h2")).to_contain_text("Waiting for")
    assert "bids 3" not in ben.inner_text("body")
    bid(ben, 1)
    expect(ann.locator(".prompt h2")).to_contain_text("Keep the prize, or sell it?")
    assert sorted(lit(ann)) == ["keep", "sell"]

    over = {page: page.get_by_text("Final standing") for page in (ann, ben)}
    clicks = 0
    for number in range(400):
        for page in (ann, ben):
            before = glance(page).version
            if not over[page].count() and click_something(page, 2, number):
                clicks += 1
                wait_for_news(page, before)
        if all(said.count() for said in over.values()):
            break
        ann.wait_for_timeout(20)
    assert clicks > 6
    for page in (ann, ben):
        expect(page.get_by_role("dialog")).to_contain_text("The most tribute")
    assert server.client.get(f"/api/tables/{table}").json()["phase"] == "over"

    ann.get_by_role("link", name=re.compile("replay", re.IGNORECASE)).click()
    slider = ann.get_by_role("slider", name="Step of the match")
    expect(slider).to_have_value("0")
    steps = int(slider.get_attribute("max") or 0)
    assert steps >= 6
    ann.get_by_role("button", name="One step on").click()
    expect(slider).to_have_value("1")
    ann.get_by_role("button", name="To the end").click()
    expect(slider).to_have_value(str(steps))
    expect(ann.locator("main")).to_contain_text("The match is over")
    assert serious_violations(ann) == []

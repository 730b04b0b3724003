"""How soon something is on screen: `python -m tests.browser.opening`, on the built page and the compiled engine.

Two figures of docs/analysis.md: from opening the link of a position to its board, and from pressing "What decided it?"
after a match of four to the first chances. Nothing here fails: machines and days differ too much for a test.
"""

from __future__ import annotations

import re
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect, sync_playwright

import theomachy
from tests.browser.conftest import DESKTOP, find_chromium
from tests.server.serving import Serving
from theomachy.bots import Sight, new_bot
from theomachy.kernel.match import Match
from theomachy.server.app import Settings

#: how often each thing is done; the middle one is told
TIMES: Final = 5
#: and an analysis, which goes on to its end before the next one
ANALYSES: Final = 2
#: a match of four, played by bots
MATCHES: Final = (("ankh", 11), ("anunnaki", 11))
LONG: Final = 60_000


def finished(game: str, seed: int) -> Match:
    match = theomachy.new(game, players=4, seed=seed)
    bots = [new_bot("greedy", seat) for seat in range(match.seats)]
    while not match.over:
        seat = match.decision.seats[0]
        match.play(bots[seat].choose(Sight(match, seat)), seat)
    return match


def new_page(browser: Browser, serving: Serving) -> Page:
    """Somebody who has never been here."""
    return browser.new_context(base_url=f"http://127.0.0.1:{serving.port}", viewport=DESKTOP, locale="en-GB").new_page()


def opening(browser: Browser, serving: Serving, table: str, step: int) -> float:
    """The seconds that the link of a position takes to its board."""
    page = new_page(browser, serving)
    page.goto(f"/t/{table}/replay/{step}")
    page.get_by_role("button", name="Play on from here").click()
    expect(page).to_have_url(re.compile(r"/position#z="), timeout=LONG)
    address = page.url
    page.context.close()
    taken: list[float] = []
    for _ in range(TIMES):
        page = new_page(browser, serving)
        began = time.perf_counter()
        page.goto(address)
        page.locator(".asks").wait_for()
        page.locator(".board-holder svg").first.wait_for()
        taken.append(time.perf_counter() - began)
        page.context.close()
    return statistics.median(taken)


def first_chances(browser: Browser, serving: Serving, match: Match) -> float:
    """The seconds from the button to the line of chances, each time at a table of its own."""
    taken: list[float] = []
    for _ in range(ANALYSES):
        seated = serving.client.open_save(match.save(), "Ann", "bot:greedy", "bot:greedy", "bot:greedy")
        page = new_page(browser, serving)
        page.goto(f"/t/{seated.id}/replay/0")
        button = page.get_by_role("button", name="What decided it?")
        button.wait_for()
        began = time.perf_counter()
        button.click()
        page.get_by_role("slider", name=re.compile("Chances to win")).wait_for(timeout=LONG)
        taken.append(time.perf_counter() - began)
        # An address has one analysis at a time.
        page.locator('.analysis[data-phase="done"]').wait_for(timeout=10 * LONG)
        page.context.close()
    return statistics.median(taken)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        serving = Serving(Settings(database=str(Path(folder) / "tables.sqlite"), bot_pause=0.0))
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        try:
            for game, seed in MATCHES:
                match = finished(game, seed)
                seated = serving.client.open_save(match.save(), "Ann", "bot:greedy", "bot:greedy", "bot:greedy")
                opened = opening(browser, serving, seated.id, len(match.history) // 2)
                chances = first_chances(browser, serving, match)
                print(f"{game}: a position {opened:.2f} s, first chances {chances:.2f} s (medians)")
        finally:
            browser.close()
            serving.stop()


if __name__ == "__main__":
    main()

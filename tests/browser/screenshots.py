"""The pictures of README and docs: `python -m tests.browser.screenshots` makes them anew from the built page."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import theomachy
from tests.browser.conftest import DESKTOP, PHONE, TABLET, find_chromium
from tests.browser.people import choice, wait_for_turn
from tests.server.serving import Serving
from theomachy.bots import Sight, new_bot
from theomachy.kernel.match import Match
from theomachy.server.app import Settings

IMAGES = Path(__file__).parents[2] / "docs" / "images"
GODS = ["ra", "isis", "osiris", "anubis"]
#: the seats of people; bots have the others
PEOPLE = {0, 2}


def played(prompt: str, least: int, seed: int, game: str = "ankh", **setup: Any) -> Match:
    """A match of four that looks like one: bots have played it to a decision of this kind."""
    match = theomachy.new(game, seed=seed, **setup)
    bots = [new_bot("greedy", seat) for seat in range(match.seats)]
    while not match.over:
        wanted = match.decision.prompt == prompt and len(match.history) >= least
        if wanted and PEOPLE & set(match.decision.seats):
            return match
        seat = match.decision.seats[0]
        match.play(bots[seat].choose(Sight(match, seat)), seat)
    raise SystemExit(f"the match with seed {seed} has no '{prompt}' after {least} choices")


class Studio:
    """Opens pages on matches and takes their pictures."""

    def __init__(self, browser: Browser, serving: Serving) -> None:
        self.browser = browser
        self.serving = serving

    def page(self, size: ViewportSize, scheme: Literal["light", "dark"]) -> Page:
        context = self.browser.new_context(
            base_url=f"http://127.0.0.1:{self.serving.port}",
            viewport=size,
            color_scheme=scheme,
            reduced_motion="reduce",
            locale="en-GB",
            device_scale_factor=2 if size == PHONE else 1,
        )
        return context.new_page()

    def sit(self, page: Page, match: Match) -> None:
        seated = self.serving.client.open_save(match.save(), "Lotus", "bot:greedy", "Reed", "bot:greedy")
        seats = [seat for seat in match.decision.seats if seat in seated.tokens]
        page.goto(f"/t/{seated.id}#seat={seated.tokens[seats[0]]}")
        wait_for_turn(page)
        page.wait_for_timeout(1500)

    def take(self, page: Page, name: str) -> None:
        # Painted ground is small as JPEG, and large as anything without loss.
        page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=84)
        page.context.close()
        print(IMAGES / f"{name}.jpg")


def main() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        serving = Serving(Settings(database=str(Path(folder) / "tables.sqlite"), bot_pause=0.0))
        studio = Studio(browser, serving)
        turn = played("move-figure", 90, 11, gods=GODS, scenario="middle-kingdom")
        fight = played("battle-card", 60, 11, gods=GODS, scenario="middle-kingdom")
        night = played("choose-tile", 170, 4, "anunnaki", players=4)

        page = studio.page(DESKTOP, "light")
        page.goto("/")
        page.wait_for_timeout(1000)
        studio.take(page, "lobby")

        page = studio.page({"width": 1440, "height": 900}, "dark")
        studio.sit(page, turn)
        studio.take(page, "board")

        page = studio.page(DESKTOP, "light")
        studio.sit(page, fight)
        studio.take(page, "battle")

        page = studio.page({"width": 1440, "height": 900}, "dark")
        studio.sit(page, night)
        studio.take(page, "anunnaki")

        page = studio.page(PHONE, "light")
        studio.sit(page, turn)
        studio.take(page, "phone")

        page = studio.page(PHONE, "dark")
        studio.sit(page, night)
        studio.take(page, "anunnaki-phone")

        page = studio.page(DESKTOP, "light")
        page.goto("/")
        page.get_by_role("button", name="New table: Ankh").click()
        page.wait_for_timeout(1000)
        studio.take(page, "new-table")

        page = studio.page(TABLET, "light")
        studio.sit(page, turn)
        figure = next(str(one) for one in turn.choices if str(one).startswith("figure"))
        choice(page, figure).click()
        page.wait_for_timeout(800)
        studio.take(page, "tablet")
        browser.close()
        serving.stop()


if __name__ == "__main__":
    main()

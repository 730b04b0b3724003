"""The layout of the table (docs/page-layout.md): at every kind of decision, in every size and language, each control
can be clicked, nothing that must not move moves, and no control changes its meaning under the pointer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import PHONE, TABLET, NewPage
from tests.browser.layout import decisions, findings, places
from tests.browser.people import wait_for_turn
from tests.browser.test_match import opened
from tests.examples import LONG, part
from tests.server.serving import Serving
from theomachy.kernel.match import Match

LAPTOP: Final[ViewportSize] = {"width": 1440, "height": 900}
WIDE: Final[ViewportSize] = {"width": 1920, "height": 1080}
SIZES: Final = (LAPTOP, WIDE, TABLET, PHONE)
#: what is looked at, and in which languages; `make test` looks at one of three
WALKS: Final = [(game, lang) for lang in ("de-DE", "ru-RU", "en-GB") for game in ("ankh", "anunnaki", "pharaoh")]
#: so many milliseconds after it came, a control under the pointer must not be what another one was
STEADY_MS: Final = 400


def sit(page: Page, serving: Serving, match: Match) -> str:
    """Take the seat that must decide; the others are people who are not there, so that nothing happens meanwhile."""
    table, tokens = opened(serving, match, *["Ann", "Ben", "Cleo", "Dan", "Eve"][: match.seats])
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page)
    return table


def resize(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    # Two pictures later everything has found its place.
    page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"
    )


@pytest.mark.parametrize(("game", "lang"), part(WALKS, 4))
def test_every_decision_in_every_size(new_page: NewPage, serving: Serving, game: str, lang: str) -> None:
    page = new_page(viewport=LAPTOP, locale=lang)
    kinds = sorted(decisions(game))
    wrong: list[str] = []
    first: dict[tuple[int, str], object] = {}
    for kind in kinds if LONG else kinds[::4]:
        sit(page, serving, decisions(game)[kind])
        for size in SIZES:
            resize(page, size)
            width = size["width"]
            wrong += [f"{kind} at {width}: {one}" for one in findings(page)]
            for name, place in asdict(places(page)).items():
                was = first.setdefault((width, name), place) if place is not None else None
                if was != place:
                    wrong.append(f"{kind} at {width}: the {name} moved from {was} to {place}")
        page.set_viewport_size(LAPTOP)
    assert wrong == [], "\n".join(wrong)

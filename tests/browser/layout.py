"""What is wrong with the layout of a page: controls that are covered, clipped or outside the window.

docs/page-layout.md says how the page is laid out; `findings` says where it is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

import theomachy
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

_FINDINGS: Final = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

#: where what must not move is: the board, the map on it, the tools
_PLACES: Final = """() => {
    const rounded = one => {
        const box = one.getBoundingClientRect();
        return [box.x, box.y, box.width, box.height].map(value => Math.round(value * 10) / 10);
    };
    const sheet = document.querySelector('section.board .sheet');
    // On a phone the board may be in a tab that is away.
    const shown = sheet?.checkVisibility();
    return {
        board: shown ? rounded(document.querySelector('section.board')) : null,
        map: shown ? [sheet.offsetWidth, sheet.offsetHeight] : null,
        tools: [...document.querySelectorAll('.prompt .tools .tool')].map(rounded),
    };
}"""


@dataclass(frozen=True)
class Places:
    """Where the parts of the table are that never move."""

    #: what is none is in a tab that is away
    board: tuple[float, ...] | None
    map: tuple[float, ...] | None
    tools: tuple[tuple[float, ...], ...]


def findings(page: Page, within: str = "body") -> list[str]:
    """The controls that nobody can click, each with what is wrong."""
    found: list[str] = page.evaluate(_FINDINGS, within)
    return found


def places(page: Page) -> Places:
    found: dict[str, Any] = page.evaluate(_PLACES)
    return Places(
        None if found["board"] is None else tuple(found["board"]),
        None if found["map"] is None else tuple(found["map"]),
        tuple(tuple(one) for one in found["tools"]),
    )


#: what is played to meet every kind of decision
SETUPS: Final[dict[str, dict[str, Any]]] = {
    "ankh": {"players": 3},
    "pharaoh": {"players": 3, "pharaoh": "ramses"},
    "anunnaki": {"players": 3},
}


@lru_cache
def decisions(game: str) -> dict[str, Match]:
    """A match at each kind of decision of a game, by the name of its prompt."""
    setup = dict(SETUPS[game])
    found: dict[str, Match] = {}
    for seed in range(1, 7):
        match = theomachy.new("ankh" if game == "pharaoh" else game, seed=seed, **setup)
        while not match.over:
            prompt = match.decision.prompt
            seat = match.decision.seats[0]
            choices = match.choices_of(seat)
            if prompt not in found and len(choices) > 1:
                found[prompt] = theomachy.load(match.save())
            match.play(choices[mix(seed, len(match.history)) % len(choices)], seat)
    return found

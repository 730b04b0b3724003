"""What people do at the page: look for what is lit, and click it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from playwright.sync_api import Locator, Page, ViewportSize

import theomachy
from tests.examples import LONG
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

#: everything that may be chosen now, wherever it is on the page
LIT = '[data-choice]:not([aria-disabled="true"])'
#: where things are drawn, in contrast to the buttons of the prompt and the list of all choices
DRAWN = ".board, .rail, .players"

#: where to click a choice: in the middle of it, where nothing else lies over it; what is drawn comes first
_AIM = """([choice, DRAWN, within]) => {
    const all = [...document.querySelectorAll(`[data-choice="${choice}"]:not([aria-disabled="true"])`)]
        .filter(one => one.checkVisibility() && one.closest(within) !== null)
        .sort((one, other) => (other.closest(DRAWN) !== null) - (one.closest(DRAWN) !== null));
    for (const one of all) {
        one.scrollIntoView({block: 'nearest', inline: 'nearest'});
        const box = one.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const hit = document.elementFromPoint(x, y);
        if (hit !== null && one.contains(hit)) return [x, y];
    }
    return null;
}"""


#: how long something that will come is waited for, in seconds: longer than it ever takes where others keep both cores
#: busy, and than anything on the page stays by itself (the stage, after its story, for four seconds)
PATIENCE: Final = 45.0

#: whether nothing else lies over an element, so that a click meets it
_OPEN = """one => {
    if (!one.checkVisibility() || one.closest('[inert]')) return false;
    one.scrollIntoView({block: 'nearest', inline: 'nearest'});
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit !== null && (one === hit || one.contains(hit) || hit.contains(one));
}"""


@dataclass(frozen=True)
class Glance:
    """What is to be seen at a moment, in one look: by role and name the browser takes long to find it."""

    #: of the position that is on show
    version: int
    #: the choices that can be seen, as text, each once
    lit: list[str]
    over: bool
    #: several people at one screen: the next one takes the device
    curtain: bool


_GLANCE = """LIT => {
    const shown = one => one.checkVisibility() && !one.closest('[inert]');
    const has = (selector, words) => [...document.querySelectorAll(selector)].some(
        one => words.test(one.textContent.trim()) && shown(one));
    return {
        version: Number(document.querySelector('main')?.dataset.version ?? -1),
        lit: [...new Set([...document.querySelectorAll(LIT)].filter(shown).map(one => one.dataset.choice))],
        over: has('h3', /^Final standing/),
        curtain: has('[role="dialog"] button', /^I am /),
    };
}"""


def looks(page: Page, *others: tuple[ViewportSize, Literal["light", "dark"]]) -> Iterator[str]:
    """The page as it was opened, and then in other sizes and lights: a window can be made larger, and evening comes.
    Gives what to call it where something is wrong. All of them in `make long`; else the last one alone."""
    yield "as opened"
    for size, scheme in others if LONG else others[-1:]:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        # Until everything has found its new place.
        page.wait_for_timeout(400)
        yield f"{size['width']}x{size['height']}, {scheme}"


def glance(page: Page) -> Glance:
    return Glance(**page.evaluate(_GLANCE, LIT))


def lit(page: Page) -> list[str]:
    """The choices that can be seen, as text, each once."""
    return glance(page).lit


def choice(page: Page, text: str) -> Locator:
    """Where a choice can be clicked; of several places the first that nothing lies over."""
    found = page.locator(f'[data-choice="{text}"]:not([aria-disabled="true"]):visible')
    for number in range(found.count()):
        if found.nth(number).evaluate(_OPEN):
            return found.nth(number)
    return found.first


def aim(page: Page, choice: str, within: str = "main") -> tuple[float, float] | None:
    """Where on the screen a click meets a choice."""
    point = page.evaluate(_AIM, [choice, DRAWN, within])
    return None if point is None else (point[0], point[1])


def press(page: Page, point: tuple[float, float]) -> None:
    """Click there like somebody who has seen what is there: the hand comes from elsewhere. A pointer that rests while
    the match goes on under it chooses nothing (see steadyHands in web/src/table/shortcuts.ts)."""
    page.mouse.move(point[0] + 12, point[1] + 12)
    page.mouse.click(*point)


def is_over(page: Page) -> bool:
    return glance(page).over


def wait_until(page: Page, holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Until something is so; meanwhile the page goes on."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        page.wait_for_timeout(50)


def wait_for_turn(page: Page, seconds: float = PATIENCE) -> bool:
    """Wait until something is lit, or the match is over. False: it is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seen = glance(page)
        if seen.over:
            return False
        if seen.curtain:
            lift_curtain(page)
        elif seen.lit:
            return True
        page.wait_for_timeout(40)
    raise AssertionError("nothing to choose, and the match is not over")


def lift_curtain(page: Page) -> None:
    """Several people at one screen: the next one takes the device."""
    curtain = page.get_by_role("button", name=re.compile("^I am "))
    if curtain.count():
        curtain.first.click()


def click_something(page: Page, seed: int, number: int) -> str:
    """Click one of the lit things; done and no less often, so that something happens. Gives what was clicked:
    nothing, where the last click has just been heard and it is somebody else's turn."""
    for attempt in range(25):
        options = lit(page)
        if not options:
            return ""
        lively = [text for text in options if text not in ("done", "no")] or options
        if mix(seed, number) % 5 == 0:
            lively = options
        wanted = lively[mix(seed, number + 1000 * attempt) % len(lively)]
        point = aim(page, wanted)
        if point is not None:
            press(page, point)
            return wanted
        page.wait_for_timeout(100)  # something lies over it, or it changed while the hand was moving
    raise AssertionError(f"could not click any of {lit(page)}")


def play_until(page: Page, seed: int, stop: Callable[[], bool] = bool, limit: int = 600) -> int:
    """Click on until something is so or the match is over; the number of clicks."""
    clicks = 0
    for number in range(2 * limit):
        if not wait_for_turn(page) or stop():
            return clicks
        before = glance(page).version
        if click_something(page, seed, number):
            clicks += 1
            wait_for_news(page, before)
    raise AssertionError(f"not over after {limit} clicks")


def wait_for_news(page: Page, version: int) -> None:
    """Until a later position than this one is on show; not for long, since a click may only have asked for another."""
    end = time.monotonic() + 1.5
    while glance(page).version <= version and time.monotonic() < end:
        page.wait_for_timeout(20)


def choose_by_lot(match: Match, seed: int) -> None:
    seat = match.decision.seats[0]
    choices = match.choices_of(seat)
    match.play(choices[mix(seed, len(match.history)) % len(choices)], seat)


def played_until(stop: Callable[[Match], bool], seed: int = 1, **setup: Any) -> Match:
    """A match of Ankh, played at random to the first moment that is as wanted."""
    for number in range(seed, seed + 200):
        match = theomachy.new("ankh", seed=number, **setup)
        while not match.over:
            if stop(match):
                return match
            choose_by_lot(match, number)
    raise AssertionError("no such moment in 200 matches")


def nearly_over(choices: int, seed: int = 1, **setup: Any) -> Match:
    """A match of Ankh, played at random until so many choices are to come."""
    whole = theomachy.new("ankh", seed=seed, **setup)
    while not whole.over:
        choose_by_lot(whole, seed)
    match = theomachy.new("ankh", seed=seed, **setup)
    for seat, choice in whole.history[:-choices]:
        match.play(choice, seat)
    return match

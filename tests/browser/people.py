"""What people do at the page: look for what is lit, and click it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

import theomachy
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

#: everything that may be chosen now, wherever it is on the page
LIT = '[data-choice]:not([aria-disabled="true"])'
#: the same on the board
LIT_PLACES = f"[data-cell]{LIT}, [data-edge]{LIT}"


#: whether nothing else lies over an element, so that a click meets it
_OPEN = """one => {
    if (!one.checkVisibility() || one.closest('[inert]')) return false;
    one.scrollIntoView({block: 'nearest', inline: 'nearest'});
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit !== null && (one === hit || one.contains(hit) || hit.contains(one));
}"""


def lit(page: Page) -> list[str]:
    """The choices that can be seen, as text, each once."""
    found = page.evaluate(
        """selector => [...document.querySelectorAll(selector)]
            .filter(one => one.checkVisibility() && !one.closest('[inert]'))
            .map(one => one.dataset.choice)""",
        LIT,
    )
    return list(dict.fromkeys(found))


def choice(page: Page, text: str) -> Locator:
    """Where a choice can be clicked; of several places the first that nothing lies over."""
    found = page.locator(f'[data-choice="{text}"]:not([aria-disabled="true"]):visible')
    for number in range(found.count()):
        if found.nth(number).evaluate(_OPEN):
            return found.nth(number)
    return found.first


def is_over(page: Page) -> bool:
    return page.get_by_text("Final standing").count() > 0


def wait_for_turn(page: Page, seconds: float = 20) -> bool:
    """Wait until something is lit, or the match is over. False: it is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if is_over(page):
            return False
        lift_curtain(page)
        if lit(page):
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
    for attempt in range(5):
        options = lit(page)
        if not options:
            return ""
        lively = [text for text in options if text not in ("done", "no")] or options
        if mix(seed, number) % 5 == 0:
            lively = options
        wanted = lively[mix(seed, number + 1000 * attempt) % len(lively)]
        try:
            choice(page, wanted).click(timeout=1500)
        except TimeoutError:
            continue  # it changed while the hand was moving
        return wanted
    raise AssertionError(f"could not click any of {lit(page)}")


def play_until(page: Page, seed: int, stop: Callable[[], bool], limit: int = 600) -> int:
    """Click on until something is so or the match is over; the number of clicks."""
    clicks = 0
    for number in range(2 * limit):
        if not wait_for_turn(page) or stop():
            return clicks
        if click_something(page, seed, number):
            clicks += 1
    raise AssertionError(f"not over after {limit} clicks")


def played_until(stop: Callable[[Match], bool], seed: int = 1, **setup: Any) -> Match:
    """A match of Ankh, played at random to the first moment that is as wanted."""
    for number in range(seed, seed + 200):
        match = theomachy.new("ankh", seed=number, **setup)
        clicks = 0
        while not match.over:
            if stop(match):
                return match
            seat = match.decision.seats[0]
            choices = match.choices_of(seat)
            match.play(choices[mix(number, clicks) % len(choices)], seat)
            clicks += 1
    raise AssertionError("no such moment in 200 matches")

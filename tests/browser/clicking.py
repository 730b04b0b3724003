"""Somebody who plays by looking and clicking alone: reads what is lit, by role and name, and clicks it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.people import DRAWN, LIT, aim, press
from theomachy.kernel.dice import mix

#: verbs that have nothing to be drawn as: they are said
SAID = frozenset({"done", "no", "yes"})
#: names of the notation, which nobody should have to read
NOTATION = re.compile(
    r"\b(?:gaia|ellenys|babylon|norrenis|pharaohs)\.\w+|\b(?:neutral|ellenys|babylon|norrenis|pharaohs)\d+\b"
    r"|\b[PC]\d-[PC]\d\b|\banunnaki[./][a-z.-]+|\bundefined\b|\bNaN\b|\[object"
)

_LOOK = """([LIT, DRAWN]) => {
    const shown = one => one.checkVisibility() && !one.closest('[inert]');
    const named = one => (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\\s+/g, ' ').trim();
    const lit = [...document.querySelectorAll(LIT)].filter(shown).map(one => ({
        choice: one.dataset.choice, name: named(one), role: one.getAttribute('role') ?? one.localName,
        drawn: one.closest(DRAWN) !== null,
    }));
    const dialogs = [...document.querySelectorAll('dialog[open], [role="dialog"]')].filter(shown);
    return {
        version: Number(document.querySelector('main')?.dataset.version ?? -1),
        lit,
        doubt: document.querySelector('.prompt [role="alert"] .button') !== null,
        over: dialogs.some(one => one.textContent.includes('Final standing')),
        curtain: dialogs.some(one => [...one.querySelectorAll('button')].some(button => /^I am /.test(named(button)))),
    };
}"""

_READ = """() => [
    document.querySelector('main').innerText,
    ...[...document.querySelectorAll('main [aria-label]')].map(one => one.getAttribute('aria-label')),
    ...[...document.querySelectorAll('main [title]')].map(one => one.getAttribute('title')),
].join('\\n')"""


@dataclass(frozen=True)
class Thing:
    """Something that may be clicked."""

    choice: str
    name: str
    role: str
    drawn: bool

    @property
    def verb(self) -> str:
        return self.choice.partition(" ")[0]


@dataclass(frozen=True)
class Sight:
    """What is to be seen of the table at a moment."""

    version: int
    lit: tuple[Thing, ...]
    over: bool
    curtain: bool
    #: the page asks whether that was meant
    doubt: bool


def look(page: Page) -> Sight:
    seen = page.evaluate(_LOOK, [LIT, DRAWN])
    return Sight(
        seen["version"], tuple(Thing(**one) for one in seen["lit"]), seen["over"], seen["curtain"], seen["doubt"]
    )


def notation(page: Page) -> list[str]:
    """What a person is made to read that is no word of theirs."""
    return sorted(set(NOTATION.findall(page.evaluate(_READ))))


def wait_for_lit(page: Page, after: int = -1, seconds: float = 40) -> Sight:
    """Look until something is lit at a later moment than `after`, or the match is over. The curtain is lifted, and yes:
    what was chosen was meant."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seen = look(page)
        if seen.curtain:
            page.get_by_role("button", name=re.compile("^I am ")).first.click()
        elif seen.doubt and seen.version == after:
            page.get_by_role("button", name="Do it").click()
        elif seen.over or (seen.lit and seen.version > after):
            return seen
        else:
            page.wait_for_timeout(15)
    raise AssertionError(f"nothing to choose, and the match is not over: {page.locator('main').inner_text()[:400]}")


def wait_for_later(page: Page, version: int) -> None:
    """Until a later moment than this one is on show."""
    page.wait_for_function(
        "then => Number(document.querySelector('main').dataset.version) > then", arg=version, polling=40
    )


def click(page: Page, choice: str, within: str = "main") -> None:
    """Click a choice where it is drawn. A story that lies over it is sent away first, as one would."""
    assert click_if_lit(page, choice, within), f"'{choice}' is not to be chosen any more"


def click_if_lit(page: Page, choice: str, within: str = "main") -> bool:
    """The same, unless it is not to be chosen any more: where several choose secretly at once, what another has chosen
    is a later moment too, and may be shown while one's own choice is still on its way."""
    point = aim(page, choice, within)
    end = time.monotonic() + 10
    while point is None and time.monotonic() < end:
        if all(thing.choice != choice for thing in look(page).lit):
            return False
        for over, way_on in ((".moment", "Go on"), ("section.stage", "Close")):
            button = page.locator(over).get_by_role("button", name=way_on)
            if button.count():
                button.first.click()
        # What was just said may lie over it for a moment.
        page.wait_for_timeout(50)
        point = aim(page, choice, within)
    assert point is not None, f"'{choice}' is lit and can't be clicked in {within}"
    press(page, point)
    return True


def wanted(seen: Sight, seed: int, number: int) -> Thing:
    """One of what is lit: each choice as likely as any other, but whoever may be done often is, so that matches end."""
    choices = {thing.choice: thing for thing in seen.lit}
    if "done" in choices and mix(seed, number) % 4:
        return choices["done"]
    return list(choices.values())[mix(seed, number + 100_000) % len(choices)]


def play_to_the_end(page: Page, seed: int, limit: int = 700) -> dict[str, int]:
    """Click on until the match is over; how often each verb was clicked. Whatever is about a thing is clicked on it."""
    verbs: dict[str, int] = {}
    seen = wait_for_lit(page)
    for number in range(limit):
        if seen.over:
            return verbs
        thing = wanted(seen, seed, number)
        for one in seen.lit:
            assert one.role == "button", one
            assert one.name, one
            assert not NOTATION.search(one.name), one
        if thing.verb not in SAID:
            assert any(one.drawn for one in seen.lit if one.choice == thing.choice), f"not drawn: {thing}"
        if click_if_lit(page, thing.choice):
            verbs[thing.verb] = verbs.get(thing.verb, 0) + 1
            seen = wait_for_lit(page, seen.version)
        else:
            seen = wait_for_lit(page)
    raise AssertionError(f"not over after {limit} clicks: {verbs}")


def make_haste(page: Page) -> None:
    """In the preferences: no animations, and what others do is shown at once."""
    page.get_by_role("button", name="Settings").first.click()
    page.get_by_role("dialog").get_by_label("Off").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

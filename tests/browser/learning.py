"""Somebody who takes a lesson: reads the panel, tries what is wrong, does what is asked, on a computer or a phone."""

from __future__ import annotations

import contextlib
import math
import time
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.people import aim
from theomachy.kernel.match import Match
from theomachy.lessons import Beat, Lesson, Scene

#: the panel says just this at this moment of the match, and has more to say, or not
_SAYS = """([made, free, words, more]) => {
    const shown = Number(document.querySelector('main.room')?.dataset.version ?? -1);
    const said = document.querySelector('.lesson .said p')?.firstChild?.textContent.replace(/\\s+/g, ' ').trim();
    const next = document.querySelector('.lesson .forth') !== null;
    return (shown === made || (free && shown > made)) && said === words && next === more;
}"""
_WIDE = "document.documentElement.scrollWidth"
_LIT = """choice => document.querySelector(`[data-choice="${choice}"]:not([aria-disabled="true"])`) !== null"""
#: what a click has led to: it asks for a second one, it was told something, or it is made
_LED = """([made, words]) => {
    const told = document.querySelector('.lesson .correction')?.textContent.replace(/\\s+/g, ' ').trim();
    if (words !== null && told === words) return 'told';
    if (Number(document.querySelector('main.room').dataset.version) > made) return 'made';
    return document.querySelector('.prompt .again, .prompt .assent') !== null ? 'asked' : null;
}"""
_SEEN = """() => ({
    version: Number(document.querySelector('main.room')?.dataset.version ?? -1),
    panel: document.querySelector('.lesson')?.innerText ?? null,
    prompt: document.querySelector('.prompt')?.innerText ?? null,
    tab: document.querySelector('main.room')?.dataset.tab ?? null,
    dialog: document.querySelector('dialog[open]')?.innerText.slice(0, 80) ?? null,
})"""

#: a press so soon after the last one (seconds), and so near to it (pixels), is taken for the rest of a double one
_DOUBLE = 0.6
_NEAR = 80.0


@dataclass
class Learner:
    """Whoever takes lessons at this page, in this language."""

    page: Page
    lang: str
    #: by finger: the first tap shows, the second one chooses
    taps: bool
    #: where the last choice that was made was pressed, and when
    _last: tuple[float, float, float] = field(default=(0.0, 0.0, 0.0), init=False)

    def take(self, lesson: Lesson, until: int | None = None) -> int:
        """The whole lesson, from its first words to its last; how many wrong choices were made on the way. With `until`
        only so many choices of it, and everything that is said then."""
        match = lesson.begin()
        wrong = 0
        said: list[Scene] = []
        for beat in lesson.beats[:until]:
            said += beat.scenes
            if not beat.scripted:
                made = len(match.history)
                self._read(made, said)
                said = []
                other = self._wrong_choice(lesson, match, beat)
                if other is not None:
                    self._choose(other[0], made, other[1])
                    wrong += 1
                self._choose(lesson.game.table.text(beat.choices[0]), made)
            match.play(beat.choices[0], beat.seat)
        if until is not None:
            self._read(until, said + list(lesson.beats[until].scenes))
            return wrong
        # Where the match goes on freely, others may have played meanwhile.
        self._read(len(match.history), said + list(lesson.ending), lesson.free)
        return wrong

    @property
    def _width(self) -> int:
        size = self.page.viewport_size
        assert size is not None
        return size["width"]

    def press(self, button: Locator) -> None:
        if self.taps:
            button.tap()
        else:
            button.click()

    def _read(self, made: int, scenes: list[Scene], free: bool = False) -> None:
        """Everything that is said now, word by word as it stands in the file."""
        for number, scene in enumerate(scenes, 1):
            more = number < len(scenes)
            self._wait(_SAYS, [made, free, _plain(scene.say[self.lang]), more])
            assert self.page.evaluate(_WIDE) <= self._width, "the page can be pushed sideways"
            if more:
                self.press(self.page.locator(".lesson .forth"))

    def _wrong_choice(self, lesson: Lesson, match: Match, beat: Beat) -> tuple[str, str] | None:
        """Another choice that can be clicked, and what the lesson has to say of it: one with words of its own if there
        is any. Whoever clicks what was just picked lets go of it: that is no choice."""
        own = {number for reply in beat.replies for number in reply.to}
        picked = lesson.game.table.text(match.history[-1][1]).partition(" ")[2] if match.history else ""
        for choice in sorted(match.choices_of(beat.seat), key=lambda one: one.id not in own):
            told = lesson.answer(match, choice.id)
            if told is not None and (not picked or choice.noun != picked) and aim(self.page, str(choice)) is not None:
                return str(choice), _plain(told[self.lang])
        return None

    def _choose(self, choice: str, made: int, told: str | None = None) -> None:
        """What the lesson asks for, or with `told` something else. Nobody has to look for it: the page is there."""
        self._wait(_LIT, choice)
        wanted = "made" if told is None else "told"
        led: object = None
        # A press that was taken for the rest of a double one did nothing: once more.
        for _ in range(5):
            # A turning point of the match is told across the board.
            if (go_on := self.page.locator(".moment .gold")).count() > 0:
                self.press(go_on)
                expect(go_on).to_have_count(0)
            point = aim(self.page, choice)
            assert point is not None, f"'{choice}' can't be clicked: {self.page.evaluate(_SEEN)}"
            self._press_at(*point)
            with contextlib.suppress(TimeoutError):
                led = self.page.wait_for_function(_LED, arg=[made, told], timeout=2_000, polling=40).json_value()
                if led == wanted:
                    if led == "made":
                        self._last = (*point, time.monotonic())
                    return
        raise AssertionError(f"'{choice}' was to be {wanted}, and is {led}: {self.page.evaluate(_SEEN)}")

    def _press_at(self, x: float, y: float) -> None:
        """Not so soon after the last choice, if it is at the same place."""
        last_x, last_y, when = self._last
        rest = when + _DOUBLE - time.monotonic()
        if rest > 0 and math.hypot(x - last_x, y - last_y) < _NEAR:
            self.page.wait_for_timeout(1000 * rest)
        if self.taps:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def _wait(self, until: str, value: object) -> object:
        try:
            return self.page.wait_for_function(until, arg=value, timeout=8_000, polling=40).json_value()
        except TimeoutError:
            raise AssertionError(f"waited for {value}, and this is shown: {self.page.evaluate(_SEEN)}") from None


def _plain(words: str) -> str:
    return " ".join(words.split())

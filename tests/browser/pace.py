"""How soon a choice is seen: `python -m tests.browser.pace` measures it on the built page, as on a phone.

Chromium's processor is slowed down four times. Somebody plays at tables of four in every game, by taps; measured is
from the server's answer to a choice, as the page hears it, to the picture that shows it. The processor time of the page
for it is told, too: it changes less than the time when the machine has other things to do. The goal is 100 ms.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from playwright.sync_api import TimeoutError as WaitedInVain

import theomachy
from tests.browser.conftest import PHONE, find_chromium
from tests.browser.people import choice, lit, wait_for_turn
from tests.server.serving import Eyes, Serving
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match
from theomachy.server.app import Settings
from theomachy.server.page import PAGE

#: before anything of the page runs: the answer to a choice is held back until everything before it is done; then it is
#: handed on, and followed until it is painted
HOLD: Final = """
window.held = null;
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  set onmessage(hear) {
    super.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "update" && message.ref !== undefined) window.held = () => hear(event);
      else hear(event);
    };
  }
};
window.handOn = () => new Promise((resolve) => {
  const heard = performance.now();
  window.held();
  window.held = null;
  requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => resolve(performance.now() - heard);
    painted.port2.postMessage(null);
  });
});
"""
#: the page has nothing to do any more after so many milliseconds
QUIET: Final = 400
#: what the page's own thread did, by Chromium's account
PARTS: Final = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
#: choices made before anybody looks, so that something stands on the board
BEGUN: Final = 120
#: how long to wait for something, in milliseconds
SOON: Final = 20_000


def begun(game: str) -> Match:
    """A match of four in which the first seat must decide."""
    luck = random.Random(4)
    match = theomachy.new(game, players=4, seed=4)
    while len(match.history) < BEGUN or match.decision.seats != (0,):
        seat = luck.choice(match.decision.seats)
        match.play(luck.choice(list(match.choices_of(seat))), seat)
    return match


class Phone:
    """A page on a slow phone, at a table where it has the first seat and others are played from here."""

    def __init__(self, browser: Browser, serving: Serving, match: Match, rate: float) -> None:
        self._luck = random.Random(5)
        made = serving.client.open_save(match.save(), "Lotus", "Reed", "Palm", "Sand")
        self._others = [made.sit(seat) for seat in range(1, match.seats)]
        for other in self._others:
            other.expect("state")
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{serving.port}", viewport=PHONE, device_scale_factor=2, has_touch=True,
            is_mobile=True, reduced_motion="reduce", locale="en-GB",
        )  # fmt: skip
        self.page: Page = context.new_page()
        self.page.set_default_timeout(SOON)
        self.page.add_init_script(HOLD)
        self._devtools: CDPSession = context.new_cdp_session(self.page)
        self._devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.page.goto(f"/t/{made.id}#seat={made.tokens[0]}")
        wait_for_turn(self.page)

    def close(self) -> None:
        for other in self._others:
            other.close()
        self.page.context.close()

    def parts(self) -> dict[str, float]:
        """Milliseconds of processor time that the page has used so far."""
        told = self._devtools.send("Performance.getMetrics")["metrics"]
        return {entry["name"]: 1000 * entry["value"] for entry in told if entry["name"] in PARTS}

    def let_others_choose(self) -> None:
        """Until it is the phone's turn."""
        for _ in range(400):
            self._hear()
            waiting = [other for other in self._others if other.news["choices"]]
            if self._others[0].news["outcome"] or 0 in self._others[0].news["prompt"]["seats"]:
                return
            self._luck.choice(waiting).choose(self._luck.choice(waiting[0].choices))

    def _hear(self) -> None:
        newest = max(other.news["version"] for other in self._others)
        for other in self._others:
            # Whatever has come meanwhile.
            _drain(other)
            other.catch_up(newest)

    @property
    def version(self) -> int:
        return int(max(other.news["version"] for other in self._others))

    @property
    def is_over(self) -> bool:
        return self._others[0].news["outcome"] is not None

    def _tap_something(self, number: int) -> None:
        """Tap one of what is lit until the server has answered: the first tap shows, and the second is meant."""
        options = lit(self.page)
        lively = [text for text in options if text not in ("done", "no")] or options
        wanted = lively[mix(11, number) % len(lively)]
        for _ in range(3):
            choice(self.page, wanted).tap()
            try:
                self.page.wait_for_function("() => window.held !== null", timeout=2_000)
            except WaitedInVain:
                continue
            return
        raise AssertionError(f"the server has not answered to '{wanted}'")

    def tap(self, number: int) -> tuple[float, dict[str, float]] | None:
        """Tap something that is lit: milliseconds until the answer was seen, and the work of the page for it."""
        self.let_others_choose()
        if self.is_over:
            return None
        page = self.page
        wait_for_turn(page)
        self._tap_something(number)
        page.wait_for_timeout(QUIET)
        before = self.parts()
        took = page.evaluate("window.handOn()")
        after = self.parts()
        self._others[0].catch_up(self.version)
        return float(took), {name: after[name] - before[name] for name in PARTS}


def _drain(eyes: Eyes) -> None:
    try:
        while True:
            eyes.hear(0.05)
    except TimeoutError:
        return


def measure(game: str, browser: Browser, serving: Serving, rate: float, choices: int) -> dict[str, Any]:
    phone = Phone(browser, serving, begun(game), rate)
    found = [taken for number in range(choices) if (taken := phone.tap(number)) is not None]
    phone.close()
    waits = sorted(wait for wait, _ in found)
    return {
        "choices": len(found),
        "median": statistics.median(waits),
        "nine of ten": waits[int(0.9 * len(waits))],
        "worst": waits[-1],
        **{name: statistics.median(parts[name] for _, parts in found) for name in PARTS},
    }


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--rate", type=float, default=4.0, help="how many times the processor is slowed down")
    reader.add_argument("--choices", type=int, default=30, help="choices in each game")
    reader.add_argument("--game", choices=list(theomachy.GAMES), help="only this one")
    reader.add_argument("--page", action="append", help="a built page to measure, beside others (web/build.py --out)")
    asked = reader.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for game in [asked.game] if asked.game else theomachy.GAMES:
            for number, page in enumerate(asked.page or [str(PAGE)]):
                serving = Serving(Settings(database=str(Path(folder) / f"{game}{number}.sqlite"), page=page))
                found = measure(game, browser, serving, asked.rate, asked.choices)
                serving.stop()
                figures = ", ".join(f"{name} {value:.0f}" for name, value in found.items())
                print(game, *([page] if asked.page else []), figures, "(ms)", flush=True)
        browser.close()


if __name__ == "__main__":
    main()

"""What happened, told so that people can follow: conflicts to their end, and nothing that runs ahead of its story."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.people import choice, played_until, wait_for_turn
from tests.browser.test_match import in_battle, opened
from tests.server.serving import Serving
from theomachy.kernel.match import Match

#: movements at their quickest, but movements
LIVELY = """localStorage.setItem("theomachy.settings", JSON.stringify({lang: "en", speed: "fast"}))"""

#: notes what the panels say whenever they change, and whether the stage was still telling then
_WATCH_PANELS = """() => {
    window.seen = [];
    const look = () => {
        const panels = [...document.querySelectorAll('aside.players, aside.rail')].map(one => one.innerText).join('|');
        const telling = document.querySelector('.prompt [data-skip]') !== null;
        const last = window.seen.at(-1);
        if (last?.panels !== panels) window.seen.push({panels, telling});
    };
    look();
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""


def lively_page(new_page: NewPage) -> Page:
    page = new_page(reduced_motion="no-preference")
    page.add_init_script(LIVELY)
    return page


def rich_battle(match: Match) -> bool:
    """Both choose a card, and something comes of it whatever they choose."""
    if not in_battle(match):
        return False
    trial = match.copy()
    before = [god["devotion"] for god in trial.view(None)["gods"]]
    for seat in (0, 1):
        trial.play(trial.choices_of(seat)[0], seat)
    return before != [god["devotion"] for god in trial.view(None)["gods"]]


def test_a_battle_is_told_to_its_end_and_nothing_runs_ahead_of_it(new_page: NewPage, serving: Serving) -> None:
    match = played_until(rich_battle, gods=["ra", "isis"], seed=3)
    own = [str(match.choices_of(seat)[0]) for seat in (0, 1)]
    table, tokens = opened(serving, match, "Ann", "Ben")
    page = lively_page(new_page)
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(page)
    page.evaluate(_WATCH_PANELS)
    choice(page, own[0]).click()
    expect(page.locator(".prompt")).to_contain_text("face down")
    with serving.client.sit(table, tokens[1], lang="en") as ben:
        ben.expect("state")
        ben.choose(own[1])
        # The story begins, and until it is told nothing else is to be seen or chosen.
        expect(page.locator(".prompt [data-skip]")).to_be_visible()
        expect(page.locator("section.stage")).to_be_visible()
        expect(page.locator(".prompt [data-skip]")).to_have_count(0, timeout=60_000)
    seen = page.evaluate("window.seen")
    assert len(seen) > 1, "the panels have followed"
    assert [one["panels"] for one in seen if one["telling"]] == [], "they ran ahead"


def test_a_story_can_be_skipped(new_page: NewPage, serving: Serving) -> None:
    match = played_until(rich_battle, gods=["ra", "isis"], seed=3)
    own = [str(match.choices_of(seat)[0]) for seat in (0, 1)]
    table, tokens = opened(serving, match, "Ann", "Ben")
    with serving.client.sit(table, tokens[1], lang="en") as ben:
        ben.expect("state")
        ben.choose(own[1])
    page = lively_page(new_page)
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(page)
    page.evaluate(_WATCH_PANELS)
    choice(page, own[0]).click()
    page.locator(".prompt [data-skip]").click()
    expect(page.locator(".prompt [data-skip]")).to_have_count(0)
    assert len(page.evaluate("window.seen")) > 1

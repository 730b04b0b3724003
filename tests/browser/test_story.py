"""What happened, told so that people can follow: conflicts to their end, and nothing that runs ahead of its story."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

import theomachy
from tests.browser.conftest import NewPage
from tests.browser.people import choice, lift_curtain, lit, played_until, wait_for_turn
from tests.browser.test_match import in_battle, opened
from tests.server.serving import Serving
from theomachy.kernel.match import Match
from theomachy.lessons import lessons_of

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


def test_what_others_do_stands_in_the_prompt_while_it_is_shown(new_page: NewPage) -> None:
    """In a lesson others do what is written, one thing after the other; the clock of the page stands meanwhile."""
    page = lively_page(new_page)
    page.clock.install()
    page.goto("/learn/anunnaki")
    page.get_by_role("button", name=re.compile("^Begin: ")).first.click()
    assert wait_for_turn(page)
    asked = page.locator(".prompt .what")
    expect(asked).to_contain_text("Choose the tile")
    panel = page.get_by_role("region", name="Lesson", exact=True)
    scenes = lessons_of(theomachy.game("anunnaki"))[0].beats[0].scenes
    for number, scene in enumerate(scenes):
        # The panel comes when it is wanted, which may be after the board.
        expect(panel).to_contain_text(scene.say["en"])
        if number < len(scenes) - 1:
            panel.get_by_role("button", name="Next", exact=True).click()
    # Not far ahead: a page whose clock jumps takes its connection for dead, and the choice is lost with it.
    page.clock.pause_at(time.time() + 1)
    choice(page, "tile create").click()
    # The learner's own choice is 1, and there are two of Babylon's. They come when the server has made them, so the
    # page's clock goes no faster than the real one.
    end = time.monotonic() + 30
    while page.locator("main.room").get_attribute("data-version") != "2" and time.monotonic() < end:
        page.clock.run_for(50)
        page.wait_for_timeout(50)
    expect(asked).to_contain_text("Babylon: the action figure goes to “Blue harvest”")
    expect(asked).not_to_contain_text("Choose the tile")
    page.clock.resume()
    assert wait_for_turn(page)
    expect(asked).to_contain_text("Choose the tile")


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


def last_battle(match: Match) -> bool:
    """Both choose a card, and with the first ones the match is over."""
    if not in_battle(match):
        return False
    trial = match.copy()
    for seat in (0, 1):
        trial.play(trial.choices_of(seat)[0], seat)
    return trial.over


#: whether the end has ever covered a battle that was still being told
_WATCH_END = """() => {
    window.covered = false;
    const look = () => {
        const telling = document.querySelector('.prompt [data-skip]') !== null;
        window.covered ||= telling && document.querySelector('dialog[open]') !== null;
    };
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true, attributes: true});
}"""


@pytest.mark.long
def test_the_end_waits_until_the_last_battle_is_told(new_page: NewPage, serving: Serving) -> None:
    match = played_until(last_battle, gods=["ra", "isis"])
    own = [str(match.choices_of(seat)[0]) for seat in (0, 1)]
    table, tokens = opened(serving, match, "Ann", "Ben")
    page = lively_page(new_page)
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert wait_for_turn(page)
    choice(page, own[0]).click()
    expect(page.locator(".prompt")).to_contain_text("face down")
    page.evaluate(_WATCH_END)
    with serving.client.sit(table, tokens[1], lang="en") as ben:
        ben.expect("state")
        ben.choose(own[1])
    expect(page.locator(".prompt [data-skip]")).to_be_visible()
    expect(page.locator(".prompt [data-skip]")).to_have_count(0, timeout=60_000)
    expect(page.get_by_role("dialog")).to_contain_text("Final standing", timeout=60_000)
    assert not page.evaluate("window.covered")


def first_turn_over(match: Match) -> bool:
    """The one who began is asked again, and the other has played."""
    return match.decision.prompt == "choose-action" and sum(fact["fact"] == "turn" for fact in match.facts) == 2


def test_what_happened_since_my_last_turn_is_told_step_by_step(page: Page, serving: Serving) -> None:
    match = played_until(first_turn_over, gods=["ra", "isis"])
    table, tokens = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page)
    page.get_by_role("button", name="What happened").click()
    recap = page.get_by_role("region", name="Since your last turn")
    expect(recap).to_be_visible()
    recap.get_by_role("button", name="Pause").click()
    assert lit(page) == [], "the past can't be played"
    told = []
    forth = recap.get_by_role("button", name="One step on")
    while recap.get_by_role("button", name="One step back").is_enabled():
        recap.get_by_role("button", name="One step back").click()
    for _ in range(60):
        told.append(recap.locator("li").first.inner_text())
        if forth.is_disabled():
            break
        before = recap.locator("output").inner_text()
        forth.click()
        expect(recap.locator("output")).not_to_have_text(before)
    other = "Isis" if match.decision.seats[0] == 0 else "Ra"
    assert told[0].startswith(other)
    page.keyboard.press("Escape")
    expect(recap).to_have_count(0)
    assert lit(page), "and then one plays on"


def test_a_figure_picked_again_is_let_go_of(page: Page, serving: Serving) -> None:
    match = played_until(lambda m: m.decision.prompt == "move-figure", gods=["ra", "isis"])
    table, tokens = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page)
    before = lit(page)
    figure = next(text for text in before if text.startswith("figure "))
    choice(page, figure).click()
    cell = f"cell {figure.split()[1]}"
    expect(page.locator(f'[data-choice="{cell}"]').first).to_be_visible()
    expect(page.locator(".picked")).not_to_be_empty()
    choice(page, cell).click()
    expect(page.locator(f'[data-choice="{figure}"]:not([aria-disabled="true"])').first).to_be_visible()
    assert lit(page) == before


def test_an_action_that_comes_to_nothing_is_asked_about(page: Page, serving: Serving) -> None:
    match = played_until(
        lambda m: m.decision.prompt == "summon-piece" and m.facts[-1]["fact"] == "action", gods=["ra", "isis"]
    )
    table, tokens = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page)
    choice(page, "done").click()
    expect(page.locator(".assent")).to_contain_text("Nothing has been done")
    assert "done" in lit(page)
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".assent")).to_have_count(0)
    expect(page.locator('[data-choice="piece warrior"]:not([aria-disabled="true"])')).to_have_count(0)


def test_pointing_at_a_power_says_what_it_does_and_what_it_costs(page: Page, serving: Serving) -> None:
    match = played_until(lambda m: m.decision.prompt == "unlock-power", gods=["ra", "isis"])
    table, tokens = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page)
    power = page.locator('.prompt [data-choice^="power "]').first
    expect(power).to_contain_text("followers: −")
    power.hover()
    expect(page.locator(".prompt .does")).to_be_visible()
    page.locator(".prompt .does").get_by_role("button", name="The rule").click()
    expect(page.get_by_role("dialog")).to_contain_text("ankh/power/")


def test_people_at_one_screen_look_away_before_the_first_secret_card(page: Page, serving: Serving) -> None:
    match = played_until(in_battle, gods=["ra", "isis"], seed=3)
    table, tokens = opened(serving, match, "Ann", "Ben")
    for token in tokens:
        page.goto(f"/t/{table}#seat={token}")
    curtain = page.get_by_role("dialog", name=re.compile("Pass the device"))
    expect(curtain).to_be_visible()
    first = curtain.get_by_role("button").first.inner_text()
    lift_curtain(page)
    expect(page.locator('[data-choice^="card "]').first).to_be_visible()
    choice(page, next(text for text in lit(page) if text.startswith("card "))).click()
    expect(curtain).to_be_visible()
    assert curtain.get_by_role("button").first.inner_text() != first
    lift_curtain(page)
    expect(page.locator("section.stage .mine")).to_have_count(0)


def test_what_was_decided_can_be_taken_back_if_the_other_agrees(new_page: NewPage, serving: Serving) -> None:
    match = played_until(first_turn_over, gods=["ra", "isis"])
    asked = match.decision.seats[0]
    table, tokens = opened(serving, match, "Ann", "Ben")
    pages = [new_page(), new_page()]
    for seat, page in enumerate(pages):
        page.goto(f"/t/{table}#seat={tokens[seat]}")
    assert wait_for_turn(pages[asked])
    # Once somebody else has decided, nobody goes back alone.
    choice(pages[asked], next(text for text in lit(pages[asked]) if text.startswith("action "))).click()
    other = pages[1 - asked]
    expect(other.get_by_role("button", name="Undo")).to_be_disabled()
    other.get_by_role("button", name="More").first.click()
    other.get_by_role("button", name="Ask to take back").click()
    expect(other.get_by_text("Waiting whether the others agree")).to_be_visible()
    pages[asked].get_by_role("button", name="Agree").click()
    assert wait_for_turn(other), "who asked chooses anew"
    expect(pages[asked].locator(".request")).to_have_count(0)
    assert lit(pages[asked]) == []

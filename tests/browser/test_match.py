"""Whole matches and their moments, through the page alone: what people see and click."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import NewPage
from tests.browser.people import (
    LIT,
    choice,
    click_something,
    glance,
    lit,
    nearly_over,
    play_until,
    played_until,
    wait_for_news,
    wait_for_turn,
    wait_until,
)
from tests.server.serving import Message, Serving
from theomachy.kernel.match import Match
from theomachy.kernel.view_changes import with_changes


def set_up(page: Page, players: int, who: list[str]) -> None:
    """A table through the form of the lobby."""
    page.goto("/")
    page.get_by_role("button", name=re.compile("New table")).first.click()
    page.get_by_label(str(players), exact=True).check()
    rows = page.locator("select.who")
    expect(rows).to_have_count(players)
    for seat, value in enumerate(who):
        rows.nth(seat).select_option(value)
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url(re.compile("/t/"))


def test_play_now_starts_a_match_against_bots_with_one_click(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=re.compile("Play now.*Ankh")).click()
    assert wait_for_turn(page)
    assert lit(page)
    expect(page).to_have_title(re.compile("Your turn"))


def test_the_last_turns_of_a_match_against_a_bot_through_clicks(page: Page, serving: Serving) -> None:
    match = nearly_over(30, gods=["ra", "isis"], seed=3)
    table, tokens = opened(serving, match, "Ann", "bot:apprentice")
    page.goto(f"/t/{table}#seat={tokens[0]}")
    assert play_until(page, 4) > 3
    expect(page.get_by_text("Final standing")).to_be_visible()
    assert serving.client.get(f"/api/tables/{table}").json()["phase"] == "over"


def test_play_now_remembers_the_level_and_offers_another(page: Page, serving: Serving) -> None:
    page.goto("/")
    level = page.get_by_label("Opponents: Ankh")
    expect(level).to_have_value("apprentice")
    expect(page.get_by_role("region", name="Another opponent?")).to_have_count(0)
    kept = {"level": "apprentice", "won": 2, "offer": "harder", "counted": ["T1", "T2"]}
    page.evaluate("kept => localStorage.setItem('theomachy.opponents', JSON.stringify({ankh: kept}))", kept)
    page.reload()
    offer = page.get_by_role("region", name="Another opponent?")
    expect(offer).to_have_count(1)
    expect(offer).to_contain_text("Two won in a row against Apprentice. Harder would be Scribe.")
    offer.get_by_role("button", name="Stay with Apprentice").click()
    expect(offer).to_have_count(0)
    expect(level).to_have_value("apprentice")
    page.evaluate("kept => localStorage.setItem('theomachy.opponents', JSON.stringify({ankh: kept}))", kept)
    page.reload()
    offer.get_by_role("button", name="Next match: Scribe").click()
    expect(level).to_have_value("scribe")
    level.select_option("adept")
    expect(page.get_by_text("now and then settles for second best")).to_be_visible()
    page.reload()
    expect(level).to_have_value("adept")
    expect(page.get_by_label("Opponents: Anunnaki")).to_have_value("apprentice")
    page.get_by_role("button", name=re.compile("Play now.*Ankh")).click()
    page.wait_for_url(re.compile("/t/"))
    table = page.url.split("/t/")[1].split("/")[0]
    seats = serving.client.get(f"/api/tables/{table}").json()["seats"]
    assert [place["bot"] for place in seats] == [None, "adept", "adept"]


def opened(serving: Serving, match: Match, *who: str, **more: bool) -> tuple[str, list[str]]:
    """A table that goes on with a match; its id and its seats' tokens."""
    seated = serving.client.open_save(match.save(), *who, **more)
    return seated.id, [seated.tokens[seat] for seat in sorted(seated.tokens)]


def in_battle(match: Match) -> bool:
    return match.decision.prompt == "battle-card" and len(match.decision.seats) == 2


def test_in_a_battle_neither_sees_the_others_card_before_the_reveal(new_page: NewPage, serving: Serving) -> None:
    match = played_until(in_battle, gods=["ra", "isis"], seed=3)
    table, tokens = opened(serving, match, "Ann", "Ben")
    heard: dict[int, list[str]] = {0: [], 1: []}
    pages: list[Page] = []

    def listen(page: Page, seat: int) -> None:
        def hear(socket: WebSocket) -> None:
            socket.on("framereceived", lambda frame: heard[seat].append(str(frame)))

        page.on("websocket", hear)

    for seat in (0, 1):
        page = new_page()
        listen(page, seat)
        page.goto(f"/t/{table}#seat={tokens[seat]}")
        assert wait_for_turn(page)
        pages.append(page)
    cards = [[text for text in lit(page) if text.startswith("card ")] for page in pages]
    assert cards[0]
    assert cards[1]
    own = [str(match.choices_of(seat)[0]) for seat in (0, 1)]

    known = len(heard[1])
    choice(pages[0], own[0]).click()
    expect(pages[0].locator(LIT)).to_have_count(0)
    wait_until(pages[1], lambda: len(heard[1]) > known)
    # What else there was would have come with it, or right after.
    pages[1].wait_for_timeout(400)
    news: list[Message] = []
    view = None
    for number, message in enumerate(map(json.loads, heard[1])):
        if message["type"] in ("state", "update"):
            view = message["view"] if "view" in message else with_changes(view, message["changes"])
            if number >= known:
                news.append({**message, "view": view})
    assert news, "the other one hears that somebody has chosen"
    for message in news:
        assert message["view"]["secret"] == {"chosen": [0], "own": []}
        assert "choice" not in message["by"]
        assert not any(entry["fact"]["fact"] == "card-played" for entry in message["entries"])
    before = pages[1].inner_text("body")
    assert "plays a card" not in before.split("Conflict")[-1] or "Ra plays a card" not in before

    choice(pages[1], own[1]).click()

    def played(seat: int) -> set[str]:
        told = [message for message in map(json.loads, heard[seat]) if message["type"] == "update"]
        facts = [entry["fact"] for message in told for entry in message["entries"]]
        return {f"card {fact['thing']}" for fact in facts if fact["fact"] == "card-played"}

    # Now both are open, for both.
    wait_until(pages[0], lambda: set(own) <= played(0))
    wait_until(pages[1], lambda: set(own) <= played(1))


def test_two_people_on_two_computers_by_link(new_page: NewPage, serving: Serving) -> None:
    """One sets up a table with an open seat, the other comes by its link; then they play."""
    host, guest = new_page(), new_page()
    set_up(host, 2, ["me", "open"])
    table = host.url.split("/t/")[1].split("/")[0].split("#")[0]
    guest.goto(f"/t/{table}")
    guest.get_by_role("button", name="Take this seat").click()
    made = {host: 0, guest: 0}
    for number in range(200):
        for page in (host, guest):
            before = glance(page).version
            if click_something(page, 3, number):
                made[page] += 1
                wait_for_news(page, before)
        host.wait_for_timeout(50)
        if min(made.values()) >= 3:
            break
    assert min(made.values()) >= 3
    assert serving.client.get(f"/api/tables/{table}").json()["version"] >= 5


def test_what_is_not_lit_says_which_rule_forbids_it(page: Page, serving: Serving) -> None:
    match = played_until(lambda m: m.decision.prompt == "summon-to", gods=["ra", "isis"], seed=5)
    table, tokens = opened(serving, match, "Ann", "Ben")
    seat = match.decision.seats[0]
    page.goto(f"/t/{table}#seat={tokens[seat]}")
    assert wait_for_turn(page)
    assert set(lit(page)) == {str(one) for one in match.choices}
    page.locator('[data-cell][aria-disabled="true"]').nth(3).click(force=True)
    expect(page.locator(".refusal")).to_be_visible()
    page.locator(".refusal").get_by_role("button").click()
    expect(page.get_by_role("dialog")).to_contain_text("ankh/")


def test_hover_says_what_would_happen_and_undo_takes_back(page: Page, serving: Serving) -> None:
    match = played_until(
        lambda m: m.decision.prompt == "choose-action" and "action gain" in m.choices and len(m.history) > 6,
        gods=["ra", "isis"],
        seed=2,
    )
    table, tokens = opened(serving, match, "Ann", "Ben")
    seat = match.decision.seats[0]
    page.goto(f"/t/{table}#seat={tokens[seat]}")
    assert wait_for_turn(page)
    choice(page, "action gain").hover()
    expect(page.locator(".foresight")).to_be_visible()
    move = next(text for text in ("action move", "action summon", "action unlock") if text in lit(page))
    choice(page, move).click()
    expect(page.locator(f'[data-choice="action gain"]{LIT}')).to_have_count(0)
    page.keyboard.press("u")
    expect(page.locator(f'[data-choice="action gain"]{LIT}').first).to_be_visible()


def test_a_hint_points_at_a_choice_and_says_why(page: Page, serving: Serving) -> None:
    match = played_until(
        lambda m: m.decision.prompt == "choose-action" and len(m.history) > 6, gods=["ra", "isis"], seed=2
    )
    table, tokens = opened(serving, match, "Ann", "Ben", hints=True)
    seat = match.decision.seats[0]
    page.goto(f"/t/{table}#seat={tokens[seat]}")
    assert wait_for_turn(page)
    page.get_by_role("button", name=re.compile("Hint")).click()
    hint = page.locator(".hint")
    expect(hint).to_be_visible(timeout=30_000)
    expect(hint.get_by_role("heading", name="The plan for this turn")).to_be_visible()
    steps = hint.get_by_role("listitem")
    expect(steps.first).not_to_be_empty()
    words = hint.inner_text()
    assert words.index("The plan for this turn") < words.index("That leads to") < words.index("I would choose")
    # Whoever thinks by the clock may have seen no chances on a busy machine; this one counts.
    hint.get_by_label("Whom to ask").select_option("seer")
    expect(hint).to_contain_text("% to win", timeout=30_000)
    advised = hint.get_by_role("button").first.inner_text().split("\n")[0].split("%")[0]
    assert steps.first.inner_text().startswith(re.sub(r"[\d\s]+$", "", advised)), "the plan begins with what is advised"
    hint.get_by_label("Whom to ask").select_option("high-priest")
    expect(hint.get_by_text("I looked one action ahead.")).to_be_visible(timeout=30_000)
    expect(hint.get_by_label("Whom to ask")).to_have_value("high-priest")


def test_a_battle_can_be_seen_again_from_the_log(page: Page, serving: Serving) -> None:
    match = played_until(
        lambda m: m.decision.prompt == "choose-action" and any(fact["fact"] == "battle" for fact in m.facts),
        gods=["ra", "isis"],
    )
    table, tokens = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page)
    expect(page.locator("section.stage")).to_have_count(0)
    page.keyboard.press("l")
    page.get_by_role("button", name=re.compile("Watch|again|stage", re.IGNORECASE)).last.click()
    expect(page.locator("section.stage")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("section.stage")).to_have_count(0)


def test_a_choice_that_goes_from_the_page_takes_the_focus_along_without_an_error(page: Page, serving: Serving) -> None:
    """Anubis may hold a dead warrior: the badge he clicks is gone with the next view, focus, pointer and all."""
    match = played_until(lambda match: bool(holds(match)), gods=["anubis", "ra"], seed=5)
    asked = match.decision.seats[0]
    table, tokens = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}#seat={tokens[asked]}")
    assert wait_for_turn(page)
    badge = page.locator(f'.player [data-choice="{holds(match)[0]}"]')
    badge.hover()
    badge.focus()
    page.keyboard.press("Enter")
    expect(badge).to_have_count(0)


def holds(match: Match) -> list[str]:
    if match.over:
        return []
    return [str(each) for each in match.choices_of(match.decision.seats[0]) if str(each).startswith("hold ")]

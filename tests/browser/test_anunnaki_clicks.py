"""Anunnaki by clicks alone: whole matches, and every kind of decision the game has, made on what it is about."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from playwright.sync_api import Page, expect

import theomachy
from tests.browser.clicking import (
    SAID,
    click,
    look,
    make_haste,
    notation,
    play_to_the_end,
    wait_for_later,
    wait_for_lit,
)
from tests.examples import part
from tests.server.serving import Serving
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

GAME = theomachy.game("anunnaki")

STAR = ".star"
LAND = ".board .land"
MARKER = ".board .marker"
FAN = ".board .fan"
SPREAD = ".board .spread"
STAGE = "section.stage"
GOODS = ".rail .goods"
DEEDS = ".rail .deeds"
GODS = ".rail .gods"
BESIDE = ".rail .weapons"
HELD = ".rail .contracts"
OFFER = ".players .offer"
TRACKS = ".players .tracks"
PROMPT = ".prompt"

#: every kind of step that asks, and where it is answered by a click; what is said and not drawn (done, no, yes) is
#: answered in the prompt
CLICKED = {
    "turn": STAR, "discard-god": SPREAD, "ra-move": STAR, "portal-to": LAND, "portal-from": LAND, "portal-piece": FAN,
    "move-from": LAND, "move-piece": FAN, "move-to": LAND, "carry": FAN, "take-contract": OFFER, "harvest": LAND,
    "harvest-type": FAN, "exhaust-type": FAN, "create-type": GOODS, "gain-followers": LAND, "place-each": LAND,
    "recycle-for": LAND, "market-pay": GOODS, "market-take": GOODS, "mana-action": DEEDS, "activate-tile": STAR,
    "develop-tile": STAR, "perform-developed": PROMPT, "settle": LAND, "take-weapon": BESIDE, "extra-action": DEEDS,
    "summon-god": SPREAD, "summon-replace": LAND, "freya-follower": LAND, "athena-type": GOODS,
    "bastet-contract": HELD, "fulfil-contract": HELD, "pay-resource": GOODS, "contract-row": SPREAD,
    "gain-resource": GOODS, "move-cube": STAR, "cube-to": STAR, "pandora-token": SPREAD, "lose-follower": LAND,
    "lose-weapon": BESIDE, "cornucopia": SPREAD, "cornucopia-type": GOODS, "choose-battle": LAND,
    "battle-weapon": STAGE, "loki-choose": STAGE, "helmet-weapon": STAGE, "bow-second": STAGE, "chariot": STAGE,
    "raid": STAGE, "steal-resource": STAGE, "keep-artifact": SPREAD, "fate-track": TRACKS, "choose-marker": MARKER,
    "scarab-step": TRACKS,
}  # fmt: skip

#: what must be chosen when it is offered, so that a rare question comes up soon
LEADS_TO = {
    "pandora-token": ("artifact pandora", "extra pandora"),
    "lose-follower": ("artifact pandora", "extra pandora", "token follower"),
    "lose-weapon": ("artifact pandora", "extra pandora", "token weapon"),
    "cornucopia": ("artifact cornucopia", "extra cornucopia"),
    "cornucopia-type": ("artifact cornucopia", "extra cornucopia"),
    "fate-track": ("artifact fate",),
    "scarab-step": ("artifact scarab",),
}
CROSSROADS = {"keep-artifact", "extra-action", "pandora-token"}
#: where something rare was found last time; looked at first
RICH = (0, 1, 2, 5, 6, 7, 16, 43, 51, 117, 283)


def kind_asked(match: Match) -> str:
    return str(GAME.kinds[match.state.stack[-1].kind].name)


def step(match: Match, seed: int, *preferred: str) -> None:
    seat = match.decision.seats[0]
    choices = match.choices_of(seat)
    for text in preferred:
        for choice in choices:
            if str(choice) == text:
                match.play(choice, seat)
                return
    match.play(choices[mix(seed, len(match.history)) % len(choices)], seat)


@cache
def moments() -> dict[str, tuple[str, int, int]]:
    """For every kind of question a save in which it is asked, whom it is asked, and how many seats there are."""
    found: dict[str, tuple[str, int, int]] = {}
    for seed in (*RICH, *range(1000)):
        match = theomachy.new("anunnaki", seed=seed, players=2 + seed % 3)
        while not match.over:
            kind = kind_asked(match)
            if kind not in found:
                found[kind] = (match.save(), match.decision.seats[0], match.seats)
            rare = LEADS_TO if kind in CROSSROADS else {}
            step(match, seed, *(text for wish, texts in rare.items() if wish not in found for text in texts))
        if set(CLICKED) <= set(found):
            break
    return found


def test_the_list_of_kinds_is_that_of_the_engine() -> None:
    """A new kind of question fails here, until it can be clicked."""
    assert set(CLICKED) == {kind.name for kind in GAME.kinds if kind.verbs}


def visit(page: Page, path: str) -> None:
    """Go to a table; from another one as by a link of the page, which need not load everything anew."""
    if page.url == "about:blank":
        page.goto(path)
    else:
        page.evaluate(
            """path => new Promise(done => {
                history.pushState(null, '', path);
                dispatchEvent(new PopStateEvent('popstate'));
                requestAnimationFrame(done);
            })""",
            path,
        )


def test_every_kind_of_decision_is_made_by_clicking_what_it_is_about(page: Page, serving: Serving) -> None:
    found = moments()
    assert set(CLICKED) <= set(found), set(CLICKED) - set(found)
    wrong: list[str] = []
    for number, (kind, region) in part(list(enumerate(CLICKED.items())), 5):
        save, seat, seats = found[kind]
        match = theomachy.load(save)
        seated = serving.client.open_save(save, *[f"Guest {one}" for one in range(seats)])
        visit(page, f"/t/{seated.id}#seat={seated.tokens[seat]}")
        seen = wait_for_lit(page)
        offered = {str(choice) for choice in match.choices_of(seat)}
        drawn = {thing.choice for thing in seen.lit if thing.drawn}
        about = {text for text in offered if text.partition(" ")[0] not in SAID}
        if {thing.choice for thing in seen.lit} != offered:
            wrong.append(f"{kind}: lit is {sorted(thing.choice for thing in seen.lit)}, offered {sorted(offered)}")
        if not about <= drawn:
            wrong.append(f"{kind}: not drawn: {sorted(about - drawn)}")
        wrong.extend(f"{kind}: a person reads {word!r}" for word in notation(page))
        here = sorted(about or offered)
        text = here[mix(3, number) % len(here)]
        try:
            click(page, text, region)
        except AssertionError as missed:
            wrong.append(f"{kind}: {missed}")
            continue
        wait_for_later(page, seen.version)
        match.play(text, seat)
        played = theomachy.load(serving.client.get(f"{seated.path}/save", *seated.tokens.values()).text)
        if played.digest() != match.digest():
            wrong.append(f"{kind}: clicking '{text}' did something else")
    assert not wrong, "\n".join(wrong)


def set_up(page: Page, players: int, who: list[str]) -> None:
    """A table of Anunnaki through the form of the lobby."""
    page.goto("/")
    make_haste(page)
    page.get_by_role("button", name=re.compile("New table")).first.click()
    form = page.locator("form")
    form.get_by_role("radio", name=re.compile("^Anunnaki")).check()
    form.get_by_label(str(players), exact=True).check()
    for seat, value in enumerate(who):
        form.locator("select.who").nth(seat).select_option(value)
    page.get_by_role("button", name="Set up the table").click()
    page.wait_for_url(re.compile("/t/"))


def table_of(page: Page) -> str:
    return page.url.split("/t/")[1].split("/")[0].split("#")[0].split("?")[0]


def last_turns(players: int, turns: int, seed: int) -> Match:
    """A match, played at random until about so many turns are to come."""
    whole = theomachy.new("anunnaki", seed=seed, players=players)
    begun: list[int] = []
    while not whole.over:
        if kind_asked(whole) == "turn":
            begun.append(len(whole.history))
        step(whole, seed)
    match = theomachy.new("anunnaki", seed=seed, players=players)
    while len(match.history) < begun[-turns]:
        step(match, seed)
    return match


def test_four_people_at_one_screen_play_a_saved_match_to_its_end(page: Page, serving: Serving, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(last_turns(4, turns=6, seed=1).save(), encoding="utf-8")
    page.goto("/")
    make_haste(page)
    page.get_by_role("button", name="Open a save file").click()
    page.get_by_label("Choose a file").set_input_files(file)
    rows = page.locator("select.who")
    expect(rows).to_have_count(4)
    for seat in range(1, 4):
        rows.nth(seat).select_option("here")
    page.get_by_role("button", name="Go on playing").click()
    page.wait_for_url(re.compile("/t/"))
    verbs = play_to_the_end(page, 9)
    assert verbs["tile"] >= 4, "everybody has a turn"
    assert not look(page).lit
    assert serving.client.get(f"/api/tables/{table_of(page)}").json()["phase"] == "over"

"""What others choose in secret leaves no trace on anybody else's computer: not on the page, and not in the traffic."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, Response, WebSocket, expect

import theomachy
from tests.browser.clicking import click, look, wait_for_later, wait_for_lit
from tests.browser.conftest import NewPage
from tests.browser.test_anunnaki_stage import choosing_weapons, played_until
from tests.server.serving import Seated, Serving
from theomachy.kernel.match import Match


@dataclass
class Wire:
    """Everything that comes to a page, over sockets and by requests."""

    frames: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)

    def updates(self) -> list[dict[str, object]]:
        found = [json.loads(frame) for frame in self.frames]
        return [message for message in found if message["type"] == "update"]


def tap(page: Page) -> Wire:
    wire = Wire()

    def note(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: wire.frames.append(str(frame)))

    def read(response: Response) -> None:
        if "/api/" in response.url and response.ok:
            wire.answers.append(response.text())

    page.on("websocket", note)
    page.on("response", read)
    return wire


def sit(page: Page, seated: Seated, seat: int | None) -> None:
    page.goto(f"/t/{seated.id}" if seat is None else f"/t/{seated.id}#seat={seated.tokens[seat]}")
    expect(page.locator(".prompt h2")).to_be_visible()


def traces(new_page: NewPage, serving: Serving, match: Match, seat: int, choice: str) -> tuple[list[str], list[str]]:
    """What the other player and a guest hear, and what they see, when a seat chooses this in secret."""
    seated = serving.client.open_save(match.save(), "Ann", "Ben")
    own, other, guest = new_page(), new_page(), new_page()
    wires = [tap(other), tap(guest)]
    sit(own, seated, seat)
    sit(other, seated, 1 - seat)
    sit(guest, seated, None)
    version = wait_for_lit(own).version
    before = [len(wire.updates()) for wire in wires]
    click(own, choice)
    wait_for_later(own, version)
    heard: list[str] = []
    seen: list[str] = []
    for page, wire, known in zip((other, guest), wires, before, strict=True):
        wait_for_later(page, version)
        for _ in range(200):
            if len(wire.updates()) > known:
                break
            page.wait_for_timeout(20)
        heard.append(json.dumps(wire.updates()[known:], sort_keys=True))
        seen.append(page.locator("main").inner_text())
        everything = "".join((*wire.frames, *wire.answers))
        assert len(everything) > 5000
        for secret in (seated.host, seated.tokens[seat]):
            assert secret not in everything, "a key to somebody's seat went to somebody else"
    assert look(other).lit, "the other one has not chosen yet"
    return heard, seen


def assert_no_trace(new_page: NewPage, serving: Serving, match: Match, seat: int, choices: list[str]) -> None:
    """Whatever somebody chooses, the others are sent the same, to the letter, and see the same."""
    one, other = (traces(new_page, serving, match, seat, choice) for choice in choices)
    assert one[0][0] != "[]", "the others hear that something was chosen"
    assert one == other


@pytest.mark.long
def test_nobody_learns_which_god_another_house_puts_away(new_page: NewPage, serving: Serving) -> None:
    match = theomachy.new("anunnaki", seed=1, players=2)
    assert match.decision.prompt == "discard-god"
    assert match.decision.seats == (0, 1)
    choices = [str(choice) for choice in match.choices_of(0)]
    assert_no_trace(new_page, serving, match, 0, [choices[0], choices[-1]])


@pytest.mark.long
def test_nobody_learns_which_weapon_another_house_has_laid_down(new_page: NewPage, serving: Serving) -> None:
    match = played_until(choosing_weapons)
    seat = match.decision.seats[0]
    weapons = [str(choice) for choice in match.choices_of(seat) if str(choice).startswith("weapon ")]
    assert len(weapons) >= 2
    assert_no_trace(new_page, serving, match, seat, [weapons[0], weapons[-1]])


def test_the_draft_is_revealed_to_everybody_at_once(new_page: NewPage, serving: Serving) -> None:
    match = theomachy.new("anunnaki", seed=1, players=2)
    seated = serving.client.open_save(match.save(), "Ann", "Ben")
    ann, ben = new_page(), new_page()
    chosen: list[str] = []
    for seat, page in enumerate((ann, ben)):
        sit(page, seated, seat)
        seen = wait_for_lit(page)
        gods = {thing.choice for thing in seen.lit}
        assert gods == {str(choice) for choice in match.choices_of(seat)}, "each sees the gods of one house alone"
        chosen.append(sorted(gods)[0])
        click(page, chosen[-1])
        if seat == 0:
            expect(page.locator(".prompt h2")).to_contain_text("Your choice lies face down.")
    for page in (ann, ben):
        # The star is laid out when the draft is over; the gods that were put away are gone.
        expect(page.locator(".star svg").first).to_be_visible()
        for house in match.view(None)["seats"]:
            page.locator(".house .open").nth(house["seat"]).click()
            away = theomachy.game("anunnaki").catalogue.name(f"god.{chosen[house['seat']].split()[1]}", "en")
            expect(page.get_by_role("dialog")).to_be_visible()
            expect(page.get_by_role("dialog").locator(".gods")).not_to_contain_text(away)
            page.keyboard.press("Escape")

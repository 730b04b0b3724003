"""Who am I: made without a form, kept by a passkey or a link, the same on every device."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage
from tests.browser.people import choice, lit, looks, played_until, wait_for_turn
from tests.browser.test_match import opened
from tests.browser.test_page import choosing_action, serious_violations
from tests.examples import part
from tests.server.serving import Serving

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


class Device:
    """A browser of its own, with an authenticator that answers by itself. Passkeys need a host with a name."""

    def __init__(self, page: Page, serving: Serving) -> None:
        self.page = page
        self.home = f"http://localhost:{serving.port}"
        self.wires: CDPSession = page.context.new_cdp_session(page)
        self.wires.send("WebAuthn.enable")
        self.authenticator = self.wires.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})[
            "authenticatorId"
        ]

    def go(self, path: str) -> None:
        self.page.goto(self.home + path)

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.wires.send(
            "WebAuthn.getCredentials", {"authenticatorId": self.authenticator}
        )["credentials"]
        return found

    def receive(self, passkey: dict[str, Any]) -> None:
        """As a password manager brings a passkey to another device."""
        self.wires.send("WebAuthn.addCredential", {"authenticatorId": self.authenticator, "credential": passkey})

    def sign_in(self) -> None:
        self.go("/me")
        self.page.get_by_role("button", name="Sign in with a passkey").click()


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name)


def begin(page: Page, name: str, home: str = "") -> None:
    page.goto(f"{home}/me")
    page.get_by_role("textbox", name="Name").fill(name)
    button(page, "Begin here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def clear_browser(page: Page, origin: str, what: str) -> None:
    """What the browser keeps is gone, while no script of ours runs that could remember something again."""
    page.goto("about:blank")
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": what})
    if what == "all":
        page.context.clear_cookies()


def play_now(page: Page, home: str = "") -> str:
    """A table against bots, by one click; its id."""
    page.goto(f"{home}/")
    button(page, "Play now").first.click()
    assert wait_for_turn(page)
    return page.url.rpartition("/")[2]


def test_the_first_seat_makes_a_player_without_a_form(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    play_now(page)
    page.goto("/")
    expect(page.locator("nav").get_by_role("link", name="Me")).to_be_visible()
    page.goto("/me")
    expect(page.get_by_text("Only this browser knows you")).to_be_visible()
    page.get_by_role("textbox", name="Name").fill("Mia")
    button(page, "Keep").click()
    expect(page.get_by_role("status").get_by_text("Kept", exact=True)).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name="Mia")).to_be_visible()
    # The name is used at the next table.
    play_now(page)
    expect(page.get_by_text("Mia").first).to_be_visible()


def test_a_passkey_brings_everything_to_another_device(new_page: NewPage, serving: Serving) -> None:
    laptop, phone = Device(new_page(), serving), Device(new_page(viewport=PHONE), serving)
    begin(laptop.page, "Mia", laptop.home)
    table = play_now(laptop.page, laptop.home)
    laptop.go("/me")
    button(laptop.page, "Add a passkey").click()
    expect(button(laptop.page, re.compile("^Remove"))).to_be_visible()
    expect(laptop.page.get_by_text("Only this browser knows you")).to_have_count(0)
    (made,) = laptop.passkeys()
    # A device that has none is told so, and signed in as nobody.
    phone.sign_in()
    expect(phone.page.get_by_role("alert")).to_be_visible()
    phone.receive(made)
    phone.sign_in()
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Mia")
    phone.go("/")
    phone.page.get_by_role("link", name=re.compile("^Continue")).first.click()
    assert wait_for_turn(phone.page), "the seat can be played without its link"
    assert phone.page.url.endswith(table)
    choice(phone.page, lit(phone.page)[0]).click()
    # Removed, it opens nothing any more.
    laptop.go("/me")
    button(laptop.page, re.compile("^Remove")).click()
    expect(laptop.page.get_by_text("You have no passkey yet.")).to_be_visible()


@pytest.mark.long
def test_a_passkey_survives_clearing_the_browser(new_page: NewPage, serving: Serving) -> None:
    laptop = Device(new_page(), serving)
    begin(laptop.page, "Noa", laptop.home)
    table = play_now(laptop.page, laptop.home)
    laptop.go("/me")
    button(laptop.page, "Add a passkey").click()
    expect(button(laptop.page, re.compile("^Remove"))).to_be_visible()
    clear_browser(laptop.page, laptop.home, "all")
    laptop.go(f"/t/{table}")
    expect(laptop.page.get_by_text("You are watching")).to_be_visible()
    laptop.sign_in()
    expect(laptop.page.get_by_role("heading", level=1)).to_have_text("Noa")
    laptop.go(f"/t/{table}")
    assert wait_for_turn(laptop.page)


def test_a_recovery_link_says_whose_it_is(new_page: NewPage) -> None:
    """Somebody is sent a link that is not theirs: they read a name, and their tables stay their own."""
    stranger, victim = new_page(), new_page(viewport=PHONE)
    begin(stranger, "Mallory")
    button(stranger, "Make a recovery link").click()
    link = stranger.get_by_role("textbox", name="Recovery link").input_value()
    table = play_now(victim)
    victim.goto(link)
    expect(victim.get_by_text("signs this browser in as Mallory")).to_be_visible()
    expect(victim.get_by_label("Bring the tables of this browser along")).not_to_be_checked()
    button(victim, "Sign this browser in").click()
    expect(victim.get_by_role("heading", level=1)).to_have_text("Mallory")
    stranger.goto("/")
    expect(stranger.locator(f'a[href="/t/{table}"]')).to_have_count(0)


@pytest.mark.long
def test_a_recovery_link_for_those_without_passkeys(new_page: NewPage) -> None:
    laptop, phone = new_page(), new_page(viewport=PHONE)
    begin(laptop, "Ida")
    play_now(laptop)
    laptop.goto("/me")
    button(laptop, "Make a recovery link").click()
    link = laptop.get_by_role("textbox", name="Recovery link").input_value()
    assert "/me#recover=" in link
    # On the phone somebody has played already: that comes along.
    other = play_now(phone)
    phone.goto(link)
    phone.get_by_label("Bring the tables of this browser along").check()
    assert "recover" not in phone.url, "the secret leaves the address bar"
    button(phone, "Sign this browser in").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ida")
    phone.goto("/")
    expect(phone.get_by_role("link", name=re.compile("^Continue"))).to_have_count(2)
    laptop.goto(f"/t/{other}")
    assert wait_for_turn(laptop)
    # Shown once; revoked, it opens nothing.
    laptop.goto("/me")
    expect(laptop.get_by_role("textbox", name="Recovery link")).to_have_count(0)
    expect(laptop.get_by_text("seen ")).to_have_count(2)
    button(laptop, "Sign out all others").click()
    expect(laptop.get_by_text("seen ")).to_have_count(1)
    button(laptop, "Revoke").click()
    expect(laptop.get_by_text("There is one")).to_have_count(0)
    phone.goto("/me")
    expect(phone.get_by_text("This browser does not know you yet")).to_be_visible()


def test_a_seat_taken_by_its_link_is_added_to_me(new_page: NewPage, serving: Serving) -> None:
    match = played_until(choosing_action, gods=["ra", "isis"])
    table, tokens = opened(serving, match, "Ann", "Ben")
    page = new_page()
    page.goto(f"/t/{table}#seat={tokens[match.decision.seats[0]]}")
    assert wait_for_turn(page), "a link needs no player"
    button(page, "Seats and links").first.click()
    button(page, "Add this seat to me").click()
    expect(page.get_by_text("This seat is yours on every device now.")).to_be_visible()
    clear_browser(page, f"http://127.0.0.1:{serving.port}", "local_storage")
    page.goto(f"/t/{table}")
    assert wait_for_turn(page), "the player has the seat, this browser has no token"


@pytest.mark.long
def test_a_lesson_is_not_the_next_table(page: Page) -> None:
    begin(page, "Lea")
    page.goto("/learn/ankh")
    button(page, re.compile("^Begin: ")).first.click()
    assert wait_for_turn(page)
    lesson = page.url.rpartition("/")[2]
    page.goto("/")
    expect(page.locator(f'a[href="/t/{lesson}"]').first).to_be_visible()
    expect(page).to_have_title("Theomachy")
    following = page.get_by_role("link", name="Next table that waits for me")
    expect(following).to_have_count(0)
    # A match is, also from the lesson; and the other way round not.
    table = play_now(page)
    expect(following).to_have_count(0)
    page.goto(f"/t/{lesson}")
    following.click()
    page.wait_for_url(f"**/t/{table}")


def test_whose_turn_it_is_comes_first(new_page: NewPage, serving: Serving) -> None:
    page = new_page()
    begin(page, "Zoe")
    first = play_now(page)
    second = play_now(page)
    page.goto("/")
    cards = page.locator("li.turn")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("Your turn")
    expect(page).to_have_title("(2) Theomachy")
    # The longest wait is first; at the table the button leads to the other one.
    page.get_by_role("link", name="Next table that waits for me").click()
    page.wait_for_url(f"**/t/{first}")
    assert wait_for_turn(page)
    page.get_by_role("link", name="Next table that waits for me").click()
    page.wait_for_url(f"**/t/{second}")
    assert wait_for_turn(page)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    icon = page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile("^data:image/png"))


@pytest.mark.long
def test_what_is_put_away_is_away_on_every_device(new_page: NewPage) -> None:
    laptop, phone = new_page(), new_page(viewport=PHONE)
    begin(laptop, "Ada")
    play_now(laptop)
    laptop.goto("/me")
    button(laptop, "Make a recovery link").click()
    phone.goto(laptop.get_by_role("textbox", name="Recovery link").input_value())
    button(phone, "Sign this browser in").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Ada")
    laptop.goto("/")
    button(laptop, re.compile("^Put .* away")).click()
    expect(laptop.locator("li.turn")).to_have_count(0)
    phone.goto("/")
    phone.get_by_text("Put away: 1").click()
    button(phone, re.compile("^Bring back")).click()
    expect(phone.locator("li.turn")).to_have_count(1)
    laptop.reload()
    expect(laptop.locator("li.turn")).to_have_count(1)


def test_my_data_and_its_end(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    begin(page, "Eli")
    table = play_now(page)
    page.goto("/me")
    with page.expect_download() as coming:
        button(page, "Download my data").click()
    coming.value.save_as(tmp_path / "me.json")
    told = json.loads((tmp_path / "me.json").read_text(encoding="utf-8"))["theomachy"]
    assert told["player"]["name"] == "Eli"
    assert [seat["table"] for seat in told["seats"]] == [table]
    button(page, "Delete my player").click()
    button(page, "Cancel").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Eli")
    button(page, "Delete my player").click()
    button(page, "Delete for good").click()
    expect(page.get_by_text("This browser does not know you yet")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("^Continue"))).to_have_count(0)


def test_a_profile_is_seen_by_others_when_it_is_public(new_page: NewPage, serving: Serving) -> None:
    page, other = new_page(), new_page()
    begin(page, "Uri")
    player = page.evaluate("fetch('/api/me').then(r => r.json()).then(r => r.me.player)")
    page.get_by_label("Public profile").check()
    page.get_by_role("link", name="Your public page").click()
    page.wait_for_url(f"**/p/{player}")
    other.goto(f"/p/{player}")
    expect(other.get_by_role("heading", level=1)).to_have_text("Uri")
    expect(other.get_by_text("No match is finished yet.")).to_be_visible()


def test_a_rated_table_is_made_and_shown(new_page: NewPage, serving: Serving) -> None:
    page = new_page()
    begin(page, "Rae")
    page.goto("/")
    button(page, "New table").first.click()
    rated = page.get_by_label("Rated match")
    expect(rated).to_be_disabled()
    page.get_by_role("group", name="Players").get_by_text("2", exact=True).click()
    page.locator("select").filter(has=page.locator("option[value=open]")).nth(1).select_option("open")
    rated.check()
    page.get_by_label("List publicly").check()
    button(page, "Set up the table").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    assert serving.client.get(f"/api/tables/{table}").json()["rated"] is True
    guest = new_page()
    guest.goto("/record")
    expect(guest.locator("li.card", has_text="rated").first).to_be_visible()
    # Whoever sits down becomes a player, without being asked for anything.
    guest.goto(f"/t/{table}")
    button(guest, "Take this seat").click()
    expect(guest.get_by_text("Yours").or_(guest.locator(".prompt")).first).to_be_visible()


@pytest.mark.parametrize("lang", part(["en-GB", "de-DE", "ru-RU"], 3, first=1))
def test_axe_finds_nothing_serious(new_page: NewPage, serving: Serving, lang: str) -> None:
    scheme: Literal["dark", "light"] = "dark" if lang == "de-DE" else "light"
    page = new_page(viewport=PHONE, locale=lang, color_scheme=scheme)
    page.goto("/me")
    page.locator("form button").wait_for()
    for look in looks(page, (DESKTOP, scheme)):
        assert serious_violations(page) == [], look
    page.set_viewport_size(PHONE)
    page.locator("form button").click()
    page.locator("#devices").wait_for()
    button(page, re.compile("^(Make a recovery link|Wiederherstellungslink erstellen|Создать ссылку)$")).click()
    page.locator("#recovery ~ .link input").wait_for()
    for path in ("", "/record", "/"):
        if path:
            page.goto(path)
            page.locator("main section.sheet").first.wait_for()
        for look in looks(page, (DESKTOP, scheme)):
            assert serious_violations(page) == [], (path, look)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, look)
        page.set_viewport_size(PHONE)

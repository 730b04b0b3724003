"""Setting up tables: the form of any game, files of designers, the draft of gods, and where a match comes from."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocket, expect

import theomachy
from tests.browser.conftest import PHONE, NewPage
from tests.browser.people import choice, lit, played_until, wait_for_turn
from tests.browser.test_match import opened
from tests.browser.test_page import serious_violations
from tests.examples import part
from tests.server.serving import Serving
from theomachy.kernel.match import Match

STRONG_NET = '[[weapon]]\nname = "net"\nstrength = 3\n'


def open_form(page: Page, game: str) -> None:
    page.goto("/")
    page.get_by_role("button", name=f"New table: {game}").click()
    form = page.locator("form")
    expect(form.get_by_role("radio", name=re.compile(f"^{game}"))).to_be_checked()
    form.locator(".more > summary").click()


def create(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Set up the table|Tisch eröffnen|Создать стол")).click()


def table_of(page: Page) -> str:
    page.wait_for_url(re.compile("/t/"))
    return page.url.split("/t/")[1].split("/")[0].split("#")[0]


def test_the_form_asks_for_every_setting_of_every_game(page: Page, serving: Serving) -> None:
    for game in serving.client.get("/api/games", lang="en").json()["games"]:
        open_form(page, game["name"])
        form = page.locator("form")
        counts = form.locator('input[name="players"]')
        expect(counts).to_have_count(len(game["players"]))
        asked = set(form.locator("[data-setting]").evaluate_all("all => all.map(one => one.dataset.setting)"))
        settings = {one["setting"] for one in game["settings"]}
        assert asked <= settings
        # What is asked for elsewhere in the form: sides, scenario, and what a game asks for in its own way.
        assert settings - asked <= {"gods", "houses", "scenario", "pharaoh", "first_game"}
        for one in game["settings"]:
            field = form.locator(f'[data-setting="{one["setting"]}"]')
            if one["setting"] in asked and one["kind"] == "list":
                expect(field.get_by_role("checkbox")).to_have_count(len(one["values"]))


@pytest.mark.long
def test_a_scenario_has_a_map_of_how_it_begins(page: Page, serving: Serving) -> None:
    open_form(page, "Ankh")
    form = page.locator("form")
    for scenario, players in (("Middle Kingdom", 2), ("Old Kingdom", 4)):
        form.get_by_role("radio", name=scenario).check(force=True)
        form.locator(".segments").get_by_role("radio", name=str(players), exact=True).check(force=True)
        board = form.get_by_role("img", name=f"Map: how {scenario} begins with {players} players")
        expect(board).to_be_visible()
        expect(board.locator("circle.god")).to_have_count(players)
        expect(board.locator("circle.warrior")).to_have_count(players)
        assert serious_violations(page) == []


def test_what_is_chosen_in_the_form_is_what_is_played(page: Page, serving: Serving) -> None:
    open_form(page, "Anunnaki")
    form = page.locator("form")
    form.get_by_label("2", exact=True).check()
    form.get_by_role("radio", name=re.compile("^First game")).check()
    form.locator('[data-setting="first"]').select_option("1")
    form.get_by_label(re.compile("Seat 1: Side")).select_option("babylon")
    form.locator("select.who").nth(1).select_option("open")
    create(page)
    info = serving.client.get(f"/api/tables/{table_of(page)}").json()
    assert info["setup"]["first_game"] is True
    assert info["setup"]["first"] == 1
    assert info["seats"][0]["side"] == "babylon"
    # Whoever comes to the waiting room reads what will be played.
    expect(page.locator(".played")).to_contain_text("A first game")
    expect(page.locator(".played")).to_contain_text("Seat 2")


def test_a_scenario_is_left_to_the_dice_and_hard_setups_are_warned_of(page: Page, serving: Serving) -> None:
    open_form(page, "Ankh")
    form = page.locator("form")
    expect(form.get_by_text("For your first game with Pharaoh we recommend Amenhotep.")).to_be_visible()
    form.get_by_label("Pharaoh expansion").select_option("xerxes")
    warning = form.get_by_text("Unrest in the Dynasty should not be played with Xerxes")
    expect(warning).to_have_count(0)
    form.get_by_role("radio", name="Unrest in the Dynasty").check(force=True)
    expect(warning).to_be_visible()
    form.get_by_role("radio", name="Random scenario").check(force=True)
    expect(warning).to_have_count(0)
    create(page)
    info = serving.client.get(f"/api/tables/{table_of(page)}").json()
    assert info["setup"]["scenario"] in {one["scenario"] for one in theomachy.game("ankh").offers()["scenarios"]}


def test_a_content_file_is_checked_and_its_errors_are_shown(page: Page, serving: Serving, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[[weapon]]\nname = "spoon"\n', encoding="utf-8")
    right = tmp_path / "right.toml"
    right.write_text(STRONG_NET, encoding="utf-8")
    open_form(page, "Anunnaki")
    field = page.locator('[data-setting="content"]')
    field.locator('input[type="file"]').set_input_files(wrong)
    expect(field).to_contain_text("wrong.toml")
    create(page)
    problem = page.locator("form").get_by_role("alert")
    expect(problem).to_contain_text("wrong.toml: weapon: no weapon 'spoon'")
    field.locator('input[type="file"]').set_input_files(right)
    page.locator("form").get_by_label(re.compile("List publicly")).check()
    create(page)
    table = table_of(page)
    assert serving.client.get(f"/api/tables/{table}").json()["origin"]["special"] == ["content"]


def test_special_tables_are_told_in_the_lobby_and_at_the_table(new_page: NewPage, serving: Serving) -> None:
    files = {"content": {"name": "mine.toml", "text": STRONG_NET}}
    seated = serving.client.new_table("Ann", "open", game="anunnaki", listed=True, title="Try mine", files=files)
    guest = new_page()
    guest.goto("/")
    card = guest.locator("li.card", has_text="Try mine")
    expect(card).to_contain_text("content of one's own")
    expect(card).to_contain_text("seed chosen")
    guest.goto(f"/t/{seated.id}")
    expect(guest.locator(".fair summary")).to_contain_text("content of one's own")


KEPT = {"en-GB": "the promise was kept", "de-DE": "Versprechen wurde gehalten", "ru-RU": "обещание сдержано"}


@pytest.mark.long
def test_the_promise_of_a_seed_is_checked_in_the_browser(new_page: NewPage, serving: Serving) -> None:
    seated = serving.client.new_table("Ann", "bot:random", game="anunnaki", seed=None, setup={"first_game": True})
    page = new_page()
    page.goto(f"/t/{seated.id}#seat={seated.tokens[0]}")
    assert wait_for_turn(page)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator(".fair code")).to_have_count(1)
    expect(page.locator('[data-kept="later"]')).to_have_count(1)
    page.goto("about:blank")
    # The person leaves the seat to a bot; while somebody watches, bots play the match to its end.
    given = serving.client.post(
        f"{seated.path}/seats/0", {"who": "bot", "bot": "random"}, seated.host, seated.tokens[0]
    )
    assert given.status_code == 200, given.text
    with seated.sit() as watching:
        while not watching.news or watching.news["outcome"] is None:
            watching.hear()
    for lang, words in KEPT.items():
        guest = new_page(locale=lang)
        guest.goto(f"/t/{seated.id}")
        expect(guest.locator('[data-kept="kept"]')).to_have_count(1)
        guest.locator(".fair summary").click()
        expect(guest.locator(".fair")).to_contain_text(words)
        expect(guest.locator(".fair code")).to_have_count(3)


def listen(page: Page) -> list[str]:
    heard: list[str] = []

    def note(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: heard.append(str(payload)))

    page.on("websocket", note)
    return heard


def test_the_draft_of_gods_is_secret_between_two_browsers(new_page: NewPage, serving: Serving) -> None:
    match = theomachy.new("anunnaki", seed=3, players=2)
    assert match.decision.prompt == "discard-god"
    table, tokens = opened(serving, match, "Ann", "Ben")
    ann, ben = new_page(), new_page()
    to_ben = listen(ben)
    ann.goto(f"/t/{table}#seat={tokens[0]}")
    ben.goto(f"/t/{table}#seat={tokens[1]}")
    assert wait_for_turn(ann)
    assert wait_for_turn(ben)
    dealt = [str(one).split()[1] for one in match.choices_of(0)]
    assert len(dealt) == 5
    choice(ann, f"god {dealt[0]}").click()
    expect(ann.locator(".prompt")).to_contain_text("face down")
    expect(ben.locator(".prompt h2")).to_contain_text("Your turn")
    assert to_ben
    for frame in to_ben:
        for god in dealt:
            assert f'"{god}"' not in frame, f"{god} went over the wire"
    choice(ben, str(match.choices_of(1)[0])).click()
    expect(ben.locator(".prompt h2")).not_to_contain_text("Discard")
    # Which gods were kept is open from then on; which were discarded stays hidden.
    after = [frame for frame in to_ben if json.loads(frame).get("type") in ("state", "update")][-1]
    assert f'"{dealt[0]}"' not in after
    assert f'"{dealt[1]}"' in after


def test_the_draft_on_a_shared_screen_is_behind_the_curtain(page: Page) -> None:
    open_form(page, "Anunnaki")
    form = page.locator("form")
    form.get_by_label("2", exact=True).check()
    form.get_by_role("radio", name=re.compile("^Draft of gods")).check()
    form.locator("select.who").nth(1).select_option("here")
    create(page)
    seen: list[list[str]] = []
    for _ in range(2):
        curtain = page.get_by_role("dialog", name=re.compile("Pass the device"))
        expect(curtain).to_be_visible()
        assert lit(page) == [], "nothing is to be seen before the curtain is lifted"
        curtain.get_by_role("button", name=re.compile("^I am ")).click()
        assert wait_for_turn(page)
        seen.append(lit(page))
        choice(page, seen[-1][0]).click()
    assert all(text.startswith("god ") for draft in seen for text in draft)
    assert not set(seen[0]) & set(seen[1])


def figure_of(match: Match) -> dict[str, str] | None:
    """The figure that the decision is about."""
    found: dict[str, str] | None = match.view(None)["decision"]["picked"].get("figure")
    return found


def test_what_was_picked_is_told_with_the_prompt(page: Page, serving: Serving) -> None:
    """Which figure is it that goes somewhere?"""
    match = played_until(lambda one: figure_of(one) is not None and len(one.history) > 10, gods=["ra", "isis"])
    seat = match.decision.seats[0]
    table, tokens = opened(serving, match, "Ann", "Ben")
    page.goto(f"/t/{table}#seat={tokens[seat]}")
    assert wait_for_turn(page)
    figure = figure_of(match)
    assert figure is not None
    piece = theomachy.game("ankh").catalogue.name(f"piece.{figure['piece']}", "en")
    expect(page.locator(".prompt .picked")).to_contain_text(piece)


@pytest.mark.parametrize(("lang", "phone"), part(list(product(("en-GB", "de-DE", "ru-RU"), (False, True))), 6, first=5))
def test_the_front_page_has_every_game_and_its_rules(
    new_page: NewPage, serving: Serving, lang: str, phone: bool
) -> None:
    page = new_page(locale=lang, **({"viewport": PHONE} if phone else {}))
    page.goto("/")
    speech = lang[:2]
    games = serving.client.get("/api/games", lang=speech).json()["games"]
    doors = page.locator("article.door")
    expect(doors).to_have_count(len(games))
    for game in games:
        door = page.get_by_role("article", name=game["name"])
        expect(door.locator("svg.scene")).to_have_count(1)
        expect(door.locator(".play")).to_be_enabled()
        door.locator(".ghost").last.click()
        expect(page.get_by_role("dialog")).to_contain_text(game["name"])
        expect(page.get_by_role("dialog").locator(".text")).not_to_be_empty()
        page.keyboard.press("Escape")
    assert serious_violations(page) == []
    page.get_by_role("article").last.locator("button.ghost").first.click()
    expect(page.locator("form")).to_be_in_viewport()
    page.locator(".more > summary").click()
    assert serious_violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

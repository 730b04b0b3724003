"""Playing over sockets: versions, legal choices, undo, several seats, chat, languages."""

from __future__ import annotations

import random

import pytest

import theomachy
from tests.server.matches import at_battle, play_out, played
from tests.server.serving import Client
from theomachy.kernel.match import Match


def replayed(save_setup: Match, choices: list[tuple[int, str]]) -> Match:
    match = Match(save_setup.game, save_setup.setup, save_setup.seed)
    for seat, choice in choices:
        match.play(choice, seat)
    return match


@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_match_of_people(client: Client, players: int) -> None:
    """Every message brings the next version, and its view is that of the same choices played without a server."""
    table = client.new_table(*["Ann", "Ben", "Cid", "Dot"][:players], seed=11)
    twin = theomachy.new("ankh", players=players, seed=11)
    eyes = [table.sit(seat, lang="en") for seat in range(players)]
    watcher = table.sit(lang="ru")
    for pair in [*eyes, watcher]:
        first = pair.expect("state")
        assert first["version"] == 0
        assert first["view"] == twin.view(first["seat"])
        assert [entry["fact"] for entry in first["log"]] == twin.facts_since(0, first["seat"])
    luck = random.Random(players)
    version = 0
    while not twin.over:
        for pair in eyes:
            pair.catch_up(version)
            assert pair.choices == [str(choice) for choice in twin.choices_of(eyes.index(pair))]
        chooser = luck.choice([pair for pair in eyes if pair.news["choices"]])
        seat = eyes.index(chooser)
        choice = luck.choice(chooser.choices)
        told = twin.told
        twin.play(choice, seat)
        assert chooser.choose(choice)["type"] == "update"
        version += 1
        for pair in [*eyes, watcher]:
            update = pair.catch_up(version)
            looker = eyes.index(pair) if pair in eyes else None
            assert update["type"] == "update"
            assert update["version"] == version
            assert update["view"] == twin.view(looker)
            assert [entry["fact"] for entry in update["entries"]] == twin.facts_since(told, looker)
            assert all(entry["version"] == version and entry["words"] for entry in update["entries"])
            assert update["by"]["seat"] == seat
            # When the match is over its secrets are told: nobody goes back then.
            assert update["undo"] == (looker is not None and not twin.over and twin.can_undo(looker))
    assert watcher.news["outcome"] == twin.view()["outcome"]
    assert table.info()["phase"] == "over"
    refused = eyes[0].choose("done")
    assert (refused["type"], refused["error"], refused["rule"]) == ("refused", "over", "theomachy/over")
    saved = theomachy.load(client.get(f"{table.path}/save").text)
    assert saved.digest() == twin.digest()
    for pair in [*eyes, watcher]:
        pair.close()


def test_a_table_waits_for_its_open_seats(client: Client) -> None:
    table = client.new_table("Ann", "open", "open", seed=2)
    assert table.info()["phase"] == "waiting"
    with table.sit(0) as ann:
        state = ann.expect("state")
        assert [place["who"] for place in state["table"]["seats"]] == ["person", "open", "open"]
        if state["choices"]:
            assert ann.choose(ann.choices[0])["error"] == "waiting"
        ben = client.post(f"{table.path}/join", {"name": "Ben", "seat": 2}).json()
        assert ben["seat"] == 2
        assert ann.expect("table")["table"]["seats"][2]["name"] == "Ben"
        assert "Ben" in ann.expect("chat")["line"]["text"]
        taken = client.post(f"{table.path}/join", {"name": "Cid", "seat": 2})
        assert (taken.status_code, taken.json()["error"]) == (409, "seat-taken")
        cid = client.post(f"{table.path}/join", {"name": "Cid"}).json()
        assert cid["seat"] == 1
        full = client.post(f"{table.path}/join", {"name": "Dot"})
        assert (full.status_code, full.json()["error"]) == (409, "seat-taken")
        assert table.info()["phase"] == "playing"
        with client.sit(table.id, ben["token"]) as second, client.sit(table.id, cid["token"]) as third:
            for pair in (second, third):
                pair.expect("state")
            play_out([ann, third, second], random.Random(1), at_most=20)
            assert ann.news["version"] == 20


def test_online_and_gone(client: Client) -> None:
    table = client.new_table("Ann", "Ben")
    with table.sit(0) as ann:
        assert [place["online"] for place in ann.expect("state")["table"]["seats"]] == [True, False]
        ben = table.sit(1)
        assert [place["online"] for place in ann.expect("table")["table"]["seats"]] == [True, True]
        ben.close()
        assert [place["online"] for place in ann.expect("table")["table"]["seats"]] == [True, False]


def test_a_choice_for_an_older_version_is_stale(client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        assert ann.choose("action move")["version"] == 1
        stale = ann.choose("action gain", version=0)
        assert (stale["type"], stale["error"]) == ("refused", "stale")
        assert stale["words"]
        ahead = ann.choose("done", version=99)
        assert ahead["error"] == "stale"
        # The second click of a double click is refused, too, and nothing has happened.
        assert ann.choose("action move", version=0)["error"] == "stale"
        assert table.info()["version"] == 1


def test_illegal_choices_name_the_rule(client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0, lang="de") as ann, table.sit(1) as ben, table.sit() as watcher:
        for pair in (ann, ben, watcher):
            pair.expect("state")
        refused = ann.choose("cell A2")
        assert (refused["error"], refused["rule"]) == ("illegal", "theomachy/asked")
        assert "(theomachy/asked)" in refused["words"]
        assert ann.choose("dance wildly")["rule"] == "theomachy/unknown"
        assert (ben.choose("action move")["error"], ben.choose("action move")["rule"]) == (
            "not-yours",
            "theomachy/turn",
        )
        assert watcher.choose("action move")["error"] == "not-yours"
        assert watcher.ask(type="undo", version=0)["error"] == "not-yours"
        assert watcher.ask(type="why", choice="action move")["error"] == "not-yours"
        # Of another kind than what is asked: it is told what comes first.
        view = theomachy.new("ankh", players=2, seed=1, first=0).view(0)
        own = next(one["cell"] for one in view["board"]["figures"] if one["god"] == view["gods"][0]["god"])
        later = ann.ask(type="why", choice=f"figure {own}")
        assert (later["legal"], later["rule"], later["first"]) == (False, "theomachy/asked", ["action move"])
        assert "Figuren bewegen" in later["words"]
        ann.choose("action summon")
        verdict = ann.ask(type="why", choice="piece satis")
        assert (verdict["type"], verdict["legal"]) == ("verdict", False)
        assert verdict["rule"].startswith("ankh/")
        assert verdict["words"].startswith(theomachy.game("ankh").catalogue.rule(verdict["rule"], "de").title)
        assert ann.ask(type="why", choice=ann.choices[0])["legal"] is True
        assert table.info()["version"] == 1


def test_previews_say_what_would_follow_and_change_nothing(client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        preview = ann.ask(type="preview", choice="action gain")
        assert preview["type"] == "preview"
        assert preview["open"] is False
        assert "followers-gained" in [entry["fact"]["fact"] for entry in preview["entries"]]
        assert ann.ask(type="preview", choice="cell A2")["rule"] == "theomachy/asked"
        assert table.info()["version"] == 0
        made = ann.choose("action gain")
        told = [entry["words"] for entry in preview["entries"]]
        assert [entry["words"] for entry in made["entries"]][: len(told)] == told


def test_undo_goes_back_for_everybody(client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben:
        before = ann.expect("state")
        ben.expect("state")
        assert before["undo"] is False
        assert ann.ask(type="undo", version=0)["error"] == "no-undo"
        assert ann.choose("action move")["undo"] is True
        assert ann.ask(type="undo", version=0)["error"] == "stale"
        after = ann.ask(type="undo", version=1)
        # An undo is an event of its own: a new version, and everything anew.
        assert (after["type"], after["version"]) == ("state", 2)
        assert after["view"] == before["view"]
        assert after["log"] == before["log"]
        assert ben.expect("update")["version"] == 1
        assert ben.expect("state")["version"] == 2
        assert ben.ask(type="undo", version=2)["error"] == "no-undo"
        assert ann.choose("action gain")["version"] == 3


def test_two_seats_choose_secretly_at_once(client: Client) -> None:
    """Both choose on the version at which the battle began; neither is stale, and nothing shows before the reveal."""
    match = at_battle()
    table = client.open_save(match.save(), "Ann", "Ben")
    began = len(match.history)
    first, second = match.decision.seats
    with table.sit(first) as one, table.sit(second) as two, table.sit() as watcher:
        for pair in (one, two, watcher):
            assert pair.expect("state")["version"] == began
            assert pair.news["prompt"]["secret"] is True
        card_one, card_two = one.choices[0], two.choices[-1]
        chosen = one.choose(card_one, version=began)
        assert chosen["by"] == {"seat": first, "choice": card_one}
        assert chosen["view"]["secret"] == {"chosen": [first], "own": [card_one]}
        for pair in (two, watcher):
            seen = pair.catch_up(began + 1)
            assert seen["by"] == {"seat": first}
            assert seen["view"]["secret"] == {"chosen": [first], "own": []}
            assert seen["entries"] == []
        # One's own secret choice may be taken back, while the other one still thinks about the old version.
        assert one.ask(type="undo", version=began + 1)["version"] == began + 2
        assert one.choose(card_two if card_two in one.choices else card_one)["version"] == began + 3
        revealed = two.choose(card_two, version=began)
        assert revealed["version"] == began + 4
        assert revealed["by"] == {"seat": second, "choice": card_two}
        facts = [entry["fact"]["fact"] for entry in revealed["entries"]]
        assert facts.count("card-played") == 2


def test_two_choices_on_their_way_at_the_same_time(client: Client) -> None:
    match = at_battle(seed=2)
    table = client.open_save(match.save(), "Ann", "Ben")
    began = len(match.history)
    with table.sit(match.decision.seats[0]) as one, table.sit(match.decision.seats[1]) as two:
        for pair in (one, two):
            pair.expect("state")
        for pair in (one, two):
            pair.say(type="choose", choice=pair.choices[0], version=began, ref=5)
        versions = {pair.answer(5)["version"] for pair in (one, two)}
        assert versions == {began + 1, began + 2}


@pytest.mark.parametrize("seed", [61, 62])
def test_choices_and_undos_of_everybody(client: Client, seed: int) -> None:
    """Whatever people choose and take back, every message has the next version, and what it shows is what the engine
    alone would show."""
    table = client.new_table("Ann", "Ben", "Cid", seed=seed)
    twin = theomachy.new("ankh", players=3, seed=seed)
    eyes = [table.sit(seat) for seat in range(3)]
    watcher = table.sit()
    for pair in [*eyes, watcher]:
        pair.expect("state")
    luck = random.Random(seed)
    for version in range(1, 80):
        takers = [seat for seat in range(3) if twin.can_undo(seat)]
        assert [pair.news["undo"] for pair in eyes] == [seat in takers for seat in range(3)]
        if takers and luck.random() < 0.3:
            seat = luck.choice(takers)
            twin.undo(seat)
            assert eyes[seat].ask(type="undo", version=version - 1)["type"] == "state"
        else:
            seat = luck.choice(twin.decision.seats)
            choice = luck.choice(eyes[seat].choices)
            twin.play(choice, seat)
            assert eyes[seat].choose(choice)["type"] == "update"
        for pair in [*eyes, watcher]:
            news = pair.catch_up(version)
            looker = eyes.index(pair) if pair in eyes else None
            assert news["version"] == version
            assert news["view"] == twin.view(looker)
            if news["type"] == "state":
                assert [entry["fact"] for entry in news["log"]] == twin.facts_since(0, looker)
    for pair in [*eyes, watcher]:
        pair.close()


def test_a_second_click_is_no_second_choice(client: Client) -> None:
    """While several choose secretly, what a seat did itself still makes the version it saw before old."""
    match = at_battle()
    table = client.open_save(match.save(), "Ann", "Ben")
    seat = match.decision.seats[0]
    with table.sit(seat) as one:
        began = one.expect("state")["version"]
        cards = one.choices
        assert one.choose(cards[0], version=began)["type"] == "update"
        assert one.choose(cards[1], version=began)["error"] == "stale"


def test_hot_seat_has_a_socket_for_each_seat(client: Client) -> None:
    table = client.new_table("Ann", "Ben", "Cid", seed=5)
    assert len(set(table.tokens.values())) == 3
    eyes = [table.sit(seat) for seat in range(3)]
    for seat, pair in enumerate(eyes):
        assert pair.expect("state")["seat"] == seat
    play_out(eyes, random.Random(5), at_most=60)
    assert len({pair.news["version"] for pair in eyes}) == 1
    # One person may have two pages open on the same seat.
    with table.sit(0) as again:
        assert again.expect("state")["view"] == eyes[0].news["view"]
    for pair in eyes:
        pair.close()


def test_chat_and_its_lines_survive(client: Client) -> None:
    table = client.new_table("Ann", "Ben")
    with table.sit(0) as ann, table.sit(lang="ru") as watcher:
        ann.expect("state")
        watcher.expect("state")
        ann.say(type="chat", text="  Hello \n there\x00 ")
        line = watcher.expect("chat")["line"]
        assert (line["seat"], line["name"], line["text"]) == (0, "Ann", "Hello there")
        assert ann.expect("chat")["line"] == line
        watcher.say(type="chat", text="<b>hi</b>")
        assert ann.expect("chat")["line"]["text"] == "<b>hi</b>"
    with table.sit(1) as ben:
        chat = ben.expect("state")["chat"]
        assert [line["number"] for line in chat] == list(range(len(chat)))
        assert [line["text"] for line in chat] == ["Hello there", "<b>hi</b>"]
        assert chat[1]["seat"] is None


def test_another_language_is_everything_again(client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0, lang="en") as ann:
        english = ann.expect("state")
        russian = ann.ask(type="lang", lang="ru")
        assert russian["type"] == "state"
        assert russian["view"] == english["view"]
        catalogue = theomachy.game("ankh").catalogue
        assert russian["prompt"]["words"] == catalogue.prompt("choose-action", "ru")
        assert [entry["fact"] for entry in russian["log"]] == [entry["fact"] for entry in english["log"]]
        assert all(new["words"] != old["words"] for new, old in zip(russian["log"], english["log"], strict=True))
        labels = {offer["choice"]: offer["label"] for offer in russian["choices"]}
        assert labels["action gain"] == catalogue.name("action.gain", "ru")


def test_choices_that_point_at_the_board_say_where(client: Client) -> None:
    match = played(lambda match: match.decision.prompt == "move-to", seed=3)
    table = client.open_save(match.save(), "Ann", "Ben")
    with table.sit(match.decision.seats[0]) as eyes:
        offers = eyes.expect("state")["choices"]
        cells = {cell["name"] for cell in client.get("/api/games/ankh/board").json()["cells"]}
        assert all(offer["place"] == offer["noun"] for offer in offers if offer["verb"] == "cell")
        assert {offer["place"] for offer in offers if "place" in offer} <= cells
        places = [place for entry in eyes.news["log"] for place in entry["places"]]
        assert places
        assert all(place in cells or "-" in place for place in places)


def test_anunnaki_can_be_played_too(client: Client) -> None:
    table = client.new_table("Ann", "Ben", game="anunnaki", seed=8)
    twin = theomachy.new("anunnaki", players=2, seed=8)
    eyes = [table.sit(seat) for seat in range(2)]
    for seat, pair in enumerate(eyes):
        state = pair.expect("state")
        assert state["view"] == twin.view(seat)
        # Numbered as this seat counts: no gap tells of facts that were hidden from it.
        assert [entry["number"] for entry in state["log"]] == list(range(len(state["log"])))
    assert play_out(eyes, random.Random(8), at_most=150) == 150
    for pair in eyes:
        pair.close()

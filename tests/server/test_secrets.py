"""Nothing secret leaves the server: whole matches with everything recorded that any socket was sent."""

from __future__ import annotations

import json
import random
import re

import pytest

from tests.server.matches import at_battle
from tests.server.serving import FAST, Client, Eyes, Message, Seated, Serving
from theomachy.server.app import Settings


def secrets_shown(message: Message, pending: dict[int, str]) -> list[str]:
    """Where an update mentions what others than its reader have chosen secretly. Seats of a merged god are one."""
    view = message["view"]
    god_of = {seat["seat"]: seat["god"] for seat in view["seats"]}
    own_god = god_of.get(view["seat"])
    found = []
    if message["by"]["seat"] != view["seat"] and "choice" in message["by"]:
        found.append(f"by {message['by']}")
    own = [choice for seat, choice in pending.items() if god_of[seat] == own_god]
    found += [choice for choice in view["secret"]["own"] if choice not in own]
    found += [entry["words"] for entry in message["entries"]]
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_no_secret_choice_is_sent_before_it_is_revealed(client: Client, players: int) -> None:
    """A whole match with battles and bids. While a secret decision goes on, what others and spectators are sent must be
    the same whatever was chosen: only who has chosen."""
    table = client.new_table(*["Ann", "Ben", "Cid"][:players], seed=30 + players, setup={"scenario": "two-capitals"})
    eyes = [table.sit(seat) for seat in range(players)]
    watcher = table.sit()
    for pair in [*eyes, watcher]:
        pair.expect("state")
    luck = random.Random(players)
    pending: dict[int, str] = {}
    secrets_made = secrets_kept = 0
    everyone = [*eyes, watcher]
    while not watcher.news["outcome"]:
        newest = max(pair.news["version"] for pair in everyone)
        for pair in everyone:
            pair.catch_up(newest)
        if watcher.news["outcome"]:
            break
        chooser = luck.choice([pair for pair in eyes if pair.news["choices"]])
        seat = eyes.index(chooser)
        was_secret = chooser.news["prompt"]["secret"]
        choice = luck.choice(chooser.choices)
        answer = chooser.choose(choice)
        assert answer["type"] == "update"
        if not was_secret:
            continue
        secrets_made += 1
        pending[seat] = choice
        goes_on = answer["view"]["secret"]["chosen"] != []
        for pair in everyone:
            heard = pair.catch_up(answer["version"])
            assert (heard["type"], heard["version"]) == ("update", answer["version"])
            if goes_on:
                assert secrets_shown(heard, pending) == []
                secrets_kept += 1
        if not goes_on:
            pending.clear()
    assert secrets_made > 5
    # Not only the last ones, which reveal everything: something was kept back from somebody.
    assert secrets_kept > 5
    for pair in everyone:
        pair.close()


def test_what_others_are_sent_does_not_depend_on_the_card(client: Client) -> None:
    """The same battle twice, another card each time: byte for byte the same for the opponent and the spectator."""
    match = at_battle()
    first, second = match.decision.seats
    heard: list[list[str]] = []
    for pick in (0, -1):
        table = client.open_save(match.save(), "Ann", "Ben")
        with table.sit(first) as one, table.sit(second) as two, table.sit() as watcher:
            for pair in (one, two, watcher):
                pair.expect("state")
            one.choose(one.choices[pick])
            for pair in (two, watcher):
                pair.expect("update")
            replay = client.get(f"{table.path}/replay", step=len(match.history) + 1).text
            story = client.get(f"{table.path}/story", table.tokens[second]).text
            heard.append([two.traffic[-1], watcher.traffic[-1], replay, story])
    assert heard[0] == heard[1]


def test_neither_tokens_nor_the_seed_are_sent(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    """Searched: everything that sockets and pages get, what the server logs, and what it stores."""
    caplog.set_level("INFO")
    database = tmp_path_factory.mktemp("secrets") / "tables.sqlite"
    running = Serving(Settings(database=str(database), bot_pause=0.0, limits=FAST))
    seed = 4_611_686_018_427_000_321
    try:
        client = running.client
        table = client.new_table("Ann", "Ben", "bot:random", "open", seed=seed, listed=True)
        dot = client.post(f"{table.path}/join", {"name": "Dot"}).json()
        eyes = [table.sit(0), table.sit(1), client.sit(table.id, dot["token"])]
        watcher = table.sit()
        for pair in [*eyes, watcher]:
            pair.expect("state")
        _play_with_bots(eyes, watcher)
        with client.sit(table.id, "wrong-token-wrong-token") as wrong:
            assert wrong.hear()["error"] == "wrong-token"
            eyes_of_nobody = wrong.traffic
        tokens = [*table.tokens.values(), table.host, dot["token"]]
        texts = [text for pair in [*eyes, watcher] for text in pair.traffic] + eyes_of_nobody
        texts += [read(client, f"{table.path}/story", token) for token in tokens]
        texts += [read(client, path) for path in ("/api/tables", table.path, f"{table.path}/story")]
        texts += [read(client, f"{table.path}/replay", step=step) for step in range(0, 40, 7)]
        assert table.id in texts[-8]
        for pair in [*eyes, watcher]:
            pair.close()
    finally:
        running.stop()
    sent = "\n".join(texts)
    logged = "\n".join(
        entry.getMessage() for entry in caplog.records if entry.name.startswith(("theomachy", "uvicorn"))
    )
    stored = database.read_bytes()
    for token in tokens:
        assert token not in sent
        assert token not in logged
        assert token.encode() not in stored
    assert str(seed) not in sent
    assert str(seed) not in logged
    # The word is said, who named the seed, but never a number.
    assert set(re.findall(r'"seed":("?\w+"?)', sent)) == {'"chosen"'}
    assert '"salt"' not in sent


def read(client: Client, path: str, *tokens: str, **query: object) -> str:
    """What an address gives, which must be something."""
    answer = client.get(path, *tokens, **query)
    assert answer.status_code == 200, answer.text
    return answer.text


def _play_with_bots(eyes: list[Eyes], watcher: Eyes) -> None:
    """Some choices of people at a table where bots play, too."""
    luck = random.Random(2)
    made = 0
    while watcher.news["version"] < 60:
        newest = max(pair.news["version"] for pair in [*eyes, watcher])
        for pair in [*eyes, watcher]:
            pair.catch_up(newest)
        deciding = [pair for pair in eyes if pair.choices]
        if deciding:
            # Refused as stale if a bot was faster; that has been heard of then.
            made += deciding[0].choose(luck.choice(deciding[0].choices))["type"] == "update"
        else:
            watcher.hear()
    assert made > 10


def test_a_seat_given_away_sees_no_more_secrets(client: Client) -> None:
    """Who looked through a seat's eyes is a spectator from the moment the seat is opened."""
    match = at_battle()
    table = client.open_save(match.save(), "Ann", "Ben")
    first, second = match.decision.seats
    with table.sit(first) as one, table.sit(second) as two:
        one.expect("state")
        two.expect("state")
        card = one.choices[0]
        one.choose(card)
        assert one.news["view"]["secret"]["own"] == [card]
        client.post(f"{table.path}/seats/{first}", {"who": "open"}, table.tokens[first])
        state = one.expect("state")
        assert state["seat"] is None
        assert state["view"]["seat"] is None
        assert state["view"]["secret"]["own"] == []
        assert state["choices"] == []
        assert one.choose(card)["error"] == "not-yours"
        two.expect("table")
        gone = client.sit(table.id, table.tokens[first])
        assert gone.hear()["error"] == "wrong-token"


def test_the_save_of_a_running_match_needs_everybody(client: Client) -> None:
    """It holds every secret: only with the tokens of all people at the table, or when the match is over."""
    table = client.new_table("Ann", "Ben", "bot:random", seed=6)
    path = f"{table.path}/save"
    ann, ben = table.tokens[0], table.tokens[1]
    assert client.get(path).json()["error"] == "wrong-token"
    for tokens in ([ann], [ben], [table.host], [table.host, ann], [ann, ann]):
        answer = client.get(path, *tokens)
        assert (answer.status_code, answer.json()["error"]) == (409, "not-now")
    assert json.loads(client.get(path, ann, ben).text)["game"] == "ankh"
    alone = client.new_table("Ann", "bot:random", seed=6)
    assert client.get(f"{alone.path}/save", alone.tokens[0]).status_code == 200
    assert client.get(f"{alone.path}/save", table.host).status_code == 403


def test_tokens_of_other_tables_open_nothing(client: Client) -> None:
    mine: Seated = client.new_table("Ann", "Ben")
    other: Seated = client.new_table("Cid", "Dot")
    for token in (other.tokens[0], other.host, "", "x" * 22, "é" * 10):
        eyes = client.sit(mine.id, token)
        assert eyes.hear()["error"] == "wrong-token"
        with pytest.raises(Exception, match="1008"):
            eyes.hear()
    assert client.get(f"{mine.path}/story", other.tokens[0]).json()["error"] == "wrong-token"
    refused = client.post(f"{mine.path}/seats/0", {"who": "open"}, other.host)
    assert (refused.status_code, refused.json()["error"]) == (403, "wrong-token")
    # A seat's token is good for its own seat only.
    assert client.post(f"{mine.path}/seats/1", {"who": "open"}, mine.tokens[0]).status_code == 403
    assert [place["who"] for place in mine.info()["seats"]] == ["person", "person"]

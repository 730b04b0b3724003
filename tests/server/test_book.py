"""The rule book over HTTP: its contents, its pictures, and a table to try an example at."""

from __future__ import annotations

import pytest

import theomachy
from tests.server.serving import Client, Seated
from theomachy.book import examples_of

GAMES = list(theomachy.GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_contents_name_every_rule_with_its_examples(client: Client, game: str) -> None:
    rules = client.get(f"/api/book/{game}").json()["rules"]
    assert list(rules) == list(theomachy.game(game).catalogue.rules())
    for rule, told in rules.items():
        examples = examples_of(theomachy.game(game)).of(rule)
        assert told["examples"] == [{"key": one.key, "title": one.title} for one in examples]
        assert told["cases"] >= len(examples)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_an_example_is_shown(client: Client, game: str, lang: str) -> None:
    engine = theomachy.game(game)
    example = next(one for rule in engine.catalogue.rules() for one in examples_of(engine).of(rule) if one.play)
    shown = client.get(f"/api/book/{game}/{example.key}", lang=lang).json()
    assert shown["before"] == example.begin(engine).view(None)
    assert shown["after"] is not None
    assert [one["choice"] for one in shown["choices"]]
    assert shown["seats"] == list(example.seats)


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_tried_at_a_table_of_ones_own(client: Client, game: str) -> None:
    engine = theomachy.game(game)
    example = next(one for rule in engine.catalogue.rules() for one in examples_of(engine).of(rule) if one.play)
    made = client.post(f"/api/book/{game}/{example.key}", {"name": "Ann", "title": "Try it"})
    assert made.status_code == 201, made.text
    table = Seated(client, made.json())
    assert set(table.tokens) == set(range(len(example.seats)))
    info = client.get(f"/api/tables/{table.id}").json()
    assert info["title"] == "Try it"
    assert info["listed"] is False
    assert {seat["name"] for seat in info["seats"]} == {"Ann"}
    match = example.begin(engine)
    seat = match.decision.seats[0]
    with client.sit(table.id, table.tokens[seat]) as eyes:
        assert eyes.expect("state")["view"] == match.view(seat)
        assert eyes.choose(str(match.choices_of(seat)[0]))["type"] == "update"


@pytest.mark.parametrize("path", ["/api/book/ankh/nothing", "/api/book/ankh/..%2F..%2Fsecret"])
def test_what_is_not_in_the_book(client: Client, path: str) -> None:
    answer = client.get(path, lang="de")
    assert answer.status_code == 404
    assert client.post(path, {}).status_code in (404, 405)
    assert client.get("/api/book/chess").json()["error"] == "bad-request"


def test_the_page_has_an_address_for_every_rule(client: Client) -> None:
    for path in ("/rules/ankh", "/rules/ankh/ankh/card/plague", "/rules/ankh/no/such/rule"):
        answer = client.get(path)
        assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("game", GAMES)
def test_every_table_of_values_says_where_it_comes_from(client: Client, game: str) -> None:
    values = client.get(f"/api/book/{game}/values").json()["values"]
    marks = {mark for one in values for mark in one["marks"]}
    assert marks == {"book", "inferred", "designed"}
    assert all(one["marks"] for one in values if one["src"]), "a source that no mark stands for"


def test_invented_effects_are_marked_as_rulings() -> None:
    invented = {
        "anunnaki": ["house/thor", "house/sekhmet", "house/marduk", "house/hermes", "artifact/scarab"],
        "ankh": [f"scenario/{name}" for name in ("two-capitals", "unrest-in-the-dynasty", "great-rebuilding")],
    }
    for game, rules in invented.items():
        catalogue = theomachy.game(game).catalogue
        assert [rule for rule in rules if not catalogue.rule(f"{game}/{rule}", "de").ruling] == []

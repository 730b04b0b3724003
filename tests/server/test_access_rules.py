"""Who is told what of a match: consent to its secrets, and the table of routes and messages that reveal something."""

from __future__ import annotations

from typing import Any

import yaml

import theomachy
from tests.server.matches import played
from tests.server.serving import Client, Seated
from theomachy.kernel.match import Match

WHOLE = ("position", "case")


def running_match() -> Match:
    """A match in the middle of its course, with a deck that is hidden."""
    return played(lambda match: len(match.history) > 30, game="anunnaki")


def answers(table: Seated, step: int, *tokens: str) -> dict[str, Any]:
    """What the routes that can give out a whole match answer."""
    found = {what: table.client.get(f"{table.path}/{what}", *tokens, step=step) for what in WHOLE}
    assert all(answer.status_code == 200 for answer in found.values()), found
    return {what: answer.json() for what, answer in found.items()}


def deck(answer: dict[str, Any]) -> list[str]:
    """The order of the deck in a position or a case."""
    cards: list[str] = yaml.safe_load(answer["text"])["position"]["deck"]
    return cards


def test_whoever_takes_over_the_seat_of_somebody_who_left_is_not_told_the_match(client: Client) -> None:
    """Ben leaves and Ann takes his seat, too: she holds every seat, but Ben has not agreed."""
    match = running_match()
    table = client.open_save(match.save(), "Ann", "Ben")
    ann, ben = table.tokens[0], table.tokens[1]
    step = len(match.history)
    assert client.post(f"{table.path}/seats/1", {"who": "open"}, ben).status_code == 200
    second = client.post(f"{table.path}/join", {"name": "Ann again"}).json()["token"]
    assert client.get(f"{table.path}/save", ann, second).status_code == 409
    told = answers(table, step, ann, second)
    assert {what: answer["whole"] for what, answer in told.items()} == {"position": False, "case": False}
    assert table.info()["origin"]["disclosed"] is False
    # With the token of the one who left it is everybody's consent, and everybody is told.
    with table.sit(0) as watcher:
        watcher.expect("state")
        agreed = answers(table, step, ann, ben, second)
        assert {what: answer["whole"] for what, answer in agreed.items()} == {"position": True, "case": True}
        assert watcher.expect("table")["table"]["origin"]["disclosed"] is True
        assert watcher.expect("chat")["line"]["seat"] is None
    assert table.info()["origin"]["disclosed"] is True
    for what in WHOLE:
        assert deck(agreed[what]) != deck(told[what]), what
        assert sorted(deck(agreed[what])) == sorted(deck(told[what])), what


def test_a_position_of_a_running_match_is_given_by_the_rule_of_saves(client: Client) -> None:
    """Tokens by tokens: where a save is refused, neither a position nor a case is whole."""
    match = running_match()
    step = len(match.history)
    for tokens in ([0], [1], [0, 1]):
        table = client.open_save(match.save(), "Ann", "Ben")
        shown = [table.tokens[seat] for seat in tokens]
        whole = [answer["whole"] for answer in answers(table, step, *shown).values()]
        disclosed = table.info()["origin"]["disclosed"]
        saved = client.get(f"{table.path}/save", *shown).status_code == 200
        assert whole == [saved, saved]
        assert disclosed is saved


def test_asking_for_a_position_beside_bots_discloses_nothing(client: Client) -> None:
    """One person among bots may save, which is told; a position is what their seat can know."""
    match = theomachy.new("ankh", players=2, seed=5)
    table = client.open_save(match.save(), "Ann", "bot:random")
    for what, answer in answers(table, 0, table.tokens[0]).items():
        assert answer["whole"] is False, what
    assert table.info()["origin"]["disclosed"] is False

"""What is read from matches: places, scores, lengths, first choices."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match


def played(game: str, seed: int, **setup: Any) -> Match:
    """A random match with its facts."""
    match = theomachy.new(game, seed=seed, **setup)
    number = 0
    while not match.over:
        seat = match.decision.seats[0]
        ids = match.choices_of(seat).ids
        match.play(ids[mix(seed, number) % len(ids)], seat)
        number += 1
    return match


@pytest.mark.parametrize("players", [2, 3, 5])
def test_places_in_ankh(players: int) -> None:
    endings: set[str] = set()
    for seed in range(25):
        match = played("ankh", seed, players=players)
        assert match.outcome is not None
        endings.add(match.outcome.how)
        ranks = theomachy.game("ankh").study().ranks(match)
        if not match.outcome.winners:
            assert ranks == [0] * players
            continue
        assert [seat for seat in range(players) if ranks[seat] == 0] == list(match.outcome.winners)
        gods = [entry["god"] for entry in match.view()["seats"]]
        for one in range(players):
            for two in range(players):
                if gods[one] == gods[two]:
                    assert ranks[one] == ranks[two], "a merged god has one place"
    assert {"atheist", "last-god"} <= endings


def test_forgotten_gods_are_behind_those_in_play() -> None:
    """A match in which some are forgotten and the others go on to the top."""
    study = theomachy.game("ankh").study()
    for seed in range(400):
        match = played("ankh", seed, players=4, pharaoh="amenhotep")
        seats = match.view()["seats"]
        forgotten = [entry["seat"] for entry in seats if not entry["in_play"]]
        if match.outcome and match.outcome.how in ("top", "fifth-conflict") and forgotten:
            ranks, scores = study.ranks(match), study.scores(match)
            last = max(ranks[seat] for seat in range(4) if seat not in forgotten)
            assert all(ranks[seat] > last for seat in forgotten)
            order = sorted(forgotten, key=lambda seat: ranks[seat])
            assert [scores[seat] for seat in order] == sorted((scores[seat] for seat in forgotten), reverse=True)
            return
    raise AssertionError("no such match among the seeds")


def test_what_is_read_from_ankh() -> None:
    match = played("ankh", 3, players=3, scenario="old-kingdom", pharaoh="ramses")
    study = theomachy.game("ankh").study()
    assert study.factors(match) == {"scenario": "old-kingdom", "pharaoh": "ramses"}
    assert study.length(match) == match.view()["tracks"]["events_done"]
    marks = study.marks(match)
    for seat in range(3):
        told = [
            fact["thing"] for fact in match.facts if fact["fact"] == "unlocked" and fact["god"] == match.seat_name(seat)
        ]
        assert marks[seat] == {"first_power": told[0] if told else "none"}


def test_what_is_read_from_anunnaki() -> None:
    match = played("anunnaki", 5, players=3)
    study = theomachy.game("anunnaki").study()
    points = [house["vp"] for house in match.view()["houses"]]
    assert study.scores(match) == points
    assert match.outcome is not None
    ranks = study.ranks(match)
    assert ranks[match.outcome.winners[0]] == 0
    assert [points[seat] for seat in sorted(range(3), key=lambda seat: ranks[seat])] == sorted(points, reverse=True)
    summoned = [fact for fact in match.facts if fact["fact"] == "summoned"]
    for seat, mark in enumerate(study.marks(match)):
        own = [fact["thing"] for fact in summoned if fact["house"] == match.seat_name(seat)]
        assert mark["first_summoned"] == (own[0] if own else "none")
    assert study.length(match) == match.view()["round"] - 1

"""The terms of a strength add up to it, in the facts and in the view."""

from __future__ import annotations

import theomachy
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match


def played(seed: int, players: int) -> Match:
    match = theomachy.new("anunnaki", seed=seed, players=players)
    while not match.over and len(match.history) < 600:
        seat = match.decision.seats[0]
        choices = match.choices_of(seat)
        match.play(choices[mix(seed, len(match.history)) % len(choices)], seat)
        check_view(match)
    return match


def check_view(match: Match) -> None:
    battle = match.view(None)["battle"]
    if battle is None:
        return
    for side in (battle["attacker"], battle["defender"]):
        for term in side["terms"]:
            assert term["amount"] != 0
    defends = battle["defender"]
    if battle["civilization"]:
        place = next(one for one in match.view(None)["territories"] if one["name"] == battle["territory"])
        if "civilization" in place and not place["civilization"]["up"]:
            assert defends["terms"] == [], "what lies face down says nothing"


def test_terms_add_up_to_every_strength() -> None:
    told = []
    for seed in range(4):
        for fact in played(seed, 2 + seed % 3).facts:
            if fact["fact"] in ("strength", "civilization-strength"):
                amounts = [int(term.rsplit(" ", 1)[1]) for term in fact.get("terms", [])]
                assert sum(amounts) == fact["amount"], fact
                told.append(fact)
    assert len(told) > 20
    assert {fact["fact"] for fact in told} == {"strength", "civilization-strength"}

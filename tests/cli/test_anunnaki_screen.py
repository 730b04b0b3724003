"""Anunnaki at the terminal: what an expert looks for is there, in every language."""

from __future__ import annotations

import random
from typing import Any

import pytest
from rich.console import Console

import theomachy
from theomachy.cli.screen import draw_board, draw_view
from theomachy.games.anunnaki.content import CONTENT
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.choice import Choice
from theomachy.kernel.match import Match
from theomachy.kernel.wording import choice_words, place_words

GAME = theomachy.game("anunnaki")
#: the first civilization that does something
CURSED = next(number for number, entry in enumerate(CONTENT["civilization"], 1) if entry.get("effect"))
POSITION: dict[str, Any] = {
    "pieces": {"pharaohs": ["settlement CAP", "3 follower TC", "ra TL"], "norrenis": ["settlement CAP"]},
    "developed": {"norrenis": ["portal", "trade"]},
    "figure": {"norrenis": "market"},
    "cubes": {"norrenis": ["P0-C0", "C0-C1"]},
    "tracks": {"pharaohs": {"war": 3}},
    "hand": {"pharaohs": ["war-chariot"]},
    "civilizations": {"norrenis.TC": f"{CURSED} up", "gaia.E": CURSED + 1},
    "markers": {"pharaohs.1": "9 up", "gaia.2": 3},
}


def drawn(match: Match, view: dict[str, Any], lang: str, width: int = 200) -> str:
    console = Console(width=width, highlight=False, markup=False)
    with console.capture() as captured:
        console.print(draw_view(match, view, lang, {0: "you", 1: "bot"}, width))
    return " ".join(captured.get().split())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_an_expert_looks_for(lang: str) -> None:
    match = Match(GAME, {"houses": ["pharaohs", "norrenis"], "position": POSITION})
    view = match.view(0)
    text = drawn(match, view, lang)
    catalogue = GAME.catalogue
    # The other house's star and developed tiles
    norrenis = next(house for house in view["houses"] if house["house"] == "norrenis")
    tiles = ", ".join(catalogue.name(f"tile.{tile}", lang) for tile in norrenis["developed"])
    assert catalogue.word("star-developed", lang, tiles=tiles) in text
    assert (
        catalogue.word("star-own", lang, lines=", ".join(place_words(match, line, lang) for line in ("P0-C0", "C0-C1")))
        in text
    )
    # Goals with their live value and multiplier
    for house in view["houses"]:
        for track, position in house["tracks"].items():
            value = house["goal_values"][view["goals"][track]]
            times = view["tracks"]["multiplier"][track][position]
            assert f"{value}×{times}={value * times}" in text
    # Strengths, what a civilization does and gives, the borders of Atlantis, what a culture marker is
    assert catalogue.word("weapon", lang, weapon=catalogue.name("weapon.war-chariot", lang), strength=3) in text
    assert catalogue.word("legend-strength", lang) in text
    civilization = next(t for t in view["territories"] if t["name"] == "norrenis.TC")["civilization"]
    assert f"{place_words(match, 'norrenis.TC', lang)}: " in text
    assert catalogue.rule(f"anunnaki/civ/{civilization['effect']}", lang).text.rstrip(".") in text
    assert catalogue.word("atlantis-from", lang, place="E", places="b, e, f, i") in text
    assert catalogue.word("markers", lang) in text
    assert "1 (TL-TC-ML): " in text


@pytest.mark.parametrize("lang", ["de", "ru"])
def test_nothing_english_is_left(lang: str) -> None:
    match = theomachy.new("anunnaki", players=3, seed=4)
    luck = random.Random(2)
    for _ in range(260):
        seat = match.decision.seats[0]
        match.play(luck.choice(match.choices_of(seat).ids), seat)
    text = drawn(match, match.view(0), lang)
    for word in ("exhausted", "shrine", "settlement", "Pool", "Goals", "Culture", "choosable", "strength"):
        assert word not in text
    board = draw_board(match, match.view(0), lang)
    assert GAME.catalogue.name("house.gaia", lang) in str(board)


def test_other_printed_values_are_not_told_as_ours() -> None:
    own = Match(GAME, {"houses": ["pharaohs", "norrenis"]})
    assert "E (Atlantis)" in drawn(own, own.view(0), "en")
    other = {**own.view(0), "content": "0000/small"}
    assert "E (Atlantis)" not in drawn(own, other, "en")


def test_a_choice_says_what_it_would_do() -> None:
    position = {
        "figure": {"pharaohs": "market", "norrenis": "market"},
        "hand": {"pharaohs": ["war-chariot"]},
        "contracts": {"pharaohs": ["neutral1"]},
    }
    match = Match(GAME, {"houses": ["pharaohs", "norrenis"], "position": position})
    view = match.view(0)
    start = next(place for place, tile in view["tiles"].items() if tile == "market")
    mana = view["line_mana"]
    for choice in match.choices_of(0):
        end = next(place for place, tile in view["tiles"].items() if tile == choice.noun)
        line = next((name for name in mana if set(name.split("-")) == {start, end}), None)
        told = choice_words(match, choice)
        copy = match.copy()
        facts = [fact for fact in play_listening(copy, str(choice)) if fact["fact"] == "cube-laid"]
        if line is None:
            assert told.endswith("(no line, no cube)")
            assert facts == []
        else:
            assert told.endswith(f"(cube on {place_words(match, line)}, mana +{mana[line]})")
            assert [fact["place"] for fact in facts] == [line]
    chariot = Choice(GAME.table, GAME.table.find("weapon war-chariot"))
    assert "strength 3" in choice_words(match, chariot)
    contract = Choice(GAME.table, GAME.table.find("contract neutral1"))
    assert " → " in choice_words(match, contract, "ru")


def play_listening(match: Match, choice: str) -> list[dict[str, Any]]:
    """The facts that a choice makes, also on a copy, which listens to nothing by itself."""
    match.state.listening = True
    return match.play(choice, 0)

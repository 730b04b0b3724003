"""Places of choices and facts, as data: whatever a match points at lies somewhere on the board."""

from __future__ import annotations

import json
import random

import pytest

import theomachy
from theomachy.games.anunnaki.components import TERRITORY_NAMES
from theomachy.games.anunnaki.tables import tables_for
from theomachy.kernel.choice import Choice


@pytest.mark.parametrize("name", theomachy.GAMES)
def test_every_place_is_on_the_board(name: str) -> None:
    game = theomachy.game(name)
    face, known = game.face(), game.face().places()
    assert known
    assert json.loads(json.dumps(game.board_info())) == game.board_info(), "plain data"
    pointing: set[str] = set()
    for number in range(len(game.table)):
        choice = Choice(game.table, number)
        place = face.place_of(choice)
        if place is not None:
            assert place in known, choice
            pointing.add(choice.verb)
    assert pointing >= set(face.place_verbs)
    told: set[str] = set()
    for seed in range(4):
        match = theomachy.new(name, players=game.players[seed % len(game.players)], seed=seed)
        luck = random.Random(seed)
        while not match.over:
            seat = luck.choice(match.decision.seats)
            match.play(luck.choice(match.choices_of(seat).ids), seat)
        for fact in match.facts:
            places = face.places_of(fact)
            assert set(places) <= known, fact
            told.update(places)
    assert len(told) > 40


def test_the_boards_of_anunnaki_are_those_of_the_rules() -> None:
    info = theomachy.game("anunnaki").board_info()
    for board in info["boards"]:
        if board["board"] == "gaia":
            tables = tables_for(None, board["players"][0])
        else:
            tables = tables_for(None, 2)
        atlantis = {entry["name"] for entry in board["territories"] if entry["atlantis"]}
        for entry in board["territories"]:
            number = TERRITORY_NAMES.index(entry["name"])
            assert entry["shrines"] == tables.shrines[number]
            assert sum(entry["symbols"].values()) == tables.symbols[2 * number] + tables.symbols[2 * number + 1]
            enter = {TERRITORY_NAMES[other] for other in range(39) if tables.enter[number] >> other & 1}
            # Out of Atlantis one goes anywhere, into it across dashed borders alone.
            drawn = {
                other
                for border in board["borders"]
                if entry["name"] in border["between"]
                for other in border["between"]
                if other != entry["name"] and (other not in atlantis or border["kind"] == "dashed")
            }
            assert drawn == enter, entry["name"]
        spots = {(entry["x"], entry["y"]) for entry in board["territories"]}
        assert len(spots) == len(board["territories"])
    kinds = [border["kind"] for board in info["boards"] for border in board["borders"]]
    assert {kind: kinds.count(kind) for kind in ("dashed", "solid")} == {"dashed": 12, "solid": 5}
    star = info["star"]
    assert len({(place["x"], place["y"]) for place in star["places"]}) == 10
    assert all(len(token["lines"]) == (5 if token["token"] == "great" else 3) for token in star["tokens"])

"""The evaluation of Ankh: fast and readable form agree, better positions are worth more, terms have names."""

from __future__ import annotations

import random
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.games.ankh.board import figures_in
from theomachy.games.ankh.components import CARDS, FIGURES, GODS, POWERS, TILES
from theomachy.games.ankh.conflict import majorities
from theomachy.games.ankh.gain import monuments_that_pay
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.mind import worth as ankh_worth
from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.prospects import win_chance
from theomachy.games.ankh.mind.survey import REGIONS, Survey
from theomachy.games.ankh.mind.worth import LOST, OUTCOME, TERMS, WON, AnkhWorth, characters_of_gods
from theomachy.games.ankh.pharaoh.components import KINGS
from theomachy.games.ankh.scenarios import player_counts, scenario_names
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.games.ankh.strength import count_strength
from theomachy.kernel.ids import Side
from theomachy.kernel.match import Match
from theomachy.kernel.worth import chances

NAMES = Path(ankh_worth.__file__).parents[1] / "data"
BOARDS = [(scenario, players) for scenario in scenario_names() for players in player_counts(scenario)]


def laid(gods: list[str], **position: Any) -> AnkhState:
    state: AnkhState = theomachy.new("ankh", gods=gods, position=position).state
    return state


def term(name: str, s: AnkhState, side: int) -> float:
    return dict(AnkhWorth().terms(s, Side(side)))[name]


def points(s: AnkhState, side: int) -> float:
    return AnkhWorth().points(s, Side(side))


def walk(match: Match, seed: int, often: int) -> list[AnkhState]:
    """A random match to its end; some of the positions on the way, and the last."""
    rng = random.Random(seed)
    seen: list[AnkhState] = []
    while not match.over:
        if rng.randrange(often) == 0:
            seen.append(match.state.copy())
        seat = rng.choice(match.decision.seats)
        match.play(rng.choice(match.choices_of(seat).ids), seat)
    return [*seen, match.state]


def check(s: AnkhState) -> None:
    """What must hold in every position."""
    worth = AnkhWorth()
    for side in set(worth.sides(s)):
        terms = worth.terms(s, side)
        assert worth.points(s, side) == pytest.approx(sum(value for _, value in terms))
        if s.over or not s.alive[side]:
            assert terms == [(OUTCOME, WON if s.over and s.winner == side else LOST)]
        else:
            assert [name for name, _ in terms] == list(TERMS)
            assert -100 < worth.points(s, side) < 200
    assert sum({side: chances(worth, s)[seat] for seat, side in enumerate(s.side)}.values()) == pytest.approx(1)


@pytest.mark.parametrize(("scenario", "players"), BOARDS)
def test_points_are_the_sum_of_the_terms_all_along_random_matches(scenario: str, players: int) -> None:
    rng = random.Random(players)
    gods = rng.sample(GODS, players)
    match = theomachy.new("ankh", scenario=scenario, gods=gods, seed=players, facts=False)
    for s in walk(match, players, 10):
        check(s)


@pytest.mark.parametrize("king", KINGS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_pharaoh_is_judged_all_along_random_matches(king: str, players: int) -> None:
    match = theomachy.new("ankh", gods=list(GODS[:players]), seed=players, pharaoh=king, facts=False)
    for s in walk(match, players, 10):
        check(s)


@pytest.mark.parametrize("seed", range(6))
def test_the_survey_counts_what_the_rules_count(seed: int) -> None:
    """Strength, presence, majorities and income are what the chapters say, in every region."""
    king = {} if seed % 2 else {"pharaoh": "ramses"}
    match = theomachy.new("ankh", gods=random.Random(seed).sample(GODS, 3), seed=seed, facts=False, **king)
    survey = Survey()
    for s in walk(match, seed, 8):
        survey.look(s)
        for god in s.ladder:
            assert survey.income[god] == monuments_that_pay(s, god)
            assert survey.figures[god] == sum(s.where[god * FIGURES + number] >= 0 for number in range(FIGURES))
            for tile in map(Region, range(1, TILES + 1)):
                place = god * REGIONS + tile
                present = figures_in(s, god, tile)
                assert survey.present[place] == len(present)
                assert survey.radiant[place] == sum(s.sun[figure] for figure in present)
                assert survey.majorities(s, god, tile) == len(majorities(s, god, tile))
                if present:
                    assert survey.strength[place] == count_strength(s, Battle(tile, s.seats), god)


def test_judging_a_position_leaves_it_as_it_is() -> None:
    match = theomachy.new("ankh", gods=["ra", "isis", "osiris"], seed=5, facts=False)
    before = match.digest()
    chances(AnkhWorth(), match.state)
    AnkhWorth().terms(match.state, Side(1))
    assert match.digest() == before


# --- what a player would nod at ---------------------------------------------------------------------------------------

PIECES = ["G1 B6", "w1 B5", "O1 A6", "G2 G8", "w2 G7", "T2 F7", "P B7"]


def test_more_of_a_good_thing_is_better() -> None:
    plain = laid(["isis", "ra"], pieces=PIECES, devotion={"isis": 5, "ra": 5})
    better: dict[str, dict[str, Any]] = {
        "devotion": {"devotion": {"isis": 6, "ra": 5}},
        "followers": {"followers": {"isis": 4}},
        "powers": {"powers": {"isis": ["revered"]}},
        "majorities": {"pieces": [*PIECES, "P1 A8"]},
        "figures": {"pieces": [*PIECES, "w1 B4"]},
        "presence": {"pieces": [*PIECES, "w1 C1"]},
    }
    for name, change in better.items():
        s = laid(["isis", "ra"], **{"pieces": PIECES, "devotion": {"isis": 5, "ra": 5}, **change})
        assert term(name, s, 0) > term(name, plain, 0), name
        assert points(s, 0) > points(plain, 0), name
        assert chances(AnkhWorth(), s)[0] > chances(AnkhWorth(), plain)[0], name


def test_a_card_in_hand_is_worth_something() -> None:
    full = laid(["isis", "ra"], pieces=PIECES)
    for card in CARDS:
        if card != "maat":
            s = laid(["isis", "ra"], pieces=PIECES, hand={"isis": [other for other in CARDS if other != card]})
            assert term("cards", s, 0) < term("cards", full, 0), card


def test_seats_are_names_only() -> None:
    """The same position with the gods in other seats is worth the same for each god."""
    here = laid(["isis", "ra"], pieces=PIECES, devotion={"isis": 4, "ra": 7}, followers={"ra": 3}, turn="isis")
    swapped = [piece.replace("1", "x", 1) if piece[1] == "1" else piece for piece in PIECES]
    swapped = [piece.replace("2", "1", 1) if piece[1] == "2" else piece for piece in swapped]
    swapped = [piece.replace("x", "2", 1) for piece in swapped]
    there = laid(["ra", "isis"], pieces=swapped, devotion={"isis": 4, "ra": 7}, followers={"ra": 3}, turn="isis")
    for side in (0, 1):
        assert dict(AnkhWorth().terms(here, Side(side))) == pytest.approx(
            dict(AnkhWorth().terms(there, Side(1 - side)))
        )


def test_gods_differ_in_character() -> None:
    assert len(set(characters_of_gods().values())) == len(GODS)
    held = {"pieces": PIECES, "held": {"ra": 2}}
    assert term("divinity", laid(["anubis", "ra"], **held), 0) > term(
        "divinity", laid(["anubis", "ra"], pieces=PIECES), 0
    )


def test_every_power_and_card_has_its_worth() -> None:
    weights = {field.name for field in fields(Character)}
    assert weights >= set(POWERS) | set(CARDS)
    for character in characters_of_gods().values():
        assert all(getattr(character, field.name) >= 0 for field in fields(Character))


def test_strength_makes_winning_likely() -> None:
    assert win_chance(-40) < 0.02
    assert win_chance(40) > 0.98
    assert all(win_chance(ahead) < win_chance(ahead + 1) for ahead in range(-16, 16))
    alone = ["G1 B4", "w1 B5", "w1 B6", "G2 H6"]
    facing = [*alone, "w2 B7"]
    assert term("battles", laid(["isis", "ra"], pieces=alone), 0) == 0
    assert term("battles", laid(["isis", "ra"], pieces=facing), 0) > term(
        "battles", laid(["isis", "ra"], pieces=facing), 1
    )


def test_the_next_event_belongs_to_the_seat_that_can_trigger_it() -> None:
    far = laid(["isis", "ra"], pieces=PIECES, turn="isis")
    near = laid(["isis", "ra"], pieces=PIECES, turn="isis", markers={"gain": 2})
    assert term("initiative", far, 0) == 0
    assert term("initiative", near, 0) > 0
    assert term("initiative", near, 1) == 0


def test_the_top_in_reach_is_worth_more_than_its_devotion() -> None:
    low = laid(["isis", "ra"], pieces=PIECES, devotion={"isis": 21, "ra": 21}, events=12)
    high = laid(["isis", "ra"], pieces=PIECES, devotion={"isis": 29, "ra": 21}, events=12)
    assert term("finish", high, 0) > term("finish", low, 0) + 0.5


def test_the_red_part_is_a_danger_until_gods_are_forgotten() -> None:
    for events, dangerous in ((0, True), (12, True), (16, False)):
        devotion = {"isis": 3, "ra": 3} if dangerous else {"isis": 25, "ra": 25}
        s = laid(["isis", "ra"], pieces=PIECES, devotion=devotion, events=events)
        assert (term("forgotten", s, 0) < -0.1) == dangerous


def test_the_two_lowest_fear_merging() -> None:
    s = laid(["isis", "ra", "amun"], pieces=["G1 B6", "G2 H6", "G3 C1"], devotion={"isis": 2, "ra": 4, "amun": 8})
    assert term("merging", s, 0) < 0
    assert term("merging", s, 1) < term("merging", s, 0)
    assert term("merging", s, 2) == 0


# --- the end ----------------------------------------------------------------------------------------------------------


def test_the_winner_is_far_above_and_merged_gods_win_together() -> None:
    s = laid(
        ["ra", "osiris", "isis"], start="conflict", events=15, merged={"ra": "osiris"},
        devotion={"ra": 30, "isis": 22}, pieces=["G1 B6", "O1 B7", "G3 H6"],
    )  # fmt: skip
    assert s.over
    assert AnkhWorth().sides(s) == [0, 0, 2]
    assert chances(AnkhWorth(), s) == pytest.approx([1, 1, 0])


def test_a_merged_god_is_one_side_with_equal_chances() -> None:
    s = laid(["ra", "osiris", "isis"], merged={"ra": "osiris"}, events=12, pieces=["G1 B6", "G3 H6"])
    hope = chances(AnkhWorth(), s)
    assert hope[0] == hope[1]
    assert hope[0] + hope[2] == pytest.approx(1)


def test_a_forgotten_god_has_lost_while_others_play_on() -> None:
    s = laid(
        ["ra", "amun", "isis", "osiris"], merged={"ra": "osiris"}, forgotten=["amun"], events=16,
        devotion={"ra": 22, "isis": 23}, pieces=["G1 B6", "G3 H6"],
    )  # fmt: skip
    assert not s.over
    assert points(s, 1) == LOST
    assert chances(AnkhWorth(), s)[1] == pytest.approx(0)
    assert points(s, 0) > LOST / 2


def test_where_nobody_wins_everybody_has_lost() -> None:
    match = theomachy.new("ankh", gods=["ra", "isis"], seed=1, facts=False)
    walk(match, 1, 1000)
    outcome = match.outcome
    assert outcome is not None
    assert outcome.how == "atheist"
    assert [points(match.state, side) for side in (0, 1)] == [LOST, LOST]


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_every_term_has_a_name(language: str) -> None:
    names = tomllib.loads((NAMES / f"terms.{language}.toml").read_text(encoding="utf-8"))
    assert set(names) == {*TERMS, OUTCOME}
    assert len(set(names.values())) == len(names)
    assert all(name.strip() for name in names.values())

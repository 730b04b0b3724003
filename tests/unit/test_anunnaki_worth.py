"""The evaluation of Anunnaki: fast and readable form agree, better positions are worth more, terms have names."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

import theomachy
from tests.examples import some
from theomachy.games.anunnaki.components import CAPITAL, CUBES, HOUSES, METAL, PLANET_SIZE, TERRITORIES
from theomachy.games.anunnaki.mind import worth as anunnaki_worth
from theomachy.games.anunnaki.mind.look import turns_left
from theomachy.games.anunnaki.mind.worth import CHARACTERS, DUELLISTS, PLANNERS, AnunnakiWorth
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.worth import chances

NAMES = Path(anunnaki_worth.__file__).parents[1] / "data"


def begun(players: int = 2, seed: int = 3) -> AnunnakiState:
    """A match at the first player's first decision, gods discarded."""
    match = theomachy.new("anunnaki", houses=list(HOUSES[:players]), seed=seed, facts=False)
    while match.decision.prompt != "choose-tile":
        match.play(match.choices[0], match.decision.seats[0])
    state: AnunnakiState = match.state
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", some([1, 2], 2))
@pytest.mark.parametrize("patience", [False, True])
def test_points_are_the_sum_of_the_terms_all_along_random_matches(players: int, seed: int, patience: bool) -> None:
    worth = AnunnakiWorth(patience)
    rng = random.Random(seed)
    houses = rng.sample(HOUSES, players)
    match = theomachy.new("anunnaki", houses=houses, seed=seed, facts=False)
    while not match.over:
        seat = rng.choice(match.decision.seats)
        for side in worth.sides(match.state):
            points = worth.points(match.state, side)
            assert points == pytest.approx(sum(value for _, value in worth.terms(match.state, side)))
            assert -100 < points < 400
        assert sum(chances(worth, match.state)) == pytest.approx(1)
        match.play(rng.choice(list(match.choices_of(seat))), seat)
    outcome = match.outcome
    assert outcome is not None
    assert chances(worth, match.state)[outcome.winners[0]] > 0.999


def test_judging_a_position_leaves_it_as_it_is() -> None:
    match = theomachy.new("anunnaki", houses=["babylon", "ellenys"], seed=5, facts=False)
    before = match.digest()
    chances(AnunnakiWorth(), match.state)
    assert match.digest() == before


# --- what a player would nod at ---------------------------------------------------------------------------------------


def gain(change: Any, players: int = 2) -> float:
    """What a change of a fresh position is worth to seat 0."""
    worth = AnunnakiWorth()
    state = begun(players)
    before = worth.points(state, Side(0))
    change(state)
    return worth.points(state, Side(0)) - before


def add_point(s: AnunnakiState) -> None:
    s.vp[0] += 1


def add_metal(s: AnunnakiState) -> None:
    s.goods[METAL] += 1


def add_mana(s: AnunnakiState) -> None:
    s.mana[0] += 1


def add_follower(s: AnunnakiState) -> None:
    s.pool[0] -= 1
    s.followers[s.house[0] * PLANET_SIZE + CAPITAL] += 1


def lose_follower(s: AnunnakiState) -> None:
    s.pool[0] += 1
    s.followers[s.house[0] * PLANET_SIZE + CAPITAL] -= 1


def add_war_step(s: AnunnakiState) -> None:
    s.track[0] += 1


def add_supremacy(s: AnunnakiState) -> None:
    s.supremacy[0] += 1


def add_weapon(s: AnunnakiState) -> None:
    s.hand[0] |= 1 << 2
    s.beside[0] &= ~(1 << 2)


def develop_tile(s: AnunnakiState) -> None:
    s.developed[0] |= 1 << 5


def hold_contract(s: AnunnakiState) -> None:
    s.contract_at[s.offer[0]] = 0


def summon_great_god(s: AnunnakiState) -> None:
    s.summoned[0] |= 1 << s.house[0] * 8
    s.god_at[0] = s.house[0] * PLANET_SIZE + CAPITAL


@pytest.mark.parametrize(
    "change",
    [
        add_point, add_metal, add_mana, add_follower, add_war_step, add_supremacy, add_weapon, develop_tile,
        hold_contract, summon_great_god,
    ],
)  # fmt: skip
def test_more_is_better(change: Any) -> None:
    for players in (2, 3, 4):
        assert gain(change, players) > 0


def test_a_follower_lost_is_a_loss() -> None:
    assert gain(lose_follower) < 0


def test_a_point_is_a_point() -> None:
    assert gain(add_point) == pytest.approx(1)


def test_at_the_end_only_what_scores_counts() -> None:
    """In the last turn of the last seat a crystal more changes nothing; a fifth good is a victory point."""
    worth = AnunnakiWorth()
    state = begun()
    state.ending = 1
    state.turn_seat = Seat((state.first_seat + 1) % 2)
    seat = state.first_seat
    state.mana[seat] = 0
    for kind in range(4):
        state.goods[4 * seat + kind] = 1
    before = worth.points(state, Side(seat))
    state.mana[seat] = 1
    assert worth.points(state, Side(seat)) == pytest.approx(before + 1)
    state.mana[seat] = 2
    assert worth.points(state, Side(seat)) == pytest.approx(before + 1)


def test_a_side_whose_units_are_all_gone_is_worth_less_than_one_with_an_army() -> None:
    worth = AnunnakiWorth()
    state = begun(4)
    rich, poor = 0, 1
    for territory in range(TERRITORIES):
        state.followers[poor * TERRITORIES + territory] = 0
    state.presence[poor] = 0
    state.pool[poor] = 12
    shares = chances(worth, state)
    assert shares[poor] < min(shares[rich], shares[2], shares[3])


def test_fewer_cubes_left_means_less_time() -> None:
    state = begun(3)
    early = turns_left(state, Seat(0))
    state.cubes[1] = (1 << CUBES - 1) - 1
    late = turns_left(state, Seat(0))
    assert early > 10 > 3 > late > 0
    state.ending = 1
    state.turn_seat = Seat((state.first_seat + 2) % 3)
    assert turns_left(state, state.first_seat) == 0


# --- names and characters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_every_term_has_a_name(language: str) -> None:
    names = tomllib.loads((NAMES / f"terms.{language}.toml").read_text(encoding="utf-8"))
    worth = AnunnakiWorth()
    state = begun()
    keys = [key for key, _ in worth.terms(state, Side(0))]
    state.over = True
    keys += [key for key, _ in worth.terms(state, Side(0))]
    assert sorted(names) == sorted(keys)
    assert all(name.strip() for name in names.values())


def test_each_house_has_its_own_character() -> None:
    assert len(CHARACTERS) == len(HOUSES)
    assert len(set(CHARACTERS)) == len(set(DUELLISTS)) == len(HOUSES)


# --- the patient form, for a bot that plays turns on ------------------------------------------------------------------


def near_the_end(seat: int) -> AnunnakiState:
    """Seat 0 is five points ahead, and one step is missing on a seat's war track."""
    state = begun()
    state.vp[0] += 5
    state.supremacy[seat] = state.tables.lightning
    state.track[3 * seat] = len(state.tables.multiplier[0]) - 2
    return state


def test_patience_weighs_goods_more_and_income_less() -> None:
    for usual, patient in zip(CHARACTERS, DUELLISTS, strict=True):
        assert patient.income < usual.income
        assert patient.settlement < usual.settlement
        assert patient.resource > usual.resource
        assert patient.weapon > usual.weapon
        assert patient.culture == usual.culture


@pytest.mark.parametrize("players", [2, 3, 4])
def test_patience_is_for_duels_and_for_babylon(players: int) -> None:
    usual, patient = AnunnakiWorth(), AnunnakiWorth().patient()
    state = begun(players)
    state.ending = 1
    assert (usual.spread(state) == patient.spread(state)) == (players > 2)
    for seat in range(players):
        same = usual.points(state, Side(seat)) == patient.points(state, Side(seat))
        assert same == (players > 2 and state.house[seat] != HOUSES.index("babylon"))


def test_among_several_babylon_goes_part_of_the_way() -> None:
    for house, (usual, planner, duellist) in enumerate(zip(CHARACTERS, PLANNERS, DUELLISTS, strict=True)):
        if house == HOUSES.index("babylon"):
            assert usual.resource < planner.resource < duellist.resource
            assert usual.income > planner.income > duellist.income
        else:
            assert planner == usual


def test_the_nearer_the_end_the_more_a_lead_is_worth() -> None:
    worth = AnunnakiWorth().patient()
    far, near = begun(), near_the_end(1)
    assert worth.spread(near) < worth.spread(far) == worth.scale
    near.ending = 1
    assert worth.spread(near) < worth.spread(near_the_end(1))
    assert AnunnakiWorth().spread(near) == worth.scale, "greedy judges as ever"


# --- weapons and Atlantis ---------------------------------------------------------------------------------------------


def at_war(house: str, hand: list[str], pieces: list[str], foe: str, metal: int = 3) -> float:
    """What the units and battles of a position promise a house, with these weapons."""
    position = {
        "phase": "battle",
        "pieces": {house: ["settlement CAP", *pieces], "pharaohs": ["settlement CAP", foe]},
        "civilizations": {"gaia.E": 6},
        "hand": {house: hand},
        "resources": {house: {"metal": metal}},
    }
    state = theomachy.new("anunnaki", houses=[house, "pharaohs"], position=position, facts=False).state
    terms = dict(AnunnakiWorth().terms(state, Side(0)))
    return terms["battles"] + terms["units"]


@pytest.mark.parametrize(
    ("house", "own", "plain"),
    [("babylon", ["composite-bow", "double-axe"], ["double-axe"]), ("norrenis", ["viking-helmet"], ["catapult"])],
)
def test_an_attack_counts_with_what_the_weapon_does(house: str, own: list[str], plain: list[str]) -> None:
    """The bow adds a second card; the helmet takes the defender's, where a catapult as strong meets no god."""
    fight = ["2 follower gaia.a"], "2 follower gaia.a"
    assert at_war(house, own, *fight) > at_war(house, plain, *fight) + 0.5


def test_the_spear_is_worth_most_against_a_god() -> None:
    fight = ["2 follower gaia.a"]
    by_foe = [
        at_war("ellenys", ["long-spear"], fight, foe) - at_war("ellenys", ["net"], fight, foe)
        for foe in ("3 follower gaia.a", "ra gaia.a")
    ]
    assert by_foe[1] > by_foe[0] > 0


@pytest.mark.parametrize("hand", [["war-hammer"], ["catapult"], []])
def test_an_army_before_atlantis_is_worth_more_than_one_elsewhere(hand: list[str]) -> None:
    foe = "follower TL"
    far = at_war("babylon", hand, ["3 follower gaia.a"], foe)
    near = at_war("babylon", hand, ["3 follower gaia.b"], foe)
    assert near > far + (1.0 if hand else 0.2)


def test_an_army_before_atlantis_wants_a_weapon_that_wins_there() -> None:
    army = ["3 follower gaia.b"], "follower TL"
    assert at_war("babylon", ["war-hammer"], *army) > at_war("babylon", ["dagger"], *army) + 1.0
    assert at_war("babylon", ["composite-bow", "short-bow"], *army) > at_war("babylon", ["short-bow"], *army)

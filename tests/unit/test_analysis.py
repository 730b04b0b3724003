"""Analyses: each choice weighed by what its player could know, the same answer everywhere, told in every language."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import theomachy
from theomachy.analysis import Analysis, Look, Walk, analyse_match, examiner, pick_costly
from theomachy.analysis.analysis import SMALL_COST, find_swings
from theomachy.analysis.calibrating import CHANGES, picked_changes
from theomachy.analysis.calibration import (
    Bin,
    Calibration,
    Forecast,
    calibrated,
    calibration_of,
    fit_of,
    fitted,
    jump_of,
)
from theomachy.analysis.coach import counsel
from theomachy.analysis.looking import look_at, look_of, skim
from theomachy.analysis.report import report_page
from theomachy.analysis.words import PHRASES
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.match import Match
from theomachy.kernel.worth import Worth

GOLDEN = Path(__file__).parents[1] / "golden" / "analyses.json"
#: the last battle of a match: who has chariots wins with them
LAST_BATTLE: dict[str, Any] = json.loads(Path("examples/last_battle.json").read_text(encoding="utf-8"))


def battle(*choices: str) -> Match:
    match = theomachy.new("ankh", seed=5, **LAST_BATTLE)
    for choice in choices:
        match.play(choice, match.decision.seats[0])
    return match


def opening(game: str, players: int, choices: int) -> Match:
    """The beginning of a match, drawn by lot."""
    match = theomachy.new(game, players=players, seed=7)
    luck = random.Random(7)
    while len(match.history) < choices:
        seat = match.decision.seats[0]
        match.play(luck.choice(list(match.choices_of(seat))), seat)
    return match


def golden_matches() -> dict[str, Match]:
    return {
        "last battle": battle("card maat", "card flood", "no", "figure B8"),
        "ankh, 3 players": opening("ankh", 3, 1),
        "anunnaki, 2 players": opening("anunnaki", 2, 3),
    }


def golden_of(match: Match) -> dict[str, Any]:
    """What is compared: to nine places, as it is written."""
    looks = [look.json() for look in analyse_match(match, "search:200").looks]
    rounded: dict[str, Any] = json.loads(json.dumps(looks), parse_float=lambda text: round(float(text), 9))
    return rounded


@pytest.mark.parametrize("name", list(golden_matches()))
def test_golden_analyses(name: str) -> None:
    """`python -m tests.unit.test_analysis` writes them anew after a deliberate change: read the diff."""
    kept = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert golden_of(golden_matches()[name]) == kept[name]


def test_the_costliest_choice_is_told_with_the_better_one_its_reasons_and_chances() -> None:
    found = analyse_match(battle("card maat", "card flood", "no", "figure B8"), "search:60")
    worst = found.costly[0]
    assert (worst.look.step, worst.look.choice, worst.look.best) == (0, "card maat", "card chariots")
    assert worst.look.cost > 0.5
    for lang in LANGUAGES:
        told = worst.told[lang]
        assert theomachy.game("ankh").catalogue.name("card.chariots", lang) in told.better
        assert told.reasons
    assert found.lines[-1] == (1.0, 0.0)
    assert len(found.lines) == len(found.looks) + 1


@pytest.mark.parametrize("open_cards", [False, True])
def test_what_others_choose_secretly_at_once_is_seen_by_nobody(open_cards: bool) -> None:
    bot = examiner("search:20")
    looks = [
        look_at(Walk(battle(first, "card flood"), open_cards), 1, bot)
        for first in ("card chariots", "card maat", "card drought")
    ]
    assert looks[0] == looks[1] == looks[2]


def test_with_open_cards_the_future_is_still_unknown() -> None:
    match = opening("anunnaki", 2, 6)
    sight = Walk(match, open_cards=True).sight(5)
    once, again = sight.imagine(1), sight.imagine(2)
    assert once.dice != again.dice
    before = Walk(match).at(5).game.encode(once)
    after = Walk(match).at(5).game.encode(again)
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"dice"}


def test_looks_do_not_depend_on_what_was_looked_at_before() -> None:
    match = opening("ankh", 2, 8)
    bot = examiner("search:6")
    walk = Walk(match)
    forth = [look_at(walk, step, bot) for step in range(8)]
    back = [look_at(walk, step, bot) for step in reversed(range(8))]
    assert forth == back[::-1]
    assert [look_of(json.loads(json.dumps(look.json()))) for look in forth] == forth
    for step in range(8):
        assert sum(skim(walk, step)) == pytest.approx(1.0)


def test_a_bot_that_can_not_weigh_choices_is_refused() -> None:
    with pytest.raises(BadSetup, match=r"bot 'random': can't weigh choices; take one that searches, like 'search:200'"):
        examiner("random")


# --- putting together -------------------------------------------------------------------------------------------------


def test_costly_choices_are_few_of_each_seat_and_the_costliest_first() -> None:
    looks = [Look(step, 0, "a", "b", (0.9, 0.1), (0.9 - step / 20, 0.1)) for step in range(8)]
    looks.append(Look(8, 1, "a", "b", (0.2, 0.8), (0.9, 0.1)))
    looks.append(Look(9, 1, "a", "a", (0.2, 0.8), (0.9, 0.1)))
    assert [each.step for each in pick_costly(looks, 3)] == [8, 7, 6, 5]
    assert all(each.cost >= SMALL_COST for each in pick_costly(looks, 9))


def test_moments_are_where_chances_change_most_by_whatever_cause() -> None:
    chances = (0.5, 0.5, 0.8, 0.75)
    looks = [Look(step, 0, "a", "a", (each, 1 - each), (each, 1 - each)) for step, each in enumerate(chances)]
    assert [(swing.step, round(swing.size, 2)) for swing in find_swings(looks, (1,))] == [(1, 0.3), (3, 0.75)]


# --- calibration ------------------------------------------------------------------------------------------------------


def test_a_correction_keeps_order_and_sum_and_counts_a_side_once() -> None:
    shown = Calibration(power=2.0).shown((0.5, 0.3, 0.3, 0.2), (0, 1, 1, 2))
    assert shown[0] > shown[1] > shown[3]
    assert shown[1] == shown[2]
    assert shown[0] + shown[1] + shown[3] == pytest.approx(1.0)
    assert Calibration().shown((0.5, 0.5), (0, 1)) == [0.5, 0.5]
    assert Calibration(power=2.0).shown((0.0, 0.0), (0, 1)) == [0.0, 0.0]


def test_what_is_too_careful_is_sharpened() -> None:
    """Of 100 times 60 % 75 come true, so 60 % is shown as about 75 %."""
    forecasts = [Forecast((0.6, 0.4), (0, 1), (0,) if number % 4 else (1,)) for number in range(100)]
    others = [Forecast((0.6, 0.4), (0, 1), (0,) if number % 5 else (1,)) for number in range(100)]
    found = calibrated(forecasts, 10_000, others, 9, "search:1")
    assert found.shown((0.6, 0.4), (0, 1))[0] == pytest.approx(0.75, abs=0.01)
    assert found.fitted.distance < 0.01 < found.fitted.raw_distance
    assert found.fitted.brier < found.fitted.raw_brier
    # What counts is how it does where it was not found: there 80 of 100 came true.
    assert found.held.distance == pytest.approx(0.05, abs=0.01)
    assert (found.fitted.matches, found.held.matches, found.held.positions) == (10_000, 9, 100)
    assert sum(each.won for each in found.bins) == 100
    # A handful of matches may be luck: less is made of them.
    few = calibrated(forecasts, 5, others, 9, "search:1")
    assert 0.6 < few.shown((0.6, 0.4), (0, 1))[0] < found.shown((0.6, 0.4), (0, 1))[0] - 0.03
    found_bin = fit_of(forecasts, Calibration()).bins[6]
    assert found_bin == Bin(0.6, 0.7, 100, found_bin.mean, 75)
    assert found_bin.mean == pytest.approx(0.6)


def test_getting_the_turn_changes_nothing_on_average() -> None:
    """Whoever has the turn is seen with its fruits: the same match looks won to both, one after the other."""
    seen = [(0.7, 0.3), (0.4, 0.6), (0.75, 0.25), (0.35, 0.65)]
    forecasts = [
        Forecast(chances, (0, 1), (number // 4 % 2,), number % 2, number % 4 in (1, 3))
        for number, chances in enumerate(seen * 10)
    ]
    assert jump_of(forecasts, Calibration()) == pytest.approx(0.35, abs=0.01)
    power, tempo = fitted(forecasts, 10)
    assert tempo > 0.0
    assert abs(jump_of(forecasts, Calibration(power, tempo))) < 0.005
    # Seats of one side have the turn together; who has none is seen as before.
    together = Calibration(tempo=1.0).shown((0.4, 0.4, 0.6), (0, 0, 1), 1)
    assert together[0] == together[1] < 0.4
    assert together[0] + together[2] == pytest.approx(1.0)
    assert Calibration(tempo=1.0).shown((0.4, 0.6), (0, 1)) == [0.4, 0.6]


def test_changes_of_the_turn_are_spread_over_the_match() -> None:
    turns = [number // 5 % 3 for number in range(300)]
    picked = sorted(picked_changes(turns))
    assert len(picked) == CHANGES
    assert all(turns[step] != turns[step - 1] for step in picked)
    assert picked[0] < 60
    assert picked[-1] > 240
    assert picked_changes([0, 0, 0]) == set()


@pytest.mark.parametrize("game", list(theomachy.GAMES.values()), ids=lambda game: game.name)
def test_what_is_kept_of_a_calibration_can_be_read(game: Any) -> None:
    for seats in game.mind().calibration():
        known = calibration_of(game, int(seats))
        assert int(seats) in game.players
        assert known.measured
        assert known.fitted.positions > 0
        assert sum(each.count for each in known.bins) >= known.held.positions
        assert 0.2 <= known.power <= 3.0
        # Where it was not fitted: better than uncorrected, and nobody gains by having the turn.
        assert known.held.brier <= known.held.raw_brier + 0.002
        assert abs(known.held.jump) < abs(known.held.raw_jump)
    # Of other numbers only what the turn is worth is known, from the nearest one.
    most = max(game.mind().calibration(), key=int)
    assert calibration_of(game, 99) == Calibration(tempo=calibration_of(game, int(most)).tempo)
    assert not calibration_of(game, 99).measured


def test_where_nobody_has_measured_anything_chances_are_as_they_are() -> None:
    class Unmeasured:
        def mind(self) -> Worth:
            return Worth()

    game: Any = Unmeasured()
    assert calibration_of(game, 2) == Calibration()


# --- words ------------------------------------------------------------------------------------------------------------


def test_phrases_have_the_same_fields_in_every_language() -> None:
    for key, phrases in PHRASES.items():
        assert len(phrases) == len(LANGUAGES)
        assert all(phrases), key
        fields = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in phrases]
        assert fields[0] == fields[1] == fields[2], key


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse_match(battle("card maat", "card flood", "no", "figure B8"), "search:12")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_needs_nothing_beside_it(analysis: Analysis, lang: str) -> None:
    game = theomachy.game("ankh")
    page = report_page(game, analysis, lang)
    assert page == report_page(game, analysis, lang)
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script", page)
    assert page.count("<polyline") == 2
    assert "worse" in page
    assert f'lang="{lang}"' in page
    for told in (analysis.costly[0].told[lang].choice, analysis.costly[0].told[lang].better):
        assert told in page


# --- the coach --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_coach_warns_of_what_is_much_worse_and_of_nothing_else(lang: str) -> None:
    match = battle()
    bad = counsel(match, 0, "card maat", "search:40", 1, lang)
    assert bad.worse
    assert bad.best == "card chariots"
    assert bad.before - bad.after > 0.3
    assert theomachy.game("ankh").catalogue.name("card.maat", lang) in bad.words
    good = counsel(match, 0, "card chariots", "search:40", 1, lang)
    assert not good.worse
    assert not good.words
    assert not match.history


if __name__ == "__main__":
    found = {name: golden_of(match) for name, match in golden_matches().items()}
    GOLDEN.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")

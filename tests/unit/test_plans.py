"""Advice as a plan: the clicks of a whole turn, what they lead to, and what is threatened."""

from __future__ import annotations

import re

import pytest

import theomachy
from tests.cli.command import run
from tests.server.matches import at_battle
from theomachy.analysis.coach import counsel
from theomachy.bots import Sight, new_bot
from theomachy.bots.plan import LONGEST_PLAN, Plan
from theomachy.bots.planning_words import SMALL_THREAT, plan_words
from theomachy.bots.reasons import advice_words, plan_of
from theomachy.bots.search import SearchBot
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.choice import Choice
from theomachy.kernel.match import Match, planner_match
from theomachy.kernel.wording import choice_words, side_words

GAMES = sorted(theomachy.GAMES)


def sights(game: str, players: int, every: int, count: int) -> list[tuple[Match, Sight]]:
    """Open decisions of a match between greedy bots, in its course, and somebody's eyes at them."""
    match = theomachy.new(game, players=players, seed=3)
    bots = [new_bot("casual:90", seat) for seat in range(players)]
    found: list[tuple[Match, Sight]] = []
    while len(found) < count and not match.over:
        seat = match.decision.seats[0]
        sight = Sight(match, seat)
        if len(match.history) % every == 0 and len(sight.choices) > 1 and not sight.secret:
            kept = match.copy()
            found.append((kept, Sight(kept, seat)))
        match.play(bots[seat].choose(sight), seat)
    return found


def plan_for(sight: Sight, spec: str) -> Plan:
    plan = new_bot(spec, 5).explain(sight).plan
    assert plan is not None
    return plan


@pytest.mark.parametrize("spec", ["greedy", "search:20"])
@pytest.mark.parametrize(("game", "players"), [("ankh", 2), ("ankh", 3), ("anunnaki", 2)])
def test_the_clicks_of_a_plan_are_legal_in_order(game: str, players: int, spec: str) -> None:
    """From what the seat sees, until somebody else decides or something turns up; the first one is what is advised."""
    lengths = []
    for match, sight in sights(game, players, 7, 6):
        advice = new_bot(spec, 5).explain(sight)
        plan = advice.plan
        assert plan is not None
        assert plan.clicks[0] == advice.choice.id
        assert plan.seat == sight.seat
        assert 1 <= len(plan.clicks) <= LONGEST_PLAN
        imagined = planner_match(match.game, match.game.portable(plan.start))
        assert imagined.view(sight.seat) == sight.view, "it begins where the seat is"
        for number, click in enumerate(plan.clicks):
            assert imagined.decision.seats == (sight.seat,)
            assert not imagined.decision.secret
            assert click in imagined.choices_of(sight.seat).ids
            turned_up = (imagined.state.reveals, imagined.state.draws)
            imagined.play(click, sight.seat)
            if (imagined.state.reveals, imagined.state.draws) != turned_up:
                assert number == len(plan.clicks) - 1, "what turns up ends the plan"
        lengths.append(len(plan.clicks))
    assert max(lengths) > 1


def test_the_plan_of_a_search_follows_its_tree() -> None:
    _, sight = sights("ankh", 2, 7, 2)[-1]
    bot = SearchBot(5, "60")
    advice = bot.explain(sight)
    assert advice.plan is not None
    line = bot.examine(sight, advice.choice.id).line
    assert line[0] == (sight.seat, advice.plan.clicks[0])


@pytest.mark.parametrize("game", GAMES)
def test_plans_are_told_in_every_language_without_notation(game: str) -> None:
    aims = threats = 0
    for match, sight in sights(game, 2, 9, 5):
        plan = plan_for(sight, "search:20")
        told = {lang: plan_words(match.game, plan, lang) for lang in LANGUAGES}
        for lang, words in told.items():
            text = " ".join((*words.steps, words.aim, words.threat))
            assert words.steps
            assert "{" not in text
            assert not re.search(r"\b(action|piece|territory|culture|monument) [a-z-]+\b", text) or lang == "en"
            assert len(words.steps) == len(told["en"].steps)
            assert bool(words.aim) == bool(told["en"].aim)
            assert bool(words.threat) == bool(told["en"].threat)
            if words.threat:
                assert plan.threat is not None
                assert plan.threat.cost >= SMALL_THREAT
                assert side_words(match.game, match.seat_name(plan.threat.seat), lang) in words.threat
        aims += bool(told["en"].aim)
        threats += bool(told["en"].threat)
        assert told["de"].steps != told["en"].steps
        assert told["ru"].steps != told["de"].steps
    assert aims
    assert threats


@pytest.mark.parametrize("spec", ["greedy", "search:12"])
def test_a_plan_knows_no_more_than_its_seat(spec: str) -> None:
    """Whatever others have chosen secretly, and whatever the dice will say: the same advice in the same words."""
    match = at_battle()
    first, second = match.decision.seats
    told = set()
    for pick in (0, -1):
        other = match.copy()
        other.play(list(other.choices_of(second))[pick], second)
        advice = new_bot(spec, 7).explain(Sight(other, first))
        assert advice.plan is not None
        assert advice.plan.clicks == [advice.choice.id], "a secret choice is no plan for others to be read from"
        assert advice.plan.threat is None
        told.add(advice_words(other, advice, "en"))
    assert len(told) == 1


def test_whoever_draws_lots_has_no_plan() -> None:
    match = theomachy.new("ankh", players=2, seed=1)
    advice = new_bot("random", 1).explain(Sight(match, match.decision.seats[0]))
    told = plan_of(match, advice, "en")
    assert (told.steps, told.aim, told.threat) == ((), "", "")


def test_a_hint_at_the_terminal_begins_with_the_plan() -> None:
    ran = run("play", "--seats", "you,random", "--seed", "1", typed="hint greedy\nquit\n", columns=200)
    plan, aim, reasons = (ran.out.find(words) for words in ("1. ", "That leads to: ", "I would choose “"))
    assert 0 < plan < aim < reasons


@pytest.mark.parametrize(("lang", "plan"), [("en", "My plan"), ("de", "Mein Plan"), ("ru", "План на этот ход")])
def test_a_coach_says_what_to_do_instead(lang: str, plan: str) -> None:
    match = theomachy.new("ankh", players=2, seed=3)
    said = counsel(match, match.decision.seats[0], "action unlock", "search:30", 1, lang)
    assert said.worse
    better = choice_words(match, Choice(match.game.table, match.game.table.find(said.best)), lang)
    assert said.words.index(better) < said.words.index(plan)
    assert said.words.count(better) >= 2, "what is better, and the plan that begins with it"

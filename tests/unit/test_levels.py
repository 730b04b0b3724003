"""The levels of strength: named like bots, complete in every language, with a bot behind each in every game."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import pytest

import theomachy
from tests.cli.command import run
from theomachy.analysis.looking import examiner
from theomachy.bots import LEVELS, Sight, new_bot
from theomachy.bots.levels import ADVISER, NEWCOMERS, STAND_IN, USUAL, bot_behind, level_text, level_words, levels_of
from theomachy.bots.search import SearchBot, read_budget
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.worth import StandingWorth

GAMES = sorted(theomachy.GAMES)
#: of the levels that search: counted tries take less than a second compiled, the clock is held to two seconds
MOST_TRIES, MOST_SECONDS = 2_000, 2.0


def test_levels_have_names_and_sentences_in_every_language() -> None:
    for lang in LANGUAGES:
        names = [level_words(level, lang) for level in LEVELS]
        assert all(names)
        assert len(set(names)) == len(LEVELS)
        for level in LEVELS:
            text = level_text(level, lang)
            assert text.endswith(".")
            assert len(text) < 110, "one line"
    assert {NEWCOMERS, STAND_IN, ADVISER} <= set(LEVELS)


@pytest.mark.parametrize("game", GAMES)
def test_every_level_has_a_bot_in_every_game(game: str) -> None:
    """It thinks no longer than the level says: most answer at once, those before the last in less than a second, the
    last one in two at most."""
    offered = levels_of(theomachy.game(game))
    behind = [bot_behind(theomachy.game(game), level) for level in offered]
    assert len(set(behind)) == len(offered) >= 8
    assert {NEWCOMERS, STAND_IN, ADVISER} <= set(offered)
    for level, spec in zip(offered, behind, strict=True):
        bot = new_bot(spec)
        searches = isinstance(bot, SearchBot)
        assert not searches or level in ("high-priest", "seer", "prophet", "oracle")
        if isinstance(bot, SearchBot):
            seconds, tries = read_budget(spec.partition(":")[2])
            assert tries <= MOST_TRIES
            assert seconds <= (MOST_SECONDS if level == "oracle" else 1.0)
    named = theomachy.game(game).mind().levels()
    assert named.keys() <= USUAL.keys(), "a level that does not exist"


def test_a_game_leaves_a_level_out_that_it_has_no_room_for() -> None:
    ankh, anunnaki = theomachy.game("ankh"), theomachy.game("anunnaki")
    assert [level for level in LEVELS if level not in levels_of(ankh)] == ["prophet"]
    assert levels_of(anunnaki) == LEVELS
    # Whoever names it all the same gets the next one up, or the usual one where there is none.
    assert bot_behind(ankh, "prophet") == bot_behind(ankh, "oracle")

    class Topless:
        def mind(self) -> Any:
            return self

        def levels(self) -> dict[str, str]:
            return {"oracle": ""}

    assert bot_behind(Topless(), "oracle") == USUAL["oracle"]  # type: ignore[arg-type]
    assert "oracle" not in levels_of(Topless())  # type: ignore[arg-type]


def test_a_game_that_names_no_levels_has_the_usual_ones() -> None:
    class Foreign:
        def mind(self) -> StandingWorth:
            return StandingWorth(theomachy.game("ankh"))

    assert [bot_behind(Foreign(), level) for level in levels_of(Foreign())] == list(USUAL.values())  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_level_plays_like_the_bot_behind_it(game: str) -> None:
    match = theomachy.new(game, players=2, seed=3, facts=False)
    for level in LEVELS[:-1]:
        level_bot, bot = new_bot(level.upper(), 5), new_bot(bot_behind(match.game, level), 5)
        assert level_bot.name == level
        sight = Sight(match, match.decision.seats[0])
        if not isinstance(bot, SearchBot):
            assert level_bot.choose(sight) == bot.choose(sight)
            assert level_bot.explain(sight).choice == bot.explain(sight).choice


def test_a_level_that_searches_weighs_choices() -> None:
    match = theomachy.new("ankh", players=2, seed=3, facts=False)
    sight = Sight(match, match.decision.seats[0])
    choice = sight.choices.ids[0]
    with pytest.raises(BadSetup, match="level 'novice': can't weigh choices; take one that searches, like 'oracle'"):
        examiner("novice").examine(sight, choice)
    assert examiner(ADVISER).worth_of(sight) is new_bot("search:5").worth_of(sight)  # type: ignore[attr-defined]


def test_the_terminal_lists_levels_and_seats_them() -> None:
    said = json.loads(run("levels", "anunnaki", "--json", "--lang", "ru").out)
    assert [each["level"] for each in said] == list(LEVELS)
    assert [each["bot"] for each in said] == [bot_behind(theomachy.game("anunnaki"), level) for level in LEVELS]
    listed = run("levels", "ankh", columns=120).out
    for level in levels_of(theomachy.game("ankh")):
        assert re.search(rf"^{level} +{level_words(level)}$", listed, re.MULTILINE)
        assert level_text(level) in listed
    assert "prophet" not in listed
    ran = run("play", "--seats", "you,adept", "--seed", "1", "--lang", "de", typed="hint scribe\nquit\n", columns=200)
    assert "(Adept)" in ran.out
    assert "Schreiber" in ran.out
    assert "Ich würde „" in ran.out


def test_a_file_of_levels_is_data_of_its_game() -> None:
    for game in GAMES:
        package = type(theomachy.game(game).mind()).__module__.rpartition(".")[0]
        assert (files(package) / "levels.toml").is_file()

"""Bots: found by name, given a sight and nothing else, playing whole matches of every kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.bots import Bot, Sight, bot_names, new_bot, tree
from theomachy.bots.casual import CasualBot
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.match import Match

#: whether the search itself is compiled
COMPILED = not str(tree.__file__).endswith(".py")

#: every number of players, merging, scenarios, each pharaoh once
SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("ankh", {"players": 2}),
    ("ankh", {"players": 3}),
    ("ankh", {"players": 4}),
    ("ankh", {"players": 5}),
    *(
        ("ankh", {"players": 3, "pharaoh": king})
        for king in ("akhenaten", "amenhotep", "ramses", "tutankhamun", "xerxes")
    ),
    ("anunnaki", {"players": 2}),
    ("anunnaki", {"players": 3}),
    ("anunnaki", {"players": 4}),
]


#: bots answer every so manyth decision of a match, lots are drawn in between; thinking is slow when interpreted
PACES = {"ankh": 1, "anunnaki": 1} if COMPILED else {"ankh": 8, "anunnaki": 40}


def play_out(match: Match, bots: list[Bot]) -> None:
    """Play a match to its end; every answer is one of the choices."""
    lots = new_bot("random", 1)
    pace = PACES[match.game.name]
    while not match.over:
        seat = match.decision.seats[-1]
        bot = lots if len(match.history) % pace else bots[seat]
        choice = bot.choose(Sight(match, seat))
        assert choice in match.choices_of(seat)
        match.play(choice, seat)


def seated(specs: list[str], seats: int, seed: int = 1) -> list[Bot]:
    return [new_bot(specs[seat % len(specs)], seed + seat) for seat in range(seats)]


# --- finding ----------------------------------------------------------------------------------------------------------


def test_the_bots_of_the_package_are_found() -> None:
    assert {"greedy", "learned", "random", "search"} <= set(bot_names())
    for name in bot_names():
        assert new_bot(name).name == name


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(
        BadSetup, match=r"no bot 'hal'; there are novice, .*, oracle, casual, greedy, learned, random, search"
    ):
        new_bot("hal")


@pytest.mark.parametrize("spec", ["search:soon", "search:0", "search:-5ms", "search:1ms", "search:nan", "search:1.5"])
def test_budgets_that_make_no_sense_are_refused(spec: str) -> None:
    with pytest.raises(BadSetup, match="is no budget; write a time like '200ms' or '2s', or iterations like '400'"):
        new_bot(spec)


def test_settings_for_a_bot_without_any_are_refused() -> None:
    with pytest.raises(BadSetup, match=r"^bot 'random:3': takes no settings; leave out ':3'$"):
        new_bot("random:3")
    with pytest.raises(BadSetup, match=r"^bot 'greedy:9': takes no settings; leave out ':9'$"):
        new_bot("greedy:9")


@pytest.mark.parametrize(
    "spec",
    [
        "casual:0",
        "casual:101",
        "casual:half",
        "casual:-5",
        "casual:\u0665\u0660",
        "casual:50-",
        "casual:50-x",
        "casual:9-9-9",
    ],
)
def test_shares_that_make_no_sense_are_refused(spec: str) -> None:
    with pytest.raises(BadSetup, match="is no share; write how many of a hundred choices it notices"):
        new_bot(spec)


def test_a_casual_bot_chooses_well_among_what_it_notices() -> None:
    """Whoever notices everything plays like the greedy bot; whoever notices less plays its best of that."""
    match = theomachy.new("ankh", players=2, seed=3, facts=False)
    sight = Sight(match, match.decision.seats[0])
    assert new_bot("casual:100", 5).choose(sight) == new_bot("greedy", 5).choose(sight)
    overlooked = 0
    for seed in range(20):
        bot = CasualBot(seed, "30")
        chosen = bot.choose(sight)
        assert bot.chances[list(sight.choices).index(chosen)] == max(bot.chances) >= 0.0
        overlooked += bot.chances.count(-1.0)
    assert 0.5 < overlooked / (20 * len(sight.choices)) < 0.9


def test_whoever_doubts_errs_in_close_calls_and_not_in_clear_ones() -> None:
    """The greater the doubt, the more chances are given away; what is misjudged was noticed."""
    match = theomachy.new("ankh", players=2, seed=3, facts=False)
    sight = Sight(match, match.decision.seats[0])
    given: list[float] = []
    for doubt in (0, 10, 40, 400):
        total = 0.0
        for seed in range(30):
            bot = CasualBot(seed, f"100-{doubt}")
            place = list(sight.choices).index(bot.choose(sight))
            assert -1.0 not in bot.chances
            total += max(bot.chances) - bot.chances[place]
        given.append(total)
    assert given[0] == 0.0
    assert given == sorted(given)
    assert given[1] < given[3]
    advice = CasualBot(4, "100-400").explain(sight)
    assert all(other.chance <= advice.best.chance and other.choice != advice.choice for other in advice.others)


OWN_BOT = """
from theomachy.bots import Advice, Prospect

class Last:
    name = "last"

    def __init__(self, seed=0, settings=""):
        self.settings = settings

    def choose(self, sight):
        return sight.choices[len(sight.choices) - 1]

    def explain(self, sight):
        return Advice("last", Prospect(self.choose(sight), -1.0))
"""


def test_a_bot_in_a_file_of_ones_own_plays(tmp_path: Path) -> None:
    file = tmp_path / "Own.py"
    file.write_text(OWN_BOT)
    bot = new_bot(f"{file}:wild")
    assert bot.name == "last"
    assert vars(bot)["settings"] == "wild"
    match = theomachy.new("ankh", players=2, seed=1)
    play_out(match, [bot, new_bot("random", 1)])
    assert match.over


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "must have one class with 'name', 'choose' and 'explain'"),
        ("def", "SyntaxError"),
        ("import nowhere_to_be_found", "ModuleNotFoundError"),
        ("raise SystemExit(4)", "SystemExit: 4"),
        (OWN_BOT.replace("self.settings = settings", 'raise OSError("no luck")'), "with a seed: OSError: no luck"),
        (OWN_BOT + OWN_BOT.replace("Last", "Lost"), "here are Last, Lost"),
        (OWN_BOT.replace("def explain", "def explanation"), "Last needs a method 'explain"),
        (
            OWN_BOT.replace('seed=0, settings=""', "*, colour").replace("= settings", "= colour"),
            "can't be made with a seed",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, wrong: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(text)
    with pytest.raises(BadSetup, match=wrong):
        new_bot(str(file))


def test_settings_that_a_bot_of_ones_own_stumbles_over_are_said(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_BOT.replace("= settings", "= settings + 1"))
    with pytest.raises(BadSetup, match=r"own\.py:wild': can't be made with a seed and these settings: TypeError"):
        new_bot(f"{file}:wild")


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="there is no such file"):
        new_bot(str(tmp_path / "none.py"))


# --- playing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_bots_play_whole_matches_of_every_kind(game: str, setup: dict[str, Any]) -> None:
    match = theomachy.new(game, seed=4, facts=False, **setup)
    play_out(match, seated(["search:3", "greedy", "random"], match.seats))
    assert match.outcome is not None
    assert not match.game.faults(match.state)


def test_merged_gods_are_played_by_two_bots() -> None:
    """Each seat answers for itself after merging, also beside a seat that somebody else plays."""
    for seed in range(20):
        match = theomachy.new("ankh", players=4, seed=seed, facts=False)
        lots = new_bot("random", seed)
        bots = seated(["search:2", "greedy"], 4, seed)
        merged: dict[int, int] = {}
        while not match.over and sum(merged.values()) < 12:
            seat = match.decision.seats[0]
            bot = lots
            if list(match.state.side).count(match.state.side[seat]) > 1:
                merged[seat] = merged.get(seat, 0) + 1
                bot = bots[seat]
            match.play(bot.choose(Sight(match, seat)), seat)
        if len(merged) > 1:
            return
    pytest.fail("no two seats merged and played on in 20 matches")


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
@pytest.mark.parametrize("spec", ["random", "casual:50", "greedy", "search:4"])
def test_the_same_seed_gives_the_same_match(game: str, spec: str) -> None:
    histories = []
    for seed in (1, 1, 2):
        match = theomachy.new(game, players=2, seed=3, facts=False)
        bots = seated([spec], 2, seed)
        for _ in range(16):
            seat = match.decision.seats[0]
            match.play(bots[seat].choose(Sight(match, seat)), seat)
        histories.append(match.history)
    assert histories[0] == histories[1]
    assert histories[0] != histories[2] or spec != "random"


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
@pytest.mark.parametrize("spec", ["casual:50", "greedy", "search:6"])
def test_explaining_changes_nothing(game: str, spec: str) -> None:
    """Neither the match nor the answers after it."""
    histories = []
    for asked in (False, True):
        match = theomachy.new(game, players=2, seed=8, facts=False)
        bots = seated([spec], 2)
        for number in range(16):
            seat = match.decision.seats[0]
            if asked and number % 4 == 0:
                before = match.digest()
                advice = bots[seat].explain(Sight(match, seat))
                assert advice.choice in match.choices_of(seat)
                assert match.digest() == before
            match.play(bots[seat].choose(Sight(match, seat)), seat)
        histories.append(match.history)
    assert histories[0] == histories[1]


# --- hidden is hidden -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["casual:50", "greedy", "search:12"])
def test_a_bot_knows_nothing_of_what_others_have_chosen_secretly(spec: str) -> None:
    """In a battle the answer is the same whatever the other seat has chosen before."""
    match = theomachy.new("ankh", players=2, seed=1, facts=False)
    guide = seated(["random"], 2)
    while not (match.decision.secret and len(match.decision.seats) == 2):
        seat = match.decision.seats[0]
        match.play(guide[seat].choose(Sight(match, seat)), seat)
    first, second = match.decision.seats
    answers = set()
    for choice in match.choices_of(second):
        other = match.copy()
        other.play(choice, second)
        answers.add(str(new_bot(spec, 5).choose(Sight(other, first))))
    assert len(answers) == 1
    assert answers == {str(new_bot(spec, 5).choose(Sight(match, first)))}


@pytest.mark.parametrize("spec", ["greedy", "search:8"])
def test_a_bot_knows_nothing_of_hidden_cards(spec: str) -> None:
    """Anunnaki: where all that the seat can't know is dealt otherwise, the bot answers the same."""
    match = theomachy.new("anunnaki", players=3, seed=2, facts=False)
    guide = seated(["random"], 3)
    compared = 0
    while compared < 6:
        seat = match.decision.seats[0]
        if len(match.history) % 25 == 24 and len(match.choices_of(seat)) > 1:
            dealt = match.planner_copy(seat, 99)
            dealt_seed = match.planner_copy(seat, 77)
            answers = {str(new_bot(spec, 5).choose(Sight(other, seat))) for other in (dealt, dealt_seed)}
            assert answers == {str(new_bot(spec, 5).choose(Sight(match, seat)))}
            compared += 1
        match.play(guide[seat].choose(Sight(match, seat)), seat)

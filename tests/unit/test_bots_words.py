"""What bots say, in every language; and the bot of docs/bots.md."""

from __future__ import annotations

import tomllib
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

import theomachy
from tests.cli.command import run
from theomachy.bots import Advice, Prospect, Sight, new_bot
from theomachy.bots.gains import gains_of
from theomachy.bots.reasons import advice_words, reason_words
from theomachy.bots.tree import Table
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.match import Match

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


def words(name: str) -> dict[str, str]:
    return tomllib.loads((files("theomachy.bots") / "data" / name).read_text(encoding="utf-8"))


def match_before(game: str, secret: bool) -> tuple[Match, int]:
    """A match in its middle, at an open or secret decision between several choices."""
    match = theomachy.new(game, players=2, seed=2)
    lots = new_bot("random", 3)
    while True:
        seat = match.decision.seats[0]
        several = len(match.choices_of(seat)) > 2
        if len(match.history) > 8 and match.decision.secret == secret and several:
            return match, seat
        match.play(lots.choose(Sight(match, seat)), seat)


def test_the_sentences_are_complete_in_every_language() -> None:
    english = words("reasons.en.toml")
    for lang in LANGUAGES:
        assert words(f"reasons.{lang}.toml").keys() == english.keys()
        assert all(words(f"reasons.{lang}.toml").values())


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_every_term_has_a_name_in_every_language(game: str) -> None:
    match, _ = match_before(game, secret=False)
    terms = {term for term, _ in theomachy.game(game).mind().terms(match.state, Side(0))} | {"outcome"}
    for lang in LANGUAGES:
        names = import_module(f"theomachy.games.{game}.content").term_names(lang)
        assert terms <= names.keys()


@pytest.mark.parametrize("secret", [False, True])
@pytest.mark.parametrize("spec", ["greedy", "search:20"])
def test_a_bot_says_what_why_and_what_else(spec: str, secret: bool) -> None:
    match, seat = match_before("ankh", secret)
    advice = new_bot(spec, 1).explain(Sight(match, seat))
    assert 0.0 <= advice.best.chance <= 1.0
    assert advice.others
    assert all(other.choice != advice.choice for other in advice.others)
    assert [change for _, change in advice.gains] == sorted(
        (change for _, change in advice.gains), key=abs, reverse=True
    )
    told = {lang: reason_words(match, advice, lang) for lang in LANGUAGES}
    assert len(set(told.values())) == 3
    for lang, text in told.items():
        space = "" if lang == "en" else "\u00a0"
        assert f"{round(100 * advice.best.chance)}{space}%" in text
        assert "{" not in text
    assert told["en"].startswith("I would choose “")
    assert told["de"].startswith("Ich würde „")
    assert told["ru"].startswith("Мой выбор: «")


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
@pytest.mark.parametrize("spec", ["greedy", "search:12", "search:60"])
def test_no_runner_up_is_said_to_be_better(game: str, spec: str) -> None:
    """With few iterations some choices are tried once or twice, and seem better than they are."""
    match = theomachy.new(game, players=2, seed=4)
    lots = new_bot("random", 5)
    told = 0
    while told < 25:
        seat = match.decision.seats[0]
        sight = Sight(match, seat)
        if len(match.history) % 7 == 0 and not sight.secret and len(sight.choices) > 2:
            advice = new_bot(spec, told).explain(sight)
            chances = [advice.best.chance, *(other.chance for other in advice.others)]
            assert chances == sorted(chances, reverse=True)
            assert advice.others
            assert chances[-1] >= 0.0
            told += 1
        match.play(lots.choose(sight), seat)
        if match.over:
            match = theomachy.new(game, players=2, seed=told)


def test_few_tries_count_little() -> None:
    table = Table(Seat(0))
    sure, new, poor, unseen = (table.place(choice) for choice in range(4))
    table.looks = [0.5, 0.5, 0.3, -1.0]
    table.weigh()
    table.visits = [20, 1, 15, 0]
    table.values = [0.4, 0.9, 0.35, -1.0]
    assert table.belief(sure, sure) == 0.4
    assert table.belief(new, sure) == pytest.approx(0.4), "no better than what held up"
    assert 0.2 < table.belief(poor, sure) < 0.35, "between its first sight and its tries"
    assert table.belief(unseen, sure) == -1.0


def test_the_reasons_are_the_changes_in_the_terms() -> None:
    """Gaining followers is told as followers gained."""
    match = theomachy.new("ankh", gods=["isis", "amun"], seed=1)
    for choice in ("action summon", "piece warrior"):
        match.play(choice)
    while match.decision.prompt != "choose-action":
        match.play(match.choices[0])
    sight = Sight(match, match.decision.seats[0])
    gain = next(choice for choice in sight.choices if str(choice) == "action gain")
    after = match.copy()
    after.play(gain)
    gained = after.state.followers[sight.seat] - match.state.followers[sight.seat]
    assert gained > 0
    assert dict(gains_of(theomachy.game("ankh").mind(), sight, gain, 1))["followers"] > 0.0
    done = Advice("greedy", Prospect(gain, 0.5), gains=[("followers", 1.25), ("cards", -0.5)])
    assert advice_words(match, done, "en") == (
        "I would choose “Gain followers”: about 50% to win. It brings, in points: followers +1.2. "
        "It costs: battle cards −0.5. I looked one action ahead."
    )


def test_the_random_bot_has_no_reasons() -> None:
    match, seat = match_before("ankh", secret=False)
    advice = new_bot("random", 1).explain(Sight(match, seat))
    assert advice.how == "random"
    assert "I have no reasons and expect nothing." in advice_words(match, advice, "en")


def test_the_bot_of_the_page_plays(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0]
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    file = tmp_path / "freedom.py"
    file.write_text(code, encoding="utf-8")
    bot = new_bot(str(file), 1)
    for game in ("ankh", "anunnaki"):
        match = theomachy.new(game, players=2, seed=1, facts=False)
        players = [bot, new_bot("random", 2)]
        for _ in range(60):
            seat = match.decision.seats[0]
            match.play(players[seat].choose(Sight(match, seat)), seat)
    match = theomachy.new("ankh", players=2, seed=1)
    advice = bot.explain(Sight(match, match.decision.seats[0]))
    assert advice_words(match, advice, "en").startswith("I would choose “")
    assert "%" not in advice_words(match, advice, "en")


def test_a_person_may_ask_for_a_hint() -> None:
    typed = "hint greedy\nhint search:5\nhint hal\nquit\n"
    for lang, said, unknown in (
        ("en", "I would choose “", "no bot 'hal'; there are novice, "),
        ("de", "Ich würde „", "Einen Bot „hal“ gibt es nicht; es gibt novice, "),
        ("ru", "Мой выбор: «", "нет бота «hal»; есть novice, "),
    ):
        ran = run("play", "--seats", "you,random", "--seed", "1", "--lang", lang, typed=typed, columns=200)
        assert ran.out.count(said) == 2
        assert unknown in ran.out
        assert ran.code == 0

"""The terminal with every installed game: it asks, shows, plays, replays and counts without knowing which one it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import theomachy
from tests.cli.command import run
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.match import Match
from theomachy.kernel.wording import fact_words

every_game = pytest.mark.parametrize("game", list(theomachy.GAMES))


def short_match(game: str, seed: int, decisions: int) -> Match:
    match = theomachy.new(game, players=min(theomachy.game(game).players), seed=seed)
    while not match.over and len(match.history) < decisions:
        ids = match.choices.ids
        match.play(ids[(len(match.history) * 7919 + seed) % len(ids)], match.decision.seats[0])
    return match


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_person_is_asked_in_every_language(game: str, lang: str, tmp_path: Path) -> None:
    """Twenty times the first choice; then the input ends."""
    file = tmp_path / "match.json"
    ran = run("play", game, "--seed", "5", "--lang", lang, "--save", file, typed="1\n" * 20)
    assert (ran.code, ran.err) == (0, "")
    match = theomachy.load(file.read_text(encoding="utf-8"))
    asked = ran.out.count("\n> 1\n")
    assert asked == 20 == sum(seat == 0 for seat, _ in match.history)
    # Names of files and commands are not broken, so that they can be copied.
    broken = [line for line in ran.out.splitlines() if str(file) not in line and "theomachy play" not in line]
    assert [line for line in broken if len(line) > 80] == []


@every_game
def test_bots_play_to_the_end_and_the_match_is_replayed(game: str, tmp_path: Path) -> None:
    players = min(theomachy.game(game).players)
    file = tmp_path / "match.json"
    ran = run("play", game, "--seats", ",".join(["random"] * players), "--seed", "4", "--save", file)
    assert ran.code == 0, ran.err
    match = theomachy.load(file.read_text(encoding="utf-8"))
    assert match.over
    assert match.outcome is not None
    assert match.game.catalogue.name(f"how.{match.outcome.how}") in ran.out
    replayed = run("replay", file, "--from", len(match.history) - 3)
    assert replayed.code == 0, replayed.err
    assert match.game.catalogue.name(f"how.{match.outcome.how}") in replayed.out


@every_game
def test_simulations_add_up(game: str) -> None:
    players = max(theomachy.game(game).players)
    ran = run("simulate", game, "--games", "3", "--players", players, "--json")
    assert ran.code == 0, ran.err
    data = json.loads(ran.out)
    assert data["matches"] == 3 == sum(data["endings"].values())
    assert {share["matches"] for share in data["seats"].values()} == {3}


@every_game
def test_facts_have_a_sentence_in_every_language(game: str) -> None:
    seen = {fact["fact"]: fact for seed in range(3) for fact in short_match(game, seed, 300).facts}
    assert len(seen) > 10
    for lang in LANGUAGES:
        for name, fact in seen.items():
            sentence = fact_words(theomachy.game(game), fact, lang)
            assert not sentence.startswith(f"{name}:"), f"{lang}: {fact}"
            assert "{" not in sentence, f"{lang}: {sentence}"

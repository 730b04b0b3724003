"""The learned evaluation: a tiny net is trained, exported and read, files that can't be used are refused by name, and a
bot without weights searches on."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i16

import theomachy
from tests.cli.command import run
from tests.nets import TERMS, drawn_weights, positions
from theomachy.bots import Sight, new_bot
from theomachy.bots.learned import LearnedBot
from theomachy.bots.learning.experience import LearnedWorth, put_terms, whole_terms
from theomachy.bots.learning.weights import (
    MAGIC,
    MOST_BYTES,
    BadWeights,
    find_weights,
    fitting_weights,
    read_weights,
    weights_paths,
)
from theomachy.bots.reasons import advice_words
from theomachy.kernel.arrays import filled, numbers
from theomachy.kernel.errors import BadSetup, TheomachyError
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match
from theomachy.kernel.net import ONE, fingerprint
from theomachy.kernel.refusals import refusal_words
from theomachy.lab.plans import Plan
from theomachy.lab.results import Result, play_plan
from theomachy.training import samples
from theomachy.training.export import export
from theomachy.training.features import layout_of, read_samples
from theomachy.training.report import passes
from theomachy.training.trained import Training
from theomachy.training.trainer import log_chances, train


@pytest.mark.parametrize("name", ["ankh", "anunnaki"])
def test_what_a_net_reads_are_the_terms(name: str) -> None:
    worth = theomachy.game(name).mind().patient()
    for match in positions(name)[::8]:
        sides = worth.sides(match.state)
        for side, values in zip(sides, worth.values_of(match.state, sides), strict=True):
            assert values == [points for _, points in worth.terms(match.state, side)]
            assert len(values) == TERMS[name]


def test_terms_stand_beside_those_of_the_others_in_the_match() -> None:
    terms = whole_terms([[1.0, -2.0], [], [3.0, 0.5], [1.0, 1.0]], 2.0)
    assert terms == [[512, -1024], [], [1536, 256], [512, 512]]
    out = filled(4, 7)
    put_terms(out, terms, 0)
    assert list(out) == [512, -1024, 1024, 384]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Path]]:
    """A file of weights trained on a few matches at random, and the files of these matches."""
    folder = tmp_path_factory.mktemp("training")
    paths = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(samples, "CHUNK", 3)
        for number in (1, 11):
            order = samples.Order("anunnaki", number, "2", "random", 1)
            samples.write_chunk((order, folder / order.name()))
            paths.append(folder / order.name())
    rows, trained, held = read_samples("anunnaki", paths)
    plan = Training(nets=2, width=4, height=4, epochs=6, batch=16, rate=0.01, drop=0.0)
    net = train(rows, trained, trained, plan, lambda text: None)
    assert net.figures["after"][0] < net.figures["before"][0]
    assert len(held) > 0
    file = folder / "tiny.weights"
    file.write_bytes(export("anunnaki", rows, net, {"seed": 1}))
    return file, paths


def test_a_tiny_net_is_trained_exported_and_read(tiny: tuple[Path, list[Path]]) -> None:
    file, _ = tiny
    bot = new_bot(f"learned:4@{file}", 1)
    match = positions("anunnaki", 5)[-1]
    seat = match.decision.seats[0]
    assert bot.choose(Sight(match, seat)) in match.choices_of(seat)
    assert isinstance(bot, LearnedBot)
    assert bot.trouble == ""
    weights = find_weights(theomachy.game("anunnaki"), str(file))
    assert weights.header["provenance"] == {"seed": 1}
    assert bot.explain(Sight(match, seat)).trouble == ""


def test_the_file_says_what_was_trained(tiny: tuple[Path, list[Path]]) -> None:
    """Whole numbers and the joining of nets change next to nothing of what the net says."""
    file, paths = tiny
    game = theomachy.game("anunnaki")
    rows, trained, _ = read_samples("anunnaki", paths)
    plan = Training(nets=2, width=4, height=4, epochs=2, batch=16, rate=0.01, drop=0.0)
    net = train(rows, trained, trained, plan, lambda text: None)
    file = file.with_name("again.weights")
    file.write_bytes(export("anunnaki", rows, net, {}))
    weights = find_weights(game, str(file))
    expected = np.exp(log_chances(rows, net, trained.at(np.arange(20))))
    reader = weights.reader(layout_of("anunnaki", "2"))
    for number in range(20):
        reader.look(vec[i16](trained.seen[number].tolist()))
        odds = []
        for seat in (0, 1):
            own, other = trained.terms[number][seat], trained.terms[number][1 - seat]
            odds.append(trained.odds[number][seat] * weights.trust)
            odds[-1] += reader.judge(seat, numbers([*own.tolist(), *other.tolist()])) / ONE
        chance = 1 / (1 + np.exp(odds[1] - odds[0]))
        assert chance == pytest.approx(expected[number][0], abs=0.02)


@pytest.mark.parametrize("seat", [0, 1])
def test_it_never_sees_what_its_seat_can_not_know(tiny: tuple[Path, list[Path]], seat: int) -> None:
    """Where all that the seat can't know is dealt otherwise, it answers the same."""
    file, _ = tiny
    asked = 0
    for match in positions("anunnaki", 60)[::6]:
        if seat not in match.decision.seats or len(match.choices_of(seat)) < 2:
            continue
        twin = match.planner_copy(seat, 5)
        answers = [new_bot(f"learned:3@{file}", 4).choose(Sight(found, seat)) for found in (match, twin)]
        assert answers[0] == answers[1]
        asked += 1
    assert asked > 0


def test_a_match_gives_quiet_positions_and_who_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "CHUNK", 1)
    chunk = samples.play_chunk(samples.Order("anunnaki", 3, "3", "random", 2))
    assert str(chunk["table"]) == "3"
    assert len(chunk["seen"]) > samples.CHUNK
    assert chunk["won"].sum(1) == pytest.approx(1.0)
    assert (chunk["side"][:, :3] == [0, 1, 2]).all()
    assert (chunk["found"] == -1.0).all()
    assert chunk["winners"].sum() == 1
    assert chunk["sides"].shape == (samples.CHUNK, 3)
    again = samples.play_chunk(samples.Order("anunnaki", 3, "3", "random", 2))
    assert all((chunk[key] == again[key]).all() for key in chunk)


def test_all_settings_of_a_table_are_played() -> None:
    """A chunk has room for two pharaohs; a few chunks have all five, each about as often."""
    orders = samples.orders("ankh", ["2", "2/pharaoh=all"], "random", 3, 60 * 2 * samples.CHUNK)
    plans = [plan for order in orders if order.table != "2" for plan in samples.plans_of(order)]
    times = Counter(plan.setup["pharaoh"] for plan in plans)
    assert len(times) == 5
    assert min(times.values()) > len(plans) / 10


def test_what_a_search_expects_is_noted() -> None:
    match = positions("anunnaki", 5)[-1]
    drawn = samples.Drawn(match, match.game.mind().patient(), 1)
    drawn.find([0.7, 0.1])
    assert drawn.found == pytest.approx([0.125, 0.875, 0.0, 0.0, 0.0])
    assert drawn.shares([0], 2) == [0.0, 1.0, 0.0, 0.0, 0.0]


def moments_of(outlooks: list[list[float]], by_lot: int = -1) -> list[samples.Moment]:
    """Moments of a duel with what a search saw at each; one of them in a turn that is played by lot."""
    match = positions("anunnaki", 5)[-1]
    worth = match.game.mind().patient()
    return [
        samples.Moment([samples.Drawn(match, worth, 0)], outlook, number == by_lot)
        for number, outlook in enumerate(outlooks)
    ]


def test_what_is_expected_is_what_a_search_sees_and_what_comes_later() -> None:
    moments = moments_of([[0.4, 0.6], [], [0.8, 0.2]])
    samples.expect(moments, [1.0, 0.0])
    found = [moment.drawn[0].found[0] for moment in moments]
    assert found == pytest.approx([0.4 + 0.9 * (0.98 - 0.4), 0.98, 0.98])


def test_nothing_is_expected_of_what_comes_after_a_turn_by_lot() -> None:
    moments = moments_of([[], [0.4, 0.6], [], [0.8, 0.2]], by_lot=2)
    samples.expect(moments, [0.0, 1.0])
    found = [moment.drawn[0].found[0] for moment in moments]
    assert found == pytest.approx([0.4, 0.4, -1.0, 0.8 - 0.9 * 0.8])


def test_nothing_is_expected_where_nobody_searched() -> None:
    moments = moments_of([[], []])
    samples.expect(moments, [0.0, 1.0])
    assert all(moment.drawn[0].found[0] == -1.0 for moment in moments)


def test_positions_read_one_after_the_other_are_judged_like_each_by_itself() -> None:
    """What the rows of slots that changed leave behind is what all rows together give."""
    game = theomachy.game("ankh")
    weights = read_weights(drawn_weights("ankh"), "drawn", game)
    matches = positions("ankh")
    one = LearnedWorth(game, game.mind().patient(), weights, matches[0].state, Seat(1))
    for match in [*matches, *matches[::-7]]:
        sides = one.sides(match.state)
        fresh = LearnedWorth(game, game.mind().patient(), weights, match.state, Seat(1))
        assert one.log_odds(match.state, sides) == fresh.log_odds(match.state, sides)


def test_chunks_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    wanted = samples.orders("ankh", ["2"], "random", 1, 64)
    for order in wanted:
        (tmp_path / order.name()).write_bytes(b"kept")
    assert samples.collect(tmp_path, wanted, 1, lambda count: None) == [tmp_path / order.name() for order in wanted]
    assert all((tmp_path / order.name()).read_bytes() == b"kept" for order in wanted)


@pytest.mark.parametrize("table", ["", "two", "2/pharaoh", "9"])
def test_tables_that_make_no_sense_are_refused(table: str) -> None:
    with pytest.raises(BadSetup, match=r"^(tables: '|players: 9)"):
        samples.design_of("ankh", table)


def test_too_few_matches_are_refused(tiny: tuple[Path, list[Path]]) -> None:
    with pytest.raises(TheomachyError, match="too few matches"):
        read_samples("anunnaki", tiny[1][:1])


def play_by_lot(plans: list[Plan], *_: Any) -> list[Result]:
    """Two matches of a gate in which lots are drawn instead of thinking."""
    results = [play_plan(replace(plan, bots=("random",) * len(plan.bots))) for plan in plans[:2]]
    return [replace(result, bots=list(plan.bots)) for result, plan in zip(results, plans, strict=False)]


def test_the_whole_way_by_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches, net, gate, report; gone on with, nothing is done twice. Two matches are too few to pass."""
    monkeypatch.setattr(samples, "CHUNK", 2)
    monkeypatch.setattr("theomachy.cli.train.play_kept", play_by_lot)
    args = ["train", "anunnaki", "--bot", "random", "--games", "4", "--folder", str(tmp_path), "--epochs", "1"]
    args += ["--gate", "2", "--jobs", "1"]
    first = run(*args)
    assert first.code == 1, first.err
    assert "2: not passed" in first.out
    pages = list(tmp_path.glob("anunnaki-*.md"))
    assert len(pages) == 1
    told = pages[0].read_text()
    assert "not passed" in told
    assert "Calibration" in told
    assert "## Who won the matches at table 2" in told
    assert str(tmp_path) not in told, "gates name the file, not the folder on somebody's machine"
    # Four matches, every house in every seat once.
    shares = [row.split(" | ") for row in told.splitlines() if row.startswith(("| seat ", "| babylon"))]
    assert [row[2] for row in shares] == ["2", "4", "4"]
    assert sum(int(row[1]) for row in shares[1:]) == 4
    assert not (tmp_path / "anunnaki.weights").exists()
    files = {path: path.stat().st_mtime_ns for pattern in ("*.npz", "*.weights") for path in tmp_path.rglob(pattern)}
    assert len(files) == 3
    assert run(*args).code == 1
    assert {path: path.stat().st_mtime_ns for path in files} == files


def test_a_net_is_exported_for_the_tables_whose_gates_it_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it says there is what it said before the others' slots were left out."""
    monkeypatch.setattr(samples, "CHUNK", 2)

    def gate(_game: Any, _weights: Path, table: str, *_: Any) -> dict[str, Any]:
        held = {"contender": "a", "rival": "b", "table": table, "seed": 0, "points": 9.0, "matches": 9, "share": 1.0}
        return {**held, "low": 0.7 if table == "2" else 0.2, "high": 1.0, "fair": 0.5}

    monkeypatch.setattr("theomachy.cli.train._hold_gate", gate)
    args = ["train", "anunnaki", "--bot", "random", "--games", "24", "--tables", "2,3", "--epochs", "1", "--jobs", "1"]
    ran = run(*args, "--folder", tmp_path)
    assert ran.code == 0, ran.err
    assert "3: not passed" in ran.out
    game = theomachy.game("anunnaki")
    whole = find_weights(game, str(next(tmp_path.glob("anunnaki-*.weights"))))
    weights = find_weights(game, str(tmp_path / "anunnaki.weights"))
    assert weights.header["provenance"]["command"].startswith("theomachy train anunnaki --bot random --games 24")
    assert [held["table"] for held in weights.header["provenance"]["gates"]] == ["2", "3"]
    assert list(weights.header["layouts"].values()) == ["2"]
    with pytest.raises(BadWeights, match="not trained for"):
        weights.check(layout_of("anunnaki", "3"))
    assert len(weights.slots) < len(whole.slots)
    worths = [
        LearnedWorth(game, game.mind().patient(), found, positions("anunnaki", 1)[0].state, Seat(0))
        for found in (whole, weights)
    ]
    for match in positions("anunnaki", 20):
        sides = worths[0].sides(match.state)
        assert worths[0].log_odds(match.state, sides) == worths[1].log_odds(match.state, sides)


def test_only_an_interval_above_the_fair_share_passes() -> None:
    assert passes({"low": 0.51, "fair": 0.5})
    assert not passes({"low": 0.5, "fair": 0.5})


def changed(data: bytes, **fields: Any) -> bytes:
    """A file with another header, and the numbers it had."""
    head, _, body = data[len(MAGIC) :].partition(b"\n")
    return MAGIC + json.dumps({**json.loads(head), **fields}).encode() + b"\n" + body


def other_body(data: bytes, body: bytes) -> bytes:
    head = data[: data.index(b"\n", len(MAGIC)) + 1]
    return changed(head + body, digest=sha256(body).hexdigest())


def test_files_that_can_not_be_used_are_refused_by_name() -> None:
    game, good = theomachy.game("ankh"), drawn_weights("ankh")
    assert read_weights(good, "good", game).trust == 900 / 1024
    for data, why in (
        (b"", "not a file of weights"),
        (good[3:], "not a file of weights"),
        (good[:-1], "damaged, its numbers"),
        (good[:400] + bytes([good[400] ^ 1]) + good[401:], "damaged"),
        (MAGIC + b"{}\n", "damaged, its header"),
        (changed(good, game="anunnaki"), "foreign, made for 'anunnaki', not for 'ankh'"),
        (changed(good, rules_version=0), "outdated, made for version 0"),
        (changed(good, sizes=[1, 2, 3]), "damaged, there are more or fewer numbers"),
        (other_body(good, b"nothing"), "damaged"),
        (other_body(good, zlib.compress(bytes(17_000_000))), "damaged, more than 16000000 bytes when inflated"),
    ):
        with pytest.raises(BadWeights, match=f"^mine: {why}") as refused:
            read_weights(data, "mine", game)
        for lang in ("de", "ru"):
            assert refusal_words(str(refused.value), lang) != str(refused.value)


def test_weights_go_back_as_far_as_the_game_says() -> None:
    """Where only printed values have changed since, what was learned is still of use."""
    game, good = theomachy.game("anunnaki"), drawn_weights("anunnaki")
    assert 0 < game.learned_since < game.rules_version
    assert read_weights(changed(good, rules_version=game.learned_since), "old", game).trust == 900 / 1024
    for version in (game.learned_since - 1, game.rules_version + 1, "5", None):
        with pytest.raises(BadWeights, match=f"^mine: outdated, made for version {version} of"):
            read_weights(changed(good, rules_version=version), "mine", game)


@pytest.mark.parametrize("name", ["ankh", "anunnaki"])
def test_the_weights_of_the_package_fit_the_rules_of_today(name: str) -> None:
    """Where they don't any more, they must be trained anew or go."""
    game = theomachy.game(name)
    if not weights_paths(game):
        with pytest.raises(BadWeights, match="there are no weights"):
            fitting_weights(game, layout_of(name, "2"), weights_paths(game))
    assert sum(path.stat().st_size for path in weights_paths(game)) < MOST_BYTES
    trained_for: set[str] = set()
    for path in weights_paths(game):
        weights = find_weights(game, str(path))
        provenance = weights.header["provenance"]
        # Made by the command, or by scripts that say round by round what they did.
        assert {"command", "chunks"} <= provenance.keys() or {"rounds", "training"} <= provenance.keys()
        gates = provenance["gates"]
        for table in weights.header["layouts"].values():
            # Each table has passed a gate, and one file alone judges it.
            held = [gate for gate in gates if gate["table"] == table]
            assert any(gate["low"] > 1 / int(table[0]) for gate in held), table
            assert table not in trained_for
            trained_for.add(table)
            layout = layout_of(name, table)
            assert fitting_weights(game, layout, weights_paths(game)).reader(layout)
            assert fitting_weights(game, layout, weights_paths(game)) is weights


def test_a_game_may_have_several_files_for_some_tables_each(tmp_path: Path) -> None:
    game, two, three = theomachy.game("ankh"), layout_of("ankh", "2"), layout_of("ankh", "3")
    good = drawn_weights("ankh")
    files = [tmp_path / "learned.weights", tmp_path / "learned-more.weights"]
    files[0].write_bytes(good)
    files[1].write_bytes(changed(good, layouts={fingerprint(three): "3"}))
    assert fitting_weights(game, two, files).name == "learned.weights"
    assert fitting_weights(game, three, files).name == "learned-more.weights"
    with pytest.raises(BadWeights, match=r"^learned\.weights: it was not trained for matches like this one"):
        fitting_weights(game, layout_of("ankh", "4"), files)
    files[0].write_bytes(good[:-1])
    assert fitting_weights(game, three, files).name == "learned-more.weights"
    with pytest.raises(BadWeights, match=r"^learned\.weights: damaged"):
        fitting_weights(game, two, files)


def test_without_weights_it_says_so_and_searches(tmp_path: Path) -> None:
    match = positions("ankh", 6)[-1]
    seat = match.decision.seats[0]
    bot = LearnedBot(1, f"5@{tmp_path / 'none.weights'}")
    assert bot.choose(Sight(match, seat)) == new_bot("search:5", 1).choose(Sight(match, seat))
    assert bot.trouble == "none.weights: there are no weights for ankh"
    assert bot.explain(Sight(match, seat)).trouble == bot.trouble


def test_it_does_not_judge_matches_it_was_not_trained_for(tmp_path: Path) -> None:
    (tmp_path / "two.weights").write_bytes(drawn_weights("ankh"))
    match = Match(theomachy.game("ankh"), {"players": 3}, 3)
    bot = LearnedBot(1, f"2@{tmp_path / 'two.weights'}")
    bot.choose(Sight(match, match.decision.seats[0]))
    assert bot.trouble == "two.weights: it was not trained for matches like this one"


def test_it_says_in_words_what_is_experience_and_what_is_missing(tmp_path: Path) -> None:
    match = positions("ankh", 6)[-1]
    seat = match.decision.seats[0]
    (tmp_path / "drawn.weights").write_bytes(drawn_weights("ankh"))
    advice = new_bot(f"learned:5@{tmp_path / 'drawn.weights'}", 1).explain(Sight(match, seat))
    assert advice.experience != 0.0
    for lang, word in (("en", "Experience"), ("de", "Erfahrung"), ("ru", "Опыт")):
        assert word in advice_words(match, advice, lang)
    missing = new_bot(f"learned:5@{tmp_path / 'none.weights'}", 1).explain(Sight(match, seat))
    assert missing.experience == 0.0
    assert "none.weights: there are no weights for ankh" in advice_words(match, missing)
    assert "none.weights: Für ankh gibt es keine Gewichte" in advice_words(match, missing, "de")
    assert "none.weights: весов для ankh нет" in advice_words(match, missing, "ru")

"""Analyses of finished matches: made piece by piece, kept with the table, limited, and gone on with by others."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import theomachy
from tests.server.serving import FAST, SOON, Client, Serving
from theomachy.analysis.looking import Walk, examiner, look_at, skim
from theomachy.kernel.match import Match
from theomachy.server.analyses import BOT, SLOW_BOT, Analyses, Body, add, news_of, next_piece, skim_order
from theomachy.server.analysis_rows import keep_analysis, read_analysis, take_analysis
from theomachy.server.app import Settings
from theomachy.server.bots import NoAnswer
from theomachy.server.database import open_database
from theomachy.server.engine import thinks_compiled
from theomachy.server.limits import Limits
from theomachy.server.studies import Excerpt, Findings, Reader, match_text

#: the last battle of a match: it ends after a few choices
ENDING: dict[str, Any] = json.loads(Path("examples/last_battle.json").read_text(encoding="utf-8"))
#: who has chariots, which win, and plays another card
BLUNDER = ("card maat", "card flood", "no", "figure B8")


def short_match() -> Match:
    match = theomachy.new("ankh", seed=5, **ENDING)
    for choice in BLUNDER:
        match.play(choice, match.decision.seats[0])
    assert match.over
    return match


def random_match() -> Match:
    """A whole match, drawn by lot."""
    match = theomachy.new("ankh", players=2, seed=3)
    luck = random.Random(3)
    while not match.over:
        seat = match.decision.seats[0]
        match.play(luck.choice(list(match.choices_of(seat))), seat)
    return match


def wait_for(client: Client, path: str, phase: str) -> dict[str, Any]:
    end = time.monotonic() + 4 * SOON
    while time.monotonic() < end:
        found: dict[str, Any] = client.get(path).json()
        if found["phase"] == phase:
            return found
        time.sleep(0.05)
    raise AssertionError(f"no analysis that is {phase}: {found}")


def test_an_analysis_is_made_and_kept(database: str) -> None:
    match = short_match()
    running = Serving(Settings(database=database, bot_pause=0.0, limits=FAST))
    try:
        client = running.client
        table = client.open_save(match.save(), "Ann", "bot:random")
        path = f"{table.path}/analysis"
        assert client.get(path).json()["phase"] == "none"
        assert client.post(path, {}).status_code == 200
        found = wait_for(client, path, "done")
        assert len(found["chances"]) == len(match.history) + 1
        assert found["thought"] == len(match.history)
        assert found["sides"] == ENDING["gods"]
        assert match.outcome is not None
        assert [seat for seat, chance in enumerate(found["chances"][-1]) if chance] == list(match.outcome.winners)
        for moment in found["chances"]:
            assert sum(moment) == pytest.approx(1.0, abs=0.01)
        assert found["done"] == found["total"]
        assert found["costly"][0]["choice"] == BLUNDER[0]
        assert found["costly"][0]["best"] == "card chariots"
        # The same as anybody finds who looks at the save.
        walk, bot = Walk(match), examiner(BOT if thinks_compiled() else SLOW_BOT, 0)
        first = look_at(walk, 0, bot)
        assert found["chances"][0] == pytest.approx(first.before, abs=0.001)
    finally:
        running.stop()
    again = Serving(Settings(database=database, bot_pause=0.0, limits=FAST))
    try:
        kept = again.client.get(path, lang="de").json()
        assert kept["phase"] == "done"
        assert kept["chances"] == found["chances"]
        worst = kept["costly"][0]["words"]
        assert theomachy.game("ankh").catalogue.name("card.chariots", "de") in worst["better"]
        assert worst["reasons"] or worst["losses"]
        assert again.client.post(path, {}).json()["phase"] == "done"
    finally:
        again.stop()


def test_a_running_match_is_not_looked_at(client: Client) -> None:
    table = client.new_table("Ann", "bot:random", seed=3, setup={"first": 0})
    answer = client.post(f"{table.path}/analysis", {})
    assert answer.json()["error"] == "not-now"
    assert client.get(f"{table.path}/analysis").json()["phase"] == "none"
    assert client.post("/api/tables/nowhere/analysis", {}).json()["error"] == "no-table"


def test_an_address_has_so_many_analyses_at_once_and_long_matches_none(tmp_path: Path) -> None:
    limits = Limits(analyses_per_address=0)
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), bot_pause=0.0, limits=limits))
    try:
        table = running.client.open_save(short_match().save(), "Ann", "bot:random")
        assert running.client.post(f"{table.path}/analysis", {}).json()["error"] == "too-many"
    finally:
        running.stop()
    short = Limits(analysis_choices=2)
    running = Serving(Settings(database=str(tmp_path / "other.sqlite"), bot_pause=0.0, limits=short))
    try:
        table = running.client.open_save(short_match().save(), "Ann", "bot:random")
        assert running.client.post(f"{table.path}/analysis", {}).json()["error"] == "too-large"
    finally:
        running.stop()


# --- piece by piece ---------------------------------------------------------------------------------------------------


def pieces(match: Match, bot: str = "search:4") -> tuple[list[tuple[int, int, int]], Body]:
    """An analysis, and how far it had come after each of its pieces, each as small as can be."""
    reader, text = Reader(), match_text(match)
    assert match.outcome is not None
    sides = [match.seat_name(seat) for seat in range(match.seats)]
    body = Body(bot, sides, list(match.outcome.winners), len(match.history))
    found: list[tuple[int, int, int]] = []
    while (asked := next_piece(body, text)) is not None:
        asked.seconds = 0.0
        add(body, asked, reader.find(asked))
        found.append((len(body.glances), len(body.looks), len(body.weighed)))
        assert len(found) < 10 * len(match.history) + 10
    return found, body


def test_first_sights_come_first_and_every_piece_adds_something() -> None:
    match = short_match()
    steps, body = pieces(match)
    assert steps[: len(match.history)] == [(count + 1, 0, 0) for count in range(len(match.history))]
    assert len(body.looks) == len(match.history)
    assert body.doubtful is not None
    assert sorted(body.weighed) == body.doubtful
    whole = news_of(body, "done", match, "en")
    assert (whole.thought, len(whole.chances)) == (len(match.history), len(match.history) + 1)
    # The same in one piece.
    once, text = Reader(), match_text(match)
    looks = once.find(Excerpt("look", text, "search:4", list(range(len(match.history))), 1e9)).looks
    weighed = set(body.weighed)
    unweighed = [look for look in body.looks if look["step"] not in weighed]
    assert [look for look in looks if look["step"] not in weighed] == unweighed


def test_the_whole_line_is_there_after_the_first_piece_and_gets_finer() -> None:
    """However long the match is and however slow the machine: what is told first has chances from beginning to end."""
    match = random_match()
    steps = len(match.history)
    assert sorted(skim_order(steps)) == list(range(steps))
    assert skim_order(steps)[:3] == [0, 16, 32]
    reader, text = Reader(), match_text(match)
    assert match.outcome is not None
    body = Body("search:4", ["a"] * match.seats, list(match.outcome.winners), steps)
    coarse = steps // 16
    for _ in range(coarse):
        asked = next_piece(body, text)
        assert asked is not None
        assert asked.task == "skim"
        asked.seconds = 0.0
        add(body, asked, reader.find(asked))
    first = news_of(body, "running", match, "en")
    assert (first.thought, len(first.chances), first.done) == (0, steps + 1, 0)
    assert all(sum(moment) == pytest.approx(1.0, abs=0.01) for moment in first.chances[:-1])
    # What lies between is what was seen before it; later it is seen itself.
    assert first.chances[17] == first.chances[16]
    asked = next_piece(body, text)
    assert asked is not None
    body.glances += reader.find(Excerpt("skim", text, "search:4", asked.steps, 1e9)).skimmed
    whole = news_of(body, "running", match, "en")
    assert whole.chances[16] == first.chances[16]
    assert whole.chances[17] == [round(each, 4) for each in skim(Walk(match), 17)]
    following = next_piece(body, text)
    assert following is not None
    assert following.task == "look"


def test_an_analysis_without_findings_is_no_answer() -> None:
    match = short_match()
    body = Body("search:4", ["a"] * 2, [0], len(match.history))
    asked = next_piece(body, match_text(match))
    assert asked is not None
    with pytest.raises(NoAnswer):
        add(body, asked, Findings())


def test_one_of_several_servers_has_the_lease(database: str) -> None:
    """Nobody else works on it until the lease is over; what is kept stays then."""
    running = Serving(Settings(database=database, bot_pause=0.0, limits=FAST))
    try:
        table = running.client.open_save(short_match().save(), "Ann", "bot:random").id
        going = running.client.new_table("Ann", "Ben").id
    finally:
        running.stop()
    opened = open_database(database)
    try:
        with opened.transaction():
            assert take_analysis(opened, table, 5, 100.0, 150.0)
            assert not take_analysis(opened, table, 5, 120.0, 170.0)
            assert keep_analysis(opened, table, 5, False, 160.0, b"some")
            assert not take_analysis(opened, table, 5, 155.0, 200.0)
            assert take_analysis(opened, table, 5, 161.0, 200.0)
            kept = read_analysis(opened, table)
            assert kept is not None
            assert (kept.body, kept.finished, kept.until) == (b"some", False, 200.0)
            assert keep_analysis(opened, table, 5, True, 200.0, b"whole")
            assert not take_analysis(opened, table, 5, 900.0, 950.0)
            assert not keep_analysis(opened, table, 6, True, 200.0, b"other")
            assert not take_analysis(opened, going, 5, 100.0, 150.0), "the match is not over"
            assert read_analysis(opened, "nowhere") is None
    finally:
        opened.close()


def test_a_worker_that_can_not_look_says_so(tmp_path: Path) -> None:
    from theomachy.server.bots import BotPool

    async def ask() -> None:
        pool = BotPool(1)
        try:
            with pytest.raises(NoAnswer):
                await pool.study(Excerpt("look", "{}", "search:4", [0], 1.0))
            match = short_match()
            found = await pool.study(Excerpt("skim", match_text(match), "search:4", [0, 1], 600.0))
            assert len(found.skimmed) == 2
        finally:
            await pool.close()

    asyncio.run(ask())


def test_one_subscriber_does_not_hold_all_analyses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of eight slots, the /64s of one /56 get four, those of the /48 two more; newcomers find the last two free."""

    async def wait(self: Analyses, asked: Excerpt, address: str, table: str) -> Findings:
        await asyncio.Event().wait()
        raise NoAnswer

    monkeypatch.setattr(Analyses, "_ask", wait)
    settings = Settings(database=str(tmp_path / "tables.sqlite"), bot_pause=0.0, limits=replace(FAST, analyses=8))
    running = Serving(settings)
    try:
        save = short_match().save()
        tables = [running.client.open_save(save, "Ann", "Ben").path for _ in range(24)]

        def begin(address: str) -> bool:
            headers = {"x-forwarded-for": address}
            answer = running.client.http.post(f"{tables[-1]}/analysis", headers=headers)
            if answer.status_code == 200:
                tables.pop()
            return answer.status_code == 200

        one_site = [begin(f"2001:db8:0:{number:x}::1") for number in range(8) for _ in range(2)]
        assert one_site.count(True) == 4
        wider = [begin(f"2001:db8:0:{number:x}00::1") for number in range(1, 9)]
        assert wider.count(True) == 2
        assert [begin("192.0.2.1"), begin("192.0.2.1"), begin("192.0.2.2"), begin("192.0.2.3")] == [
            True, False, True, False,
        ]  # fmt: skip
    finally:
        running.stop()

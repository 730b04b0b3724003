"""Records: what is in them, that nothing half-written counts, and that runs go on where they stopped."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import theomachy
from tests.cli.command import refused, run
from tests.research.positions import LAST_BATTLE
from theomachy.kernel.errors import BadSetup, TheomachyError
from theomachy.kernel.match import Match
from theomachy.lab.plans import Design, Plan, balance_plans
from theomachy.lab.running import Run
from theomachy.research.recording import Recorded, RecordPlan, about, record, record_plans
from theomachy.research.records import BadRecord, RecordFolder, Records

GAMES = 5


def plans(game: str = "ankh", bot: str = "random", count: int = GAMES) -> list[RecordPlan]:
    return record_plans(balance_plans(Design(theomachy.game(game), 2, {}), bot, 3, count)[:count])


def settings(found: list[RecordPlan]) -> dict[str, Any]:
    return about(found[0], {"kind": "record", "seed": 3})


def play(path: Path, found: list[RecordPlan], jobs: int = 1) -> list[Recorded]:
    with RecordFolder(path, settings(found)) as folder:
        return Run[Recorded](found, folder).play(jobs)


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir()}


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "ankh"
    play(path, plans())
    return path


def copy_of(recorded: Path, path: Path) -> Path:
    path.mkdir()
    for name, content in contents(recorded).items():
        (path / name).write_bytes(content)
    return path


def test_a_record_tells_the_whole_match(recorded: Path) -> None:
    """Played again choice by choice, every row is what was seen, offered and gained."""
    records = Records(recorded)
    planned = {plan.number: plan for plan in plans()}
    seen = 0
    for number, table in records.matches():
        plan = planned[number]
        match = Match(theomachy.game("ankh"), plan.setup, plan.seed, listening=False)
        layout = match.game.outlook().layout(match.state)
        observations, masks = records.observations(table), records.masks(table)
        for row, entry in enumerate(table.drop_columns(["observation", "mask"]).to_pylist()):
            assert entry["number"] == row
            assert entry["seat"] == match.decision.seats[0]
            assert entry["kind"] == match.game.kinds[match.state.stack[-1].kind].name
            wanted, mask = np.zeros(layout.size, np.int16), np.zeros(len(records.choices), np.int8)
            match.observe_into(wanted, entry["seat"])
            match.mask_into(mask, entry["seat"])
            assert (observations[row] == wanted).all()
            assert (masks[row] == mask).all()
            assert records.choices[entry["action"]] == entry["choice"]
            match.play(entry["choice"], entry["seat"])
            seen += 1
        outcome = match.outcome
        assert outcome is not None
        assert table["winners"].to_pylist() == [list(outcome.winners)] * table.num_rows
        rewards = [1 if seat in outcome.winners else -1 for seat in table["seat"].to_pylist()]
        assert table["reward"].to_pylist() == rewards
    assert seen > 300
    assert records.about["layout"][0]["name"] == "asked"
    assert records.about["seed"] == 3
    assert records.table().num_rows == seen


def test_the_bots_own_chances_are_in_the_order_of_the_mask(tmp_path: Path) -> None:
    result = record(Plan(0, 0, "ankh", LAST_BATTLE, 1, ("greedy", "search:20"), (1, 2)))
    (tmp_path / "one.parquet").write_bytes(result.file)
    table = pq.read_table(tmp_path / "one.parquet")
    choices = len(theomachy.game("ankh").outlook().dense)
    told = 0
    for mask, chances in zip(table["mask"].to_pylist(), table["chances"].to_pylist(), strict=True):
        offered = int(np.unpackbits(np.frombuffer(mask, np.uint8), count=choices, bitorder="little").sum())
        if chances is not None:
            told += 1
            assert len(chances) == offered
            assert all(chance == -1 or 0 <= chance <= 1 for chance in chances)
    assert told == table.num_rows > 1
    assert result.decisions == table.num_rows


def test_processes_write_the_same_bytes(recorded: Path, tmp_path: Path) -> None:
    play(tmp_path / "two", plans(), jobs=2)
    assert contents(tmp_path / "two") == contents(recorded)


def test_a_run_goes_on_where_it_stopped(recorded: Path, tmp_path: Path) -> None:
    """Killed after two matches, in the middle of writing a third: just what is missing is played, with the same end."""
    path = tmp_path / "cut"
    found = plans()
    folder = RecordFolder(path, settings(found))
    for plan in found[:2]:
        folder.add(record(plan))
    (path / "match-000000002.parquet.new").write_bytes(b"PAR1 half of it")
    del folder
    with RecordFolder(path, settings(found)) as again:
        run_again = Run[Recorded](found, again)
        assert [plan.number for plan in run_again.left] == [plan.number for plan in found[2:]]
        run_again.play(1)
    assert contents(path) == contents(recorded)


def test_more_matches_are_added_to_those_there_are(recorded: Path, tmp_path: Path) -> None:
    path = tmp_path / "more"
    play(path, plans(count=3))
    assert len(list(Records(path).matches())) == 3
    play(path, plans())
    assert contents(path) == contents(recorded)


def test_other_settings_another_run_and_other_folders_are_refused(recorded: Path, tmp_path: Path) -> None:
    found = plans()
    with pytest.raises(TheomachyError, match=r"matches of other settings .*seed: 3, now 4"):
        RecordFolder(recorded, {**settings(found), "seed": 4})
    with RecordFolder(recorded, settings(found)), pytest.raises(TheomachyError, match="another run is writing"):
        RecordFolder(recorded, settings(found))
    (tmp_path / "letter.txt").write_text("dear diary")
    with pytest.raises(TheomachyError, match="not a folder of records"):
        RecordFolder(tmp_path, settings(found))
    assert contents(tmp_path) == {"letter.txt": b"dear diary"}


def test_set_ups_of_different_layouts_are_refused() -> None:
    design = Design(theomachy.game("ankh"), 2, {})
    with_king = Design(theomachy.game("ankh"), 2, {"pharaoh": "ramses"})
    mixed: list[Plan] = [*balance_plans(design, "random", 1, 1), *balance_plans(with_king, "random", 1, 1)]
    with pytest.raises(BadSetup, match="different layouts"):
        record_plans(mixed)


# --- damage -----------------------------------------------------------------------------------------------------------

REMEDY = "delete this file, and the same command plays its matches again"


def test_a_file_that_was_cut_off_is_named(recorded: Path, tmp_path: Path) -> None:
    path = copy_of(recorded, tmp_path / "cut")
    pack = path / "records-000000.parquet"
    pack.write_bytes(pack.read_bytes()[:-100])
    for look in (lambda: list(Records(path).matches()), lambda: RecordFolder(path, settings(plans()))):
        with pytest.raises(BadRecord, match=REMEDY) as told:
            look()
        assert str(pack) in str(told.value)
    pack.unlink()
    play(path, plans())
    assert contents(path) == contents(recorded)


def test_a_row_that_was_damaged_is_named(recorded: Path, tmp_path: Path) -> None:
    path = copy_of(recorded, tmp_path / "bits")
    pack = path / "records-000000.parquet"
    content = bytearray(pack.read_bytes())
    opened = pq.ParquetFile(pack)
    group = opened.metadata.row_group(1)
    column = group.column(group.num_columns - 1)
    first = opened.metadata.row_group(0).num_rows
    start = next(
        group.column(number).data_page_offset
        for number in range(group.num_columns)
        if group.column(number).path_in_schema.startswith("observation")
    )
    assert start < column.data_page_offset
    content[start + 200] ^= 0x55
    pack.write_bytes(bytes(content))
    with pytest.raises(BadRecord, match=rf"rows {first} to \d+ \(match 1\): damaged .*{REMEDY}"):
        list(Records(path).matches())


def test_a_row_that_says_what_can_not_be_is_named(recorded: Path, tmp_path: Path) -> None:
    path = copy_of(recorded, tmp_path / "lie")
    pack = path / "records-000000.parquet"
    table = pq.read_table(pack)
    actions = table["action"].to_numpy().copy()
    actions[7] = 0
    changed = table.set_column(table.column_names.index("action"), table.schema.field("action"), pa.array(actions))
    sizes = [pq.ParquetFile(pack).metadata.row_group(group).num_rows for group in range(GAMES)]
    with pq.ParquetWriter(pack, table.schema) as writer:
        for number, size in enumerate(sizes):
            writer.write_table(changed.slice(sum(sizes[:number]), size))
    with pytest.raises(BadRecord, match=r"row 7: damaged .a choice that was not offered"):
        list(Records(path).matches())


def test_a_folder_without_its_description_is_refused(recorded: Path, tmp_path: Path) -> None:
    path = copy_of(recorded, tmp_path / "mute")
    (path / "about.json").write_text("{")
    with pytest.raises(BadRecord, match=r"about\.json"):
        Records(path)
    with pytest.raises(BadRecord, match=r"about\.json: damaged; delete the folder"):
        RecordFolder(path, settings(plans()))
    (path / "about.json").write_text(json.dumps({"format": 99}))
    with pytest.raises(BadRecord, match="format 99"):
        Records(path)


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_records_and_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    asked = ["record", "ankh", "--bot", "random", "--games", 5, "--seed", 3, "--jobs", 1, "--out", out]
    first = run(*asked)
    assert first.code == 0, first.err
    assert "5 matches" in first.out
    before = contents(out)
    again = run(*asked, "--json")
    assert "already" in again.err
    assert json.loads(again.out)["matches"] == 5
    assert contents(out) == before
    assert os.listdir(out) == [*before]
    assert "other settings" in refused(*asked[:-2], "--out", out, "--players", 3)


def test_the_command_refuses_bots_there_are_not(tmp_path: Path) -> None:
    assert "no bot 'nobody'" in refused("record", "ankh", "--bot", "nobody", "--out", tmp_path / "x")

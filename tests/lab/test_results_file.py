"""The file of results: read back, cut off, damaged, of other settings."""

from __future__ import annotations

import json
import os
import resource
import signal
from pathlib import Path

import pytest

from tests.lab.runs import few_plans, result
from theomachy.kernel.errors import TheomachyError
from theomachy.lab.results import Result
from theomachy.lab.results_file import ResultsFile

SETTINGS = {"kind": "tournament", "bots": ["a", "b"], "seed": 3}
RESULTS = [result(number, ["a", "b"], [number % 2]) for number in range(4)]


def filled(path: Path) -> Path:
    with ResultsFile(path, SETTINGS) as kept:
        for one in RESULTS:
            kept.add(one)
    return path


def reopened(path: Path) -> dict[int, Result]:
    with ResultsFile(path, SETTINGS) as kept:
        return kept.results


def test_what_was_kept_is_there_again(tmp_path: Path) -> None:
    path = filled(tmp_path / "deep" / "results.jsonl")
    assert reopened(path) == {one.match: one for one in RESULTS}
    assert json.loads(path.read_text().splitlines()[0]) == {"format": 1, **SETTINGS}


@pytest.mark.parametrize(("cut", "left"), [(1, 4), (20, 4), (60, 3), (200, 3)])
def test_a_line_that_was_cut_off_is_dropped_and_written_again(tmp_path: Path, cut: int, left: int) -> None:
    """The last line has the seconds of the last match, the one before it the match."""
    path = filled(tmp_path / "results.jsonl")
    path.write_bytes(path.read_bytes()[:-cut])
    assert list(reopened(path)) == list(range(left))
    assert path.read_bytes().endswith(b"\n")
    with ResultsFile(path, SETTINGS) as kept:
        for one in RESULTS:
            if kept.results.get(one.match) != one:
                kept.add(one)
        assert kept.results == {one.match: one for one in RESULTS}
    assert reopened(path) == {one.match: one for one in RESULTS}


def test_a_file_without_a_whole_line_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"format": 1, "kin')
    assert reopened(path) == {}
    assert json.loads(path.read_text()) == {"format": 1, **SETTINGS}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("no json", r"line 3 is damaged \(not JSON\)"),
        ("[1]", r"line 3 is damaged \(not a JSON object\)"),
        ('{"match": 1}', r"line 3 is damaged \('block' is missing"),
        (RESULTS[0].line[:-1] + ',"more":1}', r"line 3 is damaged \(unknown fields: more\)"),
        (RESULTS[0].line.replace('"winners":[0]', '"winners":"isis"'), r"'winners' is missing or not list"),
        (RESULTS[0].line.replace('"winners":[0]', '"winners":[77]'), r"there is no seat 77"),
        (RESULTS[0].line.replace('"decisions":[10,10]', '"decisions":[10]'), r"'decisions' has 1 entries for 2 seats"),
        ('{"seconds_of":[1],"seconds":[0.1,0.1]}', r"line 3 is damaged \('seconds_of' is not a number"),
        ('{"seconds_of":1}', r"'seconds' not a list"),
        ('{"seconds_of":1,"seconds":["long"]}', r"'seconds' are not numbers"),
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = filled(tmp_path / "results.jsonl")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], line, *lines[3:]]) + "\n")
    with pytest.raises(TheomachyError, match=message):
        ResultsFile(path, SETTINGS)


def test_other_settings_are_refused_and_named(tmp_path: Path) -> None:
    path = filled(tmp_path / "results.jsonl")
    before = path.read_bytes()
    with pytest.raises(TheomachyError, match=r"other settings \(seed: 3, now 4\); name another file with --out"):
        ResultsFile(path, {**SETTINGS, "seed": 4})
    with pytest.raises(TheomachyError, match="scenario: null, now"):
        ResultsFile(path, {**SETTINGS, "scenario": "old-kingdom"})
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        '{"shopping": "figs"}\n',
        '{"shopping": "figs"}\n{"shopping": "dates"}',
        "Dear diary, today I measured",
        "Dear diary\nno new line at the end",
        RESULTS[0].line,
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(TheomachyError, match="not a file of results"):
        ResultsFile(path, SETTINGS)
    assert path.read_text() == text


def test_what_is_no_regular_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe):
        with pytest.raises(TheomachyError, match="can't be written: not a regular file"):
            ResultsFile(path, SETTINGS)
    assert pipe.is_fifo()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "elsewhere" / "results.jsonl")
    with ResultsFile(filled(link), SETTINGS) as kept:
        kept.put_in_order()
    assert link.is_symlink()
    assert reopened(tmp_path / "elsewhere" / "results.jsonl") == {one.match: one for one in RESULTS}


def test_a_damaged_file_keeps_its_cut_off_line(tmp_path: Path) -> None:
    """Whoever mends it may want to read that line."""
    path = filled(tmp_path / "results.jsonl")
    path.write_text(path.read_text().replace('"winners"', "winners") + '{"match":')
    before = path.read_bytes()
    with pytest.raises(TheomachyError, match="line 2 is damaged"):
        ResultsFile(path, SETTINGS)
    assert path.read_bytes() == before


def test_a_full_disk_is_said_in_plain_words(tmp_path: Path) -> None:
    """Real: no file of this process may grow beyond a size."""
    path = filled(tmp_path / "results.jsonl")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 50, limits[1]))
    try:
        with ResultsFile(path, SETTINGS) as kept:
            with pytest.raises(TheomachyError, match="can't be written: File too large"):
                kept.add(result(4, ["a", "b"], [0]))
            with pytest.raises(TheomachyError, match="can't be written: File too large"):
                kept.put_in_order()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert reopened(path) == {one.match: one for one in RESULTS}
    assert [file.name for file in tmp_path.iterdir()] == ["results.jsonl"]


def test_two_runs_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with ResultsFile(path, SETTINGS), pytest.raises(TheomachyError, match="another run is writing"):
        ResultsFile(path, SETTINGS)
    reopened(path)


def test_results_of_other_plans_are_refused(tmp_path: Path) -> None:
    refused = pytest.raises(TheomachyError, match="match 0 is not the one planned")
    with ResultsFile(filled(tmp_path / "results.jsonl"), SETTINGS) as kept, refused:
        kept.check_plans(few_plans(10))


def test_in_order_it_is_the_same_however_it_was_filled(tmp_path: Path) -> None:
    for name, order in (("one", RESULTS), ("two", RESULTS[::-1])):
        with ResultsFile(tmp_path / name, SETTINGS) as kept:
            for one in order:
                kept.add(one)
            kept.put_in_order()
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert reopened(tmp_path / "two") == {one.match: one for one in RESULTS}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]

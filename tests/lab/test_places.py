"""Wherever matches are played, the results are the same; a worker that dies costs nothing but time."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.lab.runs import design, few_plans, write_bot
from theomachy.lab.places import Here, MatchFailed, open_place
from theomachy.lab.plans import Played, balance_plans, tournament_plans
from theomachy.lab.processes import Processes
from theomachy.lab.results import Result, play_plan
from theomachy.lab.running import Run


def lines(results: Iterable[Played]) -> list[str]:
    """In an order that does not depend on who finished first; two studies may both have a match 0."""
    return sorted(result.line for result in results if isinstance(result, Result))


def is_running(pid: int | None) -> bool:
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_processes_give_what_one_process_gives(tmp_path: Path) -> None:
    odd = write_bot(tmp_path / "odd.py")
    plans = tournament_plans(design("ankh", 3, scenario="all", pharaoh="all"), ["random", odd], 2, 30)
    plans += balance_plans(design("anunnaki", 2), "random", 2, 4)
    here = lines(Here().play(plans))
    place = Processes(2)
    assert lines(place.play(plans)) == here
    assert place.workers == []
    assert place.deaths == 0


def test_a_worker_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    plans = few_plans(40, ("random", write_bot(tmp_path / "odd.py")))
    place = Processes(2)
    results: list[Played] = []
    pids: list[int | None] = []
    for result in place.play(plans):
        results.append(result)
        pids += [worker.process.pid for worker in place.workers]
        if len(results) in (5, 12):
            victim = place.workers[len(results) % 2].process
            assert victim.pid is not None
            os.kill(victim.pid, signal.SIGKILL)
    assert place.deaths == 2
    assert len(results) == len(plans)
    assert lines(results) == lines([play_plan(plan) for plan in plans])
    assert not any(is_running(pid) for pid in pids)


def test_a_match_that_kills_its_workers_is_named(tmp_path: Path) -> None:
    deadly = write_bot(tmp_path / "deadly.py", choose="os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(MatchFailed, match=r"match \d+: the process that played it died 3 times"):
        list(Processes(2).play(few_plans(10, ("random", deadly))))


def test_a_bot_that_stumbles_is_named(tmp_path: Path) -> None:
    lame = write_bot(tmp_path / "lame.py", choose="raise RuntimeError('out of ideas')")
    place = Processes(2)
    with pytest.raises(MatchFailed, match=r"match \d \(.*lame.py.*\): RuntimeError: out of ideas"):
        list(place.play(few_plans(10, ("random", lame))))
    assert place.workers == []


def test_leaving_early_ends_the_workers(tmp_path: Path) -> None:
    place = Processes(2)
    results = place.play(few_plans(20, ("random", write_bot(tmp_path / "slow.py", choose="time.sleep(0.01)"))))
    next(results)
    pids = [worker.process.pid for worker in place.workers]
    assert len(pids) == 2
    results.close()
    assert not any(is_running(pid) for pid in pids)


def test_places() -> None:
    assert isinstance(open_place(1, None, 100), Here)
    assert isinstance(open_place(4, None, 1), Here)
    place = open_place(4, None, 3)
    assert isinstance(place, Processes)
    assert place.jobs == 3


def test_a_run_reports_its_progress(tmp_path: Path) -> None:
    plans = few_plans(10, ("random", write_bot(tmp_path / "odd.py")))
    told: list[int] = []
    results: list[Result] = Run[Result](plans).play(1, progress=told.append)
    assert told == list(range(1, 11))
    assert [result.match for result in results] == list(range(10))
    for result, plan in zip(results, plans, strict=True):
        assert (tuple(result.bots), result.sides) == (plan.bots, plan.setup["gods"])
        assert len(result.seconds) == 2
        assert min(result.decisions) > 0

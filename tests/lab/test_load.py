"""`theomachy load`: people at many tables, against a server it starts or one that is named."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace

from tests.cli.command import run
from theomachy.lab.load.plan import Wishes, address_of, plan_tables
from theomachy.lab.load.process import Family, usage_of
from theomachy.lab.load.run import percentile
from theomachy.lab.load.soak import Sample, growth

WISHES = Wishes(tables=200, pause=1.0, seconds=5.0, games=("a", "b"), seed=3)


def test_a_plan_is_the_same_twice_and_mixes_everything() -> None:
    tables = plan_tables(WISHES)
    assert tables == plan_tables(WISHES)
    assert {table.game for table in tables} == {"a", "b"}
    assert {lang for table in tables for lang in table.seats} == {"en", "de", "ru", None}
    assert 0 < sum(bool(table.watching) for table in tables) < 60
    # The host of a table is a person.
    assert all(table.seats[0] for table in tables)


def test_people_come_from_many_addresses_of_this_machine() -> None:
    addresses = {address_of(number) for number in range(1000)}
    assert len(addresses) > 50
    assert all(address.startswith("127.") for address in addresses)


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(number) for number in range(100)]
    assert (percentile(values, 0.5), percentile(values, 0.99), percentile([], 0.5)) == (50.0, 99.0, 0.0)


def test_servers_that_a_server_starts_are_counted_as_servers_and_bots_are_not() -> None:
    """As with `--processes`: a parent, a child that serves, and a bot's worker under it."""
    worker = "import subprocess, sys; subprocess.run([sys.executable, '-P', '-m', 'theomachy.server.bot_worker', '0'])"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {worker!r}])"
    with subprocess.Popen([sys.executable, "-c", parent], stdin=subprocess.PIPE) as process:
        late = time.monotonic() + 30
        family = Family(process.pid)
        while not family.workers and time.monotonic() < late:
            time.sleep(0.05)
            family = Family(process.pid)
        used = usage_of(family.servers)
        # A worker ends with the pipe that it hears from.
        process.communicate(timeout=30)
    assert family.servers[0] == process.pid
    assert (len(family.servers), len(family.workers)) == (2, 1)
    assert used is not None
    assert used.memory > 1_000_000


def test_people_choose_and_everybody_sees_it() -> None:
    ran = run("load", "--tables", 4, "--pause", 0.1, "--seconds", 3, "--spectators", 1, "--bots", 0, "--json")
    assert ran.code == 0, ran.err
    figures = json.loads(ran.out)
    assert figures["errors"] == {}
    assert figures["people"] == 12
    assert figures["choices"] > 10
    # Both seats and the spectator hear of a choice.
    assert figures["updates"] > figures["choices"]
    assert 0 < figures["p50_ms"] <= figures["p95_ms"] <= figures["p99_ms"] <= figures["worst_ms"]


def test_a_server_that_is_not_there_is_said_in_plain_words() -> None:
    ran = run("load", "--tables", 1, "--seconds", 1, "--server", "http://127.0.0.1:9")
    assert ran.code == 2
    assert "no server answers at http://127.0.0.1:9" in ran.err
    assert "Traceback" not in ran.err


def test_a_soak_says_whether_memory_grows() -> None:
    steady = [Sample(at=10.0 * tick, memory=100_000_000, files=20, cpu=0.1 * tick, choices=tick) for tick in range(60)]
    # The warm-up does not count, whatever grows in it.
    steady[:20] = [replace(sample, memory=1_000_000) for sample in steady[:20]]
    assert growth(steady, 600.0)["grows"] is False
    assert growth(steady, 600.0)["memory_mb_gained_per_hour"] == 0.0
    leaking = [replace(sample, memory=sample.memory + 50_000 * tick) for tick, sample in enumerate(steady)]
    assert growth(leaking, 600.0)["memory_mb_gained_per_hour"] == 18.0
    assert growth(leaking, 600.0)["grows"] is False
    leaking = [replace(sample, memory=sample.memory + 500_000 * tick) for tick, sample in enumerate(steady)]
    assert growth(leaking, 600.0)["grows"] is True


def test_a_soak_looks_at_a_server_while_people_come_and_go() -> None:
    ran = run("load", "--soak", "--tables", 3, "--pause", 0.2, "--seconds", 6, "--json")
    # What a server gains in its first seconds says nothing, so either is right.
    assert ran.code in (0, 1), ran.err
    figures = json.loads(ran.out)
    assert figures["errors"] == {}
    assert figures["choices"] > 3
    assert len(figures["memory_over_time"]) >= 10
    assert figures["grows"] is (ran.code == 1)

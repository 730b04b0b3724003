"""Counting floods, on a clock of our own."""

from __future__ import annotations

from theomachy.server.limits import Bucket, Gate, Limits


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(2.0, 5.0, clock)
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2
    clock.now += 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now += 100.0
    assert bucket.full
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


def test_sockets_are_counted_by_address_and_in_all() -> None:
    gate = Gate(Limits(sockets_per_address=2, sockets=3))
    assert gate.enter("a")
    assert gate.enter("a")
    assert not gate.enter("a")
    assert gate.enter("b")
    assert not gate.enter("c")
    gate.leave("a")
    assert gate.enter("c")


def test_tables_are_counted_by_the_hour() -> None:
    clock = Clock()
    gate = Gate(Limits(tables_per_address=2, tables=3), clock)
    assert [gate.table("a") for _ in range(3)] == [True, True, False]
    assert [gate.table("b") for _ in range(2)] == [True, False]
    clock.now += 3601
    assert gate.table("b")


def test_addresses_that_are_quiet_are_forgotten() -> None:
    clock = Clock()
    gate = Gate(Limits(), clock)
    for number in range(10_500):
        assert gate.request(f"10.0.{number // 250}.{number % 250}")
        clock.now += 0.02
    assert len(gate._requests) < 10_500

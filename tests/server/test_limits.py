"""Counting floods, on a clock of our own."""

from __future__ import annotations

import pytest

from theomachy.server.gate import Gate, TooManyTables, network_of
from theomachy.server.limits import Allowance, Bucket, Limits, Purse


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = Bucket(Allowance(2.0, 5.0), clock)
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


def makes(gate: Gate, address: str) -> bool:
    """Whether an address may make a table, which it does."""
    try:
        with gate.making(address):
            return True
    except TooManyTables:
        return False


def test_tables_are_counted_by_the_hour() -> None:
    clock = Clock()
    gate = Gate(Limits(tables_per_address=2, tables=3, tables_anyway=0), clock)
    assert [makes(gate, "a") for _ in range(3)] == [True, True, False]
    assert [makes(gate, "b") for _ in range(2)] == [True, False]
    clock.now += 3601
    assert makes(gate, "b")


def test_tables_that_were_not_made_do_not_count() -> None:
    gate = Gate(Limits(tables_per_address=1))

    def fail() -> None:
        with gate.making("a"):
            raise ValueError("bad setup")

    for _ in range(5):
        with pytest.raises(ValueError, match="bad setup"):
            fail()
    assert [makes(gate, "a") for _ in range(2)] == [True, False]


def test_others_can_not_use_up_everybodys_tables() -> None:
    """When too many were made in all, who has made few may still make some."""
    gate = Gate(Limits(tables_per_address=10, tables=20, tables_anyway=2))
    assert all(makes(gate, address) for address in ("a", "b") for _ in range(10))
    assert [makes(gate, "c") for _ in range(3)] == [True, True, False]


def test_addresses_are_counted_as_networks() -> None:
    assert network_of("2001:db8:1:2:3::1") == network_of("2001:db8:1:2::ffff") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("192.0.2.8") == "192.0.2.8"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("no address") == "no address"


def test_a_purse_goes_into_debt_and_is_filled_again() -> None:
    clock = Clock()
    whole = Purse(Bucket(Allowance(1.0, 4.0), clock), Bucket(Allowance(10.0, 100.0), clock), None, 2)
    first, second = (
        Purse(Bucket(Allowance(1.0, 2.0), clock), Bucket(Allowance(10.0, 50.0), clock), whole, 9) for _ in range(2)
    )
    first.pay(seconds=3.0)
    assert [first.empty, second.empty] == [True, False]
    second.pay(size=45)
    assert [first.empty, second.empty] == [True, False]
    second.pay(seconds=1.5)
    # The second has something left, but not the address both belong to.
    assert [first.empty, second.empty] == [True, True]
    clock.now += 1.5
    assert [first.empty, second.empty] == [False, False]
    clock.now += 100
    assert whole.full
    assert [first.begin(), second.begin(), first.begin()] == [True, True, False]
    first.end()
    assert second.begin()


def test_addresses_that_are_quiet_are_forgotten() -> None:
    clock = Clock()
    gate = Gate(Limits(), clock)
    for number in range(10_500):
        assert gate.request(f"10.0.{number // 250}.{number % 250}")
        clock.now += 0.02
    assert len(gate._buckets["requests"]) < 10_500

"""Counting floods, on a clock of our own."""

from __future__ import annotations

import pytest

from theomachy.server.gate import Gate, TooManyTables
from theomachy.server.limits import Allowance, Bucket, Limits, Purse
from theomachy.server.networks import network_of, wider_networks


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


# --- wider networks of IPv6 -------------------------------------------------------------------------------------------


def subnet(number: int, site: int = 0) -> str:
    """The nth /64 of a /48; 256 of them share a /56."""
    return network_of(f"2001:db8:{site:x}:{number:x}::1")


def test_networks_around_an_address() -> None:
    assert [(each.name, each.factor) for each in wider_networks(subnet(0x1FF, 7))] == [
        ("2001:db8:7:100::/56", 4), ("2001:db8:7::/48", 16),
    ]  # fmt: skip
    assert wider_networks("192.0.2.7") == wider_networks("player") == wider_networks("no/64") == ()


def test_requests_are_counted_by_wider_networks() -> None:
    """Many /64s of a /56 have four times what one has, those of a /48 sixteen times; other sites are not affected."""
    gate = Gate(Limits(requests=Allowance(0.001, 5.0)), Clock())
    one_site = [gate.request(subnet(number)) for number in range(30) for _ in range(5)]
    assert one_site.count(True) == 20
    elsewhere = [gate.request(subnet(256 * (1 + number // 4) + number)) for number in range(200)]
    assert elsewhere.count(True) == 60
    assert gate.request(subnet(0, site=1))


def test_sockets_and_tables_are_counted_by_wider_networks() -> None:
    gate = Gate(Limits(sockets_per_address=2, tables_per_address=2, tables=100, tables_anyway=1), Clock())
    entered = [network for number in range(20) if gate.enter(network := subnet(number))]
    assert len(entered) == 8
    for network in entered:
        gate.leave(network)
    assert not gate._wider_sockets
    assert gate.enter(subnet(19))
    assert [makes(gate, subnet(number)) for number in range(20)].count(True) == 8
    assert makes(gate, subnet(0, site=1))


def test_work_is_charged_to_wider_networks() -> None:
    clock = Clock()
    gate = Gate(Limits(address_work=Allowance(0.01, 1.0)), clock)
    for number in range(5):
        gate.purse(subnet(number)).pay(seconds=0.9)
    assert gate.purse(subnet(9)).empty
    assert not gate.purse(subnet(256)).empty
    assert not gate.purse("192.0.2.1").empty

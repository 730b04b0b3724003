"""Limits as an operator writes them."""

from __future__ import annotations

import pytest

from theomachy.kernel.errors import BadSetup
from theomachy.server.limit_options import read_limits
from theomachy.server.limits import Limits


def test_a_limit_is_changed_and_the_others_stay() -> None:
    limits = read_limits(["sockets=5000", "hello=2.5"])
    assert (limits.sockets, limits.hello) == (5000, 2.5)
    assert limits.message == Limits().message


def test_names_may_be_written_with_hyphens() -> None:
    assert read_limits(["tables-per-address=7"]).tables_per_address == 7


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("socks=5", "no limit 'socks'"),
        ("sockets", "must be a number above 0, not ''"),
        ("sockets=many", "not 'many'"),
        ("sockets=-1", "above 0"),
        ("sockets=nan", "above 0"),
        ("sockets=inf", "above 0"),
    ],
)
def test_what_is_no_limit_is_refused_in_plain_words(option: str, said: str) -> None:
    with pytest.raises(BadSetup, match="--limit: ") as refused:
        read_limits([option])
    assert said in str(refused.value)

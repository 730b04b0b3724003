"""The bounds of parsers: what just fits is read, what is one more is refused, and texts in quotes count for nothing."""

from __future__ import annotations

import json
import tracemalloc
import zlib

import pytest

from theomachy.kernel.bounded_parsing import (
    CREDENTIAL,
    BadInput,
    Budget,
    OverBudget,
    check_cbor,
    check_json,
    check_plain,
    inflate,
    load_json,
    load_toml,
)
from theomachy.server.passkeys import _check_authenticator_data

SMALL = Budget(size=400, items=10, depth=4, digits=5)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    ("fits", "too_much"),
    [
        ("a=1" + " " * 397, "a=1" + " " * 398),
        (".".join("abcd") + "=1", ".".join("abcde") + "=1"),
        ("[a.b.c]", "[a.b.c.d]"),
        (f"a={nested(3)}", f"a={nested(4)}"),
        ("a={b={c={d=1}}}", "a={b={c={d={e=1}}}}"),
        ("\n".join(f"k{number}=1" for number in range(10)), "\n".join(f"k{number}=1" for number in range(11))),
        ("a=99999", "a=999999"),
        ("a=0xfff", "a=0xffff"),
        ("a.b={c.d=1}", "a.b={c.d.e=1}"),
    ],
)
def test_toml(fits: str, too_much: str) -> None:
    load_toml(fits, SMALL)
    with pytest.raises(OverBudget):
        load_toml(too_much, SMALL)


@pytest.mark.parametrize(
    "text",
    [
        "a = '[[[[[[[[[[ a.a.a.a.a.a.a 99999999'",
        'a = "[[[[[[[[[[ \\" a.a.a.a.a.a.a 99999999"',
        'a = """\n[[[[[[[[[[ \\" "" a.a.a.a.a.a.a 99999999\n""""',
        "a = '''\n[[[[[[[[[[ '' a.a.a.a.a.a.a 99999999'''",
        "a = 1 # [[[[[[[[[[ a.a.a.a.a.a.a 99999999",
        "'a.a.a.a.a.a.a.a' = 1",
    ],
)
def test_toml_in_quotes_and_comments_is_free(text: str) -> None:
    assert load_toml(text, SMALL)


@pytest.mark.parametrize(
    ("fits", "too_much"),
    [
        ("[" + " " * 398 + "]", "[" + " " * 399 + "]"),
        (nested(4), nested(5)),
        ('{"a":{"a":{"a":{}}}}', '{"a":{"a":{"a":{"a":{}}}}}'),
        (json.dumps(list(range(10))), json.dumps(list(range(11)))),
        ("99999", "999999"),
        ("1.99999", "1.999999"),
    ],
)
def test_json(fits: str, too_much: str) -> None:
    assert load_json(fits, SMALL) == json.loads(fits)
    with pytest.raises(OverBudget):
        load_json(too_much, SMALL)


def test_json_in_quotes_is_free() -> None:
    for text in ("[[[[[[[[[[[[", "99999999999", ",,,,,,,,,,,,,,,", '"[[[[[[[[[[[[', "\\[[[[[[[[[[[[", "\\\\"):
        assert load_json(json.dumps({text: text}), SMALL) == {text: text}


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999", "[", '"', '"\\', "", "{1:2}", "\ud800"])
def test_json_that_is_none(text: str) -> None:
    with pytest.raises(BadInput):
        load_json(text, SMALL)


def test_json_scans_are_the_same_for_broken_texts() -> None:
    """A text that never ends hides what follows from every parser, too."""
    check_json(b'{"a": "[[[[[[[[[[[[[', SMALL)
    with pytest.raises(OverBudget):
        check_json(b'{"a": "\\\\"[[[[[[[[[[[[[', SMALL)


def test_plain_data() -> None:
    check_plain({"a": [1, 2.5, "x", None, True]}, SMALL)
    for bad in (float("nan"), float("inf"), 2**63, -(2**63) - 1, b"x", {1, 2}, (1,), [[[[[1]]]]]):
        with pytest.raises(BadInput):
            check_plain({"a": bad}, SMALL)


def test_long_keys_are_not_copied_for_every_entry() -> None:
    tracemalloc.start()
    try:
        check_plain({"k" * 50_000: [0] * 5_000}, Budget(size=1, items=6_000))
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_inflating_stops_at_the_limit() -> None:
    assert inflate(zlib.compress(b"a" * 1_000), 1_000) == b"a" * 1_000
    for packed in (zlib.compress(b"a" * 1_001), zlib.compress(b"a" * 50_000_000, 9)):
        with pytest.raises(OverBudget):
            inflate(packed, 1_000)
    for broken in (b"", b"x", zlib.compress(b"a" * 1_000)[:-1]):
        with pytest.raises(BadInput):
            inflate(broken, 1_000)


# --- CBOR -------------------------------------------------------------------------------------------------------------

KEY = bytes.fromhex("a5010203262001215820" + "11" * 32 + "225820" + "22" * 32)


def test_cbor() -> None:
    assert check_cbor(KEY, CREDENTIAL) == [b"\x11" * 32, b"\x22" * 32]
    for bad in (
        "c482196ab31b7fffffffffffffff",  # a decimal fraction with a huge exponent
        "d823685b612d7a5d2b242b2b",  # a regular expression
        "9f0102ff",  # a list without a length
        "81" * 100 + "00",
        "9bffffffffffffffff00",
        "5affffffff00",
        "a1",
    ):
        with pytest.raises(BadInput):
            check_cbor(bytes.fromhex(bad), CREDENTIAL)


def test_what_an_authenticator_says_is_checked_to_its_end() -> None:
    def said(flags: int, credential: bytes, more: bytes) -> bytes:
        return b"\x00" * 32 + bytes([flags]) + b"\x00" * 20 + len(credential).to_bytes(2, "big") + credential + more

    _check_authenticator_data(said(0x41, b"id", KEY))
    _check_authenticator_data(said(0x01, b"id", bytes.fromhex("c482196ab3")))
    with pytest.raises(BadInput):
        _check_authenticator_data(said(0x41, b"id", bytes.fromhex("c482196ab3")))
    with pytest.raises(BadInput):
        _check_authenticator_data(said(0xC1, b"id", KEY + bytes.fromhex("d82360")))

"""Targets that strangers name: what is asked, and what never is."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.receivers import Receiver
from theomachy.server import outgoing
from theomachy.server.outgoing import Forbidden, Unreached, is_public, post, read_target


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    running = Receiver()
    yield running
    running.close()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.9.10", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1",
        "::1", "::", "fe80::1", "fc00::1", "fd12:3456::1", "fec0::1", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a00:1",
        "2002:7f00:1::", "2002:c0a8:101::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "address", ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_addresses_that_are(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "//example.org", "", "https://", "https://u:p@example.org/",
        "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://10.0.0.1:8443/",
        "https://example.org:22/", "https://example.org:99999/", "https://exa mple.org/", "https://example.org/\r\nX:y",
        "https://example.org\\@127.0.0.1/", "https://пример.рф/", "https://[::1", "javascript:alert(1)",
    ],
)  # fmt: skip
def test_targets_that_are_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        read_target(url)


def test_a_target() -> None:
    target = read_target("https://hooks.example.org:8443/a/b?c=d#e")
    assert (target.host, target.port, target.path, target.named) == (
        "hooks.example.org", 8443, "/a/b?c=d", "hooks.example.org:8443",
    )  # fmt: skip


def _resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[Any]:
    """A name has these addresses; and whoever connects is noted."""
    connected: list[Any] = []

    async def names(self: Any, host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    async def connect(host: str, port: int, **more: Any) -> Any:
        connected.append((host, port, more.get("server_hostname")))
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", names)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    return connected


def test_a_name_with_a_private_address_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if only one of its addresses is private, whichever."""
    for addresses in (("10.0.0.1",), ("93.184.216.34", "127.0.0.1"), ("::ffff:192.168.0.1", "93.184.216.34")):
        connected = _resolving(monkeypatch, *addresses)
        with pytest.raises(Forbidden):
            asyncio.run(post("https://evil.example.org/", {}, b""))
        assert connected == []


def test_the_address_that_was_checked_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second question for the name could have another answer."""
    connected = _resolving(monkeypatch, "93.184.216.34")
    with pytest.raises(Unreached):
        asyncio.run(post("https://example.org/x", {}, b""))
    assert connected == [("93.184.216.34", 443, "example.org")]


def test_loopback_is_refused_unless_for_tests(receiver: Receiver) -> None:
    with pytest.raises(Forbidden):
        asyncio.run(post(receiver.url, {}, b"x"))
    assert asyncio.run(post(f"{receiver.url}/p?q=1", {"X-One": "two"}, b"x", trusting=True)).status == 201
    assert [(got.path, got.headers["x-one"], got.body) for got in receiver.got] == [("/p?q=1", "two", b"x")]


def test_nobody_follows_a_redirection(receiver: Receiver) -> None:
    receiver.answers = [(302, {"Location": f"{receiver.url}/elsewhere"})]
    assert asyncio.run(post(receiver.url, {}, b"", trusting=True)).status == 302
    assert len(receiver.got) == 1


def test_when_to_come_again(receiver: Receiver) -> None:
    receiver.answers = [(429, {"Retry-After": "120"})]
    assert asyncio.run(post(receiver.url, {}, b"", trusting=True)).retry_after == 120.0
    receiver.answers = [(503, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"})]
    assert asyncio.run(post(receiver.url, {}, b"", trusting=True)).retry_after is None


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"x" * 100_000])
def test_what_is_no_answer(said: bytes) -> None:
    """Nor is an answer without an end read to its end."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        writer.close()

    async def ask() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            await post(f"http://127.0.0.1:{port}/", {}, b"", trusting=True)

    with pytest.raises(Unreached):
        asyncio.run(ask())


def test_patience_ends(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 0.2)
    receiver.held.clear()
    with pytest.raises(Unreached):
        asyncio.run(post(receiver.url, {}, b"", trusting=True))


def test_no_line_can_be_smuggled_into_a_header(receiver: Receiver) -> None:
    with pytest.raises(Unreached):
        asyncio.run(post(receiver.url, {"X": "a\r\nY: b"}, b"", trusting=True))
    assert receiver.got == []

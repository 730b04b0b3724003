"""Asking servers that strangers have named: a request to a checked address of the public internet, and nowhere else."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

#: seconds for a whole request
PATIENCE: Final = 10.0
#: bytes of an answer that are read: its head is all that matters
LONGEST_HEAD: Final = 8_192
#: addresses of IPv6 that stand for one of IPv4, whose last four bytes it is
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
#: ports below this are other services'
FIRST_FREE_PORT: Final = 1024
HTTPS: Final = 443

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Forbidden(Exception):
    """A target that is none of ours to ask."""


class Unreached(Exception):
    """No answer that makes sense came in time."""


class Target(Struct, frozen=True):
    """Where a request goes, as its address says."""

    scheme: str
    host: str
    port: int
    #: path and query
    path: str

    @property
    def named(self) -> str:
        """The host as a request names it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = HTTPS if self.scheme == "https" else 80
        return host if self.port == usual else f"{host}:{self.port}"


class Answer(Struct, frozen=True):
    status: int
    #: seconds after which it wants to be asked again, if it says so
    retry_after: float | None


def is_public(address: Address) -> bool:
    """Whether an address is of the internet that everybody shares, whatever it is wrapped in."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address.teredo is not None:
            inner = address.teredo[1]
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(address.packed[12:])
        if inner is not None:
            return is_public(inner)
        if address.is_site_local:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def read_target(url: str, trusting: bool = False) -> Target:
    """The parts of an address; `Forbidden` if it is none, or not encrypted. `trusting` is for tests: http and loopback
    are all right, too."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Forbidden(f"no address: {error}") from error
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise Forbidden("no address")
    if parts.scheme != "https" and not (trusting and parts.scheme == "http"):
        raise Forbidden("https only")
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise Forbidden("no name and password in it")
    port = port if port is not None else HTTPS if parts.scheme == "https" else 80
    if port != HTTPS and port < FIRST_FREE_PORT and not trusting:
        raise Forbidden(f"not at port {port}")
    literal = _literal(parts.hostname)
    if literal is not None and not trusting and not is_public(literal):
        raise Forbidden("not a public address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, path)


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


async def addresses_of(target: Target, trusting: bool = False) -> list[str]:
    """The addresses of a host; `Forbidden` if any of them is not public."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreached(f"{target.host}: {error}") from error
    addresses = list(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))
    for address in addresses:
        known = ipaddress.ip_address(address)
        if not is_public(known) and not (trusting and known.is_loopback):
            raise Forbidden(f"{target.host} is at {address}, which is not public")
    if not addresses:
        raise Unreached(f"{target.host}: no address")
    return addresses


async def post(url: str, headers: dict[str, str], body: bytes, trusting: bool = False) -> Answer:
    """Send something; what is answered beside the status is not read. Redirections are answers like any other: nobody
    follows them. Raises `Forbidden` or `Unreached`."""
    target = read_target(url, trusting)
    try:
        async with asyncio.timeout(PATIENCE):
            # The address that was checked is the one connected to: a name can have another one a moment later.
            addresses = await addresses_of(target, trusting)
            return await _ask(target, addresses[0], headers, body)
    except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
        raise Unreached(f"{target.host}: {type(error).__name__}: {error}") from error


async def _ask(target: Target, address: str, headers: dict[str, str], body: bytes) -> Answer:
    secure = target.scheme == "https"
    reader, writer = await asyncio.open_connection(
        address, target.port, limit=LONGEST_HEAD,
        ssl=ssl.create_default_context() if secure else None, server_hostname=target.host if secure else None,
    )  # fmt: skip
    try:
        lines = [
            f"POST {target.path} HTTP/1.1", f"Host: {target.named}", f"Content-Length: {len(body)}",
            "Connection: close", "User-Agent: theomachy", *(f"{name}: {value}" for name, value in headers.items()),
        ]  # fmt: skip
        if any("\r" in line or "\n" in line for line in lines):
            raise ValueError("a line in a header")
        writer.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)
        await writer.drain()
        return await _read_head(reader)
    finally:
        # Not waited for: whoever does not say goodbye keeps nobody.
        writer.close()


async def _read_head(reader: asyncio.StreamReader) -> Answer:
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        version, _, rest = head[0].partition(" ")
        if not version.startswith("HTTP/1"):
            raise ValueError("no answer over HTTP")
        status = int(rest[:3])
        if status >= 200:
            break
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
    wanted = fields.get("retry-after", "")
    return Answer(status, float(wanted) if wanted.isdigit() else None)

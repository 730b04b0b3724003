"""Networks that addresses are counted as.

An IPv6 subscriber usually holds a /64 and often a /56 or a /48, so limits per address count the /64 and, with larger
allowances, the two prefixes around it. The factors leave room for carriers that give every phone a /64 of its own.
"""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Final, NamedTuple

#: the prefix that one IPv6 address is counted as
SUBSCRIBER: Final = 64
#: wider prefixes, and how many times the allowance of one address each of them has
WIDER: Final = ((56, 4), (48, 16))


class WiderNetwork(NamedTuple):
    """A prefix around an address."""

    name: str
    #: such as "/56"
    suffix: str
    #: how many times the allowance of one address it has
    factor: int


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return what an address is counted as: itself in IPv4, its /64 in IPv6, and anything else unchanged."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, SUBSCRIBER), strict=False))


@lru_cache(maxsize=4096)
def wider_networks(network: str) -> tuple[WiderNetwork, ...]:
    """Return the prefixes around a network as `network_of` names it; none for IPv4."""
    if not network.endswith(f"/{SUBSCRIBER}"):
        return ()
    try:
        inner = ipaddress.IPv6Network(network)
    except ValueError:
        return ()
    return tuple(WiderNetwork(str(inner.supernet(new_prefix=length)), f"/{length}", factor) for length, factor in WIDER)

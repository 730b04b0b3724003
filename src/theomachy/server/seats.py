"""Seats and their secrets. Who holds a token is resolved here and nowhere else: accounts would begin in this module."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from theomachy.kernel.match import Match

Who = Literal["person", "open", "bot"]
TOKEN_BYTES = 16
#: stands for a bot where a person is asked to make room for somebody else
OPEN = ""


def new_token() -> str:
    """A secret of 128 random bits, fit for a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    """What is stored of a token. It has 128 random bits, so a plain hash can't be searched backwards."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Chair(Struct):
    """Who plays a seat: a person (by a token), a bot, or nobody yet."""

    seat: int
    #: the side the seat started with, in the notation
    side: str
    who: Who
    name: str = ""
    bot: str | None = None
    #: hash of the person's token
    token: bytes | None = None
    #: what the host asks the person for: to let a bot of this name play, or with `OPEN` to make room
    asked: str | None = None


class Turn(Struct, frozen=True):
    """Whether a bot must decide now at a table, and for whose address it thinks."""

    due: bool
    patron: str = ""


class Holder:
    """What the tokens that somebody presents entitle to at one table."""

    __slots__ = ("host", "seats")

    def __init__(self, seats: frozenset[int], host: bool) -> None:
        self.seats = seats
        self.host = host

    @property
    def seat(self) -> int | None:
        """The seat whose eyes are meant: the first one held; None for a spectator."""
        return min(self.seats, default=None)

    def __bool__(self) -> bool:
        return self.host or bool(self.seats)


def resolve(chairs: Sequence[Chair], host: bytes, tokens: Iterable[str]) -> Holder:
    """Who presents these tokens. Unknown ones entitle to nothing."""
    hashes = [token_hash(token) for token in tokens]
    seats = frozenset(
        chair.seat
        for chair in chairs
        if chair.who == "person" and chair.token is not None and _any_equal(hashes, chair.token)
    )
    return Holder(seats, _any_equal(hashes, host))


def have_all(wanted: Iterable[bytes], tokens: Iterable[str]) -> bool:
    """Whether every token of which there is a hash was presented."""
    hashes = [token_hash(token) for token in tokens]
    return all(_any_equal(hashes, each) for each in wanted)


def deciders(chairs: Sequence[Chair], match: Match) -> tuple[int, ...]:
    """The seats that must decide; none while one is open."""
    return () if match.over or any(chair.who == "open" for chair in chairs) else match.decision.seats


def next_bot(chairs: Sequence[Chair], match: Match, stood_in: Collection[int]) -> int | None:
    """The seat for which a bot must decide: its own, or that of a person for whom one stands in."""
    seats = deciders(chairs, match)
    return next((seat for seat in seats if chairs[seat].who == "bot" or seat in stood_in), None)


def turn_of(chairs: Sequence[Chair], match: Match, patron: str, stood_in: Collection[int] = ()) -> Turn:
    """Whether a bot must decide, whoever looks on: bots without people play only for those who do."""
    people = any(chair.who == "person" for chair in chairs)
    return Turn(people and next_bot(chairs, match, stood_in) is not None, patron)


def _any_equal(hashes: list[bytes], wanted: bytes) -> bool:
    found = False
    for candidate in hashes:
        found |= hmac.compare_digest(candidate, wanted)
    return found

"""Seats and their secrets. What somebody who shows tokens, or is known as a player, is entitled to is resolved here and
nowhere else."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct

from theomachy.kernel.match import Match

Who = Literal["person", "open", "bot"]
TOKEN_BYTES = 16
#: stands for a token where a player is known: alone for what the host may, with a seat ("me:2") for that seat of theirs
MINE = "me"
#: stands for a bot where a person is asked to make room for somebody else
OPEN = ""


def new_token() -> str:
    """A secret of 128 random bits, fit for a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


#: what the names of tables, players and channels look like
NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


def is_name(text: str) -> bool:
    """Whether a table, a player or a channel could be called so; whatever else is asked for is not there."""
    return NAME.fullmatch(text) is not None


def new_name(size: int) -> str:
    """A name for a table or a player, fit for a link and, as it begins with no dash, for a command."""
    while (name := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return name


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
    #: the player whose seat it is, if the person is one
    player: str | None = None
    #: what the host asks the person for: to let a bot of this name play, or with `OPEN` to make room
    asked: str | None = None
    #: whether the person agrees to a coach at this table
    coach: bool = False
    #: the name of the person who resigned from this seat; a bot plays on
    resigned: str | None = None


class Turn(Struct, frozen=True):
    """Whether a bot must decide now at a table, and for whose address it thinks."""

    due: bool
    patron: str = ""


class Called(Struct, frozen=True):
    """The players who must decide at a table now, and those of them who see it."""

    players: Sequence[str]
    seen: Sequence[str]
    now: float
    #: seconds until they are told
    grace: float


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


class Shown(Struct, frozen=True):
    """What somebody shows: tokens, and the player they are known as. `MINE` among the tokens stands for what belongs to
    that player; whoever is none, or shows no token, is entitled to nothing."""

    tokens: tuple[str, ...] = ()
    player: str | None = None

    def __bool__(self) -> bool:
        return bool(self.tokens)


def shown_hashes(chairs: Sequence[Chair], host: bytes, hosting: str | None, shown: Shown) -> list[bytes]:
    """The hashes of the tokens somebody has, with those of a player's own seats for `MINE`; `hosting` is the player who
    made the table."""
    hashes: list[bytes] = []
    for token in shown.tokens:
        if token.partition(":")[0] != MINE:
            hashes.append(token_hash(token))
        elif shown.player is not None:
            if token == MINE and shown.player == hosting:
                hashes.append(host)
            hashes += [
                chair.token
                for chair in chairs
                if chair.token is not None and chair.player == shown.player and token == f"{MINE}:{chair.seat}"
            ]
    return hashes


def resolve(chairs: Sequence[Chair], host: bytes, hashes: list[bytes]) -> Holder:
    """Who has the tokens with these hashes. Unknown ones entitle to nothing."""
    seats = frozenset(
        chair.seat
        for chair in chairs
        if chair.who == "person" and chair.token is not None and _any_equal(hashes, chair.token)
    )
    return Holder(seats, _any_equal(hashes, host))


def have_all(wanted: Iterable[bytes], hashes: list[bytes]) -> bool:
    """Whether every token of which a hash is wanted is there."""
    return all(_any_equal(hashes, each) for each in wanted)


def deciding(match: Match) -> int:
    """The seats that must decide, as bits."""
    if match.over:
        return 0
    return sum(1 << seat for seat in match.decision.seats)


def deciders(chairs: Sequence[Chair], match: Match) -> tuple[int, ...]:
    """The seats that must decide; none while one is open."""
    return () if match.over or any(chair.who == "open" for chair in chairs) else match.decision.seats


def may_coach(chairs: Sequence[Chair]) -> bool:
    """Whether people may have a coach: one person alone among bots, or all who sit here have agreed."""
    people = [chair for chair in chairs if chair.who == "person"]
    if any(chair.who == "open" for chair in chairs) or not people:
        return False
    return len(people) == 1 or all(chair.coach for chair in people)


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

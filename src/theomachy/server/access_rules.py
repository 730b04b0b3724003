"""The decisions about access to a match: who sees through a seat, who acts for one, and who is given everything.

Each decision is made by one function here, and by no other code. `access_table` declares which function guards which
route and message. Callers use the module's attributes (`access_rules.viewer_seat`), so a test can replace a decision
and see that a route depends on it.
"""

from __future__ import annotations

from typing import Literal

from theomachy.server.refused import Refused
from theomachy.server.seats import Holder, Shown, have_all
from theomachy.server.storage import TableRecord

#: "public": nothing of the match is hidden from anybody; "agreed": everybody who ever sat there agrees
Disclosure = Literal["public", "agreed", "hidden"]


def viewer_seat(holder: Holder, shown: Shown) -> int | None:
    """The seat whose view is shown; None for a spectator. Tokens that open nothing are refused, not ignored."""
    if shown and not holder:
        raise Refused("wrong-token")
    return holder.seat


def acting_seat(seat: int | None) -> int:
    """The seat that somebody acts for and is advised about; spectators are refused."""
    if seat is None:
        raise Refused("not-yours", "spectator")
    return seat


def check_join(record: TableRecord, seat: int, player: str | None) -> None:
    """Refuse a seat that is not open, and at a rated table a second seat of a player and people who are not players."""
    if record.rated and (player is None or any(chair.player == player for chair in record.chairs)):
        raise Refused("not-now", "rated-join")
    if record.chairs[seat].who != "open":
        raise Refused("seat-taken")


def check_holder(holder: Holder) -> None:
    """Refuse anybody without a token of the table."""
    if not holder:
        raise Refused("wrong-token")


def check_seat_control(holder: Holder, seat: int) -> None:
    """Refuse anybody but the person of a seat and the host of the table."""
    if not holder.host and seat not in holder.seats:
        raise Refused("wrong-token")


def disclosure(record: TableRecord, over: bool, holder: Holder, hashes: list[bytes]) -> Disclosure:
    """Whether the whole match, with its deck, its hands and its seed, may be given out.

    While a match runs that needs the token of everybody who ever sat at the table, including those who left: whoever
    took over their seat does not speak for them. While a seat is open, somebody is still to come who could not agree.
    Where only bots ever sat, the host's token is needed.
    """
    if over or record.lesson:
        return "public"
    waiting = any(chair.who == "open" for chair in record.chairs)
    return "agreed" if holder and not waiting and have_all(record.sat, hashes) else "hidden"


def may_be_analysed(over: bool) -> bool:
    """Whether a match may be analysed: an analysis tells everything, so only one that is over."""
    return over


def profile_access(public: bool, own: bool) -> Literal["summary", "matches"]:
    """What is shown of a player's record: the single matches to the player alone, the rest if it is public."""
    if not (public or own):
        raise Refused("no-profile")
    return "matches" if own else "summary"

"""Who plays which seat: people at this terminal, or bots."""

from __future__ import annotations

from theomachy.bots import Bot, new_bot
from theomachy.bots.levels import NEWCOMERS
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup, TheomachyError, allowed
from theomachy.kernel.match import Match

#: the word for a person in `--seats`
PERSON = "you"


def split_seats(text: str | None) -> list[str] | None:
    """Who plays, written with commas; the path of a bot's file is kept as it is written."""
    return None if text is None else [name.strip() for name in text.split(",")]


def seat_bots(names: list[str] | None, seats: int, seed: int) -> list[Bot | None]:
    """A bot per seat, None for a person. By default the first seat is a person's, and the others play at the level
    for newcomers."""
    if names is None:
        names = [PERSON] + [NEWCOMERS] * (seats - 1)
    if len(names) != seats:
        raise BadSetup(
            f"--seats: {len(names)} named, but the match has {seats} seats; name one of each, like '{PERSON}'"
        )
    return [_seat_player(name, seat, seed) for seat, name in enumerate(names)]


def _seat_player(name: str, seat: int, seed: int) -> Bot | None:
    if name.lower() == PERSON:
        return None
    try:
        return new_bot(name, mix(seed, seat))
    except BadSetup as error:
        raise BadSetup(f"--seats: seat {seat + 1}: {error}; '{PERSON}' is a person at this terminal") from error


def find_seat(match: Match, text: str, option: str) -> int:
    """A seat by its number, 0 first, or by the side it started with."""
    names = [match.seat_name(seat) for seat in range(match.seats)]
    if text.strip().lower() in names:
        return names.index(text.strip().lower())
    if text.strip().isdecimal() and int(text) < match.seats:
        return int(text)
    raise TheomachyError(f"{option}: no seat '{text}'; seats are 0..{match.seats - 1} or {allowed(names)}")

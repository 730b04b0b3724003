"""Who plays which seat: people at this terminal, or bots."""

from __future__ import annotations

from theomachy.bots import BOTS, Bot, new_bot
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup, TheomachyError, allowed
from theomachy.kernel.match import Match

#: the word for a person in `--seats`
PERSON = "you"


def split_names(text: str | None) -> list[str] | None:
    """The names of a list written with commas."""
    return None if text is None else [name.strip().lower() for name in text.split(",")]


def seat_bots(names: list[str] | None, seats: int, seed: int) -> list[Bot | None]:
    """A bot per seat, None for a person. By default the first seat is a person's and the others are random bots."""
    if names is None:
        names = [PERSON] + ["random"] * (seats - 1)
    if len(names) != seats:
        raise BadSetup(
            f"--seats: {len(names)} named, but the match has {seats} seats; name one of each, like '{PERSON}'"
        )
    for number, name in enumerate(names, 1):
        if name != PERSON and name not in BOTS:
            raise BadSetup(f"--seats: seat {number}: no player '{name}'; allowed: {allowed([PERSON, *BOTS])}")
    return [None if name == PERSON else new_bot(name, mix(seed, seat)) for seat, name in enumerate(names)]


def find_seat(match: Match, text: str, option: str) -> int:
    """A seat by its number, 0 first, or by the god it started with."""
    names = [match.seat_name(seat) for seat in range(match.seats)]
    if text.strip().lower() in names:
        return names.index(text.strip().lower())
    if text.strip().isdecimal() and int(text) < match.seats:
        return int(text)
    raise TheomachyError(f"{option}: no seat '{text}'; seats are 0..{match.seats - 1} or {allowed(names)}")

"""Where a match comes from, and how anybody can check that its seed was not changed on the way.

A seed drawn by the server is known to nobody while the match runs. Its **commitment**, a hash of the seed and a random
salt, is told from the start; seed and salt are told when the match is over. `is_kept` compares them, and the match
played again with that seed (`theomachy.new`, or the save) must give the same facts.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any, Literal

from msgspec import Struct

SALT_BYTES = 16

#: "unknown": tables made before this was written down
SeedOrigin = Literal["drawn", "chosen", "unknown"]


class Proof(Struct):
    """What opens a commitment. The seed is a text: JavaScript can't count that far."""

    seed: str
    salt: str


class Origin(Struct):
    """What everybody may know about where a match comes from."""

    #: who named the seed: the server by lot, or the maker of the table
    seed: SeedOrigin
    #: hash of seed and salt, if the seed was drawn
    commitment: str | None
    #: seed and salt, once the match is over
    proof: Proof | None
    #: whether it goes on from a save, whose opener can know everything in it
    opened: bool
    #: settings that lay things out (a position, a scenario or content of the maker's own)
    special: list[str]
    #: whether a save with every secret was given out while the match ran
    disclosed: bool


def new_salt() -> bytes:
    return secrets.token_bytes(SALT_BYTES)


def commitment(seed: int, salt: bytes) -> str:
    """SHA-256, in hexadecimal, of `theomachy:SALT:SEED`: the salt in hexadecimal, the seed in decimal."""
    return hashlib.sha256(f"theomachy:{salt.hex()}:{seed}".encode()).hexdigest()


def is_kept(promised: str, proof: Proof) -> bool:
    """Whether a seed and its salt are the ones a commitment was made of."""
    try:
        made = commitment(int(proof.seed), bytes.fromhex(proof.salt))
    except ValueError:
        return False
    return hmac.compare_digest(made, promised)


def special_settings(setup: dict[str, Any]) -> list[str]:
    """The settings that are tables of their own: they lay out what the box would otherwise say or the dice would."""
    return sorted(key for key, value in setup.items() if isinstance(value, dict) and value)

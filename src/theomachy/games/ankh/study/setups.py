"""Set-ups of Ankh to fuzz: plain ones, and positions late and rich, so that what is rare happens often."""

from __future__ import annotations

import random
from typing import Any, Final

from theomachy.games.ankh.components import GODS, PIECES
from theomachy.games.ankh.egypt import EGYPT, LAND_CELLS
from theomachy.games.ankh.pharaoh.components import AGENDA, COPIES, KINGS, ROOMS
from theomachy.games.ankh.pharaoh.setup import check_pharaoh
from theomachy.games.ankh.scenarios import player_counts, scenario_names
from theomachy.games.ankh.setup import figures_per_guardian
from theomachy.kernel.errors import BadSetup, allowed
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match


def draw_setup(game: Game[Any], rng: random.Random, players: int | None, scenario: str | None) -> dict[str, Any]:
    """A plain match, or one that begins late and rich."""
    pairs = [
        (name, count)
        for name in scenario_names()
        for count in player_counts(name)
        if scenario in (None, name) and players in (None, count)
    ]
    if not pairs:
        raise BadSetup(
            f"no scenario '{scenario}' for {players} players; for 2 to 5 players there are {allowed(scenario_names())}"
        )
    name, count = rng.choice(pairs)
    if rng.random() < 0.7:
        return {"gods": ["random"] * count, "scenario": name}
    return rich_setup(game, rng, name, count)


def with_pharaoh(rng: random.Random, setup: dict[str, Any], name: str | None) -> dict[str, Any]:
    """The set-up with the Pharaoh expansion, if a pharaoh (or a random one) is wanted; a rich one begins rich in it."""
    if name is None:
        return setup
    king = rng.choice(KINGS) if check_pharaoh(name) == "random" else check_pharaoh(name)
    if "position" not in setup:
        return {**setup, "pharaoh": king}
    gods: list[str] = setup["gods"]
    deck = [card for card, copies in zip(AGENDA, COPIES, strict=True) for _ in range(copies)]
    rng.shuffle(deck)
    extra: dict[str, Any] = {"pharaoh": king, "start": "setup"}
    for key in ("agenda", "played_agenda"):
        extra[key] = {god: [deck.pop() for _ in range(rng.randrange(3))] for god in gods}
    extra["open"] = [deck.pop() for _ in range(3)]
    if rng.random() < 0.3:
        # A deck that runs out
        extra["deck"] = deck[: rng.randrange(6)]
        extra["discard"] = deck[6 : 6 + rng.randrange(3)]
    rooms = ROOMS[:3] if king == "tutankhamun" else ROOMS
    extra["priests"] = {god: dict.fromkeys(rng.sample(rooms, rng.randrange(3)), 1) for god in gods}
    for lower in setup["position"].get("merged", {}).values():
        for key in ("agenda", "played_agenda", "priests"):
            extra[key].pop(lower)
    return {**setup, "position": {**setup["position"], **extra}}


_LEVELS: Final = (
    ("commanding", "inspiring", "omnipresent", "revered"),
    ("resplendent", "obelisk", "temple", "pyramid"),
    ("glorious", "magnanimous", "bountiful", "worshipful"),
)
_GUARDIANS: Final = (("satis", "cat-mummy"), ("mummy", "apep"), ("giant-scorpion", "androsphinx"))


def rich_setup(game: Game[Any], rng: random.Random, scenario: str, count: int) -> dict[str, Any]:
    """A match that begins late and rich, so that what takes long to get happens often."""
    gods = rng.sample(GODS, count)
    guardians = [rng.choice(pair) for pair in _GUARDIANS]
    events = rng.choice((0, 3, 7, 11, 15, rng.randrange(18)))
    position: dict[str, Any] = {
        "scenario": scenario,
        "setup": True,
        "guardians": guardians,
        "followers": {god: rng.randrange(13) for god in gods},
        "devotion": {god: rng.randrange(2 * events + 1) * 30 // 36 for god in gods},
        "events": events,
        "amun": rng.choice(("ready", "spent")),
        "powers": {god: _some_powers(rng) for god in gods},
        "hand": {god: _some_cards(rng) for god in gods},
        "pool": {},
        "turn": rng.choice(gods),
    }
    left = {kind: figures_per_guardian(PIECES.index(kind), count) for kind in guardians}
    for god in gods:
        # One of each kind at most, so that the two bases of each size are enough.
        taken = [kind for kind in guardians if left[kind] and rng.random() < 0.6]
        for kind in taken:
            left[kind] -= 1
        position["pool"][god] = taken
    merged = count >= 3 and events >= 12
    if merged:
        higher, lower = rng.sample(gods, 2)
        position["merged"] = {higher: lower}
        for key in ("followers", "devotion", "powers", "hand", "pool"):
            position[key].pop(lower)
        # A merged god is no lower than its two parts were; nothing else is known about it.
        position["devotion"].setdefault(higher, 0)
    if "anubis" in gods and not merged:
        position["held"] = {rng.choice([god for god in gods if god != "anubis"]): rng.randrange(3)}
    if "osiris" in gods:
        # What the lower god of a merged one has on the board is laid out too, and only then destroyed.
        bare = Match(game, {"gods": gods, "position": {"scenario": scenario, "setup": True}}).state
        empty = [cell for cell in LAND_CELLS if bare.at[cell] == 0]
        position["underworld"] = [EGYPT.names[cell] for cell in rng.sample(empty, rng.randrange(4))]
    return {"gods": gods, "position": position}


def _some_powers(rng: random.Random) -> list[str]:
    number = rng.randrange(7)
    powers: list[str] = []
    for level in range(3):
        powers += rng.sample(_LEVELS[level], max(0, min(2, number - 2 * level)))
    return powers


def _some_cards(rng: random.Random) -> list[str]:
    others = ["chariots", "plague", "drought", "flood", "build", "miracle"]
    return ["maat", *rng.sample(others, rng.randrange(len(others) + 1))]

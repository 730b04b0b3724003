"""What the lab must know of a game beyond its rules: what is varied and read, what the fuzzer draws and accounts for.

A game that says nothing is studied as far as every game can be: who won, how, after how many decisions.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from theomachy.kernel.errors import BadSetup, allowed
from theomachy.kernel.game import Game
from theomachy.kernel.ledger import Ledger, NoLedger
from theomachy.kernel.match import Match
from theomachy.kernel.setting import CHOICE, Setting

#: what a list of names may be instead
ALL: Final = "all"
RANDOM: Final = "random"


class Study:
    """What is varied, and what is read from a match that is over. This one is for a game of which nothing is known."""

    #: what `score` and `length` count; empty: there is none. Their words are the game's `study.<name>`
    score_name: str = ""
    length_name: str = ""
    #: whether `promises` says anything; prompts whose choices show only with the next one what they are good for
    promising: bool = False
    openings: tuple[str, ...] = ()
    #: beginnings of choices that a policy of the fuzzer may prefer: those that bring much onto the board, and those
    #: that are good for later
    leanings: tuple[tuple[str, ...], ...] = ()
    #: settings that a balance study varies where the command says nothing else
    varied: Mapping[str, str] = {}
    #: entries of a view that hold things left over which nobody reads; `turned` leaves them out of a state
    leftovers: tuple[str, ...] = ()
    #: entries of a view that hold seats, or lists of seats
    seat_entries: tuple[str, ...] = ("seat", "seats", "first_seat", "turn", "chosen", "winners")
    #: where the catalogue has the names of what a mark can be; a mark that is not here is the kind of its names
    mark_names: Mapping[str, str] = {}

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        #: who can play a seat, by the notation's names; empty: seats differ in nothing but their place
        self.sides: tuple[str, ...] = tuple(game.offers()["sides"])

    def settings(self, players: int, wanted: Mapping[str, str]) -> list[dict[str, Any]]:
        """The combinations of settings to play equally often, each a part of a setup.

        `wanted` are the settings as they were asked for: of those that choose one of several values a name, several
        with commas, or `all` (to draw one at random is to play all equally often); of others what they are to be.
        """
        known = self.game.settings()
        unknown = wanted.keys() - {setting.name for setting in known}
        if unknown:
            names = allowed([setting.name for setting in known]) or "none"
            raise BadSetup(f"{self.game.name} has no setting '{min(unknown)}'; there are {names}")
        combinations: list[dict[str, Any]] = [{}]
        for setting in known:
            if setting.name in wanted:
                values = self.values(setting, players, wanted[setting.name])
                combinations = [{**before, setting.name: value} for before in combinations for value in values]
        return combinations

    def values(self, setting: Setting, players: int, text: str) -> list[Any]:
        """What a setting takes in turn."""
        if setting.kind != CHOICE:
            return [setting.read(text)]
        names = listed(text)
        return list(setting.values) if names in ([ALL], [RANDOM]) else names

    def factors(self, match: Match) -> dict[str, str]:
        """What the match was played with, such as a scenario."""
        return {}

    def marks(self, match: Match) -> list[dict[str, str]]:
        """What each seat did that win rates are asked for, such as its first power. Needs the facts of the match."""
        return [{} for _ in range(match.seats)]

    def scores(self, match: Match) -> list[int]:
        """The final score of each seat; empty: there is none."""
        return []

    def length(self, match: Match) -> int:
        """How long the match took, in what the game counts."""
        return 0

    def ranks(self, match: Match) -> list[int]:
        """The final place of each seat, 0 first, equal for equals. Winners are first; if everybody loses all are equal.

        The seats behind the winners are ordered by their final score.
        """
        outcome = match.outcome
        if outcome is None or not outcome.winners:
            return [0] * match.seats
        scores = self.scores(match) or [0] * match.seats
        values = [
            (seat in outcome.winners, 0 if seat in outcome.winners else scores[seat]) for seat in range(match.seats)
        ]
        return [sum(other > value for other in values) for value in values]

    # --- for the fuzzer -----------------------------------------------------------------------------------------------

    def draw_setup(self, rng: random.Random, players: int | None, settings: Mapping[str, str]) -> dict[str, Any]:
        """A set-up to fuzz, for a number of players that the game allows (None: any), with these settings as they were
        asked for."""
        count = rng.choice(self.game.players) if players is None else players
        return {"players": count, **rng.choice(self.settings(count, settings))}

    def worst(self) -> list[dict[str, Any]]:
        """Recorded positions with the dearest lists of choices; `theomachy.lab.worst` finds them."""
        return []

    def ledger(self, match: Match) -> Ledger:
        """What accounts for the match from here on by reading its facts."""
        return NoLedger()

    def turned(self, state: dict[str, Any], by: int) -> dict[str, Any] | None:
        """An encoded state as if everybody sat `by` seats further on.

        None: nobody has said what turns, or dice not yet thrown will ask for seats by their number.
        """
        return None

    def promises(self, match: Match) -> list[float]:
        """Roughly how well each seat does; for policies that look ahead."""
        return [0.0] * match.seats


def recorded_positions(package: str) -> list[dict[str, Any]]:
    """The positions in the folder `worst` of a package, each named by its file."""
    folder = files(package) / "worst"
    if not folder.is_dir():
        return []
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json"))
    return [{"name": name.removesuffix(".json"), **json.loads((folder / name).read_text())} for name in names]


def listed(text: str) -> list[str]:
    """The names of a list written with commas."""
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    if not names:
        raise BadSetup(f"'{text}' names nothing; write names with commas between them, or 'all'")
    return names

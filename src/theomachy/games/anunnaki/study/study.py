"""Anunnaki in the lab: houses are told apart; points, turns and the first god summoned are read."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.study.ledger import AnunnakiLedger
from theomachy.games.anunnaki.study.setups import draw_setup
from theomachy.games.anunnaki.study.turning import turned_state
from theomachy.games.anunnaki.tables import tables_for
from theomachy.kernel.ledger import Ledger
from theomachy.kernel.match import Match
from theomachy.kernel.study import Study, recorded_positions

NO_GOD: Final = "none"


class AnunnakiStudy(Study):
    """The winner is first even where the points are equal: the rule for ties decides."""

    score_name = "vp"
    length_name = "turns"
    seat_entries = (*Study.seat_entries, "looked")
    mark_names: Mapping[str, str] = {"first_summoned": "god"}

    def marks(self, match: Match) -> list[dict[str, str]]:
        first = [NO_GOD] * match.seats
        for fact in match.state.facts:
            if fact.name == "summoned" and first[fact.who] == NO_GOD:
                first[fact.who] = fact.what
        return [{"first_summoned": god} for god in first]

    def scores(self, match: Match) -> list[int]:
        s: AnunnakiState = match.state
        return [int(s.vp[seat]) for seat in range(s.seats)]

    def length(self, match: Match) -> int:
        """Turns of each seat: everybody has equally many."""
        return int(match.state.rounds)

    def worst(self) -> list[dict[str, Any]]:
        """With today's content: what is printed may have been tuned since they were recorded."""
        positions = recorded_positions("theomachy.games.anunnaki.study")
        for position in positions:
            position["state"]["content"] = tables_for(None, position["state"]["seats"]).key
        return positions

    def draw_setup(self, rng: random.Random, players: int | None, settings: Mapping[str, str]) -> dict[str, Any]:
        # A position takes no settings beside it.
        return super().draw_setup(rng, players, settings) if settings else draw_setup(rng, players)

    def ledger(self, match: Match) -> Ledger:
        return AnunnakiLedger(match.state)

    def turned(self, state: dict[str, Any], by: int) -> dict[str, Any] | None:
        return turned_state(self.game, state, by)

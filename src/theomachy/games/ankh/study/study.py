"""Ankh in the lab: gods, scenarios and pharaohs are varied; devotion, events and first powers are read."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from theomachy.games.ankh.board import is_present, region_tiles
from theomachy.games.ankh.components import FIGURES
from theomachy.games.ankh.conflict import majorities
from theomachy.games.ankh.pharaoh.components import KINGS
from theomachy.games.ankh.pharaoh.setup import check_pharaoh
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.scenarios import find_scenario, player_counts
from theomachy.games.ankh.setup import DEFAULT_SCENARIO
from theomachy.games.ankh.state import AnkhState, god_of
from theomachy.games.ankh.study.ledger import AnkhLedger
from theomachy.games.ankh.study.setups import draw_setup, with_pharaoh
from theomachy.games.ankh.study.turning import turned_state
from theomachy.kernel.ids import Side
from theomachy.kernel.ledger import Ledger
from theomachy.kernel.match import Match
from theomachy.kernel.setting import Setting
from theomachy.kernel.study import ALL, Study, listed, recorded_positions

NO_POWER: Final = "none"


class AnkhStudy(Study):
    """Gods are told apart; forgotten gods rank below those in play, and everybody is equal where all are forgotten."""

    score_name = "devotion"
    length_name = "events"
    varied: Mapping[str, str] = {"scenario": ALL}
    mark_names: Mapping[str, str] = {"first_power": "power"}
    promising = True
    leanings = (
        ("action summon", "action move", "figure", "piece"),
        ("action gain", "action unlock", "power", "monument", "build", "bid 0"),
    )
    leftovers = ("placed",)
    openings = ("choose-action", "move-figure", "summon-piece", "unlock-power", "obelisk-figure")

    def settings(self, players: int, wanted: Mapping[str, str]) -> list[dict[str, Any]]:
        """Every combination names its scenario, so that the results do."""
        asked = wanted if "scenario_file" in wanted else {"scenario": DEFAULT_SCENARIO, **wanted}
        return super().settings(players, asked)

    def values(self, setting: Setting, players: int, text: str) -> list[Any]:
        """Only scenarios that are for so many players."""
        values = super().values(setting, players, text)
        if setting.name == "scenario":
            if listed(text) == [ALL]:
                return [name for name in values if players in player_counts(name)]
            for name in values:
                find_scenario(name, players)
        if setting.name == "pharaoh":
            return [check_pharaoh(name) for name in values]
        return values

    def factors(self, match: Match) -> dict[str, str]:
        s: AnkhState = match.state
        factors = {"scenario": str(match.setup.get("scenario", ""))}
        if s.annex is not None:
            factors["pharaoh"] = KINGS[realm(s).king]
        return factors

    def marks(self, match: Match) -> list[dict[str, str]]:
        first = [NO_POWER] * match.seats
        for fact in match.state.facts:
            # The seat that started with a god has its number.
            if fact.name == "unlocked" and first[fact.who] == NO_POWER:
                first[fact.who] = fact.what
        return [{"first_power": power} for power in first]

    def scores(self, match: Match) -> list[int]:
        """The devotion of the seat's god; that of a forgotten god when it was forgotten."""
        s: AnkhState = match.state
        return [int(s.devotion[god_of(s, seat)]) for seat in s.every_seat()]

    def length(self, match: Match) -> int:
        return int(match.state.events_done)

    def ranks(self, match: Match) -> list[int]:
        """Behind the winners by place on the devotion track, then the forgotten gods by what devotion they had."""
        s: AnkhState = match.state
        if s.winner < 0:
            return [0] * s.seats
        values: list[tuple[int, int]] = []
        for seat in s.every_seat():
            god = god_of(s, seat)
            if god == s.winner:
                values.append((2, 0))
            elif s.alive[god]:
                values.append((1, s.ladder.index(god)))
            else:
                values.append((0, int(s.devotion[god])))
        return [sum(other > value for other in values) for value in values]

    def worst(self) -> list[dict[str, Any]]:
        return recorded_positions("theomachy.games.ankh.study")

    # --- for the fuzzer -----------------------------------------------------------------------------------------------

    def draw_setup(self, rng: random.Random, players: int | None, settings: Mapping[str, str]) -> dict[str, Any]:
        if settings.keys() - {"scenario", "pharaoh"}:
            # A position takes no settings beside it.
            return super().draw_setup(rng, players, settings)
        setup = draw_setup(self.game, rng, players, settings.get("scenario"))
        return with_pharaoh(rng, setup, settings.get("pharaoh"))

    def ledger(self, match: Match) -> Ledger:
        return AnkhLedger(match.state)

    def turned(self, state: dict[str, Any], by: int) -> dict[str, Any]:
        return turned_state(self.game, state, by)

    def promises(self, match: Match) -> list[float]:
        s: AnkhState = match.state
        return [promise(s, god_of(s, seat)) if s.alive[god_of(s, seat)] else 0.0 for seat in s.every_seat()]


def promise(s: AnkhState, god: Side) -> float:
    """Devotion, and roughly what the next conflict would add to it."""
    worth = int(s.devotion[god]) + 0.04 * min(int(s.followers[god]), 8) + 0.4 * int(s.powers[god]).bit_count()
    for tile in region_tiles(s):
        if is_present(s, god, tile):
            rivals = sum(is_present(s, other, tile) for other in s.ladder if other != god)
            worth += len(majorities(s, god, tile)) + (1.0 if rivals == 0 else 0.3 / rivals)
    worth += 0.1 * sum(s.where[figure] >= 0 for figure in range(god * FIGURES, (god + 1) * FIGURES))
    return worth + 0.15 * sum(s.control[cell] == god for cell in s.monuments)

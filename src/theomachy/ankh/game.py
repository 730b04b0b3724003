"""Ankh as the kernel sees it."""

from __future__ import annotations

from typing import Any, Final

from theomachy.ankh.battle import FightBattle
from theomachy.ankh.board import region_name_cell
from theomachy.ankh.caravan import KeepTile, LayCamel, SwapTile, SwapWith
from theomachy.ankh.chains import forget_grounds
from theomachy.ankh.components import GODS, RED_UNTIL, REGION_, SPELLINGS, TOP, VERBS
from theomachy.ankh.conflict import FightConflict
from theomachy.ankh.content import CONTENT, data_text
from theomachy.ankh.deaths import Deaths, HoldWarrior, MummyTo
from theomachy.ankh.egypt import CELLS, EGYPT, RIVER
from theomachy.ankh.encoding import decode, encode, faults
from theomachy.ankh.event import BuildOn, ControlMonument, GuardianBid
from theomachy.ankh.expansion import EXPANSIONS, enter, expansion_of
from theomachy.ankh.fight import (
    AnnounceTwo,
    BattleCard,
    BuildMonument,
    GiveUp,
    PlagueBid,
    SpendTiebreaker,
    UnderworldTo,
    UnderworldToken,
    Worship,
)
from theomachy.ankh.guardians import PointClaw
from theomachy.ankh.merge import TakeOver
from theomachy.ankh.move import MoveFigures, MoveTo, PushTo
from theomachy.ankh.obelisk import ObeliskFigure, ObeliskTo
from theomachy.ankh.pharaoh import expansion as pharaoh
from theomachy.ankh.pharaoh.components import EXTRA_VERBS, KINGS
from theomachy.ankh.pharaoh.moments import PharaohMoments
from theomachy.ankh.positions import check_position, lay_position
from theomachy.ankh.printed import printed_values
from theomachy.ankh.scenarios import player_counts, scenario_names
from theomachy.ankh.setup import check_setup, set_up
from theomachy.ankh.state import AnkhState
from theomachy.ankh.summon import GiveSun, SummonPiece, SummonTo
from theomachy.ankh.turn import ResolveEvent, TakeAction, TakeTurn
from theomachy.ankh.unlock import TakeGuardian, UnlockPower
from theomachy.ankh.view import ankh_view, god_name
from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.fact import Fact
from theomachy.kernel.game import Game, Outcome
from theomachy.kernel.step import StepKind

#: in the order of `steps`
KINDS: Final[list[StepKind[AnkhState]]] = [
    TakeTurn(), ResolveEvent(), MoveFigures(), MoveTo(), PushTo(), PointClaw(), SummonPiece(), SummonTo(), GiveSun(),
    UnlockPower(), TakeGuardian(), ControlMonument(), BuildOn(), LayCamel(), KeepTile(), SwapTile(), SwapWith(),
    GuardianBid(), FightConflict(), FightBattle(), ObeliskFigure(), ObeliskTo(), AnnounceTwo(), BattleCard(),
    BuildMonument(), PlagueBid(), SpendTiebreaker(), GiveUp(), Deaths(), HoldWarrior(), MummyTo(), UnderworldToken(),
    UnderworldTo(), Worship(), TakeOver(), TakeAction(), *pharaoh.KINDS,
]  # fmt: skip
KIND_NAMES: Final = [kind.name for kind in KINDS]

enter(pharaoh.Pharaoh(), PharaohMoments())

TERRAIN_NAMES: Final = {"f": "fertile", "d": "desert", "w": "water"}
#: facts whose `where` is an edge, and those whose `other` or `amount` are cells
EDGE_FACTS: Final = ("camel",)
FROM_CELL_FACTS: Final = [
    "moved", "pushed", "underworld", *(name for expansion in EXPANSIONS for name in expansion.from_cell_facts),
]  # fmt: skip


class Ankh(Game[AnkhState]):
    """Ankh: Gods of Egypt."""

    name = "ankh"
    players: tuple[int, ...] = (2, 3, 4, 5)
    file_settings: tuple[str, ...] = ("scenario_file",)

    def __init__(self) -> None:
        super().__init__(
            KINDS,
            ChoiceTable([*VERBS, *EXTRA_VERBS], SPELLINGS),
            Catalogue("ankh", data_text, pharaoh.data_text, values=printed_values(CONTENT)),
        )

    def check_setup(self, setup: dict[str, Any]) -> dict[str, Any]:
        if "position" in setup:
            return check_position(setup)
        return check_setup(setup)

    def begin(self, setup: dict[str, Any], seed: int, listening: bool) -> AnkhState:
        if "position" in setup:
            return lay_position(setup, seed, listening)
        return set_up(setup, seed, listening)

    def offers(self) -> dict[str, Any]:
        return {
            "sides": list(GODS),
            "scenarios": [{"scenario": name, "players": player_counts(name)} for name in scenario_names()],
            "pharaohs": list(KINGS),
        }

    def board_info(self) -> dict[str, Any]:
        return {
            "cells": [
                {"name": name, "column": column, "y": y, "terrain": TERRAIN_NAMES[letter]}
                for name, (column, y), letter in zip(EGYPT.names, EGYPT.places, EGYPT.letters, strict=True)
            ],
            "river": [EGYPT.edge_names[edge] for edge in RIVER],
            "edges": list(EGYPT.edge_names),
            "top": TOP,
            "red_until": RED_UNTIL,
        }

    def standing(self, s: AnkhState) -> dict[str, int]:
        """Devotion, by god in play."""
        return {GODS[s.god_kind[god]]: s.devotion[god] for god in s.ladder}

    def canonical(self, s: AnkhState, choice: int) -> int:
        """A region may be named by any of its cells."""
        if REGION_ <= choice < REGION_ + CELLS and s.region[choice - REGION_]:
            if s.stack and KIND_NAMES[s.stack[-1].kind] == "keep-tile":
                return KeepTile().naming(s, s.stack[-1], choice)
            return REGION_ + region_name_cell(s, s.region[choice - REGION_])
        return choice

    def view(self, s: AnkhState, seat: int) -> dict[str, Any]:
        return ankh_view(s, seat)

    def forget_hidden(self, s: AnkhState, seat: int) -> None:
        """Choices of others that are not revealed are taken back; those seats choose again."""
        for other in range(s.seats):
            if seat < 0 or s.side[other] != s.side[seat]:
                s.secret[other] = -1
        expansion_of(s).forget_hidden(s)

    def outcome(self, s: AnkhState) -> Outcome:
        return Outcome(tuple(seat for seat in range(s.seats) if s.side[seat] == s.winner), s.how)

    def seat_name(self, s: AnkhState, seat: int) -> str:
        return GODS[s.god_kind[seat]]

    def fact_json(self, s: AnkhState, fact: Fact) -> dict[str, Any]:
        data: dict[str, Any] = {"fact": fact.name, "rule": fact.rule}
        if fact.who >= 0:
            data["god"] = god_name(s, fact.who)
        if fact.where >= 0:
            if fact.name in EDGE_FACTS:
                data["edge"] = EGYPT.edge_names[fact.where]
            else:
                data["cell"] = EGYPT.names[fact.where]
        if fact.what:
            data["thing"] = fact.what
        if fact.name == "claws":
            data["cells"] = [EGYPT.names[fact.other], EGYPT.names[fact.amount]]
        elif fact.name in FROM_CELL_FACTS:
            if fact.other >= 0:
                data["from"] = EGYPT.names[fact.other]
        elif fact.name in ("region-split", "tiles-swapped"):
            data["amount"] = fact.amount
            data["tile"] = fact.other
        elif fact.name in ("action", "turn", "first-player"):
            data["seat"] = fact.other
        else:
            data["amount"] = fact.amount
            if fact.other >= 0:
                data["other"] = god_name(s, fact.other)
        return data

    def copy(self, s: AnkhState) -> AnkhState:
        return s.copy()

    def encode(self, s: AnkhState) -> dict[str, Any]:
        return encode(s, KIND_NAMES)

    def decode(self, data: object) -> AnkhState:
        return decode(data, KIND_NAMES)

    def forget_memories(self, s: AnkhState) -> None:
        forget_grounds()
        s.ground = None

    def faults(self, s: AnkhState) -> list[str]:
        return faults(s)

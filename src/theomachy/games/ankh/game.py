"""Ankh as the kernel sees it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from theomachy.games.ankh.battle import FightBattle
from theomachy.games.ankh.board import region_name_cell
from theomachy.games.ankh.box import all_questions, check_room
from theomachy.games.ankh.caravan import KeepTile, LayCamel, SwapTile, SwapWith
from theomachy.games.ankh.chains import forget_regions
from theomachy.games.ankh.components import (
    GODS,
    GUARDIANS,
    LATE_VERBS,
    PIECES,
    RED_UNTIL,
    REGION_,
    SPELLINGS,
    TOP,
    VERBS,
)
from theomachy.games.ankh.conflict import FightConflict
from theomachy.games.ankh.content import CONTENT, data_text
from theomachy.games.ankh.deaths import Deaths
from theomachy.games.ankh.egypt import CELLS, EGYPT, RIVER
from theomachy.games.ankh.encoding import decode, encode, faults, records
from theomachy.games.ankh.event import BuildOn, ControlMonument
from theomachy.games.ankh.expansion import EXPANSIONS, enter, expansion_of
from theomachy.games.ankh.fight import BattleCard, SpendTiebreaker
from theomachy.games.ankh.forecast import forecast
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.merge import TakeOver
from theomachy.games.ankh.move import MoveFigures, MoveTo
from theomachy.games.ankh.pharaoh import expansion as pharaoh
from theomachy.games.ankh.pharaoh.components import EXTRA_VERBS, KINGS, SPHINXES
from theomachy.games.ankh.pharaoh.dynasty import check_dynasty
from theomachy.games.ankh.pharaoh.moments import PharaohMoments
from theomachy.games.ankh.picks import name_of
from theomachy.games.ankh.positions import check_position, lay_position
from theomachy.games.ankh.printed import check_printed
from theomachy.games.ankh.scenarios import layouts, player_counts, scenario_names
from theomachy.games.ankh.scoreboard import scoreboard
from theomachy.games.ankh.setup import check_setup, draw_from_first_box, draw_setup, set_up
from theomachy.games.ankh.state import AnkhState, god_of
from theomachy.games.ankh.steps import (
    ACTION,
    BATTLE_CARD,
    BUILD_ON,
    CONTROL_MONUMENT,
    DEATHS,
    EVENT,
    EXTRA_STEP,
    FIGHT_BATTLE,
    FIGHT_CONFLICT,
    KEEP_TILE,
    LAY_CAMEL,
    MOVE_FIGURES,
    MOVE_TO,
    SPEND_TIEBREAKER,
    SUMMON_PIECE,
    SUMMON_TO,
    SWAP_TILE,
    SWAP_WITH,
    TAKE_GUARDIAN,
    TAKE_OVER,
    TURN,
    UNLOCK_POWER,
)
from theomachy.games.ankh.summon import SummonPiece, SummonTo
from theomachy.games.ankh.text_values import printed_values
from theomachy.games.ankh.turn import ResolveEvent, TakeAction, TakeTurn
from theomachy.games.ankh.unlock import TakeGuardian, UnlockPower
from theomachy.games.ankh.view import god_name, own_view, public_view
from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.codec import FieldTable
from theomachy.kernel.errors import BadContent
from theomachy.kernel.fact import Fact
from theomachy.kernel.game import Game, Outcome
from theomachy.kernel.ids import NO_SEAT, Seat, Side
from theomachy.kernel.setting import CHOICE, FILE, LIST, SEAT, Setting
from theomachy.kernel.step import StepKind
from theomachy.kernel.worth import Worth

if TYPE_CHECKING:
    from theomachy.kernel.face import Face
    from theomachy.kernel.outlook import Outlook
    from theomachy.kernel.study import Study

#: what the chapters ask and do, by number (see `steps`)
CHAPTERS: Final[dict[int, StepKind[AnkhState]]] = {
    TURN: TakeTurn(),
    EVENT: ResolveEvent(),
    MOVE_FIGURES: MoveFigures(),
    MOVE_TO: MoveTo(),
    SUMMON_PIECE: SummonPiece(),
    SUMMON_TO: SummonTo(),
    UNLOCK_POWER: UnlockPower(),
    TAKE_GUARDIAN: TakeGuardian(),
    CONTROL_MONUMENT: ControlMonument(),
    BUILD_ON: BuildOn(),
    LAY_CAMEL: LayCamel(),
    KEEP_TILE: KeepTile(),
    SWAP_TILE: SwapTile(),
    SWAP_WITH: SwapWith(),
    FIGHT_CONFLICT: FightConflict(),
    FIGHT_BATTLE: FightBattle(),
    BATTLE_CARD: BattleCard(),
    SPEND_TIEBREAKER: SpendTiebreaker(),
    DEATHS: Deaths(),
    TAKE_OVER: TakeOver(),
    ACTION: TakeAction(),
}


def _all_kinds() -> list[StepKind[AnkhState]]:
    """The chapters' kinds, those of the box and those of the expansions, each at its number."""
    found = all_questions(CHAPTERS)
    for number, kind in enumerate(pharaoh.KINDS, EXTRA_STEP):
        found[number] = kind
    if sorted(found) != list(range(len(found))):
        missing = next(number for number in range(max(found)) if number not in found)
        raise BadContent(f"steps.py: nobody asks step {missing}; a god that asks it gives it in `questions`")
    return [found[number] for number in range(len(found))]


KINDS: Final = _all_kinds()
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
    players: ClassVar[tuple[int, ...]] = (2, 3, 4, 5)
    file_settings: ClassVar[tuple[str, ...]] = ("scenario_file",)
    seats_setting = "gods"

    def __init__(self) -> None:
        check_dynasty(pharaoh.data_text, check_room(data_text))
        check_printed({"sphinxes": SPHINXES})
        super().__init__(
            KINDS,
            ChoiceTable([*VERBS, *EXTRA_VERBS, *LATE_VERBS], SPELLINGS),
            Catalogue("ankh", data_text, pharaoh.data_text, values=printed_values(CONTENT, BESTIARY)),
        )

    def check_setup(self, setup: dict[str, Any]) -> dict[str, Any]:
        if "position" in setup:
            return check_position(setup)
        return check_setup(setup)

    def drawn(self, setup: dict[str, Any], seed: int) -> dict[str, Any]:
        return setup if "position" in setup else draw_setup(setup, seed)

    def drawn_at_first(self, setup: dict[str, Any], seed: int) -> dict[str, Any]:
        return setup if "position" in setup else draw_from_first_box(setup, seed)

    def begin(self, setup: dict[str, Any], seed: int, listening: bool) -> AnkhState:
        if "position" in setup:
            return lay_position(setup, seed, listening)
        return set_up(setup, seed, listening)

    def offers(self) -> dict[str, Any]:
        return {
            "sides": list(GODS),
            "scenarios": [{"scenario": name, "players": player_counts(name)} for name in scenario_names()],
            "pharaohs": [{"pharaoh": king} for king in KINGS],
        }

    def settings(self) -> list[Setting]:
        return [
            Setting("gods", LIST, GODS, names="god"),
            Setting("scenario", CHOICE, scenario_names()),
            Setting("scenario_file", FILE),
            Setting("pharaoh", CHOICE, KINGS, names="king"),
            Setting("guardians", LIST, [PIECES[kind] for kind in GUARDIANS], names="piece"),
            Setting("first", SEAT),
        ]

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
            "layouts": layouts(),
        }

    def standing(self, s: AnkhState) -> dict[str, int]:
        """Devotion, by god in play."""
        return {GODS[s.god_kind[god]]: s.devotion[god] for god in s.ladder}

    def scoreboard(self, s: AnkhState) -> dict[str, Any]:
        return scoreboard(s)

    def forecast(self, before: AnkhState, s: AnkhState, seat: Seat, choice: int) -> None:
        forecast(before, s, seat, choice)

    def canonical(self, s: AnkhState, choice: int) -> int:
        """A region may be named by any of its cells."""
        if REGION_ <= choice < REGION_ + CELLS and s.region[choice - REGION_]:
            if s.stack and KIND_NAMES[s.stack[-1].kind] == "keep-tile":
                return KeepTile().naming(s, s.stack[-1], choice)
            return REGION_ + region_name_cell(s, Region(s.region[choice - REGION_]))
        return choice

    def view(self, s: AnkhState, seat: Seat) -> dict[str, Any]:
        public = public_view(s)
        return public if seat == NO_SEAT else own_view(s, seat, public)

    def own_view(self, s: AnkhState, seat: Seat, public: dict[str, Any]) -> dict[str, Any]:
        return own_view(s, seat, public)

    def name_of(self, s: AnkhState, thing: str, number: int) -> Any:
        return name_of(s, thing, number)

    def forget_hidden(self, s: AnkhState, seat: Seat) -> None:
        """Choices of others that are not revealed are taken back; those seats choose again."""
        for other in s.every_seat():
            if seat < 0 or god_of(s, other) != god_of(s, seat):
                s.secret[other] = -1
        expansion_of(s).forget_hidden(s)

    def confidants(self, s: AnkhState, seat: int) -> list[int]:
        """Partners in a merged god know of each other."""
        return [other for other in range(s.seats) if s.side[other] == s.side[seat]]

    def outcome(self, s: AnkhState) -> Outcome:
        return Outcome(tuple(seat for seat in s.every_seat() if god_of(s, seat) == s.winner), s.how)

    def seat_name(self, s: AnkhState, seat: Seat) -> str:
        return GODS[s.god_kind[seat]]

    def fact_json(self, s: AnkhState, fact: Fact) -> dict[str, Any]:
        data: dict[str, Any] = {"fact": fact.name, "rule": fact.rule}
        if fact.who >= 0:
            data["god"] = god_name(s, Side(fact.who))
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
                data["other"] = god_name(s, Side(fact.other))
        return data

    def copy(self, s: AnkhState) -> AnkhState:
        return s.copy()

    def encode(self, s: AnkhState) -> dict[str, Any]:
        return encode(s, KIND_NAMES)

    def decode(self, data: object) -> AnkhState:
        return decode(data, KIND_NAMES)

    def records(self, s: AnkhState) -> list[tuple[str, Any, FieldTable]]:
        return records(s)

    def forget_memories(self, s: AnkhState) -> None:
        forget_regions()
        s.ground = None

    def faults(self, s: AnkhState) -> list[str]:
        return faults(s)

    def compare_expectations(self, match: Any, expect: dict[str, Any]) -> list[str]:
        from theomachy.games.ankh.expectations import compare_expectations

        return compare_expectations(match, expect)

    def position_of(self, s: AnkhState) -> dict[str, Any]:
        from theomachy.games.ankh.written import position_of

        return position_of(s)

    def at_rest(self, s: AnkhState) -> AnkhState | None:
        from theomachy.games.ankh.written import at_rest

        return at_rest(s)

    def lessons_folder(self) -> Path | None:
        return Path(str(files("theomachy.games.ankh"))) / "lessons"

    def open_mind(self) -> Worth:
        from theomachy.games.ankh.mind.worth import AnkhWorth

        return AnkhWorth()

    def open_study(self) -> Study:
        from theomachy.games.ankh.study.study import AnkhStudy

        return AnkhStudy(self)

    def open_face(self) -> Face:
        from theomachy.games.ankh.face.face import AnkhFace

        return AnkhFace(self)

    def open_outlook(self) -> Outlook:
        from theomachy.games.ankh.outlook import AnkhOutlook

        return AnkhOutlook(self)

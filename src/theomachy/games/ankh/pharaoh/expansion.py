"""Pharaoh as the base game sees it."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

from mypy_extensions import i64

from theomachy.games.ankh.expansion import MASKS_OF_GODS, NOTHING, SUMMONS, Expansion
from theomachy.games.ankh.pharaoh.agenda import (
    AgendaAfter,
    AgendaBefore,
    LordFigure,
    LordTo,
    PantheonGuardian,
    PantheonVictim,
)
from theomachy.games.ankh.pharaoh.calls import FlockPiece, FlockTo, RiddlePiece, RiddleTo, WarPiece, WarTo
from theomachy.games.ankh.pharaoh.components import AGENDA, PHARAOH, ROOM_COUNT, ROOMS
from theomachy.games.ankh.pharaoh.encoding import decode_realm, realm_faults
from theomachy.games.ankh.pharaoh.expectations import KEYS as EXPECTED
from theomachy.games.ankh.pharaoh.expectations import compare_realm
from theomachy.games.ankh.pharaoh.fields import REALM
from theomachy.games.ankh.pharaoh.figure import MovePharaoh, PlacePharaoh
from theomachy.games.ankh.pharaoh.kings.amenhotep import RiddleTake
from theomachy.games.ankh.pharaoh.kings.ramses import MoveInfantry, MoveInfantryTo, PlaceInfantry
from theomachy.games.ankh.pharaoh.outlook import put_realm
from theomachy.games.ankh.pharaoh.palace import ResolvePalace, Riddle, RoomLaw, TakeAgenda
from theomachy.games.ankh.pharaoh.positions import KEYS as POSITION_KEYS
from theomachy.games.ankh.pharaoh.positions import lay_box, lay_realm
from theomachy.games.ankh.pharaoh.priests import MovePriest, MovePriestTo, PriestTo
from theomachy.games.ankh.pharaoh.setup import begin, check_pharaoh, draw_pharaoh, place_pharaoh
from theomachy.games.ankh.pharaoh.sphinx import ReplaceMonument
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.pharaoh.steps import FLOCK_PIECE, PLACE_PHARAOH, RESOLVE_PALACE, RIDDLE_PIECE, WAR_PIECE
from theomachy.games.ankh.pharaoh.view import pharaoh_view
from theomachy.games.ankh.pharaoh.written import written_realm
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState
from theomachy.games.ankh.steps import TURN
from theomachy.games.ankh.turn import AFTER_EVENT
from theomachy.kernel.arrays import Shorts, filled
from theomachy.kernel.codec import FieldTable
from theomachy.kernel.dice import shuffled
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

#: in the order of `steps`
KINDS: Final[list[StepKind[AnkhState]]] = [
    PlacePharaoh(), PlaceInfantry(), AgendaBefore(), AgendaAfter(), MovePriest(), MovePriestTo(), PriestTo(),
    ResolvePalace(), RoomLaw(), TakeAgenda(), ReplaceMonument(), Riddle(), MovePharaoh(), WarPiece(), WarTo(),
    FlockPiece(), FlockTo(), RiddlePiece(), RiddleTo(), PantheonVictim(), PantheonGuardian(), LordFigure(), LordTo(),
    MoveInfantry(), MoveInfantryTo(), RiddleTake(),
]  # fmt: skip


def data_text(name: str) -> str:
    """A data file of the expansion."""
    return (files("theomachy.games.ankh.pharaoh") / "data" / name).read_text(encoding="utf-8")


class Pharaoh(Expansion):
    """The expansion with its palace, agenda cards, sphinxes and the five pharaohs."""

    name = "pharaoh"
    position_keys: tuple[str, ...] = POSITION_KEYS
    starts: tuple[str, ...] = ("palace", "setup")
    expected: tuple[str, ...] = EXPECTED
    from_cell_facts: tuple[str, ...] = ("pharaoh-moved", "infantry-moved")

    def check(self, value: object) -> object:
        return check_pharaoh(value)

    def draw(self, s: AnkhState, value: object) -> object:
        return draw_pharaoh(s, str(value))

    def open_box(self, s: AnkhState, value: object) -> None:
        lay_box(s, value)

    def begin(self, s: AnkhState) -> None:
        begin(s)

    def lay(self, s: AnkhState, read: Reader) -> None:
        lay_realm(s, read)

    def written(self, s: AnkhState) -> dict[str, Any]:
        return written_realm(s)

    def is_setting_up(self, s: AnkhState) -> bool:
        return len(s.stack) == 2 and s.stack[1].kind == PLACE_PHARAOH

    def rest(self, s: AnkhState) -> None:
        annex = realm(s)
        annex.rested = filled(ROOM_COUNT, 0)
        annex.marched = []
        annex.spent = 0

    def begin_at(self, s: AnkhState, start: str) -> None:
        if start == "setup":
            s.push(Step(TURN, s.turn_seat))
            if realm(s).cell < 0 and not realm(s).dead:
                place_pharaoh(s)
        else:
            s.push(Step(TURN, s.turn_seat, count=AFTER_EVENT))
            s.push(Step(RESOLVE_PALACE))

    def compare(self, s: AnkhState, key: str, wanted: Any) -> list[str]:
        return compare_realm(s, key, wanted)

    def piece_text(self, s: AnkhState, cell: int) -> str:
        return "pharaoh" if s.at[cell] == PHARAOH else "infantry"

    def view(self, s: AnkhState) -> dict[str, Any]:
        return {"pharaoh": pharaoh_view(s)}

    def name_of(self, s: AnkhState, thing: str, number: int) -> Any:
        return {"room": ROOMS}[thing][number]

    def forget_hidden(self, s: AnkhState) -> None:
        """Nobody knows the order of the deck."""
        annex = realm(s)
        annex.deck = shuffled(s, sorted(annex.deck))

    def encode(self, s: AnkhState) -> dict[str, Any]:
        return REALM.encode(realm(s))

    def decode(self, s: AnkhState, data: dict[str, Any]) -> None:
        s.annex = decode_realm(data, s.seats)

    def records(self, s: AnkhState) -> list[tuple[str, Any, FieldTable]]:
        return [("state.expansion", realm(s), REALM)]

    def faults(self, s: AnkhState) -> list[str]:
        return realm_faults(s)

    def observed_tables(self) -> list[tuple[str, FieldTable, bool]]:
        return [("state.expansion", REALM, False)]

    def thing_names(self) -> dict[str, list[str]]:
        return {"room": list(ROOMS), "agenda": list(AGENDA)}

    def observe(self, s: AnkhState, seat: i64, out: Shorts, at: i64) -> i64:
        return put_realm(s, seat, out, at)

    def placing(self, kind: int) -> int:
        if kind in (FLOCK_PIECE, RIDDLE_PIECE):
            return SUMMONS
        return MASKS_OF_GODS if kind == WAR_PIECE else NOTHING

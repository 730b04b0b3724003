"""The pharaoh on the board: a neutral figure that fills a cell. (pharaoh/setup/pharaoh, pharaoh/setup/neutral)

The base game sees a piece that belongs to nobody: it is no presence, no enemy, and nothing can push or kill it.
"""

from __future__ import annotations

from theomachy.games.ankh.board import adjacent_cells, may_build
from theomachy.games.ankh.components import CELL_, DONE, EMPTY
from theomachy.games.ankh.egypt import CELLS, LAND_CELLS, WATER, WITHIN_3
from theomachy.games.ankh.pharaoh.components import INFANTRY, KINGS, PHARAOH
from theomachy.games.ankh.pharaoh.dynasty import king_of
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, god_of
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step


def last_player(s: AnkhState) -> Seat:
    return Seat((s.first_seat + s.seats - 1) % s.seats)


def put_pharaoh(s: AnkhState, cell: int) -> None:
    annex = realm(s)
    if annex.cell >= 0:
        s.at[annex.cell] = EMPTY
    annex.cell = cell
    s.at[cell] = PHARAOH


def placing_cells(s: AnkhState, god: Side) -> list[int]:
    """pharaoh/setup/pharaoh-place: adjacent to one of the player's monuments; anywhere, if a scenario gives none."""
    found: set[int] = set()
    for cell in s.monuments:
        if s.control[cell] == god:
            found.update(other for other in adjacent_cells(s, cell) if may_build(s, other))
    return sorted(found) or [cell for cell in LAND_CELLS if may_build(s, cell)]


class PlacePharaoh(Question):
    """Where does the pharaoh begin? `who`: the god of the player who places him."""

    name = "place-pharaoh"
    prompt = "place-pharaoh"
    forbids = "pharaoh/setup/pharaoh-place"
    verbs = "cell"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in placing_cells(s, step.side)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        put_pharaoh(s, choice - CELL_)
        s.tell("pharaoh/setup/pharaoh-place", "pharaoh-placed", step.side, choice - CELL_, KINGS[realm(s).king])
        king_of(s).placed(s, god_of(s, last_player(s)))


def pharaoh_cells(s: AnkhState) -> list[int]:
    """Up to 3 cells over everything, onto an empty land cell, never an underworld cell."""
    cell = realm(s).cell
    return [target for target in WITHIN_3[cell] if may_build(s, target)]


class MovePharaoh(Question):
    """Where does the pharaoh go? `who`: the god that moves him; `what`: 0 the Throne Room, 1 Ramses' expedition."""

    name = "move-pharaoh"
    prompt = "move-pharaoh"
    verbs = "cell done"
    public = True
    holds = "who=god what=reason:number"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in pharaoh_cells(s)] + [DONE]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == DONE:
            # pharaoh/king/moved: 0 cells is no move
            return
        start = realm(s).cell
        put_pharaoh(s, choice - CELL_)
        rule = "pharaoh/king/ramses-expedition" if step.what == 1 else "pharaoh/palace/throne"
        s.tell(rule, "pharaoh-moved", step.side, choice - CELL_, KINGS[realm(s).king], other=start)
        king_of(s).was_moved(s, step.side)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if 0 <= cell < CELLS and cell in WITHIN_3[realm(s).cell] and s.at[cell] == EMPTY and not WATER[cell]:
            return "pharaoh/setup/neutral"
        if 0 <= cell < CELLS and s.at[cell] == INFANTRY:
            return "pharaoh/king/ramses-cells"
        return "pharaoh/king/ramses-expedition" if step.what == 1 else "pharaoh/palace/throne"

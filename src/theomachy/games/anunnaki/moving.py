"""Chapters "move" and "portal": units go from territory to territory."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.anunnaki.artifacts.afterlife import beyond_borders
from theomachy.games.anunnaki.chorus import movement_begins, portal_opens, settlement_moved
from theomachy.games.anunnaki.components import (
    AFTERLIFE,
    DONE,
    FIGURES,
    FIRST_GOD,
    FOLLOWER,
    NO_MARKER,
    PIECE_,
    PIECES,
    SETTLEMENT,
    TERRITORIES,
    TERRITORY_,
)
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import (
    AnunnakiState,
    god_card,
    lowest,
    note_presence,
    others_presence,
    own_land,
    places,
    towns_are_units,
)
from theomachy.games.anunnaki.steps import MOVE_FROM, MOVE_PIECE, MOVE_TO, PORTAL_FROM, PORTAL_PIECE, PORTAL_TO
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step

#: `what` of a portal: units may come from anywhere, or all from one territory not yet chosen
ANY_ORIGIN: Final = -1
ONE_ORIGIN: Final = -2


def movable(s: AnunnakiState, seat: Seat) -> int:
    """Where units may leave: anunnaki/move/stop: units in a contested territory stay for the battle."""
    return s.presence[seat] & ~s.civs & ~others_presence(s, seat)


def destinations(s: AnunnakiState, seat: Seat, start: int) -> int:
    """Mask of the territories one step away (anunnaki/move/points, /atlantis, /capital, artifact/afterlife)."""
    tables = s.tables
    mask = tables.enter[start] & own_land(s, seat) | beyond_borders(s, seat, start)
    if s.ending:
        # anunnaki/end/atlantis-closed
        if tables.atlantis >> start & 1:
            return 0
        mask &= ~tables.atlantis
    return mask


def pieces_at(s: AnunnakiState, seat: Seat, territory: int, settlements: bool) -> list[int]:
    """The kinds of units a seat has there; settlements that are units if asked for (anunnaki/house/odin)."""
    found: list[int] = []
    if s.followers[seat * TERRITORIES + territory]:
        found.append(FOLLOWER)
    if settlements and towns_are_units(s, seat) and s.settlements[seat * TERRITORIES + territory]:
        found.append(SETTLEMENT)
    for figure in range(FIGURES):
        if s.god_at[seat * FIGURES + figure] == territory:
            found.append(FIRST_GOD + god_card(s, seat, figure))
    return found


def move_piece(s: AnunnakiState, seat: Seat, piece: int, start: int, end: int) -> None:
    """A piece changes its territory."""
    base = seat * TERRITORIES
    if piece == FOLLOWER:
        s.followers[base + start] -= 1
        s.followers[base + end] += 1
    elif piece == SETTLEMENT:
        s.settlements[base + start] -= 1
        s.settlements[base + end] += 1
    else:
        for figure in range(FIGURES):
            if god_card(s, seat, figure) == piece - FIRST_GOD:
                s.god_at[seat * FIGURES + figure] = end
    note_presence(s, seat, start)
    note_presence(s, seat, end)


def reveal_markers(s: AnunnakiState, seat: Seat) -> None:
    """anunnaki/move/reveal, anunnaki/move/reveal-when: once, when the whole movement or portal is over."""
    for territory in places(s.arrived & s.presence[seat]):
        for point in places(s.tables.around[territory]):
            show_marker(s, seat, point, "anunnaki/move/reveal")
    s.arrived = 0


def show_marker(s: AnunnakiState, seat: Seat, point: int, rule: str) -> None:
    """Turn up a culture marker, if one lies there face down."""
    if s.marker[point] != NO_MARKER and not s.marker_up >> point & 1:
        s.marker_up |= bit(point)
        s.reveals += 1
        s.tell(rule, "marker-shown", seat, point, str(s.marker[point] + 1))


# --- movement ---------------------------------------------------------------------------------------------------------


def begin_movement(s: AnunnakiState, seat: Seat, points: int) -> None:
    """Movement points to be split freely."""
    s.arrived = 0
    s.push(Step(MOVE_FROM, seat, count=points + movement_begins(s, seat)))


def can_move(s: AnunnakiState, seat: Seat) -> bool:
    left: i64 = movable(s, seat)
    while left:
        if destinations(s, seat, lowest(left)):
            return True
        left &= left - 1
    return False


class MoveFrom(Question):
    """From where does the next unit move? `count`: points left. (anunnaki/move/points)"""

    name = "move-from"
    prompt = "move-from"
    verbs = "territory done"
    public = True
    holds = "who=house count=left:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.count > 0 and can_move(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()
        reveal_markers(s, step.seat)

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        left: i64 = movable(s, seat)
        while left:
            start = lowest(left)
            if destinations(s, seat, start):
                found.append(TERRITORY_ + start)
            left &= left - 1
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.become(Step(MOVE_FROM, seat))
        else:
            s.become(Step(MOVE_FROM, seat, count=step.count - 1))
            s.push(Step(MOVE_PIECE, seat, choice - TERRITORY_))

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        start = choice - TERRITORY_
        if 0 <= start < TERRITORIES and s.presence[seat] >> start & 1:
            if not movable(s, seat) >> start & 1:
                return "anunnaki/move/stop"
            if s.ending and s.tables.atlantis >> start & 1:
                return "anunnaki/end/atlantis-closed"
        return "anunnaki/move/points"


class MovePiece(Question):
    """Which of the units there? `where`: the territory."""

    name = "move-piece"
    prompt = "move-piece"
    verbs = "piece"
    public = True
    holds = "who=house where=from:territory"
    forbids = "anunnaki/move/points"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [PIECE_ + piece for piece in pieces_at(s, seat, step.where, True)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.become(Step(MOVE_TO, seat, step.where, choice - PIECE_))


class MoveTo(Question):
    """Where to? `where`: from where; `what`: the piece."""

    name = "move-to"
    prompt = "move-to"
    verbs = "territory"
    public = True
    holds = "who=house where=from:territory what=piece"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return places(destinations(s, seat, step.where), TERRITORY_)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        end = choice - TERRITORY_
        s.pop()
        move_piece(s, seat, step.what, step.where, end)
        s.arrived |= bit(end)
        s.tell("anunnaki/move/points", "moved", seat, end, PIECES[step.what], other=step.where)
        if step.what == SETTLEMENT:
            settlement_moved(s, seat, step.where, end)

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        end = choice - TERRITORY_
        if s.tables.atlantis >> end & 1:
            if s.ending:
                return "anunnaki/end/atlantis-closed"
            # Nobody moves directly from one territory of Atlantis into the other.
            return "anunnaki/move/atlantis-out" if s.tables.atlantis >> step.where & 1 else "anunnaki/move/atlantis"
        if s.tables.capitals >> end & 1 and s.tables.enter[step.where] >> end & 1:
            return "anunnaki/move/capital"
        if end == AFTERLIFE:
            return "anunnaki/artifact/afterlife"
        return "anunnaki/move/points"


# --- the portal -------------------------------------------------------------------------------------------------------


def begin_portal(s: AnunnakiState, seat: Seat, units: int, source: int, origin: int = ANY_ORIGIN) -> None:
    """anunnaki/action/portal"""
    s.arrived = 0
    s.push(Step(PORTAL_TO, seat, source, origin, units + portal_opens(s, seat)))


def portal_starts(s: AnunnakiState, seat: Seat) -> int:
    """Units may be teleported from everywhere but Atlantis and battles to come."""
    return movable(s, seat) & ~s.tables.atlantis


def portal_ends(s: AnunnakiState, seat: Seat) -> int:
    return own_land(s, seat) & ~s.tables.atlantis


class PortalTo(Question):
    """Where does the portal lead? `where`: the source; `what`: the kind of origin; `count`: units."""

    name = "portal-to"
    prompt = "portal-to"
    verbs = "territory done"
    public = True
    holds = "who=house where=source what=origin count=left:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if portal_starts(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        starts = portal_starts(s, seat)
        ends = portal_ends(s, seat)
        if starts & starts - 1 == 0:
            # Nobody is teleported to where all are.
            ends &= ~starts
        found = places(ends, TERRITORY_)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            s.become(Step(PORTAL_FROM, seat, choice - TERRITORY_, step.what, step.count))

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        end = choice - TERRITORY_
        if 0 <= end < TERRITORIES:
            if end == AFTERLIFE:
                return "anunnaki/artifact/afterlife"
        return "anunnaki/action/portal"


class PortalFrom(Question):
    """From where does the next unit come? `where`: the target; `what`: the origin; `count`: units left.
    (anunnaki/portal/one-target)"""

    name = "portal-from"
    prompt = "portal-from"
    verbs = "territory done"
    public = True
    holds = "who=house where=to:territory what=origin count=left:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.count > 0 and self.starts(s, step, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()
        reveal_markers(s, step.seat)

    def starts(self, s: AnunnakiState, step: Step, seat: Seat) -> int:
        mask = portal_starts(s, seat) & ~bit(step.where)
        return mask & bit(step.what) if step.what >= 0 else mask

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = places(self.starts(s, step, seat), TERRITORY_)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.become(Step(PORTAL_FROM, seat, step.where, step.what))
            return
        start = choice - TERRITORY_
        origin = start if step.what == ONE_ORIGIN else step.what
        s.become(Step(PORTAL_FROM, seat, step.where, origin, step.count - 1))
        s.push(Step(PORTAL_PIECE, seat, start, step.where))

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        start = choice - TERRITORY_
        if 0 <= start < TERRITORIES and s.presence[seat] >> start & 1:
            if s.tables.atlantis >> start & 1:
                return "anunnaki/action/portal"
            if not movable(s, seat) >> start & 1:
                return "anunnaki/move/stop"
        return "anunnaki/portal/one-target"


class PortalPiece(Question):
    """Which of the units there? `where`: the territory; `what`: the target."""

    name = "portal-piece"
    prompt = "portal-piece"
    verbs = "piece"
    public = True
    holds = "who=house where=from:territory what=to:territory"
    forbids = "anunnaki/action/portal"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [PIECE_ + piece for piece in pieces_at(s, seat, step.where, True)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        piece = choice - PIECE_
        s.pop()
        move_piece(s, seat, piece, step.where, step.what)
        s.arrived |= bit(step.what)
        s.tell("anunnaki/action/portal", "teleported", seat, step.what, PIECES[piece], other=step.where)
        if piece == SETTLEMENT:
            settlement_moved(s, seat, step.where, step.what)

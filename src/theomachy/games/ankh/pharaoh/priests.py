"""Chapter "action": priests enter the palace with "Summon figure" and walk through it with "Move figures"."""

from __future__ import annotations

from theomachy.games.ankh.components import AWAY, DONE, FIGURES, FIRST_SMALL, FIRST_WARRIOR, POOL
from theomachy.games.ankh.pharaoh.components import NEXT_ROOMS, PRIEST_, ROOM_, ROOM_COUNT, ROOMS, THRONE
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.pharaoh.steps import MOVE_PRIEST, MOVE_PRIEST_TO, PRIEST_TO
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, pool_warrior
from theomachy.kernel.arrays import count_of
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step

# --- where priests are ------------------------------------------------------------------------------------------------


def is_closed(s: AnkhState, room: int) -> bool:
    """pharaoh/king/tut-legacy: with Tutankhamun's death the Throne Room is closed."""
    return room == THRONE and realm(s).dead == 1


def priests_in(s: AnkhState, god: Side, room: int) -> int:
    return realm(s).rooms[god * ROOM_COUNT + room]


def priests_in_pool(s: AnkhState, god: Side) -> int:
    """pharaoh/king/akhenaten-unifier: with Akhenaten every warrior in the pool is a priest in the pool."""
    annex = realm(s)
    if annex.unified:
        first = god * FIGURES
        return count_of(s.where[first + FIRST_WARRIOR : first + FIRST_SMALL], POOL)
    return annex.pool[god]


def enter_room(s: AnkhState, god: Side, room: int) -> None:
    """A priest goes from the pool into a room. The caller has made sure that there is one."""
    annex = realm(s)
    if annex.unified:
        s.where[pool_warrior(s, god)] = AWAY
    else:
        annex.pool[god] -= 1
    annex.rooms[god * ROOM_COUNT + room] += 1


def return_priests(s: AnkhState, god: Side, room: int) -> int:
    """All priests of a god in a room go back to the pool; how many."""
    annex = realm(s)
    place = god * ROOM_COUNT + room
    count = annex.rooms[place]
    annex.rooms[place] = 0
    if annex.unified:
        for _ in range(count):
            s.where[pool_warrior(s, god, AWAY)] = POOL
    else:
        annex.pool[god] += count
    return count


# --- "Summon figure" --------------------------------------------------------------------------------------------------


def summon_priest(s: AnkhState, god: Side) -> None:
    """pharaoh/action/summon-priest. It comes after the figures, so with Akhenaten the player has chosen by then what
    the last pieces of the pool are used for (pharaoh/king/akhenaten-short, pharaoh/king/akhenaten-pool)."""
    if priests_in_pool(s, god) > 0:
        s.push(Step(PRIEST_TO, god))


class PriestTo(Question):
    """Into which room does the priest go? `who`: the god."""

    name = "priest-to"
    prompt = "priest-to"
    verbs = "room done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [ROOM_ + room for room in range(ROOM_COUNT) if not is_closed(s, room)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        enter_room(s, step.side, choice - ROOM_)
        s.tell("pharaoh/action/summon-priest", "priest-placed", step.side, what=ROOMS[choice - ROOM_])

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        return "pharaoh/action/summon-priest" if choice == DONE else "pharaoh/king/tut-legacy"


# --- "Move figures" ---------------------------------------------------------------------------------------------------


def begin_priest_moves(s: AnkhState, god: Side) -> None:
    """pharaoh/action/move-priests: each own priest may move once."""
    annex = realm(s)
    for room in range(ROOM_COUNT):
        annex.rested[room] = priests_in(s, god, room)
    s.push(Step(MOVE_PRIEST, god))


class MovePriest(Question):
    """Which priest moves next? `who`: the god."""

    name = "move-priest"
    prompt = "move-priest"
    forbids = "pharaoh/action/move-priests"
    verbs = "priest done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        annex = realm(s)
        found = [PRIEST_ + room for room in range(ROOM_COUNT) if annex.rested[room] > 0]
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            s.push(Step(MOVE_PRIEST_TO, step.side, choice - PRIEST_))


class MovePriestTo(Question):
    """To which neighbouring room? `who`: the god; `where`: the room it leaves."""

    name = "move-priest-to"
    prompt = "move-priest-to"
    verbs = "room"
    public = True
    holds = "who=god where=room"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [ROOM_ + room for room in NEXT_ROOMS[step.where] if not is_closed(s, room)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        annex = realm(s)
        room = choice - ROOM_
        annex.rested[step.where] -= 1
        annex.rooms[step.side * ROOM_COUNT + step.where] -= 1
        annex.rooms[step.side * ROOM_COUNT + room] += 1
        s.tell("pharaoh/action/move-priests", "priest-moved", step.side, what=ROOMS[room])

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        if is_closed(s, choice - ROOM_):
            return "pharaoh/king/tut-legacy"
        return "pharaoh/setup/palace"

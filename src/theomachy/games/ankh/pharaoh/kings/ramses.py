"""Ramses, the warlord: his infantry fills cells, takes the strength of figures beside it, and joins whoever wins."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import may_build
from theomachy.games.ankh.components import CELL_, DONE, EMPTY, FIGURES
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE, CELLS, WATER
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.pharaoh.components import INFANTRY, INFANTRY_, INFANTRY_PER_CALL, WITHIN_FAR
from theomachy.games.ankh.pharaoh.kings.king import King
from theomachy.games.ankh.pharaoh.state import realm, royal_region
from theomachy.games.ankh.pharaoh.steps import MOVE_INFANTRY, MOVE_INFANTRY_TO, MOVE_PHARAOH, PLACE_INFANTRY
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import CLEAR, AnkhState, seat_of
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step

#: conflicts with a reminder token
EXPEDITIONS: Final = 4


class Ramses(King):
    def placed(self, s: AnkhState, god: Side) -> None:
        """pharaoh/king/ramses-setup: the last player puts two infantry into his region."""
        s.push(Step(PLACE_INFANTRY, god, count=INFANTRY_PER_CALL))

    def was_moved(self, s: AnkhState, god: Side) -> None:
        """pharaoh/king/ramses-call: whoever moved him puts two infantry into his region."""
        s.push(Step(PLACE_INFANTRY, god, count=INFANTRY_PER_CALL))

    def strength_is_void(self, s: AnkhState, figure: Figure) -> bool:
        """pharaoh/king/ramses-block: beside infantry the strength of a figure, whoever owns it, counts in no battle."""
        cell = s.where[figure]
        for way in range(6 * cell, 6 * cell + 6):
            if s.barrier[AROUND_EDGE[way]] == CLEAR and s.at[AROUND[way]] == INFANTRY:
                s.tell("pharaoh/king/ramses-block", "blocked", figure // FIGURES, cell)
                return True
        return False

    def region_won(self, s: AnkhState, god: Side, region: Region) -> None:
        """pharaoh/king/ramses-gain: who dominates or wins takes the infantry there as followers, before kills."""
        annex = realm(s)
        taken = [cell for cell in annex.infantry if s.region[cell] == region]
        if taken:
            for cell in taken:
                s.at[cell] = EMPTY
                s.tell("pharaoh/king/ramses-gain", "infantry-taken", god, cell, amount=1)
            annex.infantry = [cell for cell in annex.infantry if cell not in taken]
            gain_followers(s, god, len(taken), "pharaoh/king/ramses-gain")

    def conflict_ends(self, s: AnkhState) -> None:
        """pharaoh/king/ramses-expedition, pharaoh/king/ramses-who: the least devoted god in play moves him."""
        if s.conflicts_done <= EXPEDITIONS and realm(s).cell >= 0:
            s.push(Step(MOVE_PHARAOH, s.ladder[0], what=1))

    def riddle(self, s: AnkhState, god: Side, sphinxes: int) -> None:
        """pharaoh/king/ramses-riddle: move as many different infantry as the god controls sphinxes."""
        realm(s).marched = []
        s.push(Step(MOVE_INFANTRY, god, count=sphinxes))


def infantry_sites(s: AnkhState) -> list[int]:
    """pharaoh/king/ramses-cells: empty land cells of his region, no underworld cell; one infantry each."""
    region = royal_region(s)
    return [cell for cell in range(CELLS) if region and s.region[cell] == region and may_build(s, cell)]


class PlaceInfantry(Question):
    """Where does the next infantry stand? `who`: the god; `count`: how many are left."""

    name = "place-infantry"
    prompt = "place-infantry"
    verbs = "cell done"
    public = True
    holds = "who=god count=left:number"

    def deciders(self, s: AnkhState, step: Step) -> int:
        if step.count > 0 and infantry_sites(s):
            return bit(seat_of(s, step.side))
        return 0

    def run(self, s: AnkhState, step: Step) -> None:
        s.pop()

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in infantry_sites(s)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        cell = choice - CELL_
        s.become(Step(PLACE_INFANTRY, step.side, count=step.count - 1))
        s.at[cell] = INFANTRY
        realm(s).infantry.append(cell)
        s.tell("pharaoh/king/ramses-call", "infantry-placed", step.side, cell)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if 0 <= cell < CELLS and s.region[cell] == royal_region(s):
            return "pharaoh/king/ramses-cells"
        return "pharaoh/king/ramses-cells" if 0 <= cell < CELLS and WATER[cell] else "pharaoh/king/ramses-call"


def march_cells(s: AnkhState, cell: int) -> list[int]:
    """Where the infantry on a cell may go: up to 5 cells over anything, onto an empty land cell."""
    return [target for target in WITHIN_FAR[cell] if may_build(s, target)]


class MoveInfantry(Question):
    """Which infantry moves next? `who`: the god; `count`: how many more may move."""

    name = "move-infantry"
    prompt = "move-infantry"
    forbids = "pharaoh/king/ramses-riddle"
    verbs = "infantry done"
    public = True
    holds = "who=god count=left:number"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        annex = realm(s)
        found: list[int] = []
        if step.count > 0:
            found = [
                INFANTRY_ + cell
                for cell in sorted(annex.infantry)
                if cell not in annex.marched and march_cells(s, cell)
            ]
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            realm(s).marched = []
            s.pop()
            return
        s.become(Step(MOVE_INFANTRY, step.side, count=step.count - 1))
        s.push(Step(MOVE_INFANTRY_TO, step.side, choice - INFANTRY_))


class MoveInfantryTo(Question):
    """Where to? `who`: the god; `where`: the cell it leaves."""

    name = "move-infantry-to"
    prompt = "move-infantry-to"
    verbs = "cell"
    public = True
    holds = "who=god where=cell"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in march_cells(s, step.where)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        annex = realm(s)
        cell = choice - CELL_
        annex.infantry.remove(step.where)
        annex.infantry.append(cell)
        annex.marched.append(cell)
        s.at[step.where] = EMPTY
        s.at[cell] = INFANTRY
        s.tell("pharaoh/king/ramses-riddle", "infantry-moved", step.side, cell, other=step.where)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if cell in WITHIN_FAR[step.where]:
            return "pharaoh/king/ramses-cells"
        return "pharaoh/king/ramses-riddle"

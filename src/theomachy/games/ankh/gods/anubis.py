"""Anubis, the lord of the dead: he holds warriors that died, each makes his god figure stronger, and their owners pay
him to get them back."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.components import (
    ANUBIS,
    ANUBIS_SLOTS,
    DONE,
    FIGURES,
    FIRST_SMALL,
    GODS,
    HELD,
    HOLD,
    PIECE_HELD,
    POOL,
    WARRIOR,
)
from theomachy.games.ankh.followers import pay_followers
from theomachy.games.ankh.gods.god import God
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.survey import Survey
from theomachy.games.ankh.moments import NOTHING
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState, god_with, held_warriors, is_divine, pool_warrior
from theomachy.games.ankh.steps import HOLD_WARRIOR
from theomachy.kernel.arrays import count_of, index_of
from theomachy.kernel.errors import BadCase
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

HELD_PIECE: Final[list[int]] = [PIECE_HELD]


class Anubis(God):
    """ankh/god/anubis. The warriors he holds are in the place HELD."""

    name = "anubis"
    power = ANUBIS
    position_keys: tuple[str, ...] = ("held",)

    def character(self) -> Character:
        """He wants battles in which warriors fall, and his captives make his god figure strong."""
        return Character(battle=0.9, captive=0.4, plague=0.55, resplendent=1.1, glorious=3.1)

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {HOLD_WARRIOR: HoldWarrior()}

    def further_pieces(self, s: AnkhState, god: Side) -> list[int]:
        """ankh/summon/held: not with 0 followers."""
        if s.followers[god] > 0 and pool_warrior(s, god, HELD) >= 0:
            return HELD_PIECE
        return NOTHING

    def freed(self, s: AnkhState, figure: Figure) -> None:
        pay_followers(s, Side(figure // FIGURES), god_with(s, ANUBIS), 1, "ankh/summon/held")

    def figures_died(self, s: AnkhState) -> None:
        anubis = god_with(s, ANUBIS)
        if anubis >= 0 and held_warriors(s) < ANUBIS_SLOTS and holdable(s, anubis):
            s.push(Step(HOLD_WARRIOR, anubis))

    def god_strength(self, s: AnkhState, god: Side) -> int:
        return min(ANUBIS_SLOTS, held_warriors(s)) if is_divine(s, god, ANUBIS) else 0

    def gods_merge(self, s: AnkhState, higher: Side, lower: Side) -> None:
        """ankh/merge/remove: the higher god's captured warriors return; the others stay held by the merged god."""
        if is_divine(s, lower, ANUBIS):
            for figure in range(higher * FIGURES, higher * FIGURES + FIRST_SMALL):
                if s.where[figure] == HELD:
                    s.where[figure] = POOL

    def god_fades(self, s: AnkhState, god: Side) -> None:
        """ankh/forgotten/red: captured warriors return to their owners' pools; those of forgotten owners leave then."""
        if is_divine(s, god, ANUBIS):
            for figure in range(FIGURES * s.seats):
                if s.where[figure] == HELD and s.alive[figure // FIGURES]:
                    s.where[figure] = POOL

    def lay(self, s: AnkhState, read: Reader) -> None:
        for god, amount in read.numbers("held", ANUBIS_SLOTS):
            if god_with(s, ANUBIS) < 0:
                raise BadCase("position, held: Anubis does not play")
            if is_divine(s, god, ANUBIS):
                raise BadCase("position, held: Anubis never holds his own warriors (ankh/god/anubis)")
            if amount + held_warriors(s) > ANUBIS_SLOTS:
                raise BadCase(f"position, held: Anubis has {ANUBIS_SLOTS} slots (ankh/god/anubis)")
            for _ in range(amount):
                figure = pool_warrior(s, god)
                if figure < 0:
                    raise BadCase("position, held: that god has no warrior left")
                s.where[figure] = HELD

    def written(self, s: AnkhState) -> dict[str, Any]:
        held: dict[str, int] = {}
        for god in range(s.seats):
            count = count_of(s.where[god * FIGURES : (god + 1) * FIGURES], HELD)
            if count:
                held[GODS[s.god_kind[god]]] = count
        return {"held": held}

    def faults(self, s: AnkhState) -> list[str]:
        return ["Anubis holds more than three warriors"] if held_warriors(s) > ANUBIS_SLOTS else []

    def worth(self, s: AnkhState, god: Side, c: Character, survey: Survey) -> float:
        return c.captive * float(min(ANUBIS_SLOTS, survey.captives))


def holdable(s: AnkhState, anubis: Side) -> list[Side]:
    """The gods of whose dead warriors Anubis may hold one; never his own."""
    return sorted(
        {Side(figure // FIGURES) for figure in s.dying if s.kind[figure] == WARRIOR and figure // FIGURES != anubis}
    )


class HoldWarrior(Question):
    """Does Anubis hold one of the dead warriors? `who`: the god with Anubis' power. (ankh/god/anubis)"""

    name = "hold-warrior"
    prompt = "hold-warrior"
    forbids = "ankh/god/anubis"
    verbs = "hold done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [HOLD[s.god_kind[god]] for god in holdable(s, step.side)] + [DONE]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == DONE:
            return
        kind = HOLD.index(choice)
        god = index_of(s.god_kind, kind)
        for figure in s.dying:
            if figure // FIGURES == god and s.kind[figure] == WARRIOR:
                s.dying.remove(figure)
                s.where[figure] = HELD
                s.tell("ankh/god/anubis", "held", step.side, what=GODS[kind], other=god)
                return


GOD: Final = Anubis()

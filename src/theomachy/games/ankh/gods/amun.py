"""Amun, the hidden one: once in a conflict he plays two cards in a battle."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.battle import current_battle, participants
from theomachy.games.ankh.components import AMUN, NO, YES
from theomachy.games.ankh.gods.god import God
from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.survey import Survey
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState, Battle, is_divine
from theomachy.games.ankh.steps import ANNOUNCE_TWO
from theomachy.kernel.arrays import ones
from theomachy.kernel.errors import BadCase
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Amun(God):
    """ankh/god/amun. Whether he may still do so in this conflict is in `s.amun_ready`."""

    name = "amun"
    power = AMUN
    position_keys: tuple[str, ...] = ("amun",)

    def character(self) -> Character:
        """He strikes twice: cards are dear to him, and he keeps the double blow for a battle worth it."""
        return Character(battle=0.9, chariots=0.6, build=0.6, two_cards=0.6)

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {ANNOUNCE_TWO: AnnounceTwo()}

    def participants_fixed(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/amun-announce: before anybody chooses a card."""
        for god in participants(battle, s.ladder):
            if is_divine(s, god, AMUN) and s.amun_ready and ones(s.hand[god]) >= 2:
                s.push(Step(ANNOUNCE_TWO, god))

    def regions_resolved(self, s: AnkhState) -> None:
        s.amun_ready = 1

    def gods_merge(self, s: AnkhState, higher: Side, lower: Side) -> None:
        """ankh/merge/both-gods: who takes him over has not used him yet."""
        if is_divine(s, lower, AMUN):
            s.amun_ready = 1

    def lay(self, s: AnkhState, read: Reader) -> None:
        amun = read.position.get("amun", "ready")
        if amun not in ("ready", "spent"):
            raise BadCase("position, amun: ready or spent")
        s.amun_ready = int(amun == "ready")

    def written(self, s: AnkhState) -> dict[str, Any]:
        return {"amun": "ready" if s.amun_ready else "spent"}

    def view(self, s: AnkhState) -> dict[str, Any]:
        return {"amun_ready": bool(s.amun_ready)}

    def worth(self, s: AnkhState, god: Side, c: Character, survey: Survey) -> float:
        return c.two_cards if s.amun_ready else 0.0


class AnnounceTwo(Question):
    """Does Amun announce two cards? `who`: the god with his power. (ankh/god/amun)"""

    name = "announce-two"
    prompt = "announce-two"
    forbids = "ankh/battle/amun-announce"
    verbs = "yes no"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [YES, NO]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == YES:
            s.amun_ready = 0
            current_battle(s).two_cards = step.side
            s.tell("ankh/battle/amun-announce", "two-announced", step.side)


GOD: Final = Amun()

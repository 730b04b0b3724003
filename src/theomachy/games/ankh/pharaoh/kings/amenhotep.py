"""Amenhotep, the revered: victories in his region give more devotion; his riddle gives agenda cards."""

from __future__ import annotations

from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.pharaoh.components import AGENDA, AGENDA_KINDS, TAKE_
from theomachy.games.ankh.pharaoh.deck import draw
from theomachy.games.ankh.pharaoh.kings.king import King
from theomachy.games.ankh.pharaoh.state import realm, royal_region
from theomachy.games.ankh.pharaoh.steps import RIDDLE_TAKE
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step


class Amenhotep(King):
    def devotion_bonus(self, s: AnkhState, god: Side, region: Region, deeds: int) -> int:
        """pharaoh/king/amenhotep-revered: 1 more for domination, a battle win, and each majority in his region."""
        if region != royal_region(s):
            return 0
        s.tell("pharaoh/king/amenhotep-revered", "revered", god, amount=deeds)
        return deeds

    def riddle(self, s: AnkhState, god: Side, sphinxes: int) -> None:
        """pharaoh/king/amenhotep-riddle: reveal as many cards as the god controls sphinxes; it takes one."""
        annex = realm(s)
        for _ in range(sphinxes):
            card = draw(s)
            if card >= 0:
                annex.revealed.append(card)
                s.tell("pharaoh/king/amenhotep-riddle", "agenda-revealed", what=AGENDA[card])
        if annex.revealed:
            s.push(Step(RIDDLE_TAKE, god))


class RiddleTake(Question):
    """Which of the revealed cards is taken? `who`: the god."""

    name = "riddle-take"
    prompt = "riddle-take"
    forbids = "pharaoh/king/amenhotep-riddle"
    verbs = "take"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [TAKE_ + card for card in range(AGENDA_KINDS) if card in realm(s).revealed]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        annex = realm(s)
        card = choice - TAKE_
        annex.revealed.remove(card)
        annex.hand[step.side * AGENDA_KINDS + card] += 1
        s.tell("pharaoh/king/amenhotep-riddle", "agenda-taken", step.side, what=AGENDA[card])
        for other in annex.revealed:
            s.tell("pharaoh/king/amenhotep-riddle", "agenda-discarded", what=AGENDA[other])
        annex.discard += annex.revealed
        annex.revealed = []

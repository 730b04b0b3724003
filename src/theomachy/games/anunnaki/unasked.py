"""Why a deed of the turn can't be done while something else is asked."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import ACTIONS, EXTRA_, EXTRAS, MANA_, MANA_ACTIONS, TILE_
from theomachy.games.anunnaki.mana import ManaAction
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import EXTRA_ACTION, MANA_ACTION
from theomachy.games.anunnaki.summoning import ExtraAction, may_take
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step

PHASES: Final = "anunnaki/turn/phases"


def unasked_refusal(s: AnunnakiState, seat: Seat, choice: int) -> str:
    """The rule that says most about a mana action, extra action or tile that is not asked for; empty: none does."""
    if s.turn_seat != seat:
        return ""
    if MANA_ <= choice < MANA_ + len(MANA_ACTIONS):
        kind = ManaAction()
        is_over = s.mana_left == 0 or kind.possible(s, seat, choice - MANA_)
        return PHASES if is_over else kind.refusal(s, Step(MANA_ACTION, seat), seat, choice)
    if EXTRA_ <= choice < EXTRA_ + len(EXTRAS):
        if may_take(s, seat, choice - EXTRA_):
            return PHASES
        return ExtraAction().refusal(s, Step(EXTRA_ACTION, seat), seat, choice)
    return PHASES if TILE_ <= choice < TILE_ + len(ACTIONS) else ""

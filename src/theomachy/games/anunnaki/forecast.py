"""What the rules make certain after a choice, for previews: a battle lost without a weapon, a tile without effect."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.armoury import playable
from theomachy.games.anunnaki.components import ACTIONS, ADVANCED, TILE_
from theomachy.games.anunnaki.control import contested
from theomachy.games.anunnaki.state import AnunnakiState, places
from theomachy.games.anunnaki.steps import TURN
from theomachy.kernel.ids import Seat

#: facts of going to a tile, which are no effect of the tile
GOING: Final = ("figure-moved", "cube-laid", "cube-moved", "mana-gained", "token-ready", "end-triggered", "turn")


def forecast(before: AnunnakiState, s: AnunnakiState, seat: Seat, choice: int) -> None:
    """Tell in `s`, a copy in which a seat has made a choice, what is certain to follow. Its facts are those of the
    choice alone."""
    if s.over:
        return
    action = choice - TILE_
    if 0 <= action < len(ACTIONS) and before.stack[-1].kind == TURN and _is_done(s, seat) and _is_void(s):
        s.tell("anunnaki/turn/perform", "no-effect", seat, what=ACTIONS[action])
    if s.turn_seat == seat and not playable(s, seat, ADVANCED):
        # anunnaki/battle/auto-loss: unless a weapon is taken, or metal gained, before the battles of this turn
        known = 0 if playable(before, seat, ADVANCED) else contested(before, seat)
        for territory in places(contested(s, seat) & ~known):
            s.tell("anunnaki/battle/auto-loss", "battle-hopeless", seat, territory)


def _is_done(s: AnunnakiState, seat: Seat) -> bool:
    """Whether the main action of the turn is over."""
    turn = s.stack[0]
    return turn.kind != TURN or turn.seat != seat or turn.count > 0


def _is_void(s: AnunnakiState) -> bool:
    return all(fact.name in GOING or fact.rule == "anunnaki/house/ra" for fact in s.facts)

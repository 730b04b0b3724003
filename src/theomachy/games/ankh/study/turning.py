"""What of an encoded state of Ankh turns with the table: everything counted by god, for a god has its seat's number."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.components import FIGURES, MONUMENT
from theomachy.games.ankh.fields import BATTLE, STATE
from theomachy.games.ankh.pharaoh.fields import REALM
from theomachy.kernel.game import Game
from theomachy.kernel.turning import Turn

#: the steps that read what was placed; in a call to war it is masks of gods
SUMMONS: Final = ("summon-piece", "flock-piece", "riddle-piece")
WAR: Final = "war-piece"
#: the step during which the battle's queue holds figures instead of gods
GIVE_UP: Final = "give-up"


def turned_state(game: Game[Any], data: dict[str, Any], by: int) -> dict[str, Any]:
    """The state as if everybody sat `by` seats further on."""
    turn = Turn(data["seats"], by, ("seat", "god"), {"figure": FIGURES})
    turned = turn.record(STATE, data)
    turned["at"] = [1 + turn.piece(piece - 1, FIGURES) if 0 < piece < MONUMENT else piece for piece in data["at"]]
    turned["origin"] = [1 + turn.seat(place - 1) for place in data["origin"]]
    turned["placed"] = _turned_placements(turn, data)
    turned["stack"] = turn.stack(game.kinds, data["stack"])
    if data["battle"] is not None:
        turned["battle"] = turn.record(BATTLE, data["battle"])
        top = data["stack"][-1][0] if data["stack"] else ""
        block = FIGURES if top == GIVE_UP else 1
        turned["battle"]["queue"] = [turn.piece(entry, block) for entry in data["battle"]["queue"]]
    if data["expansion"] is not None:
        turned["expansion"] = turn.record(REALM, data["expansion"])
    return turned


def _turned_placements(turn: Turn, data: dict[str, Any]) -> list[int]:
    """What earlier actions have left there nobody reads."""
    asked = [frame[0] for frame in data["stack"]]
    if WAR in asked:
        return [turn.mask(mask) for mask in data["placed"]]
    return data["placed"] if any(kind in SUMMONS for kind in asked) else []

"""What of an encoded state of Anunnaki turns with the table: everything counted by seat."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.components import FULFILLED
from theomachy.games.anunnaki.fields import BATTLE, STATE
from theomachy.kernel.game import Game
from theomachy.kernel.turning import Turn

#: the step that draws the first player, if nobody is named
LAY_OUT: Final = "lay-out"


def turned_state(game: Game[Any], data: dict[str, Any], by: int) -> dict[str, Any] | None:
    """The state as if everybody sat `by` seats further on; None while the dice have yet to name the first player."""
    if any(kind == LAY_OUT and who < 0 for kind, who, *_ in data["stack"]):
        return None
    # Steps speak of a seat as of its house.
    turn = Turn(data["seats"], by, ("seat", "house"), {})
    turned = turn.record(STATE, data)
    turned["artifact_at"] = [turn.seat(place) for place in data["artifact_at"]]
    turned["contract_at"] = [
        FULFILLED + turn.seat(place - FULFILLED) if place >= FULFILLED else turn.seat(place)
        for place in data["contract_at"]
    ]
    turned["stack"] = turn.stack(game.kinds, data["stack"])
    if data["battle"] is not None:
        turned["battle"] = turn.record(BATTLE, data["battle"])
    return turned

"""What the fields of a step are called in views: what was picked so far in whatever is going on (`StepKind.holds`)."""

from __future__ import annotations

from typing import Any

from theomachy.games.ankh.components import ACTIONS, FIGURES, HELD, MONUMENTS, PIECES
from theomachy.games.ankh.egypt import EGYPT
from theomachy.games.ankh.expansion import expansion_of
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.state import AnkhState
from theomachy.games.ankh.view import god_name
from theomachy.kernel.ids import Side


def name_of(s: AnkhState, thing: str, number: int) -> Any:
    """What a number of a step stands for, in the notation's names; None if it stands for nothing."""
    if number < 0:
        return None
    if thing in ("number", "phase", "seat"):
        return number
    if thing == "god":
        return god_name(s, Side(number))
    if thing == "figure":
        return figure_name(s, Figure(number))
    if thing == "cell":
        return EGYPT.names[number]
    if thing == "region":
        # Regions are known by their order tiles, from 1 on.
        return number or None
    if thing == "type":
        return MONUMENTS[number]
    if thing == "action":
        return ACTIONS[number]
    if thing == "token":
        return EGYPT.names[s.underworld[number]] if s.underworld[number] >= 0 else "pool"
    return expansion_of(s).name_of(s, thing, number)


def figure_name(s: AnkhState, figure: Figure) -> dict[str, Any]:
    """Whose figure of which kind, and where it is, if it is on the board or held by Anubis."""
    name: dict[str, Any] = {"piece": PIECES[s.kind[figure]], "god": god_name(s, Side(figure // FIGURES))}
    if s.where[figure] >= 0:
        name["cell"] = EGYPT.names[s.where[figure]]
    elif s.where[figure] == HELD:
        name["held"] = True
    return name

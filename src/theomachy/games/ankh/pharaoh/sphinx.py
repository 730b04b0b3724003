"""Chapter "sphinx": a monument of all three types.

For every rule it counts as obelisk, pyramid and temple at once (pharaoh/sphinx/all-types: the table's kind EVERY_TYPE);
only majorities count kinds, so there it is a fourth one (pharaoh/sphinx/majority). Build Monument knows three types
(pharaoh/sphinx/build).
"""

from __future__ import annotations

from theomachy.games.ankh.components import DONE, EVERY_TYPE, MONUMENT_, MONUMENTS, NO_MONUMENT, REBUILDING
from theomachy.games.ankh.egypt import CELLS
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step


def sphinxes_of(s: AnkhState, god: Side) -> list[int]:
    """The cells of the sphinxes a god controls."""
    return sorted(cell for cell in s.monuments if s.monument[cell] == EVERY_TYPE and s.control[cell] == god)


def replaceable(s: AnkhState, god: Side) -> list[int]:
    """pharaoh/palace/war: own monuments that a sphinx may replace, if one is left."""
    if s.monuments_left[EVERY_TYPE] == 0:
        return []
    return sorted(cell for cell in s.monuments if s.monument[cell] != EVERY_TYPE and s.control[cell] == god)


def replace_monument(s: AnkhState, god: Side, cell: int) -> None:
    """The ankh token moves over, the old monument goes to the supply; pharaoh/scenario/rebuilding: to the own stock."""
    old = s.monument[cell]
    if s.rules & REBUILDING:
        s.stock[god * 3 + old] += 1
    else:
        s.monuments_left[old] += 1
    s.monuments_left[EVERY_TYPE] -= 1
    s.monument[cell] = EVERY_TYPE
    s.origin[cell] = 0
    s.tell("pharaoh/palace/war", "sphinx-placed", god, cell, MONUMENTS[old])


class ReplaceMonument(Question):
    """Which own monument becomes a sphinx? `who`: the god."""

    name = "replace-monument"
    prompt = "replace-monument"
    verbs = "monument done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [MONUMENT_ + cell for cell in replaceable(s, step.side)] + [DONE]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            replace_monument(s, step.side, choice - MONUMENT_)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - MONUMENT_
        if 0 <= cell < CELLS and s.monument[cell] != NO_MONUMENT and s.monuments_left[EVERY_TYPE] == 0:
            return "pharaoh/setup/sphinxes"
        return "pharaoh/palace/war"

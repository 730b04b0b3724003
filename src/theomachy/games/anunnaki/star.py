"""Chapter "star": the action figure, the cubes on the lines, the god tokens."""

from __future__ import annotations

from theomachy.games.anunnaki.chorus import cube_crossed, cube_laid
from theomachy.games.anunnaki.components import (
    ACTIONS,
    CUBE_,
    CUBES,
    DONE,
    GREAT_TOKEN,
    LINE_,
    LINE_BETWEEN,
    LINES,
    PLACES,
    TOKEN_LINES,
    TOKENS,
)
from theomachy.games.anunnaki.goods import gain_mana
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import CUBE_TO, MOVE_CUBE
from theomachy.games.anunnaki.tracks import trigger_end
from theomachy.kernel.arrays import bit, index_of, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step


def place_of(s: AnunnakiState, action: int) -> int:
    """Where a tile lies on everyone's star."""
    return index_of(s.arrangement, action)


def figure_action(s: AnunnakiState, seat: Seat) -> int:
    """The tile under the action figure; -1 before the first turn."""
    return -1 if s.figure[seat] < 0 else s.arrangement[s.figure[seat]]


def cubes_left(s: AnunnakiState, seat: Seat) -> int:
    return CUBES - ones(s.cubes[seat])


def free_lines(s: AnunnakiState, seat: Seat) -> list[int]:
    return [line for line in range(LINES) if not s.cubes[seat] >> line & 1]


def take_tokens_off(s: AnunnakiState, seat: Seat) -> None:
    """anunnaki/summon/ready: a god token fully surrounded by cubes comes off the star at once."""
    for token in range(TOKENS):
        lines = TOKEN_LINES[token]
        if s.tokens[seat] >> token & 1 and s.cubes[seat] & lines == lines:
            s.tokens[seat] &= ~bit(token)
            if token == GREAT_TOKEN:
                s.ready_great[seat] += 1
            else:
                s.ready_lesser[seat] += 1
            s.tell("anunnaki/summon/ready", "token-ready", seat, what="great" if token == GREAT_TOKEN else "lesser")


def move_figure(s: AnunnakiState, seat: Seat, action: int) -> None:
    """anunnaki/turn/cube: a free line between two tiles gets a cube; the line's mana is gained."""
    start = s.figure[seat]
    end = place_of(s, action)
    s.figure[seat] = end
    s.tell("anunnaki/turn/must-change", "figure-moved", seat, what=ACTIONS[action])
    if start < 0:
        return  # anunnaki/turn/first-cube
    line = LINE_BETWEEN[start * PLACES + end]
    if line < 0:
        return
    if s.cubes[seat] >> line & 1:
        cube_crossed(s, seat, line)
    elif cubes_left(s, seat):
        lay_cube(s, seat, line)


def lay_cube(s: AnunnakiState, seat: Seat, line: int) -> None:
    """A cube from the supply."""
    s.cubes[seat] |= bit(line)
    s.tell("anunnaki/turn/cube", "cube-laid", seat, line)
    gain_mana(s, seat, s.tables.line_mana[line], "anunnaki/turn/cube")
    cube_laid(s, seat, line)
    take_tokens_off(s, seat)
    if not cubes_left(s, seat):
        trigger_end(s, seat, "cubes")


def shift_cube(s: AnunnakiState, seat: Seat, start: int, end: int, rule: str) -> None:
    """A cube that lies already goes to a free line; that line's mana is gained."""
    s.cubes[seat] = s.cubes[seat] & ~bit(start) | bit(end)
    s.tell(rule, "cube-moved", seat, end, other=start)
    gain_mana(s, seat, s.tables.line_mana[end], rule)
    take_tokens_off(s, seat)


class MoveCube(Question):
    """A reward: which cube moves? `count`: how many more times. (anunnaki/reward/cube-move)"""

    name = "move-cube"
    prompt = "move-cube"
    verbs = "cube done"
    public = True
    holds = "who=house count=left:number"
    forbids = "anunnaki/reward/cube-move"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if s.cubes[step.seat] else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [CUBE_ + line for line in range(LINES) if s.cubes[seat] >> line & 1] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE or step.count == 1:
            s.pop()
        else:
            s.become(Step(MOVE_CUBE, step.seat, count=step.count - 1))
        if choice != DONE:
            s.push(Step(CUBE_TO, seat, choice - CUBE_))


class CubeTo(Question):
    """Where does the cube go? `where`: its line now."""

    name = "cube-to"
    prompt = "cube-to"
    verbs = "line"
    public = True
    holds = "who=house where=line"
    forbids = "anunnaki/reward/cube-move"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [LINE_ + line for line in free_lines(s, seat)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        shift_cube(s, seat, step.where, choice - LINE_, "anunnaki/reward/cube-move")

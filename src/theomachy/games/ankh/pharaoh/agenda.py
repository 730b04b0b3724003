"""Chapter "agenda": playing a card before or after an action, and what the nine kinds do."""

from __future__ import annotations

from theomachy.games.ankh.board import (
    adjacent_cells,
    figures_in,
    has_figure_adjacent,
    is_empty,
    is_fertile,
    is_present,
    is_type,
    may_end_move,
    move_figure,
    why_filled,
)
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    CELL_,
    DONE,
    EMPTY,
    FIGURE_,
    FIGURES,
    FIRST_SMALL,
    GUARDIANS,
    NO_GUARDIAN,
    PIECE,
    POOL,
    PYRAMID,
    WARRIOR,
)
from theomachy.games.ankh.deaths import begin_deaths, kill, order_now
from theomachy.games.ankh.devotion import lose_devotion
from theomachy.games.ankh.egypt import CELLS
from theomachy.games.ankh.followers import gain_followers, pay_followers, sacrifice_followers
from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.move import finish_move, may_stay
from theomachy.games.ankh.pharaoh.calls import begin_call
from theomachy.games.ankh.pharaoh.components import (
    AGENDA,
    AGENDA_,
    AGENDA_KINDS,
    CONVERT_THE_WEAK,
    DECLARE_WAR,
    HARMONY_OF_MAAT,
    JOIN_THE_PANTHEON,
    LORD_OF_PYRAMIDS,
    RAPTURE,
    SHAKE_THEIR_FAITH,
    SOW_THE_SEEDS,
    WITHIN_FAR,
)
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.pharaoh.steps import LORD_FIGURE, LORD_TO, PANTHEON_GUARDIAN, PANTHEON_VICTIM, WAR_PIECE
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, figure_at, god_cell, owner_at, pool_guardian
from theomachy.games.ankh.summon import arrive
from theomachy.games.ankh.turn import is_merged_seat
from theomachy.kernel.arrays import filled
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step

# --- when a card may be played ----------------------------------------------------------------------------------------


class PlayAgenda(Question):
    """pharaoh/agenda/once-per-action: is a card played? `who`: the god; `where`: 1 in the second action of the turn."""

    verbs = "agenda done"
    public = True
    holds = "who=god where=second:number"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        hand = realm(s).hand
        found: list[int] = []
        for card in range(AGENDA_KINDS):
            # pharaoh/agenda/harmony: only with the first action
            if hand[step.side * AGENDA_KINDS + card] and not (card == HARMONY_OF_MAAT and step.where == 1):
                found.append(AGENDA_ + card)
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == DONE:
            return
        annex = realm(s)
        card = choice - AGENDA_
        annex.spent = 1
        annex.hand[step.side * AGENDA_KINDS + card] -= 1
        # pharaoh/agenda/open: it lies open until the battle cards return
        annex.played[step.side * AGENDA_KINDS + card] += 1
        s.tell("pharaoh/agenda/once-per-action", "agenda-played", step.side, what=AGENDA[card])
        play_card(s, step.side, card, seat)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        card = choice - AGENDA_
        if card == HARMONY_OF_MAAT and realm(s).hand[step.side * AGENDA_KINDS + card]:
            return "pharaoh/agenda/harmony"
        if realm(s).played[step.side * AGENDA_KINDS + card]:
            return "pharaoh/agenda/no-limit"
        return "pharaoh/agenda/once-per-action"


class AgendaBefore(PlayAgenda):
    """pharaoh/agenda/window: wholly before the action."""

    name = "agenda-before"
    prompt = "agenda-before"


class AgendaAfter(PlayAgenda):
    """pharaoh/agenda/window: wholly after the action, before an event; between two actions it belongs to the first."""

    name = "agenda-after"
    prompt = "agenda-after"


# --- what the cards do ------------------------------------------------------------------------------------------------


def play_card(s: AnkhState, god: Side, card: int, seat: Seat) -> None:
    if card == DECLARE_WAR:
        begin_call(s, god, WAR_PIECE)
    elif card == JOIN_THE_PANTHEON:
        # pharaoh/agenda/pantheon: without an enemy warrior there, no summon either
        if pantheon_victims(s, god):
            s.push(Step(PANTHEON_VICTIM, god))
    elif card == CONVERT_THE_WEAK:
        convert_the_weak(s, god)
    elif card == LORD_OF_PYRAMIDS:
        begin_lord(s, god)
    elif card == SOW_THE_SEEDS:
        sow_the_seeds(s, god)
    elif card == RAPTURE:
        rapture(s, god)
    elif card == HARMONY_OF_MAAT:
        # pharaoh/card/harmony-of-maat; pharaoh/agenda/harmony: nothing for a seat of a merged god
        if not is_merged_seat(s, seat):
            realm(s).harmony = 1
    elif card == SHAKE_THEIR_FAITH:
        shake_their_faith(s, god)
    else:
        smash(s, god)


def home_region(s: AnkhState, god: Side) -> Region:
    """The region of the god figure."""
    return Region(s.region[god_cell(s, god)])


def convert_the_weak(s: AnkhState, god: Side) -> None:
    """pharaoh/card/convert-the-weak: one follower per enemy monument with an own figure adjacent.
    pharaoh/agenda/convert: as far as its god has any."""
    for other in order_now(s, god):
        count = 0
        for cell in s.monuments:
            if s.control[cell] == other and has_figure_adjacent(s, god, cell):
                count += 1
        pay_followers(s, other, god, min(count, s.followers[other]), "pharaoh/card/convert-the-weak")


def sow_the_seeds(s: AnkhState, god: Side) -> None:
    """pharaoh/card/sow-the-seeds: two followers per own figure on a fertile cell in the region of the god figure."""
    count = 0
    for figure in figures_in(s, god, home_region(s, god)):
        if is_fertile(s, s.where[figure]):
            count += 1
    gain_followers(s, god, 2 * count, "pharaoh/card/sow-the-seeds")


def rapture(s: AnkhState, god: Side) -> None:
    """pharaoh/card/rapture: sacrifice all followers, 0 is allowed; each opponent loses 2 devotion."""
    sacrifice_followers(s, god, s.followers[god], "pharaoh/card/rapture")
    for other in order_now(s, god):
        lose_devotion(s, other, 2, "pharaoh/card/rapture")


def shake_their_faith(s: AnkhState, god: Side) -> None:
    """pharaoh/card/shake-their-faith: each opponent with a figure in the region of the god figure loses 1 devotion."""
    region = home_region(s, god)
    for other in order_now(s, god):
        if is_present(s, other, region):
            lose_devotion(s, other, 1, "pharaoh/card/shake-their-faith")


def smash(s: AnkhState, god: Side) -> None:
    """pharaoh/card/smash: all enemy warriors adjacent to the god figure die. pharaoh/agenda/kills: as in no battle."""
    doomed: list[Figure] = []
    for cell in sorted(adjacent_cells(s, god_cell(s, god))):
        owner = owner_at(s, cell)
        if owner >= 0 and owner != god and s.kind[figure_at(s, cell)] == WARRIOR:
            doomed.append(figure_at(s, cell))
    kill(s, doomed, "pharaoh/card/smash")
    begin_deaths(s)


# --- Join the Pantheon ------------------------------------------------------------------------------------------------


def pantheon_victims(s: AnkhState, god: Side) -> list[int]:
    """The cells of enemy warriors in the region of the god figure."""
    region = home_region(s, god)
    found: list[int] = []
    for cell in range(CELLS):
        owner = owner_at(s, cell)
        if owner >= 0 and owner != god and s.region[cell] == region and s.kind[figure_at(s, cell)] == WARRIOR:
            found.append(cell)
    return found


class PantheonVictim(Question):
    """Which enemy warrior dies? `who`: the god."""

    name = "pantheon-victim"
    prompt = "pantheon-victim"
    forbids = "pharaoh/card/join-the-pantheon"
    verbs = "figure done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [FIGURE_ + cell for cell in pantheon_victims(s, step.side)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        cell = choice - FIGURE_
        s.become(Step(PANTHEON_GUARDIAN, step.side, cell))
        kill(s, [figure_at(s, cell)], "pharaoh/card/join-the-pantheon")
        begin_deaths(s)


class PantheonGuardian(Question):
    """Which guardian takes the victim's place? `who`: the god; `where`: the cell."""

    name = "pantheon-guardian"
    prompt = "pantheon-guardian"
    verbs = "piece done"
    public = True
    holds = "who=god where=cell"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        if is_empty(s, step.where):
            for figure in range(step.side * FIGURES + FIRST_SMALL, step.side * FIGURES + FIGURES):
                kind = s.kind[figure]
                if kind != NO_GUARDIAN and s.where[figure] == POOL and PIECE[kind] not in found:
                    found.append(PIECE[kind])
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            arrive(s, pool_guardian(s, step.side, PIECE.index(choice)), step.where, "pharaoh/card/join-the-pantheon")

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        return "ankh/summon/void" if choice in PIECE[GUARDIANS[0] :] else "pharaoh/card/join-the-pantheon"


# --- Lord of Pyramids -------------------------------------------------------------------------------------------------


def begin_lord(s: AnkhState, god: Side) -> None:
    """pharaoh/agenda/lord: the figures are fixed now; all others count as moved."""
    s.moved = filled(len(s.moved), 1)
    for cell in s.monuments:
        if s.control[cell] == god and is_type(s, cell, PYRAMID):
            for other in adjacent_cells(s, cell):
                if owner_at(s, other) == god:
                    s.moved[figure_at(s, other)] = 0
    s.push(Step(LORD_FIGURE, god))


def lord_cells(s: AnkhState, figure: Figure) -> list[int]:
    """Up to 5 cells; no push (ankh/guardian/satis-details)."""
    god = Side(figure // FIGURES)
    start = s.where[figure]
    return [cell for cell in WITHIN_FAR[start] if may_end_move(s, god, cell) or (cell == start and may_stay(s, figure))]


class LordFigure(Question):
    """Which figure moves next? `who`: the god."""

    name = "lord-figure"
    prompt = "lord-figure"
    forbids = "pharaoh/agenda/lord"
    verbs = "figure done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        for figure in range(step.side * FIGURES, step.side * FIGURES + FIGURES):
            if s.where[figure] >= 0 and not s.moved[figure] and lord_cells(s, Figure(figure)):
                found.append(FIGURE_ + s.where[figure])
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            s.push(Step(LORD_TO, step.side, what=figure_at(s, choice - FIGURE_)))


class LordTo(Question):
    """Where to? `who`: the god; `what`: the figure."""

    name = "lord-to"
    prompt = "lord-to"
    verbs = "cell"
    public = True
    holds = "who=god what=figure"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in lord_cells(s, Figure(step.what))]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        figure = Figure(step.what)
        start = s.where[figure]
        move_figure(s, figure, choice - CELL_)
        finish_move(s, figure, "pharaoh/card/lord-of-pyramids", start)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if cell not in WITHIN_FAR[s.where[step.what]]:
            return "pharaoh/card/lord-of-pyramids"
        if s.at[cell] == EMPTY and cell in CHORUS.barred(s, step.side):
            return "ankh/move/underworld"
        return why_filled(s, cell, "ankh/move/end-empty")

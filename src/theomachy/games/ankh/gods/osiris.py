"""Osiris, the lord of the underworld: who beats him in battle lets him open a cell of it, where only his own may go."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.battle import participants
from theomachy.games.ankh.board import is_empty, why_filled
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    CELL_,
    DONE,
    GONE,
    MONUMENT,
    OSIRIS,
    POOL,
    TOKEN_,
    TOKEN_POOL,
    UNDERWORLD_TOKENS,
)
from theomachy.games.ankh.egypt import EGYPT, WATER
from theomachy.games.ankh.event import building_sites
from theomachy.games.ankh.gods.god import God
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.layout import find_cell
from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.survey import Survey
from theomachy.games.ankh.moments import NOBODY, NOTHING
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState, Battle, god_with, is_divine
from theomachy.games.ankh.steps import UNDERWORLD_TO, UNDERWORLD_TOKEN
from theomachy.kernel.arrays import Numbers, count_of, filled, index_of
from theomachy.kernel.errors import BadCase
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

#: his further summon (see `Moments.further_summons`)
UNDERWORLD: Final = 2


class Osiris(God):
    """ankh/god/osiris. Where his tokens lie is in `s.underworld`: a cell, the pool, or gone."""

    name = "osiris"
    power = OSIRIS
    position_keys: tuple[str, ...] = ("underworld",)

    def character(self) -> Character:
        """He gains ground by losing: tokens on the board bring figures where others can't stand."""
        return Character(underworld=0.4, magnanimous=2.8, miracle=0.4, pyramid=2.1)

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {UNDERWORLD_TOKEN: UnderworldToken(), UNDERWORLD_TO: UnderworldTo()}

    def prepare(self, s: AnkhState) -> None:
        s.underworld = filled(UNDERWORLD_TOKENS, POOL)

    def barred(self, s: AnkhState, god: Side) -> list[int]:
        """ankh/move/underworld: the cells with his tokens, to all others; nothing is built there, and they are neither
        fertile nor desert. ankh/god/osiris-summon: one may be summoned there."""
        if s.underworld[0] == GONE or (god != NOBODY and is_divine(s, god, OSIRIS)):
            return NOTHING
        return tokens_laid(s)

    def further_summons(self, s: AnkhState, god: Side, masks: Numbers) -> None:
        """One further figure onto an underworld cell."""
        if is_divine(s, god, OSIRIS):
            for cell in s.underworld:
                if cell >= 0:
                    masks[cell] |= UNDERWORLD

    def spent_summon(self, s: AnkhState, god: Side, mask: int) -> str:
        return "ankh/god/osiris" if mask & UNDERWORLD else ""

    def deaths_over(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/osiris: one who lost may place or move a token."""
        for god in participants(battle, s.ladder):
            if god != battle.winner and is_divine(s, god, OSIRIS):
                s.push(Step(UNDERWORLD_TOKEN, god, battle.region))

    def god_forgotten(self, s: AnkhState, god: Side) -> None:
        if is_divine(s, god, OSIRIS):
            s.underworld = filled(UNDERWORLD_TOKENS, GONE)

    def lay(self, s: AnkhState, read: Reader) -> None:
        cells = [find_cell(cell, "position, underworld") for cell in read.texts("underworld")]
        if len(cells) > UNDERWORLD_TOKENS or (cells and s.underworld[0] != POOL):
            raise BadCase(f"position, underworld: Osiris must play, and he has {UNDERWORLD_TOKENS} tokens")
        for number, cell in enumerate(cells):
            if WATER[cell] or s.at[cell] >= MONUMENT or cell in cells[:number]:
                raise BadCase("position, underworld: not on water, a monument or another token (ankh/board/empty)")
            s.underworld[number] = cell

    def written(self, s: AnkhState) -> dict[str, Any]:
        return {"underworld": [EGYPT.names[cell] for cell in tokens_laid(s)]}

    def view(self, s: AnkhState) -> dict[str, Any]:
        return {"underworld_pool": count_of(s.underworld, POOL)}

    def faults(self, s: AnkhState) -> list[str]:
        found: list[str] = []
        if (god_with(s, OSIRIS) >= 0) == (GONE in s.underworld):
            found.append("the underworld tokens are where they can't be")
        laid = tokens_laid(s)
        if len(set(laid)) != len(laid) or any(WATER[cell] for cell in laid):
            found.append("underworld tokens lie on water or on each other")
        for cell in laid:
            if s.at[cell] == MONUMENT:
                found.append(f"{EGYPT.names[cell]}: a monument in the underworld")
        return found

    def worth(self, s: AnkhState, god: Side, c: Character, survey: Survey) -> float:
        value = 0.0
        for place in s.underworld:
            if place >= 0:
                value += c.underworld
        return value


def tokens_laid(s: AnkhState) -> list[int]:
    """The cells with underworld tokens."""
    return [cell for cell in s.underworld if cell >= 0]


def underworld_sites(s: AnkhState, region: Region) -> list[int]:
    """ankh/god/osiris-late: empty land cells of the region, never another underworld cell."""
    return building_sites(s, region)


class UnderworldToken(Question):
    """Osiris lost: does he place or move an underworld token? `who`: the god; `where`: the region."""

    name = "underworld-token"
    prompt = "underworld-token"
    forbids = "ankh/god/osiris"
    verbs = "token done"
    holds = "who=god where=region"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        if underworld_sites(s, Region(step.where)):
            if POOL in s.underworld:
                found.append(TOKEN_POOL)
            found += [TOKEN_ + cell for cell in sorted(tokens_laid(s))]
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            place = POOL if choice == TOKEN_POOL else choice - TOKEN_
            s.become(Step(UNDERWORLD_TO, step.side, step.where, index_of(s.underworld, place)))


class UnderworldTo(Question):
    """Where does the token go? `who`: the god; `where`: the region; `what`: the token."""

    name = "underworld-to"
    prompt = "underworld-to"
    verbs = "cell"
    holds = "who=god where=region what=token"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in underworld_sites(s, Region(step.where))]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        start = s.underworld[step.what]
        s.underworld[step.what] = choice - CELL_
        s.tell("ankh/god/osiris", "underworld", step.side, choice - CELL_, other=start)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if s.region[cell] != step.where:
            return "ankh/god/osiris"
        if is_empty(s, cell) and cell in CHORUS.barred(s, NOBODY):
            return "ankh/god/osiris-late"
        return why_filled(s, cell, "ankh/board/empty")


GOD: Final = Osiris()

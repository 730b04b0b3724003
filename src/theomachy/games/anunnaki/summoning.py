"""Chapters "extra" and "summon": the extra actions of phase 3, and gods coming into play."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.artifacts.artifact import OF_EXTRA, TREASURES, may_use
from theomachy.games.anunnaki.components import (
    DONE,
    EXTRA_,
    EXTRA_CONTRACT,
    EXTRA_SUMMON,
    EXTRAS,
    FIGURES,
    GOD_,
    GODS,
    GODS_PER_HOUSE,
    SUPREMACY_TRACK,
    TERRITORY_,
)
from theomachy.games.anunnaki.contracts import can_fulfil, held
from theomachy.games.anunnaki.followers import remove_follower
from theomachy.games.anunnaki.moments import PANTHEON
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, follower_places, god_card, places
from theomachy.games.anunnaki.steps import FULFIL, SUMMON_GOD, SUMMON_REPLACE
from theomachy.games.anunnaki.tracks import advance, advance_any, advance_supremacy
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step

SUPREMACY_STEPS: Final = 2
#: nobody changes it
NONE_READY: Final[list[int]] = []


def replaceable(s: AnunnakiState, seat: Seat) -> int:
    """anunnaki/summon/where: followers on planet boards, not on Gaia with Atlantis, nor in the Afterlife."""
    return follower_places(s, seat) & s.tables.planets


def summonable(s: AnunnakiState, seat: Seat) -> list[int]:
    """anunnaki/summon/ready: the gods whose kind of token is ready. anunnaki/summon/replace: only with a follower."""
    if not (s.ready_great[seat] or s.ready_lesser[seat]) or not replaceable(s, seat):
        return NONE_READY
    found: list[int] = []
    for figure in range(FIGURES):
        god = god_card(s, seat, figure)
        ready = s.ready_great[seat] if figure == 0 else s.ready_lesser[seat]
        if ready and god >= 0 and not s.summoned[seat] >> god & 1:
            found.append(god)
    found.sort()
    return found


def bring_in(s: AnunnakiState, seat: Seat, god: int, territory: int) -> None:
    """The figure of a god enters a territory."""
    for figure in range(FIGURES):
        if god_card(s, seat, figure) == god:
            s.god_at[seat * FIGURES + figure] = territory
    s.summoned[seat] |= bit(god)
    s.presence[seat] |= bit(territory)


def may_take(s: AnunnakiState, seat: Seat, extra: int) -> bool:
    """Whether an extra action can be taken now."""
    if s.extras >> extra & 1:
        return False
    if extra == EXTRA_SUMMON:
        return len(summonable(s, seat)) > 0
    if extra == EXTRA_CONTRACT:
        return can_fulfil(s, seat)
    return may_use(s, seat, OF_EXTRA[extra])


def is_extra_possible(s: AnunnakiState, seat: Seat) -> bool:
    for extra in range(len(EXTRAS)):
        if may_take(s, seat, extra):
            return True
    return False


class ExtraAction(Question):
    """Which extra action? (anunnaki/extra/different: each kind at most once a turn)"""

    name = "extra-action"
    prompt = "extra-action"
    verbs = "extra mana done"
    public = True

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        # With nothing to do the phase passes unasked.
        return bit(step.seat) if is_extra_possible(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = [EXTRA_ + extra for extra in range(len(EXTRAS)) if may_take(s, seat, extra)]
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        extra = choice - EXTRA_
        s.extras |= bit(extra)
        if extra == EXTRA_SUMMON:
            s.push(Step(SUMMON_GOD, seat))
        elif extra == EXTRA_CONTRACT:
            s.push(Step(FULFIL, seat))
        else:
            TREASURES[OF_EXTRA[extra]].used(s, seat)

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        if choice < EXTRA_:
            return "anunnaki/turn/phases"
        extra = choice - EXTRA_
        if s.extras >> extra & 1:
            return "anunnaki/summon/one" if extra == EXTRA_SUMMON else "anunnaki/extra/different"
        if extra == EXTRA_SUMMON:
            if not s.ready_great[seat] and not s.ready_lesser[seat]:
                return "anunnaki/summon/ready"
            # anunnaki/summon/one: a fifth lesser token is useless
            return "anunnaki/summon/one" if replaceable(s, seat) else "anunnaki/summon/replace"
        if extra == EXTRA_CONTRACT:
            return "anunnaki/resource/limit" if held(s, seat) else "anunnaki/contract/fulfil"
        return f"anunnaki/artifact/{TREASURES[OF_EXTRA[extra]].name}"


class SummonGod(Question):
    """Which god is summoned?"""

    name = "summon-god"
    prompt = "summon-god"
    verbs = "god"
    public = True
    forbids = "anunnaki/summon/ready"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [GOD_ + god for god in summonable(s, seat)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.become(Step(SUMMON_REPLACE, seat, what=choice - GOD_))


class SummonReplace(Question):
    """Which follower does the god replace? `what`: the god. (anunnaki/summon/where)"""

    name = "summon-replace"
    prompt = "summon-replace"
    verbs = "territory"
    public = True
    holds = "who=house what=god"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return places(replaceable(s, seat), TERRITORY_)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        god = step.what
        territory = choice - TERRITORY_
        s.pop()
        remove_follower(s, seat, territory, "anunnaki/summon/replace")
        bring_in(s, seat, god, territory)
        if god % GODS_PER_HOUSE == 0:
            s.ready_great[seat] -= 1
            s.tell("anunnaki/summon/great", "summoned", seat, territory, GODS[god])
            # In this order: a last space stays closed, even if the supremacy steps cross the lightning after it.
            for track in range(3):
                advance(s, seat, track, 1, "anunnaki/summon/great")
            advance_supremacy(s, seat, SUPREMACY_STEPS, "anunnaki/summon/great")
        else:
            s.ready_lesser[seat] -= 1
            s.tell("anunnaki/summon/lesser", "summoned", seat, territory, GODS[god])
            track = s.tables.lesser_track[god]
            steps = SUPREMACY_STEPS if track == SUPREMACY_TRACK else 1
            advance_any(s, seat, track, steps, "anunnaki/summon/lesser")
            PANTHEON[god].arrives(s, seat)

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        elsewhere = follower_places(s, seat) >> (choice - TERRITORY_) & 1
        return "anunnaki/summon/where" if elsewhere else "anunnaki/summon/replace"

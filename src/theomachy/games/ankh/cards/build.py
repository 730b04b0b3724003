"""Build Monument: for followers, a monument in the battle region."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.battle import current_battle
from theomachy.games.ankh.cards.card import Card
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import BUILD, BUILD_, DONE
from theomachy.games.ankh.event import building_sites, has_stock
from theomachy.games.ankh.followers import sacrifice_followers
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.games.ankh.steps import BUILD_MONUMENT, BUILD_ON
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

COST: Final = 3


class BuildCard(Card):
    """ankh/card/build"""

    name = "build"
    card = BUILD

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {BUILD_MONUMENT: BuildMonument()}

    def building(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/build: ascending devotion; pushed in reverse, so the least devoted is on top."""
        for god in reversed(self.players(s, battle)):
            s.push(Step(BUILD_MONUMENT, god))


class BuildMonument(Question):
    """Does the player of a Build Monument card build, and what? `who`: the god. (ankh/card/build)"""

    name = "build-monument"
    prompt = "build-monument"
    forbids = "ankh/card/build"
    verbs = "build done"
    public = True

    def cost(self, s: AnkhState, god: Side) -> int:
        return 0 if CHORUS.building_is_free(s, god) else COST

    def can_build(self, s: AnkhState, god: Side) -> bool:
        region = current_battle(s).region
        return s.followers[god] >= self.cost(s, god) and s.tokens[god] > 0 and len(building_sites(s, region, 1)) > 0

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        # ankh/card/build-may: optional even at cost 0
        found: list[int] = []
        if self.can_build(s, step.side):
            found = [BUILD_ + monument for monument in range(3) if has_stock(s, step.side, monument)]
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            sacrifice_followers(s, step.side, self.cost(s, step.side), "ankh/card/build")
            s.push(Step(BUILD_ON, step.side, current_battle(s).region, choice - BUILD_))


CARD: Final = BuildCard()

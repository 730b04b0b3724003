"""Chapter "battle", what the players decide in it: cards, building, bids, the tiebreaker, and the gods' own effects."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.battle import current_battle, participants, win
from theomachy.games.ankh.board import figures_in, may_build
from theomachy.games.ankh.components import (
    BID_,
    BUILD_,
    CARD_,
    CARDS,
    CELL_,
    DONE,
    FIGURE_,
    GOD,
    INSPIRING,
    NO,
    POOL,
    TOKEN_,
    TOKEN_POOL,
    YES,
)
from theomachy.games.ankh.deaths import begin_deaths, kill
from theomachy.games.ankh.devotion import gain_devotion
from theomachy.games.ankh.egypt import CELLS
from theomachy.games.ankh.event import bid_options, building_sites, has_stock, take_bids
from theomachy.games.ankh.followers import sacrifice_followers
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, has_power, owner_at
from theomachy.games.ankh.steps import BUILD_ON, UNDERWORLD_TO
from theomachy.kernel.arrays import bit, index_of, ones
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

BUILD_COST: Final = 3
WORSHIP_COST: Final = 2


class AnnounceTwo(Question):
    """Does Amun announce two cards? `who`: the god with his power. (ankh/god/amun)"""

    name = "announce-two"
    prompt = "announce-two"
    forbids = "ankh/battle/amun-announce"
    verbs = "yes no"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [YES, NO]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        if choice == YES:
            s.amun_ready = 0
            current_battle(s).two_cards = step.who
            s.tell("ankh/battle/amun-announce", "two-announced", step.who)


class BattleCard(StepKind[AnkhState]):
    """Everyone in the battle secretly chooses a card. (ankh/battle/choose) The secret is a mask of cards."""

    name = "battle-card"
    prompt = "battle-card"
    forbids = "ankh/battle/choose"
    verbs = "card"
    secret = True

    def deciders(self, s: AnkhState, step: Step) -> int:
        battle = current_battle(s)
        waiting = 0
        for god in participants(battle, s.ladder):
            needed = 2 if battle.two_cards == god else 1
            if s.secret[god] < 0 or ones(s.secret[god]) < needed:
                waiting |= bit(god)
        return waiting

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        chosen = max(s.secret[seat], 0)
        left = s.hand[seat] & ~chosen
        return [CARD_ + card for card in range(len(CARDS)) if left >> card & 1]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.secret[seat] = max(s.secret[seat], 0) | bit(choice - CARD_)

    def run(self, s: AnkhState, step: Step) -> None:
        s.pop()


class BuildMonument(Question):
    """Does the player of a Build Monument card build, and what? `who`: the god. (ankh/card/build)"""

    name = "build-monument"
    prompt = "build-monument"
    forbids = "ankh/card/build"
    verbs = "build done"

    def cost(self, s: AnkhState, god: int) -> int:
        return 0 if has_power(s, god, INSPIRING) else BUILD_COST

    def can_build(self, s: AnkhState, god: int) -> bool:
        region = current_battle(s).region
        return (
            s.followers[god] >= self.cost(s, god)
            and s.tokens[god] > 0
            and any(s.region[cell] == region and may_build(s, cell) for cell in range(CELLS))
        )

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        # ankh/card/build-may: optional even at cost 0
        found: list[int] = []
        if self.can_build(s, step.who):
            found = [BUILD_ + monument for monument in range(3) if has_stock(s, step.who, monument)]
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        if choice != DONE:
            sacrifice_followers(s, step.who, self.cost(s, step.who), "ankh/card/build")
            s.push(Step(BUILD_ON, step.who, current_battle(s).region, choice - BUILD_))


class PlagueBid(StepKind[AnkhState]):
    """A plague of locusts: the auction and its deaths. `who`: the god that played it. (ankh/card/plague)"""

    name = "plague-bid"
    prompt = "plague-bid"
    forbids = "ankh/card/plague"
    verbs = "bid"
    secret = True

    def deciders(self, s: AnkhState, step: Step) -> int:
        waiting = 0
        for god in current_battle(s).bidders:
            if s.secret[god] < 0:
                waiting |= bit(god)
        return waiting

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return bid_options(s, seat)

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.secret[seat] = choice - BID_

    def run(self, s: AnkhState, step: Step) -> None:
        battle = current_battle(s)
        bids = take_bids(s, battle.bidders, "ankh/card/plague")
        for god in battle.bidders:
            sacrifice_followers(s, god, bids[god], "ankh/card/plague")
        highest = max(bids)
        best = [god for god in battle.bidders if bids[god] == highest]
        spared = best[0] if len(best) == 1 else -1
        s.tell("ankh/card/plague", "plague", spared, amount=highest)
        s.pop()
        doomed = [
            figure
            for god in s.ladder
            if god != spared
            for figure in figures_in(s, god, battle.region)
            if s.kind[figure] != GOD
        ]
        kill(s, doomed, "ankh/card/plague")
        begin_deaths(s)


class SpendTiebreaker(Question):
    """Does the holder win the tie? `who`: the holder; `count`: the strength. (ankh/battle/tiebreaker-many)"""

    name = "spend-tiebreaker"
    prompt = "spend-tiebreaker"
    forbids = "ankh/battle/winner"
    verbs = "yes no"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [YES, NO]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        if choice == YES:
            s.tiebreaker_ready = 0
            win(s, current_battle(s), step.who, 0, "ankh/battle/tiebreaker-many")
        else:
            s.tell("ankh/battle/winner", "battle-tied", amount=step.count)


class GiveUp(Question):
    """Isis lets protected figures die, if she wants. `who`: the god with her power. (ankh/god/isis)

    The protected figures wait in the battle's queue.
    """

    name = "give-up"
    prompt = "give-up"
    verbs = "figure done"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [FIGURE_ + s.where[figure] for figure in current_battle(s).queue] + [DONE]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        battle = current_battle(s)
        if choice == DONE:
            for figure in battle.queue:
                s.tell("ankh/god/isis", "protected", step.who, s.where[figure])
            battle.queue = []
            s.pop()
            return
        figure = s.at[choice - FIGURE_] - 1
        battle.queue.remove(figure)
        battle.victims.append(figure)

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        if FIGURE_ <= choice < FIGURE_ + CELLS and owner_at(s, choice - FIGURE_) >= 0:
            return "ankh/battle/protected-when"
        return "ankh/god/isis"


def underworld_sites(s: AnkhState, region: int) -> list[int]:
    """ankh/god/osiris-late: empty land cells of the region, never another underworld cell."""
    return building_sites(s, region)


class UnderworldToken(Question):
    """Osiris lost: does he place or move an underworld token? `who`: the god; `where`: the region."""

    name = "underworld-token"
    prompt = "underworld-token"
    forbids = "ankh/god/osiris"
    verbs = "token done"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        found: list[int] = []
        if underworld_sites(s, step.where):
            if POOL in s.underworld:
                found.append(TOKEN_POOL)
            found += [TOKEN_ + cell for cell in sorted(s.underworld) if cell >= 0]
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            place = POOL if choice == TOKEN_POOL else choice - TOKEN_
            s.become(Step(UNDERWORLD_TO, step.who, step.where, index_of(s.underworld, place)))


class UnderworldTo(Question):
    """Where does the token go? `who`: the god; `where`: the region; `what`: the token."""

    name = "underworld-to"
    prompt = "underworld-to"
    forbids = "ankh/god/osiris-late"
    verbs = "cell"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [CELL_ + cell for cell in underworld_sites(s, step.where)]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        start = s.underworld[step.what]
        s.underworld[step.what] = choice - CELL_
        s.tell("ankh/god/osiris", "underworld", step.who, choice - CELL_, other=start)


class Worship(Question):
    """Two followers for one devotion? `who`: the god. (ankh/power/worshipful)"""

    name = "worship"
    prompt = "worship"
    forbids = "ankh/power/worshipful"
    verbs = "yes no"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [YES, NO] if s.followers[step.who] >= WORSHIP_COST else [NO]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        if choice == YES:
            sacrifice_followers(s, step.who, WORSHIP_COST, "ankh/power/worshipful")
            gain_devotion(s, step.who, 1, "ankh/power/worshipful", current_battle(s).region)

"""Pandora's Box: three tokens, each a gain for its holder and a loss for all others."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.armoury import advanced_in_hand
from theomachy.games.anunnaki.artifacts.artifact import Artifact
from theomachy.games.anunnaki.components import (
    BY_PANDORA,
    DISCARDED,
    EXTRA_PANDORA,
    PANDORA,
    PANDORA_TOKENS,
    TERRITORY_,
    TOKEN_,
    WEAPON_,
    WEAPONS,
)
from theomachy.games.anunnaki.followers import gain_followers, remove_follower
from theomachy.games.anunnaki.goods import gain_mana
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, follower_places, places
from theomachy.games.anunnaki.steps import LOSE_FOLLOWER, LOSE_WEAPON, PANDORA_TOKEN, TAKE_WEAPON
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

ALL_PANDORA: Final = 7
TOKEN_MANA: Final = 0
TOKEN_FOLLOWER: Final = 1


class Pandora(Artifact):
    """anunnaki/artifact/pandora. The tokens left are in `s.pandora`."""

    name = "pandora"
    extra = EXTRA_PANDORA

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {PANDORA_TOKEN: PandoraToken(), LOSE_FOLLOWER: LoseFollower(), LOSE_WEAPON: LoseWeapon()}

    def kept(self, s: AnunnakiState, seat: Seat) -> None:
        s.pandora = ALL_PANDORA

    def may_be_used(self, s: AnunnakiState, seat: Seat) -> bool:
        return s.pandora != 0

    def used(self, s: AnunnakiState, seat: Seat) -> None:
        s.push(Step(PANDORA_TOKEN, seat))


class PandoraToken(Question):
    """Which token is discarded? (anunnaki/artifact/pandora)"""

    name = "pandora-token"
    prompt = "pandora-token"
    verbs = "token"
    public = True
    forbids = "anunnaki/artifact/pandora"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return places(s.pandora, TOKEN_)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        token = choice - TOKEN_
        s.pop()
        s.pandora &= ~bit(token)
        s.tell("anunnaki/artifact/pandora", "pandora", seat, what=PANDORA_TOKENS[token])
        if not s.pandora:
            # anunnaki/pandora/choose: the card goes after the third token
            s.artifact_at[PANDORA] = DISCARDED
        for number in range(s.seats - 1, 0, -1):
            other = Seat((seat + number) % s.seats)
            if token == TOKEN_MANA:
                lose_mana(s, other)
            elif token == TOKEN_FOLLOWER:
                if follower_places(s, other):
                    s.push(Step(LOSE_FOLLOWER, other))
            elif advanced_in_hand(s, other):
                s.push(Step(LOSE_WEAPON, other))
        if token == TOKEN_MANA:
            gain_mana(s, seat, 1, "anunnaki/artifact/pandora")
        elif token == TOKEN_FOLLOWER:
            gain_followers(s, seat, 1, BY_PANDORA)
        else:
            s.push(Step(TAKE_WEAPON, seat, BY_PANDORA, 0, 1))


def lose_mana(s: AnunnakiState, seat: Seat) -> None:
    if s.mana[seat]:
        s.mana[seat] -= 1
        s.tell("anunnaki/artifact/pandora", "mana-lost", seat, amount=1)


class LoseFollower(Question):
    """Which follower is lost to the pool? (anunnaki/pandora/choose)"""

    name = "lose-follower"
    prompt = "lose-follower"
    verbs = "territory"
    public = True
    forbids = "anunnaki/pandora/choose"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return places(follower_places(s, seat), TERRITORY_)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        remove_follower(s, seat, choice - TERRITORY_, "anunnaki/artifact/pandora")


class LoseWeapon(Question):
    """Which advanced weapon goes back beside the board? Nobody else learns it. (anunnaki/pandora/choose)"""

    name = "lose-weapon"
    prompt = "lose-weapon"
    verbs = "weapon"
    forbids = "anunnaki/pandora/choose"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return places(advanced_in_hand(s, seat), WEAPON_)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        weapon = choice - WEAPON_
        s.pop()
        s.hand[seat] &= ~bit(weapon)
        s.beside[seat] |= bit(weapon)
        s.shown[seat] = 0
        if not advanced_in_hand(s, seat):
            s.away[seat] = s.beside[seat]
        s.tell("anunnaki/artifact/pandora", "weapon-lost", seat, amount=1)
        s.tell("anunnaki/pandora/choose", "weapon-returned", seat, what=WEAPONS[weapon], seen=bit(seat))


ARTIFACT: Final[Artifact] = Pandora()

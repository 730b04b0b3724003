"""Chapter "artifact": looking at them, keeping one, and what they do."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import (
    ARTIFACT_,
    ARTIFACTS,
    BY_CORNUCOPIA,
    BY_PANDORA,
    CORNUCOPIA,
    DISCARDED,
    DONE,
    FATE,
    HORN_,
    PANDORA,
    PANDORA_TOKENS,
    PILED,
    REMOVED,
    RESOURCE_,
    SOURCES,
    TERRITORY_,
    TOKEN_,
    TRACK_,
    TRACKS,
    WEAPON_,
    WEAPONS,
)
from theomachy.games.anunnaki.followers import gain_followers, remove_follower
from theomachy.games.anunnaki.goods import gain_mana, gain_resource, gain_vp, pay_resource
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, follower_places, places
from theomachy.games.anunnaki.steps import (
    FATE_TRACK,
    HORN_TYPE,
    KEEP_ARTIFACT,
    LOSE_FOLLOWER,
    LOSE_WEAPON,
    SCARAB,
    TAKE_WEAPON,
)
from theomachy.games.anunnaki.tracks import advance, may_step
from theomachy.games.anunnaki.weapons import advanced_in_hand
from theomachy.kernel.arrays import bit
from theomachy.kernel.state import Step

ALL_PANDORA: Final = 7
TOKEN_MANA: Final = 0
TOKEN_FOLLOWER: Final = 1
HORN_AMOUNT: Final = 4
HORN_VP: Final = 8
GAIN: Final = 0
PAY: Final = 1


def pile(s: AnunnakiState) -> list[int]:
    """The artifacts the next conqueror of Atlantis looks at."""
    return [artifact for artifact in range(len(ARTIFACTS)) if s.artifact_at[artifact] == PILED]


def conquests_left(s: AnunnakiState) -> bool:
    """anunnaki/battle/atlantis-artifacts: one artifact with 2 players, otherwise two."""
    taken = 0
    for artifact in range(len(ARTIFACTS)):
        where = s.artifact_at[artifact]
        if where >= 0 or where == DISCARDED:
            taken += 1
    return taken < (1 if s.seats == 2 else 2)


def look_at_pile(s: AnunnakiState, seat: int) -> None:
    """anunnaki/battle/atlantis: the conqueror looks and keeps one; which ones is not for the others to know."""
    found = pile(s)
    if not found or not conquests_left(s):
        return
    s.artifact_seen |= bit(seat)
    s.reveals += 1
    s.tell("anunnaki/battle/atlantis", "artifacts-looked", seat, amount=len(found))
    for artifact in found:
        s.tell("anunnaki/battle/atlantis", "artifact-seen", seat, what=ARTIFACTS[artifact], seen=bit(seat))
    s.push(Step(KEEP_ARTIFACT, seat))


class KeepArtifact(Question):
    """Which of the artifacts is kept?"""

    name = "keep-artifact"
    prompt = "keep-artifact"
    verbs = "artifact"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [ARTIFACT_ + artifact for artifact in pile(s)]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        artifact = choice - ARTIFACT_
        s.pop()
        s.artifact_at[artifact] = seat
        s.tell("anunnaki/battle/atlantis", "artifact-taken", seat, what=ARTIFACTS[artifact])
        if not conquests_left(s) and s.seats > 2:
            # The last one leaves the game, unseen by the others.
            for other in pile(s):
                s.artifact_at[other] = REMOVED
        if artifact == PANDORA:
            s.pandora = ALL_PANDORA
        elif artifact == FATE:
            s.push(Step(FATE_TRACK, seat))

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/battle/atlantis"


class FateTrack(Question):
    """Which track does the fate tablet name? Nobody else learns it. (anunnaki/artifact/fate)"""

    name = "fate-track"
    prompt = "fate-track"
    verbs = "track"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [TRACK_ + track for track in range(3)]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        s.fate = choice - TRACK_
        s.tell("anunnaki/artifact/fate", "fate-chosen", seat)
        s.tell("anunnaki/artifact/fate", "fate-known", seat, what=TRACKS[s.fate], seen=bit(seat))

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/artifact/fate"


# --- Pandora's box ----------------------------------------------------------------------------------------------------


class PandoraToken(Question):
    """Which token is discarded? (anunnaki/artifact/pandora)"""

    name = "pandora-token"
    prompt = "pandora-token"
    verbs = "token"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [TOKEN_ + token for token in places(s.pandora)]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        token = choice - TOKEN_
        s.pop()
        s.pandora &= ~bit(token)
        s.tell("anunnaki/artifact/pandora", "pandora", seat, what=PANDORA_TOKENS[token])
        if not s.pandora:
            # anunnaki/pandora/choose: the card goes after the third token
            s.artifact_at[PANDORA] = DISCARDED
        for number in range(s.seats - 1, 0, -1):
            other = (seat + number) % s.seats
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

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/artifact/pandora"


def lose_mana(s: AnunnakiState, seat: int) -> None:
    if s.mana[seat]:
        s.mana[seat] -= 1
        s.tell("anunnaki/artifact/pandora", "mana-lost", seat, amount=1)


class LoseFollower(Question):
    """Which follower is lost to the pool? (anunnaki/pandora/choose)"""

    name = "lose-follower"
    prompt = "lose-follower"
    verbs = "territory"
    public = True

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [TERRITORY_ + territory for territory in places(follower_places(s, seat))]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        remove_follower(s, seat, choice - TERRITORY_, "anunnaki/artifact/pandora")

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/pandora/choose"


class LoseWeapon(Question):
    """Which advanced weapon goes back beside the board? Nobody else learns it. (anunnaki/pandora/choose)"""

    name = "lose-weapon"
    prompt = "lose-weapon"
    verbs = "weapon"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [WEAPON_ + weapon for weapon in places(advanced_in_hand(s, seat))]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        weapon = choice - WEAPON_
        s.pop()
        s.hand[seat] &= ~bit(weapon)
        s.beside[seat] |= bit(weapon)
        s.shown[seat] = 0
        if not advanced_in_hand(s, seat):
            s.away[seat] = s.beside[seat]
        s.tell("anunnaki/artifact/pandora", "weapon-lost", seat, amount=1)
        s.tell("anunnaki/pandora/choose", "weapon-returned", seat, what=WEAPONS[weapon], seen=bit(seat))

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/pandora/choose"


# --- the cornucopia ---------------------------------------------------------------------------------------------------


class Horn(Question):
    """Gain four of a type, or pay four of a type for points? (anunnaki/artifact/cornucopia)"""

    name = "cornucopia"
    prompt = "cornucopia"
    verbs = "horn"
    public = True

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        found = [HORN_ + GAIN]
        if payable_types(s, seat):
            found.append(HORN_ + PAY)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        s.artifact_at[CORNUCOPIA] = DISCARDED
        s.tell("anunnaki/artifact/cornucopia", "artifact-used", seat, what="cornucopia")
        s.become(Step(HORN_TYPE, seat, what=choice - HORN_))

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/artifact/cornucopia"


def payable_types(s: AnunnakiState, seat: int) -> list[int]:
    return [kind for kind in range(4) if s.goods[4 * seat + kind] >= HORN_AMOUNT]


class HornType(Question):
    """Four of which type? `what`: gain or pay."""

    name = "cornucopia-type"
    prompt = "cornucopia-type"
    verbs = "resource"
    public = True
    holds = "who=house what=horn"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        types = payable_types(s, seat) if step.what == PAY else [0, 1, 2, 3]
        return [RESOURCE_ + kind for kind in types]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        rule = SOURCES[BY_CORNUCOPIA]
        if step.what == PAY:
            pay_resource(s, seat, choice - RESOURCE_, HORN_AMOUNT, rule)
            gain_vp(s, seat, HORN_VP, rule)
        else:
            gain_resource(s, seat, choice - RESOURCE_, HORN_AMOUNT, rule)

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/artifact/cornucopia"


# --- the scarab -------------------------------------------------------------------------------------------------------


class Scarab(Question):
    """On which track is the next step? `count`: steps left. (anunnaki/artifact/scarab)"""

    name = "scarab-step"
    prompt = "scarab-step"
    verbs = "track done"
    holds = "who=house count=left:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.who) if step.count > 0 and len(self.options(s, step, step.who)) > 1 else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [TRACK_ + track for track in range(3) if may_step(s, seat, track)] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        s.become(Step(SCARAB, seat, count=step.count - 1))
        advance(s, seat, choice - TRACK_, 1, "anunnaki/artifact/scarab")

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/artifact/scarab"

"""Anunnaki as the kernel sees it."""

from __future__ import annotations

from typing import Any, Final

from theomachy.anunnaki.actions import Activate, CreateType, MarketPay, MarketTake, Perform
from theomachy.anunnaki.artifacts import (
    FateTrack,
    Horn,
    HornType,
    KeepArtifact,
    LoseFollower,
    LoseWeapon,
    PandoraToken,
    Scarab,
)
from theomachy.anunnaki.battle import ChooseBattle, Fight
from theomachy.anunnaki.components import ALL_TRACKS, HOUSES, LINE_NAMES, POINT_NAMES, TABLE, TERRITORY_NAMES
from theomachy.anunnaki.content import CONTENT, data_text
from theomachy.anunnaki.contracts import BastetContract, ContractReward, ContractRow, Fulfil, TakeContract
from theomachy.anunnaki.culture import ChooseMarker
from theomachy.anunnaki.encoding import decode, encode, faults
from theomachy.anunnaki.fight import BattleWeapon, BowSecond, Chariot, HelmetWeapon, LokiChoose, RaidLoss, Steal
from theomachy.anunnaki.followers import GainFollowers, PlaceEach, RecycleFor
from theomachy.anunnaki.gods import AthenaType, FreyaFollower
from theomachy.anunnaki.goods import GainResource, PayAny
from theomachy.anunnaki.harvest import ExhaustType, Harvest, HarvestType
from theomachy.anunnaki.hidden import forget_hidden
from theomachy.anunnaki.mana import ManaAction
from theomachy.anunnaki.moving import Carry, MoveFrom, MovePiece, MoveTo, PortalFrom, PortalPiece, PortalTo
from theomachy.anunnaki.places import place_name
from theomachy.anunnaki.positions import check_position, lay_position
from theomachy.anunnaki.printed import printed_values
from theomachy.anunnaki.rewards import Reward
from theomachy.anunnaki.scoring import End
from theomachy.anunnaki.settlements import Settle
from theomachy.anunnaki.setup import DiscardGod, LayOut, check_setup, set_up
from theomachy.anunnaki.star import CubeTo, MoveCube, RaMove
from theomachy.anunnaki.state import AnunnakiState
from theomachy.anunnaki.summoning import ExtraAction, SummonGod, SummonReplace
from theomachy.anunnaki.technology import Develop, PerformDeveloped
from theomachy.anunnaki.turn import TakeTurn
from theomachy.anunnaki.view import anunnaki_view, house_name
from theomachy.anunnaki.weapons import TakeWeapon
from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.fact import Fact
from theomachy.kernel.game import Game, Outcome
from theomachy.kernel.language import Name
from theomachy.kernel.step import StepKind

#: in the order of `steps`
KINDS: Final[list[StepKind[AnunnakiState]]] = [
    TakeTurn(), DiscardGod(), LayOut(), Perform(), RaMove(), PortalTo(), PortalFrom(), PortalPiece(), MoveFrom(),
    MovePiece(), MoveTo(), Carry(), TakeContract(), Harvest(), HarvestType(), ExhaustType(), CreateType(),
    GainFollowers(), PlaceEach(), RecycleFor(), MarketPay(), MarketTake(), ManaAction(), Activate(), Develop(),
    PerformDeveloped(), Settle(), TakeWeapon(), ExtraAction(), SummonGod(), SummonReplace(), FreyaFollower(),
    AthenaType(), BastetContract(), Fulfil(), PayAny(), ContractReward(), ContractRow(), Reward(), GainResource(),
    MoveCube(), CubeTo(), PandoraToken(), LoseFollower(), LoseWeapon(), Horn(), HornType(), ChooseBattle(), Fight(),
    BattleWeapon(), LokiChoose(), HelmetWeapon(), BowSecond(), Chariot(), RaidLoss(), Steal(), KeepArtifact(),
    FateTrack(), ChooseMarker(), Scarab(), End(),
]  # fmt: skip
KIND_NAMES: Final = [kind.name for kind in KINDS]

#: facts whose `where` is a line, a meeting point, a track; in all others it is a territory
LINE_FACTS: Final = ("cube-laid", "cube-moved")
POINT_FACTS: Final = ("marker-shown", "marker-resolved")
TRACK_FACTS: Final = ("goal",)
#: facts whose `other` is where something came from
FROM_FACTS: Final = ("moved", "teleported", "carried", "retreated", "cube-moved")
#: facts that tell an amount
AMOUNT_FACTS: Final = (
    "resource-gained", "resource-paid", "resource-lost", "resource-stolen", "mana-gained", "mana-paid", "mana-lost",
    "vp-gained", "steps", "steps-lost", "two-vp", "harvested", "strength", "civilization-strength", "retreated",
    "civilization-shown", "weapon-taken", "weapon-lost", "artifacts-looked", "scored",
)  # fmt: skip


class Anunnaki(Game[AnunnakiState]):
    """Anunnaki: Dawn of the Gods."""

    name = "anunnaki"
    #: 2 to 4: designed values were tuned (docs/balance-anunnaki.md), so that older histories score otherwise
    rules_version: int = 4
    players: tuple[int, ...] = (2, 3, 4)
    file_settings: tuple[str, ...] = ("content",)
    seats_setting = "houses"

    def __init__(self) -> None:
        super().__init__(KINDS, TABLE, Catalogue("anunnaki", data_text, values=printed_values(CONTENT)))

    def check_setup(self, setup: dict[str, Any]) -> dict[str, Any]:
        if "position" in setup:
            return check_position(setup)
        return check_setup(setup)

    def begin(self, setup: dict[str, Any], seed: int, listening: bool) -> AnunnakiState:
        if "position" in setup:
            return lay_position(setup, seed, listening)
        return set_up(setup, seed, listening)

    def offers(self) -> dict[str, Any]:
        return {"sides": list(HOUSES), "scenarios": []}

    def standing(self, s: AnunnakiState) -> dict[str, int]:
        """Victory points, by house."""
        return {HOUSES[s.house[seat]]: s.vp[seat] for seat in range(s.seats)}

    def view(self, s: AnunnakiState, seat: int) -> dict[str, Any]:
        return anunnaki_view(s, seat)

    def forget_hidden(self, s: AnunnakiState, seat: int) -> None:
        forget_hidden(s, seat)

    def outcome(self, s: AnunnakiState) -> Outcome:
        return Outcome((s.winner,), s.how)

    def seat_name(self, s: AnunnakiState, seat: int) -> str:
        return HOUSES[s.house[seat]]

    def fact_json(self, s: AnunnakiState, fact: Fact) -> dict[str, Any]:
        data: dict[str, Any] = {"fact": fact.name, "rule": fact.rule}
        if fact.who >= 0:
            data["house"] = house_name(s, fact.who)
        if fact.where >= 0:
            if fact.name in LINE_FACTS:
                data["place"] = LINE_NAMES[fact.where]
            elif fact.name in POINT_FACTS:
                data["place"] = POINT_NAMES[fact.where]
            elif fact.name in TRACK_FACTS:
                data["place"] = ALL_TRACKS[fact.where]
            else:
                data["place"] = TERRITORY_NAMES[fact.where]
        if fact.what:
            data["thing"] = fact.what
        if fact.name in AMOUNT_FACTS:
            data["amount"] = fact.amount
        if fact.other >= 0:
            if fact.name == "cube-moved":
                data["from"] = LINE_NAMES[fact.other]
            elif fact.name in FROM_FACTS:
                data["from"] = TERRITORY_NAMES[fact.other]
            else:
                data["other"] = house_name(s, fact.other)
        return data

    def place_name(self, s: AnunnakiState, place: str, lang: str) -> Name | None:
        return place_name(self.catalogue, s, place, lang)

    def copy(self, s: AnunnakiState) -> AnunnakiState:
        return s.copy()

    def encode(self, s: AnunnakiState) -> dict[str, Any]:
        return encode(s, KIND_NAMES)

    def decode(self, data: object) -> AnunnakiState:
        return decode(data, KIND_NAMES)

    def faults(self, s: AnunnakiState) -> list[str]:
        return faults(s)

"""Anunnaki as the kernel sees it."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from theomachy.games.anunnaki import steps
from theomachy.games.anunnaki.actions import Activate, CreateType, MarketPay, MarketTake, Perform
from theomachy.games.anunnaki.armoury import TakeWeapon
from theomachy.games.anunnaki.battle import ChooseBattle, Fight
from theomachy.games.anunnaki.box import all_kinds, open_box
from theomachy.games.anunnaki.components import ALL_TRACKS, HOUSES, LINE_NAMES, POINT_NAMES, TABLE, TERRITORY_NAMES
from theomachy.games.anunnaki.content import CONTENT, data_text
from theomachy.games.anunnaki.contracts import ContractReward, ContractRow, Fulfil, TakeContract
from theomachy.games.anunnaki.culture import ChooseMarker
from theomachy.games.anunnaki.encoding import decode, encode, faults, portable, records
from theomachy.games.anunnaki.fight import BattleWeapon, RaidLoss
from theomachy.games.anunnaki.followers import GainFollowers, PlaceEach, RecycleFor
from theomachy.games.anunnaki.forecast import forecast
from theomachy.games.anunnaki.goods import GainResource, PayAny
from theomachy.games.anunnaki.harvest import ExhaustType, Harvest, HarvestType
from theomachy.games.anunnaki.hidden import forget_hidden
from theomachy.games.anunnaki.mana import ManaAction
from theomachy.games.anunnaki.moving import MoveFrom, MovePiece, MoveTo, PortalFrom, PortalPiece, PortalTo
from theomachy.games.anunnaki.picks import name_of
from theomachy.games.anunnaki.positions import check_position, lay_position
from theomachy.games.anunnaki.rewards import Reward
from theomachy.games.anunnaki.scoreboard import scoreboard
from theomachy.games.anunnaki.scoring import End
from theomachy.games.anunnaki.settlements import Settle
from theomachy.games.anunnaki.setup import DiscardGod, LayOut, check_setup, draw_setup, set_up
from theomachy.games.anunnaki.star import CubeTo, MoveCube
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.summoning import ExtraAction, SummonGod, SummonReplace
from theomachy.games.anunnaki.technology import Develop, PerformDeveloped
from theomachy.games.anunnaki.text_values import printed_values
from theomachy.games.anunnaki.treasure import KeepArtifact
from theomachy.games.anunnaki.turn import TakeTurn
from theomachy.games.anunnaki.unasked import unasked_refusal
from theomachy.games.anunnaki.view import house_name, own_view, public_view
from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.codec import FieldTable
from theomachy.kernel.fact import Fact
from theomachy.kernel.game import Game, Outcome
from theomachy.kernel.ids import NO_SEAT, Seat
from theomachy.kernel.setting import FILE, LIST, SEAT, SWITCH, Setting
from theomachy.kernel.step import StepKind
from theomachy.kernel.worth import Worth

if TYPE_CHECKING:
    from theomachy.kernel.face import Face
    from theomachy.kernel.outlook import Outlook
    from theomachy.kernel.study import Study

#: the kinds of steps of the chapters, by number; gods, weapons and artifacts bring theirs along
CHAPTERS: Final[dict[int, StepKind[AnunnakiState]]] = {
    steps.TURN: TakeTurn(),
    steps.DISCARD_GOD: DiscardGod(),
    steps.LAY_OUT: LayOut(),
    steps.PERFORM: Perform(),
    steps.PORTAL_TO: PortalTo(),
    steps.PORTAL_FROM: PortalFrom(),
    steps.PORTAL_PIECE: PortalPiece(),
    steps.MOVE_FROM: MoveFrom(),
    steps.MOVE_PIECE: MovePiece(),
    steps.MOVE_TO: MoveTo(),
    steps.TAKE_CONTRACT: TakeContract(),
    steps.HARVEST: Harvest(),
    steps.HARVEST_TYPE: HarvestType(),
    steps.EXHAUST_TYPE: ExhaustType(),
    steps.CREATE_TYPE: CreateType(),
    steps.GAIN_FOLLOWERS: GainFollowers(),
    steps.PLACE_EACH: PlaceEach(),
    steps.RECYCLE_FOR: RecycleFor(),
    steps.MARKET_PAY: MarketPay(),
    steps.MARKET_TAKE: MarketTake(),
    steps.MANA_ACTION: ManaAction(),
    steps.ACTIVATE: Activate(),
    steps.DEVELOP: Develop(),
    steps.PERFORM_DEVELOPED: PerformDeveloped(),
    steps.SETTLE: Settle(),
    steps.TAKE_WEAPON: TakeWeapon(),
    steps.EXTRA_ACTION: ExtraAction(),
    steps.SUMMON_GOD: SummonGod(),
    steps.SUMMON_REPLACE: SummonReplace(),
    steps.FULFIL: Fulfil(),
    steps.PAY_ANY: PayAny(),
    steps.CONTRACT_REWARD: ContractReward(),
    steps.CONTRACT_ROW: ContractRow(),
    steps.REWARD: Reward(),
    steps.GAIN_RESOURCE: GainResource(),
    steps.MOVE_CUBE: MoveCube(),
    steps.CUBE_TO: CubeTo(),
    steps.CHOOSE_BATTLE: ChooseBattle(),
    steps.FIGHT: Fight(),
    steps.BATTLE_WEAPON: BattleWeapon(),
    steps.RAID_LOSS: RaidLoss(),
    steps.KEEP_ARTIFACT: KeepArtifact(),
    steps.CHOOSE_MARKER: ChooseMarker(),
    steps.END: End(),
}
KINDS: Final = all_kinds(CHAPTERS)
KIND_NAMES: Final = [kind.name for kind in KINDS]

#: facts whose `where` is a line, a meeting point, a track; in all others it is a territory
LINE_FACTS: Final = ("cube-laid", "cube-moved")
POINT_FACTS: Final = ("marker-shown", "marker-resolved")
TRACK_FACTS: Final = ("goal",)
#: facts whose `other` is where something came from
FROM_FACTS: Final = ("moved", "teleported", "carried", "retreated", "cube-moved")
#: facts whose `what` are the terms of an amount: `follower 2,ra 3`
TERMS_FACTS: Final = ("strength", "civilization-strength")
#: facts that tell an amount
AMOUNT_FACTS: Final = (
    "resource-gained", "resource-paid", "resource-lost", "resource-stolen", "mana-gained", "mana-paid", "mana-lost",
    "vp-gained", "steps", "steps-lost", "two-vp", "harvested", "strength", "civilization-strength", "retreated",
    "civilization-shown", "weapon-taken", "weapon-lost", "artifacts-looked", "scored",
)  # fmt: skip


class Anunnaki(Game[AnunnakiState]):
    """Anunnaki: Dawn of the Gods."""

    name = "anunnaki"
    #: 2 to 4: designed values were tuned (docs/balance-anunnaki.md), so that older histories score otherwise; 5: the
    #: second edition of the rulings (who is replaced by a god, Assur, Ishtar in the Afterlife, x5 on last spaces only);
    #: 6: designed values tuned under the learned bot
    rules_version: ClassVar[int] = 6
    learned_since: ClassVar[int] = 5
    players: ClassVar[tuple[int, ...]] = (2, 3, 4)
    file_settings: ClassVar[tuple[str, ...]] = ("content",)
    seats_setting = "houses"

    def __init__(self) -> None:
        open_box(data_text)
        super().__init__(KINDS, TABLE, Catalogue("anunnaki", data_text, values=printed_values(CONTENT)))

    def check_setup(self, setup: dict[str, Any]) -> dict[str, Any]:
        if "position" in setup:
            return check_position(setup)
        return check_setup(setup)

    def drawn(self, setup: dict[str, Any], seed: int) -> dict[str, Any]:
        return setup if "position" in setup else draw_setup(setup, seed)

    def begin(self, setup: dict[str, Any], seed: int, listening: bool) -> AnunnakiState:
        if "position" in setup:
            return lay_position(setup, seed, listening)
        return set_up(setup, seed, listening)

    def offers(self) -> dict[str, Any]:
        return {"sides": list(HOUSES), "scenarios": []}

    def settings(self) -> list[Setting]:
        return [
            Setting("houses", LIST, HOUSES, names="house"),
            Setting("first_game", SWITCH),
            Setting("content", FILE),
            Setting("first", SEAT),
        ]

    def board_info(self) -> dict[str, Any]:
        from theomachy.games.anunnaki.face.boards import board_info

        return board_info()

    def standing(self, s: AnunnakiState) -> dict[str, int]:
        """Victory points, by house."""
        return {HOUSES[s.house[seat]]: s.vp[seat] for seat in range(s.seats)}

    def scoreboard(self, s: AnunnakiState) -> dict[str, Any]:
        return scoreboard(s)

    def forecast(self, before: AnunnakiState, s: AnunnakiState, seat: Seat, choice: int) -> None:
        forecast(before, s, seat, choice)

    def unasked_refusal(self, s: AnunnakiState, seat: Seat, choice: int) -> str:
        return unasked_refusal(s, seat, choice)

    def view(self, s: AnunnakiState, seat: Seat) -> dict[str, Any]:
        public = public_view(s)
        return public if seat == NO_SEAT else own_view(s, seat, public)

    def own_view(self, s: AnunnakiState, seat: Seat, public: dict[str, Any]) -> dict[str, Any]:
        return own_view(s, seat, public)

    def name_of(self, s: AnunnakiState, thing: str, number: int) -> Any:
        return name_of(s, thing, number)

    def forget_hidden(self, s: AnunnakiState, seat: Seat) -> None:
        forget_hidden(s, seat)

    def outcome(self, s: AnunnakiState) -> Outcome:
        return Outcome((s.winner,), s.how)

    def seat_name(self, s: AnunnakiState, seat: Seat) -> str:
        return HOUSES[s.house[seat]]

    def fact_json(self, s: AnunnakiState, fact: Fact) -> dict[str, Any]:
        data: dict[str, Any] = {"fact": fact.name, "rule": fact.rule}
        if fact.who >= 0:
            data["house"] = house_name(s, Seat(fact.who))
        if fact.where >= 0:
            if fact.name in LINE_FACTS:
                data["place"] = LINE_NAMES[fact.where]
            elif fact.name in POINT_FACTS:
                data["place"] = POINT_NAMES[fact.where]
            elif fact.name in TRACK_FACTS:
                data["place"] = ALL_TRACKS[fact.where]
            else:
                data["place"] = TERRITORY_NAMES[fact.where]
        if fact.what and fact.name in TERMS_FACTS:
            data["terms"] = fact.what.split(",")
        elif fact.what:
            data["thing"] = fact.what
        if fact.name in AMOUNT_FACTS:
            data["amount"] = fact.amount
        if fact.other >= 0:
            if fact.name == "cube-moved":
                data["from"] = LINE_NAMES[fact.other]
            elif fact.name in FROM_FACTS:
                data["from"] = TERRITORY_NAMES[fact.other]
            else:
                data["other"] = house_name(s, Seat(fact.other))
        return data

    def copy(self, s: AnunnakiState) -> AnunnakiState:
        return s.copy()

    def encode(self, s: AnunnakiState) -> dict[str, Any]:
        return encode(s, KIND_NAMES)

    def portable(self, s: AnunnakiState) -> dict[str, Any]:
        return portable(s, KIND_NAMES)

    def decode(self, data: object) -> AnunnakiState:
        return decode(data, KIND_NAMES)

    def records(self, s: AnunnakiState) -> list[tuple[str, Any, FieldTable]]:
        return records(s)

    def faults(self, s: AnunnakiState) -> list[str]:
        return faults(s)

    def compare_expectations(self, match: Any, expect: dict[str, Any]) -> list[str]:
        from theomachy.games.anunnaki.expectations import compare_expectations

        return compare_expectations(match, expect)

    def position_of(self, s: AnunnakiState) -> dict[str, Any]:
        from theomachy.games.anunnaki.written import position_of

        return position_of(s)

    def at_rest(self, s: AnunnakiState) -> AnunnakiState | None:
        from theomachy.games.anunnaki.written import at_rest

        return at_rest(s)

    def lessons_folder(self) -> Path | None:
        return Path(str(files("theomachy.games.anunnaki"))) / "lessons"

    def open_mind(self) -> Worth:
        from theomachy.games.anunnaki.mind.worth import AnunnakiWorth

        return AnunnakiWorth()

    def open_study(self) -> Study:
        from theomachy.games.anunnaki.study.study import AnunnakiStudy

        return AnunnakiStudy(self)

    def open_face(self) -> Face:
        from theomachy.games.anunnaki.face.face import AnunnakiFace

        return AnunnakiFace(self)

    def open_outlook(self) -> Outlook:
        from theomachy.games.anunnaki.outlook import AnunnakiOutlook

        return AnunnakiOutlook(self)

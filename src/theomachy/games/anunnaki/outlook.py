"""Anunnaki as numbers: observations, written field by field in the order of the tables (`fields`), then what a seat
knows of what lies face down or in hands."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from theomachy.games.anunnaki.armoury import in_hand
from theomachy.games.anunnaki.components import (
    ACTIONS,
    ADVANCED,
    ALL_TRACKS,
    ARTIFACTS,
    BOXED,
    CIVILIZATIONS,
    CONTRACT_NAMES,
    DISCARDED,
    EXTRAS,
    FATE,
    FULFILLED,
    GODS,
    LINE_NAMES,
    LINES,
    MANA_ACTIONS,
    MARKERS,
    NO_MARKER,
    NO_TILE,
    PANDORA_TOKENS,
    PILED,
    POINT_NAMES,
    POINTS,
    REMOVED,
    RESOURCES,
    STAR_PLACES,
    TERRITORIES,
    TERRITORY_NAMES,
    TOKENS,
    TRACKS,
    WEAPONS,
)
from theomachy.games.anunnaki.fields import BATTLE, CHIPS, ENDINGS, STATE
from theomachy.games.anunnaki.fight import CHOSEN
from theomachy.games.anunnaki.harvest import TAKEN
from theomachy.games.anunnaki.state import AnunnakiState, Battle
from theomachy.games.anunnaki.steps import BATTLE_WEAPON, DISCARD_GOD
from theomachy.kernel.arrays import Shorts, ones
from theomachy.kernel.codec import FieldTable
from theomachy.kernel.ids import Seat
from theomachy.kernel.layout import ENTRIES, GREATEST, MINE, VALUES, Slots, indexed, seat_labels
from theomachy.kernel.observing import (
    put,
    put_all,
    put_bits,
    put_bits_by_seat,
    put_by_seat,
    put_by_seat_cut,
    put_cut,
    put_filler,
    put_of_seat,
    put_seat,
    put_seat_bits,
)
from theomachy.kernel.outlook import Outlook

#: an artifact of which a seat can't know where it is: below all places there are
UNKNOWN_PLACE: Final = DISCARDED - 1
_GODS: Final = len(GODS)
_WEAPONS: Final = len(WEAPONS)
_ACTIONS: Final = len(ACTIONS)


class AnunnakiOutlook(Outlook):
    """Everything is counted by seats; steps call a seat by its house."""

    shared_wins: ClassVar[bool] = False
    all_may_lose: ClassVar[bool] = False
    usual: ClassVar[dict[int, int]] = {2: 658, 3: 969, 4: 1199}
    seat_words: ClassVar[tuple[str, ...]] = ("seat", "house")
    masks: ClassVar[tuple[tuple[str, int], ...]] = (
        ("territories", TERRITORIES),
        ("resources", len(RESOURCES)),
        ("harvest", len(RESOURCES) + TAKEN),
    )
    turned: ClassVar[tuple[str, ...]] = ("contract_at",)

    def tables(self, s: Any) -> list[tuple[str, FieldTable, bool]]:
        return [("state", STATE, False), ("state.battle", BATTLE, True)]

    def thing_names(self) -> dict[str, list[str]]:
        return {
            "territory": list(TERRITORY_NAMES), "point": list(POINT_NAMES), "place": list(STAR_PLACES),
            "resource": list(RESOURCES), "track": list(TRACKS), "scale": list(ALL_TRACKS), "god": list(GODS),
            "contract": list(CONTRACT_NAMES), "artifact": list(ARTIFACTS), "side": ["attacker", "defender"],
            "tile": list(ACTIONS), "line": list(LINE_NAMES), "weapon": list(WEAPONS),
            "token of Pandora": list(PANDORA_TOKENS), "mana action": list(MANA_ACTIONS), "extra action": list(EXTRAS),
        }  # fmt: skip

    def own_slots(self, s: Any) -> list[Slots]:
        """Tiles and markers that lie face down have a number beyond all others; an artifact that one can't know is at
        a place below all others, and who has looked at the pile can't tell it from what was removed."""
        seats = seat_labels(s.seats)
        return [
            Slots("fate", -1, len(TRACKS) - 1, of="track", perspective=MINE),
            Slots("civ_tile", NO_TILE, CIVILIZATIONS, indexed(TERRITORY_NAMES), "civilization"),
            Slots("marker", NO_MARKER, MARKERS, indexed(POINT_NAMES), "marker"),
            Slots("dealt", 0, 1, indexed(GODS), perspective=MINE),
            Slots("hand", 0, 1, indexed(WEAPONS), perspective=MINE),
            Slots("hand.size", 0, len(WEAPONS), indexed(seats), perspective=ENTRIES),
            Slots("hand.advanced", 0, len(WEAPONS), indexed(seats), perspective=ENTRIES),
            Slots("artifact_at", UNKNOWN_PLACE, s.seats - 1, indexed(ARTIFACTS), "seat", VALUES),
            Slots("artifact_pile", 0, len(ARTIFACTS)),
            Slots("battle.civilization", -1, 1),
            Slots("chosen", 0, 1, indexed(seats), perspective=ENTRIES),
            Slots("secret.god", -1, len(GODS) - 1, of="god", perspective=MINE),
            Slots("secret.weapon", 0, 1, indexed(WEAPONS), perspective=MINE),
        ]

    def put_public(self, s: Any, seat: int, out: Shorts, at: int) -> int:
        return put_table(s, seat, out, at)

    def put_own(self, s: Any, seat: int, out: Shorts, at: int) -> int:
        return put_known(s, seat, out, at)


def put_table(s: AnunnakiState, seat: i64, out: Shorts, at: i64) -> i64:
    """Everything on the table that lies open."""
    seats: i64 = s.seats
    at = put(out, at, seats)
    at = put(out, at, 1 if s.over else 0)
    at = put_seat(out, at, s.first_seat, seat, seats)
    at = put(out, at, s.first_game)
    at = put_bits(out, at, s.land, TERRITORIES)
    at = put_bits(out, at, s.civ_up, TERRITORIES)
    at = put_bits(out, at, s.civs, TERRITORIES)
    at = put_bits(out, at, s.marker_up, POINTS)
    at = put_bits(out, at, s.markers_gone, MARKERS)
    at = put_bits(out, at, s.two_vp, CHIPS)
    at = put_seat_bits(out, at, s.artifact_seen, seat, seats)
    at = put_bits(out, at, s.pandora, 3)
    at = put_seat(out, at, s.turn_seat, seat, seats)
    at = put(out, at, s.rounds)
    at = put(out, at, s.mana_left)
    at = put_bits(out, at, s.mana_done, 7)
    at = put(out, at, s.mirror)
    at = put_bits(out, at, s.extras, 4)
    at = put_bits(out, at, s.arrived, TERRITORIES)
    at = put(out, at, s.ending)
    at = put_seat(out, at, s.winner, seat, seats)
    at = put_by_seat(out, at, s.house, seat, seats)
    at = put_by_seat(out, at, s.followers, seat, seats)
    at = put_by_seat(out, at, s.settlements, seat, seats)
    at = put_by_seat(out, at, s.god_at, seat, seats)
    at = put_all(out, at, s.used)
    at = put_of_seat(out, at, s.conquered, seat, seats)
    at = put_by_seat(out, at, s.cards, seat, seats)
    at = put_bits_by_seat(out, at, s.summoned, _GODS, seat, seats)
    at = put_all(out, at, s.arrangement)
    at = put_bits_by_seat(out, at, s.developed, _ACTIONS, seat, seats)
    at = put_by_seat(out, at, s.figure, seat, seats)
    at = put_bits_by_seat(out, at, s.cubes, LINES, seat, seats)
    at = put_bits_by_seat(out, at, s.tokens, TOKENS, seat, seats)
    at = put_by_seat(out, at, s.ready_lesser, seat, seats)
    at = put_by_seat(out, at, s.ready_great, seat, seats)
    at = put_by_seat(out, at, s.goods, seat, seats)
    at = put_by_seat_cut(out, at, s.mana, seat, seats)
    at = put_by_seat_cut(out, at, s.vp, seat, seats)
    at = put_by_seat(out, at, s.pool, seat, seats)
    at = put_by_seat(out, at, s.built, seat, seats)
    at = put_bits_by_seat(out, at, s.shown, _WEAPONS, seat, seats)
    at = put_bits_by_seat(out, at, s.away, _WEAPONS, seat, seats)
    at = put_by_seat(out, at, s.track, seat, seats)
    at = put_by_seat(out, at, s.supremacy, seat, seats)
    at = put_all(out, at, s.goals)
    for place in s.contract_at:
        # With a seat, or fulfilled by one
        if place >= FULFILLED:
            at = put_seat(out, at, place - FULFILLED, seat, seats)
            out[at - 1] += FULFILLED
        else:
            at = put_seat(out, at, place, seat, seats)
    at = put_cut(out, at, len(s.deck))
    at = put(out, at, ENDINGS.index(s.how) if s.ending else 0)
    battle = s.battle
    return put_no_battle(out, at) if battle is None else put_battle(s, battle, seat, out, at)


def put_battle(s: AnunnakiState, battle: Battle, seat: i64, out: Shorts, at: i64) -> i64:
    at = put(out, at, battle.place)
    at = put(out, at, battle.back)
    at = put(out, at, battle.winner)
    for side in range(2):
        at = put_seat(out, at, battle.seats[side], seat, s.seats)
    for side in range(2):
        at = put(out, at, battle.cards[side])
    for side in range(2):
        at = put(out, at, battle.loki[side])
    for side in range(2):
        at = put(out, at, battle.second[side])
    for side in range(2):
        at = put(out, at, battle.chariot[side])
    for side in range(2):
        at = put(out, at, battle.cancelled[side])
    for side in range(2):
        at = put(out, at, battle.played[side])
    for side in range(2):
        at = put_cut(out, at, battle.strength[side])
    return at


def put_no_battle(out: Shorts, at: i64) -> i64:
    """One less than the least value, everywhere."""
    at = put_filler(out, at, 1, -1)  # place
    at = put_filler(out, at, 10, -2)  # sent back, winner, seats, weapons
    at = put_filler(out, at, 6, -1)  # metal, cancelled, played
    return put_filler(out, at, 2, -GREATEST - 1)  # strength


def put_known(s: AnunnakiState, seat: i64, out: Shorts, at: i64) -> i64:
    """What lies face down, hands and unrevealed choices, as far as a seat may know them (see `own_slots`)."""
    seats: i64 = s.seats
    at = put(out, at, s.fate if s.artifact_at[FATE] == seat else -1)
    for territory in range(TERRITORIES):
        tile = s.civ_tile[territory]
        hidden = tile != NO_TILE and not s.civ_up >> territory & 1
        at = put(out, at, CIVILIZATIONS if hidden else tile)
    for point in range(POINTS):
        marker = s.marker[point]
        hidden = marker != NO_MARKER and not s.marker_up >> point & 1
        at = put(out, at, MARKERS if hidden else marker)
    at = put_bits(out, at, s.dealt[seat], _GODS)
    at = put_bits(out, at, in_hand(s, Seat(seat)), _WEAPONS)
    at = put_hands(s, seat, out, at)
    looked = s.artifact_seen >> seat & 1 != 0
    pile: i64 = 0
    for place in s.artifact_at:
        if place == PILED:
            pile += 1
        if place == REMOVED and looked:
            at = put(out, at, PILED)
        elif not looked and place in (PILED, REMOVED, BOXED):
            at = put(out, at, UNKNOWN_PLACE)
        else:
            at = put_seat(out, at, place, seat, seats)
    at = put(out, at, pile)
    battle = s.battle
    at = put(out, at, -1 if battle is None else 1 if battle.tile >= 0 else 0)
    return put_secrets(s, seat, out, at)


def put_hands(s: AnunnakiState, seat: i64, out: Shorts, at: i64) -> i64:
    """How many weapons everybody has in hand, and how many of them advanced ones."""
    seats: i64 = s.seats
    other = seat
    for number in range(s.seats):
        hand = in_hand(s, Seat(other))
        out[at + number] = ones(hand)
        out[at + seats + number] = ones(hand & ADVANCED)
        other += 1
        if other == seats:
            other = 0
    return at + 2 * seats


def put_secrets(s: AnunnakiState, seat: i64, out: Shorts, at: i64) -> i64:
    """Who has chosen, and what one has chosen oneself."""
    seats: i64 = s.seats
    asked = s.stack[-1].kind if s.stack else -1
    other = seat
    for _number in range(s.seats):
        chosen = s.secret[other]
        complete = chosen >= 0 and (asked == DISCARD_GOD or chosen & CHOSEN != 0)
        at = put(out, at, 1 if complete else 0)
        other += 1
        if other == seats:
            other = 0
    own = s.secret[seat]
    at = put(out, at, own if asked == DISCARD_GOD else -1)
    return put_bits(out, at, own if asked == BATTLE_WEAPON and own >= 0 else 0, _WEAPONS)

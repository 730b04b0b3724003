"""Ankh as numbers: observations, written field by field in the order of the tables (`fields`), and what is offered."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64

from theomachy.games.ankh.components import (
    ACTIONS,
    BID_,
    BIDS,
    CARDS,
    CHAIN,
    FIGURES,
    GODS,
    MAX_PLAYERS,
    MONUMENT_NAMES,
    MONUMENTS,
    PIECES,
    POWERS,
    REBUILDING,
    SPECIALS,
    TILES,
)
from theomachy.games.ankh.devotion import ENDINGS
from theomachy.games.ankh.egypt import CELLS, EGYPT
from theomachy.games.ankh.expansion import EXPANSIONS, MASKS_OF_GODS, SUMMONS, expansion_of
from theomachy.games.ankh.fields import BATTLE, DEAD, GUARDIAN_COPIES, LEAST_STRENGTH, PLACED, STATE
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.games.ankh.steps import BATTLE_CARD, GIVE_UP, SUMMON_PIECE
from theomachy.kernel.arrays import Shorts
from theomachy.kernel.codec import FieldTable
from theomachy.kernel.layout import ENTRIES, MINE, Slots, indexed, seat_labels
from theomachy.kernel.observing import (
    put,
    put_all,
    put_all_cut,
    put_bits,
    put_bits_by_seat,
    put_by_and_of_seat,
    put_by_seat,
    put_by_seat_cut,
    put_cut,
    put_filler,
    put_list,
    put_of_seat,
    put_pieces,
    put_row_bits_by_seat,
    put_row_by_seat,
    put_seat,
    put_seat_bits,
    turned_mask,
)
from theomachy.kernel.outlook import Outlook

#: learners may bid so many followers at most; nobody has ever had more
OFFERED_BIDS: Final = 100
_GODS: Final = len(GODS)
_POWERS: Final = 12
_CARDS: Final = 7
_SPECIALS: Final = 4
_TILES: Final = 9
if (len(POWERS), len(CARDS), len(SPECIALS), TILES + 1) != (_POWERS, _CARDS, _SPECIALS, _TILES):
    raise AssertionError("masks of Ankh have another number of bits")


class AnkhOutlook(Outlook):
    """Gods have the numbers of the seats they started with, so they are counted from one's own seat, too."""

    usual: ClassVar[dict[int, int]] = {2: 115, 3: 169, 4: 210, 5: 254}
    seat_words: ClassVar[tuple[str, ...]] = ("seat", "god")
    blocks: ClassVar[dict[str, int]] = {"figure": FIGURES}
    turned: ClassVar[tuple[str, ...]] = ("origin", "placed", "queue")

    def offered(self) -> list[int]:
        return [number for number in range(len(self.game.table)) if not BID_ + OFFERED_BIDS <= number < BID_ + BIDS]

    def tables(self, s: Any) -> list[tuple[str, FieldTable, bool]]:
        found = [("state", STATE, False), ("state.battle", BATTLE, True)]
        return found + expansion_of(s).observed_tables()

    def thing_names(self) -> dict[str, list[str]]:
        found = {
            "cell": list(EGYPT.names), "edge": [*EGYPT.edge_names, "outside"], "action": list(ACTIONS),
            "piece": list(PIECES), "type": list(MONUMENTS), "monument": list(MONUMENT_NAMES), "power": list(POWERS),
            "card": list(CARDS), "kind of god": list(GODS), "special rule": list(SPECIALS),
            "figure": figure_labels(),
        }  # fmt: skip
        for expansion in EXPANSIONS:
            found.update(expansion.thing_names())
        return found

    def own_slots(self, s: Any) -> list[Slots]:
        """Who has chosen secretly, and what one has chosen oneself; the seats of a merged god share their secrets."""
        return [
            Slots("chosen", 0, 1, indexed(seat_labels(s.seats)), perspective=ENTRIES),
            Slots("secret.card", 0, 1, indexed(CARDS), perspective=MINE),
            Slots("secret.bid", -1, 255, perspective=MINE),
        ]

    def put_public(self, s: Any, seat: int, out: Shorts, at: int) -> int:
        return put_table(s, seat, out, at)

    def put_own(self, s: Any, seat: int, out: Shorts, at: int) -> int:
        return put_secrets(s, seat, out, at)


def figure_labels() -> list[str]:
    return [
        "god", *(f"warrior{number}" for number in range(1, 10)), "small1", "small2", "large1", "large2",
    ]  # fmt: skip


def put_table(s: AnkhState, seat: i64, out: Shorts, at: i64) -> i64:
    """Everything on the table."""
    seats: i64 = s.seats
    at = put(out, at, seats)
    at = put(out, at, 1 if s.over else 0)
    at = put_seat(out, at, s.first_seat, seat, seats)
    at = put_bits(out, at, s.rules, _SPECIALS)
    at = put(out, at, s.events_done)
    at = put(out, at, s.conflicts_done)
    at = put(out, at, s.camels_left)
    at = put_bits(out, at, s.tiles_left, _TILES)
    at = put(out, at, s.suns_left)
    at = put(out, at, s.amun_ready)
    at = put_seat(out, at, s.turn_seat, seat, seats)
    at = put(out, at, s.in_conflict)
    at = put_seat(out, at, s.tiebreaker, seat, seats)
    at = put(out, at, s.tiebreaker_ready)
    at = put_seat(out, at, s.winner, seat, seats)
    at = put_by_seat(out, at, s.god_kind, seat, seats)
    at = put_bits_by_seat(out, at, s.divine, _GODS, seat, seats)
    at = put_by_and_of_seat(out, at, s.side, seat, seats)
    at = put_by_seat(out, at, s.alive, seat, seats)
    at = put_by_seat(out, at, s.devotion, seat, seats)
    at = put_pieces(out, at, s.ladder, seats, 1, seat, seats)
    at = put_all_cut(out, at, s.marker)
    at = put_by_seat_cut(out, at, s.followers, seat, seats)
    at = put_bits_by_seat(out, at, s.powers, _POWERS, seat, seats)
    at = put_by_seat(out, at, s.row, seat, seats)
    at = put_by_seat(out, at, s.tokens, seat, seats)
    at = put_bits_by_seat(out, at, s.hand, _CARDS, seat, seats)
    at = put_by_seat(out, at, s.stock, seat, seats)
    at = put_by_seat(out, at, s.kind, seat, seats)
    at = put_by_seat(out, at, s.where, seat, seats)
    at = put_by_seat(out, at, s.sun, seat, seats)
    at = put_by_seat(out, at, s.claw_a, seat, seats)
    at = put_by_seat(out, at, s.claw_b, seat, seats)
    at = put_by_seat(out, at, s.moved, seat, seats)
    at = put_all(out, at, s.guardian_left)
    at = put_all(out, at, s.monument)
    at = put_of_seat(out, at, s.control, seat, seats)
    if s.rules & REBUILDING:
        for origin in s.origin:
            # 0 the common supply, otherwise 1 + a god
            at = put_seat(out, at, origin - 1, seat, seats)
            out[at - 1] += 1
    else:
        at = put_filler(out, at, CELLS, 0)
    at = put_all(out, at, s.monuments_left)
    at = put_all(out, at, s.barrier)
    at = put_all(out, at, s.region)
    at = put_all(out, at, s.underworld)
    at = put_placed(s, seat, out, at)
    at = put_list(out, at, s.chain, CHAIN, 0)
    at = put_pieces(out, at, s.dying, DEAD, FIGURES, seat, seats)
    at = put_pieces(out, at, s.cats, min(GUARDIAN_COPIES, seats), 1, seat, seats)
    at = put(out, at, ENDINGS.index(s.how) if s.over else 0)
    battle = s.battle
    if battle is None:
        at = put_no_battle(out, at, seats)
    else:
        at = put_battle(s, battle, seat, out, at)
    return expansion_of(s).observe(s, seat, out, at)


def put_placed(s: AnkhState, seat: i64, out: Shorts, at: i64) -> i64:
    """Placements of the summons going on; what earlier ones have left there nobody reads."""
    placed: list[int] = []
    if s.placed:
        for step in s.stack:
            held = SUMMONS if step.kind == SUMMON_PIECE else expansion_of(s).placing(step.kind)
            if held == SUMMONS:
                placed = sorted(s.placed)
            elif held == MASKS_OF_GODS:
                placed = sorted([turned_mask(mask, seat, s.seats) for mask in s.placed])
    return put_list(out, at, placed, PLACED, 0)


def put_battle(s: AnkhState, battle: Battle, seat: i64, out: Shorts, at: i64) -> i64:
    seats: i64 = s.seats
    at = put(out, at, battle.region)
    at = put_seat_bits(out, at, battle.participants, seat, seats)
    at = put_seat(out, at, battle.two_cards, seat, seats)
    at = put_seat(out, at, battle.winner, seat, seats)
    at = put_cut(out, at, battle.margin)
    at = put_row_bits_by_seat(out, at, battle.cards, _CARDS, seat, seats)
    at = put_pieces(out, at, battle.spared, DEAD, FIGURES, seat, seats)
    at = put_row_by_seat(out, at, battle.killed, seat, seats)
    at = put_row_by_seat(out, at, battle.present, seat, seats)
    at = put_row_by_seat(out, at, battle.strength, seat, seats)
    # Figures that Isis may give up, otherwise gods
    gives_up = len(s.stack) > 0 and s.stack[-1].kind == GIVE_UP
    at = put_pieces(out, at, battle.queue, DEAD, FIGURES if gives_up else 1, seat, seats)
    at = put_pieces(out, at, battle.bidders, min(MAX_PLAYERS, seats), 1, seat, seats)
    return put_pieces(out, at, battle.victims, DEAD, FIGURES, seat, seats)


def put_no_battle(out: Shorts, at: i64, seats: i64) -> i64:
    """One less than the least value, everywhere."""
    at = put_filler(out, at, 1 + seats, -1)  # region, participants
    at = put_filler(out, at, 2, -2)  # two cards, winner
    at = put_filler(out, at, 1 + _CARDS * seats, -1)  # margin, cards
    at = put_filler(out, at, DEAD, -2)  # spared
    at = put_filler(out, at, 2 * seats, -1)  # killed, present
    at = put_filler(out, at, seats, LEAST_STRENGTH - 1)
    return put_filler(out, at, 2 * DEAD + min(MAX_PLAYERS, seats), -2)  # queue, bidders, victims


def put_secrets(s: AnkhState, seat: i64, out: Shorts, at: i64) -> i64:
    """Who has chosen, and what one has chosen oneself, or one's partner in a merged god."""
    seats: i64 = s.seats
    own: i64 = -1
    other = seat
    for _number in range(s.seats):
        chosen = s.secret[other]
        at = put(out, at, 1 if chosen >= 0 else 0)
        if chosen >= 0 and s.side[other] == s.side[seat]:
            own = chosen
        other += 1
        if other == seats:
            other = 0
    is_card = len(s.stack) > 0 and s.stack[-1].kind == BATTLE_CARD
    at = put_bits(out, at, own if is_card and own >= 0 else 0, _CARDS)
    return put_cut(out, at, -1 if is_card else own)

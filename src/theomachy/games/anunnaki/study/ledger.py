"""The ledger of Anunnaki: everything on the table that changes in play, as the facts tell it.

An account is a count of entries such as ("vp", seat) or ("follower", seat, territory). One is read from the state, the
other is carried on by the facts alone; they must agree after every choice.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    ADVANCED,
    ARTIFACTS,
    CIVILIZATIONS,
    CONTRACT_NAMES,
    CONTRACTS,
    FIGURES,
    FOLLOWER,
    FULFILLED,
    GODS,
    GODS_PER_HOUSE,
    IN_OFFER,
    LESSER_CARDS,
    LINES,
    MARKERS,
    PANDORA,
    PANDORA_TOKENS,
    PIECES,
    POINTS,
    RESOURCES,
    SETTLEMENT,
    TERRITORIES,
    TRACKS,
    WEAPONS,
)
from theomachy.games.anunnaki.state import AnunnakiState, god_card, places
from theomachy.kernel.arrays import bit
from theomachy.kernel.fact import Fact
from theomachy.kernel.ids import Seat

Account = Counter[tuple[object, ...]]

#: facts that add to, or take from, what their seat has
GAINS: Final = {"vp-gained": "vp", "scored": "vp", "mana-gained": "mana", "weapon-taken": "weapons"}
LOSSES: Final = {"mana-paid": "mana", "mana-lost": "mana", "weapon-lost": "weapons"}
#: facts about pieces that go from `other` to `where`
MOVES: Final = ("moved", "carried", "teleported", "retreated")
#: it is discarded with its last token, the others when they are used
PANDORAS_BOX: Final = ARTIFACTS[PANDORA]


class AnunnakiLedger:
    """Points, goods, pieces, weapons, contracts, artifacts, cubes, tracks and markers, as the facts tell them."""

    def __init__(self, s: AnunnakiState) -> None:
        self.told = account_of(s)

    def read(self, fact: Fact) -> None:
        told, name, seat, where, what = self.told, fact.name, fact.who, fact.where, fact.what
        if name in GAINS:
            # The total is told as well, and is nothing more.
            told[(GAINS[name], seat)] += 0 if what == "total" else fact.amount
        elif name in LOSSES:
            told[(LOSSES[name], seat)] -= fact.amount
        elif name.startswith("resource-"):
            self._read_resource(fact)
        elif name in MOVES:
            count = max(1, fact.amount)
            told[(what, seat, fact.other)] -= count
            told[(what, seat, where)] += count
        elif name == "follower-placed":
            told[(PIECES[FOLLOWER], seat, where)] += 1
        elif name == "follower-removed":
            told[(PIECES[FOLLOWER], seat, where)] -= 1
        elif name == "settlement-built":
            told[(PIECES[SETTLEMENT], seat, where)] += 1
        elif name == "summoned":
            told[(what, seat, where)] += 1
            told[("token", seat, "lesser" if GODS.index(what) % GODS_PER_HOUSE else "great")] -= 1
        elif name == "token-ready":
            told[("token", seat, what)] += 1
        elif name == "god-kept":
            told[("lesser god", seat, what)] += 1
        elif name.startswith("weapon-"):
            self._read_weapon(fact)
        elif name.startswith("contract-"):
            self._read_contract(fact)
        elif name in ("artifact-taken", "artifact-used", "pandora"):
            self._read_artifact(fact)
        elif name == "steps":
            told[("track", seat, what)] += fact.amount
        elif name == "two-vp":
            told[("two points", fact.amount)] -= 1
        else:
            self._read_board(fact)

    def _read_resource(self, fact: Fact) -> None:
        if fact.name == "resource-stolen":
            # What the thief gets is told by itself.
            self.told[(fact.what, fact.other)] -= fact.amount
        else:
            self.told[(fact.what, fact.who)] += fact.amount if fact.name == "resource-gained" else -fact.amount

    def _read_weapon(self, fact: Fact) -> None:
        """How many there are is told to all; which, only when they are seen."""
        if fact.name == "weapon-drawn":
            self.told[("weapon", fact.who, fact.what)] += 1
        elif fact.name == "weapon-returned":
            self.told[("weapon", fact.who, fact.what)] -= 1
        elif fact.name in ("weapon-beside", "weapon-back") and bit(WEAPONS.index(fact.what)) & ADVANCED:
            self.told[("weapon", fact.who, fact.what)] -= 1
            self.told[("weapons", fact.who)] -= 1

    def _read_contract(self, fact: Fact) -> None:
        if fact.name == "contract-opened":
            self.told[("offer", fact.what)] += 1
        elif fact.name == "contract-taken":
            self.told[("offer", fact.what)] -= 1
            self.told[("contract", fact.who, fact.what)] += 1
        elif fact.name == "contract-fulfilled":
            self.told[("contract", fact.who, fact.what)] -= 1
            self.told[("fulfilled", fact.who, fact.what)] += 1

    def _read_artifact(self, fact: Fact) -> None:
        told, seat = self.told, fact.who
        if fact.name == "pandora":
            told[("token of the box", fact.what)] -= 1
            if not any(told[("token of the box", token)] for token in PANDORA_TOKENS):
                told[("artifact", seat, PANDORAS_BOX)] -= 1
            return
        told[("artifact", seat, fact.what)] += 1 if fact.name == "artifact-taken" else -1
        if fact.name == "artifact-taken" and fact.what == PANDORAS_BOX:
            for token in PANDORA_TOKENS:
                told[("token of the box", token)] += 1

    def _read_board(self, fact: Fact) -> None:
        told, name, seat, where, what = self.told, fact.name, fact.who, fact.where, fact.what
        if name == "cube-laid":
            told[("cube", seat, where)] += 1
        elif name == "cube-moved":
            told[("cube", seat, fact.other)] -= 1
            told[("cube", seat, where)] += 1
        elif name == "figure-moved":
            for action in ACTIONS:
                told[("figure", seat, action)] = int(action == what)
        elif name == "developed":
            told[("developed", seat, what)] += 1
        elif name == "marker-shown":
            told[("marker", where, int(what))] += 1
        elif name == "marker-resolved":
            told[("marker", where, int(what))] -= 1
            told[("marker gone", int(what))] += 1
        elif name == "civilization-shown":
            told[("civilization", where, int(what))] += 1
        elif name == "civilization-conquered":
            told[("civilization", where, int(what))] -= 1
            told[("conquered", seat, int(what))] += 1
        elif name == "exhausted":
            told[("exhausted", where, what)] += 1
        elif name == "turn":
            for entry in [entry for entry in told if entry[0] == "turn"]:
                told[entry] = 0
            told[("turn", seat)] = 1
        elif name == "end-triggered":
            told[("ending",)] = 1

    def differences(self, state: Any) -> list[str]:
        found = account_of(state)
        odd = sorted((entry for entry in {*found, *self.told} if found[entry] != self.told[entry]), key=str)
        return [
            f"{' '.join(str(part) for part in entry)}: {found[entry]}; facts tell of {self.told[entry]}"
            for entry in odd
        ]


def account_of(s: AnunnakiState) -> Account:
    """What there is on the table, by what it is and where."""
    account: Account = Counter()
    for seat in s.every_seat():
        _count_goods(s, seat, account)
        _count_pieces(s, seat, account)
        _count_star(s, seat, account)
    for contract in range(CONTRACTS):
        place, name = int(s.contract_at[contract]), CONTRACT_NAMES[contract]
        if place == IN_OFFER:
            account[("offer", name)] = 1
        elif place >= FULFILLED:
            account[("fulfilled", place - FULFILLED, name)] = 1
        elif place >= 0:
            account[("contract", place, name)] = 1
    for artifact, name in enumerate(ARTIFACTS):
        if s.artifact_at[artifact] >= 0:
            account[("artifact", int(s.artifact_at[artifact]), name)] = 1
    for token in places(s.pandora):
        account[("token of the box", PANDORA_TOKENS[token])] = 1
    laid = s.arrangement[0] >= 0
    for number in places(s.two_vp) if laid else range(len(s.tables.two_vp)):
        account[("two points", s.tables.supremacy[s.tables.two_vp[number]])] += 1
    _count_board(s, account)
    account[("turn", s.turn_seat)] = 1
    account[("ending",)] = s.ending
    return account


def _count_goods(s: AnunnakiState, seat: Seat, account: Account) -> None:
    account[("vp", seat)] = s.vp[seat]
    account[("mana", seat)] = s.mana[seat]
    for kind, name in enumerate(RESOURCES):
        account[(name, seat)] = s.goods[4 * seat + kind]
    for track, name in enumerate(TRACKS):
        account[("track", seat, name)] = s.track[3 * seat + track]
    account[("track", seat, "supremacy")] = s.supremacy[seat]
    for weapon in places(s.hand[seat] & ADVANCED):
        account[("weapon", seat, WEAPONS[weapon])] = 1
        account[("weapons", seat)] += 1


def _count_pieces(s: AnunnakiState, seat: Seat, account: Account) -> None:
    for territory in range(TERRITORIES):
        account[(PIECES[FOLLOWER], seat, territory)] = s.followers[seat * TERRITORIES + territory]
        account[(PIECES[SETTLEMENT], seat, territory)] = s.settlements[seat * TERRITORIES + territory]
    for figure in range(FIGURES):
        place = int(s.god_at[seat * FIGURES + figure])
        if place >= 0:
            account[(GODS[god_card(s, seat, figure)], seat, place)] = 1
    for number in range(LESSER_CARDS):
        god = int(s.cards[seat * LESSER_CARDS + number])
        if god >= 0:
            account[("lesser god", seat, GODS[god])] = 1
    account[("token", seat, "lesser")] = s.ready_lesser[seat]
    account[("token", seat, "great")] = s.ready_great[seat]


def _count_star(s: AnunnakiState, seat: Seat, account: Account) -> None:
    for line in range(LINES):
        account[("cube", seat, line)] = s.cubes[seat] >> line & 1
    for action, name in enumerate(ACTIONS):
        account[("developed", seat, name)] = s.developed[seat] >> action & 1
    if s.figure[seat] >= 0:
        account[("figure", seat, ACTIONS[s.arrangement[s.figure[seat]]])] = 1


def _count_board(s: AnunnakiState, account: Account) -> None:
    for point in range(POINTS):
        if s.marker_up >> point & 1:
            account[("marker", point, s.marker[point] + 1)] = 1
    for marker in range(MARKERS):
        account[("marker gone", marker + 1)] = s.markers_gone >> marker & 1
    for territory in range(TERRITORIES):
        if s.civ_up >> territory & 1:
            account[("civilization", territory, s.civ_tile[territory] + 1)] = 1
        for slot in range(2):
            kind = s.tables.types[2 * territory + slot]
            if kind >= 0:
                account[("exhausted", territory, RESOURCES[kind])] += s.used[2 * territory + slot]
    for tile in range(CIVILIZATIONS):
        if s.conquered[tile] >= 0:
            account[("conquered", int(s.conquered[tile]), tile + 1)] = 1

"""What a seat can't know, dealt anew: decks, face-down tiles, other hands, unrevealed choices (contracts 6 and 7)."""

from __future__ import annotations

from theomachy.games.anunnaki.armoury import can_pay_weapon, playable
from theomachy.games.anunnaki.components import (
    ADVANCED,
    ARTIFACTS,
    BOXED,
    CIVILIZATIONS,
    FATE,
    HOUSE_WEAPONS,
    LESSER_DEALT,
    MARKERS,
    NO_MARKER,
    PILED,
    POINTS,
    REMOVED,
)
from theomachy.games.anunnaki.fight import CHOSEN, allowed_kinds
from theomachy.games.anunnaki.setup import lesser_gods
from theomachy.games.anunnaki.state import AnunnakiState, places
from theomachy.games.anunnaki.steps import BATTLE_WEAPON, DISCARD_GOD
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.dice import roll, shuffled
from theomachy.kernel.ids import Seat


def forget_hidden(s: AnunnakiState, seat: Seat) -> None:
    """Make the state one that the seat (`NO_SEAT`: a spectator) could believe in. Pools are sorted before they are
    shuffled, so that nothing of the truth is left in their order."""
    second = waits_for_second(s)
    for other in s.every_seat():
        if other != seat:
            chosen = s.secret[other]
            s.secret[other] = -1
            deal_gods_again(s, other)
            deal_hand(s, other)
            if second and chosen >= 0:
                choose_again(s, other, chosen & CHOSEN)
    s.deck = shuffled(s, sorted(s.deck))
    deal_civilizations(s)
    deal_markers(s)
    deal_artifacts(s, seat)
    if s.fate >= 0 and s.artifact_at[FATE] >= 0 and s.artifact_at[FATE] != seat:
        s.fate = roll(s, 3)


def waits_for_second(s: AnunnakiState) -> bool:
    """Whether just Loki's second weapon is waited for. Everybody sees that, so others can't choose anew; what they
    have chosen is drawn instead."""
    battle = s.battle
    if battle is None or s.stack[-1].kind != BATTLE_WEAPON:
        return False
    waiting = [seat for seat in battle.seats if seat >= 0 and (s.secret[seat] < 0 or not s.secret[seat] & CHOSEN)]
    return len(waiting) == 1 and s.secret[waiting[0]] >= 0


def choose_again(s: AnunnakiState, seat: Seat, mark: int) -> None:
    battle = s.battle
    if battle is not None:
        cards = places(playable(s, seat, allowed_kinds(battle, seat)))
        if cards:
            s.secret[seat] = bit(cards[roll(s, len(cards))]) | mark


def deal_gods_again(s: AnunnakiState, seat: Seat) -> None:
    if s.dealt[seat] and s.stack[-1].kind == DISCARD_GOD:
        s.dealt[seat] = 0
        for god in shuffled(s, lesser_gods(s, seat))[:LESSER_DEALT]:
            s.dealt[seat] |= bit(god)


def deal_hand(s: AnunnakiState, seat: Seat) -> None:
    """As many advanced weapons as before; those everybody knows about stay where they are."""
    own = HOUSE_WEAPONS[s.house[seat]]
    count = ones(s.hand[seat] & ADVANCED & ~s.shown[seat])
    pool = shuffled(s, places(own & ~s.shown[seat] & ~s.away[seat]))
    if count and must_have_playable(s, seat):
        # It is known that the attacker can play something, or there would have been no choice.
        for index in range(len(pool)):
            if can_pay_weapon(s, seat, pool[index]):
                pool[0], pool[index] = pool[index], pool[0]
                break
    dealt = s.shown[seat]
    for index in range(count):
        dealt |= bit(pool[index])
    s.hand[seat] = s.hand[seat] & ~ADVANCED | dealt
    s.beside[seat] = own & ~dealt


def must_have_playable(s: AnunnakiState, seat: Seat) -> bool:
    battle = s.battle
    if battle is None or s.stack[-1].kind != BATTLE_WEAPON or battle.seats[0] != seat:
        return False
    return not any(can_pay_weapon(s, seat, weapon) for weapon in places(s.shown[seat]))


def deal_civilizations(s: AnunnakiState) -> None:
    """Tiles face down on the boards and tiles left in the box."""
    unseen = bit(CIVILIZATIONS) - 1
    for tile in range(CIVILIZATIONS):
        if s.conquered[tile] >= 0:
            unseen &= ~bit(tile)
    for territory in places(s.civs & s.civ_up):
        unseen &= ~bit(s.civ_tile[territory])
    pool = shuffled(s, places(unseen))
    for territory in places(s.civs & ~s.civ_up):
        s.civ_tile[territory] = pool.pop()
        if s.battle is not None and s.battle.tile >= 0 and s.battle.place == territory:
            # The tile that is attacked is turned up only after the weapons.
            s.battle.tile = s.civ_tile[territory]


def deal_markers(s: AnunnakiState) -> None:
    """Markers face down on the boards and markers left in the box."""
    unseen = (bit(MARKERS) - 1) & ~s.markers_gone
    hidden: list[int] = []
    for point in range(POINTS):
        if s.marker[point] == NO_MARKER:
            continue
        if s.marker_up >> point & 1:
            unseen &= ~bit(s.marker[point])
        else:
            hidden.append(point)
    pool = shuffled(s, places(unseen))
    for point in hidden:
        s.marker[point] = pool.pop()


def deal_artifacts(s: AnunnakiState, seat: Seat) -> None:
    """Who has looked at the pile knows it, and so what is in the box."""
    if seat >= 0 and s.artifact_seen >> seat & 1:
        return
    unknown = [artifact for artifact in range(len(ARTIFACTS)) if s.artifact_at[artifact] in (BOXED, PILED, REMOVED)]
    states = sorted(s.artifact_at[artifact] for artifact in unknown)
    states = shuffled(s, states)
    for index in range(len(unknown)):
        s.artifact_at[unknown[index]] = states[index]

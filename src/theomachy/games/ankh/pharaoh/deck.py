"""Chapter "agenda", the cards themselves: deck, open cards, hands. Playing them is in `agenda`."""

from __future__ import annotations

from theomachy.games.ankh.pharaoh.components import AGENDA, AGENDA_KINDS, COPIES, OPEN_CARDS
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.dice import shuffled
from theomachy.kernel.ids import Side


def all_cards() -> list[int]:
    """The 40 cards by kind."""
    cards: list[int] = []
    for kind in range(AGENDA_KINDS):
        cards += [kind] * COPIES[kind]
    return cards


def draw(s: AnkhState) -> int:
    """The kind of the top card of the deck; -1 if there is none. pharaoh/palace/refill: an empty deck is made anew of
    the discard pile when a card is needed."""
    annex = realm(s)
    if not annex.deck:
        if not annex.discard:
            return -1
        annex.deck = shuffled(s, annex.discard)
        annex.discard = []
        s.tell("pharaoh/palace/refill", "agenda-shuffled", amount=len(annex.deck))
    s.reveals += 1
    return annex.deck.pop()


def refill(s: AnkhState) -> None:
    """pharaoh/palace/refill: up to three open cards; those left stay."""
    annex = realm(s)
    while len(annex.open) < OPEN_CARDS:
        card = draw(s)
        if card < 0:
            return
        annex.open.append(card)
        s.tell("pharaoh/palace/refill", "agenda-opened", what=AGENDA[card])


def take_open(s: AnkhState, god: Side, card: int, rule: str) -> None:
    """An open card goes into a hand (pharaoh/agenda/no-limit)."""
    annex = realm(s)
    annex.open.remove(card)
    annex.hand[god * AGENDA_KINDS + card] += 1
    s.tell(rule, "agenda-taken", god, what=AGENDA[card])


def has_agenda(s: AnkhState, god: Side) -> bool:
    """Whether a god has an agenda card in hand."""
    hand = realm(s).hand
    for place in range(god * AGENDA_KINDS, god * AGENDA_KINDS + AGENDA_KINDS):
        if hand[place]:
            return True
    return False


def return_agenda(s: AnkhState, god: Side) -> None:
    """pharaoh/agenda/open: played agenda cards return to the hand together with the battle cards."""
    annex = realm(s)
    count = 0
    for place in range(god * AGENDA_KINDS, god * AGENDA_KINDS + AGENDA_KINDS):
        count += annex.played[place]
        annex.hand[place] += annex.played[place]
        annex.played[place] = 0
    if count:
        s.tell("pharaoh/agenda/open", "agenda-back", god, amount=count)


def remove_agenda(s: AnkhState, god: Side) -> None:
    """All agenda cards of a god leave the game (pharaoh/merge/priests, ankh/forgotten/all-leave)."""
    annex = realm(s)
    for card in range(AGENDA_KINDS):
        place = god * AGENDA_KINDS + card
        annex.removed[card] += annex.hand[place] + annex.played[place]
        annex.hand[place] = 0
        annex.played[place] = 0

"""Chapter "battle", counting strength: figures, powers, guardians, cards."""

from __future__ import annotations

from theomachy.games.ankh.board import controlled, figures_in, has_figure_adjacent, is_type
from theomachy.games.ankh.components import (
    ANDROSPHINX,
    ANUBIS,
    ANUBIS_SLOTS,
    CARD_STRENGTH,
    CARDS,
    FIGURES,
    GOD,
    MONUMENT,
    RESPLENDENT,
    TEMPLE,
    TEMPLE_POWER,
)
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE
from theomachy.games.ankh.moments import moments
from theomachy.games.ankh.state import CLEAR, AnkhState, Battle, has_power, held_warriors, is_divine


def is_neutralised(s: AnkhState, figure: int) -> bool:
    """ankh/guardian/androsphinx: an enemy androsphinx is adjacent. It works in every battle of a figure on water, and
    also if the androsphinx is neutralised itself (ankh/battle/strength-when)."""
    cell = s.where[figure]
    for way in range(6 * cell, 6 * cell + 6):
        if s.barrier[AROUND_EDGE[way]] == CLEAR:
            piece = s.at[AROUND[way]]
            if 0 < piece < MONUMENT and s.kind[piece - 1] == ANDROSPHINX:
                if (piece - 1) // FIGURES != figure // FIGURES:
                    return True
    return False


def god_strength(s: AnkhState, god: int) -> int:
    """The strength of a god figure: 1, or 3 with Resplendent, and Anubis' held warriors."""
    strength = 1
    if has_power(s, god, RESPLENDENT) and max(controlled(s, god, monument) for monument in range(3)) >= 3:
        strength = 3
    if is_divine(s, god, ANUBIS):
        strength += min(ANUBIS_SLOTS, held_warriors(s))
    return strength


def temples_that_count(s: AnkhState, god: int, region: int) -> int:
    """ankh/power/temple: own temples in the region with an own figure adjacent, neutralised or not."""
    count = 0
    for cell in s.monuments:
        if s.control[cell] == god and s.region[cell] == region and is_type(s, cell, TEMPLE):
            if has_figure_adjacent(s, god, cell):
                count += 1
    return count


def count_strength(s: AnkhState, battle: Battle, god: int) -> int:
    """ankh/battle/strength: the total of a god that has figures there; told term by term."""
    answers = moments(s)
    total = 0
    for figure in figures_in(s, god, battle.region):
        if is_neutralised(s, figure):
            s.tell("ankh/guardian/androsphinx", "neutralised", god, s.where[figure])
        elif answers.strength_is_void(s, figure):
            continue
        elif s.kind[figure] == GOD:
            total += god_strength(s, god)
        else:
            total += 1
    s.tell("ankh/battle/strength", "strength-figures", god, amount=total)
    if has_power(s, god, TEMPLE_POWER):
        bonus = 2 * temples_that_count(s, god, battle.region)
        if bonus:
            s.tell("ankh/power/temple", "strength-temples", god, amount=bonus)
            total += bonus
    for card in range(len(CARDS)):
        if battle.cards[god] >> card & 1 and CARD_STRENGTH[card]:
            s.tell("ankh/battle/strength", "strength-card", god, what=CARDS[card], amount=CARD_STRENGTH[card])
            total += CARD_STRENGTH[card]
    total += answers.strength_bonus(s, battle, god)
    s.tell("ankh/battle/strength", "strength", god, amount=total)
    return total

"""What the rule texts say of printed values is what the content has: whoever tunes the one must change the other."""

from __future__ import annotations

import re

import pytest

import theomachy
from theomachy.games.anunnaki.components import WEAPONS


def numbers_in(text: str) -> list[int]:
    """Its numbers in their order, whichever minus sign they are written with."""
    return [int(number.replace("−", "-")) for number in re.findall(r"[-−]?\d+", text)]


def text_of(rule: str, language: str) -> str:
    return theomachy.new("anunnaki", players=2).game.catalogue.rule(rule, language).text


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("weapon", ["war-chariot", "viking-helmet", "composite-bow", "long-spear", "catapult", "net"])
def test_weapons_are_told_as_they_are_printed(weapon: str, language: str) -> None:
    tables = theomachy.new("anunnaki", players=2).state.tables
    number = WEAPONS.index(weapon)
    rule = theomachy.new("anunnaki", players=2).game.catalogue.rule(
        f"anunnaki/weapon/{'cancel' if weapon == 'net' else weapon}", language
    )
    # The values stand in the title or the first sentence; what follows is the effect.
    told = numbers_in(f"{rule.title} {rule.text.split('. ')[0]}")
    printed = [tables.weapon_strength[number], tables.weapon_war[number], tables.weapon_vp[number]]
    if tables.weapon_cost[number]:
        printed.append(tables.weapon_cost[number])
    assert sorted(told) == sorted(printed)


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_settlement_row_is_told_as_it_is_printed(language: str) -> None:
    tables = theomachy.new("anunnaki", players=2).state.tables
    told = numbers_in(text_of("anunnaki/action/income", language))
    row = [tables.row_follower[entry] + tables.row_vp[entry] for entry in range(5)]
    # Before or after the row stands the further follower of the developed side.
    assert any(told[start : start + 5] == row for start in range(len(told)))


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_tracks_are_told_as_they_are_printed(language: str) -> None:
    tables = theomachy.new("anunnaki", players=2).state.tables
    ends = [len(multipliers) - 1 for multipliers in tables.multiplier]
    # Three tracks begin on 0, and nobody has any points.
    printed = [0, 0, *ends, tables.supremacy[0], tables.supremacy[-1]]
    assert sorted(numbers_in(text_of("anunnaki/setup/tracks", language))) == sorted(printed)
    markers = [tables.supremacy[position] for position in tables.two_vp]
    told = numbers_in(text_of("anunnaki/setup/supremacy-markers", language))
    assert [number for number in told if number != 2] == markers

"""What the rule texts say of printed values is what the content has: whoever tunes the one must change the other."""

from __future__ import annotations

import re

import pytest

import theomachy
from theomachy.anunnaki.components import WEAPONS


def numbers_in(rule: str, language: str) -> list[int]:
    """The numbers in a rule's title and first sentence."""
    found = theomachy.new("anunnaki", players=2).game.catalogue.rule(rule, language)
    text = found.text.split(". ")[0]
    return [int(number) for number in re.findall(r"\d+", f"{found.title} {text}")]


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("weapon", ["war-chariot", "viking-helmet", "composite-bow", "long-spear", "catapult", "net"])
def test_weapons_are_told_as_they_are_printed(weapon: str, language: str) -> None:
    tables = theomachy.new("anunnaki", players=2).state.tables
    number = WEAPONS.index(weapon)
    told = numbers_in(f"anunnaki/weapon/{'cancel' if weapon == 'net' else weapon}", language)
    printed = [tables.weapon_strength[number], tables.weapon_war[number], tables.weapon_vp[number]]
    if tables.weapon_cost[number]:
        printed.append(tables.weapon_cost[number])
    assert sorted(told) == sorted(printed)


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_settlement_row_is_told_as_it_is_printed(language: str) -> None:
    match = theomachy.new("anunnaki", players=2)
    tables = match.state.tables
    text = match.game.catalogue.rule("anunnaki/action/income", language).text
    told = [int(number) for number in re.findall(r"\d+", text)]
    row = [tables.row_follower[entry] + tables.row_vp[entry] for entry in range(5)]
    # Before or after the row stands the further follower of the developed side.
    assert any(told[start : start + 5] == row for start in range(len(told)))


def signed_numbers(rule: str, language: str) -> list[int]:
    """The numbers in a rule's text, whichever minus sign it is written with."""
    text = theomachy.new("anunnaki", players=2).game.catalogue.rule(rule, language).text
    return [int(number.replace("−", "-")) for number in re.findall(r"[-−]?\d+", text)]


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_tracks_are_told_as_they_are_printed(language: str) -> None:
    tables = theomachy.new("anunnaki", players=2).state.tables
    ends = [len(multipliers) - 1 for multipliers in tables.multiplier]
    # Three tracks begin on 0, and nobody has any points.
    printed = [0, 0, *ends, tables.supremacy[0], tables.supremacy[-1]]
    assert sorted(signed_numbers("anunnaki/setup/tracks", language)) == sorted(printed)
    markers = [tables.supremacy[position] for position in tables.two_vp]
    told = signed_numbers("anunnaki/setup/supremacy-markers", language)
    assert [number for number in told if number != 2] == markers

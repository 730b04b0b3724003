"""What the rule texts say of printed values is what the content has: whoever tunes the one must change the other."""

from __future__ import annotations

import re

import pytest

import theomachy
from theomachy.games.anunnaki.components import ALL_TRACKS, WEAPONS
from theomachy.games.anunnaki.content import CONTENT


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


# --- what the quick references tell -----------------------------------------------------------------------------------


def rows_of(language: str) -> list[list[str]]:
    """The cells of all tables of the quick reference."""
    text = theomachy.game("anunnaki").catalogue.quick(language)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_table_of_weapons_is_the_content(language: str) -> None:
    tables = theomachy.new("anunnaki", players=2).state.tables
    rows = [row for row in rows_of(language) if len(row) == 5 and "/" in row[3]]
    rows = [row for row in rows if numbers_in(row[2])]
    assert len(rows) == len(WEAPONS)
    for number, row in enumerate(rows):
        told = [numbers_in(cell) for cell in row[1:4]]
        cost = tables.weapon_cost[number] + tables.weapon_any[number]
        rewards = [tables.weapon_war[number], tables.weapon_vp[number]]
        assert told == [[cost], [tables.weapon_strength[number]], rewards], row


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_multipliers_are_the_content(language: str) -> None:
    tables = theomachy.new("anunnaki", players=2).state.tables
    spaces = [
        [list(multipliers).index(next(m for m in multipliers if m >= wanted)) for wanted in (2, 3, 4, 5)]
        for multipliers in tables.multiplier
    ]
    told = [[int(cell) for cell in row[-4:]] for row in rows_of(language) if all(map(str.isdecimal, row[-4:]))]
    assert sorted(told) == sorted(spaces)
    rule = numbers_in(text_of("anunnaki/end/score-goals", language))
    for track in spaces:
        assert any(rule[start : start + 4] == track for start in range(len(rule)))


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_lines_of_the_star_are_the_content(language: str) -> None:
    tables = theomachy.new("anunnaki", players=2).state.tables
    lines = [list(tables.line_mana).count(mana) for mana in (0, 1, 2)]
    told = numbers_in(text_of("anunnaki/setup/star", language))
    start = told.index(15)
    after = told[start + 3 :]
    order = [lines[1], 1, lines[2], 2, lines[0]] if language != "ru" else [lines[2], 2, lines[1], 1, lines[0]]
    assert after[:5] == order


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_settlement_row_gives_followers_and_points_in_the_told_order(language: str) -> None:
    """The amounts are filled in; what each entry is, the sentence says itself."""
    kinds = [next(iter(entry)) for entry in CONTENT["settlements"]["row"]]
    follower, point = {
        "en": ("follower", "victory point"), "de": ("Anhänger", "SP"), "ru": ("верующ", "ПО"),
    }[language]  # fmt: skip
    text = text_of("anunnaki/action/income", language)
    row = text[min(text.find(start) for start in ("You start", "Von Anfang", "Сначала") if start in text) :]
    told = ["follower" if word == follower else "vp" for word in re.findall(f"{follower}|{point}", row)]
    assert told[:5] == kinds


#: how a god's track is named in each language
TRACK_WORDS = {
    "en": dict(zip(ALL_TRACKS, ("war track", "technology track", "trade track", "supremacy track"), strict=True)),
    "de": dict(zip(ALL_TRACKS, ("Kriegs", "Technologie", "Handels", "Vormacht"), strict=True)),
    "ru": dict(zip(ALL_TRACKS, ("шкалы войны", "шкалы технологий", "шкалы торговли", "шкалы господства"), strict=True)),
}


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("track", ["war", "technology", "trade", "supremacy"])
def test_a_lesser_god_names_the_track_it_advances(track: str, language: str) -> None:
    for god in CONTENT["lesser_track"][track]:
        last = text_of(f"anunnaki/house/{god}", language).rstrip(".").split(". ")[-1].split(": ")[-1]
        assert TRACK_WORDS[language][track] in last, god
        assert numbers_in(last) == [2 if track == "supremacy" else 1], god


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_colours_of_the_tiles_are_the_content(language: str) -> None:
    told = numbers_in(text_of("anunnaki/setup/tiles", language))
    tiles = CONTENT["tiles"]
    assert told[-len(tiles["red"]) :] == tiles["red"]
    blue = [number for number in told if number in tiles["blue"]]
    assert set(blue) >= set(tiles["blue"])


@pytest.mark.parametrize(
    ("language", "tracks"),
    [("en", ("war", "technology", "trade", "supremacy")), ("ru", ("война", "технологии", "торговля", "господство"))],
)
def test_the_quick_reference_names_the_tracks_of_the_lesser_gods(language: str, tracks: tuple[str, ...]) -> None:
    catalogue = theomachy.game("anunnaki").catalogue
    for track, word in zip(ALL_TRACKS, tracks, strict=True):
        for god in CONTENT["lesser_track"][track]:
            assert f"{catalogue.name(f'god.{god}', language)} ({word}):" in catalogue.quick(language)

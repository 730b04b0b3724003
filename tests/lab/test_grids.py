"""The lab's tables: complete on every screen, and numbers as each language writes them."""

from __future__ import annotations

import io
import itertools
import re

import pytest
from rich.console import Console

import theomachy
from tests.lab.runs import result
from theomachy.cli.grids import print_grids
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.lab.balance import Balance
from theomachy.lab.grids import Cell, Grid, study_grids, tournament_grids
from theomachy.lab.results import Result
from theomachy.lab.tournament import Tournament
from theomachy.lab.words import Words

GAMES = ("ankh", "anunnaki")
BOTS = ["search:200ms", "search:1600", "random"]
#: one of each kind that the games have, the longest names among them
FACTORS: dict[str, list[dict[str, str]]] = {
    "ankh": [
        {"scenario": "middle-kingdom", "pharaoh": "tutankhamun"},
        {"scenario": "two-capitals", "pharaoh": "amenhotep"},
    ],
    "anunnaki": [{}],
}
MARKS: dict[str, tuple[str, list[str]]] = {
    "ankh": ("first_power", ["worshipful", "none"]),
    "anunnaki": ("first_summoned", ["ninhursag", "none"]),
}
HOW: dict[str, list[str]] = {
    "ankh": ["top", "atheist", "last-god", "fifth-conflict"],
    "anunnaki": ["cubes", "track", "rounds"],
}


def tournament_of(game: str) -> Tournament:
    """Thirty matches: the first bot wins all of its matches, the others some."""
    results: list[Result] = []
    for number, (one, two) in enumerate(list(itertools.permutations(BOTS, 2)) * 5):
        winner = 0 if one == BOTS[0] or (two != BOTS[0] and number % 4) else 1
        how = HOW[game][number % len(HOW[game])]
        results.append(result(number, [one, two], [winner], how=how, seconds=[12.5, 1234.5]))
    return Tournament(theomachy.game(game), BOTS, 2, results)


def study_of(game: str) -> Balance:
    sides = list(theomachy.game(game).study().sides)
    kind, values = MARKS[game]
    results: list[Result] = []
    for number in range(40):
        results.append(
            result(
                number,
                ["search:1600"] * 4,
                [number % 3] if number % 7 or game != "ankh" else [],
                sides=[sides[(number + seat) % len(sides)] for seat in range(4)],
                factors=FACTORS[game][number % len(FACTORS[game])],
                marks=[{kind: values[(number + seat) % 2]} for seat in range(4)],
                scores=[number % 9, 31, 2, 17],
                how=HOW[game][number % len(HOW[game])],
                decisions=[100 + number] * 4,
            )
        )
    return Balance(theomachy.game(game), results)


def all_grids(game: str, lang: str) -> list[Grid]:
    words = Words(theomachy.game(game), lang)
    return tournament_grids(words, tournament_of(game)) + study_grids(words, study_of(game))


def plain(text: str) -> str:
    """With the spaces of the screen."""
    return text.replace("\u00a0", " ")


def shown(grids: list[Grid], width: int, terminal: bool = True) -> list[str]:
    """The lines of the tables on a screen so many columns wide, or of a pipe."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=width, color_system=None, highlight=False, markup=False)
    print_grids(console, grids)
    return out.getvalue().splitlines()


def bare(texts: list[str]) -> str:
    return re.sub(r"\s", "", "".join(texts))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_screen_of_eighty_columns_shows_all(game: str, lang: str) -> None:
    for grid in all_grids(game, lang):
        lines = shown([grid], 80)
        assert max(map(len, lines)) <= 80
        for row in grid.rows:
            # Numbers stand whole on one line, beside the beginning of the first label.
            numbers = r"\s+".join(re.escape(plain(cell.text)) for cell in row[grid.labels :])
            assert any(re.search(numbers, line) for line in lines), (grid.headings, row)
        for text in (*grid.headings, *(cell.text for row in grid.rows for cell in row[: grid.labels])):
            for word in text.split(" "):
                assert any(plain(word) in line for line in lines), (word, lines)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [60, 40])
@pytest.mark.parametrize("game", GAMES)
def test_a_narrow_screen_keeps_labels_shares_and_intervals(game: str, width: int, lang: str) -> None:
    words = Words(theomachy.game(game), lang)
    for grid in all_grids(game, lang):
        lines = shown([grid], width)
        assert max(map(len, lines)) <= width
        left_out = []
        for column, heading in enumerate(grid.headings):
            found = all(any(plain(row[column].text) in line for line in lines) for row in grid.rows)
            if column < grid.labels:
                # A label may be broken, but never away.
                begun = {row[column].text[:6].split(" ")[0] for row in grid.rows}
                assert all(any(part in line for line in lines) for part in begun), (begun, lines)
            elif heading in (words.say("share"), words.say("interval")):
                assert found, (grid.headings, lines)
            elif column in grid.spare and not found:
                left_out.append(heading)
        # What is missing is named.
        text = " ".join(line.strip() for line in lines)
        assert all(plain(heading) in text for heading in left_out), (left_out, lines)


@pytest.mark.parametrize("width", [1, 12, 20, 30])
def test_no_screen_is_too_narrow(width: int) -> None:
    for grid in all_grids("ankh", "ru"):
        text = bare(shown([grid], width))
        for row in grid.rows:
            assert bare([row[-1].text]) in text or grid.key in ("bots", "scores", "lengths")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pipe_has_no_width(lang: str) -> None:
    words = Words(theomachy.game("ankh"), lang)
    pairs = tournament_grids(words, tournament_of("ankh"))[1]
    for line, row in zip(shown([pairs], 40, terminal=False)[3:], pairs.rows, strict=False):
        assert line.strip().split("  ")[0] == row[0].text
        assert line.strip().endswith(plain(row[-1].text))
        assert all(plain(cell.text) in line for cell in row)


def test_long_names_of_bots_are_kept_whole() -> None:
    grid = Grid("bots", "", ["Bot", "Share"])
    grid.add(*(cell for cell in all_grids("ankh", "en")[0].rows[0][1:3]))
    grid.rows[0][0] = Cell("my/bots/with/a/long/path/to_the_very_best_bot_of_all.py", 0)
    lines = shown([grid], 30)
    assert bare([grid.rows[0][0].text]) in bare([line[:22] for line in lines])
    assert max(map(len, lines)) <= 30


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_numbers_follow_the_language() -> None:
    english, german, russian = (Words(theomachy.game("ankh"), lang) for lang in LANGUAGES)
    assert english.percent(0.156) == "15.6%"
    assert german.percent(0.156) == russian.percent(0.156) == "15,6\u00a0%"
    assert english.between(0.168, 1.0) == "16.8% – 100.0%"
    assert german.between(0.168, 1.0) == russian.between(0.168, 1.0) == "16,8 – 100,0\u00a0%"
    assert (english.decimal(1234.5, 2), german.decimal(1234.5, 2)) == ("1234.50", "1234,50")
    assert (english.figure(16.25), german.figure(16.25), russian.figure(16.25)) == ("16.25", "16,25", "16,25")
    assert english.figure(2_000_000) == "2000000"
    assert german.figure(17.0) == "17"


@pytest.mark.parametrize("lang", ["de", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_tables_have_no_point_for_a_comma(game: str, lang: str) -> None:
    for grid in all_grids(game, lang):
        for row in grid.rows:
            for cell in row[grid.labels :]:
                assert not re.search(r"\d\.\d|\d%", cell.text), cell.text


def test_none_agrees_with_what_there_is_none_of() -> None:
    words = Words(theomachy.game("anunnaki"), "de")
    assert words.value("first_summoned", "none") == "keiner"
    assert Words(theomachy.game("ankh"), "de").value("first_power", "none") == "keine"
    assert Words(theomachy.game("ankh"), "en").value("first_power", "none") == "none"

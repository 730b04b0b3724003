"""The drawing of the map: everything on it by letters, nothing by colour alone."""

from __future__ import annotations

from typing import Any

from rich.console import Console

import theomachy
from theomachy.cli.screen import draw_view
from theomachy.games.ankh.egypt import EGYPT
from theomachy.games.ankh.face.map import HEIGHT, WIDTH, draw_map
from theomachy.kernel.match import Match


def lay(*gods: str, **position: Any) -> Match:
    return Match(theomachy.game("ankh"), {"gods": list(gods or ("isis", "ra")), "position": position})


def drawn(match: Match, seat: int | None = None) -> list[str]:
    return draw_map(match.view(seat)).plain.splitlines()


def beside(lines: list[str], cell: str) -> tuple[str, str]:
    """The two lines of a cell: name, tile and terrain above, what stands there below."""
    column, row = EGYPT.places[EGYPT.index[cell]]
    left = column * 7
    return lines[row + 1][left : left + 8], lines[row + 2][left : left + 8]


def test_the_map_fits_a_terminal_and_names_every_cell() -> None:
    lines = drawn(theomachy.new("ankh", players=3, seed=1))
    assert WIDTH <= 80
    assert len(lines) == HEIGHT <= 23
    assert max(map(len, lines)) <= WIDTH
    for cell in EGYPT.names:
        assert beside(lines, cell)[0][1:4].strip() == cell


def test_terrain_and_order_tiles() -> None:
    lines = drawn(lay("isis", "osiris", pieces=["G1 B8", "G2 G8"], underworld=["C8"]))
    assert beside(lines, "A2")[0] == "/A2  1f~"
    assert beside(lines, "H6")[0] == "/H6  2d\\"
    assert beside(lines, "C6")[0] == "/C6   w\\"
    assert beside(lines, "C8")[0] == "/C8  1u\\"
    assert beside(lines, "C10")[0] == "/C10 1d\\"


def test_pieces_are_the_notations_letters_with_the_players_digit() -> None:
    pieces = ["G1 C8", "w1 C9", "G2 H6", "w2* H7", "O D8", "P1 D9", "T2 E8", "mummy1 B8", "giant-scorpion2 H8"]
    lines = drawn(lay(pieces=pieces, guardians=["satis", "mummy", "giant-scorpion"]))
    found = {
        cell: beside(lines, cell)[1].strip("/\\_~ ") for cell in ("C8", "C9", "H6", "H7", "D8", "D9", "E8", "B8", "H8")
    }
    assert found == {
        "C8": "G1", "C9": "w1", "H6": "G2", "H7": "w2*", "D8": "O", "D9": "P1", "E8": "T2", "B8": "mum1", "H8": "sco2",
    }  # fmt: skip


def test_camels_and_river_stand_on_their_edges() -> None:
    lines = drawn(
        lay(pieces=["G1 B8", "G2 H6"], camels=["A5-A4", "A5-B4", "B5-B4", "B5-C5"], order=["A2", "A5", "J3", "B1"])
    )
    assert beside(lines, "A4")[1] == "\\######/"
    assert beside(lines, "A5")[0] == "/A5  2d#"
    assert beside(lines, "B4")[1][1:7] == "######"
    assert beside(lines, "B5")[0] == "/B5  2d#"
    assert sum(line.count("#") for line in lines) == 6 + 1 + 6 + 1
    assert beside(lines, "F5")[0][7] == "~", "the river between F5 and G5"
    assert beside(lines, "B2")[1][1:7] == "~~~~~~", "the river between B2 and B3"


def test_what_may_be_chosen_is_marked_for_who_is_asked() -> None:
    match = lay(pieces=["G1 C8", "w1 C9", "G2 H6"])
    match.play("action move")
    lines = drawn(match, 0)
    assert beside(lines, "C8")[0] == "/C8 +1d\\"
    assert beside(lines, "H6")[0] == "/H6  2d\\"
    assert not any("+" in line for line in drawn(match, 1))
    caravan = lay(pieces=["G1 C8", "G2 H6"], start="camel", events=4)
    choices = [choice.noun for choice in caravan.choices if choice.verb == "edge"]
    sides = sum(6 if edge[0] == edge.partition("-")[2][0] else 1 for edge in choices)
    assert sum(line.count("+") for line in drawn(caravan, 0)) == sides


def test_the_tables_say_who_has_what() -> None:
    match = lay(
        pieces=["G1 C8", "G2 H6", "T1 D8"],
        followers={"isis": 4, "ra": 2},
        devotion={"isis": 7, "ra": 22},
        powers={"isis": ["revered", "inspiring"]},
        hand={"isis": ["flood", "maat"], "ra": ["flood", "maat", "plague", "miracle", "build", "drought"]},
        markers={"move": 2},
        events=4,
        claws={},
    )
    console = Console(width=80, record=True, markup=False)
    with console.capture() as capture:
        console.print(draw_view(match, match.view(0), "en", {0: "you", 1: "random"}, 80))
    text = " ".join(capture.get().split())
    assert "2 Ra 22" in text
    assert "1 Isis 7" in text
    assert text.index("2 Ra 22") < text.index("1 Isis 7"), "the most devoted first"
    assert "Powers: Inspiring, Revered" in text
    assert "Hand: Flood, Cycle of Ma’at" in text
    assert "Hand: all but Chariots" in text
    assert "Move figures ■■□ event in 1" in text
    assert "C C C X [S] C C X" in text
    assert "next: Camel caravan; conflict 2 in 4" in text

"""Who is ahead, in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

import theomachy
from theomachy.cli.screen import draw_view
from theomachy.kernel.cases import LinePlayer, read_cases
from theomachy.kernel.match import Match

CASES = Path(__file__).parents[1] / "cases"


def drawn(file: str, title: str, lang: str) -> str:
    """The screen of the match of a case, after its choices."""
    case = next(one for one in read_cases(CASES / file) if title in one.title)
    game = theomachy.game(case.data["game"])
    match = Match(game, {game.seats_setting: case.data["seats"], "position": case.data["position"]})
    player = LinePlayer(match)
    for line in case.data.get("play") or []:
        assert not player.play(line, title)
    console = Console(width=100)
    with console.capture() as caught:
        console.print(draw_view(match, match.view(0), lang, {}, 100))
    return caught.get()


@pytest.mark.parametrize(
    ("file", "title", "lang", "lines"),
    [
        ("ankh/scoreboard.yaml", "a dominated region", "en", ["If the conflict came now: Isis 6, Amun 5"]),
        ("ankh/scoreboard.yaml", "strengths without", "de", ["Kampf steht bevor in Region 1: Amun 1, Isis 2"]),
        ("anunnaki/scoreboard.yaml", "lost for certain", "en", ["If it ended now:", "Battle ahead", "Pharaohs 1, "]),
        ("anunnaki/scoreboard.yaml", "face-down", "ru", ["Если бы партия кончилась сейчас:", " ?"]),
    ],
)
def test_the_terminal_says_who_is_ahead(file: str, title: str, lang: str, lines: list[str]) -> None:
    screen = drawn(file, title, lang)
    assert [line for line in lines if line not in screen] == []

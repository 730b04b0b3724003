"""The documentation is true: the game of docs/writing-a-game.md runs, and its session goes as printed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from tests.foreign import PAGE, blocks
from theomachy.kernel.game import Game
from theomachy.lab.fuzz.policies import POLICIES
from theomachy.lab.fuzz.trial import Trial

DOCS = Path(__file__).parents[2] / "docs"


def game_of_the_page() -> dict[str, Any]:
    """The names that the page's code defines."""
    names: dict[str, Any] = {"__name__": "tribute"}
    exec(compile(blocks("python"), str(PAGE), "exec"), names)
    return names


def test_the_session_goes_as_printed() -> None:
    """On the compiled kernel, too: a game from outside is interpreted."""
    session = doctest.DocTestParser().get_doctest(blocks("pycon"), game_of_the_page(), PAGE.name, str(PAGE), 0)
    assert len(session.examples) > 15
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("policy", ["uniform", "rare", "busy"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_game_keeps_the_contracts(policy: str, players: int) -> None:
    assert policy in POLICIES
    game: Game[Any] = game_of_the_page()["Tribute"]()
    for seed in range(5):
        Trial(game, {"players": players}, seed, policy, policy_seed=seed).run()


@pytest.mark.parametrize("page", [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"

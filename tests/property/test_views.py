"""Contract 10: views are complete. And docs/views.md names everything that is in them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import theomachy
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import ContractBroken, check_view, check_views_complete
from theomachy.lab.fuzz.trial import draw_setup

PAGE: Final = Path(__file__).parents[2] / "docs" / "views.md"
MATCHES: Final = [("ankh", None), ("ankh", "random"), ("anunnaki", None)]


def moments(name: str, pharaoh: str | None, seeds: range, one_in: int) -> Iterator[tuple[Match, random.Random]]:
    """Matches of drawn set-ups played at random, now and then."""
    game = theomachy.game(name)
    for seed in seeds:
        rng = random.Random(seed)
        match = Match(
            game, draw_setup(game, rng, settings={"pharaoh": pharaoh} if pharaoh else None), seed, listening=False
        )
        while not match.over:
            if rng.randrange(one_in) == 0:
                yield match, rng
            seat = rng.choice(match.decision.seats)
            match.play(rng.choice(match.choices_of(seat).ids), seat)
        yield match, rng


@pytest.mark.parametrize(("name", "pharaoh"), MATCHES)
def test_what_is_public_is_in_the_view(name: str, pharaoh: str | None) -> None:
    looked = 0
    for match, rng in moments(name, pharaoh, range(3), 20):
        check_view(match)
        if not match.over:
            check_views_complete(match, rng)
            looked += 1
    assert looked > 10


@pytest.mark.parametrize(("name", "pharaoh"), MATCHES)
def test_the_scoreboard_shows_nothing_hidden(name: str, pharaoh: str | None) -> None:
    """Dealing anew what a seat can't know leaves the scoreboard as it is, for every seat."""
    looked = contests = 0
    for match, rng in moments(name, pharaoh, range(40, 43), 12):
        found = match.view()["scoreboard"]
        assert match.view(0)["scoreboard"] == found
        assert set(found["scores"]) == set(match.game.standing(match.state)) or not found["scores"]
        for seat in range(match.seats):
            assert match.planner_copy(seat, rng.randrange(1000)).view()["scoreboard"] == found
        looked += 1
        contests += len(found["contests"])
    assert looked > 20
    assert contests > 5


@pytest.mark.parametrize(("name", "pharaoh"), MATCHES)
def test_the_scoreboard_of_a_finished_match_has_the_final_numbers(name: str, pharaoh: str | None) -> None:
    for match, _ in moments(name, pharaoh, range(50, 54), 10_000):
        if match.over:
            found = match.view()["scoreboard"]
            totals = {side: score["total"] for side, score in found["scores"].items()}
            assert totals == match.game.standing(match.state)
            winners = match.outcome.winners if match.outcome else ()
            leading = found["scores"].get(found["ranking"][0] if found["ranking"] else "", {})
            seats = leading.get("seats", [leading.get("seat")])
            assert not winners or set(winners) <= set(seats)
            if "sources" in leading:
                assert sum(leading["sources"].values()) == leading["total"]


@pytest.mark.parametrize("lacking", ["decision", "moved"])
def test_the_check_finds_what_a_view_lacks(lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what was picked, or without the marks of the figures that have moved, states look alike that are not."""
    whole = Match.view

    def poorer(match: Match, seat: int | None = None) -> dict[str, Any]:
        view = whole(match, seat)
        view["decision"].pop("choices")
        if lacking == "decision":
            view["decision"].pop("picked")
        for figure in view["board"]["figures"]:
            figure.pop(lacking, None)
        return view

    def look() -> None:
        for match, rng in moments("ankh", None, range(20), 4):
            if match.decision.prompt in ("summon-piece", "move-figure"):
                check_views_complete(match, rng, walks=12)

    monkeypatch.setattr(Match, "view", poorer)
    with pytest.raises(ContractBroken, match="a spectator sees no difference"):
        look()


def played(match: Match, *choices: str) -> dict[str, Any]:
    for choice in choices:
        match.play(choice)
    decision: dict[str, Any] = match.view()["decision"]
    return decision


def test_a_view_says_which_figure_is_summoned_and_which_moves() -> None:
    match = theomachy.new("ankh", gods=["isis", "amun"], first=0, seed=1)
    decision = played(match, "action summon", "piece warrior")
    assert decision["prompt"] == "summon-to"
    assert decision["picked"] == {"god": "isis", "figure": {"piece": "warrior", "god": "isis"}}
    assert [step["step"] for step in decision["within"]] == ["turn", "action", "summon-piece"]
    assert decision["within"][1]["action"] == "summon"
    again = theomachy.new("ankh", gods=["isis", "amun"], first=0, seed=1)
    cell = played(again, "action move") and str(again.choices[0]).split()[1]
    assert played(again, f"figure {cell}")["picked"]["figure"]["cell"] == cell


def test_a_spectator_hears_what_was_picked_but_is_offered_nothing() -> None:
    match = theomachy.new("ankh", gods=["isis", "amun"], first=0, seed=1)
    played(match, "action summon", "piece warrior")
    own, others = match.view(0)["decision"], [match.view(1)["decision"], match.view()["decision"]]
    assert others[0] == others[1] == {**own, "choices": []}


# --- the page ---------------------------------------------------------------------------------------------------------


def documented() -> dict[str, list[str]]:
    """The keys of each section of the page; those for every game belong to all."""
    sections: dict[str, list[str]] = {}
    section = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ").lower()
        found = re.match(r"\| `([^`]+)` \| \S", line)
        if found:
            sections.setdefault(section, []).append(found[1])
    common = sections.pop("every game")
    return {game: [*common, *keys] for game, keys in sections.items()}


def keys_of(value: Any, path: str = "") -> Iterator[str]:
    """The paths of everything in a view, written as on the page; what is empty or null ends with a question mark."""
    if isinstance(value, dict) and value:
        for key, entry in value.items():
            # The name of a territory has a dot in it.
            name = str(key).replace(".", "-")
            yield from keys_of(entry, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value:
        for entry in value:
            yield from keys_of(entry, f"{path}[]")
    else:
        yield f"{path}?" if value in (None, [], {}) else path


def is_documented(path: str, keys: list[str]) -> bool:
    path = re.sub(r"^decision\.within\[\]\.(?!step$)", "decision.picked.", path).replace("out_of_play", "gods")
    if path.startswith("decision.picked."):
        # The pattern for every game says that there are labels; which ones, each game says.
        keys = [key for key in keys if key not in ("decision.picked.*", "decision.within[].*")]
    words, is_empty = words_of(path.rstrip("?")), path.endswith("?")
    for key in keys:
        known = words_of(key)
        # What is empty is documented by what could be in it.
        if (len(words) == len(known) or (is_empty and len(words) < len(known))) and all(
            wanted in ("*", word) for word, wanted in zip(words, known, strict=False)
        ):
            return True
    return False


def words_of(path: str) -> list[str]:
    return re.findall(r"\[\]|[^.\[\]]+", path)


@pytest.mark.parametrize(("name", "pharaoh"), MATCHES)
def test_every_key_of_a_view_is_documented(name: str, pharaoh: str | None) -> None:
    keys = documented()[name]
    met: set[str] = set()
    for match, _ in moments(name, pharaoh, range(100, 104), 25):
        for seat in (None, *range(match.seats)):
            met.update(keys_of(match.view(seat)))
    assert len(met) > 100
    assert sorted(path for path in met if not is_documented(path, keys)) == []


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_every_label_of_a_step_is_documented(game: str) -> None:
    """Also of the steps that are rare."""
    labels = {
        entry.partition("=")[2].partition(":")[0] for kind in theomachy.game(game).kinds for entry in kind.holds.split()
    }
    assert len(labels) > 15
    known = {re.split(r"[.\[]", key)[2] for key in documented()[game] if key.startswith("decision.picked.")}
    assert labels == known - {"*"}

"""Balance studies: the numbers, the command, and the report."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import theomachy
from tests.cli.command import refused, run
from tests.examples import part
from tests.lab.runs import result
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.lab.balance import Balance
from theomachy.lab.report import Origin, report_page
from theomachy.lab.results import Result
from theomachy.lab.words import PHRASES, Words

VOID = {"meta", "br", "hr", "img", "input", "link", "path", "use", "rect"}


def test_what_is_counted() -> None:
    marks = [{"first_power": "revered"}, {"first_power": "inspiring"}, {"first_power": "revered"}]
    factors = {"scenario": "old-kingdom"}
    results = [
        result(0, ["r"] * 3, [0, 2], marks=marks, factors=factors, scores=[31, 4, 31]),
        result(1, ["r"] * 3, [], marks=marks, factors={"scenario": "two-capitals"}, first=1, scores=[1, 2, 3]),
    ]
    study = Balance(theomachy.game("ankh"), results)
    assert (study.average.wins, study.average.plays) == (2, 6)
    assert {side: (share.wins, share.plays) for side, share in study.sides.items()} == {
        "isis": (1, 2),
        "ra": (0, 2),
        "amun": (1, 2),
    }
    assert {place: share.wins for place, share in study.places.items()} == {1: 1, 2: 0, 3: 1}
    assert study.marks["first_power"]["revered"].share == 0.5
    assert study.factors["scenario"]["old-kingdom", "amun"].share == 1.0
    assert study.all_lost["scenario"]["two-capitals"].share == 1.0
    assert study.varied == ["scenario"]
    assert study.best_scores == [31, 3]


def test_the_command(tmp_path: Path) -> None:
    arguments = ("balance", "ankh", "--bot", "random", "--players", 3, "--out", tmp_path / "results", "--jobs", 1)
    ran = run(*arguments, "--games", 31, "--json")
    assert "31 matches would not be balanced; 60 are played" in ran.err
    data = json.loads(ran.out)
    assert data["matches"] == 60 == sum(data["endings"].values())
    assert [god["matches"] for god in data["gods"].values()] == [36] * 5
    assert [seat["matches"] for seat in data["seats"].values()] == [60] * 3
    assert [len(part["gods"]) for part in data["scenario"].values()] == [5] * 6
    assert sum(power["matches"] for power in data["first_power"].values()) == 180
    assert data["events"]["most"] <= 18
    wins = sum(god["wins"] for god in data["gods"].values())
    assert wins == data["average"]["wins"] == sum(seat["wins"] for seat in data["seats"].values())
    text = run(*arguments, "--games", 60).out
    for word in (
        "Ankh, bot random, 3\u00a0players, 60\u00a0matches, seed 0",
        "Old Kingdom",
        "First power",
        "Devotion",
        "Events",
    ):
        assert word in text


def test_pharaohs(tmp_path: Path) -> None:
    arguments = ("balance", "--bot", "random", "--scenario", "old-kingdom", "--pharaoh", "all", "--games", 25)
    data = json.loads(run(*arguments, "--out", tmp_path / "results", "--jobs", 1, "--json").out)
    assert len(data["pharaoh"]) == 5
    assert {god["matches"] for part in data["pharaoh"].values() for god in part["gods"].values()} == {2}


def test_wrong_input_is_refused(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "results")
    assert "no bot 'hal'" in refused("balance", "--bot", "hal", *out)
    assert "there is no folder" in refused("balance", "--bot", "random", "--report", tmp_path / "no" / "r.html", *out)


# --- the report -------------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Checks that tags are nested, that identifiers are unique, and collects what refers to something."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.identifiers: list[str] = []
        self.references: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        self._read(attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._read(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def _read(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.identifiers.append(value or "")
            elif name in ("href", "src", "aria-labelledby", "action", "data"):
                self.references.append(value or "")
            if name == "style" or name == "clip-path":
                self.references += re.findall(r"url\((.*?)\)", value or "")


@pytest.mark.parametrize(("game", "lang", "charts"), part([("ankh", "en", 6), ("anunnaki", "ru", 5)], 2, first=1))
def test_the_report_stands_alone(tmp_path: Path, game: str, lang: str, charts: int) -> None:
    report = tmp_path / "report.html"
    scenario = ("--scenario", "old-kingdom,two-capitals") if game == "ankh" else ()
    arguments = ("balance", game, "--bot", "random", "--games", 8, "--lang", lang, "--jobs", 1, *scenario)
    ran = run(*arguments, "--out", tmp_path / "results", "--report", report)
    assert ran.code == 0, ran.err
    text = report.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    page.close()
    assert page.open == []
    # Each is there for wide pages and for narrow ones.
    assert page.tags.count("svg") == 2 * charts
    assert (text.count('<svg class="wide"'), text.count('<svg class="narrow"')) == (charts, charts)
    assert page.tags.count("table") == charts + 1
    assert len(set(page.identifiers)) == len(page.identifiers)
    for reference in page.references:
        assert reference.removeprefix("#") in page.identifiers, reference
    assert "://" not in text
    assert "@import" not in text
    assert "prefers-color-scheme: dark" in text
    assert "currentColor" in text
    assert "#010203" not in text
    assert f"theomachy balance {game} --bot random" in text
    assert theomachy.__version__ in text
    assert f'<html lang="{lang}">' in text


def test_the_report_explains_what_there_is_and_follows_the_language() -> None:
    marks = [{"first_power": "revered"}, {"first_power": "none"}, {"first_power": "revered"}]
    origin = Origin("theomachy balance", "theomachy", "2030-01-01", "3")

    def page(game: str, results: list[Result], lang: str = "en") -> str:
        return report_page(Words(theomachy.game(game), lang), Balance(theomachy.game(game), results), origin)

    scenarios: list[dict[str, Any]] = [{"factors": {"scenario": name}} for name in ("old-kingdom", "two-capitals")]
    plain = page("anunnaki", [result(0, ["r"] * 3, [0], sides=["babylon", "ellenys", "norrenis"], factors={})])
    rich = [result(0, ["r"] * 3, [0, 2], marks=marks, **scenarios[0]), result(1, ["r"] * 3, [], **scenarios[1])]
    whole = page("ankh", rich)
    for told in ("merged god", "everybody loses", "Within each scenario"):
        assert told in whole
        assert told not in plain
    assert "pharaoh" not in whole
    assert "33.3%" in whole
    german = page("ankh", rich, "de")
    assert "33,3\u00a0%" in german
    assert not re.search(r"\d\.\d+\s?%", re.sub(r"<style>.*?</style>", "", german, flags=re.DOTALL))


def test_wide_tables_can_be_scrolled_by_keyboard() -> None:
    words = Words(theomachy.game("ankh"))
    page = report_page(words, Balance(words.game, [result(0, ["r"] * 2, [0])]), Origin("", "", "", ""))
    assert page.count('<div class="table" role="region" tabindex="0" aria-labelledby=') == page.count("<table")


def test_phrases_are_complete() -> None:
    for key, texts in PHRASES.items():
        assert len(texts) == len(LANGUAGES), key
        assert all(texts), key
        fields = [set(re.findall(r"{\w+}", text)) for text in texts]
        assert fields[0] == fields[1] == fields[2], key

"""YAML of cases and positions is built from parser events, the same with and without libyaml."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from theomachy.kernel.bounded_parsing import LOCAL_FILE, POSITION, Budget, OverBudget
from theomachy.kernel.bounded_parsing import load_yaml as load
from theomachy.kernel.cases import load_yaml
from theomachy.kernel.errors import BadCase

FILES = sorted((Path(__file__).parents[1] / "cases").rglob("*.yaml"))
SAFE = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


@pytest.fixture(params=[True, False], ids=["libyaml", "python"])
def with_libyaml(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    if request.param and not yaml.__with_libyaml__:
        pytest.skip("yaml was built without libyaml")
    monkeypatch.setattr(yaml, "__with_libyaml__", request.param)
    return bool(request.param)


def test_it_reads_what_the_safe_loader_reads(with_libyaml: bool) -> None:
    """All cases with libyaml, every ninth without."""
    documents = [part for path in FILES for part in path.read_text(encoding="utf-8").split("\n---\n")]
    assert len(documents) > 1_000
    for text in documents[:: 1 if with_libyaml else 9]:
        assert load_yaml(text) == yaml.load(text, Loader=SAFE)


@pytest.mark.parametrize(
    "text",
    [
        "~", "null", "", "yes", "No", "on", "OFF", "tRue", "0", "-0", "+12", "1_000", "010", "09", "0x1F", "0b101",
        "-0x10", "1.5", "-.5", "1.", "1.5e+3", "1e3", "1_0.5", "'1'", '"yes"', "|\n 12\n", "[1, two, ~]",
        "{a: {b: 1}, 2: c}", "- a\n- - b\n  - c\n", "a: b\n\n# c\nd: 'e # f'\n",
    ],
)  # fmt: skip
def test_plain_values_are_those_of_the_safe_loader(with_libyaml: bool, text: str) -> None:
    assert load(text) == yaml.load(text, Loader=SAFE)


@pytest.mark.parametrize("text", ["2026-01-01", "2026-99-99", "1:30", ".inf", ".nan", "<<", "="])
def test_times_and_odd_numbers_are_texts(with_libyaml: bool, text: str) -> None:
    assert load(text) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: {c: 1, c: 2}", r"line 2, column 11: 'c' twice in one table"),
        ("a: &a [1]\nb: [*a]", r"line 2, column 5: an alias"),
        ("a: [1", r"not YAML: line \d, column"),
        ("a: !!python/object:os.system {}", r"line 1, column 4: a tag"),
        ("a: 12345678901234567890", r"line 1, column 4: a number of more than 19 digits"),
        ("a: 9999999999999999999", r"line 1, column 4: a number beyond 64 bits"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(with_libyaml: bool, text: str, problem: str) -> None:
    with pytest.raises(BadCase, match=problem):
        load_yaml(text)


@pytest.mark.parametrize("depth", [40, 1_900, 50_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ("{a: ", "}"), ("- ", "")])
def test_what_is_nested_too_deeply_is_refused(with_libyaml: bool, opened: str, closed: str, depth: int) -> None:
    budget = Budget(size=10**7, items=10**6, depth=16)
    with pytest.raises(OverBudget, match="nested deeper than 16"):
        load(opened * depth + "1" + closed * depth, budget)


def test_the_depth_that_is_allowed_is_read(with_libyaml: bool) -> None:
    for budget in (POSITION, LOCAL_FILE):
        load("[" * budget.depth + "]" * budget.depth, budget)
        with pytest.raises(OverBudget):
            load("[" * (budget.depth + 1) + "]" * (budget.depth + 1), budget)

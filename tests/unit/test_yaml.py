"""YAML of cases and positions is read by one of two readers; the fast one must say what the patient one does."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from theomachy.kernel import cases
from theomachy.kernel.cases import load_yaml
from theomachy.kernel.errors import BadCase

FILES = sorted((Path(__file__).parents[1] / "cases").rglob("*.yaml"))


def test_both_readers_read_the_same() -> None:
    """Every ninth case of all files."""
    documents = [part for path in FILES for part in path.read_text(encoding="utf-8").split("\n---\n")][::9]
    assert len(documents) > 150
    for text in documents:
        assert yaml.load(text, Loader=cases._loader(True)) == yaml.load(text, Loader=cases._loader(False))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: {c: 1, c: 2}", "'c' twice in one table"),
        ("a: &a [1]\nb: [*a]", "said before"),
        ("a: [1", "line 1, column"),
        ("a: !!python/object:os.system {}", "could not determine a constructor"),
    ],
)
def test_what_is_wrong_is_told_alike_in_short_and_long_texts(text: str, problem: str) -> None:
    told: list[str] = []
    for filling in ("", "# so long that the patient one reads it " * 200):
        with pytest.raises(BadCase, match=problem) as refused:
            load_yaml(f"{text}\n{filling}" if filling else text)
        told.append(str(refused.value).splitlines()[0])
    assert told[0] == told[1]


@pytest.mark.parametrize("depth", [1_900, 100_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ("{a: ", "}"), ("- ", "")])
def test_what_is_nested_too_deeply_is_refused(opened: str, closed: str, depth: int) -> None:
    with pytest.raises(RecursionError):
        load_yaml(opened * depth + "1" + closed * depth)


def test_most_cases_are_simple_enough_for_the_fast_one() -> None:
    documents = [part for path in FILES for part in path.read_text(encoding="utf-8").split("\n---\n")]
    assert sum(map(cases._is_simple, documents)) > 0.9 * len(documents)

"""Saves that are damaged, tampered with or none at all: refused with file and place, and no other file is opened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import theomachy
from tests.examples import quick
from tests.unit.bad_input import ANKH, SAVED, refused, scenario_text
from tests.unit.drawn_input import custom_scenarios, json_values, positions
from theomachy.kernel.errors import BadSave

NEEDED: Final = ("format", "game", "rules", "setup", "seed", "history")


def changed(**changes: Any) -> str:
    return json.dumps({**SAVED, **changes})


def test_the_save_itself_is_good() -> None:
    assert json.loads(theomachy.load(json.dumps(SAVED)).save()) == SAVED


@pytest.mark.parametrize("field", NEEDED)
def test_a_save_without_a_field(field: str) -> None:
    data = {key: value for key, value in SAVED.items() if key != field}
    with refused(BadSave, "my.json", field, "missing"):
        theomachy.load(json.dumps(data), "my.json")


@pytest.mark.parametrize("field", NEEDED)
@pytest.mark.parametrize("value", [None, True, 1.5, "x", [1], {"a": 1}], ids=repr)
def test_a_save_with_a_mistyped_field(field: str, value: Any) -> None:
    """Also a value of the right type is refused, for none of these fits."""
    with refused(BadSave, "my.json", field):
        theomachy.load(changed(**{field: value}), "my.json")


WRONG_SAVES: Final[list[tuple[dict[str, Any], list[str]]]] = [
    ({"format": 2}, ["format 2", "1"]),
    ({"format": -1}, ["format -1"]),
    ({"game": "chess"}, ["game", "chess", "ankh"]),
    ({"rules": 99}, ["rules", "99"]),
    ({"seed": 4}, ["digest", "state"]),
    ({"setup": {}}, ["history"]),
    ({"setup": {"gods": ["isis", "isis"]}}, ["setup", "twice"]),
    ({"setup": {"gods": ["isis", "amun", "ra"], "dragons": 3}}, ["setup", "dragons"]),
    ({"history": [3]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[0]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[0, "action gain", 3]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [["0", "action gain"]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[True, "action gain"]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[0, 3]]}, ["history[0]", "[seat, choice]"]),
    ({"history": [[0, "dance"]]}, ["history[0]", "seat 0", "dance"]),
    ({"history": [[0, "card flood"]]}, ["history[0]", "seat 0", "card flood", "theomachy/asked"]),
    ({"history": [[0, "action move"], [0, "cell B7"]]}, ["history[1]", "seat 0", "cell B7", "not legal"]),
    ({"history": [[7, "action gain"]]}, ["history[0]", "seat 7", "theomachy/turn"]),
    ({"history": [[-1, "action gain"]]}, ["history[0]", "seat -1"]),
    ({"history": SAVED["history"][:-1]}, ["state"]),
    ({"history": []}, ["state"]),
    ({"state": None}, ["state"]),
    ({"state": 3}, ["state"]),
    ({"state": {}}, ["state"]),
    ({"digest": "0" * 32}, ["digest"]),
    ({"digest": None}, ["digest"]),
]


@pytest.mark.parametrize(("changes", "words"), WRONG_SAVES, ids=lambda value: repr(value)[:60])
def test_a_tampered_save(changes: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BadSave) as caught:
        theomachy.load(changed(**changes), "my.json")
    assert str(caught.value).startswith("my.json: ")
    if words == ["digest", "state"]:
        assert any(word in str(caught.value) for word in words)
    else:
        assert all(word in str(caught.value) for word in words), str(caught.value)


@pytest.mark.parametrize("field", sorted(SAVED["state"]))
def test_a_save_with_a_tampered_state(field: str) -> None:
    value = SAVED["state"][field]
    wrong: list[Any] = [None, "x", [*value, 1] if isinstance(value, list) else 12345]
    for other in wrong:
        if other != value:
            with refused(BadSave, "state", field):
                theomachy.load(changed(state={**SAVED["state"], field: other}))
    less = {key: kept for key, kept in SAVED["state"].items() if key != field}
    with refused(BadSave, "state", field):
        theomachy.load(changed(state=less))
    with refused(BadSave, "state"):
        theomachy.load(changed(state={**SAVED["state"], "extra": 1}))


def test_every_truncation_of_a_save() -> None:
    text = json.dumps(SAVED)
    for length in [*range(60), *range(60, len(text) - 1, 97), len(text) - 1]:
        with refused(BadSave, "not a JSON file"):
            theomachy.load(text[:length])


@pytest.mark.parametrize("number", range(0, len(SAVED["history"]), 5))
def test_a_save_with_a_choice_left_out(number: int) -> None:
    history = SAVED["history"][:number] + SAVED["history"][number + 1 :]
    with pytest.raises(BadSave):
        theomachy.load(changed(history=history))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "3",
        "[]",
        '"x"',
        "{}",
        "\ufeff{}",
        "{" * 100_000,
        "[" * 100_000,
        "NaN",
        "1e999",
        "9" * 5000,
        "\0",
        "{'a': 1}",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_text_that_is_no_save(text: str) -> None:
    with refused(BadSave, "my.json"):
        theomachy.load(text, "my.json")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1e400", "9" * 5000, "-0", "1" + "0" * 400])
def test_a_save_with_an_odd_number(value: str) -> None:
    text = json.dumps({**SAVED, "seed": "SEED"}).replace('"SEED"', value)
    with pytest.raises(BadSave):
        theomachy.load(text)


def test_a_save_reads_no_other_file(tmp_path: Path) -> None:
    """A save from somebody else must not open files here: its own scenario is in it."""
    path = tmp_path / "mine.toml"
    path.write_text(scenario_text(), encoding="utf-8")
    save = {**SAVED, "setup": {"gods": ["isis", "amun"], "scenario_file": str(path)}, "history": []}
    for key in ("state", "digest"):
        save.pop(key)
    with refused(BadSave, "setup", "scenario_file"):
        theomachy.load(json.dumps(save))


@given(json_values)
@quick(200, HealthCheck.filter_too_much)
def test_random_json_as_a_save(value: Any) -> None:
    with pytest.raises(BadSave):
        theomachy.load(json.dumps(value))


@given(st.text(max_size=200))
@quick(100, HealthCheck.filter_too_much)
def test_random_text_as_a_save(text: str) -> None:
    with pytest.raises(BadSave):
        theomachy.load(text)


@given(
    st.fixed_dictionaries(
        {
            "format": st.just(1),
            "game": st.just("ankh"),
            "rules": st.just(ANKH.rules_version),
            "setup": st.one_of(
                st.dictionaries(st.sampled_from(["gods", "players", "scenario", "custom", "position"]), json_values),
                positions().map(lambda position: {"gods": ["isis", "anubis", "osiris"], "position": position}),
                custom_scenarios.map(lambda custom: {"gods": ["isis", "anubis"], "custom": custom}),
            ),
            "seed": st.integers(),
            "history": st.lists(st.tuples(st.integers(-1, 3), st.sampled_from(["action gain", "done", "x"])).map(list)),
        },
        optional={"state": json_values, "digest": json_values, "failure": json_values},
    )
)
@quick(300, HealthCheck.filter_too_much)
def test_random_json_in_the_form_of_a_save(data: dict[str, Any]) -> None:
    """Only `BadSave` may come out, or a match."""
    try:
        match = theomachy.load(json.dumps(data))
    except BadSave:
        return
    assert theomachy.load(match.save()).digest() == match.digest()

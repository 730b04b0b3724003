"""Input that Hypothesis draws: any JSON, and positions and scenarios that are almost right."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

json_values: Final = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=8), inner, max_size=5)),
    max_leaves=12,
)

_cells: Final = st.sampled_from(["A2", "B5", "B6", "C5", "C6", "D5", "D6", "E1", "E7", "H6", "F3", "J9", "Z9"])
_gods: Final = st.sampled_from(["isis", "anubis", "osiris"])
_guardians: Final = st.sampled_from(["satis", "cat-mummy", "mummy", "apep", "giant-scorpion", "androsphinx"])
_monuments: Final = st.sampled_from(["obelisk", "pyramid", "temple"])
_edges: Final = st.sampled_from(["A5-A4", "A5-B4", "B5-B4", "B5-C5", "B1-A2", "D6-D7", "C5-C4"])
_piece: Final = st.builds(
    lambda word, digit, star, cell: f"{word}{digit}{star} {cell}",
    st.sampled_from(["w", "w", "T", "P", "O", "mummy", "apep", "giant-scorpion", "G", "X"]),
    st.sampled_from(["1", "2", "3", "", "4", "²"]),
    st.sampled_from(["", "", "", "*"]),
    _cells,
)


def by_god(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(_gods, values, max_size=3)


#: for each key of a position values that could be right
_plausible: Final[dict[str, st.SearchStrategy[Any]]] = {
    "scenario": st.sampled_from(["plain", "two-capitals", "great-rebuilding", "guardians-of-kemet"]),
    "setup": st.booleans(),
    "camels": st.lists(_edges, max_size=4),
    "order": st.lists(_cells, max_size=4),
    "guardians": st.lists(_guardians, max_size=4),
    "followers": by_god(st.integers(0, 9)),
    "devotion": by_god(st.integers(0, 31)),
    "ladder": st.permutations(["isis", "anubis", "osiris"]),
    "powers": by_god(
        st.lists(st.sampled_from(["revered", "pyramid", "obelisk", "glorious", "worshipful"]), max_size=7)
    ),
    "hand": by_god(st.lists(st.sampled_from(["flood", "maat", "plague", "build"]), max_size=5)),
    "pool": by_god(st.lists(_guardians, max_size=3)),
    "held": by_god(st.integers(0, 4)),
    "tokens": by_god(st.integers(0, 9)),
    "underworld": st.lists(_cells, max_size=4),
    "claws": st.dictionaries(_cells, st.lists(_cells, min_size=2, max_size=2), max_size=2),
    "amun": st.sampled_from(["ready", "spent"]),
    "supply": st.dictionaries(
        st.one_of(_monuments, _guardians, st.sampled_from(["camels", "tiles"])), st.integers(0, 12)
    ),
    "stock": by_god(st.dictionaries(_monuments, st.integers(0, 3))),
    "merged": by_god(_gods),
    "forgotten": st.lists(_gods, max_size=3),
    "markers": st.dictionaries(st.sampled_from(["move", "summon", "gain", "unlock"]), st.integers(0, 4)),
    "events": st.integers(0, 18),
    "turn": _gods,
    "start": st.sampled_from(["turn", "control", "camel", "conflict", "bid"]),
    "pieces": st.lists(_piece, max_size=6).map(lambda more: ["G1 A3", "G2 H7", "G3 F2", *more]),
}


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """A few keys, most of them with values that could be right, now and then with any."""
    keys = draw(st.lists(st.sampled_from(sorted(_plausible)), max_size=4, unique=True))
    position: dict[str, Any] = {"pieces": ["G1 A3", "G2 H7", "G3 F2"]}
    for key in keys:
        position[key] = draw(_plausible[key] if draw(st.integers(0, 7)) else json_values)
    return position


custom_scenarios: Final = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["mine", "two-capitals", "great-rebuilding"]),
        "players": st.sampled_from([2, 2, 2, 3]),
        "order": st.sampled_from([["A2", "J3", "B1"], ["B1", "A2", "J3"], ["A2", "J3"]]),
        "pieces": st.lists(_piece, max_size=4).map(lambda more: ["G1 A3", "G2 H7", *more]),
    },
    optional={
        "camels": st.lists(_edges, max_size=2),
        "cities": st.lists(_cells, max_size=2),
        "base": json_values,
        "rule": json_values,
        "events": json_values,
        "file": json_values,
    },
)

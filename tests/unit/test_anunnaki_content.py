"""Content files that an owner of the box puts over ours: good ones change the match and are remembered; wrong ones are
refused with the file, the place in it and what is allowed. And wrong set-ups."""

from __future__ import annotations

import copy
import datetime
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import theomachy
from theomachy.games.anunnaki.components import GODS, HOUSES, RESOURCES, WEAPONS
from theomachy.games.anunnaki.content import CONTENT
from theomachy.kernel.errors import BadCase, BadContent, BadSave, BadSetup
from theomachy.kernel.match import Match

NINES: Final = "[9, 9, 9, 9, 9]"
RICH_STAR: Final = f"[star]\nmana.point_left = {NINES}\nmana.point_right = {NINES}\nmana.inner = {NINES}\n"


def written(folder: Path, text: str) -> str:
    file = folder / "my.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def play_on(match: Match, seed: int, choices: int) -> Match:
    rng = random.Random(seed)
    while choices and not match.over:
        seat = rng.choice(match.decision.seats)
        match.play(rng.choice(match.choices_of(seat).ids), seat)
        choices -= 1
    return match


def mana_gained(match: Match) -> set[int]:
    return {fact["amount"] for fact in match.facts if fact["fact"] == "mana-gained"}


# --- good ones --------------------------------------------------------------------------------------------------------


def test_an_override_changes_what_is_played(tmp_path: Path) -> None:
    ours = play_on(theomachy.new("anunnaki", players=3, seed=3), 3, 120)
    theirs = play_on(theomachy.new("anunnaki", players=3, seed=3, content=written(tmp_path, RICH_STAR)), 3, 120)
    assert set(theirs.view()["line_mana"].values()) == {9}
    assert 9 in mana_gained(theirs)
    assert 9 not in mana_gained(ours)


def test_everything_that_is_not_overridden_stays(tmp_path: Path) -> None:
    match = theomachy.new("anunnaki", players=2, content=written(tmp_path, '[[weapon]]\nname = "net"\nstrength = 9\n'))
    plain = theomachy.new("anunnaki", players=2)
    ours, theirs = plain.state.tables, match.state.tables
    changed = [n for n in range(len(WEAPONS)) if ours.weapon_strength[n] != theirs.weapon_strength[n]]
    assert [WEAPONS[number] for number in changed] == ["net"]
    # Compiled classes have no __slots__.
    for name in [name for name in dir(ours) if not name.startswith("_") and not callable(getattr(ours, name))]:
        if name not in ("key", "override", "weapon_strength"):
            assert getattr(ours, name) == getattr(theirs, name), name
    assert plain.view()["content"] != match.view()["content"]


def test_a_battle_is_decided_by_the_overridden_strength() -> None:
    winners = []
    for strength in (0, 20):
        match = theomachy.new(
            "anunnaki",
            houses=["pharaohs", "norrenis"],
            position={
                "pieces": {"pharaohs": ["settlement CAP", "follower TC"]},
                "civilizations": {"pharaohs.TC": 2},
                "hand": {"pharaohs": ["short-bow"]},
                "phase": "battle",
                "content": {"weapon": [{"name": "short-bow", "strength": strength}]},
            },
        )
        match.play("weapon short-bow")
        winners.append([fact["fact"] for fact in match.facts if fact["fact"] in ("battle-won", "battle-lost")])
    assert winners == [["battle-lost"], ["battle-won"]]


def test_the_values_go_into_the_save_and_the_file_is_not_needed(tmp_path: Path) -> None:
    file = written(tmp_path, RICH_STAR)
    match = play_on(theomachy.new("anunnaki", players=4, seed=5, content=file), 5, 90)
    Path(file).unlink()
    save = match.save()
    assert file not in save
    loaded = theomachy.load(save)
    assert loaded.digest() == match.digest()
    assert loaded.setup == match.setup
    assert loaded.facts == match.facts
    assert play_on(loaded, 6, 60).digest() == play_on(match, 6, 60).digest()


def test_the_match_remembers_a_hash_of_its_content(tmp_path: Path) -> None:
    file = written(tmp_path, RICH_STAR)
    match = theomachy.new("anunnaki", players=2, content=file)
    known = match.setup["content_hash"]
    assert known == theomachy.new("anunnaki", players=4, seed=9, content=file).setup["content_hash"]
    assert known != theomachy.new("anunnaki", players=2).setup["content_hash"]
    assert match.view()["content"].startswith(known)


def test_a_save_whose_values_or_hash_were_changed_is_refused(tmp_path: Path) -> None:
    save = json.loads(play_on(theomachy.new("anunnaki", content=written(tmp_path, RICH_STAR)), 1, 30).save())
    values = copy.deepcopy(save)
    values["setup"]["content"]["star"]["mana"]["inner"][0] = 8
    other_hash = copy.deepcopy(save)
    other_hash["setup"]["content_hash"] = "0" * 16
    none = copy.deepcopy(save)
    none["setup"]["content"] = None
    for tampered in (values, other_hash, none):
        with pytest.raises(BadSave, match="content_hash"):
            theomachy.load(json.dumps(tampered))


def test_a_save_of_another_content_is_refused(tmp_path: Path) -> None:
    """Also without the hash: state and digest tell."""
    save = json.loads(play_on(theomachy.new("anunnaki", content=written(tmp_path, RICH_STAR)), 1, 30).save())
    save["setup"]["content"], save["setup"]["content_hash"] = None, None
    with pytest.raises(BadSave):
        theomachy.load(json.dumps(save))


def test_an_empty_override_is_none(tmp_path: Path) -> None:
    plain = theomachy.new("anunnaki", seed=4)
    for text in (None, "", "# nothing but a remark\n"):
        content: Any = {} if text is None else written(tmp_path, text)
        match = theomachy.new("anunnaki", seed=4, content=content)
        assert match.digest() == plain.digest()
        assert theomachy.load(match.save()).digest() == plain.digest()


def test_what_the_caller_does_with_its_table_later_changes_nothing() -> None:
    table: dict[str, Any] = {"star": {"mana": {"inner": [2, 2, 2, 2, 2]}}}
    match = theomachy.new("anunnaki", content=table)
    before = match.save()
    table["star"]["mana"]["inner"][0] = 9
    assert match.save() == before
    assert theomachy.load(before).digest() == match.digest()
    assert CONTENT["star"]["mana"]["inner"] == [1, 1, 1, 1, 1]


# --- wrong ones -------------------------------------------------------------------------------------------------------

CONTRACTS: Final = "".join("[[contract]]\nper_house = true\nvp = 3\ncost = { H = 1 }\n" for _ in range(6)) + "".join(
    "[[contract]]\nvp = 3\ncost = { food = 1 }\n" for _ in range(12)
)
CIVILIZATIONS: Final = "[[civilization]]\nstrength = 3\n" * 12
MARKERS: Final = "[culture]\nmarkers = [" + "{ food = 1 }, " * 19

WRONG: Final = [
    # unknown keys
    ("[wepon]\n", "unknown table 'wepon'; allowed: "),
    ("net = 4\n", "unknown table 'net'"),
    ("[star]\nmana.outer = [1, 1, 1, 1, 1]\n", "star.mana: unknown key 'outer'; allowed: inner, point_left"),
    ('[[weapon]]\nname = "net"\npower = 3\n', "weapon net: unknown key 'power'; allowed: "),
    ("[planet]\nsymbols = 3\n", "planet: unknown key 'symbols'"),
    ("[gaia.large]\nshrines = 3\n", "gaia.large: unknown key 'shrines'"),
    ("[gaia.tiny]\nrows = []\n", "gaia: unknown key 'tiny'; allowed: large, small"),
    ("[house.atlantis]\ntype = 'food'\n", "house: unknown key 'atlantis'"),
    (CIVILIZATIONS.replace("strength = 3", "strenght = 3", 1), "civilization[0]: no 'strenght'; allowed: "),
    (CONTRACTS.replace("vp = 3", "points = 3", 1), "contract[0]: no 'points'; allowed: "),
    # wrong types
    ("star = 3\n", "star: must be a table"),
    ("weapon = 3\n", "weapon: write [[weapon]] tables with a name"),
    ("weapon = [3]\n", "weapon: write [[weapon]] tables with a name"),
    ("civilization = 3\n", "[[civilization]]: there must be all 12"),
    ("civilization = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n", "civilization[0]: must be a table"),
    ("[star]\nmana.inner = 3\n", "star.mana.inner: must be a list of 5 numbers"),
    ("[star]\nmana.inner = [1, 1, 1, 1, 1.0]\n", "star.mana.inner: 1.0 is not a number from 0 to 9"),
    ("[star]\nmana.inner = [1, 1, 1, 1, true]\n", "star.mana.inner: True is not a number from 0 to 9"),
    ('[[weapon]]\nname = "net"\nstrength = "big"\n', "weapon net.strength: 'big' is not a number from 0 to 20"),
    ("[planet]\nrows = 3\n", "planet.rows: must be a list of texts"),
    ("[planet]\nTL = 3\n", "planet.TL: must be a table"),
    ("[gaia.large]\nrows = []\n", "gaia.large.rows: must be a list of texts"),
    ('[gaia.small]\nrows = [""]\n', "gaia.small.rows: must name territories among"),
    ("[gaia.small]\ndashed = 3\n", "gaia.small.dashed: must be a list"),
    ("[house.pharaohs]\nlesser = 3\n", "house.pharaohs.lesser: must be a list of texts"),
    ("[lesser_track]\nwar = 3\n", "lesser_track.war: must be a list of texts"),
    ("[star]\nsrc = 2026-01-01\n", "star.src: must be a text"),
    (CONTRACTS.replace("cost = { H = 1 }\n", "", 1), "contract[0].cost: must be a table"),
    (CONTRACTS.replace("per_house = true", "per_house = 1", 1), "contract: first the 6 of each house"),
    ("[tracks.supremacy]\nlightning_at = true\n", "tracks.supremacy.lightning_at: True is not a number"),
    # numbers out of bounds
    ('[[weapon]]\nname = "net"\ncost = -1\n', "weapon net.cost: -1 is not a number from 0 to 20"),
    ('[[weapon]]\nname = "net"\nvp = 21\n', "weapon net.vp: 21 is not a number from 0 to 20"),
    ("[star]\nmana.inner = [1, 1, -1, 1, 1]\n", "star.mana.inner: -1 is not a number from 0 to 9"),
    (CIVILIZATIONS.replace("3", "-3", 1), "civilization[0].strength: -3 is not a number from 0 to 20"),
    (CONTRACTS.replace("H = 1", "H = -1", 1), "contract[0].cost.H: -1 is not a number"),
    ("[planet]\nTL = { type = 'H', symbols = -2 }\n", "planet.TL.symbols: -2 is not a number from 1 to 9"),
    ("[tracks]\nwar.multiplier = [1, 6]\n", "tracks.war.multiplier: 6 is not a number from 1 to 5"),
    ("[tracks]\nwar.multiplier = [2, 1]\n", "tracks.war.multiplier: must rise along the track"),
    ("[tracks]\nwar.multiplier = [1, 2, 5, 5]\n", "tracks.war.multiplier: 5 stands on the last space and nowhere else"),
    ("[tracks]\ntrade.multiplier = [1, 4]\n", "tracks.trade.multiplier: 5 stands on the last space and nowhere else"),
    ("[gaia.large]\ndashed = ['E-F']\n", "gaia.large.dashed: 'E-F': nobody moves directly inside Atlantis"),
    ("[tracks]\nsupremacy.lightning_at = 77\n", "tracks.supremacy: 77 is no space of the track"),
    ("[settlements]\nrow = [{ vp = -1 }, {}, {}, {}, {}]\n", "settlements.row[0].vp: -1 is not a number from 0 to 9"),
    # names that are none
    ('[[weapon]]\nname = "axe"\n', f"no weapon 'axe'; allowed: {', '.join(sorted(WEAPONS))}"),
    ("[[weapon]]\nstrength = 3\n", "no weapon 'None'"),
    ("[gaia.large]\na = { type = 'stone', symbols = 2 }\n", "gaia.large.a.type: no 'stone'; allowed: "),
    ("[house.babylon]\ntype = 'stone'\n", f"house.babylon.type: no 'stone'; allowed: {', '.join(sorted(RESOURCES))}"),
    (CONTRACTS.replace("food = 1", "stone = 1", 1), "contract[6].cost: no 'stone'; allowed: any, food, gold"),
    (MARKERS + "{ stone = 1 }]\n", "culture.markers[19]: no 'stone'; allowed: "),
    (MARKERS + "{ portal = 1 }]\n", "culture.markers[19]: 'portal' can't be on a culture marker"),
    ('[lesser_track]\nwar = ["zeus"]\n', "lesser_track.war: no 'zeus'; allowed: "),
    ('[lesser_track]\nwar = ["thanos"]\n', "lesser_track.war: no 'thanos'; allowed: "),
    (CIVILIZATIONS + 'effect = "fear"\n', "civilization[11].effect: no 'fear'; allowed: "),
    ("[gaia.small]\ndashed = ['a-j']\n", "gaia.small.dashed: no border 'a-j'"),
    ("[gaia.small]\nculture = ['a-b-j']\n", "gaia.small.culture: the territories of 'a-b-j' do not meet"),
    # counts that do not add up
    ("[tiles]\nblue = [1, 2, 3]\n", "tiles: six of the tiles 1 to 10 are blue, the other four red"),
    ("[tiles]\nblue = [1, 2, 4, 5, 7, 7]\n", "tiles: six of the tiles 1 to 10 are blue, the other four red"),
    (MARKERS + "]\n", "culture.markers: there must be 20"),
    (CIVILIZATIONS[:-1] + "\n" + "[[civilization]]\nstrength = 1\n", "[[civilization]]: there must be all 12"),
    (CONTRACTS + "[[contract]]\nvp = 1\n", "[[contract]]: there must be all 18"),
    ('[lesser_track]\nwar = ["seth"]\n', "lesser_track: each of the 28 lesser gods must be named once"),
    ("[settlements]\nrow = [{ vp = 1 }]\n", "settlements.row: must have 5 entries"),
    ("[planet]\nrows = ['TL TC TR', 'ML MR']\n", "planet.rows: must name each of CAP, ML, MR, TC, TL, TR once"),
    (
        "[planet]\nTL = { civilization = true }\nTR = { civilization = true }\nMR = { civilization = true }\n",
        "18 places for civilizations with 4 planets; there are 12 tiles",
    ),
    # parts of the rules
    ('[[weapon]]\nname = "net"\nbasic = true\n', "weapon net: 'basic' is part of the rules and can't be replaced"),
    ("[house.pharaohs]\ngreat = 'seth'\n", "house.pharaohs: gods and weapon are part of the rules"),
    ("[resources]\ntypes = ['food']\n", "resources: is part of the rules and can't be replaced"),
    ("[afterlife]\nnever_exhausted = false\n", "afterlife.never_exhausted: is part of the rules and can't be replaced"),
    ("[planet]\nCAP = { civilization = true }\n", "planet.CAP: units start there"),
    # no TOML
    ("[tiles", "not a TOML file: "),
    ("a = 1\na = 2\n", "not a TOML file: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message.partition(";")[0] for _, message in WRONG])
def test_a_wrong_file_is_refused_with_its_name_the_place_and_what_is_allowed(
    tmp_path: Path, text: str, message: str
) -> None:
    file = written(tmp_path, text)
    with pytest.raises(BadContent) as refused:
        theomachy.new("anunnaki", content=file)
    assert str(refused.value).startswith(f"{file}: ")
    assert message in str(refused.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for content, message in ((missing, "can't be read"), (str(tmp_path), "can't be read"), (str(binary), "not a TOML")):
        with pytest.raises(BadContent) as refused:
            theomachy.new("anunnaki", content=content)
        assert str(refused.value).startswith(f"{content}: {message}")


@pytest.mark.parametrize("content", [5, True, ["my.toml"], 1.5])
def test_a_content_that_is_neither_file_nor_table_is_refused(content: object) -> None:
    with pytest.raises(BadSetup, match="content: must be the name of a TOML file, or a table"):
        theomachy.new("anunnaki", content=content)


# --- any wrong value anywhere -----------------------------------------------------------------------------------------

VALUES: Final[list[object]] = [
    *(-1, 0, 99, 10**30, 1.5, float("nan"), "x", "", True, [], {}, [1], ["x"], [[]], [{}], {"x": 1}),
    datetime.date(2026, 1, 1),
]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in the content."""
    keys: Any = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield (*path, key)
        yield from paths(value[key], (*path, key))


def override_at(path: tuple[Any, ...], value: object) -> dict[str, Any]:
    """The content's own table with one value replaced."""
    data = {path[0]: copy.deepcopy(CONTENT[path[0]])}
    if path[0] == "weapon":
        for weapon in data["weapon"]:
            for key in ("basic", "house", "effect"):
                weapon.pop(key, None)
    table: Any = data
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    return data


def test_any_value_anywhere_is_refused_or_can_be_played_with() -> None:
    """Never another error than a refusal, and what is accepted can be saved and played to the end."""
    rng = random.Random(1)
    everywhere = list(paths(CONTENT))
    refused = accepted = 0
    for number in range(1500):
        path = rng.choice(everywhere)
        override = override_at(path, rng.choice(VALUES))
        try:
            match = theomachy.new("anunnaki", players=2 + number % 3, seed=number, content=override, facts=False)
        except BadContent as error:
            wrong = str(error)
            refused += 1
        else:
            wrong = ""
        if wrong:
            assert wrong.startswith("content: "), path
            continue
        accepted += 1
        assert theomachy.load(match.save()).digest() == match.digest(), path
        if accepted % 4 == 0:
            match.play_random(number)
            assert match.over
            assert match.game.faults(match.state) == [], path
    assert refused > 1000
    assert accepted > 40


def test_bare_boards_can_be_played() -> None:
    """Nothing printed on any territory, no civilization, no culture marker, no Atlantis."""
    content: dict[str, Any] = {
        "planet": {**{name: {} for name in ("CAP", "ML", "MR", "TL", "TC", "TR")}, "culture": []},
        "gaia": {
            size: {
                **{name: {} for name in " ".join(CONTENT["gaia"][size]["rows"]).split()},
                "culture": [],
                "dashed": [],
            }
            for size in ("large", "small")
        },
    }
    for players in (2, 3, 4):
        match = theomachy.new("anunnaki", players=players, content=content, seed=players, facts=False)
        match.play_random(players)
        assert match.over
        assert match.game.faults(match.state) == []


# --- a save names no file ---------------------------------------------------------------------------------------------


def test_a_save_with_a_content_file_in_its_setup_is_refused(tmp_path: Path) -> None:
    """Whoever sends a save must not make the reader open a file."""
    file = written(tmp_path, RICH_STAR)
    save = json.loads(theomachy.new("anunnaki", content=file, seed=2).save())
    save["setup"]["content"] = file
    for left_out in ((), ("content_hash",)):
        data = {**save, "setup": {key: value for key, value in save["setup"].items() if key not in left_out}}
        with pytest.raises(BadSave, match="names a file"):
            theomachy.load(json.dumps(data))


def test_a_position_names_no_file(tmp_path: Path) -> None:
    position = {"content": written(tmp_path, RICH_STAR)}
    with pytest.raises(BadCase, match="position: content: must be a table"):
        theomachy.new("anunnaki", houses=["pharaohs", "norrenis"], position=position)


# --- wrong set-ups ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"players": 1}, "players: 1; Anunnaki is for 2, 3 or 4"),
        ({"players": 5}, "players: 5; Anunnaki is for 2, 3 or 4"),
        ({"players": True}, "players: True; Anunnaki is for 2, 3 or 4"),
        ({"players": "2"}, "players: '2'; Anunnaki is for 2, 3 or 4"),
        ({"houses": ["babylon"]}, "1 players; Anunnaki is for 2, 3 or 4"),
        ({"houses": []}, "0 players; Anunnaki is for 2, 3 or 4"),
        ({"houses": ["random"] * 5}, "5 players; Anunnaki is for 2, 3 or 4"),
        ({"houses": ["babylon", "ellenys"], "players": 3}, "players: 3, but 2 houses are named"),
        ({"houses": ["babylon", "olympus"]}, f"house 2: no house 'olympus'; houses are {', '.join(sorted(HOUSES))}"),
        ({"houses": ["babylon", "norrenis", "Babylon "]}, "house 1: 'babylon' is taken twice"),
        ({"houses": "babylon"}, "houses: must be a list of names"),
        ({"houses": ["babylon", 3]}, "houses: must be a list of names"),
        ({"first": 2}, "first: 2; the first player is a seat 0..1"),
        ({"first": -1}, "first: -1; the first player is a seat 0..1"),
        ({"first": True}, "first: True; the first player is a seat 0..1"),
        ({"first_game": 1}, "first_game: 1; must be true or false"),
        ({"gods": ["ra", "odin"]}, "unknown setting 'gods'; allowed: content, "),
        ({"scenario": "middle-kingdom"}, "unknown setting 'scenario'; allowed: content, "),
    ],
)
def test_a_wrong_setup_is_refused(setup: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetup) as refused:
        theomachy.new("anunnaki", **setup)
    assert message in str(refused.value)


def test_the_houses_keep_to_their_seats() -> None:
    for seed in range(8):
        match = theomachy.new("anunnaki", houses=["random", "Norrenis", "random"], seed=seed)
        houses = [match.seat_name(seat) for seat in range(3)]
        assert houses[1] == "norrenis"
        assert len(set(houses)) == 3


def test_lesser_gods_are_of_the_own_house() -> None:
    match = theomachy.new("anunnaki", players=4, seed=1)
    for seat in range(4):
        own = HOUSES.index(match.seat_name(seat))
        assert all(GODS.index(god) // 8 == own for god in match.view(seat)["houses"][seat]["dealt"])

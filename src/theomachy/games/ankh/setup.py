"""Chapter "setup": from what was asked for to the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from theomachy.games.ankh.components import (
    FIRST_GODS,
    FIRST_GUARDIANS,
    GODS,
    GUARDIANS,
    KEMET,
    PIECES,
)
from theomachy.games.ankh.expansion import EXPANSIONS, asked_for, expansion_of
from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.layout import lay_camels, lay_cities, lay_pieces, lay_tiles
from theomachy.games.ankh.scenarios import (
    SPECIAL_RULES,
    check_keys,
    find_scenario,
    player_counts,
    read_scenario_file,
    scenario_names,
    scenario_of,
)
from theomachy.games.ankh.specials.special import SPECIAL
from theomachy.games.ankh.state import AnkhState, empty_table, god_cell, seat_gods
from theomachy.games.ankh.steps import TURN
from theomachy.kernel.arrays import filled
from theomachy.kernel.dice import roll, shuffled
from theomachy.kernel.errors import BadContent, BadSetup, allowed
from theomachy.kernel.game import DRAWN, check_drawn
from theomachy.kernel.ids import Side
from theomachy.kernel.state import Step, clear_state

ALL_GODS: Final = tuple(range(len(GODS)))
DEFAULT_SCENARIO: Final = "middle-kingdom"
RANDOM: Final = "random"
_KEYS = ("scenario", "gods", "players", "guardians", "first", "scenario_file", "custom", DRAWN)


def check_setup(setup: dict[str, Any]) -> dict[str, Any]:
    """A setup with its defaults filled in: scenario, gods, guardians, first. A scenario file is read into it, so that
    a save needs no file beside it."""
    known = [*_KEYS, *(expansion.name for expansion in EXPANSIONS[1:])]
    for key in setup:
        if key not in known:
            raise BadSetup(f"unknown setting '{key}'; allowed: {allowed(known)}")
    gods = setup.get("gods")
    players = setup.get("players")
    if gods is None:
        if players is None:
            players = 2
        if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 5:
            raise BadSetup(f"players: {players!r}; Ankh is for 2, 3, 4 or 5 (ankh/setup/players)")
        gods = [RANDOM] * players
    gods = check_gods(gods)
    if players is not None and players != len(gods):
        raise BadSetup(f"players: {players}, but {len(gods)} gods are named (ankh/setup/players)")
    checked: dict[str, Any] = {"gods": gods}
    scenario = setup.get("scenario", DEFAULT_SCENARIO)
    if setup.get("scenario_file") is not None:
        file = setup["scenario_file"]
        checked["custom"] = (
            scenario_of(file, "scenario_file", len(gods))
            if isinstance(file, dict)
            else read_scenario_file(str(file), len(gods))
        )
        scenario = checked["custom"]["name"]
    elif setup.get("custom") is not None:
        custom = setup["custom"]
        if not isinstance(custom, dict):
            raise BadSetup("custom: must be a scenario table")
        check_keys({key: value for key, value in custom.items() if key != "file"}, "custom scenario")
        if not isinstance(custom.get("file", ""), str):
            raise BadSetup("custom: 'file' must be text: where the scenario was read from")
        if custom["players"] != len(gods):
            raise BadSetup(
                f"custom: the scenario is for {custom['players']} players, not {len(gods)} (ankh/setup/scenario)"
            )
        checked["custom"] = custom
        scenario = custom["name"]
    elif not isinstance(scenario, str):
        raise BadSetup(f"scenario: {scenario!r} is not a name")
    elif scenario != RANDOM:
        find_scenario(scenario, len(gods))
    checked["scenario"] = scenario
    checked["guardians"] = check_guardians(setup.get("guardians"))
    first = setup.get("first")
    if first is not None and (isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < len(gods)):
        raise BadSetup(f"first: {first!r}; the first player is a seat 0..{len(gods) - 1} (ankh/setup/first-player)")
    checked["first"] = first
    expansion = EXPANSIONS[asked_for(setup)]
    if expansion.name:
        checked[expansion.name] = expansion.check(setup[expansion.name])
    if DRAWN in setup:
        checked[DRAWN] = check_drawn(setup[DRAWN], is_drawn(checked))
    return checked


# --- what is left to the dice -----------------------------------------------------------------------------------------


def is_drawn(setup: dict[str, Any]) -> bool:
    """Whether nothing is left to be drawn."""
    return (
        RANDOM not in setup["gods"]
        and setup["scenario"] != RANDOM
        and setup["first"] is not None
        and (setup["guardians"] is not None or SPECIAL_RULES.get(setup["scenario"], 0) & KEMET != 0)
        and setup.get(EXPANSIONS[asked_for(setup)].name) != RANDOM
    )


def draw_setup(
    setup: dict[str, Any], seed: int, gods: Sequence[int] = ALL_GODS, guardians: Sequence[int] = GUARDIANS
) -> dict[str, Any]:
    """A checked setup with scenario, gods, first player, expansion and guardians drawn, in this order, by the dice of
    the match that is to begin; from those kinds of gods and guardians."""
    if DRAWN in setup:
        return setup
    # Nothing but the dice of a state is needed.
    s = AnkhState()
    clear_state(s, len(setup["gods"]))
    s.dice = seed
    setup = {**setup, "scenario": draw_scenario(s, setup["scenario"])}
    drawn = {**setup, "gods": [GODS[kind] for kind in draw_gods(s, setup["gods"], gods)]}
    if setup["first"] is None:
        drawn["first"] = roll(s, s.seats)
    expansion = EXPANSIONS[asked_for(setup)]
    if expansion.name:
        drawn[expansion.name] = expansion.draw(s, setup[expansion.name])
    if setup["guardians"] is None and not SPECIAL_RULES.get(setup["scenario"], 0) & KEMET:
        drawn["guardians"] = draw_guardians(s, guardians)
    drawn[DRAWN] = s.draws
    return drawn


def draw_from_first_box(setup: dict[str, Any], seed: int) -> dict[str, Any]:
    """The same for a save of a time when saves held wishes, and the box nothing but its first gods and guardians."""
    return draw_setup(check_setup(setup), seed, ALL_GODS[:FIRST_GODS], FIRST_GUARDIANS)


def draw_scenario(s: AnkhState, name: str) -> str:
    """ankh/setup/scenario: a scenario for this number of players; one that was named needs no dice."""
    if name != RANDOM:
        return name
    names = [one for one in scenario_names() if s.seats in player_counts(one)]
    return names[roll(s, len(names))]


def draw_gods(s: AnkhState, names: list[str], box: Sequence[int]) -> list[int]:
    free = [kind for kind in box if GODS[kind] not in names]
    drawn = shuffled(s, free) if RANDOM in names else []
    return [drawn.pop() if name == RANDOM else GODS.index(name) for name in names]


def draw_guardians(s: AnkhState, box: Sequence[int]) -> list[str]:
    """One of each level."""
    names: list[str] = []
    for level in (1, 2, 3):
        of_level = [kind for kind in box if BESTIARY[kind].level == level]
        names.append(PIECES[of_level[roll(s, len(of_level))]])
    return names


def check_gods(gods: object) -> list[str]:
    if not isinstance(gods, (list, tuple)) or not all(isinstance(god, str) for god in gods):
        raise BadSetup(f"gods: must be a list of names; gods are {allowed(GODS)} or '{RANDOM}'")
    names = [god.strip().lower() for god in gods]
    for number, god in enumerate(names, 1):
        if god not in GODS and god != RANDOM:
            raise BadSetup(f"god {number}: no god '{god}'; gods are {allowed(GODS)} or '{RANDOM}' (ankh/setup/players)")
        if god != RANDOM and names.count(god) > 1:
            raise BadSetup(
                f"god {number}: '{god}' is taken twice; each player has a different god (ankh/setup/players)"
            )
    if not 2 <= len(names) <= 5:
        raise BadSetup(f"{len(names)} players; Ankh is for 2, 3, 4 or 5 (ankh/setup/players)")
    return names


def check_guardians(guardians: object) -> list[str] | None:
    """None: one of each level at random."""
    if guardians is None or guardians == RANDOM:
        return None
    names = [PIECES[kind] for kind in GUARDIANS]
    if not isinstance(guardians, (list, tuple)) or not all(isinstance(name, str) for name in guardians):
        raise BadSetup(f"guardians: must be a list of names; guardians are {allowed(names)}")
    chosen = [name.strip().lower() for name in guardians]
    for name in chosen:
        if name not in names:
            raise BadSetup(f"guardians: no guardian '{name}'; guardians are {allowed(names)}")
    levels = sorted(BESTIARY[PIECES.index(name)].level for name in chosen)
    if levels != [1, 2, 3]:
        raise BadSetup(f"guardians: one of each level 1, 2, 3 is needed, not levels {levels} (ankh/setup/guardians)")
    return chosen


def figures_per_guardian(kind: int, players: int) -> int:
    """ankh/setup/guardians: 1 each for two players, 2 for three, all for four and five."""
    return min(BESTIARY[kind].figures, players - 1 if players < 4 else 3)


def give_god_tokens(s: AnkhState) -> None:
    """ankh/setup/god-tokens"""
    for kind in s.god_kind:
        PANTHEON[kind].prepare(s)


def use_special_rules(s: AnkhState, scenario: str) -> None:
    """ankh/setup/scenario: those of the scenario, if it has some."""
    s.rules = SPECIAL_RULES.get(scenario, 0)
    for special in SPECIAL:
        if s.rules & special.rules:
            special.prepare(s)


def set_up(setup: dict[str, Any], seed: int, listening: bool) -> AnkhState:
    """The state at the start of the first turn, for a checked setup."""
    setup = draw_setup(setup, seed)
    gods = [GODS.index(name) for name in setup["gods"]]
    custom = setup.get("custom")
    if custom:
        s = empty_table(gods)
        give_god_tokens(s)
        lay_board(s, setup, custom)
    else:
        s = scenario_board(setup).copy()
        seat_gods(s, gods)
        give_god_tokens(s)
    s.dice = seed
    s.draws = setup[DRAWN]
    s.listening = listening
    bring_guardians(s, setup["guardians"])
    s.turn_seat = s.first_seat
    s.tell("ankh/setup/first-player", "first-player", s.first_seat, other=s.first_seat)
    s.push(Step(TURN, s.first_seat))
    expansion_of(s).begin(s)
    return s


_boards: Final[dict[tuple[str, int, int, str], AnkhState]] = {}


def scenario_board(setup: dict[str, Any]) -> AnkhState:
    """The table of a scenario of ours before gods bring their tokens: laid out once, and copied for every match."""
    seats = len(setup["gods"])
    value = setup.get(EXPANSIONS[asked_for(setup)].name, "")
    key = (setup["scenario"], seats, setup["first"], value)
    board = _boards.get(key)
    if board is None:
        board = empty_table([0] * seats)
        lay_board(board, setup, find_scenario(setup["scenario"], seats))
        _boards[key] = board
    return board


def lay_board(s: AnkhState, setup: dict[str, Any], scenario: dict[str, Any]) -> None:
    """ankh/setup/scenario: what its rules change, the expansion's components, and everything on the board."""
    s.first_seat = setup["first"]
    # ankh/setup/first-player: the first player is player 1 of the scenario, and so on clockwise
    gods = [Side((s.first_seat + number) % s.seats) for number in range(s.seats)]
    # ankh/setup/devotion-stack: the first player's marker is on top
    s.ladder = gods[::-1]
    s.followers = filled(s.seats, 1)
    use_special_rules(s, scenario["name"])
    place = scenario.get("file", f"scenario {scenario['name']} for {s.seats}")
    s.expansion = asked_for(setup)
    expansion_of(s).open_box(s, setup.get(expansion_of(s).name))
    lay_camels(s, scenario.get("camels", []), place)
    lay_tiles(s, scenario.get("order", []), place)
    lay_cities(s, scenario.get("cities", []), place)
    lay_pieces(s, scenario.get("pieces", []), gods, place)
    for number, god in enumerate(gods, 1):
        if god_cell(s, god) < 0:
            raise BadContent(f"{place}, pieces: player {number} has no god figure, 'G{number} …' (ankh/setup/scenario)")


def bring_guardians(s: AnkhState, chosen: list[str] | None) -> None:
    """The guardians in play; None: the six of the first box, in Guardians of Kemet, which is made for them."""
    kinds = list(FIRST_GUARDIANS) if s.rules & KEMET or chosen is None else [PIECES.index(name) for name in chosen]
    for kind in kinds:
        s.guardian_left[kind] = figures_per_guardian(kind, s.seats)
        s.tell("ankh/setup/guardians", "guardian-in-play", what=PIECES[kind], amount=s.guardian_left[kind])

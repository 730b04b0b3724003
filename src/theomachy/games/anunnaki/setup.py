"""Chapter "setup": from what was asked for to the first turn."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    ALL_TRACKS,
    ARTIFACTS,
    CAPITAL,
    CIVILIZATIONS,
    CONTRACT_NAMES,
    CONTRACTS,
    GOALS,
    GOD_,
    GODS,
    GODS_PER_HOUSE,
    HOUSE_CONTRACTS,
    HOUSES,
    IN_DECK,
    IN_OFFER,
    LESSER_CARDS,
    LESSER_DEALT,
    MARKERS,
    NEUTRAL_CONTRACTS,
    OFFER,
    PILED,
    PLANET_AT,
    POINTS,
    START_SHRINE,
    TERRITORIES,
)
from theomachy.games.anunnaki.content import CONTENT, content_hash, merged_content, read_override
from theomachy.games.anunnaki.moving import show_marker
from theomachy.games.anunnaki.state import AnunnakiState, empty_table, note_presence, places, put_follower
from theomachy.games.anunnaki.steps import DISCARD_GOD, LAY_OUT, TURN
from theomachy.games.anunnaki.tables import tables_for
from theomachy.games.anunnaki.turn import begin_turn
from theomachy.kernel.arrays import bit, filled, numbers
from theomachy.kernel.dice import roll, shuffled
from theomachy.kernel.errors import BadContent, BadSetup, allowed
from theomachy.kernel.game import DRAWN, check_drawn
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import State, Step, clear_state
from theomachy.kernel.step import StepKind

RANDOM: Final = "random"
ARTIFACTS_IN_PLAY: Final = 3
START_RESOURCES: Final = 1
START_MANA: Final = 2
_KEYS: Final = ("houses", "players", "first", "first_game", "content", "content_hash", DRAWN)


# --- what was asked for -----------------------------------------------------------------------------------------------


def check_setup(setup: dict[str, Any]) -> dict[str, Any]:
    """A setup with its defaults filled in. A content file is read into it, so that a save needs no file beside it."""
    for key in setup:
        if key not in _KEYS:
            raise BadSetup(f"unknown setting '{key}'; allowed: {allowed(_KEYS)}")
    houses = setup.get("houses")
    players = setup.get("players")
    if houses is None:
        if players is None:
            players = 2
        if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= 4:
            raise BadSetup(f"players: {players!r}; Anunnaki is for 2, 3 or 4 (anunnaki/setup/players)")
        houses = [RANDOM] * players
    houses = check_houses(houses)
    if players is not None and players != len(houses):
        raise BadSetup(f"players: {players}, but {len(houses)} houses are named (anunnaki/setup/players)")
    first_game = setup.get("first_game", False)
    if not isinstance(first_game, bool):
        raise BadSetup(f"first_game: {first_game!r}; must be true or false (anunnaki/setup/gods)")
    first = setup.get("first")
    if first is not None and (isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < len(houses)):
        raise BadSetup(f"first: {first!r}; the first player is a seat 0..{len(houses) - 1} (anunnaki/setup/first)")
    checked: dict[str, Any] = {"houses": houses, "first": first, "first_game": first_game}
    override, data = check_override(setup.get("content"))
    checked["content"] = override
    checked["content_hash"] = content_hash(data)
    known = setup.get("content_hash")
    if known is not None and known != checked["content_hash"]:
        raise BadContent(f"content_hash: {known}; the content here is {checked['content_hash']}")
    if DRAWN in setup:
        checked[DRAWN] = check_drawn(setup[DRAWN], RANDOM not in houses)
    return checked


def check_override(content: object) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """The override as a table (None without one), and the content it gives."""
    if content is None or content == {}:
        return None, CONTENT
    if isinstance(content, str):
        table = read_override(content)
        return table, merged_content(table, content)
    if not isinstance(content, dict):
        raise BadSetup("content: must be the name of a TOML file, or a table")
    return content, merged_content(content, "content")


def check_houses(houses: object) -> list[str]:
    if not isinstance(houses, (list, tuple)) or not all(isinstance(house, str) for house in houses):
        raise BadSetup(f"houses: must be a list of names; houses are {allowed(HOUSES)} or '{RANDOM}'")
    names = [house.strip().lower() for house in houses]
    for number, house in enumerate(names, 1):
        if house not in HOUSES and house != RANDOM:
            raise BadSetup(
                f"house {number}: no house '{house}'; houses are {allowed(HOUSES)} or '{RANDOM}'"
                " (anunnaki/setup/players)"
            )
        if house != RANDOM and names.count(house) > 1:
            raise BadSetup(f"house {number}: '{house}' is taken twice (anunnaki/setup/players)")
    if not 2 <= len(names) <= 4:
        raise BadSetup(f"{len(names)} players; Anunnaki is for 2, 3 or 4 (anunnaki/setup/players)")
    return names


def draw_setup(setup: dict[str, Any], seed: int) -> dict[str, Any]:
    """A checked setup with the houses drawn by the dice of the match that is to begin. What else is left to chance is
    laid out in the match."""
    if DRAWN in setup:
        return setup
    s = State()
    clear_state(s, len(setup["houses"]))
    s.dice = seed
    free = [number for number in range(len(HOUSES)) if HOUSES[number] not in setup["houses"]]
    drawn = shuffled(s, free) if RANDOM in setup["houses"] else []
    names = [HOUSES[drawn.pop()] if name == RANDOM else name for name in setup["houses"]]
    return {**setup, "houses": names, DRAWN: s.draws}


# --- what everyone starts with ----------------------------------------------------------------------------------------


def set_up(setup: dict[str, Any], seed: int, listening: bool) -> AnunnakiState:
    """The state at the first decision, for a checked setup. (anunnaki/setup/order)"""
    setup = draw_setup(setup, seed)
    houses = [HOUSES.index(name) for name in setup["houses"]]
    s = empty_table(houses, tables_for(setup["content"], len(houses)))
    s.dice = seed
    s.draws = setup[DRAWN]
    s.listening = listening
    s.first_game = int(setup["first_game"])
    hide_layout(s)
    lay_start(s)
    s.push(Step(LAY_OUT, -1 if setup["first"] is None else setup["first"]))
    deal_gods(s)
    return s


def hide_layout(s: AnunnakiState) -> None:
    """What is not known before the gods are chosen."""
    s.arrangement = filled(len(ACTIONS), -1)
    s.goals = filled(len(GOALS), -1)
    s.two_vp = 0


def lay_start(s: AnunnakiState) -> None:
    """anunnaki/setup/start-pieces, anunnaki/setup/start-goods"""
    for seat in s.every_seat():
        first = PLANET_AT[s.house[seat]]
        s.settlements[seat * TERRITORIES + first + CAPITAL] = 1
        note_presence(s, seat, first + CAPITAL)
        for territory in (first + CAPITAL, first + CAPITAL, first + START_SHRINE):
            put_follower(s, seat, territory)
        for kind in range(4):
            s.goods[4 * seat + kind] = START_RESOURCES
        s.mana[seat] = START_MANA


def lesser_gods(s: AnunnakiState, seat: Seat) -> list[int]:
    first = s.house[seat] * GODS_PER_HOUSE
    return list(range(first + 1, first + GODS_PER_HOUSE))


def deal_gods(s: AnunnakiState) -> None:
    """anunnaki/setup/gods: 5 to choose 4 from; in a first game 4."""
    for seat in s.every_seat():
        drawn = shuffled(s, lesser_gods(s, seat))
        if s.first_game:
            keep_gods(s, seat, sorted(drawn[:LESSER_CARDS]))
            continue
        for god in sorted(drawn[:LESSER_DEALT]):
            s.dealt[seat] |= bit(god)
            s.tell("anunnaki/setup/gods", "god-dealt", seat, what=GODS[god], seen=bit(seat))
    if not s.first_game:
        s.push(Step(DISCARD_GOD))


def keep_gods(s: AnunnakiState, seat: Seat, gods: list[int]) -> None:
    for number in range(LESSER_CARDS):
        s.cards[seat * LESSER_CARDS + number] = gods[number]
        s.tell("anunnaki/setup/gods", "god-kept", seat, what=GODS[gods[number]])
    s.dealt[seat] = 0


class DiscardGod(StepKind[AnunnakiState]):
    """Everyone secretly discards one of five lesser gods. (anunnaki/setup/gods) The secret is the god."""

    name = "discard-god"
    prompt = "discard-god"
    verbs = "god"
    forbids = "anunnaki/setup/gods"
    secret = True

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        waiting = 0
        for seat in s.every_seat():
            if s.secret[seat] < 0:
                waiting |= bit(seat)
        return waiting

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return places(s.dealt[seat], GOD_)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.secret[seat] = choice - GOD_

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()
        s.reveals += 1
        for seat in s.every_seat():
            god = s.secret[seat]
            s.secret[seat] = -1
            s.tell("anunnaki/setup/gods", "god-discarded", seat, what=GODS[god], seen=bit(seat))
            keep_gods(s, seat, places(s.dealt[seat] & ~bit(god)))


# --- what is laid out at random ---------------------------------------------------------------------------------------


class LayOut(StepKind[AnunnakiState]):
    """The rest of the setup. `who`: the first player, -1 at random. (anunnaki/setup/order)"""

    name = "lay-out"
    holds = "who=first:house"

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.reveals += 1
        s.first_seat = Seat(roll(s, s.seats)) if step.seat < 0 else step.seat
        s.tell("anunnaki/setup/first", "first-player", s.first_seat)
        lay_tiles(s)
        lay_civilizations(s)
        lay_markers(s)
        draw_artifacts(s)
        lay_contracts(s)
        s.two_vp = bit(len(s.tables.two_vp)) - 1
        s.goals = numbers(shuffled(s, list(range(len(GOALS)))))
        for track in range(len(ALL_TRACKS)):
            s.tell("anunnaki/setup/goals", "goal", what=GOALS[s.goals[track]], where=track)
        begin_turn(s, s.first_seat)
        s.become(Step(TURN, s.first_seat))


def lay_tiles(s: AnunnakiState) -> None:
    """anunnaki/setup/tiles: the same arrangement for everyone."""
    s.arrangement = numbers(shuffled(s, list(range(len(ACTIONS)))))


def lay_civilizations(s: AnunnakiState) -> None:
    """anunnaki/setup/civilizations: face down on each marked territory."""
    tiles = shuffled(s, list(range(CIVILIZATIONS)))
    for territory in places(s.tables.civ_places & s.land):
        s.civ_tile[territory] = tiles.pop()
        s.civs |= bit(territory)


def points_in_play(s: AnunnakiState) -> list[int]:
    return [point for point in range(POINTS) if s.tables.point[point] and not s.tables.point[point] & ~s.land]


def lay_markers(s: AnunnakiState) -> None:
    """anunnaki/setup/culture: face down; those next to a unit are turned up at once."""
    markers = shuffled(s, list(range(MARKERS)))
    for point in points_in_play(s):
        s.marker[point] = markers.pop()
    for seat in s.every_seat():
        for territory in places(s.presence[seat]):
            for point in places(s.tables.around[territory]):
                show_marker(s, seat, point, "anunnaki/setup/culture")


def draw_artifacts(s: AnunnakiState) -> None:
    """anunnaki/setup/artifacts: 3 of 6, unseen."""
    for artifact in shuffled(s, list(range(len(ARTIFACTS))))[:ARTIFACTS_IN_PLAY]:
        s.artifact_at[artifact] = PILED


def contracts_in_play(s: AnunnakiState) -> list[int]:
    """anunnaki/setup/contracts: the neutral ones and those of the houses in play; all in a first game."""
    if s.first_game:
        return list(range(CONTRACTS))
    found = list(range(NEUTRAL_CONTRACTS))
    for house in range(len(HOUSES)):
        if any(s.house[seat] == house for seat in range(s.seats)):
            first = NEUTRAL_CONTRACTS + house * HOUSE_CONTRACTS
            found += list(range(first, first + HOUSE_CONTRACTS))
    return found


def lay_contracts(s: AnunnakiState) -> None:
    s.deck = shuffled(s, contracts_in_play(s))
    for contract in s.deck:
        s.contract_at[contract] = IN_DECK
    for _ in range(OFFER):
        contract = s.deck.pop(0)
        s.offer.append(contract)
        s.contract_at[contract] = IN_OFFER
        s.tell("anunnaki/setup/contracts", "contract-opened", what=CONTRACT_NAMES[contract])

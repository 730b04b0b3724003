"""A position of the case notation (docs/notation.md) laid out as a state. Everything is checked."""

from __future__ import annotations

from typing import Any, Final

from theomachy.ankh.components import (
    ACTIONS,
    ALL_CARDS,
    ANUBIS,
    CARDS,
    CONFLICT,
    EVENTS,
    FIGURES,
    GODS,
    GONE,
    GUARDIANS,
    HELD,
    KEMET,
    MONUMENTS,
    OSIRIS,
    PIECES,
    POOL,
    POWERS,
    REBUILDING,
    ROW_TOKENS,
    SCORPION,
    TILES,
    TOP,
    UNDERWORLD_TOKENS,
)
from theomachy.ankh.egypt import WATER
from theomachy.ankh.forgotten import leave_game
from theomachy.ankh.guardians import claw_cells
from theomachy.ankh.layout import find_cell, lay_camels, lay_cities, lay_pieces, lay_tiles, take_figure
from theomachy.ankh.merge import join_gods
from theomachy.ankh.scenarios import SPECIAL_RULES, find_scenario
from theomachy.ankh.setup import check_gods, figures_per_guardian, give_god_tokens
from theomachy.ankh.state import AnkhState, empty_table, pool_warrior, set_stock
from theomachy.ankh.steps import EVENT, TURN
from theomachy.ankh.turn import AFTER_EVENT, MOVES_TO_EVENT, event_track
from theomachy.kernel.arrays import bit, filled, ones
from theomachy.kernel.errors import BadCase, allowed
from theomachy.kernel.state import Step

KEYS: Final = (
    "scenario", "setup", "pieces", "camels", "order", "guardians", "followers", "devotion", "ladder", "powers", "hand",
    "pool", "held", "tokens", "underworld", "claws", "amun", "supply", "stock", "merged", "forgotten", "markers",
    "events", "turn", "start",
)  # fmt: skip
DEFAULT_GUARDIANS: Final = ("satis", "mummy", "androsphinx")
DEFAULT_ORDER: Final = ["A2", "J3", "B1"]
STARTS: Final = ("turn", "control", "camel", "conflict", "bid")


def check_position(setup: dict[str, Any]) -> dict[str, Any]:
    """A setup with a position: the gods in seat order, the first of them the first player."""
    for key in setup:
        if key not in ("gods", "position"):
            raise BadCase(f"unknown setting '{key}' beside a position; allowed: gods, position")
    gods = check_gods(setup.get("gods"))
    position = setup["position"]
    if not isinstance(position, dict):
        raise BadCase("position: must be a table")
    for key in position:
        if key not in KEYS:
            raise BadCase(f"position: unknown key '{key}'; allowed: {allowed(KEYS)}")
    return {"gods": gods, "position": position}


class _Reader:
    """Reads the tables of a position; every error names the key."""

    def __init__(self, position: dict[str, Any], names: list[str]) -> None:
        self.position = position
        self.names = names

    def texts(self, key: str) -> list[str]:
        value = self.position.get(key) or []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadCase(f"position, {key}: must be a list")
        return value

    def god(self, name: object, key: str) -> int:
        if name not in self.names:
            raise BadCase(f"position, {key}: '{name}' does not play; gods here: {allowed(self.names)}")
        return self.names.index(str(name))

    def by_god(self, key: str) -> list[tuple[int, Any]]:
        value = self.position.get(key) or {}
        if not isinstance(value, dict):
            raise BadCase(f"position, {key}: must be a table by god, like {{isis: 3}}")
        return [(self.god(name, key), item) for name, item in value.items()]

    def numbers(self, key: str, top: int) -> list[tuple[int, int]]:
        return [(god, self.number(item, key, top)) for god, item in self.by_god(key)]

    def number(self, value: object, key: str, top: int) -> int:
        if type(value) is not int or not 0 <= value <= top:
            raise BadCase(f"position, {key}: {value!r} is not a number from 0 to {top}")
        return value

    def named(self, values: object, names: tuple[str, ...] | list[str], key: str) -> list[int]:
        """A list of names as numbers."""
        if not isinstance(values, list):
            raise BadCase(f"position, {key}: must be a list")
        for value in values:
            if value not in names:
                raise BadCase(f"position, {key}: no '{value}'; allowed: {allowed(names)}")
        return [names.index(value) for value in values]

    def table(self, key: str) -> dict[str, Any]:
        value = self.position.get(key) or {}
        if not isinstance(value, dict):
            raise BadCase(f"position, {key}: must be a table")
        return value


def lay_position(setup: dict[str, Any], seed: int, listening: bool) -> AnkhState:
    """The state that a position describes, with the first step on its stack."""
    names: list[str] = setup["gods"]
    read = _Reader(setup["position"], names)
    s = empty_table([GODS.index(name) for name in names])
    s.dice = seed
    s.listening = listening
    give_god_tokens(s)
    for higher, name in read.by_god("merged"):
        s.divine[higher] |= s.divine[read.god(name, "merged")]
    _lay_board(s, read)
    _give_goods(s, read)
    _set_tracks(s, read)
    _join_and_forget(s, read)
    _begin(s, read)
    return s


def _lay_board(s: AnkhState, read: _Reader) -> None:
    position = read.position
    name = position.get("scenario", "plain")
    if name != "plain" and not isinstance(name, str):
        raise BadCase("position, scenario: must be a name")
    scenario: dict[str, Any] = {} if name == "plain" else find_scenario(name, s.seats)
    s.rules = SPECIAL_RULES.get(name, 0)
    if s.rules & REBUILDING:
        set_stock(s)
    base = scenario if position.get("setup") else {}
    if position.get("setup") and not scenario:
        raise BadCase("position, setup: needs a scenario")
    camels = [*base.get("camels", []), *read.texts("camels")]
    lay_camels(s, camels, "position")
    lay_tiles(s, read.texts("order") or base.get("order") or DEFAULT_ORDER, "position")
    lay_cities(s, scenario.get("cities", []), "position")
    lay_pieces(s, [*base.get("pieces", []), *read.texts("pieces")], list(range(s.seats)), "position")
    underworld = [find_cell(cell, "position, underworld") for cell in read.texts("underworld")]
    if len(underworld) > 3 or (underworld and s.underworld[0] != POOL):
        raise BadCase("position, underworld: Osiris must play, and he has 3 tokens")
    for number, cell in enumerate(underworld):
        if WATER[cell]:
            raise BadCase("position, underworld: not on water")
        s.underworld[number] = cell


def _give_goods(s: AnkhState, read: _Reader) -> None:
    followers = 1 if read.position.get("setup") else 0
    s.followers = filled(s.seats, followers)
    for god, amount in read.numbers("followers", 900):
        s.followers[god] = amount
    for god, powers in read.by_god("powers"):
        for power in read.named(powers, POWERS, "powers"):
            s.powers[god] |= bit(power)
        s.row[god] = ROW_TOKENS - ones(s.powers[god])
        if s.row[god] < 0:
            raise BadCase("position, powers: at most 6")
    for god, cards in read.by_god("hand"):
        s.hand[god] = sum(bit(card) for card in set(read.named(cards, CARDS, "hand")))
        if not s.hand[god] & ALL_CARDS:
            raise BadCase("position, hand: a hand is never empty (ankh/battle/hand-never-empty)")
    for god, kinds in read.by_god("pool"):
        for kind in read.named(kinds, [PIECES[kind] for kind in GUARDIANS], "pool"):
            take_figure(s, god, GUARDIANS[kind], "position, pool")
    _give_guardians(s, read)
    for god, amount in read.numbers("held", 3):
        if not any(divine & ANUBIS for divine in s.divine):
            raise BadCase("position, held: Anubis does not play")
        for _ in range(amount):
            figure = pool_warrior(s, god)
            if figure < 0:
                raise BadCase("position, held: that god has no warrior left")
            s.where[figure] = HELD
    for god, amount in read.numbers("tokens", 9):
        s.tokens[god] = amount
    for god, stock in read.by_god("stock"):
        for name, amount in stock.items() if isinstance(stock, dict) else []:
            s.stock[god * 3 + read.named([name], MONUMENTS, "stock")[0]] = read.number(amount, "stock", 2)
    amun = read.position.get("amun", "ready")
    if amun not in ("ready", "spent"):
        raise BadCase("position, amun: ready or spent")
    s.amun_ready = int(amun == "ready")
    for name, cells in read.table("claws").items():
        cell = find_cell(name, "position, claws")
        figure = s.at[cell] - 1
        if not 0 <= figure < FIGURES * s.seats or s.kind[figure] != SCORPION:
            raise BadCase(f"position, claws: no giant-scorpion on {name}")
        points = sorted(find_cell(point, "position, claws") for point in cells)
        if len(points) != 2 or points[0] not in claw_cells(cell, points[1]):
            raise BadCase(f"position, claws: {name} can't point there (ankh/guardian/giant-scorpion)")
        s.claw_a[figure], s.claw_b[figure] = points


def _give_guardians(s: AnkhState, read: _Reader) -> None:
    """What is left of the guardian kinds in play: the figures of the player count less those players have."""
    names = read.texts("guardians") or list(DEFAULT_GUARDIANS)
    kinds = {PIECES.index(PIECES[GUARDIANS[number]]) for number in read.named(names, _guardian_names(), "guardians")}
    in_use = [kind for kind in s.kind if kind >= GUARDIANS[0]]
    if s.rules & KEMET:
        kinds = set(GUARDIANS)
    for kind in kinds | set(in_use):
        s.guardian_left[kind] = max(0, figures_per_guardian(kind, s.seats) - in_use.count(kind))
    for name, amount in read.table("supply").items():
        if name in MONUMENTS:
            s.monuments_left[MONUMENTS.index(name)] = read.number(amount, "supply", 10)
        elif name == "camels":
            s.camels_left = read.number(amount, "supply", 30)
        elif name == "tiles":
            count = read.number(amount, "supply", TILES)
            tiles = [tile for tile in range(1, TILES + 1) if s.tiles_left >> tile & 1][:count]
            s.tiles_left = sum(bit(tile) for tile in tiles)
        elif name in _guardian_names():
            s.guardian_left[PIECES.index(name)] = read.number(amount, "supply", 3)
        else:
            known = [*MONUMENTS, "camels", "tiles", *_guardian_names()]
            raise BadCase(f"position, supply: no '{name}'; allowed: {allowed(known)}")


def _guardian_names() -> list[str]:
    return [PIECES[kind] for kind in GUARDIANS]


def _set_tracks(s: AnkhState, read: _Reader) -> None:
    for god, space in read.numbers("devotion", TOP - 1):
        s.devotion[god] = space
    # On a shared space the earlier seat is more devoted, unless the position says otherwise.
    s.ladder = sorted(range(s.seats), key=lambda god: (s.devotion[god], -god))
    ladder = read.texts("ladder")
    if ladder:
        s.ladder = [read.god(name, "ladder") for name in ladder]
        spaces = [s.devotion[god] for god in s.ladder]
        if spaces != sorted(spaces) or sorted(s.ladder) != list(range(s.seats)):
            raise BadCase("position, ladder: must name every god once, in ascending devotion")
    for action, moved in read.table("markers").items():
        if action not in ACTIONS:
            raise BadCase(f"position, markers: no action '{action}'; allowed: {allowed(ACTIONS)}")
        top = MOVES_TO_EVENT[ACTIONS.index(action)][s.seats] - 1
        s.marker[ACTIONS.index(action)] = read.number(moved, "markers", top)
    start = read.position.get("start", "turn")
    events = read.position.get("events", 3 if start == "conflict" else 0)
    s.events_done = read.number(events, "events", 17)
    s.conflicts_done = event_track(s)[: s.events_done].count(CONFLICT)


def _join_and_forget(s: AnkhState, read: _Reader) -> None:
    for higher, name in read.by_god("merged"):
        lower = read.god(name, "merged")
        listening, s.listening = s.listening, False
        space, ladder = s.devotion[higher], [god for god in s.ladder if god != lower]
        join_gods(s, higher, lower)
        # The position names what the merged god has now, so nothing is inherited but the god power.
        s.devotion[higher], s.ladder = space, ladder
        s.listening = listening
    for name in read.texts("forgotten"):
        god = read.god(name, "forgotten")
        listening, s.listening = s.listening, False
        leave_game(s, god, "ankh/forgotten/red")
        s.followers[god] = 0
        if s.divine[god] & OSIRIS:
            s.underworld = filled(UNDERWORLD_TOKENS, GONE)
        s.ladder.remove(god)
        s.listening = listening


def _begin(s: AnkhState, read: _Reader) -> None:
    s.turn_seat = read.god(read.position.get("turn", read.names[0]), "turn")
    if not s.alive[s.side[s.turn_seat]]:
        raise BadCase("position, turn: that god is not in play")
    start = read.position.get("start", "turn")
    if start not in STARTS:
        raise BadCase(f"position, start: no '{start}'; allowed: {allowed(STARTS)}")
    if start == "turn":
        s.push(Step(TURN, s.turn_seat))
        return
    wanted = EVENTS.index(start)
    # Find the place on the event track: the given one, or the first event of the kind from there on.
    track = event_track(s)
    number = s.events_done
    while number < len(track) and track[number] != wanted:
        number += 1
    if number == len(track):
        raise BadCase(f"position, start: no {start} event comes after {s.events_done} events")
    s.events_done = number
    s.conflicts_done = track[:number].count(CONFLICT)
    # The turn ends with this event; no action marker goes back, for none has moved.
    s.push(Step(TURN, s.turn_seat, count=AFTER_EVENT))
    s.push(Step(EVENT, s.side[s.turn_seat]))

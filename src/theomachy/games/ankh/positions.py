"""A position of the case notation (docs/notation.md) laid out as a state. Everything is checked."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    ACTIONS,
    CARDS,
    CONFLICT,
    EVENTS,
    FIGURES,
    GODS,
    GUARDIANS,
    KEMET,
    MAAT,
    MONUMENT_NAMES,
    MONUMENTS,
    MONUMENTS_OF_TYPE,
    NO_MONUMENT,
    PIECES,
    POOL_TOKENS,
    POWERS,
    POWERS_PER_LEVEL,
    REBUILDING,
    ROW_TOKENS,
    TILES,
    TOP,
)
from theomachy.games.ankh.expansion import EXPANSIONS, asked_for, expansion_of
from theomachy.games.ankh.forgotten import leave_game
from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.layout import find_cell, lay_camels, lay_cities, lay_pieces, lay_tiles, take_figure
from theomachy.games.ankh.merge import join_gods
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.scenarios import find_scenario
from theomachy.games.ankh.setup import RANDOM, check_gods, figures_per_guardian, give_god_tokens, use_special_rules
from theomachy.games.ankh.state import AnkhState, empty_table, god_of
from theomachy.games.ankh.steps import EVENT, TURN
from theomachy.games.ankh.turn import AFTER_EVENT, MOVES_TO_EVENT, event_track
from theomachy.kernel.arrays import bit, filled, ones
from theomachy.kernel.errors import BadCase, allowed
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step

KEYS: Final = (
    "scenario", "setup", "pieces", "camels", "order", "guardians", "followers", "devotion", "ladder", "powers", "hand",
    "pool", "tokens", "supply", "stock", "built", "merged", "forgotten", "markers", "events", "first", "turn", "start",
)  # fmt: skip
DEFAULT_GUARDIANS: Final = ("satis", "mummy", "androsphinx")
DEFAULT_ORDER: Final = ["A2", "J3", "B1"]
POWERS_A_LEVEL: Final = 2
STARTS: Final = ("turn", "control", "camel", "conflict", "bid")


def check_position(setup: dict[str, Any]) -> dict[str, Any]:
    """A setup with a position: the gods in seat order, the first of them the first player."""
    for key in setup:
        if key not in ("gods", "position"):
            raise BadCase(f"unknown setting '{key}' beside a position; allowed: gods, position")
    gods = check_gods(setup.get("gods"))
    if RANDOM in gods:
        raise BadCase(f"gods: a position needs named gods, not '{RANDOM}'")
    position = setup["position"]
    if not isinstance(position, dict):
        raise BadCase("position: must be a table")
    expansion = EXPANSIONS[asked_for(position)]
    known = [*KEYS]
    for god in PANTHEON:
        known += god.position_keys
    for guardian in BESTIARY:
        known += guardian.position_keys
    known += [*(other.name for other in EXPANSIONS[1:]), *expansion.position_keys]
    for key in position:
        if key not in known:
            raise BadCase(f"position: unknown key '{key}'; allowed: {allowed(known)}")
    return {"gods": gods, "position": position}


def lay_position(setup: dict[str, Any], seed: int, listening: bool) -> AnkhState:
    """The state that a position describes, with the first step on its stack."""
    names: list[str] = setup["gods"]
    read = Reader(setup["position"], names)
    s = empty_table([GODS.index(name) for name in names])
    s.dice = seed
    s.listening = listening
    give_god_tokens(s)
    s.first_seat = Seat(read.god(read.position.get("first", names[0]), "first"))
    s.expansion = asked_for(read.position)
    expansion_of(s).open_box(s, read.position.get(expansion_of(s).name))
    _check_lower_gods(s, read)
    for higher, name in read.by_god("merged"):
        s.divine[higher] |= s.divine[read.god(name, "merged")]
    _lay_board(s, read)
    _give_goods(s, read)
    _set_tracks(s, read)
    expansion_of(s).lay(s, read)
    _join_and_forget(s, read)
    _check_gods_stand(s, read)
    _begin(s, read)
    return s


def player_of(s: AnkhState, god: int) -> int:
    """The digit of a god in `pieces`: players are counted from the first player."""
    return (god - s.first_seat) % s.seats + 1


def _check_lower_gods(s: AnkhState, read: Reader) -> None:
    """What a merged god has is named by the higher god; the lower one has nothing of its own (ankh/merge/remove)."""
    for higher, name in read.by_god("merged"):
        lower = read.god(name, "merged")
        for piece in read.texts("pieces"):
            if (piece.split() or [""])[0].rstrip("*").endswith(str(player_of(s, lower))):
                raise BadCase(
                    f"position, merged: {name} is the lower god and has no pieces, but there is '{piece}'; "
                    f"name those of {read.names[higher]}"
                )
        for key, value in read.position.items():
            if key not in ("merged", "built") and isinstance(value, dict) and name in value:
                raise BadCase(
                    f"position, {key}: {name} is the lower god of a merged one; name what {read.names[higher]} has"
                )


def _check_gods_stand(s: AnkhState, read: Reader) -> None:
    """ankh/setup/players, ankh/forgotten/red: whoever is in play stands on the board."""
    for god in range(s.seats):
        if s.alive[god] and s.where[god * FIGURES] < 0:
            raise BadCase(
                f"position, pieces: {read.names[god]} does not stand on the board; put a 'G{player_of(s, god)}' "
                "somewhere (ankh/setup/players)"
            )


def _lay_board(s: AnkhState, read: Reader) -> None:
    position = read.position
    name = position.get("scenario", "plain")
    if name != "plain" and not isinstance(name, str):
        raise BadCase("position, scenario: must be a name")
    scenario: dict[str, Any] = {} if name == "plain" else find_scenario(name, s.seats)
    use_special_rules(s, name)
    base = scenario if position.get("setup") else {}
    if position.get("setup") and not scenario:
        raise BadCase("position, setup: needs a scenario")
    camels = [*base.get("camels", []), *read.texts("camels")]
    lay_camels(s, camels, "position")
    lay_tiles(s, read.texts("order") or base.get("order") or DEFAULT_ORDER, "position")
    lay_cities(s, scenario.get("cities", []), "position")
    gods = [Side((s.first_seat + number) % s.seats) for number in range(s.seats)]
    lay_pieces(s, [*base.get("pieces", []), *read.texts("pieces")], gods, "position")
    _lay_built(s, read)


def _lay_built(s: AnkhState, read: Reader) -> None:
    """ankh/scenario/great-rebuilding: monuments that came from a god's own stock, not from the supply."""
    for god, cells in read.by_god("built"):
        for name in cells if isinstance(cells, list) else [cells]:
            cell = find_cell(name, "position, built")
            if s.monument[cell] == NO_MONUMENT or s.origin[cell] or not s.rules & REBUILDING:
                raise BadCase(f"position, built: {name}: no monument, or not in the Great Rebuilding, or named twice")
            s.origin[cell] = god + 1
            s.monuments_left[s.monument[cell]] += 1


def _give_goods(s: AnkhState, read: Reader) -> None:
    followers = 1 if read.position.get("setup") else 0
    s.followers = filled(s.seats, followers)
    for god, amount in read.numbers("followers", 900):
        s.followers[god] = amount
    for god, powers in read.by_god("powers"):
        for power in read.different(powers, POWERS, "powers"):
            s.powers[god] |= bit(power)
        _check_powers(s.powers[god], read.names[god])
        s.row[god] = ROW_TOKENS - ones(s.powers[god])
    for god, cards in read.by_god("hand"):
        s.hand[god] = sum(bit(card) for card in set(read.named(cards, CARDS, "hand")))
        if not s.hand[god] & MAAT:
            raise BadCase(
                "position, hand: maat is missing; a hand is never empty, it comes back (ankh/battle/hand-never-empty)"
            )
    for god, kinds in read.by_god("pool"):
        for kind in read.named(kinds, [PIECES[kind] for kind in GUARDIANS], "pool"):
            take_figure(s, god, GUARDIANS[kind], "position, pool")
    _give_guardians(s, read)
    for god, amount in read.numbers("tokens", 9):
        if amount > s.tokens[god]:
            raise BadCase(f"position, tokens: {amount} and those on monuments are more than {POOL_TOKENS}")
        s.tokens[god] = amount
    for god, stock in read.by_god("stock"):
        if not isinstance(stock, dict):
            raise BadCase("position, stock: must be a table by monument, like {temple: 1}")
        for name, amount in stock.items():
            s.stock[god * 3 + read.named([name], MONUMENTS, "stock")[0]] = read.number(amount, "stock", 2)
    for god_power in PANTHEON:
        god_power.lay(s, read)
    for guardian in BESTIARY:
        guardian.lay(s, read)


def _check_powers(powers: int, name: str) -> None:
    """ankh/unlock/leftmost: two of level 1, then two of level 2, then two of level 3."""
    row = bit(POWERS_PER_LEVEL) - 1
    before = POWERS_A_LEVEL
    for level in range(len(POWERS) // POWERS_PER_LEVEL):
        count = ones(powers >> level * POWERS_PER_LEVEL & row)
        if count > POWERS_A_LEVEL or (count and before < POWERS_A_LEVEL):
            raise BadCase(
                f"position, powers: {name} can't have these: it unlocks two of level 1, then two of level 2, then two "
                "of level 3 (ankh/unlock/leftmost)"
            )
        before = count


def _check_guardian_levels(kinds: list[int]) -> None:
    """ankh/setup/guardians: one kind of each level."""
    for number, kind in enumerate(kinds):
        for other in kinds[:number]:
            if BESTIARY[kind].level == BESTIARY[other].level:
                raise BadCase(
                    f"position, guardians: {PIECES[other]} and {PIECES[kind]} are of the same level; one kind of each "
                    "level is in play (ankh/setup/guardians)"
                )


def _give_guardians(s: AnkhState, read: Reader) -> None:
    """What is left of the guardian kinds in play: the figures of the player count less those players have."""
    names = read.texts("guardians") or list(DEFAULT_GUARDIANS)
    named = [GUARDIANS[number] for number in read.different(names, _guardian_names(), "guardians")]
    if not s.rules & KEMET:
        _check_guardian_levels(named)
    kinds = set(GUARDIANS) if s.rules & KEMET else set(named)
    in_use = [kind for kind in s.kind if kind >= GUARDIANS[0]]
    for kind in kinds | set(in_use):
        s.guardian_left[kind] = figures_per_guardian(kind, s.seats) - in_use.count(kind)
        if s.guardian_left[kind] < 0:
            raise BadCase(
                f"position, pieces and pool: {in_use.count(kind)} figures of {PIECES[kind]}; {s.seats} players have "
                f"{figures_per_guardian(kind, s.seats)} (ankh/setup/guardians)"
            )
    kinds_of_monument = [name for kind, name in enumerate(MONUMENT_NAMES) if kind < len(MONUMENTS) or s.expansion]
    for name, amount in read.table("supply").items():
        if name in kinds_of_monument:
            s.monuments_left[MONUMENT_NAMES.index(name)] = read.number(amount, "supply", MONUMENTS_OF_TYPE)
        elif name == "camels":
            s.camels_left = read.number(amount, "supply", 30)
        elif name == "tiles":
            count = read.number(amount, "supply", TILES)
            tiles = [tile for tile in range(1, TILES + 1) if s.tiles_left >> tile & 1][:count]
            s.tiles_left = sum(bit(tile) for tile in tiles)
        elif name in _guardian_names():
            kind = PIECES.index(name)
            s.guardian_left[kind] = read.number(amount, "supply", 3)
            if s.guardian_left[kind] + in_use.count(kind) > figures_per_guardian(kind, s.seats):
                raise BadCase(
                    f"position, supply: {amount} and those in play are more figures of {name} than {s.seats} players "
                    f"have: {figures_per_guardian(kind, s.seats)} (ankh/setup/guardians)"
                )
        else:
            known = [*kinds_of_monument, "camels", "tiles", *_guardian_names()]
            raise BadCase(f"position, supply: no '{name}'; allowed: {allowed(known)}")


def _guardian_names() -> list[str]:
    return [PIECES[kind] for kind in GUARDIANS]


def _set_tracks(s: AnkhState, read: Reader) -> None:
    for god, space in read.numbers("devotion", TOP - 1):
        s.devotion[god] = space
    # On a shared space the earlier seat is more devoted, unless the position says otherwise.
    s.ladder = sorted([Side(god) for god in range(s.seats)], key=lambda god: (s.devotion[god], -god))
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


def _join_and_forget(s: AnkhState, read: Reader) -> None:
    for higher, name in read.by_god("merged"):
        lower = read.god(name, "merged")
        if lower == higher or not s.alive[lower] or not s.alive[higher]:
            raise BadCase("position, merged: two different gods, and each in one pair only")
        listening, s.listening = s.listening, False
        space, ladder = s.devotion[higher], [god for god in s.ladder if god != lower]
        join_gods(s, higher, lower)
        # The position names what the merged god has now, so nothing is inherited but the god power.
        s.devotion[higher], s.ladder = space, ladder
        s.listening = listening
    for name in read.texts("forgotten"):
        god = read.god(name, "forgotten")
        if not s.alive[god]:
            raise BadCase(f"position, forgotten: {name} is out already")
        listening, s.listening = s.listening, False
        leave_game(s, god, "ankh/forgotten/red")
        s.followers[god] = 0
        CHORUS.god_forgotten(s, god)
        s.ladder.remove(god)
        s.listening = listening


def _begin(s: AnkhState, read: Reader) -> None:
    if len(s.ladder) < 2:
        raise BadCase("position, forgotten: at least two gods must be in play (ankh/forgotten/one-left)")
    s.turn_seat = Seat(read.god(read.position.get("turn", read.names[0]), "turn"))
    if not s.alive[god_of(s, s.turn_seat)]:
        raise BadCase("position, turn: that god is not in play")
    start = read.position.get("start", "turn")
    starts = (*STARTS, *expansion_of(s).starts)
    if start not in starts:
        raise BadCase(f"position, start: no '{start}'; allowed: {allowed(starts)}")
    if start not in STARTS:
        expansion_of(s).begin_at(s, start)
        return
    if start == "turn":
        s.push(Step(TURN, s.turn_seat))
        return
    wanted = EVENTS.index(start)
    # The place on the event track: the given one, which must have that event, or the first that has it.
    track = event_track(s)
    number = s.events_done
    if "events" in read.position and number < len(track) and track[number] != wanted:
        places = [str(place) for place, event in enumerate(track) if event == wanted]
        raise BadCase(
            f"position, start: after {number} events comes {EVENTS[track[number]]}, not {start}; {start} comes after "
            f"{', '.join(places) or 'none'}"
        )
    while number < len(track) and track[number] != wanted:
        number += 1
    if number == len(track):
        raise BadCase(f"position, start: no {start} event comes after {s.events_done} events")
    s.events_done = number
    s.conflicts_done = track[:number].count(CONFLICT)
    # The turn ends with this event; no action marker goes back, for none has moved.
    s.push(Step(TURN, s.turn_seat, count=AFTER_EVENT))
    s.push(Step(EVENT, god_of(s, s.turn_seat)))

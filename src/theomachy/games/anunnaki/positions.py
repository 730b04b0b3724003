"""A position of the case notation (docs/notation-anunnaki.md) laid out as a state. Everything is checked."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.artifacts.pandora import ALL_PANDORA
from theomachy.games.anunnaki.components import (
    ACTIONS,
    ADVANCED,
    ALL_TRACKS,
    ARTIFACTS,
    BASIC,
    BOXED,
    CIVILIZATIONS,
    CONTRACT_NAMES,
    DISCARDED,
    EXTRAS,
    FATE,
    FIRST_GOD,
    FOLLOWER,
    FOLLOWERS,
    FULFILLED,
    GOALS,
    GODS,
    GODS_PER_HOUSE,
    GREAT_TOKEN,
    HOUSE_WEAPONS,
    HOUSES,
    IN_BOX,
    IN_DECK,
    IN_OFFER,
    LESSER_CARDS,
    LESSER_DEALT,
    LINE_NAMES,
    MARKERS,
    MOST,
    OFFER,
    PANDORA,
    PANDORA_TOKENS,
    PIECES,
    PILED,
    PLANET_AT,
    PLANET_PLACES,
    POINT_NAMES,
    REMOVED,
    RESOURCES,
    ROUNDS,
    SETTLEMENT,
    SETTLEMENTS,
    TABLE,
    TERRITORIES,
    TERRITORY_NAMES,
    TOKEN_LINES,
    TOKENS,
    TRACKS,
    WEAPONS,
)
from theomachy.games.anunnaki.setup import (
    START_MANA,
    START_RESOURCES,
    check_houses,
    check_override,
    contracts_in_play,
    hide_layout,
    lesser_gods,
)
from theomachy.games.anunnaki.state import (
    AnunnakiState,
    capital_of,
    empty_table,
    god_card,
    note_presence,
    own_land,
    put_follower,
)
from theomachy.games.anunnaki.steps import DISCARD_GOD, END, LAY_OUT, TURN
from theomachy.games.anunnaki.summoning import bring_in
from theomachy.games.anunnaki.tables import tables_for
from theomachy.games.anunnaki.tracks import last_space
from theomachy.games.anunnaki.turn import PHASES, begin_turn
from theomachy.kernel.arrays import bit, filled, numbers, ones
from theomachy.kernel.errors import BadCase, allowed
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step

KEYS: Final = (
    "pieces", "add", "gods", "resources", "mana", "vp", "tracks", "two_vp", "tiles", "developed", "figure", "cubes",
    "tokens", "hand", "contracts", "fulfilled", "offer", "deck", "civilizations", "conquered", "markers", "exhausted",
    "goals", "artifacts", "pile", "pandora", "fate", "first_game", "content", "first", "turn", "phase", "extra_done",
    "ending", "dealt", "round", "shown", "away", "resolved", "discarded", "removed", "looked",
)  # fmt: skip
STARTS: Final = (*PHASES, "end", "discard")
START_PIECES: Final = ("settlement CAP", "2 follower CAP", "follower ML")


def check_position(setup: dict[str, Any]) -> dict[str, Any]:
    """A setup with a position: the houses in seat order, the first of them the first player."""
    for key in setup:
        if key not in ("houses", "position"):
            raise BadCase(f"unknown setting '{key}' beside a position; allowed: houses, position")
    houses = check_houses(setup.get("houses"))
    if "random" in houses:
        raise BadCase("seats: name the houses; 'random' does not go with a position")
    position = setup["position"]
    if not isinstance(position, dict):
        raise BadCase("position: must be a table")
    for key in position:
        if key not in KEYS:
            raise BadCase(f"position: unknown key '{key}'; allowed: {allowed(KEYS)}")
    if isinstance(position.get("content"), str):
        raise BadCase("position: content: must be a table; a position holds everything itself")
    check_override(position.get("content"))
    return {"houses": houses, "position": position}


def find_territory(text: object, house: int, place: str) -> int:
    """A territory by its name; without a planet it is on the house's own."""
    name = str(text)
    if name in TERRITORY_NAMES:
        return TERRITORY_NAMES.index(name)
    if name in PLANET_PLACES and house >= 0:
        return PLANET_AT[house] + PLANET_PLACES.index(name)
    raise BadCase(f"{place}: no territory '{name}'; write it like pharaohs.TL, gaia.a or afterlife")


def find_point(text: object, place: str) -> int:
    name = str(text)
    spelled = TABLE._ids.get(f"culture {name}")
    if spelled is None:
        raise BadCase(f"{place}: no meeting point '{name}'; allowed: {allowed(POINT_NAMES)}")
    return spelled - TABLE.base("culture")


def find_line(text: object, place: str) -> int:
    number = TABLE._ids.get(f"line {text}")
    if number is None:
        raise BadCase(f"{place}: no line '{text}'; allowed: {allowed(LINE_NAMES)}")
    return number - TABLE.base("line")


def read_piece(text: object, house: int, place: str) -> tuple[int, int, int]:
    """`2 follower gaia.a`: how many, which piece, where."""
    words = str(text).split()
    count = 1
    if words and words[0].isdecimal():
        count = int(words.pop(0))
    if len(words) != 2 or words[0] not in PIECES:
        raise BadCase(f"{place}: '{text}'; write it like '2 follower gaia.a', 'settlement CAP' or 'ra TL'")
    return count, PIECES.index(words[0]), find_territory(words[1], house, place)


class _Reader:
    """Reads the tables of a position; every error names the key."""

    def __init__(self, position: dict[str, Any], names: list[str]) -> None:
        self.position = position
        self.names = names

    def seat(self, name: object, key: str) -> Seat:
        if name not in self.names:
            raise BadCase(f"position, {key}: '{name}' does not play; houses here: {allowed(self.names)}")
        return Seat(self.names.index(str(name)))

    def by_house(self, key: str) -> list[tuple[Seat, Any]]:
        value = self.table(key)
        return [(self.seat(name, key), item) for name, item in value.items()]

    def number(self, value: object, key: str, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise BadCase(f"position, {key}: {value!r} is not a number from {low} to {high}")
        return value

    def named(self, values: object, names: tuple[str, ...] | list[str], key: str) -> list[int]:
        """A list of names as numbers."""
        if not isinstance(values, list):
            raise BadCase(f"position, {key}: must be a list")
        for value in values:
            if value not in names:
                raise BadCase(f"position, {key}: no '{value}'; allowed: {allowed(names)}")
        if len(set(values)) != len(values):
            raise BadCase(f"position, {key}: something is named twice")
        return [names.index(value) for value in values]

    def one(self, value: object, names: tuple[str, ...], key: str) -> int:
        return self.named([value], names, key)[0]

    def table(self, key: str) -> dict[str, Any]:
        value = self.position.get(key) or {}
        if not isinstance(value, dict):
            raise BadCase(f"position, {key}: must be a table")
        return value

    def flag(self, key: str) -> int:
        value = self.position.get(key, False)
        if not isinstance(value, bool):
            raise BadCase(f"position, {key}: must be true or false")
        return int(value)


def lay_position(setup: dict[str, Any], seed: int, listening: bool) -> AnunnakiState:
    """The state that a position describes, with the first step on its stack."""
    names: list[str] = setup["houses"]
    position: dict[str, Any] = setup["position"]
    read = _Reader(position, names)
    override, _ = check_override(position.get("content"))
    s = empty_table([HOUSES.index(name) for name in names], tables_for(override, len(names)))
    s.dice = seed
    s.listening = listening
    s.first_game = read.flag("first_game")
    s.first_seat = read.seat(position.get("first", names[0]), "first")
    _give_gods(s, read)
    _give_artifacts(s, read)
    _lay_pieces(s, read)
    _give_goods(s, read)
    _lay_star(s, read)
    _lay_contracts(s, read)
    _lay_tiles(s, read)
    _begin(s, read)
    return s


def _give_gods(s: AnunnakiState, read: _Reader) -> None:
    """The four lesser gods: those named, those summoned, then in the order of the house."""
    if read.position.get("phase") == "discard":
        return
    wanted: list[list[int]] = [[] for _ in range(s.seats)]
    for seat, gods in read.by_house("gods"):
        wanted[seat] = read.named(gods, GODS, "gods")
    for key in ("pieces", "add"):
        for seat, pieces in read.by_house(key):
            for text in pieces if isinstance(pieces, list) else []:
                _, piece, _ = read_piece(text, s.house[seat], f"position, {key}")
                god = piece - FIRST_GOD
                if god >= 0 and god % GODS_PER_HOUSE and god not in wanted[seat]:
                    wanted[seat].append(god)
    for seat in s.every_seat():
        own = lesser_gods(s, seat)
        cards = wanted[seat]
        if len(cards) > LESSER_CARDS or any(god not in own for god in cards):
            raise BadCase(f"position, gods: {read.names[seat]} has 4 of {allowed([GODS[god] for god in own])}")
        for god in own:
            if len(cards) < LESSER_CARDS and god not in cards:
                cards.append(god)
        cards.sort()
        for number in range(LESSER_CARDS):
            s.cards[seat * LESSER_CARDS + number] = cards[number]


def _give_artifacts(s: AnunnakiState, read: _Reader) -> None:
    held = 0
    for seat, names in read.by_house("artifacts"):
        for artifact in read.named(names, ARTIFACTS, "artifacts"):
            s.artifact_at[artifact] = seat
            s.artifact_seen |= bit(seat)
            held += 1
    for key, place in (("discarded", DISCARDED), ("removed", REMOVED)):
        for artifact in read.named(read.position.get(key) or [], ARTIFACTS, key):
            if s.artifact_at[artifact] != BOXED:
                raise BadCase(f"position, {key}: {ARTIFACTS[artifact]} is somewhere else already")
            s.artifact_at[artifact] = place
    for house in read.position.get("looked") or []:
        s.artifact_seen |= bit(read.seat(house, "looked"))
    free = [artifact for artifact in range(len(ARTIFACTS)) if s.artifact_at[artifact] == BOXED]
    if "pile" in read.position:
        piled = read.named(read.position["pile"], ARTIFACTS, "pile")
        if any(artifact not in free for artifact in piled):
            raise BadCase("position, pile: somebody holds one of these artifacts")
    else:
        piled = free[: 3 if held == 0 or s.seats == 2 else 2 if held == 1 else 0]
    for artifact in piled:
        s.artifact_at[artifact] = PILED
    if s.artifact_at[PANDORA] >= 0:
        s.pandora = ALL_PANDORA
        if "pandora" in read.position:
            s.pandora = sum(bit(token) for token in read.named(read.position["pandora"], PANDORA_TOKENS, "pandora"))
            if not s.pandora:
                raise BadCase("position, pandora: the card goes with the last token; give at least one")
    if s.artifact_at[FATE] >= 0:
        s.fate = read.one(read.position.get("fate", "war"), TRACKS, "fate")


def _lay_pieces(s: AnunnakiState, read: _Reader) -> None:
    pieces: list[list[tuple[int, int, int]]] = []
    for seat in s.every_seat():
        pieces.append([read_piece(text, s.house[seat], "position") for text in START_PIECES])
    for seat, texts in read.by_house("pieces"):
        pieces[seat] = [read_piece(text, s.house[seat], "position, pieces") for text in _list(texts, "pieces")]
        if not any(piece == SETTLEMENT for _, piece, _ in pieces[seat]):
            pieces[seat].append((1, SETTLEMENT, capital_of(s, seat)))
    for seat, texts in read.by_house("add"):
        pieces[seat] += [read_piece(text, s.house[seat], "position, add") for text in _list(texts, "add")]
    for seat in s.every_seat():
        for count, piece, territory in pieces[seat]:
            _put(s, seat, count, piece, territory, read.names[seat])
        s.built[seat] = sum(s.settlements[seat * TERRITORIES + t] for t in range(TERRITORIES)) - 1


def _list(value: object, key: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadCase(f"position, {key}: must be lists by house")
    return value


def _put(s: AnunnakiState, seat: Seat, count: int, piece: int, territory: int, name: str) -> None:
    if not own_land(s, seat) >> territory & 1:
        raise BadCase(f"position, pieces: {name} can't be in {TERRITORY_NAMES[territory]} in this match")
    if piece == FOLLOWER:
        if count > s.pool[seat]:
            raise BadCase(f"position, pieces: {name} has {FOLLOWERS} followers")
        for _ in range(count):
            put_follower(s, seat, territory)
    elif piece == SETTLEMENT:
        s.settlements[seat * TERRITORIES + territory] += count
        if sum(s.settlements[seat * TERRITORIES + t] for t in range(TERRITORIES)) > SETTLEMENTS:
            raise BadCase(f"position, pieces: {name} has {SETTLEMENTS} settlements")
    else:
        god = piece - FIRST_GOD
        if god // GODS_PER_HOUSE != s.house[seat] or s.summoned[seat] >> god & 1 or count != 1:
            raise BadCase(f"position, pieces: {name} can't have {PIECES[piece]} there")
        bring_in(s, seat, god, territory)
    note_presence(s, seat, territory)


def _give_goods(s: AnunnakiState, read: _Reader) -> None:
    if read.position.get("phase") == "discard":
        # The setup has only begun: everyone has the start goods.
        s.goods = filled(4 * s.seats, START_RESOURCES)
        s.mana = filled(s.seats, START_MANA)
    for seat, goods in read.by_house("resources"):
        for name, amount in goods.items():
            kind = read.one(name, RESOURCES, "resources")
            s.goods[4 * seat + kind] = read.number(amount, "resources", 0, MOST)
    for seat, amount in read.by_house("mana"):
        s.mana[seat] = read.number(amount, "mana", 0, 99)
    for seat, amount in read.by_house("vp"):
        s.vp[seat] = read.number(amount, "vp", 0, 999)
    for seat, tracks in read.by_house("tracks"):
        for name, position in tracks.items():
            track = read.one(name, ALL_TRACKS, "tracks")
            if track < 3:
                s.track[3 * seat + track] = read.number(position, "tracks", 0, last_space(s, track))
            else:
                values = list(s.tables.supremacy)
                if position not in values:
                    raise BadCase(f"position, tracks: supremacy {position}; allowed: {values}")
                s.supremacy[seat] = values.index(position)
    if "two_vp" in read.position:
        spaces = [s.tables.supremacy[number] for number in s.tables.two_vp]
        s.two_vp = 0
        for value in read.position["two_vp"]:
            if value not in spaces:
                raise BadCase(f"position, two_vp: {value}; allowed: {spaces}")
            s.two_vp |= bit(spaces.index(value))
    for seat, weapons in read.by_house("hand"):
        for weapon in read.named(weapons, WEAPONS, "hand"):
            if not HOUSE_WEAPONS[s.house[seat]] >> weapon & 1:
                raise BadCase(f"position, hand: {WEAPONS[weapon]} is no advanced weapon of {read.names[seat]}")
            s.hand[seat] |= bit(weapon)
            s.beside[seat] &= ~bit(weapon)
        s.away[seat] = 0 if s.hand[seat] & ADVANCED else s.away[seat]
    for seat, weapons in read.by_house("shown"):
        s.shown[seat] = sum(bit(weapon) for weapon in read.named(weapons, WEAPONS, "shown"))
        if s.shown[seat] & ~(s.hand[seat] & ADVANCED):
            raise BadCase(f"position, shown: {read.names[seat]} has not all of these advanced weapons in hand")
    for seat, weapons in read.by_house("away"):
        s.away[seat] = sum(bit(weapon) for weapon in read.named(weapons, WEAPONS, "away"))
        if s.away[seat] & (s.hand[seat] | BASIC):
            raise BadCase(f"position, away: {read.names[seat]} has one of these weapons in hand")
    for seat, count in read.by_house("conquered"):
        if isinstance(count, list):
            _conquer(s, seat, count)
            continue
        for _ in range(read.number(count, "conquered", 0, CIVILIZATIONS)):
            free = [tile for tile in range(CIVILIZATIONS) if s.conquered[tile] < 0]
            if not free:
                raise BadCase(f"position, conquered: there are {CIVILIZATIONS} civilizations")
            s.conquered[free[-1]] = seat


def _conquer(s: AnunnakiState, seat: Seat, tiles: list[Any]) -> None:
    """These civilizations, by the numbers of their tiles."""
    for number in tiles:
        tile, _ = _face(number, CIVILIZATIONS, "conquered")
        if s.conquered[tile] >= 0:
            raise BadCase(f"position, conquered: tile {number} is named twice")
        s.conquered[tile] = seat


def _lay_star(s: AnunnakiState, read: _Reader) -> None:
    if "tiles" in read.position:
        tiles = read.named(read.position["tiles"], ACTIONS, "tiles")
        if len(tiles) != len(ACTIONS):
            raise BadCase("position, tiles: name all ten, in the order P0 … P4, C0 … C4")
        s.arrangement = numbers(tiles)
    for seat, names in read.by_house("developed"):
        s.developed[seat] = sum(bit(action) for action in read.named(names, ACTIONS, "developed"))
    for seat, name in read.by_house("figure"):
        action = read.one(name, ACTIONS, "figure")
        s.figure[seat] = list(s.arrangement).index(action)
    for seat, lines in read.by_house("cubes"):
        for line in _list(lines, "cubes"):
            s.cubes[seat] |= bit(find_line(line, "position, cubes"))
        if ones(s.cubes[seat]) > 14:
            raise BadCase("position, cubes: at most 14")
    given = dict(read.by_house("tokens"))
    for seat in s.every_seat():
        _lay_tokens(s, read, seat, given.get(seat) or {})


def _lay_tokens(s: AnunnakiState, read: _Reader, seat: Seat, given: dict[str, Any]) -> None:
    """Surrounded tokens are off the star; so are those of summoned gods and those said to be ready."""
    great = s.summoned[seat] >> god_card(s, seat, 0) & 1
    lesser = ones(s.summoned[seat]) - great
    lines = [TOKEN_LINES[token] for token in range(TOKENS)]
    around = [s.cubes[seat] & lines[token] == lines[token] for token in range(TOKENS)]
    surrounded = sum(around[:GREAT_TOKEN])
    ready = read.number(given.get("lesser", max(0, surrounded - lesser)), "tokens", 0, 5)
    ready_great = read.number(given.get("great", int(around[GREAT_TOKEN] and not great)), "tokens", 0, 1)
    if ready + lesser > 5 or ready_great + great > 1:
        raise BadCase(f"position, tokens: {read.names[seat]} has 5 lesser tokens and 1 great one")
    s.ready_lesser[seat] = ready
    s.ready_great[seat] = ready_great
    order = sorted(range(GREAT_TOKEN), key=lambda token: (not around[token], token))
    # Surrounded ones that are neither ready nor a summoned god's have been spent otherwise.
    for token in order[: max(ready + lesser, surrounded)]:
        s.tokens[seat] &= ~bit(token)
    if ready_great + great or around[GREAT_TOKEN]:
        s.tokens[seat] &= ~bit(GREAT_TOKEN)
    if "star" in given:
        _lay_star_tokens(s, read, seat, _list(given["star"], "tokens"), around)


def _lay_star_tokens(s: AnunnakiState, read: _Reader, seat: Seat, star: list[Any], around: list[bool]) -> None:
    """The tokens that lie on the star, by number: it may be others that were taken off it."""
    left = sum(bit(read.number(token, "tokens", 0, GREAT_TOKEN)) for token in star)
    if ones(left) != len(star) or ones(left) > ones(s.tokens[seat]) or any(around[token] for token in star):
        raise BadCase(
            f"position, tokens, star: {read.names[seat]} can have {ones(s.tokens[seat])} tokens on the star, and none "
            "that is surrounded"
        )
    s.tokens[seat] = left


def _lay_contracts(s: AnunnakiState, read: _Reader) -> None:
    in_play = contracts_in_play(s)
    taken: list[int] = []
    for key, shift in (("contracts", 0), ("fulfilled", FULFILLED)):
        for seat, names in read.by_house(key):
            for contract in read.named(names, CONTRACT_NAMES, key):
                s.contract_at[contract] = shift + seat
                taken.append(contract)
    offer = read.named(read.position["offer"], CONTRACT_NAMES, "offer") if "offer" in read.position else []
    top = read.named(read.position.get("deck") or [], CONTRACT_NAMES, "deck")
    if len(offer) > OFFER:
        raise BadCase(f"position, offer: at most {OFFER}")
    named = [*taken, *offer, *top]
    if len(set(named)) != len(named):
        raise BadCase("position: a contract is named twice")
    rest = [contract for contract in in_play if contract not in named]
    deck = [] if read.position.get("deck") == [] else [*top, *rest]
    if "offer" not in read.position:
        source = deck or rest
        offer = source[:OFFER]
        deck = deck[OFFER:]
    for contract in range(len(CONTRACT_NAMES)):
        if s.contract_at[contract] == IN_BOX:
            if contract in offer:
                s.contract_at[contract] = IN_OFFER
            elif contract in deck:
                s.contract_at[contract] = IN_DECK
    s.offer = offer
    s.deck = deck


def _face(value: object, most: int, key: str) -> tuple[int, bool]:
    """`9` or `9 up`."""
    words = str(value).split()
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= most or words[1:] not in ([], ["up"]):
        raise BadCase(f"position, {key}: '{value}'; write a number from 1 to {most}, with 'up' if it is turned up")
    return int(words[0]) - 1, len(words) == 2


def _lay_tiles(s: AnunnakiState, read: _Reader) -> None:
    used: list[int] = []
    for name, value in read.table("civilizations").items():
        territory = find_territory(name, -1, "position, civilizations")
        tile, up = _face(value, CIVILIZATIONS, "civilizations")
        if tile in used or not s.land >> territory & 1:
            raise BadCase(f"position, civilizations: {name}: that tile is used twice, or no such territory in play")
        used.append(tile)
        if s.conquered[tile] >= 0:
            free = [t for t in range(CIVILIZATIONS) if s.conquered[t] < 0 and t not in used]
            if not free:
                raise BadCase("position, conquered: there are not so many civilizations")
            s.conquered[free[-1]], s.conquered[tile] = s.conquered[tile], -1
        s.civ_tile[territory] = tile
        s.civs |= bit(territory)
        if up:
            s.civ_up |= bit(territory)
    laid: list[int] = []
    for name, value in read.table("markers").items():
        point = find_point(name, "position, markers")
        marker, up = _face(value, MARKERS, "markers")
        if marker in laid or not s.tables.point[point] or s.tables.point[point] & ~s.land:
            raise BadCase(f"position, markers: {name}: that marker is used twice, or the point is not in play")
        laid.append(marker)
        s.marker[point] = marker
        if up:
            s.marker_up |= bit(point)
    for value in read.position.get("resolved") or []:
        marker, _ = _face(value, MARKERS, "resolved")
        if marker in laid:
            raise BadCase(f"position, resolved: marker {value} lies on a board")
        s.markers_gone |= bit(marker)
    for name, value in read.table("exhausted").items():
        _exhaust(s, find_territory(name, -1, "position, exhausted"), value, name)
    if "goals" in read.position:
        goals = read.named(read.position["goals"], GOALS, "goals")
        if len(goals) != 4:
            raise BadCase("position, goals: name all four: of war, technology, trade, supremacy")
        s.goals = numbers(goals)


def _exhaust(s: AnunnakiState, territory: int, value: object, name: object) -> None:
    two = s.tables.types[2 * territory + 1] >= 0
    if two and isinstance(value, list):
        for item in value:
            kinds = [RESOURCES[s.tables.types[2 * territory + slot]] for slot in range(2)]
            if item not in kinds:
                raise BadCase(f"position, exhausted: {name} has {allowed(kinds)}")
            s.used[2 * territory + kinds.index(item)] = 1
        return
    if two and value == 2:
        s.used[2 * territory] = s.used[2 * territory + 1] = 1
        return
    most = s.tables.symbols[2 * territory]
    if two or type(value) is not int or not 0 <= value <= most or s.tables.never_exhausted >> territory & 1:
        raise BadCase(f"position, exhausted: {name}: {value!r}; it has {most} symbols (two types: a list of types)")
    s.used[2 * territory] = value


def _begin(s: AnunnakiState, read: _Reader) -> None:
    position = read.position
    phase = position.get("phase", "main")
    if phase not in STARTS:
        raise BadCase(f"position, phase: no '{phase}'; allowed: {allowed(STARTS)}")
    turn = read.seat(position.get("turn", read.names[s.first_seat]), "turn")
    if read.flag("ending"):
        s.ending = 1
        s.how = "cubes"
    if phase == "discard":
        _begin_discard(s, read)
        return
    s.rounds = read.number(position.get("round", 1), "round", 1, ROUNDS) - 1
    begin_turn(s, turn)
    s.extras = sum(bit(extra) for extra in read.named(position.get("extra_done") or [], EXTRAS, "extra_done"))
    if phase == "end":
        if not s.ending:
            s.ending = 1
            s.how = "rounds"
        s.push(Step(END))
        return
    s.push(Step(TURN, turn, count=PHASES.index(phase)))


def _begin_discard(s: AnunnakiState, read: _Reader) -> None:
    dealt = dict(read.by_house("dealt"))
    for seat in s.every_seat():
        own = lesser_gods(s, seat)
        gods = read.named(dealt[seat], GODS, "dealt") if seat in dealt else own[:LESSER_DEALT]
        if len(gods) != LESSER_DEALT or any(god not in own for god in gods):
            raise BadCase(f"position, dealt: {LESSER_DEALT} of {allowed([GODS[god] for god in own])}")
        s.dealt[seat] = sum(bit(god) for god in gods)
    hide_layout(s)
    for territory in range(TERRITORIES):
        s.civ_tile[territory] = -1
    s.civs = s.civ_up = s.marker_up = 0
    s.marker = numbers([-1] * len(POINT_NAMES))
    s.deck = []
    s.offer = []
    s.contract_at = numbers([IN_BOX] * len(CONTRACT_NAMES))
    s.artifact_at = numbers([-1] * len(ARTIFACTS))
    s.push(Step(LAY_OUT, s.first_seat if "first" in read.position else -1))
    s.push(Step(DISCARD_GOD))

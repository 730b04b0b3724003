"""The fuzzer: plays random matches of every set-up and checks after every choice what must always hold.

The checks are the contracts of the engine (see the design), each a function that raises `ContractBroken`; the property
tests use the same functions. What is checked after every choice is cheap; the rest is sampled, so that a checked match
costs about ten times a bare one. A match is wholly determined by its seed: `run_fuzz(game, 1, seed=failure.seed)` with
the same `players` and `scenario` plays a failed one again.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from string import Formatter
from typing import Any, Final, Protocol

from theomachy import game as find_game
from theomachy.ankh.board import is_present, region_tiles
from theomachy.ankh.components import (
    ANUBIS,
    EVERY_TYPE,
    FIGURES,
    GODS,
    GUARDIANS,
    HELD,
    MONUMENT_NAMES,
    MONUMENTS,
    PIECES,
    REBUILDING,
    SCORPION,
    TOP,
    WARRIOR,
)
from theomachy.ankh.conflict import majorities
from theomachy.ankh.egypt import LAND_CELLS, NEIGHBOURS
from theomachy.ankh.pharaoh.components import AGENDA, COPIES, KINGS, ROOMS
from theomachy.ankh.pharaoh.setup import check_pharaoh
from theomachy.ankh.pharaoh.state import realm
from theomachy.ankh.scenarios import player_counts, scenario_names
from theomachy.ankh.setup import figures_per_guardian
from theomachy.ankh.state import CAMEL_BARRIER, AnkhState, god_with
from theomachy.ankh.steps import FIGHT_BATTLE, FIGHT_CONFLICT, KEEP_TILE, POINT_CLAW, TAKE_OVER, TURN
from theomachy.ankh.turn import MOVES_TO_EVENT
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup, IllegalChoice, NoUndo, TheomachyError, allowed
from theomachy.kernel.fact import Fact
from theomachy.kernel.game import Game, playout, settle
from theomachy.kernel.match import FORMAT, Match, load_match, replayed
from theomachy.lab import anunnaki_setups

#: no match may need more decisions than this
LIMIT: Final = 5000
DEFAULT_OUT: Final = Path("matches/fuzz")


class ContractBroken(AssertionError):
    """Something that must always hold does not."""


def require(holds: bool, message: str) -> None:
    if not holds:
        raise ContractBroken(message)


# --- reports ----------------------------------------------------------------------------------------------------------


class FuzzFailure:
    """One match that went wrong: the seed it was played with, what was wrong, and the file that shows it."""

    __slots__ = ("file", "message", "seed")

    def __init__(self, seed: int, message: str, file: Path) -> None:
        self.seed = seed
        self.message = message
        self.file = file

    def __repr__(self) -> str:
        return f"FuzzFailure(seed={self.seed}, message={self.message!r}, file={str(self.file)!r})"


class FuzzReport:
    """What was played and what went wrong."""

    __slots__ = ("decisions", "endings", "facts", "failures", "games", "prompts")

    def __init__(self) -> None:
        self.games: int = 0
        self.decisions: int = 0
        self.endings: dict[str, int] = {}
        self.failures: list[FuzzFailure] = []
        #: how often each prompt was asked and each fact told: what a run never met, it has not tested
        self.prompts: Counter[str] = Counter()
        self.facts: Counter[str] = Counter()


# --- set-ups ----------------------------------------------------------------------------------------------------------


def draw_setup(
    game: Game[Any],
    rng: random.Random,
    players: int | None = None,
    scenario: str | None = None,
    pharaoh: str | None = None,
) -> dict[str, Any]:
    """A set-up of the game to fuzz, as `Match` takes it."""
    if game.name == "ankh":
        return with_pharaoh(rng, _ankh_setup(rng, players, scenario), pharaoh)
    if players is not None and players not in game.players:
        raise BadSetup(f"{game.name} is for {allowed(game.players)} players, not {players}")
    if game.name == "anunnaki":
        return anunnaki_setups.draw_setup(rng, players)
    return {"players": rng.choice(game.players) if players is None else players}


def _ankh_setup(rng: random.Random, players: int | None, scenario: str | None) -> dict[str, Any]:
    pairs = [
        (name, count)
        for name in scenario_names()
        for count in player_counts(name)
        if scenario in (None, name) and players in (None, count)
    ]
    if not pairs:
        raise BadSetup(
            f"no scenario '{scenario}' for {players} players; for 2 to 5 players there are {allowed(scenario_names())}"
        )
    name, count = rng.choice(pairs)
    if rng.random() < 0.7:
        return {"gods": ["random"] * count, "scenario": name}
    return _ankh_rich_setup(rng, name, count)


def with_pharaoh(rng: random.Random, setup: dict[str, Any], name: str | None) -> dict[str, Any]:
    """The set-up with the Pharaoh expansion, if a pharaoh (or a random one) is wanted; a rich one begins rich in it."""
    if name is None:
        return setup
    king = rng.choice(KINGS) if check_pharaoh(name) == "random" else check_pharaoh(name)
    if "position" not in setup:
        return {**setup, "pharaoh": king}
    gods: list[str] = setup["gods"]
    deck = [card for card, copies in zip(AGENDA, COPIES, strict=True) for _ in range(copies)]
    rng.shuffle(deck)
    extra: dict[str, Any] = {"pharaoh": king, "start": "setup"}
    for key in ("agenda", "played_agenda"):
        extra[key] = {god: [deck.pop() for _ in range(rng.randrange(3))] for god in gods}
    extra["open"] = [deck.pop() for _ in range(3)]
    if rng.random() < 0.3:
        # A deck that runs out
        extra["deck"] = deck[: rng.randrange(6)]
        extra["discard"] = deck[6 : 6 + rng.randrange(3)]
    rooms = ROOMS[:3] if king == "tutankhamun" else ROOMS
    extra["priests"] = {god: dict.fromkeys(rng.sample(rooms, rng.randrange(3)), 1) for god in gods}
    return {**setup, "position": {**setup["position"], **extra}}


_LEVELS: Final = (
    ("commanding", "inspiring", "omnipresent", "revered"),
    ("resplendent", "obelisk", "temple", "pyramid"),
    ("glorious", "magnanimous", "bountiful", "worshipful"),
)
_GUARDIANS: Final = (("satis", "cat-mummy"), ("mummy", "apep"), ("giant-scorpion", "androsphinx"))


def _ankh_rich_setup(rng: random.Random, scenario: str, count: int) -> dict[str, Any]:
    """A match that begins late and rich, so that what takes long to get happens often."""
    gods = rng.sample(GODS, count)
    guardians = [rng.choice(pair) for pair in _GUARDIANS]
    events = rng.choice((0, 3, 7, 11, 15, rng.randrange(18)))
    position: dict[str, Any] = {
        "scenario": scenario,
        "setup": True,
        "guardians": guardians,
        "followers": {god: rng.randrange(13) for god in gods},
        "devotion": {god: rng.randrange(2 * events + 1) * 30 // 36 for god in gods},
        "events": events,
        "amun": rng.choice(("ready", "spent")),
        "powers": {god: _some_powers(rng) for god in gods},
        "hand": {god: _some_cards(rng) for god in gods},
        "pool": {},
        "turn": rng.choice(gods),
    }
    left = {kind: figures_per_guardian(PIECES.index(kind), count) for kind in guardians}
    for god in gods:
        # One of each kind at most, so that the two bases of each size are enough.
        taken = [kind for kind in guardians if left[kind] and rng.random() < 0.6]
        for kind in taken:
            left[kind] -= 1
        position["pool"][god] = taken
    merged = count >= 3 and events >= 12
    if merged:
        higher, lower = rng.sample(gods, 2)
        position["merged"] = {higher: lower}
        for key in ("followers", "devotion", "powers", "hand", "pool"):
            position[key].pop(lower)
        # A merged god is no lower than its two parts were; nothing else is known about it.
        position["devotion"].setdefault(higher, 0)
    if "anubis" in gods and not merged:
        position["held"] = {rng.choice([god for god in gods if god != "anubis"]): rng.randrange(3)}
    if "osiris" in gods:
        # What the lower god of a merged one has on the board is laid out too, and only then destroyed.
        bare = Match(find_game("ankh"), {"gods": gods, "position": {"scenario": scenario, "setup": True}}).state
        empty = [cell for cell in LAND_CELLS if bare.at[cell] == 0]
        position["underworld"] = [_cell_name(cell) for cell in rng.sample(empty, rng.randrange(4))]
    return {"gods": gods, "position": position}


def _some_powers(rng: random.Random) -> list[str]:
    number = rng.randrange(7)
    powers: list[str] = []
    for level in range(3):
        powers += rng.sample(_LEVELS[level], max(0, min(2, number - 2 * level)))
    return powers


def _some_cards(rng: random.Random) -> list[str]:
    others = ["chariots", "plague", "drought", "flood", "build", "miracle"]
    return ["maat", *rng.sample(others, rng.randrange(len(others) + 1))]


def _cell_name(cell: int) -> str:
    return find_game("ankh").table.text(find_game("ankh").table.base("cell") + cell).partition(" ")[2]


# --- policies: ways to choose at random -------------------------------------------------------------------------------


class Policy(Protocol):
    """Chooses one of the legal choices of a seat."""

    def __call__(self, match: Match, seat: int, ids: list[int]) -> int: ...


def uniform(rng: random.Random) -> Policy:
    return lambda match, seat, ids: rng.choice(ids)


def rare(rng: random.Random) -> Policy:
    """Prefers what it has chosen least often in this match."""
    seen: Counter[int] = Counter()

    def choose(match: Match, seat: int, ids: list[int]) -> int:
        fewest = min(seen[number] for number in ids)
        choice = rng.choice([number for number in ids if seen[number] == fewest])
        seen[choice] += 1
        return choice

    return choose


def busy(rng: random.Random, loved: Iterable[str] = (), hated: Iterable[str] = ("done", "no")) -> Policy:
    """Avoids some choices, so that much happens, and prefers others."""
    likes, dislikes = tuple(loved), tuple(hated)

    def choose(match: Match, seat: int, ids: list[int]) -> int:
        if rng.random() < 0.05:
            return rng.choice(ids)
        text = match.game.table.text
        best = [number for number in ids if text(number).startswith(likes)] if likes else []
        if best and rng.random() < 0.7:
            return rng.choice(best)
        return rng.choice([number for number in ids if text(number) not in dislikes] or ids)

    return choose


def host(rng: random.Random) -> Policy:
    """Brings many figures onto the board and moves them about."""
    return busy(rng, ("action summon", "action move", "figure", "piece"))


def scholar(rng: random.Random) -> Policy:
    """Gathers followers, powers and guardians."""
    return busy(rng, ("action gain", "action unlock", "power", "monument", "build", "bid 0"))


def devout(rng: random.Random) -> Policy:
    """Every seat looks one choice ahead for what promises its own god the most."""
    return _looking_ahead(rng, lambda match, seat: _promise(match, lambda other: 1.0 if other == seat else -0.2))


def choir(rng: random.Random, seats: Iterable[int] = ()) -> Policy:
    """All seats together raise some of the gods (by default random ones) and keep the others down, so that matches end
    in every way."""
    chosen = set(seats) or set(rng.sample(range(5), rng.randrange(1, 6)))
    return _looking_ahead(rng, lambda match, seat: _promise(match, lambda other: 1.0 if other in chosen else -0.2))


#: what a choice here is good for shows only with the next one
_OPENINGS: Final = ("choose-action", "move-figure", "summon-piece", "unlock-power", "obelisk-figure")


def _looking_ahead(rng: random.Random, worth: Callable[[Match, int], float]) -> Policy:
    careless = busy(rng)

    def choose(match: Match, seat: int, ids: list[int]) -> int:
        if match.game.name != "ankh" or match.decision.prompt in _OPENINGS or rng.random() < 0.05:
            return careless(match, seat, ids)
        best, highest = ids[0], -1e9
        for number in rng.sample(ids, min(len(ids), 16)):
            after = match.copy()
            after.play(number, seat)
            value = worth(after, seat) + rng.random() / 10
            if value > highest:
                best, highest = number, value
        return best

    return choose


def _promise(match: Match, weight: Callable[[int], float]) -> float:
    """What the gods have and what a conflict would bring them now, each seat's god weighted."""
    s: AnkhState = match.state
    total = 0.0
    for seat in range(s.seats):
        god = s.side[seat]
        if s.alive[god]:
            total += weight(seat) * ankh_promise(s, god)
    return total


def ankh_promise(s: AnkhState, god: int) -> float:
    """Devotion, and roughly what the next conflict would add to it."""
    worth = int(s.devotion[god]) + 0.04 * min(int(s.followers[god]), 8) + 0.4 * int(s.powers[god]).bit_count()
    for tile in region_tiles(s):
        if is_present(s, god, tile):
            rivals = sum(is_present(s, other, tile) for other in s.ladder if other != god)
            worth += len(majorities(s, god, tile)) + (1.0 if rivals == 0 else 0.3 / rivals)
    worth += 0.1 * sum(s.where[figure] >= 0 for figure in range(god * FIGURES, (god + 1) * FIGURES))
    return worth + 0.15 * sum(s.control[cell] == god for cell in s.monuments)


POLICIES: Final[dict[str, Callable[[random.Random], Policy]]] = {
    "uniform": uniform,
    "rare": rare,
    "busy": busy,
    "host": host,
    "scholar": scholar,
    "devout": devout,
    "choir": choir,
}


# --- ledgers: what may change only by facts ---------------------------------------------------------------------------


class Ledger(Protocol):
    """Keeps account of a match by reading its facts, and nothing else."""

    def read(self, fact: Fact) -> None: ...

    def differences(self, state: Any) -> list[str]: ...


class NoLedger:
    """For a game of which nothing is known here."""

    def read(self, fact: Fact) -> None:
        pass

    def differences(self, state: Any) -> list[str]:
        return []


class RealmLedger:
    """The pharaoh, his infantry and the agenda cards of the Pharaoh expansion, as the facts tell them."""

    def __init__(self, s: AnkhState) -> None:
        annex = realm(s)
        self.cell = annex.cell
        self.infantry = sorted(annex.infantry)
        self.agenda = [agenda_of(s, god) for god in range(s.seats)]

    def read(self, fact: Fact) -> None:
        name, god = fact.name, fact.who
        if name in ("pharaoh-placed", "pharaoh-moved"):
            self.cell = fact.where
        elif name == "pharaoh-died":
            self.cell = -1
        elif name in ("infantry-placed", "infantry-moved"):
            if name == "infantry-moved":
                self.infantry.remove(fact.other)
            self.infantry.append(fact.where)
        elif name == "infantry-taken":
            self.infantry.remove(fact.where)
        elif name == "agenda-taken":
            self.agenda[god].append(AGENDA.index(fact.what))
        elif name == "agenda-removed":
            self.agenda[god].remove(AGENDA.index(fact.what))

    def differences(self, s: AnkhState) -> list[str]:
        annex = realm(s)
        found: list[str] = []
        if annex.cell != self.cell:
            found.append("the pharaoh is not where facts told")
        if sorted(annex.infantry) != sorted(self.infantry):
            found.append("the infantry is not where facts told")
        for god in range(s.seats):
            if s.alive[god] and agenda_of(s, god) != sorted(self.agenda[god]):
                found.append(f"the agenda cards of god {god} are not those that facts told of")
        return found


def agenda_of(s: AnkhState, god: int) -> list[int]:
    """The agenda cards a god has, in hand or played."""
    annex = realm(s)
    places = range(god * len(AGENDA), (god + 1) * len(AGENDA))
    return [place % len(AGENDA) for place in places for _ in range(annex.hand[place] + annex.played[place])]


class AnkhLedger:
    """Followers, devotion, hands, figures, monuments and camels of Ankh, as the facts tell them."""

    def __init__(self, s: AnkhState) -> None:
        self.followers = list(s.followers)
        self.devotion = list(s.devotion)
        self.hand = list(s.hand)
        self.camels = camels_on_board(s)
        self.figures = figures_on_board(s)
        self.monuments = monuments_on_board(s)
        self.underworld = sorted(cell for cell in s.underworld if cell >= 0)
        self.totals = ankh_totals(s)
        self.wrong: list[str] = []
        self.realm = RealmLedger(s) if s.annex is not None else None

    def read(self, fact: Fact) -> None:
        name, god, cell, other = fact.name, fact.who, fact.where, fact.other
        if self.realm is not None:
            self.realm.read(fact)
        if name == "followers-gained":
            self.followers[god] += fact.amount
        elif name == "followers-lost":
            self.followers[god] -= fact.amount
        elif name == "devotion-gained":
            # What goes beyond the top is lost (ankh/devotion/first-reaches).
            self.devotion[god] = min(TOP, self.devotion[god] + fact.amount)
        elif name == "devotion-lost":
            self.devotion[god] -= fact.amount
        elif name == "devotion-shared":
            self.devotion[god] = fact.amount
        elif name == "card-played":
            self.hand[god] &= ~(1 << _CARDS.index(fact.what))
        elif name == "cards-back":
            self.hand[god] = (1 << len(_CARDS)) - 1
        elif name == "camel":
            self.camels.append(cell)
        elif name in ("moved", "pushed"):
            self._take(god, fact.what, other)
            self.figures.append((god, fact.what, cell))
        elif name == "summoned":
            self.figures.append((god, fact.what, cell))
        elif name == "killed":
            self._take(god, fact.what, cell)
        elif name in ("monument-built", "controlled"):
            self.monuments[cell] = (fact.what, god)
        elif name == "sphinx-placed":
            self.monuments[cell] = (MONUMENT_NAMES[EVERY_TYPE], god)
        elif name == "monument-destroyed":
            self.monuments.pop(cell)
        elif name == "underworld":
            if other >= 0:
                self.underworld.remove(other)
            self.underworld.append(cell)
        elif name == "merged":
            self.figures = [entry for entry in self.figures if entry[0] != other or entry[1] not in ("god", "warrior")]
        elif name == "guardian-taken-over" and cell >= 0:
            former = next(entry[0] for entry in self.figures if entry[2] == cell)
            self._take(former, fact.what, cell)
            self.figures.append((god, fact.what, cell))
        elif name == "guardian-left" and cell >= 0:
            self._take(god, fact.what, cell)
        elif name == "forgotten":
            self.figures = [entry for entry in self.figures if entry[0] != god]

    def _take(self, god: int, piece: str, cell: int) -> None:
        if (god, piece, cell) in self.figures:
            self.figures.remove((god, piece, cell))
        else:
            self.wrong.append(f"a fact takes the {piece} of god {god} from {_cell_name(cell)}, where it is not")

    def differences(self, state: Any) -> list[str]:
        s: AnkhState = state
        found, self.wrong = self.wrong, []
        for god in range(s.seats):
            if s.followers[god] != self.followers[god]:
                found.append(f"god {god} has {s.followers[god]} followers; facts tell of {self.followers[god]}")
            if s.alive[god] and s.devotion[god] != self.devotion[god]:
                found.append(f"god {god} has devotion {s.devotion[god]}; facts tell of {self.devotion[god]}")
            if s.alive[god] and s.hand[god] != self.hand[god]:
                found.append(f"god {god} has the cards {s.hand[god]:b}; facts tell of {self.hand[god]:b}")
        if camels_on_board(s) != sorted(self.camels):
            found.append("the camels on the board are not those that facts told of")
        self.figures.sort()
        if figures_on_board(s) != self.figures:
            odd = set(figures_on_board(s)) ^ set(self.figures)
            found.append(f"the figures on the board are not those that facts told of: {sorted(odd)}")
        if monuments_on_board(s) != self.monuments:
            found.append("the monuments on the board are not those that facts told of")
        laid = sorted(cell for cell in s.underworld if cell >= 0)
        if laid != sorted(self.underworld) and laid:
            found.append("the underworld tokens are not where facts told")
        totals = ankh_totals(s)
        for name, total in self.totals.items():
            if totals.get(name, total) != total:
                found.append(f"{name}: {totals[name]}; there were {total}")
        if self.realm is not None:
            found += self.realm.differences(s)
        return found + ankh_oddities(s)


def ankh_totals(s: AnkhState) -> dict[str, int]:
    """What there is of everything, wherever it is: sums that never change as long as their god is in play."""
    totals = {
        "camels": len(camels_on_board(s)) + s.camels_left,
        "order tiles": len(region_tiles(s)) + int(s.tiles_left).bit_count(),
    }
    for monument, name in enumerate(MONUMENTS):
        of_type = [cell for cell in s.monuments if s.monument[cell] == monument]
        if s.expansion and s.rules & REBUILDING:
            # A monument of the supply that a sphinx replaces goes to the stock of its god.
            totals[f"{name}s in all"] = s.monuments_left[monument] + len(of_type)
            totals[f"{name}s in all"] += sum(s.stock[god * 3 + monument] for god in range(s.seats))
            continue
        totals[f"{name}s of the supply"] = s.monuments_left[monument] + sum(s.origin[cell] == 0 for cell in of_type)
        for god in range(s.seats):
            own = sum(s.origin[cell] == god + 1 for cell in of_type)
            totals[f"{name}s of god {god}'s stock"] = s.stock[god * 3 + monument] + own
    for god in range(s.seats):
        if s.alive[god]:
            totals[f"ankh tokens of god {god}"] = s.tokens[god] + sum(s.control[cell] == god for cell in s.monuments)
            totals[f"warriors of god {god}"] = list(s.kind)[god * FIGURES : (god + 1) * FIGURES].count(WARRIOR)
    if s.ladder and len(s.ladder) == s.seats:
        # Guardians leave the game with gods that are merged or forgotten, and only then.
        for kind in GUARDIANS:
            totals[f"figures of {PIECES[kind]}"] = s.guardian_left[kind] + list(s.kind).count(kind)
    return totals


def ankh_oddities(s: AnkhState) -> list[str]:
    """What the tables of a state may not say together, beyond the engine's own `faults`."""
    found: list[str] = []
    names = [step.kind for step in s.stack]
    if not s.over:
        if bool(s.in_conflict) != (FIGHT_CONFLICT in names or TAKE_OVER in names):
            found.append("a conflict is or is not going on")
        if (s.battle is not None) != (FIGHT_BATTLE in names):
            found.append("a battle is or is not going on")
        if s.tiebreaker >= 0 and not s.in_conflict:
            found.append("somebody holds the tiebreaker outside a conflict")
        if names == [TURN] and (s.chain or s.dying or s.cats or max(list(s.secret)) >= 0):
            found.append("something is left over from an earlier step")
        if names == [TURN] and any(s.marker[action] >= MOVES_TO_EVENT[action][s.seats] for action in range(4)):
            found.append(f"the action markers {s.marker} have gone too far")
        if names == [TURN] and not s.alive[s.side[s.turn_seat]]:
            found.append("it is the turn of a god out of play")
        if HELD in list(s.where) and god_with(s, ANUBIS) < 0:
            found.append("warriors are held and nobody is Anubis")
    for figure in range(FIGURES * s.seats):
        kind = s.kind[figure]
        pointed = s.claw_a[figure] >= 0
        pointing = any(step.kind == POINT_CLAW and step.what == figure for step in s.stack)
        on_board = s.where[figure] >= 0
        if pointed and not (kind == SCORPION and on_board and _is_pair_of_claws(s, figure)):
            found.append(f"figure {figure} has claws that point nowhere")
        if on_board and kind == SCORPION and not pointed and not pointing:
            found.append(f"the scorpion {figure} points its claws at nothing")
        if on_board and s.at[s.where[figure]] != figure + 1:
            found.append(f"figure {figure} does not stand where it is")
    for god in s.ladder:
        if s.where[god * FIGURES] < 0:
            found.append(f"god {god} does not stand on the board")
        for level in range(3):
            if int(s.powers[god] >> 4 * level & 15).bit_count() > 2:
                found.append(f"god {god} has more than two powers of level {level + 1}")
    if not any(step.kind == KEEP_TILE for step in s.stack):
        sizes = Counter(s.region[cell] for cell in LAND_CELLS)
        if min(sizes.values()) < 6:
            found.append(f"regions are too small: {dict(sizes)}")
    return found


def _is_pair_of_claws(s: AnkhState, figure: int) -> bool:
    around = NEIGHBOURS[s.where[figure]]
    one, two = s.claw_a[figure], s.claw_b[figure]
    return one in around and two in around and two in NEIGHBOURS[one]


_CARDS: Final = ("chariots", "plague", "drought", "flood", "build", "miracle", "maat")


def camels_on_board(s: AnkhState) -> list[int]:
    return [edge for edge in range(len(s.barrier)) if s.barrier[edge] == CAMEL_BARRIER]


def figures_on_board(s: AnkhState) -> list[tuple[int, str, int]]:
    """(god, piece, cell) of every figure on the board, sorted."""
    return sorted(
        (figure // FIGURES, PIECES[s.kind[figure]], s.where[figure])
        for figure in range(FIGURES * s.seats)
        if s.where[figure] >= 0
    )


def monuments_on_board(s: AnkhState) -> dict[int, tuple[str, int]]:
    return {cell: (MONUMENT_NAMES[s.monument[cell]], s.control[cell]) for cell in s.monuments}


def ledger_of(match: Match) -> Ledger:
    return AnkhLedger(match.state) if match.game.name == "ankh" else NoLedger()


# --- checks: one contract each ----------------------------------------------------------------------------------------


def check_state(match: Match) -> None:
    """Contract 5, conservation: everything is somewhere, exactly once."""
    faults = match.game.faults(match.state)
    require(not faults, f"impossible state: {'; '.join(faults)}")


def check_decision(match: Match) -> None:
    """Contract 4: every asked seat has at least two different choices, and nobody else has any. Only where not asking
    would show a hand, one choice is asked."""
    decision = match.decision
    if match.over:
        require(decision.seats == () and len(match.choices) == 0, f"{decision} after the end of the match")
        return
    require(len(decision.seats) > 0, "the match goes on and nobody is asked")
    require(decision.secret or len(decision.seats) == 1, f"several seats decide openly at once: {decision}")
    least = 1 if match.game.kinds[match.state.stack[-1].kind].always_asked else 2
    for seat in range(match.seats):
        ids = match.choices_of(seat).ids
        if seat in decision.seats:
            require(len(ids) >= least, f"seat {seat} is asked {decision.prompt} with the choices {ids}")
            require(len(set(ids)) == len(ids), f"seat {seat}, {decision.prompt}: a choice is offered twice: {ids}")
            require(all(0 <= number < len(match.game.table) for number in ids), f"unknown choices among {ids}")
        else:
            require(not ids, f"seat {seat} is not asked and has choices {ids}")
    first = decision.seats[0]
    require(match.choices.ids == match.choices_of(first).ids, "`choices` are not those of the first asked seat")


def check_prompt(match: Match, prompt: str) -> None:
    """A prompt has a sentence in every language."""
    for language in LANGUAGES:
        try:
            match.game.catalogue.prompt(prompt, language)
        except KeyError:
            raise ContractBroken(f"no sentence in '{language}' for the prompt '{prompt}'") from None


def check_fact(match: Match, fact: Fact) -> None:
    """A fact cites a rule of the catalogue, and its sentence in every language uses only fields that it has."""
    require(fact.rule in match.game.catalogue.rules(), f"fact '{fact.name}' cites '{fact.rule}', which is no rule")
    data = match.game.fact_json(match.state, fact)
    for language in LANGUAGES:
        sentence = _sentence(match.game, data, language)
        fields = {field for _, field, _, _ in Formatter().parse(sentence) if field}
        lacking = fields - set(data)
        require(not lacking, f"the sentence of '{fact.name}' in '{language}' needs {allowed(lacking)}")


def _sentence(game: Game[Any], data: dict[str, Any], language: str) -> str:
    for key in (*(f"{data['fact']}+{field}" for field in data), data["fact"]):
        try:
            return game.catalogue.fact(key, language)
        except KeyError:
            continue
    raise ContractBroken(f"no sentence in '{language}' for the fact '{data['fact']}'")


def check_refusal(match: Match, seat: int, number: int) -> None:
    """Contract 9: what is not legal is forbidden by a rule of the catalogue; what is legal by none."""
    game = match.game
    rule = match.why_not(number, seat)
    text = game.table.text(number)
    legal = not match.over and game.canonical(match.state, number) in match.choices_of(seat).ids
    if legal:
        require(rule is None, f"seat {seat}: '{text}' is legal and refused by {rule}")
    else:
        require(rule is not None, f"seat {seat}: '{text}' is not among the choices and nothing forbids it")
        require(rule in game.catalogue.rules(), f"seat {seat}: '{text}' is refused by '{rule}', which is no rule")


def check_illegal_play(match: Match, seat: int, number: int) -> None:
    """An illegal choice is refused with its rule, and changes nothing."""
    rule = match.why_not(number, seat)
    before = _snapshot(match)
    try:
        match.play(number, seat)
    except IllegalChoice as refused:
        require(refused.rule == rule, f"refused by {refused.rule}, but why_not says {rule}")
    else:
        raise ContractBroken(f"seat {seat}: '{match.game.table.text(number)}' is not legal and was played")
    require(_snapshot(match) == before, "a refused choice has changed the match")


def _snapshot(match: Match) -> tuple[Any, ...]:
    """Everything about a match that a person could notice."""
    undo = [match.can_undo(seat) for seat in range(match.seats)]
    choices = [match.choices_of(seat).ids for seat in range(match.seats)]
    return match.digest(), list(match.history), len(match.state.facts), undo, choices, match.decision.prompt


def check_view(match: Match) -> None:
    """A view is plain JSON data, offers the seat's own choices only, and asking for it changes nothing."""
    before = match.digest()
    for seat in (*range(match.seats), None):
        view = match.view(seat)
        require(json.loads(json.dumps(view)) == view, f"the view of seat {seat} is not plain JSON data")
        ids = [] if seat is None else match.choices_of(seat).ids
        texts = [match.game.table.text(number) for number in ids]
        require(view["decision"]["choices"] == texts, f"the view of seat {seat} offers other choices than the match")
    require(match.digest() == before, "looking at a match has changed it")


def check_save(match: Match) -> None:
    """Contract 3: saving and loading is the identity, in the middle of anything."""
    loaded = load_match({match.game.name: match.game}, match.save())
    _same(match, loaded, "after loading")
    require(loaded.save() == match.save(), "a loaded match saves otherwise")
    require(loaded.facts == match.facts, "a loaded match has other facts")
    require(_snapshot(loaded) == _snapshot(match), "a loaded match can be undone otherwise")


def check_encoding(match: Match, seed: int | None = None) -> None:
    """Contract 3: a state written down and read again is the same, asks the same, and (with a seed) goes on alike."""
    game = match.game
    data = json.loads(json.dumps(game.encode(match.state)))
    state = game.decode(data)
    require(game.encode(state) == data, "encode and decode are not inverse")
    require(game.faults(state) == [], f"the decoded state is impossible: {game.faults(state)}")
    require(settle(game, state) == match.choices.ids, "the decoded state asks otherwise")
    twin = match.copy()
    twin.state = state
    _same(match, twin, "after decoding")
    if seed is not None:
        one, two = game.copy(match.state), game.copy(state)
        same = playout(game, one, seed) == playout(game, two, seed) and game.encode(one) == game.encode(two)
        require(same, "the decoded state goes on otherwise")


def _same(one: Match, two: Match, when: str) -> None:
    require(one.digest() == two.digest(), f"the state differs {when}")
    for seat in (*range(one.seats), None):
        require(one.view(seat) == two.view(seat), f"the view of seat {seat} differs {when}")
    for seat in range(one.seats):
        require(one.choices_of(seat).ids == two.choices_of(seat).ids, f"the choices of seat {seat} differ {when}")


def check_copy(match: Match, rng: random.Random, moves: int = 12) -> None:
    """Contract 2: playing on in a copy, and in copies of it, changes nothing here."""
    before = _snapshot(match), match.facts
    copy = match.copy()
    _same(match, copy, "in a copy")
    generations = [(copy, copy.digest())]
    for _ in range(moves):
        if copy.over:
            break
        copy = copy.copy()
        seat = rng.choice(copy.decision.seats)
        copy.play(rng.choice(copy.choices_of(seat).ids), seat)
        generations.append((copy, copy.digest()))
    require((_snapshot(match), match.facts) == before, "playing on in a copy has changed the original")
    for number, (earlier, digest) in enumerate(generations):
        require(earlier.digest() == digest, f"playing on in a copy has changed the copy {number} before it")


def check_playout(match: Match, seed: int) -> None:
    """A simulation on a copy ends in a possible state, the same each time, and changes nothing here."""
    before = match.digest()
    one, two = match.copy(), match.copy()
    decisions = one.play_random(seed)
    require(decisions <= LIMIT, f"a playout took {decisions} decisions")
    require(two.play_random(seed) == decisions and one.digest() == two.digest(), "a playout is not deterministic")
    require(one.over, "a playout did not end the match")
    check_state(one)
    require(match.digest() == before, "a playout on a copy has changed the original")


def check_planner(match: Match, seat: int, seed: int) -> None:
    """Contract 7: a planner's copy has other dice, no past, and looks the same to its seat but for who has chosen."""
    before = match.digest()
    plan = match.planner_copy(seat, seed)
    require(match.digest() == before, "making a planner's copy has changed the match")
    require(plan.state.dice == seed, "a planner's copy has the dice of the match")
    require(plan.history == [] and plan.facts == [], "a planner's copy knows the past")
    require(not any(plan.can_undo(other) for other in range(plan.seats)), "a planner's copy can be undone")
    ours, theirs = match.view(seat), plan.view(seat)
    if match.decision.secret:
        # Others who have chosen will choose again; when they must, nothing was hidden.
        for view in (ours, theirs):
            view["secret"].pop("chosen")
            view["decision"].pop("seats")
        hidden = [other for other in range(match.seats) if other not in confidants(match, seat)]
        for other in hidden:
            waits = other in plan.decision.seats
            forced = (other in match.decision.seats) == waits
            require(waits or forced, f"a planner's copy for seat {seat} knows what seat {other} has chosen")
    require(ours == theirs, f"seat {seat} sees another match in its planner's copy")
    if not plan.over:
        check_decision(plan)


def confidants(match: Match, seat: int) -> list[int]:
    """The seats that share their secrets with a seat: itself, and its partner in a merged god."""
    seats = match.view(None).get("seats", [])
    gods = {entry["seat"]: entry.get("god", entry["seat"]) for entry in seats if "seat" in entry}
    return [other for other in range(match.seats) if other == seat or (seat in gods and gods[other] == gods[seat])]


def check_secrets(base: Match, pending: list[tuple[int, int]], rng: random.Random, tries: int = 2) -> None:
    """Contract 6: whatever else a seat had secretly chosen, the others see, may do and are told the same.

    `base` is the match when the secret decision began, `pending` what was chosen since then and is not revealed.
    """
    chosen = sorted({seat for seat, _ in pending})
    for seat in rng.sample(chosen, min(len(chosen), tries)):
        index = max(number for number, (who, _) in enumerate(pending) if who == seat)
        truth = _replay_on(base, pending)
        if truth is None or not truth.decision.secret or truth.state.reveals != base.state.reveals:
            return
        others = [other for other in range(base.seats) if other not in confidants(base, seat)]
        for choice in _alternatives(base, pending, index, rng, tries):
            lie = _replay_on(base, [*pending[:index], (seat, choice), *pending[index + 1 :]])
            if lie is None:
                continue
            for viewer in (*others, None):
                _cannot_tell(truth, lie, viewer, f"what seat {seat} has secretly chosen")
            for viewer in others:
                one, two = truth.planner_copy(viewer, 99), lie.planner_copy(viewer, 99)
                require(one.digest() == two.digest(), f"a planner's copy of seat {viewer} knows what seat {seat} chose")


def _replay_on(base: Match, choices: list[tuple[int, int]]) -> Match | None:
    match = base.copy()
    match.state.listening = True
    for seat, number in choices:
        if number not in match.choices_of(seat).ids:
            return None
        match.play(number, seat)
    return match


def _alternatives(base: Match, pending: list[tuple[int, int]], index: int, rng: random.Random, tries: int) -> list[int]:
    before = _replay_on(base, pending[:index])
    if before is None:
        return []
    seat, chosen = pending[index]
    ids = [number for number in before.choices_of(seat).ids if number != chosen]
    return rng.sample(ids, min(len(ids), tries))


def _cannot_tell(one: Match, two: Match, viewer: int | None, what: str) -> None:
    who = "a spectator" if viewer is None else f"seat {viewer}"
    first, second = one.view(viewer), two.view(viewer)
    odd = [key for key in first if first[key] != second.get(key)]
    require(first == second, f"the view of {who} shows {what}, in {odd}")
    require(one.facts_since(0, viewer) == two.facts_since(0, viewer), f"the facts told to {who} show {what}")
    if viewer is not None:
        require(one.choices_of(viewer).ids == two.choices_of(viewer).ids, f"the choices of {who} show {what}")
        require(one.can_undo(viewer) == two.can_undo(viewer), f"whether {who} may undo shows {what}")


def check_replay(match: Match) -> None:
    """Contract 1: the same set-up, seed and choices give the same match and the same facts."""
    history = [(seat, match.game.table.text(number)) for seat, number in match.history]
    again = replayed(match.game, match.setup, match.seed, history)
    require(again.digest() == match.digest(), "the replayed match ends otherwise")
    require(again.facts == match.facts, "the replayed match has other facts")
    silent = Match(match.game, match.setup, match.seed, listening=False)
    for seat, number in match.history:
        silent.play(number, seat)
    require(silent.digest() == match.digest(), "a match without facts goes otherwise")
    require(silent.facts == [], "facts are collected although nobody listens")


def check_end(match: Match) -> None:
    """After the end nobody is asked, nothing is played, and the result was the last thing told."""
    outcome = match.outcome
    require(match.over and outcome is not None, "the match is not over")
    require(match.facts[-1]["fact"] == "match-over", f"told after the end: {match.facts[-1]}")
    require(sum(fact["fact"] == "match-over" for fact in match.facts) == 1, "the end was told more than once")
    check_decision(match)
    for seat in range(match.seats):
        check_refusal(match, seat, 0)
    require(match.why_not(0, 0) == "theomachy/over", "a choice after the end is refused by another rule")


# --- undo: a model of what may be taken back --------------------------------------------------------------------------


class Undoable:
    """A choice that may still be taken back: whose it is, the secret decision it belongs to (-1: an open one), and what
    the match was before it."""

    __slots__ = ("before", "seat", "secret")

    def __init__(self, seat: int, secret: int, before: str) -> None:
        self.seat = seat
        self.secret = secret
        self.before = before


class UndoModel:
    """Contract 8: what may be taken back are one's own decisions, until something is revealed or somebody else decides;
    where several seats choose secretly at once they decide nothing for each other."""

    def __init__(self) -> None:
        self.choices: list[Undoable] = []

    def before_play(self, match: Match, seat: int) -> None:
        # Secret decisions end with a reveal, so their number is that of the reveals before.
        secret = match.state.reveals if match.decision.secret else -1
        self.choices = [choice for choice in self.choices if choice.seat == seat or 0 <= secret == choice.secret]
        self.choices.append(Undoable(seat, secret, match.digest()))

    def after_reveal(self) -> None:
        self.choices = []

    def may_undo(self, seat: int) -> bool:
        return any(choice.seat == seat for choice in self.choices)


def check_undo_rights(match: Match, model: UndoModel) -> None:
    """Who may take back its last choice, and who may not."""
    for seat in range(match.seats):
        may = model.may_undo(seat)
        require(match.can_undo(seat) == may, f"seat {seat} {'may' if may else 'must not'} be able to undo")
        if not may:
            before = _snapshot(match)
            try:
                match.undo(seat)
            except NoUndo:
                require(_snapshot(match) == before, "a refused undo has changed the match")
            else:
                raise ContractBroken(f"seat {seat} has undone across a reveal or somebody else's decision")


def check_undo_all(match: Match, model: UndoModel) -> None:
    """Going back through one's decisions in a row restores, one by one, the match as it was before each of them."""
    seats = {choice.seat for choice in model.choices}
    if len(seats) != 1:
        return
    seat = seats.pop()
    copy = match.copy()
    for choice in reversed(model.choices[-5:]):
        require(copy.can_undo(seat), f"seat {seat} can't take back its last {len(model.choices)} decisions")
        copy.undo(seat)
        require(copy.digest() == choice.before, "undo does not restore the match")


# --- one checked match ------------------------------------------------------------------------------------------------


class Trial:
    """One match under watch. The checks have their own random numbers, so that the match goes the same without them."""

    def __init__(self, game: Game[Any], setup: dict[str, Any], seed: int, policy: str, policy_seed: int) -> None:
        self.policy_name = policy
        self.policy_seed = policy_seed
        self.match = Match(game, setup, seed)
        rng = random.Random(policy_seed)
        self.policy: Policy = POLICIES[policy](rng)
        self.seats = rng
        self.sampling = random.Random(policy_seed + 1)
        self.ledger = ledger_of(self.match)
        self.undo = UndoModel()
        #: copies made on the way, and what they were then
        self.kept: list[tuple[Match, str]] = []
        self.secret_base: Match | None = None
        self.pending: list[tuple[int, int]] = []
        self.decisions = 0
        self.prompts: Counter[str] = Counter()
        self.facts: Counter[str] = Counter()

    def run(self) -> None:
        """Play to the end; raises what is wrong."""
        match = self.match
        check_state(match)
        self._watch_facts(0, None)
        while not match.over:
            require(self.decisions < LIMIT, f"the match is not over after {LIMIT} decisions")
            check_decision(match)
            decision = match.decision
            if decision.prompt not in self.prompts:
                check_prompt(match, decision.prompt)
            self.prompts[decision.prompt] += 1
            seat = self.seats.choice(decision.seats)
            self._look_around(seat)
            self._play(seat, self.policy(match, seat, match.choices_of(seat).ids))
            self.decisions += 1
        check_end(match)
        check_view(match)
        for copy, digest in self.kept:
            require(copy.digest() == digest, "playing on has changed an earlier copy")
        check_replay(match)

    def _chance(self, one_in: int) -> bool:
        return self.sampling.random() * one_in < 1

    def _look_around(self, seat: int) -> None:
        """The checks that look at the match as it stands; most of them are sampled."""
        match, rng = self.match, self.sampling
        table = match.game.table
        verb = rng.choice(list(table.verbs))
        first, nouns = table.verbs[verb]
        for number in (rng.randrange(len(table)), first + rng.randrange(max(1, len(nouns)))):
            check_refusal(match, seat, number)
            if self._chance(20) and match.why_not(number, seat) is not None:
                check_illegal_play(match, seat, number)
        check_refusal(match, seat, rng.choice(match.choices_of(seat).ids))
        if self._chance(20):
            check_refusal(match, rng.randrange(match.seats), rng.randrange(len(table)))
        if self._chance(30):
            check_view(match)
        if self._chance(30):
            check_encoding(match, rng.randrange(1 << 30) if self._chance(5) else None)
        if self._chance(60):
            check_save(match)
        if self._chance(40):
            check_copy(match, rng)
            self.kept.append((match.copy(), match.digest()))
        if self._chance(150):
            check_playout(match, rng.randrange(1 << 30))
        if self._chance(10 if match.decision.secret else 40):
            check_planner(match, rng.randrange(match.seats), 1 + rng.randrange(1 << 30))

    def _play(self, seat: int, choice: int) -> None:
        """Make a choice, now and then with taking it back once, and check what followed."""
        match = self.match
        secret = match.decision.secret
        if secret and self.secret_base is None:
            self.secret_base = match.copy()
        self.undo.before_play(match, seat)
        taken_back = self._chance(40)
        before = (match.digest(), match.facts, match.view(seat)) if taken_back else None
        reveals, told = match.state.reveals, len(match.state.facts)
        facts = match.play(choice, seat)
        if before is not None and match.state.reveals == reveals:
            require(match.can_undo(seat), f"seat {seat} can't take back its last choice")
            match.undo(seat)
            require(match.digest() == before[0], "undo does not restore the state")
            require(match.facts == before[1], "undo does not restore the facts")
            require(match.view(seat) == before[2], "undo does not restore the view")
            facts = match.play(choice, seat)
        revealed = match.state.reveals != reveals
        if revealed:
            self.undo.after_reveal()
        require(facts == match.facts_since(told, seat), "play gave other facts than were told")
        self._watch_facts(told, self.ledger)
        check_state(match)
        differences = self.ledger.differences(match.state)
        require(not differences, f"not told by facts: {'; '.join(differences)}")
        if self._chance(20):
            check_undo_rights(match, self.undo)
        if self._chance(60):
            check_undo_all(match, self.undo)
        if secret:
            self._watch_secrets(seat, choice, revealed)

    def _watch_secrets(self, seat: int, choice: int, revealed: bool) -> None:
        self.pending.append((seat, choice))
        if revealed or self.match.over:
            self.secret_base, self.pending = None, []
        elif self.secret_base is not None:
            check_secrets(self.secret_base, self.pending, self.sampling, tries=1)

    def _watch_facts(self, told: int, ledger: Ledger | None) -> None:
        match = self.match
        facts: list[Fact] = match.state.facts[told:]
        for fact in facts:
            if fact.name not in self.facts:
                check_fact(match, fact)
            self.facts[fact.name] += 1
            require(fact.rule in match.game.catalogue.rules(), f"'{fact.name}' cites '{fact.rule}', which is no rule")
            if ledger is not None:
                ledger.read(fact)


# --- many matches -----------------------------------------------------------------------------------------------------


def draw_trial(
    game: Game[Any], seed: int, players: int | None = None, scenario: str | None = None, pharaoh: str | None = None
) -> Trial:
    """The match that belongs to a seed: its set-up, its dice and its policy."""
    policy_seed = mix(seed, 0)
    rng = random.Random(policy_seed)
    setup = draw_setup(game, rng, players, scenario, pharaoh)
    return Trial(game, setup, seed, rng.choice(list(POLICIES)), policy_seed)


def run_fuzz(
    game: str,
    games: int,
    seed: int = 0,
    players: int | None = None,
    scenario: str | None = None,
    out: Path | None = None,
    progress: Callable[[int], None] | None = None,
    pharaoh: str | None = None,
) -> FuzzReport:
    """Play so many checked matches; failed ones are written to `out` (default matches/fuzz) as files to replay.

    Match number n has the seed `seed + n`. `progress` is told how many matches are done.
    """
    found = find_game(game)
    report = FuzzReport()
    for number in range(seed, seed + games):
        trial = draw_trial(found, number, players, scenario, pharaoh)
        try:
            trial.run()
        except Exception as error:  # whatever comes out of the engine is a finding
            message = str(error) if isinstance(error, ContractBroken) else f"{type(error).__name__}: {error}"
            file = write_failure(trial, message, out or DEFAULT_OUT)
            report.failures.append(FuzzFailure(number, message, file))
        else:
            outcome = trial.match.outcome
            how = "none" if outcome is None else outcome.how
            report.endings[how] = report.endings.get(how, 0) + 1
        report.games += 1
        report.decisions += trial.decisions
        report.prompts += trial.prompts
        report.facts += trial.facts
        if progress is not None:
            progress(report.games)
    return report


def write_failure(trial: Trial, message: str, out: Path) -> Path:
    """A failed match in the form of a save file, without its state if that can't be had."""
    match = trial.match
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "setup": match.setup,
        "seed": match.seed,
        "history": [[seat, match.game.table.text(number)] for seat, number in match.history],
        "failure": {
            "message": message,
            "decision": trial.decisions,
            "policy": trial.policy_name,
            "policy_seed": trial.policy_seed,
        },
    }
    try:
        load_match({match.game.name: match.game}, json.dumps({**data, "digest": match.digest()}))
        data["state"], data["digest"] = match.game.encode(match.state), match.digest()
    except (TheomachyError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        pass  # The engine stumbled over this very match: its history up to here is all there is.
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{match.game.name}-{match.seed}.json"
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path

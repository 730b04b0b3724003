"""The ledger of Ankh: pieces, followers, devotion and cards, as the facts tell them; and what must never be odd."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from theomachy.games.ankh.components import (
    ANUBIS,
    EVERY_TYPE,
    FIGURES,
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
from theomachy.games.ankh.egypt import EGYPT, LAND_CELLS, NEIGHBOURS
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.pharaoh.components import AGENDA
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.state import CAMEL_BARRIER, AnkhState, god_of, god_with
from theomachy.games.ankh.steps import FIGHT_BATTLE, FIGHT_CONFLICT, KEEP_TILE, POINT_CLAW, TAKE_OVER, TURN
from theomachy.games.ankh.turn import MOVES_TO_EVENT
from theomachy.kernel.fact import Fact
from theomachy.kernel.ids import Side


class RealmLedger:
    """The pharaoh, his infantry and the agenda cards of the Pharaoh expansion, as the facts tell them."""

    def __init__(self, s: AnkhState) -> None:
        annex = realm(s)
        self.cell = annex.cell
        self.infantry = sorted(annex.infantry)
        self.agenda = [agenda_of(s, Side(god)) for god in range(s.seats)]

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
            if s.alive[god] and agenda_of(s, Side(god)) != sorted(self.agenda[god]):
                found.append(f"the agenda cards of god {god} are not those that facts told of")
        return found


def agenda_of(s: AnkhState, god: Side) -> list[int]:
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
            self.wrong.append(f"a fact takes the {piece} of god {god} from {EGYPT.names[cell]}, where it is not")

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
        "order tiles": len({tile for tile in s.region if tile}) + int(s.tiles_left).bit_count(),
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
        if names == [TURN] and not s.alive[god_of(s, s.turn_seat)]:
            found.append("it is the turn of a god out of play")
        if HELD in list(s.where) and god_with(s, ANUBIS) < 0:
            found.append("warriors are held and nobody is Anubis")
    for figure in range(FIGURES * s.seats):
        kind = s.kind[figure]
        pointed = s.claw_a[figure] >= 0
        pointing = any(step.kind == POINT_CLAW and step.what == figure for step in s.stack)
        on_board = s.where[figure] >= 0
        if pointed and not (kind == SCORPION and on_board and _is_pair_of_claws(s, Figure(figure))):
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


def _is_pair_of_claws(s: AnkhState, figure: Figure) -> bool:
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

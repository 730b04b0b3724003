"""How the expectations of a case (docs/notation.md) are compared with an Ankh match."""

from __future__ import annotations

from typing import Any

from theomachy.games.ankh.board import region_tiles
from theomachy.games.ankh.components import (
    ACTIONS,
    CARDS,
    CITY,
    EMPTY,
    FIGURES,
    FIRST_SMALL,
    HELD,
    MONUMENT,
    MONUMENT_NAMES,
    MONUMENTS,
    NEUTRAL,
    PIECES,
    POWERS,
    SCORPION,
)
from theomachy.games.ankh.egypt import EGYPT
from theomachy.games.ankh.expansion import expansion_of
from theomachy.games.ankh.layout import MONUMENT_LETTERS, find_cell
from theomachy.games.ankh.positions import player_of
from theomachy.games.ankh.state import CAMEL_BARRIER, AnkhState, figure_at, god_of
from theomachy.games.ankh.view import mask_names, pool_counts
from theomachy.kernel.arrays import Numbers, count_of
from theomachy.kernel.cases import find_seat, part_differences
from theomachy.kernel.errors import BadCase, allowed
from theomachy.kernel.ids import Side
from theomachy.kernel.match import Match

_LETTER_OF = {number: letter for letter, number in MONUMENT_LETTERS.items()}


def piece_text(s: AnkhState, cell: int) -> str:
    """What stands on a cell, in the notation; the digit is the player, counted from the first player."""
    piece = s.at[cell]
    if piece == EMPTY:
        return "nothing"
    if piece == MONUMENT:
        god = s.control[cell]
        word = _LETTER_OF[s.monument[cell]]
        return f"{word} {EGYPT.names[cell]}" if god == NEUTRAL else f"{word}{player_of(s, god)} {EGYPT.names[cell]}"
    if piece == CITY:
        return f"city {EGYPT.names[cell]}"
    if piece > CITY:
        return f"{expansion_of(s).piece_text(s, cell)} {EGYPT.names[cell]}"
    figure = piece - 1
    kind = s.kind[figure]
    word = "G" if kind == 0 else "w" if kind == 1 else PIECES[kind]
    sun = "*" if s.sun[figure] else ""
    return f"{word}{player_of(s, figure // FIGURES)}{sun} {EGYPT.names[cell]}"


class _Comparison:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.s: AnkhState = match.state
        self.failures: list[str] = []

    def same(self, key: str, found: object, wanted: object) -> None:
        if found != wanted:
            self.failures.append(f"{key}: expected {wanted}, found {found}")

    def god(self, name: str, key: str) -> Side:
        return god_of(self.s, find_seat(self.match, name, key))

    def by_god(self, key: str, wanted: dict[str, Any], values: Numbers) -> None:
        for name, value in wanted.items():
            self.same(f"{key} of {name}", values[self.god(name, key)], value)

    # One method per key of `expect`.

    def followers(self, wanted: dict[str, Any]) -> None:
        self.by_god("followers", wanted, self.s.followers)

    def devotion(self, wanted: dict[str, Any]) -> None:
        self.by_god("devotion", wanted, self.s.devotion)

    def tokens(self, wanted: dict[str, Any]) -> None:
        self.by_god("tokens", wanted, self.s.tokens)

    def ladder(self, wanted: list[str]) -> None:
        self.same("ladder", [self.match.seat_name(god) for god in self.s.ladder], wanted)

    def pieces(self, wanted: list[str]) -> None:
        for text in wanted:
            cell = find_cell(text.split()[-1], "expect, pieces")
            self.same(f"on {EGYPT.names[cell]}", piece_text(self.s, cell), text)

    def empty(self, wanted: list[str]) -> None:
        for name in wanted:
            self.same(f"on {name}", piece_text(self.s, find_cell(name, "expect, empty")), "nothing")

    def pool(self, wanted: dict[str, dict[str, int]]) -> None:
        for name, kinds in wanted.items():
            counts = pool_counts(self.s, self.god(name, "pool"))
            for kind, count in kinds.items():
                self.same(f"pool of {name}, {kind}", counts.get(kind, 0), count)

    def held(self, wanted: dict[str, int]) -> None:
        for name, count in wanted.items():
            seat = find_seat(self.match, name, "held")
            warriors = self.s.where[seat * FIGURES : seat * FIGURES + FIRST_SMALL]
            self.same(f"held of {name}", count_of(warriors, HELD), count)

    def hand(self, wanted: dict[str, list[str]]) -> None:
        for name, cards in wanted.items():
            found = mask_names(self.s.hand[self.god(name, "hand")], CARDS)
            self.same(f"hand of {name}", sorted(found), sorted(cards))

    def powers(self, wanted: dict[str, list[str]]) -> None:
        for name, powers in wanted.items():
            found = mask_names(self.s.powers[self.god(name, "powers")], POWERS)
            self.same(f"powers of {name}", sorted(found), sorted(powers))

    def underworld(self, wanted: list[str]) -> None:
        found = sorted(EGYPT.names[cell] for cell in self.s.underworld if cell >= 0)
        self.same("underworld", found, sorted(wanted))

    def claws(self, wanted: dict[str, list[str]]) -> None:
        for name, cells in wanted.items():
            figure = figure_at(self.s, find_cell(name, "expect, claws"))
            if not 0 <= figure < FIGURES * self.s.seats or self.s.kind[figure] != SCORPION:
                self.failures.append(f"claws: no giant-scorpion on {name}")
                continue
            points = [cell for cell in (self.s.claw_a[figure], self.s.claw_b[figure]) if cell >= 0]
            self.same(f"claws of {name}", sorted(EGYPT.names[cell] for cell in points), sorted(cells))

    def markers(self, wanted: dict[str, int]) -> None:
        for name, moved in wanted.items():
            if name not in ACTIONS:
                raise BadCase(f"expect, markers: no action '{name}'; allowed: {allowed(ACTIONS)}")
            self.same(f"marker of {name}", self.s.marker[ACTIONS.index(name)], moved)

    def events(self, wanted: int) -> None:
        self.same("events", self.s.events_done, wanted)

    def camels(self, wanted: list[str]) -> None:
        found = [name for edge, name in enumerate(EGYPT.edge_names) if self.s.barrier[edge] == CAMEL_BARRIER]
        edges = [EGYPT.edge(name) for name in wanted]
        if min(edges, default=0) < 0:
            raise BadCase(f"expect, camels: no such edge among {allowed(wanted)}")
        self.same("camels", sorted(found), sorted(EGYPT.edge_names[edge] for edge in edges))

    def supply(self, wanted: dict[str, int]) -> None:
        for name, count in wanted.items():
            if name in MONUMENT_NAMES:
                found = self.s.monuments_left[MONUMENT_NAMES.index(name)]
            elif name == "camels":
                found = self.s.camels_left
            elif name == "tiles":
                found = self.s.tiles_left.bit_count()
            elif name in PIECES[2:]:
                found = self.s.guardian_left[PIECES.index(name)]
            else:
                raise BadCase(f"expect, supply: no '{name}'")
            self.same(f"supply of {name}", found, count)

    def stock(self, wanted: dict[str, dict[str, int]]) -> None:
        for name, kinds in wanted.items():
            god = find_seat(self.match, name, "stock")
            for kind, count in kinds.items():
                self.same(f"stock of {name}, {kind}", self.s.stock[god * 3 + MONUMENTS.index(kind)], count)

    def tile(self, wanted: dict[str, int]) -> None:
        for name, tile in wanted.items():
            self.same(f"tile at {name}", self.s.region[find_cell(name, "expect, tile")], tile)

    def regions(self, wanted: int) -> None:
        self.same("regions", len(region_tiles(self.s)), wanted)

    def asks(self, wanted: str | list[str]) -> None:
        names = [self.match.seat_name(seat) for seat in self.match.decision.seats]
        self.same("asks", sorted(names), sorted([wanted] if isinstance(wanted, str) else wanted))

    def prompt(self, wanted: str) -> None:
        self.same("prompt", self.match.decision.prompt, wanted)

    def turn(self, wanted: str) -> None:
        self.same("turn", self.match.seat_name(self.s.turn_seat), wanted)

    def amun(self, wanted: str) -> None:
        self.same("amun", "ready" if self.s.amun_ready else "spent", wanted)

    def outcome(self, wanted: dict[str, Any]) -> None:
        outcome = self.match.outcome
        if outcome is None:
            self.failures.append("outcome: the match goes on")
            return
        if "winners" in wanted:
            names = [self.match.seat_name(seat) for seat in outcome.winners]
            self.same("winners", sorted(names), sorted(wanted["winners"]))
        if "how" in wanted:
            self.same("how", outcome.how, wanted["how"])

    def scoreboard(self, wanted: dict[str, Any]) -> None:
        self.failures += part_differences(self.match.view()["scoreboard"], wanted, "scoreboard")

    def facts(self, wanted: list[dict[str, Any]]) -> None:
        told = iter(self.match.facts)
        for number, fact in enumerate(wanted, 1):
            if not any(all(item.get(key) == value for key, value in fact.items()) for item in told):
                self.failures.append(f"fact {number}: {fact} was not told (after the ones before it)")
                return


_KEYS = tuple(name for name in vars(_Comparison) if not name.startswith("_") and name not in ("same", "god", "by_god"))


def compare_expectations(match: Match, expect: dict[str, Any]) -> list[str]:
    """What differs; empty when everything expected is so."""
    comparison = _Comparison(match)
    expansion = expansion_of(match.state)
    asked = expect.get("asks")
    seat = match.decision.seats[0] if match.decision.seats else -1
    if asked:
        seat = find_seat(match, asked if isinstance(asked, str) else asked[0], "asks")
    legal = {str(choice) for choice in match.choices_of(seat)} if seat >= 0 else set()
    for key, wanted in expect.items():
        if key == "choices":
            comparison.same("choices", sorted(legal), sorted(map(canonical_text(match), wanted)))
        elif key in ("legal", "illegal"):
            for text in wanted:
                if (canonical_text(match)(text) in legal) != (key == "legal"):
                    comparison.failures.append(f"'{text}' should be {key}; legal are {allowed(legal)}")
        elif key in _KEYS:
            getattr(comparison, key)(wanted)
        elif key in expansion.expected:
            comparison.failures += expansion.compare(match.state, key, wanted)
        else:
            known = [*_KEYS, "choices", "legal", "illegal", *expansion.expected]
            raise BadCase(f"expect: unknown key '{key}'; allowed: {allowed(known)}")
    return comparison.failures


def canonical_text(match: Match) -> Any:
    """A function that gives the canonical text of a choice."""

    def canonical(text: object) -> str:
        if isinstance(text, bool):
            text = "yes" if text else "no"
        return match.game.table.text(match.game.table.find(text))

    return canonical

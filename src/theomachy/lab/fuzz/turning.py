"""Turn the table: nobody's seat matters but for its place in the order of play.

A match whose players all sit some seats further on offers the same choices, and whatever is chosen in both changes both
alike. Lists of a view may be in the order of the seats, so there only what is in them is compared; where an order
matters, it is part of the state.
"""

from __future__ import annotations

import json
import random
from typing import Any

from theomachy.kernel.errors import allowed
from theomachy.kernel.match import Match, planner_match
from theomachy.lab.fuzz.contracts import require
from theomachy.lab.fuzz.observations import differing, layout_of, numbers_of


class TurnedTable:
    """A match, and beside it the same match with everybody `by` seats further on."""

    def __init__(self, match: Match, twin: Match, by: int) -> None:
        self.match = match
        self.twin = twin
        self.by = by
        self.seat_entries = match.game.study().seat_entries
        match.state.listening = twin.state.listening = True

    def new_seat(self, seat: int) -> int:
        return (seat + self.by) % self.match.seats

    def play(self, choice: int, seat: int) -> None:
        """Make the same choice on both sides and compare what followed."""
        text = self.match.game.table.text(choice)
        told, twin_told = self.match.told, self.twin.told
        self.match.play(choice, seat)
        self.twin.play(choice, self.new_seat(seat))
        after = f"after '{text}'"
        for viewer in (None, *range(self.match.seats)):
            facts = self.match.facts_since(told, viewer)
            turned = self.twin.facts_since(twin_told, None if viewer is None else self.new_seat(viewer))
            odd = _unlike(self._turned(facts), turned)
            require(not odd, f"the table turned by {self.by}: other facts {after}: {odd}")
        self.compare(after)

    def compare(self, when: str) -> None:
        """State, choices and views of both are the same but for the turning."""
        match, twin, by = self.match, self.twin, self.by
        game, study = match.game, match.game.study()
        # The twin is turned by nothing, for what is left over and means nothing any more is left out in turning.
        wanted, found = study.turned(game.encode(match.state), by), study.turned(game.encode(twin.state), 0)
        odd = [name for name in wanted or {} if found is None or wanted is None or wanted[name] != found[name]]
        require(not odd, f"the table turned by {by}: the state differs {when} in {allowed(odd)}")
        for seat in range(match.seats):
            ids = set(match.choices_of(seat).ids), set(twin.choices_of(self.new_seat(seat)).ids)
            texts = [game.table.text(number) for number in sorted(ids[0] ^ ids[1])]
            require(not texts, f"the table turned by {by}: seat {seat} may or may not {allowed(texts)} {when}")
        for seat in range(match.seats):
            slots = differing(layout_of(match), numbers_of(match, seat), numbers_of(twin, self.new_seat(seat)))
            require(not slots, f"the table turned by {by}: seat {seat} observes other numbers {when} in {slots[:6]}")
        for viewer in (None, *range(match.seats)):
            own = match.view(viewer)
            other = twin.view(None if viewer is None else self.new_seat(viewer))
            odd = [
                name
                for name in own
                if self._written(own[name], name, by) != self._written(other[name], name, 0)
                and name not in study.leftovers
            ]
            require(not odd, f"the table turned by {by}: the view of seat {viewer} differs {when} in {allowed(odd)}")

    def _written(self, value: Any, name: str, by: int) -> str:
        """A part of a view as text, with its seats turned, and its lists in an order that says nothing."""
        if isinstance(value, dict):
            return f"{{{','.join(sorted([f'{key}:{self._written(entry, key, by)}' for key, entry in value.items()]))}}}"
        if isinstance(value, list):
            return f"[{','.join(sorted([self._written(entry, name, by) for entry in value]))}]"
        if by and type(value) is int and name in self.seat_entries:
            return repr(self.new_seat(value))
        return repr(value)

    def _turned(self, value: Any, name: str = "") -> Any:
        """Facts with their seats turned."""
        if isinstance(value, dict):
            return {key: self._turned(entry, key) for key, entry in value.items()}
        if isinstance(value, list):
            return [self._turned(entry, name) for entry in value]
        if type(value) is int and name in self.seat_entries:
            return self.new_seat(value)
        return value


def turn_table(match: Match, by: int) -> TurnedTable | None:
    """A copy of the match with its turned twin; None if the game can't say how it would be turned."""
    turned = match.game.study().turned(match.game.encode(match.state), by)
    if turned is None:
        return None
    return TurnedTable(match.copy(), planner_match(match.game, turned), by)


def _unlike(one: list[dict[str, Any]], two: list[dict[str, Any]]) -> str:
    """The first fact told on one side only: what happens at once may be told in any order."""
    if one == two:
        return ""
    here, there = ([json.dumps(fact, sort_keys=True) for fact in facts] for facts in (one, two))
    for fact in here:
        if fact in there:
            there.remove(fact)
        else:
            return fact
    return there[0] if there else ""


def check_turned(match: Match, by: int, rng: random.Random, moves: int = 12) -> None:
    """With everybody `by` seats further on the match goes on alike, whatever is chosen."""
    table = turn_table(match, by)
    if table is None:
        return
    table.compare("at once")
    for _ in range(moves):
        if table.match.over:
            break
        seat = rng.choice(table.match.decision.seats)
        table.play(rng.choice(table.match.choices_of(seat).ids), seat)

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


class TurnedTable:
    """A match, and beside it the same match with everybody `by` seats further on."""

    def __init__(self, match: Match, twin: Match, by: int) -> None:
        self.match = match
        self.twin = twin
        self.by = by
        #: how many choices were made; after each one somebody else's view is compared
        self.moves = 0
        self._seat_entries = frozenset(match.game.study().seat_entries)
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
            ours = self._turned(facts)
            odd = "" if ours == turned else _unlike(ours, turned)
            require(not odd, f"the table turned by {self.by}: other facts {after}: {odd}")
        self.moves += 1
        self.compare(after, (None, *range(self.match.seats))[self.moves % (self.match.seats + 1)])

    def compare(self, when: str, *viewers: int | None) -> None:
        """State, choices and the views of some are the same on both sides but for the turning."""
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
        for viewer in viewers:
            own = match.view(viewer)
            other = twin.view(None if viewer is None else self.new_seat(viewer))
            names = [name for name in own if name not in study.leftovers]
            odd = [name for name in names if not self._alike(own[name], other[name], name)]
            require(not odd, f"the table turned by {by}: the view of seat {viewer} differs {when} in {allowed(odd)}")

    def _alike(self, ours: Any, theirs: Any, name: str) -> bool:
        """Whether parts of two views are the same but for the turning, lists in any order."""
        if isinstance(ours, dict):
            return (
                isinstance(theirs, dict)
                and ours.keys() == theirs.keys()
                and all(self._alike(entry, theirs[key], key) for key, entry in ours.items())
            )
        if isinstance(ours, list):
            return (
                isinstance(theirs, list) and len(ours) == len(theirs) and self._alike_in_any_order(ours, theirs, name)
            )
        if type(ours) is int and name in self._seat_entries:
            return bool(self.new_seat(ours) == theirs)
        return bool(ours == theirs)

    def _alike_in_any_order(self, ours: list[Any], theirs: list[Any], name: str) -> bool:
        """Mostly they are in the same order, or rotated: each is looked for from where the last was found."""
        left, place = theirs.copy(), 0
        for entry in ours:
            for index in range(len(left)):
                there = (place + index) % len(left)
                if self._alike(entry, left[there], name):
                    del left[there]
                    place = there
                    break
            else:
                return False
        return True

    def _turned(self, value: Any, name: str = "") -> Any:
        """Facts with their seats turned."""
        if isinstance(value, dict):
            return {key: self._turned(entry, key) for key, entry in value.items()}
        if isinstance(value, list):
            return [self._turned(entry, name) for entry in value]
        if type(value) is int and name in self._seat_entries:
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
    table.compare("at once", None, *range(match.seats))
    for _ in range(moves):
        if table.match.over:
            break
        seat = rng.choice(table.match.decision.seats)
        table.play(rng.choice(table.match.choices_of(seat).ids), seat)

"""The tree of the searching bot: information sets, what was tried in them, and what came of it.

A node stands for all states in which the same choices were made since the root and the same thing is asked of the same
seats: everybody at the table knows that much, so no decision in the tree can depend on what its decider can't know.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from theomachy.bots.lookahead import Lookahead, is_quiet, lowest
from theomachy.kernel.state import State

#: how much untried and rarely tried choices draw
CURIOSITY: Final = 0.15
#: differences of chances that make a choice e times as likely to be tried, as judged at first sight
TASTE: Final = 0.03
#: a node looks at all its choices when it is met for the so manyth time
LOOK_AFTER: Final = 1
#: an iteration ends when nothing was pending for the so manyth time after leaving the tree
QUIET_TIMES: Final = 1
#: the tree is left at this depth at the latest
DEEPEST: Final = 40


class Table:
    """What one seat has tried at a node. Parallel lists, by the place of a choice in `choices`."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.choices: list[int] = []
        self.visits: list[int] = []
        #: sums of the seat's chances
        self.totals: list[float] = []
        #: what the choice looked like at first sight: a chance, and how much that makes it worth trying
        self.looks: list[float] = []
        self.pulls: list[float] = []
        self.places: dict[int, int] = {}

    def place(self, choice: int) -> int:
        found = self.places.get(choice)
        if found is not None:
            return found
        number = len(self.choices)
        self.places[choice] = number
        self.choices.append(choice)
        self.visits.append(0)
        self.totals.append(0.0)
        self.looks.append(-1.0)
        self.pulls.append(1.0)
        return number

    def look(self, choice: int, chance: float) -> None:
        """Note what a choice looks like."""
        self.looks[self.place(choice)] = chance

    def weigh(self, taste: float) -> None:
        """Turn looks into pulls, which add up to 1 over all choices."""
        best = max(self.looks)
        total = 0.0
        for number in range(len(self.choices)):
            pull = exp((self.looks[number] - best) / taste) + 0.02
            self.pulls[number] = pull
            total += pull
        for number in range(len(self.choices)):
            self.pulls[number] /= total

    def select(self, options: list[int], mean: float, curiosity: float) -> int:
        """The place of the option to try next: good so far, or promising and rarely tried."""
        tried = 1
        even = 1.0 / len(options)
        for choice in options:
            tried += self.visits[self.place(choice)]
        reach = curiosity * sqrt(tried)
        best = -1
        most = -1e9
        for choice in options:
            number = self.places[choice]
            visits = self.visits[number]
            look = self.looks[number]
            if look >= 0.0:
                value = (self.totals[number] + look) / (visits + 1)
                pull = self.pulls[number]
            else:
                value = self.totals[number] / visits if visits else mean
                pull = even
            score = value + reach * pull / (1 + visits)
            if score > most:
                most = score
                best = number
        return best

    def add(self, number: int, chance: float) -> None:
        self.visits[number] += 1
        self.totals[number] += chance


class Node:
    """An information set."""

    def __init__(self) -> None:
        self.visits = 0
        self.looked = False
        #: sums of all seats' chances
        self.totals: list[float] = []
        #: one for each seat that decides here
        self.tables: list[Table] = []
        #: what follows, by the choices made and what is asked next
        self.children: dict[int, Node] = {}

    def table(self, seat: int) -> Table:
        for table in self.tables:
            if table.seat == seat:
                return table
        table = Table(seat)
        self.tables.append(table)
        return table

    def mean(self, seat: int) -> float:
        return self.totals[seat] / self.visits if self.visits else 0.5

    def add(self, values: list[float]) -> None:
        self.visits += 1
        if not self.totals:
            self.totals = values.copy()
            return
        for seat in range(len(values)):
            self.totals[seat] += values[seat]


class Tree:
    """Monte Carlo tree search over information sets. Every seat wants its own chance to be great."""

    def __init__(self, ahead: Lookahead) -> None:
        self.ahead = ahead
        self.root = Node()
        self.curiosity = CURIOSITY
        self.taste = TASTE
        self.look_after = LOOK_AFTER
        self.quiet_times = QUIET_TIMES
        self.look_budget = 6
        self.root_budget = 40
        self.spread = 0

    def explore(self, s: State) -> bool:
        """One iteration, which plays on in `s`: down the tree, a little further, and back with the result.

        False if it came too late and nothing was learned.
        """
        ahead = self.ahead
        path: list[Node] = [self.root]
        tables: list[Table] = []
        numbers: list[int] = []
        node = self.root
        while not s.over and len(path) < DEEPEST:
            if node.visits < 1 and node is not self.root:
                break
            key = self.descend(node, s, tables, numbers)
            if ahead.late:
                return False
            child = node.children.get(key)
            if child is None:
                child = Node()
                node.children[key] = child
            node = child
            path.append(node)
        values = self.finish(s)
        if ahead.late:
            return False
        for node in path:
            node.add(values)
        for index in range(len(tables)):
            tables[index].add(numbers[index], values[tables[index].seat])
        return True

    def descend(self, node: Node, s: State, tables: list[Table], numbers: list[int]) -> int:
        """Make the choices of a node in `s`; the key of what follows."""
        ahead = self.ahead
        waiting = ahead.waiting(s)
        reveals = s.reveals
        key = 0
        if not ahead.is_secret(s):
            seat = lowest(waiting)
            options = ahead.options(s, seat)
            table = node.table(seat)
            if not node.looked and (node.visits >= self.look_after or node is self.root):
                self.look(node, table, s, options)
            number = table.select(options, node.mean(seat), self.curiosity)
            key = table.choices[number] + 1
            tables.append(table)
            numbers.append(number)
            ahead.make(s, seat, table.choices[number])
        else:
            # Everybody chooses before anybody knows what others have chosen.
            seats: list[int] = []
            picks: list[int] = []
            while waiting:
                seat = lowest(waiting)
                waiting &= waiting - 1
                table = node.table(seat)
                number = table.select(ahead.options(s, seat), node.mean(seat), self.curiosity)
                seats.append(seat)
                picks.append(table.choices[number])
                tables.append(table)
                numbers.append(number)
            ahead.make_all(s, seats, picks)
            if s.reveals != reveals:
                for pick in picks:
                    key = (key * 1021 + pick + 1) % 1000003
        asked = 0 if s.over else ahead.waiting(s) * 128 + s.stack[-1].kind
        return key * 8192 + asked

    def look(self, node: Node, table: Table, s: State, options: list[int]) -> None:
        """Judge each choice at first sight."""
        ahead = self.ahead
        node.looked = True
        budget = self.root_budget if node is self.root else self.look_budget
        for choice in options:
            table.look(choice, ahead.best_end(ahead.after(s, table.seat, choice), table.seat, 2, budget))
            if ahead.late:
                return
        table.weigh(self.taste)

    def finish(self, s: State) -> list[float]:
        """The chances at the end of what is under way, played on with likely choices."""
        ahead = self.ahead
        for _ in range(self.quiet_times):
            ahead.carry_on(s)
            if s.over or ahead.late or _ + 1 == self.quiet_times:
                break
            ahead.make_likely(s)
        return ahead.judge(s)

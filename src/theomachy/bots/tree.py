"""The tree of the searching bot: information sets, what was tried in them, and what came of it.

A node stands for all states in which the same choices were made since the root and the same thing is asked of the same
seats: everybody at the table knows that much, so no decision in the tree can depend on what its decider can't know.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from theomachy.bots.lookahead import Lookahead, lowest
from theomachy.kernel.state import State

#: how much rarely tried choices draw, where the match is open
CURIOSITY: Final = 0.15
#: differences of chances that make a choice e times as likely to be tried, as judged at first sight
TASTE: Final = 0.03
#: no choice is quite out of the question
DOUBT: Final = 0.02
#: a first sight follows an action for so many clicks, and judges about so many positions for each choice
LOOK_CLICKS: Final = 2
LOOK_BUDGET: Final = 6
#: the tree is left at this depth at the latest
DEEPEST: Final = 40
#: keys of what follows: what is asked next is a number below this
ASKED: Final = 8192


class Table:
    """What one seat has tried at a node. Parallel lists, by the place of a choice in `choices`."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.choices: list[int] = []
        self.places: dict[int, int] = {}
        self.visits: list[int] = []
        #: sums of the seat's chances
        self.totals: list[float] = []
        #: the chance a choice seemed to give at first sight (-1: not looked at), and how much that makes it worth a try
        self.looks: list[float] = []
        self.pulls: list[float] = []

    def place(self, choice: int) -> int:
        """The place of a choice, which is entered when it is new."""
        found = self.places.get(choice)
        if found is not None:
            return found
        number = len(self.choices)
        self.places[choice] = number
        self.choices.append(choice)
        self.visits.append(0)
        self.totals.append(0.0)
        self.looks.append(-1.0)
        self.pulls.append(DOUBT)
        return number

    def weigh(self) -> None:
        """Turn looks into pulls, which add up to 1."""
        best = max(self.looks)
        # Chances close to 0 or 1 differ little even where positions differ much.
        taste = TASTE * openness(best)
        total = 0.0
        for number in range(len(self.choices)):
            pull = exp(max((self.looks[number] - best) / taste, -50.0)) + DOUBT
            self.pulls[number] = pull
            total += pull
        for number in range(len(self.choices)):
            self.pulls[number] /= total

    def value(self, number: int) -> float:
        """The seat's chance after a choice, as far as is known: its first sight counts like one visit."""
        visits = self.visits[number]
        look = self.looks[number]
        if look < 0.0:
            return self.totals[number] / visits if visits else -1.0
        return (self.totals[number] + look) / (visits + 1)

    def select(self, options: list[int], mean: float) -> int:
        """The place of the option to try next: good so far, or promising and rarely tried."""
        tried = 1
        for choice in options:
            tried += self.visits[self.place(choice)]
        even = 1.0 / len(options)
        reach = CURIOSITY * openness(mean) * sqrt(tried)
        best = -1
        most = -1e9
        for choice in options:
            number = self.places[choice]
            value = self.value(number)
            if value < 0.0:
                value = mean
            pull = even if self.looks[number] < 0.0 else self.pulls[number]
            score = value + reach * pull / (1 + self.visits[number])
            if score > most:
                most = score
                best = number
        return best

    def best(self) -> int:
        """The place of the choice that was tried most; the better one of equals."""
        found = 0
        for number in range(1, len(self.choices)):
            more = self.visits[number] - self.visits[found]
            if more > 0 or (more == 0 and self.value(number) > self.value(found)):
                found = number
        return found


class Node:
    """An information set."""

    def __init__(self) -> None:
        self.visits = 0
        #: whether its choices were looked at
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

    def __init__(self, ahead: Lookahead, root: Node) -> None:
        self.ahead = ahead
        self.root = root

    def explore(self, s: State) -> None:
        """One iteration, which plays on in `s`: down the tree, to the end of what is under way, and back with the
        result. If it comes too late nothing is learned."""
        ahead = self.ahead
        path: list[Node] = [self.root]
        tables: list[Table] = []
        numbers: list[int] = []
        node = self.root
        while not s.over and len(path) < DEEPEST:
            if node.visits == 0 and node is not self.root:
                break
            key = self.descend(node, s, tables, numbers)
            if ahead.late:
                return
            child = node.children.get(key)
            if child is None:
                child = Node()
                node.children[key] = child
            node = child
            path.append(node)
        ahead.carry_on(s)
        values = ahead.judge(s)
        if ahead.late:
            return
        for node in path:
            node.add(values)
        for index in range(len(tables)):
            table = tables[index]
            table.visits[numbers[index]] += 1
            table.totals[numbers[index]] += values[table.seat]

    def descend(self, node: Node, s: State, tables: list[Table], numbers: list[int]) -> int:
        """Make the choices of a node in `s`; the key of what follows."""
        ahead = self.ahead
        waiting = ahead.waiting(s)
        if not ahead.is_secret(s):
            seat = lowest(waiting)
            options = ahead.options(s, seat)
            table = node.table(seat)
            if not node.looked:
                self.look(node, table, s, options, LOOK_BUDGET)
            number = table.select(options, node.mean(seat))
            tables.append(table)
            numbers.append(number)
            choice = table.choices[number]
            ahead.make(s, seat, choice)
            return self.key(s, choice + 1)
        # Everybody chooses before anybody knows what others have chosen.
        reveals = s.reveals
        seats: list[int] = []
        picks: list[int] = []
        while waiting:
            seat = lowest(waiting)
            waiting &= waiting - 1
            table = node.table(seat)
            number = table.select(ahead.options(s, seat), node.mean(seat))
            tables.append(table)
            numbers.append(number)
            seats.append(seat)
            picks.append(table.choices[number])
        ahead.make_all(s, seats, picks)
        made = 0
        if s.reveals != reveals:
            # Now everybody knows them; choices that stay secret must not tell the nodes below apart.
            for pick in picks:
                made = (made * 1021 + pick + 1) % 1000003
        return self.key(s, made)

    def key(self, s: State, made: int) -> int:
        """Of a child: what was chosen, and what is asked of whom next."""
        if s.over:
            return made * ASKED
        return made * ASKED + self.ahead.waiting(s) * 128 + s.stack[-1].kind + 1

    def look(self, node: Node, table: Table, s: State, options: list[int], budget: int) -> None:
        """Judge each choice at first sight: where its action could lead."""
        ahead = self.ahead
        looks: list[float] = []
        for choice in options:
            looks.append(ahead.best_end(ahead.after(s, table.seat, choice), table.seat, LOOK_CLICKS, budget))
            if ahead.late:
                return
        for index in range(len(options)):
            table.looks[table.place(options[index])] = looks[index]
        table.weigh()
        node.looked = True


def openness(chance: float) -> float:
    """How open a match is with this chance to win: 1 where it is even, little where it is as good as decided."""
    return max(4.0 * chance * (1.0 - chance), 0.02)

"""The tree of the searching bot: information sets, what was tried in them, and what came of it.

A node stands for all states in which the same choices were made since the root and the same thing is asked of the same
seats: everybody at the table knows that much, so no decision in the tree can depend on what its decider can't know.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from theomachy.bots.lookahead import Horizon, Lookahead, is_quiet, lowest
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import State

#: how much rarely tried choices draw, where the match is open
CURIOSITY: Final = 0.5
#: differences of chances that make a choice e times as likely to be tried, as judged at first sight
TASTE: Final = 0.08
#: no choice is quite out of the question
DOUBT: Final = 0.02
#: a first sight follows an action for so many clicks, and judges about so many positions for each choice
LOOK_CLICKS: Final = 2
LOOK_BUDGET: Final = 6
#: where a choice is compared with the best one, its first sight counts like so many tries
SIGHT_TRIES: Final = 3.0
#: what was tried less often is not foretold
FEWEST_TRIES: Final = 3
#: the tree is left at this depth at the latest
DEEPEST: Final = 40
#: keys of what follows: what is asked next is a number below this
ASKED: Final = 8192


class Table:
    """What one seat has tried at a node. Parallel lists, by the place of a choice in `choices`."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.choices: list[int] = []
        self.places: dict[int, int] = {}
        self.visits: list[int] = []
        #: the seat's chance after a choice, as far as is known (-1: not tried)
        self.values: list[float] = []
        #: the chance a choice seemed to give at first sight (-1: not looked at), and how much that makes it worth a try
        self.looks: list[float] = []
        self.pulls: list[float] = []
        self.best_look = -1.0

    def place(self, choice: int) -> int:
        """The place of a choice, which is entered when it is new."""
        found = self.places.get(choice)
        if found is not None:
            return found
        number = len(self.choices)
        self.places[choice] = number
        self.choices.append(choice)
        self.visits.append(0)
        self.values.append(-1.0)
        self.looks.append(-1.0)
        self.pulls.append(DOUBT)
        return number

    def weigh(self) -> None:
        """Turn looks into pulls, which add up to 1."""
        best = max(self.looks)
        self.best_look = best
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
        """The seat's chance after a choice: what came of it, or else its first sight."""
        return self.values[number] if self.visits[number] else self.looks[number]

    def belief(self, number: int, best: int) -> float:
        """The chance after a choice beside that of the one that held up best; -1 where nothing is known.

        Never more than the best one's: what looks better after few tries has not held up. Few tries count little.
        """
        most = self.value(best)
        look = self.looks[number]
        tries = self.visits[number]
        if number == best or look < 0.0:
            return min(self.value(number), most)
        behind = max(0.0, most - self.value(number))
        # First sights see no replies: only their differences count.
        seems_behind = min(most, self.best_look - look)
        return most - (tries * behind + SIGHT_TRIES * seems_behind) / (tries + SIGHT_TRIES)

    def select(self, options: list[int], now: float) -> int:
        """The place of the option to try next: good so far, or promising and rarely tried. `now`: the seat's chance at
        the node."""
        tried = 1
        for choice in options:
            tried += self.visits[self.place(choice)]
        even = 1.0 / len(options)
        reach = CURIOSITY * openness(now) * sqrt(tried)
        best = -1
        most = -1e9
        for choice in options:
            number = self.places[choice]
            pull = self.pulls[number]
            value = now
            if self.visits[number]:
                value = self.values[number]
            elif self.looks[number] >= 0.0:
                # First sights see no replies: only their differences count.
                value += self.looks[number] - self.best_look
            if self.looks[number] < 0.0:
                pull = even
            score = value + reach * pull / (1 + self.visits[number])
            if score > most:
                most = score
                best = number
        return best


class Node:
    """An information set."""

    def __init__(self) -> None:
        self.visits = 0
        #: whether its choices were looked at
        self.looked = False
        #: each seat's chance, as far as is known
        self.values: list[float] = []
        #: one for each seat that decides here
        self.tables: list[Table] = []
        #: what follows, by the choices made and what is asked next
        self.children: dict[int, Node] = {}
        #: the same for open decisions, by the place of the choice
        self.after: list[list[Node]] = []

    def table(self, seat: Seat) -> Table:
        for table in self.tables:
            if table.seat == seat:
                return table
        table = Table(seat)
        self.tables.append(table)
        return table

    def now(self, seat: Seat) -> float:
        return self.values[seat] if self.visits else 0.5

    def child(self, key: int, number: int) -> Node:
        """What follows a choice (-1: several secret ones); made when it is new."""
        found = self.children.get(key)
        if found is None:
            found = Node()
            self.children[key] = found
            if number >= 0:
                while len(self.after) <= number:
                    self.after.append([])
                self.after[number].append(found)
        return found

    def note(self, table: Table, options: list[int], looks: list[float]) -> None:
        """Note what choices look like."""
        for index in range(len(options)):
            table.looks[table.place(options[index])] = looks[index]
        table.weigh()
        self.looked = True

    def end(self, values: list[float]) -> None:
        """An iteration left the tree here."""
        self.visits += 1
        self.values = mean_of(self.values, values, self.visits) if self.values else values

    def learn_open(self, table: Table, number: int) -> None:
        """After a visit to what follows a choice: whoever decides takes the best."""
        self.visits += 1
        table.visits[number] += 1
        table.values[number] = self.expect(number)[table.seat]
        best = -1
        for other in range(len(table.choices)):
            if table.visits[other] and (best < 0 or table.values[other] > table.values[best]):
                best = other
        self.values = self.expect(best)

    def expect(self, number: int) -> list[float]:
        """The chances after a choice: the mean over what may follow it."""
        nodes = self.after[number]
        if len(nodes) == 1:
            return nodes[0].values
        total: list[float] = []
        visits = 0
        for node in nodes:
            if node.visits:
                visits += node.visits
                if not total:
                    total = [0.0] * len(node.values)
                for seat in range(len(total)):
                    total[seat] += node.visits * node.values[seat]
        return [value / visits for value in total]

    def learn_secret(self, values: list[float]) -> None:
        """After secret choices: the mean of all visits."""
        self.visits += 1
        self.values = mean_of(self.values, values, self.visits) if self.values else values


def mean_of(before: list[float], values: list[float], count: int) -> list[float]:
    """The mean of so many vectors, from the mean before the last one."""
    return [before[seat] + (values[seat] - before[seat]) / count for seat in range(len(values))]


class Tree:
    """Monte Carlo tree search over information sets. Every seat wants its own chance to be great."""

    def __init__(self, ahead: Lookahead, root: Node, horizon: Horizon) -> None:
        self.ahead = ahead
        self.root = root
        self.horizon = horizon

    def explore(self, s: State) -> None:
        """One iteration, which plays on in `s`: down the tree, to the end of what is under way, and back with the
        result. If it comes too late nothing is learned."""
        ahead = self.ahead
        path: list[Node] = [self.root]
        #: tables and places of the choices made; None and -1 where they were secret
        tables: list[Table | None] = []
        numbers: list[int] = []
        secrets: list[Table] = []
        picks: list[int] = []
        node = self.root
        self.horizon.begin()
        while not self.horizon.is_reached(s) and len(path) < DEEPEST:
            if node.visits == 0 and node is not self.root:
                break
            seat = lowest(ahead.waiting(s))
            if ahead.is_secret(s):
                tables.append(None)
                numbers.append(-1)
                key = self.descend_secretly(node, s, secrets, picks)
            else:
                table = node.table(seat)
                options = ahead.options(s, seat)
                if not node.looked:
                    self.look(node, table, s, options)
                number = table.select(options, node.now(seat))
                tables.append(table)
                numbers.append(number)
                ahead.make(s, seat, table.choices[number])
                key = self.key(s, table.choices[number] + 1)
            if ahead.late:
                return
            node = node.child(key, numbers[-1])
            path.append(node)
        ahead.play_turns(s, self.horizon)
        values = ahead.judge_end(s)
        if ahead.late:
            return
        node.end(values)
        for index in range(len(tables) - 1, -1, -1):
            made = tables[index]
            if made is None:
                path[index].learn_secret(path[index + 1].values)
            else:
                path[index].learn_open(made, numbers[index])
        for index in range(len(secrets)):
            table = secrets[index]
            number = picks[index]
            table.visits[number] += 1
            chance = values[table.seat]
            if table.visits[number] == 1:
                table.values[number] = chance
            else:
                table.values[number] += (chance - table.values[number]) / table.visits[number]

    def explore_after(self, s: State, seat: Seat, choice: int) -> None:
        """An iteration that begins with this choice of the root, whatever has held up so far."""
        root = self.root
        table = root.table(seat)
        number = table.place(choice)
        self.ahead.make(s, seat, choice)
        child = root.child(self.key(s, choice + 1), number)
        Tree(self.ahead, child, self.horizon).explore(s)
        if not self.ahead.late:
            root.learn_open(table, number)

    def line_after(self, seat: Seat, choice: int, longest: int) -> list[tuple[int, int]]:
        """What is expected to follow a choice of the root, it included: seats and choices, up to a secret decision."""
        line: list[tuple[int, int]] = []
        node = self.root
        table = node.table(seat)
        number = table.place(choice)
        while True:
            line.append((table.seat, table.choices[number]))
            if len(line) >= longest or number >= len(node.after) or not node.after[number]:
                return line
            best = node.after[number][0]
            for other in node.after[number]:
                if other.visits > best.visits:
                    best = other
            node = best
            if len(node.tables) != 1 or not node.after:
                return line
            table = node.tables[0]
            number = 0
            for place in range(len(table.choices)):
                if (table.visits[place], table.value(place)) > (table.visits[number], table.value(number)):
                    number = place
            if table.visits[number] < FEWEST_TRIES:
                return line

    def descend_secretly(self, node: Node, s: State, tables: list[Table], numbers: list[int]) -> int:
        """Make the secret choices of a node in `s`; the key of what follows.

        Everybody chooses before anybody knows what others have chosen.
        """
        ahead = self.ahead
        waiting = ahead.waiting(s)
        reveals = s.reveals
        seats: list[Seat] = []
        picks: list[int] = []
        while waiting:
            seat = lowest(waiting)
            waiting &= waiting - 1
            table = node.table(seat)
            number = table.select(ahead.options(s, seat), node.now(seat))
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

    def look(self, node: Node, table: Table, s: State, options: list[int]) -> None:
        """A first sight of each choice: where its action could lead."""
        looks = self.glance(s, table.seat, options, LOOK_BUDGET if is_quiet(s) else 1)
        if not self.ahead.late and min(looks) == max(looks):
            # A click that only points at something: what it is good for shows further on.
            looks = self.glance(s, table.seat, options, LOOK_BUDGET)
        if not self.ahead.late:
            node.note(table, options, looks)

    def glance(self, s: State, seat: Seat, options: list[int], budget: int) -> list[float]:
        """The seat's chance after each choice, with so many positions judged for each."""
        ahead = self.ahead
        looks: list[float] = []
        for choice in options:
            looks.append(ahead.best_after(s, seat, choice, LOOK_CLICKS, budget))
            if ahead.late:
                break
        return looks


def openness(chance: float) -> float:
    """How open a match is with this chance to win: 1 where it is even, little where it is as good as decided."""
    return max(4.0 * chance * (1.0 - chance), 0.02)

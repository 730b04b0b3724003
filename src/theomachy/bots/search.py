"""The searching bot: plays many imagined continuations, more of the promising ones, and takes what held up best."""

from __future__ import annotations

from time import perf_counter
from typing import Any, ClassVar, Final

from theomachy.bots.advice import Advice, Prospect
from theomachy.bots.examining import DEALS, LOOK_BUDGETS, TURNS, Examination, all_equal, examine
from theomachy.bots.gains import gains_of
from theomachy.bots.lookahead import NEVER, Horizon, Lookahead
from theomachy.bots.plan import LONGEST_PLAN, make_plan
from theomachy.bots.sight import Sight
from theomachy.bots.standoff import Standoff
from theomachy.bots.tree import Node, Tree
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.state import State
from theomachy.kernel.worth import Worth

#: before the search begins choices are looked at, as long as less than this part of the time is gone
LOOK_TIME: Final = 0.25
#: the part of the time after which no iteration ends any more; the rest is for the answer itself
THINKING_TIME: Final = 0.98
#: the part of the time after which it may end already, where the machine is busy with other work
ENOUGH_TIME: Final = 0.92
#: in a secret decision drawing answers ends earlier, because mixing them takes time too
DRAWING_TIME: Final = 0.88
#: a turn takes about so many times the time of a choice, however many clicks it has: each one after the first may take
#: a third of what is left of it, and this part of a choice's time at least
TURN_TIME: Final = 3.0
LEAST_TIME: Final = 0.1
#: runners-up that are told
OTHERS: Final = 3


class Thought:
    """What thinking came to: the place of the choice among the sight's choices, and the chance seen after each."""

    __slots__ = ("best", "chances", "effort", "line", "outlook")

    def __init__(self, best: int, chances: list[float], effort: int, outlook: list[float]) -> None:
        self.best = best
        #: -1 where nothing is known
        self.chances = chances
        self.effort = effort
        #: each seat's chance, if all goes on as seen; empty where that is not known
        self.outlook = outlook
        #: what is expected to follow the choice, it included: seats and choices
        self.line: list[tuple[int, int]] = []


class SearchBot:
    """Information-set Monte Carlo tree search. Settings: time for an answer (`200ms`, `2s`) or iterations (`400`).

    With iterations its n-th answer depends on the seed and what it has seen; with a clock also on the machine.
    """

    name: ClassVar[str] = "search"

    def __init__(self, seed: int = 0, settings: str = "1s") -> None:
        self.seed = seed
        #: 0 where iterations are counted, and the other way round
        self.seconds, self.iterations = read_budget(settings)
        self._answers = 0
        #: the chances it saw after each of the choices when it chose last, -1 where it saw none; empty: it did not look
        self.chances: list[float] = []
        #: each seat's chance when it chose last; empty: it did not look
        self.outlook: list[float] = []
        #: imagined play ends when the so manyth turn after the one under way begins
        self.turns = TURNS
        # What was found out below the choice made last: the node, and what the seat would see there.
        self._kept: Node | None = None
        self._expected: dict[str, Any] = {}
        # The time that is left for the clicks of a turn after its first one.
        self._purse = 0.0

    def choose(self, sight: Sight) -> Choice:
        """The choice that held up best; in a secret decision one of a mix."""
        start = perf_counter()
        if len(sight.choices) == 1:
            self.chances = []
            self.outlook = []
            return sight.choices[0]
        self._answers += 1
        thought = self._think(sight, mix(self.seed, self._answers), start, keep=True)
        self.chances = thought.chances
        self.outlook = thought.outlook
        return sight.choices[thought.best]

    def explain(self, sight: Sight) -> Advice:
        """What it would choose, the chance it expects, the runners-up and theirs. Changes none of its answers."""
        seed = mix(self.seed, 0)
        if len(sight.choices) == 1:
            return Advice("forced", Prospect(sight.choices[0], -1.0))
        start = perf_counter()
        thought = self._think(sight, seed, start, keep=False)
        prospects = [Prospect(choice, thought.chances[place]) for place, choice in enumerate(sight.choices)]
        best = prospects.pop(thought.best)
        others = sorted((other for other in prospects if other.chance >= 0.0), key=lambda other: -other.chance)
        how = "mixed" if sight.secret else "search"
        worth = self.worth_of(sight)
        advice = Advice(how, best, others[:OTHERS], gains_of(worth, sight, best.choice, seed), thought.effort)
        advice.plan = make_plan(sight, worth, best.choice.id, thought.line, seed)
        return advice

    def worth_of(self, sight: Sight) -> Worth:
        """The evaluation that guides it: it plays turns on before it judges."""
        return sight.game.mind().patient()

    def final_worth(self, sight: Sight) -> Worth:
        """The evaluation that judges where imagined play ends: the one that guides it."""
        return self.worth_of(sight)

    def examine(self, sight: Sight, choice: int, times: int = 1) -> Examination:
        """What a choice is worth beside the best one, for every seat, with so many times its budget. Changes none of
        its answers."""
        worth, final = self.worth_of(sight), self.final_worth(sight)
        return examine(sight, choice, worth, mix(self.seed, 0), self.iterations * times, self.seconds * times, final)

    # --- thinking -----------------------------------------------------------------------------------------------------

    def _think(self, sight: Sight, seed: int, start: float, keep: bool) -> Thought:
        deadline = NEVER if self.iterations else start + self.seconds * THINKING_TIME
        ahead = Lookahead(sight.game, self.worth_of(sight), seed, deadline, self.final_worth(sight))
        ahead.early = start + self.seconds * ENOUGH_TIME
        if sight.secret:
            return self._mix_answers(sight, ahead, seed, start)
        return self._search(sight, ahead, seed, start, keep)

    def _search(self, sight: Sight, ahead: Lookahead, seed: int, start: float, keep: bool) -> Thought:
        deals = [sight.imagine(mix(seed, 0) >> 2)]
        kept = self._take_kept(sight, deals[0]) if keep else None
        tree = Tree(ahead, Node() if kept is None else kept, Horizon(deals[0], self.turns))
        table = tree.root.table(sight.seat)
        ids = sight.choices.ids
        if all_equal(ahead, sight, deals[0]):
            if keep:
                self._keep(tree, sight, deals[0], ids[0])
            return Thought(0, [ahead.judge(deals[0])[sight.seat]] * len(ids), 1, [])
        if kept is not None:
            self._hurry(ahead, start)
        else:
            self._purse = (TURN_TIME - 1.0) * self.seconds
            self._look(tree, sight, deals[0], start)
        count = 0
        while not ahead.late and (not self.iterations or count < self.iterations):
            if 0 < count < DEALS:
                deals.append(sight.imagine(mix(seed, count) >> 2))
            state: State = sight.game.copy(deals[count % DEALS])
            tree.explore(state)
            count += 1
        places = [table.place(choice) for choice in ids]
        best = max(range(len(ids)), key=lambda place: (table.visits[places[place]], table.value(places[place])))
        if keep:
            self._keep(tree, sight, deals[0], ids[best])
        if kept is not None:
            self._purse -= perf_counter() - start
        beliefs = [table.belief(place, places[best]) for place in places]
        thought = Thought(best, beliefs, tree.root.visits, tree.root.values)
        if not keep:
            thought.line = tree.line_after(sight.seat, ids[best], LONGEST_PLAN)
        return thought

    def _look(self, tree: Tree, sight: Sight, s: State, start: float) -> None:
        """First sights of all choices, more thorough ones as long as there is time."""
        ahead = tree.ahead
        deadline = ahead.deadline
        if not self.iterations:
            ahead.deadline = start + self.seconds * LOOK_TIME
        for budget in LOOK_BUDGETS:
            looks = tree.glance(s, sight.seat, sight.choices.ids, budget)
            if ahead.late:
                break
            tree.root.note(tree.root.table(sight.seat), sight.choices.ids, looks)
        ahead.deadline = deadline
        ahead.late = perf_counter() > deadline

    def _hurry(self, ahead: Lookahead, start: float) -> None:
        """A further click of a turn: its plan is there already, and the turn's time is not a choice's time for each."""
        if self.iterations:
            return
        seconds = max(LEAST_TIME * self.seconds, min(self.seconds, self._purse / 3.0))
        ahead.deadline = start + seconds * THINKING_TIME
        ahead.early = start + seconds * ENOUGH_TIME

    def _keep(self, tree: Tree, sight: Sight, s: State, choice: int) -> None:
        """Remember the part of the tree below the choice, if the seat itself decides next."""
        self._kept = None
        tree.ahead.late = False
        after = tree.ahead.after(s, sight.seat, choice)
        if after.over or tree.ahead.waiting(after) != 1 << sight.seat or tree.ahead.is_secret(after):
            return
        self._kept = tree.root.children.get(tree.key(after, choice + 1))
        self._expected = sight.game.view(after, sight.seat)

    def _take_kept(self, sight: Sight, s: State) -> Node | None:
        """The remembered part of a tree, if things stand as expected: it is a shortcut and nothing more."""
        node, self._kept = self._kept, None
        if node is None or not node.looked or sight.game.view(s, sight.seat) != self._expected:
            return None
        return node

    def _mix_answers(self, sight: Sight, ahead: Lookahead, seed: int, start: float) -> Thought:
        deadline = ahead.deadline
        if not self.iterations:
            ahead.deadline = start + self.seconds * DRAWING_TIME
            ahead.early = ahead.deadline
        standoff = Standoff(ahead, sight.seat)
        count = 0
        while not ahead.late and (not self.iterations or count < self.iterations):
            standoff.explore(sight.imagine(mix(seed, count) >> 2))
            count += 1
        own = standoff.solve(deadline)
        places = [own.places.get(choice, -1) for choice in sight.choices.ids]
        chances = [own.values[place] if place >= 0 else -1.0 for place in places]
        drawn = own.draw(mix(seed, count) % 1_000_000 / 1_000_000)
        return Thought(places.index(drawn) if drawn in places else 0, chances, len(standoff.results), [])


def read_budget(text: str) -> tuple[float, int]:
    """Seconds and 0, or 0 and a number of iterations: `200ms`, `2s`, `400`."""
    body = text.strip().lower()
    try:
        if body.endswith("ms"):
            seconds, iterations = float(body[:-2]) / 1000, 0
        elif body.endswith("s"):
            seconds, iterations = float(body[:-1]), 0
        else:
            seconds, iterations = 0.0, int(body)
    except ValueError:
        seconds, iterations = 0.0, 0
    if not 0.01 <= seconds <= 3600.0 and not 1 <= iterations <= 10_000_000:
        raise BadSetup(f"search: '{text}' is no budget; write a time like '200ms' or '2s', or iterations like '400'")
    return seconds, iterations

"""Weighing a choice against the best one: what a coach and an analysis ask of a bot that searches."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from theomachy.bots.lookahead import NEVER, Horizon, Lookahead, is_quiet, lowest
from theomachy.bots.sight import Sight
from theomachy.bots.standoff import Standoff
from theomachy.bots.tree import Node, Tree
from theomachy.kernel.dice import mix
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import State
from theomachy.kernel.worth import Worth

#: different deals of what is hidden, at most
DEALS: Final = 64
#: positions judged for each choice before the search begins, in passes
LOOK_BUDGETS: Final = (1, 6, 40)
#: imagined play ends when the so manyth turn after the one under way begins
TURNS: Final = 1
#: a choice is only called worse than the best after this part of all tries
SURE: Final = 4
#: where there is nothing to choose this part of the tries tells how the match stands
NOTHING: Final = 8
#: clicks that are foretold at most
LINE: Final = 8
#: clicks until somebody else has the turn, at most
LONGEST_TURN: Final = 40
#: how a threat is looked for: clicks followed, and positions judged for each choice
THREAT_CLICKS: Final = 2
THREAT_BUDGET: Final = 8


class Examination:
    """A choice beside the best one, as its seat could judge them when it chose."""

    __slots__ = ("after", "before", "best", "choice", "effort", "line", "seat")

    def __init__(self, seat: int, choice: int, best: int, before: list[float], after: list[float]) -> None:
        self.seat = seat
        #: ids of what was chosen and of what held up best; equal where nothing was better
        self.choice = choice
        self.best = best
        #: each seat's chance to win if the best is chosen, and after what was chosen
        self.before = before
        self.after = after
        #: what would have followed the best choice, it included: seats and choices
        self.line: list[tuple[int, int]] = []
        self.effort = 0

    @property
    def cost(self) -> float:
        """What the choice cost its seat."""
        return max(0.0, self.before[self.seat] - self.after[self.seat])


def examine(
    sight: Sight,
    choice: int,
    worth: Worth,
    seed: int,
    iterations: int,
    seconds: float,
    final: Worth | None = None,
) -> Examination:
    """Weigh one of a sight's choices, with so many iterations; 0: with so many seconds. `final` judges where imagined
    play ends, by default the same evaluation."""
    start = perf_counter()
    ahead = Lookahead(sight.game, worth, seed, NEVER if iterations else start + seconds, final)
    if sight.secret:
        return _examine_answer(sight, choice, ahead, seed, iterations, start + seconds)
    return _examine_open(sight, choice, ahead, seed, iterations, start, seconds)


def all_equal(ahead: Lookahead, sight: Sight, s: State) -> bool:
    """Whether all choices lead to the very same position, so that there is nothing to think about."""
    ends = [ahead.after(s, sight.seat, choice) for choice in sight.choices.ids[:2]]
    if len(ends) == 2 and ahead.judge(ends[0]) != ahead.judge(ends[1]):
        return False
    first = sight.game.encode(ends[0])
    return all(sight.game.encode(ahead.after(s, sight.seat, choice)) == first for choice in sight.choices.ids[1:])


def _examine_open(
    sight: Sight, choice: int, ahead: Lookahead, seed: int, iterations: int, start: float, seconds: float
) -> Examination:
    deals = [sight.imagine(mix(seed, 0) >> 2)]
    tree = Tree(ahead, Node(), Horizon(deals[0], TURNS))
    table = tree.root.table(sight.seat)
    ids = sight.choices.ids
    wanted = iterations
    equal = len(ids) == 1 or all_equal(ahead, sight, deals[0])
    if equal:
        wanted = max(1, iterations // NOTHING)
        ahead.deadline = NEVER if iterations else start + seconds / NOTHING
    for budget in LOOK_BUDGETS:
        looks = tree.glance(deals[0], sight.seat, ids, budget)
        if ahead.late:
            break
        tree.root.note(table, ids, looks)
        if equal:
            break
    # With a clock the last part of the time is for what was chosen.
    deadline = ahead.deadline
    if not iterations:
        ahead.deadline = start + (deadline - start) * (SURE - 1) / SURE
        ahead.late = perf_counter() > ahead.deadline
    count = 0
    while not ahead.late and (not iterations or count < wanted):
        tree.explore(_deal(sight, deals, seed, count))
        count += 1
    places = [table.place(each) for each in ids]
    best = places[0]
    for place in places:
        if (table.visits[place], table.value(place)) > (table.visits[best], table.value(best)):
            best = place
    made = table.place(choice)
    ahead.deadline = deadline
    ahead.late = not iterations and perf_counter() > deadline
    while made != best and not ahead.late and table.visits[made] * SURE < max(count, 1):
        tree.explore_after(_deal(sight, deals, seed, count), sight.seat, choice)
        count += 1
    if not table.visits[best] or not table.visits[made]:
        # Not even one way to its end: what the evaluation says at once.
        now = ahead.judge(deals[0])
        return Examination(sight.seat, choice, choice, now, now)
    if equal or table.values[made] >= table.values[best]:
        best = made
    found = Examination(sight.seat, choice, table.choices[best], tree.root.expect(best), tree.root.expect(made))
    found.line = tree.line_after(sight.seat, table.choices[best], LINE)
    found.effort = count
    return found


def _deal(sight: Sight, deals: list[State], seed: int, count: int) -> State:
    """A deal to play on in: always another one, until there are enough."""
    if 0 < count < DEALS:
        deals.append(sight.imagine(mix(seed, count) >> 2))
    copy: State = sight.game.copy(deals[count % len(deals)])
    return copy


def _examine_answer(
    sight: Sight, choice: int, ahead: Lookahead, seed: int, iterations: int, deadline: float
) -> Examination:
    """A secret choice beside the mix of answers that can't be read: the mix is what is best."""
    standoff = Standoff(ahead, sight.seat)
    count = 0
    while not ahead.late and (not iterations or count < iterations):
        standoff.explore(sight.imagine(mix(seed, count) >> 2))
        count += 1
    if not standoff.results:
        now = ahead.judge(sight.imagine(mix(seed, 0) >> 2))
        return Examination(sight.seat, choice, choice, now, now)
    own = standoff.solve(NEVER if iterations else deadline)
    before = standoff.expect(own, -1)
    made = own.places.get(choice, -1)
    after = standoff.expect(own, made) if made >= 0 else before
    if not before or not after:
        before = after = standoff.results[0]
    likeliest = own.choices[own.mix.index(max(own.mix))]
    behind = after[sight.seat] < before[sight.seat]
    found = Examination(sight.seat, choice, likeliest if behind else choice, before if behind else after, after)
    found.line = [(sight.seat, found.best)]
    found.effort = count
    return found


class Threat:
    """What another seat could do next, and what that would change for whoever asks."""

    __slots__ = ("changes", "clicks", "cost", "seat", "state")

    def __init__(
        self, state: State, seat: int, clicks: list[int], cost: float, changes: list[tuple[str, float]]
    ) -> None:
        #: the imagined position in which it would choose
        self.state = state
        self.seat = seat
        #: the choice that begins its action, and those that follow
        self.clicks = clicks
        #: the chance to win that it takes from whoever asks
        self.cost = cost
        #: terms of the evaluation that change for whoever asks, the greatest change first
        self.changes = changes


def find_threat(sight: Sight, choice: int, worth: Worth, seed: int) -> Threat | None:
    """The likeliest action of whoever has the next turn, once the choice is made and the turn has been played on."""
    ahead = Lookahead(sight.game, worth, seed)
    s: State = sight.imagine(mix(seed, 1) >> 2)
    if sight.secret:
        ahead.answer_others(s, sight.seat)
    ahead.make(s, sight.seat, choice)
    return threat_after(ahead, s, sight.seat)


def threat_after(ahead: Lookahead, s: State, asking: Seat) -> Threat | None:
    """The likeliest action of whoever has the next turn; the one under way is played on first, in place."""
    worth = ahead.worth
    for _ in range(LONGEST_TURN):
        if s.over or (is_quiet(s) and ahead.waiting(s) != 1 << asking):
            break
        ahead.make_likely(s)
    if s.over or not is_quiet(s) or ahead.is_secret(s):
        return None
    seat = lowest(ahead.waiting(s))
    sides = worth.sides(s)
    if sides[seat] == sides[asking]:
        return None
    before = ahead.judge(s)[asking]
    terms = dict(worth.terms(s, sides[asking]))
    clicks = [likeliest(ahead, s, seat)]
    after = ahead.after(s, seat, clicks[0])
    while len(clicks) < LINE and not is_quiet(after) and ahead.waiting(after) == 1 << seat:
        if ahead.is_secret(after) or after.reveals != s.reveals or after.draws != s.draws:
            break
        clicks.append(likeliest(ahead, after, seat))
        ahead.make(after, seat, clicks[-1])
    cost = before - ahead.judge(after)[asking]
    changes: list[tuple[str, float]] = []
    for term, points in worth.terms(after, worth.sides(after)[asking]):
        changes.append((term, points - terms.get(term, 0.0)))
    changes.sort(key=_by_size)
    return Threat(s, seat, clicks, cost, changes)


def likeliest(ahead: Lookahead, s: State, seat: Seat) -> int:
    """The choice that looks best to a seat, a few clicks ahead."""
    options = ahead.options(s, seat)
    best = options[0]
    most = -1.0
    for choice in options:
        chance = ahead.best_after(s, seat, choice, THREAT_CLICKS, THREAT_BUDGET)
        if chance > most:
            best = choice
            most = chance
    return best


def _by_size(change: tuple[str, float]) -> tuple[float, str]:
    return (-abs(change[1]), change[0])

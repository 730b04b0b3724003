"""The searching bot: plays many imagined continuations, more of the promising ones, and takes what held up best."""

from __future__ import annotations

from time import perf_counter
from typing import ClassVar, Final

from theomachy.bots.advice import Advice, Prospect
from theomachy.bots.judges import worth_of
from theomachy.bots.lookahead import NEVER, Lookahead
from theomachy.bots.sight import Sight
from theomachy.bots.standoff import UNLIKELY, Standoff
from theomachy.bots.tree import Tree
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.state import State

#: different deals of what is hidden
DEALS: Final = 64


class SearchBot:
    name: ClassVar[str] = "search"

    def __init__(self, seed: int = 0, settings: str = "1s") -> None:
        self.seed = seed
        self.seconds, self.iterations = read_budget(settings)
        self._answers = 0

    def choose(self, sight: Sight) -> Choice:
        start = perf_counter()
        if len(sight.choices) == 1:
            return sight.choices[0]
        self._answers += 1
        seed = mix(self.seed, self._answers)
        deadline = NEVER if self.iterations else start + self.seconds * 0.98
        ahead = Lookahead(sight.game, worth_of(sight.game.name), seed, deadline)
        if sight.secret:
            return self._answer_secretly(sight, ahead, seed)
        tree = Tree(ahead)
        import os
        for pair in os.environ.get("TREE","").split():
            k,v=pair.split("="); setattr(tree,k,type(getattr(tree,k))(float(v)))
        deals: list[State] = []
        count = 0
        while not ahead.late and (not self.iterations or count < self.iterations):
            if len(deals) < DEALS:
                deals.append(sight.imagine(mix(seed, count) >> 2))
            state: State = sight.game.copy(deals[count % DEALS])
            tree.explore(state)
            count += 1
        table = tree.root.table(sight.seat)
        self.count = count
        best, most = sight.choices[0], -1
        for choice in sight.choices:
            if choice.id in table.places and table.visits[table.places[choice.id]] > most:
                best, most = choice, table.visits[table.places[choice.id]]
        return best

    def _answer_secretly(self, sight: Sight, ahead: Lookahead, seed: int) -> Choice:
        standoff = Standoff(ahead, sight.seat)
        count = 0
        while not ahead.late and (not self.iterations or count < self.iterations):
            standoff.explore(sight.imagine(mix(seed, count) >> 2))
            count += 1
        own = standoff.solve()
        self.count=count; self.standoff=standoff
        likely = [share if share >= UNLIKELY else 0.0 for share in own.mix]
        lot = (mix(seed, count) >> 11) / 2.0**53 * sum(likely)
        for number, share in enumerate(likely):
            lot -= share
            if lot < 0.0:
                return next(choice for choice in sight.choices if choice.id == own.choices[number])
        return sight.choices[0]

    def explain(self, sight: Sight) -> Advice:
        raise NotImplementedError


def read_budget(text: str) -> tuple[float, int]:
    """Seconds, or a number of iterations: `200ms`, `2s`, `400`."""
    body = text.strip().lower()
    try:
        if body.endswith("ms"):
            return float(body[:-2]) / 1000, 0
        if body.endswith("s"):
            return float(body[:-1]), 0
        return 0.0, int(body)
    except ValueError:
        raise BadSetup(f"search: '{text}' is no budget; write '200ms', '2s', or iterations like '400'") from None

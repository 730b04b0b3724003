"""What the printed things of Anunnaki are worth to anybody: contracts, markers, steps on tracks. Once per content."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import CONTRACTS, R_ONE_OF, REWARDS
from theomachy.games.anunnaki.tables import Tables

#: victory points that one unit of each reward stands for, roughly
REWARD_WORTH: Final[dict[str, float]] = {
    "food": 0.9, "wood": 0.9, "gold": 0.9, "metal": 0.9, "any": 1.0, "one_of": 0.95, "mana": 1.2,
    "follower": 0.8, "weapon": 1.6, "contract": 1.2, "settlement": 3.0, "vp": 1.0,
    "war": 1.5, "technology": 1.5, "trade": 1.5, "supremacy": 1.1,
    "portal": 1.2, "move": 0.6, "income": 1.6, "goal": 2.5, "blue": 1.8, "red": 2.4, "develop": 3.0, "cube_move": 1.5,
}  # fmt: skip
#: what a resource is worth when a contract takes it
RESOURCE_COST: Final = 0.75


class Printed:
    """Values that follow from the content alone."""

    __slots__ = ("both", "bottom", "cost", "key", "marker", "middle", "multiplier", "reward", "unknown_marker")

    def __init__(self, tables: Tables) -> None:
        self.key: str = tables.key
        #: by number of the reward
        self.reward: list[float] = [REWARD_WORTH[name] for name in REWARDS]
        #: contracts: what each row brings, and what the cost is worth
        self.middle: list[float] = []
        self.bottom: list[float] = []
        self.cost: list[float] = []
        for contract in range(CONTRACTS):
            self.middle.append(self.rewards(tables.contract_middle[contract]))
            steps: int = tables.contract_trade[contract]
            points: int = tables.contract_vp[contract]
            self.bottom.append(points + steps * REWARD_WORTH["trade"])
            amount: int = 0
            for kind in range(5):
                amount += tables.contract_cost[5 * contract + kind]
            self.cost.append(amount * RESOURCE_COST)
        self.both: list[float] = [self.middle[number] + self.bottom[number] for number in range(CONTRACTS)]
        self.marker: list[float] = [self.rewards(reward) for reward in tables.marker_reward]
        self.unknown_marker: float = sum(self.marker) / len(self.marker)
        #: multipliers by position, without jumps: a step on the way to the next one counts in part
        self.multiplier: list[list[float]] = []
        for track in range(3):
            printed = [int(value) for value in tables.multiplier[track]]
            self.multiplier.append(smooth(printed))

    def rewards(self, flat: list[int]) -> float:
        """The worth of a flat list of rewards: kind, amount, kind, amount, …"""
        total = 0.0
        for index in range(0, len(flat), 2):
            amount = 1 if flat[index] == R_ONE_OF else flat[index + 1]
            total += self.reward[flat[index]] * amount
        return total


def smooth(printed: list[int]) -> list[float]:
    """The same rising numbers with the steps between two jumps shared out evenly."""
    found = [float(value) for value in printed]
    start = 0
    for index in range(1, len(printed)):
        if printed[index] != printed[index - 1]:
            rise = printed[index] - printed[start]
            for between in range(start, index):
                found[between] = printed[start] + rise * (between - start) / (index - start)
            start = index
    return found

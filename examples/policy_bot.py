"""A bot from a trained policy, at any table: in the terminal, in the lab, or on a server of one's own.

    theomachy play ankh --players 2 --seats you,examples/policy_bot.py:policy.npz
    theomachy tournament ankh --bots examples/policy_bot.py:policy.npz,random

A bot sees a `Sight` and nothing else. What it imagines (`sight.imagine`) is a state it could believe in: in it the
observation of its own seat is the true one, but for who else has chosen already in a secret decision.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from theomachy.bots import Advice, Prospect, Sight
from theomachy.kernel.choice import Choice
from theomachy.kernel.outlook import observation

sys.path.insert(0, str(Path(__file__).parent))
from policy_gradient import Policy


class PolicyBot:
    """Takes the most likely action of the policy in the file that its settings name."""

    name = "policy"

    def __init__(self, seed: int = 0, settings: str = "policy.npz") -> None:
        self.seed = seed
        self.policy = Policy.load(Path(settings))
        #: how much the policy likes each of the choices, when it chose last
        self.liking: list[float] = []

    def choose(self, sight: Sight) -> Choice:
        outlook = sight.game.outlook()
        seen = np.frombuffer(observation(outlook, sight.imagine(self.seed), sight.seat), np.int16)
        actions = [int(outlook.dense_of[number]) for number in sight.choices.ids]
        mask = np.zeros((1, len(outlook.dense)), np.int8)
        mask[0, [action for action in actions if action >= 0]] = 1
        chances = self.policy.chances(self.policy.features(seen[None, :]), mask)[0]
        self.liking = [float(chances[action]) if action >= 0 else 0.0 for action in actions]
        return sight.choices[int(np.argmax(self.liking))]

    def explain(self, sight: Sight) -> Advice:
        """It knows what it likes, and no chance to win."""
        return Advice("policy", Prospect(self.choose(sight), -1.0))

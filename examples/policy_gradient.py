"""A masked policy gradient that learns to beat random play, with numpy alone.

    python examples/policy_gradient.py ankh --steps 300 --out policy.npz

Many matches run side by side in a batch. The policy is linear: a weight for every slot of the observation, scaled into
-1..1, and every action; a softmax over the legal actions draws one. After each match every decision of the trained
seat is reinforced by what the seat got (REINFORCE, with the mean return as the baseline). The others choose at random.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from theomachy.research.batch import Batch
from theomachy.research.parallel import masked_choice


class Policy:
    """Linear in the scaled observation."""

    def __init__(self, lows: np.ndarray, highs: np.ndarray, weights: np.ndarray) -> None:
        self.lows, self.highs, self.weights = lows, highs, weights

    @classmethod
    def fresh(cls, batch: Batch) -> Policy:
        lows, highs = np.array(batch.layout.lows, np.float32), np.array(batch.layout.highs, np.float32)
        return cls(lows, highs, np.zeros((batch.layout.size + 1, batch.choices), np.float32))

    @classmethod
    def load(cls, path: Path) -> Policy:
        found = np.load(path)
        return cls(found["lows"], found["highs"], found["weights"])

    def save(self, path: Path) -> None:
        np.savez_compressed(path, lows=self.lows, highs=self.highs, weights=self.weights)

    def features(self, observations: np.ndarray) -> np.ndarray:
        scaled = 2 * (observations - self.lows) / (self.highs - self.lows) - 1
        return np.concatenate([scaled, np.ones((len(scaled), 1), np.float32)], axis=1) / np.sqrt(scaled.shape[1])

    def chances(self, features: np.ndarray, masks: np.ndarray) -> np.ndarray:
        scores = np.where(masks == 1, features @ self.weights, -np.inf)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=1, keepdims=True)


def drawn(chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """In each row an action with its chance."""
    sums = chances.cumsum(axis=1)
    return (sums > rng.random((len(sums), 1)) * sums[:, -1:]).argmax(axis=1)


def play(policy: Policy, batch: Batch, rng: np.random.Generator, steps: int, rate: float) -> tuple[float, float]:
    """Play on, learning from every match that ends; the shares of them that the trained seat and each other has won.

    Lane by lane another seat is trained, so that all are. With a rate of 0 nothing is learned.
    """
    trained = np.arange(batch.count) % batch.seats
    notes: list[list[tuple[np.ndarray, np.ndarray, int]]] = [[] for _ in range(batch.count)]
    ends: list[float] = []
    others: list[float] = []
    for _ in range(steps):
        actions = masked_choice(batch.masks, rng)
        mine = np.flatnonzero(batch.asked == trained)
        if len(mine):
            features = policy.features(batch.observations[mine])
            chances = policy.chances(features, batch.masks[mine])
            actions[mine] = drawn(chances, rng)
            if rate:
                for row, lane in enumerate(mine):
                    legal = np.flatnonzero(chances[row])
                    slope = -chances[row, legal]
                    slope[legal == actions[lane]] += 1
                    notes[lane].append((features[row], np.stack([legal, slope]), int(actions[lane])))
        batch.step(actions)
        for lane in np.flatnonzero(batch.dones):
            got = float(batch.rewards[lane, trained[lane]])
            baseline = float(np.mean(ends[-200:])) if ends else 0.0
            ends.append(got)
            others.append(float(np.delete(batch.rewards[lane] > 0, trained[lane]).mean()))
            for feature, (legal, slope), _ in notes[lane]:
                policy.weights[:, legal.astype(int)] += rate * (got - baseline) * feature[:, None] * slope
            notes[lane] = []
    return (float(np.mean(np.array(ends) > 0)), float(np.mean(others))) if ends else (0.0, 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=32, help="matches side by side")
    parser.add_argument("--steps", type=int, default=6000, help="steps of all of them to learn in")
    parser.add_argument("--trial", type=int, default=2000, help="steps to see how well it plays")
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    batch = Batch(given.game, {"players": given.players}, count=given.matches, seed=given.seed)
    policy = Policy.fresh(batch)
    play(policy, batch, rng, given.steps, given.rate)
    policy.save(given.out)
    fresh = Batch(given.game, {"players": given.players}, count=given.matches, seed=given.seed + 1)
    won, other = play(policy, fresh, rng, given.trial, 0.0)
    # Not all matches are won by somebody: what counts is the difference.
    print(f"against random play it wins {won:.0%} of its matches, each opponent {other:.0%}")


if __name__ == "__main__":
    main()

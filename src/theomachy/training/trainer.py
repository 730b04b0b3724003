"""Training with numpy alone: seconds to minutes for some thousand matches, on one core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from theomachy.training.features import SEATS, Rows, Samples
from theomachy.training.trained import Plan, Trained

#: what log odds are at least; and those of seats that are not there
LEAST, NONE = -60.0, -1e4


def train(rows: Rows, trained: Samples, held: Samples, plan: Plan, say: Callable[[str], None]) -> Trained:
    """The net with the least log loss on what was held out."""
    rng = np.random.default_rng(plan.seed)
    net = _Net(rows.total + 1, plan, rng)
    figures: dict[str, Any] = {"trained_on": len(trained), "held_out": len(held), "before": _before(held)}
    say(
        f"{len(trained)} positions, {len(trained.rows) / len(trained):.0f} rows each; without a net {figures['before']}"
    )
    best = np.inf
    kept: dict[str, Any] = {}
    for epoch in range(plan.epochs):
        order = rng.permutation(len(trained))
        total = 0.0
        for begin in range(0, len(order), plan.batch):
            total += net.learn(trained, order[begin : begin + plan.batch], rng)
        found = net.figures(held)
        say(f"epoch {epoch + 1}: log loss {total / len(trained):.4f}, held out {found[0]:.4f}, {found[1]:.1%} right")
        if found[0] < best:
            best = found[0]
            kept = {key: value.copy() for key, value in net.values.items()}
            figures["after"] = found
            figures["epoch"] = epoch + 1
    return Trained(
        kept["rows"][1:], kept["bias"], kept["inner"], kept["inner_bias"], kept["outer"], kept["outer_bias"],
        float(kept["trust"]), figures,
    )  # fmt: skip


class _Net:
    """The net of `kernel.net` in ordinary numbers, and how it learns (Adam; rows fade a little at every step)."""

    def __init__(self, rows: int, plan: Plan, rng: np.random.Generator) -> None:
        self.plan = plan
        self.values: dict[str, Any] = {
            "rows": np.zeros((rows, plan.width)),
            "bias": 0.5 * rng.random(plan.width),
            "inner": rng.normal(0.0, plan.width**-0.5, (plan.height, plan.width)),
            "inner_bias": np.zeros(plan.height),
            "outer": rng.normal(0.0, 0.05, (SEATS, plan.height)),
            "outer_bias": np.zeros(SEATS),
            "trust": np.ones(()),
        }
        self._means = {key: np.zeros_like(value) for key, value in self.values.items()}
        self._squares = {key: np.zeros_like(value) for key, value in self.values.items()}
        self._steps = 0

    def learn(self, samples: Samples, picked: Any, rng: np.random.Generator) -> float:
        """A step; the loss before it, summed up."""
        v = self.values
        numbers, counts = samples.rows_of(picked)
        numbers = np.where(rng.random(len(numbers)) < self.plan.drop, 0, numbers)
        firsts = np.cumsum(counts) - counts
        sums, middle, logs, odds, sides = self._forward(samples, picked, numbers, firsts)
        won = samples.won[picked]
        wrong = (np.exp(logs) - won) / len(picked)
        judged = np.einsum("nsk,ns->nk", sides, wrong)
        above = np.maximum(middle, 0.0)
        to_middle = (judged @ v["outer"]) * (middle > 0.0)
        to_sums = (to_middle @ v["inner"]) * (sums > 0.0)
        order = np.argsort(numbers, kind="stable")
        touched, begins = np.unique(numbers[order], return_index=True)
        to_rows = np.zeros_like(v["rows"])
        to_rows[touched] = np.add.reduceat(np.repeat(to_sums, counts, axis=0)[order], begins, axis=0)
        to_rows[0] = 0.0
        self._step({
            "rows": to_rows,
            "bias": to_sums.sum(0),
            "inner": to_middle.T @ np.maximum(sums, 0.0),
            "inner_bias": to_middle.sum(0),
            "outer": judged.T @ above,
            "outer_bias": judged.sum(0),
            "trust": (wrong * odds).sum(),
        })  # fmt: skip
        return float(-(won * logs).sum())

    def _forward(self, samples: Samples, picked: Any, numbers: Any, firsts: Any) -> tuple[Any, Any, Any, Any, Any]:
        v = self.values
        sums = np.add.reduceat(v["rows"][numbers], firsts, axis=0) + v["bias"]
        middle = np.maximum(sums, 0.0) @ v["inner"].T + v["inner_bias"]
        judged = np.maximum(middle, 0.0) @ v["outer"].T + v["outer_bias"]
        sides, there = _sides(samples.side[picked])
        odds = np.where(there, np.maximum(samples.odds[picked], LEAST), 0.0)
        logits = np.where(there, v["trust"] * odds + np.einsum("nsk,nk->ns", sides, judged), NONE)
        return sums, middle, _log_softmax(logits), odds, sides

    def _step(self, slopes: dict[str, Any]) -> None:
        self._steps += 1
        for key, slope in slopes.items():
            mean, square = self._means[key], self._squares[key]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            size = mean / (1.0 - 0.9**self._steps) / (np.sqrt(square / (1.0 - 0.999**self._steps)) + 1e-8)
            self.values[key] = self.values[key] - self.plan.rate * size
        self.values["rows"] *= 1.0 - self.plan.rate * self.plan.decay

    def figures(self, samples: Samples) -> tuple[float, float]:
        """Log loss, and the part of positions whose winner was expected to win."""
        loss = hits = 0.0
        for begin in range(0, len(samples), self.plan.batch):
            picked = np.arange(begin, min(begin + self.plan.batch, len(samples)))
            numbers, counts = samples.rows_of(picked)
            logs = self._forward(samples, picked, numbers, np.cumsum(counts) - counts)[2]
            loss -= float((samples.won[picked] * logs).sum())
            hits += float((samples.won[picked, logs.argmax(1)] > 0.0).sum())
        return loss / len(samples), hits / len(samples)


def _sides(side: Any) -> tuple[Any, Any]:
    """By position and side the part each seat has in it; and whether there is such a side."""
    member = (side[:, None, :] == np.arange(SEATS)[None, :, None]).astype(np.float64)
    sizes = member.sum(2)
    return member / np.maximum(sizes, 1.0)[:, :, None], sizes > 0.0


def _log_softmax(logits: Any) -> Any:
    less = logits - logits.max(1, keepdims=True)
    return less - np.log(np.exp(less).sum(1, keepdims=True))


def _before(samples: Samples) -> tuple[float, float]:
    """The figures of the hand-made evaluation alone."""
    there = _sides(samples.side)[1]
    logs = _log_softmax(np.where(there, np.maximum(samples.odds, LEAST), NONE))
    hits = samples.won[np.arange(len(samples)), logs.argmax(1)] > 0.0
    return float(-(samples.won * logs).sum() / len(samples)), float(hits.mean())

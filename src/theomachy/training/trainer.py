"""Training with numpy alone: minutes for some thousand matches on one core. `gpu` does the same on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np

from theomachy.kernel.net import ONE, SEATS
from theomachy.training.features import Rows, Samples
from theomachy.training.joining import joined
from theomachy.training.trained import Trained, Training

#: log odds of seats that are not there
NONE: Final = -1e4
#: held-out positions are judged so many at a time
BLOCK: Final = 2048


def first_values(rows: int, terms: int, plan: Training) -> dict[str, Any]:
    """The net before it has learned anything: it adds next to nothing."""
    rng = np.random.default_rng(plan.seed)
    width, height = plan.width, plan.height
    return {
        "rows": np.zeros((rows, width)),
        "bias": 0.5 * rng.random(width),
        "board": rng.normal(0.0, width**-0.5, (SEATS, height, width)),
        "terms": rng.normal(0.0, terms**-0.5, (height, terms)),
        "inner_bias": np.zeros(height),
        "outer": rng.normal(0.0, 0.02, height),
        "direct": np.zeros(terms),
        "trust": np.ones(()),
    }


def train(rows: Rows, trained: Samples, held: Samples, plan: Training, say: Callable[[str], None]) -> Trained:
    """Nets from different beginnings, each with the least log loss on what was held out, as one."""
    figures: dict[str, Any] = {"trained_on": len(trained), "held_out": len(held), "before": before(held)}
    say(f"{len(trained)} positions; without a net: log loss {figures['before'][0]}, {figures['before'][1]:.1%} right")
    nets = [_train_one(rows, trained, held, replace(plan, seed=plan.seed + number), say) for number in range(plan.nets)]
    whole = joined(nets, figures)
    figures.update(judged(log_chances(rows, whole, held), held))
    say(f"held out {figures['after'][0]:.4f}, {figures['after'][1]:.1%} right")
    return whole


def _train_one(rows: Rows, trained: Samples, held: Samples, plan: Training, say: Callable[[str], None]) -> Trained:
    net = _Net(rows, first_values(rows.all_rows, 2 * trained.terms.shape[2], plan), plan)
    rng = np.random.default_rng(plan.seed)
    least = np.inf
    kept: dict[str, Any] = {}
    for epoch in range(plan.epochs):
        order = rng.permutation(len(trained))
        for begin in range(0, len(order), plan.batch):
            net.learn(trained.at(order[begin : begin + plan.batch]), rng, len(order))
        loss, right = figures_of(net.log_chances(held), held.won)
        say(f"epoch {epoch + 1}: held out {loss:.4f}, {right:.1%} right")
        if loss < least:
            least, kept = loss, {key: value.copy() for key, value in net.values.items()}
    return Trained(kept, float(kept["trust"]), {})


def log_chances(rows: Rows, trained: Trained, samples: Samples) -> Any:
    """What a trained net says of positions: the logarithms of all sides' chances."""
    return _Net(rows, trained.values, Training()).log_chances(samples)


class _Net:
    """The net of `kernel.net` in ordinary numbers, and how it learns (Adam; rows fade a little at every step)."""

    def __init__(self, rows: Rows, values: dict[str, Any], plan: Training) -> None:
        self.plan = plan
        self.rows = rows
        self.values = values
        self._means = {key: np.zeros_like(value) for key, value in values.items()}
        self._squares = {key: np.zeros_like(value) for key, value in values.items()}
        self._steps = 0

    def log_chances(self, samples: Samples) -> Any:
        """The logarithms of all sides' chances."""
        found = []
        for begin in range(0, len(samples), BLOCK):
            part = samples.at(np.arange(begin, min(begin + BLOCK, len(samples))))
            found.append(self._forward(part, *self._numbers(part.seen))[0])
        return np.concatenate(found)

    def _numbers(self, seen: Any) -> tuple[Any, Any]:
        """The rows that observations add, one observation after the other, and to which each belongs."""
        table = self.rows
        which, slot = np.nonzero(seen != table.usual)
        value = np.clip(seen[which, slot] - table.low[slot], 0, table.count[slot] - 1)
        numbers = np.stack([table.first[slot] + value, table.family_first[slot] + value], axis=1)
        return numbers.ravel(), np.repeat(which, 2)

    def _forward(self, samples: Samples, numbers: Any, which: Any) -> tuple[Any, Any, Any, Any, Any]:
        v = self.values
        board = np.maximum(summed(v["rows"][numbers], which, len(samples)) + v["bias"], 0.0)
        terms = shown_terms(samples)
        inner = np.einsum("nw,shw->nsh", board, v["board"]) + terms @ v["terms"].T + v["inner_bias"]
        inner = np.maximum(inner, 0.0)
        judged = np.where(samples.live, inner @ v["outer"] + terms @ v["direct"], 0.0)
        there = is_side(samples.side)
        logits = np.where(there, v["trust"] * samples.odds + judged, NONE)
        return log_softmax(logits), board, terms, inner, there

    def learn(self, samples: Samples, rng: np.random.Generator, epoch: int) -> None:
        """A step; `epoch` positions are an epoch."""
        v = self.values
        numbers, which = self._numbers(samples.seen)
        stays = rng.random(len(numbers)) >= self.plan.drop
        numbers, which = numbers[stays], which[stays]
        logs, board, terms, inner, there = self._forward(samples, numbers, which)
        wrong = np.where(there, (np.exp(logs) - samples.target) / len(samples), 0.0)
        judged = wrong * samples.live
        to_inner = judged[:, :, None] * v["outer"] * (inner > 0.0)
        to_board = np.einsum("nsh,shw->nw", to_inner, v["board"]) * (board > 0.0)
        order = np.argsort(numbers, kind="stable")
        to_rows = summed(to_board[which[order]], numbers[order], len(v["rows"]))
        self._step(
            {
                "rows": to_rows,
                "bias": to_board.sum(0),
                "board": np.einsum("nsh,nw->shw", to_inner, board),
                "terms": np.einsum("nsh,nst->ht", to_inner, terms),
                "inner_bias": to_inner.sum((0, 1)),
                "outer": np.einsum("ns,nsh->h", judged, inner),
                "direct": np.einsum("ns,nst->t", judged, terms),
                "trust": (wrong * samples.odds).sum(),
            },
            self.plan.decay * len(samples) / epoch,
        )

    def _step(self, slopes: dict[str, Any], fade: float) -> None:
        self._steps += 1
        for key, slope in slopes.items():
            mean, square = self._means[key], self._squares[key]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            size = mean / (1.0 - 0.9**self._steps) / (np.sqrt(square / (1.0 - 0.999**self._steps)) + 1e-8)
            self.values[key] = self.values[key] - self.plan.rate * size
        self.values["rows"] *= max(0.0, 1.0 - fade)


def summed(values: Any, places: Any, count: int) -> Any:
    """Rows of numbers added up by place; the places are in order."""
    starts = np.searchsorted(places, np.arange(count))
    found = np.zeros((count, values.shape[1]))
    some = np.diff(np.append(starts, len(places))) > 0
    if some.any():
        found[some] = np.add.reduceat(values, starts[some], axis=0)
    return found


def shown_terms(samples: Samples) -> Any:
    """By side its own terms and the mean of those of the others that are in the match, as `put_terms` has them."""
    counts = is_side(samples.side) & samples.live
    own = np.where(counts[:, :, None], samples.terms / ONE, 0.0)
    others = np.maximum(counts.sum(1) - 1, 1)[:, None, None]
    return np.concatenate([own, (own.sum(1, keepdims=True) - own) / others], axis=2)


def is_side(side: Any) -> Any:
    """Whether a seat stands for its side."""
    return side == np.arange(SEATS)


def log_softmax(logits: Any) -> Any:
    less = logits - logits.max(1, keepdims=True)
    return less - np.log(np.exp(less).sum(1, keepdims=True))


def before(samples: Samples) -> tuple[float, float]:
    """The figures of the hand-made evaluation alone."""
    return figures_of(log_softmax(np.where(is_side(samples.side), samples.odds, NONE)), samples.won)


def figures_of(logs: Any, won: Any) -> tuple[float, float]:
    """Log loss, and the part of positions whose winner was expected to win."""
    hits = won[np.arange(len(won)), logs.argmax(1)] > 0.0
    return round(float(-(won * logs).sum() / len(won)), 4), round(float(hits.mean()), 4)


def judged(logs: Any, held: Samples) -> dict[str, Any]:
    """What is told of a net: its figures, its calibration, and beside its figures at each table those without it."""
    tables: dict[str, Any] = {}
    for table in np.unique(held.tables):
        at = np.nonzero(held.tables == table)[0]
        tables[str(table)] = (figures_of(logs[at], held.won[at]), before(held.at(at)))
    return {"after": figures_of(logs, held.won), "calibration": calibration(logs, held), "tables": tables}


def calibration(logs: Any, samples: Samples) -> list[tuple[float, float, int]]:
    """By tenths of the chance: the mean chance, how often it came true, and of how many."""
    there = is_side(samples.side)
    chance, won = np.exp(logs)[there], samples.won[there]
    tenth = np.minimum((chance * 10).astype(int), 9)
    return [
        (round(float(chance[tenth == n].mean()), 3), round(float(won[tenth == n].mean()), 3), int((tenth == n).sum()))
        for n in range(10)
        if (tenth == n).any()
    ]

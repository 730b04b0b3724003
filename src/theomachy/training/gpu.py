"""Training on a GPU (torch): the net, the figures and what comes of it are those of `trainer`, in seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np

from theomachy.training.features import Rows, Samples
from theomachy.training.joining import joined
from theomachy.training.trained import Trained, Training
from theomachy.training.trainer import NONE, before, figures_of, first_values, is_side, judged, shown_terms

#: positions of a step: a GPU wants many at a time
BATCH: Final = 4096


def has_gpu() -> bool:
    """Whether torch is installed and finds a GPU."""
    try:
        import torch
    except ImportError:
        return False
    return bool(torch.cuda.is_available())


def train(
    rows: Rows, trained: Samples, held: Samples, plan: Training, say: Callable[[str], None], device: str = "cuda"
) -> Trained:
    """Nets from different beginnings, each with the least log loss on what was held out, as one."""
    import torch

    learned, shown = _Columns(trained, device), _Columns(held, device)
    tables = {
        key: torch.tensor(getattr(rows, key), device=device)
        for key in ("low", "count", "usual", "first", "family_first")
    }
    figures: dict[str, Any] = {"trained_on": len(trained), "held_out": len(held), "before": before(held)}
    say(f"{len(trained)} positions; without a net: log loss {figures['before'][0]}, {figures['before'][1]:.1%} right")
    nets: list[Trained] = []
    for number in range(plan.nets):
        torch.manual_seed(plan.seed + number)
        start = first_values(rows.all_rows, 2 * trained.terms.shape[2], replace(plan, seed=plan.seed + number))
        nets.append(_train_one(_moved(start, device), tables, learned, shown, held, plan, say))
    whole = joined(nets, figures)
    figures.update(judged(_judge(_moved(whole.values, device), tables, shown), held))
    say(f"held out {figures['after'][0]:.4f}, {figures['after'][1]:.1%} right")
    return whole


def _train_one(
    v: Any, tables: Any, learned: _Columns, shown: _Columns, held: Samples, plan: Training, say: Callable[[str], None]
) -> Trained:
    import torch

    count, device = len(learned.odds), learned.odds.device
    steps = plan.epochs * -(-count // BATCH)
    adam = torch.optim.Adam(v.values(), lr=plan.rate)
    slope = torch.optim.lr_scheduler.OneCycleLR(adam, 3 * plan.rate, total_steps=steps + 1)
    least = np.inf
    kept: dict[str, Any] = {}
    for epoch in range(plan.epochs):
        for picked in torch.randperm(count, device=device).split(BATCH):
            logs = _log_chances(v, tables, learned, picked, plan.drop)
            loss = -(learned.target[picked] * logs).sum() / len(picked)
            adam.zero_grad(set_to_none=True)
            loss.backward()
            adam.step()
            slope.step()
            with torch.no_grad():
                v["rows"].mul_(max(0.0, 1.0 - plan.decay * len(picked) / count))
        found = figures_of(_judge(v, tables, shown), held.won)
        say(f"epoch {epoch + 1}: log loss {float(loss.detach()):.4f}, held out {found[0]:.4f}, {found[1]:.1%} right")
        if found[0] < least:
            least, kept = found[0], {key: value.detach().cpu().double().numpy() for key, value in v.items()}
    return Trained(kept, float(kept["trust"]), {})


def _moved(values: dict[str, Any], device: str) -> dict[str, Any]:
    """Weights on the device, ready to learn."""
    import torch

    return {
        key: torch.tensor(value, dtype=torch.float32, device=device, requires_grad=True)
        for key, value in values.items()
    }


def _judge(v: Any, tables: Any, columns: _Columns) -> Any:
    """The logarithms of all sides' chances."""
    import torch

    with torch.no_grad():
        parts = torch.arange(len(columns.odds), device=columns.odds.device).split(BATCH)
        return torch.cat([_log_chances(v, tables, columns, part, 0.0) for part in parts]).cpu().numpy()


class _Columns:
    """Positions on the device."""

    def __init__(self, samples: Samples, device: str) -> None:
        import torch

        def moved(values: Any, kind: Any) -> Any:
            return torch.as_tensor(np.ascontiguousarray(values)).to(device=device, dtype=kind)

        self.seen = moved(samples.seen, torch.int16)
        self.terms = moved(shown_terms(samples).astype(np.float32), torch.float32)
        self.odds = moved(samples.odds, torch.float32)
        self.live = moved(samples.live, torch.bool)
        self.there = moved(is_side(samples.side), torch.bool)
        self.target = moved(samples.target, torch.float32)


def _log_chances(v: Any, tables: Any, columns: _Columns, picked: Any, drop: float) -> Any:
    import torch

    seen = columns.seen[picked].long()
    value = torch.minimum((seen - tables["low"]).clamp(min=0), tables["count"] - 1)
    counted = (seen != tables["usual"]).float()
    if drop:
        counted = counted * (torch.rand_like(counted) >= drop)
    which, slot = torch.nonzero(counted, as_tuple=True)
    at = value[which, slot]
    numbers = torch.cat([tables["first"][slot] + at, tables["family_first"][slot] + at])
    order = torch.cat([which, which])
    board = v["bias"].expand(len(picked), -1).index_add(0, order, torch.nn.functional.embedding(numbers, v["rows"]))
    board = torch.relu(board)
    terms = columns.terms[picked]
    inner = torch.einsum("nw,shw->nsh", board, v["board"]) + terms @ v["terms"].T + v["inner_bias"]
    judged = torch.relu(inner) @ v["outer"] + terms @ v["direct"]
    judged = torch.where(columns.live[picked], judged, torch.zeros_like(judged))
    logits = v["trust"] * columns.odds[picked] + judged
    return torch.log_softmax(torch.where(columns.there[picked], logits, torch.full_like(logits, NONE)), 1)

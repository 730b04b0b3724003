"""Training with torch: the same net as with numpy, on whatever device there is. Without torch it says what is missing,
and numpy trains."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import theomachy
from theomachy.bots.learning.weights import find_weights
from theomachy.training import gpu, samples, trainer
from theomachy.training.export import export
from theomachy.training.features import Rows, Samples, read_samples
from theomachy.training.trained import Trained, Training

PLAN = Training(nets=2, width=4, height=4, epochs=8, rate=0.02, drop=0.0, decay=0.0)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rows, Samples]:
    """Positions of a few matches at random, of two and of three players."""
    folder = tmp_path_factory.mktemp("training")
    paths: list[Path] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(samples, "CHUNK", 2)
        for number, table in ((1, "2"), (2, "3"), (11, "2")):
            order = samples.Order("anunnaki", number, table, "random", 1)
            samples.write_chunk((order, folder / order.name()))
            paths.append(folder / order.name())
    rows, trained, _ = read_samples("anunnaki", paths)
    return rows, trained


def test_torch_trains_the_net_that_numpy_judges_with(learned: tuple[Rows, Samples], tmp_path: Path) -> None:
    rows, trained = learned
    if find_spec("torch") is None:
        assert not gpu.has_gpu()
        with pytest.raises(ModuleNotFoundError, match="torch"):
            gpu.train(rows, trained, trained, PLAN, lambda text: None, "cpu")
        return
    told: list[str] = []
    net = gpu.train(rows, trained, trained, PLAN, told.append, "cpu")
    assert len(told) == 2 + PLAN.nets * PLAN.epochs
    assert net.figures["after"][0] < net.figures["before"][0]
    assert net.figures["before"] == trainer.before(trained)
    # What torch says of the positions while it trains is what numpy says of the net that came of it, and the file.
    said = trainer.log_chances(rows, net, trained)
    assert trainer.figures_of(said, trained.won) == pytest.approx(net.figures["after"], abs=0.001)
    file = tmp_path / "torch.weights"
    file.write_bytes(export("anunnaki", rows, net, {}))
    weights = find_weights(theomachy.game("anunnaki"), str(file))
    assert sorted(weights.header["layouts"].values()) == ["2", "3"]
    again = gpu.train(rows, trained, trained, PLAN, told.append, "cpu")
    assert np.allclose(again.values["rows"], net.values["rows"], atol=1e-5)


def test_both_ways_begin_alike_and_learn_alike(learned: tuple[Rows, Samples]) -> None:
    """Numpy is the measure: whatever trains, the held-out figures of a net are counted in one place, and a net that
    has learned nothing yet says what the hand-made evaluation says."""
    rows, trained = learned
    start = trainer.first_values(rows.all_rows, 2 * trained.terms.shape[2], replace(PLAN, nets=1))
    quiet = {**start, "outer": np.zeros_like(start["outer"])}
    net = Trained(quiet, 1.0, {})
    assert trainer.figures_of(trainer.log_chances(rows, net, trained), trained.won) == trainer.before(trained)

"""Training of the learned evaluation in stages that go on where they stopped: samples of matches, a net, a file of
weights, a gate (docs/training.md)."""

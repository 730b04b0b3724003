"""What the learned bot knows: files of weights, and the evaluation that they make."""

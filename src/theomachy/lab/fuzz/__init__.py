"""The fuzzer: plays random matches of every set-up and checks after every choice what must always hold.

The checks are the contracts of the engine (see docs/architecture.md), each a function of `contracts` or `undo` that
raises `ContractBroken`; the property tests use the same functions. `policies` choose, `trial` plays one match under
watch, `runner` many. What is checked after every choice is cheap; the rest is sampled, so that a checked match costs
about ten times a bare one. A match is wholly determined by its seed: `run_fuzz(game, 1, seed=failure.seed)` with the
same `players` and `settings` plays a failed one again.
"""

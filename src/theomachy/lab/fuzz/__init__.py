"""The fuzzer: plays random matches of every set-up and checks after every choice what must always hold.

The checks are the contracts of the engine (see the design), each a function that raises `ContractBroken`; the property
tests use the same functions. What is checked after every choice is cheap; the rest is sampled, so that a checked match
costs about ten times a bare one. A match is wholly determined by its seed: `run_fuzz(game, 1, seed=failure.seed)` with
the same `players` and `scenario` plays a failed one again.
"""

from __future__ import annotations

from theomachy.lab.fuzz.contracts import (
    LIMIT,
    ContractBroken,
    check_copy,
    check_decision,
    check_encoding,
    check_end,
    check_fact,
    check_illegal_play,
    check_planner,
    check_playout,
    check_prompt,
    check_refusal,
    check_replay,
    check_save,
    check_secrets,
    check_state,
    check_view,
    require,
)
from theomachy.lab.fuzz.policies import (
    POLICIES,
    Policy,
    busy,
    choir,
    devout,
    host,
    rare,
    scholar,
    uniform,
)
from theomachy.lab.fuzz.runner import (
    DEFAULT_OUT,
    FuzzFailure,
    FuzzReport,
    run_fuzz,
    write_failure,
)
from theomachy.lab.fuzz.trial import (
    Trial,
    draw_setup,
    draw_trial,
    ledger_of,
)
from theomachy.lab.fuzz.undo import (
    UndoModel,
    check_undo_all,
    check_undo_rights,
)

__all__ = [
    "DEFAULT_OUT",
    "LIMIT",
    "POLICIES",
    "ContractBroken",
    "FuzzFailure",
    "FuzzReport",
    "Policy",
    "Trial",
    "UndoModel",
    "busy",
    "check_copy",
    "check_decision",
    "check_encoding",
    "check_end",
    "check_fact",
    "check_illegal_play",
    "check_planner",
    "check_playout",
    "check_prompt",
    "check_refusal",
    "check_replay",
    "check_save",
    "check_secrets",
    "check_state",
    "check_undo_all",
    "check_undo_rights",
    "check_view",
    "choir",
    "devout",
    "draw_setup",
    "draw_trial",
    "host",
    "ledger_of",
    "rare",
    "require",
    "run_fuzz",
    "scholar",
    "uniform",
    "write_failure",
]

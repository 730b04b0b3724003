"""Positions that tests share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

#: the last battle of a match, as the examples have it: both choose a card, and soon all is over
LAST_BATTLE: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "examples" / "last_battle.json").read_text(encoding="utf-8")
)

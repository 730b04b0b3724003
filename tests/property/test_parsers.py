"""Every parser of outside input reads mutated texts with none but its documented errors (`tests.fuzz_parsers`)."""

from __future__ import annotations

import random
from functools import cache

import pytest

from tests.fuzz_parsers import Target, targets

#: inputs for each parser
INPUTS = 120
NAMES = (
    "toml", "toml content of a table", "yaml", "yaml without libyaml", "positions as text", "positions as json", "json",
    "request bodies", "socket messages", "set-ups", "saves", "choices", "names and addresses", "deflated data", "cbor",
)  # fmt: skip
all_targets = cache(targets)


@pytest.mark.parametrize("name", NAMES)
def test_a_parser_raises_nothing_but_its_documented_errors(name: str) -> None:
    target: Target = all_targets()[name]
    luck = random.Random(name)
    for _ in range(INPUTS):
        target.try_one(luck)
    assert target.tried == INPUTS


def test_every_target_is_run() -> None:
    assert tuple(all_targets()) == NAMES

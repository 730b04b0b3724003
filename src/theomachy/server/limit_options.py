"""Limits as an operator writes them: `sockets=5000`, or with a rate and what may come at once, `requests=60/300`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from theomachy.kernel.errors import BadSetup, allowed
from theomachy.server.limits import Limits


def read_limits(options: Sequence[str]) -> Limits:
    """The limits with some of them changed; refuses what is none, saying which there are."""
    limits = Limits()
    for option in options:
        name, _, text = option.partition("=")
        name = name.strip().replace("-", "_")
        if name not in Limits.__struct_fields__:
            raise BadSetup(f"--limit: no limit '{name}'; there are {allowed(list(Limits.__struct_fields__))}")
        limits = msgspec.structs.replace(limits, **{name: _value(name, getattr(limits, name), text)})
    return limits


def _value(name: str, now: Any, text: str) -> Any:
    """A value of the kind that the limit has now."""
    if isinstance(now, msgspec.Struct):
        rate, slash, burst = text.partition("/")
        if not slash:
            raise BadSetup(f"--limit: {name} is so many a second and so many at once, like {name}=60/300")
        return type(now)(_number(name, rate), _number(name, burst))
    number = _number(name, text)
    return int(number) if isinstance(now, int) else number


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise BadSetup(f"--limit: {name} must be a number above 0, not '{text}'")
    return number

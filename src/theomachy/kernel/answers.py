"""Is a thing of the box whole, as far as its module shows? It answers at moments that there are, and takes what they
give; and these are the facts that it tells.

Asked when a game is made, interpreted and compiled. Whether the types fit is for mypy to say.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, Final

from theomachy.kernel.errors import allowed

#: a call of `tell` with the rule and the name of the fact
_TELLING: Final = re.compile(r'\.tell\(\s*(?:[^,()]|\([^()]*\))+,\s*"([a-z0-9-]+)"')
#: the flag of code that takes any number of arguments
_ANY_NUMBER: Final = 4


def misfits(cls: type, base: type) -> list[str]:
    """Public methods of a class that nobody ever calls, most likely misspelled, and those that can't be called as the
    ones of `base` are."""
    found: list[str] = []
    for part in cls.__mro__:
        if part is base or part is object:
            break
        for name, value in vars(part).items():
            if name.startswith("_"):
                continue
            ours = getattr(base, name, None)
            if callable(value) and ours is None:
                found.append(f"no moment '{name}'; {_hint(name, base)}")
            elif callable(ours) and not callable(value):
                found.append(f"'{name}' must be a method, like that of {base.__name__}")
            elif callable(ours):
                wanted, given = parameters(ours), parameters(value)
                if not _takes(value, given, len(wanted)):
                    found.append(f"'{name}' is given ({', '.join(wanted)}) and takes ({', '.join(given)})")
    return found


def _hint(name: str, base: type) -> str:
    known = [other for other in dir(base) if not other.startswith("_") and callable(getattr(base, other))]
    near = [other for other in known if _alike(other, name)]
    return f"did you mean {allowed(near)}?" if near else f"moments: {allowed(known)}"


def _alike(one: str, two: str) -> bool:
    """Whether two names differ by a slip: the same but for at most two letters at one place."""
    start = 0
    while start < min(len(one), len(two)) and one[start] == two[start]:
        start += 1
    end = 0
    while end < min(len(one), len(two)) - start and one[-1 - end] == two[-1 - end]:
        end += 1
    return max(len(one), len(two)) - start - end <= 2


def parameters(method: Any) -> list[str]:
    """The names of a method's parameters after `self`; those with a value to fall back on end with `=`."""
    code = getattr(method, "__code__", None)
    if code is not None:
        names = list(code.co_varnames[: code.co_argcount])
        for index in range(len(names) - len(method.__defaults__ or ()), len(names)):
            names[index] += "="
        return names[1:]
    # A compiled one tells its parameters as text: `($self, s, figure)`.
    text = getattr(method, "__text_signature__", None) or ""
    parts = [part.strip() for part in text.strip("()").split(",")]
    return [part.partition("=")[0] + "=" * ("=" in part) for part in parts[1:] if part not in ("", "/", "*")]


def _takes(method: Any, given: list[str], count: int) -> bool:
    """Whether a method with such parameters can be called with so many arguments."""
    code = getattr(method, "__code__", None)
    needed = sum(not name.endswith("=") for name in given)
    return needed <= count and (count <= len(given) or (code is not None and bool(code.co_flags & _ANY_NUMBER)))


def facts_told(thing: object) -> list[str]:
    """The facts that the module of a thing tells, as far as its source is there and names them."""
    return sorted(set(_TELLING.findall(_source_of(type(thing).__module__))))


def _source_of(module: str) -> str:
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return ""
    # Compiled, the source lies beside the library.
    path = Path(file).with_name(f"{module.rpartition('.')[2]}.py")
    return path.read_text(encoding="utf-8") if path.is_file() else ""

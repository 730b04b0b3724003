"""Finding bots by name: in this package, among installed packages, or in a file of one's own.

A bot is a class with a `name` (text), `choose(sight)` and `explain(sight)`, made with a seed and, if it takes any,
with its settings. Every module of `theomachy.bots` is looked through, so a new bot needs no entry in a list.
"""

from __future__ import annotations

import inspect
from contextlib import suppress
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from theomachy.bots.levels import LEVELS
from theomachy.kernel.errors import BadSetup, allowed

#: installed packages offer bots under this group of entry points
ENTRY_POINTS = "theomachy.bots"

_OWN: dict[str, type[Any]] = {}


def bot_names() -> list[str]:
    """The bots that can be named without a path."""
    return sorted({*_own_bots(), *(entry.name for entry in entry_points(group=ENTRY_POINTS))})


def find_bot(spec: str, seed: int) -> Any:
    """The bot for `name`, `name:settings`, `path/to/file.py` or `path/to/file.py:settings`."""
    found, settings = find_class(spec)
    return _made(found, spec, seed, settings)


def find_class(spec: str) -> tuple[type[Any], str]:
    """The class that a spec names, and the settings after the colon."""
    head, dot, rest = spec.strip().partition(".py")
    if dot and (not rest or rest.startswith(":")):
        return _bot_in_file(Path(head + dot)), rest[1:]
    name, _, settings = spec.strip().partition(":")
    name = name.lower()
    own = _own_bots()
    if name in own:
        return own[name], settings
    for entry in entry_points(group=ENTRY_POINTS):
        if entry.name == name:
            try:
                found = entry.load()
            except Exception as error:  # whatever a foreign package does when it is imported
                raise BadSetup(f"bot '{name}': {entry.value} can't be loaded: {_said(error)}") from error
            return _checked(found, f"bot '{name}' ({entry.value})"), settings
    raise BadSetup(f"no bot '{name}'; there are {', '.join([*LEVELS, *bot_names()])}, or a file like 'my/bot.py'")


def _own_bots() -> dict[str, type[Any]]:
    """The bots of this package by name."""
    if not _OWN:
        package = import_module("theomachy.bots")
        for module in iter_modules(package.__path__):
            for found in _bots_of(import_module(f"theomachy.bots.{module.name}")):
                _OWN[found.name] = found
    return _OWN


def _bots_of(module: ModuleType) -> list[type[Any]]:
    """The classes made in a module that look like bots."""
    return [
        found
        for found in vars(module).values()
        if inspect.isclass(found)
        and found.__module__ == module.__name__
        and callable(getattr(found, "choose", None))
        and isinstance(getattr(found, "name", None), str)
    ]


def _bot_in_file(path: Path) -> type[Any]:
    place = f"bot file {path}"
    if not path.is_file():
        raise BadSetup(f"{place}: there is no such file")
    module_spec = spec_from_file_location(f"theomachy_bot_{path.stem}", path)
    if module_spec is None or module_spec.loader is None:
        raise BadSetup(f"{place}: not a Python file")
    module = module_from_spec(module_spec)
    try:
        module_spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever is wrong with a file somebody is writing
        raise BadSetup(f"{place}: {_said(error)}") from error
    found = _bots_of(module)
    if len(found) != 1:
        names = f"; here are {allowed([bot.__name__ for bot in found])}" if found else ""
        raise BadSetup(f"{place}: must have one class with 'name', 'choose' and 'explain'{names}")
    return _checked(found[0], place)


def _checked(found: Any, place: str) -> type[Any]:
    if not inspect.isclass(found):
        raise BadSetup(f"{place}: must be a class, not {type(found).__name__}")
    if not isinstance(getattr(found, "name", None), str):
        raise BadSetup(f"{place}: {found.__name__} needs a 'name', like name = \"mine\"")
    for method in ("choose", "explain"):
        if not callable(getattr(found, method, None)):
            raise BadSetup(f"{place}: {found.__name__} needs a method '{method}(self, sight)'")
    return found


def _made(found: type[Any], spec: str, seed: int, settings: str) -> Any:
    if settings and not _takes_settings(found):
        raise BadSetup(f"bot '{spec}': takes no settings; leave out ':{settings}'")
    try:
        return found(seed, settings) if settings else found(seed)
    except BadSetup:
        raise
    except Exception as error:  # whatever a class somebody is writing does
        with_settings = " and these settings" if settings else ""
        raise BadSetup(f"bot '{spec}': can't be made with a seed{with_settings}: {_said(error)}") from error


def _takes_settings(found: type[Any]) -> bool:
    """Whether a bot can be made with settings; where its class doesn't tell, making it will show."""
    with suppress(ValueError):
        try:
            inspect.signature(found).bind(0, "")
        except TypeError:
            return False
    return True


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"

"""Scenarios: read, and checked with precise errors. The special rules of those that have some are in `specials`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from theomachy.games.ankh.components import SPECIALS
from theomachy.games.ankh.content import CONTENT
from theomachy.games.ankh.egypt import EGYPT
from theomachy.kernel.arrays import bit
from theomachy.kernel.bounded_parsing import LOCAL_FILE, BadInput, load_toml
from theomachy.kernel.errors import BadContent, BadSetup, allowed

#: the scenarios that have special rules, and their bits in `s.rules`
SPECIAL_RULES: Final = {name: bit(number) for number, name in enumerate(SPECIALS)}
_KEYS: Final = {"name", "players", "src", "camels", "order", "pieces", "cities", "note"}


def _named(name: str) -> list[dict[str, Any]]:
    return [entry for entry in CONTENT["scenario"] if entry["name"] == name]


def scenario_events(name: str) -> str:
    """The event track of a scenario, as letters."""
    for entry in _named(name):
        if "events" in entry:
            return str(entry["events"])
    return str(CONTENT["tracks"]["events"]["order"])


def scenario_names() -> list[str]:
    """All scenarios of the content file, in its order."""
    names: list[str] = []
    for entry in CONTENT["scenario"]:
        if entry["name"] not in names:
            names.append(entry["name"])
    return names


def player_counts(name: str) -> list[int]:
    """For how many players a scenario can be set up."""
    base = next((entry["base"] for entry in _named(name) if "base" in entry), name)
    return sorted(entry["players"] for entry in _named(base))


def find_scenario(name: str, players: int) -> dict[str, Any]:
    """The board of a scenario for a number of players, its special rules merged in."""
    if name not in scenario_names():
        raise BadSetup(f"no scenario '{name}'; there are {allowed(scenario_names())}")
    special = next((entry for entry in _named(name) if "base" in entry), None)
    base = name if special is None else special["base"]
    for entry in _named(base):
        if entry["players"] == players:
            return entry if special is None else {**entry, **special, "players": players}
    raise BadSetup(
        f"scenario '{name}' is for {allowed(player_counts(name))} players, not {players} (ankh/setup/scenario)"
    )


def layouts() -> dict[str, dict[str, dict[str, list[str]]]]:
    """What stands where at the beginning, by scenario and number of players, in the notation: for a picture of it."""
    found: dict[str, dict[str, dict[str, list[str]]]] = {}
    for name in scenario_names():
        found[name] = {}
        for players in player_counts(name):
            entry = find_scenario(name, players)
            found[name][str(players)] = {key: list(entry.get(key, [])) for key in ("camels", "pieces", "cities")}
    return found


def read_scenario_file(path: str, players: int) -> dict[str, Any]:
    """A scenario of one's own: a TOML file with a `[[scenario]]` table per number of players."""
    try:
        data = load_toml(Path(path).read_text(encoding="utf-8"), LOCAL_FILE)
    except OSError as error:
        raise BadContent(f"{path}: can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadContent(f"{path}: not a TOML file: {error}") from error
    except BadInput as error:
        raise BadContent(f"{path}: {error}") from error
    except ValueError as error:
        raise BadContent(f"{path!r}: can't be read: {error}") from error
    return scenario_of(data, path, players)


def scenario_of(data: dict[str, Any], path: str, players: int) -> dict[str, Any]:
    """The scenario for so many players in what a file holds; `path` says where that comes from."""
    entries = data.get("scenario")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise BadContent(f"{path}: has no [[scenario]] table; see the content file for examples")
    for number, entry in enumerate(entries, 1):
        check_keys(entry, f"{path}, scenario {number} ({entry.get('name', 'no name')})")
    for number, entry in enumerate(entries, 1):
        if entry["players"] == players:
            return {**entry, "file": f"{path}, scenario {number} ({entry['name']})"}
    counts = sorted({entry["players"] for entry in entries})
    raise BadContent(f"{path}: no scenario for {players} players; it has {allowed(counts)} (ankh/setup/scenario)")


def check_keys(entry: dict[str, Any], place: str) -> None:
    """The shape of a scenario table; what stands on the board is checked when it is laid out."""
    for key in entry:
        if key not in _KEYS:
            raise BadContent(f"{place}: unknown key '{key}'; allowed: {allowed(_KEYS)}")
    if not isinstance(entry.get("name"), str):
        raise BadContent(f"{place}: 'name' is missing or not text")
    if entry.get("players") not in (2, 3, 4, 5):
        raise BadContent(f"{place}: 'players' must be 2, 3, 4 or 5, not {entry.get('players')!r} (ankh/setup/players)")
    for key in ("camels", "order", "pieces", "cities"):
        value = entry.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadContent(f"{place}: '{key}' must be a list of texts")


def capitals() -> list[int]:
    """The cells of the two cities."""
    return [EGYPT.index[name] for entry in _named("two-capitals") for name in entry["cities"]]

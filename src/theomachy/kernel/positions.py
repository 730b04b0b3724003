"""Positions have addresses: any moment of a match as a text in the notation of cases (docs/notation.md), and back.

A **document** is what a case begins with: `game`, `seats`, `position`, and `play`, the choices made since. Whatever the
keys of a game's position can't say (a battle half fought, say) is said in one of two ways:

- by what led to it: the last **quiet** moment, of which the keys say everything, and the choices made since then. So
  positions are given to people; every choice is checked when it is read, and nothing can be in it that could not be.
- by `fields`, a key that every position may have: what differs in the tables of fields between the state that the other
  keys lay out and the one that is meant, in the form of `view_changes`. It is exact, down to the numbers of figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from theomachy.kernel.codec import EVERYONE, FieldTable
from theomachy.kernel.errors import BadCase, BadSave, IllegalChoice, TheomachyError, allowed
from theomachy.kernel.game import Game, settle
from theomachy.kernel.ids import NO_SEAT, Seat
from theomachy.kernel.view_changes import changes_between, with_changes

POSITION: Final = "position"
FIELDS: Final = "fields"
#: what a document has; the other keys of a case may stand beside them
KEYS: Final = ("game", "seats", "position", "play")
BESIDE: Final = ("rule", "title", "expect", "refuse", "secret", "note")
#: fields that belong to the match and not to the table: whoever plays on has other dice
_OF_THE_MATCH: Final = ("reveals", "dice", "draws")


# --- laying out -------------------------------------------------------------------------------------------------------


def fields_of(setup: dict[str, Any]) -> Any:
    """The key `fields` of a setup's position; None if it has none."""
    position = setup.get(POSITION)
    return position.get(FIELDS) if isinstance(position, dict) else None


def without_fields(setup: dict[str, Any]) -> dict[str, Any]:
    position = setup[POSITION]
    return {**setup, POSITION: {key: value for key, value in position.items() if key != FIELDS}}


def checked_setup(game: Game[Any], setup: dict[str, Any]) -> dict[str, Any]:
    """`Game.check_setup`, of which games need not know that a position may have `fields`."""
    fields = fields_of(setup)
    if fields is None:
        return game.check_setup(setup)
    checked = game.check_setup(without_fields(setup))
    return {**checked, POSITION: {**checked[POSITION], FIELDS: fields}}


def begun(game: Game[Any], setup: dict[str, Any], seed: int, listening: bool) -> Any:
    """`Game.begin`, and then whatever the position's `fields` say."""
    fields = fields_of(setup)
    if fields is None:
        return game.begin(setup, seed, listening)
    s = game.begin(without_fields(setup), seed, False)
    settle(game, s)
    laid = game.portable(s)
    try:
        s = game.decode(with_changes(laid, _checked_changes(fields)))
    except BadSave as error:
        raise BadCase(f"position, fields: {error}") from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise BadCase(f"position, fields: do not fit the position: {type(error).__name__}: {error}") from error
    faults = game.faults(s)
    if faults:
        raise BadCase(f"position, fields: impossible: {'; '.join(faults[:3])}")
    s.listening = listening
    return s


def _checked_changes(fields: object) -> dict[str, Any]:
    if not isinstance(fields, dict):
        raise BadCase("position, fields: must be a table of fields")
    return fields


# --- writing down -----------------------------------------------------------------------------------------------------


def exact_document(match: Any, seed: int = 0) -> dict[str, Any]:
    """The very state of a match, as it comes back when the document is opened with a seed."""
    game, s = match.game, match.state
    position = _least(game, _seats(match), _position_of(match), seed)
    laid = _laid(game, _seats(match), position, seed)
    fields = changes_between(game.encode(laid), game.encode(s))
    if isinstance(fields, list):
        raise AssertionError("a state of a game always has the same fields")
    return _document(match, {**position, FIELDS: fields} if fields else position, [])


def quiet_document(match: Any) -> dict[str, Any] | None:
    """The moment a match is in by the keys of a position alone; None if they can't say it. What comes back is the same
    to every eye: figures that are alike may have changed their numbers, and the dice are others."""
    if match.over or match.game.at_rest(match.state) is None:
        return None
    position = _position_of(match)
    try:
        laid = _laid(match.game, _seats(match), position, match.seed)
    except TheomachyError:
        return None
    if not _alike(match.game, match.game.at_rest(match.state), laid):
        return None
    return _document(match, _least(match.game, _seats(match), position, match.seed), [])


class Way:
    """Moments of one match, each one choice after the one before (it may be one match that goes on): the last one is
    written as the last quiet one of them, and the choices made since."""

    def __init__(self) -> None:
        self._quiet: list[Any] = []
        self._forced: dict[int, list[tuple[int, int]]] = {}
        self._last: Any = None

    def pass_by(self, match: Any) -> None:
        self._last = match
        self._forced[len(match.history)] = list(match.forced)
        if not match.history or match.game.at_rest(match.state) is not None:
            self._quiet.append(match.copy())

    def rests(self) -> list[Any]:
        """Copies of those moments that may be quiet, the last one first."""
        return self._quiet[::-1]

    def document(self) -> dict[str, Any]:
        """Refuses what can't be said so."""
        for match in self.rests():
            document = quiet_document(match) or _beginning(match)
            if document is not None:
                play = _lines(self._last, len(match.history), self._forced)
                return {**document, "play": play} if play else document
        raise TheomachyError("this moment can't be written as a position")


def document_at(moments: Iterable[Any]) -> dict[str, Any]:
    """The last of some moments of a match (see `Way`)."""
    way = Way()
    for match in moments:
        way.pass_by(match)
    return way.document()


def _beginning(match: Any) -> dict[str, Any] | None:
    """The beginning of a match that began at a position: that one."""
    position = match.setup.get(POSITION)
    return None if position is None or match.history else _document(match, position, [])


def _lines(match: Any, first: int, forced: dict[int, list[tuple[int, int]]]) -> list[dict[str, str]]:
    """The choices from one on. Forced ones are left out, unless the next choice could be taken for one of them."""
    found: list[dict[str, str]] = []
    for number, choice in enumerate(match.history[first:], first):
        made = forced.get(number, []) if number > first else []
        for seat, chosen in [*(made if choice in made else []), choice]:
            found.append({match.seat_name(seat): match.game.table.text(chosen)})
    return found


def _document(match: Any, position: dict[str, Any], play: list[Any]) -> dict[str, Any]:
    document = {"game": match.game.name, "seats": _seats(match), POSITION: position}
    return {**document, "play": play} if play else document


def _seats(match: Any) -> list[str]:
    return [match.seat_name(seat) for seat in range(match.seats)]


def _position_of(match: Any) -> dict[str, Any]:
    found = match.game.position_of(match.state)
    return {key: found[key] for key in found if found[key] not in ({}, None)}


def _laid(game: Game[Any], seats: list[str], position: dict[str, Any], seed: int) -> Any:
    setup = checked_setup(game, {game.seats_setting: list(seats), POSITION: position})
    s = begun(game, game.drawn(setup, seed), seed, False)
    settle(game, s)
    return s


def _least(game: Game[Any], seats: list[str], position: dict[str, Any], seed: int) -> dict[str, Any]:
    """The position without the keys that say what is so anyway."""
    wanted = game.encode(_laid(game, seats, position, seed))
    least = dict(position)
    for key in position:
        shorter = {other: value for other, value in least.items() if other != key}
        try:
            if game.encode(_laid(game, seats, shorter, seed)) == wanted:
                least = shorter
        except TheomachyError:
            continue
    return least


def _alike(game: Game[Any], s: Any, laid: Any) -> bool:
    """Whether two states can't be told from each other by anybody, now or later."""
    ours, theirs = game.records(s), game.records(laid)
    if len(ours) != len(theirs) or len(s.stack) != len(laid.stack):
        return False
    for (_, record, table), (_, other, _) in zip(ours, theirs, strict=True):
        if _hidden(record, table) != _hidden(other, table):
            return False
    for number in range(NO_SEAT, s.seats):
        if game.view(s, Seat(number)) != game.view(laid, Seat(number)):
            return False
    for step, other_step in zip(s.stack, laid.stack, strict=True):
        if step.kind != other_step.kind or game.picked(s, step) != game.picked(laid, other_step):
            return False
    return _asked(game, s) == _asked(game, laid)


def _asked(game: Game[Any], s: Any) -> list[Any]:
    """Who is asked, and what they may choose."""
    step, kind = s.stack[-1], game.kinds[s.stack[-1].kind]
    waiting = kind.deciders(s, step)
    return [list(kind.options(s, step, Seat(seat))) if waiting >> seat & 1 else None for seat in range(s.seats)]


def _hidden(record: Any, table: FieldTable) -> list[Any]:
    """What views do not tell of a record, or not to everybody."""
    found: list[Any] = []
    for field in table.fields:
        if field.known != EVERYONE and field.name not in _OF_THE_MATCH:
            value = getattr(record, field.name)
            found.append(list(value) if field.is_list() else value)
    return found


# --- texts ------------------------------------------------------------------------------------------------------------


def position_text(document: dict[str, Any]) -> str:
    """A document as YAML: one line for each key of the position, lists and tables beneath it on their lines."""
    lines: list[str] = []
    for key, value in document.items():
        if key in (POSITION, "expect") and isinstance(value, dict):
            lines.append(f"{key}:" if value else f"{key}: {{}}")
            lines += [f"  {name}: {flow(item)}" for name, item in value.items()]
        elif key in ("play", "refuse", "facts") and isinstance(value, list):
            lines.append(f"{key}:")
            for line in value:
                pairs = [f"{name}: {flow(item)}" for name, item in line.items()]
                lines += [f"  {'- ' if not number else '  '}{pair}" for number, pair in enumerate(pairs)]
        else:
            lines.append(f"{key}: {flow(value)}")
    return "\n".join(lines) + "\n"


def flow(value: object) -> str:
    """A value on one line of YAML."""
    import yaml

    text: str = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=1 << 20, allow_unicode=True)
    return text.removesuffix("\n").removesuffix("\n...")


def read_document(data: object, place: str) -> dict[str, Any]:
    """A document, checked as far as it goes without its game; a case is one, too."""
    if not isinstance(data, dict):
        raise BadCase(f"{place}: must be a table with {allowed(KEYS)}")
    for key in data:
        if key not in (*KEYS, *BESIDE):
            raise BadCase(f"{place}: unknown key '{str(key)[:40]}'; allowed: {allowed(KEYS)}")
    for key in ("game", "seats"):
        if key not in data:
            raise BadCase(f"{place}: '{key}' is missing")
    if not isinstance(data["game"], str):
        raise BadCase(f"{place}: game: must be a name")
    if not isinstance(data["seats"], list) or not all(isinstance(seat, str) for seat in data["seats"]):
        raise BadCase(f"{place}: seats: must be a list of names")
    position = data.get(POSITION) or {}
    if not isinstance(position, dict):
        raise BadCase(f"{place}: position: must be a table")
    play = data.get("play") or []
    if not isinstance(play, list):
        raise BadCase(f"{place}: play: must be a list")
    return {"game": data["game"], "seats": data["seats"], POSITION: position, **({"play": play} if play else {})}


def setup_of(document: dict[str, Any], find_game: Callable[[str], Game[Any]]) -> tuple[Game[Any], dict[str, Any]]:
    """The game of a document, and the setup with which a match begins there."""
    game = find_game(document["game"])
    return game, {game.seats_setting: document["seats"], POSITION: document.get(POSITION) or {}}


def refused_place(error: TheomachyError, position: dict[str, Any]) -> str:
    """The key of a position that an error is about; empty if it names none. Errors say `position, KEY: …`, or of one of
    several things `position, THING NUMBER: …`."""
    words = str(error)
    if isinstance(error, IllegalChoice) or not words.startswith("position, "):
        return ""
    place = re.split(r"[:,]| \d", words.removeprefix("position, "), maxsplit=1)[0]
    known = [key for key in (place, f"{place}s", place.split()[0]) if key in position]
    return known[0] if known else place

"""Bounded parsing of untrusted input: TOML, YAML, JSON, CBOR and deflated data.

Every reader of outside input goes through this module. A `Budget` is enforced by a scan that is linear in the size of
the text, before `tomllib`, `json` or `zlib` sees it; YAML is checked event by event while it is read. What comes out is
plain data: tables, lists, texts, truth values, and numbers that fit into 64 bits.

Only the standard library is needed; `yaml` is imported when YAML is read.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from theomachy.kernel.errors import TheomachyError


class BadInput(TheomachyError):
    """Text from outside that can't be read; the message says what is wrong, where, and what is allowed."""


class OverBudget(BadInput):
    """Text from outside that is larger, deeper or longer than its budget allows."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Upper bounds for one text from outside."""

    #: characters of a text, or bytes
    size: int
    #: keys and list entries in all
    items: int
    #: lists and tables within each other; also the parts of a dotted TOML key
    depth: int = 32
    #: digits of a number
    digits: int = 19
    #: YAML documents in one text
    documents: int = 1


#: a file with a game's content or a scenario
CONTENT_FILE: Final = Budget(size=262_144, items=5_000, depth=12)
#: a position or a case, as text or as JSON
POSITION: Final = Budget(size=60_000, items=5_000, depth=16, documents=10)
#: the body of a request, beside the limit of its size
REQUEST: Final = Budget(size=4_000_000, items=20_000)
#: a message over a socket
MESSAGE: Final = Budget(size=65_536, items=200, depth=8)
#: a save: some thousand choices, and the state they led to
SAVE: Final = Budget(size=16_000_000, items=300_000)
#: what a browser's authenticator says
CREDENTIAL: Final = Budget(size=16_384, items=100, depth=8)
#: files that are named on the command line, or belong to a game
LOCAL_FILE: Final = Budget(size=64_000_000, items=4_000_000, depth=64, documents=5_000)

#: integers that every reader of ours keeps exactly
_LEAST: Final = -(2**63)
_MOST: Final = 2**63 - 1


def check_size(text: str | bytes, budget: Budget) -> None:
    """Refuse a text that is longer than its budget."""
    if len(text) > budget.size:
        unit = "characters" if isinstance(text, str) else "bytes"
        raise OverBudget(f"{len(text)} {unit}; at most {budget.size}")


def check_plain(value: object, budget: Budget, place: str = "") -> None:
    """Refuse parsed data that is nested too deeply or holds anything but plain values. Iterative, linear."""
    pending: list[tuple[object, str, int]] = [(value, place, 0)]
    items = 0
    while pending:
        found, path, depth = pending.pop()
        if isinstance(found, (dict, list)):
            if depth >= budget.depth:
                raise OverBudget(f"{path}: nested deeper than {budget.depth}")
            items += len(found)
            if items > budget.items:
                raise OverBudget(f"more than {budget.items} keys and list entries")
            names = found if isinstance(found, dict) else range(1, len(found) + 1)
            values = found.values() if isinstance(found, dict) else found
            for name, entry in zip(names, values, strict=True):
                if entry is None or isinstance(entry, (str, bool)):
                    continue
                # Cut off: a long key would else be copied for each entry beneath it.
                pending.append((entry, f"{path}.{str(name)[:40]}"[-80:] if path else str(name)[:40], depth + 1))
        elif isinstance(found, bool) or found is None or isinstance(found, str):
            continue
        elif isinstance(found, int):
            if not _LEAST <= found <= _MOST:
                raise OverBudget(f"{path}: a number beyond 64 bits")
        elif isinstance(found, float):
            if not math.isfinite(found):
                raise BadInput(f"{path}: not a finite number")
        else:
            raise BadInput(f"{path}: must be a text, a number or a truth value, not a {type(found).__name__}")


def _line_and_column(text: str, offset: int) -> str:
    before = text[:offset]
    return f"line {before.count(chr(10)) + 1}, column {offset - before.rfind(chr(10))}"


# --- TOML -------------------------------------------------------------------------------------------------------------

#: Texts and comments as a whole, also unfinished ones, so that nothing is scanned twice; then words, then single signs.
_TOML_TOKEN: Final = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+\\?(?:"{3,5}|\Z)'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]++|\\[^\n])*+\\?"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+"
    r"|(?P<word>[0-9A-Za-z_+-]++)"
    r"|(?P<sign>[\[\]{}=.,\n])",
    re.DOTALL,
)
_TOML_NUMBER: Final = re.compile(r"[+-]?(?:0[xob])?[0-9A-Fa-f_]+")


def load_toml(text: str, budget: Budget = CONTENT_FILE) -> dict[str, Any]:
    """Parse a TOML file of plain values. Raises `BadInput`."""
    check_size(text, budget)
    _scan_toml(text, budget)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError, OverflowError) as error:
        raise BadInput(f"not a TOML file: {error}") from error
    check_plain(data, budget)
    return data


def _scan_toml(text: str, budget: Budget) -> None:
    """Count what makes `tomllib` slow: parts of dotted keys (quadratic in time and memory), nesting, keys, digits."""
    depth = dots = items = 0
    for token in _TOML_TOKEN.finditer(text):
        sign = token["sign"]
        if sign is None:
            word = token["word"]
            if word is not None and len(word) > budget.digits and _TOML_NUMBER.fullmatch(word):
                place = _line_and_column(text, token.start())
                raise OverBudget(f"{place}: a number of more than {budget.digits} digits")
            continue
        if sign == ".":
            dots += 1
            if dots >= budget.depth:
                place = _line_and_column(text, token.start())
                raise OverBudget(f"{place}: a key of more than {budget.depth} parts")
            continue
        dots = 0
        if sign in "[{":
            depth += 1
            if depth > budget.depth:
                raise OverBudget(f"{_line_and_column(text, token.start())}: nested deeper than {budget.depth}")
        elif sign in "]}":
            depth = max(0, depth - 1)
        if sign in "[=,":
            items += 1
            if items > budget.items:
                place = _line_and_column(text, token.start())
                raise OverBudget(f"{place}: more than {budget.items} keys and list entries")


# --- YAML -------------------------------------------------------------------------------------------------------------

#: plain scalars that are no texts, as YAML 1.1 spells them (without times and numbers of base 60)
_YAML_NULL: Final = frozenset(("", "~", "null", "Null", "NULL"))
_YAML_BOOL: Final = {
    spelling: value
    for value, words in ((True, ("yes", "true", "on")), (False, ("no", "false", "off")))
    for word in words
    for spelling in (word, word.capitalize(), word.upper())
}
_YAML_INT: Final = re.compile(
    r"(?P<minus>[-+]?)(?:0b(?P<two>[01][01_]*)|0x(?P<sixteen>[0-9a-fA-F][0-9a-fA-F_]*)"
    r"|0(?P<eight>[0-7][0-7_]*)|(?P<ten>0|[1-9][0-9_]*))"
)
_YAML_FLOAT: Final = re.compile(r"(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?")
_BASES: Final = {"two": 2, "eight": 8, "ten": 10, "sixteen": 16}


def load_yaml(text: str, budget: Budget = LOCAL_FILE, first_line: int = 1) -> object:
    """Parse the first YAML document of a text into plain values; an empty text gives None. Raises `BadInput`.

    Tags, aliases, equal keys in a table, and keys that are lists or tables are refused. `first_line` is the line of the
    file that the text begins at.
    """
    import yaml

    check_size(text, budget)
    _scan_yaml(text, budget, first_line)
    reader = _YamlReader(budget, first_line)
    try:
        loader = (yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader)(text)
        try:
            while not reader.take(loader.get_event()):
                pass
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        # libyaml counts a line more at the end of the text.
        last = text.count("\n")
        said = ((error.context, error.context_mark), (error.problem, error.problem_mark))
        problems = [
            f"line {min(mark.line, last) + first_line}, column {mark.column + 1}: {words}" if mark else words
            for words, mark in said
            if words
        ]
        raise BadInput(f"not YAML: {'; '.join(problems)}") from error
    except (yaml.YAMLError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"not YAML: {error}") from error
    return reader.document


def _scan_yaml(text: str, budget: Budget, first_line: int) -> None:
    """Refuse many brackets that are opened in a row: a reader looks ahead 1,024 characters before the first event. The
    exact depth is checked by events."""
    depth = 0
    for found in re.finditer(r"[\[\]{}\n]", text):
        sign = found[0]
        if sign in "[{":
            depth += 1
            if depth > 4 * budget.depth:
                line = first_line + text.count("\n", 0, found.start())
                raise OverBudget(f"line {line}: nested deeper than {budget.depth}")
        elif sign in "]}":
            depth = max(0, depth - 1)


_NO_KEY: Final = object()


class _YamlReader:
    """Builds plain data from parser events; stops at the first thing over the budget."""

    def __init__(self, budget: Budget, first_line: int) -> None:
        self.document: object = None
        self._budget = budget
        self._first_line = first_line
        self._items = 0
        #: open lists and tables, and the key that each waits for a value of
        self._open: list[tuple[list[Any] | dict[Any, Any], object]] = []

    def take(self, event: Any) -> bool:
        """Process an event and return whether it ends the document."""
        import yaml

        if isinstance(event, yaml.ScalarEvent):
            self._begin(event)
            self._add(self._scalar(event), event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event)
            if len(self._open) >= self._budget.depth:
                raise OverBudget(f"{self._place(event)}: nested deeper than {self._budget.depth}")
            made: list[Any] | dict[Any, Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
            self._add(made, event)
            self._open.append((made, _NO_KEY))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()
        elif isinstance(event, yaml.AliasEvent):
            raise BadInput(f"{self._place(event)}: an alias (*{str(event.anchor)[:40]}); write it out")
        return isinstance(event, (yaml.DocumentEndEvent, yaml.StreamEndEvent))

    def _begin(self, event: Any) -> None:
        self._items += 1
        if self._items > 2 * self._budget.items:
            raise OverBudget(f"{self._place(event)}: more than {self._budget.items} keys and list entries")
        if event.tag is not None:
            raise BadInput(f"{self._place(event)}: a tag ({event.tag[:40]}); write the value without one")

    def _add(self, value: object, event: Any) -> None:
        if not self._open:
            self.document = value
            return
        into, key = self._open[-1]
        if isinstance(into, list):
            into.append(value)
        elif key is not _NO_KEY:
            into[key] = value
            self._open[-1] = into, _NO_KEY
        elif isinstance(value, (list, dict)):
            raise BadInput(f"{self._place(event)}: a key must be a name, not a list or a table")
        elif value in into:
            raise BadInput(f"{self._place(event)}: '{str(value)[:40]}' twice in one table")
        else:
            self._open[-1] = into, value

    def _scalar(self, event: Any) -> object:
        text: str = event.value
        if event.style or not event.implicit[0]:
            return text
        if text in _YAML_NULL:
            return None
        if text in _YAML_BOOL:
            return _YAML_BOOL[text]
        number = _YAML_INT.fullmatch(text)
        if number is None and not _YAML_FLOAT.fullmatch(text):
            return text
        if sum(sign.isdigit() for sign in text) > self._budget.digits:
            raise OverBudget(f"{self._place(event)}: a number of more than {self._budget.digits} digits")
        plain = text.replace("_", "")
        if number is None:
            read = float(plain)
            if not math.isfinite(read):
                raise BadInput(f"{self._place(event)}: not a finite number")
            return read
        base = number.lastgroup or "ten"
        whole = int(number[base].replace("_", ""), _BASES[base])
        if whole > _MOST:
            raise OverBudget(f"{self._place(event)}: a number beyond 64 bits")
        return -whole if number["minus"] == "-" else whole

    def _place(self, event: Any) -> str:
        mark = event.start_mark
        return f"line {mark.line + self._first_line}, column {mark.column + 1}"


# --- JSON -------------------------------------------------------------------------------------------------------------

_JSON_TEXT: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+\\?(?:"|\Z)', re.DOTALL)
_JSON_BRACKET: Final = re.compile(rb"[\[\]{}]")


@cache
def _longer_than(digits: int) -> re.Pattern[bytes]:
    """The pattern of a run of more digits than allowed."""
    return re.compile(rb"[0-9]{%d}" % (digits + 1))


def check_json(raw: bytes, budget: Budget) -> None:
    """Check a JSON text against a budget, whether it is well-formed or not. Raises `OverBudget`."""
    check_size(raw, budget)
    long_number = _longer_than(budget.digits)
    opened = raw.count(b"[") + raw.count(b"{")
    if opened <= budget.depth and raw.count(b",") + opened <= budget.items and not long_number.search(raw):
        return
    # The same without the contents of texts; every offset stays what it was.
    bare = _JSON_TEXT.sub(lambda found: b'"' * len(found[0]), raw)
    found = long_number.search(bare)
    if found is not None:
        raise OverBudget(f"byte {found.start() + 1}: a number of more than {budget.digits} digits")
    opened = bare.count(b"[") + bare.count(b"{")
    if bare.count(b",") + opened > budget.items:
        raise OverBudget(f"more than {budget.items} keys and list entries")
    depth = 0
    if opened > budget.depth:
        for bracket in _JSON_BRACKET.finditer(bare):
            depth += 1 if bracket[0] in b"[{" else -1
            if depth > budget.depth:
                raise OverBudget(f"byte {bracket.start() + 1}: nested deeper than {budget.depth}")
            if depth < 0:
                return


def load_json(text: str | bytes, budget: Budget) -> Any:
    """Parse a JSON text of finite numbers. Raises `BadInput`."""
    check_size(text, budget)
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    check_json(raw, Budget(4 * budget.size, budget.items, budget.depth, budget.digits))
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not a JSON file: {error}") from error


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is too large")
    return number


# --- deflated data ----------------------------------------------------------------------------------------------------


def inflate(data: bytes, limit: int) -> bytes:
    """Inflate zlib data of at most `limit` bytes when inflated. Raises `BadInput`."""
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(data, limit + 1)
    except zlib.error as error:
        raise BadInput(f"not deflated data: {error}") from error
    if len(found) > limit:
        raise OverBudget(f"more than {limit} bytes when inflated")
    if not unpacker.eof:
        raise BadInput("deflated data that ends too early")
    return found


# --- CBOR -------------------------------------------------------------------------------------------------------------


def check_cbor(data: bytes, budget: Budget) -> list[bytes]:
    """Check a sequence of CBOR items, and give the byte strings in it. Raises `BadInput`.

    Tags are refused (readers make regular expressions, decimals and the like of them), and so are indefinite lengths.
    """
    check_size(data, budget)
    texts: list[bytes] = []
    #: how many items are still to come in each open list or table
    pending: list[int] = []
    at = items = 0
    while at < len(data):
        kind, length = data[at] >> 5, data[at] & 31
        at += 1
        if length >= 28 or kind == 6:
            raise BadInput(f"byte {at}: a tag, or an item of indefinite length")
        if length >= 24:
            size = 1 << (length - 24)
            length = int.from_bytes(data[at : at + size], "big")
            at += size
        items += 1
        if items > budget.items:
            raise OverBudget(f"byte {at}: more than {budget.items} items")
        if kind in (2, 3):
            if length > len(data) - at:
                raise BadInput(f"byte {at}: a text that is longer than what is left")
            if kind == 2:
                texts.append(data[at : at + length])
            at += length
        if pending:
            pending[-1] -= 1
        if kind in (4, 5):
            pending.append(length * (kind - 3))
            if len(pending) > budget.depth:
                raise OverBudget(f"byte {at}: nested deeper than {budget.depth}")
        while pending and pending[-1] <= 0:
            pending.pop()
    if pending or at > len(data):
        raise BadInput("ends too early")
    return texts

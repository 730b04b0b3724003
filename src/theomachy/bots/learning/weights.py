"""Files of weights: what a net has learned, with where it comes from. Anything else is refused, and said why.

Three parts: a line that says what the file is, a line of JSON (the header) that says what it is for and how it was
made, and the compressed numbers.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16

from theomachy.kernel.arrays import Shorts
from theomachy.kernel.bounded_parsing import LOCAL_FILE, inflate, load_json
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game
from theomachy.kernel.layout import Layout
from theomachy.kernel.net import SEATS, Net, Reader, SlotRows, Tables, fingerprint

MAGIC: Final = b"theomachy weights 1\n"
#: no file of weights is greater, packed and unpacked
MOST_BYTES: Final = 4_000_000
MOST_NUMBERS: Final = 8_000_000
#: parts of a net
PARTS: Final = 7


#: why weights are not used for a match of another kind than those they were trained on
UNTRAINED: Final = "it was not trained for matches like this one"


class BadWeights(TheomachyError):
    """A file of weights that can't be used; the text names it and says why."""


class Weights:
    """What a file holds: the header, the rows of each slot by name, and the net."""

    def __init__(self, name: str, header: dict[str, Any], slots: dict[str, SlotRows], net: Net) -> None:
        self.name = name
        self.header = header
        self.slots = slots
        self.net = net
        #: how far the hand-made evaluation is to be trusted: what its log odds are multiplied with
        self.trust: float = header["trust"] / 1024
        #: how many terms are given to the net: a side's own and the others'
        self.terms = len(net.direct)
        self._tables: dict[str, Tables] = {}

    def check(self, layout: Layout) -> str:
        """The fingerprint of a layout; refuses one the net was not trained for."""
        key = fingerprint(layout)
        if key not in self.header["layouts"]:
            raise BadWeights(f"{self.name}: {UNTRAINED}")
        return key

    def reader(self, layout: Layout) -> Reader:
        """A new reader of observations of this layout; refuses one the net was not trained for."""
        key = self.check(layout)
        found = self._tables.get(key)
        if found is None:
            found = Tables(self.net, layout, self.slots)
            self._tables[key] = found
        return Reader(found)


def pack_weights(
    header: dict[str, Any],
    slots: list[tuple[str, int, int, int]],
    parts: list[list[int]],
) -> bytes:
    """The bytes of a file. `slots`: name, least value, rows, usual value; `parts`: those of `Net`, numbers in 1/1024.
    Everything must fit into 16 bits."""
    numbers = array("h")
    for part in parts:
        numbers.extend(part)
    if sys.byteorder == "big":
        numbers.byteswap()
    body = zlib.compress(json.dumps(slots).encode() + b"\n" + numbers.tobytes(), 9)
    full = {**header, "sizes": [len(part) for part in parts], "digest": sha256(body).hexdigest()}
    return MAGIC + json.dumps(full, sort_keys=True).encode() + b"\n" + body


def read_weights(data: bytes, name: str, game: Game[Any]) -> Weights:
    """A file's bytes as weights for this game; refuses what is damaged, foreign or outdated."""
    if len(data) > MOST_BYTES or not data.startswith(MAGIC):
        raise BadWeights(f"{name}: not a file of weights")
    head, _, body = data[len(MAGIC) :].partition(b"\n")
    try:
        header = load_json(head, LOCAL_FILE)
        said = header["game"], header["rules_version"], header["layouts"], header["trust"]
        sizes = header["sizes"]
        digest = header["digest"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{name}: damaged, its header can't be read") from error
    if sha256(body).hexdigest() != digest:
        raise BadWeights(f"{name}: damaged, its numbers don't have the digest of its header")
    if said[0] != game.name:
        raise BadWeights(f"{name}: foreign, made for '{said[0]}', not for '{game.name}'")
    if said[1] not in range(game.learned_since or game.rules_version, game.rules_version + 1):
        raise BadWeights(f"{name}: outdated, made for version {said[1]} of the rules, not {game.rules_version}")
    try:
        slots, parts = _unpack(body, sizes)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadWeights(f"{name}: damaged, {error}") from error
    rows, bias, board, terms, inner_bias, outer, direct = parts
    net = Net(_shorts(rows), bias, _shorts(board), _shorts(terms), inner_bias, _shorts(outer), _shorts(direct))
    return Weights(name, header, slots, net)


def _unpack(body: bytes, sizes: list[int]) -> tuple[dict[str, SlotRows], list[list[int]]]:
    text, _, packed = inflate(body, 2 * MOST_NUMBERS).partition(b"\n")
    numbers = array("h")
    numbers.frombytes(packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    if len(sizes) != PARTS or sum(sizes) != len(numbers):
        raise ValueError("there are more or fewer numbers than its header says")
    parts: list[list[int]] = []
    first = 0
    for size in sizes:
        parts.append(numbers[first : first + size].tolist())
        first += size
    slots: dict[str, SlotRows] = {}
    row = 0
    for slot, low, count, usual in load_json(text, LOCAL_FILE):
        slots[slot] = SlotRows(row, low, count, usual)
        row += count
    width, height, terms = sizes[1], sizes[4], sizes[6]
    if sizes != [row * width, width, SEATS * height * width, height * terms, height, height, terms]:
        raise ValueError("its layers don't fit together")
    return slots, parts


def _shorts(values: list[int]) -> Shorts:
    return vec[i16](values)


def weights_paths(game: Game[Any]) -> list[Path]:
    """Where a game has its weights, if it has any: among its data, a file for all tables or several for some each."""
    data = Path(str(sys.modules[type(game).__module__].__file__)).parent / "data"
    found = [(len(path.name), path.name) for path in data.glob("learned*.weights")]
    return [data / name for _, name in sorted(found)]


_KNOWN: dict[str, Weights] = {}


def fitting_weights(game: Game[Any], layout: Layout, places: list[Path]) -> Weights:
    """The weights in the first of several files that were trained for matches of this layout; where there are none it
    refuses, and says what is wrong with the first file."""
    trouble = BadWeights(f"learned.weights: there are no weights for {game.name}")
    for number, place in enumerate(places):
        try:
            found = find_weights(game, str(place))
            found.check(layout)
        except BadWeights as error:
            if number == 0:
                trouble = error
            continue
        return found
    raise trouble


def find_weights(game: Game[Any], path: str) -> Weights:
    """The weights in a file; refuses missing ones too. Read once in a process, as long as the file stays as it is."""
    place = Path(path)
    try:
        about = place.stat()
        key = f"{game.name} {place} {about.st_mtime_ns} {about.st_size}"
        found = _KNOWN.get(key)
        if found is None:
            found = read_weights(place.read_bytes(), place.name, game)
            _KNOWN[key] = found
    except OSError as error:
        raise BadWeights(f"{place.name}: there are no weights for {game.name}") from error
    return found

"""Fuzzes every parser of outside input: valid texts, mutated and repeated. Nothing but the documented errors may come.

    python -m tests.fuzz_parsers --seconds 600        # in all, shared by the targets

Prints for each target how many inputs were tried and accepted, and the slowest one in CPU milliseconds. Fails on any
other exception, and on an input that took longer than `--slowest` seconds of CPU.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import yaml

import theomachy
from tests.server.matches import played
from theomachy.kernel.bounded_parsing import (
    CREDENTIAL,
    MESSAGE,
    POSITION,
    REQUEST,
    BadInput,
    check_cbor,
    check_json,
    inflate,
    load_json,
    load_toml,
    load_yaml,
)
from theomachy.kernel.errors import BadSetup, IllegalChoice
from theomachy.server.hall import _new_match, _open_save, plain_text
from theomachy.server.hand_over import LIVE
from theomachy.server.levels import is_level
from theomachy.server.limit_options import read_limits
from theomachy.server.mail import is_address
from theomachy.server.messages import AskPosition, NewTable, page_messages
from theomachy.server.networks import network_of
from theomachy.server.positions import judged
from theomachy.server.refused import Refused

CASES = Path(__file__).parent / "cases"
#: what is put in, once or many times
TOKENS = [
    "[", "]", "{", "}", "[[", "]]", '"', "'", '"""', "'''", "\\", '\\"', "\\u0000", "\\ud800", ".", "a.", "=", "a=1\n",
    ",", "1,", ":", ": ", "- ", "? ", "! ", "!!int ", "!!timestamp ", "&a ", "*a ", "<<: ", "|\n", ">\n", "---\n",
    "...\n", "%YAML 1.1\n", "#", "\n", "\r\n", "\t", " ", "\x00", "\x07", "\x85", "\u2028", "\ud800", "é", "😀", "0x",
    "0b_", "1e999", "-0", "nan", "inf", "9" * 30, "9" * 5000, "2026-99-99", "2026-01-01T00:00:00Z", "12:30:45", "true",
    "null", "~", "a", "é" * 50, "[1]\n", "[[a]]\n",
]  # fmt: skip


def mutated(text: str, luck: random.Random, longest: int) -> str:
    """A text with some changes: parts cut out, repeated, moved; tokens put in, once or thousands of times."""
    for _ in range(luck.randint(1, 4)):
        at = luck.randint(0, len(text))
        end = min(len(text), at + luck.choice((1, 3, 10, 100)))
        match luck.randrange(6):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                times = luck.choice((2, 10, 1000))
                text = text[:at] + text[at:end] * times + text[end:]
            case 2:
                text = text[:at] + luck.choice(TOKENS) + text[at:]
            case 3:
                token = luck.choice(TOKENS) if luck.random() < 0.5 else luck.choice(TOKENS) + luck.choice(TOKENS)
                most = max(1, longest // len(token))
                text = text[:at] + token * min(most, luck.choice((20, 200, 5_000, 60_000))) + text[at:]
            case 4:
                other = luck.randint(0, len(text))
                text = text[:at] + text[other : other + (end - at)] + text[end:]
            case 5:
                letters = "".join(chr(luck.randrange(1, 0x250)) for _ in range(luck.randint(1, 8)))
                text = text[:at] + letters + text[end:]
        text = text[:longest]
    return text


class Target:
    """A parser, texts that it reads, and the errors that it is documented to raise."""

    def __init__(
        self, read: Callable[[str], object], seeds: list[str], *errors: type[Exception], longest: int = 64_000
    ) -> None:
        self.read = read
        self.seeds = seeds
        self.errors = errors
        self.longest = longest
        self.tried = self.accepted = 0
        self.slowest = 0.0
        self.slow_text = ""

    def try_one(self, luck: random.Random) -> None:
        """Read one input; raises what is not documented."""
        text = mutated(luck.choice(self.seeds), luck, self.longest) if luck.random() < 0.98 else luck.choice(self.seeds)
        began = time.thread_time()
        try:
            self.read(text)
            self.accepted += 1
        except self.errors:
            pass
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error} for {text[:300]!r} ({len(text)} letters)") from error
        took = time.thread_time() - began
        self.tried += 1
        if took > self.slowest:
            self.slowest, self.slow_text = took, text


@contextmanager
def without_libyaml() -> Iterator[None]:
    names = vars(yaml)
    kept = names["__with_libyaml__"]
    names["__with_libyaml__"] = False
    try:
        yield
    finally:
        names["__with_libyaml__"] = kept


def _python_yaml(text: str) -> object:
    with without_libyaml():
        return load_yaml(text, POSITION)


def _cbor(text: str) -> object:
    data = text.encode("latin-1", "replace")
    check_cbor(data, CREDENTIAL)
    import cbor2

    try:
        return cbor2.loads(data)
    except (cbor2.CBORDecodeError, ValueError, TypeError) as error:
        raise BadInput(str(error)) from error


def _body(text: str) -> NewTable:
    raw = text.encode("utf-8", "surrogatepass")
    check_json(raw, REQUEST)
    return msgspec.json.decode(raw, type=NewTable)


def _message(text: str) -> object:
    raw = text.encode("utf-8", "replace")
    check_json(raw, MESSAGE)
    return page_messages.decode(raw)


def _document(text: str) -> object:
    return judged(AskPosition(document=load_json(text, POSITION)))


def _setup(text: str) -> object:
    return _new_match(_body(text))


def _file(text: str) -> object:
    files = {"content": {"name": "mine.toml", "text": text}}
    return _new_match(msgspec.convert({"game": "anunnaki", "seats": [{"who": "open"}] * 2, "files": files}, NewTable))


def _short_texts(text: str) -> None:
    """Regular expressions and other readers of names, addresses and levels."""
    is_address(text)
    is_level(text)
    plain_text(text)
    network_of(text)
    LIVE.fullmatch(text.encode("utf-8", "replace"))
    read_limits([text])


def _choice(text: str) -> None:
    for game in theomachy.GAMES.values():
        game.table.find(text)


def _deflated(text: str) -> bytes:
    return inflate(text.encode("latin-1", "replace"), 100_000)


def targets() -> dict[str, Target]:
    files = sorted(CASES.rglob("*.yaml"))[::6]
    cases = [part for path in files for part in path.read_text("utf-8").split("\n---\n")[:3]]
    save = played(lambda match: len(match.history) == 12).save()
    content = (Path(theomachy.__file__).parent / "games/anunnaki/data/content.toml").read_text("utf-8")
    toml = [content, content[:2000], 'a.b = 1\n[c.d]\ne = "f"\n[[g]]\nh = {i = [1, 2.5, true]}\n', "[tiles]\n"]
    documents = [json.dumps(yaml.safe_load(case)) for case in cases]
    table = {"game": "ankh", "seats": [{"who": "open"}, {"who": "person", "name": "Ann"}], "seed": 7}
    position = {"pieces": ["G1 B6", "G2 G8"], "turn": "isis"}
    setups = ({"gods": ["isis", "amun"]}, {"gods": ["isis", "amun"], "position": position}, {"players": 2})
    tables = [json.dumps({**table, "setup": setup}) for setup in setups]
    messages = [
        '{"type":"choose","choice":"action move","version":3,"ref":1}',
        '{"type":"hello","lang":"en","since":4}',
    ]
    choices = ["action move", "cell C5", "edge A5-A4", "done", "bid 3"]
    names = ["ann@example.org", "search:500ms", "2001:db8::1", "/api/tables/x/live?a=b", "requests=60/300"]
    cbor = [
        bytes.fromhex("a363666d74646e6f6e656761747453746d74a068617574684461746158200011").decode("latin-1"),
        bytes.fromhex("a5010203262001215820" + "11" * 32 + "225820" + "22" * 32).decode("latin-1"),
        bytes.fromhex("c482196ab31b7fffffffffffffff").decode("latin-1"),
    ]
    packed = [zlib.compress(part, 9).decode("latin-1") for part in (b"a" * 50_000, b"a" * 5_000_000, content.encode())]
    schema = (msgspec.MsgspecError, UnicodeDecodeError)
    return {
        "toml": Target(load_toml, toml, BadInput),
        "toml content of a table": Target(_file, toml, Refused),
        "yaml": Target(lambda text: load_yaml(text, POSITION), cases, BadInput),
        "yaml without libyaml": Target(_python_yaml, cases, BadInput),
        "positions as text": Target(lambda text: judged(AskPosition(text)), cases),
        "positions as json": Target(_document, documents, BadInput, msgspec.MsgspecError),
        "json": Target(lambda text: load_json(text, REQUEST), [save, *documents], BadInput),
        "request bodies": Target(_body, tables, BadInput, *schema),
        "socket messages": Target(_message, messages, BadInput, *schema, longest=16_000),
        "set-ups": Target(_setup, tables, BadInput, Refused, *schema),
        "saves": Target(lambda text: _open_save(text, 10_000), [save], Refused),
        "choices": Target(_choice, choices, IllegalChoice, longest=100),
        "names and addresses": Target(_short_texts, names, BadSetup, longest=16_000),
        "deflated data": Target(_deflated, packed, BadInput),
        "cbor": Target(_cbor, cbor, BadInput, longest=20_000),
    }  # fmt: skip


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=60.0, help="for all targets together")
    options.add_argument("--seed", type=int, default=None)
    options.add_argument("--only", default="", help="the name of one target")
    options.add_argument("--slowest", type=float, default=2.0, help="CPU seconds that one input may take")
    wanted = options.parse_args()
    seed = random.randrange(1 << 32) if wanted.seed is None else wanted.seed
    print(f"seed {seed}")
    found = {name: target for name, target in targets().items() if wanted.only in ("", name)}
    bad = 0
    for name, target in found.items():
        luck = random.Random(f"{seed} {name}")
        end = time.monotonic() + wanted.seconds / len(found)
        while time.monotonic() < end:
            try:
                target.try_one(luck)
            except AssertionError as error:
                bad += 1
                print(f"{name}: {error}")
        slow = f"{target.slowest * 1000:.1f} ms for {len(target.slow_text)} letters, {target.slow_text[:40]!r}"
        print(f"{name}: {target.tried} tried, {target.accepted} accepted, slowest {slow}", flush=True)
        bad += target.slowest > wanted.slowest
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

"""What others notice of an attack: people play at their tables while somebody floods the server in one way after the
other, and their time from choice to update is measured. `python -m tests.server.attack --seconds 10`

The server has its usual limits. The attacker has one address, a process of its own, and no manners.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import logging
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.server.matches import played
from tests.server.raw import Raw, RawEyes
from tests.server.serving import Process
from theomachy.lab.load.plan import Wishes
from theomachy.lab.load.process import Family, usage_of
from theomachy.lab.load.run import run_load

#: where the attacker comes from
ADDRESS = "127.0.0.66"
#: sockets, or connections, that an attack has at once
HANDS = 12
#: milliseconds within which 95 of 100 choices of others must be seen, and how much slower than in peace they may be
MOST, TIMES = 250.0, 6.0
#: a flood of each message that a page can send, and of some that it can't
MESSAGES: dict[str, Any] = {
    "choose": {"type": "choose", "choice": "action move", "version": 0},
    "undo": {"type": "undo", "version": 0},
    "why": {"type": "why", "choice": "action move"},
    "preview": {"type": "preview", "choice": "action move"},
    "hint": {"type": "hint", "bot": "search:10s"},
    "chat": {"type": "chat", "text": "x" * 400},
    "lang": {"type": "lang", "lang": "ru"},
    "ping": {"type": "ping"},
    "hello": {"type": "hello"},
    "nonsense": {"type": "nonsense", "deep": [[[[]]]] * 50},
    "large": {"type": "chat", "text": "x" * 60_000},
}


def flood_socket(port: int, table: str, token: str | None, text: str) -> None:
    """Say the same as fast as it goes, and come back whenever it is cut off."""
    while True:
        with contextlib.suppress(OSError, WebSocketException):
            source: dict[str, Any] = {"source_address": (ADDRESS, 0)}
            with connect(
                f"ws://127.0.0.1:{port}/api/tables/{table}/live", proxy=None, max_size=None, close_timeout=0.1,
                ping_interval=None, **source,
            ) as socket:  # fmt: skip
                socket.send(json.dumps({"type": "hello", **({} if token is None else {"token": token})}))
                while True:
                    socket.send(text)
        time.sleep(0.05)


#: frames as a client sends them, with a mask of zero; the first opens a message that never ends
OPENING = b"\x01\x80\0\0\0\0"
FRAMES: dict[str, bytes] = {
    "ping frames": b"\x89\x80\0\0\0\0",
    "pong frames": b"\x8a\x80\0\0\0\0",
    "empty continuations": b"\x00\x80\0\0\0\0",
    "one-byte fragments": b"\x00\x81\0\0\0\0x",
}


def flood_frames(port: int, table: str, frame: bytes, at_once: int = 2_000) -> None:
    """Send the same frame as fast as possible as a spectator; reconnect when disconnected."""
    while True:
        with contextlib.suppress(OSError, AssertionError, ValueError):
            raw = RawEyes(port, table, source=ADDRESS)
            try:
                raw.say(type="hello")
                raw.send(OPENING)
                while True:
                    raw.send(frame * at_once)
            finally:
                raw.close()
        time.sleep(0.05)


def request(port: int, *heads: str, body: bytes = b"") -> Callable[[], None]:
    """Ask something on a connection of its own, and read what comes of it."""
    texts = itertools.cycle(
        f"{head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        for head in heads
    )

    def ask() -> None:
        raw = Raw(port, ADDRESS)
        try:
            raw.send(next(texts))
            raw.read_all()
        finally:
            raw.close()

    return ask


def flood_bytes(port: int, data: bytes) -> Callable[[], None]:
    """Send bytes on a connection of their own, and read what comes of it."""

    def ask() -> None:
        raw = Raw(port, ADDRESS)
        try:
            raw.send(data)
            raw.read_all()
        finally:
            raw.close()

    return ask


#: requests that take long to parse
REQUESTS: dict[str, bytes] = {
    "header lines": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a:\r\n" * 15_000 + b"\r\n",
    "one-byte chunks": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"1\r\n \r\n" * 40_000
    + b"0\r\n\r\n",
    "trailers": b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
    + b"a:b\r\n" * 10_000
    + b"\r\n",
}


def forever(work: Callable[[], None]) -> None:
    while True:
        with contextlib.suppress(OSError, AssertionError):
            work()


def half_open(port: int) -> None:
    held = [Raw(port, ADDRESS) for _ in range(30)]
    for each in held:
        each.send(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Le")
    time.sleep(3)
    for each in held:
        each.close()


def never_read(port: int, table: str) -> None:
    """Ask for everything, again and again, and read nothing of it."""
    eyes = RawEyes(port, table)
    eyes.say(type="hello")
    for lang in itertools.cycle(("en", "de", "ru")):
        eyes.say(type="lang", lang=lang)
        time.sleep(0.2)


def attacks(port: int, table: str, tokens: list[str]) -> dict[str, Callable[[int], None]]:
    """By name, what each hand of the attacker does."""
    save = json.dumps({"save": "{" * 900_000, "seats": [{"who": "open"}, {"who": "open"}]}).encode()
    setup = json.dumps({"game": "ankh", "setup": {"players": 5}, "seats": [{"who": "open"}] * 5}).encode()
    eyes = [*tokens, None]

    def flood(text: str, hand: int) -> None:
        flood_socket(port, table, eyes[hand % len(eyes)], text)

    floods = {f"flood of {name}": partial(flood, json.dumps(message)) for name, message in MESSAGES.items()}
    frames = {name: lambda _, frame=frame: flood_frames(port, table, frame) for name, frame in FRAMES.items()}
    return {
        **floods,
        **frames,
        "one byte a segment": lambda _: flood_frames(port, table, FRAMES["ping frames"][:1], 1),
        **{
            name: lambda _, data=data: forever(flood_bytes(port, data))  # type: ignore[misc]
            for name, data in REQUESTS.items()
        },
        "requests": lambda _: forever(
            request(port, f"GET /api/tables/{table}/story", "GET /api/tables", "GET /", f"GET /api/tables/{table}")
        ),
        "new tables": lambda _: forever(request(port, "POST /api/tables", body=setup)),
        "bad saves": lambda _: forever(request(port, "POST /api/tables/open", body=save)),
        "half-open connections": lambda _: forever(lambda: half_open(port)),
        "never reading": lambda _: forever(lambda: never_read(port, table)),
    }


def attack(name: str, hands_at_once: int, port: int, table: str, tokens: list[str]) -> None:
    """Until this process is ended."""
    do = attacks(port, table, tokens)[name]
    hands = [threading.Thread(target=do, args=(hand,), daemon=True) for hand in range(hands_at_once)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()


@contextlib.contextmanager
def under(name: str | None, running: Process, hands: int = HANDS) -> Iterator[None]:
    """While somebody attacks in this way; None: in peace."""
    if name is None:
        yield
        return
    # A long match, of which everything costs most.
    save = played(lambda match: len(match.history) > 300 or match.over, players=2, game="anunnaki").save()
    table = running.client.open_save(save, "Eve", "Mallory")
    attacker = subprocess.Popen(
        [
            sys.executable, "-m", "tests.server.attack", "--as", name, str(hands), str(running.port), table.id,
            *table.tokens.values(),
        ]
    )  # fmt: skip
    try:
        yield
        assert attacker.poll() is None, f"{name}: the attacker has given up"
    finally:
        attacker.kill()
        attacker.wait()


def measure(names: list[str], tables: int, seconds: float, hands: int) -> list[dict[str, Any]]:
    """What people at so many tables notice, in peace and under each attack."""
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        running = Process(Path(folder) / "tables.sqlite", "--limit=tables_per_address=3000")
        try:
            for name in [None, *names]:
                before = usage_of(Family(running.pid).servers)
                with under(name, running, hands):
                    wishes = Wishes(tables, 0.5, seconds, ("ankh", "anunnaki"), bots=0.0, spectators=0.0)
                    seen = run_load(f"http://127.0.0.1:{running.port}", wishes, running.pid, lambda *_: None)
                used = usage_of(Family(running.pid).servers)
                found.append({
                    "attack": name or "none", "p50_ms": seen["p50_ms"], "p95_ms": seen["p95_ms"],
                    "worst_ms": seen["worst_ms"], "choices": seen["choices"], "errors": seen["errors"],
                    "cpu_s": round(used.cpu - before.cpu, 2) if used and before else None,
                    "memory_mb": round(used.memory / 1e6, 1) if used else None,
                })  # fmt: skip
                print(json.dumps(found[-1]), flush=True)
        finally:
            running.kill()
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--as", dest="role", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    options.add_argument("--tables", type=int, default=10)
    options.add_argument("--seconds", type=float, default=10.0)
    options.add_argument("--hands", type=int, default=HANDS, help="sockets, or connections, that an attack has at once")
    options.add_argument("--only", nargs="*", help="these attacks")
    asked = options.parse_args()
    if asked.role:
        # The client library logs connections that are cut off.
        logging.disable()
        name, hands, port, table, *tokens = asked.role
        attack(name, int(hands), int(port), table, tokens)
        return
    found = measure(asked.only or list(attacks(0, "", [])), asked.tables, asked.seconds, asked.hands)
    peace = found[0]["p95_ms"]
    slow = [each["attack"] for each in found if each["p95_ms"] > max(MOST, TIMES * peace) or each["errors"]]
    if slow:
        sys.exit(f"others were held up, or refused: {', '.join(slow)}")


if __name__ == "__main__":
    main()

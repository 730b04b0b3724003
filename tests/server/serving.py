"""A real server for tests, in a thread or as a process of its own, and a client that talks to it over real sockets."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from fastapi import FastAPI
from websockets.sync.client import ClientConnection, connect

from theomachy.server.app import Settings
from theomachy.server.hall import Hall
from theomachy.server.hand_over import HandOver, Place
from theomachy.server.limits import WITHOUT_LIMIT, Allowance, Limits
from theomachy.server.measures import Exposed
from theomachy.server.outbox import Mailroom
from theomachy.server.players import Players
from theomachy.server.running import Server, configure
from theomachy.server.timing import SYSTEM_TIMING, Timing

#: seconds to wait for anything that must come
SOON = 45.0
COMMAND = (sys.executable, "-m", "theomachy", "serve", "--no-open")

#: for players who are faster than people
FAST = Limits(
    messages=Allowance(10_000.0, 10_000.0),
    spectator_messages=Allowance(10_000.0, 10_000.0),
    frames=Allowance(20_000.0, 20_000.0),
    address_frames=Allowance(100_000.0, 100_000.0),
    hellos=Allowance(10_000.0, 10_000.0),
    requests=Allowance(10_000.0, 10_000.0),
    reseats=Allowance(100.0, 100.0),
    positions=Allowance(10_000.0, 10_000.0),
    players=Allowance(100.0, 100.0),
    sign_ins=Allowance(1000.0, 1000.0),
    letters=Allowance(100.0, 100.0),
    work=WITHOUT_LIMIT,
    spectator_work=WITHOUT_LIMIT,
    address_work=WITHOUT_LIMIT,
    absence=0.0,
)

Message = dict[str, Any]


class Client:
    """Speaks to one server over HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port
        # No TLS is spoken here, and reading certificates takes 12 ms for each client.
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=SOON, trust_env=False, verify=False)

    def get(self, path: str, *tokens: str, **query: object) -> httpx.Response:
        headers = {"authorization": f"Bearer {' '.join(tokens)}"} if tokens else {}
        return self.http.get(path, params={key: str(value) for key, value in query.items()}, headers=headers)

    def post(self, path: str, body: object, *tokens: str) -> httpx.Response:
        headers = {"authorization": f"Bearer {' '.join(tokens)}"} if tokens else {}
        return self.http.post(path, json=body, headers=headers)

    def new_table(self, *who: str, game: str = "ankh", seed: int | None = 1, **more: Any) -> Seated:
        """A table; `who` is a name for a person, "open", or "bot:greedy"."""
        body = {"game": game, "setup": more.pop("setup", {}), "seats": [sitter(word) for word in who], **more}
        if seed is not None:
            body["seed"] = seed
        answer = self.post("/api/tables", body)
        assert answer.status_code == 201, answer.text
        return Seated(self, answer.json())

    def open_save(self, save: str, *who: str, **more: Any) -> Seated:
        answer = self.post("/api/tables/open", {"save": save, "seats": [sitter(word) for word in who], **more})
        assert answer.status_code == 201, answer.text
        return Seated(self, answer.json())

    def sit(self, table: str, token: str | None = None, **hello: Any) -> Eyes:
        """A socket at a table that has said hello."""
        eyes = Eyes(self.port, table)
        eyes.say(type="hello", **({} if token is None else {"token": token}), **hello)
        return eyes


class Seated:
    """A new table with its tokens."""

    def __init__(self, client: Client, answer: dict[str, Any]) -> None:
        self.client = client
        self.id: str = answer["table"]
        self.host: str = answer["host"]
        self.tokens: dict[int, str] = {entry["seat"]: entry["token"] for entry in answer["seats"]}

    @property
    def path(self) -> str:
        return f"/api/tables/{self.id}"

    def sit(self, seat: int | None = None, **hello: Any) -> Eyes:
        return self.client.sit(self.id, None if seat is None else self.tokens[seat], **hello)

    def info(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(self.path).json()
        return found


def sitter(word: str) -> dict[str, str]:
    if word == "open":
        return {"who": "open"}
    if word.startswith("bot:"):
        return {"who": "bot", "bot": word[4:]}
    return {"who": "person", "name": word}


def unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; fails if it names a member twice."""
    members = dict(pairs)
    assert len(members) == len(pairs), [name for name, _ in pairs]
    return members


class Eyes:
    """A socket at a table. `traffic` holds everything that came, as it came."""

    def __init__(self, port: int, table: str, **more: Any) -> None:
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(
                f"ws://127.0.0.1:{port}/api/tables/{table}/live",
                max_size=None,
                proxy=None,
                close_timeout=0.5,
                ping_interval=None,
                **more,
            )
        )
        self.traffic: list[str] = []
        #: the last `state` or `update`
        self.news: Message = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = SOON) -> Message:
        """The next message."""
        text = self.socket.recv(timeout=seconds)
        assert isinstance(text, str)
        self.traffic.append(text)
        message: Message = json.loads(text, object_pairs_hook=unique_members)
        if message["type"] in ("state", "update"):
            self.news = message
        return message

    def expect(self, *types: str) -> Message:
        """The next message of one of these types; others are passed over."""
        end = time.monotonic() + SOON
        while True:
            message = self.hear(max(0.01, end - time.monotonic()))
            if message["type"] in types:
                return message

    def catch_up(self, version: int) -> Message:
        """Read on to this version."""
        while not self.news or self.news["version"] < version:
            self.hear()
        return self.news

    def choose(self, choice: str, version: int | None = None, ref: int = 7) -> Message:
        """Make a choice; the update that answers it, or the refusal."""
        self.say(type="choose", choice=choice, version=self.news["version"] if version is None else version, ref=ref)
        return self.answer(ref)

    def answer(self, ref: int) -> Message:
        """The message that answers one with this ref."""
        end = time.monotonic() + SOON
        while True:
            message = self.hear(max(0.01, end - time.monotonic()))
            if message.get("ref") == ref:
                return message

    def ask(self, **message: Any) -> Message:
        self.say(ref=9, **message)
        return self.answer(9)

    @property
    def choices(self) -> list[str]:
        return [offer["choice"] for offer in self.news["choices"]]


class Serving:
    """A server in a thread of this process; it may have a place among others, as processes of one machine have."""

    def __init__(self, settings: Settings, timing: Timing = SYSTEM_TIMING, place: Place | None = None) -> None:
        self.database = settings.database
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.database = settings.database
        ready = threading.Event()
        self.hand_over = None if place is None else HandOver(place)
        config = configure(settings, timing, self.hand_over)
        assert isinstance(config.app, FastAPI)
        self.hall: Hall = config.app.state.hall
        self.room: Mailroom = config.app.state.mailroom
        self.players: Players = config.app.state.players
        self.exposed: Exposed | None = config.app.state.exposed
        self.server = Server(config, ready.set, hand_over=self.hand_over)
        self._thread = threading.Thread(target=self.server.run, args=([self._listening],), daemon=True)
        self._thread.start()
        assert ready.wait(SOON)
        self.client = Client(self.port)

    def stop(self) -> None:
        self.client.http.close()
        self.server.should_exit = True
        self._thread.join(SOON)
        assert not self._thread.is_alive()


def until(holds: Callable[[], object]) -> None:
    """Wait for what must come."""
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


class MovedTime:
    """Time that stands until it is moved."""

    #: seconds after which is looked again whether it was
    LOOK = 0.03

    def __init__(self, now: float = 1_000_000.0) -> None:
        self._now = now
        self._awake = 0.0

    def now(self) -> float:
        return self._now

    def awake(self) -> float:
        return self._awake

    def move(self, seconds: float) -> None:
        self._now += seconds
        self._awake += seconds

    def wait(self, seconds: float) -> float:
        return min(seconds, self.LOOK)

    def sleep(self, seconds: float) -> None:
        """The machine sleeps, or nothing runs on it."""
        self._now += seconds


class Process:
    """A server as people start it: `theomachy serve`, a process that can be killed."""

    def __init__(self, database: Path | str, *options: str) -> None:
        # The port is chosen anew each time; the address is on the first line of the output.
        self._process = subprocess.Popen(
            [*COMMAND, "--port", "0", "--database", str(database), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        assert "http://127.0.0.1:" in first, first + self._process.stdout.read()
        self.port = int(first.split("http://127.0.0.1:")[1].split("/")[0])
        self.client = Client(self.port)

    @property
    def pid(self) -> int:
        return self._process.pid

    def children(self) -> list[int]:
        """The processes it has started."""
        found: list[int] = []
        for task in Path(f"/proc/{self.pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
        return found

    def kill(self) -> None:
        """As a power failure would end it."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(SOON)

    def terminate(self) -> None:
        """As a supervisor asks it to end; returns at once."""
        self._process.send_signal(signal.SIGTERM)

    def ended(self) -> tuple[int, str]:
        """Wait for its end; exit status and what it said."""
        out, _ = self._process.communicate(timeout=SOON)
        return self._process.returncode, out

    def interrupt(self) -> tuple[int, str]:
        """As Ctrl-C would end it; exit status and what it said."""
        self._process.send_signal(signal.SIGINT)
        return self.ended()

"""People at tables, as a server meets them: sockets that say hello, think, choose, and see what others do."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from theomachy.kernel.errors import TheomachyError
from theomachy.lab.load.plan import TablePlan, address_of

#: seconds for one request
SOON = 30.0


class Tally:
    """What all people of a run have seen."""

    def __init__(self) -> None:
        #: only while this is set: what happens before everybody sits does not count
        self.counting = False
        #: seconds from sending a choice to its update, at each socket of the table
        self.waited: list[float] = []
        self.choices = 0
        self.bytes = 0
        self.updates = 0
        #: by their code: refusals, errors, closed sockets
        self.errors: dict[str, int] = {}
        #: matches that came to their end
        self.over = 0

    def blame(self, code: str) -> None:
        self.errors[code] = self.errors.get(code, 0) + 1


class SeatedTable:
    """A table as its people know it: its id, their tokens, and when each version's choice was sent."""

    def __init__(self, plan: TablePlan, answer: dict[str, Any]) -> None:
        self.plan = plan
        self.id = str(answer["table"])
        self.tokens: dict[int, str] = {entry["seat"]: entry["token"] for entry in answer["seats"]}
        self.sent: dict[int, float] = {}


def make_table(server: str, plan: TablePlan, bot: str) -> SeatedTable:
    """Make a table as its host does; raises with the server's own words if it refuses."""
    place = urlsplit(server)
    sitters = [
        {"who": "bot", "bot": bot} if lang is None else {"who": "person", "name": f"Person {plan.number}-{seat}"}
        for seat, lang in enumerate(plan.seats)
    ]
    body = json.dumps({"game": plan.game, "setup": {}, "seats": sitters, "seed": plan.seed, "hints": True})
    source = (address_of(plan.number), 0) if place.hostname in ("127.0.0.1", "localhost") else None
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=SOON, source_address=source)
    try:
        connection.request("POST", "/api/tables", body, {"content-type": "application/json"})
        answer = connection.getresponse()
        text = answer.read().decode()
    except OSError as error:
        raise TheomachyError(f"no server answers at {server}: {error}") from error
    finally:
        connection.close()
    if answer.status != 201:
        raise TheomachyError(f"the server made no table: {answer.status} {text[:200]}")
    return SeatedTable(plan, json.loads(text))


class Person:
    """One socket: a seat's, or with None a spectator's."""

    def __init__(
        self, server: str, table: SeatedTable, seat: int | None, lang: str, pause: float, tally: Tally
    ) -> None:
        self._server = server
        self._table = table
        self._seat = seat
        self._lang = lang
        self._pause = pause
        self._tally = tally
        self._rng = random.Random(table.plan.seed + (7 if seat is None else seat))
        self._thinking: asyncio.Task[None] | None = None
        self.saw_the_end = False
        #: set when the first state has come
        self.seated = asyncio.Event()

    async def live(self) -> None:
        """Look and choose until cancelled, or until the match or the connection ends."""
        place = urlsplit(self._server)
        # On this machine people come from several addresses, as elsewhere.
        local = place.hostname in ("127.0.0.1", "localhost")
        source: dict[str, Any] = {"local_addr": (address_of(self._table.plan.number), 0)} if local else {}
        try:
            async with connect(
                f"ws://{place.netloc}/api/tables/{self._table.id}/live",
                max_size=None,
                proxy=None,
                open_timeout=SOON,
                close_timeout=1,
                ping_interval=None,
                **source,
            ) as socket:
                hello: dict[str, Any] = {"type": "hello", "lang": self._lang, "changes": True}
                if self._seat is not None:
                    hello["token"] = self._table.tokens[self._seat]
                await socket.send(json.dumps(hello))
                async for message in socket:
                    if not self._hear(socket, message):
                        return
        except ConnectionClosed as closed:
            self._tally.blame(f"closed {closed.rcvd.code if closed.rcvd else 'without a word'}")
        except (OSError, TimeoutError) as error:
            self._tally.blame(type(error).__name__)
        finally:
            if self._thinking is not None:
                self._thinking.cancel()
            self.seated.set()

    def _hear(self, socket: ClientConnection, message: str | bytes) -> bool:
        """Take in one message; False when there is nothing more to do here."""
        now = time.perf_counter()
        data = json.loads(message)
        kind = data.get("type")
        tally = self._tally
        if kind in ("refused", "error"):
            if data.get("error") != "stale":
                tally.blame(str(data.get("error")))
            return True
        if kind not in ("state", "update"):
            return True
        self.seated.set()
        sent = self._table.sent.get(data["version"])
        if kind == "update" and tally.counting:
            tally.updates += 1
            tally.bytes += len(message)
            if sent is not None:
                tally.waited.append(now - sent)
        if data["outcome"] is not None:
            tally.over += self._seat == 0
            self.saw_the_end = True
            return False
        mine = self._seat is not None and self._seat in data["prompt"]["seats"] and data["choices"]
        if mine and (self._thinking is None or self._thinking.done()):
            choice = self._rng.choice(data["choices"])["choice"]
            self._thinking = asyncio.create_task(self._choose(socket, choice, data["version"]))
        return True

    async def _choose(self, socket: ClientConnection, choice: str, version: int) -> None:
        await asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._pause)
        self._table.sent[version + 1] = time.perf_counter()
        self._table.sent.pop(version - 20, None)
        self._tally.choices += self._tally.counting
        try:
            await socket.send(json.dumps({"type": "choose", "choice": choice, "version": version}))
        except ConnectionClosed:
            return

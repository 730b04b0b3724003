"""Bringing messages to people: whoever serves tables makes them of the calls that are due, and takes deliveries one by
one. What fails is tried again after growing pauses, and given up at last."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Final

import msgspec
from msgspec import Struct

from theomachy.server import hooks, mail, notice_rows, push
from theomachy.server.notice_rows import Channel, Taken
from theomachy.server.notices import Message, headline, path_of, pause_after, sentences
from theomachy.server.outgoing import Forbidden, Unreached, post
from theomachy.server.storage import NotStored, Storage
from theomachy.server.timing import Rota, Timing

log = logging.getLogger(__name__)

#: seconds between two looks of the servers of a machine
LOOK: Final = 1.0
#: seconds for which a delivery is a process's: longer than any of them takes
LEASE: Final = 60.0
#: deliveries under way at once
AT_ONCE: Final = 8
#: seconds between two times that what is forgotten is cleared up
CLEARING: Final = 3600.0
#: what a browser's service is told of whom to ask, where nothing better is known
NOBODY: Final = "mailto:nobody@localhost.localdomain"
#: answers after which a browser takes no messages any more
GONE: Final = (404, 410)
#: seconds for which the link that ends letters works
STOP_LIFE: Final = 400 * 86_400.0


class Ways(Struct, frozen=True, kw_only=True):
    """How people can be reached, as whoever runs the server has it."""

    #: the key that proves to push services who this is; empty where push is not installed
    push_key: str = ""
    #: who takes letters
    post: mail.Post | None = None
    #: where the page is for everybody, like https://play.example.org
    address: str = ""
    #: for tests: http and loopback are all right as targets
    trusting: bool = False


class Failed(Exception):
    """A message has not come."""

    def __init__(self, trouble: str, retry_after: float | None = None, final: bool = False) -> None:
        super().__init__(trouble)
        self.trouble = trouble
        self.retry_after = retry_after
        self.final = final


class Gone(Exception):
    """Nobody is there any more."""


class Deliveries:
    """Makes messages, and brings them."""

    def __init__(self, storage: Storage, timing: Timing, ways: Ways, rota: Rota) -> None:
        self._storage = storage
        self._timing = timing
        self._rota = rota
        self.ways = ways
        self._cleared = -CLEARING
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Something is to be sent at once."""
        self._news.set()

    async def run(self) -> None:
        """Until cancelled."""
        await asyncio.sleep(self._rota.first(LOOK))
        every = self._rota.next(LOOK)
        while True:
            self._news.clear()
            await self.look()
            try:
                async with asyncio.timeout(self._timing.wait(every)):
                    await self._news.wait()
            except TimeoutError:
                continue

    async def look(self) -> None:
        """See to everything that is due."""
        now = self._timing.now()
        try:
            due = await self._storage.read(notice_rows.next_due)
            if due is not None and due <= now:
                await self._storage.write(notice_rows.gather, now)
                await asyncio.gather(*(self._work() for _ in range(AT_ONCE)))
            if now - self._cleared >= CLEARING:
                self._cleared = now
                await self._storage.write(notice_rows.clear_up, now)
        except NotStored as error:
            log.warning("nobody can be told anything: %s", error)

    async def _work(self) -> None:
        while (taken := await self._storage.write(notice_rows.take, self._timing.now(), LEASE)) is not None:
            await self._bring(taken)

    async def _bring(self, taken: Taken) -> None:
        channel = taken.channel
        try:
            await self._send(taken)
        except Gone:
            await self._storage.write(notice_rows.remove_channel, channel.id)
        except Failed as failed:
            pause = None if failed.final or taken.message.trial else pause_after(taken.tries, failed.retry_after)
            if pause is None:
                log.info("a message through %s is given up: %s", channel.kind, failed.trouble)
                await self._storage.write(notice_rows.give_up, taken.id, channel.id, failed.trouble)
            else:
                await self._storage.write(notice_rows.try_again, taken.id, self._timing.now() + pause)
        except NotStored:
            raise
        except Exception:
            log.exception("a message through %s", channel.kind)
            await self._storage.write(notice_rows.give_up, taken.id, channel.id, "internal")
        else:
            await self._storage.write(notice_rows.done, taken.id, channel.id)

    async def _send(self, taken: Taken) -> None:
        """Raises `Failed` or `Gone`."""
        channel = taken.channel
        try:
            match channel.kind:
                case "push":
                    status, retry_after = await self._push(taken)
                    if status in GONE:
                        raise Gone
                case "hook":
                    status, retry_after = await self._hook(taken)
                case "mail":
                    status, retry_after = await self._mail(taken), None
        except Forbidden as error:
            # The same word as for a name that does not resolve: the answer must not tell which internal names exist.
            raise Failed("unreached", final=True) from error
        except Unreached as error:
            raise Failed("unreached") from error
        if not 200 <= status < 300:
            raise Failed(f"refused {status}", retry_after)

    async def _push(self, taken: Taken) -> tuple[int, float | None]:
        ways = self.ways
        if not ways.push_key:
            raise Failed("unreached")
        subscription = msgspec.json.decode(taken.channel.target, type=push.Subscription)
        contact = f"mailto:{ways.post.sender}" if ways.post is not None else NOBODY
        if ways.address.startswith("https://"):
            contact = ways.address
        answer = await push.send(
            subscription, pushed(taken.message, taken.count), ways.push_key, contact, self._timing.now(), ways.trusting
        )
        return answer.status, answer.retry_after

    async def _hook(self, taken: Taken) -> tuple[int, float | None]:
        hook = msgspec.json.decode(taken.channel.target, type=hooks.Hook)
        headers, body = hooks.form(hook, taken.message, self.ways.address or taken.origin)
        answer = await post(hook.url, headers, body, self.ways.trusting)
        return answer.status, answer.retry_after

    async def _mail(self, taken: Taken) -> int:
        ways = self.ways
        if ways.post is None:
            raise Failed("unreached")
        token = secrets.token_urlsafe(16)
        now = self._timing.now()
        await self._storage.write(notice_rows.add_link, token, taken.channel.id, "stop", now + STOP_LIFE)
        stop = f"{ways.address}/#stop={token}"
        return await mail.send(
            ways.post, mail.notice(ways.post, taken.channel.target, taken.message, ways.address, stop)
        )

    async def try_channel(self, channel: Channel, lang: str) -> None:
        """Send a message now, so that its owner sees whether it comes."""
        message = Message([], "de" if lang == "de" else "ru" if lang == "ru" else "en", trial=True)
        await self._storage.write(notice_rows.wake_channel, channel.id)
        await self._storage.write(notice_rows.add_delivery, channel.id, message, self._timing.now())
        self.wake()


def pushed(message: Message, count: int) -> dict[str, object]:
    """What a browser is sent: it makes the links itself, and nobody gets in by them."""
    only = message.waiting[0].table if len(message.waiting) == 1 else ""
    return {
        "title": "Theomachy",
        "body": "\n".join(sentences(message, "")) or headline(message),
        "url": path_of(message),
        "tag": f"table-{only}" if only else "tables",
        "table": only,
        "count": count,
        "lang": message.lang,
    }

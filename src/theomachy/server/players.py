"""Players: people who are known beyond one table, by a cookie of the device they are signed in with. A player is
optional: whoever has none plays with the tokens of seats alone."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from theomachy.server import player_rows
from theomachy.server.asking import shown_tokens
from theomachy.server.database import Database
from theomachy.server.limits import Clock
from theomachy.server.player_rows import DEVICE_LIFE, SEEN_EVERY, Forgotten, KeyKind, Player, mark_of
from theomachy.server.refused import Refused
from theomachy.server.seats import MINE, Shown, new_name, new_token, token_hash
from theomachy.server.storage import NotStored, Storage

log = logging.getLogger(__name__)

PLAYER_BYTES: Final = 9
#: before the name of a cookie that came over https: browsers take it from this very host alone
SAFE: Final = "__Host-"
#: letters of what a device says of itself that are kept
LABEL: Final = 80


class Device(Struct, frozen=True):
    """A browser that is signed in."""

    player: Player
    #: hash of its secret
    key: bytes

    @property
    def mark(self) -> str:
        return mark_of(self.key)


class Players:
    """Who somebody is, and how they become it. `changed` is told of each table whose people have changed."""

    def __init__(self, storage: Storage, changed: Callable[[str], None], clock: Clock = time.time) -> None:
        self.storage = storage
        self.clock = clock
        self._changed = changed
        #: what ends the sockets that were opened by a device, by its key
        self._watching: dict[bytes, set[Callable[[], None]]] = {}

    # --- who is it ----------------------------------------------------------------------------------------------------

    async def device(self, connection: HTTPConnection) -> Device | None:
        """The device that asks, if it is signed in.

        Over https only the prefixed cookie counts: any sub-domain of the same site could plant the other one. A browser
        sends the prefixed cookie over https alone, so where there is one nothing else is looked at, either.
        """
        cookies, name = connection.cookies, cookie_name(connection)
        prefixed = cookies.get(SAFE + name)
        secret = cookies.get(name) if prefixed is None and not _is_secure(connection) else prefixed
        return await self.by_secret(secret) if secret else None

    async def by_secret(self, secret: str) -> Device | None:
        """The device that has this secret."""
        key, now = token_hash(secret), self.clock()
        found = await self.storage.read(player_rows.player_of_key, "device", key, now)
        if found is None:
            return None
        player, seen = found
        if now - seen > SEEN_EVERY:
            await self.storage.write(player_rows.see_key, key, now)
        return Device(player, key)

    async def must(self, request: Request) -> Device:
        """The device that asks; refuses one that is not signed in."""
        device = await self.device(request)
        if device is None:
            raise Refused("no-player")
        return device

    async def shown(self, request: Request, *more: str) -> Shown:
        """The tokens of a request, and who is known to show them, where that is asked for."""
        tokens = (*shown_tokens(request), *more)
        if not any(token.partition(":")[0] == MINE for token in tokens):
            return Shown(tokens)
        device = await self.device(request)
        return Shown(tokens, None if device is None else device.player.id)

    # --- coming in ----------------------------------------------------------------------------------------------------

    async def make(self, name: str, label: str) -> tuple[Player, str]:
        """A new player, and the secret of their first device."""
        player = Player(new_name(PLAYER_BYTES), name, False, self.clock())
        secret = new_token()
        await self.storage.write(player_rows.add_player, player, token_hash(secret), label[:LABEL])
        return player, secret

    async def sign_in(self, player: str, label: str) -> str:
        """The secret of one more device."""
        secret = new_token()
        now = self.clock()
        await self.storage.write(player_rows.add_key, player, "device", token_hash(secret), label[:LABEL], now)
        return secret

    async def recovery_link(self, player: str) -> str:
        """The secret of a new recovery link; those before it are void."""
        secret = new_token()
        await self.storage.write(_renew_recovery, player, token_hash(secret), self.clock())
        return secret

    async def recovered(self, secret: str) -> Player:
        """The player who signs in with a recovery link; refuses a secret that opens nothing."""
        player = await self.owner_of_link(secret)
        await self.storage.write(player_rows.see_key, token_hash(secret), self.clock())
        return player

    async def owner_of_link(self, secret: str) -> Player:
        """The player a recovery link belongs to, without using it; refuses a secret that opens nothing."""
        found = await self.storage.read(player_rows.player_of_key, "recovery", token_hash(secret), self.clock())
        if found is None:
            raise Refused("wrong-token", "bad-recovery")
        return found[0]

    async def bring(self, device: Device | None, to: str) -> None:
        """What a device had before it was signed in as somebody else comes along, if there is no other way to it."""
        if device is None or device.player.id == to:
            return
        for table in await self.storage.write(_bring, device.player.id, to):
            self._changed(table)

    # --- going --------------------------------------------------------------------------------------------------------

    async def sign_out(self, device: Device, mark: str | None) -> None:
        """End one device of a player by its mark, or with None all others."""
        kept = await self.storage.read(player_rows.keys_of, device.player.id, "device")
        keys = [key for key, _ in kept if (key != device.key if mark is None else mark_of(key) == mark)]
        await self.void(device.player.id, "device", keys)

    async def void(self, player: str, kind: KeyKind, keys: list[bytes] | None = None) -> None:
        await self.storage.write(player_rows.drop_keys, player, kind, keys)
        await self.look()

    async def add_seats(self, player: str, seats: list[tuple[str, str]]) -> list[tuple[str, int]]:
        """Seats of which somebody has the token are theirs from now on; gives the new ones."""
        wanted = [(table, token_hash(token)) for table, token in seats]
        added = await self.storage.write(player_rows.add_seats, player, wanted)
        for table, _ in added:
            self._changed(table)
        return added

    async def delete(self, player: str) -> Forgotten:
        gone = await self.storage.write(player_rows.delete_player, player)
        for table in gone.tables:
            self._changed(table)
        await self.look()
        return gone

    # --- sockets of devices -------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def watching(self, device: Device | None, end: Callable[[], None]) -> Iterator[None]:
        """While a socket of a device is open; it is ended when the device is signed out."""
        if device is None:
            yield
            return
        ends = self._watching.setdefault(device.key, set())
        ends.add(end)
        try:
            yield
        finally:
            ends.discard(end)
            if not ends and self._watching.get(device.key) is ends:
                del self._watching[device.key]

    async def look(self) -> None:
        """End the sockets of devices that are signed out, here or at another server."""
        open_ones = list(self._watching)
        if not open_ones:
            return
        try:
            alive = set(await self.storage.read(player_rows.devices_alive, open_ones))
        except NotStored as error:
            log.warning("whether devices are still signed in is not known: %s", error)
            return
        for key in open_ones:
            if key not in alive:
                for end in list(self._watching.get(key, ())):
                    end()


def _renew_recovery(database: Database, player: str, key: bytes, now: float) -> None:
    player_rows.drop_keys(database, player, "recovery")
    player_rows.add_key(database, player, "recovery", key, "", now)


def _bring(database: Database, player: str, to: str) -> list[str]:
    return player_rows.hand_over(database, player, to) if player_rows.is_loose(database, player) else []


# --- the cookie -------------------------------------------------------------------------------------------------------


def origin_of(connection: HTTPConnection) -> str:
    """Where the page that asks comes from: as the browser says it, which the guard has compared with the host."""
    said = connection.headers.get("origin")
    return said if said else f"{connection.url.scheme}://{connection.headers.get('host', '')}"


def cookie_name(connection: HTTPConnection) -> str:
    """One for each port: browsers give a cookie to every server of a machine."""
    try:
        port = urlsplit(f"//{connection.headers.get('host', '')}").port
    except ValueError:
        port = None
    return f"theomachy-{port}" if port else "theomachy"


def set_cookie(request: Request, response: Response, secret: str) -> None:
    """Keep the secret in the browser: no script can read it, and no other site can send it."""
    secure = _is_secure(request)
    name = SAFE + cookie_name(request) if secure else cookie_name(request)
    response.set_cookie(
        name, secret, max_age=int(DEVICE_LIFE), path="/", secure=secure, httponly=True, samesite="strict"
    )


def clear_cookie(request: Request, response: Response) -> None:
    for name in (SAFE + cookie_name(request), cookie_name(request)):
        response.delete_cookie(name, path="/", secure=name.startswith(SAFE), httponly=True, samesite="strict")


def _is_secure(connection: HTTPConnection) -> bool:
    return origin_of(connection).lower().startswith(("https://", "wss://"))


def device_label(request: Request) -> str:
    """What a browser says it is, in a few words: system and name. No more of it is kept."""
    agent = request.headers.get("user-agent", "")[:400]
    system = next((name for part, name in SYSTEMS if part in agent), "")
    browser = next((name for part, name in BROWSERS if part in agent), "")
    return " · ".join(filter(None, (browser, system)))


#: the first part found in what a browser says of itself
SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip
BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"),
    ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip

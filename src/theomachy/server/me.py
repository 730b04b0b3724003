"""What a player asks for over HTTP: who they are, how they come in, their tables, their record."""

from __future__ import annotations

import math
import time
from typing import Annotated, Any, Final

import msgspec
from fastapi import FastAPI, Request
from msgspec import Meta, Struct
from starlette.responses import Response

from theomachy.server import access_rules, passkeys, player_rows, record_rows
from theomachy.server.answers import json_answer, json_text
from theomachy.server.asking import read_body
from theomachy.server.gate import Gate, caller
from theomachy.server.hall import Hall, plain_text
from theomachy.server.messages import Id, Name, TableInfo, Token, encode
from theomachy.server.player_rows import Key
from theomachy.server.players import Device, Players, clear_cookie, device_label, origin_of, set_cookie
from theomachy.server.record import ratings_available
from theomachy.server.record_rows import GameCount, GameRecord, Played, Standing
from theomachy.server.refused import Refused
from theomachy.server.seats import is_name
from theomachy.server.storage import Storage

#: how many of one's tables are told, matches of a record, and players of the whole server
TABLES: Final = 200
RECENT: Final = 50
STANDINGS: Final = 100
#: seats that can be added at once
SEATS: Final = 64
#: seconds that the page of the server is not made again
FRESH: Final = 5.0

# --- what crosses the wire --------------------------------------------------------------------------------------------


class MakeMe(Struct, forbid_unknown_fields=True):
    name: Name = ""


class ChangeMe(Struct, forbid_unknown_fields=True):
    name: Name | None = None
    public: bool | None = None


class Put(Struct, forbid_unknown_fields=True):
    away: bool


class HeldToken(Struct, forbid_unknown_fields=True):
    table: Id
    token: Token


class AddSeats(Struct, forbid_unknown_fields=True):
    seats: Annotated[list[HeldToken], Meta(max_length=SEATS)]


class SignOut(Struct, forbid_unknown_fields=True):
    """One device by its mark; or all but this one."""

    device: Annotated[str, Meta(max_length=40)] | None = None
    others: bool = False


class Recover(Struct, forbid_unknown_fields=True):
    secret: Token
    #: whether what this browser had before comes along
    bring: bool = False


class RecoveryLink(Struct, forbid_unknown_fields=True):
    """A recovery link that somebody opened and has not confirmed yet."""

    secret: Token


class NewPasskey(Struct, forbid_unknown_fields=True):
    credential: dict[str, Any]
    label: Name = ""


class SignIn(Struct, forbid_unknown_fields=True):
    credential: dict[str, Any]
    bring: bool = False


class DropPasskey(Struct, forbid_unknown_fields=True):
    passkey: Annotated[str, Meta(max_length=4000)]


class Delete(Struct, forbid_unknown_fields=True):
    """It says twice what it wants: nothing is deleted by mistake."""

    sure: bool


class PasskeyInfo(Struct):
    passkey: str
    label: str
    created: float
    used: float


class Me(Struct):
    player: str
    name: str
    public: bool
    created: float
    #: the mark of the device that asks
    device: str
    devices: list[Key]
    passkeys: list[PasskeyInfo]
    recovery: Key | None


class Known(Struct):
    """Who asks; None: nobody yet. And what this server can do for players."""

    me: Me | None
    ratings: bool


class Mine(Struct):
    """A table of one's own: as everybody sees it, and what is mine there."""

    info: TableInfo
    seats: list[int]
    host: bool
    away: bool


class PlayerPage(Struct):
    """What everybody may know of a player who is public; a player alone sees the single matches."""

    player: str
    name: str
    public: bool
    mine: bool
    created: float
    games: list[GameRecord]
    matches: list[Played]
    ratings: bool


class ServerPage(Struct):
    """What is played at public tables, and the players who are public."""

    games: list[GameCount]
    players: list[Standing]
    ratings: bool


# --- routes -----------------------------------------------------------------------------------------------------------


class Record:
    """The page of the server, made anew now and then; and at once when somebody here wants to be seen no more."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._made = ServerPage([], [], False)
        self._made_at = -math.inf

    async def page(self) -> ServerPage:
        if time.monotonic() - self._made_at > FRESH:
            self._made_at = time.monotonic()
            games = await self._storage.read(record_rows.game_counts)
            standings = await self._storage.read(record_rows.standings, STANDINGS)
            self._made = ServerPage(games, standings, ratings_available())
        return self._made

    def forget(self) -> None:
        self._made_at = -math.inf


def add_me(app: FastAPI, hall: Hall, gate: Gate, players: Players) -> None:
    record = Record(players.storage)
    _add_player(app, gate, players, record)
    _add_ways_in(app, gate, players)
    _add_my_tables(app, hall, gate, players)
    _add_record(app, players, record)


async def _me(players: Players, device: Device) -> Me:
    player = device.player
    storage = players.storage
    devices = await storage.read(player_rows.keys_of, player.id, "device")
    recovery = await storage.read(player_rows.keys_of, player.id, "recovery")
    kept = await storage.read(player_rows.passkeys_of, player.id)
    return Me(
        player.id, player.name, player.public, player.created, device.mark,
        [key for _, key in devices],
        [PasskeyInfo(one.id.hex(), one.label, one.created, one.used) for one in kept],
        recovery[0][1] if recovery else None,
    )  # fmt: skip


async def _known(players: Players, device: Device | None) -> Known:
    me = None if device is None else await _me(players, device)
    return Known(me, ratings_available())


def _add_player(app: FastAPI, gate: Gate, players: Players, record: Record) -> None:
    limits = gate.limits
    storage = players.storage

    @app.get("/api/me")
    async def known(request: Request) -> Response:
        return json_answer(await _known(players, await players.device(request)))

    @app.post("/api/me")
    async def make(request: Request) -> Response:
        """Become somebody; who is already, stays."""
        wanted = await read_body(request, MakeMe, limits.body, limits.body_time)
        device = await players.device(request)
        if device is not None:
            return json_answer(await _known(players, device))
        _check(gate, "players", request)
        _, secret = await players.make(plain_text(wanted.name), device_label(request))
        return await _signed_in(request, players, secret, 201)

    @app.post("/api/me/profile")
    async def change(request: Request) -> Response:
        wanted = await read_body(request, ChangeMe, limits.body, limits.body_time)
        device = await players.must(request)
        name = None if wanted.name is None else plain_text(wanted.name)
        await storage.write(player_rows.change_player, device.player.id, name, wanted.public)
        record.forget()
        return json_answer(await _known(players, await players.device(request)))

    @app.post("/api/me/sign-out")
    async def sign_out(request: Request) -> Response:
        """End a device: another one by its mark, all others, or this one."""
        wanted = await read_body(request, SignOut, limits.body, limits.body_time)
        device = await players.must(request)
        mark = None if wanted.others else wanted.device or device.mark
        await players.sign_out(device, mark)
        response = json_answer(await _known(players, await players.device(request)))
        if mark == device.mark:
            clear_cookie(request, response)
        return response

    @app.get("/api/me/export")
    async def export(request: Request) -> Response:
        device = await players.must(request)
        found = await storage.read(player_rows.export, device.player.id)
        text = msgspec.json.format(encode({"theomachy": found}), indent=2)
        return json_text(text, headers={"content-disposition": 'attachment; filename="theomachy-me.json"'})

    @app.post("/api/me/delete")
    async def delete(request: Request) -> Response:
        wanted = await read_body(request, Delete, limits.body, limits.body_time)
        device = await players.must(request)
        if not wanted.sure:
            raise Refused("bad-request", detail="sure")
        gone = await players.delete(device.player.id)
        record.forget()
        response = json_answer({"names": gone.names, "lines": gone.lines, "tables": len(gone.tables)})
        clear_cookie(request, response)
        return response


def _check(gate: Gate, what: str, request: Request) -> None:
    if not gate.try_to(what, caller(request)):
        raise Refused("too-many")


async def _signed_in(request: Request, players: Players, secret: str, status: int = 200) -> Response:
    """The answer to whoever is signed in from now on."""
    found = await players.by_secret(secret)
    response = json_answer(await _known(players, found), status)
    set_cookie(request, response, secret)
    return response


def _add_ways_in(app: FastAPI, gate: Gate, players: Players) -> None:
    limits = gate.limits
    storage = players.storage

    @app.post("/api/me/recovery")
    async def recovery(request: Request) -> Response:
        """A link that signs a browser in: told this once; the one before is void."""
        device = await players.must(request)
        return json_answer({"secret": await players.recovery_link(device.player.id)}, 201)

    @app.post("/api/me/recovery/revoke")
    async def revoke(request: Request) -> Response:
        device = await players.must(request)
        await players.void(device.player.id, "recovery")
        return json_answer(await _known(players, device))

    @app.post("/api/sign-in/recovery")
    async def recover(request: Request) -> Response:
        wanted = await read_body(request, Recover, limits.body, limits.body_time)
        _check(gate, "sign_ins", request)
        player = await players.recovered(wanted.secret)
        return await come_in(request, player.id, wanted.bring)

    @app.post("/api/sign-in/recovery/player")
    async def name_link(request: Request) -> Response:
        """The name of the player a recovery link belongs to, to be shown before anybody is signed in by it."""
        wanted = await read_body(request, RecoveryLink, limits.body, limits.body_time)
        _check(gate, "sign_ins", request)
        player = await players.owner_of_link(wanted.secret)
        return json_answer({"name": player.name})

    @app.post("/api/me/passkeys/begin")
    async def begin_passkey(request: Request) -> Response:
        device = await players.must(request)
        _check(gate, "sign_ins", request)
        return json_answer(await passkeys.begin_registration(players, device.player, origin_of(request)))

    @app.post("/api/me/passkeys")
    async def add_passkey(request: Request) -> Response:
        wanted = await read_body(request, NewPasskey, limits.body, limits.body_time)
        device = await players.must(request)
        label = plain_text(wanted.label) or device_label(request)
        await passkeys.finish_registration(players, device.player, origin_of(request), wanted.credential, label)
        return json_answer(await _known(players, device), 201)

    @app.post("/api/me/passkeys/remove")
    async def drop_passkey(request: Request) -> Response:
        wanted = await read_body(request, DropPasskey, limits.body, limits.body_time)
        device = await players.must(request)
        try:
            passkey = bytes.fromhex(wanted.passkey)
        except ValueError:
            raise Refused("bad-request", detail="passkey") from None
        await storage.write(player_rows.drop_passkey, device.player.id, passkey)
        return json_answer(await _known(players, device))

    @app.post("/api/sign-in/begin")
    async def begin_sign_in(request: Request) -> Response:
        _check(gate, "sign_ins", request)
        return json_answer(await passkeys.begin_sign_in(players, origin_of(request)))

    @app.post("/api/sign-in")
    async def sign_in(request: Request) -> Response:
        wanted = await read_body(request, SignIn, limits.body, limits.body_time)
        player = await passkeys.finish_sign_in(players, origin_of(request), wanted.credential)
        return await come_in(request, player, wanted.bring)

    async def come_in(request: Request, player: str, bring: bool) -> Response:
        before = await players.device(request)
        if before is not None and before.player.id == player:
            return json_answer(await _known(players, before))
        if bring:
            await players.bring(before, player)
        secret = await players.sign_in(player, device_label(request))
        return await _signed_in(request, players, secret)


def _add_my_tables(app: FastAPI, hall: Hall, gate: Gate, players: Players) -> None:
    limits = gate.limits
    storage = players.storage

    @app.get("/api/me/tables")
    async def tables(request: Request, running: bool = False) -> Response:
        """All of one's tables, or those whose match is not over: what a page looks at again and again."""
        device = await players.must(request)
        found = await storage.read(player_rows.tables_of, device.player.id, TABLES, running)
        return json_answer({"tables": list(filter(None, (mine(one, device.player.id) for one in found)))})

    def mine(one: player_rows.MyTable, player: str) -> Mine | None:
        info = hall.info_of(one.record)
        if info is None:
            return None
        seats = [chair.seat for chair in one.record.chairs if chair.player == player and chair.who == "person"]
        return Mine(info, seats, one.record.host_player == player, one.away)

    @app.post("/api/me/tables/{table}")
    async def put(request: Request, table: str) -> Response:
        wanted = await read_body(request, Put, limits.body, limits.body_time)
        device = await players.must(request)
        if not is_name(table):
            raise Refused("no-table")
        await storage.write(player_rows.put_away, device.player.id, table, wanted.away)
        return json_answer({"table": table, "away": wanted.away})

    @app.post("/api/me/seats")
    async def add(request: Request) -> Response:
        """Seats of which somebody has the token are theirs from now on."""
        wanted = await read_body(request, AddSeats, limits.body, limits.body_time)
        device = await players.must(request)
        added = await players.add_seats(device.player.id, [(one.table, one.token) for one in wanted.seats])
        return json_answer({"added": [{"table": table, "seat": seat} for table, seat in added]})


def _add_record(app: FastAPI, players: Players, record: Record) -> None:
    storage = players.storage

    @app.get("/api/players/{player}")
    async def page(request: Request, player: str) -> Response:
        device = await players.device(request)
        found = await storage.read(player_rows.player_named, player) if is_name(player) else None
        own = device is not None and device.player.id == player
        if found is None:
            raise Refused("no-profile")
        access = access_rules.profile_access(found.public, own)
        games = await storage.read(record_rows.record_of, player)
        matches = await storage.read(record_rows.played_by, player, RECENT) if access == "matches" else []
        return json_answer(
            PlayerPage(
                found.id, found.name, found.public, own, found.created, games, matches, ratings_available()
            )
        )  # fmt: skip

    @app.get("/api/record")
    async def server() -> Response:
        return json_answer(await record.page())

"""What a player asks for over HTTP about being told that it is their turn."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from fastapi import FastAPI, Request
from msgspec import Meta, Struct
from starlette.responses import Response

from theomachy.server import hooks, mail, notice_rows, push
from theomachy.server.answers import asked_language, json_answer
from theomachy.server.asking import read_body
from theomachy.server.deliveries import Deliveries
from theomachy.server.gate import Gate, caller
from theomachy.server.messages import Id, Token
from theomachy.server.notice_rows import CONFIRM, Channel, ChannelKind
from theomachy.server.notices import Wishes, is_zone
from theomachy.server.outgoing import Forbidden, Unreached, read_target
from theomachy.server.players import Device, Players, device_label, origin_of
from theomachy.server.refused import Refused
from theomachy.server.seats import new_token

#: letters that ask to confirm an address, in a day: to one address, and for one player
LETTERS_TO_ONE = 3
LETTERS_OF_ONE = 6


class NewMail(Struct, forbid_unknown_fields=True):
    address: Annotated[str, Meta(max_length=254)]


class NewHook(Struct, forbid_unknown_fields=True):
    url: Annotated[str, Meta(max_length=1000)]
    format: hooks.Format


class OneChannel(Struct, forbid_unknown_fields=True):
    channel: Id


class Link(Struct, forbid_unknown_fields=True):
    token: Token


class ChannelInfo(Struct):
    """A way to reach a player, as they see it themselves."""

    channel: str
    kind: ChannelKind
    label: str
    created: float
    confirmed: bool
    #: why the last message was given up; and whether none are sent until it was tried again
    trouble: str
    rests: bool


class Notices(Struct):
    wishes: Wishes
    channels: list[ChannelInfo]
    #: the key that a browser subscribes with; empty where this server sends no push messages
    push: str
    #: whether this server sends letters
    mail: bool


def add_notices(app: FastAPI, gate: Gate, players: Players, deliveries: Deliveries) -> None:
    limits = gate.limits
    storage = players.storage
    ways = deliveries.ways
    key = push.public_key(ways.push_key) if ways.push_key else ""

    async def told(device: Device) -> Notices:
        wishes, _, _ = await storage.read(notice_rows.wishes_of, device.player.id)
        channels = await storage.read(notice_rows.channels_of, device.player.id)
        return Notices(wishes, [_info(channel) for channel in channels], key, ways.post is not None)

    async def add(request: Request, device: Device, kind: ChannelKind, target: str, label: str, sure: bool) -> Channel:
        player = device.player.id
        wishes, origin, _ = await storage.read(notice_rows.wishes_of, player)
        if not origin:
            await storage.write(notice_rows.set_wishes, player, wishes, origin_of(request))
        channel = Channel(secrets.token_hex(8), player, kind, target, label, players.clock(), sure)
        if not await storage.write(notice_rows.add_channel, channel):
            raise Refused("too-many", "too-many-channels")
        return channel

    @app.get("/api/me/notices")
    async def notices(request: Request) -> Response:
        return json_answer(await told(await players.must(request)))

    @app.post("/api/me/notices")
    async def wish(request: Request) -> Response:
        wishes = await read_body(request, Wishes, limits.body, limits.body_time)
        device = await players.must(request)
        if not is_zone(wishes.zone):
            raise Refused("bad-request", detail="zone")
        await storage.write(notice_rows.set_wishes, device.player.id, wishes, origin_of(request))
        return json_answer(await told(device))

    @app.post("/api/me/notices/push")
    async def add_push(request: Request) -> Response:
        wanted = await read_body(request, push.Subscription, limits.body, limits.body_time)
        device = await players.must(request)
        if not key:
            raise Refused("not-now", "no-push")
        try:
            push.check(wanted, ways.trusting)
        except (Forbidden, ValueError) as error:
            raise Refused("bad-request", "bad-target", detail=str(error)) from error
        target = msgspec.json.encode(wanted).decode()
        # Several browsers of one kind may have the same label: each is one of its own.
        label = device_label(request)
        await add(request, device, "push", target, f"{label} · {device.mark[:4]}", True)
        return json_answer(await told(device), 201)

    @app.post("/api/me/notices/mail")
    async def add_mail(request: Request) -> Response:
        wanted = await read_body(request, NewMail, limits.body, limits.body_time)
        device = await players.must(request)
        if ways.post is None:
            raise Refused("not-now", "no-mail")
        if not mail.is_address(wanted.address):
            raise Refused("bad-request", "bad-address")
        now = players.clock()
        mailbox = mail.mailbox_of(wanted.address)
        to_one, of_one, in_all = await storage.read(
            notice_rows.asked_to_confirm, mailbox, device.player.id, now - CONFIRM
        )
        if to_one >= LETTERS_TO_ONE or of_one >= LETTERS_OF_ONE or in_all >= limits.letters_per_day:
            raise Refused("too-many", "too-many-letters")
        if not gate.try_to("letters", caller(request)):
            raise Refused("too-many", "too-many-letters")
        await storage.write(notice_rows.note_letter, mailbox, device.player.id, now)
        channel = await add(request, device, "mail", wanted.address, wanted.address, False)
        token = new_token()
        await storage.write(notice_rows.add_link, token, channel.id, "confirm", now + CONFIRM)
        link = f"{ways.address}/#confirm={token}"
        try:
            status = await mail.send(
                ways.post, mail.confirmation(ways.post, wanted.address, link, asked_language(request))
            )
        except Unreached as error:
            raise Refused("not-now", "mail-unreached") from error
        if status != 200:
            raise Refused("not-now", "mail-refused")
        return json_answer(await told(device), 201)

    @app.post("/api/me/notices/hook")
    async def add_hook(request: Request) -> Response:
        wanted = await read_body(request, NewHook, limits.body, limits.body_time)
        device = await players.must(request)
        try:
            target = read_target(wanted.url, ways.trusting)
        except Forbidden as error:
            raise Refused("bad-request", "bad-target", detail=str(error)) from error
        secret = new_token() if wanted.format == "json" else ""
        hook = msgspec.json.encode(hooks.Hook(wanted.url, wanted.format, secret)).decode()
        await add(request, device, "hook", hook, f"{wanted.format} · {target.host}", True)
        return json_answer({"secret": secret, "notices": await told(device)}, 201)

    @app.post("/api/me/notices/remove")
    async def remove(request: Request) -> Response:
        wanted = await read_body(request, OneChannel, limits.body, limits.body_time)
        device = await players.must(request)
        await storage.write(notice_rows.remove_channel, wanted.channel, device.player.id)
        return json_answer(await told(device))

    @app.post("/api/me/notices/try")
    async def attempt(request: Request) -> Response:
        wanted = await read_body(request, OneChannel, limits.body, limits.body_time)
        device = await players.must(request)
        channel = await storage.read(notice_rows.channel_named, wanted.channel)
        if channel is None or channel.player != device.player.id or not channel.confirmed:
            raise Refused("bad-request", detail="channel")
        if not gate.try_to("trials", device.player.id):
            raise Refused("too-many")
        await deliveries.try_channel(channel, asked_language(request))
        return json_answer(await told(device))

    @app.post("/api/notices/confirm")
    async def confirm(request: Request) -> Response:
        wanted = await read_body(request, Link, limits.body, limits.body_time)
        if not await storage.write(notice_rows.follow_link, wanted.token, "confirm", players.clock()):
            raise Refused("wrong-token", "bad-notice-link")
        return json_answer({"confirmed": True})

    @app.post("/api/notices/stop")
    async def stop(request: Request) -> Response:
        wanted = await read_body(request, Link, limits.body, limits.body_time)
        if not await storage.write(notice_rows.follow_link, wanted.token, "stop", players.clock()):
            raise Refused("wrong-token", "bad-notice-link")
        return json_answer({"stopped": True})


def _info(channel: Channel) -> ChannelInfo:
    return ChannelInfo(
        channel.id, channel.kind, channel.label, channel.created, channel.confirmed, channel.trouble, channel.rests
    )

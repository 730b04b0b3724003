"""Webhooks: a message as Discord, Slack or ntfy understand it, or as plain JSON that is signed."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from theomachy.server.notices import Message, headline, path_of, sentences

Format = Literal["discord", "slack", "ntfy", "json"]
SIGNATURE: Final = "X-Theomachy-Signature"


class Hook(Struct, forbid_unknown_fields=True):
    """Where a player wants to have messages sent."""

    url: Annotated[str, Meta(max_length=1000)]
    format: Format
    #: with which plain JSON is signed, so that its reader knows whom it comes from
    secret: str = ""


def form(hook: Hook, message: Message, address: str) -> tuple[dict[str, str], bytes]:
    """Headers and body of a message; `address` is where its links lead."""
    match hook.format:
        case "discord":
            # Nobody is mentioned by what somebody has called a table.
            text = "\n".join(sentences(message, address, _for_discord))
            return _json({"content": text, "allowed_mentions": {"parse": []}})
        case "slack":
            return _json({"text": "\n".join(sentences(message, address, _for_slack))})
        case "ntfy":
            click = {"Click": f"{address}{path_of(message)}"} if address else {}
            text = "\n".join(sentences(message, ""))
            return {"Content-Type": "text/plain; charset=utf-8", "Title": "Theomachy", **click}, text.encode()
        case "json":
            body = msgspec.json.encode(
                {
                    "event": "trial" if message.trial else "turn",
                    "text": headline(message),
                    "lang": message.lang,
                    "tables": [
                        {
                            "table": one.table, "title": one.title, "game": one.game, "why": one.why,
                            "since": one.since, "url": f"{address}/t/{one.table}",
                        }
                        for one in message.waiting
                    ],
                }
            )  # fmt: skip
            return {"Content-Type": "application/json", SIGNATURE: signature(hook.secret, body)}, body


def _for_discord(words: str) -> str:
    return re.sub(r"([\\*_~`|>#\[\]()<-])", r"\\\1", words)


def _for_slack(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def signature(secret: str, body: bytes) -> str:
    """By which whoever knows the secret can tell that a body is ours."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def _json(content: object) -> tuple[dict[str, str], bytes]:
    return {"Content-Type": "application/json"}, msgspec.json.encode(content)

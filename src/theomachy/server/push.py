"""Web Push: messages that only the browser they are meant for can read, through the service it has named."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from theomachy.server.outgoing import Answer, Target, post, read_target

#: seconds for which a service keeps a message
LIFE: Final = 86_400
#: seconds for which a signature holds; less than a day, as services want it
SIGNED: Final = 43_200


#: the curve that browsers' keys lie on: y² = x³ - 3x + b modulo a prime
P256_PRIME: Final = 2**256 - 2**224 + 2**192 + 2**96 - 1
P256_B: Final = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B


class Subscription(Struct, forbid_unknown_fields=True):
    """What a browser gives to whoever may send it messages."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class NoPush(Exception):
    """What is needed for it is not installed."""


def new_private_key() -> str:
    """A key with which a server proves to push services who it is."""
    vapid = _vapid_class()()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


def public_key(private: str) -> str:
    """What a browser needs to subscribe."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    vapid = _vapid_class().from_pem(private.encode())
    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def check(subscription: Subscription, trusting: bool) -> Target:
    """Where it leads; `Forbidden` or `ValueError` if nothing can be sent there."""
    target = read_target(subscription.endpoint, trusting)
    try:
        key, auth = (_bytes(part) for part in (subscription.p256dh, subscription.auth))
    except binascii.Error as error:
        raise ValueError("keys that are none") from error
    if len(key) != 65 or key[0] != 4 or len(auth) != 16 or not is_on_curve(key):
        raise ValueError("keys that are none")
    return target


def is_on_curve(point: bytes) -> bool:
    """Whether an uncompressed point lies on P-256; any other can't be encrypted to."""
    x, y = int.from_bytes(point[1:33]), int.from_bytes(point[33:])
    return x < P256_PRIME and y < P256_PRIME and (y * y - x * x * x + 3 * x - P256_B) % P256_PRIME == 0


async def send(
    subscription: Subscription, said: dict[str, Any], private: str, contact: str, now: float, trusting: bool
) -> Answer:
    """Send a message to a browser."""
    target = check(subscription, trusting)
    claims = {"aud": f"{target.scheme}://{target.named}", "exp": int(now) + SIGNED, "sub": contact}
    signed = _vapid_class().from_pem(private.encode()).sign(claims)
    headers = {
        **{str(name): str(value) for name, value in signed.items()},
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFE),
        "Urgency": "normal",
        # One that is still on its way is replaced by the next.
        "Topic": "turns",
    }
    return await post(subscription.endpoint, headers, _encrypted(subscription, said), trusting)


def _encrypted(subscription: Subscription, said: dict[str, Any]) -> bytes:
    try:
        from pywebpush import WebPusher
    except ImportError as missing:
        raise NoPush(str(missing)) from missing
    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
    encoded = pusher.encode(msgspec.json.encode(said), "aes128gcm")
    return bytes(encoded["body"])


def _vapid_class() -> Any:
    try:
        from py_vapid import Vapid02
    except ImportError as missing:
        raise NoPush(str(missing)) from missing
    return Vapid02


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)

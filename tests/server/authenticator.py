"""An authenticator in software: makes passkeys and signs with them, honestly or as a test wants it."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import encode_cbor


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """Has one passkey."""

    def __init__(self, host: str, origin: str) -> None:
        self.host = host
        self.origin = origin
        self.count = 0
        self.id = secrets.token_bytes(16)
        self._key = ec.generate_private_key(ec.SECP256R1())

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _about(self, more: bytes = b"", flags: int = 0x05) -> bytes:
        self.count += 1
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """The passkey that a server asks for."""
        said = self._said("webauthn.create", options["challenge"])
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        kept = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + encode_cbor(key)
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": self._about(kept, 0x45)})
        return self._credential({"attestationObject": text(attestation)}, said)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """The challenge of a server, signed."""
        said = self._said("webauthn.get", options["challenge"])
        about = self._about()
        signature = self._key.sign(about + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential({"authenticatorData": text(about), "signature": text(signature)}, said)

    def _credential(self, response: dict[str, Any], said: bytes) -> dict[str, Any]:
        name = text(self.id)
        response = {**response, "clientDataJSON": text(said)}
        return {"id": name, "rawId": name, "type": "public-key", "response": response}

"""Passkeys: the two ceremonies of WebAuthn. Challenges lie in the storage, so that any server can finish what another
one has begun; each is for one ceremony, for a few minutes, once. The package is imported when it is first needed: it is
large, and many servers never do."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from theomachy.kernel.bounded_parsing import CREDENTIAL, check_cbor, load_json
from theomachy.server import player_rows
from theomachy.server.player_rows import Ceremony, Passkey, Player
from theomachy.server.players import Players
from theomachy.server.refused import Refused
from theomachy.server.seats import token_hash

#: seconds within which a ceremony must be finished
LIFE: Final = 300.0
#: passkeys that somebody may have
MOST: Final = 20
NAME: Final = "Theomachy"
#: bytes of what an authenticator always says, and flags at the end of the hash: whether a key or extensions follow
_FIXED_FIELDS: Final = 37
_HAS_KEY: Final = 0x40
_HAS_EXTENSIONS: Final = 0x80


def _host(origin: str) -> str:
    """Whom a passkey is for: the name of the host. Browsers make none for a bare address."""
    try:
        host = urlsplit(origin).hostname
    except ValueError:
        host = None
    if not host:
        raise Refused("bad-passkey")
    return host


async def _challenge(players: Players, ceremony: Ceremony, player: str | None) -> bytes:
    from webauthn.helpers import generate_challenge

    challenge = generate_challenge()
    await players.storage.write(
        player_rows.add_challenge, token_hash(challenge.hex()), ceremony, player, players.clock(), LIFE
    )
    return challenge


async def _answered(players: Players, credential: dict[str, Any], ceremony: Ceremony, player: str | None) -> bytes:
    """The challenge that a credential answers, if it was ours; it is used up."""
    from webauthn.helpers import base64url_to_bytes

    try:
        response = credential["response"]
        said = load_json(base64url_to_bytes(response["clientDataJSON"]), CREDENTIAL)
        if "attestationObject" in response:
            for text in check_cbor(base64url_to_bytes(response["attestationObject"]), CREDENTIAL):
                _check_authenticator_data(text)
        if "authenticatorData" in response:
            _check_authenticator_data(base64url_to_bytes(response["authenticatorData"]))
        challenge = base64url_to_bytes(said["challenge"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refused("bad-passkey") from error
    taken = await players.storage.write(
        player_rows.take_challenge, token_hash(challenge.hex()), ceremony, player, players.clock()
    )
    if not taken:
        raise Refused("bad-passkey")
    return challenge


def _check_authenticator_data(data: bytes) -> None:
    """Check the CBOR behind an authenticator's fixed fields, if it has any: a public key, and extensions."""
    if len(data) > _FIXED_FIELDS and data[32] & (_HAS_KEY | _HAS_EXTENSIONS):
        end = _FIXED_FIELDS
        if data[32] & _HAS_KEY:
            end += 18 + int.from_bytes(data[_FIXED_FIELDS + 16 : _FIXED_FIELDS + 18], "big")
        check_cbor(data[end:], CREDENTIAL)


# --- making one -------------------------------------------------------------------------------------------------------


async def begin_registration(players: Players, player: Player, origin: str) -> dict[str, Any]:
    """What the browser is asked to make a passkey with."""
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    kept = await players.storage.read(player_rows.passkeys_of, player.id)
    if len(kept) >= MOST:
        raise Refused("not-now", "many-passkeys", most=MOST)
    options = generate_registration_options(
        rp_id=_host(origin),
        rp_name=NAME,
        user_id=player.id.encode(),
        user_name=player.name or NAME,
        challenge=await _challenge(players, "register", player.id),
        authenticator_selection=AuthenticatorSelectionCriteria(
            # It is found without a name being typed.
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one.id) for one in kept],
    )
    return options_to_json_dict(options)


async def finish_registration(
    players: Players, player: Player, origin: str, credential: dict[str, Any], label: str
) -> None:
    """Keep a passkey that the browser has made."""
    from webauthn import verify_registration_response

    challenge = await _answered(players, credential, "register", player.id)
    try:
        verified = verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=_host(origin), expected_origin=origin
        )
        spoken = credential["response"].get("transports") or []
        transports = ",".join(str(way) for way in spoken)[:100]
    except Exception as error:
        # It comes from outside, and a foreign reader may stumble over it in any way.
        raise Refused("bad-passkey") from error
    now = players.clock()
    made = Passkey(
        verified.credential_id, player.id, verified.credential_public_key, verified.sign_count, label, transports, now,
        now,
    )  # fmt: skip
    if not await players.storage.write(player_rows.add_passkey, made):
        raise Refused("bad-passkey")


# --- coming in with one -----------------------------------------------------------------------------------------------


async def begin_sign_in(players: Players, origin: str) -> dict[str, Any]:
    """What the browser is asked to sign; it shows the passkeys it has for this host."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict

    options = generate_authentication_options(rp_id=_host(origin), challenge=await _challenge(players, "sign-in", None))
    return options_to_json_dict(options)


async def finish_sign_in(players: Players, origin: str, credential: dict[str, Any]) -> str:
    """The player whose passkey has signed the challenge."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes

    challenge = await _answered(players, credential, "sign-in", None)
    try:
        kept = await players.storage.read(player_rows.passkey, base64url_to_bytes(credential["rawId"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused("bad-passkey") from error
    if kept is None:
        raise Refused("bad-passkey", "unknown-passkey")
    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=_host(origin),
            expected_origin=origin,
            credential_public_key=kept.key,
            credential_current_sign_count=kept.count,
        )
    except Exception as error:
        # It comes from outside, and a foreign reader may stumble over it in any way.
        raise Refused("bad-passkey") from error
    await players.storage.write(player_rows.use_passkey, kept.id, verified.new_sign_count, players.clock())
    return kept.player

"""E-mail through the SMTP server that whoever runs this one has named."""

from __future__ import annotations

import re
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from theomachy.kernel.errors import TheomachyError
from theomachy.server.notices import Message, headline, sentences
from theomachy.server.outgoing import Unreached
from theomachy.server.words import say

#: seconds for a whole letter
PATIENCE: Final = 20.0
LONGEST: Final = 254
_ADDRESS: Final = re.compile(
    r"[^\s@<>(),;:\\\"\[\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
#: how a connection is encrypted, by what the address of the server begins with, and the usual port
SCHEMES: Final = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class Post(Struct, frozen=True):
    """A server that takes letters, and whom they come from."""

    host: str
    port: int
    scheme: str
    user: str
    password: str
    sender: str


def read_post(url: str, sender: str) -> Post:
    """The server that an address like smtp+starttls://user:password@host:587 names."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise TheomachyError(f"--smtp: {error}") from error
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise TheomachyError("--smtp: an address like smtp+starttls://user:password@mail.example.org:587 is needed")
    if not is_address(sender):
        raise TheomachyError("--mail-from: the address that letters come from is needed, like games@example.org")
    return Post(
        parts.hostname, port or SCHEMES[parts.scheme], parts.scheme, unquote(parts.username or ""),
        unquote(parts.password or ""), sender,
    )  # fmt: skip


def is_address(text: str) -> bool:
    return len(text) <= LONGEST and text.isprintable() and _ADDRESS.fullmatch(text) is not None


def mailbox_of(address: str) -> str:
    """Return an address as letters to it are counted: without case, without a tag after "+", without dots.

    Providers differ in which spellings lead to one mailbox, so distinct mailboxes may count as one; that costs a
    confirmation at most.
    """
    local, _, domain = address.lower().rpartition("@")
    name = local.partition("+")[0].replace(".", "") or local
    return f"{name}@{domain}"


def letter(post: Post, to: str, subject: str, lines: list[str], lang: str, stop: str = "") -> EmailMessage:
    """A letter; `stop` is a link that ends them."""
    made = EmailMessage()
    made["From"] = f"Theomachy <{post.sender}>"
    made["To"] = to
    made["Subject"] = subject
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=post.sender.rpartition("@")[2])
    made["Auto-Submitted"] = "auto-generated"
    made["Content-Language"] = lang
    if stop:
        made["List-Unsubscribe"] = f"<{stop}>"
        lines = [*lines, "", say("mail-stop", lang), stop]
    made.set_content("\n".join(lines) + "\n")
    return made


def notice(post: Post, to: str, message: Message, address: str, stop: str) -> EmailMessage:
    lines = [line for said in sentences(message, address) for line in (said, "")]
    return letter(post, to, headline(message), lines, message.lang, stop)


def confirmation(post: Post, to: str, link: str, lang: str) -> EmailMessage:
    lines = [say("mail-confirm", lang), "", link, "", say("mail-confirm-not-you", lang)]
    return letter(post, to, say("mail-confirm-subject", lang), lines, lang)


async def send(post: Post, made: EmailMessage) -> int:
    """Hand a letter over; the status it was answered with, as of HTTP: 200, or what the server refused it with. Raises
    `Unreached`."""
    import aiosmtplib

    try:
        await aiosmtplib.send(
            made, hostname=post.host, port=post.port, username=post.user or None, password=post.password or None,
            use_tls=post.scheme == "smtps", start_tls=post.scheme == "smtp+starttls", timeout=PATIENCE,
        )  # fmt: skip
    except aiosmtplib.SMTPRecipientsRefused as error:
        return max((refused.code for refused in error.recipients), default=550)
    except aiosmtplib.SMTPResponseException as error:
        return error.code
    except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
        raise Unreached(f"{type(error).__name__}: {error}") from error
    return 200


def available() -> bool:
    try:
        import aiosmtplib  # noqa: F401
    except ImportError:
        return False
    return True

"""Letters are limited by mailbox, player, network and day; bad targets leave neither log lines nor hints."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.calling import ADDRESS, channels, served
from tests.server.people import Person, person
from tests.server.receivers import Browser, Letters, Receiver
from tests.server.serving import FAST, Eyes, MovedTime, Serving, until
from tests.server.test_hostile import fast
from theomachy.server import outgoing
from theomachy.server.app import Settings
from theomachy.server.limits import Allowance, Limits
from theomachy.server.mail import mailbox_of
from theomachy.server.push import is_on_curve

MAIL = "/api/me/notices/mail"


def serve_letters(tmp_path: Path, letters: Letters, limits: Limits) -> Serving:
    settings = Settings(
        database=str(tmp_path / "tables.sqlite"), limits=limits, trusting=True, address=ADDRESS, smtp=letters.url,
        mail_from="games@example.org",
    )  # fmt: skip
    return Serving(settings, MovedTime())


def ask(somebody: Person, address: str, source: str | None = None) -> int:
    headers = {} if source is None else {"x-forwarded-for": source}
    return somebody.http.post(MAIL, json={"address": address}, headers=headers).status_code


@pytest.fixture
def limited(tmp_path: Path, letters: Letters) -> Iterator[Serving]:
    """A server that sends six letters for a network and twenty in a day."""
    running = serve_letters(tmp_path, letters, fast(letters=Allowance(0.0001, 6.0), letters_per_day=20))
    yield running
    running.stop()


def test_spellings_of_one_mailbox() -> None:
    spellings = ["victim@example.com", "Victim+1@Example.com", "vic.tim+a.b@example.com", "v.i.c.t.i.m@EXAMPLE.com"]
    assert {mailbox_of(each) for each in spellings} == {"victim@example.com"}
    assert mailbox_of("+@example.com") == "+@example.com"
    assert mailbox_of("other@example.com") != mailbox_of("victim@example.com")


def test_tagged_addresses_count_as_one_mailbox(limited: Serving, letters: Letters) -> None:
    """Three letters reach a mailbox in a day, whatever follows the plus sign and whoever asks."""
    people = [person(limited, f"P{number}") for number in range(8)]
    codes = [
        ask(one, f"{'vic.tim' if number % 2 else 'Victim'}+{number}@example.com", f"192.0.2.{number}")
        for number, one in enumerate(people)
    ]
    assert codes == [201] * 3 + [429] * 5
    assert len(letters.got) == 3


def test_a_network_asks_for_few_letters(limited: Serving, letters: Letters) -> None:
    """New players from one address do not help; other addresses are not affected."""
    codes = [ask(person(limited, f"P{number}"), f"v{number}@example.com", "192.0.2.1") for number in range(12)]
    assert codes == [201] * 6 + [429] * 6
    assert ask(person(limited, "Q"), "q@example.com", "192.0.2.2") == 201
    assert len(letters.got) == 7


def test_a_day_has_so_many_letters(limited: Serving, letters: Letters) -> None:
    """From however many addresses they are asked for; the next day there are more."""
    codes = [ask(person(limited, f"P{number}"), f"v{number}@example.com", f"192.0.2.{number}") for number in range(24)]
    assert codes == [201] * 20 + [429] * 4
    assert len(letters.got) == 20


def test_a_subscriber_with_many_ipv6_networks(limited: Serving, letters: Letters) -> None:
    """All /64s of a /56 together have four times what one has; here the day's limit comes first."""
    codes = [ask(person(limited, f"P{n}"), f"v{n}@example.com", f"2001:db8::{n % 3}") for n in range(12)]
    assert codes == [201] * 6 + [429] * 6
    assert len(letters.got) == 6


# --- log lines and answers on demand ----------------------------------------------------------------------------------


def test_a_push_key_must_lie_on_the_curve(tmp_path: Path, receiver: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    with served(str(tmp_path / "tables.sqlite"), MovedTime(), address=ADDRESS) as serving:
        ben = person(serving, "Ben")
        good: dict[str, Any] = Browser(receiver).subscription
        bad = {**good, "p256dh": good["p256dh"][:-4] + "AAAA"}
        with caplog.at_level(logging.INFO):
            assert ben.post("/api/me/notices/push", bad).status_code == 400
            assert ben.post("/api/me/notices/push", good).status_code == 201
        assert not [record for record in caplog.records if record.name != "httpx"]
    assert not is_on_curve(b"\x04" + b"\xff" * 64)
    assert not is_on_curve(b"\x04" + b"\0" * 64)


def test_internal_names_and_missing_ones_are_answered_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A webhook to a name with a private address fails with the same word as one to a name that does not resolve."""
    resolve = outgoing.addresses_of

    async def resolved(target: outgoing.Target, trusting: bool = False) -> list[str]:
        if target.host == "internal.example.com":
            raise outgoing.Forbidden("not public")
        if target.host == "missing.example.com":
            raise outgoing.Unreached("no such name")
        return await resolve(target, trusting)

    monkeypatch.setattr(outgoing, "addresses_of", resolved)
    with served(str(tmp_path / "tables.sqlite"), MovedTime(), address=ADDRESS) as serving:
        ben = person(serving, "Ben")
        for host in ("internal", "missing"):
            url = f"https://{host}.example.com/hook"
            assert ben.post("/api/me/notices/hook", {"url": url, "format": "json"}).status_code == 201
        for channel in channels(ben):
            ben.post("/api/me/notices/try", {"channel": channel["channel"]})
        until(lambda: all(channel["trouble"] for channel in channels(ben)))
        assert {channel["trouble"] for channel in channels(ben)} == {"unreached"}


def test_a_socket_of_another_site_leaves_no_log_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), limits=FAST))
    try:
        table = running.client.new_table("Ann", "Ben")
        with caplog.at_level(logging.INFO):
            for origin in ("https://evil.example", "null"):
                with pytest.raises(InvalidStatus, match="403"):
                    Eyes(running.port, table.id, origin=origin)
        assert not [record for record in caplog.records if not record.name.startswith(("httpx", "websockets.client"))]
    finally:
        running.stop()

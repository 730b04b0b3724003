"""Letters: only to whoever has confirmed the address, not many, and one link ends them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.calling import ADDRESS, PostOffice, channels, served
from tests.server.people import person
from tests.server.receivers import Letters, text_of
from tests.server.serving import MovedTime, Serving, until
from theomachy.server.notices import (
    GAP,
    GRACE,
    PAUSES,
)


def test_a_letter_only_to_an_address_that_was_confirmed(post_office: PostOffice) -> None:
    post_office.ben.post("/api/me/notices", {"lang": "de"})
    answer = post_office.ben.http.post("/api/me/notices/mail?lang=de", json={"address": "ben@example.com"})
    assert answer.status_code == 201, answer.text
    until(lambda: post_office.letters.got)
    asked = post_office.letters.got[0]
    assert (asked["To"], asked["Subject"]) == ("ben@example.com", "Theomachy: Ist das deine Adresse?")
    _, token = post_office.table(title="Freitag")
    post_office.grace_ends()
    post_office.settle()
    assert len(post_office.letters.got) == 1
    # Whoever reads the letter need not be signed in.
    secret = text_of(asked).split("#confirm=")[1].split()[0]
    assert post_office.ann.post("/api/notices/confirm", {"token": "no" + secret}).status_code == 403
    assert post_office.ann.post("/api/notices/confirm", {"token": secret}).status_code == 200
    assert channels(post_office.ben)[0]["confirmed"]
    other, _ = post_office.table(title="Samstag\r\nBcc: all@example.com")
    post_office.timing.move(GAP + GRACE + 1)
    until(lambda: len(post_office.letters.got) == 2)
    told = post_office.letters.got[1]
    assert told["Subject"].startswith("Du bist dran: Samstag Bcc: all@example.com")
    assert told["Bcc"] is None
    assert (told["From"], told["Auto-Submitted"]) == ("Theomachy <games@example.org>", "auto-generated")
    assert f"{ADDRESS}/t/{other.id}" in text_of(told)
    assert token not in text_of(told)
    # One link ends them.
    stop = text_of(told).split("#stop=")[1].split()[0]
    assert told["List-Unsubscribe"] == f"<{ADDRESS}/#stop={stop}>"
    assert post_office.ann.post("/api/notices/stop", {"token": stop}).status_code == 200
    assert channels(post_office.ben) == []


def test_a_link_to_confirm_ends_after_a_day(post_office: PostOffice) -> None:
    post_office.ben.post("/api/me/notices/mail", {"address": "ben@example.com"})
    secret = text_of(post_office.letters.got[0]).split("#confirm=")[1].split()[0]
    post_office.timing.move(86_401)
    assert post_office.ben.post("/api/notices/confirm", {"token": secret}).status_code == 403
    until(lambda: channels(post_office.ben) == [])


def test_nobody_is_buried_in_letters(post_office: PostOffice) -> None:
    people = [person(post_office.serving, f"P{number}") for number in range(5)]
    codes = [one.post("/api/me/notices/mail", {"address": "Victim@example.com"}).status_code for one in people]
    assert codes == [201, 201, 201, 429, 429]
    mine = [
        people[4].post("/api/me/notices/mail", {"address": f"v{number}@example.com"}).status_code for number in range(8)
    ]
    assert mine == [201] * 6 + [429] * 2


@pytest.mark.parametrize(
    "address",
    ["", "a", "a@b", "a b@example.com", "a@example.com\nBcc: b@example.com", "<a@example.com>", "a@[127.0.0.1]"],
)
def test_what_is_no_address(tmp_path: Path, letters: Letters, address: str) -> None:
    database = str(tmp_path / "tables.sqlite")
    with served(database, MovedTime(), address=ADDRESS, smtp=letters.url, mail_from="games@example.org") as serving:
        ben = person(serving, "Ben")
        assert ben.post("/api/me/notices/mail", {"address": address}).status_code == 400
        assert letters.got == []


def test_a_letter_that_is_refused_is_tried_again(post_office: PostOffice) -> None:
    post_office.ben.post("/api/me/notices/mail", {"address": "ben@example.com"})
    post_office.ben.post(
        "/api/notices/confirm", {"token": text_of(post_office.letters.got[0]).split("#confirm=")[1].split()[0]}
    )
    post_office.letters.answer = "451 later"
    post_office.table()
    post_office.grace_ends()
    post_office.settle()
    assert len(post_office.letters.got) == 1
    post_office.letters.answer = "250 OK"
    post_office.timing.move(PAUSES[0])
    until(lambda: len(post_office.letters.got) == 2)


def test_without_a_server_for_letters_there_are_none(serving: Serving) -> None:
    ben = person(serving, "Ben")
    assert ben.get("/api/me/notices").json()["mail"] is False
    assert ben.post("/api/me/notices/mail", {"address": "ben@example.com"}).json()["error"] == "not-now"

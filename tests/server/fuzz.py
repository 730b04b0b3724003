"""Whatever is sent, the server answers as the protocol says, and goes on: thousands of messages and requests, by lot.
`python -m tests.server.fuzz --messages 50000` against a server of its own."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.server.kills import ROOMY
from tests.server.matches import at_battle
from tests.server.raw import Raw
from tests.server.serving import Client, Eyes, Process
from theomachy.server.guard import HEADERS

#: what a server may say
ANSWERS = {"state", "update", "refused", "verdict", "preview", "hint", "error", "pong", "chat", "table"}
TEXTS = [
    "",
    "x",
    "done",
    "action move",
    "cell C5",
    "card flood",
    "\x00",
    "é",
    "😀",
    "x" * 101,
    "{evil}",
    "' OR 1=1",
    "-1",
]
NUMBERS = [0, 1, -1, 2**31, 2**53 - 1, 2**53, 2**63, 10**30, 0.5, 1e308]


def odd_value(luck: random.Random) -> Any:
    return luck.choice(
        [None, True, [], {}, [[]], {"a": {}}, luck.choice(TEXTS), luck.choice(NUMBERS), luck.randrange(300)]
    )


def odd_message(luck: random.Random, eyes: Eyes) -> str | bytes:
    """A message that may be right, or wrong in any part."""
    version = eyes.news["version"]
    fields: dict[str, list[Any]] = {
        "choice": [*eyes.choices, *TEXTS],
        "version": [version, version, version - 1, version + 1],
        "text": TEXTS,
        "lang": ["en", "de", "ru"],
        "bot": ["random", "greedy", "search:50ms", "search:10s", "nobody", "/etc/passwd"],
        "token": TEXTS,
        "since": [0, version, version - 3],
        "lines": [0, 5],
        "ref": [luck.randrange(1000)],
    }
    kinds = ["choose", "choose", "undo", "why", "preview", "chat", "lang", "ping", "hello", "hint", "state", ""]
    message: dict[str, Any] = {"type": luck.choice(kinds)}
    for name, values in fields.items():
        chance = luck.random()
        if chance < 0.75:
            message[name] = luck.choice(values)
        elif chance < 0.82:
            message[name] = odd_value(luck)
    text = json.dumps(message)
    chance = luck.random()
    if chance < 0.03:
        return text.encode()
    if chance < 0.06:
        return text[: luck.randrange(len(text))]
    if chance < 0.09:
        return text.replace("e", luck.choice(["\\ud800", "\\u0000", '"', "\\"]), 1)
    return text


def talk(client: Client, seed: int, messages: int) -> int:
    """Three pairs of eyes talk all at once, at a battle where choices are secret, or from the beginning of the other
    game. Nobody's socket fails, everybody hears only what the protocol has, and the match that comes of it is one. How
    many messages were sent."""
    luck = random.Random(seed)
    table = (
        client.new_table("Ann", "Ben", game="anunnaki", seed=seed, hints=True)
        if seed % 2 == 0
        else client.open_save(at_battle(seed=1 + seed % 3).save(), "Ann", "Ben")
    )
    crowd = [table.sit(0), table.sit(1), table.sit()]
    for eyes in crowd:
        eyes.expect("state")
    sent = mark = 0
    while sent < messages:
        mark += 1
        for eyes in crowd:
            for _ in range(luck.randrange(1, 10)):
                eyes.socket.send(odd_message(luck, eyes))
                sent += 1
            eyes.say(type="ping", ref=10_000 + mark)
            while (heard := eyes.hear()).get("ref") != 10_000 + mark:
                assert heard["type"] in ANSWERS, heard
                assert heard.get("error") not in ("internal", "not-stored"), heard
    for eyes in crowd:
        eyes.close()
    save = client.get(f"{table.path}/save", *table.tokens.values())
    again = client.open_save(save.text, "Cid", "Dot")
    assert again.info()["game"] == table.info()["game"]
    return sent


PATHS = ["/", "/api/tables", "/api/tables/open", "/api/tables/{table}", "/api/tables/{table}/join",
         "/api/tables/{table}/seats/0", "/api/tables/{table}/seats/{odd}", "/api/tables/{table}/save",
         "/api/tables/{table}/replay?step={odd}", "/api/tables/{table}/story?lang={odd}", "/api/games/{odd}/words",
         "/api/games/ankh/board", "/api/bots", "/assets/{odd}", "/t/{odd}", "/{odd}", "/api/{odd}"]  # fmt: skip
ODD = ["%00", "%ff", "%ed%a0%80", "..%2f..", "a" * 3000, "-1", "0", "9" * 30, "%7Bevil%7D", "*", "%", "%zz", "nan"]
ODD_HEADERS = ["Origin: http://[", "Origin: null", "Authorization: Bearer \xff", "Authorization: Bearer " + "a," * 500,
               "Accept-Language: " + ";," * 100, "Accept-Encoding: gzip", "Content-Type: x", "Range: bytes=9-1",
               "X-Forwarded-For: [::1", "If-None-Match: \xff", "Cookie: =;"]  # fmt: skip


def ask(client: Client, seed: int, requests: int) -> None:
    """Whatever is asked, and however, the answer is no failure, and has the headers."""
    luck = random.Random(seed)
    table = client.new_table("Ann", "open")
    for _ in range(requests):
        path = luck.choice(PATHS).format(table=table.id, odd=luck.choice(ODD))
        method = luck.choice(["GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])
        body = (
            b""
            if method == "GET"
            else json.dumps({"game": "ankh", "who": odd_value(luck), "seats": odd_value(luck)}).encode()
        )
        lines = [f"{method} {path} HTTP/1.1", "Host: x", "Connection: close", f"Content-Length: {len(body)}"]
        lines += luck.sample(ODD_HEADERS, luck.randrange(3))
        raw = Raw(client.port)
        raw.send("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        head, _, _ = raw.read_all().partition(b"\r\n\r\n")
        raw.close()
        # With the page not built, the page's own addresses say so.
        status = int(head.split()[1])
        assert status < 500 or status == 503, lines
        assert all(name + b": " + value in head for name, value in HEADERS), lines
    assert client.get("/api/bots").status_code == 200


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--messages", type=int, default=50_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        running = Process(Path(folder) / "tables.sqlite", *ROOMY, "--limit=patience=1000000")
        messages = requests = 0
        try:
            for seed in range(asked.seed, asked.seed + 1_000_000):
                if messages + requests >= asked.messages:
                    break
                messages += talk(running.client, seed, 1000)
                ask(running.client, seed, 100)
                requests += 100
                print(f"{messages} messages, {requests} requests", flush=True)
        finally:
            code, out = running.interrupt()
    if code or "Traceback" in out:
        sys.exit(out)
    print(json.dumps({"messages": messages, "requests": requests, "failures": 0}))


if __name__ == "__main__":
    main()

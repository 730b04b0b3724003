"""Visits a site as a page does: `python visit.py URL [TABLE TOKEN]` makes a table, or comes back to one, and makes a
choice over its socket. Prints the table, the token and the version. Needs what the server needs, and nothing else."""

from __future__ import annotations

import json
import ssl
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect
from websockets.typing import Origin


def main() -> None:
    url, *known = sys.argv[1:]
    # The certificates here are made by nobody whom a browser trusts.
    context = ssl._create_unverified_context() if url.startswith("https") else None
    health = json.load(urllib.request.urlopen(f"{url}/health", context=context, timeout=30))
    assert health == {"status": "ok"}, health
    if not known:
        seats = [{"who": "person", "name": name} for name in ("Ann", "Ben")]
        body = json.dumps({"game": "ankh", "setup": {"first": 0}, "seats": seats}).encode()
        headers = {"content-type": "application/json", "origin": url}
        request = urllib.request.Request(f"{url}/api/tables", body, headers)
        made = json.load(urllib.request.urlopen(request, context=context, timeout=30))
        known = [made["table"], made["seats"][0]["token"]]
    table, token = known
    with connect(
        f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live",
        ssl=context,
        origin=Origin(url),
        max_size=None,
        proxy=None,
    ) as socket:
        socket.send(json.dumps({"type": "hello", "token": token}))
        state = _hear(socket, "state")
        if state["version"] == 0:
            choice = state["choices"][0]["choice"]
            socket.send(json.dumps({"type": "choose", "choice": choice, "version": 0}))
            state = _hear(socket, "update")
    print(table, token, state["version"])


def _hear(socket: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=30))
        if message["type"] == kind:
            return message


if __name__ == "__main__":
    main()

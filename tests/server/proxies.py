"""The proxies of docs/hosting.md, tried: TLS with a certificate of their own, sockets through them, time-outs, bodies,
addresses and headers. `python -m tests.server.proxies nginx caddy` (needs those programs and openssl; the default is
those that are here). And the units, by `systemd-analyze verify`."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import textwrap
import time
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.serving import SOON, Message, Process
from theomachy.server.guard import HEADERS

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
#: requests that an address has, so that it can be seen whose are counted
REQUESTS = 60


def blocks() -> list[str]:
    """Everything that is indented in the text, block by block."""
    found = re.findall(r"(?:^(?: {4}.*)?\n)+", HOSTING.read_text(encoding="utf-8"), re.MULTILINE)
    return [textwrap.dedent(block).strip() + "\n" for block in found if block.strip()]


def block(beginning: str) -> str:
    return next(text for text in blocks() if text.startswith(beginning))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def nginx(folder: Path, port: int, backend: int) -> list[str]:
    text = (
        block("map ")
        .replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
        .replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
        .replace("server_name play.example.org;", "server_name localhost;")
        .replace("/etc/letsencrypt/live/play.example.org/fullchain.pem", f"{folder}/cert.pem")
        .replace("/etc/letsencrypt/live/play.example.org/privkey.pem", f"{folder}/key.pem")
        .replace("127.0.0.1:8765", f"127.0.0.1:{backend}")
    )
    paths = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}{text}}}\n"
    )
    return ["nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/errors"]


def caddy(folder: Path, port: int, backend: int) -> list[str]:
    text = (
        block("play.example.org {")
        .replace("play.example.org {", f"https://localhost:{port} {{\n    tls {folder}/cert.pem {folder}/key.pem")
        .replace("127.0.0.1:8765", f"127.0.0.1:{backend}")
    )
    (folder / "Caddyfile").write_text("{\n    admin off\n    auto_https disable_redirects\n}\n" + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


PROXIES = {"nginx": nginx, "caddy": caddy}


class Visitor:
    """Somebody on the other side of a proxy, at an address."""

    def __init__(self, port: int, trusted: ssl.SSLContext, address: str = "127.0.0.1") -> None:
        self.origin = f"https://localhost:{port}"
        self._trusted = trusted
        transport = httpx.HTTPTransport(verify=trusted, local_address=address)
        self.http = httpx.Client(base_url=self.origin, transport=transport, timeout=SOON, trust_env=False)

    def socket(self, table: str) -> AbstractContextManager[ClientConnection]:
        return connect(
            f"{self.origin.replace('https', 'wss')}/api/tables/{table}/live", ssl=self._trusted, proxy=None,
            max_size=None, origin=Origin(self.origin), ping_interval=None, close_timeout=1,
        )  # fmt: skip


def hear(eyes: ClientConnection, kind: str) -> Message:
    while True:
        message: Message = json.loads(eyes.recv(timeout=SOON))
        if message["type"] == kind:
            return message


def attempt(name: str, idle: float) -> None:
    """Everything that must go through a proxy, and what must not."""
    with tempfile.TemporaryDirectory(prefix="theomachy-proxy-") as made:
        folder = Path(made)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        running = Process(folder / "tables.sqlite", f"--limit=requests=0.01/{REQUESTS}")
        port = free_port()
        with (folder / "said").open("w") as said:
            proxy = subprocess.Popen(PROXIES[name](folder, port, running.port), stdout=said, stderr=said)
        try:
            trusted = ssl.create_default_context(cafile=str(folder / "cert.pem"))
            visitor = Visitor(port, trusted)
            _await(visitor, folder)
            _try_requests(visitor)
            _try_addresses(port, trusted)
            _try_socket(visitor, running, idle)
        finally:
            proxy.terminate()
            proxy.wait(SOON)
            running.kill()


def _await(visitor: Visitor, folder: Path) -> None:
    end = time.monotonic() + SOON
    while True:
        try:
            visitor.http.get("/health")
            return
        except httpx.TransportError:
            assert time.monotonic() < end, (folder / "said").read_text()
            time.sleep(0.1)


def _try_requests(visitor: Visitor) -> None:
    health = visitor.http.get("/health")
    assert (health.status_code, health.json()) == (200, {"status": "ok"})
    for header, value in HEADERS:
        assert health.headers.get_list(header.decode()) == [value.decode()], header
    body = {"game": "ankh", "setup": {}, "seats": [{"who": "open"}, {"who": "open"}]}
    assert visitor.http.post("/api/tables", json=body, headers={"origin": visitor.origin}).status_code == 201
    assert visitor.http.post("/api/tables", json=body, headers={"origin": "https://elsewhere"}).status_code == 403
    seats = [{"who": "open"}, {"who": "open"}]
    large = visitor.http.post("/api/tables/open", json={"save": "x" * 2_400_000, "seats": seats})
    assert (large.status_code, large.json()["error"]) == (413, "too-large"), large.text[:200]
    with contextlib.suppress(httpx.WriteError):
        # It need not be read to its end.
        assert visitor.http.post("/api/tables/open", json={"save": "x" * 4_000_000, "seats": seats}).status_code == 413


def _try_addresses(port: int, trusted: ssl.SSLContext) -> None:
    """Who asks is who came to the proxy, whatever they say of themselves."""
    greedy, other = Visitor(port, trusted, "127.0.0.2"), Visitor(port, trusted, "127.0.0.3")
    codes = [greedy.http.get("/api/bots").status_code for _ in range(REQUESTS + 5)]
    assert codes[:REQUESTS] == [200] * REQUESTS
    assert codes[-1] == 429
    for header in ("x-forwarded-for", "x-real-ip", "forwarded"):
        assert greedy.http.get("/api/bots", headers={header: "192.0.2.7"}).status_code == 429, header
    assert other.http.get("/api/bots").status_code == 200


def _try_socket(visitor: Visitor, running: Process, idle: float) -> None:
    table = running.client.new_table("Ann", "Ben", setup={"first": 0})
    with visitor.socket(table.id) as eyes:
        assert eyes.response is not None
        assert "permessage-deflate" in eyes.response.headers.get("sec-websocket-extensions", "")
        eyes.send(json.dumps({"type": "hello", "token": table.tokens[0]}))
        hear(eyes, "state")
        time.sleep(idle)
        eyes.send(json.dumps({"type": "choose", "choice": "action move", "version": 0}))
        assert hear(eyes, "update")["version"] == 1
        running.terminate()
        with contextlib.suppress(ConnectionClosed):
            while True:
                eyes.recv(timeout=SOON)
        assert eyes.close_code == 1012, "that the server restarts is not told"


def verify_units() -> int:
    """How many units of the text systemd understands, but for the program that is not installed here."""
    units = [text for text in blocks() if text.startswith("[Unit]")]
    for number, unit in enumerate(units):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"theomachy{number}.service"
            path.write_text(unit.replace("/opt/theomachy/bin/theomachy", "/bin/echo"))
            done = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
            assert not done.stderr.strip(), done.stderr
    return len(units)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("proxies", nargs="*", choices=[*PROXIES, []])
    options.add_argument("--idle", type=float, default=100.0, help="seconds that a socket is silent")
    asked = options.parse_args()
    for name in asked.proxies or [name for name in PROXIES if shutil.which(name)]:
        attempt(name, asked.idle)
        print(f"{name}: all went through that should, and nothing else")
    if shutil.which("systemd-analyze"):
        print(f"systemd: {verify_units()} units are understood")


if __name__ == "__main__":
    main()

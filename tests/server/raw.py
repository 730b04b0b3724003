"""Connections without a client's good manners: bytes as they are, sent and read when a test wants."""

from __future__ import annotations

import base64
import json
import socket
import struct
import time
from collections.abc import Iterable
from typing import Any

from tests.server.serving import SOON


class Raw:
    """A TCP connection to a server."""

    def __init__(self, port: int, source: str = "127.0.0.1", buffer: int | None = None) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(SOON)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def read_head(self) -> bytes:
        """The head of the next answer."""
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            part = self.socket.recv(1)
            assert part, answer
            answer += part
        return answer

    def read_all(self) -> bytes:
        """Everything until the other side ends the connection."""
        read = b""
        try:
            while part := self.socket.recv(65_536):
                read += part
        except ConnectionResetError:
            pass
        return read

    def ends_within(self, seconds: float) -> bool:
        """Whether the other side ends the connection in time, whatever it says before."""
        began = time.monotonic()
        self.socket.settimeout(seconds)
        try:
            self.read_all()
        except TimeoutError:
            return False
        return time.monotonic() - began < seconds

    def close(self) -> None:
        self.socket.close()


def upgrade(port: int, table: str, more: str = "X-Nothing: more") -> bytes:
    """The request for a socket at a table, with one more header."""
    key = base64.b64encode(b"0123456789abcdef").decode()
    return (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{more}\r\n\r\n"
    ).encode()


class RawEyes(Raw):
    """A socket at a table that reads nothing unless it is told to. It may ask in pieces, or after something else."""

    def __init__(
        self, port: int, table: str, extensions: str = "", asked: Iterable[bytes] = (), source: str = "127.0.0.1"
    ) -> None:
        super().__init__(port, source, buffer=4096)
        more = f"Sec-WebSocket-Extensions: {extensions}" if extensions else "X-Nothing: more"
        for part in asked or [upgrade(port, table, more)]:
            self.send(part)
        # What is sent before the answer may be lost.
        answer = self.read_head()
        assert answer.startswith(b"HTTP/1.1 101"), answer

    def say(self, **message: Any) -> None:
        """Send a message, in a frame whose mask is zero."""
        data = json.dumps(message).encode()
        assert len(data) < 126
        self.send(bytes((0x81, 0x80 | len(data))) + b"\0\0\0\0" + data)

    def frame(self) -> tuple[int, bytes]:
        """The next frame: its first byte, and what is in it."""
        first, length = self._read(2)
        if length == 126:
            (length,) = struct.unpack("!H", self._read(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._read(8))
        return first, self._read(length)

    def _read(self, size: int) -> bytes:
        read = b""
        while len(read) < size:
            part = self.socket.recv(size - len(read))
            assert part, "the connection has ended"
            read += part
        return read

    def close_code(self) -> int | None:
        """The code the other side has closed with, after everything it has sent; None if it gave none."""
        read = self.read_all()
        at = 0
        while at < len(read):
            kind, length = read[at] & 15, read[at + 1] & 127
            at += 2
            if length == 126:
                (length,) = struct.unpack_from("!H", read, at)
                at += 2
            elif length == 127:
                (length,) = struct.unpack_from("!Q", read, at)
                at += 8
            if kind == 8:
                return int(struct.unpack_from("!H", read, at)[0])
            at += length
        return None

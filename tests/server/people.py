"""People with browsers of their own, which keep cookies."""

from __future__ import annotations

from typing import Any

from tests.server.serving import Client, Eyes, Serving


class Person(Client):
    """Somebody with a browser of their own."""

    def become(self, name: str) -> dict[str, Any]:
        answer = self.post("/api/me", {"name": name})
        assert answer.status_code == 201, answer.text
        me: dict[str, Any] = answer.json()["me"]
        return me

    def known(self) -> bool:
        return self.get("/api/me").json()["me"] is not None

    def me(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/api/me").json()["me"]
        return found

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def look(self, table: str, token: str) -> Eyes:
        """A socket through a seat of theirs."""
        eyes = Eyes(self.port, table, additional_headers={"Cookie": self.cookie})
        eyes.say(type="hello", token=token)
        return eyes

    def tables(self) -> list[dict[str, Any]]:
        answer = self.get("/api/me/tables")
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["tables"]
        return found

    def recover(self, secret: str, **more: Any) -> int:
        return self.post("/api/sign-in/recovery", {"secret": secret, **more}).status_code


def person(running: Serving, name: str | None = None) -> Person:
    somebody = Person(running.port)
    if name is not None:
        somebody.become(name)
    return somebody

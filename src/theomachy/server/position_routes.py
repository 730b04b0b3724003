"""The routes of positions: what one is, whether it is possible, and taking one from a match."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from theomachy.kernel.wording import prompt_words
from theomachy.server.answers import asked_language, json_answer
from theomachy.server.asking import read_body
from theomachy.server.gate import Gate, caller
from theomachy.server.hall import Hall
from theomachy.server.messages import AskPosition
from theomachy.server.players import Players
from theomachy.server.positions import Judged, judged, text_of
from theomachy.server.words import say


def add_positions(app: FastAPI, hall: Hall, gate: Gate, players: Players) -> None:
    limits = gate.limits

    @app.post("/api/positions")
    async def judge(request: Request) -> Response:
        """Whether a position is possible, and what it is: for who opens a link, and for the editor."""
        asked = await read_body(request, AskPosition, limits.save_body, limits.body_time)
        purse = gate.purse(caller(request))
        found = await hall.house.workshop.aside(judged, asked, purse=purse)
        return _told(found, asked_language(request))

    @app.get("/api/tables/{table}/position")
    async def position(request: Request, table: str, step: int) -> Response:
        purse = gate.purse(caller(request))
        found = await hall.table(table, purse)
        document, whole = await found.position(step, await players.shown(request), purse)
        return json_answer({"document": document, "text": text_of(document), "whole": whole})

    @app.get("/api/tables/{table}/case")
    async def case(request: Request, table: str, step: int) -> Response:
        purse = gate.purse(caller(request))
        found = await hall.table(table, purse)
        document, whole = await found.bug(step, await players.shown(request), purse)
        return json_answer({"text": text_of(document), "whole": whole})


def _told(found: Judged, lang: str) -> Response:
    match = found.match
    if match is None:
        words = say("bad-position", lang, detail=found.wrong)
        return json_answer({"error": "bad-position", "words": words, "detail": found.wrong, "place": found.place}, 422)
    answer: dict[str, Any] = {
        "game": match.game.name,
        "document": found.document,
        "text": text_of(found.document),
        "view": match.view(None),
        "over": match.over,
        "prompt": "" if match.over else prompt_words(match, lang),
        "deciding": list(match.decision.seats),
        "sides": [match.seat_name(seat) for seat in range(match.seats)],
    }
    return json_answer(answer)

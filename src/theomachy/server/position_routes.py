"""The routes of positions: what one is, whether it is possible, and taking one from a match."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI, Request
from starlette.responses import Response

from theomachy.kernel.bounded_parsing import POSITION
from theomachy.kernel.wording import prompt_words
from theomachy.server.answers import asked_language, json_answer
from theomachy.server.asking import read_body
from theomachy.server.gate import Gate, caller
from theomachy.server.hall import Hall
from theomachy.server.limits import Purse
from theomachy.server.messages import AskPosition
from theomachy.server.players import Players
from theomachy.server.positions import judged, text_of
from theomachy.server.refused import Refused
from theomachy.server.words import say

#: bytes of a request with a position: its text may be escaped in JSON
POSITION_BODY: Final = 6 * POSITION.size


def add_positions(app: FastAPI, hall: Hall, gate: Gate, players: Players) -> None:
    limits = gate.limits

    def paying(request: Request) -> Purse:
        """The purse of whoever asks; refuses too many positions in a short time."""
        if not gate.try_to("positions", caller(request)):
            raise Refused("too-many")
        return gate.purse(caller(request))

    @app.post("/api/positions")
    async def judge(request: Request) -> Response:
        """Whether a position is possible, and what it is: for who opens a link, and for the editor."""
        asked = await read_body(request, AskPosition, min(limits.save_body, POSITION_BODY), limits.body_time)
        purse = paying(request)
        answer, status = await hall.house.workshop.aside(_judgement, asked, asked_language(request), purse=purse)
        return json_answer(answer, status)

    @app.get("/api/tables/{table}/position")
    async def position(request: Request, table: str, step: int) -> Response:
        purse = paying(request)
        found = await hall.table(table, purse)
        document, whole = await found.position(step, await players.shown(request), purse)
        text = await hall.house.workshop.aside(text_of, document, purse=purse)
        return json_answer({"document": document, "text": text, "whole": whole})

    @app.get("/api/tables/{table}/case")
    async def case(request: Request, table: str, step: int) -> Response:
        purse = paying(request)
        found = await hall.table(table, purse)
        document, whole = await found.bug(step, await players.shown(request), purse)
        text = await hall.house.workshop.aside(text_of, document, purse=purse)
        return json_answer({"text": text, "whole": whole})


def _judgement(asked: AskPosition, lang: str) -> tuple[dict[str, Any], int]:
    """What a position is, or what is wrong with it, and the status of that answer."""
    found = judged(asked)
    match = found.match
    if match is None:
        words = say("bad-position", lang, detail=found.wrong)
        return {"error": "bad-position", "words": words, "detail": found.wrong, "place": found.place}, 422
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
    return answer, 200

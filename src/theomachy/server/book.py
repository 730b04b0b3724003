"""The rule book over HTTP: which rules have examples, what an example shows, and a table to try it at."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import FastAPI, Request
from msgspec import Meta, Struct
from starlette.responses import Response

import theomachy
from theomachy.book import Example, examples_of, picture, value_sources
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.game import Game
from theomachy.kernel.positions import position_text
from theomachy.server.answers import asked_language, json_answer
from theomachy.server.asking import read_body
from theomachy.server.gate import Gate, caller
from theomachy.server.hall import Hall
from theomachy.server.messages import Name, NewTable, PersonSitter
from theomachy.server.players import Players
from theomachy.server.refused import Refused


class TryIt(Struct, forbid_unknown_fields=True):
    """Whoever wants to try an example."""

    name: Name = ""
    #: what the table is called: the title of the rule, in the language of whoever tries it
    title: Annotated[str, Meta(max_length=80)] = ""


def add_book(app: FastAPI, hall: Hall, gate: Gate, players: Players) -> None:
    workshop, house = hall.house.workshop, hall.house

    @app.get("/api/book/{game}")
    async def contents(game: str) -> Response:
        found = _game(game)
        examples = await workshop.aside(examples_of, found, purse=house.purse, must=True)
        return json_answer(
            {
                "rules": {
                    rule: {
                        "cases": examples.cases.get(rule, 0),
                        "examples": [{"key": one.key, "title": one.title} for one in examples.of(rule)],
                    }
                    for rule in found.catalogue.rules()
                }
            }
        )

    @app.get("/api/book/{game}/values")
    async def values(game: str) -> Response:
        found = _game(game)
        return json_answer({"values": await workshop.aside(value_sources, found, purse=house.purse, must=True)})

    @app.get("/api/book/{game}/{key}")
    async def example(request: Request, game: str, key: str) -> Response:
        found, shown = _example(game, key)
        purse = gate.purse(caller(request))
        return json_answer(await workshop.aside(picture, found, shown, asked_language(request), purse=purse))

    @app.post("/api/book/{game}/{key}")
    async def try_it(request: Request, game: str, key: str) -> Response:
        wanted = await read_body(request, TryIt, gate.limits.body, gate.limits.body_time)
        found, shown = _example(game, key)
        device = await players.device(request)
        player = None if device is None else device.player.id
        # A board on which one person moves everybody.
        table = NewTable(
            found.name, [PersonSitter(wanted.name) for _ in shown.seats], title=wanted.title, analysis=True,
            position=position_text({"game": found.name, "seats": list(shown.seats), "position": dict(shown.position)}),
        )  # fmt: skip
        address = caller(request)
        with gate.making(address):
            return json_answer(await hall.create(table, gate.purse(address), address, player), 201)


def _game(name: str) -> Game[Any]:
    try:
        return theomachy.game(name)
    except BadSetup:
        raise Refused("bad-request", "no-game", game=name[:40]) from None


def _example(game: str, key: str) -> tuple[Game[Any], Example]:
    found = _game(game)
    example = examples_of(found).find(key)
    if example is None:
        raise Refused("no-example", example=key[:60])
    return found, example

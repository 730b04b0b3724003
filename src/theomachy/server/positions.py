"""Positions that come from outside, and cases that are made of matches. Whatever a text says, the engine checks."""

from __future__ import annotations

import secrets
from typing import Any, Final

import theomachy
from theomachy.kernel.bounded_parsing import POSITION, BadInput, check_plain
from theomachy.kernel.cases import open_position, read_first_position
from theomachy.kernel.errors import BadCase, TheomachyError
from theomachy.kernel.game import Game
from theomachy.kernel.match import SEEDS, Match
from theomachy.kernel.positions import FIELDS, fields_of, position_text, read_document, refused_place
from theomachy.server.messages import AskPosition
from theomachy.server.refused import Refused

#: choices in a position
MOST_CHOICES: Final = 500
#: rules that a case names at most
RULES: Final = 3
#: what a case is about of which no rule is known
NO_RULE: Final = "theomachy/asked"


def refuse_fields(setup: dict[str, Any]) -> None:
    """`fields` can say whatever a state can be, also what no rule could lead to: nobody brings that along."""
    if fields_of(setup) is not None:
        raise BadCase(f"position, {FIELDS}: not read from others; write the position with the choices that led to it")


def read_asked(asked: AskPosition) -> dict[str, Any]:
    """The document that somebody has; a case, or the first of several positions, will do. Whatever is wrong with it is
    `BadCase`."""
    if asked.document is not None:
        try:
            check_plain(asked.document, POSITION)
        except BadInput as error:
            raise BadCase(f"position: {error}") from error
        document = read_document(asked.document, "position")
    else:
        document = read_first_position(asked.text, "text", POSITION)
    if len(document.get("play") or []) > MOST_CHOICES:
        raise BadCase(f"play: more than {MOST_CHOICES} choices")
    refuse_fields(document)
    return document


def opened(document: dict[str, Any], seed: int) -> Match:
    """The match at a position. What came from outside may be anything, so whatever goes wrong is `BadCase`, or what the
    game says of it."""
    try:
        return open_position(document, theomachy.game, seed)
    except TheomachyError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, ArithmeticError) as error:
        raise BadCase(f"position: {error}") from error


def wanted_position(text: str, seed: int | None) -> Match:
    """The match for a table that begins at a position."""
    try:
        return opened(read_asked(AskPosition(text)), secrets.randbelow(SEEDS) if seed is None else seed)
    except TheomachyError as error:
        raise Refused("bad-position", detail=str(error)[:500]) from error


class Judged:
    """A position that somebody asked about: what it is, or what is wrong with it, and the key that is."""

    def __init__(self, match: Match | None, document: dict[str, Any], wrong: str = "", place: str = "") -> None:
        self.match = match
        self.document = document
        self.wrong = wrong
        self.place = place


def judged(asked: AskPosition) -> Judged:
    """Whether a position is possible, in the engine's words."""
    document: dict[str, Any] = {}
    try:
        document = read_asked(asked)
        match = opened(document, 0)
        faults = match.game.faults(match.state)
        if faults:
            raise BadCase(f"position: {'; '.join(faults[:3])}")
        return Judged(match, document)
    except TheomachyError as error:
        return Judged(None, document, str(error)[:500], refused_place(error, document.get("position") or {}))


def case_of(
    game: Game[Any], document: dict[str, Any], chosen: dict[str, str] | None, facts: list[dict[str, Any]]
) -> dict[str, Any]:
    """A case: a position, a choice, and what followed. Whoever sends it changes what should have followed."""
    rules = list(dict.fromkeys(str(fact["rule"]) for fact in facts))[-RULES:]
    case: dict[str, Any] = {"rule": rules[0] if len(rules) == 1 else rules or NO_RULE, "title": "what happened"}
    case |= {key: document[key] for key in ("game", "seats", "position")}
    play = [*(document.get("play") or []), *([chosen] if chosen else [])]
    if play:
        case["play"] = play
    match = open_position({**document, "play": document.get("play") or []}, lambda _: game)
    expect: dict[str, Any] = {}
    try:
        match = open_position({**document, "play": play}, lambda _: game)
        told = [{key: value for key, value in fact.items() if key != "rule"} for fact in facts]
        if chosen and told:
            expect["facts"] = told
    except TheomachyError:
        case["play"] = document.get("play") or []
        case["note"] = "the last choice depends on what only others know"
    names = [match.seat_name(seat) for seat in match.decision.seats]
    if names:
        expect |= {"asks": names[0] if len(names) == 1 else names, "prompt": match.decision.prompt}
    else:
        outcome = match.outcome
        expect["outcome"] = {"how": outcome.how if outcome else ""}
    case["expect"] = expect
    return case


def text_of(document: dict[str, Any]) -> str:
    return position_text(document)

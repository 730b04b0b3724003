"""What an example shows: the table before and after, as anybody may see it, and what happens between, in words."""

from __future__ import annotations

from typing import Any

from theomachy.book.examples import Example, examples_of
from theomachy.kernel.cases import LinePlayer, as_choice, find_seat
from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import BadCase
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match
from theomachy.kernel.wording import choice_words, fact_words, side_words


def picture(game: Game[Any], example: Example, lang: str) -> dict[str, Any]:
    """An example as plain data. `after` is None where nothing is chosen, so that nothing has changed."""
    match = example.begin(game)
    sides = [match.seat_name(seat) for seat in range(match.seats)]
    told = match.told
    before = match.view(None)
    player = LinePlayer(match)
    choices: list[dict[str, Any]] = []
    for number, line in enumerate(example.play, 1):
        place = f"{example.key}: play {number}"
        seat, choice = player.read(line, place)
        said = _said(match, seat, Choice(game.table, choice), lang)
        forced = player.skip(seat, choice)
        wrong = "" if forced else player.make(seat, choice, place)
        if wrong:
            raise BadCase(wrong)
        choices.append(said)
    face = game.face()
    return {
        "key": example.key,
        "title": examples_of(game).title(example, lang),
        "seats": sides,
        "before": before,
        "after": match.view(None) if example.play else None,
        "choices": choices,
        "facts": [
            {
                "words": fact_words(game, fact, lang, match),
                "rule": str(fact["rule"]),
                "places": face.places_of(fact),
            }
            for fact in match.facts_since(told)
        ],
        "refused": [_refused(match, entry, lang) for entry in example.refuse],
    }


def _said(match: Match, seat: int, choice: Choice, lang: str) -> dict[str, Any]:
    side = match.seat_name(seat)
    return {
        "side": side,
        "who": side_words(match.game, side, lang),
        "choice": str(choice),
        "words": choice_words(match, choice, lang),
    }


def _refused(match: Match, entry: Any, lang: str) -> dict[str, Any]:
    ((name, text),) = [(key, value) for key, value in entry.items() if key != "rule"]
    seat = find_seat(match, str(name), "refuse")
    choice = Choice(match.game.table, match.game.table.find(as_choice(text)))
    rule = str(entry["rule"])
    return {
        **_said(match, seat, choice, lang),
        "rule": rule,
        "title": match.game.catalogue.rules(lang)[rule].title,
    }

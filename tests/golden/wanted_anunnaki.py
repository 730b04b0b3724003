"""The golden matches of Anunnaki: both triggers of the end, its hundred rounds, and every case of the tie rule.

A tie of three is so rare that it begins shortly before the end, with a position of the case notation; so does the match
that ends by its rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.golden.wanted import Wanted
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.match import Match

#: random matches are longer than people's; too long a one would be too large a file
LIMIT: Final = 1500


def tied(match: Match) -> list[int]:
    """The seats with the most points, in order from the first player's left; the first player is last."""
    s = match.state
    order = [(s.first_seat + number) % s.seats for number in range(1, s.seats + 1)]
    return [seat for seat in order if s.vp[seat] == max(s.vp)]


def ends(how: str) -> Callable[[Match], bool]:
    return lambda match: bool(match.state.how == how) and len(tied(match)) == 1


def first_player_loses_tie(match: Match) -> bool:
    return len(tied(match)) == 2 and tied(match)[-1] == match.state.first_seat


def nearer_wins_tie(match: Match) -> bool:
    """Neither is the first player, and the nearer one has the smaller number."""
    seats = tied(match)
    return len(seats) == 2 and match.state.first_seat not in seats and seats[0] < seats[1]


def nearer_wins_tie_round_the_table(match: Match) -> bool:
    """Neither is the first player, and the nearer one has the larger number: left goes on from the last seat to 0."""
    seats = tied(match)
    return len(seats) == 2 and match.state.first_seat not in seats and seats[0] > seats[1]


def three_tied(match: Match) -> bool:
    return len(tied(match)) == 3 and match.state.first_seat in tied(match)


def last_turn_triggers(match: Match) -> bool:
    """The last player of the round lays the cube: nobody has another turn."""
    return ends("cubes")(match) and last_turns(match) == 0


def round_is_finished(match: Match) -> bool:
    """The first player triggers the end by a track: everybody else has another turn."""
    return bool(match.state.how == "track") and last_turns(match) == match.seats - 1


def last_turns(match: Match) -> int:
    """How many turns come after the one that triggered the end. The trigger's seat is the first whose choice it was."""
    s = match.state
    return int((s.first_seat - 1 - match_trigger(match)) % s.seats)


def match_trigger(match: Match) -> int:
    """The seat in whose turn the end was triggered; found by playing the match again."""
    again = Match(match.game, match.setup, match.seed, listening=False)
    for seat, number in match.history:
        again.play(number, seat)
        if again.state.ending:
            return int(again.state.turn_seat)
    raise TheomachyError("nothing has triggered the end")


def want(name: str, holds: Callable[[Match], bool], **setup: Any) -> Wanted:
    return Wanted(name, "anunnaki", holds, setup, limit=LIMIT)


#: the last turn of the last round, all alike
EVEN: Final[dict[str, Any]] = {
    "ending": True,
    "turn": "ellenys",
    "mana": dict.fromkeys(("pharaohs", "norrenis", "babylon", "ellenys"), 2),
    "artifacts": {"babylon": ["scarab"]},
}

WANTED: Final = [
    want("cubes-2", ends("cubes"), houses=["pharaohs", "norrenis"]),
    want("cubes-3", ends("cubes"), houses=["babylon", "ellenys", "norrenis"]),
    want("cubes-4", last_turn_triggers, houses=["ellenys", "pharaohs", "norrenis", "babylon"]),
    want("track-2", ends("track"), houses=["babylon", "ellenys"]),
    want("track-3", round_is_finished, houses=["norrenis", "pharaohs", "ellenys"]),
    want("track-4", ends("track"), houses=["pharaohs", "babylon", "ellenys", "norrenis"]),
    want("rounds-3", ends("rounds"), houses=["ellenys", "pharaohs", "babylon"], position={"round": 97}),
    want("first-game-3", ends("cubes"), houses=["pharaohs", "babylon", "norrenis"], first_game=True),
    want("tie-first-player-2", first_player_loses_tie, houses=["norrenis", "ellenys"]),
    want("tie-first-player-4", first_player_loses_tie, houses=["pharaohs", "norrenis", "babylon", "ellenys"]),
    want("tie-nearer-3", nearer_wins_tie, houses=["ellenys", "babylon", "pharaohs"]),
    want("tie-round-the-table-4", nearer_wins_tie_round_the_table, houses=["random"] * 4),
    want("tie-three-4", three_tied, houses=["pharaohs", "norrenis", "babylon", "ellenys"], position=EVEN),
]

"""Chapter "track": war, technology, trade and supremacy, and what triggers the end."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import SUPREMACY_TRACK, TRACKS
from theomachy.games.anunnaki.goods import gain_vp
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat

TWO_VP: Final = 2


def trigger_end(s: AnunnakiState, seat: Seat, how: str) -> None:
    """anunnaki/end/trigger; anunnaki/end/at-once: it counts from this moment on."""
    if not s.ending:
        s.ending = 1
        s.how = how
        s.tell("anunnaki/end/trigger", "end-triggered", seat, what=how)


def past_lightning(s: AnunnakiState, seat: Seat) -> bool:
    return s.supremacy[seat] >= s.tables.lightning


def last_space(s: AnunnakiState, track: int) -> int:
    return len(s.tables.multiplier[track]) - 1


def may_step(s: AnunnakiState, seat: Seat, track: int) -> bool:
    """anunnaki/track/lightning, anunnaki/track/max"""
    position = s.track[3 * seat + track]
    last = last_space(s, track)
    return position < last - 1 or (position == last - 1 and past_lightning(s, seat))


def advance(s: AnunnakiState, seat: Seat, track: int, steps: int, rule: str) -> None:
    """Steps on a development track. anunnaki/track/blocked: what can't be done is lost."""
    done = 0
    while done < steps and may_step(s, seat, track):
        s.track[3 * seat + track] += 1
        done += 1
    if done:
        s.tell(rule, "steps", seat, what=TRACKS[track], amount=done)
    if done < steps:
        at_end = s.track[3 * seat + track] == last_space(s, track)
        why = "anunnaki/track/max" if at_end else "anunnaki/track/blocked"
        s.tell(why, "steps-lost", seat, what=TRACKS[track], amount=steps - done)
    if done and s.track[3 * seat + track] == last_space(s, track):
        trigger_end(s, seat, "track")


def advance_supremacy(s: AnunnakiState, seat: Seat, steps: int, rule: str) -> None:
    """anunnaki/track/supremacy-2vp: markers landed on or passed."""
    start = s.supremacy[seat]
    end = min(start + steps, len(s.tables.supremacy) - 1)
    s.supremacy[seat] = end
    if end > start:
        s.tell(rule, "steps", seat, what="supremacy", amount=end - start)
    if end - start < steps:
        s.tell("anunnaki/track/max", "steps-lost", seat, what="supremacy", amount=steps - (end - start))
    for number in range(len(s.tables.two_vp)):
        if s.two_vp >> number & 1 and start < s.tables.two_vp[number] <= end:
            s.two_vp &= ~bit(number)
            s.tell("anunnaki/track/supremacy-2vp", "two-vp", seat, amount=s.tables.supremacy[s.tables.two_vp[number]])
            gain_vp(s, seat, TWO_VP, "anunnaki/track/supremacy-2vp")


def advance_any(s: AnunnakiState, seat: Seat, track: int, steps: int, rule: str) -> None:
    """Any of the four tracks by number."""
    if track == SUPREMACY_TRACK:
        advance_supremacy(s, seat, steps, rule)
    else:
        advance(s, seat, track, steps, rule)

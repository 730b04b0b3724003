"""Secret choices made at once, as what they are: a game in which nobody's answer can depend on another's.

Many answers of all seats are drawn and played out; from the results follow mixed answers that are good against each
other (regret matching). A bot that plays such a mix can't be read.
"""

from __future__ import annotations

from typing import Final

from theomachy.bots.lookahead import Lookahead, lowest
from theomachy.kernel.state import State

#: rounds of regret matching
ROUNDS: Final = 60
#: an answer less likely than this is not worth the risk that it is an error of estimation
UNLIKELY: Final = 0.08


class Party:
    """One seat in a standoff: its answers, how likely each is, and what they were worth."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.choices: list[int] = []
        self.places: dict[int, int] = {}
        #: for each draw: the place of the answer, and the places of all answers there were
        self.picks: list[int] = []
        self.offers: list[list[int]] = []
        self.mix: list[float] = []
        self.regrets: list[float] = []
        self.sums: list[float] = []
        self.values: list[float] = []

    def place(self, choice: int) -> int:
        found = self.places.get(choice)
        if found is not None:
            return found
        number = len(self.choices)
        self.places[choice] = number
        self.choices.append(choice)
        return number

    def begin(self) -> None:
        count = len(self.choices)
        self.mix = [1.0 / count] * count
        self.regrets = [0.0] * count
        self.sums = [0.0] * count
        self.values = [0.0] * count

    def likeliness(self, draw: int) -> float:
        """How likely the mix makes the answer of a draw, compared with drawing lots among what there was."""
        offer = self.offers[draw]
        total = 0.0
        for place in offer:
            total += self.mix[place]
        if total <= 0.0:
            return 1.0
        return self.mix[self.picks[draw]] / total * len(offer)

    def learn(self, weight: float) -> None:
        """A round of regret matching against the values of the answers."""
        expected = 0.0
        for number in range(len(self.choices)):
            expected += self.mix[number] * self.values[number]
        total = 0.0
        for number in range(len(self.choices)):
            regret = max(0.0, self.regrets[number] + self.values[number] - expected)
            self.regrets[number] = regret
            total += regret
        for number in range(len(self.choices)):
            if total > 0.0:
                self.mix[number] = self.regrets[number] / total
            self.sums[number] += weight * self.mix[number]


class Standoff:
    """A secret decision as `seat` sees it."""

    def __init__(self, ahead: Lookahead, seat: int) -> None:
        self.ahead = ahead
        self.seat = seat
        self.parties: list[Party] = []
        #: each seat's chance after each draw
        self.results: list[list[float]] = []

    def party(self, seat: int) -> Party:
        for party in self.parties:
            if party.seat == seat:
                return party
        party = Party(seat)
        self.parties.append(party)
        return party

    def explore(self, s: State) -> bool:
        """One draw, which plays on in `s`. False if it came too late and nothing was learned."""
        ahead = self.ahead
        seats: list[int] = []
        picks: list[int] = []
        offers: list[list[int]] = []
        waiting = ahead.waiting(s)
        while waiting:
            seat = lowest(waiting)
            waiting &= waiting - 1
            options = ahead.options(s, seat)
            seats.append(seat)
            offers.append(options)
            if seat == self.seat:
                # One's own answers in turn, so that each is tried equally often.
                picks.append(options[len(self.results) % len(options)])
            else:
                picks.append(options[ahead.draw(len(options))])
        ahead.make_all(s, seats, picks)
        ahead.carry_on(s)
        values = ahead.judge(s)
        if ahead.late:
            return False
        self.results.append(values)
        for index in range(len(seats)):
            party = self.party(seats[index])
            party.picks.append(party.place(picks[index]))
            party.offers.append([party.place(choice) for choice in offers[index]])
        return True

    def solve(self) -> Party:
        """Find the mixes; gives the own party, with `sums` the mix (adding up to 1) and `values` the chances."""
        for party in self.parties:
            party.begin()
        for number in range(ROUNDS):
            for party in self.parties:
                self.find_values(party)
            for party in self.parties:
                party.learn(number + 1.0)
        own = self.party(self.seat)
        for party in self.parties:
            total = sum(party.sums)
            party.mix = [share / total for share in party.sums]
        self.find_values(own)
        return own

    def find_values(self, party: Party) -> None:
        """What each answer of a party is worth against the others' mixes."""
        count = len(party.choices)
        totals = [0.0] * count
        weights = [0.0] * count
        for draw in range(len(self.results)):
            weight = 1.0
            for other in self.parties:
                if other is not party:
                    weight *= other.likeliness(draw)
            pick = party.picks[draw]
            totals[pick] += weight * self.results[draw][party.seat]
            weights[pick] += weight
        for number in range(count):
            if weights[number] > 0.0:
                party.values[number] = totals[number] / weights[number]

"""Secret choices made at once, as what they are: a game in which nobody's answer can depend on another's.

Many answers of all seats are drawn and played out; from the results follow mixed answers that are good against each
other (regret matching). A bot that plays such a mix can't be read.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from theomachy.bots.lookahead import Lookahead, lowest
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import State

#: rounds of regret matching: so many, or, when time is short, at least so many
ROUNDS: Final = 100
FEWEST_ROUNDS: Final = 5
#: an answer less likely than this is not worth the risk that it is an error of estimation
UNLIKELY: Final = 0.08


class Party:
    """One seat in a standoff: its answers, how likely each is, and what they were worth."""

    def __init__(self, seat: Seat) -> None:
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

    def settle(self) -> None:
        """Take the average of all rounds as the mix: that is what regret matching promises to be good."""
        total = sum(self.sums)
        if total > 0.0:
            self.mix = [share / total for share in self.sums]

    def draw(self, lot: float) -> int:
        """The place of an answer drawn from the mix with a number from 0 to 1."""
        likely = [share if share >= UNLIKELY else 0.0 for share in self.mix]
        left = lot * sum(likely)
        for number in range(len(likely)):
            left -= likely[number]
            if left < 0.0:
                return number
        return self.mix.index(max(self.mix)) if self.mix else -1


class Standoff:
    """A secret decision as `seat` sees it."""

    def __init__(self, ahead: Lookahead, seat: Seat) -> None:
        self.ahead = ahead
        self.seat = seat
        self.parties: list[Party] = []
        #: each seat's chance after each draw
        self.results: list[list[float]] = []

    def party(self, seat: Seat) -> Party:
        for party in self.parties:
            if party.seat == seat:
                return party
        party = Party(seat)
        self.parties.append(party)
        return party

    def explore(self, s: State) -> None:
        """One draw, which plays on in `s`. If it comes too late nothing is learned."""
        ahead = self.ahead
        seats: list[Seat] = []
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
        values = ahead.judge_end(s)
        if ahead.late:
            return
        self.results.append(values)
        for index in range(len(seats)):
            party = self.party(seats[index])
            party.picks.append(party.place(picks[index]))
            party.offers.append([party.place(choice) for choice in offers[index]])

    def solve(self, deadline: float) -> Party:
        """Find everybody's mix, and what each own answer is worth against the others' mixes. Gives the own party."""
        for party in self.parties:
            party.begin()
        for number in range(ROUNDS):
            if number >= FEWEST_ROUNDS and perf_counter() > deadline:
                break
            for party in self.parties:
                self.find_values(party)
            for party in self.parties:
                party.learn(number + 1.0)
        for party in self.parties:
            party.settle()
        own = self.party(self.seat)
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

    def expect(self, own: Party, place: int) -> list[float]:
        """Each seat's chance where everybody keeps to their mixes; with a place, after that own answer. Empty where it
        was never drawn."""
        total: list[float] = []
        weights = 0.0
        for draw in range(len(self.results)):
            if place >= 0 and own.picks[draw] != place:
                continue
            weight = 1.0
            for party in self.parties:
                if place < 0 or party is not own:
                    weight *= party.likeliness(draw)
            if weight <= 0.0:
                continue
            weights += weight
            if not total:
                total = [0.0] * len(self.results[draw])
            for seat in range(len(total)):
                total[seat] += weight * self.results[draw][seat]
        return [value / weights for value in total]

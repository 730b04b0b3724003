"""One match under watch."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup, allowed
from theomachy.kernel.fact import Fact
from theomachy.kernel.game import Game
from theomachy.kernel.ledger import Ledger
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import (
    LIMIT,
    check_copy,
    check_decision,
    check_encoding,
    check_end,
    check_fact,
    check_illegal_play,
    check_observations,
    check_planner,
    check_playout,
    check_prompt,
    check_refusal,
    check_replay,
    check_save,
    check_secrets,
    check_state,
    check_view,
    check_views_complete,
    require,
)
from theomachy.lab.fuzz.policies import POLICIES, Policy
from theomachy.lab.fuzz.turning import check_turned
from theomachy.lab.fuzz.undo import UndoModel, check_undo_all, check_undo_rights


def draw_setup(
    game: Game[Any], rng: random.Random, players: int | None = None, settings: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """A set-up of the game to fuzz, as `Match` takes it."""
    if players is not None and players not in game.players:
        raise BadSetup(f"{game.name} is for {allowed(game.players)} players, not {players}")
    return game.study().draw_setup(rng, players, settings or {})


def ledger_of(match: Match) -> Ledger:
    """The ledger that accounts for a match from here on."""
    return match.game.study().ledger(match)


class Trial:
    """One match under watch. The checks have their own random numbers, so that the match goes the same without them."""

    def __init__(self, game: Game[Any], setup: dict[str, Any], seed: int, policy: str, policy_seed: int) -> None:
        self.policy_name = policy
        self.policy_seed = policy_seed
        self.match = Match(game, setup, seed)
        rng = random.Random(policy_seed)
        self.policy: Policy = POLICIES[policy](rng)
        self.seats = rng
        self.sampling = random.Random(policy_seed + 1)
        self.ledger = ledger_of(self.match)
        self.undo = UndoModel()
        #: copies made on the way, and what they were then
        self.kept: list[tuple[Match, str]] = []
        self.secret_base: Match | None = None
        self.pending: list[tuple[int, int]] = []
        self.decisions = 0
        self.prompts: Counter[str] = Counter()
        self.facts: Counter[str] = Counter()

    def run(self) -> None:
        """Play to the end; raises what is wrong."""
        match = self.match
        self.watch(LIMIT)
        require(match.over, f"the match is not over after {LIMIT} decisions")
        check_end(match)
        check_view(match)
        for copy, digest in self.kept:
            require(copy.digest() == digest, "playing on has changed an earlier copy")
        check_replay(match)

    def watch(self, decisions: int) -> None:
        """Play so many decisions, or to the end; raises what is wrong."""
        match = self.match
        check_state(match)
        self._watch_facts(0, None)
        while not match.over and self.decisions < decisions:
            check_decision(match)
            decision = match.decision
            if decision.prompt not in self.prompts:
                check_prompt(match, decision.prompt)
            self.prompts[decision.prompt] += 1
            seat = self.seats.choice(decision.seats)
            self._look_around(seat)
            self._play(seat, self.policy(match, seat, match.choices_of(seat).ids))
            self.decisions += 1

    def _chance(self, one_in: int) -> bool:
        return self.sampling.random() * one_in < 1

    def _look_around(self, seat: int) -> None:
        """The checks that look at the match as it stands; most of them are sampled."""
        match, rng = self.match, self.sampling
        table = match.game.table
        verb = rng.choice(list(table.verbs))
        for number in (rng.randrange(len(table)), rng.choice(table.ids(verb))):
            check_refusal(match, seat, number)
            if self._chance(20) and match.why_not(number, seat) is not None:
                check_illegal_play(match, seat, number)
        check_refusal(match, seat, rng.choice(match.choices_of(seat).ids))
        if self._chance(20):
            check_refusal(match, rng.randrange(match.seats), rng.randrange(len(table)))
        if self._chance(30):
            check_view(match)
        if self._chance(30):
            check_observations(match)
        if self._chance(20):
            check_views_complete(match, rng)
        if self._chance(30):
            check_encoding(match, rng.randrange(1 << 30) if self._chance(5) else None)
        if self._chance(60):
            check_save(match)
        if self._chance(40):
            check_copy(match, rng)
            self.kept.append((match.copy(), match.digest()))
        if self._chance(100):
            check_turned(match, rng.randrange(1, match.seats), rng)
        if self._chance(150):
            check_playout(match, rng.randrange(1 << 30))
        if self._chance(10 if match.decision.secret else 40):
            check_planner(match, rng.randrange(match.seats), 1 + rng.randrange(1 << 30))

    def _play(self, seat: int, choice: int) -> None:
        """Make a choice, now and then with taking it back once, and check what followed."""
        match = self.match
        secret = match.decision.secret
        if secret and self.secret_base is None:
            self.secret_base = match.copy()
        self.undo.before_play(match, seat)
        taken_back = self._chance(40)
        before = (match.digest(), match.facts, match.view(seat)) if taken_back else None
        reveals, told = match.state.reveals, len(match.state.facts)
        facts = match.play(choice, seat)
        if before is not None and match.state.reveals == reveals:
            require(match.can_undo(seat), f"seat {seat} can't take back its last choice")
            match.undo(seat)
            require(match.digest() == before[0], "undo does not restore the state")
            require(match.facts == before[1], "undo does not restore the facts")
            require(match.view(seat) == before[2], "undo does not restore the view")
            facts = match.play(choice, seat)
        revealed = match.state.reveals != reveals
        if revealed:
            self.undo.after_reveal()
        require(facts == match.facts_since(told, seat), "play gave other facts than were told")
        self._watch_facts(told, self.ledger)
        check_state(match)
        differences = self.ledger.differences(match.state)
        require(not differences, f"not told by facts: {'; '.join(differences)}")
        if self._chance(20):
            check_undo_rights(match, self.undo)
        if self._chance(60):
            check_undo_all(match, self.undo)
        if secret:
            self._watch_secrets(seat, choice, revealed)

    def _watch_secrets(self, seat: int, choice: int, revealed: bool) -> None:
        self.pending.append((seat, choice))
        if revealed or self.match.over:
            self.secret_base, self.pending = None, []
        elif self.secret_base is not None:
            check_secrets(self.secret_base, self.pending, self.sampling, tries=1)

    def _watch_facts(self, told: int, ledger: Ledger | None) -> None:
        match = self.match
        facts: list[Fact] = match.state.facts[told:]
        for fact in facts:
            if fact.name not in self.facts:
                check_fact(match, fact)
            self.facts[fact.name] += 1
            require(fact.rule in match.game.catalogue.rules(), f"'{fact.name}' cites '{fact.rule}', which is no rule")
            if ledger is not None:
                ledger.read(fact)


def draw_trial(
    game: Game[Any], seed: int, players: int | None = None, settings: Mapping[str, str] | None = None
) -> Trial:
    """The match that belongs to a seed: its set-up, its dice and its policy."""
    policy_seed = mix(seed, 0)
    rng = random.Random(policy_seed)
    setup = draw_setup(game, rng, players, settings)
    return Trial(game, setup, seed, rng.choice(list(POLICIES)), policy_seed)

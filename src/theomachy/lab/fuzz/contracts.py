"""The contracts of the engine as checks: each is a function that raises `ContractBroken`."""

from __future__ import annotations

import json
import random
from typing import Any, Final

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.errors import IllegalChoice, allowed
from theomachy.kernel.fact import Fact
from theomachy.kernel.game import Game, playout, settle
from theomachy.kernel.language import fields_of
from theomachy.kernel.match import Match, load_match, replayed
from theomachy.lab.fuzz.observations import differing, layout_of, marked_choices, numbers_of

#: no match may need more decisions than this
LIMIT: Final = 5000


class ContractBroken(AssertionError):
    """Something that must always hold does not."""


def require(holds: bool, message: str) -> None:
    if not holds:
        raise ContractBroken(message)


def check_state(match: Match) -> None:
    """Contract 5, conservation: everything is somewhere, exactly once."""
    faults = match.game.faults(match.state)
    require(not faults, f"impossible state: {'; '.join(faults)}")


def check_decision(match: Match) -> None:
    """Contract 4: every asked seat has at least two different choices, and nobody else has any. Only where not asking
    would show a hand, one choice is asked."""
    decision = match.decision
    if match.over:
        require(decision.seats == () and len(match.choices) == 0, f"{decision} after the end of the match")
        return
    require(len(decision.seats) > 0, "the match goes on and nobody is asked")
    require(decision.secret or len(decision.seats) == 1, f"several seats decide openly at once: {decision}")
    least = 1 if match.game.kinds[match.state.stack[-1].kind].always_asked else 2
    for seat in range(match.seats):
        ids = match.choices_of(seat).ids
        if seat in decision.seats:
            require(len(ids) >= least, f"seat {seat} is asked {decision.prompt} with the choices {ids}")
            require(len(set(ids)) == len(ids), f"seat {seat}, {decision.prompt}: a choice is offered twice: {ids}")
            require(all(0 <= number < len(match.game.table) for number in ids), f"unknown choices among {ids}")
        else:
            require(not ids, f"seat {seat} is not asked and has choices {ids}")
    first = decision.seats[0]
    require(match.choices.ids == match.choices_of(first).ids, "`choices` are not those of the first asked seat")


def check_prompt(match: Match, prompt: str) -> None:
    """A prompt has a sentence in every language."""
    for language in LANGUAGES:
        try:
            match.game.catalogue.prompt(prompt, language)
        except KeyError:
            raise ContractBroken(f"no sentence in '{language}' for the prompt '{prompt}'") from None


def check_fact(match: Match, fact: Fact) -> None:
    """A fact cites a rule of the catalogue, and its sentence in every language uses only fields that it has."""
    require(fact.rule in match.game.catalogue.rules(), f"fact '{fact.name}' cites '{fact.rule}', which is no rule")
    data = match.game.fact_json(match.state, fact)
    for language in LANGUAGES:
        sentence = _sentence(match.game, data, language)
        lacking = set(fields_of(sentence)) - set(data)
        require(not lacking, f"the sentence of '{fact.name}' in '{language}' needs {allowed(lacking)}")


def _sentence(game: Game[Any], data: dict[str, Any], language: str) -> str:
    for key in (*(f"{data['fact']}+{field}" for field in data), data["fact"]):
        try:
            return game.catalogue.fact(key, language)
        except KeyError:
            continue
    raise ContractBroken(f"no sentence in '{language}' for the fact '{data['fact']}'")


def check_refusal(match: Match, seat: int, number: int) -> None:
    """Contract 9: what is not legal is forbidden by a rule of the catalogue; what is legal by none."""
    game = match.game
    rule = match.why_not(number, seat)
    text = game.table.text(number)
    legal = not match.over and game.canonical(match.state, number) in match.choices_of(seat).ids
    if legal:
        require(rule is None, f"seat {seat}: '{text}' is legal and refused by {rule}")
    else:
        require(rule is not None, f"seat {seat}: '{text}' is not among the choices and nothing forbids it")
        require(rule in game.catalogue.rules(), f"seat {seat}: '{text}' is refused by '{rule}', which is no rule")


def check_illegal_play(match: Match, seat: int, number: int) -> None:
    """An illegal choice is refused with its rule, and changes nothing."""
    rule = match.why_not(number, seat)
    before = snapshot(match)
    try:
        match.play(number, seat)
    except IllegalChoice as refused:
        require(refused.rule == rule, f"refused by {refused.rule}, but why_not says {rule}")
    else:
        raise ContractBroken(f"seat {seat}: '{match.game.table.text(number)}' is not legal and was played")
    require(snapshot(match) == before, "a refused choice has changed the match")


def snapshot(match: Match) -> tuple[Any, ...]:
    """Everything about a match that a person could notice."""
    undo = [match.can_undo(seat) for seat in range(match.seats)]
    choices = [match.choices_of(seat).ids for seat in range(match.seats)]
    return match.digest(), list(match.history), len(match.state.facts), undo, choices, match.decision.prompt


def check_view(match: Match) -> None:
    """A view is plain JSON data, has what every view has (docs/views.md), offers the seat's own choices only, is
    the same when it is made from a spectator's, and asking for it changes nothing."""
    before, public = match.digest(), match.view()
    known = json.dumps(public)
    for seat in (*range(match.seats), None):
        view = match.view(seat)
        envelope = {"game": match.game.name, "seat": seat, "over": match.over}
        require({**view, **envelope} == view, f"the view of seat {seat} does not say which match it is of")
        require(set(view["secret"]) == {"chosen", "own"}, f"the view of seat {seat} does not say who has chosen")
        require(json.loads(json.dumps(view)) == view, f"the view of seat {seat} is not plain JSON data")
        ids = [] if seat is None else match.choices_of(seat).ids
        texts = [match.game.table.text(number) for number in ids]
        require(view["decision"]["choices"] == texts, f"the view of seat {seat} offers other choices than the match")
        shared = json.dumps(match.view(seat, public))
        require(shared == json.dumps(view), f"the view of seat {seat} is not the same when made from a spectator's")
    require(json.dumps(public) == known, "a seat's view has changed the spectator's")
    require(match.digest() == before, "looking at a match has changed it")


def check_observations(match: Match) -> None:
    """Every slot of an observation is in its range, what is public is what the tables of fields say, and the mask has
    the seat's own choices."""
    outlook, layout = match.game.outlook(), layout_of(match)
    offered = set(outlook.dense)
    for seat in range(match.seats):
        found = numbers_of(match, seat)
        slots = zip(layout.names, layout.lows, found, layout.highs, strict=True)
        odd = [f"{name} is {value}" for name, low, value, high in slots if not low <= value <= high]
        require(not odd, f"the observation of seat {seat} is out of range: {odd[:6]}")
        first = layout["seats"].first
        wanted = outlook.public_numbers(match.state, seat)
        written = [*found[:first], *wanted, *found[first + len(wanted) :]]
        odd = differing(layout, found, written)
        require(not odd, f"the observation of seat {seat} is not what the fields say: {odd[:6]}")
        ids = [number for number in match.choices_of(seat).ids if number in offered]
        require(marked_choices(match, seat) == sorted(ids), f"the mask of seat {seat} has other choices")
        require(bool(ids) == (seat in match.decision.seats), f"seat {seat} is asked, and offered nothing")


def check_views_complete(match: Match, rng: random.Random, walks: int = 6, length: int = 4) -> None:
    """Contract 10: whatever is public is in everybody's view. Some choices lead from here to many states; those that a
    spectator can't tell apart differ in nothing that everybody may know."""
    seen: dict[str, tuple[list[str], dict[str, Any]]] = {}
    for _ in range(walks):
        after, path = match.copy(), list[str]()
        while not after.over and len(path) < length:
            seat = rng.choice(after.decision.seats)
            number = rng.choice(after.choices_of(seat).ids)
            path.append(match.game.table.text(number))
            after.play(number, seat)
            ours = public_part(after)
            other, known = seen.setdefault(json.dumps(after.view(), sort_keys=True), (path.copy(), ours))
            odd = [f"{key}: {known.get(key)} or {ours.get(key)}" for key in ours if known.get(key) != ours[key]]
            require(not odd, f"a spectator sees no difference between {other} and {path}, but there is one: {odd}")


def public_part(match: Match) -> dict[str, Any]:
    """All of a state that everybody may know, by its places."""
    found: dict[str, Any] = {"stack": match.game.encode(match.state)["stack"]}
    for place, record, fields in match.game.records(match.state):
        found.update({f"{place}.{name}": value for name, value in fields.public_part(record).items()})
    return found


def check_save(match: Match) -> None:
    """Contract 3: saving and loading is the identity, in the middle of anything."""
    loaded = load_match({match.game.name: match.game}, match.save())
    _same(match, loaded, "after loading")
    require(loaded.save() == match.save(), "a loaded match saves otherwise")
    require(loaded.facts == match.facts, "a loaded match has other facts")
    require(snapshot(loaded) == snapshot(match), "a loaded match can be undone otherwise")


def check_encoding(match: Match, seed: int | None = None) -> None:
    """Contract 3: a state written down and read again is the same, asks the same, and (with a seed) goes on alike."""
    game = match.game
    data = json.loads(json.dumps(game.encode(match.state)))
    state = game.decode(data)
    require(game.encode(state) == data, "encode and decode are not inverse")
    require(game.faults(state) == [], f"the decoded state is impossible: {game.faults(state)}")
    require(settle(game, state) == match.choices.ids, "the decoded state asks otherwise")
    twin = match.copy()
    twin.state = state
    _same(match, twin, "after decoding")
    if seed is not None:
        one, two = game.copy(match.state), game.copy(state)
        same = playout(game, one, seed) == playout(game, two, seed) and game.encode(one) == game.encode(two)
        require(same, "the decoded state goes on otherwise")


def _same(one: Match, two: Match, when: str) -> None:
    require(one.digest() == two.digest(), f"the state differs {when}")
    for seat in (*range(one.seats), None):
        require(one.view(seat) == two.view(seat), f"the view of seat {seat} differs {when}")
    for seat in range(one.seats):
        require(one.choices_of(seat).ids == two.choices_of(seat).ids, f"the choices of seat {seat} differ {when}")


def check_copy(match: Match, rng: random.Random, moves: int = 12) -> None:
    """Contract 2: playing on in a copy, and in copies of it, changes nothing here."""
    before = snapshot(match), match.facts
    copy = match.copy()
    _same(match, copy, "in a copy")
    generations = [(copy, copy.digest())]
    for _ in range(moves):
        if copy.over:
            break
        copy = copy.copy()
        seat = rng.choice(copy.decision.seats)
        copy.play(rng.choice(copy.choices_of(seat).ids), seat)
        generations.append((copy, copy.digest()))
    require((snapshot(match), match.facts) == before, "playing on in a copy has changed the original")
    for number, (earlier, digest) in enumerate(generations):
        require(earlier.digest() == digest, f"playing on in a copy has changed the copy {number} before it")


def check_playout(match: Match, seed: int) -> None:
    """A simulation on a copy ends in a possible state, the same each time, and changes nothing here."""
    before = match.digest()
    one, two = match.copy(), match.copy()
    decisions = one.play_random(seed)
    require(decisions <= LIMIT, f"a playout took {decisions} decisions")
    require(two.play_random(seed) == decisions and one.digest() == two.digest(), "a playout is not deterministic")
    require(one.over, "a playout did not end the match")
    check_state(one)
    require(match.digest() == before, "a playout on a copy has changed the original")


def check_planner(match: Match, seat: int, seed: int) -> None:
    """Contract 7: a planner's copy has other dice, no past, and looks the same to its seat but for who has chosen."""
    before = match.digest()
    plan = match.planner_copy(seat, seed)
    require(match.digest() == before, "making a planner's copy has changed the match")
    require(plan.state.dice == seed, "a planner's copy has the dice of the match")
    require(plan.history == [] and plan.facts == [], "a planner's copy knows the past")
    require(not any(plan.can_undo(other) for other in range(plan.seats)), "a planner's copy can be undone")
    ours, theirs = match.view(seat), plan.view(seat)
    if match.decision.secret:
        # Others who have chosen will choose again; when they must, nothing was hidden.
        for view in (ours, theirs):
            view["secret"].pop("chosen")
            view["decision"].pop("seats")
        hidden = [other for other in range(match.seats) if other not in match.game.confidants(match.state, seat)]
        for other in hidden:
            waits = other in plan.decision.seats
            forced = (other in match.decision.seats) == waits
            require(waits or forced, f"a planner's copy for seat {seat} knows what seat {other} has chosen")
    require(ours == theirs, f"seat {seat} sees another match in its planner's copy")
    chosen = ("asked", "chosen") if match.decision.secret else ()
    odd = differing(layout_of(match), numbers_of(match, seat), numbers_of(plan, seat), chosen)
    require(not odd, f"seat {seat} observes another match in its planner's copy: {odd[:6]}")
    if not plan.over:
        check_decision(plan)


def check_secrets(base: Match, pending: list[tuple[int, int]], rng: random.Random, tries: int = 2) -> None:
    """Contract 6: whatever else a seat had secretly chosen, the others see, may do and are told the same.

    `base` is the match when the secret decision began, `pending` what was chosen since then and is not revealed.
    """
    chosen = sorted({seat for seat, _ in pending})
    for seat in rng.sample(chosen, min(len(chosen), tries)):
        index = max(number for number, (who, _) in enumerate(pending) if who == seat)
        truth = _replay_on(base, pending)
        if truth is None or not truth.decision.secret or truth.state.reveals != base.state.reveals:
            return
        others = [other for other in range(base.seats) if other not in base.game.confidants(base.state, seat)]
        for choice in _alternatives(base, pending, index, rng, tries):
            lie = _replay_on(base, [*pending[:index], (seat, choice), *pending[index + 1 :]])
            if lie is None:
                continue
            for viewer in (*others, None):
                _cannot_tell(truth, lie, viewer, f"what seat {seat} has secretly chosen")
            for viewer in others:
                one, two = truth.planner_copy(viewer, 99), lie.planner_copy(viewer, 99)
                require(one.digest() == two.digest(), f"a planner's copy of seat {viewer} knows what seat {seat} chose")


def _replay_on(base: Match, choices: list[tuple[int, int]]) -> Match | None:
    match = base.copy()
    match.state.listening = True
    for seat, number in choices:
        if number not in match.choices_of(seat).ids:
            return None
        match.play(number, seat)
    return match


def _alternatives(base: Match, pending: list[tuple[int, int]], index: int, rng: random.Random, tries: int) -> list[int]:
    before = _replay_on(base, pending[:index])
    if before is None:
        return []
    seat, chosen = pending[index]
    ids = [number for number in before.choices_of(seat).ids if number != chosen]
    return rng.sample(ids, min(len(ids), tries))


def _cannot_tell(one: Match, two: Match, viewer: int | None, what: str) -> None:
    who = "a spectator" if viewer is None else f"seat {viewer}"
    first, second = one.view(viewer), two.view(viewer)
    odd = [key for key in first if first[key] != second.get(key)]
    require(first == second, f"the view of {who} shows {what}, in {odd}")
    heard = [[match.known_choice(index, viewer) for index in range(len(match.history))] for match in (one, two)]
    require(heard[0] == heard[1], f"the choices that {who} may hear of show {what}")
    require(one.facts_since(0, viewer) == two.facts_since(0, viewer), f"the facts told to {who} show {what}")
    if viewer is not None:
        require(one.choices_of(viewer).ids == two.choices_of(viewer).ids, f"the choices of {who} show {what}")
        require(one.can_undo(viewer) == two.can_undo(viewer), f"whether {who} may undo shows {what}")
        slots = differing(layout_of(one), numbers_of(one, viewer), numbers_of(two, viewer))
        require(not slots, f"the observation of {who} shows {what}, in {slots[:6]}")
        require(marked_choices(one, viewer) == marked_choices(two, viewer), f"the mask of {who} shows {what}")


def check_replay(match: Match) -> None:
    """Contract 1: the same set-up, seed and choices give the same match and the same facts."""
    history = [(seat, match.game.table.text(number)) for seat, number in match.history]
    again = replayed(match.game, match.setup, match.seed, history)
    require(again.digest() == match.digest(), "the replayed match ends otherwise")
    require(again.facts == match.facts, "the replayed match has other facts")
    silent = Match(match.game, match.setup, match.seed, listening=False)
    for seat, number in match.history:
        silent.play(number, seat)
    require(silent.digest() == match.digest(), "a match without facts goes otherwise")
    require(silent.facts == [], "facts are collected although nobody listens")


def check_end(match: Match) -> None:
    """After the end nobody is asked, nothing is played, and the result was the last thing told."""
    outcome = match.outcome
    require(match.over and outcome is not None, "the match is not over")
    require(match.facts[-1]["fact"] == "match-over", f"told after the end: {match.facts[-1]}")
    require(sum(fact["fact"] == "match-over" for fact in match.facts) == 1, "the end was told more than once")
    check_decision(match)
    for seat in range(match.seats):
        check_refusal(match, seat, 0)
    require(match.why_not(0, 0) == "theomachy/over", "a choice after the end is refused by another rule")

"""Hidden is hidden (contract 6) and a planner can't see the future (contract 7), in Anunnaki, which hides much: whole
matches, on the compiled engine alone. `tests/unit/test_anunnaki_secrets.py` has secrets one by one.

The main instrument is a *twin*: a copy of a match in which everything that a seat can't know is otherwise, written
here without the engine's own re-dealing. A seat must not be able to tell the twins apart, neither where they part nor
some choices later, as long as nothing was revealed; and their planner's copies must be the same to the last bit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

import theomachy
from tests.examples import part
from tests.unit.test_anunnaki_secrets import OWN_FACTS
from theomachy.games.anunnaki.armoury import playable
from theomachy.games.anunnaki.components import (
    ADVANCED,
    ARTIFACTS,
    BASIC,
    BOXED,
    CIVILIZATIONS,
    FATE,
    GODS,
    HOUSE_WEAPONS,
    MARKERS,
    NO_MARKER,
    PILED,
    POINTS,
    REMOVED,
    TERRITORIES,
    TRACKS,
    WEAPONS,
)
from theomachy.games.anunnaki.fight import CHOSEN
from theomachy.games.anunnaki.steps import BATTLE_WEAPON, DISCARD_GOD
from theomachy.games.anunnaki.study.setups import draw_setup
from theomachy.kernel.game import settle
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match

GAME: Final = theomachy.game("anunnaki")
#: decisions in which another seat may choose otherwise without anybody noticing
UNSEEN_CHOICES: Final = ("discard-god", "battle-weapon", "loki-second", "take-weapon", "lose-weapon", "fate-track")
#: so many choices back it is asked what a viewer has heard of them: what is chosen secretly is revealed long before
HEARD: Final = 60
#: public facts that name a weapon: it lies or lay open then
OPEN_WEAPON_FACTS: Final = {
    "weapon-played",
    "weapon-chosen",
    "weapon-back",
    "weapon-beside",
    "weapon-cancelled",
    "weapon-effect",
}


def masked(mask: int) -> list[int]:
    return [number for number in range(mask.bit_length()) if mask >> number & 1]


def mask_of(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


# --- twins ------------------------------------------------------------------------------------------------------------


def twin_of(match: Match, viewer: int, rng: random.Random) -> Match:
    """The match with everything otherwise that the viewer (-1: a spectator) can't know."""
    other = match.copy()
    s = other.state
    for seat in s.every_seat():
        if seat != viewer:
            swap_gods(s, seat, rng)
            swap_hand(s, seat, rng)
    swap_civilizations(s, rng)
    swap_markers(s, rng)
    rng.shuffle(s.deck)
    if viewer < 0 or not s.artifact_seen >> viewer & 1:
        swap_artifacts(s, rng)
    if s.fate >= 0 and s.artifact_at[FATE] >= 0 and s.artifact_at[FATE] != viewer:
        s.fate = rng.randrange(len(TRACKS))
    s.dice = rng.randrange(1 << 60)
    other._options = settle(GAME, s)
    assert GAME.faults(s) == [], "the twin of this test is impossible"
    return other


def swap_gods(s: Any, seat: int, rng: random.Random) -> None:
    if s.stack[-1].kind != DISCARD_GOD:
        return
    first = s.house[seat] * 8
    dealt = rng.sample(range(first + 1, first + 8), 5)
    s.dealt[seat] = mask_of(dealt)
    if s.secret[seat] >= 0:
        s.secret[seat] = rng.choice(dealt)


def swap_hand(s: Any, seat: Seat, rng: random.Random) -> None:
    """Other advanced weapons, as many. What follows from what everybody sees stays: an attacker who is asked has a
    weapon to play."""
    own = HOUSE_WEAPONS[s.house[seat]]
    hidden = s.hand[seat] & ADVANCED & ~s.shown[seat]
    pool = masked(own & ~s.shown[seat] & ~s.away[seat])
    can_play = playable(s, seat, ADVANCED) != 0
    before = s.hand[seat]
    for _ in range(20):
        hand = BASIC | s.shown[seat] | mask_of(rng.sample(pool, hidden.bit_count()))
        s.hand[seat] = hand
        if (playable(s, seat, ADVANCED) != 0) == can_play:
            break
    else:
        s.hand[seat] = before
    s.beside[seat] = own & ~s.hand[seat]
    if s.secret[seat] >= 0 and s.stack[-1].kind == BATTLE_WEAPON:
        swap_chosen_weapons(s, seat, rng)


def swap_chosen_weapons(s: Any, seat: Seat, rng: random.Random) -> None:
    kinds = ADVANCED if s.battle.seats[0] == seat else ADVANCED | BASIC
    cards = masked(playable(s, seat, kinds))
    complete = s.secret[seat] & CHOSEN
    # Whether Loki has chosen one or two is not to be seen either.
    loki = s.summoned[seat] >> GODS.index("loki") & 1 and complete and len(cards) > 1
    s.secret[seat] = mask_of(rng.sample(cards, rng.choice((1, 2)) if loki else 1)) | complete


def swap_civilizations(s: Any, rng: random.Random) -> None:
    known = {s.civ_tile[place] for place in masked(s.civs & s.civ_up)}
    known |= {tile for tile in range(CIVILIZATIONS) if s.conquered[tile] >= 0}
    pool = [tile for tile in range(CIVILIZATIONS) if tile not in known]
    rng.shuffle(pool)
    for place in masked(s.civs & ~s.civ_up):
        s.civ_tile[place] = pool.pop()
        if s.battle is not None and s.battle.tile >= 0 and s.battle.place == place:
            s.battle.tile = s.civ_tile[place]


def swap_markers(s: Any, rng: random.Random) -> None:
    lying = [point for point in range(POINTS) if s.marker[point] != NO_MARKER]
    up = {s.marker[point] for point in lying if s.marker_up >> point & 1}
    pool = [marker for marker in range(MARKERS) if marker not in up and not s.markers_gone >> marker & 1]
    rng.shuffle(pool)
    for point in lying:
        if not s.marker_up >> point & 1:
            s.marker[point] = pool.pop()


def swap_artifacts(s: Any, rng: random.Random) -> None:
    unknown = [number for number in range(len(ARTIFACTS)) if s.artifact_at[number] in (BOXED, PILED, REMOVED)]
    places = [s.artifact_at[number] for number in unknown]
    rng.shuffle(places)
    for number, place in zip(unknown, places, strict=True):
        s.artifact_at[number] = place


# --- moments ----------------------------------------------------------------------------------------------------------


def step_on(match: Match, rng: random.Random) -> None:
    seat = rng.choice(match.decision.seats)
    match.play(rng.choice(match.choices_of(seat).ids), seat)


def moments(seeds: Sequence[int], every: int, secret: bool = False) -> Iterator[tuple[Match, random.Random]]:
    """Matches at random moments, half of them from late and rich positions. `secret`: in secret decisions only."""
    for seed in seeds:
        rng = random.Random(seed)
        match = theomachy.Match(GAME, draw_setup(rng, 2 + seed % 3), seed, listening=False)
        while not match.over:
            if match.decision.secret if secret else rng.randrange(every) == 0:
                yield match, rng
            step_on(match, rng)


def hides(match: Match, viewer: int | None) -> tuple[Any, ...]:
    """Everything that a viewer may look at."""
    view = match.view(viewer)
    made = len(match.history)
    heard = [match.known_choice(index, viewer) for index in range(max(0, made - HEARD), made)]
    if viewer is None:
        return view, match.decision.seats, match.decision.prompt, heard
    undo = match.can_undo(viewer)
    return view, match.choices_of(viewer).ids, undo, match.decision.seats, match.decision.prompt, heard


def require_same(one: Match, two: Match, viewer: int, where: str) -> None:
    for who in (None, viewer) if viewer >= 0 else (None,):
        first, second = hides(one, who), hides(two, who)
        assert first[0] == second[0], f"{where}: viewer {who}: {differences(first[0], second[0])}"
        assert first == second, f"{where}: viewer {who}"


def differences(one: Any, two: Any, path: str = "") -> list[str]:
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        return [line for key in one for line in differences(one[key], two[key], f"{path}.{key}")]
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return [
            line for n, pair in enumerate(zip(one, two, strict=True)) for line in differences(*pair, f"{path}[{n}]")
        ]
    return [] if one == two else [f"{path}: {one} / {two}"]


# --- 6. hidden is hidden ----------------------------------------------------------------------------------------------


def test_the_twins_of_this_test_do_differ() -> None:
    """The instrument: over some matches every kind of hidden thing is otherwise in a twin, now and then."""
    seen: Counter[str] = Counter()
    for match, rng in chain(moments(range(12), 12), moments(range(12), 1, secret=True)):
        ours, theirs = GAME.encode(match.state), GAME.encode(twin_of(match, -1, rng).state)
        seen.update(name for name in ours if ours[name] != theirs[name])
    assert {"hand", "beside", "dealt", "secret", "civ_tile", "marker", "deck", "artifact_at", "fate", "dice"} <= set(
        seen
    )
    assert "stack" not in seen


def test_a_seat_cannot_tell_twins_apart() -> None:
    """Views, choices, prompts, the right to undo, and the reasons why something is not allowed."""
    for match, rng in moments(part(range(100, 116), 2), 30):
        for viewer in (-1, *range(match.seats)):
            twin = twin_of(match, viewer, rng)
            require_same(match, twin, viewer, f"seed {match.seed}, choice {len(match.history)}")
            if viewer >= 0:
                for number in rng.sample(range(len(GAME.table)), 15):
                    assert match.why_not(number, viewer) == twin.why_not(number, viewer), GAME.table.text(number)


def test_a_seat_cannot_tell_twins_apart_in_a_secret_decision() -> None:
    asked: Counter[str] = Counter()
    for match, rng in moments(part(range(200, 240), 2), 1, secret=True):
        asked[match.decision.prompt] += 1
        for viewer in (-1, *range(match.seats)):
            twin = twin_of(match, viewer, rng)
            require_same(match, twin, viewer, f"seed {match.seed}, choice {len(match.history)}")
    assert {"discard-god", "battle-weapon", "loki-second"} <= set(asked)


def in_step(one: Match, two: Match, viewer: int, rng: random.Random) -> tuple[int, int, int] | None:
    """A seat and a choice of its in each twin that looks the same to the viewer; None if there is none."""
    seat = rng.choice(one.decision.seats)
    ours, theirs = one.choices_of(seat).ids, two.choices_of(seat).ids
    choice = rng.choice(ours)
    if seat != viewer and one.decision.prompt in UNSEEN_CHOICES:
        verb = GAME.table.verb(choice)
        if one.decision.prompt != "loki-second":
            theirs = [number for number in theirs if GAME.table.verb(number) == verb]
        return (seat, choice, rng.choice(theirs)) if theirs else None
    return (seat, choice, choice) if choice in theirs else None


def test_playing_on_shows_nothing_until_it_is_revealed() -> None:
    """Twins played on alike, the unseen choices of others not even alike: the same facts, views and undo rights, up to
    the first reveal, which must come in both and then ends everybody's right to undo.

    One thing may be learnt otherwise: that an attacker has nothing to play with (anunnaki/battle/auto-loss).
    """
    compared: Counter[str] = Counter()
    for match, rng in moments(part(range(300, 324), 2), 40):
        viewer = rng.randrange(-1, match.seats)
        one, two = match.copy(), twin_of(match, viewer, rng)
        for copy in (one, two):
            copy.state.listening = True
        for _ in range(12):
            picked = None if one.over else in_step(one, two, viewer, rng)
            if picked is None:
                break
            seat, ours, theirs = picked
            prompt, reveals = one.decision.prompt, one.state.reveals
            assert two.state.reveals == reveals
            told = one.told
            assert two.told == told
            one.play(ours, seat)
            two.play(theirs, seat)
            losses = [
                sum(fact["rule"] == "anunnaki/battle/auto-loss" for fact in copy.facts_since(told))
                for copy in (one, two)
            ]
            if losses[0] != losses[1]:
                lost = one if losses[0] > losses[1] else two
                assert lost.state.reveals > reveals
                assert not any(lost.can_undo(who) for who in range(lost.seats))
                break
            where = f"seed {match.seed}, choice {len(one.history)}, viewer {viewer}, after {GAME.table.text(ours)}"
            if reveals != one.state.reveals or reveals != two.state.reveals:
                assert reveals < one.state.reveals, where
                assert reveals < two.state.reveals, where
                assert not any(copy.can_undo(who) for copy in (one, two) for who in range(copy.seats)), where
                break
            for who in (None, viewer) if viewer >= 0 else (None,):
                assert one.facts_since(told, who) == two.facts_since(told, who), where
            require_same(one, two, viewer, where)
            compared[prompt] += 1
    assert sum(compared.values()) > 250
    assert len(compared) > 20


def test_facts_for_others_never_name_a_secret() -> None:
    """Whole matches: what is told to one seat alone, and which public facts name weapons, artifacts and gods."""
    own: Counter[str] = Counter()
    for seed in range(24):
        rng = random.Random(seed)
        match = theomachy.Match(GAME, draw_setup(rng, 2 + seed % 3), seed)
        told = 0
        while not match.over:
            step_on(match, rng)
            for fact in match.state.facts[told:]:
                data = GAME.fact_json(match.state, fact)
                if fact.name in OWN_FACTS:
                    own[fact.name] += 1
                    assert [who for who in range(-1, match.seats) if fact.visible_to(who)] == [fact.who], data
                else:
                    assert all(fact.visible_to(who) for who in range(-1, match.seats)), data
                    require_open(match, data)
            told = match.told
        check_fate_facts(match)
    assert {"god-dealt", "god-discarded", "weapon-drawn"} <= set(own)


def require_open(match: Match, fact: dict[str, Any]) -> None:
    """A public fact that names something has named something open."""
    thing, name = fact.get("thing"), fact["fact"]
    if thing in WEAPONS:
        assert name in OPEN_WEAPON_FACTS, fact
    if thing in ARTIFACTS and name not in ("scored", "extra"):
        holder = match.state.artifact_at[ARTIFACTS.index(thing)]
        assert holder >= 0 or match.view()["artifacts"]["discarded"], fact
    if name == "god-kept":
        assert thing in GODS
        assert match.decision.prompt != "discard-god", fact


def check_fate_facts(match: Match) -> None:
    """The track of the tablet is told in the scoring, and not before."""
    names = [fact["fact"] for fact in match.facts]
    assert "fate-known" not in names
    if "fate-shown" in names:
        assert "scored" in names[: names.index("fate-shown")]


# --- 7. a planner can't see the future --------------------------------------------------------------------------------


def without_chosen(match: Match, seat: int) -> dict[str, Any]:
    """A view, in a secret decision but for who has chosen: in a planner's copy the others choose again."""
    view = match.view(seat)
    if match.decision.secret:
        del view["secret"]["chosen"], view["decision"]["seats"]
    return view


def check_plans(match: Match, rng: random.Random) -> None:
    where = f"seed {match.seed}, choice {len(match.history)}"
    for seat in range(match.seats):
        seed = 1 + rng.randrange(1 << 60)
        plan = match.planner_copy(seat, seed)
        assert GAME.faults(plan.state) == [], where
        assert without_chosen(plan, seat) == without_chosen(match, seat), where
        assert plan.choices_of(seat).ids == match.choices_of(seat).ids, where
        battle = plan.state.battle
        if battle is not None and battle.tile >= 0 and plan.state.civs >> battle.place & 1:
            assert battle.tile == plan.state.civ_tile[battle.place], where
        twin = twin_of(match, seat, rng)
        other = GAME.encode(twin.planner_copy(seat, seed).state)
        ours = GAME.encode(plan.state)
        wrong = [name for name in ours if ours[name] != other[name]]
        assert not wrong, f"{where}: the planner's copy of seat {seat} knows something hidden, in {wrong}"
        if rng.randrange(12) == 0:
            plan.play_random(seed)
            assert plan.over, where
            assert GAME.faults(plan.state) == [], where


def test_a_planners_copy_is_the_same_for_twins_and_can_be_played_to_the_end() -> None:
    for match, rng in moments(part(range(400, 415), 2), 30):
        check_plans(match, rng)


def test_a_planners_copy_in_a_secret_decision() -> None:
    for match, rng in moments(part(range(500, 520), 2), 1, secret=True):
        check_plans(match, rng)


def test_planners_copies_of_different_seeds_differ_in_every_hidden_thing() -> None:
    varied: Counter[str] = Counter()
    for match, rng in chain(moments(range(600, 606), 15), moments(range(600, 612), 1, secret=True)):
        seat = rng.randrange(match.seats)
        plans = [GAME.encode(match.planner_copy(seat, seed).state) for seed in range(1, 5)]
        varied.update(name for name in plans[0] if any(plan[name] != plans[0][name] for plan in plans))
    assert {"hand", "beside", "dealt", "civ_tile", "marker", "deck", "artifact_at", "fate", "dice"} <= set(varied)


def test_what_a_seat_knows_is_not_dealt_anew() -> None:
    """Its own hand, tablet and secret choice; weapons everybody has seen; artifacts it has looked at."""
    for match, rng in moments(range(700, 710), 12):
        s = match.state
        for seat in range(match.seats):
            p = match.planner_copy(seat, 1 + rng.randrange(1 << 40)).state
            assert (p.hand[seat], p.beside[seat], p.secret[seat]) == (s.hand[seat], s.beside[seat], s.secret[seat])
            if s.artifact_seen >> seat & 1:
                assert list(p.artifact_at) == list(s.artifact_at)
            if s.artifact_at[FATE] == seat:
                assert p.fate == s.fate
            for other in range(match.seats):
                assert p.hand[other] & s.shown[other] == s.shown[other]
                assert p.hand[other] & s.away[other] == 0
                assert p.hand[other].bit_count() == s.hand[other].bit_count()
            for place in range(TERRITORIES):
                if s.civ_up >> place & 1:
                    assert p.civ_tile[place] == s.civ_tile[place]

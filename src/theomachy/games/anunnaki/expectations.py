"""How the expectations of a case (docs/notation-anunnaki.md) are compared with an Anunnaki match."""

from __future__ import annotations

from typing import Any

from theomachy.games.anunnaki.armoury import in_hand
from theomachy.games.anunnaki.components import (
    ACTIONS,
    ADVANCED,
    ALL_TRACKS,
    ARTIFACTS,
    CONTRACT_NAMES,
    EXTRAS,
    FULFILLED,
    GOALS,
    GODS,
    LINE_NAMES,
    NO_MARKER,
    PANDORA_TOKENS,
    PIECES,
    PILED,
    RESOURCES,
    TERRITORY_NAMES,
    TRACKS,
    WEAPONS,
)
from theomachy.games.anunnaki.control import controlled, controller, goal_value
from theomachy.games.anunnaki.positions import find_line, find_point, find_territory, read_piece
from theomachy.games.anunnaki.star import cubes_left, figure_action
from theomachy.games.anunnaki.state import AnunnakiState, conquests, places, settlements_in_play
from theomachy.games.anunnaki.view import lesser_cards, mask_names, phase_of, pieces_of
from theomachy.kernel.cases import find_seat, part_differences
from theomachy.kernel.errors import BadCase, allowed
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match


class _Comparison:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.s: AnunnakiState = match.state
        self.failures: list[str] = []

    def same(self, key: str, found: object, wanted: object) -> None:
        if found != wanted:
            self.failures.append(f"{key}: expected {wanted}, found {found}")

    def seat(self, name: str, key: str) -> Seat:
        return find_seat(self.match, name, key)

    def each(self, key: str, wanted: object) -> list[tuple[str, Seat, Any]]:
        if not isinstance(wanted, dict):
            raise BadCase(f"expect, {key}: must be a table by house")
        return [(name, self.seat(name, key), value) for name, value in wanted.items()]

    def number(self, table: dict[str, int], key: str, names: tuple[str, ...], place: str) -> list[tuple[int, int]]:
        for name in table:
            if name not in names:
                raise BadCase(f"expect, {place}: no '{name}'; allowed: {allowed(names)}")
        return [(names.index(name), value) for name, value in table.items()]

    def names(self, key: str, name: str, found: list[str], wanted: object) -> None:
        if not isinstance(wanted, list):
            raise BadCase(f"expect, {key}: must be a list")
        self.same(f"{key} of {name}", sorted(found), sorted(map(str, wanted)))

    # One method per key of `expect`.

    def expect_resources(self, wanted: Any) -> None:
        for name, seat, table in self.each("resources", wanted):
            for kind, amount in self.number(table, name, RESOURCES, "resources"):
                self.same(f"{RESOURCES[kind]} of {name}", self.s.goods[4 * seat + kind], amount)

    def expect_mana(self, wanted: Any) -> None:
        for name, seat, amount in self.each("mana", wanted):
            self.same(f"mana of {name}", self.s.mana[seat], amount)

    def expect_vp(self, wanted: Any) -> None:
        for name, seat, amount in self.each("vp", wanted):
            self.same(f"vp of {name}", self.s.vp[seat], amount)

    def expect_tracks(self, wanted: Any) -> None:
        for name, seat, table in self.each("tracks", wanted):
            for track, position in self.number(table, name, ALL_TRACKS, "tracks"):
                found = self.s.track[3 * seat + track] if track < 3 else self.s.tables.supremacy[self.s.supremacy[seat]]
                self.same(f"{ALL_TRACKS[track]} of {name}", found, position)

    def expect_two_vp(self, wanted: Any) -> None:
        found = [self.s.tables.supremacy[self.s.tables.two_vp[number]] for number in places(self.s.two_vp)]
        self.same("two_vp", sorted(found), sorted(wanted))

    def expect_goals(self, wanted: Any) -> None:
        self.same("goals", [GOALS[goal] for goal in self.s.goals], wanted)

    def expect_tiles(self, wanted: Any) -> None:
        self.same("tiles", [ACTIONS[action] for action in self.s.arrangement], wanted)

    def expect_pile(self, wanted: Any) -> None:
        found = [ARTIFACTS[number] for number in range(len(ARTIFACTS)) if self.s.artifact_at[number] == PILED]
        self.same("pile", sorted(found), sorted(wanted))

    def expect_pandora(self, wanted: Any) -> None:
        self.same("pandora", sorted(mask_names(self.s.pandora, PANDORA_TOKENS)), sorted(wanted))

    def expect_offer(self, wanted: Any) -> None:
        self.same("offer", sorted(CONTRACT_NAMES[number] for number in self.s.offer), sorted(wanted))

    def expect_fate(self, wanted: Any) -> None:
        self.same("fate", TRACKS[self.s.fate] if self.s.fate >= 0 else None, wanted)

    def expect_pieces(self, wanted: Any) -> None:
        for name, seat, texts in self.each("pieces", wanted):
            there: dict[int, dict[str, int]] = {}
            for text in texts:
                count, piece, territory = read_piece(text, self.s.house[seat], "expect, pieces")
                found = there.setdefault(territory, {})
                found[PIECES[piece]] = found.get(PIECES[piece], 0) + count
            for territory, pieces in there.items():
                self.same(f"{name} in {TERRITORY_NAMES[territory]}", pieces_of(self.s, seat, territory), pieces)

    def expect_empty(self, wanted: Any) -> None:
        if isinstance(wanted, dict):
            for name, seat, texts in self.each("empty", wanted):
                for text in texts:
                    territory = find_territory(text, self.s.house[seat], "expect, empty")
                    self.same(f"{name} in {text}", pieces_of(self.s, seat, territory), {})
            return
        for text in wanted:
            territory = find_territory(text, -1, "expect, empty")
            for seat in self.s.every_seat():
                self.same(f"{self.match.seat_name(seat)} in {text}", pieces_of(self.s, seat, territory), {})

    def expect_pool(self, wanted: Any) -> None:
        for name, seat, amount in self.each("pool", wanted):
            self.same(f"pool of {name}", self.s.pool[seat], amount)

    def expect_settlements(self, wanted: Any) -> None:
        for name, seat, amount in self.each("settlements", wanted):
            self.same(f"settlements of {name}", settlements_in_play(self.s, seat), amount)

    def expect_controls(self, wanted: Any) -> None:
        for name, seat, texts in self.each("controls", wanted):
            territories = [find_territory(text, self.s.house[seat], "expect, controls") for text in texts]
            found = mask_names(controlled(self.s, seat), TERRITORY_NAMES)
            self.names("controls", name, found, [TERRITORY_NAMES[territory] for territory in territories])

    def expect_control(self, wanted: Any) -> None:
        for text, name in wanted.items():
            seat = controller(self.s, find_territory(text, -1, "expect, control"))
            self.same(f"control of {text}", self.match.seat_name(seat) if seat >= 0 else "none", str(name))

    def expect_gods(self, wanted: Any) -> None:
        for name, seat, gods in self.each("gods", wanted):
            self.names("gods", name, [GODS[god] for god in lesser_cards(self.s, seat)], gods)

    def expect_summoned(self, wanted: Any) -> None:
        for name, seat, gods in self.each("summoned", wanted):
            self.names("summoned", name, mask_names(self.s.summoned[seat], GODS), gods)

    def expect_tokens(self, wanted: Any) -> None:
        for name, seat, table in self.each("tokens", wanted):
            found = {"lesser": self.s.ready_lesser[seat], "great": self.s.ready_great[seat]}
            for key, amount in table.items():
                self.same(f"{key} tokens of {name}", found.get(key), amount)

    def expect_cubes(self, wanted: Any) -> None:
        for name, seat, lines in self.each("cubes", wanted):
            named = [LINE_NAMES[find_line(line, "expect, cubes")] for line in lines]
            self.names("cubes", name, mask_names(self.s.cubes[seat], LINE_NAMES), named)

    def expect_cubes_left(self, wanted: Any) -> None:
        for name, seat, amount in self.each("cubes_left", wanted):
            self.same(f"cubes left of {name}", cubes_left(self.s, seat), amount)

    def expect_developed(self, wanted: Any) -> None:
        for name, seat, tiles in self.each("developed", wanted):
            self.names("developed", name, mask_names(self.s.developed[seat], ACTIONS), tiles)

    def expect_figure(self, wanted: Any) -> None:
        for name, seat, tile in self.each("figure", wanted):
            action = figure_action(self.s, seat)
            self.same(f"figure of {name}", ACTIONS[action] if action >= 0 else None, tile)

    def expect_contracts(self, wanted: Any) -> None:
        self._contracts("contracts", wanted, 0)

    def expect_fulfilled(self, wanted: Any) -> None:
        self._contracts("fulfilled", wanted, FULFILLED)

    def _contracts(self, key: str, wanted: Any, shift: int) -> None:
        for name, seat, contracts in self.each(key, wanted):
            where = self.s.contract_at
            found = [CONTRACT_NAMES[number] for number in range(len(where)) if where[number] == seat + shift]
            self.names(key, name, found, contracts)

    def expect_artifacts(self, wanted: Any) -> None:
        for name, seat, artifacts in self.each("artifacts", wanted):
            found = [ARTIFACTS[number] for number in range(len(ARTIFACTS)) if self.s.artifact_at[number] == seat]
            self.names("artifacts", name, found, artifacts)

    def expect_conquered(self, wanted: Any) -> None:
        for name, seat, amount in self.each("conquered", wanted):
            self.same(f"conquered by {name}", conquests(self.s, seat), amount)

    def expect_extra_done(self, wanted: Any) -> None:
        self.same("extra_done", sorted(mask_names(self.s.extras, EXTRAS)), sorted(wanted))

    def expect_hand(self, wanted: Any) -> None:
        for name, seat, weapons in self.each("hand", wanted):
            self.names("hand", name, mask_names(in_hand(self.s, seat) & ADVANCED, WEAPONS), weapons)

    def expect_deck(self, wanted: Any) -> None:
        self.same("deck", len(self.s.deck), wanted)

    def expect_civilizations(self, wanted: Any) -> None:
        for text, value in wanted.items():
            territory = find_territory(text, -1, "expect, civilizations")
            found = "none"
            if self.s.civ_tile[territory] >= 0:
                found = f"{self.s.civ_tile[territory] + 1}{' up' if self.s.civ_up >> territory & 1 else ''}"
            self.same(f"civilization in {text}", found, str(value))

    def expect_markers(self, wanted: Any) -> None:
        for text, value in wanted.items():
            point = find_point(text, "expect, markers")
            found = "none"
            if self.s.marker[point] != NO_MARKER:
                found = f"{self.s.marker[point] + 1}{' up' if self.s.marker_up >> point & 1 else ''}"
            self.same(f"marker on {text}", found, str(value))

    def expect_exhausted(self, wanted: Any) -> None:
        for text, value in wanted.items():
            territory = find_territory(text, -1, "expect, exhausted")
            if isinstance(value, list):
                kinds = [
                    RESOURCES[self.s.tables.types[2 * territory + slot]]
                    for slot in range(2)
                    if self.s.used[2 * territory + slot]
                ]
                self.same(f"exhausted in {text}", sorted(kinds), sorted(value))
            else:
                found = self.s.used[2 * territory] + self.s.used[2 * territory + 1]
                self.same(f"exhausted in {text}", found, value)

    def expect_goal(self, wanted: Any) -> None:
        for name, seat, table in self.each("goal", wanted):
            for goal, value in self.number(table, name, GOALS, "goal"):
                self.same(f"goal {GOALS[goal]} of {name}", goal_value(self.s, seat, goal), value)

    def expect_ending(self, wanted: Any) -> None:
        self.same("ending", bool(self.s.ending), wanted)

    def expect_asks(self, wanted: Any) -> None:
        names = [self.match.seat_name(seat) for seat in self.match.decision.seats]
        self.same("asks", sorted(names), sorted([wanted] if isinstance(wanted, str) else wanted))

    def expect_prompt(self, wanted: Any) -> None:
        self.same("prompt", self.match.decision.prompt, wanted)

    def expect_turn(self, wanted: Any) -> None:
        self.same("turn", self.match.seat_name(self.s.turn_seat), wanted)

    def expect_phase(self, wanted: Any) -> None:
        self.same("phase", phase_of(self.s), wanted)

    def expect_outcome(self, wanted: Any) -> None:
        outcome = self.match.outcome
        if outcome is None:
            self.failures.append("outcome: the match goes on")
            return
        if "winners" in wanted:
            names = [self.match.seat_name(seat) for seat in outcome.winners]
            self.same("winners", sorted(names), sorted(wanted["winners"]))
        if "how" in wanted:
            self.same("how", outcome.how, wanted["how"])

    def expect_scoreboard(self, wanted: Any) -> None:
        self.failures += part_differences(self.match.view()["scoreboard"], wanted, "scoreboard")

    def expect_facts(self, wanted: Any) -> None:
        told = iter(self.match.facts)
        for number, fact in enumerate(wanted, 1):
            if not any(all(_plain(item.get(key)) == _plain(value) for key, value in fact.items()) for item in told):
                self.failures.append(f"fact {number}: {fact} was not told (after the ones before it)")
                return


def _plain(value: object) -> object:
    """Numbers of tiles and markers are names: `thing: 9` and `thing: "9"` are the same."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


_PREFIX = "expect_"
KEYS = tuple(name[len(_PREFIX) :] for name in vars(_Comparison) if name.startswith(_PREFIX))


def compare_expectations(match: Match, expect: dict[str, Any]) -> list[str]:
    """What differs; empty when everything expected is so."""
    comparison = _Comparison(match)
    asked = expect.get("asks")
    seat = match.decision.seats[0] if match.decision.seats else -1
    if asked:
        seat = find_seat(match, asked if isinstance(asked, str) else asked[0], "asks")
    legal = {str(choice) for choice in match.choices_of(seat)} if seat >= 0 else set()
    for key, wanted in expect.items():
        if key == "choices":
            comparison.same("choices", sorted(legal), sorted(_canonical(match, text) for text in wanted))
        elif key in ("legal", "illegal"):
            for text in wanted:
                if (_canonical(match, text) in legal) != (key == "legal"):
                    comparison.failures.append(f"'{text}' should be {key}; legal are {allowed(legal)}")
        elif key in KEYS:
            getattr(comparison, _PREFIX + key)(wanted)
        else:
            raise BadCase(f"expect: unknown key '{key}'; allowed: {allowed([*KEYS, 'choices', 'legal', 'illegal'])}")
    return comparison.failures


def _canonical(match: Match, text: object) -> str:
    if isinstance(text, bool):
        text = "yes" if text else "no"
    return match.game.table.text(match.game.table.find(text))

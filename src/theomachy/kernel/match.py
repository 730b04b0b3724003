"""A match: one play of a game. This is the public face of the engine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any, Final

from theomachy.kernel.arrays import marks
from theomachy.kernel.bounded_parsing import SAVE, BadInput, load_json
from theomachy.kernel.choice import Choices
from theomachy.kernel.errors import BadSave, BadSetup, IllegalChoice, NoUndo, TheomachyError
from theomachy.kernel.fact import Fact
from theomachy.kernel.game import DRAWN, Game, Outcome, playout, settle
from theomachy.kernel.ids import NO_SEAT, Seat
from theomachy.kernel.outlook import observation
from theomachy.kernel.positions import begun, checked_setup

#: seeds are below this
SEEDS: Final = 1 << 62
#: version of the save file's form
FORMAT: Final = 1
#: when others may hear of a choice: never, at once; any other number: once so many things have been revealed
NEVER: Final = -2
AT_ONCE: Final = -1


@lru_cache(maxsize=256)
def _seats_of(waiting: int) -> tuple[Seat, ...]:
    """The seats of a mask, in order."""
    return tuple(Seat(seat) for seat in range(waiting.bit_length()) if waiting >> seat & 1)


class Decision:
    """Who must decide now (one seat, or several secretly at once), and what about."""

    __slots__ = ("prompt", "seats", "secret")

    def __init__(self, seats: tuple[Seat, ...], prompt: str, secret: bool) -> None:
        self.seats = seats
        #: key of the prompt; `Catalogue.prompt` has the sentence
        self.prompt = prompt
        self.secret = secret

    def __repr__(self) -> str:
        return f"Decision(seats={self.seats}, prompt={self.prompt!r})"


class Match:
    """Setup, state, stack and history of one play. Made by `theomachy.new` and `theomachy.load`."""

    def __init__(
        self,
        game: Game[Any],
        setup: dict[str, Any],
        seed: int = 0,
        listening: bool = True,
        original: Match | None = None,
    ) -> None:
        """A fresh match; with `original`, an independent copy of that one (see `copy`)."""
        #: what is decided now, if somebody has asked since the last choice
        self._decision: Decision | None = None
        self.game = game
        self.seed = seed
        if original is not None:
            #: what the match is played with: nothing in it is left to be drawn
            self.setup: dict[str, Any] = original.setup
            #: what was asked for when the match was made, or opened
            self.wished: dict[str, Any] = original.wished
            #: (seat, choice id) of every choice made, forced ones left out
            self.history: list[tuple[Seat, int]] = original.history.copy()
            #: for each of them when others may hear of it
            self._heard_at: list[int] = original._heard_at.copy()
            self.state: Any = game.copy(original.state)
            #: forced choices made since the last choice, for whoever wants to show them
            self.forced: list[tuple[Seat, int]] = original.forced
            self._options: list[int] = original._options
            #: undo goes back to this choice and no further
            self._barrier: int = original._barrier
            #: the first choice of the secret decision that is going on; -1 while nobody has chosen in one
            self._secret: int = original._secret
            #: whether setup and history tell how the match came to be what it is
            self._has_past: bool = original._has_past
            #: the choice from which on facts can have been collected: a copy has none of before, -1: from the set-up on
            self._heard_from: int = len(original.history)
            return
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
            raise BadSetup(f"seed: {str(seed)[:40]!r}; must be a whole number from 0 to {SEEDS - 1}")
        # What the caller does with its table later does not change the match.
        self.wished = deepcopy(checked_setup(game, setup))
        self.setup = game.drawn(self.wished, seed)
        self.history = []
        self._heard_at = []
        self.state = begun(game, self.setup, seed, listening)
        self.forced = []
        self._options = settle(game, self.state, self.forced)
        self._barrier = 0
        self._secret = -1
        self._has_past = True
        self._heard_from = -1

    # --- what is asked ------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.state.seats)

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the match is over."""
        return self.game.outcome(self.state) if self.state.over else None

    @property
    def decision(self) -> Decision:
        """The decision the match waits for; of no seat when it is over."""
        known = self._decision
        if known is None:
            known = self._decision = self._decided_now()
        return known

    def _decided_now(self) -> Decision:
        if self.state.over:
            return Decision((), "over", False)
        step = self.state.stack[-1]
        kind = self.game.kinds[step.kind]
        waiting = kind.deciders(self.state, step)
        return Decision(_seats_of(waiting), kind.prompt_key(self.state, step), kind.secret)

    @property
    def choices(self) -> Choices:
        """The legal choices of the deciding seat (of the first one, when several decide secretly)."""
        return Choices(self.game.table, self._options.copy(), self.find)

    def choices_of(self, seat: int) -> Choices:
        """The legal choices of a seat; none if it has nothing to decide."""
        return Choices(self.game.table, self._ids_of(seat).copy(), self.find)

    def find(self, choice: object) -> int:
        """The id of a choice in any of its forms, as it would be offered now."""
        return self.game.canonical(self.state, self.game.table.find(choice))

    def _ids_of(self, seat: int) -> list[int]:
        decision = self.decision
        if seat not in decision.seats:
            return []
        if seat == decision.seats[0]:
            return self._options
        step = self.state.stack[-1]
        options: list[int] = self.game.kinds[step.kind].options(self.state, step, Seat(seat))
        return options

    def seat_name(self, seat: int) -> str:
        return self.game.seat_name(self.state, Seat(seat))

    # --- playing ------------------------------------------------------------------------------------------------------

    def play(self, choice: object, seat: int | None = None) -> list[dict[str, Any]]:
        """Make a choice for a seat (needed only when several decide at once). Gives the facts that followed, as far as
        that seat may know them.

        Refuses what is not legal with `IllegalChoice`, which names the rule; nothing has changed then.
        """
        number, decider = self._check(choice, seat)
        self._guard_undo(decider)
        before = self.told
        self._apply(decider, number)
        return self.facts_since(before, decider)

    def _check(self, choice: object, seat: int | None) -> tuple[int, Seat]:
        number = self.find(choice)
        decision = self.decision
        if self.over:
            raise IllegalChoice("the match is over", "theomachy/over")
        if seat is None:
            if len(decision.seats) > 1:
                raise IllegalChoice(f"several seats decide at once, {decision.seats}; say which", "theomachy/turn")
            seat = decision.seats[0]
        decider = self._checked_seat(seat)
        if number not in self._ids_of(decider):
            rule = self._refusal(decider, number)
            raise IllegalChoice(f"'{self.game.table.text(number)}' is not legal now: {self.explain(rule)}", rule)
        return number, decider

    def _checked_seat(self, seat: object) -> Seat:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            title = self.game.catalogue.rule("theomachy/turn").title
            raise IllegalChoice(
                f"{title}: no seat {str(seat)[:40]}; seats are 0..{self.seats - 1} (theomachy/turn)", "theomachy/turn"
            )
        return Seat(seat)

    def _apply(self, seat: Seat, number: int) -> None:
        state = self.state
        reveals = state.reveals
        step = state.stack[-1]
        kind = self.game.kinds[step.kind]
        self.history.append((seat, number))
        self._heard_at.append((reveals + 1 if kind.secret else AT_ONCE) if kind.public else NEVER)
        self.forced = []
        self._decision = None
        kind.choose(state, step, seat, number)
        self._options = settle(self.game, state, self.forced)
        if state.reveals != reveals:
            self._barrier = len(self.history)
            self._secret = -1

    def play_random(self, seed: int) -> int:
        """Play on at random to the end, facts off, no history: for simulations on a copy. Gives the decisions made."""
        self._has_past = False
        self.state.listening = False
        decisions = playout(self.game, self.state, seed)
        self._options = []
        self._decision = None
        return decisions

    # --- why not? -----------------------------------------------------------------------------------------------------

    def why_not(self, choice: object, seat: int | None = None) -> str | None:
        """The identifier of the rule that forbids a choice now; None if it is legal."""
        try:
            self._check(choice, seat)
        except IllegalChoice as refused:
            return refused.rule
        return None

    def why_not_at_all(self, choice: object, seat: int) -> str | None:
        """Likewise; where only something else is asked, the rule that says most about the choice itself."""
        rule = self.why_not(choice, seat)
        if rule != "theomachy/asked":
            return rule
        return self.game.unasked_refusal(self.state, Seat(seat), self.find(choice)) or rule

    def preview(self, choice: object, seat: int | None = None) -> tuple[list[dict[str, Any]], bool]:
        """What would follow a legal choice, as facts that its seat may know, without playing it; and what the rules
        make certain after it, though more decisions come first (`Game.forecast`).

        The second value is True if something hidden or random would be revealed then: no facts are given, for what the
        seat can't know must not show here. Refuses what is not legal, like `play`.
        """
        number, decider = self._check(choice, seat)
        other = self.planner_copy(decider, 0)
        other.state.listening = True
        reveals = other.state.reveals
        other.play(number, decider)
        if other.state.reveals != reveals:
            return [], True
        self.game.forecast(self.state, other.state, decider, number)
        return other.facts_since(0, decider), False

    def _refusal(self, seat: Seat, number: int) -> str:
        if seat not in self.decision.seats:
            return "theomachy/turn"
        step = self.state.stack[-1]
        if self.game.table.verb(number) not in self.game.kinds[step.kind].verbs.split():
            return "theomachy/asked"
        rule: str = self.game.kinds[step.kind].refusal(self.state, step, seat, number)
        return rule

    def explain(self, rule: str, language: str = "en") -> str:
        """A rule in one line."""
        found = self.game.catalogue.rule(rule, language)
        return f"{found.title}. {found.text} ({rule})"

    # --- undo ---------------------------------------------------------------------------------------------------------

    def _guard_undo(self, seat: Seat) -> None:
        """Before a choice: nobody may take back what others have decided on. Choices made secretly at once decide
        nothing for each other, so there the barrier is the beginning of the secret decision."""
        secret = self.decision.secret
        if secret and self._secret < 0:
            self._secret = len(self.history)
        if any(who != seat for who, _ in self.history[self._barrier :]):
            self._barrier = self._secret if secret else len(self.history)

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last choice: nothing was revealed and nobody else has decided since."""
        return self._has_past and any(who == seat for who, _ in self.history[self._barrier :])

    def undo(self, seat: int | None = None) -> None:
        """Take back the last choice of a seat (by default of the seat that chose last).

        The match is played again from its beginning without it: what may be undone next follows from the history alone.
        """
        if seat is None and len(self.history) > self._barrier:
            seat = self.history[-1][0]
        if seat is None or not self.can_undo(seat):
            raise NoUndo("nothing to take back: something was revealed, or somebody else has decided since")
        last = max(index for index, (who, _) in enumerate(self.history) if who == seat)
        again = Match(self.game, self.setup, self.seed, self.state.listening and self._heard_from < 0)
        for index, (who, number) in enumerate(self.history):
            if index == self._heard_from:
                again.state.listening = self.state.listening
            if index != last:
                again.play(number, who)
        again.state.listening = self.state.listening
        self.state = again.state
        self._decision = None
        self.history = again.history
        self._heard_at = again._heard_at
        self.forced = again.forced
        self._options = again._options
        self._barrier = again._barrier
        self._secret = again._secret

    # --- seeing -------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None = None, public: dict[str, Any] | None = None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know: the only thing that leaves the engine towards a person or bot.

        `public`: a spectator's view of this moment that is at hand; a seat's then shares with it what is public.
        """
        viewer = NO_SEAT if seat is None else self._checked_seat(seat)
        if public is not None and viewer != NO_SEAT:
            view = self.game.own_view(self.state, viewer, public)
            mine = [self.game.table.text(number) for number in self._ids_of(viewer)]
            view["decision"] = {**public["decision"], "choices": mine} if mine else public["decision"]
            view["outcome"] = public["outcome"]
            view["scoreboard"] = public["scoreboard"]
            return view
        view = self.game.view(self.state, viewer)
        decision = self.decision
        stack = [] if self.over else self.state.stack
        view["decision"] = {
            "seats": list(decision.seats),
            "prompt": decision.prompt,
            "picked": self.game.picked(self.state, stack[-1]) if stack else {},
            "within": [
                {"step": self.game.kinds[step.kind].name, **self.game.picked(self.state, step)} for step in stack[:-1]
            ],
            "choices": [self.game.table.text(number) for number in (self._ids_of(viewer) if viewer >= 0 else [])],
        }
        outcome = self.outcome
        view["outcome"] = None if outcome is None else {"winners": list(outcome.winners), "how": outcome.how}
        view["scoreboard"] = self.game.scoreboard(self.state)
        return view

    def observe_into(self, buffer: Any, seat: int) -> None:
        """Write what a seat may know as numbers (see `kernel.layout`) into a buffer of 16-bit integers: an array of
        numpy's, an `array("h")`, a `memoryview` of one. `game.outlook().layout(state)` says what is where."""
        fill_buffer(buffer, "h", observation(self.game.outlook(), self.state, self._checked_seat(seat)))

    def mask_into(self, buffer: Any, seat: int) -> None:
        """Write which choices a seat has, by their dense numbers (`Outlook.dense`), as bytes 0 and 1 into a buffer."""
        outlook = self.game.outlook()
        found = marks(len(outlook.dense))
        outlook.mark(self._ids_of(self._checked_seat(seat)), found, 0, True)
        fill_buffer(buffer, "bB?", found)

    def facts_since(self, number: int, seat: int | None = None) -> list[dict[str, Any]]:
        """The facts from a number on that a seat (None: a spectator) may know."""
        viewer = NO_SEAT if seat is None else seat
        facts: list[Fact] = self.state.facts[number:]
        return [self.game.fact_json(self.state, fact) for fact in facts if fact.visible_to(viewer)]

    def known_choice(self, index: int, seat: int | None = None) -> str | None:
        """What a seat (None: a spectator) may know of a choice of the history; None if it is not for its ears."""
        who, number = self.history[index]
        heard_at = self._heard_at[index]
        if who == seat or (heard_at != NEVER and heard_at <= self.state.reveals):
            return self.game.table.text(number)
        return None

    @property
    def told(self) -> int:
        """How many facts have been told so far; `facts_since(told)` are the news."""
        return len(self.state.facts)

    @property
    def facts(self) -> list[dict[str, Any]]:
        """Everything that happened, as far as everyone may know it."""
        return self.facts_since(0)

    # --- copies and saves ---------------------------------------------------------------------------------------------

    def copy(self) -> Match:
        """An independent copy; playing on in it never changes this match. It collects no facts."""
        return Match(self.game, self.setup, self.seed, False, self)

    def planner_copy(self, seat: int, seed: int) -> Match:
        """A copy for a bot to plan in: what the seat can't know is dealt anew, the dice are others. It has no past."""
        planner = self._checked_seat(seat)
        other = self.copy()
        other.state.dice = seed
        other.state.draws = 0
        # With the other dice, so that nothing dealt anew depends on how it lies.
        self.game.forget_hidden(other.state, planner)
        other.seed = seed
        other.history = []
        other._heard_at = []
        other._has_past = False
        other._barrier = 0
        other._secret = -1
        other._options = settle(other.game, other.state)
        other._decision = None
        return other

    def digest(self) -> str:
        """A fingerprint of the whole state, the same in every process."""
        return digest_of_state(self.game.encode(self.state))

    def save(self) -> str:
        """The match as JSON: setup, history and state. It holds every secret of the match."""
        if not self._has_past:
            raise TheomachyError("a planner's copy and a match played on at random have no history to save")
        data = {
            "format": FORMAT,
            "game": self.game.name,
            "rules": self.game.rules_version,
            "setup": self.setup,
            "seed": self.seed,
            "history": [[seat, self.game.table.text(number)] for seat, number in self.history],
            "state": self.game.encode(self.state),
            "digest": self.digest(),
        }
        return json.dumps(data, ensure_ascii=False)


def digest_of_state(data: dict[str, Any]) -> str:
    """The fingerprint of an encoded state."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def fill_buffer(buffer: Any, formats: str, values: Any) -> None:
    """Copy an array into a buffer of the same length; refuses one that does not fit."""
    found = memoryview(values)
    try:
        room = memoryview(buffer)
    except TypeError:
        raise TheomachyError(f"{type(buffer).__name__} is no buffer; give an array of {len(found)} numbers") from None
    if room.format not in formats or room.nbytes != found.nbytes or room.readonly or not room.c_contiguous:
        raise TheomachyError(
            f"a buffer of shape {room.shape} and format '{room.format}'{', read only' if room.readonly else ''};"
            f" it must have {len(found)} numbers of {found.itemsize} bytes, side by side, of format '{formats[0]}'"
        )
    room.cast("B")[:] = found.cast("B")


def planner_match(game: Game[Any], data: object) -> Match:
    """A match to plan in, made of what `Game.portable` gives of a planner's copy: it has no past and no setup."""
    match = Match.__new__(Match)
    match._decision = None
    match.game = game
    match.seed = 0
    match.setup = {}
    match.wished = {}
    match.history = []
    match._heard_at = []
    match.state = game.decode(data)
    match.forced = []
    match._options = settle(game, match.state)
    match._barrier = 0
    match._secret = -1
    match._has_past = False
    match._heard_from = 0
    return match


def replayed(game: Game[Any], setup: dict[str, Any], seed: int, history: Sequence[tuple[int, str]]) -> Match:
    """The match that follows from a setup and choices; every one of them is checked."""
    match = Match(game, setup, seed)
    for number, (seat, text) in enumerate(history):
        try:
            match.play(text, seat)
        except IllegalChoice as refused:
            raise BadSave(f"history[{number}]: seat {seat}: {refused}") from refused
    return match


def load_match(games: Mapping[str, Game[Any]], text: str, place: str = "save") -> Match:
    """Open a save: replay its history, checking every choice, and compare the result with the saved state."""
    data = read_save(text, place)
    if data["game"] not in games:
        raise BadSave(f"{place}: game: no game '{str(data['game'])[:40]}'; there are {', '.join(games)}")
    game = games[data["game"]]
    if data["rules"] != game.rules_version:
        raise BadSave(f"{place}: rules: version {data['rules']} of the rules; this program has {game.rules_version}")
    for key in game.file_settings:
        if isinstance(data["setup"].get(key), str):
            raise BadSave(f"{place}: setup: '{key}' names a file; a save must hold everything itself")
    try:
        setup = data["setup"] if DRAWN in data["setup"] else game.drawn_at_first(data["setup"], data["seed"])
        match = replayed(game, setup, data["seed"], [(seat, choice) for seat, choice in data["history"]])
    except (BadSave, IllegalChoice) as error:
        raise BadSave(f"{place}: {error}") from error
    except ValueError as error:
        raise BadSave(f"{place}: setup: {error}") from error
    if "state" in data and match.game.encode(match.state) != data["state"]:
        saved = data["state"] if isinstance(data["state"], dict) else {}
        ours = match.game.encode(match.state)
        wrong = sorted(key for key in {*ours, *saved} if key not in saved or saved[key] != ours.get(key))
        raise BadSave(f"{place}: state: differs from what setup and history give, in {', '.join(wrong[:6])}")
    if "digest" in data and data["digest"] != match.digest():
        raise BadSave(f"{place}: digest: does not fit the match")
    return match


_FIELDS: dict[str, type] = {"format": int, "game": str, "rules": int, "setup": dict, "seed": int, "history": list}


def read_save(text: str, place: str) -> dict[str, Any]:
    """The outer form of a save file, checked."""
    try:
        data = load_json(text, SAVE)
    except BadInput as error:
        raise BadSave(f"{place}: {error}") from error
    if not isinstance(data, dict):
        raise BadSave(f"{place}: not a save: the outermost value must be an object")
    for name, kind in _FIELDS.items():
        if name not in data:
            raise BadSave(f"{place}: '{name}' is missing")
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise BadSave(f"{place}: '{name}' must be {kind.__name__}, not {type(data[name]).__name__}")
    if data["format"] != FORMAT:
        raise BadSave(f"{place}: format {data['format']}; this program reads format {FORMAT}")
    for number, entry in enumerate(data["history"]):
        good = isinstance(entry, list) and len(entry) == 2 and type(entry[0]) is int and isinstance(entry[1], str)
        if not good:
            raise BadSave(f"{place}: history[{number}]: must be [seat, choice], not {str(entry)[:60]}")
    return data

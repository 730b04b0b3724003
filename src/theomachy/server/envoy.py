"""The one door: everything about a match that leaves the server passes here, as what one seat (None: a spectator) may
know, in one language.

The engine's views and facts decide what a seat may know; this module adds words, and holds back choices that are not
revealed. Nobody else in the server turns a match into a message.
"""

from __future__ import annotations

import secrets
from array import array
from collections.abc import Callable, Generator
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Struct

from theomachy.bots.phrases import quoted
from theomachy.kernel.beforehand import beforehand
from theomachy.kernel.cases import open_position
from theomachy.kernel.choice import Choice, ChoiceTable
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.face import Face
from theomachy.kernel.game import Game
from theomachy.kernel.ids import NO_SEAT
from theomachy.kernel.match import SEEDS, Match
from theomachy.kernel.positions import Way, quiet_document
from theomachy.kernel.view_changes import Changes, changes_between
from theomachy.kernel.wording import choice_words, fact_words, prompt_words
from theomachy.kernel.worth import chances
from theomachy.server.bots import Answer
from theomachy.server.course import Course
from theomachy.server.messages import (
    Alternative,
    By,
    Entry,
    HintNews,
    Offer,
    OutcomeInfo,
    PreviewNews,
    Prompt,
    RefusedNews,
    ReplayStep,
    State,
    Story,
    StoryStep,
    Update,
    Verdict,
    WeighedNews,
    encode,
    members,
)
from theomachy.server.outbox import Message
from theomachy.server.refused import Refused
from theomachy.server.replay import Rewind
from theomachy.server.states import EncodedLog, EncodedState, EncodedStory
from theomachy.server.words import say

#: the fact that a chart marks: an event of the game, whose kind is its thing
EVENT: Final = "event"
#: a bot that expects nothing says so with a negative chance
NO_CHANCE: Final = 0.0
#: facts, and their sentences in one language, that are kept for the next pair of eyes while a whole log is told
WHOLE_LOG: Final = 1_000
#: and those that are kept while a match is played: of the last choices. All of them would be most of what a table takes
RECENT: Final = 32
#: choices before a moment among which a quiet one is looked for first
WAY: Final = 48
#: choices that are named when any of them must come first
FIRSTS: Final = 3
#: the rule that forbids what is not asked for
NO_RULE: Final = "theomachy/asked"
#: the choice that ends what is asked
DONE: Final = "done"
#: facts that are encoded between two moments at which others may go on
FACTS: Final = 16

T = TypeVar("T")
#: work that lets others go on at each yield, and what comes of it
Pieces = Generator[None, None, T]


class Sight(Struct):
    """What a pair of eyes sees at a version, and what of it has changed since the one before, if that is known."""

    version: int
    view: dict[str, Any]
    #: members of the view that are not those of a spectator's
    own: list[str]
    changes: Changes | None


class Envoy:
    """Speaks about one match."""

    def __init__(self, course: Course, teaching: bool = False, analysing: bool = False) -> None:
        self._course = course
        #: whether one person moves all sides, and may take back anything
        self._analysing = analysing
        #: whether a lesson must know how many choices have been made
        self._teaching = teaching
        self._rewind = Rewind(course)
        self._face = course.match.game.face()
        #: the last facts told, by number, and their sentences, by language and number; an undo makes them void
        self._facts: dict[int, tuple[dict[str, Any], list[str]]] = {}
        self._sentences: dict[tuple[str, int], str] = {}
        #: by viewer, how many of the facts before each number they may know
        self._known: dict[int, array[int]] = {}
        self._since = 0
        #: what each pair of eyes saw last, for those that are told of changes
        self._sights: dict[int | None, Sight] = {}

    # --- now ----------------------------------------------------------------------------------------------------------

    def state(self, seat: int | None, lang: str, kept: EncodedState | None) -> Pieces[EncodedState]:
        """What a seat may know now, in pieces; made from what was kept of an earlier version."""
        log = yield from self._log(seat, lang, kept.log if kept else EncodedLog())
        match = self._course.match
        view = self._look(seat).view
        yield
        news = State(
            version=self._course.version,
            view=view,
            prompt=_prompt(match, lang),
            choices=self._offers(match, seat, lang, view),
            undo=self._can_undo(match, seat),
            outcome=_outcome(match),
            made=len(match.history) if self._teaching else None,
            chances=_chances(match) if self._analysing else None,
            seat=seat,
        )
        return EncodedState(self._course.version, members(news), log)

    def _log(self, seat: int | None, lang: str, log: EncodedLog) -> Pieces[EncodedLog]:
        """The whole log, from what is there of it."""
        self._forget_undone()
        if log.undone != self._course.undone:
            log = EncodedLog(self._course.undone)
        told = self._course.match.told
        entries = [log.entries] if log.entries else []
        for first in range(log.told, told, FACTS):
            numbers = range(first, min(first + FACTS, told))
            entries += map(encode, self._entries(numbers, seat, lang))
            yield
        return EncodedLog(self._course.undone, told, b",".join(entries))

    def _look(self, seat: int | None) -> Sight:
        """What these eyes see now; kept until `look_away`, to say next time what has changed."""
        version = self._course.version
        before = self._sights.get(seat)
        if before is not None and before.version == version:
            return before
        # What is public is looked at once for everybody.
        public = None if seat is None else self._look(None)
        view = self._course.match.view(seat, None if public is None else public.view)
        own = [] if public is None else [key for key in view if view[key] is not public.view.get(key)]
        changes: Changes | None = None
        if before is not None and before.version == version - 1:
            changes = _changes(before, view, own, None if public is None else public.changes)
        self._sights[seat] = sight = Sight(version, view, own, changes)
        return sight

    def look_away(self) -> None:
        """Nobody looks on any more: the views that were kept for them are forgotten."""
        self._sights.clear()

    def update(self, seat: int | None, lang: str, ref: int | None = None, held: int | None = None) -> Update:
        """What followed the last choice. To somebody who holds the view of a version, what has changed of it is told if
        that is known, else the whole view."""
        course = self._course
        self._forget_old()
        sight = self._look(seat)
        changes = sight.changes if held == course.version - 1 else None
        return self._update(len(course.made) - 1, course.match, seat, lang, sight.view, changes, ref)

    def updates(
        self, since: int, seat: int | None, lang: str, at_most: int, by_changes: bool = False
    ) -> Pieces[list[bytes] | None]:
        """What followed each choice after a version, encoded; None if that can't be told choice by choice. With the
        whole views, or what has changed of them."""
        course = self._course
        missed = course.version - since
        if missed < 0 or missed > at_most or course.undone > since:
            return None
        if missed == 0:
            return []
        last = len(course.made)
        told: list[bytes] = []
        before: dict[str, Any] | None = None
        for match in self._rewind.way(last - missed, last):
            if match is not None:
                index = len(match.history) - 1
                view = match.view(seat)
                if before is not None:
                    changes = changes_between(before, view) if by_changes else None
                    told.append(encode(self._update(index, match, seat, lang, view, changes)))
                before = view
            yield
        return told

    def _update(
        self, index: int, match: Match, seat: int | None, lang: str, view: dict[str, Any], changes: Changes | None,
        ref: int | None = None,
    ) -> Update:  # fmt: skip
        course = self._course
        return Update(
            ref=ref,
            version=course.made[index].version,
            view=view if changes is None else UNSET,
            changes=UNSET if changes is None else changes,
            prompt=_prompt(match, lang),
            choices=self._offers(match, seat, lang, view),
            undo=self._can_undo(match, seat),
            outcome=_outcome(match),
            made=len(match.history) if self._teaching else None,
            chances=_chances(match) if self._analysing else None,
            entries=self._entries(course.facts_of(index), seat, lang),
            by=self._by(index, seat),
        )

    def _can_undo(self, match: Match, seat: int | None) -> bool:
        """In a lesson everything can be taken back, and on a board for analysis, by whoever moves there."""
        if self._analysing:
            return seat is not None and bool(match.history)
        if self._teaching and not match.over:
            return any(who == seat for who, _ in match.history)
        return _can_undo(match, seat)

    def _offers(self, match: Match, seat: int | None, lang: str, view: dict[str, Any]) -> list[Offer]:
        if seat is None:
            return []
        offers: list[Offer] = []
        for choice in match.choices_of(seat):
            text, verb, noun, place = _known_offer(self._face, match.game.table, choice.id)
            offers.append(Offer(text, verb, noun, choice_words(match, choice, lang, view), place))
        return offers

    def _by(self, index: int, seat: int | None) -> By:
        """Who made a choice; what it was, if this seat may know."""
        who, _ = self._course.match.history[index]
        return By(who, self._course.match.known_choice(index, seat))

    # --- the log ------------------------------------------------------------------------------------------------------

    def _entries(self, numbers: range, seat: int | None, lang: str) -> list[Entry]:
        """Facts as this seat may know them. They are numbered as this seat counts them: a gap would tell that something
        was hidden."""
        self._forget_undone()
        facts = self._course.match.state.facts
        viewer = -1 if seat is None else seat
        entries: list[Entry] = []
        made = self._course.made
        # The choice that made a fact; those of the facts that follow it are the same one, or follow it.
        index = self._course.choice_of(numbers.start) if numbers else -1
        for number in numbers:
            if not facts[number].visible_to(viewer):
                continue
            while number >= (made[index].told if index >= 0 else self._course.told_first):
                index += 1
            fact, places = self._facts.get(number) or self._look_up(number)
            words = self._sentences.get((lang, number)) or self._say(number, fact, lang)
            version = made[index].version if index >= 0 else 0
            count = self._known_before(number, viewer)
            entries.append(Entry(count, version, fact, words, str(fact["rule"]), places))
        return entries

    def _known_before(self, number: int, viewer: int) -> int:
        """How many of the facts before this one a viewer may know."""
        known = self._known.get(viewer)
        if known is None:
            known = self._known[viewer] = array("I", [0])
        facts = self._course.match.state.facts
        while len(known) <= number:
            known.append(known[-1] + facts[len(known) - 1].visible_to(viewer))
        return known[number]

    def _look_up(self, number: int) -> tuple[dict[str, Any], list[str]]:
        """A fact in the words of cases, and the places it is about."""
        match = self._course.match
        fact = match.game.fact_json(match.state, match.state.facts[number])
        if len(self._facts) >= WHOLE_LOG:
            self._facts.clear()
        self._facts[number] = known = fact, self._face.places_of(fact)
        return known

    def _say(self, number: int, fact: dict[str, Any], lang: str) -> str:
        match = self._course.match
        if len(self._sentences) >= WHOLE_LOG:
            self._sentences.clear()
        self._sentences[lang, number] = words = fact_words(match.game, fact, lang, match)
        return words

    def _forget_old(self) -> None:
        """What was told of earlier choices is not told again as long as everybody stays."""
        if len(self._facts) > 2 * RECENT or len(self._sentences) > 4 * RECENT:
            last = self._course.facts_of(len(self._course.made) - 1)
            recent = min(last.start, last.stop - RECENT)
            self._facts = {number: kept for number, kept in self._facts.items() if number >= recent}
            self._sentences = {key: words for key, words in self._sentences.items() if key[1] >= recent}

    def _forget_undone(self) -> None:
        """After an undo the same numbers can be of other facts."""
        if self._since != self._course.undone:
            self._since = self._course.undone
            self._facts.clear()
            self._sentences.clear()
            self._known.clear()

    # --- answers ------------------------------------------------------------------------------------------------------

    def refusal(self, error: IllegalChoice, lang: str, ref: int | None) -> RefusedNews:
        """Why a choice was not accepted."""
        codes = {"theomachy/turn": "not-yours", "theomachy/over": "over"}
        words = self._course.match.explain(error.rule, lang)
        return RefusedNews(ref=ref, error=codes.get(error.rule, "illegal"), words=words, rule=error.rule)

    def verdict(self, choice: str, seat: int, lang: str, ref: int | None) -> Verdict:
        """Which rule forbids a choice, and what could be chosen first so that it is allowed."""
        match = self._course.match
        rule = match.why_not(choice, seat)
        if rule is None:
            return Verdict(ref=ref, choice=choice, legal=True, words=say("legal", lang))
        later = beforehand(match, choice, seat)
        if later is None or later.rule is not None:
            # What forbids it even later says more than that it is not asked for now.
            rule = later.rule if later is not None and later.rule is not None else match.why_not_at_all(choice, seat)
            forbids = rule or NO_RULE
            return Verdict(ref=ref, choice=choice, legal=False, words=match.explain(forbids, lang), rule=forbids)
        first = [str(one) for one in later.first]
        told = [quoted(self._label(match, one, lang), lang) for one in first]
        if len(told) == 1:
            # Finishing gives up whatever could still be done here.
            words = say("first-done" if first[0] == DONE else "first", lang, choice=told[0])
        else:
            more = ["…"] if len(told) > FIRSTS else []
            words = say("first-of", lang, choices=", ".join(told[:FIRSTS] + more))
        return Verdict(ref=ref, choice=choice, legal=False, words=words, rule=rule, first=first)

    def preview(self, choice: str, seat: int, lang: str, ref: int | None) -> PreviewNews:
        """What would follow a choice; refuses what is not legal with `IllegalChoice`."""
        match = self._course.match
        facts, is_open = match.preview(choice, seat)
        number = sum(fact.visible_to(seat) for fact in match.state.facts)
        entries = [
            Entry(
                number + index, self._course.version + 1, fact, fact_words(match.game, fact, lang, match),
                str(fact["rule"]), self._face.places_of(fact),
            )
            for index, fact in enumerate(facts)
        ]  # fmt: skip
        return PreviewNews(ref=ref, choice=choice, entries=entries, open=is_open)

    def hint(self, answer: Answer, lang: str, ref: int | None) -> HintNews:
        """What a bot that saw no more than the seat would do, and why."""
        match = self._course.match
        label = self._label(match, answer.choice, lang)
        others = [
            Alternative(other, self._label(match, other, lang), _chance(chance)) for other, chance in answer.others
        ]
        return HintNews(
            ref=ref,
            choice=answer.choice,
            label=label,
            chance=_chance(answer.chance),
            words=answer.words,
            others=others,
            plan=answer.plan,
            aim=answer.aim,
            threat=answer.threat,
        )

    def weighed(self, choice: str, answer: Answer, lang: str, ref: int | None) -> WeighedNews:
        """What a coach that saw no more than the seat thinks of a choice."""
        return WeighedNews(
            ref=ref,
            choice=choice,
            worse=answer.worse,
            best=answer.choice,
            label=self._label(self._course.match, answer.choice, lang),
            before=answer.best,
            after=answer.chance,
            words=answer.words,
            threat=answer.threat,
        )

    def _label(self, match: Match, choice: str, lang: str) -> str:
        return choice_words(match, Choice(match.game.table, match.find(choice)), lang)

    # --- the past -----------------------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """How many steps a replay has; step 0 is the beginning."""
        return len(self._course.made)

    def replay_step(self, step: int, seat: int | None, lang: str) -> Pieces[ReplayStep]:
        """What a seat could know after so many choices."""
        course = self._course
        by: By | None = None
        match = course.match
        for there in self._rewind.way(max(step - 1, 0), step):
            if there is None:
                yield
                continue
            match = there
            if step and len(match.history) == step - 1:
                who, _ = course.match.history[step - 1]
                choice = course.match.known_choice(step - 1, seat)
                by = By(who, choice, None if choice is None else self._label(match, choice, lang))
        return ReplayStep(
            step=step,
            steps=self.steps,
            version=course.made[step - 1].version if step else 0,
            view=match.view(seat),
            entries=self._entries(course.facts_of(step - 1), seat, lang),
            by=by,
        )

    def position(self, step: int, seat: int | None, whole: bool) -> Pieces[Callable[[], dict[str, Any]]]:
        """The moment after so many choices as a position: as it was, or what a seat could believe then. That is of the
        beginning of the turn, and what the seat can't know is dealt anew; the choices since are there if they go with
        that.

        The result is a function that writes the position down. It takes long, uses copies alone, and may be called in
        any thread; raises `TheomachyError` if the moment can't be written so.
        """
        viewer = NO_SEAT if whole else self._own(seat)
        way = yield from self._way(step)
        if whole:
            return way.document
        match = self._course.match
        rests = way.rests()
        first = min((len(rest.history) for rest in rests), default=step)
        known = [
            (match.seat_name(match.history[index][0]), match.known_choice(index, viewer))
            for index in range(first, step)
        ]
        return partial(_believed_position, rests, known, step, viewer)

    def _own(self, seat: int | None) -> int:
        if seat is None:
            raise Refused("not-now", "position-later")
        return seat

    def _way(self, step: int) -> Pieces[Way]:
        """The last moments before a step, as many as are needed for a quiet one to be among them."""
        length = WAY
        while True:
            first = max(0, step - length)
            way = Way()
            for match in self._rewind.way(first, step):
                if match is not None:
                    way.pass_by(match)
                yield
            if way.rests() or not first:
                return way
            length *= 4

    def facts_at(self, step: int, seat: int | None) -> list[dict[str, Any]]:
        """What followed a choice, as a seat may know it, in the words of cases."""
        match = self._course.match
        viewer = -1 if seat is None else seat
        facts = [match.state.facts[number] for number in self._course.facts_of(step - 1)]
        return [match.game.fact_json(match.state, fact) for fact in facts if fact.visible_to(viewer)]

    def story(self, seat: int | None, lang: str, kept: EncodedStory | None) -> Pieces[EncodedStory]:
        """The match step by step, for a slider and a chart; made from what was kept of an earlier version."""
        course = self._course
        told = kept if kept is not None and kept.undone == course.undone else EncodedStory(course.undone)
        steps = [told.entries] if told.entries else []
        if told.steps <= self.steps:
            for match in self._rewind.way(told.steps, self.steps):
                if match is not None:
                    steps.append(encode(self._story_step(len(match.history), match, seat, lang)))
                yield
        return EncodedStory(course.undone, self.steps + 1, b",".join(steps))

    def story_message(self, told: EncodedStory) -> Story:
        return Story(msgspec.Raw(b"[" + told.entries + b"]"), _outcome(self._course.match))

    def _story_step(self, step: int, match: Match, seat: int | None, lang: str) -> StoryStep:
        entries = self._entries(self._course.facts_of(step - 1), seat, lang)
        return StoryStep(
            step=step,
            version=self._course.made[step - 1].version if step else 0,
            words=[entry.words for entry in entries],
            events=[str(entry.fact["thing"]) for entry in entries if entry.fact["fact"] == EVENT],
            numbers=match.game.standing(match.state),
        )


def _believed_position(rests: list[Match], known: list[tuple[str, str | None]], step: int, seat: int) -> dict[str, Any]:
    """What a seat could believe at the last of some moments that can be written, and the `known` choices made since
    then, if the seat knows them all and they can be made there."""
    for match in rests:
        document = quiet_document(match.planner_copy(seat, secrets.randbelow(SEEDS)))
        if document is None:
            continue
        since = known[len(known) - (step - len(match.history)) :]
        lines = [{name: text} for name, text in since if text]
        if lines and len(lines) == len(since):
            try:
                open_position({**document, "play": lines}, {match.game.name: match.game}.__getitem__)
            except TheomachyError:
                return document
            return {**document, "play": lines}
        return document
    raise TheomachyError("this moment can't be written as a position")


@lru_cache(maxsize=32_768)
def _known_offer(face: Face, table: ChoiceTable, number: int) -> tuple[str, str, str, str | None]:
    """What of an offer is the same in every match: its text, verb, noun and place."""
    choice = Choice(table, number)
    return str(choice), choice.verb, choice.noun, face.place_of(choice)


def state_message(state: EncodedState, frame: bytes, ref: int | None) -> Message:
    """A state as it is sent, in parts: the large ones are shared by everybody with the same eyes."""
    end = b"}" if ref is None else b',"ref":%d}' % ref
    return b"{", state.news, b',"log":[', state.log.entries, b"],", frame, end


def _changes(before: Sight, view: dict[str, Any], own: list[str], public: Changes | None) -> Changes:
    """What has changed of a view since the one before; of what is as in a spectator's view that is known."""
    old = before.view
    if not isinstance(public, dict) or list(old) != list(view):
        return changes_between(old, view)
    changes = public.copy()
    for key in own if own == before.own else dict.fromkeys([*own, *before.own]):
        changes.pop(key, None)
        if old[key] != view[key]:
            changes[key] = changes_between(old[key], view[key])
    return changes


def public_setup(game: Game[Any], setup: dict[str, Any], sides: list[str]) -> dict[str, Any]:
    """What of a match's setup everybody may know, with the sides that were drawn."""
    known = {key: setup[key] for key in game.face().public_settings() if setup.get(key) is not None}
    return {**known, game.seats_setting: sides}


def _prompt(match: Match, lang: str) -> Prompt:
    decision = match.decision
    # When it is over nobody is asked anything, and a game need not have words for that.
    words = "" if match.over else prompt_words(match, lang)
    return Prompt(list(decision.seats), decision.prompt, words, decision.secret)


def _outcome(match: Match) -> OutcomeInfo | None:
    outcome = match.outcome
    return None if outcome is None else OutcomeInfo(list(outcome.winners), outcome.how)


def _can_undo(match: Match, seat: int | None) -> bool:
    """Whether a seat may take back its last choice. When the match is over its secrets are told: nobody goes back."""
    return seat is not None and not match.over and match.can_undo(seat)


def _chances(match: Match) -> list[float] | None:
    return None if match.over else [round(chance, 3) for chance in chances(match.game.mind(), match.state)]


def _chance(chance: float) -> float | None:
    return None if chance < NO_CHANCE else round(chance, 4)

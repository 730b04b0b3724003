"""The one door: everything about a match that leaves the server passes here, as what one seat (None: a spectator) may
know, in one language.

The engine's views and facts decide what a seat may know; this module adds words, and holds back choices that are not
revealed. Nobody else in the server turns a match into a message.
"""

from __future__ import annotations

from typing import Any, Final

from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import IllegalChoice
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match
from theomachy.server.bots import Answer
from theomachy.server.course import Course
from theomachy.server.messages import (
    Alternative,
    By,
    Entry,
    HintNews,
    Line,
    Offer,
    OutcomeInfo,
    PreviewNews,
    Prompt,
    RefusedNews,
    ReplayStep,
    State,
    Story,
    StoryStep,
    TableInfo,
    Update,
    Verdict,
)
from theomachy.server.replay import Rewind
from theomachy.server.words import say
from theomachy.wording import choice_words, fact_words

#: fields of a fact that name places of the board
PLACE_FIELDS: Final = ("cell", "from", "edge", "place", "cells")
#: verbs whose nouns can name what others may never see; of all other choices everybody hears once they are made
PRIVATE_VERBS: Final = {"anunnaki": frozenset({"god", "weapon", "artifact", "track", "token"})}
#: the fact that a chart marks: an event of the game, whose kind is its thing
EVENT: Final = "event"
#: what of a setup is public: the seed and positions (which may lay hidden things) are not
PUBLIC_SETTINGS: Final = ("scenario", "gods", "houses", "pharaoh", "guardians", "first", "first_game")
#: a bot that expects nothing says so with a negative chance
NO_CHANCE: Final = 0.0


class Envoy:
    """Speaks about one match."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._rewind = Rewind(course)
        self._places = _board_places(course.match)
        #: sentences by language and number of the fact; an undo makes them void
        self._sentences: dict[tuple[str, int], tuple[dict[str, Any], str]] = {}
        self._sentences_since = 0

    # --- now ----------------------------------------------------------------------------------------------------------

    def state(self, seat: int | None, lang: str, table: TableInfo, chat: list[Line], ref: int | None = None) -> State:
        """Everything a seat may know."""
        match = self._course.match
        view = match.view(seat)
        return State(
            ref=ref,
            version=self._course.version,
            view=view,
            prompt=_prompt(match, lang),
            choices=self._offers(match, seat, lang, view),
            undo=seat is not None and match.can_undo(seat),
            outcome=_outcome(match),
            table=table,
            seat=seat,
            log=self._entries(range(match.told), seat, lang),
            chat=chat,
        )

    def update(self, seat: int | None, lang: str, ref: int | None = None) -> Update:
        """What followed the last choice."""
        return self._update(len(self._course.made) - 1, self._course.match, seat, lang, ref)

    def updates(self, since: int, seat: int | None, lang: str, at_most: int) -> list[Update] | None:
        """What followed each choice after a version; None if that can't be told choice by choice."""
        course = self._course
        missed = course.version - since
        if missed < 0 or missed > at_most or course.undone > since:
            return None
        first = len(course.made) - missed
        return [self._update(index, self._rewind.at(index + 1), seat, lang) for index in range(first, len(course.made))]

    def _update(self, index: int, match: Match, seat: int | None, lang: str, ref: int | None = None) -> Update:
        course = self._course
        view = match.view(seat)
        return Update(
            ref=ref,
            version=course.made[index].version,
            view=view,
            prompt=_prompt(match, lang),
            choices=self._offers(match, seat, lang, view),
            undo=seat is not None and match.can_undo(seat),
            outcome=_outcome(match),
            entries=self._entries(course.facts_of(index), seat, lang),
            by=self._by(index, seat),
        )

    def _offers(self, match: Match, seat: int | None, lang: str, view: dict[str, Any]) -> list[Offer]:
        if seat is None:
            return []
        board = view.get("board")
        return [
            Offer(
                str(choice),
                choice.verb,
                choice.noun,
                choice_words(match, choice, lang, board),
                choice.noun if choice.noun in self._places else None,
            )
            for choice in match.choices_of(seat)
        ]

    def _by(self, index: int, seat: int | None) -> By:
        """Who made a choice; what it was, if this seat may know."""
        who, _ = self._course.match.history[index]
        return By(who, self._known_choice(index, seat))

    def _known_choice(self, index: int, seat: int | None) -> str | None:
        table = self._course.match.game.table
        who, number = self._course.match.history[index]
        if who == seat:
            return table.text(number)
        if self._course.is_secret(index):
            return None
        if table.verb(number) in PRIVATE_VERBS.get(self._course.match.game.name, frozenset()):
            return None
        return table.text(number)

    # --- the log ------------------------------------------------------------------------------------------------------

    def _entries(self, numbers: range, seat: int | None, lang: str) -> list[Entry]:
        """Facts as this seat may know them. They are numbered as this seat counts them: a gap would tell that something
        was hidden."""
        facts = self._course.match.state.facts
        viewer = -1 if seat is None else seat
        count = sum(fact.visible_to(viewer) for fact in facts[: numbers.start])
        entries: list[Entry] = []
        index = -1
        made = self._course.made
        for number in numbers:
            if not facts[number].visible_to(viewer):
                continue
            while number not in self._course.facts_of(index):
                index += 1
            fact, words = self._sentence(number, lang)
            version = made[index].version if index >= 0 else 0
            entries.append(Entry(count, version, fact, words, str(fact["rule"]), _places_of(fact)))
            count += 1
        return entries

    def _sentence(self, number: int, lang: str) -> tuple[dict[str, Any], str]:
        if self._sentences_since != self._course.undone:
            self._sentences_since = self._course.undone
            self._sentences = {}
        known = self._sentences.get((lang, number))
        if known is None:
            match = self._course.match
            fact = match.game.fact_json(match.state, match.state.facts[number])
            known = fact, fact_words(match.game, fact, lang, match)
            self._sentences[lang, number] = known
        return known

    # --- answers ------------------------------------------------------------------------------------------------------

    def refusal(self, error: IllegalChoice, lang: str, ref: int | None) -> RefusedNews:
        """Why a choice was not accepted."""
        codes = {"theomachy/turn": "not-yours", "theomachy/over": "over"}
        words = self._course.match.explain(error.rule, lang)
        return RefusedNews(ref=ref, error=codes.get(error.rule, "illegal"), words=words, rule=error.rule)

    def verdict(self, choice: str, seat: int, lang: str, ref: int | None) -> Verdict:
        """Which rule forbids a choice."""
        rule = self._course.match.why_not(choice, seat)
        if rule is None:
            return Verdict(ref=ref, choice=choice, legal=True, words=say("legal", lang))
        words = self._course.match.explain(rule, lang)
        return Verdict(ref=ref, choice=choice, legal=False, words=words, rule=rule)

    def preview(self, choice: str, seat: int, lang: str, ref: int | None) -> PreviewNews:
        """What would follow a choice; refuses what is not legal with `IllegalChoice`."""
        match = self._course.match
        facts, is_open = match.preview(choice, seat)
        number = sum(fact.visible_to(seat) for fact in match.state.facts)
        entries = [
            Entry(
                number + index, self._course.version + 1, fact, fact_words(match.game, fact, lang, match),
                str(fact["rule"]), _places_of(fact),
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
        )

    def _label(self, match: Match, choice: str, lang: str) -> str:
        return choice_words(match, Choice(match.game.table, match.find(choice)), lang)

    # --- the past -----------------------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """How many steps a replay has; step 0 is the beginning."""
        return len(self._course.made)

    def replay_step(self, step: int, seat: int | None, lang: str) -> ReplayStep:
        """What a seat could know after so many choices."""
        course = self._course
        match = course.match if step == self.steps else self._rewind.at(step)
        by: By | None = None
        if step:
            who, _ = course.match.history[step - 1]
            choice = self._known_choice(step - 1, seat)
            label = None if choice is None else self._label(self._rewind.at(step - 1), choice, lang)
            by = By(who, choice, label)
        return ReplayStep(
            step=step,
            steps=self.steps,
            version=course.made[step - 1].version if step else 0,
            view=match.view(seat),
            entries=self._entries(course.facts_of(step - 1), seat, lang),
            by=by,
        )

    def story(self, seat: int | None, lang: str) -> Story:
        """The match step by step, for a slider and a chart."""
        course = self._course
        steps: list[StoryStep] = []
        for step in range(self.steps + 1):
            entries = self._entries(course.facts_of(step - 1), seat, lang)
            steps.append(
                StoryStep(
                    step=step,
                    version=course.made[step - 1].version if step else 0,
                    words=[entry.words for entry in entries],
                    events=[str(entry.fact["thing"]) for entry in entries if entry.fact["fact"] == EVENT],
                    numbers=course.match.game.standing(self._rewind.at(step).state),
                )
            )
        return Story(steps, _outcome(course.match))


def public_setup(game: Game[Any], setup: dict[str, Any], sides: list[str]) -> dict[str, Any]:
    """What of a match's setup everybody may know, with the sides that were drawn."""
    known = {key: setup[key] for key in PUBLIC_SETTINGS if setup.get(key) is not None}
    return {**known, game.seats_setting: sides}


def _prompt(match: Match, lang: str) -> Prompt:
    decision = match.decision
    words = match.game.catalogue.prompt(decision.prompt, lang)
    return Prompt(list(decision.seats), decision.prompt, words, decision.secret)


def _outcome(match: Match) -> OutcomeInfo | None:
    outcome = match.outcome
    return None if outcome is None else OutcomeInfo(list(outcome.winners), outcome.how)


def _chance(chance: float) -> float | None:
    return None if chance < NO_CHANCE else round(chance, 4)


def _places_of(fact: dict[str, Any]) -> list[str]:
    places: list[str] = []
    for field in PLACE_FIELDS:
        value = fact.get(field)
        if isinstance(value, str):
            places.append(value)
        elif isinstance(value, list):
            places.extend(map(str, value))
    return places


def _board_places(match: Match) -> frozenset[str]:
    """The names of everything that a choice can point at on the board."""
    board = match.game.board_info()
    return frozenset([*(cell["name"] for cell in board.get("cells", ())), *board.get("edges", ())])

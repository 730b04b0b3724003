"""A match played at the terminal: asking people, letting bots answer, until it is over or somebody leaves."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from theomachy.analysis.coach import counsel
from theomachy.bots import Bot, Sight, new_bot
from theomachy.bots.levels import ADVISER
from theomachy.bots.reasons import bot_words, plan_of, reason_words
from theomachy.cli.listing import list_choices, list_facts, write_rule
from theomachy.cli.phrases import phrase
from theomachy.cli.reading import Command, Pick, Puzzle, example_of, label_choices, read_answer, read_choice
from theomachy.cli.rulebook import find_rules
from theomachy.cli.saves import write_match
from theomachy.cli.screen import draw_board, draw_view, place_verbs
from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.match import Match
from theomachy.kernel.refusals import refusal_words
from theomachy.kernel.wording import choice_words, prompt_words, side_words
from theomachy.lessons import Lesson, Scene

#: the log before a decision shows so many lines at most
LOG_LINES = 40


class Left(Exception):
    """Somebody left the match: by `quit`, or because the input ended."""


class Session:
    """One match and who plays it. People share the terminal; each sees what happened since their last decision."""

    def __init__(
        self,
        match: Match,
        bots: list[Bot | None],
        console: Console,
        lang: str,
        save: Path | None = None,
        lesson: Lesson | None = None,
        coach: str = "",
    ) -> None:
        self.match = match
        self.lesson = lesson
        #: the bot that says when a choice is much worse than the best; empty: none
        self.coach = coach
        self.bots = bots
        self.console = console
        self.lang = lang
        self.save = save
        #: whether the save file holds the match as it stands
        self.kept = False
        #: facts told before a seat's last look
        self._seen = [0] * match.seats
        self._begun = False
        beginning = Match(match.game, match.setup, match.seed)
        #: counts as player 1, for the whole match: some games draw who goes first after their first decisions
        self._first_seat = int(beginning.view().get("first_seat") or 0)

    @property
    def people(self) -> list[int]:
        """The seats played at this terminal."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    @property
    def players(self) -> dict[int, str]:
        """Who plays the seats, in words."""
        you = phrase("you", self.lang)
        return {seat: you if bot is None else bot_words(bot.name, self.lang) for seat, bot in enumerate(self.bots)}

    def run(self) -> None:
        """Play to the end. Raises `Left` when somebody leaves; then, too, the match is kept in the save file."""
        try:
            while not self.match.over:
                if self.lesson is not None and self._follow(self.lesson):
                    continue
                if self._taught:
                    return
                seats = self.match.decision.seats
                # People answer a secret decision before the bots, so that they can still take theirs back.
                seat = next((seat for seat in seats if self.bots[seat] is None), seats[0])
                bot = self.bots[seat]
                if bot is None:
                    self._ask(seat)
                else:
                    self._let_play(bot, seat)
        finally:
            self._keep()
        self._show_end()

    @property
    def _taught(self) -> bool:
        """Whether this is a lesson, and over."""
        return self.lesson is not None and self.lesson.beat(self.match) is None and not self.lesson.free

    def _follow(self, lesson: Lesson) -> bool:
        """Say what the lesson says now and make the choice that its script makes; False: the learner is asked, or none
        is."""
        due = lesson.due(self.match)
        if due is None:
            if lesson.beat(self.match) is None and lesson.scenes(self.match):
                self._show_news(lesson.learner)
                self._tell(lesson.scenes(self.match))
            return False
        self._tell(lesson.scenes(self.match))
        seat, choice = due
        self.match.play(choice, seat)
        return True

    def _tell(self, scenes: tuple[Scene, ...]) -> None:
        """What a lesson says, one thing after the other."""
        for number, scene in enumerate(scenes):
            if number and sys.stdin.isatty():
                self._say("lesson-next", "dim")
                self._read(echo=True)
            self.console.print()
            self.console.print(Padding(Text(scene.say[self.lang], "bold cyan"), (0, 2)))
            if scene.rule:
                self.console.print(Padding(Text(phrase("lesson-rule", self.lang, rule=scene.rule), "dim"), (0, 2)))

    def _let_play(self, bot: Bot, seat: int) -> None:
        choice = bot.choose(Sight(self.match, seat))
        try:
            self.match.play(choice, seat)
        except TheomachyError as error:
            raise TheomachyError(f"bot '{bot.name}' gave {choice!r}, which is no legal choice: {error}") from error

    def _keep(self) -> None:
        """Write the save file; a failure is said and the match goes on."""
        if self.save is None:
            return
        try:
            write_match(self.match, self.save)
            self.kept = True
        except TheomachyError as error:
            self.kept = False
            self.console.print(
                refusal_words(str(error), self.lang, [self.match.game.catalogue]), style="yellow", soft_wrap=True
            )

    def _say(self, key: str, style: str = "", **fields: object) -> None:
        self.console.print(phrase(key, self.lang, **fields), style=style or None)

    def _side(self, seat: int) -> str:
        return side_words(self.match.game, self.match.seat_name(seat), self.lang)

    # --- asking -------------------------------------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """Ask a person until the match has changed."""
        # Alone at the terminal there is nobody to hide a choice from.
        secret = self.match.decision.secret and len(self.people) > 1
        self._show_decision(seat)
        while True:
            answer = read_answer(self._read(echo=not secret), self.match, seat, self.lang)
            if isinstance(answer, Puzzle):
                self.console.print(answer.message, style="yellow")
            elif isinstance(answer, Command):
                if self._obey(answer, seat):
                    return
            elif self._choose(answer.choice, seat):
                if secret:
                    self._hide_choice(seat)
                self._keep()
                return

    def _choose(self, choice: Choice, seat: int) -> bool:
        if self.lesson is not None and self.match.why_not(choice, seat) is None:
            told = self.lesson.answer(self.match, choice.id)
            if told is not None:
                self.console.print(Padding(Text(told[self.lang], "yellow"), (0, 2)))
                return False
        if self.coach and not self._may_be_final(choice, seat):
            return False
        try:
            self.match.play(choice, seat)
        except IllegalChoice as refused:
            self._say("illegal", "yellow", choice=choice)
            self._print_rule(refused.rule)
            return False
        return True

    def _may_be_final(self, choice: Choice, seat: int) -> bool:
        """Ask the coach; where it has doubts, the person whether to play anyway. Among several people it says nothing
        about what is chosen in secret: they would hear it."""
        match, lang = self.match, self.lang
        hushed = match.decision.secret and len(self.people) > 1
        if hushed or match.why_not(choice, seat) is not None or len(match.choices_of(seat)) < 2:
            return True
        said = counsel(match, seat, str(choice), self.coach, match.seed, lang)
        if not said.worse:
            return True
        for words in filter(None, (said.words, said.threat)):
            self.console.print(Padding(Text(words, "yellow"), (0, 2)))
        self._say("coach-anyway", "bold")
        return self._read(echo=True).strip().lower() in phrase("yes", lang).split()

    def _read(self, echo: bool) -> str:
        """The next line typed. Where the input is no terminal it is written out, so that a transcript can be read."""
        if sys.stdin.isatty():
            try:
                return input("> ")
            except EOFError:
                raise Left from None
        line = sys.stdin.readline()
        if not line:
            raise Left
        self.console.print(f"> {line.strip() if echo else '***'}", soft_wrap=True)
        return line

    def _hide_choice(self, seat: int) -> None:
        """Before the next person looks: what was typed leaves the screen."""
        if self.console.is_terminal:
            # The screen and what was scrolled off it.
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
        self._say("chosen", side=self._side(seat))
        waiting = [other for other in self.match.decision.seats if other in self.people]
        if self.match.decision.secret and waiting and sys.stdin.isatty():
            self._say("pass-keyboard", side=self._side(waiting[0]))
            self._read(echo=True)

    # --- showing ------------------------------------------------------------------------------------------------------

    def _show_decision(self, seat: int) -> None:
        match, console, lang = self.match, self.console, self.lang
        view = match.view(seat)
        self._show_news(seat)
        if not match.history or match.history[-1][0] != seat or not self._begun:
            console.print()
            console.print(draw_view(match, view, lang, self.players, console.width))
        elif any(choice.verb in place_verbs(match.game) for choice in match.choices_of(seat)):
            board = draw_board(match, view, lang)
            if board is not None:
                console.print(board)
        if self.lesson is not None:
            self._tell(self.lesson.scenes(match))
        self._show_question(seat)

    def _show_question(self, seat: int) -> None:
        match, console, lang = self.match, self.console, self.lang
        decision = match.decision
        player = (seat - self._first_seat) % match.seats + 1
        console.print()
        console.rule(
            Text(phrase("asks", lang, side=self._side(seat), player=player), "bold"), align="left", style="dim"
        )
        console.print(prompt_words(match, lang), style="bold")
        if decision.secret and len(self.people) > 1:
            self._say("secret", "italic")
        labelled = label_choices(match.choices_of(seat))
        console.print(list_choices(match, labelled, lang, console.width))
        if not self._begun:
            self._say("type", "dim")
            self._begun = True

    def _show_news(self, seat: int) -> None:
        """What happened since the seat last looked, as far as it may know."""
        told = self.match.told
        facts = self.match.facts_since(min(self._seen[seat], told), seat)
        self._seen[seat] = told
        if not facts:
            return
        self.console.print()
        self._say("log", "bold")
        if len(facts) > LOG_LINES:
            self._say("log-more", "dim", count=len(facts) - LOG_LINES)
        self.console.print(list_facts(self.match, facts[-LOG_LINES:], self.lang, rules=False))

    def _show_end(self) -> None:
        match, console, lang = self.match, self.console, self.lang
        seat = self.people[0] if self.people else None
        if seat is not None:
            self._show_news(seat)
        else:
            console.print(list_facts(match, match.facts[-LOG_LINES:], lang, rules=False))
        console.print()
        console.print(draw_view(match, match.view(seat), lang, self.players, console.width))
        console.print()
        console.print(end_words(match, lang), style="bold")

    # --- commands -----------------------------------------------------------------------------------------------------

    def _obey(self, command: Command, seat: int) -> bool:
        """Carry out a command; True when the match has changed."""
        if command.name == "undo":
            return self._undo(seat)
        if command.name == "quit":
            raise Left
        try:
            self._answer(command, seat)
        except TheomachyError as error:
            self.console.print(refusal_words(str(error), self.lang, [self.match.game.catalogue]), style="yellow")
        return False

    def _answer(self, command: Command, seat: int) -> None:
        match, console, lang = self.match, self.console, self.lang
        example = example_of(match.choices_of(seat))
        if command.name == "help":
            console.print(
                Padding(phrase("help", lang, example=f"{example:<18}", why=f"{f'why {example}':<18}"), (0, 2))
            )
        elif command.name == "view":
            console.print(draw_view(match, match.view(seat), lang, self.players, console.width))
            self._show_question(seat)
        elif command.name == "log":
            console.print(list_facts(match, match.facts_since(0, seat), lang, rules=True), soft_wrap=True)
        elif command.name == "save":
            self._save_as(command.rest)
        elif command.name == "hint":
            self._hint(command.rest or ADVISER, seat)
        elif command.name == "rules":
            if command.rest:
                for rule in find_rules(match.game, command.rest, lang):
                    console.print(Padding(write_rule(rule, lang), (0, 2)))
            else:
                # Loaded where it is wanted: it is a fifth of what a command needs to start.
                from rich.markdown import Markdown

                console.print(Markdown(match.game.catalogue.quick(lang)))
        else:
            self._explain(command.rest, seat, example)

    def _save_as(self, name: str) -> None:
        path = Path(name) if name else self.save
        if path is None:
            what = phrase("needs-file", self.lang)
            self._say("needs", "yellow", command="save", what=what, example="save match.json")
            return
        write_match(self.match, path)
        # A path must stay one piece, to be copied.
        self.console.print(phrase("saved", self.lang, file=path), soft_wrap=True)

    def _hint(self, spec: str, seat: int) -> None:
        """What a bot would do in the place of the person asked, seeing no more than that person may."""
        bot = new_bot(spec, self.match.seed)
        self._say("thinking", "dim", bot=bot_words(bot.name, self.lang))
        advice = bot.explain(Sight(self.match, seat))
        told = plan_of(self.match, advice, self.lang)
        steps = [f"{number}. {step}" for number, step in enumerate(told.steps, 1)]
        for line in (*steps, told.aim, told.threat, reason_words(self.match, advice, self.lang)):
            if line:
                self.console.print(Padding(Text(line), (0, 2)))

    def _explain(self, text: str, seat: int, example: str) -> None:
        """`why`: the rule that forbids a choice."""
        if not text:
            what = phrase("needs-choice", self.lang)
            self._say("needs", "yellow", command="why", what=what, example=f"why {example}")
            return
        reading = read_choice(text, self.match, seat, self.lang)
        if not isinstance(reading, Pick):
            self.console.print(reading.message, style="yellow")
            return
        rule = self.match.why_not(reading.choice, seat)
        if rule is None:
            self._say("legal", choice=reading.choice)
        else:
            self._say("illegal", choice=reading.choice)
            self._print_rule(rule)

    def _print_rule(self, rule: str) -> None:
        self.console.print(Padding(write_rule(self.match.game.catalogue.rule(rule, self.lang), self.lang), (0, 2)))

    def _undo(self, seat: int) -> bool:
        """Take back the last choice of the person asked, or else of the one who chose last."""
        match = self.match
        order = [seat, *(who for who, _ in reversed(match.history) if who in self.people)]
        who = next((person for person in order if match.can_undo(person)), None)
        if who is None:
            self._say("no-undo", "yellow")
            return False
        last = next(number for person, number in reversed(match.history) if person == who)
        match.undo(who)
        self._seen = [min(seen, match.told) for seen in self._seen]
        if match.decision.secret:
            self._say("undone-secret")
        else:
            self._say("undone", choice=choice_words(match, Choice(match.game.table, last), self.lang))
        self._keep()
        return True


def end_words(match: Match, lang: str) -> str:
    """How a match ended: who won, and how."""
    outcome = match.outcome
    if outcome is None:
        return ""
    how = match.game.catalogue.name(f"how.{outcome.how}", lang)
    sides = ", ".join(side_words(match.game, match.seat_name(seat), lang) for seat in outcome.winners)
    return f"{phrase('winners', lang, sides=sides)}. {how}." if sides else f"{how}."

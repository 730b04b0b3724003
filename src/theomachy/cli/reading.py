"""Making sense of what a person types at a decision."""

from __future__ import annotations

from theomachy.cli.phrases import phrase
from theomachy.cli.screen import place_verbs
from theomachy.kernel.choice import Choice, Choices
from theomachy.kernel.errors import IllegalChoice
from theomachy.kernel.language import NBSP
from theomachy.kernel.match import Match
from theomachy.kernel.wording import choice_words, noun_words

#: commands and their other spellings
COMMANDS = {
    "help": "help", "?": "help", "quit": "quit", "exit": "quit", "q": "quit", "undo": "undo", "view": "view",
    "log": "log", "save": "save", "rules": "rules", "rule": "rules", "why": "why",
    "hint": "hint",
}  # fmt: skip
ALONE = ("help", "quit", "undo", "view", "log")
SHORT = {"y": "yes", "n": "no"}
_SHOWN = 60


class Pick:
    """A choice was typed; whether it is legal is for the match to say."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice


class Command:
    """A command was typed, with what follows its name."""

    def __init__(self, name: str, rest: str) -> None:
        self.name = name
        self.rest = rest


class Puzzle:
    """It makes no sense; `message` says what would."""

    def __init__(self, message: str) -> None:
        self.message = message


Reading = Pick | Command | Puzzle


def label_choices(choices: Choices) -> list[tuple[str, Choice]]:
    """The choices with the numbers a person types. A bid's number is the bid itself."""
    if all(choice.verb == "bid" for choice in choices):
        return [(choice.noun, choice) for choice in choices]
    return [(str(number), choice) for number, choice in enumerate(choices, 1)]


def read_answer(line: str, match: Match, seat: int, lang: str) -> Reading:
    """What a line means for the decision of a seat."""
    text = " ".join(line.split())
    first, _, rest = text.partition(" ")
    command = COMMANDS.get(first.lower())
    if command is not None:
        if rest and command in ALONE:
            return Puzzle(phrase("alone", lang, command=command))
        return Command(command, rest)
    return read_choice(text, match, seat, lang)


def read_choice(text: str, match: Match, seat: int, lang: str) -> Pick | Puzzle:
    """A choice by its number, its text, its last word, or as it reads in the list."""
    choices = match.choices_of(seat)
    labelled = label_choices(choices)
    if text.removeprefix("-").isdecimal():
        for label, choice in labelled:
            if label == text:
                return Pick(choice)
        first, last = labelled[0][0], labelled[-1][0]
        return Puzzle(phrase("no-number", lang, number=text[:_SHOWN], first=first, last=last))
    named = find_choice(match, SHORT.get(text.lower(), text))
    if named is not None:
        return Pick(named)
    meant = _meant(text, match, choices, lang)
    if len(meant) == 1:
        return Pick(meant[0])
    if meant:
        options = ", ".join(phrase("quoted", lang, text=choice) for choice in meant)
        return Puzzle(phrase("ambiguous", lang, text=text[:_SHOWN], options=options))
    if not text:
        return Puzzle(phrase("type", lang))
    verb = text.partition(" ")[0].lower()
    if verb in match.game.table.verbs:
        return Puzzle(phrase("no-noun", lang, text=text[:_SHOWN], example=_example_with(verb, match)))
    return Puzzle(phrase("unknown", lang, text=text[:_SHOWN], example=example_of(choices)))


def _example_with(verb: str, match: Match) -> str:
    ids = match.game.table.ids(verb)
    return match.game.table.text(ids[len(ids) // 2])


def _meant(text: str, match: Match, choices: Choices, lang: str) -> list[Choice]:
    """What a text without a verb can mean: a legal choice; else one that would fit, so that the match can refuse it."""
    wanted = _typed(text)
    if not wanted:
        return []
    legal = [
        choice
        for choice in choices
        if wanted in (choice.noun.casefold(), _typed(noun_words(match, choice, lang)))
        or wanted == _typed(choice_words(match, choice, lang))
    ]
    if legal:
        return legal
    verbs = dict.fromkeys([*(choice.verb for choice in choices if choice.noun), *place_verbs(match.game)])
    fitting = (find_choice(match, f"{verb} {text}") for verb in verbs)
    return [choice for choice in fitting if choice is not None][:1]


def _typed(words: str) -> str:
    """Words as a keyboard writes them."""
    return words.replace("’", "'").replace(NBSP, " ").casefold()


def find_choice(match: Match, text: str) -> Choice | None:
    """The choice a text names, legal or not; None if there is no such choice in the game."""
    try:
        return Choice(match.game.table, match.game.table.find(text))
    except IllegalChoice:
        return None


def example_of(choices: Choices) -> str:
    """A legal choice as an example of how one is written; one with a noun if there is one."""
    return str(next((choice for choice in choices if choice.noun), choices[0]))

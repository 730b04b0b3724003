"""Everything that crosses the wire, as types. docs/protocol.md says what it means; the page has it in protocol.ts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from theomachy.kernel.view_changes import Changes
from theomachy.server.fairness import Origin
from theomachy.server.pace import UNHURRIED, Pace
from theomachy.server.seats import NAME

Lang = Literal["en", "de", "ru"]
#: a token has 22 letters; this leaves room for other kinds
Token = Annotated[str, Meta(max_length=100)]
#: what a table, a player or a channel is called
Id = Annotated[str, Meta(pattern=f"^{NAME.pattern}$")]
ChoiceText = Annotated[str, Meta(max_length=100)]
Name = Annotated[str, Meta(max_length=40)]
Title = Annotated[str, Meta(max_length=80)]
BotSpec = Annotated[str, Meta(max_length=40)]
#: what JavaScript can count exactly
Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]

# --- from the page, over a socket -------------------------------------------------------------------------------------


class FromPage(Struct, tag_field="type", kw_only=True):
    """A message from the page; the answer repeats its `ref`."""

    ref: Count | None = None


class Hello(FromPage, tag="hello"):
    lang: Lang = "en"
    token: Token | None = None
    since: Count | None = None
    #: how many lines of the chat it has seen; with `since`, it is told the others
    lines: Count | None = None
    #: whether updates may tell what has changed of the view instead of the whole view
    changes: bool = False
    #: whether the page is to be seen: who does not look is told that it is their turn
    looking: bool = True


class Choose(FromPage, tag="choose"):
    choice: ChoiceText
    version: Count


class Undo(FromPage, tag="undo"):
    version: Count


class AskUndo(FromPage, tag="ask-undo"):
    version: Count


class AnswerUndo(FromPage, tag="answer-undo"):
    version: Count
    agree: bool


class Why(FromPage, tag="why"):
    choice: ChoiceText


class Preview(FromPage, tag="preview"):
    choice: ChoiceText


class Hint(FromPage, tag="hint"):
    bot: BotSpec | None = None


class Coach(FromPage, tag="coach"):
    """Whether the person of the seat agrees to a coach at this table."""

    agree: bool


class Weigh(FromPage, tag="weigh"):
    """What does the coach think of a choice, before it is made?"""

    choice: ChoiceText
    version: Count


class Chat(FromPage, tag="chat"):
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    #: who may read it: everybody, or only the seats that share a side with the one that says it
    to: Literal["all", "partners"] = "all"


class Resign(FromPage, tag="resign"):
    """The person of the seat gives up: a bot plays on, and the result counts as last place."""


class Adjourn(FromPage, tag="adjourn"):
    """Ask to adjourn the match (or to resume it), agree with that, or refuse it."""

    agree: bool = True


class Language(FromPage, tag="lang"):
    lang: Lang


class Ping(FromPage, tag="ping"):
    pass


class Look(FromPage, tag="look"):
    """Whether the page is to be seen, and not behind others."""

    looking: bool


class Back(FromPage, tag="back"):
    """The person of the seat is at the table again, and plays on instead of the bot that stands in."""


PageMessage = (
    Hello | Choose | Undo | AskUndo | AnswerUndo | Why | Preview | Hint | Coach | Weigh | Chat | Language | Ping | Back
    | Look | Resign | Adjourn
)  # fmt: skip

# --- parts of what the server says ------------------------------------------------------------------------------------


class Offer(Struct, omit_defaults=True):
    """A legal choice of the seat that reads it."""

    choice: str
    verb: str
    noun: str
    label: str
    place: str | None = None


class Entry(Struct):
    """A fact in the log."""

    number: int
    version: int
    fact: dict[str, Any]
    words: str
    rule: str
    places: list[str]


class UndoWord(Struct):
    """Somebody asks to take back the last choice, agrees with that, or refuses; void when the version is another."""

    word: Literal["asked", "agreed", "refused"]
    seat: int
    version: int


class Line(Struct, omit_defaults=True):
    """A line of the chat. `seat` is None for spectators and for the table itself."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    undo: UndoWord | None = None
    #: what it says about adjourning or resuming the match
    pause: UndoWord | None = None
    #: whether only the seats that share a side may read it
    private: bool = False


class Prompt(Struct):
    seats: list[int]
    key: str
    words: str
    secret: bool


class Place(Struct):
    """Who sits where."""

    seat: int
    side: str | None
    who: str
    name: str
    bot: str | None
    online: bool
    #: what the host asks the person for: to let a bot of this name play, or if it is empty to make room
    asked: str | None = None
    #: whether the person agrees to a coach at this table
    coach: bool = False
    #: the name of the person who resigned from this seat
    resigned: str | None = None


class ClockInfo(Struct):
    """The clock of a person. Seconds; `due` is a moment in seconds since 1970, if it runs."""

    seat: int
    #: left of the time for a decision, or a turn; and of the reserve beyond it
    left: float
    reserve: float
    due: float | None
    #: whether the time is up, and whether a bot has taken over until the person returns
    out: bool
    away: bool


class Clocks(Struct):
    #: when this was so
    at: float
    clocks: list[ClockInfo]


class TableInfo(Struct):
    table: str
    game: str
    title: str
    setup: dict[str, Any]
    seats: list[Place]
    phase: str
    version: int
    listed: bool
    created: float
    moved: float
    origin: Origin
    #: whether the operator has ended it
    closed: bool = False
    #: whether it counts for the ratings of its players
    rated: bool = False
    #: the seats that must decide; none while it waits for somebody
    deciding: list[int] = []
    pace: Pace = UNHURRIED
    #: the name of the lesson that is taught here, if one is
    lesson: str = ""
    #: whether it is a board for analysis
    analysis: bool = False
    #: whether a coach may speak here: one person alone among bots, or all people have agreed
    coached: bool = False
    #: whether people may ask bots for hints here
    hints: bool = False
    #: whether the match is adjourned: nobody chooses, and clocks stand
    adjourned: bool = False
    #: the table of the rematch, once there is one
    rematch: str = ""


class By(Struct, omit_defaults=True):
    """Who made a choice; what, unless that is secret."""

    seat: int
    choice: str | None = None
    label: str | None = None


class OutcomeInfo(Struct):
    winners: list[int]
    how: str


# --- from the server, over a socket -----------------------------------------------------------------------------------


class FromServer(Struct, tag_field="type", omit_defaults=True, kw_only=True):
    ref: int | None = None


class News(FromServer, kw_only=True):
    """What of a match is sent whenever something has changed."""

    version: int
    prompt: Prompt
    choices: list[Offer]
    undo: bool
    outcome: OutcomeInfo | None
    #: at the table of a lesson: how many choices have been made, so which part of it is due
    made: int | None = None
    #: at a board for analysis: each seat's chance to win, as the evaluation sees it
    chances: list[float] | None = None


class State(News, tag="state"):
    """Everything: these members, the log, and the `StateFrame`."""

    seat: int | None
    view: dict[str, Any]


class StateFrame(Struct):
    """What of a state does not follow from its version."""

    table: TableInfo
    chat: list[Line]
    clocks: Clocks | None = None


class Update(News, tag="update"):
    entries: list[Entry]
    by: By | None
    #: the whole view, or what has changed of that of the version before
    view: dict[str, Any] | UnsetType = UNSET
    changes: Changes | UnsetType = UNSET


class TableNews(FromServer, tag="table"):
    table: TableInfo


class ChatNews(FromServer, tag="chat"):
    line: Line


class ClockNews(FromServer, tag="clocks"):
    clocks: Clocks


class RefusedNews(FromServer, tag="refused"):
    error: str
    words: str
    rule: str | None = None


class Verdict(FromServer, tag="verdict"):
    choice: str
    legal: bool
    words: str
    rule: str | None = None
    #: after any of these it would be legal
    first: list[str] = []


class PreviewNews(FromServer, tag="preview"):
    choice: str
    entries: list[Entry]
    open: bool


class Alternative(Struct):
    choice: str
    label: str
    chance: float | None


class HintNews(FromServer, tag="hint"):
    choice: str
    label: str
    chance: float | None
    #: why, in the terms of the evaluation
    words: str
    others: list[Alternative]
    #: the plan for the whole turn, an action each; what it leads to; and what others could do then
    plan: list[str] = []
    aim: str = ""
    threat: str = ""


class WeighedNews(FromServer, tag="weighed"):
    """What the coach thinks of a choice: with `worse`, what would be better and why."""

    choice: str
    worse: bool
    best: str
    label: str
    before: float
    after: float
    words: str
    threat: str


class ErrorNews(FromServer, tag="error"):
    error: str
    words: str


class Pong(FromServer, tag="pong"):
    pass


# --- over HTTP --------------------------------------------------------------------------------------------------------


class PersonSitter(Struct, tag_field="who", tag="person"):
    name: Name = ""


class OpenSitter(Struct, tag_field="who", tag="open"):
    pass


class BotSitter(Struct, tag_field="who", tag="bot"):
    bot: BotSpec


Sitter = PersonSitter | OpenSitter | BotSitter
Sitters = Annotated[list[Sitter], Meta(min_length=1, max_length=8)]


class FileText(Struct, forbid_unknown_fields=True):
    """A file that somebody chose: what it is called there, and what is in it."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    text: str


class NewTable(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    seats: Sitters
    setup: dict[str, Any] = {}
    #: TOML files for settings that take one
    files: dict[str, FileText] = {}
    title: Title = ""
    listed: bool = False
    #: whether it counts for ratings: for people alone, each a player
    rated: bool = False
    seed: Annotated[int, Meta(ge=0, lt=2**62)] | None = None
    pace: Pace = UNHURRIED
    #: the name of a lesson: it says what the match is, and who sits where but the learner
    lesson: Annotated[str, Meta(max_length=60)] = ""
    #: where the match begins, as text: it says what the match is; nothing of `setup` stands beside it
    position: str = ""
    #: a board for analysis: all seats are the maker's
    analysis: bool = False
    #: whether hints are allowed; None: only against bots
    hints: bool | None = None


class AskPosition(Struct, forbid_unknown_fields=True):
    """A position that somebody has: as text, or as its document."""

    text: str = ""
    document: dict[str, Any] | None = None


class OpenTable(Struct, forbid_unknown_fields=True):
    save: str
    seats: Sitters
    title: Title = ""
    listed: bool = False
    pace: Pace = UNHURRIED
    hints: bool | None = None


class Join(Struct, forbid_unknown_fields=True):
    name: Name = ""
    seat: int | None = None


class Reseat(Struct, forbid_unknown_fields=True):
    #: `stay`: the person says no to what the host asks
    who: Literal["open", "bot", "stay"]
    bot: BotSpec | None = None
    token: Token | None = None


class SeatToken(Struct):
    seat: int
    token: str


class Seated(Struct):
    """The answer to a new table: its secrets, this once."""

    table: str
    host: str
    seats: list[SeatToken]


class ReplayStep(Struct):
    step: int
    steps: int
    version: int
    view: dict[str, Any]
    entries: list[Entry]
    by: By | None


class StoryStep(Struct):
    step: int
    version: int
    words: list[str]
    events: list[str]
    numbers: dict[str, int]


class Story(Struct):
    #: a list of `StoryStep`, encoded step by step
    steps: msgspec.Raw
    outcome: OutcomeInfo | None


encoder = msgspec.json.Encoder()
page_messages = msgspec.json.Decoder(PageMessage)


def encode(message: Struct | dict[str, Any]) -> bytes:
    """A message as it travels."""
    return encoder.encode(message)


def members(message: Struct) -> bytes:
    """The encoded members of a message, without the braces around them."""
    return encode(message)[1:-1]

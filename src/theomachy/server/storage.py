"""What the server keeps, and the small interface behind which it is kept. Another database is another `Storage`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar

from msgspec import Struct

from theomachy.server.clock_model import Clock, ClockEvent
from theomachy.server.database import Database
from theomachy.server.fairness import SeedOrigin
from theomachy.server.pace import UNHURRIED, Pace
from theomachy.server.seats import Called, Chair, Turn

P = ParamSpec("P")
T = TypeVar("T")

#: stand for a table where servers are told that a bot must decide somewhere, that there is a job to do, and, with its
#: name behind, that one was done
BOTS = "*"
JOBS = "+"
DONE = "="


class TableRecord(Struct):
    """A table without its match."""

    table: str
    game: str
    #: version of the rules the match was begun with
    rules: int
    title: str
    setup: dict[str, Any]
    seed: int
    listed: bool
    created: float
    #: when the match changed last
    moved: float
    over: bool
    version: int
    #: hash of the host's token
    host: bytes
    chairs: list[Chair]
    #: hashes of the tokens of everybody who has ever sat here
    sat: list[bytes]
    seed_origin: SeedOrigin
    #: hides the seed in its commitment
    salt: bytes
    #: whether the match goes on from a save
    opened: bool = False
    #: whether a save with every secret was given out while the match ran
    disclosed: bool = False
    #: counts the changes that are no events: who sits where, whether it is closed
    seating: int = 0
    #: whether an operator has ended it
    closed: bool = False
    #: the player who made it
    host_player: str | None = None
    #: whether it counts for the ratings of its players
    rated: bool = False
    #: the seats that must decide, as bits; 0 also where that was not written down yet
    deciding: int = 0
    pace: Pace = UNHURRIED
    #: the name of the lesson that is taught here, if one is
    lesson: str = ""
    #: whether it is a board for analysis: one person moves all sides, and goes back as they like
    analysis: bool = False
    #: whether hints are allowed; empty: the default for those who sit there
    hints: Literal["", "on", "off"] = ""
    #: whether the people have agreed to pause: nobody may choose, and clocks stand
    adjourned: bool = False
    #: the table of the rematch, once there is one
    rematch: str = ""


class Event(Struct):
    """What made a version: a choice, or the undo of a seat's last choice. An undo by agreement has as `choice` how many
    choices are kept. Events are added, never changed."""

    version: int
    kind: Literal["choose", "undo"]
    seat: int
    choice: str
    at: float


#: told of a table that somebody else has changed, and by which event if it was but one; with None any may have been
Heard = Callable[[str | None, Event | None], None]
#: whether what is told of a table, or of work, is for this process; asked in any thread
Concerns = Callable[[str], bool]


class ChatLine(Struct):
    """A line of the chat; one of the table itself has a `key` of `words` and its `fields` instead of a text."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    key: str = ""
    fields: dict[str, str] = {}
    #: hash of the token of whom it comes from, or tells of: what is forgotten on their request
    token: bytes | None = None
    #: the seats that may read it; empty: everybody
    readers: tuple[int, ...] = ()


class StoredTable(Struct):
    """A table as it lies in storage."""

    record: TableRecord
    events: list[Event]
    #: the encoded state after the last event
    state: bytes
    chat: list[ChatLine]
    #: the number of the next line of the chat
    lines: int
    clocks: list[Clock] = []


class Maker(Struct, frozen=True):
    """From where a table is made, and how many an hour are too many: from there, in all, and even then."""

    address: str
    mine: int
    whole: int
    anyway: int


class Job(Struct, frozen=True):
    """Something long that was asked for at a table, from an address; `body` is for those who know its kind."""

    id: str
    kind: str
    table: str
    patron: str
    body: bytes


class JobAnswer(Struct, frozen=True):
    """What came of a job; with `failed`, why nothing did."""

    answer: bytes
    failed: str = ""


class Use(Struct, frozen=True):
    """How much of an allowance somebody has used, and how much of it is forgotten each second."""

    what: str
    who: str
    amount: float
    rate: float


class Finish(Struct, frozen=True):
    """How a match ended: the place of each seat, 0 first, equal for equals; and the seats that won."""

    places: list[int]
    winners: list[int]


class Presence(Struct, frozen=True):
    """Whose people are at other servers: now, or left so many seconds ago."""

    here: frozenset[int] = frozenset()
    left: dict[int, float] = {}


class Changes(Struct):
    """What is stored of a table beyond what somebody knew of it."""

    version: int
    moved: float
    over: bool
    listed: bool
    disclosed: bool
    closed: bool
    seating: int
    #: the number of the next line of the chat
    lines: int
    #: events after the version known
    events: list[Event]
    #: if the seating has changed: the chairs, the hashes of all who ever sat there, and the whole chat at hand
    chairs: list[Chair] | None = None
    sat: list[bytes] | None = None
    #: new lines of the chat; all that are kept at hand if the seating has changed
    chat: list[ChatLine] = []
    elsewhere: Presence = Presence()
    clocks: list[Clock] = []
    adjourned: bool = False
    rematch: str = ""


class Watched(Struct, frozen=True):
    """What a look at all clocks has found."""

    #: tables at which the time of somebody is up
    due: list[str]
    #: when that is so next
    following: float | None
    #: tables whose clocks stood while nobody could play
    rested: list[str]


class NotStored(Exception):
    """The storage failed; what was to be stored is not."""


class Unkeepable(NotStored):
    """There is no room for such a value in the database: a text with a zero in it, or a number too large."""


class Outdated(NotStored):
    """Somebody else was first: the table has another version, or other people, than whoever wrote thought."""


class Damaged(Exception):
    """What is stored of a table makes no sense."""


class OtherRules(Damaged):
    """A table was played by another version of the rules; it is whole, but this program can't go on with it."""


class Storage(Protocol):
    """Keeps tables. Each call is one transaction: when it returns, everything in it survives a crash; when it raises
    `NotStored`, nothing of it was kept. What is written over something that another server has changed meanwhile is
    `Outdated`: the key of an event is (table, version), and there is one of each."""

    #: whether several servers may use it at once
    shared: bool

    async def create(
        self, record: TableRecord, events: list[Event], state: bytes, turn: Turn, maker: Maker,
        tick: ClockEvent | None = None, called: Called | None = None,
    ) -> list[Clock]:  # fmt: skip
        """A new table; with events if a save is opened. Raises `TooManyTables` if servers share the limit. Gives its
        clocks, if it has any: as do those below, for which `tick` says what the clocks must know, and `called` which
        players must decide, at a table that has any."""
        ...

    async def append(
        self, table: str, seating: int, event: Event, state: bytes, over: bool, snapshot: bool,
        turn: Turn | None = None, deciding: int = 0, finish: Finish | None = None, tick: ClockEvent | None = None,
        called: Called | None = None,
    ) -> list[Clock]:  # fmt: skip
        """One event with the state after it; `snapshot` keeps that state for good (at each hand-over), `turn` says
        whether a bot is next, where there are any, `deciding` who must decide then, as bits. `finish` is there when the
        match has ended by it, and goes into the record of its players.
        `Outdated` unless it is the next version, of a table with this seating."""
        ...

    async def seat(
        self, table: str, seating: int, chair: Chair, turn: Turn, tick: ClockEvent | None = None,
        called: Called | None = None,
    ) -> list[Clock]:  # fmt: skip
        """Somebody else plays a seat, and the seating is the next. Whose token is in the chair has sat here from then
        on, whoever comes later. `Outdated` if the seating was another one."""
        ...

    async def tick(self, table: str, version: int, seating: int, turn: Turn, tick: ClockEvent) -> list[Clock]:
        """Something that is no event concerns the clocks. `Outdated` at another version, or with other people."""
        ...

    async def disclose(self, table: str) -> None:
        """A save with every secret is given out."""
        ...

    async def add_line(self, table: str, line: ChatLine) -> int:
        """Add a line to the chat; the number it has got."""
        ...

    async def load(self, table: str, lines: int) -> StoredTable | None:
        """A table with the last so many lines of its chat, damaged ones left out; None if there is none. Raises
        `Damaged`."""
        ...

    async def changes(self, table: str, version: int, seating: int, line: int, lines: int) -> Changes | None:
        """What has changed since a version, a seating and the number of the next line; at most so many lines. None if
        there is no such table any more. Raises `Damaged`."""
        ...

    async def listed(self, limit: int) -> list[TableRecord]:
        """The tables that are listed publicly, newest first; damaged ones are left out."""
        ...

    async def read(self, work: Callable[Concatenate[Database, P], T], *values: P.args, **_: P.kwargs) -> T:
        """What is read beside tables, all of it of one moment."""
        ...

    async def write(self, work: Callable[Concatenate[Database, P], T], *values: P.args, **_: P.kwargs) -> T:
        """What is written beside tables, whole or not at all."""
        ...

    async def check(self) -> None:
        """Whether something can be written; raises `NotStored`."""
        ...

    # --- clocks

    async def watch_clocks(self, now: float, lived: float) -> Watched:
        """Look at all clocks; this process was able to play for the last so many seconds. If nobody was before that,
        they stood."""
        ...

    async def time_out(self, table: str, now: float) -> list[int]:
        """The seats at a table whose time is up now, which is noted and told there; none if somebody else was
        first."""
        ...

    async def stood_in(self) -> list[str]:
        """Tables at which a bot may have to decide for somebody whose time is up."""
        ...

    # --- what servers that share it know of each other; where there is one, nobody asks

    async def beat(self) -> None:
        """This server is alive; to be said every few seconds."""
        ...

    async def present(self, table: str, seats: set[int]) -> None:
        """The people of these seats are here now, and nobody else at this table."""
        ...

    async def take_turn(self, seconds: float) -> tuple[str, str] | None:
        """A table whose bots nobody plays, and for whose address; they are this server's for so many seconds."""
        ...

    async def keep_turns(self, tables: list[str], seconds: float) -> list[str]:
        """Those tables of which the bots are still this server's, for so many seconds more."""
        ...

    async def end_turn(self, table: str, version: int, pause: float) -> None:
        """No bot must decide at this version, and others look after the next; -1: others try again after a pause."""
        ...

    async def post_job(self, job: Job, most: int) -> bool:
        """Ask for a job; whether it was: of an address so many of a kind may wait."""
        ...

    async def take_job(self, kinds: list[str], seconds: float) -> Job | None:
        """A job of these kinds that nobody does; it is this server's for so many seconds."""
        ...

    async def keep_jobs(self, jobs: list[str], seconds: float) -> list[str]:
        """Those jobs that are still this server's, for so many seconds more."""
        ...

    async def end_job(self, job: str, answer: bytes, failed: str) -> None:
        """A job is done, or with a reason it can't be."""
        ...

    async def job_answer(self, job: str) -> JobAnswer | None:
        """What came of a job that was asked for here; None if nothing has yet. It can be had once."""
        ...

    async def withdraw_job(self, job: str) -> None:
        """Nobody waits for a job any more."""
        ...

    async def use(self, used: list[Use]) -> list[Use]:
        """Somebody has used some more of what all servers together allow; how much that is with all that others told,
        less what is forgotten."""
        ...

    async def watch(self, heard: Heard, concerns: Concerns) -> None:
        """Until cancelled: call when somebody else has changed a table that concerns us, or with None when any
        may have been changed."""
        ...

    async def close(self) -> None: ...

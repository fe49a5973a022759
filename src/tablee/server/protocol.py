"""The protocol: every message between a client and a table, version 1. See docs/protocol.md.

Messages are JSON objects; `t` says which. Clients' are strict: an unknown field is an error. What
changes the table carries an `id` of the client's choice, so that a retry is harmless.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tablee.server.entries import Clock, Place

PROTOCOL = 1
MOST_SEATS = 10
MOST_BYTES = 8192  # of a message from a client
MOST_TEXT = 300  # characters of what somebody says
MOST_NAME = 30

Id = Annotated[str, Meta(pattern="^[!-~]{1,64}$")]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Level = Annotated[str, Meta(max_length=20)]
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Person = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
# How long bots seem to think; at once: as fast as they can.
Pace = Literal["calm", "normal", "brisk", "once"]
# What can be said with one tap, by whoever may not write, too; pages have the words and a picture.
Phrase = Literal[
    "hello", "well_played", "thanks", "good_luck", "oops", "wow", "haha", "hmm", "hurry", "again"
]


class Message(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """From a client."""


class Command(Message, frozen=True, kw_only=True):
    """Wants to change something."""

    id: Id


# -- from clients: asking ------------------------------------------------------------


class Join(Message, frozen=True, tag="join"):
    """The first message on a connection; `seen`: the number of the last event that each seat heard."""

    protocol: int
    seen: dict[str, int] = {}


class Sync(Message, frozen=True, tag="sync"):
    """Tell me all again."""


class Ping(Message, frozen=True, tag="ping"):
    n: int = 0


class Why(Message, frozen=True, tag="why"):
    """May the seat do that, and why not?"""

    seat: Seat
    action: Annotated[str, Meta(max_length=200)]


class Hint(Message, frozen=True, tag="hint"):
    """What would a bot do?"""

    seat: Seat


class Link(Message, frozen=True, tag="link"):
    """A link that moves my seat to another device."""

    seat: Seat


class Hurry(Message, frozen=True, tag="hurry"):
    """Bots go on at once, until a person is to act."""


# -- from clients: commands ------------------------------------------------------------


class Play(Command, frozen=True, tag="play"):
    """`turn` says which decision of the seat is meant, so that a late message decides no other."""

    seat: Seat
    turn: int
    action: Annotated[str, Meta(max_length=200)]


class Undo(Command, frozen=True, tag="undo"):
    seat: Seat


class Sit(Command, frozen=True, tag="sit"):
    """`commitment` is that to the person's share of the luck; the same for all seats of one person."""

    seat: Seat
    commitment: Hex


class Stand(Command, frozen=True, tag="stand"):
    """Leave a seat: before the start it is free again, later a bot goes on."""

    seat: Seat


class Rename(Command, frozen=True, tag="rename"):
    """Another name for who plays at a seat of mine: two people may share a device."""

    seat: Seat
    name: Name


class Move(Command, frozen=True, tag="move"):
    """Before the start: my seat for another one, which is open, a bot's or mine, too; the host moves
    anybody to an open one, to begin with those who are there."""

    seat: Seat
    to: Seat


class Choose(Command, frozen=True, tag="choose"):
    """Before the start: what a seat of mine has of an option that is chosen seat by seat (`teams`)."""

    seat: Seat
    option: Annotated[str, Meta(max_length=40)]
    value: Annotated[str, Meta(max_length=40)]


class SetSeat(Command, frozen=True, tag="set_seat"):
    """The host, before the start: a bot of that level, or (none) an open seat."""

    seat: Seat
    level: Level = ""


class Configure(Command, frozen=True, tag="configure"):
    """The host, before the start. Seats that go on existing keep who sits there."""

    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: dict[str, Any]
    clock: Clock
    listed: bool
    pace: Pace = "normal"
    rated: bool = False
    talk: bool = True


class Start(Command, frozen=True, tag="start"):
    pass


class Reveal(Command, frozen=True, tag="reveal"):
    share: Hex

    def __repr__(self) -> str:  # no log and no error shows it
        return "Reveal(…)"


class Stop(Command, frozen=True, tag="stop"):
    """The host gives up a start that waits for somebody's share."""


class Replace(Command, frozen=True, tag="replace"):
    """A bot goes on for somebody who is away."""

    seat: Seat
    level: Level = "medium"


class TakeBack(Command, frozen=True, tag="take_back"):
    seat: Seat


class Say(Command, frozen=True, tag="say"):
    text: Annotated[str, Meta(min_length=1, max_length=MOST_TEXT)]


class Tell(Command, frozen=True, tag="tell"):
    """One of the phrases, instead of words of one's own."""

    phrase: Phrase


class Mute(Command, frozen=True, tag="mute"):
    person: Person
    on: bool


class Rematch(Command, frozen=True, tag="rematch"):
    pass


class Close(Command, frozen=True, tag="close"):
    """The host gives the table up before the start."""


Asked = (
    Join
    | Sync
    | Ping
    | Why
    | Hint
    | Link
    | Hurry
    | Play
    | Undo
    | Sit
    | Stand
    | Rename
    | Move
    | Choose
    | SetSeat
    | Configure
    | Start
    | Reveal
    | Stop
    | Replace
    | TakeBack
    | Say
    | Tell
    | Mute
    | Rematch
    | Close
)


# -- from the server ------------------------------------------------------------


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits there. `here`: connected now; `owner`: whose seat a bot plays for the time being."""

    kind: str
    person: str
    name: str
    level: str
    owner: str
    ready: bool  # has committed to a share
    here: bool
    left: int | None  # milliseconds of its clock, at the time of this message


class TableInfo(msgspec.Struct, frozen=True, tag="table", tag_field="t"):
    """What everybody at the table may know of it; the same for all."""

    v: int  # grows with every change of the table
    table: str
    game: str
    phase: str  # lobby, sealing, playing, over, closed
    options: dict[str, Any]
    clock: Clock
    listed: bool
    host: str
    seats: list[SeatInfo]
    actors: list[int]
    watchers: int
    commitment: str
    wanted: list[str]  # persons whose shares are missing, while sealing
    muted: list[str]
    next: str  # the table of a rematch
    time: int
    pace: str
    rated: bool  # it counts
    hints: bool  # may be asked for
    talk: bool  # in words of one's own; phrases always


class Welcome(msgspec.Struct, frozen=True, tag="welcome", tag_field="t"):
    protocol: int
    person: str
    name: str
    time: int


class Told(msgspec.Struct, frozen=True, tag="told", tag_field="t"):
    """What a seat (null: who only watches) knows now, and what it heard since the last such message.

    `n` is the number of the last of these events; if it is not the one before plus their count,
    something was missed: ask for `sync`. A message with `all` makes good for that: it begins anew.
    """

    v: int
    seat: int | None
    n: int
    all: bool
    events: list[Any]
    view: Any
    legal: list[str]
    turn: int
    undo: bool
    outcome: Any


class Ack(msgspec.Struct, frozen=True, tag="ack", tag_field="t"):
    """It is on disk."""

    id: str
    v: int


class Refused(msgspec.Struct, frozen=True, tag="refused", tag_field="t"):
    """Nothing was changed. `rule` is the rule's id where the game's rules speak against it."""

    id: str
    code: str
    rule: str
    messages: dict[str, str]


class Chat(msgspec.Struct, frozen=True, tag="chat", tag_field="t"):
    v: int
    person: str
    name: str
    text: str  # empty if it is a phrase
    phrase: str
    at: int


class WhyNot(msgspec.Struct, frozen=True, tag="why", tag_field="t"):
    seat: int
    action: str
    rule: str  # empty: nothing speaks against it
    messages: dict[str, str]


class Judgement(msgspec.Struct, frozen=True):
    action: str
    value: float
    visits: int


class Hinted(msgspec.Struct, frozen=True, tag="hint", tag_field="t"):
    seat: int
    turn: int
    moves: list[Judgement]
    messages: dict[str, str]  # why the first of them; none if there are no words for it


class Linked(msgspec.Struct, frozen=True, tag="link", tag_field="t"):
    seat: int
    token: str


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="t"):
    n: int
    time: int


class Bye(msgspec.Struct, frozen=True, tag="bye", tag_field="t"):
    """The server closes this connection, and why."""

    code: str
    messages: dict[str, str]


Answer = TableInfo | Welcome | Told | Ack | Refused | Chat | WhyNot | Hinted | Linked | Pong | Bye

# -- by HTTP, from clients ------------------------------------------------------------


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[Place], Meta(min_length=1, max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    clock: Clock = Clock()
    listed: bool = False
    pace: Pace = "normal"
    rated: bool = False  # it counts; there are no hints then
    talk: bool = True  # people may write; phrases always


class NewSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    token: Annotated[str, Meta(max_length=200)] = ""

    def __repr__(self) -> str:
        return f"NewSession({self.name!r}, …)"


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, Meta(max_length=1000)]

    def __repr__(self) -> str:
        return "Claim(…)"


class OpenHouse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    open: bool


# -- by HTTP, from the server ------------------------------------------------------------


class SessionInfo(msgspec.Struct, frozen=True):
    person: str | None
    name: str | None
    needs_token: bool  # to be let in


class SessionMade(msgspec.Struct, frozen=True):
    """`session` is for programs; a page has its cookie."""

    person: str
    name: str
    session: str | msgspec.UnsetType = msgspec.UNSET


class GameLine(msgspec.Struct, frozen=True):
    game: str
    seats: tuple[int, int]  # from, to


class OptionInfo(msgspec.Struct, frozen=True):
    schema: dict[str, dict[str, Any]]  # by the number of seats
    default: Any
    seats: Any


class GameInfo(msgspec.Struct, frozen=True):
    game: str
    version: int
    seats: tuple[int, int]
    sides: dict[str, list[list[int]]]  # who wins and loses together, by the number of seats
    options: dict[str, OptionInfo]
    verbs: dict[str, list[str]]  # the names of each verb's arguments, in the order of an action's words
    phases: list[str]
    texts: dict[str, dict[str, str]]  # by language and key


class RuleInfo(msgspec.Struct, frozen=True):
    id: str
    tag: str  # "R": a ruling of ours, "A": a house value, "": the book's
    section: str
    text: str


class Book(msgspec.Struct, frozen=True):
    """The rules of a game in our own words, in the order of the book."""

    fr: list[RuleInfo]
    en: list[RuleInfo]


class LessonStep(msgspec.Struct, frozen=True):
    """A prepared position: what there is to learn, and which of the legal actions do it."""

    text: dict[str, str]
    done: dict[str, str]  # what is said once it is done
    rules: list[str]
    seats: int
    seat: int  # the learner's
    view: Any
    legal: list[str]
    want: list[str]


class Lesson(msgspec.Struct, frozen=True):
    """A game in a few steps; none for a game that has no lesson."""

    game: str
    steps: list[LessonStep]


class LessonTry(msgspec.Struct, frozen=True):
    """What an action of a step leads to, and whether it is one of those that were wanted."""

    right: bool
    events: list[Any]
    view: Any


class SeatLine(msgspec.Struct, frozen=True):
    kind: str
    name: str
    level: str


class ClockLine(msgspec.Struct, frozen=True):
    kind: str
    seconds: int
    increment: int


class TableLine(msgspec.Struct, frozen=True):
    """A line of the lobby."""

    table: str
    game: str
    phase: str
    host: str
    seats: list[SeatLine]
    clock: ClockLine
    options: dict[str, Any]
    rated: bool
    made: int  # when


class TableNow(TableLine, frozen=True):
    """A table as it is now, for somebody who knows its id."""

    turn: list[int]  # the seats that are to act
    since: int  # when the first of them began to think
    mine: list[int]  # seats of who asks, also those that a bot plays for them
    here: list[int]  # seats whose people are connected
    watchers: int
    next: str  # the table of a rematch


class TableMade(msgspec.Struct, frozen=True):
    table: str


class Claimed(msgspec.Struct, frozen=True):
    table: str
    v: int


class House(msgspec.Struct, frozen=True):
    """Whether other devices in the house can come here; `address` is for them, empty if there is none.

    `may`: who asks may open and close it. `why` a link would not work elsewhere, empty if it would:
    "closed"; "moved" (closed, because the server's machine is in another network now); "no_network";
    "internet" (the machine has an address for everybody, and no house). `guests` are at a table by that
    address and would be cut; only who may close it is told their names.
    """

    open: bool
    may: bool
    why: str
    address: str
    guests: list[str]


class Invitation(msgspec.Struct, frozen=True):
    """A link that lets somebody in, and the same as a QR code: rows of 0 and 1."""

    link: str
    code: list[str]


class ProofMade(msgspec.Struct, frozen=True):
    """See docs/fairness.md."""

    format: str
    table: str
    game: str
    seats: int
    actions: list[list[int | str]]  # seat and action
    tape: list[int]
    bounds: list[int]


class ReplayStep(msgspec.Struct, frozen=True):
    """What everybody heard and then knew, by seat (`null`: who watched); the first is the deal."""

    events: dict[str, list[dict[str, Any]]]
    views: dict[str, dict[str, Any]]
    seat: int | msgspec.UnsetType = msgspec.UNSET
    action: str | msgspec.UnsetType = msgspec.UNSET


class Replay(msgspec.Struct, frozen=True):
    table: str
    game: str
    phase: str
    host: str
    seats: list[SeatLine]
    clock: ClockLine
    options: dict[str, Any]
    rated: bool
    made: int  # when
    steps: list[ReplayStep]
    outcome: dict[str, Any]


class BetterMove(msgspec.Struct, frozen=True):
    """A move that was clearly missed: how much more of a chance to win, from `low` to `high`."""

    action: str
    gain: float
    low: float
    high: float


class ReviewStep(msgspec.Struct, frozen=True):
    """By seat: the chance to win then, its interval, and what the decision and luck did to it."""

    seat: int | None  # none: the deal
    action: str | None
    chances: list[float]
    low: list[float]
    high: list[float]
    decision: list[float]
    luck: list[float]
    better: BetterMove | None


class TurningPoint(msgspec.Struct, frozen=True):
    step: int
    seat: int  # whose chance changed most
    change: float
    by: str


class ReviewPart(msgspec.Struct, frozen=True):
    mean: float
    low: float
    high: float


class ReviewTotal(msgspec.Struct, frozen=True):
    """Of a seat: `before` the deal + luck + its own decisions + those of the others = `after`."""

    before: float
    after: float
    luck: ReviewPart
    skill: ReviewPart
    others: ReviewPart


class Review(msgspec.Struct, frozen=True):
    """See docs/review.md. The steps are those of the replay."""

    game: str
    seats: int
    finished: bool
    playouts: int
    steps: list[ReviewStep]
    turning_points: list[TurningPoint]
    totals: list[ReviewTotal]


class Reviewed(msgspec.Struct, frozen=True):
    """How much of it is done, from 0 to 1, and the review when all is: ask again until then."""

    done: float
    review: Review | None


class RatingLine(msgspec.Struct, frozen=True):
    """A person (by id and last name) or a bot (by level): how good, how sure, after how many games."""

    kind: str
    person: str
    name: str
    level: str
    mean: float
    uncertainty: float
    games: int


class RatingStep(msgspec.Struct, frozen=True):
    """After a game: when it ended (milliseconds since 1970), the rank, and the rating then."""

    table: str
    at: int
    rank: int
    mean: float
    uncertainty: float


class Ratings(msgspec.Struct, frozen=True):
    """The best first. The history is that of one person: of who asks, if nobody else is named."""

    game: str
    games: int
    lines: list[RatingLine]
    person: str
    history: list[RatingStep]


class Fault(msgspec.Struct, frozen=True):
    """Why not: a code, the rule's id where a game's rules speak against it, a sentence by language."""

    code: str
    rule: str
    messages: dict[str, str]


class Health(msgspec.Struct, frozen=True):
    ok: bool


encode = msgspec.json.Encoder().encode
DECODER: msgspec.json.Decoder[Asked] = msgspec.json.Decoder(Asked)

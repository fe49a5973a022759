"""A node's desk for one table: its room, who is connected, and the commands in their order.

One command at a time is decided, written and only then acknowledged and told. While it is being
written the room is already ahead of what anybody knows; if writing fails or another node was first,
the room is thrown away and read anew.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tablee.server import decisions, messages
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.decisions import CLOCK, Caller, Refusal, Scene
from tablee.server.effects import Announce, Append, Load, Reply, Row, Send, Think
from tablee.server.room import PLAYING, Room

if TYPE_CHECKING:
    from tablee.server.node import Conn, Node

MOST_JOBS: Final = 64  # that wait at a table
GRACE: Final = 3000  # a node that did not write the last entry leaves the bots to the one that did
RETRY: Final = 1000
HERE_FOR: Final = 40_000  # how long another node's word about who is there is believed
HERE_AGAIN: Final = 15_000  # … and after how long it is given anew
CLOCK_LEVEL: Final = "medium"  # who plays for a seat whose time is out
# How long bots seem to think, in tenths of the usual.
PACE: Final = {"calm": 20, "normal": 10, "brisk": 4, "once": 0}


class BotMove(NamedTuple):
    """A bot has decided."""

    seat: int
    turn: int
    action: str
    way: str


class ClaimSeat(NamedTuple):
    """A seat's link was opened."""

    seat: int
    held: int


class Credit(NamedTuple):
    """No server was there for so long."""

    milliseconds: int


class Linked(NamedTuple):
    """The table of the rematch is there."""

    next: str


class Job:
    """A command that waits: from a connection, with a ticket to answer, or the node's own."""

    def __init__(
        self,
        conn: int,
        ticket: int,
        caller: Caller,
        command: Any,
        key: str,
        said_id: str = "",
        hasty: bool = False,
    ) -> None:
        self.conn = conn
        self.ticket = ticket
        self.caller = caller
        self.command = command
        self.key = key  # unique at the table; a second one with the same key is the same command
        self.said_id = said_id
        self.hasty = hasty  # too soon after others of its kind
        self.since = -1  # what the desk had asked of the store by then


class Founding(NamedTuple):
    """Who waits for a new table: a ticket, or a command of the table that it goes on from."""

    ticket: int = 0
    job: Job | None = None
    after: str = ""


class Writing:
    def __init__(self, job: Job, entry: e.AnyEntry, number: int) -> None:
        self.job = job
        self.entry = entry
        self.number = number


class Thought:
    """A bot at work for a seat's decision, or done and waiting for its beat."""

    def __init__(self, ticket: int, turn: int, way: str, due: int) -> None:
        self.ticket = ticket
        self.turn = turn
        self.way = way
        self.due = due
        self.action: str | None = None


NOBODY: Final = Caller("", "")


class Desk:
    def __init__(self, node: Node, table: str) -> None:
        self.node = node
        self.table = table
        self.room: Room | None = None
        self.loading: int | None = None  # what is being read: the entries after this one
        self.writing: Writing | None = None
        self.founding = False  # whether the table of a rematch is being written
        # What was asked of the store has numbers: reads and writes; `known` is the last that told us
        # how far the log is. Another node may have written since.
        self.asks = 0
        self.reading = 0
        self.known = 0
        self.jobs: deque[Job] = deque()
        self.conns: dict[int, Conn] = {}
        self.delivered = 0  # the entry up to which those who are connected know everything
        self.ours = False  # whether this node wrote the last entry
        self.thoughts: dict[int, Thought] = {}
        self.present: tuple[str, ...] | None = None  # who is connected here; None: to be counted
        self.elsewhere: dict[str, tuple[int, tuple[str, ...]]] = {}  # who is connected to other nodes
        self.shown_now: tuple[str, ...] | None = None  # those of them who are connected here
        self.shown: set[str] = set()  # who is here, as those who are connected were told
        self.announced: tuple[str, ...] = ()  # who is connected here, as other nodes were told
        self.announced_at = 0
        self.idle_since: int | None = None
        self.hurried = False  # somebody has seen enough of how bots think

    # -- reading ------------------------------------------------------------

    def load(self) -> None:
        if self.loading is None:
            self.loading = 0 if self.room is None else self.room.seq
            self.asks += 1
            self.reading = self.asks
            self.node.emit(Load(self.table, self.loading))

    def is_sure(self, since: int) -> bool:
        """Whether we know all that was written when this was asked."""
        return not self.node.several or self.known > since

    def is_busy(self) -> bool:
        return bool(self.jobs or self.founding or self.loading is not None or self.writing is not None)

    def reload(self) -> None:
        """Throw the room away: what it has seen may not be what is written."""
        self.room = None
        self.load()

    def loaded(self, rows: list[Row] | None, now: int) -> None:
        since, self.loading = self.loading, None
        if rows is None:  # the store is not there just now
            self.node.wake(self.table, now + RETRY)
            self.refuse_all("unavailable", now)
            return
        if self.writing is not None:
            return  # what was read may be half of it; `stored` goes on
        fresh = self.room is None
        if fresh and since:  # the room was thrown away meanwhile
            self.load()
            return
        self.known = max(self.known, self.reading)
        room = self.room or Room()
        for row in rows:
            if row.seq == room.seq + 1:  # others are known already
                entry = e.decode(row.body)
                room.fold(entry, row.command)
                self.room = room
                self.ours = False
                if room.seq > self.delivered:
                    self.deliver(entry, now)
        if self.room is None:
            self.refuse_all("no_table", now)
            for conn in list(self.conns.values()):
                self.node.bye(conn, "no_table")
            return
        if fresh:
            self.delivered = max(self.delivered, room.seq)
            self.credit(room)
        self.greet_all(now)
        self.work(now)
        self.mind(now)

    def credit(self, room: Room) -> None:
        """Give back the time in which no server was there, before anything else is decided."""
        if room.clock.kind == "none" or room.phase != PLAYING:
            return
        for begun, ended in self.node.outages:
            lost = ended - max(begun, room.at)
            key = f"credit:{begun}"
            if lost > 0 and key not in room.commands:
                self.jobs.appendleft(Job(0, 0, NOBODY, Credit(lost), key))

    # -- deciding and writing ------------------------------------------------------------

    def take(self, job: Job, now: int) -> None:
        if len(self.jobs) >= MOST_JOBS:  # it may be in the log already: nobody looks now
            self.refuse(job, Refusal("unavailable"), now)
            return
        job.since = self.asks
        self.jobs.append(job)
        if self.room is None:
            self.load()
        self.work(now)

    def work(self, now: int) -> None:
        """Decide what waits, until something has to be written."""
        while self.jobs and self.room is not None and self.writing is None and not self.founding:
            job = self.jobs.popleft()
            if job.key in self.room.commands:
                self.accept(job, self.room.commands[job.key])
                continue
            try:
                entry = self.decided(self.room, job, now)
            except Refusal as refusal:
                if not self.is_sure(job.since):  # another node may have written this very command
                    self.jobs.appendleft(job)
                    self.load()
                    return
                self.refuse(job, refusal, now)
                entry = None
            except Exception as error:  # a fault of ours, which changed nothing
                self.node.failed(self.table, error)
                self.refuse(job, Refusal("failed"), now)
                entry = None
            if entry is None:
                if job.caller is NOBODY:  # what a bot or a clock wanted to do may have to be done yet
                    self.node.wake(self.table, now + RETRY)
                continue
            row = Row(self.room.seq + 1, job.key, e.encode(entry))
            phase = self.room.phase
            try:
                self.room.fold(entry, job.key)
            except Exception as error:  # a fault in our rules: better refused than written
                self.node.failed(self.table, error)
                self.refuse(job, Refusal("failed"), now)
                self.reload()
                return
            lobby = None
            if self.room.phase != phase or not entry.MOVES:
                lobby = messages.summary(self.room)
            self.asks += 1
            self.writing = Writing(job, entry, self.asks)
            self.node.emit(Append(self.table, row, lobby, self.room.listed, entry.at))

    def decided(self, room: Room, job: Job, now: int) -> e.AnyEntry | None:
        if type(job.command) is p.Play:  # nearly all of them are
            return decisions.play(room, job.caller, job.command, now)
        scene = Scene(now, self.here(now), self.node.entropy)
        at = max(now, room.at)
        if job.hasty:
            raise Refusal("chatter")
        match job.command:
            case BotMove(seat, turn, action, way):
                return decisions.bot_move(room, seat, turn, action, way, now)
            case ClaimSeat(seat, held):
                return decisions.claim(room, job.caller, seat, held, scene)
            case Credit(milliseconds):
                return e.Credited(at=at, milliseconds=milliseconds) if room.phase == PLAYING else None
            case Linked(following):
                if room.next:
                    raise Refusal("rematched")
                return e.Rematched(at=at, by=job.caller.person, next=following)
            case p.Rematch():
                # The new table first; when it is there, this one says where it is.
                created = decisions.rematch_of(room, job.caller, self.node.new_id(now), scene)
                self.founding = True
                self.node.found(created, Founding(job=job, after=self.table))
                return None
        return decisions.decide(room, job.caller, job.command, scene)

    def stored(self, how: str, now: int) -> None:
        """`ok`; `conflict` if another node was first; `failed` if nobody knows."""
        writing, self.writing = self.writing, None
        if writing is None:
            return
        if how == "ok":
            assert self.room is not None
            self.ours = True
            self.known = max(self.known, writing.number)
            self.accept(writing.job, self.room.seq)
            self.deliver(writing.entry, now)
            if self.node.several:
                self.announce(now)
            self.greet_all(now)
            self.work(now)
            self.mind(now)
            return
        if how == "conflict":
            self.jobs.appendleft(writing.job)
        else:
            self.refuse(writing.job, Refusal("unavailable"), now)
        self.thoughts.clear()
        self.reload()

    def accept(self, job: Job, v: int) -> None:
        if job.conn in self.conns:
            self.node.emit(Send(job.conn, p.encode(p.Ack(job.said_id, v))))
        if job.ticket:
            self.node.emit(Reply(job.ticket, {"table": self.table, "v": v}))

    def refuse(self, job: Job, refusal: Refusal, now: int) -> None:
        if job.ticket:
            self.node.emit(Reply(job.ticket, refusal))
        conn = self.conns.get(job.conn)
        if conn is None:
            return
        answer = p.Refused(job.said_id, refusal.code, refusal.rule, refusal.messages)
        self.node.emit(Send(job.conn, p.encode(answer)))
        if not conn.greeted:
            return  # they may have seen more elsewhere
        if self.room is not None and self.writing is None and self.room.seq == self.delivered:
            if self.room.match is None:
                self.node.emit(Send(job.conn, self.info(now)))
            for audience in self.audiences(conn):
                self.tell(conn, audience, None)

    def refuse_all(self, code: str, now: int) -> None:
        while self.jobs:
            self.refuse(self.jobs.popleft(), Refusal(code), now)

    # -- telling ------------------------------------------------------------

    def deliver(self, entry: e.AnyEntry, now: int) -> None:
        """Tell everybody who is connected what an entry has changed for them."""
        room = self.room
        assert room is not None
        self.delivered = room.seq
        if type(entry) is e.Spoken:
            for line in messages.chat(room, room.seq - 1):
                self.to_all(line)
            return
        if not entry.MOVES or room.clock.kind != "none" or room.phase != PLAYING:
            self.tell_table(now)
        if room.match is not None:
            for conn in self.listeners():
                for audience in self.audiences(conn):
                    self.tell(conn, audience, conn.cursors.get(audience))

    def tell(self, conn: Conn, audience: int, since: int | None) -> None:
        room = self.room
        if room is None or room.match is None:
            return
        self.node.emit(Send(conn.id, messages.told(room, audience, since)))
        conn.cursors[audience] = len(room.heard[audience])

    def tell_table(self, now: int) -> None:
        self.shown = self.here(now)
        self.shown_now = self.present
        if self.listeners():
            self.to_all(self.info(now))

    def info(self, now: int) -> bytes:
        assert self.room is not None
        return messages.table_info(self.room, self.shown, self.watchers(), now)

    def watchers(self) -> int:
        """How many are here who do not sit."""
        assert self.room is not None
        seated = {messages.sits(chair) for chair in self.room.chairs}
        return sum(person not in seated for person in self.shown)

    def tell_presence(self, now: int) -> None:
        """Tell who is here, if that has changed, as soon as the room is what is written."""
        if self.room is None or self.writing is not None:
            return
        if self.present is not None and self.present is self.shown_now and not self.node.several:
            return  # everybody was told
        if self.here(now) != self.shown:
            self.tell_table(now)
        self.shown_now = self.present
        here = self.here_now()
        old = not self.announced_at <= now < self.announced_at + HERE_AGAIN
        if here != self.announced or (here and old):
            self.announce(now)
        if here and self.node.several:
            self.node.wake(self.table, self.announced_at + HERE_AGAIN)

    def announce(self, now: int) -> None:
        self.announced, self.announced_at = self.here_now(), now
        if self.node.several:
            self.node.emit(Announce(self.table, self.delivered, self.announced))

    def to_all(self, data: bytes) -> None:
        for conn in self.listeners():
            self.node.emit(Send(conn.id, data))

    def listeners(self) -> list[Conn]:
        return [conn for conn in self.conns.values() if conn.greeted]

    def greet_all(self, now: int) -> None:
        """Those who joined while the room was not there, or was ahead of what is written."""
        self.tell_presence(now)
        if self.room is not None and self.writing is None:
            for conn in self.conns.values():
                if conn.joined and not conn.greeted:
                    if self.is_sure(conn.since):
                        self.greet(conn, now)
                    else:  # they may have seen more elsewhere
                        self.load()

    def greet(self, conn: Conn, now: int) -> None:
        """All that somebody who joins (again) must know."""
        room = self.room
        assert room is not None
        conn.greeted = True
        self.node.emit(Send(conn.id, self.info(now)))
        for line in messages.chat(room):
            self.node.emit(Send(conn.id, line))
        for audience in self.audiences(conn):
            self.tell(conn, audience, conn.cursors.get(audience))

    def audiences(self, conn: Conn) -> list[int]:
        """For whom a connection hears. What it is no longer, it must begin anew to be again."""
        room = self.room
        assert room is not None
        if conn.seating != room.seating:
            conn.seating = room.seating
            conn.audiences = room.audiences(conn.caller.person)
            for gone in set(conn.cursors) - set(conn.audiences):
                del conn.cursors[gone]
        return conn.audiences

    # -- who is here ------------------------------------------------------------

    def here_now(self) -> tuple[str, ...]:
        if self.present is None:
            joined = {conn.caller.person for conn in self.conns.values() if conn.joined}
            self.present = tuple(sorted(joined))
        return self.present

    def here(self, now: int) -> set[str]:
        found = set(self.here_now())
        for said, people in self.elsewhere.values():
            if said + HERE_FOR > now:
                found.update(people)
        return found

    def hear_of(self, node: str, people: tuple[str, ...], now: int) -> None:
        """Another node says who is connected there."""
        known = self.elsewhere.items()
        self.elsewhere = {name: word for name, word in known if word[0] + HERE_FOR > now}
        if node not in self.elsewhere and self.conns:  # it has not heard of us either
            self.announce(now)
        self.elsewhere[node] = (now, people)
        self.tell_presence(now)

    # -- bots and clocks ------------------------------------------------------------

    def mind(self, now: int) -> None:
        """See that seats without a person, or without time, move; asked again when something is due."""
        room = self.room
        if room is None or self.writing is not None or not self.conns:
            return
        acting = room.acting()
        if self.hurried and any(room.chairs[seat].kind == "person" for seat in acting):
            self.hurried = False
        if self.thoughts:
            for seat in list(self.thoughts):
                if seat not in acting or self.thoughts[seat].turn != room.chairs[seat].turn:
                    del self.thoughts[seat]
        for seat in acting:
            chair = room.chairs[seat]
            if chair.kind == "person" and room.clock.kind == "none":
                continue
            deadline = room.deadline(seat)
            if chair.kind == "bot":
                pace = 0 if self.hurried else self.node.pace(room.seq, seat) * PACE[room.pace] // 10
                if self.node.several and not self.ours:
                    pace += GRACE
                # The log may be ahead of this node's clock.
                due = min(room.at, now) + pace
                self.let_think(room, seat, chair.level, chair.level, due)
            elif deadline is not None and deadline <= now:
                self.let_think(room, seat, CLOCK_LEVEL, CLOCK, deadline)
            elif deadline is not None:
                self.node.wake(self.table, deadline)
        if self.thoughts:
            self.play_what_is_due(room, now)

    def hurry(self, now: int) -> None:
        """What bots have decided is played at once, and what they will, until a person is to act."""
        self.hurried = True
        for thought in self.thoughts.values():
            thought.due = min(thought.due, now)
        self.mind(now)

    def let_think(self, room: Room, seat: int, level: str, way: str, due: int) -> None:
        if seat in self.thoughts:
            return
        assert room.match is not None
        ticket = self.node.ticket(self.table)
        self.thoughts[seat] = Thought(ticket, room.chairs[seat].turn, way, due)
        view = room.match.view(seat)
        self.node.emit(Think(ticket, room.game.name, view, level, explain=False))

    def thought(self, ticket: int, action: int | None, now: int) -> None:
        room = self.room
        for seat, thought in list(self.thoughts.items()):
            if thought.ticket != ticket:
                continue
            if action is None or room is None:
                del self.thoughts[seat]
                self.node.wake(self.table, now + RETRY)
                return
            # Late answers come at the next beat, so that how long it took tells little.
            late = max(0, now - thought.due)
            beat = self.node.beat
            thought.due += -(-late // beat) * beat
            thought.action = room.game.verbs.text(action)
            self.node.wake(self.table, thought.due)
        self.mind(now)

    def play_what_is_due(self, room: Room, now: int) -> None:
        for seat, thought in list(self.thoughts.items()):
            if thought.action is None:
                continue
            if thought.due > now:
                self.node.wake(self.table, thought.due)
                continue
            del self.thoughts[seat]
            move = BotMove(seat, thought.turn, thought.action, thought.way)
            self.jobs.append(Job(0, 0, NOBODY, move, f"bot:{seat}:{thought.turn}"))
        self.work(now)

    def set_back(self, now: int) -> None:
        """The clock was set back: what was due soon is due now."""
        for thought in self.thoughts.values():
            thought.due = min(thought.due, now)
        if self.idle_since is not None:
            self.idle_since = min(self.idle_since, now)
        self.elsewhere = {name: (now, people) for name, (_, people) in self.elsewhere.items()}

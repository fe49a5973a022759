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
from tablee.server.decisions import Caller, Refusal, Scene
from tablee.server.effects import Announce, Append, Load, Reply, Row, Send, Think
from tablee.server.room import PLAYING, Room

if TYPE_CHECKING:
    from tablee.server.node import Conn, Node

MOST_JOBS: Final = 64  # that wait at a table
GRACE: Final = 3000  # a node that did not write the last entry leaves the bots to the one that did
RETRY: Final = 1000
HERE_FOR: Final = 40_000  # how long another node's word about who is there is believed
CLOCK: Final = "clock"
CLOCK_LEVEL: Final = "medium"  # who plays for a seat whose time is out


class BotMove(NamedTuple):
    """A bot has decided."""

    seat: int
    turn: int
    action: str
    way: str


class ClaimSeat(NamedTuple):
    """A seat's link was opened."""

    seat: int
    uses: int


class Credit(NamedTuple):
    """No server was there for so long."""

    milliseconds: int


class Linked(NamedTuple):
    """The table of the rematch is there."""

    next: str


class Job(NamedTuple):
    """A command that waits: from a connection, with a ticket to answer, or the node's own."""

    conn: int
    ticket: int
    caller: Caller
    command: Any
    key: str  # unique at the table; a second one with the same key is the same command
    said_id: str = ""


class Founding(NamedTuple):
    """Who waits for a new table: a ticket, or a command of the table that it goes on from."""

    ticket: int = 0
    job: Job | None = None
    after: str = ""


class Writing(NamedTuple):
    job: Job
    entry: e.AnyEntry


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
        self.jobs: deque[Job] = deque()
        self.conns: dict[int, Conn] = {}
        self.delivered = 0  # the entry up to which those who are connected know everything
        self.ours = False  # whether this node wrote the last entry
        self.thoughts: dict[int, Thought] = {}
        self.elsewhere: dict[str, tuple[int, tuple[str, ...]]] = {}  # who is connected to other nodes
        self.idle_since: int | None = None

    # -- reading ------------------------------------------------------------

    def load(self) -> None:
        if self.loading is None:
            self.loading = 0 if self.room is None else self.room.seq
            self.node.emit(Load(self.table, self.loading))

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
        """Give back the time in which no server was there."""
        if room.clock.kind == "none" or room.phase != PLAYING:
            return
        for begun, ended in self.node.outages:
            lost = ended - max(begun, room.at)
            key = f"credit:{begun}"
            if lost > 0 and key not in room.commands:
                self.jobs.append(Job(0, 0, NOBODY, Credit(lost), key))

    # -- deciding and writing ------------------------------------------------------------

    def take(self, job: Job, now: int) -> None:
        if len(self.jobs) >= MOST_JOBS:
            self.refuse(job, Refusal("busy"), now)
            return
        self.jobs.append(job)
        if self.room is None:
            self.load()
        self.work(now)

    def work(self, now: int) -> None:
        """Decide what waits, until something has to be written."""
        while self.jobs and self.room is not None and self.writing is None:
            job = self.jobs.popleft()
            if job.key in self.room.commands:
                self.accept(job, self.room.commands[job.key])
                continue
            try:
                entry = self.decided(self.room, job, now)
            except Refusal as refusal:
                self.refuse(job, refusal, now)
                continue
            if entry is None:
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
            self.writing = Writing(job, entry)
            self.node.emit(Append(self.table, row, lobby, self.room.listed, entry.at))

    def decided(self, room: Room, job: Job, now: int) -> e.AnyEntry | None:
        scene = Scene(now, self.here(now), self.node.entropy)
        at = max(now, room.at)
        match job.command:
            case BotMove(seat, turn, action, way):
                return decisions.bot_move(room, seat, turn, action, way, now)
            case ClaimSeat(seat, uses):
                return decisions.claim(room, job.caller, seat, uses, scene)
            case Credit(milliseconds):
                return e.Credited(at=at, milliseconds=milliseconds) if room.phase == PLAYING else None
            case Linked(following):
                if room.next:
                    raise Refusal("rematched")
                return e.Rematched(at=at, by=job.caller.person, next=following)
            case p.Rematch():
                # The new table first; when it is there, this one says where it is.
                created = decisions.rematch_of(room, job.caller, self.node.new_id(), scene)
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
            self.accept(writing.job, self.room.seq)
            self.deliver(writing.entry, now)
            self.greet_all(now)
            if self.node.several:
                self.node.emit(Announce(self.table, self.room.seq, self.here_now()))
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
        if self.room is not None and self.writing is None and self.room.seq == self.delivered:
            if self.room.match is None:
                info = messages.table_info(self.room, self.here(now), self.watchers(), now)
                self.node.emit(Send(job.conn, info))
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
        if isinstance(entry, e.Spoken):
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
        if self.room is not None and self.listeners():
            self.to_all(messages.table_info(self.room, self.here(now), self.watchers(), now))

    def tell_presence(self, now: int) -> None:
        """Somebody came or went."""
        if self.room is not None:
            self.tell_table(now)
            if self.node.several:
                self.node.emit(Announce(self.table, self.delivered, self.here_now()))

    def to_all(self, data: bytes) -> None:
        for conn in self.listeners():
            self.node.emit(Send(conn.id, data))

    def listeners(self) -> list[Conn]:
        return [conn for conn in self.conns.values() if conn.greeted]

    def greet_all(self, now: int) -> None:
        """Those who joined while the room was not there, or was ahead of what is written."""
        if self.room is not None and self.writing is None:
            for conn in self.conns.values():
                if conn.joined and not conn.greeted:
                    self.greet(conn, now)

    def greet(self, conn: Conn, now: int) -> None:
        """All that somebody who joins (again) must know."""
        room = self.room
        assert room is not None
        conn.greeted = True
        info = messages.table_info(room, self.here(now), self.watchers(), now)
        self.node.emit(Send(conn.id, info))
        for line in messages.chat(room):
            self.node.emit(Send(conn.id, line))
        for audience in self.audiences(conn):
            self.tell(conn, audience, conn.cursors.get(audience))

    def audiences(self, conn: Conn) -> list[int]:
        """For whom a connection hears. What it is no longer, it must begin anew to be again."""
        assert self.room is not None
        found = self.room.audiences(conn.caller.person)
        for gone in set(conn.cursors) - set(found):
            del conn.cursors[gone]
        return found

    # -- who is here ------------------------------------------------------------

    def here_now(self) -> tuple[str, ...]:
        return tuple(sorted({conn.caller.person for conn in self.conns.values() if conn.joined}))

    def here(self, now: int) -> set[str]:
        found = set(self.here_now())
        for said, people in self.elsewhere.values():
            if said + HERE_FOR > now:
                found.update(people)
        return found

    def watchers(self) -> int:
        assert self.room is not None
        seated = {messages.sits(chair) for chair in self.room.chairs}
        return sum(person not in seated for person in self.here_now())

    # -- bots and clocks ------------------------------------------------------------

    def mind(self, now: int) -> None:
        """See that seats without a person, or without time, move; asked again when something is due."""
        room = self.room
        if room is None or self.writing is not None or not self.conns:
            return
        acting = room.acting()
        for seat in list(self.thoughts):
            if seat not in acting or self.thoughts[seat].turn != room.chairs[seat].turn:
                del self.thoughts[seat]
        for seat in acting:
            chair = room.chairs[seat]
            deadline = room.deadline(seat)
            if chair.kind == "bot":
                pace = self.node.pace(room.seq, seat)
                if self.node.several and not self.ours:
                    pace += GRACE
                self.let_think(room, seat, chair.level, chair.level, room.at + pace, now)
            elif deadline is not None and deadline <= now:
                self.let_think(room, seat, CLOCK_LEVEL, CLOCK, deadline, now)
            elif deadline is not None:
                self.node.wake(self.table, deadline)
        self.play_what_is_due(room, now)

    def let_think(self, room: Room, seat: int, level: str, way: str, due: int, now: int) -> None:
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

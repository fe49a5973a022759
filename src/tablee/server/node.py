"""A node: one server process without any I/O. Things are reported to it, and it says what to do.

Every method takes the time in milliseconds and adds to `out`; the driver takes the effects from there,
in order, and reports what became of them. The same reports in the same order give the same effects, so
a simulator can run a node through drops, crashes and jumping clocks, a seed at a time.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from tablee.core.errors import TableeError
from tablee.core.texts import LANGUAGES
from tablee.server import decisions
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.decisions import TEXTS, Caller, Refusal, Scene
from tablee.server.desk import HERE_FOR, RETRY, ClaimSeat, Desk, Founding, Job, Linked
from tablee.server.effects import Append, Drop, Effect, Reply, Row, Send, Think
from tablee.server.messages import summary
from tablee.server.room import PLAYING, Room

MESSAGES: Final = 30  # that a connection may send …
SPAN: Final = 10_000  # … in so many milliseconds
CHATTER: Final = 5  # of them to say something
DEAR: Final = 8  # as many as one that must be answered with everything
MOST_FAULTS: Final = 5  # messages that cannot be read, before a connection is closed
BEAT: Final = 500  # milliseconds: a bot that was slow answers at the next such beat
IDLE: Final = 30_000  # how long a table without connections is kept in memory
MOST_ABROAD: Final = 10_000  # tables with people at other nodes, that are remembered
SET_BACK: Final = 1000  # milliseconds by which a clock may go back unnoticed
SPOKEN: Final = (p.Say, p.Tell)
WHISPER: Final = "expert"  # who gives hints

POLICY, TRY_AGAIN, NOT_FOUND = 1008, 1013, 4404

DECODE: Final = p.DECODER.decode


def paced(seq: int, seat: int) -> int:
    """How long a bot seems to think: a figure that looks drawn and says nothing of its cards."""
    return 900 + (seq * 7919 + seat * 104729) % 700


class Conn:
    """A connection: whose it is, and how far each of its audiences has heard."""

    def __init__(self, number: int, table: str, caller: Caller) -> None:
        self.id = number
        self.table = table
        self.caller = caller
        self.joined = False
        self.greeted = False
        self.cursors: dict[int, int] = {}
        self.recent: list[int] = []
        self.said: list[int] = []
        self.faults = 0
        self.hinting = False
        self.since = 0  # what the desk had asked of the store by then
        self.audiences: list[int] = []  # for whom it hears, when the room's seating was this:
        self.seating = -1

    def too_fast(self, times: list[int], most: int, now: int) -> bool:
        while times and not now - SPAN < times[0] <= now:  # later than now: the clock was set back
            del times[0]
        times.append(now)
        return len(times) > most


class Node:
    def __init__(
        self,
        *,
        entropy: Callable[[int], bytes],
        sign: Callable[[Mapping[str, Any]], str],
        several: bool = False,
        pace: Callable[[int, int], int] = paced,
        beat: int = BEAT,
        outages: list[tuple[int, int]] | None = None,
        failed: Callable[[str, Exception], None] = lambda table, error: None,
        limited: bool = True,
    ) -> None:
        self.entropy = entropy
        self.sign = sign
        self.several = several
        self.pace = pace
        self.beat = beat
        self.outages = outages or []
        self.failed = failed
        self.limited = limited
        self.out: list[Effect] = []
        self.conns: dict[int, Conn] = {}
        self.desks: dict[str, Desk] = {}
        self.alarms: list[tuple[int, str]] = []
        self.due: dict[str, int] = {}  # the first alarm of each table; others among them are void
        self.latest = 0  # the time of the last report
        self.numbers = itertools.count(1)
        # Of thoughts: the table, and for a hint the seat, the connection and the turn.
        self.tickets: dict[int, tuple[str, int, int, int]] = {}
        self.founding: dict[str, Founding] = {}  # tables on their way
        self.abroad: dict[str, int] = {}  # until when other nodes' word is good that somebody is there
        self.closing = False

    def emit(self, effect: Effect) -> None:
        self.out.append(effect)

    def new_id(self, now: int) -> str:
        """A table's: nobody can guess it. First the time, so that tables of one day are neighbours in
        the store: a third of the work for a move."""
        return f"{now // 1000:08x}{self.entropy(16).hex()}"

    def desk(self, table: str) -> Desk:
        found = self.desks.get(table)
        if found is None:
            found = self.desks[table] = Desk(self, table)
        return found

    def forget(self, table: str) -> None:
        del self.desks[table]
        self.due.pop(table, None)

    # -- connections ------------------------------------------------------------

    def connected(self, conn: int, table: str, caller: Caller) -> None:
        made = self.conns[conn] = Conn(conn, table, caller)
        desk = self.desk(table)
        desk.conns[conn] = made
        desk.idle_since = None
        made.since = desk.asks
        if desk.room is None or self.several:
            desk.load()

    def disconnected(self, conn: int, now: int) -> None:
        self.see(now)
        gone = self.conns.pop(conn, None)
        if gone is None:
            return
        desk = self.desks.get(gone.table)
        if desk is None:
            return
        desk.conns.pop(conn, None)
        desk.present = None
        if not desk.conns:
            desk.idle_since = now
            self.wake(desk.table, now + IDLE)
        if gone.joined:
            desk.tell_presence(now)

    def received(self, conn: int, data: bytes | str, now: int) -> None:
        """A message, whatever is in it."""
        self.see(now)
        made = self.conns.get(conn)
        if made is None:
            return
        if self.limited and made.too_fast(made.recent, MESSAGES, now):
            self.bye(made, "too_fast")
            return
        try:
            message = DECODE(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            made.faults += 1
            if made.faults >= MOST_FAULTS:
                self.bye(made, "malformed")
            else:
                self.refuse(made, "", Refusal("malformed_message"))
            return
        if type(message) is p.Play and made.joined:  # nearly all of them are
            self.command(made, message.id, message, now)
            return
        if type(message) is p.Join or type(message) is p.Sync:
            made.recent += [now] * (DEAR - 1)
        if isinstance(message, p.Join):
            self.join(made, message, now)
        elif not made.joined:
            self.refuse(made, getattr(message, "id", ""), Refusal("join_first"))
        else:
            self.handle(made, message, now)

    def join(self, conn: Conn, message: p.Join, now: int) -> None:
        if message.protocol != p.PROTOCOL:
            self.bye(conn, "protocol")
            return
        for seat, n in message.seen.items():
            if seat.isascii() and seat.isdigit() and len(seat) < 3:
                conn.cursors[int(seat)] = n
            elif seat == "null":
                conn.cursors[-1] = n
        welcome = p.Welcome(p.PROTOCOL, conn.caller.person, conn.caller.name, now)
        self.emit(Send(conn.id, p.encode(welcome)))
        desk = self.desk(conn.table)
        conn.greeted = False
        conn.joined = True
        desk.present = None
        desk.greet_all(now)
        desk.mind(now)

    def handle(self, conn: Conn, message: p.Asked, now: int) -> None:
        desk = self.desk(conn.table)
        match message:
            case p.Ping(n=n):
                self.emit(Send(conn.id, p.encode(p.Pong(n, now))))
            case p.Sync():
                conn.cursors.clear()
                conn.greeted = False
                desk.greet_all(now)
            case p.Hurry() | p.Why() | p.Hint() | p.Link():
                try:
                    if isinstance(message, p.Hurry):
                        self.hurry(conn, desk, now)
                    else:
                        self.answer(conn, desk, message)
                except Refusal as refusal:
                    self.refuse(conn, "", refusal)
            case p.Command(id=said):
                self.command(conn, said, message, now)

    def command(self, conn: Conn, said: str, message: p.Command, now: int) -> None:
        key = f"{conn.caller.person}:{said}"
        hasty = self.limited and type(message) in SPOKEN and conn.too_fast(conn.said, CHATTER, now)
        self.desk(conn.table).take(Job(conn.id, 0, conn.caller, message, key, said, hasty), now)

    def hurry(self, conn: Conn, desk: Desk, now: int) -> None:
        room = desk.room
        if room is None or desk.writing is not None:
            return  # it will be asked for again, if it still takes long
        decisions.need(room, PLAYING)
        decisions.need_a_seat(room, conn.caller)
        desk.hurry(now)

    def answer(self, conn: Conn, desk: Desk, message: p.Why | p.Hint | p.Link) -> None:
        """Questions that change nothing."""
        room = desk.room
        if room is None or desk.writing is not None:
            raise Refusal("busy")
        decisions.need_own(room, conn.caller, message.seat)
        match message:
            case p.Link(seat=seat):
                token = self.sign({"table": room.table, "seat": seat, "held": room.chairs[seat].held})
                self.emit(Send(conn.id, p.encode(p.Linked(seat, token))))
            case p.Why(seat=seat, action=action):
                self.emit(Send(conn.id, p.encode(why(room, seat, action))))
            case p.Hint(seat=seat):
                decisions.need(room, PLAYING)
                if not room.hints:
                    raise Refusal("rated")
                if seat not in room.acting():
                    raise Refusal("not_now")
                if conn.hinting:
                    raise Refusal("busy")
                conn.hinting = True
                assert room.match is not None
                ticket = next(self.numbers)
                self.tickets[ticket] = (room.table, seat, conn.id, room.chairs[seat].turn)
                view = room.match.view(seat)
                self.emit(Think(ticket, room.game.name, view, WHISPER, explain=True))

    def refuse(self, conn: Conn, said: str, refusal: Refusal) -> None:
        answer = p.Refused(said, refusal.code, refusal.rule, refusal.messages)
        self.emit(Send(conn.id, p.encode(answer)))

    def bye(self, conn: Conn, code: str) -> None:
        messages = {name: TEXTS.say(name, f"bye.{code}") for name in LANGUAGES}
        self.emit(Send(conn.id, p.encode(p.Bye(code, messages))))
        close = {"no_table": NOT_FOUND, "closing": TRY_AGAIN}.get(code, POLICY)
        self.emit(Drop(conn.id, close))

    def shut_down(self) -> None:
        """Tell everybody that this node goes; what was acknowledged is on disk already."""
        self.closing = True
        for conn in list(self.conns.values()):
            self.bye(conn, "closing")

    # -- by ticket ------------------------------------------------------------

    def create(self, ticket: int, spec: p.NewTable, caller: Caller, now: int) -> None:
        self.see(now)
        try:
            created = decisions.create(spec, caller, self.new_id(now), Scene(now, (), self.entropy))
        except Refusal as refusal:
            self.emit(Reply(ticket, refusal))
            return
        self.found(created, Founding(ticket))

    def found(self, created: e.Created, founding: Founding) -> None:
        """Write the first entry of a table."""
        room = Room()
        room.fold(created)
        self.founding[created.table] = founding
        row = Row(1, "created", e.encode(created))
        self.emit(Append(created.table, row, summary(room), created.listed, created.at))

    def claim(self, ticket: int, token: Mapping[str, Any], caller: Caller, now: int) -> None:
        """A seat's link, whose signature was checked."""
        self.see(now)
        table, seat, held = token["table"], token["seat"], token["held"]
        job = Job(0, ticket, caller, ClaimSeat(seat, held), f"claim:{seat}:{held}:{caller.person}")
        desk = self.desk(table)
        if desk.idle_since is None and not desk.conns:
            desk.idle_since = now
            self.wake(table, now + IDLE)
        desk.take(job, now)

    # -- reports ------------------------------------------------------------

    def loaded(self, table: str, rows: list[Row] | None, now: int) -> None:
        self.see(now)
        desk = self.desks.get(table)
        if desk is None:
            return
        desk.loaded(rows, now)
        if desk.room is None and not desk.conns and desk.loading is None:
            self.forget(table)

    def stored(self, table: str, how: str, now: int) -> None:
        self.see(now)
        if table in self.founding:
            self.founded(table, self.founding.pop(table), how, now)
            return
        desk = self.desks.get(table)
        if desk is not None:
            desk.stored(how, now)

    def founded(self, table: str, founding: Founding, how: str, now: int) -> None:
        if founding.job is None:
            self.emit(
                Reply(founding.ticket, {"table": table} if how == "ok" else Refusal("unavailable"))
            )
            return
        old = self.desks.get(founding.after)
        if old is not None:
            old.founding = False
            if how == "ok":
                founding.job.command = Linked(table)
                old.jobs.appendleft(founding.job)
            else:
                old.refuse(founding.job, Refusal("unavailable"), now)
            old.work(now)

    def thought(self, ticket: int, answer: Any, now: int) -> None:
        """What a bot found: an action; for a hint rows of (action, value, visits); None: nothing."""
        self.see(now)
        table, seat, conn, turn = self.tickets.pop(ticket, ("", 0, 0, 0))
        desk = self.desks.get(table)
        if desk is None:
            return
        if conn == 0:
            desk.thought(ticket, answer, now)
            return
        asked = self.conns.get(conn)
        if asked is None:
            return
        asked.hinting = False
        room = desk.room
        if room is None or room.match is None or not answer:
            self.refuse(asked, "", Refusal("no_hint"))
            return
        moves = [
            p.Judgement(room.match.text(action), value, visits) for action, value, visits in answer
        ]
        messages = reason(room, seat, turn, answer[0][0])
        self.emit(Send(conn, p.encode(p.Hinted(seat, turn, moves, messages))))

    def hinted(self, table: str, seq: int, node: str, here: tuple[str, ...] | None, now: int) -> None:
        """Another node says how far a table is. Only a hint: the log is read, not believed."""
        self.see(now)
        if here is not None:
            self.note(table, here, now)
        desk = self.desks.get(table)
        if desk is None:
            return
        if here is not None:
            desk.hear_of(node, here, now)
        if desk.room is not None and desk.writing is None and seq > desk.room.seq:
            desk.load()

    def note(self, table: str, here: tuple[str, ...], now: int) -> None:
        """Where other nodes have people, for the lobby."""
        self.abroad.pop(table, None)
        if here:
            self.abroad[table] = now + HERE_FOR
        for known, until in list(self.abroad.items()):  # the oldest word comes first
            if len(self.abroad) <= MOST_ABROAD and until > now:
                break
            del self.abroad[known]

    def is_anybody_at(self, table: str, now: int) -> bool:
        desk = self.desks.get(table)
        if desk is not None and desk.here(now):
            return True
        return self.abroad.get(table, 0) > now

    # -- time ------------------------------------------------------------

    def see(self, now: int) -> None:
        """What time it is. If the clock was set back, alarms would come too late: look everywhere."""
        if now < self.latest - SET_BACK:
            for table, desk in self.desks.items():
                desk.set_back(now)
                self.wake(table, now)
        self.latest = now

    def lost_time(self, outages: list[tuple[int, int]], now: int) -> None:
        """The store was away, and nobody could move: give it back where clocks run."""
        self.see(now)
        self.outages = outages
        for desk in list(self.desks.values()):
            if desk.room is not None:
                desk.credit(desk.room)
                desk.work(now)

    def ticket(self, table: str) -> int:
        number = next(self.numbers)
        self.tickets[number] = (table, 0, 0, 0)
        return number

    def wake(self, table: str, at: int) -> None:
        """Look at a table then at the latest; who looks says when to look again."""
        if table in self.due and self.due[table] <= at:
            return
        self.due[table] = at
        heapq.heappush(self.alarms, (at, table))
        if len(self.alarms) > 2 * len(self.due) + 16:  # most of them void
            self.alarms = sorted((at, table) for table, at in self.due.items())

    def next_alarm(self) -> int | None:
        while self.alarms and self.due.get(self.alarms[0][1]) != self.alarms[0][0]:
            heapq.heappop(self.alarms)
        return self.alarms[0][0] if self.alarms else None

    def tick(self, now: int) -> None:
        self.see(now)
        due = []
        while (at := self.next_alarm()) is not None and at <= now:
            due.append(heapq.heappop(self.alarms)[1])
            del self.due[due[-1]]
        for table in due:
            try:
                self.look_at(table, now)
            except Exception as error:  # the others shall be looked at all the same
                self.failed(table, error)

    def look_at(self, table: str, now: int) -> None:
        desk = self.desks.get(table)
        if desk is not None:
            if not desk.conns and desk.idle_since is not None:
                if desk.idle_since + IDLE <= now and not desk.is_busy():
                    self.forget(table)
                    return
                self.wake(table, max(now + RETRY, desk.idle_since + IDLE))
            if desk.room is None:
                desk.load()
            else:
                desk.greet_all(now)
                desk.mind(now)


def why(room: Room, seat: int, action: str) -> p.WhyNot:
    decisions.need(room, PLAYING)
    assert room.match is not None
    try:
        found = room.match.refusal(seat, action, room.names())
    except TableeError as malformed:
        raise decisions.refusal_of("malformed", malformed) from None
    if found is None:
        return p.WhyNot(seat, action, "", {})
    return p.WhyNot(seat, action, found.rule, dict(found.messages))


def reason(room: Room, seat: int, turn: int, action: int) -> dict[str, str]:
    """Why a move is a good one, by what the seat knows; nothing once it is another turn."""
    if room.match is None or room.chairs[seat].turn != turn:
        return {}
    return room.match.because(seat, action, room.names())

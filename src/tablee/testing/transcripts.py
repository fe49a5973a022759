"""Whether a server tells anybody more than they may know: two truths, the same transcript.

Two tables that differ only in what an audience may not see (hands, piles, seeds, secrets) get the same
messages at the same times; every byte that is sent to that audience must then be the same, and come
in the same order. `python -m tablee.testing.transcripts` runs a campaign over games, seats, variants.
"""

from __future__ import annotations

import itertools
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import click

from tablee.bots.bot import legal_of
from tablee.core.contract import SPECTATOR, State
from tablee.core.encode import position, wire
from tablee.core.errors import TableeError
from tablee.core.fairness import commitment
from tablee.core.match import Match
from tablee.core.recorder import Recorder
from tablee.core.tables import LabTable, SeededTable
from tablee.games import GAMES, game
from tablee.lab.jobs import cores, run_jobs
from tablee.server import entries as e
from tablee.server.decisions import Caller
from tablee.server.effects import Append, Drop, Load, Reply, Row, Send, Think
from tablee.server.node import Node
from tablee.server.picks import Picks
from tablee.server.room import PLAYING, Chair, Room
from tablee.testing.checks import demand, heard_bytes, legal
from tablee.testing.walk import Case, cases

BATCH: Final = 250
TRIES: Final = 4  # to imagine a world that differs from the truth
STEPS: Final = 9  # of a pair, after the join
BEGUN: Final = 1_700_000_000_000  # milliseconds; any time
CLOCKS: Final = (e.Clock(), e.Clock("move", 60), e.Clock("bank", 300, 5))


# -- a node without a server -----------------------------------------------------------------------


class Driver:
    """Does at once what a node wants, and writes down what it sends."""

    def __init__(self, seed: object, *, limited: bool = False) -> None:
        self.now = BEGUN
        self.node = Node(entropy=Random(f"node {seed}").randbytes, sign=signed, limited=limited)
        self.rows: dict[str, list[Row]] = {}
        self.sent: list[tuple[int, bytes]] = []
        self.dropped: dict[int, int] = {}
        self.thinks: list[Think] = []
        self.replies: dict[int, Any] = {}

    def run(self) -> None:
        node = self.node
        while node.out:
            effects, node.out = node.out, []
            for effect in effects:
                match effect:
                    case Send(conn, data):
                        self.sent.append((conn, data))
                    case Drop(conn, code):
                        self.dropped[conn] = code
                        node.disconnected(conn, self.now)
                    case Append(table=table, row=row):
                        self.rows.setdefault(table, []).append(row)
                        node.stored(table, "ok", self.now)
                    case Load(table, since):
                        rows = [row for row in self.rows.get(table, []) if row.seq > since]
                        node.loaded(table, rows, self.now)
                    case Think():
                        self.thinks.append(effect)
                    case Reply(ticket, value):
                        self.replies[ticket] = value

    def connect(self, conn: int, table: str, person: str) -> None:
        self.node.connected(conn, table, Caller(person, person.title()))
        self.run()

    def send(self, conn: int, message: dict[str, Any] | str) -> None:
        data = message if isinstance(message, str) else json.dumps(message)
        self.node.received(conn, data, self.now)
        self.run()

    def disconnect(self, conn: int) -> None:
        self.node.disconnected(conn, self.now)
        self.run()

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.node.tick(self.now)
        self.run()

    def take(self) -> list[tuple[int, bytes]]:
        """What was sent since the last time."""
        sent, self.sent = self.sent, []
        return sent


def difference(one: tuple[int, bytes], other: tuple[int, bytes]) -> str:
    """Where two messages begin to differ."""
    if one[0] != other[0]:
        return f"to connection {one[0]} here, to {other[0]} there"
    at = next(
        (i for i, pair in enumerate(zip(one[1], other[1], strict=False)) if pair[0] != pair[1]), 0
    )
    here, there = (data[max(0, at - 60) : at + 40].decode(errors="replace") for _, data in (one, other))
    return f"…{here}… here, …{there}… there"


def signed(what: object) -> str:
    return "signed " + json.dumps(what)


# -- rooms -----------------------------------------------------------------------------------------


def new_room(case: Case, seed: object, bots: Sequence[int] = (), clock: e.Clock = CLOCKS[0]) -> Room:
    """A table where the cards are dealt: a person `p0`, `p1`, … on each seat that is no bot's."""
    luck = Random(f"{case} {seed}")
    table, secret = luck.randbytes(16).hex(), luck.randbytes(32)
    places = [e.Place("bot", level="easy") if s in bots else e.Place() for s in range(case.seats)]
    room = Room()
    room.fold(
        e.Created(
            at=BEGUN,
            by="p0",
            table=table,
            game=case.game.name,
            options=dict(case.options),
            places=places,
            clock=clock,
            listed=False,
            host="p0",
            rules_version=case.game.version,
            rng_version=1,
            server=e.Secret(secret.hex()),
            commitment=commitment("server", table, secret),
        )
    )
    shares = {seat: luck.randbytes(32) for seat in range(case.seats) if seat not in bots}
    for seat, share in shares.items():
        sealed = commitment("seat", table, share)
        room.fold(e.Sat(at=BEGUN, by=f"p{seat}", seat=seat, name=f"P{seat}", commitment=sealed))
    room.fold(e.Started(at=BEGUN, by="p0"))
    for seat, share in shares.items():
        room.fold(e.Revealed(at=BEGUN, by=f"p{seat}", share=e.Secret(share.hex())))
    return room


def state_of(room: Room) -> State:
    assert room.match is not None
    return room.match.state


def move(room: Room, luck: Random) -> None:
    """Any legal move of any seat that may act."""
    assert room.match is not None
    seat = luck.choice(room.acting())
    action = room.match.text(luck.choice(room.match.legal(seat)))
    way = "easy" if room.chairs[seat].kind == "bot" else ""
    entry = e.Moved(at=room.at + luck.randrange(2000), seat=seat, action=action, way=way)
    room.fold(entry, f"move {room.seq}")


def assign(new: object, old: object) -> None:
    """All attributes of another object of the same class, compiled or not."""
    names = vars(old) if hasattr(old, "__dict__") else vars(type(old))
    for name in list(names):
        if hasattr(old, name) and not name.startswith("__") and not callable(getattr(old, name)):
            setattr(new, name, getattr(old, name))


def copied_luck(table: Any) -> SeededTable:
    luck = SeededTable(table.seed)
    luck.counter, luck.block, luck.used = table.counter, table.block, table.used
    return luck


def copied(room: Room) -> Room:
    """A room of its own at the same position. Nothing can be undone yet: an undo would go back to
    the truth, not to what was imagined instead."""
    other = Room()
    assign(other, room)
    other.commands = dict(room.commands)
    other.chairs = [Chair(chair.place()) for chair in room.chairs]
    for mine, its in zip(other.chairs, room.chairs, strict=True):
        assign(mine, its)
    other.commitments, other.shares = dict(room.commitments), dict(room.shares)
    other.chat, other.muted = list(room.chat), set(room.muted)
    other.heard = {audience: list(heard) for audience, heard in room.heard.items()}
    other.steps, other.spare, other.picks = [], None, Picks()
    other.numbers, other.texts = {}, {}
    other.match = None if room.match is None else copied_match(room.match)
    return other


def copied_match(old: Match) -> Match:
    match = Match.__new__(Match)
    assign(match, old)
    match.state, match.buffer, match.log = old.state.copy(), old.game.actions(), list(old.log)
    match.table = Recorder(copied_luck(old.table.luck))
    match.table.tape, match.table.news = list(old.table.tape), list(old.table.news)
    match.table.bounds = list(old.table.bounds)
    return match


def imagined(room: Room, audience: int, luck: Random) -> Room:
    """The same table as far as the audience can know, with another truth, seed and secrets."""
    other = copied(room)
    match = other.match
    assert match is not None
    view = match.state.view(audience)
    truth = position(match.state)
    for _ in range(TRIES):
        match.state = match.game.imagine(view, LabTable(luck.randrange(1 << 30)))
        if position(match.state) != truth:
            break
    match.table.luck = SeededTable(luck.randbytes(64))
    other.server = e.Secret(luck.randbytes(32).hex())
    other.shares = {person: e.Secret(luck.randbytes(32).hex()) for person in room.shares}
    other.sealed_shares = [(seat, luck.randbytes(32)) for seat, _ in room.sealed_shares]
    return other


# -- pairs -----------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """What was looked at."""

    pairs: int = 0
    differing: int = 0  # pairs of truths whose positions were not the same by chance
    messages: int = 0  # that were compared
    moves: int = 0  # made in both truths, after which the audience knew the same

    def plus(self, other: Tally) -> Tally:
        return Tally(*(mine + its for mine, its in zip(self, other, strict=True)))


class Pair:
    """One audience at two tables that look the same to it. Everything is done at both."""

    def __init__(self, room: Room, audience: int, seed: object) -> None:
        self.luck = Random(f"pair {seed}")
        self.audience = audience
        self.other = imagined(room, audience, self.luck)
        self.room = copied(room)
        self.differing = position(state_of(self.room)) != position(state_of(self.other))
        self.table = room.table
        self.person = f"p{audience}" if audience >= 0 else self.watcher()
        self.drivers = [self.drive(each, seed) for each in (self.room, self.other)]
        self.numbers = itertools.count(1)
        self.conns: list[int] = []  # the audience's, open ones
        self.mine: set[int] = set()  # all of the audience's
        self.seen: dict[str, int] = {}
        self.messages = self.moves = 0
        self.apart = False  # the audience was shown what is different

    def watcher(self) -> str:
        """Somebody who only watches; perhaps one for whom a bot plays meanwhile."""
        owners = [chair.owner for chair in self.room.chairs if chair.owner]
        return self.luck.choice([*owners, "watcher"])

    def drive(self, room: Room, seed: object) -> Driver:
        driver = Driver(seed)
        driver.now = room.at + 10
        desk = driver.node.desk(self.table)
        desk.room, desk.delivered = room, room.seq
        desk.loading = None
        return driver

    # -- doing the same at both ---------------------------------------------------------------------

    def both(self, do: Callable[[Driver], None], what: str) -> None:
        for driver in self.drivers:
            do(driver)
        self.compare(what)

    def compare(self, what: str) -> None:
        one, other = (
            [(conn, data) for conn, data in driver.take() if conn in self.mine]
            for driver in self.drivers
        )
        if self.apart:
            return
        self.messages += len(one)
        for number, (mine, its) in enumerate(zip(one, other, strict=False)):
            demand(mine == its, f"{self} {what}: message {number}: {difference(mine, its)}")
        kinds = [[json.loads(data)["t"] for _, data in sent] for sent in (one, other)]
        demand(len(one) == len(other), f"{self} {what}: {kinds[0]} is sent here, {kinds[1]} there")
        for _, data in one:
            said = json.loads(data)
            if said["t"] == "told":
                self.seen[json.dumps(said["seat"])] = said["n"]

    def __str__(self) -> str:
        who = "a watcher" if self.audience < 0 else f"seat {self.audience}"
        return f"{self.room.game.name}-{len(self.room.chairs)}, {who} at {self.room.seq}:"

    def say(self, conn: int, message: dict[str, Any] | str) -> None:
        self.both(lambda driver: driver.send(conn, message), str(message))

    def open(self, person: str, seen: dict[str, int]) -> int:
        conn = next(self.numbers)
        if person == self.person:
            self.conns.append(conn)
            self.mine.add(conn)
        self.both(lambda driver: driver.connect(conn, self.table, person), "connecting")
        self.say(conn, {"t": "join", "protocol": 1, "seen": seen})
        return conn

    def wait(self, milliseconds: int) -> None:
        self.both(lambda driver: driver.wait(milliseconds), f"{milliseconds} ms later")

    # -- what one can do -----------------------------------------------------------------------------

    def play(self) -> Tally:
        """Join, do this and that, and look whether anything of it is different."""
        people = [chair.person for chair in self.room.chairs if chair.person]
        if people:
            self.open(self.luck.choice(people), {})
        self.open(self.person, {})
        ways: list[Callable[[], None]] = [
            self.ask,
            self.ask,
            self.try_something,
            self.try_something,
            self.come_back,
            self.let_others_move,
            self.let_others_move,
            self.let_others_move,
            self.move,
        ]
        for _ in range(STEPS):
            if self.apart:
                break
            if self.luck.randrange(3) == 0:
                self.wait(self.luck.choice((1, 400, 3000, 70_000)))
            self.luck.choice(ways)()
        return Tally(1, self.differing, self.messages, self.moves)

    def any_action(self) -> str:
        verbs = self.room.game.verbs
        if self.luck.randrange(12) == 0:
            return self.luck.choice(["", "look", "play", f"{verbs.all[0].name} nothing", "…"])
        return verbs.text(self.luck.randrange(verbs.size))

    def any_seat(self) -> int:
        own = self.audience if self.audience >= 0 else 0
        return own if self.luck.randrange(4) else self.luck.randrange(len(self.room.chairs))

    def ask(self) -> None:
        """A question; it changes nothing."""
        conn, seat = self.luck.choice(self.conns), self.any_seat()
        questions: list[dict[str, Any]] = [
            {"t": "sync"},
            {"t": "ping", "n": 1},
            {"t": "why", "seat": seat, "action": self.any_action()},
            {"t": "why", "seat": seat, "action": self.any_action()},
            {"t": "hint", "seat": seat},
            {"t": "link", "seat": seat},
            {"t": "join", "protocol": 1, "seen": self.seen},
        ]
        self.say(conn, self.luck.choice(questions))
        self.answer_hints()

    def answer_hints(self) -> None:
        """A bot's opinion depends on the view that it was given; here, on nothing but that."""
        game = self.room.game

        def answer(driver: Driver) -> None:
            asked = [think for think in driver.thinks if think.explain]
            driver.thinks = [think for think in driver.thinks if not think.explain]
            for think in asked:
                # Nothing is legal where a planted fault gives somebody else's view.
                legal = legal_of(game, game.recall(think.view), think.view.seat).to_list()
                every = legal or list(range(game.verbs.size))
                opinion = every[zlib.crc32(repr(think.view).encode()) % len(every)]
                driver.node.thought(think.ticket, [(opinion, 0.5, 10)], driver.now)
                driver.run()

        self.both(answer, "a hint")

    def try_something(self) -> None:
        """A command that is perhaps refused, and does not move the game."""
        seat, said = self.any_seat(), f"c{next(self.numbers)}"
        # A watcher's own seat, if a bot plays it, may be taken back: then its cards are theirs to see.
        foreign = [s for s, chair in enumerate(self.room.chairs) if chair.owner != self.person]
        turn = self.room.chairs[seat].turn - (self.luck.randrange(5) == 0)
        host = {"t": "configure", "seats": 2, "options": {}, "clock": {}, "listed": True}
        commands: list[dict[str, Any]] = [
            {"t": "play", "seat": seat, "turn": turn, "action": self.refused_action(seat)},
            {"t": "play", "seat": seat, "turn": turn, "action": self.refused_action(seat)},
            {"t": "undo", "seat": seat},
            {"t": "say", "text": f"hello {said}"},
            {"t": "stand", "seat": seat},
            {"t": "replace", "seat": seat},
            {"t": "take_back", "seat": seat if self.audience >= 0 else self.luck.choice(foreign)},
            {"t": "sit", "seat": seat, "commitment": "0" * 64},
            {"t": "reveal", "share": "0" * 64},
            {"t": "rename", "seat": seat, "name": f"N{said}"},
            {"t": "move", "seat": seat, "to": 0},
            {"t": "choose", "seat": seat, "option": "teams", "value": "red"},
            {"t": "tell", "phrase": "wow"},
            {"t": "hurry"},
            {"t": "mute", "person": "p1", "on": True},
            self.luck.choice([host, {"t": "start"}, {"t": "stop"}, {"t": "close"}, {"t": "rematch"}]),
        ]
        chosen = self.luck.choice(commands)
        self.say(
            self.luck.choice(self.conns), chosen if chosen["t"] == "hurry" else {**chosen, "id": said}
        )

    def refused_action(self, seat: int) -> str:
        for _ in range(20):
            action = self.any_action()
            try:
                number = self.room.game.verbs.action(action)
            except TableeError:
                return action
            rooms = (self.room, self.other)
            if all(number not in legal(each.game, state_of(each), seat) for each in rooms):
                return action
        return "…"

    def come_back(self) -> None:
        """A new connection, which knows all, something or nothing; the old one may stay."""
        if self.luck.randrange(2) or len(self.conns) > 2:
            gone = self.conns.pop(self.luck.randrange(len(self.conns)))
            self.both(lambda driver: driver.disconnect(gone), "hanging up")
        known = {seat: max(0, n - self.luck.randrange(4)) for seat, n in self.seen.items()}
        self.open(self.person, self.luck.choice([known, self.seen, {}, {"0": 3, "null": 10**9}]))

    def same_after(self, seat: int, action: int) -> bool:
        """Whether the audience knows the same after the move, by the rules alone."""
        after = []
        for room in (self.room, self.other):
            match = room.match
            assert match is not None
            state, table = match.state.copy(), Recorder(copied_luck(match.table.luck))
            state.apply(seat, action, table)
            audiences = {self.audience, int(SPECTATOR)}
            after.append([(wire(state.view(a)), heard_bytes(table, a)) for a in sorted(audiences)])
        return after[0] == after[1]

    def let_others_move(self) -> None:
        """Another seat does something that is legal in both truths and looks the same in both."""
        seats = [seat for seat in self.room.acting() if seat != self.audience]
        seat = self.luck.choice(seats or [-1])
        if seat < 0:
            return
        rooms = (self.room, self.other)
        both = [set(legal(each.game, state_of(each), seat)) for each in rooms]
        shared = sorted(both[0] & both[1])
        self.luck.shuffle(shared)
        for action in shared[:6]:
            if self.same_after(seat, action):
                self.make_move(seat, action)
                self.moves += 1
                return

    def make_move(self, seat: int, action: int) -> None:
        text, chair = self.room.game.verbs.text(action), self.room.chairs[seat]
        if chair.kind == "bot":

            def think(driver: Driver) -> None:
                thought = driver.node.desk(self.table).thoughts.get(seat)
                if thought is not None:
                    driver.node.thought(thought.ticket, action, driver.now)
                    driver.run()

            self.both(think, f"the bot of seat {seat} has thought")
            self.wait(4000)
            return
        conn = self.conns[0] if chair.person == self.person else self.open(chair.person, {})
        said = f"m{next(self.numbers)}"
        self.say(conn, {"t": "play", "id": said, "seat": seat, "turn": chair.turn, "action": text})
        if conn not in self.mine:
            if self.luck.randrange(4) == 0:
                self.say(conn, {"t": "undo", "id": f"u{said}", "seat": seat})
            self.both(lambda driver: driver.disconnect(conn), "hanging up")

    def move(self) -> None:
        """A legal move of the audience's own; it may show what is different, and ends the pair then."""
        seat = self.audience
        if seat not in self.room.acting() or self.room.chairs[seat].kind != "person":
            return
        actions = legal(self.room.game, state_of(self.room), seat)
        there = legal(self.room.game, state_of(self.other), seat)
        demand(actions == there, f"{self} other moves are legal in the other truth")
        action = self.luck.choice(actions)
        self.apart = not self.same_after(seat, action)
        self.make_move(seat, action)
        if not self.apart:
            self.moves += 1
            if self.luck.randrange(2):
                undo = {"t": "undo", "id": f"u{next(self.numbers)}", "seat": seat}
                self.say(self.luck.choice(self.conns), undo)


# -- campaigns -------------------------------------------------------------------------------------


def rooms(case: Case, seed: int) -> Iterator[Room]:
    """Positions of one game by random play, a few moves apart."""
    luck = Random(f"rooms {case} {seed}")
    bots = [0] if luck.randrange(3) == 0 else []
    room = new_room(case, seed, bots, luck.choice(CLOCKS))
    while room.phase == PLAYING:
        yield room
        for _ in range(luck.randrange(1, 12)):
            if room.phase == PLAYING:
                move(room, luck)
        if luck.randrange(10) == 0 and room.phase == PLAYING:
            seat = luck.randrange(case.seats)
            if room.chairs[seat].kind == "person":
                room.fold(e.Botted(at=room.at, by="p0", seat=seat, level="easy"))
            elif room.chairs[seat].owner:
                room.fold(e.TakenBack(at=room.at, by=room.chairs[seat].owner, seat=seat))
            room.fold(e.Spoken(at=room.at, by="p0", name="P0", text=f"line {room.seq}"))
    yield room


def watch(name: str, pairs: int, seed: int = 0) -> Tally:
    """At least so many pairs, over all ways to play a game."""
    ways = list(cases(game(name)))
    found = Tally()
    while found.pairs < pairs:
        case = ways[seed % len(ways)]
        for number, room in enumerate(itertools.islice(rooms(case, seed), 25)):
            people = [s for s, chair in enumerate(room.chairs) if chair.kind == "person"]
            audience = [*people, int(SPECTATOR)][number % (len(people) + 1)]
            found = found.plus(Pair(room, audience, f"{seed} {number}").play())
            if found.pairs >= pairs:
                break
        seed += 1
    return found


def watch_batch(job: tuple[str, int, int]) -> Tally:
    return watch(*job)


@click.command()
@click.option("--pairs", default=20_000, show_default=True, help="Pairs of truths a game.")
@click.option("--game", "names", multiple=True, help="Only this game (may be repeated).")
def main(pairs: int, names: Sequence[str]) -> None:
    """Compare transcripts; stop at the first byte that tells what it must not."""
    try:
        chosen = [game(name).name for name in names or [found.name for found in GAMES]]
    except TableeError as error:
        raise click.UsageError(str(error)) from error
    for name in chosen:
        jobs = [(name, BATCH, number * 100_003) for number in range(-(-pairs // BATCH))]
        total = Tally()
        for found in run_jobs(watch_batch, jobs, cores()):
            total = total.plus(found)
        click.echo(
            f"{name}: {total.pairs} pairs, {total.differing} of different truths, {total.moves} moves,"
            f" {total.messages} messages, all the same"
        )


if __name__ == "__main__":
    main()

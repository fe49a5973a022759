"""What must hold in the simulator's world, told apart from how a server makes it hold.

The log is the truth: it is folded here as it becomes durable, and everything that leaves a node is
compared with what the log then says to that person. Faults name what was broken.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tablee.core.contract import SPECTATOR, View
from tablee.core.encode import plain, state_fields
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.effects import Row, Think
from tablee.server.messages import MOST_EVENTS
from tablee.server.node import Node
from tablee.server.room import PLAYING
from tablee.testing.checks import Fault
from tablee.testing.simulator.ledger import (
    DECODER,
    SEEN,
    Heard,
    Ledger,
    Told,
    encode,
    info_of_message,
    look_at,
)

if TYPE_CHECKING:
    from tablee.testing.simulator.world import Line

# Refusals after which nobody knows whether an attempt was written.
UNSURE: Final = ("unavailable",)
CLOCK: Final = "clock"

# What a command may become.
BECOMES: Final[dict[type, tuple[type, ...]]] = {
    p.Play: (e.Moved,),
    p.Undo: (e.Undone,),
    p.Sit: (e.Sat,),
    p.Stand: (e.Freed, e.Botted),
    p.Rename: (e.Renamed,),
    p.Move: (e.Swapped,),
    p.Choose: (e.Chosen,),
    p.SetSeat: (e.Freed, e.Botted),
    p.Configure: (e.Configured,),
    p.Start: (e.Started,),
    p.Reveal: (e.Revealed,),
    p.Stop: (e.Stopped,),
    p.Replace: (e.Botted,),
    p.TakeBack: (e.TakenBack,),
    p.Say: (e.Spoken,),
    p.Tell: (e.Spoken,),
    p.Mute: (e.Muted,),
    p.Rematch: (e.Rematched,),
    p.Close: (e.Closed,),
}


class Attempts:
    """What became of a command, over all the times that it was sent."""

    def __init__(self, command: p.Command | None) -> None:
        self.command = command
        self.at_nodes = 0
        self.refused = 0
        # By line: attempts without an answer that came before it was durable, and after.
        self.early: Counter[int] = Counter()
        self.late: Counter[int] = Counter()

    def answer(self, line: int) -> bool:
        """One attempt has its answer, the earliest first: whether a refusal is a good one."""
        early = self.early[line] > 0
        (self.early if early else self.late)[line] -= 1
        return early


class Oracle:
    def __init__(self, count: Counter[str]) -> None:
        self.count = count
        self.ledgers: dict[str, Ledger] = {}
        self.commands: dict[tuple[str, str], Attempts] = {}
        self.thoughts: set[tuple[str, int, bytes, str]] = set()
        self.links: dict[str, tuple[str, int, str, int]] = {}  # table, seat, whose, after which entry
        self.claims: list[tuple[str, str, bool]] = []  # token, who, whether it became an entry

    def ledger(self, table: str) -> Ledger:
        found = self.ledgers.get(table)
        if found is None:
            found = self.ledgers[table] = Ledger(table)
        return found

    # -- the log grows ------------------------------------------------------------

    def durable(self, table: str, row: Row, now: int) -> None:
        ledger = self.ledger(table)
        room = ledger.room
        entry = e.decode(row.body)
        before = ledger.looks[-1]
        self.count[type(entry).__name__] += 1
        self.check_cause(ledger, row, entry)
        tape = 0 if room.match is None else len(room.match.table.tape)
        acting = room.acting()
        try:
            room.fold(entry, row.command)
        except Exception as error:
            raise Fault(f"the log cannot be folded: {type(error).__name__}: {error}") from error
        ledger.rows.append(row)
        ledger.keys.add(row.command)
        ledger.entries.append(entry)
        ledger.last = now
        ledger.looks.append(look_at(room, before, entry))
        if room.match is None:
            return
        ledger.write_down()
        if room.clock.kind != "none":
            self.check_clocks(ledger, entry, acting)
        if isinstance(entry, e.Moved):
            self.count["bot moves" if entry.way else "moves"] += 1
            if tape != len(room.match.table.tape):
                ledger.moves.clear()
            else:
                ledger.moves.append((entry.seat, len(ledger.rows) - 1))
        elif isinstance(entry, e.Undone):
            self.check_undone(ledger, entry, tape)

    def check_cause(self, ledger: Ledger, row: Row, entry: e.AnyEntry) -> None:
        """Every entry comes from a command that was sent and not refused, or from the server itself."""
        found = self.commands.get((ledger.table, row.command))
        if found is not None:
            command = found.command
            if type(entry) not in BECOMES[type(command)]:
                raise Fault(f"{type(command).__name__} became {type(entry).__name__}")
            if found.refused >= found.at_nodes:
                raise Fault(f"{row.command} was refused and is in the log")
            if getattr(command, "seat", None) != getattr(entry, "seat", None):
                raise Fault(f"{row.command} is about another seat in the log")
            if isinstance(command, p.Play) and isinstance(entry, e.Moved):
                if command.turn != ledger.looks[-1].turns[entry.seat]:
                    raise Fault(f"{row.command} decided another turn than was meant")
                if ledger.looks[-1].people[entry.seat] != entry.by:
                    raise Fault("somebody played for another's seat")
        elif isinstance(entry, e.Moved):
            self.check_thought(ledger, entry)
        elif isinstance(entry, e.Claimed):
            self.check_claim(ledger, entry)
        elif isinstance(entry, e.Credited):
            self.count["credits"] += 1
        elif not isinstance(entry, e.Created):
            raise Fault(f"nobody asked for {type(entry).__name__} ({row.command})")
        if isinstance(entry, e.Rematched):
            following = self.ledgers.get(entry.next)
            if following is None or not following.rows:
                raise Fault("a rematch leads to a table that is not there")
            if ledger.room.next:
                raise Fault("a rematch is doubled")

    def check_thought(self, ledger: Ledger, entry: e.Moved) -> None:
        """A bot's move was thought for this very decision, from what its seat sees."""
        seat, at = entry.seat, len(ledger.looks) - 1
        if not entry.way:
            raise Fault("a move that nobody made")
        turn = ledger.looks[at].turns[seat]
        while ledger.looks[at].state is not None and ledger.looks[at].turns[seat] == turn:
            # In a race others may have moved since it thought.
            if (ledger.table, seat, ledger.seen(at, seat)[0], entry.action) in self.thoughts:
                break
            at -= 1
        else:
            raise Fault("a bot's move was not thought for this decision")
        if entry.way == CLOCK:
            self.count["time outs"] += 1
            deadline = ledger.room.deadline(seat)
            if deadline is None or entry.at < deadline:
                raise Fault(f"seat {seat} was timed out before its time")
            clock, began = ledger.room.clock, ledger.began[seat]
            if clock.kind == "move" and began is not None:
                if entry.at - began < clock.seconds * 1000:
                    raise Fault(f"seat {seat} had less time for a move than was agreed")

    def check_clocks(self, ledger: Ledger, entry: e.AnyEntry, acting: list[int]) -> None:
        """Nobody gains time but by what the clock adds, and by what is given back."""
        room, at = ledger.room, ledger.room.at
        before, now = ledger.looks[-2], room.acting()
        if not ledger.budgets:  # the deal
            ledger.budgets = [room.clock.seconds * 1000] * len(room.chairs)
            ledger.banks = ledger.budgets.copy()
            ledger.began = [at] * len(room.chairs)
        credit = entry.milliseconds if isinstance(entry, e.Credited) else 0
        ledger.credits += credit
        for seat, chair in enumerate(room.chairs):
            began = ledger.began[seat]
            if isinstance(entry, e.Undone) and entry.seat == seat:
                ledger.began[seat] = None
            elif seat in now and (chair.turn != before.turns[seat] or seat not in acting):
                ledger.began[seat] = at
            elif began is not None:
                ledger.began[seat] = min(began + credit, at)  # clocks may disagree
            if chair.kind != "person":
                continue
            deadline = room.deadline(seat)
            if room.clock.kind == "move":
                if deadline is not None and deadline - at > room.clock.seconds * 1000 + ledger.credits:
                    raise Fault(f"seat {seat} has more time for a move than was agreed")
                continue
            left = chair.left if deadline is None else max(0, deadline - at)
            moved = isinstance(entry, e.Moved) and entry.seat == seat
            gain = credit + (room.clock.increment * 1000 if moved else 0)
            if isinstance(entry, e.Undone):
                if entry.seat == seat:  # it thinks again since before what was given back meanwhile
                    gain = ledger.credits
                else:  # what it thought about is gone
                    gain = ledger.banks[seat] - ledger.budgets[seat]
            ledger.banks[seat] = chair.left
            if left > ledger.budgets[seat] + gain:
                raise Fault(f"the bank of seat {seat} grew from {ledger.budgets[seat]} to {left}")
            ledger.budgets[seat] = left

    def check_undone(self, ledger: Ledger, entry: e.Undone, tape: int) -> None:
        match = ledger.room.match
        assert match is not None
        if len(match.table.tape) != tape:
            raise Fault("an undo crossed a draw")
        if not ledger.moves:
            raise Fault("an undo of nothing")
        seat, at = ledger.moves.pop()
        then = ledger.looks[at].state
        assert then is not None
        if seat != entry.seat or state_fields(match.state) != state_fields(then):
            raise Fault("an undo does not lead back")

    # -- links ------------------------------------------------------------

    def linked(self, line: Line, message: p.Linked) -> None:
        since = self.ledgers[line.table].seq()
        self.links[message.token] = (line.table, message.seat, line.person, since)

    def check_claim(self, ledger: Ledger, entry: e.Claimed) -> None:
        """By a link that nobody has used, and whose maker has had the seat ever since."""
        for n, (token, who, used) in enumerate(self.claims):
            table, seat, whose, since = self.links[token]
            if (table, seat, who, used) != (ledger.table, entry.seat, entry.by, False):
                continue
            if any(t == token and u for t, _, u in self.claims):
                continue
            looks = ledger.looks[since:]
            if all(seat < len(look.info[5]) and whose in look.info[5][seat][1:5:3] for look in looks):
                self.claims[n] = (token, who, True)
                return
        raise Fault("a seat was claimed without a good link")

    def claiming(self, token: str, who: str) -> None:
        if (token, who, False) not in self.claims and (token, who, True) not in self.claims:
            self.claims.append((token, who, False))

    def check_claimed(self, who: str, table: str, v: int) -> None:
        entry = self.ledgers[table].entries[v - 1]
        if not isinstance(entry, e.Claimed) or entry.by != who:
            raise Fault("a claim was said to be written and is not there")

    def check_created(self, table: str) -> None:
        if table not in self.ledgers or not self.ledgers[table].rows:
            raise Fault("a table was said to be there before it was durable")

    # -- what comes in ------------------------------------------------------------

    def intended(self, table: str, key: str, command: p.Command) -> None:
        self.commands[table, key] = Attempts(command)

    def attempted(self, line: Line, key: str) -> None:
        """A command has reached a node."""
        found = self.commands[line.table, key]
        found.at_nodes += 1
        ledger = self.ledgers.get(line.table)
        late = ledger is not None and key in ledger.keys
        (found.late if late else found.early)[line.number] += 1
        if found.at_nodes > 1:
            self.count["retries"] += 1

    # -- what goes out ------------------------------------------------------------

    def sent(self, line: Line, data: bytes) -> Heard:
        if SEEN in data:
            raise Fault("a secret was sent")
        message = DECODER.decode(data)
        self.count["messages"] += 1
        if isinstance(message, Told):
            self.check_told(line, message)
        elif isinstance(message, p.TableInfo):
            self.check_info(line, message)
        elif isinstance(message, p.Ack):
            rows = self.ledgers[line.table].rows
            key = f"{line.person}:{message.id}"
            if not 0 < message.v <= len(rows) or rows[message.v - 1].command != key:
                raise Fault(f"{key} was acknowledged as {message.v} and is not there")
            self.commands[line.table, key].answer(line.number)
            self.count["acks"] += 1
        elif isinstance(message, p.Refused):
            self.check_refused(line, message)
        elif isinstance(message, p.Chat):
            entries = self.ledgers[line.table].entries
            said = entries[message.v - 1] if 0 < message.v <= len(entries) else None
            if not isinstance(said, e.Spoken) or (said.text, said.by) != (message.text, message.person):
                raise Fault("somebody heard what is not in the log")
        elif isinstance(message, p.Hinted):
            self.count["hints given"] += 1
            ledger = self.ledgers[line.table]
            if message.turn > ledger.looks[-1].turns[message.seat]:
                raise Fault("a hint for a decision that is not there yet")
        elif isinstance(message, p.Linked):
            self.linked(line, message)
        elif isinstance(message, p.Bye):
            self.count[f"bye {message.code}"] += 1
        return message

    def check_told(self, line: Line, told: Told) -> None:
        ledger = self.ledgers.get(line.table)
        if ledger is None or not 0 < told.v < len(ledger.looks):
            raise Fault(f"entry {told.v} was told before it was durable")
        look, audience = ledger.looks[told.v], told.audience
        if told.seat is None:
            if line.person in look.people:
                raise Fault("a player was told what those who watch see")
        elif told.seat >= len(look.people) or look.people[told.seat] != line.person:
            raise Fault(f"seat {told.seat} was told to somebody else")
        if look.state is None:
            raise Fault("told of a game before the deal")
        n = look.heard[audience]
        if told.n != n or len(told.events) > n:
            raise Fault(f"told {told.n} events out of {n}")
        view, legal, outcome = ledger.seen(told.v, audience)
        if bytes(told.view) != view or told.legal != legal or bytes(told.outcome) != outcome:
            raise Fault(f"audience {audience} was told another position than that of entry {told.v}")
        turn = 0 if audience == SPECTATOR else look.turns[audience]
        undo = audience != SPECTATOR and look.phase == PLAYING and audience in look.undo
        if (told.turn, told.undo) != (turn, undo):
            raise Fault(f"audience {audience} was told another turn than that of entry {told.v}")
        if told.events:
            expected = ledger.events[audience][n - len(told.events) : n]
            if [bytes(event) for event in told.events] != expected:
                raise Fault(f"audience {audience} was told other events than those of entry {told.v}")
        if told.all and len(told.events) < min(n, MOST_EVENTS):
            raise Fault("all was said to be told, and was not")

    def check_info(self, line: Line, info: p.TableInfo) -> None:
        ledger = self.ledgers.get(line.table)
        if ledger is None or not 0 < info.v < len(ledger.looks):
            raise Fault(f"a table was shown at entry {info.v} before that was durable")
        look = ledger.looks[info.v]
        if info_of_message(info) != look.info or info.actors != look.acting:
            raise Fault(f"a table was shown that is not that of entry {info.v}")
        for seat, (deadline, left) in enumerate(look.times):
            shown = info.seats[seat].left
            if shown != (left if deadline is None else max(0, deadline - info.time)):
                raise Fault(f"the clock of seat {seat} was shown wrong")

    def check_refused(self, line: Line, message: p.Refused) -> None:
        self.count[f"refused {message.code}"] += 1
        if not message.id:
            return
        key = f"{line.person}:{message.id}"
        found = self.commands.get((line.table, key))
        if found is None:
            return
        good = found.answer(line.number)
        if message.code not in UNSURE:
            found.refused += 1
            if not good:
                raise Fault(f"{key} was refused ({message.code}) when it was in the log already")

    def check_lobby(self, summary: dict[str, Any] | None) -> None:
        if summary is not None and SEEN in encode(summary):
            raise Fault("the lobby shows a secret")

    def check_announced(self, table: str, seq: int) -> None:
        if seq > self.ledgers[table].seq():
            raise Fault("an entry was announced before it was durable")

    # -- bots ------------------------------------------------------------

    def is_late(self, node: Node | None, effect: Think) -> bool:
        """Whether a bot is asked because somebody's time is out."""
        assert node is not None
        chairs = self.ledgers[node.tickets[effect.ticket][0]].room.chairs
        return not effect.explain and chairs[effect.view.seat].kind == "person"

    def thought(self, table: str, view: View, action: str) -> None:
        self.thoughts.add((table, int(view.seat), encode(plain(view)), action))

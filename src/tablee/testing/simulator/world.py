"""A world for nodes: simulated time, machines, lines, bots. One number decides all that happens.

Nodes are driven as `server/engine.py` drives them. What goes wrong is in `weather` and `store`, what
people do in `people`, what must hold in `oracle` and `ending`.
"""

from __future__ import annotations

import hashlib
import heapq
import random
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tablee.core.fairness import SECRET_BYTES
from tablee.games import game as game_by_name
from tablee.server.decisions import Refusal
from tablee.server.effects import Announce, Append, Drop, Load, Reply, Send, Think
from tablee.server.node import BEAT, Node, paced
from tablee.testing.checks import Fault
from tablee.testing.simulator import ending
from tablee.testing.simulator.devices import Device
from tablee.testing.simulator.ledger import CANARY
from tablee.testing.simulator.oracle import Oracle
from tablee.testing.simulator.people import Person, setting
from tablee.testing.simulator.store import Store
from tablee.testing.simulator.weather import GAP, SECOND, Trouble, weather

START: Final = 1_700_000_000_000
POLL: Final = 2 * SECOND
NAP: Final = 5 * SECOND  # no timer is longer
END: Final = 25 * SECOND  # in which everything must have come to rest after the last fault …
MOST_END: Final = 90 * SECOND  # … unless something had to be waited for
STEPS: Final = 50_000  # more events than that: something goes round in circles


class Machine:
    """A place where a node runs, until it crashes. Its clock is its own."""

    def __init__(self, number: int, offset: int) -> None:
        self.number = number
        self.offset = offset
        self.life = 0  # counts its nodes: what was meant for an earlier one comes to nothing
        self.node: Node | None = None
        self.lines: dict[int, Line] = {}
        self.due: int | None = None  # when its timer rings, by its clock
        self.timer = 0


class Line:
    """A WebSocket: keeps the order each way, and loses what is on its way when it is cut."""

    def __init__(self, number: int, device: Device, machine: Machine) -> None:
        self.number = number
        self.device = device
        self.table = device.table
        self.person = device.caller.person
        self.machine = machine
        self.life = machine.life
        self.cut = False
        self.up = 0  # when the last message on its way to the node arrives
        self.down = 0


class World:
    def __init__(self, seed: int, trace: list[str] | None = None) -> None:
        self.seed = seed
        self.trace = trace
        self.random = random.Random(seed)
        self.luck = self.random.random
        self.now = START
        self.queue: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self.pushed = self.steps = 0
        self.digest = hashlib.blake2b(digest_size=16)
        self.count: Counter[str] = Counter()
        self.weather = weather(self.random)
        self.span = self.weather.span
        self.store = Store(self)
        self.trouble = Trouble(self)
        self.alive_at = 0  # the time of the last sign of life of any node, as its clock said
        self.outages: list[tuple[int, int]] = []
        self.faults = True
        self.holding: list[tuple[Machine, int, Think]] | None = None  # bots that must wait
        self.numbers = 0
        self.waiting: dict[int, Callable[[Any], None]] = {}  # answers by ticket
        self.oracle = Oracle(self.count)
        self.links: dict[str, Mapping[str, Any]] = {}
        skew = self.weather.skew
        self.machines = [
            Machine(n, self.random.randint(-skew, skew)) for n in range(self.weather.machines)
        ]
        self.people: list[Person] = []
        self.devices: list[Device] = []

    # -- time ------------------------------------------------------------

    def push(self, after: int, what: Callable[..., None], *args: Any) -> None:
        self.pushed += 1
        heapq.heappush(self.queue, (self.now + after, self.pushed, what, args))

    def run_until(self, end: int) -> None:
        queue = self.queue
        while queue and queue[0][0] <= end:
            at, _, what, args = heapq.heappop(queue)
            self.now = at
            self.steps += 1
            if self.steps > STEPS:
                raise Fault("it goes on and on")
            what(*args)
        self.now = end

    def below(self, n: int) -> int:
        return int(self.luck() * n)

    def lag(self, usual: int) -> int:
        """How long something takes: mostly about so long, sometimes much longer."""
        if self.faults and self.luck() < self.weather.slow:
            return int(usual * 40 * self.luck())
        return 1 + int(usual * self.luck())

    def note(self, text: str) -> None:
        if self.trace is not None:
            self.trace.append(f"{(self.now - START) / 1000:8.3f} {text}")

    # -- a whole history ------------------------------------------------------------

    def run(self) -> None:
        """Raises Fault if anything does not hold."""
        try:
            self.live()
            self.come_to_rest()
            self.look_at_the_end()
            self.clear_out()
            self.count["steps"] += self.steps
        except Fault:
            raise
        except Exception as error:  # whatever a node does not catch would end a server's task
            raise Fault(f"{type(error).__name__}: {error}") from error

    def live(self) -> None:
        for machine in self.machines:
            self.boot(machine)
        self.people = setting(self)
        self.devices = [*self.people]
        self.trouble.begin(self.span)
        while self.now < START + self.span:  # which may grow
            self.run_until(START + self.span)

    def come_to_rest(self) -> None:
        """No more faults; everybody is there; what was begun must come to an end."""
        self.faults = False
        while any(machine.node is None for machine in self.machines):
            self.run_until(self.now + SECOND)
        for device in self.devices:
            device.rest()
        begun = self.now
        self.run_until(begun + END)
        while self.now < begun + MOST_END and ending.unrest(self):
            self.run_until(self.now + 5 * SECOND)
        wrong = ending.unrest(self)
        if wrong:
            raise Fault(wrong)
        self.holding = []
        self.run_until(self.now + 5 * SECOND)

    def look_at_the_end(self) -> None:
        """What everybody has is what the log says, and what somebody gets who comes anew."""
        for machine in self.machines:
            ending.check_quiet(machine.node)
        for ledger in self.oracle.ledgers.values():
            ending.check_log(ledger, self.count)
        for device in self.devices:
            ending.check_device(self, device)
        fresh = [device.twin(machine) for device in self.devices for machine in self.machines]
        self.run_until(self.now + 3 * SECOND)
        for device in fresh:
            ending.check_device(self, device)
        self.devices += fresh

    def clear_out(self) -> None:
        """Everybody goes; nothing is left in memory."""
        for device in self.devices:
            device.leave()
        self.run_until(self.now + SECOND)
        held, self.holding = self.holding or [], None
        for machine, life, think in held:
            self.think_about(machine, life, think)
        self.run_until(self.now + 70 * SECOND)
        for machine in self.machines:
            ending.check_empty(machine.node)

    # -- machines ------------------------------------------------------------

    def boot(self, machine: Machine) -> None:
        machine.life += 1
        clock = self.now + machine.offset
        for other in self.machines:
            if other.node is not None:
                self.alive_at = max(self.alive_at, self.now + other.offset)
        if self.alive_at and clock - self.alive_at > GAP:
            self.outages.append((self.alive_at, clock))
            self.count["outages"] += 1
        self.alive_at = max(self.alive_at, clock)
        quick = self.weather.quick
        machine.node = Node(
            entropy=self.entropy,
            sign=self.sign,
            several=self.weather.several,
            pace=(lambda seq, seat: 0) if quick else paced,
            beat=1 if quick else BEAT,
            outages=list(self.outages),
            failed=self.failed,
            limited=self.weather.limited,
        )
        machine.due = None
        machine.timer += 1
        if self.weather.several:
            self.push(1 + self.below(POLL), self.poll, machine, machine.life)
        self.note(f"machine {machine.number} boots")

    def crash(self, machine: Machine) -> None:
        if machine.node is None:
            return
        self.note(f"machine {machine.number} crashes")
        self.count["crashes"] += 1
        self.alive_at = max(self.alive_at, self.now + machine.offset)
        machine.node = None
        machine.life += 1
        lines, machine.lines = machine.lines, {}
        for line in lines.values():
            line.cut = True
            self.push(1 + self.below(300), line.device.lost, line)

    def restart(self, machine: Machine, life: int) -> None:
        if machine.node is None and machine.life == life:
            self.boot(machine)

    def entropy(self, n: int) -> bytes:
        drawn = self.random.randbytes(n)
        return CANARY + drawn[len(CANARY) :] if n == SECRET_BYTES else drawn

    def sign(self, what: Mapping[str, Any]) -> str:
        token = f"link {len(self.links)}"
        self.links[token] = what
        return token

    def failed(self, table: str, error: Exception) -> None:
        raise Fault(f"a decision could not be folded: {type(error).__name__}: {error}")

    def call(self, machine: Machine, what: Callable[..., None]) -> None:
        """Report something to a node, and do what it wants done."""
        node = machine.node
        if node is None:
            return
        clock = self.now + machine.offset
        what(node, now=clock)
        while node.out:
            effects, node.out = node.out, []
            for effect in effects:
                self.do(machine, effect)
        due = node.next_alarm()
        if due is not None and (machine.due is None or due < machine.due):
            machine.due = due
            machine.timer += 1
            self.push(min(max(0, due - clock), NAP), self.tick, machine, machine.timer)

    def tick(self, machine: Machine, timer: int) -> None:
        """However the machine's clock may have jumped: timers do not."""
        if machine.timer == timer:
            machine.due = None
            self.call(machine, Node.tick)

    def do(self, machine: Machine, effect: Any) -> None:
        kind = type(effect)
        if kind is Send:
            line = machine.lines.get(effect.conn)
            if line is not None:
                self.digest.update(b"%d %d " % (self.now, effect.conn))
                self.digest.update(effect.data)
                self.send(line, effect.data)
        elif kind is Append:
            self.digest.update(effect.row.body)
            self.store.append(machine, effect)
            self.trouble.strike(machine, 25)
        elif kind is Load:
            self.store.load(machine, effect)
        elif kind is Think:
            self.think_about(machine, machine.life, effect)
            self.trouble.strike(machine, 300)
            if self.oracle.is_late(machine.node, effect):
                self.trouble.strike_late(machine)
        elif kind is Announce:
            self.announce(machine, effect)
        elif kind is Drop:
            line = machine.lines.get(effect.conn)
            if line is not None:
                self.count["dropped by the server"] += 1
                self.push(max(0, line.down - self.now) + 1, self.hang_up, line)
        elif kind is Reply:
            self.note(f"machine {machine.number} replies {effect.value!r}")
            self.push(self.lag(30), self.reply, machine.life, machine, effect)

    # -- lines ------------------------------------------------------------

    def connect(self, device: Device) -> Line | None:
        """To any machine that is there; None if there is none."""
        up = [machine for machine in self.machines if machine.node is not None]
        if not up:
            return None
        return self.connect_to(device, up[self.below(len(up))])

    def connect_to(self, device: Device, machine: Machine) -> Line:
        self.numbers += 1
        line = Line(self.numbers, device, machine)
        machine.lines[line.number] = line
        self.count["connections"] += 1
        self.note(f"{device} connects to machine {machine.number}: line {line.number}")
        self.call(machine, lambda node, now: node.connected(line.number, device.table, device.caller))
        return line

    def to_node(self, line: Line, data: bytes, key: str) -> None:
        line.up = max(line.up, self.now + self.lag(30))
        self.push(line.up - self.now, self.arrive, line, data, key)

    def arrive(self, line: Line, data: bytes, key: str) -> None:
        machine = line.machine
        if line.cut or machine.life != line.life:
            return
        if key:
            self.oracle.attempted(line, key)
        if self.trace is not None:
            self.note(f"line {line.number} > {data.decode()[:150]}")
        self.call(machine, lambda node, now: node.received(line.number, data, now))

    def send(self, line: Line, data: bytes) -> None:
        """What leaves a node is checked where it leaves, and heard when it arrives."""
        message = self.oracle.sent(line, data)
        if self.trace is not None:
            self.note(f"line {line.number} < {data.decode()[:150]}")
        if not line.cut:
            line.down = max(line.down, self.now + self.lag(30))
            self.push(line.down - self.now, self.deliver, line, message)

    def deliver(self, line: Line, message: Any) -> None:
        if not line.cut:
            line.device.hear(line, message)

    def cut(self, line: Line) -> None:
        """Each end notices in its own time; what is on its way is lost."""
        if line.cut or not self.faults:
            return
        line.cut = True
        self.count["cuts"] += 1
        self.note(f"line {line.number} is cut")
        self.push(1 + self.below(300), line.device.lost, line)
        late = 3000 if self.luck() < 0.3 else 100
        self.push(1 + self.below(late), self.unplug, line)

    def hang_up(self, line: Line) -> None:
        if not line.cut:
            line.cut = True
            line.device.lost(line)
        self.unplug(line)

    def unplug(self, line: Line) -> None:
        machine = line.machine
        if machine.life == line.life and machine.lines.pop(line.number, None) is not None:
            self.call(machine, lambda node, now: node.disconnected(line.number, now))

    # -- questions by HTTP ------------------------------------------------------------

    def ask(self, what: Callable[[Node, int, int], None], answer: Callable[[Any], None]) -> None:
        """Any machine; the answer may never come."""
        up = [machine for machine in self.machines if machine.node is not None]
        if not up:
            self.push(500, answer, Refusal("unavailable"))
            return
        machine = up[self.below(len(up))]
        self.numbers += 1
        ticket = self.numbers
        self.waiting[ticket] = answer
        life = machine.life
        self.push(10 * SECOND, self.give_up, ticket)

        def arrive() -> None:
            if machine.life == life:
                self.call(machine, lambda node, now: what(node, ticket, now))

        self.push(self.lag(30), arrive)

    def reply(self, life: int, machine: Machine, effect: Reply) -> None:
        answer = self.waiting.pop(effect.ticket, None)
        if answer is not None and machine.life == life:
            answer(effect.value)

    def give_up(self, ticket: int) -> None:
        answer = self.waiting.pop(ticket, None)
        if answer is not None:
            answer(None)

    # -- other nodes ------------------------------------------------------------

    def announce(self, machine: Machine, effect: Announce) -> None:
        self.oracle.check_announced(effect.table, effect.seq)
        name = f"{machine.number}.{machine.life}"
        for other in self.machines:
            if other is machine or other.node is None:
                continue
            if self.faults and self.luck() < self.weather.deaf:
                self.count["hints lost"] += 1
                continue
            self.count["hints"] += 1
            self.push(self.lag(40), self.hinted, other, other.life, effect, name)

    def hinted(self, machine: Machine, life: int, effect: Announce, name: str) -> None:
        if machine.life == life:
            self.call(
                machine,
                lambda node, now: node.hinted(effect.table, effect.seq, name, effect.here, now),
            )

    def poll(self, machine: Machine, life: int) -> None:
        if machine.life != life or machine.node is None:
            return
        self.push(POLL, self.poll, machine, life)
        ending.check_memory(machine.node)
        if self.store.is_black():
            return
        for table in [table for table, desk in machine.node.desks.items() if desk.conns]:
            head = self.store.head(table)
            self.call(machine, partial(Node.hinted, table=table, seq=head, node="", here=None))

    # -- bots ------------------------------------------------------------

    def think_about(self, machine: Machine, life: int, effect: Think) -> None:
        if self.holding is not None:
            self.holding.append((machine, life, effect))
            return
        took = self.lag(60 if self.weather.quick else 1500)
        self.push(took, self.thought, machine, life, effect)

    def thought(self, machine: Machine, life: int, effect: Think) -> None:
        if machine.life != life or machine.node is None:
            return
        answer: Any = None
        if not self.faults or self.luck() >= self.weather.dull:
            game = game_by_name(effect.game)
            out = game.actions()
            game.recall(effect.view).legal(effect.view.seat, out)
            action = out.at[self.below(out.n)]
            if effect.explain:
                answer = [(action, 0.5, 1)]
            else:
                answer = action
                table = machine.node.tickets[effect.ticket][0]
                self.oracle.thought(table, effect.view, game.verbs.text(action))
        self.count["thoughts"] += 1
        self.call(machine, lambda node, now: node.thought(effect.ticket, answer, now))

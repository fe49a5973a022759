"""Simulated people: they do whatever the protocol allows, mostly what makes sense."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tablee.core.errors import TableeError
from tablee.core.fairness import commitment
from tablee.core.thinking import LEVELS
from tablee.games import game as game_by_name
from tablee.server import protocol as p
from tablee.server.decisions import Caller, Refusal
from tablee.server.entries import Clock, Place
from tablee.testing.simulator.devices import Device
from tablee.testing.simulator.ledger import CANARY, Heard

if TYPE_CHECKING:
    from tablee.testing.simulator.world import World

# Games that are over soon, and how to play them so. The first is a plug-in that may not be there.
GAMES: Final[tuple[tuple[str, dict[str, object]], ...]] = (
    ("crazy_eights", {"max_draw": 1, "max_plays": 30}),
    ("crazy_eights", {"max_plays": 12, "special_cards": True}),
    ("crazy_eights", {"max_plays": 4}),
    ("megabou", {}),
    ("super_miaou", {"mouse_price": 1, "food_price": 2, "cape_price": 2, "max_rounds": 5}),
    ("super_miaou", {"max_rounds": 2}),
    ("mow", {"max_rounds": 1, "manual_draw": True, "target": 20}),
)


def often(**weights: int) -> tuple[str, ...]:
    return tuple(name for name, weight in weights.items() for _ in range(weight))


DOING: Final = {
    "": often(ping=1, wait=2),
    "lobby": often(
        prepare=90, set_seat=3, configure=4, stand=3, say=3, link=10, claim=6,
        sync=1, odd=4, close=1, again=2, mute=1, hang_up=1, rename=2, move=4, choose=4, tell=1,
    ),
    "sealing": often(reveal=25, stop=2, say=2, odd=3, link=4, claim=10, again=1),
    "playing": often(
        undo=12, say=4, stand=6, replace=3, take_back=12, why=3, hint=5, link=5, claim=6,
        sync=2, rejoin=1, ping=1, mute=1, odd=5, again=5, hang_up=2, garbage=1,
        rename=1, tell=3, hurry=3,
    ),
    "over": often(rematch=20, say=2, odd=2, link=1, claim=2, follow=25, again=1),
    "closed": often(say=1, odd=2, wait=5),
}  # fmt: skip
COMMANDS: Final = (
    "sit", "start", "set_seat", "configure", "stand", "reveal", "stop", "undo", "replace", "take_back",
    "mute", "rematch", "play_anything", "rename", "move", "choose", "tell", "hurry",
)  # fmt: skip


class Person(Device):
    def __init__(self, world: World, number: int, caller: Caller, *, watches: bool = False) -> None:
        super().__init__(world, number, caller)
        self.watches = watches
        self.tokens: list[str] = []  # links that it has got
        self.shares: list[bytes] = []
        self.pace = 1  # how slowly it plays

    def go(self, table: str) -> None:
        self.shares = [share_of(self.caller.person, table)]
        super().go(table)

    def notice(self, message: Heard) -> None:
        if isinstance(message, p.TableInfo):
            if message.phase == "over" and not message.next and not self.resting and self.chance(0.9):
                self.world.push(self.world.below(80), self.rematch)
        elif isinstance(message, p.Linked):
            self.pass_on(message.token)

    def live(self) -> None:
        """Do something, now and then."""
        if self.resting:
            return
        phase = self.info.phase if self.info is not None else ""
        slow = self.pace if phase == "playing" else 1
        self.world.push((80 + self.world.below(300)) * slow, self.live)
        if self.line is not None:
            if phase == "playing" and self.chance(0.75):
                self.go_on()
            else:
                ways = DOING[phase]
                getattr(self, ways[self.world.below(len(ways))])()

    def go_on(self) -> None:
        """What has to be done for a game to end."""
        assert self.info is not None
        if any(told.undo for told in self.told.values()) and self.chance(0.3):
            self.undo()
        elif any(seat.owner == self.caller.person for seat in self.info.seats) and self.chance(0.3):
            self.take_back()
        elif self.info.clock.kind == "bank" and self.chance(0.06):
            self.stand()  # to gain time, perhaps
        else:
            self.play()

    def seats(self, kind: str = "") -> list[int]:
        assert self.info is not None
        return [n for n, seat in enumerate(self.info.seats) if kind in ("", seat.kind)]

    def mine(self) -> list[int]:
        assert self.info is not None
        person = self.caller.person
        return [n for n in self.seats("person") if self.info.seats[n].person == person]

    def a_seat(self, among: list[int]) -> int:
        """One of these; seldom, or if there are none, any."""
        if among and not self.chance(0.03):
            return among[self.world.below(len(among))]
        return self.world.below(5)

    def is_host(self) -> bool:
        assert self.info is not None
        return self.info.host == self.caller.person or self.chance(0.05)

    def wait(self) -> None:
        pass

    def ping(self) -> None:
        self.send(p.encode(p.Ping(7)))

    def sync(self) -> None:
        self.send(p.encode(p.Sync()))

    def rejoin(self) -> None:
        self.send(p.encode(p.Join(p.PROTOCOL)))

    def garbage(self) -> None:
        self.send(b'{"t":"play","id":"x","seat":99}')

    def again(self) -> None:
        """An old command once more."""
        if self.done:
            old = self.done[self.world.below(len(self.done))]
            self.send(old.data, old.key)

    def say(self) -> None:
        for _ in range(8 if self.chance(0.15) else 1):
            self.command(p.Say, text=f"hello {self.numbers}")

    def tell(self) -> None:
        self.command(p.Tell, phrase="wow")

    def hurry(self) -> None:
        self.send(p.encode(p.Hurry()))

    def rename(self) -> None:
        self.command(p.Rename, seat=self.a_seat(self.mine()), name=f"N{self.world.below(9)}")

    def move(self) -> None:
        self.command(p.Move, seat=self.a_seat(self.mine()), to=self.a_seat(self.seats()))

    def choose(self) -> None:
        teams = ("red", "purple", "green", "blue", "pink")
        team = teams[self.world.below(len(teams))]
        self.command(p.Choose, seat=self.a_seat(self.mine()), option="teams", value=team)

    def sit(self) -> None:
        assert self.info is not None
        mine = self.mine()
        unready = [n for n in mine if not self.info.seats[n].ready]
        if self.watches or (mine and not unready and not self.chance(0.1)):
            return
        sealed = commitment("seat", self.table, self.shares[-1])
        self.command(p.Sit, seat=self.a_seat(unready or self.seats("open")), commitment=sealed)

    def stand(self) -> None:
        self.command(p.Stand, seat=self.a_seat(self.mine()))

    def prepare(self) -> None:
        """What has to be done for a game to begin."""
        assert self.info is not None
        if self.pending:
            return
        mine = self.mine()
        if any(not self.info.seats[n].ready for n in mine) or (not mine and self.seats("open")):
            self.sit()
        elif self.info.host == self.caller.person:
            if self.seats("open"):
                self.fill()
            elif all(self.info.seats[n].ready for n in self.seats("person")) or self.chance(0.1):
                self.command(p.Start)
            elif self.chance(0.1):
                self.command(p.SetSeat, seat=self.a_seat(self.seats("person")), level=self.level())

    def start(self) -> None:
        self.command(p.Start)

    def fill(self) -> None:
        if self.chance(0.2):
            self.command(p.SetSeat, seat=self.a_seat(self.seats("open")), level=self.level())

    def set_seat(self) -> None:
        if self.is_host():
            level = self.level() if self.chance(0.5) else ""
            self.command(p.SetSeat, seat=self.a_seat(self.seats()), level=level)

    def level(self) -> str:
        return LEVELS[self.world.below(len(LEVELS))]

    def configure(self) -> None:
        assert self.info is not None
        if self.is_host():
            clock = a_clock(self.world)
            seats = 2 + self.world.below(3)
            options = self.info.options
            self.command(p.Configure, seats=seats, options=options, clock=clock, listed=False)

    def close(self) -> None:
        if self.is_host() and self.chance(0.3):
            self.command(p.Close)

    def reveal(self) -> None:
        assert self.info is not None
        if self.caller.person in self.info.wanted or self.chance(0.03):
            share = self.shares[self.world.below(len(self.shares))]
            self.command(p.Reveal, share=share.hex())

    def stop(self) -> None:
        self.command(p.Stop)

    def play(self) -> None:
        waiting = [told for told in self.told.values() if told.legal and told.seat is not None]
        if not waiting:
            return
        told = waiting[self.world.below(len(waiting))]
        seat, turn, action = told.seat, told.turn, told.legal[self.world.below(len(told.legal))]
        assert seat is not None
        for each in self.pending.values():
            if isinstance(each.command, p.Play) and each.command.turn == turn and self.chance(0.9):
                return
        fate = self.world.luck()
        if fate < 0.03:
            turn -= 1
        elif fate < 0.06:
            action = self.any_action()
        elif fate < 0.07:
            seat = self.world.below(4)
        self.command(p.Play, seat=seat, turn=turn, action=action)

    def play_anything(self) -> None:
        action = self.any_action()
        self.command(p.Play, seat=self.world.below(5), turn=self.world.below(9), action=action)

    def any_action(self) -> str:
        assert self.info is not None
        verbs = game_by_name(self.info.game).verbs
        return verbs.text(self.world.below(verbs.size))

    def undo(self) -> None:
        may = [told.seat for told in self.told.values() if told.undo and told.seat is not None]
        if may or self.chance(0.05):
            self.command(p.Undo, seat=self.a_seat(may))

    def replace(self) -> None:
        assert self.info is not None
        away = [n for n in self.seats("person") if not self.info.seats[n].here]
        if away or self.chance(0.1):
            self.command(p.Replace, seat=self.a_seat(away), level=self.level())

    def take_back(self) -> None:
        assert self.info is not None
        owned = [n for n, seat in enumerate(self.info.seats) if seat.owner == self.caller.person]
        if owned or self.chance(0.02):
            self.command(p.TakeBack, seat=self.a_seat(owned))

    def why(self) -> None:
        self.send(p.encode(p.Why(self.a_seat(self.mine()), self.any_action())))

    def hint(self) -> None:
        self.send(p.encode(p.Hint(self.a_seat(self.mine()))))

    def mute(self) -> None:
        others = self.world.people
        person = others[self.world.below(len(others))].caller.person
        self.command(p.Mute, person=person, on=self.chance(0.3))

    def rematch(self) -> None:
        self.command(p.Rematch)

    def follow(self) -> None:
        if self.info is not None and self.info.next:
            self.world.count["followed to a rematch"] += 1
            self.go(self.info.next)

    def odd(self) -> None:
        """Something, whether it makes sense or not."""
        getattr(self, COMMANDS[self.world.below(len(COMMANDS))])()

    # -- links ------------------------------------------------------------

    def link(self) -> None:
        self.send(p.encode(p.Link(self.a_seat(self.mine()))))

    def pass_on(self, token: str) -> None:
        """Who gets a link also gets what its owner has sealed."""
        others = [person for person in self.world.people if person.table == self.table]
        other = others[self.world.below(len(others))]
        other.tokens.append(token)
        if other.caller.person != self.caller.person:
            other.shares += self.shares
        if self.chance(0.2):
            others[self.world.below(len(others))].tokens.append(token)

    def claim(self) -> None:
        if not self.tokens:
            return
        token = self.tokens[self.world.below(len(self.tokens))]
        if self.chance(0.7):
            self.tokens.remove(token)
        self.world.oracle.claiming(token, self.caller.person)
        what = self.world.links[token]
        caller = self.caller
        self.world.ask(
            lambda node, ticket, clock: node.claim(ticket, what, caller, clock), self.claimed
        )

    def claimed(self, answer: Any) -> None:
        if answer is None or isinstance(answer, Refusal):
            code = "nothing" if answer is None else answer.code
            self.world.count[f"claim refused {code}"] += 1
        else:
            self.world.oracle.check_claimed(self.caller.person, answer["table"], answer["v"])


def share_of(person: str, table: str) -> bytes:
    return CANARY + f"{person} at {table}".encode().ljust(32, b".")[: 32 - len(CANARY)]


def a_clock(world: World) -> Clock:
    fate = world.luck()
    if fate < 0.5:
        return Clock()
    if fate < 0.75:
        return Clock("move", 5 + world.below(4))
    return Clock("bank", 5 + world.below(10), world.below(4))


def setting(world: World) -> list[Person]:
    """Who is there, and what they are about to play."""
    number = 2 + world.below(3)
    callers = [Caller(f"{n}{'abcdef'[n]}" * 4, "ABCDEF"[n]) for n in range(number)]
    people = [Person(world, n, caller) for n, caller in enumerate(callers)]
    people[-1].watches = number > 2 and world.luck() < 0.6
    if world.luck() < 0.3:
        people.append(Person(world, number, callers[world.below(number)]))
    spec = a_table(world)
    if spec.clock.kind != "none" and world.luck() < 0.6:
        world.span *= 2
        for person in people:
            person.pace = 1 + world.below(12)

    def ask() -> None:
        host = callers[0]
        world.ask(lambda node, ticket, clock: node.create(ticket, spec, host, clock), answer)

    def answer(found: Any) -> None:
        if found is None or isinstance(found, Refusal):
            if world.faults:
                ask()
            return
        world.oracle.check_created(found["table"])
        for person in people:
            world.push(world.below(500), person.go, found["table"])

    ask()
    if world.luck() < 0.05:
        stranger = Device(world, 99, Caller("9f" * 4, "X"))
        stranger.resting = True
        world.push(world.below(3000), stranger.go, "no such table")
    for person in people:
        world.push(world.below(500), person.live)
    return people


def a_table(world: World) -> p.NewTable:
    while True:
        name, options = GAMES[world.below(len(GAMES))]
        try:
            game = game_by_name(name)
            break
        except TableeError:
            continue
    seats = [Place("person")]
    if world.luck() < 0.2:
        seats.append(Place("person"))  # one device, two people
    while len(seats) < game.fewest or (len(seats) < 4 and world.luck() < 0.4):
        seats.append(Place("bot", level="easy") if world.luck() < 0.25 else Place())
    return p.NewTable(name, seats, options, a_clock(world), world.luck() < 0.5)

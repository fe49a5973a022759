"""A table's room: what its log amounts to. Entries go in one by one; nothing is asked of anybody.

`fold` believes what it is given, because it was decided (in `decisions`) before it was written. The
same entries give the same room, on every machine and after every restart.
"""

from __future__ import annotations

from typing import Any, Final

from tablee.core.bits import BIT
from tablee.core.contract import SPECTATOR, Event, Game, State
from tablee.core.errors import TableeError
from tablee.core.fairness import seed_of
from tablee.core.match import Mark, Match
from tablee.core.tables import SeededTable
from tablee.games import game as game_by_name
from tablee.server import entries as e
from tablee.server.events import BotPlays, CameBack, Left, Undone
from tablee.server.picks import Pick, Picks

LOBBY: Final = "lobby"
SEALING: Final = "sealing"
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"
MOST_CHAT: Final = 100  # lines that a newcomer is shown


class Chair:
    """A seat of the room. `owner` is who may take it back from the bot that sits there meanwhile."""

    def __init__(self, place: e.Place) -> None:
        self.kind = place.kind
        self.person = place.person
        self.name = place.name
        self.level = place.level
        self.owner = ""
        self.held = 0  # the entry by which its person got it: links are good until the next such
        self.turn = 0  # number of its next decision
        self.since = 0  # when it began to think
        self.left = 0  # milliseconds in its bank

    def place(self) -> e.Place:
        return e.Place(self.kind, self.person, self.name, self.level)

    def open(self) -> None:
        self.kind, self.person, self.name, self.level, self.owner = "open", "", "", "", ""

    def seat(self, person: str, name: str) -> None:
        self.kind, self.person, self.name, self.level, self.owner = "person", person, name, "", ""


class Step:
    """A move that may be undone: whose it is, what was before it, and the seat's clock then."""

    def __init__(
        self, seat: int, state: State, moves: int, draws: int, told: int, chair: Chair
    ) -> None:
        self.seat = seat
        self.state = state
        self.moves = moves
        self.draws = draws
        self.told = told
        self.since = chair.since
        self.left = chair.left


class Room:
    """A table as it is after its first `seq` entries."""

    def __init__(self) -> None:
        self.seq = 0
        self.at = 0
        self.commands: dict[str, int] = {}  # which entry each command became
        self.phase = LOBBY
        self.chairs: list[Chair] = []
        self.commitments: dict[str, str] = {}  # by person
        self.shares: dict[str, e.Secret] = {}  # by person, while sealing and later
        self.chat: list[tuple[int, e.Spoken]] = []
        self.muted: set[str] = set()
        self.next = ""
        self.match: Match | None = None
        # What each seat may do now, as far as somebody asked: numbers, and in notation.
        self.numbers: dict[int, list[int]] = {}
        self.texts: dict[int, list[str]] = {}
        self.seating = 0  # changes with who sits where
        # What each seat and the watchers heard, in order. An undo adds to it, and takes nothing away.
        self.heard: dict[int, list[Event]] = {}
        self.steps: list[Step] = []  # moves that may be undone, all of one seat
        self.spare: State | None = None  # to copy the next position into
        self.racing = False
        self.picks = Picks()
        # Set by the first entry.
        self.table = self.host = self.commitment = ""
        self.game: Game
        self.options: dict[str, Any] = {}
        self.clock = e.Clock()
        self.listed = False
        self.pace = "normal"
        self.rated = self.hints = self.talk = True
        self.made = 0
        self.chosen: set[int] = set()  # seats whose people have said what they want to have
        self.server = e.Secret("")
        # Set by the deal: by lowest seat, what each person committed to and showed.
        self.sealed: list[tuple[int, str]] = []
        self.sealed_shares: list[tuple[int, bytes]] = []

    # -- asking ------------------------------------------------------------

    def acting(self) -> list[int]:
        return self.match.state.actors() if self.match is not None and self.phase == PLAYING else []

    def choices(self, seat: int) -> list[str]:
        """What a seat may do now, in notation."""
        known = self.texts.get(seat)
        if known is None:
            match = self.match
            assert match is not None
            match.buffer.n = 0
            match.state.legal(seat, match.buffer)
            numbers = self.numbers[seat] = match.buffer.to_list()
            known = self.texts[seat] = [self.game.verbs.text(number) for number in numbers]
        return known

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person plays."""
        return [
            n
            for n, chair in enumerate(self.chairs)
            if chair.kind == "person" and chair.person == person
        ]

    def owned_by(self, person: str) -> list[int]:
        """Also those that a bot plays for them."""
        return [n for n, chair in enumerate(self.chairs) if person in (chair.person, chair.owner)]

    def audiences(self, person: str) -> list[int]:
        """For whom a person hears: the seats they play, or else those who watch."""
        return self.seats_of(person) or [SPECTATOR]

    def people(self) -> list[str]:
        """Everybody who sits, by their lowest seat."""
        return list(dict.fromkeys(chair.person for chair in self.chairs if chair.kind == "person"))

    def wanted(self) -> list[str]:
        """Whose shares are missing, while sealing."""
        if self.phase != SEALING:
            return []
        return [person for person in self.people() if person not in self.shares]

    def may_undo(self, seat: int) -> bool:
        """Whether the seat may undo its last move, or change what it has chosen in secret."""
        if self.phase != PLAYING:
            return False
        return bool(self.steps and self.steps[-1].seat == seat) or self.picks.of(seat) is not None

    def undoable(self) -> list[int]:
        return [seat for seat in range(len(self.chairs)) if self.may_undo(seat)]

    def deadline(self, seat: int) -> int | None:
        """When the time of a seat is out, if it has a clock and may act."""
        chair = self.chairs[seat]
        if self.clock.kind == "none" or chair.kind != "person" or seat not in self.acting():
            return None
        return chair.since + (self.clock.seconds * 1000 if self.clock.kind == "move" else chair.left)

    def time_left(self, seat: int, now: int) -> int | None:
        deadline = self.deadline(seat)
        if deadline is not None:
            return max(0, deadline - now)
        return self.chairs[seat].left if self.clock.kind == "bank" and self.chairs else None

    def names(self) -> list[str]:
        return [chair.name or f"{n + 1}" for n, chair in enumerate(self.chairs)]

    # -- folding ------------------------------------------------------------

    def fold(self, entry: e.AnyEntry, command: str = "") -> None:
        self.at = max(self.at, entry.at)
        if type(entry) is e.Moved:  # nearly all of them are
            self.move(entry)
        else:
            self.fold_other(entry)
        self.seq += 1
        if command:
            self.commands[command] = self.seq

    def fold_other(self, entry: e.AnyEntry) -> None:
        self.seating += 1
        match entry:
            case e.Created():
                self.begin(entry)
            case e.Configured():
                self.arrange(entry)
                self.chosen.clear()
                kept = self.chairs[: len(entry.places)]
                self.chairs = kept + [Chair(place) for place in entry.places[len(kept) :]]
                self.forget_the_gone()
            case e.Sat(seat=seat):
                self.chairs[seat].seat(entry.by, entry.name)
                self.chairs[seat].held = self.seq + 1
                self.commitments[entry.by] = entry.commitment
            case e.Renamed(seat=seat, name=name):
                self.chairs[seat].name = name
            case e.Swapped(seat=seat, to=to):
                one, other = self.chairs[seat], self.chairs[to]
                self.chairs[seat], self.chairs[to] = other, one
                one.held = other.held = self.seq + 1
            case e.Chosen(option=option, value=value):
                self.options = {**self.options, option: value}
                self.chosen.update(self.seats_of(entry.by))
            case e.Freed(seat=seat):
                self.chairs[seat].open()
                self.forget_the_gone()
            case e.Botted(seat=seat):
                left = self.chairs[seat].person == entry.by
                self.let_a_bot_play(seat, entry.level)
                self.tell_all(Left(seat) if left else BotPlays(seat))
            case e.TakenBack(seat=seat):
                chair = self.chairs[seat]
                chair.seat(chair.owner, chair.name)
                self.resume(seat)
            case e.Claimed(seat=seat):
                self.claim(seat, entry)
            case e.Started():
                self.phase = SEALING
                self.deal_if_sealed()
            case e.Revealed():
                self.shares[entry.by] = entry.share
                self.deal_if_sealed()
            case e.Stopped():
                self.phase = LOBBY
                self.shares.clear()
                self.server, self.commitment = entry.server, entry.commitment
                # Who has shown a share commits to a new one, by sitting down again.
                self.commitments.clear()
            case e.Undone(seat=seat):
                self.undo(seat)
            case e.Spoken():
                self.chat.append((self.seq + 1, entry))
                del self.chat[:-MOST_CHAT]
            case e.Muted(person=person, on=on):
                (self.muted.add if on else self.muted.discard)(person)
            case e.Credited():
                self.credit(entry.milliseconds)
            case e.Rematched():
                self.next = entry.next
            case e.Closed():
                self.phase = CLOSED

    def begin(self, entry: e.Created) -> None:
        self.table, self.host = entry.table, entry.host
        self.game = game_by_name(entry.game)
        self.made = entry.at
        self.arrange(entry)
        self.chairs = [Chair(place) for place in entry.places]
        self.server, self.commitment = entry.server, entry.commitment

    def arrange(self, entry: e.Created | e.Configured) -> None:
        self.options, self.clock, self.listed = entry.options, entry.clock, entry.listed
        self.pace, self.talk = entry.pace, entry.talk
        self.rated, self.hints = entry.rated, entry.hints

    def tell_all(self, event: Event) -> None:
        """What happens at the table besides its game; before the cards are dealt nobody listens."""
        for heard in self.heard.values():
            heard.append(event)

    def forget_the_gone(self) -> None:
        sitting = set(self.people())
        for person in set(self.commitments) - sitting:
            del self.commitments[person]

    def let_a_bot_play(self, seat: int, level: str) -> None:
        chair = self.chairs[seat]
        if self.phase == LOBBY:
            chair.open()
            self.forget_the_gone()
        elif chair.kind == "person":
            chair.owner = chair.person
            if seat in self.acting():  # who comes back has thought so long already
                chair.left = max(0, chair.left - (self.at - chair.since))
        chair.kind, chair.person, chair.level = "bot", "", level
        chair.turn += 1  # what its owner has sent is too late

    def claim(self, seat: int, entry: e.Claimed) -> None:
        chair = self.chairs[seat]
        before = chair.person or chair.owner
        playing = chair.kind == "bot"
        chair.seat(entry.by, entry.name)
        chair.held = self.seq + 1
        if before in self.commitments:  # a share that the other device knows stays good
            self.commitments.setdefault(entry.by, self.commitments[before])
        if before in self.shares:
            self.shares.setdefault(entry.by, self.shares[before])
        if before == self.host and not self.owned_by(before):
            self.host = entry.by
        if playing:
            self.resume(seat)
        if self.phase == SEALING:  # perhaps it was the last that was missing
            self.deal_if_sealed()

    def resume(self, seat: int) -> None:
        chair = self.chairs[seat]
        chair.turn += 1
        chair.since = self.at
        self.tell_all(CameBack(seat))

    def deal_if_sealed(self) -> None:
        if self.wanted():
            return
        seats = {person: self.seats_of(person)[0] for person in self.people()}
        shares = [(seat, bytes.fromhex(self.shares[person].hex)) for person, seat in seats.items()]
        seed = seed_of(self.table, bytes.fromhex(self.server.hex), shares)
        self.phase = PLAYING
        self.sealed = [(seat, self.commitments[person]) for person, seat in seats.items()]
        self.sealed_shares = shares
        self.match = Match(self.game, len(self.chairs), self.options_now(), SeededTable(seed))
        self.heard = {audience: [] for audience in (SPECTATOR, *range(len(self.chairs)))}
        for chair in self.chairs:
            chair.left = self.clock.seconds * 1000
            chair.since = self.at
        self.hear(0)
        self.decide_anew()
        self.end_if_over()

    def options_now(self) -> dict[str, Any]:
        """As given; a game that asks which seats bots play is told, where that makes a difference."""
        bots = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "bot"]
        asked = any(option.name == "bots" for option in self.game.options)
        if not bots or not asked or "bots" in self.options:
            return self.options
        try:
            self.game.check(len(self.chairs), told := {**self.options, "bots": bots})
        except TableeError:  # nothing depends on it, with these options
            return self.options
        return told

    # -- moves ------------------------------------------------------------

    def move(self, entry: e.Moved) -> None:
        match = self.match
        assert match is not None
        seat, state, table = entry.seat, match.state, match.table
        kept = state.blank() if self.spare is None else self.spare
        kept.set_from(state)
        moves, draws, told, before = len(match.log), len(table.tape), len(table.news), state.acting
        choices = self.choices(seat)
        if entry.action not in choices:  # says why not; the log would not be ours
            match.play(seat, entry.action)
        else:
            # As `match.do`, compiled. If it fails the room is thrown away.
            number = self.numbers[seat][choices.index(entry.action)]
            state.apply(seat, number, table)
            match.log.append((seat, number))
        self.decide_anew()
        after = match.state.acting
        self.hear(told)
        # What a bot or the clock has done for somebody stands.
        undoable = not entry.way and self.may_be_undone(seat, before, draws, told)
        picked = self.pick(entry, before, Mark(kept, moves, draws, told))
        self.spare = None if undoable or picked else kept
        if self.steps and not (undoable and self.steps[-1].seat == seat):
            self.spare = self.steps[0].state
            self.steps.clear()  # from there somebody has gone on, or there is no way back
        if undoable:
            self.steps.append(Step(seat, kept, moves, draws, told, self.chairs[seat]))
        self.racing = self.races(before, after)
        self.tick(seat, before, after)
        self.end_if_over()

    def pick(self, entry: e.Moved, before: int, start: Mark) -> bool:
        """Whether it is a choice in secret, beside others who have not chosen yet (`start` is kept)."""
        match, seat = self.match, entry.seat
        assert match is not None
        after, news = match.state.acting, match.table.news[start.news :]
        # When all have chosen, all hear of it.
        alone = all(each.seats is not None for each in news) and len(match.table.tape) == start.tape
        secret = entry.action.partition(" ")[0] in self.game.secret
        if not secret or not alone or after == 0 or after & ~before:
            self.picks.clear()
            return False
        first = self.picks.start is None
        chair = self.chairs[seat]
        self.picks.add(start, Pick(seat, match.log[-1][1], bool(entry.way), chair.since, chair.left))
        return first

    def may_be_undone(self, seat: int, before: int, draws: int, told: int) -> bool:
        """Nothing was drawn since, nothing hidden was shown to anybody, and the seat acted alone.

        Several who choose at a time choose in secret: the last one's choice shows the others', so
        none of them may be taken back.
        """
        match, shows = self.match, self.game.shows
        assert match is not None
        table = match.table
        return (
            shows is not None
            and before == BIT[seat]
            and len(table.tape) == draws
            and not self.racing
            and all(news.seats is None and type(news.event) not in shows for news in table.news[told:])
        )

    def races(self, before: int, after: int) -> bool:
        """Whether those who may act now are what is left of several who choose at the same time."""
        several = after & (after - 1) != 0
        fewer = self.racing or before & (before - 1) != 0
        return several or (fewer and after != 0 and after & ~before == 0 and after != before)

    def undo(self, seat: int) -> None:
        assert self.match is not None
        if self.picks.of(seat) is not None:
            pick = self.picks.take_back(self.match, seat)
            chair = self.chairs[seat]
            chair.turn, chair.since, chair.left = chair.turn + 1, pick.since, pick.left
            self.decide_anew()
            self.tell_all(Undone(seat))
            return
        step = self.steps.pop()
        before = self.match.state.acting
        self.match.back_to(Mark(step.state, step.moves, step.draws, step.told))
        self.decide_anew()
        self.racing = False
        self.tell_all(Undone(seat))
        for n, chair in enumerate(self.chairs):
            # What anybody decided about the position that is gone comes too late.
            if n == seat or before & BIT[n]:
                chair.turn += 1
        # Its clock was never stopped: who moves and undoes gains no time.
        self.chairs[seat].since, self.chairs[seat].left = step.since, step.left

    def credit(self, milliseconds: int) -> None:
        """Clocks may disagree: nobody begins to think later than now."""

        def later(since: int) -> int:
            return min(since + milliseconds, self.at)

        for chair in self.chairs:
            chair.since = later(chair.since)
        for step in self.steps:
            step.since = later(step.since)
        self.picks.credit(milliseconds, self.at)

    def tick(self, seat: int, before: int, after: int) -> None:
        chair = self.chairs[seat]
        chair.turn += 1
        if self.clock.kind == "bank" and chair.kind == "person":
            chair.left = max(0, chair.left - (self.at - chair.since)) + self.clock.increment * 1000
        for n, each in enumerate(self.chairs):
            if after & BIT[n] and (n == seat or before & BIT[n] == 0):
                each.since = self.at

    def hear(self, since: int) -> None:
        assert self.match is not None
        for news in self.match.table.news[since:]:
            if news.seats is None:
                for heard in self.heard.values():
                    heard.append(news.event)
                continue
            for audience, heard in self.heard.items():
                event = news.event if audience in news.seats else news.others
                if event is not None:
                    heard.append(event)

    def decide_anew(self) -> None:
        """The position is another."""
        self.numbers.clear()
        self.texts.clear()

    def end_if_over(self) -> None:
        assert self.match is not None
        if self.match.state.outcome() is not None:
            self.phase = OVER
            self.steps.clear()
            self.picks.clear()

"""Undo takes back what was done, and never shows what would have come."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from support import share, sources_only
from tablee.core.contract import SPECTATOR, Game, State
from tablee.core.encode import position, wire
from tablee.core.recorder import Recorder
from tablee.core.tables import LabTable
from tablee.games import GAMES, game
from tablee.server import entries as e
from tablee.server.room import PLAYING, Room
from tablee.testing.checks import Fault, heard_bytes
from tablee.testing.transcripts import Driver, new_room, state_of
from tablee.testing.walk import Case, cases

WORLDS = 30
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def choose(room: Room, luck: Random) -> tuple[int, int]:
    assert room.match is not None
    seat = luck.choice(room.acting())
    return seat, luck.choice(room.match.legal(seat))


def play(room: Room, seat: int, action: int, at: int = 0) -> None:
    room.fold(e.Moved(at=room.at + at, seat=seat, action=room.game.verbs.text(action)))


def learns(state: State, seat: int, action: int, luck: int) -> tuple[bytes, bytes, int]:
    """What the mover knows and hears after the move, and how often luck was asked."""
    after, table = state.copy(), Recorder(LabTable(luck))
    after.apply(seat, action, table)
    return wire(after.view(seat)), heard_bytes(table, seat), len(table.tape)


def peeks(game: Game, before: State, seat: int, action: int, seed: int) -> str:
    """What the mover could learn by a move and its undo; nothing, if it is the same in all worlds."""
    found = learns(before, seat, action, seed)
    if found[2]:
        return "something was drawn"
    view = before.view(seat)
    for number in range(WORLDS):
        world = game.imagine(view, LabTable(seed + number))
        if learns(world, seat, action, number) != found:
            return "something hidden was shown"
    return ""


class Watch:
    """Random games, in which every kind of move that can be undone is looked at a few times."""

    def __init__(self, game: Game, each: int) -> None:
        self.game = game
        self.each = each
        self.seen: Counter[tuple[str, ...]] = Counter()
        self.undoable = self.looked = self.moves = 0

    def run(self, case: Case, seed: int) -> None:
        luck = Random(seed)
        room = new_room(case, seed)
        while room.phase == PLAYING:
            assert room.match is not None
            before, news = state_of(room).copy(), len(room.match.table.news)
            seat, action = choose(room, luck)
            play(room, seat, action)
            self.moves += 1
            if room.may_undo(seat):
                self.undoable += 1
                told = room.match.table.news[news:]
                verb = self.game.verbs.verb(action).name
                kind = (str(case.seats), verb, *(type(each.event).__name__ for each in told))
                self.seen[kind] += 1
                if self.seen[kind] <= self.each:
                    self.looked += 1
                    fault = peeks(self.game, before, seat, action, self.moves)
                    if fault:
                        raise Fault(f"{case} seed {seed}: undo of {verb}: {fault} {kind}")


def watch_all(watch: Watch, seeds: int = 1) -> None:
    for seed in range(seeds):
        for case in cases(watch.game):
            watch.run(case, seed)


@by_game
def test_no_move_that_may_be_undone_shows_anything(game: Game) -> None:
    """In as many worlds as the mover must think possible, the move looks the same afterwards."""
    watch = Watch(game, each=share(12, 2))
    watch_all(watch, seeds=share(2, 1))
    if game.name == "super_miaou":  # where every move ends by turning up the next hand
        assert watch.undoable == 0
    else:
        assert watch.undoable > watch.moves // 20
        assert watch.looked > 10


def test_an_undo_that_peeks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above has teeth: without what a game says it shows, the next hand can be looked at."""
    for name in ("super_miaou", "mow"):
        monkeypatch.setattr(game(name), "shows", ())
        with pytest.raises(Fault, match="shown"):
            watch_all(Watch(game(name), each=3))


@sources_only
def test_an_undo_of_a_draw_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "may_be_undone", lambda room, *rest: True)
    with pytest.raises(Fault, match="drawn"):
        Watch(game("push_em_up"), each=3).run(next(cases(game("push_em_up"))), 0)


def test_a_game_that_does_not_say_what_it_shows_has_no_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game("meowtopia"), "shows", None)
    watch = Watch(game("meowtopia"), each=1)
    watch.run(next(cases(game("meowtopia"))), 0)
    assert watch.undoable == 0


@by_game
def test_undo_goes_back_and_the_same_move_leads_to_the_same_position(game: Game) -> None:
    for case in cases(game):
        luck, room = Random(3), new_room(case, 3)
        undone = 0
        for _ in range(120):
            if room.phase != PLAYING:
                break
            assert room.match is not None
            seat, action = choose(room, luck)
            before = position(state_of(room))
            turns = [chair.turn for chair in room.chairs]
            play(room, seat, action)
            after, log = position(state_of(room)), list(room.match.log)
            if not room.may_undo(seat):
                continue
            undone += 1
            waiting = room.acting()
            heard = {audience: len(events) for audience, events in room.heard.items()}
            room.fold(e.Undone(at=room.at, by="p", seat=seat))
            assert position(state_of(room)) == before
            assert room.match.log == log[:-1]
            # Everybody hears of it, and nothing that was heard is taken back.
            for audience, events in room.heard.items():
                assert len(events) == heard[audience] + 1
                assert type(events[-1]).__name__ == "Undone"
            # What anybody decided about the position that is gone comes too late; who chooses in
            # secret beside others decides about nothing of theirs.
            secret = room.game.verbs.verb(action).name in room.game.secret
            for n in {seat} if secret else {seat, *waiting}:
                assert room.chairs[n].turn > turns[n]
            play(room, seat, action)
            assert position(state_of(room)) == after
            assert room.match.log == log
        if game.name == "meowtopia":
            assert undone > 20


def picking(seed: int, seats: int = 4, bots: tuple[int, ...] = ()) -> Room:
    """Push 'em up! at its first secret choice."""
    room = new_room(Case(game("push_em_up"), seats, {}), seed, bots)
    assert room.acting() == list(range(seats))
    return room


def pick(room: Room, seat: int, number: int, way: str = "") -> None:
    assert room.match is not None
    action = room.match.text(room.match.legal(seat)[number])
    room.fold(e.Moved(at=room.at, seat=seat, action=action, way=way))


def test_a_secret_pick_may_be_changed_until_all_have_picked() -> None:
    """PU-4: everybody chooses in secret. Whatever is changed, the others' choices stay as they are."""
    room, plain = picking(1), picking(1)
    for seat, number in ((2, 0), (0, 1), (1, 2), (1, 0), (0, 1), (2, 0)):  # two heroes each
        pick(room, seat, number)
    assert room.acting() == [3]
    assert room.undoable() == [0, 1, 2]
    for seat in (2, 0, 0):
        room.fold(e.Undone(at=room.at, by=f"p{seat}", seat=seat))
    assert room.acting() == [0, 2, 3]
    assert room.undoable() == [1, 2]
    for seat, number in ((0, 3), (2, 4), (0, 5)):
        pick(room, seat, number)
    assert room.undoable() == [0, 1, 2]
    for seat, number in ((2, 0), (1, 2), (1, 0), (0, 3), (2, 4), (0, 5)):
        pick(plain, seat, number)
    assert position(state_of(room)) == position(state_of(plain))
    for each in (room, plain):
        pick(each, 3, 0)
        pick(each, 3, 0)  # the last one: all are turned up
    assert room.undoable() == []
    assert position(state_of(room)) == position(state_of(plain))
    assert room.match is not None
    assert plain.match is not None
    assert room.match.log == plain.match.log
    assert room.match.table.tape == plain.match.table.tape


def test_a_pick_that_is_changed_shows_nobody_anything() -> None:
    """Whatever the others chose, who changes their mind hears and sees the same."""
    seen = set()
    for number in range(4):
        room = picking(3)
        pick(room, 1, number)
        pick(room, 0, 0)
        room.fold(e.Undone(at=room.at, by="p0", seat=0))
        assert room.match is not None
        seen.add((wire(room.match.state.view(0)), repr(room.heard[0])))
    assert len(seen) == 1


def test_what_a_bot_picked_stands() -> None:
    room = picking(2, bots=(1,))
    pick(room, 1, 0, way="easy")
    pick(room, 0, 0)
    assert room.undoable() == [0]


def meow(seed: int) -> tuple[Driver, Room]:
    """A game of Meowtopia for two, both connected."""
    room = new_room(Case(game("meowtopia"), 2, {}), seed)
    driver = Driver(seed)
    driver.now = room.at + 1
    desk = driver.node.desk(room.table)
    desk.room, desk.delivered = room, room.seq
    for seat in range(2):
        driver.connect(seat, room.table, f"p{seat}")
        driver.send(seat, {"t": "join", "protocol": 1})
    driver.take()
    return driver, room


def heard(driver: Driver, conn: int) -> list[str]:
    said = [json.loads(data) for to, data in driver.take() if to == conn]
    return [each.get("code", each["t"]) for each in said]


def test_a_late_move_of_the_next_seat_after_an_undo_is_refused() -> None:
    """It was decided about a position that is gone, even if the same seat will move in the new one."""
    driver, room = meow(1)
    luck = Random(0)
    assert room.match is not None
    for n in range(400):
        seat, action = choose(room, luck)
        turn, text = room.chairs[seat].turn, room.match.text(action)
        driver.send(seat, {"t": "play", "id": f"{n}", "seat": seat, "turn": turn, "action": text})
        after = room.acting()
        if room.may_undo(seat) and after == [1 - seat]:
            break
    other = after[0]
    late = {"t": "play", "id": "late", "seat": other, "turn": room.chairs[other].turn}
    late["action"] = room.match.text(room.match.legal(other)[0])
    driver.send(seat, {"t": "undo", "id": "undo", "seat": seat})
    assert room.acting() == [seat]
    driver.take()
    driver.send(other, late)
    assert heard(driver, other)[0] == "stale"
    # The seat itself goes on, and then the other one may, with its new number.
    again = {"t": "play", "id": "again", "seat": seat, "turn": room.chairs[seat].turn, "action": text}
    driver.send(seat, again)
    assert heard(driver, seat)[0] == "ack"
    driver.send(other, {**late, "id": "late2"})
    assert heard(driver, other)[0] == "stale"
    driver.send(other, {**late, "id": "now", "turn": room.chairs[other].turn})
    assert heard(driver, other)[0] == "ack"
    # And what it went on from can no longer be undone.
    driver.send(seat, {"t": "undo", "id": "undo2", "seat": seat})
    assert heard(driver, seat)[0] == "undo"


def test_a_move_can_be_undone_although_the_one_before_it_could_be_too() -> None:
    _, room = meow(2)
    luck = Random(0)
    movers = []
    for _ in range(60):
        seat, action = choose(room, luck)
        play(room, seat, action)
        assert room.may_undo(seat)
        assert all(step.seat == seat for step in room.steps)
        movers.append(seat)
    assert set(movers) == {0, 1}


@pytest.mark.parametrize("clock", [e.Clock("move", 60), e.Clock("bank", 60, 10)])
def test_nobody_gains_time_by_moving_and_undoing(clock: e.Clock) -> None:
    room = new_room(Case(game("meowtopia"), 2, {}), 5, clock=clock)
    luck = Random(0)
    seat = room.acting()[0]
    deadline = room.deadline(seat)
    for _ in range(5):
        action = choose(room, luck)[1]
        play(room, seat, action, at=2000)
        assert room.may_undo(seat)
        room.fold(e.Undone(at=room.at + 1000, by="p", seat=seat))
        assert room.deadline(seat) == deadline
    room.fold(e.Credited(at=room.at, milliseconds=7000))
    assert room.deadline(seat) == (deadline or 0) + 7000


def test_what_a_bot_or_the_clock_did_cannot_be_undone() -> None:
    for way in ("easy", "clock"):
        room = new_room(Case(game("meowtopia"), 2, {}), 5)
        seat, action = choose(room, Random(0))
        room.fold(e.Moved(at=room.at, seat=seat, action=room.game.verbs.text(action), way=way))
        assert room.undoable() == []


def test_watchers_hear_of_an_undo() -> None:
    room = new_room(Case(game("meowtopia"), 2, {}), 5)
    seat, action = choose(room, Random(0))
    play(room, seat, action)
    room.fold(e.Undone(at=room.at, by="p", seat=seat))
    assert room.heard[SPECTATOR][-1] == (seat,)

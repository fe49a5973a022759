"""Planted faults of the server: each must be found by the simulator. Some were there once."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from faults import Planted
from tablee.core.contract import SPECTATOR
from tablee.server import decisions, messages
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.decisions import Refusal
from tablee.server.desk import Desk, Job, Linked
from tablee.server.effects import Append
from tablee.server.node import Node
from tablee.server.room import Room
from tablee.testing.simulator.store import Store

Function = Callable[..., Any]


def ack_before_durable(original: Function) -> Function:
    def work(self: Desk, now: int) -> None:
        before = self.writing
        original(self, now)
        if self.writing is not None and self.writing is not before and self.room is not None:
            self.accept(self.writing.job, self.room.seq)

    return work


def told_before_durable(original: Function) -> Function:
    def work(self: Desk, now: int) -> None:
        before = self.writing
        original(self, now)
        if self.writing is not None and self.writing is not before:
            self.deliver(self.writing.entry, now)

    return work


def presence_told_while_writing(original: Function) -> Function:
    """As it was: who comes or goes sees the table as it is not yet written."""

    def tell_presence(self: Desk, now: int) -> None:
        writing, self.writing = self.writing, None
        original(self, now)
        self.writing = writing

    return tell_presence


def commands_forgotten(original: Function) -> Function:
    def fold(self: Room, entry: e.AnyEntry, command: str = "") -> None:
        original(self, entry)

    return fold


def room_kept_after_conflict(original: Function) -> Function:
    def stored(self: Desk, how: str, now: int) -> None:
        room = self.room
        original(self, how, now)
        if how == "conflict":
            self.room, self.loading = room, None
            self.work(now)

    return stored


def room_kept_after_failure(original: Function) -> Function:
    def stored(self: Desk, how: str, now: int) -> None:
        if how != "failed" or self.writing is None:
            original(self, how, now)
            return
        job, self.writing = self.writing.job, None
        self.refuse(job, Refusal("unavailable"), now)
        self.work(now)

    return stored


def failure_is_refused(original: Function) -> Function:
    """A write of which nobody knows is said to have come to nothing."""

    def refuse(self: Desk, job: Job, refusal: Refusal, now: int) -> None:
        original(self, job, Refusal("failed") if refusal.code == "unavailable" else refusal, now)

    return refuse


def refused_without_looking(original: Function) -> Function:
    """As it was: a node that is behind refuses what is in the log already."""
    return lambda self, since: True


def too_fast_before_known(original: Function) -> Function:
    """As it was: what was said already is too fast when it is sent again with others."""

    def take(self: Desk, job: Job, now: int) -> None:
        if job.hasty:
            self.refuse(job, Refusal("chatter"), now)
        else:
            original(self, job, now)

    return take


def cursor_off_by_one(original: Function) -> Function:
    def tell(self: Desk, conn: Any, audience: int, since: int | None) -> None:
        original(self, conn, audience, since)
        if conn.cursors.get(audience, 0) > 5:
            conn.cursors[audience] -= 1

    return tell


def spectators_see_a_seat(original: Function) -> Function:
    def told(room: Room, audience: int, since: int | None) -> bytes:
        data: bytes = original(room, max(audience, 0), since)
        return data if audience != SPECTATOR else data.replace(b'"seat":0', b'"seat":null', 1)

    return told


def who_left_hears_on(original: Function) -> Function:
    """A seat that a bot plays is still told to its owner."""
    return lambda self, person: self.owned_by(person) or [int(SPECTATOR)]


def events_of_the_next_seat(original: Function) -> Function:
    def hear(self: Room, since: int) -> None:
        seats = len(self.chairs)
        original(self, since)
        self.heard[0] = list(self.heard[seats - 1]) if len(self.heard[0]) > 8 else self.heard[0]

    return hear


def stale_turn_accepted(original: Function) -> Function:
    def play(room: Room, caller: Any, command: Any, now: int) -> Any:
        if command.seat < len(room.chairs):
            turn = room.chairs[command.seat].turn
            command = p.Play(id=command.id, seat=command.seat, turn=turn, action=command.action)
        return original(room, caller, command, now)

    return play


def undo_after_a_draw(original: Function) -> Function:
    def may_be_undone(self: Room, *rest: Any) -> bool:
        return True

    return may_be_undone


def time_out_without_looking(original: Function) -> Function:
    """As it was: the clock may have been set back since a bot was asked to move for somebody."""

    def bot_move(room: Room, seat: int, turn: int, action: str, way: str, now: int) -> Any:
        found = original(room, seat, turn, action, "", now)
        return None if found is None else e.Moved(at=found.at, seat=seat, action=found.action, way=way)

    return bot_move


def clock_runs_fast(original: Function) -> Function:
    """A seat's time counts from when it could last act, not from when it can act now."""

    def tick(self: Room, seat: int, before: int, after: int) -> None:
        since = [chair.since for chair in self.chairs]
        original(self, seat, before, after)
        for n, chair in enumerate(self.chairs):
            chair.since = since[n] if n != seat else chair.since

    return tick


def bank_is_refilled(original: Function) -> Function:
    """As it was: who stands up and comes back has not thought at all."""

    def let_a_bot_play(self: Room, seat: int, level: str) -> None:
        left = self.chairs[seat].left
        original(self, seat, level)
        self.chairs[seat].left = left

    return let_a_bot_play


class AnyTurn(int):
    """The number of whatever turn is asked for; never twice in the same command."""

    keys = itertools.count()

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def __format__(self, spec: str) -> str:
        return f"any{next(self.keys)}"

    __hash__ = int.__hash__


def bot_moves_twice(original: Function) -> Function:
    """What a bot has thought is never forgotten, and good for whatever its seat has to decide."""

    def mind(self: Desk, now: int) -> None:
        kept = dict(self.thoughts)
        original(self, now)
        for seat, thought in kept.items():
            thought.turn = AnyTurn(thought.turn)
            self.thoughts.setdefault(seat, thought)

    return mind


def bot_sees_what_others_see(original: Function) -> Function:
    def let_think(self: Desk, room: Room, seat: int, level: str, way: str, due: int) -> None:
        begun = len(self.node.out)
        original(self, room, seat, level, way, due)
        for n, effect in enumerate(self.node.out[begun:], begun):
            assert room.match is not None
            view = room.match.view((seat + 1) % len(room.chairs))
            self.node.out[n] = effect._replace(view=view._replace(seat=seat))  # type: ignore

    return let_think


def dull_bot_is_not_asked_again(original: Function) -> Function:
    def thought(self: Desk, ticket: int, action: int | None, now: int) -> None:
        if action is not None:
            original(self, ticket, action, now)

    return thought


def hint_is_believed(original: Function) -> Function:
    def hinted(self: Node, table: str, seq: int, node: str, here: Any, now: int) -> None:
        desk = self.desks.get(table)
        if desk is not None and desk.room is not None and desk.writing is None:
            desk.room.seq = max(desk.room.seq, seq)
        original(self, table, seq, node, here, now)

    return hinted


def hint_is_not_read(original: Function) -> Function:
    def hinted(self: Node, table: str, seq: int, node: str, here: Any, now: int) -> None:
        original(self, table, 0, node, here, now)

    return hinted


def greeting_lost_while_writing(original: Function) -> Function:
    def stored(self: Desk, how: str, now: int) -> None:
        self.greet_all = lambda now: None  # type: ignore[method-assign]
        original(self, how, now)
        del self.greet_all  # type: ignore[method-assign]

    return stored


def link_works_twice(original: Function) -> Function:
    def claim(room: Room, caller: Any, seat: int, held: int, scene: Any) -> Any:
        known = room.chairs[seat].held if seat < len(room.chairs) else held
        return original(room, caller, seat, known, scene)

    return claim


def link_outlives_its_owner(original: Function) -> Function:
    """As it was: a link is good for whoever sits there later."""

    def fold(self: Room, entry: e.AnyEntry, command: str = "") -> None:
        held = self.chairs[entry.seat].held if isinstance(entry, e.Sat) else 0
        original(self, entry, command)
        if isinstance(entry, e.Sat):
            self.chairs[entry.seat].held = held

    return fold


def rematch_doubled(original: Function) -> Function:
    def decided(self: Desk, room: Room, job: Job, now: int) -> Any:
        if isinstance(job.command, Linked):
            following = job.command.next
            return e.Rematched(at=max(now, room.at), by=job.caller.person, next=following)
        entry = original(self, room, job, now)
        self.founding = False  # who asks next does not wait for the first one's table
        return entry

    return decided


def rematch_before_its_table(original: Function) -> Function:
    def decided(self: Desk, room: Room, job: Job, now: int) -> Any:
        begun = len(self.node.out)
        entry = original(self, room, job, now)
        if isinstance(job.command, p.Rematch):
            self.founding = False
            following = self.node.out[begun]
            assert isinstance(following, Append)
            return e.Rematched(at=max(now, room.at), by=job.caller.person, next=following.table)
        return entry

    return decided


def secret_is_shown(original: Function) -> Function:
    def table_info(room: Room, here: Any, watchers: int, now: int) -> bytes:
        data: bytes = original(room, here, watchers, now)
        return data.replace(room.commitment.encode(), room.server.hex.encode())

    return table_info


def alarms_pile_up(original: Function) -> Function:
    """As it was: every look at a table leaves an alarm."""

    def wake(self: Node, table: str, at: int) -> None:
        original(self, table, at)
        self.alarms.append((at, table))
        self.alarms.sort()

    return wake


def clock_set_back_unnoticed(original: Function) -> Function:
    """As it was: a bot that was to move in a second moves in an hour."""
    return lambda self, now: None


def log_ahead_of_the_clock(original: Function) -> Function:
    """As it was: a bot waits until the clock has come to the time of the last entry."""

    def let_think(self: Desk, room: Room, seat: int, level: str, way: str, due: int) -> None:
        original(self, room, seat, level, way, max(due, room.at))

    return let_think


def failed_read_is_the_end(original: Function) -> Function:
    def loaded(self: Desk, rows: Any, now: int) -> None:
        if rows is None:
            self.loading = None
        else:
            original(self, rows, now)

    return loaded


def tickets_are_kept(original: Function) -> Function:
    def thought(self: Node, ticket: int, answer: Any, now: int) -> None:
        kept = dict(self.tickets)
        original(self, ticket, answer, now)
        self.tickets = kept

    return thought


def deal_forgets_a_share(original: Function) -> Function:
    """As it was: when a link brings the last share that was missing, nobody deals."""

    def claim(self: Room, chair: Any, entry: e.Claimed) -> None:
        phase, self.phase = self.phase, "lobby"
        original(self, chair, entry)
        self.phase = phase

    return claim


def luck_is_not_from_the_seed(original: Function) -> Function:
    """A draw that only this process knows: folded again, the log is another game."""
    deals = itertools.count()

    def deal_if_sealed(self: Room) -> None:
        original(self)
        if self.match is not None and next(deals) % 3 == 2:
            self.match.table.luck.below(2)

    return deal_if_sealed


def store_writes_over(original: Function) -> Function:
    """The store says that it has written what it has not."""

    def write(self: Store, machine: Any, life: int, effect: Append, back: int, said: str) -> None:
        log = self.logs.get(effect.table)
        if log is not None and effect.row.seq <= len(log.rows) and back >= 0:
            self.world.push(back, self.stored, machine, life, effect.table, "ok")
        else:
            original(self, machine, life, effect, back, said)

    return write


def own_job_is_forgotten(original: Function) -> Function:
    """A bot's move that came to nothing is never made."""

    def wake(self: Node, table: str, at: int) -> None:
        desk = self.desks.get(table)
        if desk is None or at > self.latest + 1000 or at <= self.latest:
            original(self, table, at)

    return wake


FAULTS = [
    Planted("ack before durable", "server", Desk, "work", ack_before_durable),
    Planted("told before durable", "server", Desk, "work", told_before_durable),
    Planted(
        "presence told while writing", "server", Desk, "tell_presence", presence_told_while_writing
    ),
    Planted("commands forgotten", "server", Room, "fold", commands_forgotten),
    Planted("room kept after conflict", "server", Desk, "stored", room_kept_after_conflict),
    Planted("room kept after failure", "server", Desk, "stored", room_kept_after_failure),
    Planted("failure is refused", "server", Desk, "refuse", failure_is_refused),
    Planted("refused without looking", "server", Desk, "is_sure", refused_without_looking),
    Planted("too fast before known", "server", Desk, "take", too_fast_before_known),
    Planted("cursor off by one", "server", Desk, "tell", cursor_off_by_one),
    Planted("spectators see a seat", "server", messages, "told", spectators_see_a_seat),
    Planted("who left hears on", "server", Room, "audiences", who_left_hears_on),
    Planted("events of the next seat", "server", Room, "hear", events_of_the_next_seat),
    Planted("stale turn accepted", "server", decisions, "play", stale_turn_accepted),
    Planted("undo after a draw", "server", Room, "may_be_undone", undo_after_a_draw),
    Planted("time out without looking", "server", decisions, "bot_move", time_out_without_looking),
    Planted("clock runs fast", "server", Room, "tick", clock_runs_fast),
    Planted("bank is refilled", "server", Room, "let_a_bot_play", bank_is_refilled),
    Planted("bot moves twice", "server", Desk, "mind", bot_moves_twice),
    Planted("bot sees what others see", "server", Desk, "let_think", bot_sees_what_others_see),
    Planted("dull bot is not asked again", "server", Desk, "thought", dull_bot_is_not_asked_again),
    Planted("hint is believed", "server", Node, "hinted", hint_is_believed),
    Planted("hint is not read", "server", Node, "hinted", hint_is_not_read),
    Planted("greeting lost while writing", "server", Desk, "stored", greeting_lost_while_writing),
    Planted("link works twice", "server", decisions, "claim", link_works_twice),
    Planted("link outlives its owner", "server", Room, "fold", link_outlives_its_owner),
    Planted("rematch doubled", "server", Desk, "decided", rematch_doubled),
    Planted("rematch before its table", "server", Desk, "decided", rematch_before_its_table),
    Planted("secret is shown", "server", messages, "table_info", secret_is_shown),
    Planted("alarms pile up", "server", Node, "wake", alarms_pile_up),
    Planted("clock set back unnoticed", "server", Node, "see", clock_set_back_unnoticed),
    Planted("log ahead of the clock", "server", Desk, "let_think", log_ahead_of_the_clock),
    Planted("failed read is the end", "server", Desk, "loaded", failed_read_is_the_end),
    Planted("tickets are kept", "server", Node, "thought", tickets_are_kept),
    Planted("deal forgets a share", "server", Room, "claim", deal_forgets_a_share),
    Planted("luck is not from the seed", "server", Room, "deal_if_sealed", luck_is_not_from_the_seed),
    Planted("store writes over", "server", Store, "write", store_writes_over),
    Planted("own job is forgotten", "server", Node, "wake", own_job_is_forgotten),
]

"""Decisions: what becomes of a command. An entry for the log, or a refusal that says why not.

Nothing is changed here. A decision depends on the room, on who asks, and on what is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final, NamedTuple

from tablee.core.errors import TableeError
from tablee.core.fairness import SECRET_BYTES, commitment
from tablee.core.tables import RNG_VERSION
from tablee.core.texts import CORE, LANGUAGES, load
from tablee.core.thinking import LEVELS
from tablee.games import game as game_by_name
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.room import CLOSED, LOBBY, OVER, PLAYING, SEALING, Chair, Room

TEXTS: Final = load("tablee.server", CORE)
MOST_SECONDS: Final = 24 * 3600  # of a clock
CLOCK: Final = "clock"  # how a seat moves whose time is out


class Caller(NamedTuple):
    """Who asks, as their session says."""

    person: str
    name: str


class Scene(NamedTuple):
    """What a decision may need besides the room: the time, who is connected, and entropy."""

    now: int
    here: Collection[str]
    entropy: Callable[[int], bytes]


class Refusal(Exception):
    """Why not: a code, the rule's id if it is one of the game's, and a sentence in each language."""

    def __init__(
        self, code: str, rule: str = "", messages: dict[str, str] | None = None, **values: object
    ):
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.messages = messages or {
            name: TEXTS.say(name, f"refused.{code}", values) for name in LANGUAGES
        }


def refusal_of(code: str, error: TableeError) -> Refusal:
    rule = getattr(error, "rule", "")
    return Refusal(code, rule, {name: error.message(name) for name in LANGUAGES})


def create(spec: p.NewTable, caller: Caller, table: str, scene: Scene) -> e.Created:
    """A new table, set up by its host."""
    try:
        game = game_by_name(spec.game)
        game.check(len(spec.seats), spec.options)
    except TableeError as error:
        raise refusal_of("setup", error) from None
    check_clock(spec.clock)
    places = [check_place(place, caller) for place in spec.seats]
    secret = scene.entropy(SECRET_BYTES)
    return e.Created(
        at=scene.now,
        by=caller.person,
        table=table,
        game=game.name,
        options=spec.options,
        places=places,
        clock=spec.clock,
        listed=spec.listed,
        host=caller.person,
        rules_version=game.version,
        rng_version=RNG_VERSION,
        server=e.Secret(secret.hex()),
        commitment=commitment("server", table, secret),
        pace=spec.pace,
        rated=spec.rated,
        hints=not spec.rated,
        talk=spec.talk,
    )


def check_place(place: e.Place, caller: Caller) -> e.Place:
    """Open, a bot, or the host's own; nobody can be made to sit."""
    match place.kind:
        case "open":
            return e.Place()
        case "bot":
            check_level(place.level)
            return e.Place("bot", level=place.level)
        case "person" if place.person in ("", caller.person):
            return e.Place("person", caller.person, named(place.name or caller.name))
    raise Refusal("place", given=place.kind[:20])


def clean_name(name: str) -> str | None:
    """A name that can be shown: no line breaks, no signs that turn the text around."""
    found = " ".join(name.split())
    return found if 1 <= len(found) <= p.MOST_NAME and found.isprintable() else None


def named(name: str) -> str:
    found = clean_name(name)
    if found is None:
        raise Refusal("name", most=p.MOST_NAME)
    return found


def check_level(level: str) -> None:
    if level not in LEVELS:
        raise Refusal("level", given=level, levels=LEVELS)


def check_clock(clock: e.Clock) -> None:
    fine = {
        "none": clock.seconds == 0 and clock.increment == 0,
        "move": 5 <= clock.seconds <= MOST_SECONDS and clock.increment == 0,
        "bank": 5 <= clock.seconds <= MOST_SECONDS and 0 <= clock.increment <= 3600,
    }
    if not fine.get(clock.kind, False):
        raise Refusal("clock", most=MOST_SECONDS)


def rematch_of(room: Room, caller: Caller, table: str, scene: Scene) -> e.Created:
    """The same table anew: everybody's seat is kept for them."""
    need(room, OVER)
    need_a_seat(room, caller)
    if room.next:
        raise Refusal("rematched")
    places = [
        e.Place("person", chair.owner, chair.name) if chair.owner else chair.place()
        for chair in room.chairs
    ]
    secret = scene.entropy(SECRET_BYTES)
    return e.Created(
        at=scene.now,
        by=caller.person,
        table=table,
        game=room.game.name,
        options=room.options,
        places=places,
        clock=room.clock,
        listed=room.listed,
        host=caller.person,
        rules_version=room.game.version,
        rng_version=RNG_VERSION,
        server=e.Secret(secret.hex()),
        commitment=commitment("server", table, secret),
        pace=room.pace,
        rated=room.rated,
        hints=room.hints,
        talk=room.talk,
    )


def decide(room: Room, caller: Caller, command: p.Command, scene: Scene) -> e.AnyEntry:
    """The entry that a command becomes, or raise a Refusal."""
    if type(command) is p.Play:  # nearly all of them are
        return play(room, caller, command, scene.now)
    stamp: dict[str, Any] = {"at": max(scene.now, room.at), "by": caller.person}
    if room.phase == CLOSED:
        raise Refusal("closed")
    match command:
        case p.Undo(seat=seat):
            need(room, PLAYING)
            need_own(room, caller, seat)
            if not room.may_undo(seat):
                raise Refusal("undo")
            return e.Undone(**stamp, seat=seat)
        case p.Sit(seat=seat):
            return sit(room, caller, command, stamp)
        case p.Stand(seat=seat):
            need(room, LOBBY, PLAYING)
            need_own(room, caller, seat)
            if room.phase == LOBBY:
                return e.Freed(**stamp, seat=seat)
            return e.Botted(**stamp, seat=seat, level="medium")
        case p.Rename(seat=seat, name=name):
            need_own(room, caller, seat)
            return e.Renamed(**stamp, seat=seat, name=named(name))
        case p.Move():
            return move(room, caller, command, stamp)
        case p.Choose():
            return choose(room, caller, command, stamp)
        case p.SetSeat(seat=seat):
            need(room, LOBBY)
            need_host(room, caller)
            need_seat(room, seat)
            if not command.level:
                return e.Freed(**stamp, seat=seat)
            check_level(command.level)
            return e.Botted(**stamp, seat=seat, level=command.level)
        case p.Configure():
            return configure(room, caller, command, stamp)
        case p.Start():
            return start(room, caller, stamp)
        case p.Reveal():
            return reveal(room, caller, command, stamp)
        case p.Stop():
            need(room, SEALING)
            if caller.person != room.host:
                need_a_seat(room, caller)
            secret = scene.entropy(SECRET_BYTES)
            committed = commitment("server", room.table, secret)
            return e.Stopped(**stamp, server=e.Secret(secret.hex()), commitment=committed)
        case p.Replace(seat=seat):
            return replace(room, caller, command, stamp, scene)
        case p.TakeBack(seat=seat):
            need(room, PLAYING)
            chair = need_seat(room, seat)
            if chair.owner != caller.person:
                raise Refusal("not_yours")
            return e.TakenBack(**stamp, seat=seat)
        case p.Say():
            need_voice(room, caller)
            if not room.talk:
                raise Refusal("quiet")
            text = " ".join(command.text.split())
            if not text or not text.isprintable():
                raise Refusal("text")
            return e.Spoken(**stamp, name=caller.name, text=text)
        case p.Tell(phrase=phrase):
            need_voice(room, caller)
            return e.Spoken(**stamp, name=caller.name, text="", phrase=phrase)
        case p.Mute():
            need_host(room, caller)
            if command.person == room.host:
                raise Refusal("mute_host")
            return e.Muted(**stamp, person=command.person, on=command.on)
        case p.Close():
            need(room, LOBBY)
            need_host(room, caller)
            return e.Closed(**stamp)
    raise Refusal("unknown")


def play(room: Room, caller: Caller, command: p.Play, now: int) -> e.Moved:
    if room.phase != PLAYING:
        raise Refusal("closed" if room.phase == CLOSED else f"phase_{room.phase}")
    seat = command.seat
    need_own(room, caller, seat)
    if command.turn != room.chairs[seat].turn:
        raise Refusal("stale")
    action = lawful(room, seat, command.action)
    return e.Moved(at=max(now, room.at), by=caller.person, seat=seat, action=action)


def sit(room: Room, caller: Caller, command: p.Sit, stamp: dict[str, Any]) -> e.Sat:
    need(room, LOBBY)
    chair = need_seat(room, command.seat)
    if chair.kind == "bot" or (chair.kind == "person" and chair.person != caller.person):
        raise Refusal("taken")
    known = room.commitments.get(caller.person)
    if known is not None and known != command.commitment and len(room.seats_of(caller.person)) > 1:
        raise Refusal("commitment")
    name = chair.name or caller.name  # of a seat that is kept: as they were called there
    return e.Sat(**stamp, seat=command.seat, name=name, commitment=command.commitment)


def move(room: Room, caller: Caller, command: p.Move, stamp: dict[str, Any]) -> e.Swapped:
    need(room, LOBBY)
    need_seat(room, command.seat)
    other = need_seat(room, command.to)
    # The host closes up gaps, to begin with those who are there.
    if caller.person != room.host or other.kind != "open":
        need_own(room, caller, command.seat)
    if other.kind == "person" and other.person != caller.person:
        raise Refusal("taken")
    return e.Swapped(**stamp, seat=command.seat, to=command.to)


def choose(room: Room, caller: Caller, command: p.Choose, stamp: dict[str, Any]) -> e.Chosen:
    """What a seat wants; who has it gets what this seat had, unless they asked for it themselves."""
    need(room, LOBBY)
    need_own(room, caller, command.seat)
    seats = len(room.chairs)
    option = next((each for each in room.game.options if each.name == command.option), None)
    items = {} if option is None else option.schema(seats).get("items", {})
    words = items.get("enum") if isinstance(items, dict) else None
    if option is None or words is None or option.schema(seats).get("minItems") != seats:
        raise Refusal("choose", option=command.option)
    now = list(room.options.get(command.option) or words[:seats])
    if command.value not in words:
        raise Refusal("choose_what", given=command.value, words=tuple(words))
    if command.value in now:
        holder = now.index(command.value)
        chair = room.chairs[holder]
        if holder in room.chosen and chair.kind == "person" and chair.person != caller.person:
            raise Refusal("chosen", name=chair.name)
        now[holder] = now[command.seat]
    now[command.seat] = command.value
    return e.Chosen(**stamp, option=command.option, value=now)


def configure(room: Room, caller: Caller, command: p.Configure, stamp: dict[str, Any]) -> e.Configured:
    need(room, LOBBY)
    need_host(room, caller)
    check_clock(command.clock)
    if any(chair.kind == "person" for chair in room.chairs[command.seats :]):
        raise Refusal("seats_in_use")
    try:
        room.game.check(command.seats, command.options)
    except TableeError as error:
        raise refusal_of("setup", error) from None
    places = [chair.place() for chair in room.chairs[: command.seats]]
    places += [e.Place()] * (command.seats - len(places))
    return e.Configured(
        **stamp,
        options=command.options,
        places=places,
        clock=command.clock,
        listed=command.listed,
        pace=command.pace,
        rated=command.rated,
        hints=not command.rated,
        talk=command.talk,
    )


def start(room: Room, caller: Caller, stamp: dict[str, Any]) -> e.Started:
    need(room, LOBBY)
    need_host(room, caller)
    open_seats = tuple(n for n, chair in enumerate(room.chairs) if chair.kind == "open")
    if open_seats:
        raise Refusal("open_seats", seats=open_seats)
    absent = tuple(
        n
        for n, chair in enumerate(room.chairs)
        if chair.person and chair.person not in room.commitments
    )
    if absent:
        raise Refusal("not_ready", seats=absent)
    return e.Started(**stamp)


def reveal(room: Room, caller: Caller, command: p.Reveal, stamp: dict[str, Any]) -> e.Revealed:
    need(room, SEALING)
    if caller.person not in room.wanted():
        raise Refusal("share_given")
    shown = commitment("seat", room.table, bytes.fromhex(command.share))
    if shown != room.commitments[caller.person]:
        raise Refusal("share")
    return e.Revealed(**stamp, share=e.Secret(command.share))


def replace(
    room: Room, caller: Caller, command: p.Replace, stamp: dict[str, Any], scene: Scene
) -> e.Botted:
    need(room, PLAYING)
    check_level(command.level)
    chair = need_seat(room, command.seat)
    if caller.person != room.host:
        need_a_seat(room, caller)
    if chair.kind != "person":
        raise Refusal("not_replaceable")
    if chair.person in scene.here and chair.person != caller.person:
        raise Refusal("awake", seat=command.seat)
    return e.Botted(**stamp, seat=command.seat, level=command.level)


def claim(room: Room, caller: Caller, seat: int, held: int, scene: Scene) -> e.Claimed:
    """A seat's link was opened on another device."""
    need(room, LOBBY, SEALING, PLAYING, OVER)
    chair = need_seat(room, seat)
    if chair.held != held or not (chair.person or chair.owner):
        raise Refusal("link")
    return e.Claimed(at=max(scene.now, room.at), by=caller.person, seat=seat, name=caller.name)


def lawful(room: Room, seat: int, action: str) -> str:
    """The action in its own notation, if the rules allow it."""
    if action in room.choices(seat):
        return action
    match = room.match
    assert match is not None
    try:
        number = match.action(action)  # capitals and spaces do not matter
        if number in match.legal(seat):
            return match.text(number)
        fault = match.fault(seat, number, room.names())
    except TableeError as malformed:
        raise refusal_of("malformed", malformed) from None
    assert fault is not None  # `legal` and `refusal` agree
    raise Refusal("rule", fault.rule, dict(fault.messages))


def bot_move(room: Room, seat: int, turn: int, action: str, way: str, now: int) -> e.Moved | None:
    """What a bot has decided, if it still may."""
    if room.phase != PLAYING or room.chairs[seat].turn != turn:
        return None
    at = max(now, room.at)
    if way == CLOCK:  # its time may have been given back since, or the clock set back
        deadline = room.deadline(seat)
        if deadline is None or at < deadline:
            return None
    return e.Moved(at=at, seat=seat, action=lawful(room, seat, action), way=way)


# -- who may ------------------------------------------------------------


def need(room: Room, *phases: str) -> None:
    if room.phase not in phases:
        raise Refusal(f"phase_{room.phase}")


def need_host(room: Room, caller: Caller) -> None:
    if caller.person != room.host:
        raise Refusal("not_host")


def need_a_seat(room: Room, caller: Caller) -> None:
    if not room.owned_by(caller.person):
        raise Refusal("not_seated")


def need_voice(room: Room, caller: Caller) -> None:
    if caller.person in room.muted:
        raise Refusal("muted")


def need_seat(room: Room, seat: int) -> Chair:
    if seat >= len(room.chairs):
        raise Refusal("no_seat", last=len(room.chairs) - 1)
    return room.chairs[seat]


def need_own(room: Room, caller: Caller, seat: int) -> None:
    chair = need_seat(room, seat)
    if chair.kind != "person" or chair.person != caller.person:
        raise Refusal("not_yours")

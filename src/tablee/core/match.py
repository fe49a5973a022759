"""A match: one game being played, with its log, its tape and what every seat has heard."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablee.core.bits import BIT
from tablee.core.contract import SPECTATOR, Actions, Event, Game, Outcome, State, Table, View
from tablee.core.encode import event_name, plain
from tablee.core.errors import (
    BadOption,
    BadSave,
    IllegalAction,
    NoSuchSeat,
    NotYourTurn,
    Refused,
    TableeError,
)
from tablee.core.recorder import Recorder
from tablee.core.tables import RNG_VERSION, SeededTable, TapeTable
from tablee.core.texts import LANGUAGES, Said

FORMAT = "tablee-match"
FORMAT_VERSION = 1


class Refusal(NamedTuple):
    """Why an action is not allowed: the rule's id, and a sentence in each language."""

    rule: str
    messages: Mapping[str, str]

    def message(self, language: str = "en") -> str:
        return self.messages[language]


class Mark(NamedTuple):
    """Where a match was: its state, and the lengths of log, tape and news."""

    state: State
    log: int
    tape: int
    news: int


class Match:
    """What `tablee.new_match` gives: ask, play, look, save."""

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, object] | None, luck: Table
    ) -> None:
        self.game = game
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise game.bad_seats(seats)
        given = {} if options is None else options
        if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
            raise BadOption("options", Said("takes.mapping"), value=repr(given)[:80])
        self.options = game.check(seats, given)
        self.seats = seats
        self.table = Recorder(luck)
        self.state = game.setup(seats, self.options, self.table)
        self.log: list[tuple[int, int]] = []
        self.buffer: Actions = game.actions()

    # -- asking ------------------------------------------------------------------------------------

    def actors(self) -> list[int]:
        """The seats that may act now; none when the match is over."""
        return self.state.actors()

    def legal(self, seat: int) -> list[int]:
        """What a seat may do now, ascending; nothing when it is not its turn."""
        self.sitting(seat)
        self.buffer.n = 0
        self.state.legal(seat, self.buffer)
        return self.buffer.to_list()

    def text(self, action: int) -> str:
        """An action in notation, as `action` reads it."""
        return self.game.verbs.text(self.number(action))

    def action(self, text: str) -> int:
        """The action that a text names; MalformedAction if it names none."""
        if not isinstance(text, str):
            raise self.game.verbs.malformed(repr(text), Said("malformed.kind"))
        return self.game.verbs.action(text)

    def refusal(
        self, seat: int, action: int | str, names: Sequence[str] | None = None
    ) -> Refusal | None:
        """Why not? None if the seat may do that now."""
        error = self.fault(seat, action, names)
        return None if error is None else Refusal(error.rule, error.messages)

    def view(self, seat: int | None) -> View:
        """What a seat knows; None for a spectator."""
        return self.state.view(self.audience(seat))

    def events(self, seat: int | None, since: int = 0) -> list[Event]:
        """All that a seat (None: a spectator) has heard, from its number `since` on."""
        audience = self.audience(seat)
        heard = [news.heard_by(audience) for news in self.table.news]
        return [event for event in heard if event is not None][since:]

    def outcome(self) -> Outcome | None:
        return self.state.outcome()

    # -- in words ----------------------------------------------------------------------------------

    def describe(self, action: int, language: str, names: Sequence[str] | None = None) -> str:
        """An action as a player reads it."""
        verbs, number = self.game.verbs, self.number(action)
        key = f"verb.{verbs.verb(number).name}"
        return self.game.texts().say(language, key, verbs.values(number), names)

    def tell(self, event: Event, language: str, names: Sequence[str] | None = None) -> str:
        """An event as a player reads it."""
        values = dict(zip(getattr(event, "_fields", ()), event, strict=True))
        return self.game.texts().say(language, f"event.{event_name(event)}", values, names)

    def because(self, seat: int, action: int, names: Sequence[str] | None = None) -> dict[str, str]:
        """Why an action is a good one for a seat, as far as it can tell: a sentence in each language.

        Nothing where the seat may not do that, or where nothing certain speaks for it.
        """
        legal = self.legal(seat)
        if action not in legal:
            return {}
        only = Said("because.only") if len(legal) == 1 else None
        said = only or self.game.because(self.view(seat), action)
        if said is None:
            return {}
        texts = self.game.texts()
        return {name: texts.say(name, said.key, said.values, names) for name in LANGUAGES}

    # -- playing -----------------------------------------------------------------------------------

    def play(self, seat: int, action: int | str) -> None:
        """Do it, or raise NotYourTurn, IllegalAction or MalformedAction and change nothing."""
        error = self.fault(seat, action)
        if error is not None:
            raise error
        self.do(seat, self.number(action), self.mark())

    def do(self, seat: int, number: int, before: Mark) -> None:
        """What was found to be legal already; `before` is the mark of now."""
        try:
            self.state.apply(seat, number, self.table)
        except BaseException:  # an interruption, too: nothing is half-done
            self.back_to(before)
            raise
        self.log.append((seat, number))

    def mark(self) -> Mark:
        return Mark(self.state.copy(), len(self.log), len(self.table.tape), len(self.table.news))

    def back_to(self, mark: Mark) -> None:
        """As it was at the mark. Luck never rewinds: what was drawn since is lost."""
        self.state = mark.state
        table = self.table
        del self.log[mark.log :], table.news[mark.news :]
        del table.tape[mark.tape :], table.bounds[mark.tape :]

    def fault(self, seat: int, action: int | str, names: Sequence[str] | None = None) -> Refused | None:
        self.sitting(seat)
        number = self.number(action)
        texts = self.game.texts()
        if self.state.acting & BIT[seat] == 0:
            over = self.state.acting == 0
            values: dict[str, object] = {"seats": tuple(self.actors())}
            key = "why.over" if over else "why.turn"
            said = {name: texts.say(name, key, values, names) for name in LANGUAGES}
            return NotYourTurn(self.state.waiting() or self.game.turn_rule, said)
        why = self.state.refusal(seat, number)
        if why is None:
            return None
        values = self.game.verbs.values(number)
        said = {name: texts.say(name, f"why.{why}", values, names) for name in LANGUAGES}
        return IllegalAction(why.partition("/")[0], said)

    def number(self, action: int | str) -> int:
        if isinstance(action, str):
            return self.action(action)
        if isinstance(action, bool) or not isinstance(action, int):
            raise self.game.verbs.malformed(repr(action), Said("malformed.kind"))
        self.game.verbs.verb(action)
        return action

    def sitting(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise NoSuchSeat(given=repr(seat)[:40], last=self.seats - 1)

    def audience(self, seat: int | None) -> int:
        if seat is None:
            return SPECTATOR
        self.sitting(seat)
        return seat

    # -- keeping -----------------------------------------------------------------------------------

    def save(self) -> str:
        """The match as text: options, actions and tape. It holds every secret: keep it to yourself."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": self.game.name,
            "rules_version": self.game.version,
            "rng_version": RNG_VERSION,
            "seats": self.seats,
            "options": {name: plain(value) for name, value in self.options.given.items()},
            "actions": [[seat, self.text(action)] for seat, action in self.log],
            "tape": self.table.tape,
            "seed": self.table.luck.seed.hex() if isinstance(self.table.luck, SeededTable) else None,
        }
        return json.dumps({**data, "check": checksum(data)}, indent=1)


def checksum(data: Mapping[str, Any]) -> str:
    """Says whether a file is whole and unchanged; it does not say who wrote it."""
    body = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(body.encode()).hexdigest()


def read_save(text: str) -> dict[str, Any]:
    """The content of a saved match, if it is whole; BadSave says what is wrong."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError, TypeError):
        raise BadSave("json") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadSave("format", format=FORMAT)
    if data.get("format_version") != FORMAT_VERSION:
        raise BadSave("version", what="format", version=FORMAT_VERSION)
    if data.get("rng_version") != RNG_VERSION:
        raise BadSave("version", what="rng", version=RNG_VERSION)
    check = data.pop("check", None)
    if check != checksum(data):
        raise BadSave("checksum")
    return data


def replay(game: Game, data: Mapping[str, Any]) -> Match:
    """Play a saved match again, from the seed if it has one, and see that the luck is the same."""
    if data.get("rules_version") != game.version:
        raise BadSave("version", what="rules", version=game.version)
    if not isinstance(data.get("options"), dict):
        raise BadSave("missing")
    try:
        seed = data["seed"]
        luck: Table = TapeTable(data["tape"]) if seed is None else SeededTable(bytes.fromhex(seed))
        match = Match(game, data["seats"], data["options"], luck)
        for seat, action in data["actions"]:
            match.play(seat, action)
        if match.table.tape != data["tape"]:
            raise BadSave("tape")
        return match
    except BadSave:
        raise
    except TableeError as error:
        raise BadSave("rules", error=str(error)) from error
    except (KeyError, TypeError, ValueError, AttributeError) as odd:
        raise BadSave("missing") from odd

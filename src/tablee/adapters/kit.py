"""What the environments share: spaces, observations from views, refusals, pictures."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from operator import index
from typing import Any

from tablee.adapters.features import encoder
from tablee.core.contract import SPECTATOR
from tablee.core.encode import dump_state, load_state
from tablee.core.errors import BadOption, IllegalAction, NoSuchSeat
from tablee.core.lens import Lens
from tablee.core.play import Play
from tablee.core.tables import LabTable
from tablee.core.texts import LANGUAGES, Said
from tablee.games import game
from tablee.installed import missing

try:
    import numpy
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing("environments need more packages", "rl") from error

RENDER_MODES = ("human", "ansi", "rgb_array")
MOST_MOVES = 1_000_000
MASK32 = 0xFFFFFFFF
NUMBERS = numpy.dtype(numpy.int16)
FLAGS = numpy.dtype(numpy.int8)

Array = numpy.ndarray[Any, Any]
Observation = dict[str, Array]


class Kit:
    """One game, number of seats and set of options, and how its matches look from outside."""

    def __init__(self, name: str, seats: int, options: Mapping[str, object], cap: int) -> None:
        self.game = game(name)
        self.options = self.game.check(seats, options)
        if isinstance(cap, bool) or not isinstance(cap, int) or not 0 <= cap <= MOST_MOVES:
            takes = Said("takes.number", {"low": 0, "high": MOST_MOVES})
            raise BadOption("cap", takes, value=repr(cap)[:80])
        self.seats = seats
        self.cap = cap
        self.actions = self.game.verbs.size
        self.encoder = encoder(self.game, seats)
        self.slices = [(part, slice(*ends)) for part, ends in self.encoder.parts.items()]
        self.lens = Lens(self.encoder, self.actions, shared)

    # -- spaces and observations -------------------------------------------------------------------

    def observation_space(self) -> spaces.Dict:
        lows = numpy.array(self.encoder.lows, numpy.int16)
        highs = numpy.array(self.encoder.highs, numpy.int16)
        return spaces.Dict(
            {
                part: spaces.Box(lows[there], highs[there], dtype=numpy.int16)
                for part, there in self.slices
            }
        )

    def mask_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (self.actions,), numpy.int8)

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.actions)

    # -- matches -----------------------------------------------------------------------------------

    def start(self, luck: LabTable) -> Play:
        return Play(self.game, self.seats, self.options, luck, self.cap)

    def seat(self, given: object) -> int:
        """A seat at this table."""
        if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < self.seats:
            raise NoSuchSeat(given=repr(given)[:40], last=self.seats - 1)
        return given

    def number(self, action: Any) -> int:
        """The number of an action, however a learner writes it; or MalformedAction."""
        try:
            found = index(action)
        except TypeError:
            raise self.game.verbs.malformed(repr(action), Said("malformed.kind")) from None
        if not 0 <= found < self.actions:
            self.game.verbs.verb(found)  # says what the range is
        return found

    def refusal(self, play: Play, action: int) -> IllegalAction:
        """Why the seat that acts may not do that."""
        verbs, texts = self.game.verbs, self.game.texts()
        why = play.state.refusal(play.seat, action)
        assert why is not None
        values = verbs.values(action)
        said = {name: texts.say(name, f"why.{why}", values) for name in LANGUAGES}
        return IllegalAction(why.partition("/")[0], said)

    def made(self) -> tuple[str, int, dict[str, Any], int]:
        """What it is made of."""
        return self.game.name, self.seats, dict(self.options.given), self.cap

    def pack(self, play: Play, luck: LabTable) -> dict[str, Any]:
        """A match as plain data, secrets and all."""
        state = dump_state(self.game, play.state)
        return {"state": state, "moves": int(play.moves), "luck": int(luck.state)}

    def unpack(self, data: Mapping[str, Any]) -> tuple[Play, LabTable]:
        luck = LabTable(0)
        play = self.start(luck)
        play.state = load_state(self.game, data["state"])
        play.moves = data["moves"]
        play.look()
        luck.state = data["luck"]
        return play, luck

    # -- pictures ----------------------------------------------------------------------------------

    def check_mode(self, mode: object) -> None:
        if mode is not None and mode not in RENDER_MODES:
            takes = Said("takes.word", {"words": RENDER_MODES})
            raise BadOption("render_mode", takes, value=repr(mode)[:80])

    def render(self, play: Play, mode: str | None, seat: int) -> Any:
        """The position as a seat sees it, or at the end anybody: drawn, printed, or as a picture."""
        if mode is None:
            return None
        from tablee.adapters.picture import as_image, as_text, drawn

        picture = drawn(self.game, play.state.view(seat if seat >= 0 else SPECTATOR), self.seats)
        if mode == "rgb_array":
            return as_image(picture)
        text = as_text(picture)
        if mode == "ansi":
            return text
        print(text)
        return None


class Lent:
    """A vector whose numbers numpy may write to as well: by itself it lends them to be read only."""

    def __init__(self, numbers: Any, kind: str) -> None:
        self.array = numpy.frombuffer(numbers, kind)
        facts = self.array.__array_interface__
        self.__array_interface__ = {**facts, "data": (facts["data"][0], False)}


def shared(numbers: Any, kind: str) -> Array:
    """An array that shares the numbers of a vector."""
    return numpy.asarray(Lent(numbers, kind))


def new_luck(seed: int | None) -> LabTable:
    """The same seed gives the same luck; without one it comes from the system's entropy."""
    return LabTable(secrets.randbits(32) if seed is None else int(seed) & MASK32)

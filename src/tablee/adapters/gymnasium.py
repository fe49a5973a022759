"""Our games as Gymnasium environments for one learner: bots sit at the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.adapters.kit import RENDER_MODES, Array, Kit, Observation, new_luck
from tablee.adapters.rewards import rewards
from tablee.bots.bot import Bot
from tablee.bots.make import make_bot
from tablee.core.errors import BadCount
from tablee.core.tables import LabTable
from tablee.installed import missing

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing("environments need more packages", "rl") from error

SEEDS = 1 << 31


def env(
    name: str,
    seats: int,
    *,
    seat: int | None = 0,
    opponents: str | Sequence[str] = "random",
    render_mode: str | None = None,
    cap: int = 0,
    **options: object,
) -> Environment:
    """A game with its options, from one seat (None: another one in each match).

    `opponents` names a bot for all other seats, or one for each, clockwise from the learner's.
    """
    return Environment(name, seats, seat, opponents, render_mode, cap, options)


class Environment(gymnasium.Env[Any, Any]):
    """One match at a time, one seat of it. `info["action_mask"]` says what it may do.

    The reward comes at the end. An action that is not allowed loses the match at once, as learners
    that know no masks expect; `info["refused"]` then names the rule.
    """

    def __init__(
        self,
        name: str,
        seats: int,
        seat: int | None,
        opponents: str | Sequence[str],
        render_mode: str | None,
        cap: int,
        options: dict[str, object],
    ) -> None:
        self.kit = Kit(name, seats, options, cap)
        self.kit.check_mode(render_mode)
        self.given_seat = None if seat is None else self.kit.seat(seat)
        named = (opponents,) * (seats - 1) if isinstance(opponents, str) else tuple(opponents)
        if len(named) != seats - 1:
            raise BadCount(what="opponents", low=seats - 1, high=seats - 1, given=len(named))
        self.opponents = named
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.observation_space = self.kit.observation_space()
        self.action_space = self.kit.action_space()
        self.sit_down(new_luck(None))
        self.play = self.kit.start(self.luck)
        self.seat = self.given_seat or 0
        self.over = True  # until it is reset

    def sit_down(self, seeds: LabTable) -> None:
        """The luck of everything, out of one seed: the table's, the seat's, and each bot's own."""
        self.luck, self.seat_luck, *self.bot_lucks = [
            LabTable(seeds.below(SEEDS)) for _ in range(2 + len(self.opponents))
        ]
        self.bots = self.make_bots()

    def make_bots(self) -> list[Bot]:
        named = zip(self.opponents, self.bot_lucks, strict=True)
        return [make_bot(name, self.kit.game, luck) for name, luck in named]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match, up to the first decision. Without a seed, luck goes on."""
        super().reset(seed=seed)
        if seed is not None:
            self.sit_down(new_luck(seed))
        self.over = True
        while self.over:  # a match that ends before the learner's first decision teaches nothing
            self.play = self.kit.start(self.luck)
            given = self.given_seat
            self.seat = self.seat_luck.below(self.kit.seats) if given is None else given
            self.others()
            self.over = self.play.seat < 0
        self.show()
        return self.look()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's action, and what the others do until it is to act again."""
        play, seat = self.play, self.seat
        if self.over:
            raise gymnasium.error.ResetNeeded("no match is going on: call reset()")
        reward, terminated, truncated = 0.0, False, False
        extra: dict[str, Any] = {}
        number = self.kit.number(action)
        if not play.step(number):
            extra = {"refused": self.kit.refusal(play, number).rule}
            reward, terminated = -1.0, True
        else:
            self.others()
            if play.seat < 0:
                outcome = play.state.outcome()
                assert outcome is not None
                reward, terminated = rewards(outcome)[seat], True
                extra = {"scores": outcome.scores, "ranks": outcome.ranks, "reason": outcome.reason}
            else:
                truncated = play.is_cut()
        self.over = terminated or truncated
        self.show()
        seen, info = self.look()
        return seen, reward, terminated, truncated, {**info, **extra}

    def others(self) -> None:
        """Let the bots play, each from its view, until the learner is to act."""
        play, kit = self.play, self.kit
        while play.seat >= 0 and play.seat != self.seat:
            bot = self.bots[(play.seat - self.seat - 1) % kit.seats]
            play.do(bot.choose(play.state.view(play.seat)))

    def look(self) -> tuple[Observation, dict[str, Any]]:
        seen = self.kit.lens.observe(self.play, self.seat)
        return seen["observation"], {"action_mask": seen["action_mask"], "seat": self.seat}

    def action_masks(self) -> Array:
        """What the learner may do: the name that learners with masks ask for."""
        mask: Array = self.kit.lens.mask(self.play, self.seat)
        return mask

    def show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as the learner sees it."""
        return self.kit.render(self.play, self.render_mode, self.seat)

    # -- copies and pickles ------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        left = ("kit", "play", "luck", "seat_luck", "bot_lucks", "bots")
        kept = {name: value for name, value in vars(self).items() if name not in left}
        lucks = [int(luck.state) for luck in (self.seat_luck, *self.bot_lucks)]
        match = self.kit.pack(self.play, self.luck)
        return {"made": self.kit.made(), "match": match, "lucks": lucks, "kept": kept}

    def __setstate__(self, data: dict[str, Any]) -> None:
        self.__dict__.update(data["kept"])
        self.kit = Kit(*data["made"])
        self.play, self.luck = self.kit.unpack(data["match"])
        lucks = [LabTable(0) for _ in data["lucks"]]
        for luck, state in zip(lucks, data["lucks"], strict=True):
            luck.state = state
        self.seat_luck, *self.bot_lucks = lucks
        self.bots = self.make_bots()

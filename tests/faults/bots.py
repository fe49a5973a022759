"""Bots that crash, hang, cheat or blab: each in its own way, for the thinking service to survive."""

from __future__ import annotations

import collections
import itertools
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablee.bots.bot import Bot, Judged, legal_of
from tablee.bots.make import make_bot
from tablee.core.contract import Game, Table, View

# In the environment: a folder in which a bot tells that it has begun, by a file with its process's
# number; and where the one that waits finds `go` when it may answer.
TOLD = "TABLEE_TESTS_TOLD"


def tell() -> None:
    if TOLD in os.environ:
        (Path(os.environ[TOLD]) / str(os.getpid())).touch()


def leave(bot: Bot, view: View) -> Any:
    os._exit(3)


def segfault(bot: Bot, view: View) -> Any:
    os.kill(os.getpid(), signal.SIGSEGV)


def loop(bot: Bot, view: View) -> Any:
    while True:
        pass


def loop_in_c(bot: Bot, view: View) -> Any:
    """Never lets another thread or a signal handler run, as compiled code does not."""
    collections.deque(itertools.repeat(0), maxlen=0)


def stop(bot: Bot, view: View) -> Any:
    os.kill(os.getpid(), signal.SIGSTOP)


def blab(bot: Bot, view: View) -> Any:
    raise ValueError(repr(view))


def end(bot: Bot, view: View) -> Any:
    sys.exit(str(view))


def hog(bot: Bot, view: View) -> Any:
    eaten = []
    while True:
        eaten.append(bytearray(1 << 28))


def cheat(bot: Bot, view: View) -> Any:
    """The first action that is not legal."""
    legal = set(legal_of(bot.game, bot.game.recall(view), view.seat).to_list())
    return next(action for action in range(len(legal) + 1) if action not in legal)


def nothing(bot: Bot, view: View) -> Any:
    return None


def truth(bot: Bot, view: View) -> Any:
    return True


def close_all(bot: Bot, view: View) -> Any:
    """Ends the talk, but not itself."""
    os.closerange(3, 64)
    loop(bot, view)


def garbage(bot: Bot, view: View) -> Any:
    """Writes into everything that is open."""
    for fd in range(3, 64):
        try:
            os.write(fd, b"\0\0\0\3{]}" * 9)
        except OSError:
            continue
    return loop(bot, view)


def wait(bot: Bot, view: View) -> Any:
    """No fault: thinks until it may answer."""
    while not (Path(os.environ[TOLD]) / "go").exists():
        time.sleep(0.005)
    return legal_of(bot.game, bot.game.recall(view), view.seat).at[0]


FAULTS: dict[str, Callable[[Bot, View], Any]] = {
    found.__name__: found
    for found in (
        leave,
        segfault,
        loop,
        loop_in_c,
        stop,
        blab,
        end,
        hog,
        cheat,
        nothing,
        truth,
        close_all,
        garbage,
    )
}


class FaultyBot(Bot):
    fault: Callable[[Bot, View], Any]

    def choose(self, view: View) -> int:
        tell()
        chosen: int = self.fault(self, view)
        return chosen

    def explain(self, view: View) -> list[Judged]:
        return [Judged(self.fault(self, view), 0.5, 1)]


def make_faulty(name: str, game: Game, luck: Table) -> Bot:
    """A faulty bot by its fault's name, or any other bot."""
    if name != "wait" and name not in FAULTS:
        return make_bot(name, game, luck)
    bot = FaultyBot(game, luck)
    bot.fault = wait if name == "wait" else FAULTS[name]
    return bot


def make_broken(name: str, game: Game, luck: Table) -> Bot:
    """Whoever is asked for, it hangs or crashes: the stand-in, too."""
    return make_faulty("leave" if name.startswith("ismcts") else name, game, luck)

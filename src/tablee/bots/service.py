"""The thinking service: worker processes that think for seats, and a move even if one of them fails.

Compiled bots hold the interpreter's lock while they think, and a bot may crash or never come back: a
server asks here instead, and is neither held up nor brought down. Each request carries a game's name,
a view, a bot's name, a seed and a time limit, and never a state. A new bot thinks about each request,
so the answer is the same whichever worker gives it.

    with Thinkers(workers=2) as thinkers:
        thought = thinkers.choose("mow", view, bot="expert", seed=7, seconds=5.0)

Workers are new interpreters, not forks, since forking a process that has threads may deadlock; and
not `multiprocessing`'s, whose workers run the main program's module once more (all of the server, or
a script that does not expect it) and leave a tracking process behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import itertools
import json
import math
import operator
import os
import pickle
import queue
import secrets
import signal
import socket
import subprocess
import threading
import time
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from pkgutil import resolve_name
from types import TracebackType
from typing import Any, Final, NamedTuple, cast

from tablee.again import helper_environ, helper_words
from tablee.bots.bot import Judged, legal_of
from tablee.bots.worker import (
    LIMIT,
    SLACK,
    WORD,
    Finder,
    Wanted,
    exactly,
    luck_of,
    receive,
    send,
    time_left,
)
from tablee.core.contract import View
from tablee.core.encode import plain
from tablee.core.errors import UnknownBot

# A seat moves at most so long after its limit: stand-in, slack, and what the machine itself needs.
PROMISE: Final = 5.0
STAND_IN: Final = "ismcts:20"  # who thinks when the bot that was asked for gave no answer
MOST_SECONDS: Final = 3600.0
PAUSE: Final = 1.0  # before trying again to start one
LOOK: Final = 1.0  # between two looks at whether an idle worker still lives
ASKERS: Final = 128  # how many may `await think` at the same time

# The lower, the sooner: a seat that already waited, then seats, then those who only want to know.
QUIT, AGAIN, SEAT, ADVICE = range(4)

ALARM: Final = "by SIGALRM"  # how a worker ends whose time is up
# Whether a process can be given sockets (not on Windows); where not, a worker calls its pool.
try:
    import fcntl
except ImportError:
    HANDS_DOWN = False
else:
    HANDS_DOWN = hasattr(os, "O_ASYNC") and hasattr(fcntl, "F_SETOWN")


class Times(NamedTuple):
    """How long the pool waits for what may never come; in seconds, but for `patience`."""

    # The share of its limit that a request waits for a free worker. One that began at the last moment
    # would be stopped soon after, and a worker be lost for no fault of its own.
    patience: float = 0.5
    slack: float = SLACK  # for hearing of what has happened by the limit
    stand_in: float = 3.5  # for finding it a worker, too
    start: float = 30.0  # for a worker to be ready


TIMES: Final = Times()


class Thought(NamedTuple):
    """A legal action, who chose it (a bot's name), and why that was not the bot that was asked for."""

    action: int
    by: str
    seconds: float
    why: str | None = None

    @property
    def replaced(self) -> bool:
        return self.why is not None


class NoThought(Exception):
    """Why a bot gave no answer. Says nothing of the view: it may end up in a log."""


class Question:
    """A request on its way; no tuple, so that nothing prints what is in it."""

    def __init__(self, wanted: Wanted, legal: list[int], deadline: float) -> None:
        self.request = pickle.dumps(wanted)
        self.explain = wanted.explain
        self.bot = wanted.bot
        self.legal = frozenset(legal)
        self.deadline = deadline
        self.answer: Future[Any] = Future()

    def read(self, told: object) -> int | list[Judged]:
        """The worker's answer, if it is a lawful one."""
        match told:
            case {"action": int(action)} if not self.explain and self.lawful(action):
                return action
            case {"judged": [*rows]} if self.explain and rows:
                judged = [Judged(*row) for row in rows]
                if len({each.action for each in judged}) == len(judged) and all(
                    self.lawful(action) and math.isfinite(value) and type(visits) is int
                    for action, value, visits in judged
                ):
                    return judged
            case {"unknown": True}:
                raise UnknownBot(given=self.bot[:80])
            case {"raised": str(what)}:
                raise NoThought(f"raised {what}")
        raise NoThought("gave an illegal answer")

    def lawful(self, action: object) -> bool:
        return type(action) is int and action in self.legal


class Worker:
    """A worker process, as the pool sees it."""

    def __init__(self, games: str, maker: str, slack: float = SLACK) -> None:
        self.slack = slack
        self.ready = False
        self.word = b""  # by which a worker that calls is known
        self.lifeline: socket.socket | None = None  # says that the pool lives as long as it is open
        self.sock, theirs = socket.socketpair() if HANDS_DOWN else (socket.socket(), None)
        try:
            if theirs is not None:
                self.lifeline, end = socket.socketpair()
                with theirs, end:
                    files = theirs.fileno(), end.fileno()
                    self.process = begin(",".join(map(str, files)), games, maker, pass_fds=files)
            else:
                self.sock.bind(("127.0.0.1", 0))
                self.sock.listen()
                self.word = secrets.token_bytes(WORD)
                port = str(self.sock.getsockname()[1])
                self.process = begin(port, games, maker, stdin=subprocess.PIPE)
                assert self.process.stdin is not None
                with contextlib.suppress(OSError), self.process.stdin as line:
                    line.write(self.word)
        except BaseException:
            self.hang_up()
            raise

    def greet(self, deadline: float) -> None:
        """Wait until it is ready."""
        if self.word:
            self.answer_the_call(deadline)
        match self.hear(deadline):
            case {"ready": True}:
                self.ready = True
                return
            case {"failed": str(why)}:
                raise NoThought(f"no worker can start: {why}")
        raise NoThought("no worker can start")

    def answer_the_call(self, deadline: float) -> None:
        """Whoever else calls is not listened to."""
        waits = self.sock
        waits.settimeout(LOOK)
        with waits:
            while time.monotonic() < deadline and not self.died():
                with contextlib.suppress(TimeoutError), contextlib.ExitStack() as unless:
                    line = unless.enter_context(waits.accept()[0])
                    with contextlib.suppress(EOFError, ConnectionError):
                        # Who says nothing has half of the time that is left: on a busy machine a
                        # worker may need long between calling and its word.
                        said = exactly(line, WORD, (time.monotonic() + deadline) / 2)
                        if hmac.compare_digest(said, self.word):
                            unless.pop_all()
                            self.sock = line
                            return
        raise NoThought("no worker can start")

    def think(self, question: Question) -> int | list[Judged]:
        try:
            limit = LIMIT.pack(time_left(question.deadline))
            send(self.sock, limit + question.request, question.deadline)
        except TimeoutError:
            raise NoThought("gave no answer in time") from None
        except OSError:
            raise NoThought(f"ended {self.how()}") from None
        return question.read(self.hear(question.deadline))

    def hear(self, deadline: float) -> object:
        try:
            return json.loads(receive(self.sock, deadline))
        except TimeoutError:
            raise NoThought("gave no answer in time") from None
        except (EOFError, OSError):
            how = self.how()
            # Its own alarm may come before we notice that the time is up.
            raise NoThought("gave no answer in time" if how == ALARM else f"ended {how}") from None
        except (ValueError, RecursionError):
            raise NoThought("gave an unreadable answer") from None

    def how(self) -> str:
        """How it ended: it has closed its socket, so it is about to."""
        try:
            code = self.process.wait(self.slack)
        except subprocess.TimeoutExpired:
            return "its talk"
        return f"by {signal.Signals(-code).name}" if code < 0 else f"with {code}"

    def died(self) -> bool:
        return self.process.poll() is not None

    def kill(self) -> None:
        self.process.kill()

    def bury(self) -> None:
        """Leave no zombie of one that was killed."""
        self.process.wait()
        self.hang_up()

    def hang_up(self) -> None:
        self.sock.close()
        if self.lifeline is not None:
            self.lifeline.close()


def begin(way: str, games: str, maker: str, **how: Any) -> subprocess.Popen[bytes]:
    """A worker's process, that reaches us that way.

    In a session or group of its own, Ctrl-C does not reach it even before it can ignore it; what a bot
    prints goes nowhere, for it may know a seat's cards.
    """
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # on Windows
    found = subprocess.Popen(
        helper_words("thinker", way, games, maker),
        **(nowhere | how),
        env=helper_environ(),
        start_new_session=True,
        creationflags=group,
    )
    return cast("subprocess.Popen[bytes]", found)


class Thinkers:
    """A pool of workers. Any thread may ask; make it after forking, if the program forks.

    `maker` and `games` say where workers find bots and games by name, as `module:function`.
    """

    def __init__(
        self,
        workers: int = 2,
        *,
        maker: str = "tablee.bots.make:make_bot",
        games: str = "tablee.games:game",
        times: Times = TIMES,
    ) -> None:
        if workers < 1:
            raise ValueError("a pool has at least one worker")
        self.maker = maker
        self.games = games
        self.times = times
        self.find: Finder = resolve_name(games)
        self.questions: queue.PriorityQueue[tuple[int, int, Question | None]] = queue.PriorityQueue()
        self.number = itertools.count()
        self.closing = threading.Event()
        self.lock = threading.Lock()  # of `staff`, and of starting when closing
        self.staff: set[Worker] = set()
        self.keepers: list[threading.Thread] = []
        self.askers = ThreadPoolExecutor(ASKERS, "tablee-asker")  # has no threads before it is used
        try:
            first = [self.start() for _ in range(workers)]
            for worker in first:
                worker.greet(time.monotonic() + self.times.start)
            for worker in first:
                # A daemon, so that a program that forgot to close the pool can end.
                keeper = threading.Thread(
                    target=self.keep, args=(worker,), name="tablee-keeper", daemon=True
                )
                keeper.start()
                self.keepers.append(keeper)
        except BaseException:
            self.close()
            raise

    # -- asking ------------------------------------------------------------------------------------

    def choose(self, game: str, view: View, *, bot: str, seed: int, seconds: float) -> Thought:
        """A legal action for the seat of the view, within PROMISE of the limit whatever happens.

        If the bot gives none, a quick stand-in is asked, and at last a legal action is drawn here.
        """
        return self.decide(self.now(), game, view, bot, seed, seconds)

    async def think(self, game: str, view: View, *, bot: str, seed: int, seconds: float) -> Thought:
        """`choose` for an event loop. (In `asyncio.to_thread` few fit at a time, and the rest wait.)"""
        loop = asyncio.get_running_loop()
        asked = self.now()
        return await loop.run_in_executor(
            self.askers, self.decide, asked, game, view, bot, seed, seconds
        )

    def explain(self, game: str, view: View, *, bot: str, seed: int, seconds: float) -> list[Judged]:
        """What the bot thinks of the legal actions, the best one first; NoThought if it fails."""
        asked = self.now()
        legal = self.legal(game, view, seconds)
        wanted = Wanted(True, game, view, bot, operator.index(seed))
        judged: list[Judged] = self.ask(wanted, legal, ADVICE, asked, seconds)
        return judged

    def decide(
        self, asked: float, game: str, view: View, bot: str, seed: int, seconds: float
    ) -> Thought:
        legal = self.legal(game, view, seconds)
        wanted = Wanted(False, game, view, bot, operator.index(seed))
        try:
            action: int = self.ask(wanted, legal, SEAT, asked, seconds)
            return Thought(action, bot, self.now() - asked)
        except NoThought as failed:
            why = f"{bot} {failed}"
        try:
            stand_in = wanted._replace(bot=STAND_IN)
            action = self.ask(stand_in, legal, AGAIN, self.now(), self.times.stand_in)
            return Thought(action, STAND_IN, self.now() - asked, why)
        except (NoThought, UnknownBot) as failed:
            why = f"{why}; {STAND_IN} {failed}"
        action = legal[luck_of(seed).below(len(legal))]
        return Thought(action, "random", self.now() - asked, why)

    def legal(self, game: str, view: View, seconds: float) -> list[int]:
        """What the seat may do: whatever a worker answers must be among it."""
        if self.closing.is_set():
            raise RuntimeError("the pool is closed")
        if not (math.isfinite(seconds) and 0.0 < seconds <= MOST_SECONDS):
            raise ValueError(f"a limit is between 0 and {MOST_SECONDS} seconds")
        found = self.find(game)
        plain(view)  # raises if there is a state in it
        try:
            legal = legal_of(found, found.recall(view), view.seat).to_list()
        except Exception as error:
            raise ValueError(f"no view of {game} ({type(error).__name__})") from None
        if not legal:
            raise ValueError(f"seat {view.seat} may do nothing now")
        return legal

    def ask(self, wanted: Wanted, legal: list[int], rank: int, asked: float, seconds: float) -> Any:
        question = Question(wanted, legal, asked + seconds)
        answer = question.answer
        self.questions.put((rank, next(self.number), question))
        if self.closing.is_set():  # perhaps too late for `close` to see the question
            answer.cancel()
        try:
            return self.wait(answer, asked + self.times.patience * seconds - self.now())
        except TimeoutError:
            if answer.cancel():
                raise NoThought("found no free worker") from None
        except CancelledError:
            raise NoThought("was asked while the pool closed") from None
        try:  # a worker is at it, and its keeper minds the limit
            return self.wait(answer, question.deadline + self.times.slack - self.now())
        except TimeoutError:
            raise NoThought("gave no answer in time") from None

    def now(self) -> float:
        return time.monotonic()

    def wait(self, answer: Future[Any], seconds: float) -> Any:
        """All that one who asks ever waits for is waited for here: so the promise can be proven."""
        return answer.result(max(0.0, seconds))

    def pids(self) -> list[int]:
        """The processes of the workers, also of those that are not ready yet."""
        with self.lock:
            return sorted(worker.process.pid for worker in self.staff)

    def ready(self) -> int:
        """How many workers can think."""
        with self.lock:
            return sum(worker.ready and not worker.died() for worker in self.staff)

    # -- keeping workers: a thread for each ----------------------------------------------------------

    def keep(self, worker: Worker | None) -> None:
        """Serve with one worker until it fails, and then with a new one."""
        while worker is not None:
            self.serve(worker)
            self.dismiss(worker)
            worker.bury()
            worker = self.replacement()

    def serve(self, worker: Worker) -> None:
        while True:
            try:
                entry = self.questions.get(timeout=LOOK)
            except queue.Empty:
                if worker.died():
                    return
                continue
            question = entry[2]
            if question is None:
                return
            if worker.died():  # while it had nothing to do: no fault of this bot
                self.questions.put(entry)
                return
            answer = question.answer
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                answer.set_result(worker.think(question))
            except UnknownBot as unknown:
                answer.set_exception(unknown)
            except NoThought as failed:
                self.dismiss(worker)
                answer.set_exception(failed)
                return
            except Exception as error:  # whatever it sent
                self.dismiss(worker)
                answer.set_exception(NoThought(f"failed ({type(error).__name__})"))
                return

    def start(self) -> Worker:
        with self.lock:
            if self.closing.is_set():
                raise NoThought("the pool is closed")
            worker = Worker(self.games, self.maker, self.times.slack)
            self.staff.add(worker)
        return worker

    def replacement(self) -> Worker | None:
        """A new worker that is ready, tried for until the pool closes."""
        while not self.closing.is_set():
            worker: Worker | None = None
            try:
                worker = self.start()
                worker.greet(time.monotonic() + self.times.start)
                return worker
            except Exception:  # no memory, too many processes: whatever it is may pass
                if worker is not None:
                    self.dismiss(worker)
                    worker.bury()
                self.closing.wait(PAUSE)
        return None

    def dismiss(self, worker: Worker) -> None:
        worker.kill()
        with self.lock:
            self.staff.discard(worker)

    # -- closing -----------------------------------------------------------------------------------

    def close(self) -> None:
        """End all workers and wait until they are gone. Who still waits gets a random legal action."""
        with self.lock:
            self.closing.set()
            for worker in self.staff:
                worker.kill()
        for _ in self.keepers:
            self.questions.put((QUIT, next(self.number), None))
        for keeper in self.keepers:
            keeper.join()
        for worker in list(self.staff):  # of a pool that never came to have keepers
            self.dismiss(worker)
            worker.bury()
        with contextlib.suppress(queue.Empty):
            while True:
                question = self.questions.get_nowait()[2]
                if question is not None:
                    question.answer.cancel()
        self.askers.shutdown()

    def __enter__(self) -> Thinkers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

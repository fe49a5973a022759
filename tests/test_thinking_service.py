"""The thinking service: the bot's own answers, a legal move whatever fails, and nothing left behind."""

from __future__ import annotations

import asyncio
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tablee
from faults.bots import FAULTS, TOLD
from support import ALL_GAMES, LAST_RESORT, until
from tablee.bots.bot import Bot
from tablee.bots.make import make_bot
from tablee.bots.service import (
    PROMISE,
    STAND_IN,
    NoThought,
    Question,
    Thinkers,
    Thought,
    Times,
    Worker,
)
from tablee.bots.worker import LIMIT, Wanted, send
from tablee.core.contract import Game, View
from tablee.core.match import Match
from tablee.core.tables import LabTable, SeededTable

FAULTY = "faults.bots:make_faulty"
WORKERS = 2
LONG = 2 * LAST_RESORT  # seconds that no answer here needs, even on a busy machine
SHORT = 0.5  # seconds that pass for certain, with bots that never answer
# Whatever the machine does, it is the bot's own fault that is told, and the stand-in who moves.
PATIENT = Times(patience=LONG / SHORT, slack=LONG, stand_in=LONG, start=LAST_RESORT)
HASTY = Times(start=LAST_RESORT)  # as everywhere else
each_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)


def position(game: Game, moves: int = 10, seed: int = 4) -> Match:
    """Some moves after the start, where there is something to choose."""
    match = Match(game, game.fewest, None, SeededTable(seed))
    luck = LabTable(seed)
    while len(match.log) < moves or len(match.legal(match.actors()[0])) < 3:
        seat = match.actors()[0]
        legal = match.legal(seat)
        match.play(seat, legal[luck.below(len(legal))])
    return match


MATCH = position(tablee.game("mow"))
SEAT = MATCH.actors()[0]
VIEW: View = MATCH.view(SEAT)
LEGAL = MATCH.legal(SEAT)


class Watched(Thinkers):
    """Notes how long those who ask are ready to wait: the machine's own delays are no part of that."""

    def __init__(self, workers: int = WORKERS, *, maker: str = FAULTY, times: Times = PATIENT) -> None:
        self.waits: dict[int, list[float]] = defaultdict(list)  # by thread
        super().__init__(workers, maker=maker, times=times)

    def wait(self, answer: Future[Any], seconds: float) -> Any:
        self.waits[threading.get_ident()].append(max(0.0, seconds))
        return super().wait(answer, seconds)


@pytest.fixture(scope="module")
def pool() -> Iterator[Watched]:
    with Watched() as thinkers:
        yield thinkers


@pytest.fixture(scope="module")
def hasty() -> Iterator[Watched]:
    with Watched(times=HASTY) as thinkers:
        yield thinkers


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where bots of a pool that is made now tell that they have begun."""
    monkeypatch.setenv(TOLD, str(tmp_path))
    return tmp_path


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie; somebody else's zombie is not ours to remove."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (ProcessLookupError, FileNotFoundError):
        return False


def gone(pids: list[int]) -> bool:
    return until("all workers end", lambda: not any(alive(pid) for pid in pids))


def is_whole(thinkers: Watched, workers: int = WORKERS) -> None:
    """Has all its workers, and the bots think again."""
    until("all workers are ready", lambda: thinkers.ready() == len(thinkers.pids()) == workers)
    with ThreadPoolExecutor(workers) as threads:
        thoughts = list(threads.map(lambda seed: ask(thinkers, "greedy", seed), range(2 * workers)))
    assert [thought.why for thought in thoughts] == [None] * len(thoughts)


def ask(thinkers: Watched, bot: str, seed: int = 1, seconds: float = LONG) -> Thought:
    """Ask, and look at the promise: never ready to wait for longer."""
    waits = thinkers.waits[threading.get_ident()]
    waits.clear()
    thought = thinkers.choose("mow", VIEW, bot=bot, seed=seed, seconds=seconds)
    if thinkers.times is HASTY:
        assert sum(waits) < seconds + PROMISE
    assert thought.action in LEGAL
    assert thought.replaced == (thought.why is not None) == (thought.by != bot)
    return thought


# -- answers -----------------------------------------------------------------------------------------


@each_game
def test_views_travel(game: Game) -> None:
    match = position(game)
    for seat in [None, *range(match.seats)]:
        view = match.view(seat)
        back = pickle.loads(pickle.dumps(view))
        assert back == view
        assert type(back) is type(view)


@each_game
def test_the_answer_is_the_bots_own(game: Game, pool: Watched) -> None:
    match = position(game)
    view = match.view(match.actors()[0])
    for name, seed in (("random", 0), ("random", 1 << 70), ("greedy", -3), ("ismcts:5", 4)):

        def own(name: str = name, seed: int = seed) -> Bot:
            return make_bot(name, game, LabTable(seed & 0xFFFFFFFF))

        thought = pool.choose(game.name, view, bot=name, seed=seed, seconds=LONG)
        assert (thought.action, thought.by, thought.why) == (own().choose(view), name, None)
        judged = pool.explain(game.name, view, bot=name, seed=seed, seconds=LONG)
        assert judged == own().explain(view)


def test_answers_do_not_depend_on_the_workers(pool: Watched) -> None:
    own = [make_bot("ismcts:4", tablee.game("mow"), LabTable(seed)).choose(VIEW) for seed in range(20)]
    assert len(set(own)) > 1
    with ThreadPoolExecutor(20) as threads:
        asked = list(threads.map(lambda seed: ask(pool, "ismcts:4", seed), range(20)))
    assert [thought.action for thought in asked] == own
    with Watched(1) as single:
        alone = [ask(single, "ismcts:4", seed).action for seed in range(5)]
    assert alone == own[:5]


def test_an_event_loop_can_ask(pool: Watched) -> None:
    async def several() -> list[Thought]:
        asked = [pool.think("mow", VIEW, bot="greedy", seed=seed, seconds=LONG) for seed in range(5)]
        return await asyncio.gather(*asked)

    own = [make_bot("greedy", tablee.game("mow"), LabTable(seed)).choose(VIEW) for seed in range(5)]
    assert [thought.action for thought in asyncio.run(several())] == own


# -- what is wrong with a question, who asks is told -------------------------------------------------


def test_wrong_questions_are_refused(pool: Watched) -> None:
    before = pool.pids()
    idle = next(seat for seat in range(MATCH.seats) if seat not in MATCH.actors())
    with pytest.raises(tablee.UnknownGame):
        pool.choose("chess", VIEW, bot="greedy", seed=1, seconds=1.0)
    with pytest.raises(tablee.TableeError, match="clever"):
        pool.choose("mow", VIEW, bot="clever", seed=1, seconds=LONG)
    with pytest.raises(ValueError, match="may do nothing"):
        pool.choose("mow", MATCH.view(idle), bot="greedy", seed=1, seconds=1.0)
    with pytest.raises(ValueError, match="no view of megabou") as caught:
        pool.choose("megabou", VIEW, bot="greedy", seed=1, seconds=1.0)
    assert str(caught.value).startswith("no view of megabou (")
    for seconds in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="limit"):
            pool.choose("mow", VIEW, bot="greedy", seed=1, seconds=seconds)
    with pytest.raises(TypeError):
        pool.choose("mow", VIEW, bot="greedy", seed=0.5, seconds=1.0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one"):
        Thinkers(0)
    assert pool.pids() == before  # and no worker was lost to them


def test_the_truth_does_not_travel(pool: Watched) -> None:
    with pytest.raises(TypeError, match="may not be encoded"):
        pool.choose("mow", MATCH.state, bot="greedy", seed=1, seconds=1.0)  # type: ignore[arg-type]


# -- faults ------------------------------------------------------------------------------------------

SAID = {
    "leave": "ended with 3",
    "segfault": "ended by SIGSEGV",
    "loop": "gave no answer in time",
    "loop_in_c": "gave no answer in time",
    "stop": "gave no answer in time",
    "blab": "raised ValueError at bots.py:",
    "end": "raised SystemExit at bots.py:",
    "hog": "raised MemoryError at bots.py:",
    "cheat": "gave an illegal answer",
    "nothing": "raised TypeError at worker.py:",
    "truth": "gave an illegal answer",
    "close_all": "ended its talk",
    "garbage": "gave an unreadable answer",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_bot_is_replaced(fault: str, pool: Watched, hasty: Watched) -> None:
    # Who hangs up, but does not end, is not waited for.
    thinkers = hasty if fault == "close_all" else pool
    before = thinkers.pids()
    late = SAID[fault] == "gave no answer in time"
    thought = ask(thinkers, fault, seconds=SHORT if late else LONG)
    assert thought.why is not None
    assert thought.why.startswith(f"{fault} {SAID[fault]}")
    assert len(thought.why) < 60  # no room for a view
    if thinkers is pool:  # the other one has no time for a machine that is too busy
        assert thought.by == STAND_IN
    is_whole(thinkers)
    assert len(set(thinkers.pids()) & set(before)) == WORKERS - 1


@pytest.mark.parametrize("fault", ["segfault", "blab", "cheat"])
def test_a_faulty_explanation_is_none(fault: str, pool: Watched) -> None:
    with pytest.raises(NoThought) as caught:
        pool.explain("mow", VIEW, bot=fault, seed=1, seconds=LONG)
    assert str(caught.value).startswith(SAID[fault])
    assert len(str(caught.value)) < 60
    is_whole(pool)


class Unheard(Thinkers):
    """A pool where nobody ever answers, and time passes only while somebody waits.

    `takes` says of one question after the other whether a worker begins with it: not at all, at once,
    or while the first wait ends.
    """

    def __init__(self, takes: list[str]) -> None:
        self.takes = takes
        self.clock = 1000.0
        super().__init__(1, times=HASTY)

    def keep(self, worker: Worker | None) -> None:
        """No worker works."""

    def now(self) -> float:
        return self.clock

    def wait(self, answer: Future[Any], seconds: float) -> Any:
        begins = self.takes[self.questions.qsize() - 1]
        if begins == "at once" and not answer.running():
            answer.set_running_or_notify_cancel()
        self.clock += max(0.0, seconds)
        if begins == "late" and not answer.running():
            answer.set_running_or_notify_cancel()
        raise TimeoutError


BEGINS = ("never", "at once", "late")


@pytest.fixture(scope="module")
def unheard() -> Iterator[Unheard]:
    with Unheard([]) as thinkers:
        yield thinkers


@pytest.mark.parametrize("stand_in", BEGINS)
@pytest.mark.parametrize("bot", BEGINS)
@pytest.mark.parametrize("seconds", [0.001, 1.0, 5.0, 3600.0])
def test_the_promise_has_room_for_all_that_may_happen(
    unheard: Unheard, bot: str, stand_in: str, seconds: float
) -> None:
    unheard.takes = [bot, stand_in]
    while not unheard.questions.empty():
        unheard.questions.get()
    before = unheard.now()
    thought = unheard.choose("mow", VIEW, bot="greedy", seed=1, seconds=seconds)
    reason = {"never": "found no free worker"}
    late = "gave no answer in time"
    why = f"greedy {reason.get(bot, late)}; {STAND_IN} {reason.get(stand_in, late)}"
    assert (thought.by, thought.why) == ("random", why)
    assert thought.action in LEGAL
    assert thought.seconds == unheard.now() - before < seconds + PROMISE


def test_without_a_stand_in_the_seat_still_moves() -> None:
    with Watched(maker="faults.bots:make_broken") as thinkers:
        faults = ["loop", "leave"]
        drawn = {ask(thinkers, fault, seed, SHORT).action for seed, fault in enumerate(faults)}
        is_whole(thinkers)  # those that were ended have successors
        again = ask(thinkers, "loop", 1, SHORT)
    assert again.by == "random"
    assert again.action in drawn  # by the seed alone
    assert again.why == f"loop gave no answer in time; {STAND_IN} ended with 3"


def test_when_all_workers_hang_every_seat_moves(hasty: Watched) -> None:
    bots = ["loop", "loop_in_c", "greedy", "loop"]
    with ThreadPoolExecutor(len(bots)) as threads:
        thoughts = list(threads.map(lambda bot: ask(hasty, bot, seconds=1.0), bots))
    assert all(thought.replaced for thought, bot in zip(thoughts, bots, strict=True) if bot != "greedy")
    is_whole(hasty)


def test_a_worker_that_dies_idle_costs_no_thought(pool: Watched) -> None:
    before = pool.pids()
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    assert gone(before)
    assert ask(pool, "greedy").why is None
    is_whole(pool)
    assert not set(before) & set(pool.pids())


def test_news_on_its_socket_disturbs_no_thought(told: Path) -> None:
    """The kernel may tell a worker of a request only when it already thinks about it."""
    worker = Worker("tablee.games:game", FAULTY)
    try:
        worker.greet(time.monotonic() + LONG)
        wanted = Wanted(False, "mow", VIEW, "wait", 1)
        first, second = (Question(wanted, LEGAL, time.monotonic() + LONG) for _ in range(2))
        with ThreadPoolExecutor(1) as other:
            action = other.submit(worker.think, first)
            until("the bot thinks", (told / str(worker.process.pid)).exists)
            send(worker.sock, LIMIT.pack(LONG) + second.request)
            (told / "go").touch()
            assert action.result() in LEGAL
        assert second.read(worker.hear(second.deadline)) in LEGAL
    finally:
        worker.kill()
        worker.bury()


def test_workers_leave_ctrl_c_to_the_pool(pool: Watched) -> None:
    before = pool.pids()
    for pid in before:
        os.kill(pid, signal.SIGINT)
    is_whole(pool)
    assert pool.pids() == before


# -- beginnings and ends -----------------------------------------------------------------------------


def descriptors() -> int:
    gc.collect()  # what other tests left open is closed now, and not in between
    return len(os.listdir("/dev/fd"))


def test_nothing_is_left(told: Path) -> None:
    def thinks(pid: int) -> bool:
        return (told / str(pid)).exists()

    files, threads = descriptors(), threading.active_count()
    with Watched(3) as thinkers:
        pids = set(thinkers.pids())
        ask(thinkers, "leave")
        pids |= set(thinkers.pids())
        # Closed in the middle of it all: who waits gets a move, long before the limit.
        with ThreadPoolExecutor(8) as askers:
            waiting = [askers.submit(ask, thinkers, "loop_in_c") for _ in range(8)]
            until("three think", lambda: sum(map(thinks, thinkers.pids())) == 3)
            until("the others wait", lambda: thinkers.questions.qsize() == len(waiting) - 3)
            pids |= set(thinkers.pids())
            thinkers.close()
            assert {thought.result(LAST_RESORT).by for thought in waiting} == {"random"}
    thinkers.close()  # once more does no harm
    for pid in pids:
        with pytest.raises(ProcessLookupError):  # not even a zombie
            os.kill(pid, 0)
    assert thinkers.pids() == []
    assert (descriptors(), threading.active_count()) == (files, threads)
    with pytest.raises(RuntimeError, match="closed"):
        ask(thinkers, "greedy")


def test_a_pool_that_cannot_start_says_why_and_leaves_nothing() -> None:
    files, threads = descriptors(), threading.active_count()
    with pytest.raises(NoThought, match=r"ModuleNotFoundError: .*nowhere"):
        Thinkers(2, maker="nowhere:make")
    assert (descriptors(), threading.active_count()) == (files, threads)


PROGRAM = """
import sys, threading, tablee
sys.path.insert(0, sys.argv[1])
from tablee.bots.service import Thinkers, Times
match = tablee.new_match("mow", 3, 1)
thinkers = Thinkers(2, maker="faults.bots:make_faulty", times=Times(start=300.0))
def ask(bot):
    return thinkers.choose("mow", match.view(match.actors()[0]), bot=bot, seed=1, seconds=600.0)
why = ask("greedy").why
assert why is None, why
"""
# One worker idle, one in the middle of something that no handler could interrupt.
BUSY = PROGRAM + (
    'thread = threading.Thread(target=ask, args=("loop_in_c",))\nthread.start()\n'
    "print(*thinkers.pids(), flush=True)\nthread.join()\n"
)
FORGETFUL = PROGRAM + "print(*thinkers.pids(), flush=True)\n"
TESTS = str(Path(__file__).parent)


def test_workers_die_with_the_pool(told: Path) -> None:
    """After kill −9; of a script that does not say `if __name__ == "__main__"`, too."""
    script = told / "busy.py"
    script.write_text(BUSY)
    with subprocess.Popen(
        [sys.executable, script, TESTS], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        try:
            pids = [int(word) for word in program.stdout.readline().split()]
            assert len(pids) == 2
            until("one of them thinks", lambda: any((told / str(pid)).exists() for pid in pids))
            assert all(alive(pid) for pid in pids)
        finally:
            program.kill()
    assert gone(pids)


@pytest.mark.parametrize("way", ["command", "typed"])
def test_a_program_may_be_a_command_or_typed_in(way: str) -> None:
    """And may forget to close the pool."""
    arguments = ["-c", FORGETFUL, TESTS] if way == "command" else ["-i", "-", TESTS]
    ran = subprocess.run(
        [sys.executable, *arguments],
        input=None if way == "command" else FORGETFUL.replace("\nwhy", "\n\nwhy"),
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    pids = [int(word) for word in ran.stdout.split()]
    assert len(pids) == 2
    assert gone(pids)
    assert "Error" not in ran.stderr

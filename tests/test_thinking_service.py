"""The thinking service: the bot's own answers, a legal move whatever fails, and nothing left behind."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import tablee
from faults.bots import FAULTS
from support import ALL_GAMES
from tablee.bots.bot import Bot
from tablee.bots.make import make_bot
from tablee.bots.service import (
    PROMISE,
    STAND_IN,
    STAND_IN_SECONDS,
    NoThought,
    Question,
    Thinkers,
    Thought,
    Worker,
)
from tablee.bots.worker import LIMIT, SLACK, Wanted, send
from tablee.core.contract import Game, View
from tablee.core.match import Match
from tablee.core.tables import LabTable, SeededTable

FAULTY = "faults.bots:make_faulty"
WORKERS = 2
LONG = 60.0  # seconds that no answer here needs, even on a busy machine
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


@pytest.fixture(scope="module")
def pool() -> Iterator[Thinkers]:
    with Thinkers(WORKERS, maker=FAULTY) as thinkers:
        yield thinkers


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie; somebody else's zombie is not ours to remove."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (ProcessLookupError, FileNotFoundError):
        return False


def gone(pids: list[int], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while any(alive(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.02)
    return not any(alive(pid) for pid in pids)


def is_whole(thinkers: Thinkers, workers: int = WORKERS) -> None:
    """Has all its workers, and the bots think again."""
    end = time.monotonic() + LONG
    while thinkers.ready() < workers and time.monotonic() < end:
        time.sleep(0.02)
    assert thinkers.ready() == len(thinkers.pids()) == workers
    with ThreadPoolExecutor(workers) as threads:
        thoughts = list(threads.map(lambda seed: ask(thinkers, "greedy", seed), range(2 * workers)))
    assert [thought.why for thought in thoughts] == [None] * len(thoughts)


def ask(thinkers: Thinkers, bot: str, seed: int = 1, seconds: float = LONG) -> Thought:
    """Ask, and hold the promise."""
    before = time.monotonic()
    thought = thinkers.choose("mow", VIEW, bot=bot, seed=seed, seconds=seconds)
    assert time.monotonic() - before < seconds + PROMISE
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
def test_the_answer_is_the_bots_own(game: Game, pool: Thinkers) -> None:
    match = position(game)
    view = match.view(match.actors()[0])
    for name, seed in (("random", 0), ("random", 1 << 70), ("greedy", -3), ("ismcts:5", 4)):

        def own(name: str = name, seed: int = seed) -> Bot:
            return make_bot(name, game, LabTable(seed & 0xFFFFFFFF))

        thought = pool.choose(game.name, view, bot=name, seed=seed, seconds=LONG)
        assert (thought.action, thought.by, thought.why) == (own().choose(view), name, None)
        judged = pool.explain(game.name, view, bot=name, seed=seed, seconds=LONG)
        assert judged == own().explain(view)


def test_answers_do_not_depend_on_the_workers(pool: Thinkers) -> None:
    own = [make_bot("ismcts:4", tablee.game("mow"), LabTable(seed)).choose(VIEW) for seed in range(20)]
    assert len(set(own)) > 1
    with ThreadPoolExecutor(20) as threads:
        asked = list(threads.map(lambda seed: ask(pool, "ismcts:4", seed), range(20)))
    assert [thought.action for thought in asked] == own
    with Thinkers(1) as single:
        alone = [ask(single, "ismcts:4", seed).action for seed in range(5)]
    assert alone == own[:5]


def test_an_event_loop_can_ask(pool: Thinkers) -> None:
    async def several() -> list[Thought]:
        asked = [pool.think("mow", VIEW, bot="greedy", seed=seed, seconds=LONG) for seed in range(5)]
        return await asyncio.gather(*asked)

    own = [make_bot("greedy", tablee.game("mow"), LabTable(seed)).choose(VIEW) for seed in range(5)]
    assert [thought.action for thought in asyncio.run(several())] == own


# -- what is wrong with a question, who asks is told -------------------------------------------------


def test_wrong_questions_are_refused(pool: Thinkers) -> None:
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


def test_the_truth_does_not_travel(pool: Thinkers) -> None:
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
    "close_all": "ended",
    "garbage": "",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_bot_is_replaced(fault: str, pool: Thinkers) -> None:
    before = pool.pids()
    seconds = 0.5 if SAID[fault] == "gave no answer in time" else 5.0
    thought = ask(pool, fault, seconds=seconds)
    assert thought.why is not None
    assert thought.why.startswith(f"{fault} {SAID[fault]}")
    assert len(thought.why) < 60  # no room for a view
    # By the stand-in; or drawn, if the machine is too busy even for that.
    assert thought.by in (STAND_IN, "random")
    is_whole(pool)
    assert len(set(pool.pids()) & set(before)) == WORKERS - 1


@pytest.mark.parametrize("fault", ["segfault", "blab", "cheat"])
def test_a_faulty_explanation_is_none(fault: str, pool: Thinkers) -> None:
    with pytest.raises(NoThought) as caught:
        pool.explain("mow", VIEW, bot=fault, seed=1, seconds=0.5)
    assert len(str(caught.value)) < 60
    is_whole(pool)


def test_the_promise_has_room_for_all_that_may_happen() -> None:
    assert SLACK + STAND_IN_SECONDS + SLACK < PROMISE


def test_without_a_stand_in_the_seat_still_moves() -> None:
    with Thinkers(WORKERS, maker="faults.bots:make_broken") as thinkers:
        drawn = {ask(thinkers, fault, seed, 0.3).action for seed, fault in enumerate(["loop", "leave"])}
        is_whole(thinkers)  # those that were ended have successors
        again = ask(thinkers, "loop", 1, 0.3)
    assert again.by == "random"
    assert again.action in drawn  # by the seed alone
    assert again.why == f"loop gave no answer in time; {STAND_IN} ended with 3"


def test_when_all_workers_hang_every_seat_moves(pool: Thinkers) -> None:
    bots = ["loop", "loop_in_c", "greedy", "loop"]
    with ThreadPoolExecutor(len(bots)) as threads:
        thoughts = list(threads.map(lambda bot: ask(pool, bot, seconds=1.0), bots))
    assert all(thought.replaced for thought, bot in zip(thoughts, bots, strict=True) if bot != "greedy")
    is_whole(pool)


def test_a_worker_that_dies_idle_costs_no_thought(pool: Thinkers) -> None:
    before = pool.pids()
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    assert gone(before)
    assert ask(pool, "greedy").why is None
    is_whole(pool)
    assert not set(before) & set(pool.pids())


def test_news_on_its_socket_disturbs_no_thought() -> None:
    """The kernel may tell a worker of a request only when it already thinks about it."""
    worker = Worker("tablee.games:game", FAULTY)
    try:
        worker.greet(time.monotonic() + LONG)
        wanted = Wanted(False, "mow", VIEW, "ismcts:300ms", 1)
        first, second = (Question(wanted, LEGAL, time.monotonic() + LONG) for _ in range(2))
        with ThreadPoolExecutor(1) as other:
            action = other.submit(worker.think, first)
            time.sleep(0.1)
            send(worker.sock, LIMIT.pack(LONG) + second.request)
            assert action.result() in LEGAL
        assert second.read(worker.hear(second.deadline)) in LEGAL
    finally:
        worker.kill()
        worker.bury()


def test_workers_leave_ctrl_c_to_the_pool(pool: Thinkers) -> None:
    before = pool.pids()
    for pid in before:
        os.kill(pid, signal.SIGINT)
    is_whole(pool)
    assert pool.pids() == before


# -- beginnings and ends -----------------------------------------------------------------------------


def descriptors() -> int:
    return len(os.listdir("/dev/fd"))


def test_nothing_is_left() -> None:
    files, threads = descriptors(), threading.active_count()
    with Thinkers(3, maker=FAULTY) as thinkers:
        pids = set(thinkers.pids())
        ask(thinkers, "leave")
        pids |= set(thinkers.pids())
        # Closed in the middle of it all: who waits gets a move at once.
        with ThreadPoolExecutor(8) as askers:
            waiting = [askers.submit(ask, thinkers, "loop_in_c") for _ in range(8)]
            time.sleep(0.2)
            pids |= set(thinkers.pids())
            before = time.monotonic()
            thinkers.close()
            assert {thought.result().by for thought in waiting} == {"random"}
            assert time.monotonic() - before < PROMISE
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
import sys, threading, time, tablee
sys.path.insert(0, sys.argv[1])
from tablee.bots.service import Thinkers
match = tablee.new_match("mow", 3, 1)
thinkers = Thinkers(2, maker="faults.bots:make_faulty")
def ask(bot, seconds):
    return thinkers.choose("mow", match.view(match.actors()[0]), bot=bot, seed=1, seconds=seconds)
why = ask("greedy", 60.0).why
assert why is None, why
"""
# One worker idle, one in the middle of something that no handler could interrupt.
BUSY = PROGRAM + (
    'thread = threading.Thread(target=ask, args=("loop_in_c", 30.0))\nthread.start()\n'
    "time.sleep(0.5)\n"
    "print(*thinkers.pids(), flush=True)\nthread.join()\n"
)
FORGETFUL = PROGRAM + "print(*thinkers.pids(), flush=True)\n"
TESTS = str(Path(__file__).parent)


def test_workers_die_with_the_pool(tmp_path: Path) -> None:
    """After kill −9; of a script that does not say `if __name__ == "__main__"`, too."""
    script = tmp_path / "busy.py"
    script.write_text(BUSY)
    with subprocess.Popen(
        [sys.executable, script, TESTS], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        pids = [int(word) for word in program.stdout.readline().split()]
        assert len(pids) == 2
        assert all(alive(pid) for pid in pids)
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
        timeout=2 * LONG,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    pids = [int(word) for word in ran.stdout.split()]
    assert len(pids) == 2
    assert gone(pids)
    assert "Error" not in ran.stderr

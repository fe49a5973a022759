"""What the benchmark measures: the workloads, and the bars that they are held against."""

from __future__ import annotations

from typing import Final, NamedTuple

COMPILED: Final = "compiled"
INTERPRETED: Final = "interpreted"
PEERS: Final = "peers"

# Our five, with the seats that they are measured with.
SEATS: Final = {"super_miaou": 4, "meowtopia": 4, "push_em_up": 4, "megabou": 4, "mow": 4}
QUICK: Final = 10  # `--quick` does one part in so many


class Job(NamedTuple):
    """A process that works: which environment, which script of bench/, and how much it does."""

    where: str
    script: str
    arguments: tuple[str, ...]
    amount: int = 0  # the last argument, unless it is 0
    once: bool = False  # not in every round

    def command(self, quick: bool) -> list[str]:
        given = [str(self.amount // QUICK if quick else self.amount)] if self.amount else []
        return [self.script, *self.arguments, *given]


class Bar(NamedTuple):
    """Ours beside something else, in units a second; `wanted` is the least ratio, None for none."""

    title: str
    ours: Job
    theirs: Job
    beside: str
    unit: str
    wanted: float | None = None


class Limit(NamedTuple):
    """Something of ours that must stay small (`most`, None: just told); the worst job counts."""

    title: str
    jobs: tuple[Job, ...]
    key: str
    unit: str
    most: float | None


def seats_of(name: str) -> str:
    return str(SEATS[name])


# -- the workloads: amounts for about half a second each ---------------------------------------------

LOOP = Job(COMPILED, "work_loop.py", ("crazy_eights", "5"), 800_000)
LOOP_SPIEL = Job(PEERS, "work_open_spiel.py", ("loop", "crazy_eights"), 200_000)
BULK = Job(COMPILED, "work_bulk.py", ("crazy_eights", "5"), 8_000_000)
BULK_PLAIN = Job(INTERPRETED, "work_bulk.py", ("crazy_eights", "5"), 150_000)
BULK_SPIEL = Job(PEERS, "work_open_spiel.py", ("rollouts", "crazy_eights"), 20_000)
MINIMAL = Job(INTERPRETED, "work_minimal.py", ("5",), 500_000)
SEARCH = Job(COMPILED, "work_search.py", ("crazy_eights", "4"), 40_000)
SEARCH_MOW = Job(COMPILED, "work_search.py", ("mow", "4"), 6_000)
HEARTS = "hearts(pass_cards=False)"
SEARCH_PYTHON = Job(PEERS, "work_open_spiel.py", ("search_python", HEARTS), 800)
SEARCH_CPP = Job(PEERS, "work_open_spiel.py", ("search_cpp", HEARTS), 16_000)
UNO = Job(PEERS, "work_rlcard.py", ("uno",), 15_000)
HOLDEM = Job(PEERS, "work_pettingzoo.py", ("texas_holdem_v4",), 1_500)
HANABI = Job(PEERS, "work_pettingzoo.py", ("hanabi_v5",), 1_500)
AEC = Job(COMPILED, "work_aec.py", ("crazy_eights", "5"), 60_000)
AEC_MINIMAL = Job(INTERPRETED, "work_minimal_aec.py", ("5", "wrapped"), 10_000)
AEC_BARE = Job(INTERPRETED, "work_minimal_aec.py", ("5", "bare"), 30_000)
VECTOR = Job(COMPILED, "work_vector.py", ("crazy_eights", "5", "masks"), 1_000_000)
VECTOR_SEEN = Job(COMPILED, "work_vector.py", ("crazy_eights", "5", "observations"), 100_000)


def bulk(name: str) -> tuple[Job, Job]:
    fast = Job(COMPILED, "work_bulk.py", (name, seats_of(name)), 2_000_000)
    return fast, Job(INTERPRETED, "work_bulk.py", (name, seats_of(name)), 60_000)


def starts(where: str) -> tuple[Job, ...]:
    return tuple(Job(where, "work_start.py", (name, seats_of(name))) for name in SEATS)


def memory(name: str) -> tuple[Job, ...]:
    return (Job(COMPILED, "work_memory.py", (name, seats_of(name)), 100_000, once=True),)


# -- the bars ----------------------------------------------------------------------------------------

BARS: Final = (
    Bar("crazy eights, Python loop", LOOP, LOOP_SPIEL, "OpenSpiel", "moves", 5),
    Bar("crazy eights, bulk", BULK, BULK_SPIEL, "OpenSpiel, C++ rollouts", "moves", 2),
    Bar("crazy eights, interpreted", BULK_PLAIN, MINIMAL, "minimal Python engine", "moves", 1 / 3),
    *(
        Bar(f"{name}, bulk", *bulk(name), "ours, interpreted", "moves", 25 if name == "mow" else 10)
        for name in SEATS
    ),
    Bar("crazy eights, bulk", BULK, BULK_PLAIN, "ours, interpreted", "moves"),
    Bar("crazy eights, search", SEARCH, SEARCH_CPP, "OpenSpiel, C++, hearts", "iterations", 2),
    Bar("crazy eights, search", SEARCH, SEARCH_CPP, "OpenSpiel, C++, hearts", "moves", 2),
    Bar("crazy eights, search", SEARCH, SEARCH_PYTHON, "OpenSpiel, Python, hearts", "iterations", 50),
    Bar("crazy eights, search", SEARCH, SEARCH_PYTHON, "OpenSpiel, Python, hearts", "moves", 50),
    Bar("crazy eights, PettingZoo", AEC, AEC_BARE, "minimal AECEnv", "moves", 3),
    Bar("crazy eights, PettingZoo", AEC, AEC_MINIMAL, "the same in wrappers", "moves"),
    Bar("crazy eights, vectorised", VECTOR, AEC, "ours, PettingZoo", "moves", 10),
    Bar("crazy eights, vec., seen", VECTOR_SEEN, AEC, "ours, PettingZoo", "moves"),
    Bar("mow, search", SEARCH_MOW, SEARCH_CPP, "OpenSpiel, C++, hearts", "iterations"),
    Bar("mow, search", SEARCH_MOW, SEARCH_CPP, "OpenSpiel, C++, hearts", "moves"),
    Bar("mow, search", SEARCH_MOW, SEARCH_PYTHON, "OpenSpiel, Python, hearts", "iterations"),
    Bar("mow, search", SEARCH_MOW, SEARCH_PYTHON, "OpenSpiel, Python, hearts", "moves"),
    Bar("crazy eights, Python loop", LOOP, UNO, "RLCard, UNO", "moves"),
    Bar("crazy eights, Python loop", LOOP, HOLDEM, "PettingZoo, hold’em", "moves"),
    Bar("crazy eights, Python loop", LOOP, HANABI, "PettingZoo, hanabi", "moves"),
)

LIMITS: Final = (
    Limit("import to first move, compiled", starts(COMPILED), "process", "s", 0.25),
    Limit("import to first move, interpreted", starts(INTERPRETED), "process", "s", None),
    Limit("mow, search of 100,000, grown by", memory("mow"), "grown", "MB", 300),
    Limit("mow, search of 100,000, in all", memory("mow"), "peak", "MB", 300),
    Limit("push_em_up, search of 100,000, grown by", memory("push_em_up"), "grown", "MB", 300),
    Limit("push_em_up, search of 100,000, in all", memory("push_em_up"), "peak", "MB", 300),
)


def jobs() -> list[Job]:
    """Every job once, what is compared side by side."""
    pairs = [job for bar in BARS for job in (bar.ours, bar.theirs)]
    return list(dict.fromkeys([*pairs, *(job for limit in LIMITS for job in limit.jobs)]))

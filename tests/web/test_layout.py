"""Every table fits its window: nothing is cut, covered or too small, and nothing jumps (web.layout).

A share of the sizes in `make test`; all of them, in both languages, in `make layout` (--layout).
"""

from __future__ import annotations

import random
from itertools import cycle, islice

import pytest
from playwright.sync_api import Browser

from server.live import Process
from web.browsing import GAMES
from web.layout import SIZES, Size, looked_at
from web.positions import NEVER, Case, cases, phases, positions
from web.pretended import Pretended

CROWDED = 6  # sizes of the share, for the most seats that a game takes
OTHERS = 1  # for all other cases, without the second position of a phase
SAID = 30  # faults that are told; the rest is counted
ALL: list[Case] = [case for game in GAMES for case in cases(game)]


def is_crowded(case: Case) -> bool:
    return not case.variant and case.seats == max(each.seats for each in cases(case.game))


def shares() -> dict[Case, tuple[Size, ...]]:
    """The same each time: a deck of all sizes, shuffled once and dealt round, the crowded first."""
    deck = list(SIZES)
    random.Random("layout").shuffle(deck)
    dealing = cycle(deck)
    order = sorted(ALL, key=lambda case: not is_crowded(case))
    found = {case: tuple(islice(dealing, CROWDED if is_crowded(case) else OTHERS)) for case in order}
    assert {size for sizes in found.values() for size in sizes} == set(SIZES)
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" not in metafunc.fixturenames:
        return
    whole = metafunc.config.getoption("--layout")
    share = shares()
    cells = [
        pytest.param(case, language, SIZES if whole else share[case], id=f"{case}-{language}")
        for n, case in enumerate(ALL)
        for language in (("fr", "en") if whole else (("fr", "en")[n % 2],))
    ]
    metafunc.parametrize(("case", "language", "sizes"), cells)


def test_layout(
    browser: Browser, server: Process, case: Case, language: str, sizes: tuple[Size, ...]
) -> None:
    def phase(name: str) -> bool:
        return len(sizes) > OTHERS or not name.endswith("+")

    page = Pretended(browser, server.url, language)
    try:
        faults = [fault for _, found in looked_at(page, [case], sizes, phase) for fault in found]
    finally:
        page.close()
    told = "\n".join(map(str, faults[:SAID]))
    assert not faults, f"{len(faults)} faults, the first of them:\n{told}"


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_is_looked_at(game: str) -> None:
    missing = set(phases(game)) - NEVER.get(game, set())
    for case in reversed(cases(game)):  # until all are met: mostly the last has all of them
        missing -= {position.phase for position in positions(case)}
        if not missing:
            break
    assert not missing

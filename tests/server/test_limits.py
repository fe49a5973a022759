"""What one address may ask for: purses that time fills again, households, proxies and places."""

from __future__ import annotations

import pytest

from support import Clock
from tablee.server import limits
from tablee.server.limits import MOST, OPEN_EACH, Gate, Limits, household


@pytest.mark.parametrize("kind", MOST)
def test_a_purse_is_emptied_and_filled_again(kind: str) -> None:
    clock, most = Clock(), MOST[kind]
    purses = Limits(clock)
    assert [purses.allows("a", kind) for _ in range(most.once)] == [True] * most.once
    assert not purses.allows("a", kind)
    assert purses.allows("b", kind), "another address has a purse of its own"
    clock.now += 1 / most.rate + 0.001
    assert purses.allows("a", kind)
    assert not purses.allows("a", kind)
    # Who keeps asking gets what the rate allows, and no more.
    allowed = 0
    for _ in range(1000):
        clock.now += 0.01
        allowed += purses.allows("a", kind)
    assert allowed == pytest.approx(10 * most.rate, rel=0.05)
    clock.now += limits.FULL
    assert all(purses.allows("a", kind) for _ in range(most.once)), "FULL is long enough for all kinds"


def test_purses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_PURSES", 100)
    clock = Clock()
    purses = Limits(clock)
    for n in range(1000):
        clock.now += 1
        purses.allows(f"{n}", "read")
        assert len(purses.purses) <= 101
    for n in range(1000):  # all at once
        purses.allows(f"{n}", "read")
        assert len(purses.purses) <= 101


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("127.0.0.1", "127.0.0.1"),
        ("", ""),
        ("nonsense", "nonsense"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_a_network_of_ipv6_is_one_household(host: str, counted: str) -> None:
    assert household(host) == counted


def test_only_a_proxy_of_ours_says_for_whom_it_asks() -> None:
    gate = Gate()
    assert gate.address("127.0.0.1", "192.0.2.7") == "192.0.2.7"
    # What a client has written before it reached the proxy is not believed.
    assert gate.address("127.0.0.1", "127.0.0.1, 192.0.2.7") == "192.0.2.7"
    assert gate.address("127.0.0.1", None) == "127.0.0.1"
    assert gate.address("127.0.0.1", " ") == "127.0.0.1"
    assert gate.address("192.0.2.9", "192.0.2.7") == "192.0.2.9"
    for named in ("192.0.2.9, ::1", "192.0.2.0/24", "*"):
        assert Gate(proxies=named).address("192.0.2.9", "192.0.2.7") == "192.0.2.7"
    assert Gate(proxies="nonsense").address("192.0.2.9", "192.0.2.7") == "192.0.2.9"


def test_sockets_through_a_proxy_are_counted_for_whom_they_are() -> None:
    gate = Gate()
    assert all(gate.open_socket("192.0.2.7") for _ in range(OPEN_EACH))
    assert not gate.open_socket("192.0.2.7")
    assert gate.open_socket("192.0.2.8")
    gate.close_socket("192.0.2.7")
    assert gate.open_socket("192.0.2.7")


def test_there_are_so_many_places_for_each_and_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.MOST, "visit", limits.Most(10_000, 1))
    gate = Gate(open_files=200 + limits.SPARE)
    assert all(gate.enter("192.0.2.1") for _ in range(OPEN_EACH))
    assert not gate.enter("192.0.2.1")
    assert all(gate.enter("127.0.0.1") for _ in range(100)), "a proxy is many"
    assert not gate.enter("192.0.2.2")
    gate.leave("192.0.2.1")
    assert gate.enter("192.0.2.2")
    for peer in ["192.0.2.1"] * (OPEN_EACH - 1) + ["127.0.0.1"] * 100 + ["192.0.2.2"]:
        gate.leave(peer)
    assert gate.total == 0
    assert not gate.inside


def test_without_limits_only_the_places_are_counted() -> None:
    gate = Gate(limited=False, open_files=50 + limits.SPARE)
    assert all(gate.allows("192.0.2.1", "heavy") for _ in range(1000))
    assert [gate.enter("192.0.2.1") for _ in range(51)] == [True] * 50 + [False]

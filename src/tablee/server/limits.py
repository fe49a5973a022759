"""How much one address may ask for, so that nobody takes the server for themselves."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple


class Most(NamedTuple):
    """So many at once, and then so many a second."""

    once: int
    rate: float


# From one address. A family behind one address is one address.
MOST: Final = {
    "visit": Most(60, 40),  # connections that are opened
    "read": Most(60, 40),
    "write": Most(30, 10),  # also: sockets that are opened
    "heavy": Most(8, 2),  # proofs, replays and new tables
    "message": Most(100, 60),  # on all its sockets
}
MOST_PURSES: Final = 50_000
FULL: Final = 10.0  # seconds after which any purse is full
OPEN: Final = 10_000  # connections at a time, of all
OPEN_EACH: Final = 100  # of one address
SPARE: Final = 64  # files that are not connections
# Of a socket. Who is gone without a word is away 9 seconds after the last word at the latest: others at
# the table learn it within 10. Who is there has 5 of them for an answer, on however slow a way.
ASK: Final = 4.0  # seconds of silence, then we ask whether somebody is still there
GONE: Final = 9.0  # and then nobody is
TERM: Final = 20.0  # seconds in which one has to join, and for which small things are counted
CLOSING: Final = 5.0  # seconds for a client to hang up, too
PROXIES: Final = "127.0.0.1,::1"  # that may say for whom they ask; FORWARDED_ALLOW_IPS names others


def household(host: str) -> str:
    """The address that is counted: of IPv6 the network, within which anybody has any number of them."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        if not address.is_loopback:
            return str(ipaddress.IPv6Network((address, 64), strict=False))
    return str(address)


def networks(named: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Addresses or networks with commas between them; `*` for all there are."""
    found = []
    for name in named.replace("*", "0.0.0.0/0,::/0").split(","):
        with contextlib.suppress(ValueError):
            found.append(ipaddress.ip_network(name.strip(), strict=False))
    return found


class Limits:
    """For each address and kind a purse: each use takes one, and time fills it again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.purses: dict[tuple[str, str], tuple[float, float]] = {}  # what is in it, and when

    def allows(self, address: str, kind: str) -> bool:
        now, most = self.clock(), MOST[kind]
        left, then = self.purses.get((address, kind), (most.once, now))
        left = min(most.once, left + (now - then) * most.rate)
        if len(self.purses) > MOST_PURSES:
            self.forget(now)
        allowed = left >= 1
        self.purses[address, kind] = (left - 1 if allowed else left, now)
        return allowed

    def forget(self, now: float) -> None:
        """Who did nothing for a while has a full purse again; if most did something, all begin anew."""
        self.purses = {key: purse for key, purse in self.purses.items() if now - purse[1] < FULL}
        if len(self.purses) > MOST_PURSES // 2:
            self.purses.clear()


class Gate:
    """Who may come in, how many at a time, and how long we wait for them."""

    ask: float = ASK
    gone: float = GONE
    term: float = TERM
    closing: float = CLOSING

    def __init__(self, limited: bool = True, open_files: int = 1 << 20, proxies: str = "") -> None:
        self.limited = limited
        self.limits = Limits()
        self.most = max(16, min(OPEN, open_files - SPARE))
        self.proxies = networks(proxies or os.environ.get("FORWARDED_ALLOW_IPS", PROXIES))
        self.inside: Counter[str] = Counter()  # connections by who is at their other end
        self.sockets: Counter[str] = Counter()  # by whom they are for
        self.total = 0

    def allows(self, address: str, kind: str) -> bool:
        return not self.limited or self.limits.allows(address, kind)

    def is_proxy(self, peer: str) -> bool:
        try:
            address = ipaddress.ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self.proxies)

    def address(self, peer: str, forwarded: str | None) -> str:
        """On whose account it goes: a proxy of ours names whom it asks for, last in its header."""
        if forwarded and self.is_proxy(peer):
            return household(forwarded.rpartition(",")[2].strip()) or household(peer)
        return household(peer)

    def enter(self, peer: str) -> bool:
        """A connection; what comes through a proxy is counted when it says for whom."""
        address = household(peer)
        if self.total >= self.most:
            return False
        if self.limited and not self.is_proxy(peer):
            if self.inside[address] >= OPEN_EACH or not self.limits.allows(address, "visit"):
                return False
        self.total += 1
        self.inside[address] += 1
        return True

    def leave(self, peer: str) -> None:
        self.total -= 1
        take_off(self.inside, household(peer))

    def open_socket(self, address: str) -> bool:
        if self.limited and self.sockets[address] >= OPEN_EACH:
            return False
        self.sockets[address] += 1
        return True

    def close_socket(self, address: str) -> None:
        take_off(self.sockets, address)


def take_off(counted: Counter[str], address: str) -> None:
    counted[address] -= 1
    if counted[address] <= 0:
        del counted[address]

"""Where a server can be reached: on this machine, in the house, under the name it was asked by."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
from collections.abc import Iterable
from typing import Final

# Told apart from real ones by every router: nothing is ever sent there, nor to any other.
ELSEWHERE = ("192.0.2.1", "10.255.255.255")
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
OWN_NAMES: Final = ("127.0.0.1", "[::1]", "localhost")  # as browsers say them
TRIES: Final = 50  # ports that are tried one after the other
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def lan_address() -> str | None:
    """This machine's address in the house: the one from which it would send, though nothing is sent."""
    for elsewhere in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock, contextlib.suppress(OSError):
            sock.connect((elsewhere, 9))
            found = str(sock.getsockname()[0])
            if not is_loopback(found) and found != "0.0.0.0":
                return found
    return None


def is_ours(host: str) -> bool:
    """Whether this machine has that address, just now."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.bind((host, 0))
        except OSError:
            return False
    return True


def is_for_everybody(host: str) -> bool:
    """An address that the whole internet reaches, or could."""
    return ipaddress.ip_address(host).is_global


def neighbours(one: str, other: str) -> bool:
    """Whether two addresses may be those of one machine in one house, as its router gives them out."""
    return ipaddress.ip_address(other) in ipaddress.ip_network(f"{one}/24", strict=False)


def bound(host: str, ports: Iterable[int]) -> socket.socket:
    """A socket that listens at the first of these ports that is free; OSError if there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in ports:
        sock = socket.socket(family)
        if os.name == "posix":  # elsewhere two servers could then have the same port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, port))
            sock.listen(1024)
        except OSError as error:
            sock.close()
            # An address that is not ours, or a port that is not for everybody: no other would do.
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            return sock
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))


def for_others(host: str, port: int) -> str | None:
    """The address for other devices of a server that listens at `host`; None if there is none."""
    found = lan_address() if host in EVERYWHERE else host
    return None if found is None or is_loopback(found) else address(found, port)

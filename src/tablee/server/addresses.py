"""Where a server can be reached: on this machine, in the house, under the name it was asked by."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

# Told apart from real ones by every router: nothing is ever sent there, nor to any other.
ELSEWHERE = ("192.0.2.1", "10.255.255.255")
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


def for_others(host: str, port: int) -> str | None:
    """The address for other devices of a server that listens at `host`; None if there is none."""
    found = lan_address() if host in EVERYWHERE else host
    return None if found is None or is_loopback(found) else address(found, port)

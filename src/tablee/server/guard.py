"""Who asks, and from where: sessions, origins, and the answers to those who may not."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import HTTPConnection

from tablee.core.texts import LANGUAGES
from tablee.server.addresses import OWN_NAMES, is_loopback
from tablee.server.auth import Auth
from tablee.server.decisions import TEXTS, Caller

TABLE: Final = re.compile("[0-9a-f]{40}")  # an id
# Besides X-Forwarded-…: what proxies and tunnels say of whom they ask for.
PROXIED: Final = frozenset(
    {
        *("forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "x-original-host"),
        *(
            "true-client-ip",
            "cf-connecting-ip",
            "cf-ray",
            "fastly-client-ip",
            "x-original-forwarded-for",
        ),
    }
)
HOST: Final = re.compile(r"(.+?)(:\d+)?")


class Fault(Exception):
    """An answer other than 200: a code with its sentences."""

    def __init__(
        self, status: int, code: str, messages: dict[str, str] | None = None, **values: object
    ):
        super().__init__(code)
        self.status = status
        self.code = code
        self.messages = messages or {
            name: TEXTS.say(name, f"error.{code}", values) for name in LANGUAGES
        }


def caller_of(auth: Auth, request: HTTPConnection) -> Caller | None:
    """Whose session a request carries: a program's as a bearer token, a page's as a cookie."""
    token = bearer(request) or request.cookies.get(auth.cookie, "")
    return auth.caller(token) if token else None


def bearer(request: HTTPConnection) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def host_of(request: HTTPConnection) -> str:
    return request.headers.get("host", "")


def check_origin(request: HTTPConnection) -> None:
    """A page of another site cannot act for somebody; programs have no origin, but a token."""
    origin = request.headers.get("origin")
    if origin is None:
        # Browsers name the origin of whatever changes something and of every socket.
        if request.cookies and not bearer(request):
            raise Fault(403, "origin")
    elif not host_of(request) or origin.partition("://")[2] != host_of(request):
        raise Fault(403, "origin")


def check_host(auth: Auth, request: HTTPConnection) -> None:
    """Without a token to be let in, what protects a server for one machine is that it is only there.

    A page of another site can have its own name lead here, but it cannot change that name. Who comes
    from elsewhere in the house needs a token, whatever name they know us by.
    """
    peer = peer_of(request)
    if auth.names is not None and (not peer or is_loopback(peer)):
        if named(request) not in auth.names:
            raise Fault(421, "host")


def peer_of(request: HTTPConnection) -> str:
    """Who is at the other end of the connection; empty if nobody knows."""
    return request.client.host if request.client else ""


def named(request: HTTPConnection) -> str:
    """The name under which we are asked, without a port."""
    found = HOST.fullmatch(host_of(request).lower())
    return "" if found is None else found[1]


def is_here(request: HTTPConnection) -> bool:
    """Whether somebody asks on this machine itself: nobody between, and by a name of our own.

    What a proxy on this machine hands on comes from here, too, but it says so in some header.
    """
    handed_on = any(name in PROXIED or name.startswith("x-forwarded") for name in request.headers)
    return is_loopback(peer_of(request)) and not handed_on and named(request) in OWN_NAMES


def needs_token(auth: Auth, request: HTTPConnection) -> bool:
    """Whether who begins a session must say the token: not where a server is for its own machine."""
    return bool(auth.join_token) and not (auth.names is not None and is_here(request))


def is_table(text: str) -> bool:
    return TABLE.fullmatch(text) is not None

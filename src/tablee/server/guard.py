"""Who asks, and from where: sessions, origins, and the answers to those who may not."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tablee.core.texts import LANGUAGES
from tablee.server.auth import COOKIE, Auth
from tablee.server.decisions import TEXTS, Caller


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
    token = bearer(request) or request.cookies.get(COOKIE, "")
    return auth.caller(token) if token else None


def bearer(request: HTTPConnection) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


def check_origin(request: HTTPConnection) -> None:
    """A page of another site cannot act for somebody; programs have no origin, but a token."""
    origin = request.headers.get("origin")
    if origin is None:
        # Browsers name the origin of whatever changes something and of every socket.
        if request.cookies and not bearer(request):
            raise Fault(403, "origin")
    elif urlsplit(origin).netloc != request.headers.get("host", ""):
        raise Fault(403, "origin")

"""Who somebody is: signed tokens, and nothing else. A session is a person's number and name."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any, Final

from itsdangerous import BadData, URLSafeTimedSerializer

from tablee.server.decisions import Caller
from tablee.server.protocol import MOST_NAME

COOKIE: Final = "tablee"
SESSION_SECONDS: Final = 400 * 24 * 3600
LINK_SECONDS: Final = 7 * 24 * 3600


class Auth:
    """`key` is the server's, the same on all nodes; `join_token` (if any) lets people in."""

    def __init__(self, key: str, join_token: str = "") -> None:
        self.sessions = URLSafeTimedSerializer(key, salt="tablee session")
        self.links = URLSafeTimedSerializer(key, salt="tablee seat")
        self.join_token = join_token

    def admits(self, token: str) -> bool:
        return not self.join_token or hmac.compare_digest(self.join_token.encode(), token.encode())

    def session(self, caller: Caller) -> str:
        return str(self.sessions.dumps([caller.person, caller.name]))

    def caller(self, token: str) -> Caller | None:
        """Whose session it is; None if we did not sign it."""
        if len(token) > 1000:
            return None
        try:
            person, name = self.sessions.loads(token, max_age=SESSION_SECONDS)
        except (BadData, ValueError, TypeError):
            return None
        return Caller(str(person), str(name))

    def link(self, what: Mapping[str, Any]) -> str:
        return str(self.links.dumps(dict(what)))

    def read_link(self, token: str) -> dict[str, Any] | None:
        try:
            found = self.links.loads(token, max_age=LINK_SECONDS)
        except BadData:
            return None
        return found if isinstance(found, dict) else None


def new_person() -> str:
    return secrets.token_hex(16)


def clean_name(name: str) -> str | None:
    """A name that can be shown: no line breaks, no signs that turn the text around."""
    found = " ".join(name.split())
    return found if 1 <= len(found) <= MOST_NAME and found.isprintable() else None

"""Who somebody is: signed tokens, and nothing else. A session is a person's number and name."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Collection, Mapping
from typing import Any, Final

from itsdangerous import BadData, URLSafeTimedSerializer

from tablee.server.decisions import Caller

COOKIE: Final = "tablee"
SECURE_COOKIE: Final = "__Host-tablee"  # which browsers take from this very host by TLS only
SIGNED_BY: Final = {"digest_method": hashlib.sha256}
MOST_TOKEN: Final = 1000
SESSION_SECONDS: Final = 400 * 24 * 3600
LINK_SECONDS: Final = 7 * 24 * 3600


class Auth:
    """`key` is the server's, the same on all nodes; `join_token` (if any) lets people in.

    `secure`: behind TLS, where cookies can be kept from everything else. `names`: if given, the only
    hosts that requests from this machine may be for; who asks there needs no token.
    """

    def __init__(
        self,
        key: str,
        join_token: str = "",
        *,
        secure: bool = False,
        names: Collection[str] | None = None,
    ) -> None:
        self.sessions = URLSafeTimedSerializer(key, salt="tablee session", signer_kwargs=SIGNED_BY)
        self.links = URLSafeTimedSerializer(key, salt="tablee seat", signer_kwargs=SIGNED_BY)
        self.join_token = join_token
        self.cookie = SECURE_COOKIE if secure else COOKIE
        self.names = names

    def admits(self, token: str) -> bool:
        return not self.join_token or hmac.compare_digest(self.join_token.encode(), token.encode())

    def session(self, caller: Caller) -> str:
        return str(self.sessions.dumps([caller.person, caller.name]))

    def caller(self, token: str) -> Caller | None:
        """Whose session it is; None if we did not sign it."""
        if len(token) > MOST_TOKEN:
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

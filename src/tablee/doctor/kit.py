"""What checks share: the patient, who knows where to look, and findings in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tablee.cli_kit import COMMAND
from tablee.core.texts import CORE, load

TEXTS = load("tablee.doctor", CORE)
OK, WARNING, WRONG = "ok", "warning", "wrong"


class Finding(NamedTuple):
    """What was looked at (a key for programs), how it is, a sentence; perhaps what to do."""

    what: str
    state: str
    says: str
    do: str = ""


@dataclass(repr=False)  # the token and the database's password are nobody's business
class Patient:
    """An installation, and where it would serve from."""

    lang: str
    data_dir: Path
    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    token: str = ""
    config: Path | None = None
    troubles: Sequence[str] = ()  # with the settings

    def say(self, key: str, **values: object) -> str:
        return TEXTS.say(self.lang, key, {"tablee": COMMAND, **values})

    def ok(self, what: str, key: str, **values: object) -> Finding:
        return self.finding(what, OK, key, values)

    def warning(self, what: str, key: str, **values: object) -> Finding:
        return self.finding(what, WARNING, key, values)

    def wrong(self, what: str, key: str, **values: object) -> Finding:
        return self.finding(what, WRONG, key, values)

    def finding(self, what: str, state: str, key: str, values: dict[str, object]) -> Finding:
        do = f"{key}.do"
        return Finding(
            what, state, self.say(key, **values), self.say(do, **values) if TEXTS.has("en", do) else ""
        )

    def because(self, error: BaseException) -> str:
        """In one line, and without what is secret: others may have quoted it."""
        said = getattr(error, "strerror", None) or " ".join(str(error).split())
        kind = type(error).__name__
        return self.masked(said if isinstance(error, OSError) and said else f"{kind}: {said}")[:300]

    def masked(self, text: str) -> str:
        try:
            password = urlsplit(self.database).password or ""
        except ValueError:
            password = ""
        for secret in (self.database, password, unquote(password), self.token):
            if secret:
                text = text.replace(secret, "…")
        return text

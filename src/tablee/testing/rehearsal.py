"""`tablee serve` as tests want it: bots answer at once, nobody is too fast, deals can be asked for.

    python -m tablee.testing.rehearsal [--no-bots] serve …

A program of its own: no flag, variable or file of `tablee serve` leads here. A table that is made with
a header `x-deal: 7` gets its luck from that number alone, whatever its id and people's shares; also
after a restart, since the deal is in its secret. Every other table is as fair as anywhere. Bots think
with the same luck every time and as long as they need, so the same moves lead to the same game.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Final

import click
from starlette.types import ASGIApp, Receive, Scope, Send

from tablee import serve_command
from tablee.cli import main
from tablee.core.fairness import SECRET_BYTES, seed_of
from tablee.server import reviews, room, serving
from tablee.server.app import Web
from tablee.server.engine import SEED_BYTES

HEADER: Final = b"x-deal"
# How the server's secret of such a table begins; one that was drawn never does.
MARK: Final = b"a rehearsal deals no. "
AS_LONG_AS_IT_TAKES: Final = 1200.0  # seconds

deal: ContextVar[int | None] = ContextVar("deal", default=None)


class Deals:
    """Notes which deal a request asks for."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = dict(scope.get("headers", ())).get(HEADER)
        token = deal.set(None if asked is None else int(asked))
        try:
            await self.app(scope, receive, send)
        finally:
            deal.reset(token)


class Stage(Web):
    """The server's pages and API, with ears for deals."""

    def app(self) -> ASGIApp:
        return Deals(super().app())


def entropy(n: int) -> bytes:
    number = deal.get()
    if n == SECRET_BYTES and number is not None:
        return MARK + number.to_bytes(SECRET_BYTES - len(MARK), "big")
    if n == SEED_BYTES:
        return bytes(n)
    return secrets.token_bytes(n)


def seed(table: str, server_secret: bytes, shares: Iterable[tuple[int, bytes]]) -> bytes:
    if server_secret.startswith(MARK):
        return hashlib.sha512(server_secret).digest()
    return seed_of(table, server_secret, shares)


def rehearse(*, bots: bool = True) -> None:
    """From now on this process serves so."""
    serve_command.REHEARSED.update(
        bots=bots, quick=True, limited=False, entropy=entropy, thinking=AS_LONG_AS_IT_TAKES
    )
    serving.Web = Stage  # type: ignore[attr-defined]
    room.seed_of = seed  # type: ignore[attr-defined]
    reviews.SECONDS = AS_LONG_AS_IT_TAKES  # type: ignore[misc]


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("--no-bots", is_flag=True)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def rehearsal(no_bots: bool, words: tuple[str, ...]) -> None:
    rehearse(bots=not no_bots)
    main(list(words), prog_name="tablee")


if __name__ == "__main__":
    rehearsal()

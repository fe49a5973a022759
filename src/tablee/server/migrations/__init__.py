"""How the store's tables came to be as they are, step by step (Alembic)."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from tablee.server.store import BadStore


def migrate(connection: Connection) -> None:
    """Bring a database to the newest form; BadStore if a newer Tablée than this one made it."""
    try:
        command.upgrade(steps(connection), "head")
    except CommandError:  # its form is none that we know
        raise BadStore("newer") from None


def steps(connection: Connection) -> Config:
    """The steps, for Alembic's commands on this database."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    return config

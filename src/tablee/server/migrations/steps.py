"""Bringing a database to the newest form."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import sqlalchemy
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from tablee.server.store import BadStore, in_short


def migrate(connection: Connection) -> None:
    """Bring a database to the newest form; BadStore if a newer Tablée than this one made it."""
    try:
        command.upgrade(steps(connection), "head")
    except CommandError:  # its form is none that we know
        raise BadStore("newer") from None


def migrate_file(connect: Callable[[], sqlite3.Connection]) -> None:
    """All or nothing: a form that is half made could never be completed."""
    engine = sqlalchemy.create_engine("sqlite://", creator=connect)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            migrate(connection)
    except SQLAlchemyError as error:
        raise sqlite3.DatabaseError(in_short(error)) from error
    finally:
        engine.dispose()


def steps(connection: Connection) -> Config:
    """The steps, for Alembic's commands on this database."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    return config

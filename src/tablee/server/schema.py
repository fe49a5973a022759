"""The store's tables, for SQLite and PostgreSQL alike; migrations/ makes them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", String(64), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("command", String(200), nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "command"),
)

# What the lobby shows; follows from the entries.
LOBBY = Table(
    "lobby",
    METADATA,
    Column("table_id", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Index("lobby_newest", "listed", "changed"),
)

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

# Times in milliseconds in which no server was there.
OUTAGES = Table(
    "outages",
    METADATA,
    Column("begun", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)

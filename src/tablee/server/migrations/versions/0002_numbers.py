"""In a file, tables have numbers, and entries are kept under these.

The keys of an entry are written twice, once for each of its two unique keys; with a number instead of a
table's long name a write touches fewer pages. `entries` stays what it was, for all who read.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

UPGRADE = (
    "CREATE TABLE tables (number INTEGER PRIMARY KEY, table_id VARCHAR(64) NOT NULL UNIQUE)",
    "CREATE TABLE log (number INTEGER NOT NULL, seq INTEGER NOT NULL, command VARCHAR(200) NOT NULL,"
    " body BLOB NOT NULL, PRIMARY KEY (number, seq), UNIQUE (number, command))",
    "INSERT INTO tables (table_id) SELECT table_id FROM entries WHERE seq = 1 ORDER BY rowid",
    "INSERT INTO log SELECT number, seq, command, body FROM entries JOIN tables USING (table_id)"
    " ORDER BY entries.rowid",
    "DROP TABLE entries",
    "CREATE VIEW entries AS SELECT table_id, seq, command, body FROM log JOIN tables USING (number)",
    "CREATE TRIGGER entries_insert INSTEAD OF INSERT ON entries BEGIN"
    " INSERT OR IGNORE INTO tables (table_id) VALUES (new.table_id);"
    " INSERT INTO log SELECT number, new.seq, new.command, new.body FROM tables"
    " WHERE table_id = new.table_id; END",
    "CREATE TRIGGER entries_delete INSTEAD OF DELETE ON entries BEGIN"
    " DELETE FROM log WHERE seq = old.seq"
    " AND number = (SELECT number FROM tables WHERE table_id = old.table_id); END",
)
DOWNGRADE = (
    "CREATE TABLE named (table_id VARCHAR(64) NOT NULL, seq INTEGER NOT NULL,"
    " command VARCHAR(200) NOT NULL, body BLOB NOT NULL,"
    " PRIMARY KEY (table_id, seq), UNIQUE (table_id, command))",
    "INSERT INTO named SELECT table_id, seq, command, body FROM log JOIN tables USING (number)"
    " ORDER BY log.rowid",
    "DROP VIEW entries",  # and its triggers
    "DROP TABLE log",
    "DROP TABLE tables",
    "ALTER TABLE named RENAME TO entries",
)


def upgrade() -> None:
    take(UPGRADE)


def downgrade() -> None:
    take(DOWNGRADE)


def take(steps: tuple[str, ...]) -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        for step in steps:
            connection.execute(sa.text(step))

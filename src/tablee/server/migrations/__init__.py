"""How the store's tables came to be as they are, step by step (Alembic, in `steps`)."""

from __future__ import annotations

from typing import Final

# The last of versions/: a file that has it is opened without Alembic, which takes long to read.
NEWEST: Final = "0002"

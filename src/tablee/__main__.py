"""`python -m tablee`: the command, wherever Tablée can be imported."""

from __future__ import annotations

from tablee.cli import main
from tablee.cli_kit import COMMAND

if __name__ == "__main__":
    main(prog_name=COMMAND)

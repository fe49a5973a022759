"""`python -m tablee`, and what the one file runs: the command, or a helper of it."""

from __future__ import annotations

import multiprocessing
import sys

from tablee import again


def run() -> None:
    multiprocessing.freeze_support()  # in the one file: a worker of the lab is one, and ends here
    if again.helped():
        return
    again.settle()
    from tablee.cli import main  # a helper needs none of it
    from tablee.cli_kit import COMMAND, wait_to_be_read

    try:
        main(prog_name=COMMAND)
    except SystemExit as end:
        if end.code and again.FROZEN and sys.platform == "win32" and len(sys.argv) == 1:
            wait_to_be_read()
        raise


if __name__ == "__main__":
    run()

"""After a checkout was moved: .venv's commands and what it imports are found in the new folder.

.venv/bin/python tools/moved.py /old/folder /new/folder
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

VENV = Path(".venv")


def main(was: str, here: str) -> None:
    packages = VENV.glob("lib/*/site-packages/__editable__*")
    for path in [*VENV.glob("bin/*"), *packages]:
        if path.is_symlink() or not path.is_file():  # Python itself, and caches
            continue
        before = path.read_bytes()
        after = before.replace(os.fsencode(was), os.fsencode(here))
        if after != before:
            path.write_bytes(after)


if __name__ == "__main__":
    main(*sys.argv[1:])

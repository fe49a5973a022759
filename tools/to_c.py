"""Translates Python to C with mypyc, for setup.py: in a process of its own, so that its memory is free
again before the C compiler runs.

    python tools/to_c.py made.pickle module.py …
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

from mypy.fscache import FileSystemCache
from mypyc.build import construct_groups, generate_c, get_mypy_config
from mypyc.options import CompilerOptions

# What compiled modules import is looked at, but not what that imports in turn: half of the memory.
SETTINGS = Path(__file__).with_suffix(".ini")


def main(made: str, *modules: str) -> None:
    """Into a file what `mypycify` takes as `skip_cgen_input`."""
    how, files = CompilerOptions(multi_file=True), FileSystemCache()
    words = [f"--config-file={SETTINGS}", *modules]
    wanted, sources, options = get_mypy_config(words, None, how, files)
    groups = construct_groups(wanted, False, True, None)
    texts, _, needs = generate_c(sources, options, groups, files, how)
    told = [(need.path, list(need.include_dirs), need.internal) for need in needs]
    Path(made).write_bytes(pickle.dumps((texts, told)))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Ours: import, a new match and its first legal actions; the runner takes the time of all of it.

Arguments: the game, the seats.
"""

import sys

import tablee

match = tablee.new_match(sys.argv[1], int(sys.argv[2]), 1)
legal = match.legal(match.actors()[0])
compiled = not str(sys.modules["tablee.core.contract"].__file__).endswith(".py")
print(f'{{"legal": {len(legal)}, "compiled": {str(compiled).lower()}}}')

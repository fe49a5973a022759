"""The components and verbs of Meowtopia.

The plane of fields has no border, so a placement names a *spot by number*: the k-th free cell beside
one's fields, or the k-th free edge of them, in reading order. How high these numbers can go follows
from the end of the game: it comes with the round in which a supply runs out.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.notation import Arg, Verb, Verbs, numbers

# -- the box (MT-1) --------------------------------------------------------------------------------

FAMILIES: Final[i64] = 4
KITTENS: Final[i64] = 6  # of each family
BOX_FIELDS: Final[i64] = 34
BOX_STICKS: Final[i64] = 32

# MT-2: the counted supplies, by the number of seats.
SUPPLY_FIELDS: Final = vec[i64]([0, 0, 22, 25, 30])
SUPPLY_STICKS: Final = vec[i64]([0, 0, 22, 25, 28])

# MT-3: what a seat begins with.
START_FIELDS: Final[i64] = 2
START_KITTENS: Final[i64] = 2
START_FOOD: Final[i64] = 4
START_GOLD: Final[i64] = 1

MOST_SENT: Final[i64] = 6  # MT-15
BROUGHT: Final = vec[i64]([0, 2, 5, 8, 12, 16, 20])  # MT-16

# -- the jobs --------------------------------------------------------------------------------------

JOBS: Final[i64] = 5
JOB_FOOD: Final[i64] = 0
JOB_IRRIGATION: Final[i64] = 1
JOB_GOLD: Final[i64] = 2
JOB_RECRUIT: Final[i64] = 3
JOB_FIELDS: Final[i64] = 4

FOOD: Final[i64] = 0  # wares of merchants
GOLD: Final[i64] = 1

WORKER: Final[i64] = 0
MERCHANT: Final[i64] = 1

JOB_NAMES = ("food", "irrigation", "gold", "recruit", "fields")
WARE_NAMES = ("food", "gold")
ROLE_NAMES = ("worker", "merchant")

# MT-42: house values, the scan lost the pictures of the tiles.
PAIRS = (
    ("food", "irrigation"),
    ("irrigation", "gold"),
    ("gold", "recruit"),
    ("recruit", "fields"),
    ("fields", "food"),
)

# -- how much one seat can hold --------------------------------------------------------------------
#
# Before its last round, the most that a seat can have of 22 supplied fields (four seats) is 21: the
# 22nd ends the game. In that round it takes at most 6 more in its own turn and 1 as a follower:
# Fields stands on one tile, or on two with double_jobs (MT-40), and one of these is its own turn's.
MAX_FIELDS: Final[i64] = 30  # 2 + 21 + 6 + 1
MAX_STICKS: Final[i64] = 31  # 1 + 23 + 6 + 1, likewise
# n connected fields have at most 2n + 2 free cells around them: a first field has 4, and each further
# one takes a free cell and adds at most 3. They have at most 3n + 1 edges: 4, then at most 3 more each
# time. (`derive` lays all fields before the first stick, so there is room for all edges.)
MAX_SPOTS: Final[i64] = 62
MAX_EDGES: Final[i64] = 91
# In play one of them holds the first stick.
STICK_SPOTS: Final[i64] = 90
# The last field finds at most 29 fields lying there.
FIELD_SPOTS: Final[i64] = 60
# A seat has no more than the 6 kittens of its family until the last round (MT-36), in which it engages
# at most 6 + 1, as above. In that round's morning it has at most 6 + 2: it only followed until then.
MAX_KITTENS: Final[i64] = 13
MOST_ASLEEP: Final[i64] = 8  # in a morning
# Two fields are irrigated from the start, so one kitten at least is fed (MT-29, MT-45).
MOST_UNFED: Final[i64] = 12

# -- the verbs -------------------------------------------------------------------------------------

WAKE: Final[i64] = 0  # + how many
PICK: Final[i64] = 9  # + family
SELL: Final[i64] = 13  # + ware
KEEP: Final[i64] = 15
CHOOSE: Final[i64] = 16  # + job
TAKE: Final[i64] = 21  # + 5 · tile + job
SEND: Final[i64] = 46  # + how many
FIELD: Final[i64] = 53  # + spot
STICK: Final[i64] = 113  # + spot
ENGAGE: Final[i64] = 203  # + 4 · role + family
FOLLOW: Final[i64] = 211
PASS: Final[i64] = 212  # + what then
DISMISS: Final[i64] = 215  # + 4 · (0 awake, 1 asleep) + family
CLOSE: Final[i64] = 223  # + merchant
FEED: Final[i64] = 236  # + how many stay unfed

THEN_WAKE: Final[i64] = 0
THEN_REST: Final[i64] = 1
THEN_SNACK: Final[i64] = 2

VERBS = Verbs(
    "meowtopia",
    Verb("wake", numbers("n", 0, int(MOST_ASLEEP)), at=0),
    Verb("pick", numbers("other", 0, 3), at=9),
    Verb("sell", Arg("ware", WARE_NAMES), at=13),
    Verb("keep", at=15),
    Verb("choose", Arg("job", JOB_NAMES), at=16),
    Verb("take", numbers("tile", 1, 5), Arg("job", JOB_NAMES), at=21),
    Verb("send", numbers("n", 0, int(MOST_SENT)), at=46),
    Verb("field", numbers("spot", 1, int(FIELD_SPOTS)), at=53),
    Verb("stick", numbers("spot", 1, int(STICK_SPOTS)), at=113),
    Verb("engage", Arg("role", ROLE_NAMES), numbers("other", 0, 3), at=203),
    Verb("follow", at=211),
    Verb("pass", Arg("then", ("wake", "rest", "snack")), at=212),
    Verb("dismiss", Arg("kitten", ("awake", "asleep")), numbers("other", 0, 3), at=215),
    Verb("close", numbers("merchant", 1, int(MAX_KITTENS)), at=223),
    Verb("feed", numbers("unfed", 0, int(MOST_UNFED)), at=236),
)

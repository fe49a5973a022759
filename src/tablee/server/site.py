"""The pages: the built app as files of a folder, and the links by which others come to a table."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from tablee.installed import advice

FOLDER: Final = Path(__file__).parent / "static"
# What the app shows, each at its own address; the app itself reads which.
PLACES: Final = (
    "/",
    "/g/{game}",
    "/t/{table}",
    "/r/{table}",
    "/rules/{game}",
    "/learn/{game}",
    "/ratings/{game}",
    "/claim",
)
FOREVER: Final = "public, max-age=31536000, immutable"  # names of assets change with what is in them
SOON: Final = "no-cache"  # asked for again, but not sent again if it is the same
TYPES: Final = {
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
    ".js": "text/javascript",
}
PACKED: Final = (".js", ".css", ".svg", ".html", ".webmanifest")
# What may be shown as a code: links to this server's own pages.
LINK: Final = re.compile(r"/|/[tr]/[0-9a-f]{40}|/claim#[\w.~=-]{1,600}")
UNBUILT: Final = f"""<!doctype html>
<html lang="fr"><meta charset="utf-8"><title>Tablée</title>
<h1>Tablée</h1>
<p>{advice("fr", "no_pages")}</p>
<p lang="en">{advice("en", "no_pages")}</p>
<p><a href="/api/games">/api/games</a> · <a href="/api/protocol">/api/protocol</a></p>
</html>
"""


class Page(NamedTuple):
    """A file as it is sent; `packed` is smaller, for who can unpack it, or empty."""

    data: bytes
    packed: bytes
    kind: str
    cache: str
    tag: str


def page(name: str, folder: Path = FOLDER) -> Page | None:
    """A file of the built app; None if it has none of that name."""
    try:
        built = (folder / "index.html").stat().st_mtime_ns
    except OSError:
        return None
    path = listed(folder, built).get(name)
    return None if path is None else read(path, name, built)


@lru_cache(2)
def listed(folder: Path, built: int) -> dict[str, Path]:
    """By name. Only what is listed is ever opened: no name leads out of the folder."""
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


@lru_cache(200)
def read(path: Path, name: str, built: int) -> Page:
    data = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(data, 9, mtime=0) if path.suffix in PACKED and len(data) > 1000 else b""
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    return Page(data, packed, kind, FOREVER if name.startswith("assets/") else SOON, tag)


def invitation(base: str, path: str, token: str) -> dict[str, object] | None:
    """A link to one of our pages that lets somebody in, and its QR code as rows of 0 and 1."""
    if LINK.fullmatch(path) is None:
        return None
    place, hash_mark, fragment = path.partition("#")
    query = f"?token={quote(token, safe='')}" if token else ""
    link = f"{base.rstrip('/')}{place}{query}{hash_mark}{fragment}"
    import segno  # takes a while to read, and nobody has asked yet when a server starts

    code = segno.make(link, error="m", micro=False)
    return {"link": link, "code": ["".join("1" if dot else "0" for dot in row) for row in code.matrix]}

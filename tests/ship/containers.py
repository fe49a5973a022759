"""The image of the Containerfile, built for real; its root is run by chroot, as an engine would run it.

An engine (`podman run`, Docker) needs more of a machine than tests may ask for. What it would do for
us is done by a script instead: the root cannot be written, /tmp is empty, folders are mounted, the user
is the image's, and so are the variables.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
SUITE = "trixie"
# What the slim images of Debian leave out.
SLIM = ("exclude=/usr/share/man/*", "exclude=/usr/share/info/*", "exclude=/usr/share/locale/*",
        "exclude=/usr/share/doc/*", "include=/usr/share/doc/*/copyright",
        "exclude=/usr/share/lintian/*")  # fmt: skip
NEEDED = ("podman", "mmdebstrap", "unshare", "chroot")
CERTIFICATES = "/etc/pip-certificates.pem"

# Words that are paths lead to folders of ours: they are seen under the same name, and are the user's;
# what is in the checkout can only be read.
INSIDE = """\
#!/bin/sh
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
[ "${{1-}}" = --inside ] || exec unshare --mount "$0" --inside "$@"
shift
new={new}
mount -t tmpfs tmpfs "$new"
mkdir "$new/upper" "$new/rest" "$new/image"
mount -t overlay overlay -o lowerdir={root},upperdir="$new/upper",workdir="$new/rest" "$new/image"
mount -t tmpfs -o mode=1777 tmpfs "$new/image/tmp"
mount -t proc proc "$new/image/proc"
mount --bind /dev "$new/image/dev"
{mounts}
for folder; do
    case $folder in /*) ;; *) continue ;; esac
    until [ -d "$folder" ]; do folder=$(dirname "$folder"); done
    [ "$folder" != / ] || continue
    mkdir -p "$new/image$folder"
    mount --bind "$folder" "$new/image$folder"
    case $folder in
        {checkout}/*) mount -o remount,bind,ro "$new/image$folder" ;;
        *) chown -R {user} "$folder" ;;
    esac
done
mount -o remount,ro "$new/image"
exec chroot --userspec={user} "$new/image" env -i {env} {words} "$@"
"""


class Image(NamedTuple):
    root: Path
    config: dict[str, Any]

    def script(
        self,
        path: Path,
        words: list[str],
        mounts: Mapping[Path, str] | None = None,
        **env: str,
    ) -> list[str]:
        """Writes what runs these words in the image; `mounts` are files or folders, and where."""
        new = Path(tempfile.mkdtemp(prefix="tablee-root-"))
        atexit.register(shutil.rmtree, new, ignore_errors=True)
        lines = []
        for what, where in (mounts or {}).items():
            here, there = shlex.quote(str(what)), f'"$new/image"{shlex.quote(where)}'
            make = f"mkdir -p {there}"
            if not what.is_dir():
                make = f"mkdir -p $(dirname {there}); : > {there}"
            lines.append(f"{make}; mount --bind {here} {there}")
        given = dict(each.split("=", 1) for each in self.config["Env"])
        text = INSIDE.format(
            new=new,
            root=shlex.quote(str(self.root)),
            mounts="\n".join(lines),
            checkout=shlex.quote(str(ROOT)),
            user=self.config["User"],
            env=shlex.join(f"{name}={value}" for name, value in {**given, **env}.items()),
            words=shlex.join(words),
        )
        path.write_text(text, "utf-8")
        path.chmod(0o755)
        return [str(path)]


def why_not() -> str:
    """Why no image can be made here; empty if one can."""
    if os.name != "posix" or os.geteuid() != 0:
        return "an image is built and its root run by root only"
    missing = [name for name in NEEDED if shutil.which(name) is None]
    if missing:
        return f"an image cannot be built here: there is no {', no '.join(missing)}"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        return "an image cannot be tried here: nothing may be mounted"
    return ""


def run(*words: str | Path) -> str:
    ran = subprocess.run(
        [str(word) for word in words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, f"{words}\n{(ran.stdout + ran.stderr)[-3000:]}"
    return ran.stdout


def reach(folder: Path) -> list[str]:
    """How pip finds the packages from within the build as from here: settings of this machine."""
    names = {"PIP_INDEX_URL": "index-url", "PIP_DEFAULT_TIMEOUT": "timeout"}
    lines = [f"{key} = {os.environ[name]}" for name, key in names.items() if name in os.environ]
    volumes = []
    if "PIP_CERT" in os.environ:
        lines.append(f"cert = {CERTIFICATES}")
        volumes += ["--volume", f"{os.environ['PIP_CERT']}:{CERTIFICATES}:ro"]
    (folder / "pip.conf").write_text("\n".join(["[global]", *lines, ""]), "utf-8")
    return [*volumes, "--volume", f"{folder / 'pip.conf'}:/etc/pip.conf:ro"]


@functools.cache
def image() -> Image:
    """Built once, on a base that is made here as the slim images of Debian are."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-image-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    slim = [f"--dpkgopt=path-{each}" for each in SLIM]
    run("mmdebstrap", "--quiet", "--variant=minbase", *slim, SUITE, folder / "base.tar")
    podman = ("podman", "--root", folder / "store", "--runroot", folder / "run")
    run(*podman, "import", folder / "base.tar", "localhost/base")
    run(
        *(*podman, "build", "--isolation", "chroot", "--format", "docker", "--pull=never"),
        *("--build-arg", "BASE=localhost/base", *reach(folder)),
        *("--tag", "localhost/tablee", "--file", "Containerfile", "."),
    )
    (about,) = json.loads(run(*podman, "image", "inspect", "localhost/tablee"))
    mounted = run(*podman, "image", "mount", "localhost/tablee").strip()
    run("cp", "-a", mounted, folder / "root")
    run(*podman, "image", "umount", "--all")
    shutil.rmtree(folder / "store", ignore_errors=True)
    health = about.get("HealthCheck") or about.get("Healthcheck") or {}
    return Image(folder / "root", {**about["Config"], "Healthcheck": health})

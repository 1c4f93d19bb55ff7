# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""The archive of classes that lets a JVM start faster: class-data sharing. 'python -m stoa.warm' makes it."""

from __future__ import annotations

import hashlib
import os
import stat
import zlib
from collections.abc import Sequence
from pathlib import Path

# A JVM starts without an archive that is not its own or that of its jars, here in silence.
_QUIET = ["-Xlog:cds*=off:stderr"]


def stem(home: Path, jars: Sequence[str]) -> Path | None:
    """Returns the folder and the first part of the name of the archive for a JVM and some jars; None without a cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        cache = os.path.expanduser("~/.cache")
    if not os.path.isabs(cache) or os.pathsep in cache:  # the JVM would take it for two archives
        return None
    name = hashlib.sha256("\n".join([str(home), *jars]).encode(errors="surrogateescape")).hexdigest()[:32]
    return Path(cache, "stoa", name)


def named(start: Path, content: bytes) -> Path:
    """Returns the path of an archive, whose name has the checksum: a JVM may crash on a damaged archive."""
    return start.with_name(f"{start.name}-{zlib.crc32(content):08x}.jsa")


def archives(start: Path) -> list[Path]:
    """Returns the archives that are there: one, or some of processes that make it at the same time."""
    return sorted(start.parent.glob(start.name + "-*.jsa"))


def options(home: Path, major: int, jars: Sequence[str]) -> list[str]:
    """Returns the options of the JVM that use the archive; none if it does not exist, is damaged, or others may write to it."""
    start = stem(home, jars)
    for path in [] if start is None else archives(start):
        try:
            if _is_own(path) and path == named(path.with_name(path.name[:32]), path.read_bytes()):
                return [f"-XX:SharedArchiveFile={path}", *_QUIET, *(["-Xlog:aot*=off:stderr"] if major >= 25 else [])]
        except OSError:
            continue  # it was replaced, or can't be read
    return []


def _is_own(path: Path) -> bool:
    """Tells whether only this user can have written a file: the JVM runs the classes in it."""
    states = [path.lstat(), path.parent.lstat()]
    if not stat.S_ISREG(states[0].st_mode):
        return False
    if not hasattr(os, "geteuid"):
        return True
    return all(state.st_uid == os.geteuid() and not state.st_mode & 0o022 for state in states)

# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""
Makes the first read of later processes faster: python -m stoa.warm

It records the classes that reads and writes load, in an archive in the user's cache folder. Run it again after an update of
Java or of this package.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from stoa import _classes, _jvm
from stoa._errors import StoaError

_RECORD = "import sys; from stoa import warm; warm._record(sys.argv[1])"
_CHECK = "import sys; from stoa import warm; warm._check(sys.argv[1])"


def main() -> int:
    """Makes the archive, and returns the exit code."""
    try:
        print(f"{make()}: later processes start with these classes")
        return 0
    except (StoaError, OSError) as failure:
        print(f"stoa.warm: {failure}", file=sys.stderr)
        return 1


def make() -> Path:
    """Makes the archive for the JVM and the jars in use, or replaces it, and returns its path."""
    home, _ = _jvm.find_java()
    start = _classes.stem(home, _jvm.jars())
    if start is None:
        raise StoaError("no cache folder for the archive of classes: set XDG_CACHE_HOME to an absolute path without ':'")
    start.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = start.with_suffix(f".{os.getpid()}")
    try:
        _run(_RECORD, fresh)
        _run(_CHECK, fresh)
        os.chmod(fresh, 0o600)
        target = _classes.named(start, fresh.read_bytes())
        os.replace(fresh, target)
        for other in _classes.archives(start):
            if other != target:
                other.unlink(missing_ok=True)
    finally:
        fresh.unlink(missing_ok=True)
    return target


def _run(code: str, fresh: Path) -> None:
    done = subprocess.run([sys.executable, "-c", code, str(fresh)], capture_output=True, text=True)
    if done.returncode != 0 or not fresh.exists():
        said = (done.stderr or done.stdout).strip()[-1000:] or "the JVM gives no reason"
        raise StoaError(f"{fresh}: the JVM made no archive of classes: {said}")


def _record(path: str) -> None:
    """Does what programs do first, and lets the JVM write the archive at its end."""
    _jvm.start([f"-XX:ArchiveClassesAtExit={path}"])
    _work()
    _jvm.java("java.lang.System").exit(0)


def _check(path: str) -> None:
    """Fails if the JVM refuses the archive."""
    _jvm.start([f"-XX:SharedArchiveFile={path}", "-Xshare:on"])


def _work() -> None:
    import pyarrow as pa
    import pyarrow.compute as pc

    import stoa

    count = 20_000
    data = pa.table(
        {
            "id": pa.array(range(count)),
            "price": pa.array([i / 7 for i in range(count)]),
            "name": pa.array([None if i % 9 == 0 else f"name {i % 100}" for i in range(count)]),
            "day": pa.array([i % 366 for i in range(count)], pa.int32()).cast(pa.date32()),
            "at": pa.array(range(count), pa.timestamp("us", "UTC")),
            "cost": pa.array(range(count), pa.int64()).cast(pa.decimal128(21, 2)),
            "tags": pa.array([[str(i % 5)] for i in range(count)]),
        }
    )
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.stoa")
        stoa.write(path, data)
        with stoa.open(path) as dataset:
            dataset.scan(["id", "name"], pc.field("price") > 100).to_arrow()
            dataset.scan(filter="id < 100 and name = 'name 7'").to_arrow()
            dataset.to_arrow()
        table = stoa.Table.create(os.path.join(folder, "t"), data.schema, key=["id"])
        table.insert(data)
        table.upsert(data.slice(0, 10))
        table.update("price = price * 2", where="id < 10")
        table.delete(pc.field("id") == 5)
        table.scan(filter="id < 100").to_arrow()


if __name__ == "__main__":
    sys.exit(main())

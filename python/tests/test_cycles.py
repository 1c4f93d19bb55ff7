# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Nothing leaks, on Java's heap or beside it. STOA_CYCLES=10000 opens and closes that often; without, 300 times."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

import stoa
from stoa import _jvm

CYCLES = int(os.environ.get("STOA_CYCLES", "300"))


def resident() -> int:
    """The bytes of memory that the process has."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


def heap() -> int:
    """The bytes of Java's heap that are in use after a collection."""
    gc.collect()
    _jvm.java("java.lang.System").gc()
    runtime = _jvm.java("java.lang.Runtime").getRuntime()
    return int(runtime.totalMemory() - runtime.freeMemory())


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="counts files as Linux does")
@pytest.mark.parametrize("way", ["whole", "left", "failed", "table", "dictionary", "written"])
def test_cycles(tmp_path: Path, way: str) -> None:
    data = pa.table({"id": pa.array(range(20_000)), "text": [str(i % 100) for i in range(20_000)]})
    path = tmp_path / "a.stoa"
    stoa.write(path, data)
    table = stoa.Table.create(tmp_path / "t", data.schema)
    table.insert(data)
    table.update("text = 'new'", where="id < 10")

    def once() -> None:
        if way == "whole":
            with stoa.open(path) as dataset:
                assert dataset.scan(filter="id < 15000").to_arrow().num_rows == 15_000
        elif way == "left":  # neither the file nor the scan is closed
            assert next(stoa.open(path).scan(columns=["text"]).batches()).num_rows > 0
        elif way == "failed":
            with pytest.raises(pa.ArrowInvalid):
                stoa.open(path).scan(filter=pc.scalar(1) / (pc.field("id") - 700) > 5).to_arrow()
        elif way == "table":
            assert stoa.open(table.path).scan(filter="text = 'new'").to_arrow().num_rows == 10
        elif way == "dictionary":
            assert len(stoa.open(path).scan(read_dictionary=["text"]).to_arrow()["text"].unique()) == 100
        else:
            with pytest.raises(FileExistsError):
                stoa.write(path, data)
            stoa.write(path, data, overwrite=True)

    before: tuple[int, int, int] | None = None
    for cycle in range(CYCLES):
        if cycle == CYCLES // 3:
            before = heap(), resident(), len(os.listdir("/proc/self/fd"))
        once()
    assert before is not None
    after = heap(), resident(), len(os.listdir("/proc/self/fd"))
    assert _jvm.allocated_bytes() == 0
    assert after[0] - before[0] < 8 << 20, "Java's heap has grown"
    assert after[1] - before[1] < 96 << 20, "the process has grown"
    assert after[2] - before[2] <= 2, "files are open"


def test_every_buffer_is_released(tmp_path: Path) -> None:
    path = tmp_path / "a.stoa"
    stoa.write(path, {"id": list(range(100_000))})
    found = stoa.open(path).scan().to_arrow()
    assert _jvm.allocated_bytes() > 0
    slice = found.slice(50_000, 10)
    del found
    assert slice["id"].to_pylist() == list(range(50_000, 50_010))
    del slice
    assert _jvm.allocated_bytes() == 0

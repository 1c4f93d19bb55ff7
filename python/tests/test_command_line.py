# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""The command line and the package see the same rows. Without a built command line the tests are skipped."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.ipc
import pytest
from conftest import plain

import stoa

COMMAND = Path(__file__).parents[2] / "cli" / "target" / "stoa" / "bin" / "stoa"

pytestmark = pytest.mark.skipif(not COMMAND.exists(), reason=f"{COMMAND} is not built")


def command(*words: object, given: bytes | None = None) -> bytes:
    done = subprocess.run([str(COMMAND), *map(str, words)], input=given, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def scanned(*words: object) -> pa.Table:
    return pa.ipc.open_stream(command("scan", *words, "--to", "ARROW")).read_all()


def conditions() -> list[tuple[str, Any]]:
    """Conditions of the command line, and the same of Polars."""
    polars = pytest.importorskip("polars")
    column = polars.col
    return [
        ("id < 10", column("id") < 10),
        ("half > 1 and half < 3", (column("half") > 1) & (column("half") < 3)),
        ("text = 'ab' and flag = true", (column("text") == "ab") & column("flag")),
        ("price >= 5000 or day is null", (column("price") >= 5000) | column("day").is_null()),
    ]


@pytest.mark.parametrize("number", range(4))
def test_queries_agree(file: Path, number: int) -> None:
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    where, condition = conditions()[number]
    expected = scanned(file, "--where", where)
    assert 0 < expected.num_rows < 1000
    dataset = stoa.open(file)
    found = dataset.scan(filter=where).to_arrow()
    assert found.schema.equals(expected.schema, check_metadata=True)
    rows = repr(expected.to_pylist())
    assert repr(found.to_pylist()) == rows
    queried = duckdb.sql(f"select * from dataset where {where} order by id").to_arrow_table()
    assert repr(queried.cast(plain(expected).schema).to_pylist()) == rows
    lazy = polars.scan_pyarrow_dataset(dataset).filter(condition).collect()
    assert repr(lazy.to_arrow().cast(plain(expected).schema).to_pylist()) == rows


@pytest.mark.parametrize("where", ["real > 3", "text like 'a%' and flag = true"])
def test_filters_agree(file: Path, where: str) -> None:
    """NaN is no number here, and the greatest one in Polars."""
    found = stoa.open(file).scan(filter=where).to_arrow()
    assert repr(found.to_pylist()) == repr(scanned(file, "--where", where).to_pylist())


def test_a_table_of_both(tmp_path: Path) -> None:
    table = stoa.Table.create(tmp_path / "t", pa.schema([("id", pa.int64()), ("name", pa.string())]))
    table.insert({"id": [1, 2], "name": ["a", "b"]})
    sink = pa.BufferOutputStream()
    more = pa.table({"id": [3], "name": ["c"]})
    with pa.ipc.new_file(sink, more.schema) as writer:
        writer.write_table(more)
    (tmp_path / "more.arrow").write_bytes(sink.getvalue())
    command("insert", table.path, tmp_path / "more.arrow")
    command("update", table.path, "--set", "name = 'new'", "--where", "id = 2")
    table.delete("id = 1")
    assert table.version == 4
    expected = [{"id": 2, "name": "new"}, {"id": 3, "name": "c"}]
    assert table.scan().to_arrow().to_pylist() == scanned(table.path).to_pylist() == expected

# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""The command line and the package see the same rows. Without a built command line the tests are skipped."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.ipc
import pytest

import stoa

COMMAND = Path(__file__).parents[2] / "cli" / "target" / "stoa" / "bin" / "stoa"

pytestmark = pytest.mark.skipif(not COMMAND.exists(), reason=f"{COMMAND} is not built")


def command(*words: object, given: bytes | None = None) -> bytes:
    done = subprocess.run([str(COMMAND), *map(str, words)], input=given, capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def scanned(*words: object) -> pa.Table:
    return pa.ipc.open_stream(command("scan", *words, "--to", "ARROW")).read_all()


@pytest.mark.parametrize("where", ["id < 10", "real > 3", "text like 'a%' and flag = true", "price >= 5000 or day is null"])
def test_queries_agree(file: Path, where: str) -> None:
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    expected = scanned(file, "--where", where)
    dataset = stoa.open(file)
    found = dataset.scan(filter=where).to_arrow()
    assert found.schema.equals(expected.schema, check_metadata=True)
    assert repr(found.to_pylist()) == repr(expected.to_pylist())
    ids = expected["id"].to_pylist()
    assert [row[0] for row in duckdb.sql(f"select id from dataset where {where} order by id").fetchall()] == ids
    lazy = polars.scan_pyarrow_dataset(dataset.filter(where))
    assert lazy.select("id").collect()["id"].to_list() == ids


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

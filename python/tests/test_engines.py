# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""DuckDB and Polars query files and tables, and push columns and filters down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset
import pytest

import stoa
from stoa import _scan

duckdb = pytest.importorskip("duckdb")
polars = pytest.importorskip("polars")

QUERIES = [
    "select count(*) from {}",
    "select text, count(*), sum(small) from {} where id >= 100 and id < 300 group by text order by text nulls first",
    "select id from {} where text like 'a%' and price > 5000 order by id",
    "select id from {} where text in ('a', 'z') and not flag order by id",
    "select id from {} where small between -5 and 5 or day is null order by id",
    "select id from {} where real > 3 order by id",
    "select id from {} where real = 'nan'::double order by id",
    "select id from {} t where t.at >= timestamptz '2021-01-01 00:00:00+00' order by id",
    "select id from {} where point.x = 3 order by id",
    "select max(day), min(raw) from {} where half = 1.5",
    "select a.id from {0} a join {0} b on a.id = b.id + 990 order by 1",
    "select id from {} where id > 10 order by id limit 3",
]


@pytest.mark.parametrize("query", QUERIES)
def test_duckdb_finds_what_it_finds_in_memory(file: Path, table: pa.Table, query: str) -> None:
    ours, theirs = stoa.open(file), table  # noqa: F841
    assert repr(duckdb.sql(query.format("ours")).fetchall()) == repr(duckdb.sql(query.format("theirs")).fetchall())


def scans(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The scans that begin from now on."""
    found: list[Any] = []
    original = _scan.Scan.__init__

    def observed(self: Any, *arguments: Any) -> None:
        original(self, *arguments)
        found.append(self)

    monkeypatch.setattr(_scan.Scan, "__init__", observed)
    return found


def test_duckdb_pushes_down(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = stoa.open(file)  # noqa: F841
    found = scans(monkeypatch)
    duckdb.sql("select text from ours where id < 10 and small > 0").fetchall()
    assert found[-1].schema.names in (["text"], ["text", "id", "small"], ["id", "small", "text"])
    assert "id < 10" in str(found[-1]._condition.pushed)
    assert "small > 0" in str(found[-1]._condition.pushed)
    assert found[-1]._condition.rest is None


def test_polars_pushes_down(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = scans(monkeypatch)
    lazy = polars.scan_pyarrow_dataset(stoa.open(file))
    frame = lazy.filter((polars.col("id") < 10) & polars.col("text").is_in(["a", "ab"])).select("text").collect()
    assert set(frame["text"]) <= {"a", "ab"}
    assert "id < 10" in str(found[-1]._condition.pushed)
    assert set(found[-1].schema.names) <= {"text", "id"}


def test_polars_finds_what_it_finds_in_a_dataset_of_pyarrow(file: Path, table: pa.Table) -> None:
    ours = polars.scan_pyarrow_dataset(stoa.open(file))
    theirs = polars.scan_pyarrow_dataset(pyarrow.dataset.dataset(table))
    col = polars.col
    for condition in (
        col("id") > 990,
        col("real") > 3,
        col("real").is_nan(),
        col("text").str.starts_with("a"),
        col("small").is_null() | (col("small") > 50),
        col("price") > 5000,
        col("flag"),
    ):
        found = ours.filter(condition).select("id", "text").collect()
        assert found.equals(theirs.filter(condition).select("id", "text").collect()), condition


def test_polars_decides_what_its_conditions_mean(tmp_path: Path) -> None:
    """The three cases of the page of Python, in which Arrow and Polars differ."""
    data = pa.table({"x": [0.0, -0.0, 1.0, float("nan"), None], "n": pa.array([0, 1, 2, 3, None])})
    stoa.write(tmp_path / "a.stoa", data)
    col = polars.col
    for condition, in_memory, pushed in (
        (col("x") > 0.5, [2, 3], [2]),
        (~col("n").is_in([1, 2]), [0, 3], [0, 3, None]),
        (col("x").is_in([0.0]), [0, 1], [0]),
    ):
        assert polars.from_arrow(data).filter(condition)["n"].to_list() == in_memory
        dataset = stoa.open(tmp_path / "a.stoa")
        for scanned in (dataset, pyarrow.dataset.dataset(data)):
            assert polars.scan_pyarrow_dataset(scanned).filter(condition).collect()["n"].to_list() == pushed
        itself = polars.scan_pyarrow_dataset(dataset, allow_pyarrow_filter=False)
        assert itself.filter(condition).select("n").collect()["n"].to_list() == in_memory


def test_duckdb_reads_a_scan_and_a_table(file: Path, tmp_path: Path) -> None:
    scan = stoa.open(file).scan(columns=["id", "text"], filter="id < 5")  # noqa: F841
    assert duckdb.sql("select count(*) from scan").fetchall() == [(5,)]
    orders = stoa.Table.create(tmp_path / "orders", pa.schema([("id", pa.int64()), ("n", pa.int64())]))
    orders.insert(duckdb.sql("select range as id, range % 7 as n from range(1000)"))
    orders.update("n = 100", where="id < 10")
    old = orders.at(1)  # noqa: F841
    assert duckdb.sql("select count(*) from orders where n = 100").fetchall() == [(10,)]
    assert duckdb.sql("select count(*) from old where n = 100").fetchall() == [(0,)]

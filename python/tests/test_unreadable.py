# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Columns of types that Arrow lacks are refused by name, and the others are read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import jpype
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import stoa
from stoa import _jvm

f = pc.field
REFUSAL = "column 'wide' is decimal\\(80, ?2\\), which Arrow can't express: .*; select other columns"


def _schema() -> object:
    kinds, types, fields = (_jvm.java("dev.stoa.format." + name) for name in ("TypeKind", "Type", "Field"))
    parts = jpype.java.util.ArrayList()
    parts.add(fields.nullable("x", types.of(kinds.INT32)))
    parts.add(fields.nullable("at", types.timestamp(jpype.JInt(12), False)))
    return _jvm.java("dev.stoa.format.Schema").of(
        fields.nullable("id", types.of(kinds.INT64)),
        fields.nullable("wide", types.decimal(jpype.JInt(80), jpype.JInt(2))),
        fields.nullable("point", types.struct(parts)),
        fields.nullable("name", types.of(kinds.STRING)),
    )


def _write(path: Path) -> None:
    schema = _schema()
    rows = jpype.java.util.ArrayList()
    wide = jpype.java.math.BigDecimal("9" * 78 + ".25")
    for id, value, name in ((1, wide, "a"), (2, None, "b"), (3, wide, "c")):
        point = jpype.JArray(jpype.JObject)([jpype.java.lang.Integer(id * 10), None])
        rows.add(jpype.JArray(jpype.JObject)([jpype.java.lang.Long(id), value, point, name]))
    sink = _jvm.java("dev.stoa.vio.LocalFileSink").create(
        jpype.java.nio.file.Path.of(str(path)), _jvm.java("dev.stoa.vio.SinkOptions").DEFAULT
    )
    writer = _jvm.java("dev.stoa.writer.StoaWriter").create(sink, schema, _jvm.java("dev.stoa.writer.WriterOptions").DEFAULT)
    writer.write(_jvm.java("dev.stoa.writer.JavaRows").batch(schema, rows))
    writer.finish()
    writer.close()


@pytest.fixture(scope="module", params=["file", "folder"])
def dataset(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[stoa.Dataset]:
    folder = tmp_path_factory.mktemp("wide")
    _write(folder / "a.stoa")
    yield stoa.open(folder / "a.stoa" if request.param == "file" else folder)


def test_reads_the_other_columns(dataset: stoa.Dataset) -> None:
    assert dataset.columns == ["id", "wide", "point", "name"]
    assert dataset.scan(columns=["name", "id"]).to_arrow().to_pydict() == {"name": ["a", "b", "c"], "id": [1, 2, 3]}
    assert dataset.scan(columns=["point.x"]).to_arrow()["point.x"].to_pylist() == [10, 20, 30]
    assert dataset.to_table(columns=["id"], filter=f("id") * 2 > 2)["id"].to_pylist() == [2, 3]
    assert dataset.scan(columns=["id"], filter="wide > 1").to_arrow()["id"].to_pylist() == [1, 3]
    assert dataset.scan(columns=["id"], filter=f("wide").is_null()).to_arrow()["id"].to_pylist() == [2]
    assert len(dataset) == dataset.count_rows() == 3
    assert dataset.scan(filter="id > 1", columns=["id"]).count_rows() == 2
    assert "wide: null" in repr(dataset)


def test_refuses_the_column_by_its_name(dataset: stoa.Dataset) -> None:
    for call in (
        dataset.scan,
        dataset.to_arrow,
        dataset.to_table,
        lambda: dataset.scan(columns=["wide"]),
        lambda: dataset.scan(columns=["id", "WIDE"]),
        lambda: dataset.scan(columns=["id"], filter=f("wide") * 2 > 5),
        lambda: dataset.scan(columns=["id"], filter=f("wide") > 5),
    ):
        with pytest.raises(stoa.UnsupportedFileError, match=REFUSAL):
            call()
    with pytest.raises(stoa.UnsupportedFileError, match="column 'point.at' is timestamp"):
        dataset.scan(columns=["point"])


def test_other_libraries_read_the_other_columns(dataset: stoa.Dataset) -> None:
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    assert duckdb.sql("select id from dataset where id > 1").fetchall() == [(2,), (3,)]
    assert polars.scan_pyarrow_dataset(dataset).select("name").collect()["name"].to_list() == ["a", "b", "c"]
    with pytest.raises(Exception, match="Arrow can't express"):
        duckdb.sql("select * from dataset").fetchall()


def test_a_table_takes_rows_without_the_column(tmp_path: Path, dataset: stoa.Dataset) -> None:
    numbered = _jvm.java("dev.stoa.table.SchemaEdit").numbered(_schema())
    folder = _jvm.java("dev.stoa.vio.LocalFolder")(jpype.java.nio.file.Path.of(str(tmp_path / "t")))
    properties, settings = (_jvm.java("dev.stoa.table." + name) for name in ("TableProperties", "TableSettings"))
    _jvm.java("dev.stoa.table.Table").create(folder, numbered, properties.NONE, settings.DEFAULT)
    table = stoa.open(tmp_path / "t")
    table.insert({"id": [1, 2]})
    table.insert(pa.table({"id": [3], "wide": pa.array([5], pa.decimal128(9, 2))}))
    assert table.scan(columns=["id"], filter="wide = 5").to_arrow()["id"].to_pylist() == [3]
    table.update("wide = 7", "id = 1")
    table.delete(f("wide").is_null())
    assert table.scan(columns=["id"]).to_arrow()["id"].to_pylist() == [1, 3]
    with pytest.raises(stoa.UnsupportedFileError, match=REFUSAL):
        stoa.Table.create(tmp_path / "copy", dataset.schema)
    assert not (tmp_path / "copy").exists()

# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Columns that the caller wants as dictionaries have the values that they have without, in each library."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

import stoa
from stoa import _jvm

ROWS = 600_000
TEXTS = pa.dictionary(pa.int32(), pa.string())


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> stoa.Dataset:
    """Several parts, each with texts of its own: few, and in the end more than a batch has rows."""
    chance = random.Random(3)
    texts = [chance.choice(["", "é", None, f"n{i // 100_000}"]) for i in range(ROWS)]
    path = tmp_path_factory.mktemp("files") / "many.stoa"
    stoa.write(path, pa.table({"id": range(ROWS), "few": texts, "all": [str(i * 7) for i in range(ROWS)]}))
    return stoa.open(path)


def decoded(table: pa.Table, like: pa.Schema) -> pa.Table:
    """The same without dictionaries."""
    return table.cast(pa.schema([like.field(name) for name in table.schema.names]))


def check(scan: stoa.Scan, plain: stoa.Scan) -> None:
    found = scan.to_arrow()
    found.validate(full=True)
    expected = plain.to_arrow()
    assert repr(found.to_pylist()) == repr(expected.to_pylist())  # where NaN is NaN
    assert decoded(found, expected.schema).schema.equals(expected.schema)


@pytest.mark.parametrize("filter", [None, "id >= 100 and id < 300", pc.field("text") == "ab"])
@pytest.mark.parametrize("columns", [None, ["text", "raw", "id"], ["raw"]])
def test_has_the_rows_of_a_scan_without(file: Path, columns: list[str] | None, filter: Any) -> None:
    dataset = stoa.open(file)
    named = ["raw"] if columns == ["raw"] else ["text", "raw"]
    scan = dataset.scan(columns=columns, filter=filter, read_dictionary=named)
    assert scan.schema.field("raw").type == pa.dictionary(pa.int32(), pa.binary())
    check(scan, dataset.scan(columns=columns, filter=filter))
    if filter is None:
        check(dataset.scan(rows=(17, 901), read_dictionary=["text"]), dataset.scan(rows=(17, 901)))


def test_takes_paths_of_nested_columns(file: Path) -> None:
    dataset = stoa.open(file)
    schema = dataset.scan(read_dictionary=["point.y", "tags.item"]).schema
    element = schema.field("tags").type.value_field
    assert schema.field("point").type.field("y").type == element.type == TEXTS
    check(dataset.scan(read_dictionary=["point.y", "tags.item"]), dataset.scan())
    alone = dataset.scan(columns=["point.y"], read_dictionary=["point.y"])
    assert alone.schema.field("point.y").type == TEXTS
    check(alone, dataset.scan(columns=["point.y"]))


@pytest.mark.parametrize(
    "condition",
    [
        pc.utf8_upper(pc.field("text")) == "AB",
        pc.binary_length(pc.field("raw")) + pc.field("small") > 3,
        (pc.field("text") == "a") & (pc.utf8_length(pc.field("point", "y")) == 1),
    ],
)
def test_pyarrow_evaluates_its_functions(file: Path, condition: pc.Expression) -> None:
    dataset = stoa.open(file)
    named = ["text", "raw", "point.y"]
    check(dataset.scan(filter=condition, read_dictionary=named), dataset.scan(filter=condition))
    check(
        dataset.scan(columns=["raw"], filter=condition, read_dictionary=["raw"]),
        dataset.scan(columns=["raw"], filter=condition),
    )


def test_refuses_other_columns(file: Path) -> None:
    dataset = stoa.open(file)
    refused = {
        "txt": "no column 'txt' .did you mean 'text'",
        "id": "column 'id' is int64, and only texts and bytes",
        "point": "column 'point' is struct",
        "point.x": r"column 'point\.x' is int32",
        "point.z": "no column 'z'",
        "text.a": r"no column 'text\.a'",
    }
    for name, words in refused.items():
        with pytest.raises(ValueError, match=words):
            dataset.scan(read_dictionary=[name])
    with pytest.raises(ValueError, match="no column 'text'"):
        dataset.scan(columns=["id"], read_dictionary=["text"])
    with pytest.raises(TypeError, match="read_dictionary is a text, must be a list of names"):
        dataset.scan(read_dictionary="text")  # type: ignore[arg-type]


def test_reads_versions_of_a_table(tmp_path: Path) -> None:
    table = stoa.Table.create(
        tmp_path / "t", pa.schema([pa.field("id", pa.int64(), nullable=False), ("text", pa.string())]), key=["id"]
    )
    for first in (0, 1000, 2000):
        texts = [None if i % 7 == 0 else f"{first}-{i % 5}" for i in range(1000)]
        table.insert({"id": range(first, first + 1000), "text": texts})
    before = table.version
    table.update("text = 'new'", where="id >= 900 and id < 1100")
    table.update_by_key({"id": range(0, 3000, 50), "text": [f"by key {i}" for i in range(60)]})
    table.delete("id < 30")
    for version in (before, None):
        check(table.scan(version=version, read_dictionary=["text"]), table.scan(version=version))
        condition = "text in ('new', '2000-3') or id < 500"
        check(
            table.scan(version=version, filter=condition, read_dictionary=["text"]),
            table.scan(version=version, filter=condition),
        )


def test_gives_batches_that_hold_their_dictionaries(many: stoa.Dataset) -> None:
    scan = many.scan(read_dictionary=["few", "all"], threads=2)
    for batches in (list(scan.batches()), list(scan.to_reader()), list(pa.RecordBatchReader.from_stream(scan))):
        assert pa.Table.from_batches(batches).cast(many.schema).equals(many.to_arrow())
        assert max(len(batch["few"].dictionary) for batch in batches) < 10
        assert max(len(batch["all"].dictionary) for batch in batches) <= 2 * 65_536


def test_pandas_gets_a_category(many: stoa.Dataset) -> None:
    found = many.scan(read_dictionary=["few"]).to_pandas()
    assert str(found["few"].dtype) == "category"
    assert set(found["few"].cat.categories) == {"", "é", *(f"n{i}" for i in range(6))}
    assert found["few"].astype(object).where(found["few"].notna(), None).tolist() == many.to_arrow()["few"].to_pylist()


def test_polars_gets_a_categorical(many: stoa.Dataset) -> None:
    polars = pytest.importorskip("polars")
    for found in (many.scan(read_dictionary=["few"]).to_polars(), polars.DataFrame(many.scan(read_dictionary=["few"]))):
        assert found["few"].dtype == polars.Categorical
        assert found["few"].to_list() == many.to_arrow()["few"].to_pylist()


def test_duckdb_reads_each_dictionary(many: stoa.Dataset) -> None:
    duckdb = pytest.importorskip("duckdb")
    ours, theirs = many.scan(read_dictionary=["few", "all"]), many.to_arrow()  # noqa: F841
    for query in (
        'select few, count(*), min("all"), max("all") from {} group by few order by few nulls first',
        "select id, few from {} where few = 'n3' and id % 1000 = 7 order by id",
        'select sum(hash("all"::varchar)::hugeint), sum(hash(few::varchar)::hugeint) from {}',
    ):
        assert duckdb.sql(query.format("ours")).fetchall() == duckdb.sql(query.format("theirs")).fetchall()


def test_goes_through_ipc(many: stoa.Dataset, tmp_path: Path) -> None:
    scan = many.scan(columns=["few"], read_dictionary=["few"])
    expected = many.scan(columns=["few"]).to_arrow()
    with pa.ipc.new_stream(tmp_path / "s.arrows", scan.schema) as writer:
        for batch in scan.batches():
            writer.write_batch(batch)
    with pa.ipc.open_stream(tmp_path / "s.arrows") as reader:
        assert reader.read_all().cast(expected.schema).equals(expected)
    table = scan.to_arrow()
    with pytest.raises(pa.ArrowInvalid, match="Dictionary replacement"):
        with pa.ipc.new_file(tmp_path / "a.arrow", scan.schema) as file:
            file.write_table(table)
    with pa.ipc.new_file(tmp_path / "f.arrow", scan.schema) as file:
        file.write_table(table.unify_dictionaries())
    with pa.ipc.open_file(tmp_path / "f.arrow") as opened:
        assert opened.read_all().cast(expected.schema).equals(expected)


def test_writes_what_it_has_read(many: stoa.Dataset, tmp_path: Path) -> None:
    stoa.write(tmp_path / "copy.stoa", many.scan(read_dictionary=["few", "all"]))
    assert stoa.open(tmp_path / "copy.stoa").to_arrow().equals(many.to_arrow())


def test_threads_share_a_scan(many: stoa.Dataset) -> None:
    scan = many.scan(filter="id >= 250000 and id < 400000", read_dictionary=["few", "all"])
    expected = many.scan(filter="id >= 250000 and id < 400000").to_arrow()
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: scan.to_arrow(), range(8)):
            assert decoded(found, expected.schema).equals(expected)


def test_every_buffer_is_released(many: stoa.Dataset) -> None:
    kept = many.scan(read_dictionary=["few", "all"]).to_arrow()["few"].chunk(0)
    assert _jvm.allocated_bytes() > 0
    assert kept.dictionary.to_pylist() and kept.validate(full=True) is None
    del kept
    assert _jvm.allocated_bytes() == 0

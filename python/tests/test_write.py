# Licensed under the Apache License, Version 2.0; see the file LICENSE.
from __future__ import annotations

import datetime
import json
import os
from collections.abc import Iterator
from pathlib import Path

import jpype
import pandas
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset
import pytest

import stoa
from stoa import _errors, _jvm

EXPECTED = [{"id": 1, "name": "a"}, {"id": 2, "name": None}]


@pytest.mark.parametrize(
    "data",
    [
        pa.table({"id": [1, 2], "name": ["a", None]}),
        pa.record_batch({"id": [1, 2], "name": ["a", None]}),
        pa.table({"id": [1, 2], "name": ["a", None]}).to_reader(),
        pyarrow.dataset.dataset(pa.table({"id": [1, 2], "name": ["a", None]})),
        {"id": [1, 2], "name": ["a", None]},
        [{"id": 1, "name": "a"}, {"id": 2}],
        pandas.DataFrame({"id": [1, 2], "name": ["a", None]}),
        polars.DataFrame({"id": [1, 2], "name": ["a", None]}),
        iter(
            [
                pa.record_batch({"id": [1], "name": ["a"]}),
                pa.record_batch({"id": [2], "name": pa.array([None], "str")}),
            ]
        ),
    ],
    ids=lambda data: f"{type(data).__module__.partition('.')[0]}.{type(data).__name__}",
)
def test_takes(tmp_path: Path, data: object) -> None:
    assert stoa.write(tmp_path / "a.stoa", data) == 2
    assert stoa.open(tmp_path / "a.stoa").scan().to_arrow().to_pylist() == EXPECTED


def test_takes_a_relation_of_duckdb(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    stoa.write(tmp_path / "a.stoa", duckdb.sql("select 1 as id, 'a' as name union all select 2, null order by 1"))
    assert stoa.open(tmp_path / "a.stoa").scan().to_arrow().to_pylist() == EXPECTED


@pytest.mark.parametrize(
    "kind",
    [
        pa.null(),
        pa.bool_(),
        pa.int16(),
        pa.int64(),
        pa.float32(),
        pa.float64(),
        pa.decimal128(30, 2),
        pa.date32(),
        pa.string(),
        pa.binary(),
    ],
    ids=str,
)
def test_takes_dictionaries_without_values(tmp_path: Path, kind: pa.DataType) -> None:
    """As pandas makes of a category without values."""
    column = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], kind))
    stoa.write(tmp_path / "a.stoa", pa.table({"id": [1, 2], "word": column}))
    found = stoa.open(tmp_path / "a.stoa").to_arrow()
    assert found.to_pydict() == {"id": [1, 2], "word": [None, None]}
    assert found.schema.field("word").type == kind


def test_takes_dictionaries_and_large_types(tmp_path: Path) -> None:
    data = pa.table(
        {
            "word": pa.array(["x", "y", "x", None]).dictionary_encode(),
            "large": pa.array(["a", "b", None, "c"], pa.large_string()),
            "view": pa.array(["a", "b", None, "c" * 50], pa.string_view()),
            "many": pa.array([[1], None, [], [2, 3]], pa.large_list(pa.int64())),
        }
    )
    stoa.write(tmp_path / "a.stoa", data)
    found = stoa.open(tmp_path / "a.stoa").scan().to_arrow()
    assert found.to_pylist() == data.to_pylist()
    assert found.schema.field("word").type == pa.string()


def test_takes_slices(tmp_path: Path) -> None:
    data = pa.table(
        {
            "number": [10, 11, None, 13, 14, 15, 16],
            "flag": [True, False, None, None, True, False, False],
            "text": ["a", "b", None, "d", "e", "f", "g"],
            "word": pa.array(["x", "y", "x", None, "y", "x", "z"]).dictionary_encode(),
            "view": pa.array(["a", "b", None, "d", "e", "f" * 20, "g"], pa.string_view()),
            "list": [[1], None, [], [2, 3], [4], None, [5]],
            "point": [{"x": i, "y": [str(i)]} for i in range(7)],
            "map": pa.array([[("k", i)] for i in range(7)], pa.map_(pa.string(), pa.int64())),
            "pair": pa.array([[i, -i] for i in range(7)], pa.list_(pa.int64(), 2)),
            "id": pa.array([bytes([i] * 16) for i in range(7)], pa.uuid()),
        }
    )
    # arrays of structs and lists whose children are slices, though they are none
    children = pa.StructArray.from_arrays([pa.array([0, 1, 2, 3])[1:]], ["x"])
    for rows in (1, 2, 3, 7):
        stoa.write(tmp_path / "a.stoa", iter(data.to_batches(max_chunksize=rows)), overwrite=True)
        assert stoa.open(tmp_path / "a.stoa").scan().to_arrow().to_pylist() == data.to_pylist()
    stoa.write(tmp_path / "b.stoa", pa.table({"s": children}))
    assert stoa.open(tmp_path / "b.stoa").scan().to_arrow()["s"].to_pylist() == [{"x": 1}, {"x": 2}, {"x": 3}]


def test_refuses_what_is_no_data(tmp_path: Path) -> None:
    for data in (7, "text", [], [1, 2]):
        with pytest.raises(TypeError, match="must be an Arrow stream"):
            stoa.write(tmp_path / "a.stoa", data)
    with pytest.raises(TypeError, match="must be an Arrow stream"):
        stoa.write(tmp_path / "a.stoa", iter([]))
    for values in (pandas.Series([1], name="id"), polars.Series("id", [1]), pa.chunked_array([[1]])):
        with pytest.raises(TypeError, match="which has values but no columns: name the column"):
            stoa.write(tmp_path / "a.stoa", values)
    with pytest.raises(ValueError, match="profile is 'big'"):
        stoa.write(tmp_path / "a.stoa", {"id": [1]}, profile="big")
    assert list(tmp_path.iterdir()) == []


def test_takes_paths_of_several_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "a ü").mkdir()
    for path in ("r.stoa", "~/h.stoa", b"b.stoa", "a ü/#?%20.stoa", f"file:{tmp_path}/u1.stoa", f"FILE://{tmp_path}/u2.stoa"):
        stoa.write(path, {"id": [1]})
        assert stoa.open(path).count_rows() == 1
    local = f"file://localhost{tmp_path}/u3.stoa"
    stoa.write(local, {"id": [1]})
    assert stoa.open(local).path == f"{tmp_path}/u3.stoa"
    files = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.stoa")}
    assert files == {"r.stoa", "h.stoa", "b.stoa", "a ü/#?%20.stoa", "u1.stoa", "u2.stoa", "u3.stoa"}
    with pytest.raises(ValueError, match="its host is 'other'"):
        stoa.open(f"file://other{tmp_path}/u1.stoa")
    with pytest.raises(ValueError, match=f"Hadoop takes the escape %20 .* without 'file:', such as {tmp_path}/a b.stoa"):
        stoa.open(f"file:{tmp_path}/a%20b.stoa")
    with pytest.raises(IsADirectoryError, match="it ends with '/'"):
        stoa.write("new.stoa/", {"id": [1]})
    assert len(list(tmp_path.iterdir())) == 7


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="this system has no links")
def test_goes_up_from_where_a_link_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system does. Java would go up from where the link is, and so read or replace another file."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "a" / "b")
    for folder in (tmp_path, tmp_path / "a"):
        stoa.write(folder / "x.stoa", {"at": [str(folder)]})
    monkeypatch.chdir(tmp_path)
    for path in (f"{tmp_path}/link/../x.stoa", "link/../x.stoa"):
        assert stoa.open(path).to_arrow().to_pylist() == [{"at": str(tmp_path / "a")}]
    stoa.write("link/../x.stoa", {"at": ["new"]}, overwrite=True)
    assert stoa.open(tmp_path / "a" / "x.stoa").to_arrow().to_pylist() == [{"at": "new"}]
    assert stoa.open("a/../x.stoa").to_arrow().to_pylist() == [{"at": str(tmp_path)}]
    stoa.Table.create("link/../t", pa.schema([("id", pa.int64())])).insert({"id": [1]})
    assert len(stoa.open(tmp_path / "a" / "t")) == 1


def test_overwrites_only_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.stoa"
    stoa.write(path, {"id": [1]})
    with pytest.raises(FileExistsError, match="exists already"):
        stoa.write(path, {"id": [2]})
    assert stoa.open(path).scan().to_arrow().to_pylist() == [{"id": 1}]
    stoa.write(path, {"id": [3]}, overwrite=True, profile="compact")
    assert stoa.open(path).scan().to_arrow().to_pylist() == [{"id": 3}]


def test_refuses_data_whose_rows_are_gone(tmp_path: Path) -> None:
    """Run again after a refusal, a call would write no row, or only the last ones."""
    path = tmp_path / "a.stoa"
    stoa.write(path, {"id": [0]})
    table = stoa.Table.create(tmp_path / "t", pa.schema([pa.field("id", pa.int64(), False)]), key=["id"])
    table.insert({"id": [2]})

    def batches() -> Iterator[pa.RecordBatch]:
        for id in (1, 2, 3):
            yield pa.record_batch({"id": [id]})

    others = (iter(list(batches())), map(lambda batch: batch, batches()))  # they take no weak reference
    for data in (batches(), pa.RecordBatchReader.from_batches(pa.schema([("id", pa.int64())]), batches()), *others):
        with pytest.raises(FileExistsError):
            stoa.write(path, data)
        with pytest.raises(ValueError, match="that was given before, and gives its rows once: make it anew"):
            stoa.write(path, data, overwrite=True)
        with pytest.raises(ValueError, match="that was given before"):
            table.insert(data)
    assert stoa.open(path).to_arrow()["id"].to_pylist() == [0]
    assert len(table) == 1


def test_leaves_nothing_when_the_data_fails(tmp_path: Path) -> None:
    def failing() -> Iterator[pa.RecordBatch]:
        yield pa.record_batch({"id": [1]})
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        stoa.write(tmp_path / "a.stoa", failing())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "other",
    [{"id": ["x"], "n": [3]}, {"n": [4], "id": [3]}, {"id": [3]}, {"id": [3], "n": [4], "more": [5]}, {"id": [3], "m": [4]}],
    ids=str,
)
def test_refuses_batches_of_other_columns(tmp_path: Path, other: dict[str, list[object]]) -> None:
    batches = [pa.record_batch({"id": [1], "n": [2]}), pa.record_batch(other)]
    with pytest.raises(ValueError, match=r"but the data began with \[id: int64, n: int64\]: give all batches the same"):
        stoa.write(tmp_path / "a.stoa", iter(batches))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "kind",
    [
        pa.decimal32(5, 2),
        pa.decimal64(12, 2),
        pa.list_view(pa.int32()),
        pa.large_list_view(pa.int32()),
        pa.run_end_encoded(pa.int32(), pa.string()),
        pa.dense_union([pa.field("a", pa.int32())]),
        pa.sparse_union([pa.field("a", pa.int32())]),
    ],
    ids=str,
)
def test_refuses_types_by_name(tmp_path: Path, kind: pa.DataType) -> None:
    nested = pa.struct([("y", kind)])
    for name, column in (("x", kind), ("x.y", nested)):
        schema = pa.schema([("x", column)])
        for refused in (
            lambda schema=schema: stoa.write(tmp_path / "a.stoa", pa.RecordBatchReader.from_batches(schema, [])),
            lambda schema=schema: stoa.Table.create(tmp_path / "t", schema),
        ):
            with pytest.raises(stoa.UnsupportedFileError, match=f"'{name}'"):
                refused()
    assert list(tmp_path.iterdir()) == []


def test_keeps_moments_exactly(tmp_path: Path) -> None:
    moment = datetime.datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=datetime.timezone.utc)
    stoa.write(tmp_path / "a.stoa", {"at": [moment]})
    assert stoa.open(tmp_path / "a.stoa").scan().to_arrow()["at"][0].as_py() == moment


def test_keeps_the_zones_of_pandas_in_all_years(tmp_path: Path) -> None:
    at = pandas.to_datetime(["3000-01-01 00:00:00.000001", "1500-06-01", None], format="mixed").as_unit("us")
    frame = pandas.DataFrame({"at": at.tz_localize("Europe/Amsterdam"), "n": [1, 2, 3]})
    frame.index = pandas.DatetimeIndex(at.fillna(at[0]).tz_localize("America/New_York"), name="when")
    stoa.write(tmp_path / "a.stoa", frame)
    pandas.testing.assert_frame_equal(stoa.open(tmp_path / "a.stoa").to_pandas(), frame)
    few = stoa.open(tmp_path / "a.stoa").scan(columns=["at"]).to_pandas()
    pandas.testing.assert_frame_equal(few, frame[["at"]].reset_index(drop=True))
    plain = stoa.open(tmp_path / "a.stoa").scan().to_pandas(ignore_metadata=True)
    assert str(plain["at"].dtype) == "datetime64[us, UTC]"


def test_reads_the_metadata_of_old_writers_for_pandas(tmp_path: Path) -> None:
    """They give no name of a field."""
    frame = pandas.DataFrame({"at": pandas.to_datetime(["2020-01-01"]).as_unit("us").tz_localize("Europe/Amsterdam")})
    table = pa.Table.from_pandas(frame)
    old = json.loads(table.schema.metadata[b"pandas"])
    for column in old["columns"]:
        del column["field_name"]
    stoa.write(tmp_path / "a.stoa", table.replace_schema_metadata({"pandas": json.dumps(old)}))
    pandas.testing.assert_frame_equal(stoa.open(tmp_path / "a.stoa").to_pandas(), frame)


def test_keeps_the_metadata_of_pandas(tmp_path: Path) -> None:
    """So the index and the types of a DataFrame come back, as from Parquet."""
    frame = pandas.DataFrame(
        {"n": pandas.array([1, None, 3], dtype="Int64"), "flag": pandas.array([True, None, False], dtype="boolean")},
        index=pandas.MultiIndex.from_tuples([(1, "a"), (2, "b"), (3, "c")], names=["p", "q"]),
    )
    stoa.write(tmp_path / "a.stoa", frame)
    dataset = stoa.open(tmp_path / "a.stoa")
    pandas.testing.assert_frame_equal(dataset.to_pandas(), frame)
    pandas.testing.assert_frame_equal(dataset.scan(rows=(1, 3)).to_pandas(), frame[1:3])
    few = dataset.scan(columns=["n"], filter=pc.field("n") * 2 > 2).to_pandas()
    pandas.testing.assert_frame_equal(few, frame[["n"]][2:].reset_index(drop=True))
    stoa.write(tmp_path / "b.stoa", dataset.scan())
    assert stoa.open(tmp_path / "b.stoa").schema.equals(dataset.schema, check_metadata=True)
    stoa.write(tmp_path / "c.stoa", pa.table({"n": [1]}).replace_schema_metadata({"ü": "é", "empty": ""}))
    assert stoa.open(tmp_path / "c.stoa").scan().to_arrow().schema.metadata == {"ü".encode(): "é".encode(), b"empty": b""}
    stoa.write(tmp_path / "d.stoa", {"n": [1]})
    assert not stoa.open(tmp_path / "d.stoa").schema.metadata


def test_keeps_nanoseconds(tmp_path: Path) -> None:
    """pyarrow cuts times of pandas in lists, and so values of Polars that it takes for lists."""
    moment = pandas.Timestamp("2020-01-01 00:00:00.123456789")
    for values, kind in (
        ([None, moment], pa.timestamp("ns")),
        ([None, moment.tz_localize("UTC")], pa.timestamp("ns", "UTC")),
        ([None, pandas.Timedelta(5)], pa.duration("ns")),
        (polars.Series([None, moment.value]).cast(polars.Datetime("ns")), pa.timestamp("ns")),
        ([None, moment.floor("us")], pa.timestamp("us")),
    ):
        stoa.write(tmp_path / "a.stoa", {"at": values}, overwrite=True)
        found = stoa.open(tmp_path / "a.stoa").scan().to_arrow()["at"]
        assert found.type == kind
        assert found[1].value == (5 if "duration" in str(kind) else moment.value if "ns" in str(kind) else moment.value // 1000)
    stoa.write(tmp_path / "b.stoa", [{"at": moment}, {"at": None}])
    assert stoa.open(tmp_path / "b.stoa").scan().to_arrow()["at"][0].value == moment.value


def test_names_the_column_that_is_no_column(tmp_path: Path) -> None:
    for data, kind, message in (
        ({"id": [1], "name": ["a", 1.5]}, pa.ArrowException, "column 'name': "),
        ({"id": [1 << 63]}, OverflowError, "column 'id': "),
        ({"id": "abc"}, TypeError, "column 'id' is the single value 'abc': give a list of values"),
        ({1: [1]}, TypeError, "the name of a column is 1, must be a str"),
        (polars.DataFrame({"o": [object()]}), TypeError, "column 'o' has the type Object of Polars"),
    ):
        with pytest.raises(kind, match=message):
            stoa.write(tmp_path / "a.stoa", data)
    assert list(tmp_path.iterdir()) == []


def test_frees_a_connection_of_duckdb_when_it_fails(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    with pytest.raises(stoa.RejectedDataError, match="has more than the 38 digits") as failure:
        stoa.write(tmp_path / "a.stoa", connection.sql("select 170141183460469231731687303715884105727::hugeint as n"))
    assert failure.value is not None
    assert connection.sql("select 1").fetchall() == [(1,)]


def test_verifies(tmp_path: Path) -> None:
    path = tmp_path / "a.stoa"
    stoa.write(path, {"id": list(range(1000))})
    assert stoa.verify(path)
    assert stoa.verify(path, quick=True).is_sound
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "b.stoa").write_bytes(damaged)
    report = stoa.verify(tmp_path / "b.stoa")
    assert not report
    assert str(report).startswith(f"{tmp_path}/b.stoa: {len(report.problems)} problem")
    problem = stoa.Problem("the file", "is cut short")
    assert str(stoa.Report("a.stoa", (problem,))) == f"a.stoa: 1 problem\n  {problem}"
    assert str(stoa.Report("a.stoa", (problem, problem))).startswith("a.stoa: 2 problems\n")
    with pytest.raises(stoa.CorruptFileError, match="b.stoa"):
        stoa.open(tmp_path / "b.stoa").scan().to_arrow()
    (tmp_path / "c.stoa").write_bytes(bytes(damaged[:50]))
    with pytest.raises(stoa.CorruptFileError, match="not a Stoa file: it has 50 bytes"):
        stoa.open(tmp_path / "c.stoa")


def test_limits_a_check(tmp_path: Path) -> None:
    path = tmp_path / "claims.stoa"
    stoa.write(path, {"n": list(range(300_000)), "z": pa.array([None] * 300_000, pa.int32())})
    for limits in (stoa.Limits(rows=100_000), stoa.Limits(bytes=1_000), stoa.Limits(seconds=0)):
        with pytest.raises(stoa.ScanLimitError, match="limit"):
            stoa.verify(path, limits=limits)
    assert stoa.verify(path, limits=stoa.Limits(rows=600_000, bytes=1 << 30, seconds=1e6))
    stoa.Table.create(tmp_path / "t", stoa.open(path).schema)
    with pytest.raises(ValueError, match="limits are for files, and this is a folder: verify its files one by one"):
        stoa.verify(tmp_path / "t", limits=stoa.Limits(rows=1))


def test_takes_batches_of_long_values(tmp_path: Path) -> None:
    """Vectors of other writers, such as Polars, have no offsets that tell where the bytes of their values lie."""
    long = "x" * 100_000
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        texts = pa.array([long, None, "short"] * 1_500, kind)
        assert stoa.write(tmp_path / "a.stoa", pa.table({"text": texts}), overwrite=True) == 4_500
        assert stoa.open(tmp_path / "a.stoa").scan(columns=["text"], rows=(4_497, 4_500)).to_arrow().to_pylist() == [
            {"text": long},
            {"text": None},
            {"text": "short"},
        ]


def test_says_what_to_do_with_too_many_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*given: object, **named: object) -> None:
        raise pa.ArrowCapacityError("array cannot contain more")

    with monkeypatch.context() as patched:
        patched.setattr(pa, "table", refuses)
        patched.setattr(pa, "array", refuses)
        with pytest.raises(stoa.RejectedDataError, match="column 'a': array cannot contain more: give its values as pyarrow.large"):
            stoa.write(tmp_path / "a.stoa", {"a": [1]})
    _jvm.start()
    failure = _errors.of_java(jpype.java.lang.OutOfMemoryError("Java heap space"))
    assert isinstance(failure, MemoryError)
    assert str(failure).startswith("Java heap space: the heap of the JVM is full. Give data in smaller batches")


@pytest.mark.parametrize("values", [[1, 2, 3], ["abc"], [True] * 9, [[1]], [{"x": 1}]], ids=str)
def test_takes_slices_without_rows(tmp_path: Path, values: list[object]) -> None:
    array = pa.array(values)
    chunks = pa.chunked_array([array, array.slice(len(array))])
    nested = pa.ListArray.from_arrays(pa.array([0, 0, 0], pa.int32()), array.slice(len(array)))
    for column in (chunks, pa.chunked_array([array.slice(len(array))]), nested, nested.slice(1)):
        data = pa.table({"a": column})
        assert stoa.write(tmp_path / "a.stoa", data, overwrite=True) == len(data)
        assert stoa.open(tmp_path / "a.stoa").to_arrow()["a"].to_pylist() == data["a"].to_pylist()


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_keeps_json_of_each_kind_of_text(tmp_path: Path, kind: pa.DataType) -> None:
    data = pa.ExtensionArray.from_storage(pa.json_(kind), pa.array(['{"a":1}', None], kind))
    stoa.write(tmp_path / "a.stoa", {"a": data})
    found = stoa.open(tmp_path / "a.stoa").to_arrow()["a"]
    assert (found.type, found.to_pylist()) == (pa.json_(pa.string()), data.to_pylist())


def test_refuses_a_path_that_java_has_not(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the path is not UTF-8, which Java needs: rename the file"):
        stoa.write(b"\xff.stoa", {"a": [1]})  # type: ignore[arg-type]


def test_refuses_to_write_into_a_table(tmp_path: Path) -> None:
    stoa.Table.create(tmp_path / "t", pa.schema([("a", pa.int64())]))
    for name in ("a.stoa", "data/a.stoa"):
        with pytest.raises(stoa.TableError, match="it is inside the table .*: insert the rows into the table"):
            stoa.write(tmp_path / "t" / name, {"a": [1]})


@pytest.mark.parametrize(("name", "log"), [("Delta Lake", "_delta_log/0.json"), ("Hudi", ".hoodie/x"), ("Iceberg", "metadata/v1.metadata.json")])
def test_refuses_to_write_into_a_table_of_another_format(tmp_path: Path, name: str, log: str) -> None:
    (tmp_path / log).parent.mkdir()
    (tmp_path / log).write_text("{}")
    for path in (tmp_path / "a.stoa", tmp_path / "part=1" / "a.stoa"):
        with pytest.raises(stoa.TableError, match=f"would be inside the table .* of {name}, .*: choose a place elsewhere"):
            stoa.write(path, {"a": [1]})
        assert not path.exists()
    with pytest.raises(stoa.TableError, match=f"would be inside the table .* of {name}"):
        stoa.Table.create(tmp_path, pa.schema([("a", pa.int64())]))

# Licensed under the Apache License, Version 2.0; see the file LICENSE.
from __future__ import annotations

import datetime
import decimal
import re
import uuid
from pathlib import Path

import jpype
import numpy
import pandas
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pytest

import stoa
from stoa import _errors, _jvm

SCHEMA = pa.schema([pa.field("id", pa.int64(), False), ("name", pa.string()), ("price", pa.decimal128(10, 2))])


@pytest.fixture
def orders(tmp_path: Path) -> stoa.Table:
    table = stoa.Table.create(tmp_path / "orders", SCHEMA, key=["id"])
    result = table.insert([{"id": i, "name": f"n{i}", "price": decimal.Decimal(i)} for i in range(10)])
    assert (result.version, result.inserted) == (1, 10)
    return table


def names(dataset: stoa.Dataset) -> dict[int, str | None]:
    return {row["id"]: row["name"] for row in dataset.scan(columns=["id", "name"]).to_arrow().to_pylist()}


def test_creates_and_opens(orders: stoa.Table) -> None:
    again = stoa.open(orders.path)
    assert isinstance(again, stoa.Table)
    assert again.version == 1
    assert [field.type for field in again.schema] == [field.type for field in SCHEMA]
    assert not again.schema.field("id").nullable
    assert repr(again).splitlines()[:2] == [
        f"stoa.Table {orders.path}: 10 rows x 3 columns, version 1",
        "  id: int64 not null",
    ]


def test_declares(tmp_path: Path) -> None:
    table = stoa.Table.create(tmp_path / "t", SCHEMA, sorted_by=["name", "id:desc"], partition_by=["id hash(2)"])
    table.insert({"id": [1, 2, 3], "name": ["b", "a", "a"]})
    assert len(table) == 3
    assert stoa.verify(table.path)
    for wrong in ({"key": ["other"]}, {"sorted_by": ["id:up"]}, {"partition_by": ["id"]}):
        with pytest.raises(ValueError, match="other|id:up|'id'"):
            stoa.Table.create(tmp_path / "u", SCHEMA, **wrong)
    with pytest.raises(stoa.TableError, match="a table already exists"):
        stoa.Table.create(tmp_path / "t", SCHEMA)


def test_upserts_updates_and_deletes(orders: stoa.Table) -> None:
    result = orders.upsert(polars.DataFrame({"id": [3, 11], "name": ["three", "eleven"]}))
    assert (result.inserted, result.updated) == (1, 1)
    assert orders.update("price = price * 2", where="id < 3").updated == 3
    assert orders.update(["price = price + 1", "name = null"], where="id = 4").updated == 1
    assert orders.update({"name": "x", "price": decimal.Decimal("1.5")}, where=pc.field("id") == 5).updated == 1
    assert orders.delete(pc.field("id").isin([9])).deleted == 1
    found = {row["id"]: row for row in orders.scan().to_arrow().to_pylist()}
    assert found[2]["price"] == 4
    assert found[3] == {"id": 3, "name": "three", "price": 3}
    assert found[4] == {"id": 4, "name": None, "price": 5}
    assert found[5] == {"id": 5, "name": "x", "price": decimal.Decimal("1.5")}
    assert found[11] == {"id": 11, "name": "eleven", "price": None}
    assert 9 not in found


def test_a_mapping_changes_the_columns_that_it_names(orders: stoa.Table) -> None:
    result = orders.upsert([{"id": 3, "name": "three"}, {"id": 4, "price": None}, {"id": 11, "price": 5, "name": "eleven"}, {"id": 12}])
    assert (result.version, result.inserted, result.updated) == (2, 2, 2)
    orders.update_by_key([{"id": 5, "name": "five"}, {"price": 7, "id": 6}, {"id": 99, "name": "none"}])
    found = {row["id"]: (row["name"], row["price"]) for row in orders.scan().to_arrow().to_pylist()}
    assert [found[id] for id in (3, 4, 5, 6)] == [("three", 3), ("n4", None), ("five", 5), ("n6", 7)]
    assert [found[id] for id in (11, 12)] == [("eleven", 5), (None, None)]
    with pytest.raises(stoa.DuplicateKeyError, match="comes twice"):
        orders.upsert([{"id": 3, "name": "a"}, {"id": 3, "price": 1}])
    with pytest.raises(stoa.TableError, match="no column 'other'"):
        orders.update_by_key([{"id": 3, "name": "a"}, {"id": 4, "other": 1}])
    assert orders.version == 3


def test_updates_and_deletes_by_key(orders: stoa.Table) -> None:
    assert orders.update_by_key({"id": [2, 3, 77], "name": ["two", None, "none"]}).updated == 2
    assert orders.delete_by_key(pa.table({"id": [5, 6, 99]})).deleted == 2
    found = names(orders)
    assert (len(found), found[2], found[3]) == (8, "two", None)
    with pytest.raises(stoa.TableError, match="key"):
        orders.delete_by_key({"name": ["two"]})


def test_overwrites_and_rolls_back(orders: stoa.Table) -> None:
    orders.overwrite({"id": [1], "name": ["only"]})
    assert names(orders) == {1: "only"}
    orders.rollback(1)
    assert len(orders) == 10


def test_travels_in_time(orders: stoa.Table) -> None:
    before = datetime.datetime.now(datetime.timezone.utc)
    orders.delete("id >= 5")
    assert len(orders) == 5
    assert len(orders.at(1)) == len(orders.at(before)) == len(orders.at(before.isoformat())) == 10
    assert orders.scan(version=1).to_arrow().num_rows == 10
    assert stoa.open(orders.path, version=0).count_rows() == 0
    assert orders.at(1).version == 1
    assert not isinstance(orders.at(1), stoa.Table)
    with pytest.raises(stoa.TableError, match="no version 99; the newest is 2"):
        orders.at(99)
    history = orders.history()
    assert [commit.operation for commit in history] == ["delete", "insert", "create"]
    assert history[1].time < history[0].time
    assert len(orders.history(limit=1)) == 1


def test_a_scan_has_the_columns_of_its_version(orders: stoa.Table) -> None:
    edit = _jvm.java("dev.stoa.table.SchemaEdit")
    operations = _jvm.java("dev.stoa.table.TableOperations").of(orders._origin.table)
    assert orders.scan().to_arrow().column_names == orders.schema.names == ["id", "name", "price"]
    operations.alter(lambda snapshot: edit(snapshot).rename("name", "title").drop("price").schema())
    assert orders.scan().to_arrow().column_names == orders.schema.names == ["id", "title"]
    assert orders.scan(columns=["title"], filter="id = 3").to_arrow().to_pylist() == [{"title": "n3"}]
    assert orders.at(1).scan().to_arrow().column_names == orders.at(1).schema.names == ["id", "name", "price"]
    orders.rollback(1)
    assert orders.scan().to_arrow().column_names == orders.schema.names == ["id", "name", "price"]


def test_a_scan_refuses_columns_that_changed_since_it_was_made(orders: stoa.Table) -> None:
    edit = _jvm.java("dev.stoa.table.SchemaEdit")
    operations = _jvm.java("dev.stoa.table.TableOperations").of(orders._origin.table)
    scan = orders.scan(columns=["id", "price"])
    wide = pa.decimal128(20, 2)
    assert scan.to_arrow().num_rows == 10
    orders.delete("id >= 5")
    assert scan.to_arrow().num_rows == 5  # each reading is of the newest version
    operations.alter(lambda snapshot: edit(snapshot).widen("price", _jvm.java("dev.stoa.format.Type").decimal(20, 2)).schema())
    with pytest.raises(stoa.StoaError, match=re.escape(f"to id: int64 not null, price: {wide}: make a new scan")):
        scan.to_arrow()
    assert orders.scan(columns=["id", "price"]).to_arrow().schema.field("price").type == wide


def test_each_reading_of_a_scan_is_of_the_newest_version(orders: stoa.Table) -> None:
    scan, some, fixed = orders.scan(), orders.scan(rows=(0, 10)), orders.scan(version=1)
    orders.delete("id >= 5")
    assert scan.to_arrow().num_rows == scan.count_rows() == 5
    assert fixed.to_arrow().num_rows == fixed.count_rows() == 10
    for read in (some.to_arrow, some.count_rows):
        with pytest.raises(ValueError, match="rows 0 to 10 are not within the 5 rows"):
            read()


def test_a_tag_names_a_version(orders: stoa.Table) -> None:
    orders.delete("id >= 5")
    orders._operations().tag("audited", jpype.java.util.OptionalLong.of(1), False)
    assert orders.at("audited").version == 1
    assert orders.scan(version="audited").to_arrow().num_rows == 10
    with pytest.raises(ValueError, match="'reviewed' is neither a tag of the table nor a time"):
        orders.at("reviewed")


def test_reads_rows_by_number_across_files_and_deletions(orders: stoa.Table) -> None:
    orders.insert([{"id": i} for i in range(10, 30)])
    orders.delete("id in (3, 12, 29)")
    ids = orders.scan(columns=["id"]).to_arrow()["id"].to_pylist()
    for first, end in ((0, 27), (5, 12), (9, 10), (8, 9), (26, 27), (4, 4), (20, 27)):
        found = orders.scan(columns=["id"], rows=(first, end))
        assert found.to_arrow()["id"].to_pylist() == ids[first:end]
        assert found.count_rows() == end - first
    with pytest.raises(ValueError, match="give rows or a filter"):
        orders.scan(rows=(0, 1), filter="id = 1")


def test_compacts(orders: stoa.Table) -> None:
    for i in range(20, 26):
        orders.insert({"id": [i]})
        orders.update({"name": "new"}, where=f"id = {i}")
    before = names(orders)
    assert orders.compact() > 0
    assert orders.compact() == 0
    assert names(orders) == before
    assert stoa.verify(orders.path)


def test_says_how_to_insert_a_frame_with_an_index(orders: stoa.Table) -> None:
    frame = pandas.DataFrame({"id": [100, 101], "name": ["x", "y"]})
    for index, words in ((["p", "q"], "an index without a name"), (pandas.Index([1, 2], name="code"), "the index 'code'")):
        with pytest.raises(stoa.TableError, match=words + r".* by frame.reset_index\(drop=True\)"):
            orders.insert(frame.set_axis(index))
    orders.insert(frame.set_axis(["p", "q"]).reset_index(drop=True))
    orders.insert(frame.set_index("id").rename({100: 102, 101: 103}))  # an index that the table has as a column
    assert orders.count_rows("id >= 100") == 4


def test_takes_a_range_with_a_name_as_a_column(orders: stoa.Table) -> None:
    """pyarrow has such an index in the metadata alone."""
    frame = pandas.DataFrame({"name": ["x", "y"]}, index=pandas.RangeIndex(100, 102, name="id"))
    orders.insert(frame)
    assert orders.scan(columns=["id", "name"], filter="id >= 100").to_arrow().to_pylist() == [
        {"id": 100, "name": "x"},
        {"id": 101, "name": "y"},
    ]
    orders.update_by_key(frame.assign(name="z"))
    assert orders.count_rows("name = 'z'") == 2
    with pytest.raises(stoa.TableError, match="the index 'code', which is no column of the table"):
        orders.insert(pandas.DataFrame({"id": [200]}, index=pandas.RangeIndex(1, name="code")))
    orders.insert(pandas.DataFrame({"id": [200]}, index=pandas.RangeIndex(7, 8)))


@pytest.mark.parametrize(("name", "kind"), _errors._BY_CLASS, ids=lambda value: value if isinstance(value, str) else "")
def test_each_exception_of_java_has_one_of_python(name: str, kind: type[Exception]) -> None:
    java = _jvm.java(name)
    expected = [kind for parent, kind in _errors._BY_CLASS if _jvm.java(parent).class_.isAssignableFrom(java.class_)]
    assert expected[0] is kind, "a parent comes before it"


def test_refuses_with_the_words_of_java(orders: stoa.Table) -> None:
    with pytest.raises(stoa.DuplicateKeyError, match=r"the key \(id = 1\) already exists, as row 1 of fragment"):
        orders.insert({"id": [1]})
    with pytest.raises(stoa.TableError, match="which can't hold all values of"):
        orders.insert(pa.table({"id": [100], "name": [1.5]}))
    with pytest.raises(ValueError, match="no column 'other'"):
        orders.update("other = 1")
    with pytest.raises(ValueError, match="was expected"):
        orders.delete("id =")
    with pytest.raises(ValueError, match="Stoa can't evaluate all of this expression"):
        orders.delete(pc.field("id") * 2 == 4)
    with pytest.raises(ValueError, match=r"where is None: .* pyarrow.compute.scalar\(True\) deletes all rows"):
        orders.delete(None)
    with pytest.raises(TypeError, match="'name' is string, and its new value .* is a dict: pass a str"):
        orders.update({"name": {"a": 1}})
    assert len(orders) == 10
    assert orders.version == 1


def test_takes_no_rows(orders: stoa.Table) -> None:
    for nothing in (dict[str, object](), list[dict[str, object]](), iter(list[pa.RecordBatch]())):
        assert orders.upsert(nothing) == stoa.Result(1, 0, 0, 0, 0, 0)
    assert orders.insert([]).inserted == 0
    assert orders.delete_by_key(iter([])).deleted == 0
    assert len(orders) == 10
    assert orders.delete(pc.scalar(True)).deleted == 10


def test_refuses_a_file_of_a_table(orders: stoa.Table) -> None:
    data = next(Path(orders.path, "data").glob("*.stoa"))
    with pytest.raises(stoa.TableError, match="name the table"):
        stoa.open(data)


def test_opens_a_folder_of_files(tmp_path: Path) -> None:
    stoa.write(tmp_path / "a.stoa", {"id": [1, 2]})
    stoa.write(tmp_path / "b.stoa", {"id": [3]})
    folder = stoa.open(tmp_path)
    scan = folder.scan()
    stoa.write(tmp_path / "c.stoa", {"id": [4]})
    assert scan.to_arrow().num_rows == 4
    (tmp_path / "c.stoa").unlink()
    assert sorted(folder.scan().to_arrow()["id"].to_pylist()) == [1, 2, 3]
    assert isinstance(folder, stoa.Table)
    with pytest.raises(stoa.StoaError, match="a folder without a log can only be read"):
        folder.delete("id = 1")


def test_an_insert_is_whole_or_not_there(orders: stoa.Table) -> None:
    def failing():
        yield pa.record_batch({"id": [100]})
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        orders.insert(failing())
    assert len(orders) == 10
    assert stoa.verify(orders.path)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("text", 5, "column 'text' is string, and its new value 5 is an int: pass a str"),
        ("text", b"a", "column 'text' is string, and its new value b'a' is a bytes: pass a str"),
        ("number", "5", "column 'number' is int64, and its new value '5' is a str: pass an int, a float or a decimal.Decimal"),
        ("number", True, "is a bool: pass an int"),
        ("raw", "a", "column 'raw' is binary, and its new value 'a' is a str: pass bytes"),
        ("flag", 1, "its new value 1 is an int: pass a bool"),
        ("day", 3, "is an int: pass a datetime.date"),
        ("at", datetime.datetime(2020, 1, 1), "is a datetime: pass a datetime.datetime with a time zone"),
        ("text", pa.scalar(5, pa.int8()), "is an Arrow int8: pass a str"),
        ("number", 1 << 70, "the new value 1180591620717411303424 of column 'number' has the type int, which Arrow can't take"),
        ("text", object(), "has the type object, which Arrow can't take"),
    ],
)
def test_names_the_type_that_a_new_value_needs(tmp_path: Path, column: str, value: object, message: str) -> None:
    types = {
        "text": pa.string(),
        "number": pa.int64(),
        "raw": pa.binary(),
        "flag": pa.bool_(),
        "day": pa.date32(),
        "at": pa.timestamp("us", "UTC"),
    }
    table = stoa.Table.create(tmp_path / "t", pa.schema(types.items()))
    table.insert([{"number": 1}])
    with pytest.raises(TypeError, match=re.escape(message)):
        table.update({column: value})
    assert table.version == 1


def test_updates_to_constants_of_each_type(tmp_path: Path) -> None:
    moment = datetime.datetime(2020, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    values = {
        "text": ("a", pa.string()),
        "number": (7, pa.int8()),
        "real": (2, pa.float64()),
        "price": (decimal.Decimal("1.50"), pa.decimal128(5, 2)),
        "raw": (b"\xff", pa.binary()),
        "flag": (True, pa.bool_()),
        "day": (datetime.date(2020, 1, 2), pa.date32()),
        "time": (datetime.time(3, 4), pa.time64("us")),
        "at": (moment, pa.timestamp("us", "UTC")),
        "local": (moment.replace(tzinfo=None), pa.timestamp("us")),
    }
    table = stoa.Table.create(tmp_path / "t", pa.schema([(name, kind) for name, (_, kind) in values.items()]))
    table.insert([{"number": 1}])
    table.update({name: value for name, (value, _) in values.items()})
    assert table.scan().to_arrow().to_pylist() == [{name: value for name, (value, _) in values.items()}]
    table.update(dict.fromkeys(values))
    assert table.scan().to_arrow().to_pylist() == [dict.fromkeys(values)]
    table.update({"day": "2021-01-01"})
    assert table.scan(columns=["day"]).to_arrow().to_pylist() == [{"day": datetime.date(2021, 1, 1)}]


def test_updates_to_values_of_numpy_and_pandas(tmp_path: Path) -> None:
    moment = pandas.Timestamp("2020-01-01 00:00:00.123456789")
    id = uuid.UUID(int=5 << 64 | 7)
    kinds = [("at", pa.timestamp("ns")), ("took", pa.duration("us")), ("uid", pa.uuid()), ("real", pa.float32())]
    table = stoa.Table.create(tmp_path / "t", pa.schema(kinds))
    table.insert([{"real": 1.5}])
    table.update({"at": moment, "took": datetime.timedelta(days=-1, microseconds=3), "uid": id, "real": numpy.float64(2.5)})
    row = table.scan().to_arrow()
    assert row["at"][0].value == moment.value
    assert row.select(["took", "uid", "real"]).to_pylist() == [
        {"took": datetime.timedelta(days=-1, microseconds=3), "uid": id, "real": 2.5}
    ]
    table.update({"at": pandas.NaT, "uid": pandas.NA})
    assert table.scan(columns=["at", "uid"]).to_arrow().to_pylist() == [{"at": None, "uid": None}]
    for huge in (1e300, -1e300):
        with pytest.raises(ValueError, match="column 'real' of type float32 can't become .*larger than that of any float32"):
            table.update({"real": huge})
    with pytest.raises(ValueError, match="can't become .*larger than that of any float32"):
        table.update("real = 1e300")
    table.update({"real": float("inf")})
    assert table.scan(columns=["real"]).to_arrow()["real"][0].as_py() == float("inf")
    assert table.at(numpy.int64(1)).count_rows() == table.scan(version=numpy.int32(2)).count_rows() == 1


def test_refuses_to_make_a_table_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.stoa").write_bytes(b"mine")
    for path in (tmp_path / "a.stoa", f"file:{tmp_path}/a.stoa"):
        with pytest.raises(stoa.TableError, match=r"a.stoa: a file has this name, and a table is a folder: give the name of"):
            stoa.Table.create(path, SCHEMA)
    assert (tmp_path / "a.stoa").read_bytes() == b"mine"


def test_refuses_numbers_that_java_would_cut(tmp_path: Path) -> None:
    table = stoa.Table.create(tmp_path / "t", pa.schema([("id", pa.int64())]))
    table.insert({"id": [1]})
    for version in (0.5, True, "0"):
        with pytest.raises(TypeError, match="version is .*, must be a whole number"):
            table.rollback(version)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="limit is -1, must be from 0"):
        table.history(limit=-1)
    with pytest.raises(TypeError, match="budget is 1.5, must be a whole number"):
        table.compact(1.5)  # type: ignore[arg-type]
    assert len(table.history(limit=2**40)) == 2
    assert table.version == 1


def test_names_a_union_when_it_makes_a_table(tmp_path: Path) -> None:
    schema = pa.schema([("either", pa.sparse_union([pa.field("a", pa.int64())]))])
    with pytest.raises(stoa.UnsupportedFileError, match="column 'either' is Union.*: make it a struct"):
        stoa.Table.create(tmp_path / "t", schema)

# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Values of Python become what they are in Arrow, or are refused: none is cut."""

from __future__ import annotations

import datetime
import zoneinfo
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pyarrow as pa
import pytest

import stoa
from stoa import _columns

FINE = pandas.Timestamp("2020-01-01 00:00:00.000000001")
NOON = datetime.datetime(2020, 1, 1, 12)
AWARE = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
PARIS = zoneinfo.ZoneInfo("Europe/Paris")


def made(values: Any, kind: pa.DataType | None) -> Any:
    like = None if kind is None else pa.schema([("a", kind)])
    return _columns.table({"a": values}, like)["a"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 1.5], pa.int32()),
        ([Decimal("1.5")], pa.int64()),
        ([[1.5]], pa.list_(pa.int8())),
        ([{"x": 2.5}], pa.map_(pa.string(), pa.int8())),
        ([1e300], pa.float32()),
        ([NOON], pa.date32()),
        ([{"day": NOON}], pa.struct([("day", pa.date32())])),
        ([(NOON,)], pa.struct([("day", pa.date32())])),
        ([[("day", NOON)]], pa.struct([("day", pa.date32())])),
        ([5], pa.timestamp("us")),
        ([datetime.time(1, 2, 3, 4)], pa.time32("s")),
        ([datetime.time(1, tzinfo=datetime.timezone.utc)], None),
        ([NOON.replace(microsecond=5)], pa.timestamp("ms")),
        ([datetime.timedelta(microseconds=5)], pa.duration("s")),
        ([FINE], pa.timestamp("us")),
        ([AWARE], pa.timestamp("us")),
        ([NOON], pa.timestamp("us", "UTC")),
        ([NOON, AWARE], None),
    ],
    ids=str,
)
def test_refuses_objects_that_would_lose_something(values: list[Any], kind: pa.DataType | None) -> None:
    with pytest.raises(stoa.RejectedDataError, match=r"column 'a', row \d: .* is not exactly a value of .*: convert it"):
        made(values, kind)
    with pytest.raises(stoa.RejectedDataError, match="is not exactly a value of"):
        made(pandas.Series(values, dtype=object), kind)


@pytest.mark.parametrize(
    "values",
    [
        pa.array([1.5]),
        numpy.array([1.5]),
        pandas.Series([1.5]),
        polars.Series([1.5]),
        pa.array([Decimal("1.5")]),
        pa.array([2**40]),
    ],
    ids=lambda values: type(values).__module__,
)
def test_refuses_numbers_that_do_not_fit(values: Any) -> None:
    with pytest.raises(pa.ArrowInvalid, match="column 'a': "):
        made(values, pa.int32())


def test_refuses_floats_and_days_that_do_not_fit() -> None:
    with pytest.raises(pa.ArrowInvalid, match="column 'a': its values are double, and some of them can't become float"):
        made(numpy.array([1e300]), pa.float32())
    for values in (pandas.Series([NOON]), numpy.array([NOON], "M8[s]"), pa.array([NOON])):
        with pytest.raises(pa.ArrowInvalid, match="column 'a': its values are timestamp.* can't become date32"):
            made(values, pa.date32())


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (pa.array(["5"]), pa.int32()),
        (pa.array([True]), pa.int32()),
        (pa.array([datetime.date(2020, 1, 1)]), pa.int32()),
        (pa.array([1.005]), pa.decimal128(5, 2)),
        (pa.array([5]), pa.string()),
        (pa.array([AWARE]), pa.timestamp("us")),
        (pandas.Series([AWARE]), pa.timestamp("us")),
        (pa.array([NOON]), pa.timestamp("us", "UTC")),
    ],
    ids=str,
)
def test_a_table_takes_no_values_of_another_kind(tmp_path: Path, values: Any, kind: pa.DataType) -> None:
    table = stoa.Table.create(tmp_path / "t", pa.schema([("a", kind)]))
    with pytest.raises(stoa.TableError, match="column 'a' is .*, which can't hold all values of"):
        table.insert({"a": values})
    assert len(table) == 0


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2.0, Decimal(3), numpy.int8(4), None], pa.int16()),
        (numpy.array([1, 2]), pa.int8()),
        (pandas.Series([1.0, None]), pa.int32()),
        (polars.Series([1, 2]), pa.int8()),
        ([0.1, float("inf"), float("nan")], pa.float32()),
        (numpy.array([0.1, float("inf")]), pa.float32()),
        ([datetime.datetime(2020, 1, 1), datetime.date(2020, 1, 2), None], pa.date32()),
        (pandas.Series([pandas.Timestamp("2020-01-01")]), pa.date32()),
        ([numpy.datetime64("2020-01-01T00:00:01"), numpy.datetime64("2020-01-01T00:00:02")], pa.timestamp("s")),
        ([numpy.datetime64("2020-01-01T00:00:00.000000001")], None),
        (pandas.Series([pandas.NaT, NOON]), pa.timestamp("us")),
        ([[("x", 1)], {"y": 2}, None], pa.map_(pa.string(), pa.int8())),
        ([{"x": 1}, None], pa.struct([("x", pa.int8()), ("y", pa.date32())])),
        ([(1, 2), numpy.array([3, 4]), None], pa.list_(pa.int16(), 2)),
        # a clock that is set back shows one time twice, and one that is set forward leaves out another
        ([datetime.datetime(2020, 10, 25, 2, 30, tzinfo=PARIS, fold=fold) for fold in (0, 1)], pa.timestamp("us", "UTC")),
        ([datetime.datetime(2020, 3, 29, 2, 30, tzinfo=PARIS)], None),
        ([None, None], pa.int8()),
        (pa.nulls(2), pa.string()),
    ],
    ids=str,
)
def test_takes_what_fits(values: Any, kind: pa.DataType | None) -> None:
    found = made(values, kind)
    assert len(found) == len(values)
    assert kind is None or found.type == kind


def test_keeps_the_nanoseconds_within_lists_and_structs(tmp_path: Path) -> None:
    stoa.write(tmp_path / "a.stoa", {"list": [[FINE]], "struct": [{"t": [FINE - FINE.floor("s")]}]})
    found = stoa.open(tmp_path / "a.stoa").to_arrow()
    assert found["list"][0][0].value == FINE.value
    assert found["struct"][0]["t"][0].value == 1


@pytest.mark.parametrize("values", [[FINE, NOON], [[FINE]], [NOON, AWARE], [datetime.time(1, tzinfo=datetime.timezone.utc)]], ids=str)
def test_refuses_objects_of_pandas_that_pyarrow_would_cut(tmp_path: Path, values: list[Any]) -> None:
    frame = pandas.DataFrame({"n": range(len(values)), "a": pandas.Series(values, dtype=object)})
    with pytest.raises(stoa.RejectedDataError, match="column 'a', row 0|column 'a', row 1"):
        stoa.write(tmp_path / "a.stoa", frame)


def test_refuses_types_of_polars_that_arrow_lacks(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="column 'a' has the type Object of Polars"):
        stoa.write(tmp_path / "a.stoa", {"a": polars.Series([object()])})
    for data in (polars.DataFrame({"a": polars.Series([1], dtype=polars.Int128)}), {"a": polars.Series([1], dtype=polars.Int128)}):
        with pytest.raises(TypeError, match="column 'a' has the type Int128 of Polars, which is no type of Arrow: cast it to"):
            stoa.write(tmp_path / "a.stoa", data)


def test_finds_columns_as_the_table_does(tmp_path: Path) -> None:
    table = stoa.Table.create(tmp_path / "t", pa.schema([("small", pa.int8())]))
    table.insert({"SMALL": [1]})
    assert table.to_arrow().to_pylist() == [{"small": 1}]


def test_names_a_column_that_is_one_value(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="column 'a' is the single value 1: give a list of values"):
        stoa.write(tmp_path / "a.stoa", {"a": 1})

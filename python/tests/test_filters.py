# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Filters find the rows that pyarrow's own find."""

from __future__ import annotations

import datetime
import decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import stoa
from stoa import _filters

f = pc.field
UTC = datetime.timezone.utc
NAN = float("nan")

WHOLE = [
    f("id") > 500,
    ~(f("id") > 500),
    (f("id") >= 10) & (f("id") < 20),
    (f("small") == 5) | f("small").is_null(),
    f("small") != 5,
    5 > f("small"),
    f("small") < 1.5,
    f("small") == decimal.Decimal(7),
    f("small").isin([1, 2, 3]),
    f("small").isin([1, 2, None]),
    ~f("small").isin([1, 2, 3]),
    ~f("small").isin([1, 2, None]),
    f("small").isin([]),
    f("small").is_valid(),
    f("real") > 0,
    f("real") >= 0,
    f("real") < 0,
    f("real") <= -0.0,
    f("real") == 0.0,
    f("real") != 0.0,
    ~(f("real") > 0),
    f("real").is_nan(),
    ~f("real").is_nan(),
    f("real").is_null(nan_is_null=True),
    f("real").is_null(),
    f("half") == 1.5,
    f("half").isin([1.5, -2.25]),
    f("half") > -2.25,
    f("text") == "ab",
    f("text") > "ab",
    f("text") <= "é",
    f("text").isin(["a", "é"]),
    pc.starts_with(f("text"), "ab"),
    pc.starts_with(f("text"), ""),
    f("raw") == b"a",
    f("raw") >= b"ab",
    f("flag"),
    ~f("flag"),
    f("flag") == False,
    f("day") >= datetime.date(2021, 1, 1),
    f("at") < datetime.datetime(2022, 1, 1, tzinfo=UTC),
    f("at") >= pa.scalar(datetime.datetime(2022, 1, 1, tzinfo=UTC), pa.timestamp("ns", "UTC")),
    f("price") > decimal.Decimal("5000.00"),
    f("price") <= decimal.Decimal("5000.01"),
    f("price").is_null(),
    f("point", "x") == 3,
    f("point", "x").is_null(),
    f("point").is_null(),
    f("tags").is_valid(),
    pc.scalar(True),
    pc.scalar(False),
    (f("text") == "a") & pc.scalar(True),
]

REST = [
    f("id") * 2 > 500,
    (f("id") < 100) & (f("small") + 1 > 5),
    (f("id") < 100) | (f("small") + 1 > 5),
    f("small") > f("id"),
    f("real") > NAN,
    f("real") != NAN,
    f("real").isin([NAN, 5.0]),
    f("real").isin([0.0]),
    f("real").isin([-0.0, None]),
    f("half") == 0.1,
    pc.starts_with(f("text"), "AB", ignore_case=True),
    pc.match_substring(f("text"), "b"),
    f("day").cast(pa.string()) > "2021",
    f("small") == pa.scalar(None, pa.int32()),
    f("day") > pa.scalar(datetime.datetime(2021, 1, 1), pa.timestamp("us")),
    pc.is_in(f("small"), pa.array([1, None]), skip_nulls=True),
    f("price") > 5000.01,
    f("price") == 5000.01,
    f("real") == decimal.Decimal("0.1"),
]


@pytest.mark.parametrize("expression", WHOLE + REST, ids=str)
def test_finds_what_pyarrow_finds(file: Path, table: pa.Table, expression: pc.Expression) -> None:
    expected = table.filter(expression)["id"].to_pylist()
    scan = stoa.open(file).scan(columns=["id"], filter=expression)
    assert scan.to_arrow()["id"].to_pylist() == expected
    assert scan.to_arrow().schema.names == ["id"]
    assert scan.count_rows() == len(expected)
    assert stoa.open(file).count_rows(expression) == len(expected)


@pytest.mark.parametrize("expression", WHOLE, ids=str)
def test_pushes_all_of_these_down(file: Path, expression: pc.Expression) -> None:
    found = _filters.condition(expression, stoa.open(file).schema)
    assert found.pushed is not None
    assert found.rest is None


@pytest.mark.parametrize("expression", REST, ids=str)
def test_leaves_some_to_pyarrow(file: Path, expression: pc.Expression) -> None:
    found = _filters.condition(expression, stoa.open(file).schema)
    assert found.rest is not None
    assert (found.pushed is not None) == str(expression).startswith("((id < 100) and")


def test_compares_padded_texts_as_arrow_does(file: Path) -> None:
    padded = pa.schema([pa.field("c", pa.string(), metadata={"stoa.type": "char"})])
    assert _filters.condition(f("c") == "a", padded).pushed is None


@pytest.mark.parametrize("expression", [f("price") > 19.99, f("price") == 19.99, ~(f("price") <= 19.99)], ids=str)
def test_compares_decimals_with_floats_as_arrow_does(tmp_path: Path, expression: pc.Expression) -> None:
    prices = pa.table({"price": pa.array([decimal.Decimal("19.98"), decimal.Decimal("19.99"), None, decimal.Decimal(20)])})
    stoa.write(tmp_path / "a.stoa", prices)
    assert stoa.open(tmp_path / "a.stoa").scan(filter=expression).to_arrow().equals(prices.filter(expression))
    orders = stoa.Table.create(tmp_path / "orders", prices.schema)
    orders.insert(prices)
    with pytest.raises(ValueError, match="Stoa can't evaluate all of this expression"):
        orders.delete(expression)
    orders.delete(f("price") > decimal.Decimal("19.99"))
    assert orders.scan().to_arrow().equals(prices.slice(0, 3))


@pytest.mark.parametrize("zone", [None, "UTC"])
def test_compares_moments_that_java_has_not(tmp_path: Path, zone: str | None) -> None:
    data = pa.table(
        {
            "at": pa.array([0, 2**62, None]).view(pa.timestamp("s", zone)),
            "time": pa.array([1, 2, None]).view(pa.time64("ns")),
        }
    )
    stoa.write(tmp_path / "a.stoa", data)
    late = pa.array([86_400 * 10**9]).view(pa.time64("ns"))
    for expression in (f("at") < data["at"][1], f("at") == data["at"][1], f("time") < late[0], f("time").isin(late)):
        found = stoa.open(tmp_path / "a.stoa").scan(filter=expression).to_arrow()
        assert found.num_rows == data.filter(expression).num_rows


@pytest.mark.parametrize(
    "given",
    [
        [("id", "<", 10)],
        (("id", "<", 10), ("text", "in", ["a", "ab"])),
        [[("id", "<", 10), ("small", "not in", [1, 2])], [("real", "=", 0.0)]],
    ],
)
def test_takes_the_lists_of_pyarrow(file: Path, table: pa.Table, given: Any) -> None:
    expression = pq.filters_to_expression(list(given))
    found = stoa.open(file).scan(filter=given)
    assert found.to_arrow()["id"].equals(table.filter(expression)["id"])
    assert found._condition.rest is None  # Stoa evaluates all of it


@pytest.mark.parametrize("given", [[], [("id", "<")], [("id", "~", 1)], ["id", "<", 10], [[]], [5]])
def test_refuses_a_list_that_is_no_condition(file: Path, given: Any) -> None:
    with pytest.raises(ValueError, match="must be conditions like"):
        stoa.open(file).scan(filter=given)


def test_a_filter_that_fails_says_why(file: Path) -> None:
    dataset = stoa.open(file)
    with pytest.raises(ValueError, match="'and', 'or' or the end was expected"):
        dataset.scan(filter="id = 5 id")
    with pytest.raises(ValueError, match="no column 'other'"):
        dataset.scan(filter="other = 5")
    with pytest.raises(TypeError, match="must be SQL text or a pyarrow expression"):
        dataset.scan(filter=lambda row: True)
    with pytest.raises(pa.ArrowInvalid, match="other"):
        dataset.scan(filter=f("other") == 5)
    with pytest.raises(pa.ArrowInvalid, match="divide by zero"):  # in the midst of the scan
        dataset.scan(filter=pc.scalar(1) / (f("id") - 700) > 5).to_arrow()
    assert dataset.scan().to_arrow().num_rows == 1000

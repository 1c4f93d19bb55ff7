# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Random schemas, batches and filters. STOA_EXAMPLES=2000 tries that many; a failure prints the example."""

from __future__ import annotations

import datetime
import decimal
import os
import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stoa

EXAMPLES = int(os.environ.get("STOA_EXAMPLES", "40"))
SETTINGS = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="STOA_EXAMPLES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    print_blob=True,
)

UTC = datetime.timezone.utc


def integers(bits: int, signed: bool) -> st.SearchStrategy[int]:
    low = -(1 << (bits - 1)) if signed else 0
    return st.integers(low, (1 << (bits - 1)) - 1 if signed else (1 << bits) - 1)


LEAVES: list[tuple[pa.DataType, st.SearchStrategy[Any]]] = [
    (pa.bool_(), st.booleans()),
    *[(getattr(pa, f"int{bits}")(), integers(bits, True)) for bits in (8, 16, 32, 64)],
    *[(getattr(pa, f"uint{bits}")(), integers(bits, False)) for bits in (8, 16, 32, 64)],
    (pa.float32(), st.floats(width=32)),
    (pa.float64(), st.floats()),
    (pa.string(), st.text(max_size=20)),
    (pa.large_string(), st.text(max_size=20)),
    (pa.string_view(), st.text(max_size=20)),
    (pa.binary(), st.binary(max_size=20)),
    (pa.binary(4), st.binary(min_size=4, max_size=4)),
    (pa.date32(), st.dates()),
    (pa.timestamp("us"), st.datetimes()),
    (pa.timestamp("us", "UTC"), st.datetimes(timezones=st.just(UTC))),
    (pa.time64("us"), st.times()),
    (
        pa.decimal128(12, 3),
        st.integers(-(10**12) + 1, 10**12 - 1).map(lambda n: decimal.Decimal(n).scaleb(-3)),
    ),
    (
        pa.decimal256(50, 5),
        st.integers(-(10**50) + 1, 10**50 - 1).map(lambda n: decimal.Decimal((n < 0, tuple(map(int, str(abs(n)))), -5))),
    ),
    (pa.null(), st.none()),
]


@st.composite
def kinds(draw: st.DrawFn, depth: int = 2) -> tuple[pa.DataType, st.SearchStrategy[Any]]:
    """A type, and what makes values of it."""
    shape = draw(st.sampled_from(["leaf"] * 4 + ["list", "struct", "map"])) if depth else "leaf"
    if shape == "leaf":
        return draw(st.sampled_from(LEAVES))
    if shape == "list":
        kind, values = draw(kinds(depth - 1))
        return pa.list_(kind), st.lists(st.none() | values, max_size=4)
    if shape == "map":
        kind, values = draw(kinds(depth - 1))
        return pa.map_(pa.string(), kind), st.dictionaries(st.text(max_size=5), st.none() | values, max_size=3).map(
            lambda entries: list(entries.items())
        )
    parts = draw(st.lists(kinds(depth - 1), min_size=1, max_size=3))
    fields = pa.struct([pa.field(f"f{i}", kind) for i, (kind, _) in enumerate(parts)])
    return fields, st.fixed_dictionaries({f"f{i}": st.none() | values for i, (_, values) in enumerate(parts)})


@st.composite
def tables(draw: st.DrawFn) -> pa.Table:
    columns = draw(st.lists(kinds(), min_size=1, max_size=4))
    arrays = []
    count = draw(st.sampled_from([0, 1, 7, 40]))
    for kind, values in columns:
        few = draw(st.lists(st.none() | values, min_size=1, max_size=8))
        chosen = draw(st.lists(st.sampled_from(few), min_size=count, max_size=count))
        arrays.append(pa.array(chosen, kind))
    table = pa.table(arrays, [f"c{i}" for i in range(len(arrays))])
    return pa.concat_tables([table] * draw(st.sampled_from([1, 1, 150])))


def shown(table: pa.Table) -> str:
    """The values, such that NaN equals NaN and -0.0 does not equal 0.0."""
    return repr([column.to_pylist() for column in table.columns])


@SETTINGS
@given(table=tables(), threads=st.integers(1, 3), rows_per_batch=st.sampled_from([1, 3, 1000, 100_000]))
def test_what_is_written_is_read(table: pa.Table, threads: int, rows_per_batch: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.stoa")
        batches = table.to_batches(max_chunksize=rows_per_batch)[:500]
        written = pa.Table.from_batches(batches, table.schema)
        stoa.write(path, pa.RecordBatchReader.from_batches(table.schema, batches))
        with stoa.open(path) as dataset:
            found = dataset.scan(threads=threads).to_arrow()
            assert shown(found) == shown(written)
            assert dataset.schema.names == table.schema.names
            half = written.num_rows // 2
            assert shown(dataset.scan(rows=(half, written.num_rows)).to_arrow()) == shown(written.slice(half))
            again = Path(folder, "b.stoa")
            stoa.write(again, found)  # the schema survives the way to Arrow and back
            with stoa.open(again) as copy:
                assert copy.schema.equals(dataset.schema, check_metadata=True)


NUMBERS = pa.table(
    {
        "i": pa.array([None, -5, 0, 3, 3, 7, 2**62] * 30, pa.int64()),
        "d": pa.array([None, float("nan"), -0.0, 0.0, 1.5, float("inf"), -2.0] * 30),
        "s": pa.array(["", None, "a", "ab", "b", "\U0001f600", "z"] * 30),
        "b": pa.array([True, False, None, True, False, None, True] * 30),
    }
)


@st.composite
def conditions(draw: st.DrawFn, depth: int = 3) -> pc.Expression:
    shape = draw(st.sampled_from(["and", "or", "not", "leaf", "leaf"])) if depth else "leaf"
    if shape == "and":
        return draw(conditions(depth - 1)) & draw(conditions(depth - 1))
    if shape == "or":
        return draw(conditions(depth - 1)) | draw(conditions(depth - 1))
    if shape == "not":
        return ~draw(conditions(depth - 1))
    name = draw(st.sampled_from(["i", "d", "s", "b"]))
    column = pc.field(name)
    values = {
        "i": st.sampled_from([-5, 0, 3, 4, 2**62]),
        "d": st.sampled_from([0.0, -0.0, 1.5, float("nan"), float("inf")]),
        "s": st.sampled_from(["", "a", "ab", "c", "\U0001f600"]),
        "b": st.booleans(),
    }[name]
    test = draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "null", "valid"]))
    if test == "in":
        return column.isin(draw(st.lists(values, max_size=3)) + draw(st.sampled_from([[], [None]])))
    if test == "null":
        return column.is_null(nan_is_null=draw(st.booleans()))
    if test == "valid":
        return column.is_valid()
    value = draw(values)
    return {
        "==": column == value,
        "!=": column != value,
        "<": column < value,
        "<=": column <= value,
        ">": column > value,
        ">=": column >= value,
    }[test]


@SETTINGS
@given(condition=conditions())
def test_a_filter_finds_what_pyarrow_finds(condition: pc.Expression) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.stoa")
        stoa.write(path, NUMBERS)
        with stoa.open(path) as dataset:
            try:
                expected = NUMBERS.filter(condition)
            except pa.ArrowException:
                return  # such as a list of nulls alone
            assert shown(dataset.scan(filter=condition).to_arrow()) == shown(expected)
            assert dataset.count_rows(condition) == expected.num_rows

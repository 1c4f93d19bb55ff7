# Licensed under the Apache License, Version 2.0; see the file LICENSE.
from __future__ import annotations

import datetime
import decimal
import os
import random
from pathlib import Path

import pyarrow as pa
import pytest

import stoa

# A heap that is resident from the start, so that what grows later is no garbage. No test runs long enough for the
# optimising compiler, which would take a third of the CPU time.
os.environ.setdefault(
    "STOA_OPTS", "-Xms384m -Xmx384m -XX:+AlwaysPreTouch -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
)


def rows(count: int, seed: int = 7) -> pa.Table:
    """Some rows of several types, with nulls, NaN and repeated texts."""
    chance = random.Random(seed)

    def maybe(value: object) -> object:
        return None if chance.random() < 0.1 else value

    start = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
    return pa.table(
        {
            "id": pa.array(range(count), pa.int64()),
            "small": pa.array([maybe(chance.randrange(-100, 100)) for _ in range(count)], pa.int32()),
            "real": pa.array([maybe(chance.choice([chance.gauss(0, 10), float("nan"), 0.0, -0.0])) for _ in range(count)]),
            "half": pa.array([maybe(chance.choice([0.1, 1.5, -2.25, 1e30])) for _ in range(count)], pa.float32()),
            "text": pa.array([maybe(chance.choice(["", "a", "ab", "abc", "b", "é", "z"])) for _ in range(count)]),
            "raw": pa.array([maybe(chance.choice([b"", b"a", b"ab", b"\xff"])) for _ in range(count)]),
            "flag": pa.array([maybe(chance.random() < 0.5) for _ in range(count)]),
            "day": pa.array([maybe(start.date() + datetime.timedelta(days=chance.randrange(900))) for _ in range(count)]),
            "at": pa.array(
                [maybe(start + datetime.timedelta(microseconds=chance.randrange(10**15))) for _ in range(count)],
                pa.timestamp("us", "UTC"),
            ),
            "price": pa.array(
                [maybe(decimal.Decimal(chance.randrange(10**6)).scaleb(-2)) for _ in range(count)],
                pa.decimal128(15, 2),
            ),
            "point": pa.array(
                [maybe({"x": maybe(chance.randrange(9)), "y": str(chance.randrange(9))}) for _ in range(count)],
                pa.struct([("x", pa.int32()), ("y", pa.string())]),
            ),
            "tags": pa.array(
                [maybe([maybe("t") for _ in range(chance.randrange(3))]) for _ in range(count)],
                pa.list_(pa.string()),
            ),
        }
    )


@pytest.fixture(scope="session")
def table() -> pa.Table:
    return rows(1000)


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory, table: pa.Table) -> Path:
    path = tmp_path_factory.mktemp("files") / "rows.stoa"
    assert stoa.write(path, table) == 1000
    return path


def plain(table: pa.Table) -> pa.Table:
    """The same without metadata."""
    return table.replace_schema_metadata(None).cast(pa.schema([pa.field(field.name, field.type) for field in table.schema]))

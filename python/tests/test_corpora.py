# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""
Files of other writers survive the way through Stoa: their rows have the checksums of expected.json, which another reader made.

The corpora lie in ../shared/corpora beside the repository; without them the tests are skipped. A run takes every 12th file of
at most 20,000 cells; STOA_CORPORA=all takes all. Two corpora are left to Java: pyarrow reads no Avro, and the damaged texts of
csv-dirty have no checksum of rows.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import math
import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.orc
import pyarrow.parquet
import pytest

import stoa

ALL = os.environ.get("STOA_CORPORA") == "all"
MOST_CELLS = math.inf if ALL else 20_000
CORPORA = Path(__file__).parents[3] / "shared" / "corpora"

pytestmark = pytest.mark.skipif(
    not CORPORA.is_dir(), reason=f"{CORPORA} is not there: the corpora are no part of the repository"
)


def expectations() -> Iterator[tuple[Path, dict[str, Any]]]:
    """The data files whose content is known."""
    for found in sorted(CORPORA.glob("**/expected.json")):
        content = json.loads(found.read_text(encoding="utf-8"))
        if not isinstance(content, dict):
            continue
        if "reader" in content:
            (data,) = [p for p in found.parent.iterdir() if ".parquet" in p.name or ".csv" in p.name][:1] or [None]
            files = {data.name: content} if data is not None else {}
        else:
            files = content
        for name, expected in files.items():
            path = found.parent / name
            path = path if path.is_file() else found.parent / (name + ".gz")
            cells = expected.get("rows", math.inf) * max(1, len(expected.get("columns", ())))
            is_ok = expected.get("status", "ok") == "ok"
            if path.is_file() and is_ok and "row_checksum" in expected and cells <= MOST_CELLS:
                yield path, {"delimiter": "|", **expected} if "public-bi" in path.parts else expected


CASES = [case for case in expectations() if str(case[0]).endswith((".parquet", ".orc", ".csv", ".csv.gz"))]
if not ALL:
    CASES = CASES[::12]

# what Stoa refuses, by the words that say why
REFUSED = ("names must be unique", "more than the 36 digits of decimal(36,17)", "is not valid UTF-8", "Stoa has no unions")


@pytest.mark.parametrize(
    ("path", "expected"),
    CASES,
    ids=lambda value: str(value)[len(str(CORPORA)) + 1 :] if isinstance(value, Path) else "",
)
def test_round_trip(path: Path, expected: dict[str, Any], tmp_path: Path) -> None:
    table = read(path, expected)
    is_text = ".csv" in path.name
    try:
        stoa.write(tmp_path / "a.stoa", table)
    except (stoa.UnsupportedFileError, stoa.RejectedDataError) as refusal:
        assert any(word in str(refusal) for word in REFUSED), refusal
        pytest.skip(str(refusal))
    found = stoa.open(tmp_path / "a.stoa").scan().to_arrow()
    assert found.num_rows == expected["rows"]
    assert checksum(found, is_text) == expected["row_checksum"]


FLOATS = CORPORA / "floats"
SERIES = json.loads((FLOATS / "expected.json").read_text()) if FLOATS.is_dir() else []


@pytest.mark.parametrize("series", SERIES if ALL else SERIES[::12], ids=lambda series: series["file"])
def test_floats_keep_their_bits(series: dict[str, Any], tmp_path: Path) -> None:
    content = (FLOATS / series["file"]).read_bytes()
    if series["file"].endswith(".bin"):
        values = np.frombuffer(content, "<f8")
    else:
        lines = [line.split(b",")[0] for line in gzip.decompress(content).splitlines() if line]
        values = np.array([float(line) for line in lines], f"<f{series['bits'] // 8}")
    stoa.write(tmp_path / "a.stoa", {"x": values})
    found = stoa.open(tmp_path / "a.stoa").scan().to_arrow()["x"].to_numpy()
    bits = found.view(f"<u{found.itemsize}").astype(np.uint64)
    assert (len(bits), bits.sum(dtype=np.uint64)) == (series["values"], int(series["sum_of_bits_mod_2_64"], 16))


def read(path: Path, expected: dict[str, Any]) -> pa.Table:
    if path.name.endswith(".parquet"):
        return pa.parquet.ParquetFile(path).read()
    if path.name.endswith(".orc"):
        return pa.orc.ORCFile(path).read()
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    text = io.StringIO(content.decode("utf-8", "surrogateescape"), newline="")
    rows = list(csv.reader(text, delimiter=expected.get("delimiter", ",")))
    rows = rows[1:] if expected.get("header") else rows
    if len({len(row) for row in rows}) != 1:
        pytest.skip("its rows have different numbers of cells")
    columns = [pa.array([cell.encode("utf-8", "surrogateescape") for cell in column]) for column in zip(*rows, strict=True)]
    return pa.table(columns, [f"c{i}" for i in range(len(columns))])


def checksum(table: pa.Table, is_text: bool) -> str:
    """The sum of the hashes of all rows, whatever their order."""
    total = 0
    for batch in table.to_batches():
        columns = [[text(value, is_text) for value in column] for column in batch.columns]
        for row in zip(*columns, strict=True) if columns else [()] * batch.num_rows:
            total += int.from_bytes(hashlib.sha256(b"\x1f".join(row)).digest()[:8], "big")
    return f"{total % (1 << 64):016x}"


def text(value: pa.Scalar, is_text: bool = False) -> bytes:
    """A value as the bytes that the checksums are made of."""
    kind = value.type
    if not value.is_valid:
        return b"null"
    if isinstance(kind, pa.BaseExtensionType):
        value, kind = value.value, kind.storage_type
    if pa.types.is_boolean(kind):
        return b"true" if value.as_py() else b"false"
    if pa.types.is_integer(kind):
        return str(value.as_py()).encode()
    if pa.types.is_temporal(kind):
        return str(value.value).encode()
    if pa.types.is_floating(kind):
        code, digits, quiet = {
            16: ("e", 4, 0x7E00),
            32: ("f", 8, 0x7FC00000),
            64: ("d", 16, 0x7FF8000000000000),
        }[kind.bit_width]
        number = float(value.as_py())
        bits = quiet if math.isnan(number) else int.from_bytes(struct.pack(">" + code, number), "big")
        return f"f{bits:0{digits}x}".encode()
    if pa.types.is_decimal(kind):
        return format(value.as_py(), "f").encode()
    if pa.types.is_map(kind):
        return b"<" + b",".join(text(entry[0]) + b":" + text(entry[1]) for entry in entries(value)) + b">"
    if pa.types.is_struct(kind):
        fields = [kind.field(i).name.encode() + b"=" + text(value[i]) for i in range(kind.num_fields)]
        return b"{" + b",".join(fields) + b"}"
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return b"[" + b",".join(text(element) for element in value.values) + b"]"
    raw = value.as_buffer().to_pybytes()
    return raw if is_text else b'"' + raw + b'"'


def entries(value: pa.Scalar) -> Iterable[tuple[pa.Scalar, pa.Scalar]]:
    pairs = value.values
    return zip(pairs.field(0), pairs.field(1), strict=True)

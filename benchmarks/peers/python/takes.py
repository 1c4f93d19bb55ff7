# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Takes rows of lineitem by number into Arrow, one library of Python in each process: benchmarks/run take.

takes.py prepare FOLDER PARQUET CONTENDER
    writes the rows of a Parquet file as the contender's file, unless it is there
takes.py measure FOLDER CONTENDER WARM_MS SAMPLES
    prints measurements as benchmarks/run reads them; the folder has the numbers of the rows

A sample starts with opening the file, and ends when all Arrow arrays are complete.
"""

import os
import statistics
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import reads

ALL = "all columns"


def vortex():
    import vortex as vx

    def take(path, columns, rows):
        return vx.open(path).scan(columns, indices=vx.array(pa.array(rows))).to_arrow().read_all()

    return take


def lance():
    import lance

    def take(path, columns, rows):
        return lance.dataset(path).take(rows, columns=columns)

    return take


CONTENDERS = {"vortex": vortex, "lance": lance}


def prepare(folder, source, contender):
    target = reads.file_of(folder, contender)
    if os.path.exists(target):
        return
    write, _ = reads.CONTENDERS[contender]()
    reads.put(write, pq.read_table(source), target)


def numbers(column):
    """Numbers, or lengths of texts, and the bytes of texts."""
    if isinstance(column.type, pa.Decimal128Type):
        unscaled = np.frombuffer(column.buffers()[1], "<i8", 2 * len(column), 16 * column.offset)[::2]
        return unscaled, 0
    if pa.types.is_integer(column.type):
        return column.cast(pa.int64()).to_numpy(), 0
    if pa.types.is_date(column.type):
        return column.cast(pa.date32()).cast(pa.int32()).cast(pa.int64()).to_numpy(), 0
    texts = column.cast(pa.string()).cast(pa.large_binary())
    offsets = np.frombuffer(texts.buffers()[1], "<i8", len(texts) + 1, 8 * texts.offset)
    data = np.frombuffer(texts.buffers()[2], np.uint8)[offsets[0] : offsets[-1]]
    return np.diff(offsets), int(data.sum(dtype=np.int64))


def checksum(table):
    """What every bit of the values adds up to; the contenders in Java do the same."""
    total = 0
    for column in table.columns:
        values, rest = numbers(column.combine_chunks())
        total += int((values * np.arange(1, len(values) + 1, dtype=np.int64)).sum()) + rest
    return total & ((1 << 52) - 1)


def measured(case, contender, metric, unit, value, low=None, high=None):
    low = value if low is None else low
    high = value if high is None else high
    item = case + "/default/python/cache"
    print("measured", "take", item, contender, metric, unit, value, low, high, sep="\t", flush=True)


def measure(folder, contender, warm_ms, samples):
    path = reads.file_of(folder, contender)
    take = CONTENDERS[contender]()
    measured("file", contender, "BYTES", "bytes", reads.size(path))
    for count in (1_000, 100_000):
        rows = np.fromfile(os.path.join(folder, "%d.rows" % count), "<i8")
        for title, columns in (("3 columns", reads.COLUMNS), (ALL, None)):
            case = "%d rows, %s" % (count, title)
            measured("verify " + case, contender, "CHECKSUM", "sum", checksum(take(path, columns, rows)))
            end = time.perf_counter() + warm_ms / 1e3 / 4
            while time.perf_counter() < end:
                take(path, columns, rows)
            for metric, ms in reads.timed(lambda: take(path, columns, rows), samples).items():
                measured(case, contender, metric, "ms", statistics.median(ms), min(ms), max(ms))


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(*sys.argv[2:5])
    else:
        measure(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))

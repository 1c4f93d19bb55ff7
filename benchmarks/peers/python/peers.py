# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Vortex by its own library, the tasks of benchmarks/run in a process of Python.

peers.py FILE PARQUET TASK DATASET CONTENDER [WORD]... [-DFLAG=VALUE]...

FILE is the name of the contender's file with VARIANT in the variant's place, PARQUET the file with the same rows. Prints
measurements as benchmarks/run reads them.
"""

import datetime
import os
import re
import socket
import statistics
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import vortex as vx
import vortex.expr as ve

pa.set_cpu_count(1)
pa.set_io_thread_count(1)

EPOCH = datetime.date(1970, 1, 1)
FILE, PARQUET, TASK, _, CONTENDER = sys.argv[1:6]
REMOTE = []  # the far store, once there is one
WORDS = [word for word in sys.argv[6:] if not word.startswith("-D")]


def file_of(variant):
    return FILE.replace("VARIANT", variant)


def measured(case, metric, unit, value, low=None, high=None):
    low = value if low is None else low
    high = value if high is None else high
    print("measured", TASK if TASK != "verify" else "decode", case, CONTENDER, metric, unit, value, low, high, sep="\t")


def write(table, variant, path):
    options = vx.io.VortexWriteOptions
    (options.compact() if variant == "compact" else options.default()).write(table, path)


def batches(variant, columns):
    return vx.open(file_of(variant), memory_map=True).scan(columns).to_arrow()


def words(buffer, start, count, kind):
    """The sum of numbers in a buffer, without a copy."""
    return int(np.frombuffer(buffer, kind, count, start * np.dtype(kind).itemsize).sum(dtype=kind))


def all_bytes(buffer):
    return words(buffer, 0, buffer.size // 8, np.int64)


def touch(array):
    """Adds up what an array holds: numbers; of texts offsets or views, and bytes."""
    if array.type == pa.string_view() or array.type == pa.binary_view():
        views, *data = array.buffers()[1:]
        return words(views, 2 * array.offset, 2 * len(array), np.int64) + sum(map(all_bytes, data))
    if pa.types.is_dictionary(array.type):
        return touch(array.indices) + touch(array.dictionary)
    if pa.types.is_string(array.type):
        _, offsets, data = array.buffers()
        return words(offsets, array.offset, len(array) + 1, np.int32) + all_bytes(data)
    data = array.buffers()[1]
    if pa.types.is_decimal128(array.type):
        return words(data, 2 * array.offset, 2 * len(array), np.int64)
    kind = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}[array.type.bit_width]
    return words(data, array.offset, len(array), kind)


def read(variant, columns):
    values = 0
    total = 0
    for batch in batches(variant, columns):
        for column in batch.columns:
            total += touch(column)
            values += len(column)
    return values, total


def qualifying(variant, day):
    """The numbers of Figure 1: what is shipped before a day; the filter is Vortex's own."""
    name = file_of(variant.split(" ")[0])
    if REMOTE:
        file = vx.open("s3://bkt/" + os.path.basename(name))
    else:
        file = vx.open(name, memory_map=variant.endswith("mapped"))
    condition = ve.column("l_shipdate") < ve.literal(vx.date("days", nullable=False), EPOCH + datetime.timedelta(day))
    for batch in file.scan(["l_linenumber"], expr=condition).to_arrow():
        if batch.num_rows:
            column = batch.column(0)
            yield np.frombuffer(column.buffers()[1], np.int32, len(column), column.offset * 4)


def answer(variant, day, number=lambda values: int(values.sum(dtype=np.int32))):
    """Count, sum and maximum as the consumer in Java puts them together."""
    count, total, most = 0, 0, 0
    for values in qualifying(variant, day):
        count += len(values)
        total += number(values)
        most = max(most, int(values.max()))
    return count, (total + 31 * count + (most << 40)) & ((1 << 52) - 1)


def mixed(values):
    """Every bit of every value counts."""
    x = values.astype(np.uint64)
    x = (x ^ (x >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    x = (x ^ (x >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return int((x ^ (x >> np.uint64(33))).sum())


def system_calls():
    with open("/proc/self/io") as counters:
        found = dict(line.split(": ") for line in counters.read().strip().split("\n"))
    return int(found["rchar"]), int(found["syscr"])


def store_counts():
    """What a far store has given so far: bytes, requests, round trips."""
    with socket.create_connection(("127.0.0.1", int(REMOTE[0].split("|")[1]))) as connection:
        return [int(number) for number in connection.makefile().readline().split()]


def counted(run):
    """What a query reads: as the far store counts, or by system calls, without what a memory map reads."""
    counters = store_counts if REMOTE else system_calls
    first = counters()
    before = counters()
    run()
    after = counters()
    return [a - b - (b - f) for a, b, f in zip(after, before, first)]


def connect(store):
    """From now on files are read from an S3 server, as its address says."""
    os.environ.update(
        AWS_ENDPOINT=store.split("|")[0],
        AWS_ALLOW_HTTP="true",
        AWS_ACCESS_KEY_ID="local-identity",
        AWS_SECRET_ACCESS_KEY="local-credential",
        AWS_REGION="us-east-1",
        AWS_VIRTUAL_HOSTED_STYLE_REQUEST="false",
    )
    REMOTE.append(store)


def fig1():
    variant, setting, warm, samples, millis, store, *points = WORDS
    points = [(point.split("=")[0], int(point.split("=")[1])) for point in points]
    if "-Dstoa.benchmarks.delivery=full" in sys.argv:
        for point, day in points:
            count, checksum = answer(variant, day, mixed)
            measured(f"verify {point}/{variant}/{setting}", "VALUES", "count", count)
            measured(f"verify {point}/{variant}/{setting}", "CHECKSUM", "sum", checksum)
        plain = file_of(variant.split(" ")[0])
        measured(f"file/{variant.split(' ')[0]}", "BYTES", "bytes", os.path.getsize(plain))
        return
    end = time.process_time() + int(warm) / 1000
    while time.process_time() < end:
        for _, day in points:
            answer(variant, day)
    if store.startswith("http"):
        connect(store)
        for _, day in 2 * points:
            answer(variant, day)
    for point, day in points:
        case = f"{point} decoded/{variant}/{setting}"
        found = counted(lambda: answer(variant, day))
        sample(case, lambda: answer(variant, day)[0], 0 if REMOTE else int(warm) // 60, int(samples), int(millis))
        measured(case, "CHECKSUM", "sum", answer(variant, day)[1])
        for metric, unit, value in zip(("BYTES_READ", "REQUESTS", "ROUND_TRIPS"), ("bytes", "count", "count"), found):
            measured(case, metric, unit, value)


def sample(case, run, warm_millis, samples, sample_millis):
    """Repeats something until it is warm, then takes samples, as the benchmarks in Java do."""
    start = time.process_time()
    repeats = 0
    while repeats == 0 or time.process_time() - start < warm_millis / 1000:
        values = run()
        repeats += 1
    each = (time.process_time() - start) * 1000 / repeats
    per_sample = max(1, -(-sample_millis // max(each, 1e-3)))
    wall, cpu = [], []
    for _ in range(samples):
        wall_before, cpu_before = time.perf_counter(), time.process_time()
        for _ in range(int(per_sample)):
            run()
        cpu.append((time.process_time() - cpu_before) * 1000 / per_sample)
        wall.append((time.perf_counter() - wall_before) * 1000 / per_sample)
    measured(case, "WALL_MS", "ms", statistics.median(wall), min(wall), max(wall))
    measured(case, "PROCESS_CPU_MS", "ms", statistics.median(cpu), min(cpu), max(cpu))
    measured(case, "VALUES", "count", values)


def prepare():
    table = pq.read_table(PARQUET)
    for variant in WORDS:
        write(table, variant, file_of(variant) + ".unfinished")
        os.replace(file_of(variant) + ".unfinished", file_of(variant))


def sizes():
    """The segments of a file belong to columns; what is for all of them counts for the file only."""
    for variant in ("default", "compact"):
        tool = os.path.join(os.path.dirname(sys.executable), "vx")
        listed = subprocess.run([tool, "inspect", file_of(variant)], capture_output=True, text=True, check=True).stdout
        columns = {}
        for line in listed.splitlines():
            segment = re.match(r"\s*\d+\s+\d+\.\.\d+\s+(\d+)\s+\d+\s+(\w+)\.", line)
            if segment:
                column = segment.group(2)
                columns[column] = columns.get(column, 0) + int(segment.group(1))
        for column, size in columns.items():
            measured(f"{column}/{variant}", "BYTES", "bytes", size)
        measured(f"file/{variant}", "BYTES", "bytes", os.path.getsize(file_of(variant)))


def verify():
    variant = WORDS[0]
    expected = pq.ParquetFile(PARQUET)
    for name in expected.schema_arrow.names:
        want = expected.read([name]).column(0)
        got = pa.chunked_array([batch.column(0) for batch in batches(variant, [name])]).cast(want.type)
        if not got.equals(want):
            sys.exit(f"{name} of {file_of(variant)} differs from the Parquet file")
        measured(f"verify {name}/{variant}", "VALUES", "count", len(got))


def decode():
    variant, setting, warm, samples, millis, *chosen = WORDS
    columns = pq.ParquetFile(PARQUET).schema_arrow.names
    warm, samples, millis = int(warm), int(samples), int(millis)
    sample(f"all/{variant}/{setting}", lambda: read(variant, columns)[0], warm, samples, millis)
    for name in chosen or columns:
        sample(f"{name}/{variant}/{setting}", lambda: read(variant, [name])[0], warm // 10, samples, millis)


def write_task():
    variant, setting, warm, samples, millis = WORDS
    table = pq.read_table(PARQUET)
    path = os.path.join(os.path.dirname(FILE), f"{CONTENDER}-{variant}.written")

    def run():
        write(table, variant, path)
        return table.num_rows

    sample(f"all/{variant}/{setting}", run, int(warm), int(samples), int(millis))
    measured(f"all/{variant}/{setting}", "BYTES", "bytes", os.path.getsize(path))
    os.remove(path)


{"prepare": prepare, "sizes": sizes, "verify": verify, "decode": decode, "write": write_task, "fig1": fig1}[TASK]()

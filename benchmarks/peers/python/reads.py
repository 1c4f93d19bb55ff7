# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Reads lineitem into Arrow, one library of Python in each process: benchmarks/run python.

reads.py prepare FOLDER PARQUET CONTENDER
    writes the rows of a Parquet file, sorted by l_shipdate, as the contender's file, unless it is there
reads.py measure FOLDER CONTENDER WARM_MS LATER_MS SAMPLES
    prints measurements as benchmarks/run reads them: for each case the samples after WARM_MS of reads, and for reads of whole
    columns more samples after another LATER_MS of them

A sample ends when all Arrow arrays are complete. Two threads read.
"""

import os
import shutil
import statistics
import sys
import time

os.environ["LANCE_CPU_THREADS"] = "2"
os.environ["RAYON_NUM_THREADS"] = "2"

import pyarrow as pa  # noqa: E402
import pyarrow.compute as pc  # noqa: E402
import pyarrow.parquet as pq  # noqa: E402

THREADS = 2
COLUMNS = ["l_orderkey", "l_extendedprice", "l_shipdate"]
KEY = "l_shipdate"

pa.set_cpu_count(THREADS)
pa.set_io_thread_count(THREADS)


def file_of(folder, contender):
    return os.path.join(folder, contender + ".file")


def parquet():
    def write(table, path):
        pq.write_table(table, path)

    def read(path, columns, below):
        where = None if below is None else pc.field(KEY) < below
        return pq.read_table(path, columns=columns, filters=where, use_threads=True)

    return write, read


def stoa():
    import stoa

    def write(table, path):
        stoa.write(path, table)

    def read(path, columns, below):
        where = None if below is None else pc.field(KEY) < below
        with stoa.open(path) as dataset:
            return dataset.scan(columns, where, threads=THREADS).to_arrow(progress=False)

    return write, read


def vortex():
    import vortex as vx
    import vortex.expr as ve

    def write(table, path):
        vx.io.write(table, path)

    def read(path, columns, below):
        file = vx.open(path)
        where = None
        if below is not None:
            where = ve.column(KEY) < ve.literal(vx.date("days", nullable=False), below.as_py())
        return file.scan(columns, expr=where).to_arrow().read_all()

    return write, read


def lance():
    import lance

    def write(table, path):
        lance.write_dataset(table, path)

    def read(path, columns, below):
        where = None if below is None else pc.field(KEY) < below
        return lance.dataset(path).to_table(columns=columns, filter=where)

    return write, read


CONTENDERS = {"pyarrow-parquet": parquet, "stoa": stoa, "vortex": vortex, "lance": lance}


def bound(folder):
    """The date before which one percent of the rows are."""
    days = pq.read_table(os.path.join(folder, "days.parquet"))[KEY]
    return days[len(days) // 100]


def put(write, table, target):
    """Writes a table under another name first, so that a file is whole once it is there."""
    unfinished = target + ".unfinished"
    if os.path.isdir(unfinished):
        shutil.rmtree(unfinished)
    elif os.path.exists(unfinished):
        os.remove(unfinished)
    write(table, unfinished)
    os.replace(unfinished, target)


def prepare(folder, source, contender):
    target = file_of(folder, contender)
    days = os.path.join(folder, "days.parquet")
    if os.path.exists(target) and os.path.exists(days):
        return
    write, _ = CONTENDERS[contender]()
    table = pq.read_table(source).sort_by([(KEY, "ascending"), ("l_orderkey", "ascending")])
    if not os.path.exists(days):
        pq.write_table(table.select([KEY]), days + ".new")
        os.replace(days + ".new", days)
    put(write, table, target)


def size(path):
    if not os.path.isdir(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(path) for name in names)


def measured(case, contender, metric, unit, value, low=None, high=None):
    low = value if low is None else low
    high = value if high is None else high
    print("measured", "python", case, contender, metric, unit, value, low, high, sep="\t", flush=True)


def checksum(table):
    """The number of rows and the sum of the orders' numbers."""
    return table.num_rows + (pc.sum(table["l_orderkey"]).as_py() << 16) % (1 << 50)


def timed(read, samples):
    """The milliseconds of some reads, on the clock and of the CPU."""
    wall, cpu = [], []
    for _ in range(samples):
        before = time.perf_counter(), time.process_time()
        found = read()
        wall.append((time.perf_counter() - before[0]) * 1e3)
        cpu.append((time.process_time() - before[1]) * 1e3)
        del found
    return {"WALL_MS": wall, "PROCESS_CPU_MS": cpu}


def warm(read, ms):
    """Reads for some milliseconds."""
    end = time.perf_counter() + ms / 1e3
    while time.perf_counter() < end:
        found = read()
        del found


def report(case, contender, read, samples):
    for metric, ms in timed(read, samples).items():
        measured(case, contender, metric, "ms", statistics.median(ms), min(ms), max(ms))


def measure(folder, contender, warm_ms, later_ms, samples):
    path = file_of(folder, contender)
    below = bound(folder)
    begun = time.perf_counter()
    _, read = CONTENDERS[contender]()
    read(path, ["l_linenumber"], below)
    measured("start", contender, "WALL_MS", "ms", (time.perf_counter() - begun) * 1e3)
    measured("file", contender, "BYTES", "bytes", size(path))
    cases = (
        ("whole", lambda: read(path, None, None)),
        ("3 columns", lambda: read(path, COLUMNS, None)),
        ("1% of rows", lambda: read(path, None, below)),
    )
    for case, of_case in cases:
        warm(of_case, warm_ms)
        measured(case, contender, "CHECKSUM", "sum", checksum(of_case()))
        report(case, contender, of_case, samples)
    for case, of_case in cases[:2]:
        warm(of_case, later_ms)
        report(case + ", later", contender, of_case, samples)


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(*sys.argv[2:5])
    else:
        measure(sys.argv[2], sys.argv[3], *(int(word) for word in sys.argv[4:7]))

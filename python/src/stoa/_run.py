# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Reads the parts of a scan on several threads, in order."""

from __future__ import annotations

import collections
import ctypes
import functools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, Protocol, TypeVar

import jpype
import pyarrow as pa

from stoa import _ending, _jvm
from stoa._errors import UnsupportedFileError, check_process, translated

# sizes of the structures of Arrow's C data interface on machines of 64 bits
_ARRAY_BYTES = 80
_SCHEMA_BYTES = 72

_P = ParamSpec("_P")
_R = TypeVar("_R")

PART_ROWS = 1 << 18
PART_BYTES = 16 << 20


class Input(Protocol):
    """Rows that are read in parts."""

    def open(self) -> Sequence[Any]:
        """Returns the parts in order: objects of Java whose open() gives batches."""

    def close(self) -> None:
        """Closes what open() has opened."""


def processors() -> int:
    """Returns how many processors the process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@functools.cache
def _readers() -> ThreadPoolExecutor:
    """Returns the threads that read parts. They wait for no other task."""
    return ThreadPoolExecutor(max_workers=max(4, 2 * processors()), thread_name_prefix="stoa-read")


def workers() -> ThreadPoolExecutor:
    """
    Returns the threads for whole calls of Java, so that the caller's can be interrupted.

    They may wait for readers, and for each other, so their number has no tight bound.
    """
    check_process()  # a forked process has the pool without its threads
    return _workers()


@functools.cache
def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1000, thread_name_prefix="stoa-work")


def waited(call: Callable[[], Any]) -> Any:
    """Runs a call of Java on another thread, so that Ctrl-C ends the wait for it, though not the call."""

    def run() -> Any:
        with translated():
            return call()

    return submit(workers(), run).result()


def submit(pool: ThreadPoolExecutor, work: Callable[_P, _R], *given: _P.args, **named: _P.kwargs) -> Future[_R]:
    """Gives work to a pool. The pools end before daemon threads do: such a thread then stops here."""
    try:
        return pool.submit(work, *given, **named)
    except RuntimeError as failure:
        if "shutdown" in str(failure) and threading.current_thread().daemon:
            _ending.stop()
        raise


def paths(columns: Sequence[str], schema: pa.Schema) -> Any:
    """Returns columns as paths of Java. A name that is no column's is a path of names with dots."""
    found = jpype.java.util.ArrayList()
    path = _jvm.java("dev.stoa.reader.ColumnPath")
    for name in columns:
        found.add(path.of(name) if schema.get_field_index(name) >= 0 else path.parse(name))
    return found


def arrow_schema(schema: Any, dictionaries: tuple[str, ...] = ()) -> pa.Schema:
    """
    Returns the Arrow schema of a schema of Stoa.

    :param dictionaries: the columns that come as dictionaries
    """
    with translated():
        return _arrow_schema(schema, dictionaries)


# the metadata of a field whose type Arrow lacks: why
UNREADABLE = b"stoa.unreadable"


@functools.lru_cache(maxsize=64)
def readable_schema(schema: Any) -> pa.Schema:
    """Returns the Arrow schema of a schema of Stoa, where a column of a type that Arrow lacks has the type null."""
    try:
        return arrow_schema(schema)
    except UnsupportedFileError:
        return pa.schema([_readable(field) for field in schema.fields()])


def _readable(field: Any) -> pa.Field:
    try:
        return arrow_schema(_jvm.java("dev.stoa.format.Schema").of(field)).field(0)
    except UnsupportedFileError as failure:
        return pa.field(str(field.name()), pa.null(), metadata={UNREADABLE: str(failure)})


@functools.lru_cache(maxsize=64)
def _arrow_schema(schema: Any, dictionaries: tuple[str, ...]) -> pa.Schema:
    """Follows from the columns alone, which Java compares: so a file or a table with other columns never gets this one."""
    target = ctypes.create_string_buffer(_SCHEMA_BYTES)
    address = ctypes.addressof(target)
    marked = paths(dictionaries, _arrow_schema(schema, ()) if dictionaries else pa.schema([]))
    _jvm.java("dev.stoa.arrow.ArrowSchemas").exportTo(_jvm.allocator(), schema, marked, jpype.JLong(address))
    return pa.Schema._import_from_c(address)


class _Opened:
    """An open input, closed when the last of its parts is done."""

    def __init__(self, source: Input) -> None:
        self._source = source
        self._lock = threading.Lock()
        self.parts = source.open()
        self._left = len(self.parts)
        if not self.parts:
            source.close()

    def part_done(self, _: Any) -> None:
        self.done(1)

    def done(self, count: int) -> None:
        with self._lock:
            self._left -= count
            is_last = self._left == 0 and count > 0
        if is_last:
            self._source.close()


class Run:
    """One pass over the parts of inputs. For one thread, which the parts are not read by."""

    def __init__(
        self, inputs: Sequence[Input], java_schema: Any, schema: pa.Schema, dictionaries: Any, threads: int
    ) -> None:
        """
        Describes a pass.

        :param schema: of the batches
        :param dictionaries: the paths of Java of the columns that come as dictionaries, or None
        """
        self._inputs = inputs
        self._java_schema = java_schema
        self._schema = schema
        self._dictionaries = dictionaries
        self._threads = threads
        self._is_over = False

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Gives the batches of all parts, in order."""
        waiting: collections.deque[Future[list[pa.RecordBatch]]] = collections.deque()
        parts = self._parts()
        try:
            self._begin(parts, waiting)
            while waiting:
                check_process()
                batches = waiting.popleft().result()
                self._begin(parts, waiting)
                batches.reverse()
                while batches:
                    yield batches.pop()
        finally:
            self._is_over = True
            for task in waiting:
                task.cancel()
            parts.close()

    def _begin(self, parts: Any, waiting: collections.deque[Future[list[pa.RecordBatch]]]) -> None:
        """Keeps as many parts under way as there are threads."""
        while len(waiting) < self._threads:
            following = next(parts, None)
            if following is None:
                return
            opened, part = following
            task = submit(_readers(), self._read, part)
            task.add_done_callback(opened.part_done)
            waiting.append(task)

    def _parts(self) -> Any:
        for source in self._inputs:
            with translated():
                opened = _Opened(source)
            begun = 0
            try:
                for part in opened.parts:
                    begun += 1
                    yield opened, part
            finally:
                opened.done(len(opened.parts) - begun)

    def _read(self, part: Any) -> list[pa.RecordBatch]:
        found: list[pa.RecordBatch] = []
        if self._is_over:
            return found
        with translated():
            allocator = _jvm.allocator()
            source = part.open()
            try:
                reader = _jvm.java("dev.stoa.arrow.StoaArrowReader").of(allocator, source, self._java_schema)
            except BaseException:
                source.close()
                raise
            try:
                if self._dictionaries is not None:
                    reader.dictionaries(self._dictionaries)
                target = ctypes.create_string_buffer(_ARRAY_BYTES)
                address = ctypes.addressof(target)
                while not self._is_over and reader.exportNext(address):
                    found.append(pa.RecordBatch._import_from_c(address, self._schema))
            finally:
                reader.close()
        return found

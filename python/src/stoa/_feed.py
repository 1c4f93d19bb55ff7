# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Brings data of Python to Java, batch by batch."""

from __future__ import annotations

import collections
import ctypes
import itertools
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import jpype
import pyarrow as pa
import pyarrow.dataset
import pyarrow.ipc

from stoa import _columns, _jvm, _run
from stoa._errors import TableError, translated

_STREAM_BYTES = 40

_R = TypeVar("_R")

# readers and iterators whose rows are gone
_taken: weakref.WeakSet[Any] = weakref.WeakSet()
# the last of those that take no weak reference, such as map(...) and iter([...])
_taken_last: collections.deque[Any] = collections.deque(maxlen=64)


def alike(data: Any) -> list[Any]:
    """
    Returns data in parts of the same columns. A mapping of a list lacks what it does not name, whatever the others name: a change of a
    row leaves such a column as it is.
    """
    if not isinstance(data, list) or not all(isinstance(row, Mapping) for row in data):
        return [data]
    parts: dict[frozenset[Any], list[Any]] = {}
    for row in data:
        parts.setdefault(frozenset(row), []).append(row)
    return list(parts.values()) or [data]


def _refuse_taken(data: Any) -> None:
    """Refuses what gives its rows once, the second time: an insert that is run again would insert no row, or only the last ones."""
    if isinstance(data, (pa.RecordBatchReader, Iterator)):
        try:
            is_taken = data in _taken
            _taken.add(data)
        except TypeError:
            is_taken = any(data is other for other in _taken_last)
            _taken_last.append(data)
        if is_taken:
            raise ValueError(
                f"data is a {type(data).__name__} that was given before, and gives its rows once: make it anew for each call"
            )


def reader(data: Any, like: pa.Schema | None = None) -> pa.RecordBatchReader:
    """
    Returns data as a reader of record batches: of pyarrow, pandas, Polars, DuckDB, or whatever is an Arrow stream; a mapping
    of columns, a list of mappings, or an iterator of record batches.

    :param like: the columns that data without types takes its types from
    """
    _refuse_taken(data)
    if isinstance(data, pa.RecordBatchReader):
        return data
    if isinstance(data, pa.Table):
        return data.to_reader()  # a stream of C has empty buffers for empty arrays, also if they begin further on
    if isinstance(data, pa.RecordBatch):
        return pa.RecordBatchReader.from_batches(data.schema, [data])
    if isinstance(data, pa.dataset.Dataset):
        return data.scanner().to_reader()
    if isinstance(data, Mapping):
        return _columns.table(data, like).to_reader()
    if type(data).__module__.partition(".")[0] == "pandas":
        if not hasattr(data, "columns"):  # a Series, or an index
            raise _unnamed(data)
        # pyarrow has a range as an index in the metadata alone, for which a table has no place
        has_named_range = like is not None and type(data.index).__name__ == "RangeIndex" and data.index.name is not None
        found = pa.Table.from_pandas(data, preserve_index=has_named_range or None)
        for i, kind in enumerate(data.dtypes):
            if kind == object:
                _columns.check(found.field(i).name, data.iloc[:, i], found.column(i))
        if like is not None:
            _check_index(found.schema, like)
        return found.to_reader()
    if hasattr(data, "__arrow_c_stream__"):
        _check_objects(data)
        return _stream(data)
    if isinstance(data, list) and (data or like is not None) and all(isinstance(row, Mapping) for row in data):
        names = list(dict.fromkeys(name for row in data for name in row))
        return _columns.table({name: [row.get(name) for row in data] for name in names}, like).to_reader()
    if isinstance(data, Iterable) and not isinstance(data, (str, bytes)):
        batches = iter(data)
        first = next(batches, None)
        if first is None and like is not None:
            return like.empty_table().to_reader()
        if isinstance(first, pa.RecordBatch):
            return pa.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
    raise TypeError(
        f"data is a {type(data).__name__}, must be an Arrow stream (a table of pyarrow, a DataFrame, a relation of DuckDB),"
        " a mapping of columns, a list of mappings, or an iterator of record batches"
    )


def _check_objects(data: Any) -> None:
    """Refuses columns of a DataFrame of Polars that Arrow has no type for."""
    if type(data).__module__.partition(".")[0] == "polars" and hasattr(data, "schema"):
        for name, kind in data.schema.items():
            _columns.check_polars(name, kind)


def _stream(data: Any) -> pa.RecordBatchReader:
    try:
        return pa.RecordBatchReader.from_stream(data)
    except pa.ArrowInvalid as failure:
        if "non-struct" not in str(failure):
            raise
        raise _unnamed(data) from None


def _check_index(given: pa.Schema, table: pa.Schema) -> None:
    """Refuses the index of a DataFrame that is no column of the table."""
    columns = {name.casefold() for name in table.names}
    for name in given.pandas_metadata["index_columns"]:
        if isinstance(name, str) and name.casefold() not in columns:  # a range without a name numbers the rows
            what = "an index without a name" if name.startswith("__index_level_") else f"the index '{name}'"
            raise TableError(
                f"the DataFrame has {what}, which is no column of the table: leave it out by frame.reset_index(drop=True),"
                " or make it a column of the table's by frame.rename_axis('NAME').reset_index()"
            )


def _unnamed(data: Any) -> TypeError:
    name = type(data).__name__
    return TypeError(f"data is a {name}, which has values but no columns: name the column, as in {{'id': data}}")


def _check(batch: pa.RecordBatch, schema: pa.Schema) -> None:
    """Refuses a batch of other columns than the stream's: its buffers would be read as values of those."""
    if batch.schema.names != schema.names or batch.schema.types != schema.types:
        raise ValueError(
            f"a record batch has the columns {_shown(batch.schema)}, but the data began with {_shown(schema)}: give all"
            " batches the same columns, in the same order"
        )


def _shown(schema: pa.Schema) -> str:
    return "[" + ", ".join(f"{field.name}: {field.type}" for field in schema) + "]"


def _unsliced(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """
    Gives a batch of which no array begins in the midst of its buffers: arrow-java ignores the offset of an array that it
    imports, and would read other rows.
    """
    if not any(_is_sliced(column) for column in batch.columns):
        yield batch
        return
    columns = [_copied(column) if _is_sliced(column) else column for column in batch.columns]
    batch = pa.RecordBatch.from_arrays(columns, schema=batch.schema)
    if not any(_is_sliced(column) for column in batch.columns):
        yield batch
        return
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:  # its format has no offsets
        writer.write_batch(batch)
    yield from pa.ipc.open_stream(sink.getvalue())


def _copied(array: pa.Array) -> pa.Array:
    """Returns a copy without offsets, except that of a dictionary."""
    # of one array pyarrow makes no copy
    return pa.concat_arrays([array, array.slice(0, 0)]) if len(array) else pa.nulls(0, array.type)


def _is_sliced(array: pa.Array) -> bool:
    if array.offset != 0:
        return True
    if isinstance(array, pa.ExtensionArray):
        return _is_sliced(array.storage)
    if isinstance(array, pa.DictionaryArray):
        return _is_sliced(array.dictionary)
    if isinstance(array, pa.StructArray):
        return any(_is_sliced(array.field(i)) for i in range(array.type.num_fields))
    if isinstance(array, pa.MapArray):
        return _is_sliced(array.keys) or _is_sliced(array.items)
    if isinstance(array, (pa.ListArray, pa.LargeListArray, pa.FixedSizeListArray)):
        return _is_sliced(array.values)
    return False


class Feed:
    """Batches of Java, made of data of Python."""

    def __init__(self, data: Any, like: pa.Schema | None = None) -> None:
        self._reader = reader(data, like)
        self._is_over = threading.Event()
        self._failure: BaseException | None = None

    def run(self, work: Callable[[Any, Callable[[Any], int]], _R]) -> _R:
        """
        Does work with the batches, on another thread, so that Ctrl-C ends it.

        :param work: is given the batches, and what writes all of them to a writer and returns the number of rows
        """
        task = _run.submit(_run.workers(), self._run, work)
        try:
            return task.result()
        except BaseException as failure:
            self._is_over.set()
            if not task.done():
                task.exception()  # nothing may become visible after this
            self._reader.close()  # a connection of DuckDB takes no other query while it gives rows
            if self._failure is not None and self._failure is not failure:
                raise self._failure from None
            raise

    def check(self) -> None:
        """Ends the work if its caller was interrupted."""
        if self._is_over.is_set():
            raise KeyboardInterrupt

    def _run(self, work: Callable[[Any, Callable[[Any], int]], _R]) -> _R:
        stream = ctypes.create_string_buffer(_STREAM_BYTES)
        address = ctypes.addressof(stream)
        guarded = pa.RecordBatchReader.from_batches(self._reader.schema, self._guarded())
        with translated():
            allocator = _jvm.allocator()
            guarded._export_to_c(address)
            wrapped = _jvm.java("org.apache.arrow.c.ArrowArrayStream").wrap(jpype.JLong(address))
            arrow = _jvm.java("org.apache.arrow.c.Data").importArrayStream(allocator, wrapped)
            try:
                batches = _jvm.java("dev.stoa.arrow.ArrowBatches").of(arrow)
                return work(batches, lambda target: self._write(batches, target))
            finally:
                arrow.close()

    def _write(self, batches: Any, target: Any) -> int:
        rows = 0
        while batches.next():
            batch = batches.batch()
            target.write(batch)
            rows += int(batch.rowCount())
        return rows

    def _guarded(self) -> Iterator[pa.RecordBatch]:
        """Gives the batches, and keeps an exception of theirs: Arrow's stream would keep its text alone."""
        try:
            for batch in self._reader:
                self.check()
                _check(batch, self._reader.schema)
                yield from _unsliced(batch)
        except GeneratorExit:
            raise
        except BaseException as failure:
            self._failure = failure
            raise

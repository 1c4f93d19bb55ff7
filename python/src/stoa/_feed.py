# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Brings data of Python to Java, batch by batch."""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import jpype
import pyarrow as pa
import pyarrow.dataset
import pyarrow.ipc

from stoa import _jvm, _run
from stoa._errors import RejectedDataError, TableError, translated

_STREAM_BYTES = 40

_R = TypeVar("_R")


def reader(data: Any, like: pa.Schema | None = None) -> pa.RecordBatchReader:
    """
    Returns data as a reader of record batches: of pyarrow, pandas, Polars, DuckDB, or whatever is an Arrow stream; a mapping
    of columns, a list of mappings, or an iterator of record batches.

    :param like: the columns that data without types takes its types from
    """
    if isinstance(data, pa.RecordBatchReader):
        return data
    if isinstance(data, pa.RecordBatch):
        return pa.RecordBatchReader.from_batches(data.schema, [data])
    if isinstance(data, pa.dataset.Dataset):
        return data.scanner().to_reader()
    if isinstance(data, Mapping):
        return _columns(data, _types(list(data), like)).to_reader()
    if type(data).__module__.partition(".")[0] == "pandas":
        if not hasattr(data, "columns"):  # a Series, or an index
            raise _unnamed(data)
        found = pa.Table.from_pandas(data)
        if like is not None:
            _check_index(found.schema, like)
        return found.to_reader()
    if hasattr(data, "__arrow_c_stream__"):
        _check_objects(data)
        return _stream(data)
    if isinstance(data, list) and (data or like is not None) and all(isinstance(row, Mapping) for row in data):
        names = list(dict.fromkeys(name for row in data for name in row))
        return _columns({name: [row.get(name) for row in data] for name in names}, _types(names, like)).to_reader()
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


def _columns(data: Mapping[str, Any], types: pa.Schema | None) -> pa.Table:
    arrays = {name: _array(name, values, None if types is None else types.field(name).type) for name, values in data.items()}
    return pa.table(arrays, types)


def _array(name: str, values: Any, kind: pa.DataType | None) -> Any:
    """Returns the values of a column; an error names the column."""
    if not isinstance(name, str):
        raise TypeError(f"the name of a column is {name!r}, must be a str")
    if isinstance(values, (str, bytes)):
        raise TypeError(f"column '{name}' is the single value {values!r:.40}: give a list of values")
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        return values
    if hasattr(values, "__arrow_c_stream__") and type(values).__module__.partition(".")[0] != "pandas":
        return pa.chunked_array(values)  # such as a Series of Polars, whose values as objects of Python have no nanoseconds
    values = values if hasattr(values, "__len__") else list(values)
    try:
        found = pa.array(values, kind)
        finer = _finer(found.type) if kind is None and isinstance(values, (list, tuple)) else None
        return pa.array(values, finer) if finer is not None and any(map(_has_nanoseconds, values)) else found
    except pa.ArrowCapacityError as failure:
        raise RejectedDataError(
            f"column '{name}': {failure}: give its values as pyarrow.large_string() or pyarrow.large_binary(), or fewer"
            " at a time, as an iterator of record batches"
        ) from failure
    except (pa.ArrowException, OverflowError) as failure:
        raise type(failure)(f"column '{name}': {failure}") from failure


def scalar(value: Any) -> pa.Scalar:
    """Returns a value as a scalar of Arrow."""
    if type(value).__name__ in ("NAType", "NaTType"):  # nulls of pandas
        return pa.scalar(None)
    found = pa.scalar(value)
    finer = _finer(found.type)
    return pa.scalar(value, finer) if finer is not None and _has_nanoseconds(value) else found


def _has_nanoseconds(value: Any) -> bool:
    """Tells whether a value is a time of pandas that pyarrow would cut to microseconds."""
    return bool(getattr(value, "nanosecond", 0) or getattr(value, "nanoseconds", 0))


def _finer(kind: pa.DataType) -> pa.DataType | None:
    """Returns the type for the nanoseconds of times that pyarrow has found to have microseconds; None for other types."""
    if pa.types.is_timestamp(kind) and kind.unit == "us":
        return pa.timestamp("ns", kind.tz)
    return pa.duration("ns") if kind == pa.duration("us") else None


def _check_objects(data: Any) -> None:
    """Refuses objects of Python in a DataFrame of Polars, which gives their addresses as bytes."""
    if type(data).__module__.partition(".")[0] == "polars" and hasattr(data, "schema"):
        for name, kind in data.schema.items():
            if str(kind) == "Object":
                raise TypeError(f"column '{name}' has the type Object of Polars, which is no type of Arrow: cast it")


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
        if isinstance(name, str) and name.casefold() not in columns:  # a range has no name
            what = "an index without a name" if name.startswith("__index_level_") else f"the index '{name}'"
            raise TableError(
                f"the DataFrame has {what}, which is no column of the table: leave it out by frame.reset_index(drop=True),"
                " or make it a column of the table's by frame.rename_axis('NAME').reset_index()"
            )


def _unnamed(data: Any) -> TypeError:
    name = type(data).__name__
    return TypeError(f"data is a {name}, which has values but no columns: name the column, as in {{'id': data}}")


def _types(names: list[str], like: pa.Schema | None) -> pa.Schema | None:
    """Returns the columns of some names, if all are known."""
    if like is None or any(like.get_field_index(name) < 0 for name in names):
        return None
    return pa.schema([like.field(name) for name in names])


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
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:  # its format has no offsets
        writer.write_batch(batch)
    yield from pa.ipc.open_stream(sink.getvalue())


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
        task = _run.workers().submit(self._run, work)
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
                if self._is_over.is_set():
                    raise KeyboardInterrupt
                _check(batch, self._reader.schema)
                yield from _unsliced(batch)
        except GeneratorExit:
            raise
        except BaseException as failure:
            self._failure = failure
            raise

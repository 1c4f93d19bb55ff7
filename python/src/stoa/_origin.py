# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""What a scan reads: a file, or a version of a table."""

from __future__ import annotations

import contextlib
import datetime
import functools
import math
import numbers
import os
import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import jpype
import pyarrow as pa

from stoa import _arguments, _jvm, _process, _run
from stoa._errors import CorruptFileError, StoaError, translated
from stoa._limits import Limits
from stoa._paths import Place

Version = int | str | datetime.datetime | None
Rows = tuple[int, int]


class Plan:
    """The inputs of a scan, and how their rows look."""

    def __init__(
        self,
        java_schema: Any,
        inputs: Sequence[_run.Input],
        cut: Rows | None = None,
        metadata: Mapping[bytes, bytes] | None = None,
        version: int | None = None,
    ) -> None:
        self.java_schema = java_schema
        self.metadata = metadata  # of the Arrow schema
        self.inputs = inputs
        self.cut = cut  # the rows to keep of those that the inputs give
        self.version = version  # of a table


class Origin(Protocol):
    """Rows with a schema."""

    place: Place

    def now(self) -> Origin:
        """Returns the same rows, which stay as they are from now on."""

    def is_as(self, plan: Plan) -> bool:
        """Tells whether the rows are still those of a plan, for what now() has returned."""

    def schema(self) -> pa.Schema:
        """Returns the schema of all columns."""

    def known_schema(self) -> pa.Schema:
        """Returns the schema of all columns as far as it is known without a request to a store."""

    def row_count(self) -> int:
        """Returns the number of rows."""

    def plan(self, columns: Sequence[str] | None, condition: Any, rows: Rows | None, limits: Limits | None) -> Plan:
        """Resolves a scan."""

    def count(self, condition: Any, rows: Rows | None, threads: int, limits: Limits | None) -> int | None:
        """Counts the rows that match, or returns None if a scan must."""

    def close(self) -> None:
        """Closes what is open."""


def exact(names: Sequence[str], schema: pa.Schema) -> list[str]:
    """Returns names as the columns have them: upper and lower case are one if no column has the very name."""
    if all(schema.get_field_index(name) >= 0 for name in names):
        return list(names)
    known = jpype.java.util.ArrayList()
    for name in schema.names:
        known.add(name)
    with translated():
        found = [_jvm.java("dev.stoa.format.FieldNames").findName(known, name) for name in names]
    return [schema.names[at.getAsInt()] if at.isPresent() else name for at, name in zip(found, names, strict=True)]


def _check_rows(rows: Rows, count: int) -> None:
    first, end = rows
    if not 0 <= first <= end <= count:
        raise ValueError(f"rows {first} to {end} are not within the {count} rows: they are numbered from 0")


class FileOrigin:
    """One file."""

    def __init__(self, place: Place) -> None:
        self.place = place
        with translated():
            parent = place.parent()
            tables = _jvm.java("dev.stoa.table.Table")
            if not _is_file_of_log(place) and tables.around(parent.folder()).isPresent():
                settings = _jvm.java("dev.stoa.table.TableSettings").DEFAULT
                tables.openFile(parent.folder(), place.name, settings)  # fails, and says why
        with _hinted(place), translated():
            self._file = _jvm.java("dev.stoa.reader.StoaFile").open(place.source())
        self.close = weakref.finalize(self, _close, self._file)
        self.close.atexit = False

    def now(self) -> FileOrigin:
        return self

    def is_as(self, plan: Plan) -> bool:
        return True

    def schema(self) -> pa.Schema:
        with translated():
            return self._schema

    def known_schema(self) -> pa.Schema:
        return self.schema()

    @functools.cached_property
    def _schema(self) -> pa.Schema:
        pairs = {str(pair.key()): str(pair.value().orElse("")) for pair in self._file.info().keyValues()}
        pairs.pop("ARROW:schema", None)  # of a file of Parquet; pyarrow would write it again, for other columns
        return _run.readable_schema(self._file.schema()).with_metadata(pairs or None)

    def row_count(self) -> int:
        with translated():
            return int(self._file.rowCount())

    def _builder(self, columns: Sequence[str] | None, condition: Any, rows: Rows | None, limits: Limits | None) -> Any:
        builder = self._file.scan()
        if columns is not None:
            builder.select(_run.paths(columns, self.schema()))
        if condition is not None:
            builder.filter(condition)
        if rows is not None:
            _check_rows(rows, self.row_count())
            builder.rows(jpype.JLong(rows[0]), jpype.JLong(rows[1]))
        if limits is not None:
            limits.limit(builder)
        return builder

    def plan(self, columns: Sequence[str] | None, condition: Any, rows: Rows | None, limits: Limits | None) -> Plan:
        with translated():
            prepared = self._builder(columns, condition, rows, limits).prepare()
            length = int(self._file.source().length())
            inputs = [_FileInput(prepared, _parts(self.row_count(), length), self)]
            return Plan(prepared.schema(), inputs, metadata=self._schema.metadata)

    def count(self, condition: Any, rows: Rows | None, threads: int, limits: Limits | None) -> int | None:
        with translated():
            return int(self._builder([], condition, rows, limits).aggregate().rows())


# how pyarrow reads files of other formats, by the words of Java
_OTHERS = {
    "this is a Parquet file": "pyarrow.parquet.ParquetFile({!r}).iter_batches()",
    "this is an ORC file": "pyarrow.orc.read_table({!r})",
    "this is an Arrow file": "pyarrow.ipc.open_file({!r}).read_all()",
}


@contextlib.contextmanager
def _hinted(place: Place) -> Iterator[None]:
    """Adds to the refusal of a file of another format how Python makes a Stoa file of it."""
    try:
        yield
    except CorruptFileError as failure:
        for words, reading in _OTHERS.items():
            if words in str(failure):
                path = os.path.splitext(place.text)[0] + ".stoa"
                hint = f"stoa.write({path!r}, {reading.format(place.text)})"
                raise CorruptFileError(f"{failure}, or in Python by {hint}") from failure.__cause__
        raise


def _close(file: Any) -> None:
    if not _process.is_forked():
        file.close()


def _is_file_of_log(place: Place) -> bool:
    return "_stoa" in place.text.split("/")


def _parts(rows: int, length: int) -> int:
    """Returns into how many parts to divide rows; one is not divided at all, also where metadata rules rows out."""
    return max(2, math.ceil(rows / _run.PART_ROWS), math.ceil(length / _run.PART_BYTES))


class _FilePart:
    def __init__(self, prepared: Any, rows: Any) -> None:
        self._prepared = prepared
        self._rows = rows

    def open(self) -> Any:
        return self._prepared.scan(self._rows)


class _FileInput:
    """Parts of a file, which stays open as long as they are used."""

    def __init__(self, prepared: Any, parts: int, origin: FileOrigin) -> None:
        self._prepared = prepared
        self._parts = parts
        self._origin = origin

    def open(self) -> Sequence[Any]:
        return [_FilePart(self._prepared, rows) for rows in self._prepared.parts(self._parts)]

    def close(self) -> None:
        pass  # the file is its origin's


def _moment(text: str) -> datetime.datetime:
    try:
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise ValueError(f"{text!r} is neither a tag of the table nor a time, such as 2024-01-31T10:00:00Z") from None


class TableOrigin:
    """A table at a version, or at its newest one at the time of each scan."""

    def __init__(self, place: Place, table: Any, version: Version = None) -> None:
        self.place = place
        self.table = table
        self._pinned = None if version is None else self.snapshot_at(version)

    def pinned(self, version: Version) -> TableOrigin:
        """Returns the same at a version."""
        return TableOrigin(self.place, self.table, version)

    def now(self) -> TableOrigin:
        if self._pinned is not None:
            return self
        found = TableOrigin(self.place, self.table)
        found._pinned = self.snapshot()
        return found

    def is_as(self, plan: Plan) -> bool:
        return not self.table.isPlain() and plan.version == int(self.snapshot().version())  # a plain folder has no versions

    def snapshot(self) -> Any:
        """Returns the version that is read."""
        if self._pinned is not None:
            return self._pinned
        with translated():
            return self.table.snapshot()

    def snapshot_at(self, version: Version) -> Any:
        """Returns the version of a number or a tag, or the newest at a time."""
        with translated():
            if isinstance(version, numbers.Integral):  # those of numpy too
                number = _arguments.whole("version", version, -_arguments.LONG)
                return self.table.snapshotAt(jpype.JLong(number))
            if isinstance(version, str) and self.table.snapshot().properties().tags().containsKey(version):
                return self.table.snapshotAt(jpype.JString(version))
            moment = _moment(version) if isinstance(version, str) else version
            if not isinstance(moment, datetime.datetime):
                raise TypeError(f"version is a {type(version).__name__}, must be a number, a datetime, ISO-8601 text or a tag")
            if moment.tzinfo is None:
                moment = moment.replace(tzinfo=datetime.timezone.utc)
            micros = (moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // datetime.timedelta(
                microseconds=1
            )
            instant = _jvm.java("java.time.Instant").ofEpochSecond(micros // 10**6, micros % 10**6 * 1000)
            return self.table.snapshotAt(instant)

    def schema(self) -> pa.Schema:
        with translated():
            return _run.readable_schema(self.snapshot().schema())

    def known_schema(self) -> pa.Schema:
        return _run.readable_schema((self._pinned or self.table.lastKnown()).schema())

    def row_count(self) -> int:
        with translated():
            return int(self.snapshot().rowCount())

    def plan(self, columns: Sequence[str] | None, condition: Any, rows: Rows | None, limits: Limits | None) -> Plan:
        snapshot = self.snapshot()
        with translated():
            builder = snapshot.scan()
            if columns is not None:
                builder.select(_run.paths(columns, _run.readable_schema(snapshot.schema())))
            if condition is not None:
                builder.filter(condition)
            if limits is not None:
                limits.limit(builder)
            cut = None if rows is None else self._cut(snapshot, builder, condition, rows)
            scan = builder.build()
            fragments = list(scan.fragments())  # one for each of the inputs
            scan.close()
            inputs = [_TableInput(*both) for both in zip(builder.inputs(), fragments, strict=True)]
            return Plan(scan.schema(), inputs, cut, version=int(snapshot.version()))

    def _cut(self, snapshot: Any, builder: Any, condition: Any, rows: Rows) -> Rows:
        """Limits a scan to the fragments that have some rows; returns which of theirs to keep."""
        if condition is not None:
            raise ValueError("rows of a table are numbered without a filter: give rows or a filter")
        first, end = rows
        _check_rows(rows, int(snapshot.rowCount()))
        ids = jpype.java.util.ArrayList()
        at = 0
        before = 0
        for fragment in snapshot.fragments():
            live = int(fragment.liveRows())
            if at + live > first and at < end:
                ids.add(fragment.id())
            elif at + live <= first:
                before = at + live
            at += live
        builder.fragments(ids)
        return first - before, end - before

    def count(self, condition: Any, rows: Rows | None, threads: int, limits: Limits | None) -> int | None:
        if rows is not None:
            _check_rows(rows, self.row_count())
            return rows[1] - rows[0] if condition is None else None
        with translated():
            builder = self.snapshot().scan().select(jpype.java.util.ArrayList())
            if condition is not None:
                builder.filter(condition)
            if limits is not None:
                limits.limit(builder)
            return int(builder.aggregate(threads).rows())

    def close(self) -> None:
        """Does nothing: a table keeps no file open between scans."""


class _TableInput:
    """A fragment of a table."""

    def __init__(self, source: Any, fragment: Any) -> None:
        self._source = source
        self._fragment = fragment

    def open(self) -> Sequence[Any]:
        division = _jvm.java("dev.stoa.reader.DividedInput$Division")
        length = sum(int(file.identity().length()) for file in self._fragment.files())
        parts = _parts(int(self._fragment.rows()), length)
        return list(self._source.open(division(parts, jpype.JLong(32 << 20))).parts())

    def close(self) -> None:
        with translated():
            self._source.close()


def open_origin(place: Place, version: Version = None) -> FileOrigin | TableOrigin:
    """Opens a file or a table."""
    if not place.is_folder():
        if version is not None:
            raise StoaError(f"{place.text}: a file has no versions, only a table has")
        return FileOrigin(place)
    with translated():
        settings = _jvm.java("dev.stoa.table.TableSettings").DEFAULT
        return TableOrigin(place, _jvm.java("dev.stoa.table.Table").open(place.folder(), settings), version)

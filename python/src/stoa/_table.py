# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Tables: rows that change, with a history."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jpype
import pyarrow as pa

from stoa import _arguments, _constants, _filters, _jvm, _run
from stoa._dataset import Dataset
from stoa._errors import StoaError, UnsupportedFileError, translated
from stoa._feed import Feed, alike
from stoa._origin import TableOrigin, Version
from stoa._paths import PathLike, Place

Assignments = str | Sequence[str] | Mapping[str, object]

# what leaves the columns as they are that a row does not name
_CHANGES = ("upsert", "updateByKey")


@dataclasses.dataclass(frozen=True)
class Result:
    """
    What an operation did.

    version: the version that it made, or found if it changed nothing
    """

    version: int
    inserted: int
    updated: int
    deleted: int
    files: int
    bytes: int


@dataclasses.dataclass(frozen=True)
class Commit:
    """A commit, as the log records it."""

    version: int
    time: datetime.datetime
    operation: str
    base: int
    transaction: str


class Table(Dataset):
    """A table. Scans read its newest version; each operation is one commit."""

    _origin: TableOrigin

    @classmethod
    def create(
        cls,
        path: PathLike,
        schema: pa.Schema,
        *,
        key: Sequence[str] = (),
        sorted_by: Sequence[str] = (),
        partition_by: Sequence[str] = (),
        **hadoop: object,
    ) -> Table:
        """
        Makes an empty table.

        :param path: a folder, empty or not there yet
        :param schema: the columns
        :param key: the columns whose values together are unique
        :param sorted_by: the columns by which the rows of each file are sorted; "day:desc" sorts downwards
        :param partition_by: how rows are divided: "id hash(16)", "country value" or "at month"
        :param hadoop: settings of Hadoop, as for open
        """
        for field in schema:
            if _run.UNREADABLE in (field.metadata or {}):
                raise UnsupportedFileError(field.metadata[_run.UNREADABLE].decode())
        place = Place(path, hadoop)
        feed = Feed(pa.RecordBatchReader.from_batches(schema, []))
        settings = _jvm.java("dev.stoa.table.TableSettings").DEFAULT

        def work(batches: Any, _: Callable[[Any], int]) -> Any:
            columns = _jvm.java("dev.stoa.table.SchemaEdit").numbered(batches.schema())
            declared = _declared(columns, key, sorted_by, partition_by)
            return _jvm.java("dev.stoa.table.Table").create(place.folder(), columns, declared, settings)

        return cls(TableOrigin(place, feed.run(work)))

    def insert(self, data: Any) -> Result:
        """
        Adds rows. Columns are found by name; one that is missing is null.

        :param data: as for write
        """
        return self._take(data, "insert")

    def upsert(self, data: Any) -> Result:
        """
        Updates the rows whose key is in the table, and inserts the others.

        :param data: as for write: the columns of the key, and those to change. A mapping of a list changes the columns that it names
        """
        return self._take(data, "upsert")

    def overwrite(self, data: Any) -> Result:
        """Replaces all rows, in one commit."""
        return self._take(data, "overwrite")

    def update_by_key(self, data: Any) -> Result:
        """
        Gives the rows with the keys of some data its values. Keys that are not in the table change nothing.

        :param data: as for upsert
        """
        return self._take(data, "updateByKey")

    def delete_by_key(self, data: Any) -> Result:
        """Deletes the rows with the keys of some data, which has the columns of the key."""
        return self._take(data, "deleteByKey")

    def _take(self, data: Any, operation: str) -> Result:
        first, *others = [Feed(part, self.schema) for part in (alike(data) if operation in _CHANGES else [data])]

        def work(_: Any, write_to: Callable[[Any], int]) -> Any:
            rows = getattr(self._operations(), operation)()
            try:
                write_to(rows)
                for other in others:
                    first.check()
                    other.run(lambda _, write_other_to: write_other_to(rows))
                first.check()
                return rows.commit()
            finally:
                rows.close()

        return _result(first.run(work))

    def update(self, set: Assignments, where: Any = None) -> Result:
        """
        Gives columns new values.

        :param set: "price = price * 1.1", a list of such texts, or a mapping of columns to constants
        :param where: SQL text, a pyarrow expression, or a list such as [("id", "<", 10)]; all rows by default
        """
        assignments = _assignments(set, self.schema)
        optional = _jvm.java("java.util.Optional").ofNullable(_filters.whole(where, self.schema))
        return _result(_run.waited(lambda: self._operations().update(assignments, optional)))

    def delete(self, where: Any) -> Result:
        """
        Deletes rows.

        :param where: SQL text, a pyarrow expression, or a list such as [("id", "<", 10)]
        """
        condition = _filters.whole(where, self.schema)
        if condition is None:
            raise ValueError("where is None: give a condition; pyarrow.compute.scalar(True) deletes all rows")
        return _result(_run.waited(lambda: self._operations().delete(condition)))

    def history(self, limit: int = 20) -> list[Commit]:
        """Returns the last commits, newest first."""
        most = min(_arguments.whole("limit", limit), _arguments.INT)
        with translated():
            return [_commit(each) for each in self._origin.table.commits(jpype.JInt(most))]

    def at(self, version: Version) -> Dataset:
        """
        Returns the table as it was.

        :param version: a number, a datetime (UTC if it has no zone), ISO-8601 text or a tag
        """
        return Dataset(self._origin.pinned(version))

    def rollback(self, version: int) -> Result:
        """Makes the table again what it was at a version, by a new commit."""
        number = _arguments.whole("version", version, -_arguments.LONG)
        return _result(_run.waited(lambda: self._operations().rollback(jpype.JLong(number))))

    def compact(self, budget: int = 10 << 30) -> int:
        """
        Makes scans cheaper: folds changes into their files, and puts small files together.

        :param budget: how many bytes may be read and written
        :return: how many jobs were done
        """
        most = _arguments.whole("budget", budget)
        compaction = _jvm.java("dev.stoa.table.Compaction")
        costs = _jvm.java("dev.stoa.table.CompactionCosts").DEFAULT
        table = self._origin.table

        def run() -> int:
            plan = compaction.plan(table.snapshot(), jpype.JLong(most), costs)
            writer = _jvm.java("dev.stoa.writer.WriterOptions").DEFAULT
            return int(compaction.run(table, plan, writer).done().size())

        return int(_run.waited(run))

    def _operations(self) -> Any:
        if self._origin.table.isPlain():
            raise StoaError(f"{self.path}: a folder without a log can only be read: 'stoa table adopt' makes a table of it")
        return _jvm.java("dev.stoa.table.TableOperations").of(self._origin.table)


def _assignments(given: Assignments, schema: pa.Schema) -> Any:
    if isinstance(given, str):
        given = [given]
    found = jpype.java.util.ArrayList()
    assignment = _jvm.java("dev.stoa.table.Assignment")
    with translated():
        if isinstance(given, Mapping):
            for column, value in given.items():
                found.add(assignment.literal(column, _constants.value(column, value, schema)))
        else:
            for text in given:
                found.add(_jvm.java("dev.stoa.table.ConditionText").assignment(text))
    return found


def _declared(columns: Any, key: Sequence[str], sorted_by: Sequence[str], partition_by: Sequence[str]) -> Any:
    names = _jvm.java("dev.stoa.format.FieldNames")
    properties = "dev.stoa.table.TableProperties"

    def number(name: str) -> Any:
        return jpype.JInt(names.get(columns.fields(), name).fieldId().getAsInt())

    keys, order, parts = (jpype.java.util.ArrayList() for _ in range(3))
    for name in key:
        keys.add(jpype.java.lang.Integer(number(name)))
    for column in sorted_by:
        name, _, direction = column.partition(":")
        if direction not in ("", "asc", "desc"):
            raise ValueError(f"sorted_by has '{column}', must be a column, or a column with :desc")
        order.add(_jvm.java(properties + "$SortColumn")(number(name), direction == "desc", False))
    for text in partition_by:
        name, _, transform = text.strip().partition(" ")
        if not transform:
            raise ValueError(f"partition_by has '{text}', must be like 'id hash(16)' or 'day month'")
        parts.add(_jvm.java(properties + "$PartitionColumn")(number(name), transform.strip()))
    return _jvm.java(properties)(order, keys, parts, jpype.java.util.HashMap())


def _result(done: Any) -> Result:
    return Result(
        int(done.snapshot().version()),
        int(done.inserted()),
        int(done.updated()),
        int(done.deleted()),
        int(done.files()),
        int(done.bytes()),
    )


def _commit(info: Any) -> Commit:
    time = info.time()
    moment = datetime.datetime.fromtimestamp(int(time.getEpochSecond()), datetime.timezone.utc)
    moment += datetime.timedelta(microseconds=int(time.getNano()) // 1000)
    return Commit(int(info.version()), moment, str(info.operation()), int(info.base()), str(info.transaction()))

# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""A scan of a file or a table."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from stoa import _arguments, _filters, _run
from stoa._errors import StoaError
from stoa._limits import Limits
from stoa._origin import Origin, Plan, Rows, exact

if TYPE_CHECKING:
    import pandas
    import polars


class Scan:
    """
    A description of rows to read. Each call that reads them starts anew.

    pandas, Polars and DuckDB take it as an Arrow stream.
    """

    def __init__(
        self,
        origin: Origin,
        columns: Sequence[str] | None,
        filter: Any,
        rows: Rows | None,
        threads: int | None,
        limits: Limits | None = None,
        read_dictionary: Sequence[str] | None = None,
    ) -> None:
        Limits.check(limits)
        self._origin = origin
        self._dictionaries = () if read_dictionary is None else tuple(_names("read_dictionary", read_dictionary))
        self._threads = _run.processors() if threads is None else _arguments.whole("threads", threads, 1, _arguments.INT)
        self._limits = limits
        self._rows = None if rows is None else _pair(rows)
        now = origin.now()
        all_columns = now.schema()
        self._columns = None if columns is None else exact(_names("columns", columns), all_columns)
        self._condition = _filters.condition(filter, all_columns)
        rest = self._condition.columns_of_rest()
        selected = self._columns
        self._has_more = selected is not None and any(name not in selected for name in rest)
        if selected is not None and self._has_more:
            selected = selected + [name for name in rest if name not in selected]
        plan = now.plan(selected, self._condition.pushed, self._rows, limits)
        self._decoded_schema = _run.arrow_schema(plan.java_schema)
        self._read_schema = _run.arrow_schema(plan.java_schema, self._dictionaries).with_metadata(plan.metadata)
        self._paths = _run.paths(self._dictionaries, self._decoded_schema) if self._dictionaries else None
        self._schema = self._read_schema
        if self._columns is not None and self._has_more:
            kept = [self._read_schema.field(i) for i in range(len(self._columns))]
            self._schema = pa.schema(kept, plan.metadata)
        self._lock = threading.Lock()
        self._fresh = plan if limits is None else None  # limits count anew with each reading

    @property
    def schema(self) -> pa.Schema:
        """The schema of the rows."""
        return self._schema

    # what pyarrow calls them in its Scanner
    projected_schema = schema

    @property
    def dataset_schema(self) -> pa.Schema:
        """The schema of all columns of the file or table."""
        return self._origin.schema()

    def batches(self) -> Iterator[pa.RecordBatch]:
        """
        Gives the rows as record batches of at most 65,536 rows, in order.

        Closing the iterator, or leaving it, ends the scan.
        """
        plan = self._next_plan()
        batches = _run.Run(plan.inputs, plan.java_schema, self._read_schema, self._paths, self._threads).batches()
        if plan.cut is not None:
            batches = _cut(batches, *plan.cut)
        return batches if self._condition.rest is None else self._filtered(batches)

    to_batches = batches

    def _next_plan(self) -> Plan:
        """Returns a plan of the newest version, which no other reading has: threads may share a scan, and inputs are opened once."""
        now = self._origin.now()
        with self._lock:
            plan, self._fresh = self._fresh, None
        if plan is None or not now.is_as(plan):
            plan = now.plan(self._plan_columns(), self._condition.pushed, self._rows, self._limits)
            self._check_columns(plan)
        return plan

    def _check_columns(self, plan: Plan) -> None:
        """Refuses columns that have changed since the scan was made: their values would be read as those of others."""
        found = _run.arrow_schema(plan.java_schema)
        if not found.equals(self._decoded_schema):
            raise StoaError(
                f"{self._origin.place.text}: the columns have changed since this scan was made, from"
                f" {_shown(self._decoded_schema)} to {_shown(found)}: make a new scan"
            )

    def _plan_columns(self) -> list[str] | None:
        if self._columns is None:
            return None
        return self._columns + [n for n in self._condition.columns_of_rest() if n not in self._columns]

    def _filtered(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        wanted = list(range(len(self._schema)))
        for batch in batches:
            kept = self._kept(batch)
            if kept.num_rows:
                yield kept.select(wanted) if self._has_more else kept

    def _kept(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Returns the rows on which the rest of the condition is true. Few functions of pyarrow take dictionaries."""
        names = self._condition.columns_of_rest()
        read = [self._decoded_schema.field(name) for name in names]
        if all(field.type == self._read_schema.field(field.name).type for field in read):
            return batch.filter(self._condition.rest)
        decoded = [batch.column(field.name).cast(field.type) for field in read]
        numbers = pa.array(range(batch.num_rows), pa.int32())
        unlike = "row" + "".join(names)  # is no other name
        rows = pa.RecordBatch.from_arrays([*decoded, numbers], names=[*names, unlike])
        return batch.take(rows.filter(self._condition.rest).column(len(names)))

    def to_reader(self) -> pa.RecordBatchReader:
        """Returns the rows as a reader of record batches."""
        return pa.RecordBatchReader.from_batches(self._schema, self.batches())

    def to_arrow(self, progress: bool | None = None) -> pa.Table:
        """
        Returns the rows as a pyarrow table.

        :param progress: whether to show a bar of tqdm, if tqdm is installed; by default in notebooks only
        """
        with _Progress(self._origin, self._rows, progress) as bar:
            batches = []
            for batch in self.batches():
                batches.append(batch)
                bar.advance(batch.num_rows)
        return pa.Table.from_batches(batches, self._schema)

    to_table = to_arrow

    def to_pandas(self, progress: bool | None = None, **options: Any) -> pandas.DataFrame:
        """Returns the rows as a DataFrame of pandas; options are those of pyarrow's Table.to_pandas."""
        table = self.to_arrow(progress)
        return (table if options.get("ignore_metadata") else _zoned(table)).to_pandas(**options)

    def to_polars(self, progress: bool | None = None) -> polars.DataFrame:
        """Returns the rows as a DataFrame of Polars."""
        import polars

        found = polars.from_arrow(self.to_arrow(progress))
        assert isinstance(found, polars.DataFrame)
        return found

    def count_rows(self) -> int:
        """Returns how many rows there are. Reads as little as it can, nothing if metadata tells."""
        if self._condition.rest is None:
            count = self._origin.count(self._condition.pushed, self._rows, self._threads, self._limits)
            if count is not None:
                return count
        return sum(batch.num_rows for batch in self.batches())

    def head(self, rows: int = 5) -> pa.Table:
        """Returns the first rows."""
        found = []
        left = rows
        batches = self.batches()
        while left > 0:
            batch = next(batches, None)
            if batch is None:
                break
            found.append(batch.slice(0, left))
            left -= found[-1].num_rows
        if hasattr(batches, "close"):
            batches.close()
        return pa.Table.from_batches(found, self._schema)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.to_reader().__arrow_c_stream__(requested_schema)

    def __reduce__(self) -> Any:
        raise TypeError("a Stoa scan can't be pickled: pass the path of its file or table, and scan there")

    def __repr__(self) -> str:
        return f"stoa.Scan of {self._origin.place.name}: columns {', '.join(self._schema.names) or 'none'}"


def _shown(schema: pa.Schema) -> str:
    shown = ", ".join(f"{field.name}: {field.type}{'' if field.nullable else ' not null'}" for field in schema)
    return shown if len(shown) <= 200 else shown[:200] + "..."


def _names(what: str, columns: Any) -> list[str]:
    if isinstance(columns, (str, Mapping)):
        kind = "text" if isinstance(columns, str) else "mapping"
        if kind == "mapping" and what == "columns":
            kind += ", which only to_table, to_batches and scanner take"
        raise TypeError(f"{what} is a {kind}, must be a list of names")
    names = list(columns)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"{what} has {name!r:.80}, must be the names of columns")
    return names


def _pair(rows: Any) -> Rows:
    """Returns the first row and the one after the last."""
    if not isinstance(rows, (tuple, list)) or len(rows) != 2:
        raise TypeError(f"rows is {rows!r:.80}, must be two numbers: of the first row, and of the one after the last")
    least = -_arguments.LONG
    return _arguments.whole("the first of rows", rows[0], least), _arguments.whole("the end of rows", rows[1], least)


def _cut(batches: Iterator[pa.RecordBatch], first: int, end: int) -> Iterator[pa.RecordBatch]:
    """Gives only the rows from first to end."""
    at = 0
    for batch in batches:
        low = max(first - at, 0)
        high = min(end - at, batch.num_rows)
        at += batch.num_rows
        if low < high:
            yield batch.slice(low, high - low)
        if at >= end:
            return


class _Progress:
    """A bar of tqdm, where it is installed and wanted."""

    def __init__(self, origin: Origin, rows: Rows | None, is_wanted: bool | None) -> None:
        self._bar: Any = None
        if is_wanted is None:
            is_wanted = _is_notebook()
        if not is_wanted:
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        total = origin.row_count() if rows is None else rows[1] - rows[0]
        self._bar = tqdm(total=total, unit=" rows", unit_scale=True, desc=origin.place.name, leave=False)

    def advance(self, rows: int) -> None:
        if self._bar is not None:
            self._bar.update(rows)

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *failure: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _zoned(table: pa.Table) -> pa.Table:
    """Gives instants the zones of the DataFrame that they come from: pyarrow would do so in nanoseconds, and lack years after 2262."""
    for column in (table.schema.pandas_metadata or {}).get("columns", []):
        # old writers give a column's name only, which was its field's, too
        place = table.schema.get_field_index(column.get("field_name") or column.get("name") or "")
        zone = (column.get("metadata") or {}).get("timezone") if column.get("pandas_type") == "datetimetz" else None
        if zone and place >= 0 and pa.types.is_timestamp(table.schema.field(place).type):
            field = table.schema.field(place)
            field = field.with_type(pa.timestamp(field.type.unit, zone))
            table = table.set_column(place, field, table.column(place).cast(field.type))
    return table


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython")
    found = shell.get_ipython() if shell is not None else None
    return found is not None and "IPKernelApp" in getattr(found, "config", {})

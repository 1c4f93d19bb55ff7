# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""A file or a version of a table as a dataset of pyarrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset

from stoa import _filters, _refusal
from stoa._limits import Limits
from stoa._origin import Origin, Rows, TableOrigin, Version
from stoa._scan import Scan

if TYPE_CHECKING:
    import pandas
    import polars

# of pyarrow's own readers
_TUNING = frozenset(
    (
        "batch_readahead",
        "batch_size",
        "cache_metadata",
        "fragment_readahead",
        "fragment_scan_options",
        "memory_pool",
        "use_threads",
    )
)


class Dataset(pa.dataset.UnionDataset):  # type: ignore[misc]
    """
    A file, or a version of a table.

    It is a dataset of pyarrow, so DuckDB and Polars push columns and filters down to the scan.
    """

    def __init__(self, origin: Origin, filter: Any = None) -> None:
        schema = origin.known_schema()
        super().__init__(schema, [_refusal.refusing(schema)])  # pyarrow crashes where a function meets no dataset of C++
        self._origin = origin
        self._filter = filter

    @property
    def schema(self) -> pa.Schema:
        """The columns."""
        return self._origin.schema()

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.schema.names)

    @property
    def path(self) -> str:
        """The path."""
        return self._origin.place.text

    @property
    def version(self) -> int | None:
        """The version of a table; None for a file."""
        return int(self._origin.snapshot().version()) if isinstance(self._origin, TableOrigin) else None

    def scan(
        self,
        columns: Sequence[str] | None = None,
        filter: Any = None,
        version: Version = None,
        rows: Rows | None = None,
        threads: int | None = None,
        limits: Limits | None = None,
        read_dictionary: Sequence[str] | None = None,
    ) -> Scan:
        """
        Describes a scan.

        :param columns: names, or paths such as a.b; all by default
        :param filter: SQL text, a pyarrow expression, or a list such as [("id", "<", 10)]
        :param version: of a table: a number, a datetime (UTC if it has no zone), ISO-8601 text or a tag; the newest by default
        :param rows: the first row and the one after the last, numbered from 0
        :param threads: how many read; as many as there are processors by default
        :param limits: the most that it may read of an untrusted file or table; no limits by default
        :param read_dictionary: columns of texts or bytes, by name or path, that come as dictionaries; none by default
        """
        origin = self._origin
        if version is not None:
            if not isinstance(origin, TableOrigin):
                raise ValueError(f"{self.path}: a file has no versions, only a table has")
            origin = origin.pinned(version)
        return Scan(origin, columns, self._both(filter), rows, threads, limits, read_dictionary)

    def to_arrow(self) -> pa.Table:
        """Returns all rows as a pyarrow table."""
        return self.scan().to_arrow()

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """Returns all rows as a DataFrame of pandas; options are those of pyarrow's Table.to_pandas."""
        return self.scan().to_pandas(**options)

    def to_polars(self) -> polars.DataFrame:
        """Returns all rows as a DataFrame of Polars."""
        return self.scan().to_polars()

    def _both(self, filter: Any) -> Any:
        if self._filter is None or filter is None:
            return self._filter if filter is None else filter
        return _filters.Both(self._filter, filter)

    def scanner(self, columns: Any = None, filter: Any = None, **options: Any) -> Any:
        """Returns a scan, as pyarrow's Dataset.scanner; options that only tune pyarrow's own readers have no effect."""
        _check(options)
        threads = 1 if options.get("use_threads") is False else None
        if isinstance(columns, Mapping):
            names: dict[str, None] = {}
            for expression in columns.values():
                names.update(dict.fromkeys(_filters.columns(expression)))
            reader = self.scan(list(names), filter, threads=threads).to_reader()
            return pa.dataset.Scanner.from_batches(reader, columns=dict(columns))
        return self.scan(columns, filter, threads=threads)

    def to_table(self, columns: Any = None, filter: Any = None, **options: Any) -> pa.Table:
        """Returns the rows as a pyarrow table."""
        return self.scanner(columns, filter, **options).to_table()

    def to_batches(self, columns: Any = None, filter: Any = None, **options: Any) -> Iterator[pa.RecordBatch]:
        """Gives the rows as record batches."""
        return iter(self.scanner(columns, filter, **options).to_batches())

    def head(self, num_rows: int = 5, columns: Any = None, filter: Any = None, **options: Any) -> pa.Table:
        """Returns the first rows."""
        return self.scanner(columns, filter, **options).head(num_rows)

    def take(self, indices: Any, columns: Any = None, filter: Any = None, **options: Any) -> pa.Table:
        """Returns rows by their numbers."""
        return self.to_table(columns, filter, **options).take(indices)

    def count_rows(self, filter: Any = None, **options: Any) -> int:
        """Returns how many rows there are. Reads as little as it can, nothing if metadata tells."""
        _check(options)
        return self.scan([], filter).count_rows()

    def filter(self, expression: Any) -> Dataset:
        """Returns the dataset of the rows on which a condition is true."""
        return Dataset(self._origin, self._both(expression))

    def sort_by(self, sorting: Any, **options: Any) -> Any:
        """Returns the rows sorted, as a dataset in memory."""
        return pa.dataset.InMemoryDataset(self.to_table().sort_by(sorting, **options))

    def join(self, right_dataset: Any, keys: Any, *arguments: Any, **options: Any) -> Any:
        """Returns the join with another dataset, as a dataset in memory."""
        return _in_memory(self).join(_in_memory(right_dataset), keys, *arguments, **options)

    def join_asof(self, right_dataset: Any, *arguments: Any, **options: Any) -> Any:
        """Returns the join with the nearest rows of another dataset, as a dataset in memory."""
        return _in_memory(self).join_asof(_in_memory(right_dataset), *arguments, **options)

    def get_fragments(self, filter: Any = None) -> Iterator[Any]:
        """Returns the rows as one fragment of pyarrow, in memory."""
        return iter(pa.dataset.InMemoryDataset(self.to_table(filter=filter)).get_fragments())

    @property
    def partition_expression(self) -> pc.Expression:
        """A condition that is true on all rows."""
        return pc.scalar(True)

    def replace_schema(self, schema: pa.Schema) -> Any:
        """Refuses: the schema is the file's or the table's."""
        raise NotImplementedError(
            "the schema of a Stoa file or table can't be replaced, so pyarrow.dataset.dataset([a, b]) can't join it with others:"
            " open a folder of files with stoa.open, give pyarrow the rows by dataset([a.to_table(), b.to_table()]), or cast"
            " the table that a scan returns"
        )

    def close(self) -> None:
        """Closes the file. Scans of it must have ended."""
        self._origin.close()

    def __enter__(self) -> Dataset:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.count_rows() if self._filter is not None else self._origin.row_count()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.scan().__arrow_c_stream__(requested_schema)

    def __reduce__(self) -> Any:
        raise TypeError("a Stoa dataset can't be pickled: pass its path, and open it there")

    def __repr__(self) -> str:
        schema = self.schema
        shown = [f"  {field.name}: {field.type}{'' if field.nullable else ' not null'}" for field in schema][:20]
        if len(schema) > len(shown):
            shown.append(f"  ... and {len(schema) - len(shown):,} more columns")
        version = "" if self.version is None else f", version {self.version}"
        condition = "" if self._filter is None else f", filtered by {self._filter}"
        head = f"stoa.{type(self).__name__} {self.path}: {self._origin.row_count():,} rows x {len(schema):,} columns"
        return "\n".join([head + version + condition, *shown])


def _check(options: Mapping[str, Any]) -> None:
    """Refuses what is no option of a scan, instead of passing it over."""
    for name in options:
        if name not in _TUNING:
            if name == "filters":
                raise TypeError("there is no option 'filters' here: the option filter takes the same list")
            known = "columns, filter, version, rows, threads, limits and read_dictionary"
            raise TypeError(f"there is no option {name!r} here; scan() takes {known}")


def _in_memory(dataset: Any) -> Any:
    return pa.dataset.InMemoryDataset(dataset.to_table())

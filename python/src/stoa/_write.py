# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Writes files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jpype

from stoa import _jvm
from stoa._errors import TableError, translated
from stoa._feed import Feed
from stoa._paths import PathLike, Place

_PROFILES = ("fast", "default", "compact")


def options(profile: str = "default") -> Any:
    """Returns how files are written."""
    if profile not in _PROFILES:
        raise ValueError(f"profile is '{profile}', must be one of {', '.join(_PROFILES)}")
    profiles = _jvm.java("dev.stoa.format.EncodingProfile")
    defaults = _jvm.java("dev.stoa.writer.WriterOptions").DEFAULT
    return defaults.withProfile(getattr(profiles, profile.upper())).withCreatedBy("stoa for Python")


def _pairs(metadata: Any) -> Any:
    """Returns the metadata of an Arrow schema, such as that of pandas, as the key-value pairs of a file."""
    pair = _jvm.java("dev.stoa.writer.KeyValue").of
    found = jpype.java.util.ArrayList()
    for entry in metadata.entrySet():
        found.add(pair(entry.getKey(), entry.getValue()))
    return found


def _refuse_in_table(place: Place) -> None:
    with translated():
        folder = place.parent().folder()
        table = _jvm.java("dev.stoa.table.Table").around(folder)
        if table.isPresent():
            raise TableError(
                f"{place.text}: it is inside the table {table.get().id()}, whose scans would not read it: insert the rows into"
                " the table, or choose a path elsewhere"
            )
        other = _jvm.java("dev.stoa.table.OtherTable").around(folder)
        if other.isPresent():
            raise TableError(str(other.get().refusal(place.text)))


def write(path: PathLike, data: Any, *, overwrite: bool = False, profile: str = "default", **hadoop: object) -> int:
    """
    Writes a file, which becomes visible whole, or not at all.

    :param path: a local path, or one of Hadoop
    :param data: an Arrow stream (a table of pyarrow, a DataFrame, a relation of DuckDB), a mapping of columns, a list of
        mappings, or an iterator of record batches
    :param overwrite: whether to replace a file that is there
    :param profile: fast, default or compact
    :param hadoop: settings of Hadoop, as for open
    :return: the number of rows
    """
    place = Place(path, hadoop)
    _refuse_in_table(place)
    how = options(profile)

    def work(batches: Any, write_to: Callable[[Any], int]) -> int:
        described = how.withMetadata(_pairs(batches.metadata()))
        writer = _jvm.java("dev.stoa.writer.StoaWriter").create(place.sink(overwrite), batches.schema(), described)
        try:
            rows = write_to(writer)
            writer.finish()
            return rows
        finally:
            writer.close()

    return Feed(data).run(work)

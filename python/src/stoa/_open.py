# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Opens files and tables."""

from __future__ import annotations

from stoa._dataset import Dataset
from stoa._origin import TableOrigin, Version, open_origin
from stoa._paths import PathLike, Place
from stoa._table import Table


def open_dataset(path: PathLike, version: Version = None, **hadoop: object) -> Dataset:
    """
    Opens a file, a table, or a folder of files. A folder gives a Table, unless a version is named.

    :param path: a local path, or one of Hadoop, such as s3a://bucket/orders
    :param version: of a table: a number, a datetime (UTC if it has no zone), ISO-8601 text or a tag; the newest by default
    :param hadoop: settings of Hadoop; two underscores stand for a dot: fs__s3a__endpoint="http://..."
    """
    origin = open_origin(Place(path, hadoop), version)
    return Table(origin) if isinstance(origin, TableOrigin) and version is None else Dataset(origin)

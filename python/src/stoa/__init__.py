# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Stoa files and tables as Arrow: in pandas, Polars and DuckDB."""

from __future__ import annotations

from stoa._dataset import Dataset
from stoa._errors import (
    AlreadyCommittedError,
    CommitConflictError,
    CorruptFileError,
    DoubtfulCommitError,
    DuplicateKeyError,
    ExpiredVersionError,
    LostEntryError,
    RejectedDataError,
    RowTooLargeError,
    ScanLimitError,
    StoaError,
    TableError,
    TooManyChangesError,
    UnsupportedFileError,
)
from stoa._limits import Limits
from stoa._open import open_dataset as open
from stoa._scan import Scan
from stoa._table import Commit, Result, Table
from stoa._verify import Problem, Report, verify
from stoa._write import write

__all__ = [
    "AlreadyCommittedError",
    "Commit",
    "CommitConflictError",
    "CorruptFileError",
    "Dataset",
    "DoubtfulCommitError",
    "DuplicateKeyError",
    "ExpiredVersionError",
    "Limits",
    "LostEntryError",
    "Problem",
    "RejectedDataError",
    "Report",
    "Result",
    "RowTooLargeError",
    "Scan",
    "ScanLimitError",
    "StoaError",
    "Table",
    "TableError",
    "TooManyChangesError",
    "UnsupportedFileError",
    "open",
    "verify",
    "write",
]

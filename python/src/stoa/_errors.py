# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Java's exceptions as Python's, with the same words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import jpype

from stoa import _ending, _process, _threads


class StoaError(Exception):
    """A fault of a file or a table, or of how they are used. The message says what, where, why, and what to do."""


class CorruptFileError(StoaError):
    """A file is damaged, cut short, or no file of Stoa."""


class UnsupportedFileError(StoaError):
    """A file or a type needs what this release does not have."""


class RejectedDataError(StoaError, ValueError):
    """A value does not fit its column."""


class TooManyChangesError(StoaError):
    """More changes than a sidecar holds."""


class RowTooLargeError(StoaError):
    """A row is larger than a scan may read."""


class ScanLimitError(StoaError):
    """A scan has reached a limit."""


class TableError(StoaError):
    """A folder is not a table, or a table does not allow what was asked."""


class ExpiredVersionError(TableError):
    """A version was expired while it was read."""


class LostEntryError(TableError):
    """The log of a table has lost an entry."""


class DuplicateKeyError(StoaError, ValueError):
    """A key is in the table already, or comes twice."""


class CommitConflictError(StoaError):
    """Another transaction has changed the same rows."""


class AlreadyCommittedError(StoaError):
    """A transaction was committed before."""


class DoubtfulCommitError(StoaError):
    """A store does not say whether a commit is visible."""


# the first that fits; subclasses come before their parents
_BY_CLASS: list[tuple[str, type[Exception]]] = [
    ("dev.stoa.format.CorruptFileException", CorruptFileError),
    ("dev.stoa.format.UnsupportedFileException", UnsupportedFileError),
    ("dev.stoa.writer.RejectedDataException", RejectedDataError),
    ("dev.stoa.delta.TooManyChangesException", TooManyChangesError),
    ("dev.stoa.reader.RowTooLargeException", RowTooLargeError),
    ("dev.stoa.reader.ScanLimitException", ScanLimitError),
    ("dev.stoa.table.ExpiredVersionException", ExpiredVersionError),
    ("dev.stoa.table.LostEntryException", LostEntryError),
    ("dev.stoa.table.TableException", TableError),
    ("dev.stoa.table.DuplicateKeyException", DuplicateKeyError),
    ("dev.stoa.table.CommitConflictException", CommitConflictError),
    ("dev.stoa.table.AlreadyCommittedException", AlreadyCommittedError),
    ("dev.stoa.table.DoubtfulCommitException", DoubtfulCommitError),
    ("dev.stoa.format.StoaException", StoaError),
    ("java.io.FileNotFoundException", FileNotFoundError),
    ("java.nio.file.NoSuchFileException", FileNotFoundError),
    ("java.nio.file.AccessDeniedException", PermissionError),
    ("org.apache.hadoop.security.AccessControlException", PermissionError),
    ("dev.stoa.vio.TargetExistsException", FileExistsError),
    ("java.io.IOException", OSError),
    ("java.io.UncheckedIOException", OSError),
    ("java.lang.IllegalArgumentException", ValueError),
    ("java.lang.UnsupportedOperationException", NotImplementedError),
    ("java.lang.OutOfMemoryError", MemoryError),
]

_HEAP = (
    ": the heap of the JVM is full. Give data in smaller batches, or the JVM more memory, such as STOA_OPTS=-Xmx8g in the"
    " environment of the process"
)


def of_java(failure: jpype.JException) -> Exception:
    """Returns the Python exception of a Java one."""
    names = []
    at = failure.getClass()
    while at is not None:
        names.append(str(at.getName()))
        at = at.getSuperclass()
    message = str(failure.getMessage() or failure.getCause() or names[0])
    for name, kind in _BY_CLASS:
        if name in names:
            return kind(message + _HEAP if kind is MemoryError else message)
    return RuntimeError(f"{message} ({names[0]})")


def check_process() -> None:
    """Refuses calls of Java in a forked process."""
    if _process.is_forked():
        raise StoaError(
            "the process was forked after its JVM had started, and a JVM does not survive a fork:"
            " start processes with multiprocessing.get_context('spawn')"
        )


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turns exceptions of Java into those of this package; Java's stays the cause."""
    check_process()
    try:
        with _ending.call():
            if _process.has_jvm():
                _threads.prepare()
            yield
    except jpype.JException as failure:
        raise of_java(failure) from failure


for _kind in [StoaError, *(kind for _, kind in _BY_CLASS if issubclass(kind, StoaError))]:
    _kind.__module__ = "stoa"  # where users find it

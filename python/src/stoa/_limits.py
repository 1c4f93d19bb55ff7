# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""The most that a scan may read."""

from __future__ import annotations

import dataclasses
from typing import Any

import jpype

from stoa import _arguments, _jvm


_AGES = 1e9  # seconds that are no limit; Java counts nanoseconds in 64 bits


@dataclasses.dataclass(frozen=True)
class Limits:
    """
    The most that each reading of a scan may take of an untrusted file or table. Beyond a limit it raises ScanLimitError.

    rows: how many rows a filter looks at, or are read without a filter; rows that metadata rules out do not count
    bytes: of decoded columns
    seconds: since the reading began, by the clock
    row_bytes: of one row, 256 MiB by default; a scan of larger rows needs more
    """

    rows: int | None = None
    bytes: int | None = None
    seconds: float | None = None
    row_bytes: int | None = None

    def __post_init__(self) -> None:
        for name in ("rows", "bytes", "row_bytes"):
            if getattr(self, name) is not None:
                _arguments.whole(name, getattr(self, name))
        if self.seconds is not None and not (isinstance(self.seconds, (int, float)) and self.seconds >= 0):
            raise ValueError(f"seconds is {self.seconds!r:.80}, must be a number from 0 on")

    @staticmethod
    def check(given: object) -> None:
        """Refuses limits of another type."""
        if given is not None and not isinstance(given, Limits):
            raise TypeError(f"limits is a {type(given).__name__}, must be a stoa.Limits")

    def start(self) -> Any:
        """Returns limits of Java, which count from now on."""
        limits = _jvm.java("dev.stoa.reader.ScanLimits").NONE
        if self.rows is not None:
            limits = limits.withRows(jpype.JLong(self.rows))
        if self.bytes is not None:
            limits = limits.withBytes(jpype.JLong(self.bytes))
        if self.seconds is not None and self.seconds < _AGES:
            nanos = jpype.JLong(round(self.seconds * 1e9))
            limits = limits.withTime(_jvm.java("java.time.Duration").ofNanos(nanos))
        return limits

    def limit(self, builder: Any) -> None:
        """Limits a scan that a builder of Java describes."""
        builder.limits(self.start())
        if self.row_bytes is not None:
            builder.maxRowBytes(jpype.JLong(self.row_bytes))

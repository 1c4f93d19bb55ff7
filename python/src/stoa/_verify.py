# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Checks files and tables."""

from __future__ import annotations

import dataclasses
from typing import Any

from stoa import _jvm, _run
from stoa._limits import Limits
from stoa._paths import PathLike, Place


@dataclasses.dataclass(frozen=True)
class Problem:
    """
    Something that is broken.

    where: the part of a file, or the file of a table
    remedy: what to do about it, if the log of a table tells
    """

    where: str
    what: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclasses.dataclass(frozen=True)
class Report:
    """What a check found. It is true if all is sound."""

    path: str
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether nothing is broken."""
        return not self.problems

    def __bool__(self) -> bool:
        return self.is_sound

    def __str__(self) -> str:
        count = len(self.problems)
        state = "sound" if self.is_sound else "1 problem" if count == 1 else f"{count} problems"
        return "\n".join([f"{self.path}: {state}", *(f"  {problem}" for problem in self.problems)])


def verify(path: PathLike, *, quick: bool = False, limits: Limits | None = None, **hadoop: object) -> Report:
    """
    Reads a whole file or table, and checks every checksum and every rule of the format.

    :param quick: whether to read only what describes the data
    :param limits: the most that a check of the data of an untrusted file may read; rows count once for each column, and bytes as
        they are stored
    :param hadoop: settings of Hadoop, as for open
    """
    Limits.check(limits)
    if limits is not None and quick:
        raise ValueError("limits count data, and quick=True reads none: leave one of them out")
    if limits is not None and limits.row_bytes is not None:
        raise ValueError("row_bytes is for scans, and a check reads column by column: limit its rows, bytes or seconds")
    place = Place(path, hadoop)
    is_folder = place.is_folder()
    if is_folder and limits is not None:
        raise ValueError(f"{place.text}: limits are for files, and this is a folder: verify its files one by one")
    found = _run.waited(lambda: _table(place, quick) if is_folder else _file(place, quick, limits))
    assert isinstance(found, Report)
    return found


def _file(place: Place, quick: bool, limits: Limits | None) -> Report:
    verifier = _jvm.java("dev.stoa.reader.Verifier")
    most = (limits or Limits()).start()
    source = place.source()
    try:
        problems = verifier.verifyMetadata(source) if quick else verifier.verify(source, _ignore, most)
    finally:
        source.close()
    return Report(place.text, tuple(Problem(str(each.where()), str(each.what())) for each in problems))


def _table(place: Place, quick: bool) -> Report:
    report = _jvm.java("dev.stoa.table.TableVerifier").verify(place.folder(), not quick, _ignore)
    faults = (Problem(str(each.path()), str(each.what()), str(each.kind().remedy())) for each in report.faults())
    return Report(place.text, tuple(faults), tuple(str(note) for note in report.notes()))


def _ignore(done: Any, of: Any) -> None:
    pass

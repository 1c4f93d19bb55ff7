# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""What Java has for each thread of Python that calls it."""

from __future__ import annotations

import threading

import _jpype
import jpype

from stoa import _process

_local = threading.local()


class _Attachment:
    """The thread as Java knows it. JPype attaches each thread that calls Java, and leaves it to the thread to end that."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()

    def __del__(self) -> None:
        if self._thread == threading.get_ident() and not _process.is_forked():
            _jpype.detachThreadFromJVM()


def prepare() -> None:
    """Prepares this thread for calls of Java: its classes, and what Java keeps of it when it ends."""
    if getattr(_local, "is_ready", False):
        return
    _local.is_ready = True
    if threading.get_ident() != threading.main_thread().ident:
        _local.attachment = _Attachment()
    # in a JVM of another package it is that of its jars, where Hadoop would look for its file systems and defaults
    loader = jpype.JClass("dev.stoa.format.TypeKind").class_.getClassLoader()
    jpype.JClass("java.lang.Thread").currentThread().setContextClassLoader(loader)

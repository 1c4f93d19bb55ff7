# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""
Lets calls of Java on daemon threads end before the interpreter does.

At its end Python stops a daemon thread where it next asks for the interpreter's lock. Where that is within C++, as it is when a call
of Java comes back, the process aborts.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

# how long the end of the process waits for calls of Java, in seconds
PATIENCE = 30.0

# how long short calls outside of call() take to come back, with some threads in the queue for the interpreter's lock
_SHORT = 0.05

_local = threading.local()
_changed = threading.Condition()
_under_way = 0
_is_over = False


@contextlib.contextmanager
def call() -> Iterator[None]:
    """Surrounds calls of Java. The end of the process waits for them, and lets no other thread begin one."""
    global _under_way
    if threading.get_ident() == threading.main_thread().ident or getattr(_local, "is_inside", False):
        yield
        return
    with _changed:
        is_late = _is_over
        _under_way += not is_late
    if is_late:
        stop()
    _local.is_inside = True
    try:
        yield
    finally:
        _local.is_inside = False
        with _changed:
            _under_way -= 1
            _changed.notify_all()


def check() -> None:
    """Stops the calling thread if the process ends, unless it is the main thread or within a call."""
    if _is_over and threading.get_ident() != threading.main_thread().ident and not getattr(_local, "is_inside", False):
        stop()


def stop() -> None:
    """Stops the calling thread if it is a daemon thread: what it would still do would fail."""
    if not threading.current_thread().daemon:
        raise RuntimeError("the process ends: call Stoa before that")  # others would wait for the thread
    threading.Event().wait()


def wait() -> None:
    """Waits for the calls of daemon threads. The main thread calls this when all other threads have ended."""
    global _is_over
    end = time.monotonic() + PATIENCE
    with _changed:
        _is_over = True
        while _under_way and time.monotonic() < end:
            _changed.wait(end - time.monotonic())
    if threading.active_count() > 1:
        time.sleep(_SHORT)

# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Which process the JVM belongs to. It does not survive a fork: a call of Java in the child may wait for ever."""

from __future__ import annotations

import os

import jpype

_owner = 0


def _after_fork() -> None:
    """Knows a JVM of another package, which did not survive either."""
    global _owner
    if _owner == 0 and jpype.isJVMStarted():
        _owner = -1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def own() -> None:
    """Says that this process has the JVM."""
    global _owner
    _owner = os.getpid()


def has_jvm() -> bool:
    """Tells whether this process has the JVM."""
    return _owner == os.getpid()


def is_forked() -> bool:
    """Tells whether this process was forked from the one that has the JVM."""
    return _owner not in (0, os.getpid())

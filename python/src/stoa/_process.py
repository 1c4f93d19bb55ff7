# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Which process the JVM belongs to. It does not survive a fork: a call of Java in the child may wait for ever."""

from __future__ import annotations

import os

_owner = 0


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

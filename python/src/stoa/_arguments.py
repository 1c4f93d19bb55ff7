# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Checks arguments: Java would cut a number to its type in silence."""

from __future__ import annotations

import operator

LONG = (1 << 63) - 1
INT = (1 << 31) - 1


def whole(name: str, value: object, least: int = 0, most: int = LONG) -> int:
    """Returns a whole number within bounds."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is {value!r:.80}, must be a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}, must be from {least} to {most}")
    return number

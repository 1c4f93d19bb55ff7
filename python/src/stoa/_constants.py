# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Constants of Python as new values of columns."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from stoa import _columns, _filters


def value(column: str, given: object, schema: pa.Schema) -> Any:
    """
    Returns a value of Java that a column can become, or None for null. A column that the schema lacks is left to Java, which
    names those that it has.

    :raises TypeError: if a column of this type has no such values
    """
    scalar = given if isinstance(given, pa.Scalar) else _scalar(column, given)
    at = schema.get_field_index(column)
    if at >= 0 and scalar.is_valid:
        kind = schema.field(at).type
        wanted = _wanted(kind, scalar.type)
        if wanted is not None:
            shown = f"an Arrow {scalar.type}" if isinstance(given, pa.Scalar) else _article(type(given).__name__)
            raise TypeError(f"column '{column}' is {kind}, and its new value {_short(given)} is {shown}: pass {wanted}")
    return _filters.constant(scalar)


def _scalar(column: str, given: object) -> pa.Scalar:
    try:
        return _columns.scalar(given)
    except (pa.ArrowException, OverflowError) as failure:
        raise TypeError(
            f"the new value {_short(given)} of column '{column}' has the type {type(given).__name__}, which Arrow can't take:"
            f" {failure}"
        ) from failure


def _wanted(kind: pa.DataType, given: pa.DataType) -> str | None:
    """Returns what a column takes, if it is something else than the given type; None if Java decides."""
    is_text = _filters.is_text(given)
    if _filters.is_text(kind):
        return None if is_text else "a str"
    if _filters.is_bytes(kind):
        return None if _filters.is_bytes(given) else "bytes"
    if pa.types.is_boolean(kind):
        return None if pa.types.is_boolean(given) else "a bool"
    if _filters.is_number(kind):
        return None if _filters.is_number(given) else "an int, a float or a decimal.Decimal"
    if pa.types.is_date(kind):
        return None if pa.types.is_date(given) or is_text else "a datetime.date"
    if pa.types.is_time(kind):
        return None if pa.types.is_time(given) or is_text else "a datetime.time"
    if pa.types.is_timestamp(kind):
        fits = pa.types.is_timestamp(given) and (kind.tz is None) == (given.tz is None)
        return None if fits or is_text else f"a datetime.datetime {'without' if kind.tz is None else 'with'} a time zone"
    return None


def _article(name: str) -> str:
    return ("an " if name[0] in "aeiou" else "a ") + name


def _short(given: object) -> str:
    shown = repr(given)
    return shown if len(shown) <= 40 else shown[:40] + "..."

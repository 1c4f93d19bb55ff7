# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Makes columns of Arrow of values of Python, without a loss: pyarrow cuts some values in silence."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from stoa import _filters
from stoa._errors import RejectedDataError


def table(data: Mapping[str, Any], like: pa.Schema | None) -> pa.Table:
    """
    Returns a mapping of columns as a table.

    :param like: the columns that values without a type take theirs from
    """
    return pa.table({_name(name): _column(name, values, _type(name, like)) for name, values in data.items()})


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a column is {name!r}, must be a str")
    return name


def _type(name: str, like: pa.Schema | None) -> pa.DataType | None:
    """Returns the type of a column, which is found as a table finds it: upper and lower case are one if no name is the same."""
    if like is None:
        return None
    found = [field for field in like if field.name == name] or [f for f in like if f.name.casefold() == name.casefold()]
    # whatever Arrow lacks is null there, and Java takes or refuses the given type
    return found[0].type if len(found) == 1 and not pa.types.is_null(found[0].type) else None


def _column(name: str, values: Any, kind: pa.DataType | None) -> Any:
    """Returns the values of a column; an error names the column."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"column '{name}' is the single value {values!r:.40}: give a list of values")
    try:
        if _has_type(name, values):
            return _converted(_arrow(values), kind)
        return _of_objects(name, values if hasattr(values, "__len__") else list(values), kind)
    except pa.ArrowCapacityError as failure:
        raise RejectedDataError(
            f"column '{name}': {failure}: give its values as pyarrow.large_string() or pyarrow.large_binary(), or fewer"
            " at a time, as an iterator of record batches"
        ) from failure
    except (pa.ArrowException, OverflowError) as failure:
        raise type(failure)(f"column '{name}': {failure}") from failure


def _has_type(name: str, values: Any) -> bool:
    """Tells whether values have a type of their own: those of Arrow, numpy, pandas and Polars, if they are no objects."""
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        return True
    library = type(values).__module__.partition(".")[0]
    if library == "polars":
        check_polars(name, values.dtype)
        return True
    if library in ("numpy", "pandas"):
        return getattr(values, "dtype", None) != object
    return hasattr(values, "__arrow_c_stream__")


def _arrow(values: Any) -> Any:
    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        return values
    if type(values).__module__.partition(".")[0] in ("numpy", "pandas"):
        return pa.array(values)
    return pa.chunked_array(values)


def check_polars(name: str, kind: Any) -> None:
    """Refuses types of Polars that Arrow lacks: it gives the addresses of objects as bytes."""
    if str(kind) == "Object":
        raise TypeError(f"column '{name}' has the type Object of Polars, which is no type of Arrow: cast it")
    if str(kind) in ("Int128", "UInt128"):
        raise TypeError(f"column '{name}' has the type {kind} of Polars, which is no type of Arrow: cast it to Decimal(38, 0)")


def _converted(values: Any, kind: pa.DataType | None) -> Any:
    """Returns values of Arrow in a related type, if each of them fits. Java takes or refuses other types."""
    if kind is None or values.type == kind or not _are_related(values.type, kind):
        return values
    converted = values.cast(kind)
    if pa.types.is_null(values.type):
        return converted
    if pa.types.is_floating(kind):  # which rounds
        is_lost = pa.types.is_floating(values.type) and not pc.is_inf(converted).equals(pc.is_inf(values))
    else:
        is_lost = not converted.cast(values.type).equals(values)
    if is_lost:
        raise pa.ArrowInvalid(f"its values are {values.type}, and some of them can't become {kind} without loss")
    return converted


def _are_related(given: pa.DataType, kind: pa.DataType) -> bool:
    types = pa.types
    if types.is_integer(kind):
        return bool(types.is_integer(given) or types.is_floating(given) or types.is_decimal(given))
    if types.is_floating(kind):
        return bool(types.is_integer(given) or types.is_floating(given))
    if types.is_decimal(kind):
        return bool(types.is_integer(given) or types.is_decimal(given))
    if types.is_date(kind) or types.is_timestamp(kind):
        return _has_zone(given) == _has_zone(kind) and (types.is_date(given) or types.is_timestamp(given))
    same = (types.is_time, types.is_duration, _filters.is_text, _filters.is_bytes, types.is_null)
    return any(test(given) and (test(kind) or test is types.is_null) for test in same)


def _has_zone(kind: pa.DataType) -> bool:
    return bool(pa.types.is_timestamp(kind) and kind.tz is not None)


def _of_objects(name: str, values: Any, kind: pa.DataType | None) -> Any:
    """Returns objects of Python as an array of a type, or of the one that pyarrow finds for them."""
    found = pa.array(values, kind)
    lost = _first_lost(values, found)
    if lost is not None and kind is None:
        finer = _finer(found.type)  # pyarrow finds microseconds for the times of pandas
        if finer != found.type:
            found = pa.array(values, finer)
            lost = _first_lost(values, found)
    _refuse(name, found, lost)
    return found


def check(name: str, values: Any, found: Any) -> None:
    """Refuses an array of Arrow that has lost something of the objects that it was made of."""
    _refuse(name, found, _first_lost(values, found))


def _refuse(name: str, found: Any, lost: tuple[int, Any, Any] | None) -> None:
    if lost is not None:
        row, given, kept = lost
        raise RejectedDataError(
            f"column '{name}', row {row}: {given!r:.80} is not exactly a value of {found.type}, it would become {kept!r:.80}:"
            " convert it"
        )


def _first_lost(values: Any, found: Any) -> tuple[int, Any, Any] | None:
    """Returns the first value that is not what became of it, with its row."""
    kind = found.type
    if not _may_lose(kind) or (pa.types.is_integer(kind) and set(map(type, values)) <= {int, type(None)}):
        return None
    for row, (given, kept) in enumerate(zip(values, found.to_pylist(), strict=True)):
        if not _is_kept(given, kept, kind):
            return row, given, kept
    return None


def _may_lose(kind: pa.DataType) -> bool:
    types = pa.types
    if types.is_nested(kind):
        return any(_may_lose(kind.field(i).type) for i in range(kind.num_fields))
    return bool(types.is_integer(kind) or types.is_temporal(kind) or (types.is_floating(kind) and not types.is_float64(kind)))


def _is_kept(given: Any, kept: Any, kind: pa.DataType) -> bool:
    """Tells whether a value of Python is the value that Arrow has made of it."""
    if kept is None:
        return True
    if isinstance(given, pa.Scalar) or getattr(getattr(given, "dtype", None), "kind", "") in ("m", "M"):
        given = pa.scalar(given).as_py() if not isinstance(given, pa.Scalar) else given.as_py()
    types = pa.types
    if types.is_map(kind):
        pairs = given.items() if isinstance(given, Mapping) else given
        fields = (kind.key_type, kind.item_type)
        return all(
            _is_kept(part, kept_part, field)
            for pair, kept_pair in zip(pairs, kept, strict=True)
            for part, kept_part, field in zip(pair, kept_pair, fields, strict=True)
        )
    if types.is_struct(kind):
        # a struct is a mapping, a list of names and values, or a tuple of values
        parts = dict(given) if isinstance(given, (Mapping, list)) else dict(zip((field.name for field in kind), given, strict=True))
        return all(_is_kept(parts.get(field.name), kept[field.name], field.type) for field in kind)
    if types.is_nested(kind):
        return all(_is_kept(*both, kind.value_type) for both in zip(given, kept, strict=True))
    if types.is_floating(kind):
        return not math.isinf(kept) or math.isinf(given)
    if types.is_date(kind) and isinstance(given, datetime.datetime):
        kept = datetime.datetime.combine(kept, datetime.time())
    if types.is_timestamp(kind):
        if not isinstance(given, datetime.datetime) or (given.tzinfo is None) != (kept.tzinfo is None):
            return False
        if given.tzinfo is not None:  # moments in two zones are never equal where a clock is set back
            given, kept = given.astimezone(datetime.timezone.utc), kept.astimezone(datetime.timezone.utc)
    return not (types.is_integer(kind) or types.is_temporal(kind)) or bool(given == kept)


def scalar(value: Any) -> pa.Scalar:
    """Returns a value as a scalar of Arrow."""
    if type(value).__name__ in ("NAType", "NaTType"):  # nulls of pandas
        return pa.scalar(None)
    found = pa.scalar(value)
    finer = _finer(found.type)
    has_nanoseconds = getattr(value, "nanosecond", 0) or getattr(value, "nanoseconds", 0)
    return pa.scalar(value, finer) if has_nanoseconds and finer != found.type else found


def _finer(kind: pa.DataType) -> pa.DataType:
    """Returns a type with nanoseconds in place of the microseconds that pyarrow has found."""
    types = pa.types
    if types.is_timestamp(kind):
        return pa.timestamp("ns", kind.tz)
    if types.is_duration(kind):
        return pa.duration("ns")
    if types.is_list(kind):
        return pa.list_(_finer(kind.value_type))
    return pa.struct([field.with_type(_finer(field.type)) for field in kind]) if types.is_struct(kind) else kind

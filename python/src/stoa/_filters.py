# Licensed under the Apache License, Version 2.0; see the file LICENSE.
"""Turns conditions, as SQL text or as pyarrow expressions, into filters of Stoa."""

from __future__ import annotations

import ctypes
import dataclasses
import functools
import math
import operator
import struct
import uuid
from typing import Any

import jpype
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc

from stoa import _jvm
from stoa._errors import translated

_METADATA_OFFSET = 16
_FLIPPED = {
    "less": "greater",
    "less_equal": "greater_equal",
    "greater": "less",
    "greater_equal": "less_equal",
}
_OPERATORS = {
    "equal": "EQUAL",
    "not_equal": "NOT_EQUAL",
    "less": "LESS",
    "less_equal": "LESS_OR_EQUAL",
    "greater": "GREATER",
    "greater_equal": "GREATER_OR_EQUAL",
}


@dataclasses.dataclass(frozen=True)
class Field:
    """A column, or a field of one, by the names on the way to it."""

    path: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Literal:
    """A constant."""

    value: pa.Scalar


@dataclasses.dataclass(frozen=True)
class Call:
    """A function of arguments."""

    name: str
    arguments: tuple[Any, ...]
    options: Any


class _NoFilter(Exception):
    """Stoa has no filter for an expression."""


@dataclasses.dataclass(frozen=True)
class Condition:
    """
    A condition in two parts. Rows must pass both.

    pushed: a filter of Java, or None
    rest: what pyarrow evaluates on the batches, or None
    """

    pushed: Any = None
    rest: pc.Expression | None = None

    def columns_of_rest(self) -> list[str]:
        """Returns the columns that the rest reads."""
        return [] if self.rest is None else columns(self.rest)


@dataclasses.dataclass(frozen=True)
class Both:
    """Two conditions, each SQL text or a pyarrow expression. Rows must pass both."""

    first: Any
    second: Any

    def __str__(self) -> str:
        return f"({self.first}) and ({self.second})"


def condition(given: Any, schema: pa.Schema) -> Condition:
    """Reads a condition: SQL text, a pyarrow expression, a list as of pyarrow.parquet, two of these, or None."""
    if given is None:
        return Condition()
    if isinstance(given, Both):
        parts = [condition(given.first, schema), condition(given.second, schema)]
        pushed = [part.pushed for part in parts if part.pushed is not None]
        rests = [part.rest for part in parts if part.rest is not None]
        return Condition(_and(pushed) if pushed else None, functools.reduce(operator.and_, rests) if rests else None)
    if isinstance(given, str):
        with translated():
            return Condition(pushed=_jvm.java("dev.stoa.table.ConditionText").filter(given))
    if isinstance(given, (list, tuple)):
        given = _of_list(given)
    if not isinstance(given, pc.Expression):
        raise TypeError(f"filter is a {type(given).__name__}, must be SQL text or a pyarrow expression")
    tree = parse(given)
    pushed = []
    is_whole = tree is not None
    for part in _conjuncts(tree) if tree is not None else []:
        try:
            pushed.append(_filter(part, schema))
        except _NoFilter:
            is_whole = False
    if not is_whole:
        schema.empty_table().filter(given)  # what pyarrow refuses it refuses before the scan
    both = _and(pushed) if pushed else None
    return Condition(pushed=both, rest=None if is_whole else given)


def _of_list(given: Any) -> pc.Expression:
    """Returns the expression of a list of conditions, or of lists of them, as pyarrow.parquet reads it."""
    import pyarrow.parquet

    try:
        return pyarrow.parquet.filters_to_expression(list(given))
    except (TypeError, ValueError) as failure:
        raise ValueError(
            f"filter is the list {given!r:.200}, must be conditions like [('id', '<', 10), ('shop', 'in', ['north'])]:"
            f" {failure or 'it is malformed'}"
        ) from failure


def whole(given: Any, schema: pa.Schema) -> Any:
    """Returns the filter of a condition of which Stoa must evaluate all."""
    found = condition(given, schema)
    if found.rest is not None:
        raise ValueError(f"Stoa can't evaluate all of this expression: {given}")
    return found.pushed


def columns(expression: pc.Expression) -> list[str]:
    """Returns the names of the columns that an expression reads."""
    tree = parse(expression)
    if tree is None:
        raise ValueError(f"the columns of this expression can't be read: {expression}")
    names: dict[str, None] = {}
    todo = [tree]
    while todo:
        at = todo.pop()
        if isinstance(at, Field):
            names[at.path[0]] = None
        elif isinstance(at, Call):
            todo.extend(at.arguments)
    return list(names)


def parse(expression: pc.Expression) -> Any:
    """
    Returns an expression as a tree, or None if pyarrow can't serialise it.

    pyarrow writes an expression as the metadata of a batch whose columns are the literals.
    """
    try:
        serialised = expression.__reduce__()[1][0]
        batch = pa.ipc.open_file(serialised).get_batch(0)
        tokens = _pairs(batch.schema)
        tree, end = _tree(tokens, 0, batch)
    except (pa.ArrowException, NotImplementedError, ValueError, IndexError, TypeError):
        return None
    return tree if end == len(tokens) else None


def _pairs(schema: pa.Schema) -> list[tuple[str, str]]:
    """Returns the metadata with repeated keys, which pyarrow's mapping leaves out."""
    memory = ctypes.create_string_buffer(72)
    address = ctypes.addressof(memory)
    schema._export_to_c(address)
    at = ctypes.c_void_p.from_address(address + _METADATA_OFFSET).value or 0
    (count,) = struct.unpack("=i", ctypes.string_at(at, 4))
    at += 4
    texts = []
    for _ in range(2 * count):
        (length,) = struct.unpack("=i", ctypes.string_at(at, 4))
        texts.append(ctypes.string_at(at + 4, length).decode())
        at += 4 + length
    pa.Schema._import_from_c(address)  # releases it
    return list(zip(texts[::2], texts[1::2], strict=True))


def _tree(tokens: list[tuple[str, str]], at: int, batch: pa.RecordBatch) -> tuple[Any, int]:
    key, value = tokens[at]
    at += 1
    if key == "literal":
        return Literal(batch.column(int(value))[0]), at
    if key == "field_ref":
        return Field((value,)), at
    if key == "nested_field_ref":
        names = []
        for _ in range(int(value)):
            child, at = _tree(tokens, at, batch)
            names.extend(child.path)
        return Field(tuple(names)), at
    if key != "call":
        raise ValueError(key)
    arguments = []
    options = None
    while tokens[at][0] != "end":
        if tokens[at][0] == "options":
            options = batch.column(int(tokens[at][1]))[0]
            at += 1
        else:
            argument, at = _tree(tokens, at, batch)
            arguments.append(argument)
    return Call(value, tuple(arguments), options), at + 1


def _conjuncts(tree: Any) -> list[Any]:
    if isinstance(tree, Call) and tree.name in ("and", "and_kleene"):
        return [part for argument in tree.arguments for part in _conjuncts(argument)]
    return [tree]


def _java() -> Any:
    return _jvm.java("dev.stoa.reader.Filter")


def _and(filters: list[Any]) -> Any:
    return filters[0] if len(filters) == 1 else _java().and_(*filters)


def _filter(tree: Any, schema: pa.Schema) -> Any:
    if isinstance(tree, Literal):
        if tree.value.type != pa.bool_() or not tree.value.is_valid:
            raise _NoFilter
        return _java().and_() if tree.value.as_py() else _java().or_()
    if isinstance(tree, Field):  # a column of booleans
        return _comparison("equal", tree, pa.scalar(True), schema)
    name, arguments = tree.name, tree.arguments
    if name in ("and_kleene", "or_kleene"):
        both = [_filter(argument, schema) for argument in arguments]
        return _java().and_(*both) if name == "and_kleene" else _java().or_(*both)
    if name == "invert":
        return _java().not_(_filter(arguments[0], schema))
    if name in _OPERATORS:
        left, right = arguments
        if isinstance(left, Literal) and isinstance(right, Field):
            left, right, name = right, left, _FLIPPED.get(name, name)
        if isinstance(left, Field) and isinstance(right, Literal):
            return _comparison(name, left, right.value, schema)
        raise _NoFilter
    if len(arguments) != 1 or not isinstance(arguments[0], Field):
        raise _NoFilter
    return _test(name, arguments[0], tree.options, schema)


def _test(name: str, field: Field, options: Any, schema: pa.Schema) -> Any:
    kind = _type(field, schema)
    if name == "is_valid":
        return _java().not_(_is_null(field))
    if name == "is_null":
        nan_too = options is not None and options["nan_is_null"].as_py() and pa.types.is_floating(kind)
        return _java().or_(_is_null(field), _is_nan(field)) if nan_too else _is_null(field)
    if name == "is_nan" and pa.types.is_floating(kind):
        return _is_nan(field)
    if name == "is_in":
        return _is_in(field, options, kind)
    if name == "starts_with" and is_text(kind) and not options["ignore_case"].as_py():
        prefix = options["pattern"].as_py()
        return _jvm.java("dev.stoa.reader.Filter$StartsWith")(
            _path(field), prefix.decode() if isinstance(prefix, bytes) else prefix
        )
    raise _NoFilter


def _is_in(field: Field, options: Any, kind: pa.DataType) -> Any:
    values = options["value_set"].values
    has_null = values.null_count > 0
    # 0: nulls match nulls; other behaviours with nulls are pyarrow's
    if has_null and options["null_matching_behavior"].as_py() != 0:
        raise _NoFilter
    if pa.types.is_floating(kind) and any(value.is_valid and value.as_py() == 0 for value in values):
        raise _NoFilter  # Arrow tells 0.0 and -0.0 apart in sets
    literals = jpype.java.util.ArrayList()
    for value in values:
        if value.is_valid:
            literals.add(_literal(value, kind))
    chosen = _jvm.java("dev.stoa.reader.Filter$In")(_path(field), literals)
    # in Arrow a null is in no set without null, and so is not unknown
    return _java().or_(chosen, _is_null(field)) if has_null else _java().and_(chosen, _java().not_(_is_null(field)))


def _comparison(name: str, field: Field, value: pa.Scalar, schema: pa.Schema) -> Any:
    kind = _type(field, schema)
    compared = _compare(field, _OPERATORS[name], _literal(value, kind))
    if name in ("greater", "greater_equal") and pa.types.is_floating(kind):
        # for Stoa NaN is greater than every number, for Arrow it is not
        return _java().and_(compared, _java().not_(_is_nan(field)))
    return compared


def _compare(field: Field, operator: str, literal: Any) -> Any:
    operators = _jvm.java("dev.stoa.reader.Filter$Operator")
    return _jvm.java("dev.stoa.reader.Filter$Compare")(_path(field), getattr(operators, operator), literal)


def _is_null(field: Field) -> Any:
    return _jvm.java("dev.stoa.reader.Filter$IsNull")(_path(field))


def _is_nan(field: Field) -> Any:
    return _compare(field, "EQUAL", jpype.java.lang.Double(math.nan))


def _path(field: Field) -> Any:
    return _jvm.java("dev.stoa.reader.ColumnPath").of(*field.path)


def _type(field: Field, schema: pa.Schema) -> pa.DataType:
    """Returns the type of a column that Stoa compares as Arrow does."""
    fields: Any = schema
    found = None
    for name in field.path:
        index = fields.get_field_index(name) if fields is not None else -1
        if index < 0:
            raise _NoFilter
        found = fields.field(index)
        fields = found.type if pa.types.is_struct(found.type) else None
    assert found is not None
    if (found.metadata or {}).get(b"stoa.type") == b"char":
        raise _NoFilter  # compared as if padded with blanks
    return found.type


def is_text(kind: pa.DataType) -> bool:
    """Whether values are texts."""
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind) or kind == pa.string_view())


def is_bytes(kind: pa.DataType) -> bool:
    """Whether values are bytes that are no texts."""
    return bool(
        pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_fixed_size_binary(kind)
        or kind == pa.binary_view()
    )


def is_number(kind: pa.DataType) -> bool:
    """Whether values are numbers of a type that filters compare."""
    exact = pa.types.is_integer(kind) or pa.types.is_decimal(kind)
    return bool(exact or kind == pa.float32() or kind == pa.float64())


def _literal(value: pa.Scalar, kind: pa.DataType) -> Any:
    """Returns a literal of Java for a column of a type."""
    given = value.type
    if not value.is_valid:
        raise _NoFilter
    if is_number(kind) and is_number(given):
        if pa.types.is_decimal(kind if pa.types.is_floating(given) else given) and pa.types.is_floating(
            given if pa.types.is_decimal(kind) else kind
        ):
            raise _NoFilter  # Arrow rounds the decimals to compare them with floats
        return _number(value.as_py(), kind)
    if pa.types.is_boolean(kind) and pa.types.is_boolean(given):
        return jpype.java.lang.Boolean(value.as_py())
    if is_text(kind) and is_text(given):
        return jpype.JString(value.as_py())
    if is_bytes(kind) and is_bytes(given):
        return jpype.JArray(jpype.JByte)(value.as_py())
    return _moment(value, given, kind)


def constant(value: pa.Scalar) -> Any:
    """Returns a value of Java for a column; None for null."""
    if not value.is_valid:
        return None
    kind = value.type
    if getattr(kind, "extension_name", "") == "arrow.uuid":
        return jpype.java.util.UUID.fromString(str(uuid.UUID(bytes=value.value.as_py())))
    if pa.types.is_float64(kind) and math.isnan(value.as_py()):
        return jpype.java.lang.Double(math.nan)
    try:
        return _literal(value, kind)
    except _NoFilter:
        raise TypeError(f"a constant of type {kind} can't be the new value of a column") from None


def _number(value: Any, kind: pa.DataType) -> Any:
    if isinstance(value, int):
        if -(1 << 63) <= value < 1 << 63:
            return jpype.java.lang.Long(value)
        return jpype.java.math.BigInteger(str(value))
    if isinstance(value, float):
        if math.isnan(value):
            raise _NoFilter  # comparisons with it are false in Arrow
        if kind == pa.float32() and math.isfinite(value) and _as_float32(value) != value:
            raise _NoFilter  # Arrow may round it
        return jpype.java.lang.Double(value)
    return jpype.java.math.BigDecimal(format(value, "f"))


def _as_float32(value: float) -> float:
    try:
        return float(struct.unpack("=f", struct.pack("=f", value))[0])
    except OverflowError:
        return math.inf


def _moment(value: pa.Scalar, given: pa.DataType, kind: pa.DataType) -> Any:
    try:
        return _moment_of_java(value, given, kind)
    except jpype.JException as failure:
        if isinstance(failure, jpype.java.time.DateTimeException):
            raise _NoFilter from None  # a year or a time of day that Arrow has, and Java has not
        raise


def _moment_of_java(value: pa.Scalar, given: pa.DataType, kind: pa.DataType) -> Any:
    if pa.types.is_date32(kind) and pa.types.is_date32(given):
        return jpype.java.time.LocalDate.ofEpochDay(value.value)
    if pa.types.is_timestamp(kind) and pa.types.is_timestamp(given) and (kind.tz is None) == (given.tz is None):
        seconds, nanos = _nanos(value.value, given.unit)
        if kind.tz is not None:
            return jpype.java.time.Instant.ofEpochSecond(seconds, nanos)
        utc = jpype.java.time.ZoneOffset.UTC
        return jpype.java.time.LocalDateTime.ofEpochSecond(seconds, jpype.JInt(nanos), utc)
    if pa.types.is_time(kind) and pa.types.is_time(given):
        seconds, nanos = _nanos(value.value, given.unit)
        return jpype.java.time.LocalTime.ofNanoOfDay(seconds * 10**9 + nanos)
    if pa.types.is_duration(kind) and pa.types.is_duration(given):
        return jpype.java.time.Duration.ofSeconds(*_nanos(value.value, given.unit))
    raise _NoFilter


def _nanos(value: int, unit: str) -> tuple[int, int]:
    in_second = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    seconds, rest = divmod(value, in_second)
    return seconds, rest * (10**9 // in_second)

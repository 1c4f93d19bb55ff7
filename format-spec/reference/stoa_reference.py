#!/usr/bin/env python3
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     https://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.
#
"""Reads Stoa files of edition 1: written from SPEC.md alone, with the standard library alone.

It is slow and simple on purpose: it shows that the specification suffices, and says what a file means when two readers
disagree. The numbers in brackets are sections of SPEC.md.

    stoa_reference.py rows FILE    the rows of the table, one line of JSON each
    stoa_reference.py meta FILE    the metadata as JSON
    stoa_reference.py check FILE   checks every rule of the specification that bytes can break
    stoa_reference.py table FOLDER [VERSION]   the rows of a table with a log, at a version or the newest: the fragment's id,
                                               the number of the row, and the row, as an array of JSON each
    stoa_reference.py log FOLDER [VERSION]     what the log says of that version, as JSON
    stoa_reference.py hashes PAGE  compares the hashes in section 4.1 of SPEC.md with those that this decoder makes

In `rows` an integer, a decimal (its unscaled value), a date, a time, a timestamp and an interval is an integer; a
month-day-nano interval is [months, days, nanoseconds]; a float is its bits in hex; text is a string; other bytes are hex; a
struct is an object; a list is an array; a map is an array of [key, value]. Exit codes: 0 good, 1 bad file, 2 bad usage.
"""

import functools
import hashlib
import itertools
import json
import os
import re
import struct
import sys
import uuid

EDITION = 1
TAIL = 88
MAGIC = b"STOA"
NONE = 0xFFFFFFFF
VECTOR = 4096
PAGED_ABOVE = 1_000_000
MAX_GRANULE = MAX_PAGE = 1_048_576
MAX_NODES = 1 << 24
MAX_ROWS = 1 << 42
MAX_DICTIONARY = 1_048_576
MAX_DICTIONARY_BYTES = 16 << 20
MAX_REPEATED = 65_536
MAX_BOUND = 64
MASK64 = (1 << 64) - 1


class Invalid(Exception):
    """The file breaks the specification, or uses what this reader does not know."""


def need(condition, *what):
    if not condition:
        raise Invalid(" ".join(str(part) for part in what))


# ---------------------------------------------------------------------------------------------------- conventions [1]


def _crc_table():
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        yield byte


CRC_TABLE = tuple(_crc_table())


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def check_crc(data, expected, what):
    actual = crc32c(data)
    need(actual == expected, f"{what}: CRC is {actual:08x}, stated is {expected:08x}")


def signed(value, bits):
    """The two's complement meaning of the low bits of a value."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


class Cursor:
    """Reads one part of a file from front to back, never past its end."""

    def __init__(self, data, what):
        self.data, self.at, self.what = data, 0, what

    def take(self, count):
        need(count <= len(self.data) - self.at, f"{self.what}: {count} bytes wanted at {self.at} of {len(self.data)}")
        self.at += count
        return self.data[self.at - count : self.at]

    def uint(self, size):
        return int.from_bytes(self.take(size), "little")

    def u8(self):
        return self.uint(1)

    def u16(self):
        return self.uint(2)

    def u32(self):
        return self.uint(4)

    def u64(self):
        return self.uint(8)

    def varint(self, limit=MASK64):
        value = 0
        for shift in range(0, 70, 7):
            byte = self.u8()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                need(value <= limit, f"{self.what}: {value} before byte {self.at} is above the limit {limit}")
                return value
        raise Invalid(f"{self.what}: a varint of more than 10 bytes at {self.at - 10}")

    def zigzag(self, bits=64):
        z = self.varint()
        value = (z >> 1) ^ -(z & 1)
        need(value == signed(value, bits), f"{self.what}: {value} does not fit {bits} bits")
        return value

    def text(self):
        return utf8(self.take(self.varint()), self.what)

    def zero(self, size, name="reserved"):
        need(self.uint(size) == 0, f"{self.what}: {name} is not zero")

    def straight(self, count, width):
        """[7.1]"""
        return unpack(self.take((count * width + 7) // 8), count, width, self.what)

    def packed(self, count):
        """Packed integers [1]."""
        if count <= 1:
            return [self.zigzag() for _ in range(count)]
        base, width = self.zigzag(), self.u8()
        need(width <= 64, f"{self.what}: packed integers of width {width}")
        return [signed(base + offset, 64) for offset in self.straight(count, width)]

    def optional_entries(self):
        """[3.5] Returns [(tag, bytes)]; none of the odd tags is known."""
        entries = []
        for _ in range(self.varint(len(self.data))):
            tag = self.varint()
            need(tag % 2 == 0, f"{self.what}: unknown entry {tag}, which must not be skipped")
            entries.append((tag, self.take(self.varint())))
        return entries

    def done(self):
        need(self.at == len(self.data), f"{self.what}: {len(self.data) - self.at} bytes are left over")


def utf8(data, what):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as e:
        raise Invalid(f"{what}: not UTF-8: {e}") from e


def unpack(data, count, width, what="packing"):
    """Straight packing [7.1]: eight values of width w are w bytes, so they are taken in eights."""
    if width == 0:
        return [0] * count
    mask = (1 << width) - 1
    values = []
    for at in range(0, len(data), width):
        bits = int.from_bytes(data[at : at + width], "little")
        values += [bits >> shift & mask for shift in range(0, 8 * width, width)]
    need(not any(values[count:]), f"{what}: unused bits are set")
    return values[:count]


def unpack_interleaved(data, width, lane_bits):
    """Interleaved packing [7.1] of 4096 values: each lane is a bit stream, its words lie `lanes` words apart."""
    lanes, word = VECTOR // lane_bits, lane_bits // 8
    values = [0] * VECTOR
    for lane in range(lanes):
        stream = b"".join(data[(k * lanes + lane) * word :][:word] for k in range(width))
        values[lane::lanes] = unpack(stream, lane_bits, width)
    return values


def lz4_block(data, size, what):
    """Decompresses one LZ4 block of a known raw size: sequences of literals and of matches with bytes before."""
    cursor, out = Cursor(data, what), bytearray()

    def length(nibble):
        total = nibble
        while nibble == 15:
            byte = cursor.u8()
            total += byte
            if byte != 255:
                break
        return total

    while True:
        token = cursor.u8()
        out += cursor.take(length(token >> 4))
        need(len(out) <= size, f"{what}: more than {size} bytes")
        if cursor.at == len(data):
            break
        distance = cursor.u16()
        need(1 <= distance <= len(out), f"{what}: a match {distance} back at {len(out)}")
        count = length(token & 15) + 4
        need(len(out) + count <= size, f"{what}: more than {size} bytes")
        chunk = out[-distance:]
        out += (chunk * (count // len(chunk) + 1))[:count]
    need(len(out) == size, f"{what}: {len(out)} bytes where {size} are stated")
    return bytes(out)


# ---------------------------------------------------------------------------------------------------------- types [4]

TYPES = (
    "null boolean int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 decimal date time timestamp "
    "interval_year_month interval_day_time interval_month_day_nano string char varchar binary fixed uuid struct list map "
    "json bson enum variant geometry geography"
).split()
TEXT = {"string", "char", "varchar", "json", "enum"}
UNORDERED = {"null", "interval_month_day_nano", "struct", "list", "map", "variant", "geometry", "geography"}
RANGES = {
    "int8": (-(2**7), 2**7 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "uint8": (0, 2**8 - 1),
    "uint16": (0, 2**16 - 1),
    "uint32": (0, 2**32 - 1),
    "float16": (0, 2**16 - 1),
}
SHAPES = {
    "NONE": "null struct variant",
    "BOOLEAN": "boolean",
    "INT": "int8 int16 int32 uint8 uint16 float16 date interval_year_month list map",
    "LONG": "int64 uint32 uint64 time interval_day_time",
    "INT128": "interval_month_day_nano",
    "FLOAT": "float32",
    "DOUBLE": "float64",
    "BYTES": "string char varchar binary fixed uuid json bson enum geometry geography",
}
SHAPE_OF = {name: shape for shape, names in SHAPES.items() for name in names.split()}
BITS = {"INT": 32, "LONG": 64, "INT128": 128, "FLOAT": 32, "DOUBLE": 64}


class Type:
    def __init__(self, name, precision, scale, utc):
        self.name, self.precision, self.scale, self.utc = name, precision, scale, utc
        need(name != "decimal" or 1 <= precision <= 10_000, f"decimal of {precision} digits")
        fraction = name in ("time", "timestamp", "interval_day_time")
        need(not fraction or precision <= 12, f"{name} with {precision} fraction digits")
        sized = name in ("char", "varchar", "fixed")
        need(not sized or precision >= 1, f"{name} of length 0")
        takes_precision = fraction or sized or name == "decimal"
        need(takes_precision or precision == 0, f"{name} with precision {precision}")
        need(scale <= (precision if name == "decimal" else 0), f"{name} of {precision} digits with scale {scale}")
        need(not utc or name in ("time", "timestamp"), f"{name} with the UTC flag")
        if name == "decimal":
            self.shape = "LONG" if precision <= 18 else "INT128" if precision <= 38 else "BYTES"
        elif name == "timestamp":
            self.shape = "LONG" if precision <= 6 else "INT128"
        else:
            self.shape = SHAPE_OF[name]
        self.is_float = name in ("float16", "float32", "float64")

    def value(self, stored):
        """What a stored value of the shape means; raises Invalid for a value that the type does not have."""
        name = self.name
        if name == "uint64":
            return stored & MASK64
        if name in RANGES:
            low, high = RANGES[name]
            need(low <= stored <= high, f"{stored} is not in the range of {name}")
        if name == "decimal" and self.shape == "BYTES":
            value = int.from_bytes(stored, "big", signed=True)
            bits = (value if value >= 0 else ~value).bit_length() + 1
            need(len(stored) == (bits + 7) // 8, f"unscaled value {stored.hex()} is not the shortest")
            stored = value
        if name == "decimal":
            need(abs(stored) < 10**self.precision, f"{stored} has more than {self.precision} digits")
        if name == "interval_month_day_nano":
            high = stored >> 64
            return [high >> 32, signed(high, 32), signed(stored, 64)]
        if name == "char":
            need(not stored.endswith(b" "), "a char value with trailing blanks")
        if name in ("fixed", "uuid"):
            length = 16 if name == "uuid" else self.precision
            need(len(stored) == length, f"{len(stored)} bytes where {name} has {length}")
        if name not in TEXT:
            return stored
        text = utf8(stored, name)
        need(name not in ("char", "varchar") or len(text) <= self.precision, f"{len(text)} code points in {self}")
        return text

    def is_nan(self, stored):
        return self.is_float and self.number(stored) != self.number(stored)

    def number(self, stored):
        size, code = {"float16": (2, "e"), "float32": (4, "f"), "float64": (8, "d")}[self.name]
        return struct.unpack("<" + code, stored.to_bytes(size, "little"))[0]

    def order(self, stored):
        """A key that sorts stored values in the order of bounds."""
        if self.is_float:
            return self.number(stored)
        if self.name == "uint64":
            return stored & MASK64
        if self.name == "decimal" and self.shape == "BYTES":
            return int.from_bytes(stored, "big", signed=True)
        return padded_key(stored) if self.name == "char" else stored

    def json(self, stored):
        value = self.value(stored)
        if self.is_float:
            digits = {"float16": 4, "float32": 8, "float64": 16}[self.name]
            return f"{value:0{digits}x}"
        return value.hex() if isinstance(value, bytes) else value

    def __str__(self):
        if self.name == "decimal":
            return f"decimal({self.precision},{self.scale})"
        takes = self.name in ("char", "varchar", "fixed", "time", "timestamp", "interval_day_time")
        return self.name + (f"({self.precision})" if takes else "") + (" utc" if self.utc else "")


def _compare_padded(a, b):
    size = max(len(a), len(b))
    a, b = a.ljust(size), b.ljust(size)
    return (a > b) - (a < b)


padded_key = functools.cmp_to_key(_compare_padded)

# ------------------------------------------------------------------------------------------------------ encodings [7]

ALL_NULL, CONSTANT, NULLABLE, PLAIN, PFOR, PFOR_DELTA, DICTIONARY, RLE, BITMAP, BYTES, LZ4, WIDEN, SPLIT = range(13)
ALP, FSST, SCALE, GAP, PREFIX, ENTROPY, ROTATE, FREQUENT, REPEAT, NEAR = 13, 14, 15, 16, 17, 18, 19, 20, 21, 22
ENCODINGS = dict(enumerate("ALL_NULL CONSTANT NULLABLE PLAIN PFOR PFOR_DELTA DICTIONARY RLE BITS BYTES LZ4 WIDEN SPLIT".split()))
ENCODINGS |= {ALP: "ALP", FSST: "FSST", SCALE: "SCALE", GAP: "GAP", PREFIX: "PREFIX", ENTROPY: "ENTROPY", ROTATE: "ROTATE"}
ENCODINGS |= {FREQUENT: "FREQUENT", REPEAT: "REPEAT", NEAR: "NEAR"}
NUMBERS = {"INT", "LONG", "INT128", "FLOAT", "DOUBLE"}
ALLOWED = {
    ALL_NULL: NUMBERS | {"NONE", "BOOLEAN", "BYTES"},
    CONSTANT: NUMBERS | {"BOOLEAN", "BYTES"},
    NULLABLE: NUMBERS | {"NONE", "BOOLEAN", "BYTES"},
    PLAIN: NUMBERS,
    PFOR: {"INT", "LONG"},
    PFOR_DELTA: {"INT", "LONG"},
    ENTROPY: {"INT", "LONG"},
    DICTIONARY: NUMBERS | {"BYTES"},
    RLE: NUMBERS | {"BOOLEAN", "BYTES"},
    BITMAP: {"BOOLEAN"},
    BYTES: {"BYTES"},
    LZ4: {"BYTES"},
    WIDEN: {"INT128"},
    SPLIT: {"INT128"},
    ALP: {"FLOAT", "DOUBLE"},
    ROTATE: {"FLOAT", "DOUBLE"},
    SCALE: {"INT", "LONG"},
    GAP: {"INT", "LONG"},
    FREQUENT: {"INT", "LONG"},
    REPEAT: {"INT"},
    NEAR: {"DOUBLE"},
    FSST: {"BYTES"},
    PREFIX: {"BYTES"},
}


def child_shapes(kind, shape):
    """The shapes of an encoding's children."""
    if kind in (ALP, ROTATE):
        return ["INT" if shape == "FLOAT" else "LONG"]
    if kind in (SCALE, GAP, FREQUENT):
        return [shape]
    if kind == NULLABLE:
        return [] if shape == "NONE" else [shape]
    of_kind = {
        DICTIONARY: ["INT"],
        RLE: [shape, "INT"],
        BYTES: ["INT"],
        LZ4: ["INT"],
        FSST: ["INT"] * 2,
        REPEAT: ["INT"] * 4,
        PREFIX: ["INT", "BYTES"],
        WIDEN: ["LONG"],
        SPLIT: ["LONG"] * 2,
        NEAR: ["LONG"] * 2,
    }
    return of_kind.get(kind, [])


class Encoding:
    """A node of an encoding tree: its id, the shape of its values, its parameter, its children."""

    def __init__(self, cursor, shape, used, root=True, own=True, in_runs=False, depth=1, numbers=True, entries=False, frequent=False):
        """`used` collects ids; `own`: the values are the column's own, not codes, lengths or halves of them;
        `numbers`: they are neither codes nor lengths; `entries`: they are those of a dictionary, or what PREFIX leaves of values;
        `frequent`: below FREQUENT or REPEAT, or the lengths of runs."""
        need(depth <= 8, f"{cursor.what}: an encoding deeper than 8")
        self.kind, self.shape, self.parameter = cursor.u8(), shape, None
        need(self.kind in ENCODINGS, f"{cursor.what}: unknown encoding {self.kind}")
        need(shape in ALLOWED[self.kind], f"{cursor.what}: {ENCODINGS[self.kind]} for {shape}")
        need(root or self.kind not in (ALL_NULL, NULLABLE), f"{cursor.what}: {ENCODINGS[self.kind]} below the root")
        need(own or self.kind != DICTIONARY, f"{cursor.what}: DICTIONARY for parts of values")
        need(own or entries or self.kind not in (FSST, PREFIX), f"{cursor.what}: {ENCODINGS[self.kind]} for parts of values")
        need(not in_runs or self.kind != RLE, f"{cursor.what}: RLE below RLE")
        need(not frequent or self.kind not in (FREQUENT, REPEAT), f"{cursor.what}: {ENCODINGS[self.kind]} below FREQUENT or REPEAT, or for lengths of runs")
        need(numbers or self.kind not in (SCALE, GAP), f"{cursor.what}: {ENCODINGS[self.kind]} for codes or lengths")
        used.add(self.kind)
        if self.kind == CONSTANT:
            self.parameter = self.constant(cursor)
        elif self.kind == NULLABLE:
            self.parameter = cursor.u8()
            need(self.parameter <= 1, f"{cursor.what}: flags {self.parameter} of NULLABLE")
        elif self.kind in (DICTIONARY, FSST):
            self.parameter = cursor.varint()
        elif self.kind == SCALE:
            self.parameter = factor, _ = cursor.zigzag(BITS[shape]), cursor.zigzag(BITS[shape])
            need(factor >= 2, f"{cursor.what}: factor {factor} of SCALE")
        elif self.kind == GAP:
            self.parameter = low, gap, _ = cursor.u8(), cursor.u8(), cursor.zigzag(BITS[shape])
            need(low >= 1 and gap >= 1 and low + gap < BITS[shape], f"{cursor.what}: GAP of {gap} bits above {low}")
        elif self.kind == ENTROPY:
            self.parameter = cursor.u8()
            need(self.parameter <= 1, f"{cursor.what}: flags {self.parameter} of ENTROPY")
            self.model = self.read_model(cursor)
        in_runs = in_runs or self.kind == RLE
        frequent = frequent or self.kind in (FREQUENT, REPEAT)
        self.children = []
        for child in child_shapes(self.kind, shape):
            is_own = own and self.kind in (NULLABLE, RLE) and not self.children
            is_rest = self.kind == PREFIX and len(self.children) == 1
            are_numbers = numbers and (self.kind in (NULLABLE, WIDEN, SPLIT, ALP, ROTATE, SCALE, GAP, FREQUENT, NEAR) or (self.kind == RLE and not self.children) or (self.kind == REPEAT and len(self.children) == 3))
            are_lengths = self.kind == RLE and len(self.children) == 1
            self.children.append(Encoding(cursor, child, used, False, is_own, in_runs, depth + 1, are_numbers, is_rest, frequent or are_lengths))
            rest = self.children[-1].kind
            need(not is_rest or rest in (BYTES, LZ4, FSST), f"{cursor.what}: {ENCODINGS[rest]} for rests of values")

    def constant(self, cursor):
        if self.shape == "BYTES":
            return cursor.take(cursor.varint(MAX_REPEATED))
        if self.shape in ("INT", "LONG"):
            return cursor.zigzag(BITS[self.shape])
        if self.shape == "INT128":
            return signed(cursor.u64() | cursor.u64() << 64, 128)
        if self.shape == "BOOLEAN":
            value = cursor.u8()
            need(value <= 1, f"{cursor.what}: constant boolean {value}")
            return bool(value)
        return cursor.uint(BITS[self.shape] // 8)

    def dictionary(self):
        """The dictionary that the tree names, or None."""
        if self.kind in (DICTIONARY, FSST):
            return self.parameter
        values = self.children[-1:] if self.kind == PREFIX else self.children[:1]
        return values[0].dictionary() if values else None

    def read_model(self, cursor):
        """The model of ENTROPY [7.11]: the scale, and for each slot frequency and first slot, lower bound and width of its bin."""
        bits, scale = BITS[self.shape], cursor.u8()
        need(scale <= 14, f"{cursor.what}: ENTROPY of the scale {scale}")
        slots, lower = [], 0
        for _ in range(cursor.varint(4096)):
            frequency, width = cursor.varint(2**scale - len(slots)), cursor.u8()
            need(frequency >= 1, f"{cursor.what}: a bin without slots")
            need(width <= bits, f"{cursor.what}: a bin of the width {width}")
            lower += cursor.zigzag(bits)
            slots += [(frequency, len(slots), lower, width)] * frequency
            lower += 2**width
        need(len(slots) == 2**scale, f"{cursor.what}: frequencies of {len(slots)}, not 2^{scale}")
        return scale, slots

    def __str__(self):
        parts = []
        if self.kind == CONSTANT:
            parts = [self.parameter.hex() if isinstance(self.parameter, bytes) else str(self.parameter)]
        elif self.kind == NULLABLE:
            parts = ["compact"] * self.parameter
        elif self.kind in (DICTIONARY, FSST):
            parts = [str(self.parameter)]
        elif self.kind in (SCALE, GAP):
            parts = [str(number) for number in self.parameter]
        elif self.kind == ENTROPY:
            parts = ["deltas"] * self.parameter
        parts += [str(child) for child in self.children]
        return ENCODINGS[self.kind] + (f"({', '.join(parts)})" if parts else "")


def need_repeatable(shape, values, what):
    """Values that rows share without storing them again have a limit [7.4, 7.5]."""
    longest = max(map(len, values), default=0) if shape == "BYTES" else 0
    need(longest <= MAX_REPEATED, f"{what}: a value of {longest} bytes in a dictionary or in runs, above the limit {MAX_REPEATED}")


class Decoder:
    """Decodes payloads. `dictionary(ordinal)` gives entries; `limit` bounds the bytes of unpaged values;
    `pages(lengths, is_lz4)`, of a paged vector only, gives the bytes of its values."""

    def __init__(self, dictionary, limit=PAGED_ABOVE, pages=None):
        self.dictionary, self.limit, self.pages = dictionary, limit, pages

    def root(self, encoding, count, cursor):
        """Decodes a whole vector to a list with None where a row is null."""
        if encoding.kind == ALL_NULL:
            return [None] * count
        if encoding.kind != NULLABLE:
            return self.values(encoding, count, cursor, self.pages)
        valid = self.bits(count, cursor)
        if encoding.shape == "NONE":
            return [True if v else None for v in valid]
        [child] = encoding.children
        compact = encoding.parameter == 1
        values = iter(self.values(child, sum(valid) if compact else count, cursor, self.pages))
        if compact:
            return [next(values) if v else None for v in valid]
        return [value if v else None for v, value in zip(valid, values)]

    def values(self, encoding, count, cursor, pages=None):
        """Decodes `count` values of an encoding that has no nulls."""
        kind, shape, children = encoding.kind, encoding.shape, encoding.children
        need(pages is None or kind in (BYTES, LZ4), f"{cursor.what}: pages for {ENCODINGS[kind]}")
        if kind == CONSTANT:
            return [encoding.parameter] * count
        if kind == PLAIN:
            size = BITS[shape] // 8
            raw = cursor.take(count * size)
            unsigned = [int.from_bytes(raw[at : at + size], "little") for at in range(0, len(raw), size)]
            return unsigned if shape in ("FLOAT", "DOUBLE") else [signed(v, BITS[shape]) for v in unsigned]
        if kind == PFOR:
            return self.pfor(count, BITS[shape], cursor)
        if kind == PFOR_DELTA:
            start, bits = cursor.zigzag(BITS[shape]), BITS[shape]
            sums = itertools.accumulate(self.pfor(count, bits, cursor), initial=start)
            return [signed(v, bits) for v in sums][1:]
        if kind == ENTROPY:
            return self.entropy(encoding, count, BITS[shape], cursor)
        if kind == DICTIONARY:
            entries = self.dictionary(encoding.parameter)
            codes = self.values(children[0], count, cursor)
            need(all(0 <= c < len(entries) for c in codes), f"{cursor.what}: a code outside of {len(entries)} entries")
            return [entries[code] for code in codes]
        if kind == RLE:
            return self.runs(children, count, cursor)
        if kind == BITMAP:
            return self.bits(count, cursor)
        if kind == WIDEN:
            return self.values(children[0], count, cursor)
        if kind == SPLIT:
            low, high = (self.values(child, count, cursor) for child in children)
            return [h << 64 | l & MASK64 for h, l in zip(high, low)]
        if kind == ALP:
            return self.decimals(children[0], shape, count, cursor)
        if kind == ROTATE:
            bits = BITS[shape]
            one = 0x7F000000 if shape == "FLOAT" else 0x7FE0000000000000
            rotated = [(integer + one) % 2**bits for integer in self.values(children[0], count, cursor)]
            return [u >> 1 | u % 2 << bits - 1 for u in rotated]
        if kind == SCALE:
            factor, offset = encoding.parameter
            return [signed(offset + factor * v, BITS[shape]) for v in self.values(children[0], count, cursor)]
        if kind == GAP:
            low, gap, offset = encoding.parameter
            below = (1 << low) - 1
            spread = [(v & below) + (v >> low << low + gap) for v in self.values(children[0], count, cursor)]
            return [signed(offset + v, BITS[shape]) for v in spread]
        if kind == FREQUENT:
            need(count <= VECTOR, f"{cursor.what}: FREQUENT for {count} values")
            frequent, are_others = cursor.zigzag(BITS[shape]), self.bits(count, cursor)
            others = iter(self.values(children[0], sum(are_others), cursor))
            return [next(others) if is_other else frequent for is_other in are_others]
        if kind == NEAR:
            return self.near(*children, count, cursor)
        if kind == REPEAT:
            return self.copies(children, count, cursor)
        if kind == FSST:
            return self.symbol_values(self.dictionary(encoding.parameter), *children, count, cursor)
        if kind == PREFIX:
            return self.sharing_values(*children, count, cursor)
        return self.byte_values(kind == LZ4, children[0], count, cursor, pages)

    def pfor(self, count, bits, cursor):
        """[7.2]"""
        width, exceptions, base = cursor.u8(), cursor.varint(count), cursor.zigzag(bits)
        need(width <= bits, f"{cursor.what}: PFOR of width {width}")
        if count == VECTOR:
            values = unpack_interleaved(cursor.take(VECTOR * width // 8), width, bits)
        else:
            values = cursor.straight(count, width)
        values = [base + offset for offset in values]
        if exceptions:
            head = cursor.u8()
            high_width = head & 0x7F
            need(1 <= high_width <= bits - width, f"{cursor.what}: exceptions of width {high_width} over {width}")
            positions = self.positions(exceptions, count, 0, cursor)
            for position, high in zip(positions, cursor.straight(exceptions, high_width)):
                values[position] += (signed(high, high_width) if head & 0x80 else high) << width
        return [signed(v, bits) for v in values]

    def decimals(self, child, shape, count, cursor):
        """[7.12]"""
        exponent, exceptions = cursor.u8(), cursor.varint(count)
        need(exponent <= 22, f"{cursor.what}: exponent {exponent} of ALP")
        code, size = ("f", 4) if shape == "FLOAT" else ("d", 8)
        quotients = [float(digits) / float(10**exponent) for digits in self.values(child, count, cursor)]
        values = [int.from_bytes(struct.pack("<" + code, quotient), "little") for quotient in quotients]
        if exceptions:
            for position in self.positions(exceptions, count, 0, cursor):
                values[position] = None
            for position in [at for at, value in enumerate(values) if value is None]:
                values[position] = cursor.uint(size)
        return values

    def near(self, digits_encoding, steps_encoding, count, cursor):
        """[7.17]"""
        exponent = cursor.u8()
        need(exponent <= 22, f"{cursor.what}: exponent {exponent} of NEAR")
        digits = self.values(digits_encoding, count, cursor)
        decimals = [struct.pack("<d", float(digit) / float(10**exponent)) for digit in digits]
        steps = self.values(steps_encoding, count, cursor)
        return [int.from_bytes(decimal, "little") + step & MASK64 for decimal, step in zip(decimals, steps)]

    @staticmethod
    def entropy(encoding, count, bits, cursor):
        """[7.11]"""
        scale, slots = encoding.model
        deltas = encoding.parameter == 1
        start = cursor.zigzag(bits)
        states = [cursor.u32(), cursor.u32()]
        need(min(states) >= 2**16, f"{cursor.what}: a state begins below 2^16")
        bins = []
        for i in range(count):
            high, slot = divmod(states[i % 2], 2**scale)
            frequency, first, lower, width = slots[slot]
            x = frequency * high + slot - first
            states[i % 2] = x if x >= 2**16 else x << 16 | cursor.u16()
            bins.append((lower, width))
        need(states == [2**16, 2**16], f"{cursor.what}: states end as {states}")
        length = sum(width for _, width in bins)
        stream = int.from_bytes(cursor.take((length + 7) // 8), "little")
        need(stream >> length == 0, f"{cursor.what}: unused bits are set")
        values = []
        for lower, width in bins:
            values.append((0 if deltas else start) + lower + stream % 2**width)
            stream >>= width
        if deltas:
            values = list(itertools.accumulate(values, initial=start))[1:]
        return [signed(value, bits) for value in values]

    @staticmethod
    def positions(number, count, first, cursor):
        """Ascending positions first..count-1, at the width of count - 1."""
        at = cursor.straight(number, max(1, (count - 1).bit_length()))
        need(all(a < b for a, b in zip([first - 1] + at, at + [count])), f"{cursor.what}: positions do not ascend below {count}")
        return at

    def runs(self, children, count, cursor):
        """[7.5]"""
        number = cursor.varint(count)
        values = self.values(children[0], number, cursor)
        need_repeatable(children[0].shape, values, cursor.what)
        lengths = self.values(children[1], number, cursor)
        need(all(length >= 1 for length in lengths), f"{cursor.what}: a run without rows")
        need(sum(lengths) == count, f"{cursor.what}: runs of {sum(lengths)} rows for {count}")
        return [value for value, length in zip(values, lengths) for _ in range(length)]

    def copies(self, children, count, cursor):
        """[7.16]"""
        need(count <= VECTOR, f"{cursor.what}: REPEAT for {count} values")
        number = cursor.varint(count)
        counts, lengths, distances = (self.values(child, number, cursor) for child in children[:3])
        at = 0
        for literals, length, distance in zip(counts, lengths, distances):
            need(literals >= 0 and length >= 1, f"{cursor.what}: a copy of {length} behind {literals} literals")
            need(1 <= distance <= at + literals, f"{cursor.what}: a copy from {distance} before value {at + literals}")
            at += literals + length
        need(at <= count, f"{cursor.what}: copies up to {at} for {count} values")
        literals = iter(self.values(children[3], count - sum(lengths), cursor))
        out = []
        for length, copied, distance in zip(counts, lengths, distances):
            out += itertools.islice(literals, length)
            for _ in range(copied):
                out.append(out[-distance])
        return out + list(literals)

    def bits(self, count, cursor):
        """[7.6]"""
        kind = cursor.u8()
        need(kind <= 3, f"{cursor.what}: BITS of kind {kind}")
        if kind < 2:
            return [kind == 1] * count
        if kind == 2:
            return [bit == 1 for bit in cursor.straight(count, 1)]
        value, changes = cursor.u8(), cursor.varint(count)
        need(value <= 1, f"{cursor.what}: first value {value} of BITS")
        out = []
        for at in self.positions(changes, count, 1, cursor) + [count]:
            out += [value == 1] * (at - len(out))
            value ^= 1
        return out

    def symbol_values(self, entries, counts_encoding, codes_encoding, count, cursor):
        """[7.10]"""
        need(len(entries) <= 65_280, f"{cursor.what}: {len(entries)} symbols")
        need(all(1 <= len(entry) <= 15 for entry in entries), f"{cursor.what}: a symbol that has not 1 to 15 bytes")
        symbols = [bytes([byte]) for byte in range(256)] + entries
        counts = self.values(counts_encoding, count, cursor)
        need(all(number >= 0 for number in counts), f"{cursor.what}: a negative number of symbols")
        left = sum(counts)
        need(left <= self.limit, f"{cursor.what}: {left} symbols, above the limit {self.limit} of bytes")
        codes = []
        while left > 0:
            codes += self.values(codes_encoding, min(left, VECTOR), cursor)
            left -= min(left, VECTOR)
        need(all(0 <= code < len(symbols) for code in codes), f"{cursor.what}: a code outside of {len(symbols)} symbols")
        need(sum(len(symbols[code]) for code in codes) <= self.limit, f"{cursor.what}: values above the limit {self.limit}")
        code = iter(codes)
        return [b"".join(symbols[next(code)] for _ in range(number)) for number in counts]

    def sharing_values(self, shared_encoding, rest_encoding, count, cursor):
        """[7.14]"""
        shared = self.values(shared_encoding, count, cursor)
        rests = self.values(rest_encoding, count, cursor)
        before, total = 0, 0
        for number, rest in zip(shared, rests):
            need(0 <= number <= before, f"{cursor.what}: {number} bytes shared of {before}")
            before = number + len(rest)
            total += before
            need(total <= self.limit, f"{cursor.what}: values above the limit {self.limit}")
        values, value = [], b""
        for number, rest in zip(shared, rests):
            value = value[:number] + rest
            values.append(value)
        return values

    def byte_values(self, is_lz4, lengths_encoding, count, cursor, pages):
        lengths = self.values(lengths_encoding, count, cursor)
        need(all(length >= 0 for length in lengths), f"{cursor.what}: a negative length")
        total = sum(lengths)
        if pages is not None:
            need(total > PAGED_ABOVE, f"{cursor.what}: a vector of {total} bytes has pages")
            raw = pages(lengths, is_lz4)
        else:
            need(total <= self.limit, f"{cursor.what}: values of {total} bytes, above the limit {self.limit}")
            if is_lz4:
                block = cursor.take(cursor.varint())
                need((len(block) == 0) == (total == 0), f"{cursor.what}: {len(block)} bytes of LZ4 for {total} bytes")
                raw = lz4_block(block, total, cursor.what) if block else b""
            else:
                raw = cursor.take(total)
        ends = itertools.accumulate(lengths)
        return [raw[end - length : end] for end, length in zip(ends, lengths)]


# --------------------------------------------------------------------------------------------------------- columns [6]


class Column:
    """A column: its index [6.2], and its values vector by vector."""

    def __init__(self, file, node):
        self.file, self.node, self.used = file, node, set()
        self.shape, self.rows = node.type.shape, node.row_set.rows
        self.vectors = -(-self.rows // VECTOR)
        self.what = f"column {node.path}"
        self.stored, self.cache, self.index = 0, {}, None
        need(node.transform != 1, f"{self.what} is encrypted with key {node.key}")
        need(node.transform == 0, f"{self.what} has transform {node.transform}, which is unknown")
        if node.index_length == 0:
            bytesless = node.type.name in ("null", "struct", "variant")
            need(bytesless or self.rows == 0, f"{self.what}: no index but {self.rows} rows")
        else:
            data = file.part(node.index_offset, node.index_length, node.index_crc, f"index of {self.what}", file.minmax_start)
            self.read_index(Cursor(data, f"index of {self.what}"))
        need(self.stored == node.stored_bytes, f"{self.what}: {self.stored} stored bytes where {node.stored_bytes} are stated")

    def read_index(self, c):
        vectors, shape, form = self.vectors, self.shape, c.u8()
        need(form <= 1, f"{c.what}: form {form}")
        self.dictionaries = []
        if form == 1:
            self.read_short_index(c)
            return
        for _ in range(c.varint(len(c.data))):
            encoding = Encoding(c, shape, self.used, root=False, own=False, entries=True)
            need(encoding.kind != RLE, f"{c.what}: a dictionary of runs")
            entries = c.varint(MAX_DICTIONARY)
            need(entries >= 1, f"{c.what}: a dictionary without entries")
            self.dictionaries.append((encoding, entries, c.varint(), c.varint(), c.u32()))
            self.stored += self.dictionaries[-1][3]
        for ordinal, (encoding, *_) in enumerate(self.dictionaries):
            table = encoding.dictionary()
            if table is not None:
                good = table < len(self.dictionaries) and self.dictionaries[table][0].dictionary() is None
                need(good, f"{c.what}: dictionary {ordinal} names dictionary {table}")
        extents = [(c.varint(), c.varint()) for _ in range(c.varint(len(c.data)))]
        need(all(granules >= 1 for _, granules in extents), f"{c.what}: an extent without granules")
        blocks = [(c.varint(vectors), Encoding(c, shape, self.used)) for _ in range(c.varint(vectors))]
        need(all(count >= 1 for count, _ in blocks), f"{c.what}: a block without vectors")
        need(sum(count for count, _ in blocks) == vectors, f"{c.what}: the blocks do not have {vectors} vectors")
        self.encodings = blocks
        granules = sum(count for _, count in extents)
        need(granules <= vectors, f"{c.what}: {granules} granules for {vectors} vectors")
        counts, lengths = c.packed(granules), c.packed(granules)
        crcs = [c.u32() for _ in range(granules)]
        need(all(1 <= count <= 4096 for count in counts), f"{c.what}: vectors of a granule")
        need(all(0 <= length <= MAX_GRANULE for length in lengths), f"{c.what}: length of a granule")
        need(sum(counts) == vectors, f"{c.what}: the granules do not have {vectors} vectors")
        self.pages = self.read_pages(c, vectors)
        self.starts = self.read_starts(c)
        self.index = c.optional_entries()
        c.done()
        self.granules = self.place(extents, zip(counts, lengths, crcs))

    def read_short_index(self, c):
        """One granule, and nothing else."""
        need(1 <= self.vectors <= 4096, f"{c.what}: one granule for {self.vectors} vectors")
        encoding = Encoding(c, self.shape, self.used)
        need(encoding.dictionary() is None, f"{c.what}: a dictionary that is not there")
        self.encodings = [(self.vectors, encoding)]
        length = c.varint(MAX_GRANULE)
        offset, crc = (c.varint(), c.u32()) if length else (0, 0)
        self.pages, self.starts, self.index = {}, self.read_starts(c), []
        c.done()
        self.granules = self.place([(offset, 1)], iter([(self.vectors, length, crc)]))

    def read_starts(self, c):
        if self.node.type.name not in ("list", "map"):
            return None
        return [0][: self.vectors] + [c.u64() for _ in range(self.vectors - 1)]

    def read_pages(self, c, vectors):
        """Returns {vector: [(first value, raw bytes, stored bytes, CRC)]}."""
        pages, last = {}, -1
        for _ in range(c.varint(vectors)):
            vector = c.varint(vectors - 1)
            need(vector > last, f"{c.what}: paged vectors do not ascend")
            last = vector
            pages[vector] = [(c.varint(), c.varint(MAX_PAGE), c.varint(), c.u32()) for _ in range(c.varint(len(c.data)))]
            need(pages[vector], f"{c.what}: vector {vector} is paged but has no pages")
        return pages

    def place(self, extents, granules):
        """Gives each granule its offset: (offset, length, CRC, first vector, number of vectors)."""
        placed, vector = [], 0
        for offset, number in extents:
            for _ in range(number):
                count, length, crc = next(granules)
                placed.append((offset, length, crc, vector, count))
                offset += length
                paged = [v for v in range(vector, vector + count) if v in self.pages]
                need(not paged or count == 1, f"{self.what}: vector {vector} is paged but not alone in its granule")
                page_bytes = sum(page[2] for v in paged for page in self.pages[v])
                offset += page_bytes
                self.stored += length + page_bytes
                vector += count
        return placed

    def dictionary(self, ordinal):
        need(ordinal < len(self.dictionaries), f"{self.what}: dictionary {ordinal} of {len(self.dictionaries)}")
        if ordinal not in self.cache:
            encoding, count, offset, length, crc = self.dictionaries[ordinal]
            what = f"dictionary {ordinal} of {self.what}"
            cursor = Cursor(self.file.part(offset, length, crc, what, self.file.minmax_start), what)
            entries = Decoder(self.dictionary, MAX_DICTIONARY_BYTES).values(encoding, count, cursor)
            cursor.done()
            need_repeatable(self.shape, entries, what)
            need(len(set(entries)) == count, f"{what}: entries are not distinct")
            self.cache[ordinal] = entries
        return self.cache[ordinal]

    def payloads(self):
        """Yields (vector, payload) in order."""
        for offset, length, crc, first, count in self.granules:
            what = f"granule of vector {first} of {self.what}"
            need(length or crc == 0, f"{what}: empty but with a CRC")
            data = self.file.part(offset, length, crc, what, self.file.minmax_start) if length else b""
            if count == 1 or not length:
                lengths = [0] * (count - 1) + [len(data)]
                cursor = Cursor(data, what)
            else:
                cursor = Cursor(data, what)
                lengths = [cursor.varint() for _ in range(count)]
            for vector, size in enumerate(lengths, first):
                yield vector, offset + length, cursor.take(size)
            cursor.done()

    @functools.cached_property
    def all_values(self):
        """The rows of all vectors, for `check`, which looks at them more than once."""
        return list(itertools.chain.from_iterable(self.vector_values()))

    def vector_values(self):
        """Yields the rows of each vector as a list of stored values, None where null."""
        if self.index is None:
            value = None if self.node.type.name == "null" else True
            for vector in range(self.vectors):
                yield [value] * min(VECTOR, self.rows - vector * VECTOR)
            return
        encodings = itertools.chain.from_iterable(itertools.repeat(e, count) for count, e in self.encodings)
        start = 0
        for (vector, pages_offset, payload), encoding in zip(self.payloads(), encodings):
            what = f"vector {vector} of {self.what}"
            count = min(VECTOR, self.rows - vector * VECTOR)
            pages = None
            if vector in self.pages:
                pages = functools.partial(self.paged_bytes, what, pages_offset, self.pages[vector])
            cursor = Cursor(payload, what)
            values = Decoder(self.dictionary, PAGED_ABOVE, pages).root(encoding, count, cursor)
            cursor.done()
            if self.starts is not None:
                need(self.starts[vector] == start, f"{what}: elements start at {self.starts[vector]}, not {start}")
                start += sum(v for v in values if v is not None)
            yield values

    def paged_bytes(self, what, offset, pages, lengths, is_lz4):
        """[6.1] The bytes of the values of a paged vector, of whose pages the first lies at the offset."""
        ends = list(itertools.accumulate(lengths))
        raw, value = [], 0
        at = 0
        for number, (first, raw_size, size, crc) in enumerate(pages):
            page = f"page {number} of {what}"
            need(1 <= size <= raw_size, f"{page}: {size} stored bytes for {raw_size}")
            while value < len(ends) and ends[value] <= at:
                value += 1
            need(first == value, f"{page}: first value {first}, not {value}")
            data = self.file.part(offset, size, crc, page, self.file.minmax_start)
            offset += size
            if is_lz4 and size != raw_size:
                data = lz4_block(data, raw_size, page)
            need(len(data) == raw_size, f"{page}: {len(data)} bytes where {raw_size} are stated")
            raw.append(data)
            at += raw_size
            last = next((i for i in range(value, len(ends)) if ends[i] >= at), None)
            need(last is not None, f"{page} ends behind the values")
            need(ends[last] == at or lengths[last] > MAX_PAGE, f"{page} ends within value {last}")
        need(at == ends[-1], f"{what}: pages of {at} bytes for values of {ends[-1]}")
        return b"".join(raw)


# -------------------------------------------------------------------------------------------------------- metadata [3]


class RowSet:
    def __init__(self, data, ordinal):
        what = f"row set {ordinal}"
        c = Cursor(data, what)
        self.ordinal = ordinal
        self.rows, self.owner, self.end, self.vectors_per_zone = c.u64(), c.u32(), c.u32(), c.u32()
        check_crc(data[:20], c.u32(), what)
        need(self.rows <= MAX_ROWS, f"{what}: {self.rows} rows")
        need((ordinal == 0) == (self.owner == NONE), f"{what}: the list or map {self.owner}")
        need(1 <= self.vectors_per_zone <= 65_536, f"{what}: {self.vectors_per_zone} vectors per zone")


def node_page(data, first, count, row_sets):
    """[3.2] The nodes of a page."""
    what = f"page of nodes from {first} on"
    need(len(data) >= 4, f"{what}: {len(data)} bytes")
    check_crc(data[:-4], int.from_bytes(data[-4:], "little"), what)
    c = Cursor(data[:-4], what)
    index_offset, minmax_offset, nodes = c.varint(), c.varint(), []
    for ordinal in range(first, first + count):
        length = c.varint()
        index_length = c.varint()
        index_crc = c.u32() if index_length else 0
        minmax_length = c.varint()
        minmax_crc = c.u32() if minmax_length else 0
        node = Node(Cursor(c.take(length), f"node {ordinal}"), ordinal, row_sets)
        node.index_offset, node.index_length, node.index_crc = index_offset, index_length, index_crc
        node.minmax_offset, node.minmax_length, node.minmax_crc = minmax_offset, minmax_length, minmax_crc
        index_offset += index_length
        minmax_offset += minmax_length
        nodes.append(node)
    c.done()
    return nodes


class Node:
    def __init__(self, c, ordinal, row_sets):
        what = c.what
        self.ordinal = ordinal
        code, flags = c.u8(), c.u8()
        need(flags < 64, f"{what}: flags {flags}")
        need(code < len(TYPES), f"{what}: unknown type {code}")
        self.stored_bytes, self.nulls = c.varint(), c.varint()
        self.nullable = bool(flags & 1)
        self.has_field_id = bool(flags & 2)
        self.field_id = c.zigzag(32) if self.has_field_id else None
        self.parent_ordinal, row_set = (ordinal - c.varint(), c.varint()) if flags & 8 else (None, 0)
        need(self.parent_ordinal is None or 0 <= self.parent_ordinal < ordinal, f"{what}: parent {self.parent_ordinal}")
        descendants = c.varint(MAX_NODES) if flags & 16 else 0
        need(descendants > 0 or not flags & 16, f"{what}: no descendants, but their flag")
        self.end = ordinal + 1 + descendants
        self.transform = c.varint() if flags & 32 else 0
        need(self.transform > 0 or not flags & 32, f"{what}: no transform, but its flag")
        self.key = c.varint() if flags & 32 else None
        self.raw_name = c.take(c.varint(65_535))
        self.name = utf8(self.raw_name, what)
        name, precision, scale, self.element_set = TYPES[code], 0, 0, None
        if name == "decimal":
            precision, scale = c.varint(), c.varint()
        elif name in ("time", "timestamp", "interval_day_time", "char", "varchar", "fixed"):
            precision = c.varint()
        elif name in ("list", "map"):
            self.element_set = c.varint()
        need(len(c.data) - c.at <= 65_535, f"{what}: length of texts and entries")
        self.type = Type(name, precision, scale, bool(flags & 4))
        self.parameters = [c.text() for _ in range({"geometry": 1, "geography": 2}.get(name, 0))]
        self.optional = c.optional_entries() if c.at < len(c.data) else []
        c.done()
        need(row_set < len(row_sets), f"{what}: row set {row_set}")
        self.row_set = row_sets[row_set]
        self.children = []


def paged_index(data, count, what):
    """Reads pairs of u32 in pages of 256, each with its CRC [3.2, 3.4]."""
    c, entries = Cursor(data, what), []
    for page in range(0, count, 256):
        size = min(256, count - page) * 8
        part = Cursor(c.take(size), what)
        check_crc(part.data, c.u32(), f"{what}, page {page // 256}")
        entries += [(part.u32(), part.u32()) for _ in range(size // 8)]
    c.done()
    return entries


def paged_length(count):
    return 8 * count + 4 * -(-count // 256)


class StoaFile:
    """A file with all its metadata [2, 3]."""

    def __init__(self, data):
        self.data = data
        need(len(data) >= 8 + TAIL, f"{len(data)} bytes are no Stoa file")
        need(data[-4:] == MAGIC, "the file does not end in STOA")
        edition = int.from_bytes(data[-12:-10], "little")
        need(edition != 0, "edition 0, a draft; this reader knows edition 1")
        t = Cursor(data[-TAIL:], "tail")
        self.uuid = uuid.UUID(bytes=t.take(16))
        self.footer_start, minmax_length = t.u64(), t.u64()
        node_count, row_set_count, field_ids, node_bytes, self.footer_crc = (t.u32() for _ in range(5))
        features, self.hash, edition = t.u64(), t.take(16), t.u16()
        t.zero(2)
        check_crc(t.data[:80], t.u32(), "tail")
        need(edition == EDITION, f"edition {edition}; this reader knows edition {EDITION}")
        need(features % 2 == 0, "its footer is encrypted")
        need(features == 0, f"unknown features {[bit for bit in range(64) if features >> bit & 1]}")
        header = Cursor(data[:8], "header")
        need(header.take(4) == MAGIC, "the file does not start with STOA")
        need(header.u16() == edition, "the editions of header and tail differ")
        header.zero(2)
        need(node_count <= MAX_NODES and row_set_count <= MAX_NODES, "too many nodes or row sets")
        need(field_ids <= node_count, f"{field_ids} field ids for {node_count} nodes")
        footer_end = len(data) - TAIL
        need(8 <= self.footer_start <= footer_end, f"footer at {self.footer_start}")
        need(minmax_length <= self.footer_start - 8, f"MinMax of {minmax_length} bytes")
        self.minmax_start = self.footer_start - minmax_length
        self.read_footer(data[self.footer_start : footer_end], node_count, row_set_count, field_ids, node_bytes)
        self.check_hash(footer_end)

    def check_hash(self, footer_end):
        """[2] The hash in the tail covers all that describes the data."""
        hashed = hashlib.sha256(self.data[:8])
        for node in self.nodes:
            hashed.update(self.data[node.index_offset : node.index_offset + node.index_length])
        for node in self.nodes:
            hashed.update(self.data[node.minmax_offset : node.minmax_offset + node.minmax_length])
        hashed.update(self.data[self.footer_start : footer_end + 60])
        need(hashed.digest()[:16] == self.hash, f"the hash of the metadata is {hashed.hexdigest()[:32]}, stated is {self.hash.hex()}")

    def read_footer(self, footer, nodes, row_sets, field_ids, node_bytes):
        check_crc(footer, self.footer_crc, "footer")
        pages, indexed = -(-nodes // 32), nodes > 256
        sizes = [
            paged_length(field_ids) if indexed else 0,
            node_bytes,
            paged_length(pages) if pages > 1 else 0,
            paged_length(nodes) if indexed else 0,
            24 * row_sets,
        ]
        rest = len(footer) - sum(sizes)
        need(rest >= 0, "the footer is shorter than its parts")
        c = Cursor(footer, "footer")
        properties, id_index, node_pages, page_index, name_index, row_set_records = (c.take(size) for size in [rest] + sizes)
        self.row_sets = [RowSet(row_set_records[24 * i :][:24], i) for i in range(row_sets)]
        places = paged_index(page_index, pages, "index of node pages") if pages > 1 else [(0, node_bytes)] * pages
        self.nodes, end = [], 0
        for page, (offset, length) in enumerate(places):
            need(offset == end, f"page {page} of nodes is at {offset}, not at {end}")
            end += length
            need(end <= node_bytes, f"page {page} of nodes ends at {end} of {node_bytes} bytes")
            self.nodes += node_page(node_pages[offset:end], 32 * page, min(32, nodes - 32 * page), self.row_sets)
        need(end == node_bytes, f"pages of nodes end at {end} of {node_bytes} bytes")
        self.check_places()
        self.link()
        need(field_ids == sum(n.has_field_id for n in self.nodes), f"{field_ids} field ids are stated")
        if indexed:
            self.check_indexes(paged_index(name_index, nodes, "name index"), paged_index(id_index, field_ids, "field-id index"))
        self.read_properties(properties)
        self.columns = [Column(self, node) for node in self.nodes]
        used = set().union(*(column.used for column in self.columns))
        need(used <= set(self.encodings), f"encodings {sorted(used - set(self.encodings))} are used but not declared")

    def check_places(self):
        """[3.2] The indexes follow each other up to the MinMax section, and so do its entries up to the footer."""
        index_end, minmax_end = (self.nodes[0].index_offset if self.nodes else self.minmax_start), self.minmax_start
        for node in self.nodes:
            need(node.index_offset == index_end, f"node {node.ordinal}: index at {node.index_offset}, not at {index_end}")
            need(node.minmax_offset == minmax_end, f"node {node.ordinal}: MinMax at {node.minmax_offset}, not at {minmax_end}")
            index_end += node.index_length
            minmax_end += node.minmax_length
        need(index_end == self.minmax_start, f"the column indexes end at {index_end}, MinMax starts at {self.minmax_start}")
        need(minmax_end == self.footer_start, f"MinMax ends at {minmax_end}, the footer starts at {self.footer_start}")

    def link(self):
        """Checks that the nodes form a tree in pre-order and that the row sets fit it [3.1, 3.2]."""
        nodes, open_nodes, roots = self.nodes, [], []
        for node in nodes:
            what = f"node {node.ordinal}"
            while open_nodes and open_nodes[-1].end <= node.ordinal:
                open_nodes.pop()
            node.parent = open_nodes[-1] if open_nodes else None
            stated = None if node.parent is None else node.parent.ordinal
            need(node.parent_ordinal == stated, f"{what}: parent {node.parent_ordinal}, not {stated}")
            limit = node.parent.end if node.parent else len(nodes)
            need(node.ordinal < node.end <= limit, f"{what}: descendants up to {node.end}")
            open_nodes.append(node)
            need(len(open_nodes) <= 64, f"{what}: deeper than 64")
            if node.parent is None:
                siblings, seed, prefix = roots, 0, ""
            else:
                siblings, seed, prefix = node.parent.children, node.parent.hash, node.parent.path + "."
                home = self.elements_of(node.parent) or node.parent.row_set
                need(node.row_set is home, f"{what}: in row set {node.row_set.ordinal}, not {home.ordinal}")
            need(all(node.name != other.name for other in siblings), f"{what}: its name is a sibling's")
            siblings.append(node)
            node.hash, node.path = xxh64(node.raw_name, seed), prefix + node.name
            self.elements_of(node)
        for node in nodes:
            name, children = node.type.name, len(node.children)
            right = {"list": children == 1, "map": children == 2, "struct": True, "variant": True}.get(name, children == 0)
            need(right, f"node {node.ordinal}: a {name} with {children} children")
        expected_owner = [n.ordinal for n in nodes if n.type.name in ("list", "map")]
        need([s.owner for s in self.row_sets[1:]] == expected_owner, "row sets of elements do not follow their nodes")
        for row_set in self.row_sets:
            owner = nodes[row_set.owner] if row_set.ordinal else None
            row_set.fields, end = (owner.children, owner.end) if owner else (roots, len(nodes))
            need(row_set.end == end, f"row set {row_set.ordinal}: its nodes end at {row_set.end}, not at {end}")

    def elements_of(self, node):
        if node.type.name not in ("list", "map"):
            need(node.element_set is None, f"node {node.ordinal}: a {node.type.name} with elements")
            return None
        need(node.element_set < len(self.row_sets), f"node {node.ordinal}: elements in row set {node.element_set}")
        row_set = self.row_sets[node.element_set]
        need(row_set.owner == node.ordinal, f"node {node.ordinal}: row set {node.element_set} is another's")
        return row_set

    def check_indexes(self, names, ids):
        need(names == sorted((n.hash >> 32, n.ordinal) for n in self.nodes), "the name index does not match the nodes")
        ids = [(signed(key, 32), node) for key, node in ids]
        need(ids == sorted((n.field_id, n.ordinal) for n in self.nodes if n.has_field_id), "the field-id index does not match the nodes")

    def read_properties(self, data):
        """[3.5]"""
        need(len(data) >= 4, "the properties are too short")
        check_crc(data[:-4], int.from_bytes(data[-4:], "little"), "properties")
        c = Cursor(data[:-4], "properties")
        self.written_by = c.text()
        self.encodings = dict((c.varint(), c.text()) for _ in range(c.varint(len(data))))
        self.sort = [(c.varint(), c.u8()) for _ in range(c.varint(len(data)))]
        need(all(node < len(self.nodes) and flags < 4 for node, flags in self.sort), "a sort column is no node or has unknown flags")
        for node, _ in self.sort:
            need(self.nodes[node].row_set.ordinal == 0, f"properties: sort column {self.nodes[node].path} lies in a list")
        self.key_values = []
        for _ in range(c.varint(len(data))):
            key, has_value = c.text(), c.u8()
            need(has_value <= 1, f"properties: {has_value} before a value")
            self.key_values.append((key, c.text() if has_value else None))
        self.optional = c.optional_entries()
        c.done()
        for kind, name in self.encodings.items():
            need(kind in ENCODINGS, f"encoding {kind} ({name}) is unknown")

    def part(self, offset, length, crc, what, end):
        """The bytes of a part that lies between header and `end`, with its CRC checked."""
        need(8 <= offset and offset + length <= end, f"{what}: {length} bytes at {offset}, outside of 8..{end}")
        data = self.data[offset : offset + length]
        check_crc(data, crc, what)
        return data

    def cells(self, node, keep):
        """Yields the rows of a node as values for JSON, and checks how they nest [3.3]."""
        column = self.columns[node.ordinal]
        stored = column.all_values if keep else itertools.chain.from_iterable(column.vector_values())
        children = [self.cells(child, keep) for child in node.children]
        if node.type.name in ("struct", "variant"):
            for valid in stored:
                row = {child.name: following(cells, child) for child, cells in zip(node.children, children)}
                if valid is None:
                    need(not any(v is not None for v in row.values()), f"column {node.path}: a value below a null struct")
                else:
                    for child in node.children:
                        not_null(child, row[child.name])
                yield None if valid is None else row
        elif node.type.name in ("list", "map"):
            for length in stored:
                need(length is None or length >= 0, f"column {node.path}: a negative length")
                elements = [tuple(following(c, child) for child, c in zip(node.children, children)) for _ in range(length or 0)]
                for element in elements:
                    for child, value in zip(node.children, element):
                        not_null(child, value)
                if node.type.name == "list":
                    elements = [value for (value,) in elements]
                yield None if length is None else elements
            need(all(next(cells, self) is self for cells in children), f"column {node.path}: elements are left over")
        else:
            for value in stored:
                yield None if value is None else node.type.json(value)

    def rows(self, row_set, keep=False):
        """Yields the rows of a row set as dictionaries; `keep` keeps the columns in memory."""
        cells = [self.cells(field, keep) for field in row_set.fields]
        for _ in range(row_set.rows):
            row = {field.name: following(values, field) for field, values in zip(row_set.fields, cells)}
            for field in row_set.fields:
                not_null(field, row[field.name])
            yield row
        need(all(next(values, self) is self for values in cells), "rows are left over")


def following(cells, node):
    for cell in cells:
        return cell
    raise Invalid(f"column {node.path} has too few rows")


def not_null(node, value):
    need(value is not None or node.nullable, f"column {node.path}: a null, but it is not nullable")


# ---------------------------------------------------------------------------------------------------------- MinMax [5]


class MinMax:
    """The zones of a column: (null count, NaN count, min, max), with (value, is exact) or None as bounds."""

    def __init__(self, file, node):
        self.node = node
        what = f"MinMax of column {node.path}"
        c = Cursor(file.part(node.minmax_offset, node.minmax_length, node.minmax_crc, what, file.footer_start), what)
        self.zone_rows = VECTOR * node.row_set.vectors_per_zone
        zones = c.varint()
        need(zones == -(-node.row_set.rows // self.zone_rows), f"{what}: {zones} zones for {node.row_set.rows} rows")
        flags = c.take(zones)
        need(all(flag < 16 for flag in flags), f"{what}: unknown flags")
        nulls = c.packed(zones)
        nans = c.packed(zones) if node.type.is_float else [0] * zones
        mins = self.values(c, sum(flag & 1 for flag in flags))
        maxs = self.values(c, sum(flag >> 1 & 1 for flag in flags))
        self.total_length = c.varint()
        self.optional = c.optional_entries()
        c.done()
        self.zones = []
        for flag, null_count, nan_count in zip(flags, nulls, nans):
            low = (next(mins), bool(flag & 4)) if flag & 1 else None
            high = (next(maxs), bool(flag & 8)) if flag & 2 else None
            need(flag & 1 or not flag & 4, f"{what}: an exact min that is not there")
            need(flag & 2 or not flag & 8, f"{what}: an exact max that is not there")
            self.zones.append((null_count, nan_count, low, high))

    def values(self, c, count):
        kind = self.node.type
        if kind.name in UNORDERED:
            need(count == 0, f"{c.what}: bounds of {kind.name}")
            return iter(())
        if kind.shape in ("FLOAT", "DOUBLE"):
            return iter([c.uint(BITS[kind.shape] // 8) for _ in range(count)])
        values = c.packed(count)
        if kind.shape == "INT128":
            values = [high << 64 | low & MASK64 for low, high in zip(values, c.packed(count))]
        elif kind.shape == "BYTES":
            need(all(length >= 0 for length in values), f"{c.what}: a negative length")
            values = [c.take(length) for length in values]
        return iter(values)

    def check(self, values):
        """Checks the zones against all stored values of the column."""
        kind, what = self.node.type, f"MinMax of column {self.node.path}"
        total = 0
        for number, (null_count, nan_count, low, high) in enumerate(self.zones):
            zone = f"{what}, zone {number}"
            rows = values[number * self.zone_rows :][: self.zone_rows]
            nulls = sum(v is None for v in rows)
            need(nulls == null_count, f"{zone}: {nulls} nulls, stated are {null_count}")
            there = [v for v in rows if v is not None and not kind.is_nan(v)]
            need(len(rows) - nulls - len(there) == nan_count, f"{zone}: stated are {nan_count} NaN")
            need(there or low is high is None, f"{zone}: bounds without values")
            if kind.shape == "BYTES":
                total += sum(map(len, there))
            if low is not None:
                self.check_bound(zone + ", min", low, min(map(kind.order, there)), lambda bound, least: bound <= least, 0x80)
            if high is not None:
                self.check_bound(zone + ", max", high, max(map(kind.order, there)), lambda bound, most: bound >= most, 0)
        need(total == self.total_length, f"{what}: total length {total}, stated is {self.total_length}")

    def check_bound(self, what, bound, extreme, is_bound, zero_sign):
        (stored, exact), kind = bound, self.node.type
        if kind.is_float:
            need(not kind.is_nan(stored), f"{what} is NaN")
            sign = stored >> {"float16": 8, "float32": 24, "float64": 56}[kind.name] & 0x80
            need(kind.number(stored) != 0 or sign == zero_sign, f"{what}: a zero of the wrong sign")
        key = kind.order(stored)
        need(is_bound(key, extreme), f"{what} does not bound the values")
        need(not exact or key == extreme, f"{what} is marked as exact, but no value is equal to it")
        if kind.shape == "BYTES" and kind.name != "decimal":
            need(len(stored) <= MAX_BOUND + (not exact), f"{what} is {len(stored)} bytes long")
        if kind.name in TEXT:
            utf8(stored, what)


# ------------------------------------------------------------------------------------------------------------- commands


def to_json(value):
    return json.dumps(value, separators=(",", ":"))


def print_rows(file):
    for row in file.rows(file.row_sets[0]):
        print(to_json(row))


def bound_json(kind, bound):
    if bound is None:
        return None
    stored, exact = bound
    if kind.name == "char":  # a bound that was cut may end in blanks
        kind = Type("string", 0, 0, False)
    return {"value": stored.hex() if kind.shape == "BYTES" and kind.name not in TEXT else kind.json(stored), "exact": exact}


def node_json(file, node):
    column = file.columns[node.ordinal]
    out = {
        "node": node.ordinal,
        "path": node.path,
        "type": str(node.type),
        "parameters": node.parameters,
        "nullable": node.nullable,
        "field_id": node.field_id,
        "row_set": node.row_set.ordinal,
        "nulls": node.nulls,
        "stored_bytes": node.stored_bytes,
    }
    if column.index is not None:
        out["dictionaries"] = [{"encoding": str(d[0]), "entries": d[1], "offset": d[2], "length": d[3]} for d in column.dictionaries]
        out["blocks"] = [{"vectors": count, "encoding": str(encoding)} for count, encoding in column.encodings]
        out["granules"] = [{"offset": g[0], "length": g[1], "vectors": g[4]} for g in column.granules]
        out["pages"] = {v: [{"first": p[0], "raw": p[1], "stored": p[2]} for p in pages] for v, pages in column.pages.items()}
    if node.minmax_length:
        minmax = MinMax(file, node)
        out["total_length"] = minmax.total_length
        out["zones"] = [
            {"nulls": nulls, "nans": nans, "min": bound_json(node.type, low), "max": bound_json(node.type, high)}
            for nulls, nans, low, high in minmax.zones
        ]
    return out


def print_meta(file):
    meta = {
        "uuid": str(file.uuid),
        "length": len(file.data),
        "hash": file.hash.hex(),
        "written_by": file.written_by,
        "encodings": file.encodings,
        "sort": [{"node": node, "descending": bool(flags & 1), "nulls_first": bool(flags & 2)} for node, flags in file.sort],
        "key_values": file.key_values,
        "row_sets": [{"owner": s.owner if s.ordinal else None, "rows": s.rows, "vectors_per_zone": s.vectors_per_zone} for s in file.row_sets],
        "nodes": [node_json(file, node) for node in file.nodes],
    }
    print(json.dumps(meta, indent=1))


def sidecar_rows(text):
    need(text is not None and text.isascii() and text.isdigit() and (text == "0" or text[0] != "0"), f"sidecar: '{text}' is no number")
    need(int(text) < 10**18, f"sidecar: {text} has too many digits")
    return int(text)


def check_sidecar(file, row, properties):
    """The rules of delta sidecars [13], on the file's only row."""
    rows = sidecar_rows(properties.get("stoa.sidecar.rows"))
    sidecar_rows(properties.get("stoa.sidecar.version"))
    need(rows <= MAX_ROWS, f"sidecar: {rows} rows")
    columns = file.row_sets[0].fields
    names = ["deletes", "anchors"] + [f"field_{column.field_id}" for column in columns[2:]]
    need([column.name for column in columns] == names, f"sidecar: columns {[c.name for c in columns]}, not {names}")
    need(len(set(names)) == len(names), "sidecar: a field twice")
    for column in columns:
        what = f"sidecar: column '{column.name}'"
        need(column.type.name == "map" and not column.nullable, f"{what} is no required map")
        need(column.has_field_id == (column.name not in ("deletes", "anchors")), f"{what} has a field id or lacks one")
        key, value = column.children
        parts = {"deletes": ("first", "count"), "anchors": ("position", "count")}.get(column.name, ("position", "value"))
        need((key.name, value.name) == parts and not (key.has_field_id or value.has_field_id), f"{what}: {key.name}, {value.name}")
        for number in (key, value)[: 1 if parts[1] == "value" else 2]:
            need(number.type.name == "int64" and not number.nullable, f"{what}: '{number.name}' is no required int64")
    end = -1
    for first, count in row["deletes"]:
        need(first > end and count >= 1, f"sidecar: {count} deleted rows from {first} on, behind those up to {end}")
        end = first + count
        need(end <= rows, f"sidecar: {count} deleted rows from {first} on, there are {rows}")
    inserted, last = 0, -1
    for position, count in row["anchors"]:
        need(last < position <= rows and count >= 1, f"sidecar: an anchor of {count} rows at {position} behind one at {last}")
        last, inserted = position, inserted + count
    need(inserted < 2**63, "sidecar: too many inserted rows")
    for column in columns[2:]:
        last = -1
        for position, _ in row[column.name]:
            need(last < position < rows, f"sidecar: column '{column.name}': position {position} behind {last}")
            last = position


def index_name(data_file, column):
    """The name of the index of a column [12]."""
    name = "".join(chr(byte) if re.fullmatch(r"[0-9A-Za-z_.]", chr(byte)) else f"={byte:02X}" for byte in column.encode())
    return f"_{data_file}.{name}.index"


def check_index(file, properties):
    """The rules of index files [12], and their rows, if the indexed file is beside them."""
    bits, column = properties["stoa.index.bits"], properties.get("stoa.index.column")
    need(re.fullmatch(r"[1-9][0-9]?", bits) and int(bits) < 64, f"index: {bits} bits")
    schema = [(node.name, node.type.name, node.nullable) for node in file.row_sets[0].fields]
    need(schema == [("hash", "int64", False), ("vector", "int32", False)], f"index: columns {schema}")
    rows = [(row["hash"], row["vector"]) for row in file.rows(file.row_sets[0], keep=True)]
    need(all(a < b for a, b in zip(rows, rows[1:])), "index: rows are not in order, or occur twice")
    need(all(0 <= hashed < 2 ** int(bits) and vector >= 0 for hashed, vector in rows), "index: a hash has too many bits")
    folder, name = os.path.split(file.path)
    for other in os.listdir(folder or "."):
        if name != index_name(other, column):
            continue
        with open(os.path.join(folder, other), "rb") as stream:
            indexed = StoaFile(stream.read())
        if properties.get("stoa.index.file") != f"{indexed.uuid} {len(indexed.data)} {indexed.hash.hex()}":
            continue
        name = column[1:-1].replace("``", "`") if column.startswith("`") else column
        (kind,) = [node.type for node in indexed.row_sets[0].fields if node.name == name]
        values = [row[name] for row in indexed.rows(indexed.row_sets[0])]
        pairs = {
            (value_hash([kind], [value]) >> 64 - int(bits), row // VECTOR) for row, value in enumerate(values) if value is not None
        }
        need(sorted(pairs) == rows, f"index: other rows than {other} has")
        print(f"good: the index of {column} of {other}")


def check(file):
    properties = {}
    for key, value in file.key_values:
        properties.setdefault(key, value)
    if "stoa.index.bits" in properties:
        check_index(file, properties)
    if "stoa.sidecar.fragment" in properties:
        need(file.row_sets[0].rows == 1, f"sidecar: {file.row_sets[0].rows} rows")
        for row in file.rows(file.row_sets[0], keep=True):
            check_sidecar(file, row, properties)
    for _ in file.rows(file.row_sets[0], keep=True):
        pass
    for node in file.nodes:
        column = file.columns[node.ordinal]
        for ordinal in range(len(column.dictionaries) if column.index is not None else 0):
            column.dictionary(ordinal)
        nulls = sum(value is None for value in column.all_values)
        need(nulls == node.nulls, f"column {node.path}: {nulls} nulls, stated are {node.nulls}")
        if node.minmax_length:
            MinMax(file, node).check(column.all_values)
    print(f"good: {len(file.nodes)} columns, {sum(s.rows for s in file.row_sets)} rows in {len(file.row_sets)} row sets")


# ------------------------------------------------------------------------------------------------------- tables [14]

MAX_LOG_ROWS = 1 << 24
MAX_KEYS = 1_000_000
MAX_CONTENTS = 16_384
READER_FEATURES = {"sidecars-in-log", "truncate"}
DECLARATIONS = {"stoa.key", "stoa.partition", "stoa.sort"}
MAX_FIELD_ID = (1 << 31) - 257
LOG_COLUMNS = {
    "action": "enum", "version": "int64", "time": "timestamp(6) utc", "transaction": "uuid", "operation": "string",
    "base": "int64", "overwrite": "boolean", "previous": "fixed(16)", "marker": "int64", "floor": "int64", "fragment": "uuid", "rows": "int64", "partition": "string", "path": "string",
    "file": "uuid", "length": "int64", "digest": "fixed(16)", "fields": "list of int32", "folded": "int64", "bounds": "binary", "contents": "binary", "other": "uuid",
    "name": "string", "value": "string", "hash": "int64", "field": "int32", "parent": "int32", "type": "enum",
    "nullable": "boolean", "utc": "boolean", "precision": "int32", "scale": "int32", "parameters": "list of string",
}  # fmt: skip
REQUIRED = {
    "commit": "time transaction operation base rows",
    "schema": "field",
    "field": "name field type nullable precision scale",
    "properties": "",
    "property": "name value",
    "features": "",
    "feature": "name value",
    "fragment": "fragment rows",
    "file": "fragment path file length digest folded",
    "sidecar": "fragment rows file length digest fields",
    "drop": "fragment file",
    "remove": "fragment rows",
    "key": "hash",
    "part": "rows path file length digest",
}


class Field:
    """A field of a table's schema."""

    def __init__(self, row, what):
        self.id, self.name, self.parent = row["field"], row["name"], row["parent"] or 0
        need(1 <= self.id <= MAX_FIELD_ID, f"{what}: field id {self.id}")
        self.type = Type(row["type"], row["precision"], row["scale"], bool(row["utc"]))
        self.nullable, self.origin, self.parameters = row["nullable"], row["value"], row["parameters"] or []
        self.children = []

    def json(self):
        out = {"id": self.id, "name": self.name, "type": str(self.type), "nullable": self.nullable}
        if self.children:
            out["fields"] = [child.json() for child in self.children]
        return out


def read_fields(rows, last, what):
    """The schema of field rows: in pre-order, each below the field that it names."""
    roots, path, ids = [], [], set()
    for row in rows:
        field = Field(row, what)
        need(field.id <= last and field.id not in ids, f"{what}: field id {field.id}, the greatest ever is {last}")
        ids.add(field.id)
        while path and path[-1].id != field.parent:
            path.pop()
        need(path or field.parent == 0, f"{what}: field {field.id} lies in {field.parent}, which is not above it")
        (path[-1].children if path else roots).append(field)
        path.append(field)
    return roots


def type_name(node):
    return f"list of {node.children[0].type}" if node.type.name == "list" else str(node.type)


class LogFile:
    """An entry, a checkpoint or a part of checkpoints."""

    def __init__(self, path, kind, version):
        self.path = path
        with open(path, "rb") as stream:
            data = stream.read()
        file = StoaFile(data)
        properties = dict(reversed(file.key_values))
        need(properties.get("stoa.log.edition") == "1", f"{path}: edition {properties.get('stoa.log.edition')} of the log")
        need(properties.get("stoa.log") == kind, f"{path}: it is no {kind}")
        self.table, self.hash = str(uuid.UUID(properties["stoa.table"])), file.hash.hex()
        root = file.row_sets[0]
        need(root.rows <= min(MAX_LOG_ROWS, len(data)), f"{path}: {root.rows} rows in {len(data)} bytes")
        for node in root.fields:
            known = node.name in LOG_COLUMNS or node.name.startswith("_") or re.fullmatch("f[1-9][0-9]{0,9}", node.name)
            need(known, f"{path}: unknown column '{node.name}'")
        there = [node for node in root.fields if node.name in LOG_COLUMNS]
        for node in there:
            need(type_name(node) == LOG_COLUMNS[node.name], f"{path}: column '{node.name}' is {type_name(node)}")
        self.actions, self.schema, self.last, self.properties, self.keys, fields = [], None, None, None, [], []
        self.identity, self.parts = (file.uuid.hex, len(data), self.hash), []
        self.features = None
        for number, row in enumerate(file.rows(root)):
            row = {name: row.get(name) for name in LOG_COLUMNS}
            what = f"{path}: row {number}"
            action = row["action"]
            need(action in REQUIRED or action.startswith("_"), f"{what} is '{action}'")
            for name in ["version"] + REQUIRED.get(action, "").split():
                need(row[name] is not None, f"{what}, {action}: '{name}' is missing")
            if kind == "part":
                need(action in ("fragment", "file", "sidecar") or action.startswith("_"), f"{what} is '{action}' in a part")
            else:
                need((action == "commit") == (number == 0), f"{what}: the first row, and no other, is the commit")
            at_most = kind != "entry" or action == "sidecar"
            need(row["version"] == version or (at_most and 0 <= row["version"] < version), f"{what}: version {row['version']}")
            if row["contents"] is not None:
                need(action == "sidecar" and kind != "part" and row["path"] is None, f"{what}: contents in the wrong place")
                row["contents"] = bytes.fromhex(row["contents"])
                need(0 < len(row["contents"]) <= MAX_CONTENTS, f"{what}: {len(row['contents'])} bytes of contents")
            elif action == "sidecar":
                need(row["path"] is not None, f"{what}: neither a path nor contents")
            if row["path"] is not None:
                check_path(row["path"], what)
            if row["fields"] is not None:
                need(row["fields"] == sorted(set(row["fields"])), f"{what}: 'fields' do not ascend")
            if action == "commit":
                self.commit = row
            elif action == "schema":
                need(self.last is None, f"{what}: two schemas")
                self.last = row["field"]
            elif action == "field":
                fields.append(row)
            elif action == "properties":
                need(self.properties is None, f"{what}: two sets of properties")
                self.properties = {}
            elif action == "property":
                need(self.properties is not None and row["name"] not in self.properties, f"{what}: property {row['name']}")
                self.properties[row["name"]] = row["value"]
            elif action == "features":
                need(self.features is None, f"{what}: two sets of features")
                self.features = {"reader": [], "writer": []}
            elif action == "feature":
                need(self.features is not None, f"{what}: a feature without a set")
                need(row["value"] in self.features, f"{what}: a feature of a '{row['value']}'")
                need(row["name"] not in self.features[row["value"]], f"{what}: two features of one name")
                self.features[row["value"]].append(row["name"])
            elif action == "key":
                self.keys.append(row["hash"])
            elif action == "part":
                need(kind == "checkpoint" and not self.actions, f"{what}: a part of an entry, or behind other actions")
                self.parts.append(row)
            elif action in REQUIRED:
                self.actions.append(row)
        if kind == "part":
            return
        need(self.commit["base"] <= version and self.commit["rows"] >= 0, f"{path}: begun at version {self.commit['base']}")
        first = kind == "entry" and version == 0
        need((self.commit["previous"] is None) == first, f"{path}: 'previous' is {self.commit['previous']}")
        marker, floor = self.commit["marker"], self.commit["floor"]
        if kind == "checkpoint":
            need(None not in (marker, floor) and 0 <= marker <= floor <= version, f"{path}: marker {marker}, floor {floor}")
        need(self.keys == sorted(set(self.keys)) and len(self.keys) <= MAX_KEYS, f"{path}: the keys do not ascend")
        if self.features is not None:
            unknown = set(self.features["reader"]) - READER_FEATURES
            need(not unknown, f"{path}: unknown reader features {sorted(unknown)}")
        if self.last is not None:
            self.schema = read_fields(fields, self.last, path)


def check_path(path, what):
    parts = path.split("/")
    need(len(path) <= 4096 and not any(part in ("", ".", "..") for part in parts), f"{what}: path '{path}'")
    need(not re.search(r"[\\\\:\0]", path), f"{what}: path '{path}'")


class State:
    """What a table holds at a version."""

    def __init__(self, first, parts=()):
        need(first.schema is not None, f"{first.path}: no schema, though nothing stands before it")
        self.table, self.fragments, self.time = first.table, {}, None
        for part in parts:
            need(part.table == self.table, f"{part.path}: it is of the table {part.table}, not {self.table}")
            self.act(part)
        self.schema, self.last, self.properties = [], 0, {}
        self.take(first)
        self.entry = first.commit["previous"] if first.commit["floor"] is not None else first.hash

    def apply(self, log):
        """The entry of the next version, which names the one before it."""
        need(log.table == self.table, f"{log.path}: it is of the table {log.table}, not {self.table}")
        need(log.commit["previous"] == self.entry, f"{log.path}: it follows {log.commit['previous']}, not {self.entry}")
        self.take(log)
        self.entry = log.hash

    def take(self, log):
        need(self.time is None or self.time <= log.commit["time"], f"{log.path}: its time is before that of the version below")
        self.commit, self.time = log.commit, log.commit["time"]
        if log.schema is not None:
            self.schema, self.last = log.schema, log.last
        if log.properties is not None:
            unknown = {name for name in log.properties if name.startswith("stoa.")} - DECLARATIONS
            need(not unknown, f"{log.path}: unknown properties {sorted(unknown)}")
            self.properties = log.properties
        self.act(log)

    def act(self, log):
        sidecars, added = [], []
        for action in log.actions:
            kind, key = action["action"], action["fragment"]
            known = self.fragments.get(key)
            need((known is None) == (kind == "fragment"), f"{log.path}: {kind} of the fragment {key}, there or not")
            if kind == "fragment":
                self.fragments[key] = {"id": key, "rows": action["rows"], "partition": action["partition"], "files": [], "sidecars": []}
                added.append(key)
            elif kind == "remove":
                del self.fragments[key]
            elif kind == "file":
                taken = set(action["fields"] or [])
                known["files"] = [f for f in known["files"] if f["fields"] is None or not taken.issuperset(f["fields"])] + [action]
            elif kind == "drop":
                rest = [sidecar for sidecar in known["sidecars"] if sidecar["file"] != action["file"]]
                need(len(rest) < len(known["sidecars"]), f"{log.path}: the fragment {key} has no sidecar {action['file']}")
                known["sidecars"] = rest
            else:
                sidecars.append(action)
        for action in sidecars:
            need(action["fragment"] in self.fragments, f"{log.path}: a sidecar of the fragment {action['fragment']}")
            known = self.fragments[action["fragment"]]
            known["sidecars"] = sorted(known["sidecars"] + [action], key=lambda sidecar: sidecar["version"])
        for key in added:
            need(key not in self.fragments or self.fragments[key]["files"], f"{log.path}: the fragment {key} has no file")

    def json(self):
        def file(f):
            return {"path": f["path"], "fields": f["fields"], "folded": f["folded"]}

        def sidecar(f):
            return {"path": f["path"], "version": f["version"], "deleted": f["rows"], "fields": f["fields"], "inserted": f["other"]}

        return {
            "table": self.table,
            "version": self.commit["version"],
            "time": self.time,
            "operation": self.commit["operation"],
            "schema": [field.json() for field in self.schema],
            "last_field": self.last,
            "properties": dict(sorted(self.properties.items())),
            "fragments": [
                {
                    "id": f["id"],
                    "rows": f["rows"],
                    "partition": f["partition"],
                    "files": [file(x) for x in f["files"]],
                    "sidecars": [sidecar(x) for x in f["sidecars"]],
                }
                for f in self.fragments.values()
            ],
        }


class Marker:
    """A floor marker: versions below its floor are gone."""

    def __init__(self, path, number, before):
        with open(path, "rb") as stream:
            data = stream.read()
        need(len(data) == 112 and data[:8] == b"STOAFLOR", f"{path}: it is no floor marker")
        need(hashlib.sha256(data[:96]).digest()[:16] == data[96:], f"{path}: its hash is not that of its bytes")
        edition, reserved = struct.unpack_from("<II", data, 8)
        need(edition == 1 and reserved == 0, f"{path}: edition {edition} of the log")
        self.table, self.hash, self.entry = str(uuid.UUID(bytes=data[16:32])), data[96:], data[64:80].hex()
        own, self.floor, below, _ = struct.unpack_from("<qqqq", data, 32)
        need(own == number and below == (before.floor if before else 0) < self.floor, f"{path}: marker {own}, {below}, {self.floor}")
        need(data[80:96] == (before.hash if before else bytes(16)), f"{path}: it does not follow the marker before it")
        need(before is None or before.table == self.table, f"{path}: it is of the table {self.table}")


class Table:
    """A folder with a log."""

    def __init__(self, folder, version=None):
        self.folder = folder
        names = os.listdir(os.path.join(folder, "_stoa"))
        marker, floor = None, os.path.join(folder, "_stoa", "floor")
        for number in range(1, len(os.listdir(floor)) + 1 if os.path.isdir(floor) else 1):
            marker = Marker(os.path.join(floor, f"{number:019d}"), number, marker)
        oldest = marker.floor if marker else 0
        found = [re.fullmatch(r"(\d{19})\.(commit|checkpoint)", name) for name in names]
        found = [m for m in found if m and int(m[1]) >= oldest]
        entries = {int(m[1]) for m in found if m[2] == "commit"}
        starts = [int(m[1]) for m in found if m[2] == "checkpoint" and (int(m[1]) in entries or int(m[1]) == oldest > 0)]
        newest = -1
        for start in starts + [0] * (0 in entries):
            while start + 1 in entries:
                start += 1
            newest = max(newest, start)
        need(newest >= 0, f"{folder}: there is no table")
        version = newest if version is None else version
        need(0 <= version <= newest, f"{folder}: there is no version {version}, the newest is {newest}")
        states = [self.state(start, version) for start in sorted(starts) if start <= version]
        if entries.issuperset(range(version + 1)):
            states.append(self.state(None, version))
        need(states, f"{folder}: version {version} was expired")
        said = [state.json() for state in states]
        need(all(one == said[0] for one in said), f"{folder}: checkpoints and entries say different things of version {version}")
        self.current = states[0]
        need(marker is None or marker.table == self.current.table, f"{folder}: its floor is of another table")

    def log_file(self, kind, version):
        suffix = "commit" if kind == "entry" else "checkpoint"
        return LogFile(os.path.join(self.folder, "_stoa", f"{version:019d}.{suffix}"), kind, version)

    def part(self, named):
        """A part that a checkpoint names."""
        part = LogFile(os.path.join(self.folder, named["path"]), "part", named["version"])
        said = (named["file"], named["length"], named["digest"])
        need(part.identity == said, f"{part.path}: the checkpoint names {said}, this is {part.identity}")
        fragments = sum(action["action"] == "fragment" for action in part.actions)
        need(fragments == named["rows"], f"{part.path}: {fragments} fragments, the checkpoint says {named['rows']}")
        return part

    def state(self, checkpoint, version):
        """The state from a checkpoint on, or from entry 0."""
        first = 0 if checkpoint is None else checkpoint
        start = self.log_file("entry" if checkpoint is None else "checkpoint", first)
        state = State(start, [self.part(named) for named in start.parts])
        for number in range(first + 1, version + 1):
            state.apply(self.log_file("entry", number))
        return state

    def open(self, named):
        """A file that the log names."""
        if named["contents"] is None:
            with open(os.path.join(self.folder, named["path"]), "rb") as stream:
                file = StoaFile(stream.read())
        else:
            file = StoaFile(named["contents"])
        said = (named["file"], named["length"], named["digest"])
        there = (file.uuid.hex, len(file.data), file.hash.hex())
        need(said == there, f"{named['path'] or 'a sidecar in the log'}: the log names {said}, this is {there}")
        return file

    def rows(self):
        """Yields the fragment, the number and the values of each row."""
        for fragment in self.current.fragments.values():
            yield from self.fragment_rows(fragment)

    def fragment_rows(self, fragment):
        files, what = {}, f"fragment {fragment['id']}"
        sidecars = [(action, self.sidecar(action, fragment)) for action in fragment["sidecars"]]
        deleted = {row for _, sidecar in sidecars for first, count in sidecar["deletes"] for row in range(first, first + count)}
        columns = []
        for field in self.current.schema:
            holding = [f for f in fragment["files"] if f["fields"] is None or field.id in f["fields"]]
            values = [None] * fragment["rows"]
            if holding:
                if holding[-1]["file"] not in files:
                    files[holding[-1]["file"]] = self.open(holding[-1])
                values = stored_values(files[holding[-1]["file"]], field, fragment["rows"], what)
            folded = holding[-1]["folded"] if holding else -1
            for action, sidecar in sidecars:
                if action["version"] > folded:
                    for row, value in sidecar.get(field.id, []):
                        values[row] = widened(value[0], value[1], field)
            columns.append(values)
        for number in range(fragment["rows"]):
            if number not in deleted:
                row = {field.name: values[number] for field, values in zip(self.current.schema, columns)}
                for field in self.current.schema:
                    need(field.nullable or row[field.name] is not None, f"{what}: column '{field.name}' is null in row {number}")
                yield fragment, number, row

    def sidecar(self, action, fragment):
        """The deleted rows of a sidecar, and by field id its new values, each with the node that says their type."""
        file = self.open(action)
        what = action["path"] or f"the sidecar {action['file']} in the log"
        properties = dict(reversed(file.key_values))
        need(properties.get("stoa.sidecar.fragment") == str(uuid.UUID(fragment["id"])), f"{what}: it is about another fragment")
        need(properties.get("stoa.sidecar.rows") == str(fragment["rows"]), f"{what}: it is about a fragment of other size")
        need(file.row_sets[0].rows == 1, f"{what}: {file.row_sets[0].rows} rows")
        (row,) = file.rows(file.row_sets[0], keep=True)
        check_sidecar(file, row, properties)
        out = {"deletes": row["deletes"]}
        need(sum(count for _, count in row["deletes"]) == action["rows"], f"{what}: the log has {action['rows']} deleted rows")
        for column in file.row_sets[0].fields[2:]:
            node = column.children[1]
            out[column.field_id] = [(position, (value, node)) for position, value in row[column.name]]
        changed = sorted(key for key in out if key != "deletes" and out[key])
        need(changed == action["fields"], f"{what}: it has new values of the fields {changed}, the log says {action['fields']}")
        guest = self.current.fragments.get(action["other"])
        placed = sum(count for _, count in row["anchors"])
        need(guest is None or guest["rows"] == placed, f"{what}: its anchors place {placed} rows")
        return out


def counterpart(field, nodes, by_name):
    """The node that a field of the table is."""
    for node in nodes:
        if node.name == field.origin if by_name else node.has_field_id and node.field_id == field.id:
            return node
    return None


def stored_values(file, field, count, what):
    root = file.row_sets[0]
    need(root.rows == count, f"{what}: a file of {root.rows} rows, not {count}")
    by_name = not any(node.has_field_id for node in file.nodes)
    node = counterpart(field, root.fields, by_name)
    return [None] * count if node is None else [widened(value, node, field, by_name) for value in file.cells(node, False)]


def widened(value, node, field, by_name=False):
    """A value as its node has it, as the table's field has it: fields by id, what came later null, wider types."""
    kind = field.type.name
    if value is None or kind == "variant":
        return value
    if kind == "struct":
        nodes = [(child, counterpart(child, node.children, by_name)) for child in field.children]
        return {child.name: None if n is None else widened(value[n.name], n, child, by_name) for child, n in nodes}
    if kind == "list":
        return [widened(element, node.children[0], field.children[0], by_name) for element in value]
    if kind == "map":
        return [[widened(part, n, f, by_name) for part, n, f in zip(entry, node.children, field.children)] for entry in value]
    if kind == "float64" and node.type.name == "float32":
        return struct.pack(">d", struct.unpack(">f", bytes.fromhex(value))[0]).hex()
    return value


# --------------------------------------------------------------------------------------------- keys and partitions [14]

XX = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)


def rotate(value, bits):
    value &= MASK64
    return (value << bits | value >> (64 - bits)) & MASK64


def xxh64(data, seed):

    def one(lane, word):
        return rotate(lane + word * XX[1], 31) * XX[0] & MASK64

    words = [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data) - 7, 8)]
    if len(data) >= 32:
        lanes = [(seed + word) & MASK64 for word in (XX[0] + XX[1], XX[1], 0, -XX[0])]
        for i in range(0, len(data) // 32 * 4):
            lanes[i % 4] = one(lanes[i % 4], words[i])
        h = sum(rotate(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK64
        for lane in lanes:
            h = ((h ^ one(0, lane)) * XX[0] + XX[3]) & MASK64
    else:
        h = seed + XX[4]
    h = (h + len(data)) & MASK64
    for word in words[len(data) // 32 * 4 :]:
        h = (rotate(h ^ one(0, word), 27) * XX[0] + XX[3]) & MASK64
    tail = data[len(data) // 8 * 8 :]
    if len(tail) >= 4:
        h = (rotate(h ^ int.from_bytes(tail[:4], "little") * XX[0], 23) * XX[1] + XX[2]) & MASK64
        tail = tail[4:]
    for byte in tail:
        h = rotate(h ^ byte * XX[4], 11) * XX[0] & MASK64
    h = (h ^ h >> 33) * XX[1] & MASK64
    h = (h ^ h >> 29) * XX[2] & MASK64
    return h ^ h >> 32


def whole_bytes(value):
    """Two's complement: 8 bytes, or the fewest that hold what is beyond them."""
    bits = (value if value >= 0 else ~value).bit_length() + 1
    return value.to_bytes(max(8, (bits + 7) // 8), "little", signed=True)


def value_bytes(kind, value):
    """The bytes of a value, not null, that are hashed [4.1]."""
    if kind.is_float:
        number = struct.unpack({2: ">e", 4: ">f", 8: ">d"}[len(value) // 2], bytes.fromhex(value))[0]
        return struct.pack("<Q", 0x7FF8000000000000) if number != number else struct.pack("<d", number + 0.0)
    if kind.name == "interval_month_day_nano":
        months, days, nanos = value
        return whole_bytes(months << 96 | (days & 0xFFFFFFFF) << 64 | nanos & MASK64)
    if kind.name == "decimal" or kind.shape in ("BOOLEAN", "INT", "LONG", "INT128"):
        return whole_bytes(int(value))
    data = value.encode() if kind.name in TEXT else bytes.fromhex(value)
    return data.rstrip(b" ") if kind.name == "char" else data


def value_hash(kinds, values):
    """The hash of a value, or of the values of a key."""
    hashed = 0
    for kind, value in zip(kinds, values):
        hashed = xxh64(value_bytes(kind, value), hashed)
    return hashed


def check_hashes(page):
    """Compares the test vectors of section 4.1 of the page with what this decoder hashes."""
    count = 0
    with open(page, encoding="utf-8") as stream:
        for line in stream:
            told = re.fullmatch(r"\| `([^`]+)` \| `([^`]+)` \| (?:none|`([0-9A-F ]+)`) \| `([0-9A-F]{16})` \|", line.rstrip("\n"))
            if told:
                kinds = [typed(name) for name in told[1].split("; ")]
                values = [json.loads(value) for value in told[2].split("; ")]
                need(value_bytes(kinds[-1], values[-1]) == bytes.fromhex(told[3] or ""), f"{page}: {line}")
                need(value_hash(kinds, values) == int(told[4], 16), f"{page}: {line}")
                count += 1
    need(count > 0, f"{page}: no hashes")
    print(f"good: {count} hashes")


def typed(name):
    """A type by its name and numbers, such as decimal(9,2)."""
    base, _, rest = name.rstrip(")").partition("(")
    numbers = [int(number) for number in rest.split(",") if number] + [0, 0]
    return Type(base, numbers[0], numbers[1], False)


def quoted(text):
    """A text as the name of a partition has it."""
    escapes = {c: f"\\{chr(c)}" for c in map(ord, '"\\')}
    escapes |= {c: f"\\u{c:04x}" for c in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)}
    return f'"{text.translate(escapes)}"'


def partition_of(transform, number, kind, value):
    """The part of a value by hash or truncation."""
    if transform == "hash":
        return str(0 if value is None else value_hash([kind], [value]) % number)
    if value is None:
        return "null"
    return quoted(value[:number]) if isinstance(value, str) else str(value // number * number)


def check_partition(schema, fragment, row):
    """That a row belongs to the partition of its fragment, where that is told by hashes or truncated values."""
    for line in (fragment["partition"] or "").split("\n"):
        told = re.fullmatch(r"(\d+) (hash|truncate)\((\d+)\)=(.+)", line)
        fields = [field for field in schema if told and field.id == int(told[1])]
        if fields:
            part = partition_of(told[2], int(told[3]), fields[0].type, row[fields[0].name])
            need(part == told[4], f"fragment {fragment['id']}: {to_json(row)} is of part {part}, not {told[4]}")


def check_keys(table):
    """That no two rows have the same key, and that none of its columns is null."""
    declared = [int(line) for line in table.current.properties.get("stoa.key", "").split("\n") if line]
    fields = [field for key in declared for field in table.current.schema if field.id == key]
    seen, hashes = set(), set()
    for _, _, row in table.rows() if fields else ():
        need(all(row[field.name] is not None for field in fields), f"a key is null: {to_json(row)}")
        key = tuple(value_bytes(field.type, row[field.name]) for field in fields)
        need(key not in seen, f"a key is there twice: {to_json(row)}")
        seen.add(key)
        hashes.add(signed(value_hash([field.type for field in fields], [row[field.name] for field in fields]), 64))
    return hashes


def print_table(table):
    check_keys(table)
    for fragment, number, row in table.rows():
        check_partition(table.current.schema, fragment, row)
        print(to_json([str(uuid.UUID(fragment["id"])), number, row]))


def print_log(table):
    print(json.dumps(table.current.json(), indent=1))


def main(arguments):
    commands = {"rows": print_rows, "meta": print_meta, "check": check, "hashes": None}
    tables = {"table": print_table, "log": print_log}
    of_table = len(arguments) in (2, 3) and arguments[0] in tables and all(a.isdigit() for a in arguments[2:])
    if not of_table and (len(arguments) != 2 or arguments[0] not in commands):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if of_table:
            tables[arguments[0]](Table(arguments[1], *map(int, arguments[2:])))
            return 0
        if arguments[0] == "hashes":
            check_hashes(arguments[1])
            return 0
        with open(arguments[1], "rb") as stream:
            file = StoaFile(stream.read())
        file.path = arguments[1]
        commands[arguments[0]](file)
        return 0
    except (Invalid, OSError) as e:
        print(f"{arguments[1]}: {e}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

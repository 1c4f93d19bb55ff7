#!/usr/bin/env python3
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
"""Says what each file of a corpus of dirty CSV must become: rows with a checksum, or a refusal and its reason.

Rows are those of Python's own csv module in its strict mode; the delimiter, the quote and whether there is a header come
from what the corpus says of its files (expected.json), where it does. A last column compares with the rows
that the corpus expects.

    python3 dirty.py CORPUS > dirty.tsv
"""
import collections
import csv
import gzip
import io
import json
import os
import sys
import zlib

csv.field_size_limit(1 << 24)
MAX_NAME_BYTES = 65_535


def refused(reason):
    return reason, "", "", ""


def outcome(data, charset, delimiter, quote, header):
    """What must come of it: rows, or why not; rows that fit, their checksum, and how many do not fit."""
    try:
        text = data.decode("utf-8-sig" if charset == "UTF-8" else charset).removeprefix("\ufeff")
    except UnicodeDecodeError:
        return refused("charset")
    names = []
    checksum = count = bad = lines = 0
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quotechar=quote, strict=True):
            lines += 1
            if not names:
                names = row or [""]
                if header:
                    continue
            if not row and len(names) > 1:
                continue
            row = row or [""]
            if len(row) != len(names):
                bad += 1
                continue
            for field in row:
                checksum = zlib.crc32(field.encode("utf-8") + b"\x1f", checksum)
            checksum = zlib.crc32(b"\x1e", checksum)
            count += 1
    except csv.Error:
        return refused("ragged or quotes" if bad else "quotes")
    if not lines:
        return refused("empty")
    if header and (len(set(names)) < len(names) or max(len(n.encode("utf-8")) for n in names) > MAX_NAME_BYTES):
        return refused("ragged or names" if bad else "names")
    return "ragged" if bad else "rows", str(count), "%08x" % checksum, str(bad)


def charset_of(name, data):
    if "latin1" in name:
        return "ISO-8859-1"
    if "utf16" in name:
        return "UTF-16BE" if data[:2] == b"\xfe\xff" or data[:1] == b"\0" else "UTF-16LE"
    return "UTF-8"


def main(corpus):
    with open(os.path.join(corpus, "expected.json")) as f:
        expected = json.load(f)
    print("# file, charset, delimiter, quote, header, outcome, rows that fit, checksum, rows that do not, the corpus expects")
    tally = collections.Counter()
    for name in sorted(expected):
        path = os.path.join(corpus, name)
        if not os.path.isfile(path):
            continue
        with open(path, "rb") as f:
            data = f.read()
        if name.endswith(".gz"):
            try:
                data = gzip.decompress(data)
            except (OSError, EOFError, zlib.error):
                print("\t".join([name, "UTF-8", ",", '"', "true", *refused("compressed"), ""]))
                continue
        sniffed = expected[name].get("sniffed", {})
        delimiter = sniffed.get("delimiter", ",")
        quote = sniffed.get("quote", '"')
        quote = '"' if quote == "(empty)" else quote
        header = sniffed.get("has_header", True)
        charset = charset_of(name, data)
        kind, rows, checksum, bad = outcome(data, charset, delimiter, quote, header)
        duck = expected[name].get("duckdb_rows")
        if duck is None:
            opinion = "an error"
        elif kind == "rows" and str(duck) == rows:
            opinion = "the same"
        else:
            opinion = "%d rows" % duck
        tally[kind, opinion if opinion in ("the same", "an error") else "other"] += 1
        print("\t".join([name, charset, "\\t" if delimiter == "\t" else delimiter, quote, str(header).lower(),
                         kind, rows, checksum, bad, opinion]))
    for key in sorted(tally):
        print(key, tally[key], file=sys.stderr)


main(sys.argv[1])

/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.format.internal.encoding.wire;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.internal.kernel.Symbols;
import java.nio.ByteBuffer;

/**
 * A dictionary as FSST uses it (format-spec, section 7.10): codes 0..255 are the single bytes, the others the entries,
 * all as records of {@link Symbols}.
 */
public final class SymbolTable {
    /** The number of codes that are single bytes. */
    public static final int BYTES = 256;

    /** The most entries. */
    public static final int MAX_ENTRIES = 65_536 - BYTES;

    private final long[] records;
    private final int codes;

    private SymbolTable(int codes) {
        this.codes = codes;
        this.records = new long[2 * Integer.highestOneBit(2 * codes - 1)];
        for (int b = 0; b < BYTES; b++) {
            records[2 * b] = b;
            records[2 * b + 1] = Symbols.high(0, 1);
        }
    }

    /** The table of a dictionary's entries: entry i is {@code data[offsets[i]..offsets[i+1])}. */
    public static SymbolTable of(byte[] data, int[] offsets, int entries, ByteBuffer in) throws CorruptFileException {
        if (entries > MAX_ENTRIES) {
            throw Wire.corrupt(
                    in, "a table of symbols has " + entries + " entries, at most " + MAX_ENTRIES + " are allowed");
        }
        SymbolTable table = new SymbolTable(BYTES + entries);
        for (int i = 0; i < entries; i++) {
            int length = offsets[i + 1] - offsets[i];
            if (length < 1 || length > Symbols.MAX_LENGTH) {
                throw Wire.corrupt(in, "symbol " + i + " has " + length + " bytes");
            }
            long low = 0;
            long high = 0;
            for (int k = length - 1; k >= 0; k--) {
                high = high << 8 | (low >>> 56);
                low = low << 8 | (data[offsets[i] + k] & 0xFF);
            }
            table.records[2 * (BYTES + i)] = low;
            table.records[2 * (BYTES + i) + 1] = Symbols.high(high, length);
        }
        return table;
    }

    /** The number of codes. */
    public int codes() {
        return codes;
    }

    /** The records by code. The array may be longer. */
    public long[] records() {
        return records;
    }
}

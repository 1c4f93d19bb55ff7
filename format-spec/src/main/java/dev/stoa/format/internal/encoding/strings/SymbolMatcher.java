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
package dev.stoa.format.internal.encoding.strings;

import dev.stoa.format.internal.encoding.wire.SymbolTable;
import dev.stoa.format.internal.kernel.Symbols;
import java.util.Arrays;

/**
 * A growing set of symbols (format-spec, section 7.10) that finds the longest one that matches the next bytes of a text.
 *
 * <p>Bytes are held as in the records of {@link Symbols}: the first 8 as a little-endian {@code low}, the others and the
 * length as a {@code high}. Symbols of 8 bytes and more are found by their first 8, those of 4 to 7 by their first 4, those of 2
 * and 3 by their first 2.
 */
public final class SymbolMatcher {
    private static final int FIRST_ROOM = 256;
    private static final int LENGTH_SHIFT = 20;
    private static final int LONG = 8;
    private static final int MEDIUM = 4;
    private static final int SHORT = 2;
    private static final long MEDIUM_BYTES = 0xFFFF_FFFFL;
    private static final long SHORT_BYTES = 0xFFFF;
    private static final long HIGH_BYTES = 0x00FF_FFFF_FFFF_FFFFL;

    /** By code, the single bytes included. */
    private long[] low = new long[SymbolTable.BYTES + FIRST_ROOM];

    private long[] high = new long[low.length];

    private final SymbolBuckets longs = new SymbolBuckets();
    private final SymbolBuckets mediums = new SymbolBuckets();
    private final SymbolBuckets shorts = new SymbolBuckets();

    /** By byte: what to find when no longer symbol goes on. */
    private final int[] singles = new int[SymbolTable.BYTES];

    private int codes;

    public SymbolMatcher() {
        clear();
    }

    /** About how many bytes of memory are held. */
    long memory() {
        return 16L * low.length + longs.memory() + mediums.memory() + shorts.memory() + 4L * SymbolTable.BYTES;
    }

    /** Forgets all symbols but the single bytes. */
    void clear() {
        codes = SymbolTable.BYTES;
        for (int b = 0; b < SymbolTable.BYTES; b++) {
            low[b] = b;
            high[b] = Symbols.high(0, 1);
            singles[b] = found(b, 1);
        }
        longs.clear();
        mediums.clear();
        shorts.clear();
    }

    /** The number of codes: 256 more than the entries. */
    public int codes() {
        return codes;
    }

    /** The first bytes of a symbol. */
    public long low(int code) {
        return low[code];
    }

    /** The other bytes of a symbol, and its length. */
    public long high(int code) {
        return high[code];
    }

    /** The length of a symbol. */
    public int length(int code) {
        return Symbols.length(high[code]);
    }

    /** The first bytes of the symbol that two others make together, which must have at most 15 bytes. */
    long joinedLow(int first, int second) {
        int length = length(first);
        return length < LONG ? low[first] | low[second] << 8 * length : low[first];
    }

    /** The other bytes of that symbol, and its length. */
    long joinedHigh(int first, int second) {
        int length = length(first);
        int shift = 8 * length & 63;
        long bytes = length < LONG
                ? low[second] >>> (64 - shift) | high[second] << shift
                : high[first] | low[second] << shift;
        return Symbols.high(bytes & HIGH_BYTES, length + length(second));
    }

    /** Adds the symbol that two others make together; returns its code, or -1 if too many begin like it. */
    int addPair(int first, int second) {
        return add(joinedLow(first, second), joinedHigh(first, second));
    }

    /** Adds a symbol if it is new; returns its code, or -1 if too many begin like it. */
    int add(long newLow, long newHigh) {
        int length = Symbols.length(newHigh);
        if (length == 1) {
            int b = (int) newLow;
            if (code(singles[b]) == b) {
                singles[b] = found(append(newLow, newHigh), 1);
            }
            return code(singles[b]);
        }
        SymbolBuckets buckets = longs;
        long prefix = newLow;
        long rest = SymbolBuckets.rest(newHigh, length - LONG);
        if (length < MEDIUM) {
            buckets = shorts;
            prefix = newLow & SHORT_BYTES;
            rest = SymbolBuckets.rest(newLow >>> 16, length - SHORT);
        } else if (length < LONG) {
            buckets = mediums;
            prefix = newLow & MEDIUM_BYTES;
            rest = SymbolBuckets.rest(newLow >>> 32, length - MEDIUM);
        }
        int known = buckets.find(prefix, rest);
        if (known != 0) {
            return known < 0 ? known : code(known);
        }
        int code = append(newLow, newHigh);
        buckets.add(prefix, rest, found(code, length));
        return code;
    }

    private int append(long newLow, long newHigh) {
        if (codes == low.length) {
            int room = SymbolTable.BYTES + 2 * (codes - SymbolTable.BYTES);
            low = Arrays.copyOf(low, room);
            high = Arrays.copyOf(high, room);
        }
        low[codes] = newLow;
        high[codes] = newHigh;
        return codes++;
    }

    private static int found(int code, int length) {
        return length << LENGTH_SHIFT | code;
    }

    /** The code of what was found. */
    static int code(int found) {
        return found & ((1 << LENGTH_SHIFT) - 1);
    }

    /** The length of what was found. */
    static int foundLength(int found) {
        return found >>> LENGTH_SHIFT;
    }

    /**
     * The longest symbol that matches the next bytes of a text: its {@link #code(int)} and its {@link #foundLength(int)}.
     *
     * @param nextLow the next 8 bytes of the text
     * @param nextHigh the 8 after them
     * @param left how many bytes from here on belong to the text, at least 1; may be more than 16
     */
    int match(long nextLow, long nextHigh, int left) {
        if (left >= LONG) {
            int found = longs.match(nextLow, nextHigh, left - LONG);
            if (found != 0) {
                return found;
            }
        }
        if (left >= MEDIUM) {
            int found = mediums.match(nextLow & MEDIUM_BYTES, nextLow >>> 32, left - MEDIUM);
            if (found != 0) {
                return found;
            }
        }
        if (left >= SHORT) {
            int found = shorts.match(nextLow & SHORT_BYTES, nextLow >>> 16, left - SHORT);
            if (found != 0) {
                return found;
            }
        }
        return singles[(int) nextLow & 0xFF];
    }
}

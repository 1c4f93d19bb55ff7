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
package dev.stoa.format.internal.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Replaces codes by the short byte strings of their symbols (FSST: Boncz, Neumann, Leis, VLDB 2020), with two stores of 8 bytes
 * per code and no branch.
 *
 * <p>The symbol of code c is the record {@code (records[2c], records[2c + 1])}: 16 little-endian bytes. The last byte is the
 * symbol's length.
 */
public final class Symbols {
    /** The most bytes of a symbol. */
    public static final int MAX_LENGTH = 15;

    /** The bytes that are written for a code, whatever the length of its symbol. */
    public static final int STORED = 16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Symbols() {}

    /** The second half of a record: up to 7 bytes and the length. */
    public static long high(long bytes, int length) {
        return bytes | (long) length << 56;
    }

    /** The length that a record's second half states. */
    public static int length(long high) {
        return (int) (high >>> 56);
    }

    /**
     * Writes the symbols of {@code codes[0..count)} one after the other to {@code out} from index {@code at} on, and returns
     * the index after the last one. Replaces each code by the start of its symbol. Overwrites up to {@value #STORED} bytes
     * after the last symbol.
     *
     * @param codes none negative or beyond the records, checked by the caller (others get an arbitrary record)
     * @param records their number is a power of two, at least 2
     * @param out with room for {@code count * MAX_LENGTH + STORED} bytes from {@code at} on
     */
    public static int expand(int[] codes, int count, long[] records, byte[] out, int at) {
        int mask = records.length - 1;
        int end = at;
        for (int i = 0; i < count; i++) {
            int record = 2 * codes[i];
            long low = records[record & mask];
            long high = records[(record + 1) & mask];
            LONGS.set(out, end, low);
            LONGS.set(out, end + 8, high);
            codes[i] = end;
            end += length(high);
        }
        return end;
    }

    /**
     * Sets the offsets of {@code value} and of all values after it, if their codes end before {@code high}. Returns the first
     * value that remains. Searching for it first leaves a loop with a known end, which takes half the time.
     *
     * @param ends where the codes of each value end, ascending
     * @param to the number of values
     * @param places where the symbols of the codes from {@code low} to {@code high - 1} start
     * @param offsets gets, at i + 1, where the symbols of value i end
     */
    public static int place(int[] ends, int value, int to, int[] places, int low, int high, int[] offsets) {
        int stop = value;
        int above = to;
        while (stop < above) {
            int middle = (stop + above) >>> 1;
            if (ends[middle] < high) {
                stop = middle + 1;
            } else {
                above = middle;
            }
        }
        for (int i = value; i < stop; i++) {
            offsets[i + 1] = places[ends[i] - low];
        }
        return stop;
    }
}

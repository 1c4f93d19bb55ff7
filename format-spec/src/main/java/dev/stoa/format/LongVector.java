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
package dev.stoa.format;

/** Values of at most 64 bits: int64, uint32, uint64 bits, decimals up to 18 digits, time, timestamps up to precision 6,
 * day-time intervals. */
public final class LongVector extends ColumnVector {
    private final long[] values;

    /** A view of {@code values[0..size)} with a null mask ({@link ColumnVector#NO_NULLS} for none). */
    public LongVector(Type type, long[] values, boolean[] nulls, int size) {
        super(type, nulls, size, Physical.LONG);
        checkLength(values.length, size);
        this.values = values;
    }

    /** The values; the array may be longer than {@link #size()}. */
    public long[] values() {
        return values;
    }
}

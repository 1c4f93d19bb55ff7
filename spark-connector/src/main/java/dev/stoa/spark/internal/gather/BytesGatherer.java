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
package dev.stoa.spark.internal.gather;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import dev.stoa.spark.internal.columns.SpatialTypes;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Gathers texts or bytes. */
final class BytesGatherer extends Gatherer {
    private final boolean isText;
    private final boolean isSpatial;
    private final DataType from;
    private byte[] data = new byte[0];
    private int[] offsets = new int[1];

    BytesGatherer(Type type, DataType from) {
        super(type);
        this.from = from;
        isText = from instanceof StringType;
        isSpatial = SpatialTypes.isOne(from);
    }

    @Override
    ColumnVector vector() {
        return new BytesVector(type(), data, offsets, nulls(), rows());
    }

    @Override
    long bytes() {
        return offsets[rows()] + (long) rows() * Integer.BYTES;
    }

    @Override
    void ensure(int capacity) {
        offsets = Arrays.copyOf(offsets, capacity + 1);
    }

    @Override
    void put(int row, SpecializedGetters values, int ordinal) {
        if (isText) {
            UTF8String text = values.getUTF8String(ordinal);
            int at = grow(row, text.numBytes());
            text.writeToMemory(data, (long) Platform.BYTE_ARRAY_OFFSET + at);
        } else {
            byte[] bytes =
                    isSpatial ? SpatialTypes.toStoa(from, values.getBinaryView(ordinal)) : values.getBinary(ordinal);
            int at = grow(row, bytes.length);
            System.arraycopy(bytes, 0, data, at, bytes.length);
        }
    }

    /** Makes room for a value; returns where it begins. */
    private int grow(int row, int length) {
        int at = offsets[row];
        if (length > data.length - at) {
            int wanted = Math.addExact(at, length);
            data = Arrays.copyOf(data, Math.max(wanted, (int) Math.min(Integer.MAX_VALUE - 8, at * 2L)));
        }
        offsets[row + 1] = at + length;
        return at;
    }

    @Override
    void putNull(int row) {
        offsets[row + 1] = offsets[row];
    }
}

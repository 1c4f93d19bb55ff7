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
package dev.stoa.writer;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Rows of a list or map column: the numbers of their elements. */
final class ListLengths extends VectorValues {
    private int[] values = new int[0];

    private void ensure(int needed) {
        if (values.length < needed) {
            values = Arrays.copyOf(values, capacity(values.length, needed));
        }
    }

    /** Appends lengths; 0 at null rows. */
    void append(int[] lengths, int count, boolean[] isNull) {
        ensure(size() + count);
        System.arraycopy(lengths, 0, values, size(), count);
        added(count, isNull);
    }

    @Override
    void copy(ColumnVector vector, Rows rows, boolean[] isNull) {
        throw new IllegalStateException("lengths come from offsets");
    }

    @Override
    boolean encode(ColumnEncoder encoder, ByteSink out) {
        return encoder.lengths(values, nulls(), size(), out);
    }

    @Override
    void collect(Bounds bounds) {}

    @Override
    long valueBytes() {
        return 4L * values.length;
    }

    @Override
    void saveValues(ByteSink out) {
        out.ints(values, size());
    }

    @Override
    void loadValues(ByteBuffer in, int count) {
        ensure(size() + count);
        in.asIntBuffer().get(values, size(), count);
        in.position(in.position() + 4 * count);
    }

    @Override
    void releaseValues() {
        values = new int[0];
    }
}

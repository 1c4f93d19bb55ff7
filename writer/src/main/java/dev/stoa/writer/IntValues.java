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
import dev.stoa.format.IntVector;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Rows of a column of shape INT. */
final class IntValues extends VectorValues {
    private final ValueRange range;
    private int[] values = new int[0];

    IntValues(Type type) {
        this.range = ValueRange.of(type);
    }

    @Override
    int firstWrong(int from) {
        if (range.isWhole()) {
            return size();
        }
        int low = 0;
        int high = 0;
        for (int i = from; i < size(); i++) {
            low = Math.min(low, values[i]);
            high = Math.max(high, values[i]);
        }
        if (range.holds(low) && range.holds(high)) {
            return size();
        }
        int row = from;
        while (range.holds(values[row])) {
            row++;
        }
        return row;
    }

    @Override
    String problem(int row) {
        return range.problem(values[row]);
    }

    private void ensure(int needed) {
        if (values.length < needed) {
            values = Arrays.copyOf(values, capacity(values.length, needed));
        }
    }

    @Override
    void copy(ColumnVector vector, Rows rows, boolean[] isNull) {
        int[] source = ((IntVector) vector).values();
        int at = size();
        ensure(at + rows.count());
        for (int run = 0; run < rows.runs(); run++) {
            if (rows.length(run) == 1) {
                values[at] = source[rows.start(run)];
            } else {
                System.arraycopy(source, rows.start(run), values, at, rows.length(run));
            }
            at += rows.length(run);
        }
        for (int i = 0; i < isNull.length; i++) {
            if (isNull[i]) {
                values[size() + i] = 0;
            }
        }
    }

    @Override
    boolean encode(ColumnEncoder encoder, ByteSink out) {
        return encoder.ints(values, nulls(), size(), out);
    }

    @Override
    void collect(Bounds bounds) {
        bounds.ints(values, nulls(), size());
    }

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

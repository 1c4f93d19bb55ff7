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
import dev.stoa.format.FloatVector;
import dev.stoa.format.internal.encoding.columns.ColumnEncoder;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Rows of a column of shape FLOAT. */
final class FloatValues extends VectorValues {
    private float[] values = new float[0];

    private void ensure(int needed) {
        if (values.length < needed) {
            values = Arrays.copyOf(values, capacity(values.length, needed));
        }
    }

    @Override
    void copy(ColumnVector vector, Rows rows, boolean[] isNull) {
        float[] source = ((FloatVector) vector).values();
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
        return encoder.floats(values, nulls(), size(), out);
    }

    @Override
    void collect(Bounds bounds) {
        bounds.floats(values, nulls(), size());
    }

    @Override
    long valueBytes() {
        return 4L * values.length;
    }

    @Override
    void saveValues(ByteSink out) {
        for (int i = 0; i < size(); i++) {
            out.u32(Float.floatToRawIntBits(values[i]));
        }
    }

    @Override
    void loadValues(ByteBuffer in, int count) {
        ensure(size() + count);
        in.asFloatBuffer().get(values, size(), count);
        in.position(in.position() + 4 * count);
    }

    @Override
    void releaseValues() {
        values = new float[0];
    }
}

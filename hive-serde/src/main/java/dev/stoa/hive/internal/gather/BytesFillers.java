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
package dev.stoa.hive.internal.gather;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.BinaryObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.primitive.StringObjectInspector;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;

/** What gathers text and bytes. */
final class BytesFillers {
    private BytesFillers() {}

    /** A value as text. */
    interface StringGetter {
        String get(Object value);
    }

    /** Bytes of any length. */
    abstract static class BytesFiller extends ColumnFiller {
        private byte[] data = new byte[0];
        private int[] offsets = new int[1];

        BytesFiller(Type type) {
            super(type);
        }

        final boolean set(int row, byte[] bytes, int length) {
            int at = offsets[row];
            if (length > data.length - at) {
                int wanted = Math.addExact(at, length);
                data = Arrays.copyOf(data, Math.max(wanted, (int) Math.min(Integer.MAX_VALUE - 8, at * 2L)));
            }
            System.arraycopy(bytes, 0, data, at, length);
            offsets[row + 1] = at + length;
            return true;
        }

        @Override
        public final ColumnVector vector() {
            return new BytesVector(type(), data, offsets, nulls(), rows());
        }

        @Override
        public final long bytes() {
            return offsets[rows()] + (long) rows() * Integer.BYTES;
        }

        @Override
        final void ensure(int capacity) {
            offsets = Arrays.copyOf(offsets, capacity + 1);
        }

        @Override
        final void putNull(int row) {
            offsets[row + 1] = offsets[row];
        }
    }

    static final class Texts extends BytesFiller {
        private final StringObjectInspector inspector;

        Texts(Type type, StringObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        boolean put(int row, Object value) {
            Text text = inspector.getPrimitiveWritableObject(value);
            return set(row, text.getBytes(), text.getLength());
        }
    }

    static final class Strings extends BytesFiller {
        private final StringGetter getter;

        Strings(Type type, StringGetter getter) {
            super(type);
            this.getter = getter;
        }

        @Override
        boolean put(int row, Object value) {
            byte[] utf8 = getter.get(value).getBytes(StandardCharsets.UTF_8);
            return set(row, utf8, utf8.length);
        }
    }

    static final class Binaries extends BytesFiller {
        private final BinaryObjectInspector inspector;

        Binaries(Type type, BinaryObjectInspector inspector) {
            super(type);
            this.inspector = inspector;
        }

        @Override
        boolean put(int row, Object value) {
            BytesWritable bytes = inspector.getPrimitiveWritableObject(value);
            return set(row, bytes.getBytes(), bytes.getLength());
        }
    }
}

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
package dev.stoa.reader.internal.overlay;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.Physical;
import dev.stoa.format.Type;
import dev.stoa.format.internal.encoding.decode.DecodedDictionary;
import dev.stoa.format.internal.encoding.decode.Int128Output;
import dev.stoa.format.internal.encoding.decode.VectorDecoder;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.meta.Layout;
import java.nio.ByteBuffer;

/** Reused arrays for values of fixed width: one decoded vector, and rows gathered from several. */
public interface FixedValues {

    /** Decodes a vector; true when some row is null. */
    boolean decode(
            VectorDecoder decoder, Encoding root, ByteBuffer payload, int rows, DecodedDictionary d, boolean[] nulls)
            throws CorruptFileException;

    /** Puts new values in their places among those of the decoded vector. */
    void overlay(VectorChanges changed, int rows);

    /** Makes room for gathered rows; what was gathered is lost. */
    void gather(int rows);

    /** Copies rows of the decoded vector to the gathered ones. */
    void copy(int at, int rows, int to);

    /** The decoded or the gathered rows. */
    ColumnVector vector(Type type, boolean isGathered, boolean[] nulls, int rows);

    /** Bytes per row. */
    int width();

    /** The arrays for a shape other than BYTES. */
    static FixedValues of(Physical shape) {
        return switch (shape) {
            case NONE -> new Nothing();
            case BOOLEAN -> new Booleans();
            case INT -> new Ints();
            case LONG -> new Longs();
            case INT128 -> new Int128s();
            case FLOAT -> new Floats();
            case DOUBLE -> new Doubles();
            case BYTES -> throw new IllegalArgumentException("BYTES has no fixed width");
        };
    }

    /** A size at least as large, such that a slowly growing need is met by few allocations. */
    static int capacity(int rows) {
        return (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(Layout.VECTOR_ROWS, rows + (long) rows / 4));
    }

    /** No values: validity only. */
    final class Nothing implements FixedValues {
        @Override
        public boolean decode(
                VectorDecoder decoder,
                Encoding root,
                ByteBuffer payload,
                int rows,
                DecodedDictionary d,
                boolean[] nulls)
                throws CorruptFileException {
            return decoder.validity(root, payload, rows, nulls);
        }

        @Override
        public void overlay(VectorChanges changed, int rows) {
            // there are nulls only
        }

        @Override
        public void gather(int rows) {
            // there is nothing to gather
        }

        @Override
        public void copy(int at, int rows, int to) {
            // there is nothing to copy
        }

        @Override
        public ColumnVector vector(Type type, boolean isGathered, boolean[] nulls, int rows) {
            return new NullVector(rows);
        }

        @Override
        public int width() {
            return 0;
        }
    }

    /** Booleans. */
    final class Booleans implements FixedValues {
        private byte[] decoded = new byte[0];
        private byte[] gathered = new byte[0];

        @Override
        public boolean decode(
                VectorDecoder decoder,
                Encoding root,
                ByteBuffer payload,
                int rows,
                DecodedDictionary d,
                boolean[] nulls)
                throws CorruptFileException {
            if (decoded.length < rows) {
                decoded = new byte[Layout.VECTOR_ROWS];
            }
            return decoder.booleans(root, payload, rows, decoded, nulls);
        }

        @Override
        public void overlay(VectorChanges changed, int rows) {
            byte[] values = ((BooleanVector) changed.values()).values();
            char[] places = changed.places();
            for (int i = changed.from(); i < changed.to(); i++) {
                decoded[places[i]] = values[i];
            }
        }

        @Override
        public void gather(int rows) {
            if (gathered.length < rows) {
                gathered = new byte[FixedValues.capacity(rows)];
            }
        }

        @Override
        public void copy(int at, int rows, int to) {
            System.arraycopy(decoded, at, gathered, to, rows);
        }

        @Override
        public ColumnVector vector(Type type, boolean isGathered, boolean[] nulls, int rows) {
            return new BooleanVector(type, isGathered ? gathered : decoded, nulls, rows);
        }

        @Override
        public int width() {
            return 1;
        }
    }

    /** Values of shape INT. */
    final class Ints implements FixedValues {
        private int[] decoded = new int[0];
        private int[] gathered = new int[0];

        @Override
        public boolean decode(
                VectorDecoder decoder,
                Encoding root,
                ByteBuffer payload,
                int rows,
                DecodedDictionary d,
                boolean[] nulls)
                throws CorruptFileException {
            if (decoded.length < rows) {
                decoded = new int[Layout.VECTOR_ROWS];
            }
            return decoder.ints(root, payload, rows, d, decoded, nulls);
        }

        @Override
        public void overlay(VectorChanges changed, int rows) {
            char[] places = changed.places();
            if (changed.narrow().isPresent()) {
                changed.narrow().get().put(places, changed.from(), changed.to(), decoded);
                return;
            }
            int[] values = ((IntVector) changed.values()).values();
            for (int i = changed.from(); i < changed.to(); i++) {
                decoded[places[i]] = values[i];
            }
        }

        @Override
        public void gather(int rows) {
            if (gathered.length < rows) {
                gathered = new int[FixedValues.capacity(rows)];
            }
        }

        @Override
        public void copy(int at, int rows, int to) {
            System.arraycopy(decoded, at, gathered, to, rows);
        }

        @Override
        public ColumnVector vector(Type type, boolean isGathered, boolean[] nulls, int rows) {
            return new IntVector(type, isGathered ? gathered : decoded, nulls, rows);
        }

        @Override
        public int width() {
            return 4;
        }
    }

    /** Values of shape LONG. */
    final class Longs implements FixedValues {
        private long[] decoded = new long[0];
        private long[] gathered = new long[0];

        @Override
        public boolean decode(
                VectorDecoder decoder,
                Encoding root,
                ByteBuffer payload,
                int rows,
                DecodedDictionary d,
                boolean[] nulls)
                throws CorruptFileException {
            if (decoded.length < rows) {
                decoded = new long[Layout.VECTOR_ROWS];
            }
            return decoder.longs(root, payload, rows, d, decoded, nulls);
        }

        @Override
        public void overlay(VectorChanges changed, int rows) {
            char[] places = changed.places();
            if (changed.narrow().isPresent()) {
                changed.narrow().get().put(places, changed.from(), changed.to(), decoded);
                return;
            }
            long[] values = ((LongVector) changed.values()).values();
            for (int i = changed.from(); i < changed.to(); i++) {
                decoded[places[i]] = values[i];
            }
        }

        @Override
        public void gather(int rows) {
            if (gathered.length < rows) {
                gathered = new long[FixedValues.capacity(rows)];
            }
        }

        @Override
        public void copy(int at, int rows, int to) {
            System.arraycopy(decoded, at, gathered, to, rows);
        }

        @Override
        public ColumnVector vector(Type type, boolean isGathered, boolean[] nulls, int rows) {
            return new LongVector(type, isGathered ? gathered : decoded, nulls, rows);
        }

        @Override
        public int width() {
            return 8;
        }
    }

    /** Values of shape FLOAT. */
    final class Floats implements FixedValues {
        private float[] decoded = new float[0];
        private float[] gathered = new float[0];

        @Override
        public boolean decode(
                VectorDecoder decoder,
                Encoding root,
                ByteBuffer payload,
                int rows,
                DecodedDictionary d,
                boolean[] nulls)
                throws CorruptFileException {
            if (decoded.length < rows) {
                decoded = new float[Layout.VECTOR_ROWS];
            }
            return decoder.floats(root, payload, rows, d, decoded, nulls);
        }

        @Override
        public void overlay(VectorChanges changed, int rows) {
            float[] values = ((FloatVector) changed.values()).values();
            char[] places = changed.places();
            for (int i = changed.from(); i < changed.to(); i++) {
                decoded[places[i]] = values[i];
            }
        }

        @Override
        public void gather(int rows) {
            if (gathered.length < rows) {
                gathered = new float[FixedValues.capacity(rows)];
            }
        }

        @Override
        public void copy(int at, int rows, int to) {
            System.arraycopy(decoded, at, gathered, to, rows);
        }

        @Override
        public ColumnVector vector(Type type, boolean isGathered, boolean[] nulls, int rows) {
            return new FloatVector(type, isGathered ? gathered : decoded, nulls, rows);
        }

        @Override
        public int width() {
            return 4;
        }
    }

    /** Values of shape DOUBLE. */
    final class Doubles implements FixedValues {
        private double[] decoded = new double[0];
        private double[] gathered = new double[0];

        @Override
        public boolean decode(
                VectorDecoder decoder,
                Encoding root,
                ByteBuffer payload,
                int rows,
                DecodedDictionary d,
                boolean[] nulls)
                throws CorruptFileException {
            if (decoded.length < rows) {
                decoded = new double[Layout.VECTOR_ROWS];
            }
            return decoder.doubles(root, payload, rows, d, decoded, nulls);
        }

        @Override
        public void overlay(VectorChanges changed, int rows) {
            double[] values = ((DoubleVector) changed.values()).values();
            char[] places = changed.places();
            for (int i = changed.from(); i < changed.to(); i++) {
                decoded[places[i]] = values[i];
            }
        }

        @Override
        public void gather(int rows) {
            if (gathered.length < rows) {
                gathered = new double[FixedValues.capacity(rows)];
            }
        }

        @Override
        public void copy(int at, int rows, int to) {
            System.arraycopy(decoded, at, gathered, to, rows);
        }

        @Override
        public ColumnVector vector(Type type, boolean isGathered, boolean[] nulls, int rows) {
            return new DoubleVector(type, isGathered ? gathered : decoded, nulls, rows);
        }

        @Override
        public int width() {
            return 8;
        }
    }

    /** Values of shape INT128. */
    final class Int128s implements FixedValues {
        private final Int128Output decoded = new Int128Output();
        private long[] low = new long[0];
        private long[] high = new long[0];

        @Override
        public boolean decode(
                VectorDecoder decoder,
                Encoding root,
                ByteBuffer payload,
                int rows,
                DecodedDictionary d,
                boolean[] nulls)
                throws CorruptFileException {
            return decoder.int128(root, payload, rows, d, decoded, nulls);
        }

        @Override
        public void overlay(VectorChanges changed, int rows) {
            Int128Vector values = (Int128Vector) changed.values();
            if (decoded.isNarrow() && !values.isNarrow()) {
                decoded.widen(rows);
            }
            char[] places = changed.places();
            for (int i = changed.from(); i < changed.to(); i++) {
                int place = places[i];
                decoded.low()[place] = values.low()[i];
                if (!decoded.isNarrow()) {
                    decoded.high()[place] = values.high(i);
                }
            }
        }

        @Override
        public void gather(int rows) {
            if (low.length < rows) {
                low = new long[FixedValues.capacity(rows)];
                high = new long[FixedValues.capacity(rows)];
            }
        }

        @Override
        public void copy(int at, int rows, int to) {
            System.arraycopy(decoded.low(), at, low, to, rows);
            if (decoded.isNarrow()) {
                for (int i = 0; i < rows; i++) {
                    high[to + i] = low[to + i] >> 63;
                }
            } else {
                System.arraycopy(decoded.high(), at, high, to, rows);
            }
        }

        @Override
        public ColumnVector vector(Type type, boolean isGathered, boolean[] nulls, int rows) {
            if (isGathered) {
                return new Int128Vector(type, high, low, nulls, rows);
            }
            return decoded.isNarrow()
                    ? Int128Vector.narrow(type, decoded.low(), nulls, rows)
                    : new Int128Vector(type, decoded.high(), decoded.low(), nulls, rows);
        }

        @Override
        public int width() {
            return 16;
        }
    }
}

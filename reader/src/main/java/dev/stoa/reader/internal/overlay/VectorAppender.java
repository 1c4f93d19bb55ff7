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
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Field;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Copies rows of vectors of one type, one after the other, into arrays of its own. Fields of a null struct are null.
 */
public abstract sealed class VectorAppender {
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private final Type type;
    private boolean[] nulls = ColumnVector.NO_NULLS;
    private int size;

    private VectorAppender(Type type) {
        this.type = type;
    }

    /** An appender of vectors that hold what this type says, whatever names fields have. */
    public static VectorAppender of(Type type) {
        return switch (type.kind()) {
            case NULL -> new Nothing(type);
            case STRUCT, VARIANT -> new Structs(type);
            case LIST, MAP -> new Lists(type);
            default ->
                switch (type.physical()) {
                    case BOOLEAN -> new Booleans(type);
                    case INT -> new Ints(type);
                    case LONG -> new Longs(type);
                    case INT128 -> new Int128s(type);
                    case FLOAT -> new Floats(type);
                    case DOUBLE -> new Doubles(type);
                    case BYTES -> new Bytes(type);
                    case NONE -> throw new IllegalArgumentException("no values of " + type);
                };
        };
    }

    /** Forgets all rows; arrays given before are written to again. */
    public final void clear() {
        size = 0;
        nulls = ColumnVector.NO_NULLS;
        reset();
    }

    /** Rows so far. */
    public final int size() {
        return size;
    }

    /**
     * Appends rows.
     *
     * @throws IllegalArgumentException if the rows are too many for arrays
     */
    public final void append(ColumnVector source, int from, int count) {
        int end = grown(size, count);
        copy(source, from, count);
        if (source.hasNulls()) {
            for (int i = 0; i < count; i++) {
                if (source.nulls()[from + i]) {
                    setNull(size + i, end);
                }
            }
        }
        if (nulls.length != 0 && nulls.length < end) {
            nulls = Arrays.copyOf(nulls, capacity(end));
        }
        size = end;
    }

    private void setNull(int row, int end) {
        if (nulls.length < end) {
            nulls = Arrays.copyOf(nulls, capacity(end));
        }
        nulls[row] = true;
        nullFields(row, end);
    }

    /** Returns the appended rows. The result shares arrays with this, and stays as it is when more rows are appended. */
    public final ColumnVector vector() {
        return vector(type, nulls, size);
    }

    /** About how many bytes rows of a vector take in arrays. */
    public static long bytes(ColumnVector vector, int from, int count) {
        if (vector instanceof BytesVector v) {
            long bytes = 5L * count;
            for (int i = from; i < from + count; i++) {
                bytes += v.isNull(i) ? 0 : v.length(i);
            }
            return bytes;
        } else if (vector instanceof StructVector v) {
            long bytes = count;
            for (ColumnVector field : v.fields()) {
                bytes += bytes(field, from, count);
            }
            return bytes;
        } else if (vector instanceof ListVector v) {
            int start = v.offsets()[from];
            return 5L * count + bytes(v.elements(), start, v.offsets()[from + count] - start);
        }
        return 17L * count;
    }

    private static int grown(int size, long more) {
        if (size + more > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    (size + more) + " values or bytes are too many at once: take the changes of fewer rows");
        }
        return (int) (size + more);
    }

    private static int capacity(int need) {
        return (int) Math.min(MAX_LENGTH, need + (long) need / 2);
    }

    abstract void copy(ColumnVector source, int from, int count);

    abstract ColumnVector vector(Type of, boolean[] nullMask, int rows);

    void nullFields(int row, int end) {
        // only structs have some
    }

    void reset() {
        // only rows whose lengths vary count more than rows
    }

    private static final class Nothing extends VectorAppender {
        Nothing(Type type) {
            super(type);
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            // there is nothing to copy
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new NullVector(rows);
        }
    }

    private static final class Booleans extends VectorAppender {
        private byte[] values = new byte[0];

        Booleans(Type type) {
            super(type);
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            if (values.length < size() + count) {
                values = Arrays.copyOf(values, capacity(size() + count));
            }
            System.arraycopy(((BooleanVector) source).values(), from, values, size(), count);
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new BooleanVector(of, values, nullMask, rows);
        }
    }

    private static final class Ints extends VectorAppender {
        private int[] values = new int[0];

        Ints(Type type) {
            super(type);
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            if (values.length < size() + count) {
                values = Arrays.copyOf(values, capacity(size() + count));
            }
            System.arraycopy(((IntVector) source).values(), from, values, size(), count);
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new IntVector(of, values, nullMask, rows);
        }
    }

    private static final class Longs extends VectorAppender {
        private long[] values = new long[0];

        Longs(Type type) {
            super(type);
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            if (values.length < size() + count) {
                values = Arrays.copyOf(values, capacity(size() + count));
            }
            System.arraycopy(((LongVector) source).values(), from, values, size(), count);
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new LongVector(of, values, nullMask, rows);
        }
    }

    private static final class Floats extends VectorAppender {
        private float[] values = new float[0];

        Floats(Type type) {
            super(type);
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            if (values.length < size() + count) {
                values = Arrays.copyOf(values, capacity(size() + count));
            }
            System.arraycopy(((FloatVector) source).values(), from, values, size(), count);
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new FloatVector(of, values, nullMask, rows);
        }
    }

    private static final class Doubles extends VectorAppender {
        private double[] values = new double[0];

        Doubles(Type type) {
            super(type);
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            if (values.length < size() + count) {
                values = Arrays.copyOf(values, capacity(size() + count));
            }
            System.arraycopy(((DoubleVector) source).values(), from, values, size(), count);
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new DoubleVector(of, values, nullMask, rows);
        }
    }

    private static final class Int128s extends VectorAppender {
        private long[] high = new long[0];
        private long[] low = new long[0];

        Int128s(Type type) {
            super(type);
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            int end = size() + count;
            if (low.length < end) {
                high = Arrays.copyOf(high, capacity(end));
                low = Arrays.copyOf(low, capacity(end));
            }
            Int128Vector values = (Int128Vector) source;
            System.arraycopy(values.low(), from, low, size(), count);
            for (int i = 0; i < count; i++) {
                high[size() + i] = values.high(from + i);
            }
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new Int128Vector(of, high, low, nullMask, rows);
        }
    }

    /** Ids stay ids as long as their dictionaries have few entries together. */
    private static final class Bytes extends VectorAppender {
        private static final int MAX_ENTRIES = 1 << 16;
        private static final int MAX_SOURCES = 16;

        private byte[] data = new byte[0];
        private int[] offsets = new int[1];
        private int[] ids = new int[0];
        private boolean areIds;
        private BytesVector entries;
        /** For dictionaries of appended rows: the place of each of their entries in {@link #entries}. */
        private final IdentityHashMap<BytesVector, int[]> known = new IdentityHashMap<>();

        Bytes(Type type) {
            super(type);
            this.entries = new BytesVector(type, data, offsets, ColumnVector.NO_NULLS, 0);
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            BytesVector values = (BytesVector) source;
            areIds |= size() == 0;
            Optional<int[]> map = areIds ? values.dictionary().flatMap(this::map) : Optional.empty();
            if (map.isPresent()) {
                if (ids.length < size() + count) {
                    ids = Arrays.copyOf(ids, capacity(size() + count));
                }
                for (int i = 0; i < count; i++) {
                    ids[size() + i] = values.isNull(from + i) ? 0 : map.get()[values.ids()[from + i]];
                }
                return;
            }
            if (areIds && size() > 0) {
                spell((BytesVector) vector(), 0, size(), 0);
            }
            areIds = false;
            spell(values, from, count, size());
        }

        private Optional<int[]> map(BytesVector dictionary) {
            int[] map = known.get(dictionary);
            if (map != null) {
                return Optional.of(map);
            }
            if (dictionary.size() + entries.size() > MAX_ENTRIES) {
                return Optional.empty();
            }
            ExtendedDictionary extended =
                    ExtendedDictionary.of(dictionary.type(), entries, dictionary, 0, dictionary.size());
            int[] ofThis = new int[dictionary.size()];
            Arrays.setAll(ofThis, extended::id);
            if (known.size() == MAX_SOURCES) {
                known.clear();
            }
            known.put(dictionary, ofThis);
            entries = extended.entries();
            return Optional.of(ofThis);
        }

        private void spell(BytesVector values, int from, int count, int to) {
            if (offsets.length < to + count + 1) {
                offsets = Arrays.copyOf(offsets, capacity(to + count + 1));
            }
            for (int i = 0; i < count; i++) {
                int start = offsets[to + i];
                int length = values.isNull(from + i) ? 0 : values.length(from + i);
                int end = grown(start, length);
                if (data.length < end) {
                    data = Arrays.copyOf(data, capacity(end));
                }
                if (length > 0) {
                    System.arraycopy(values.data(), values.start(from + i), data, start, length);
                }
                offsets[to + i + 1] = end;
            }
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return areIds && rows > 0
                    ? new BytesVector(of, ids, entries, nullMask, rows)
                    : new BytesVector(of, data, offsets, nullMask, rows);
        }
    }

    private static final class Structs extends VectorAppender {
        private final List<VectorAppender> fields = new ArrayList<>();

        Structs(Type type) {
            super(type);
            for (Field field : type.fields()) {
                fields.add(VectorAppender.of(field.type()));
            }
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            for (int i = 0; i < fields.size(); i++) {
                fields.get(i).append(((StructVector) source).field(i), from, count);
            }
        }

        @Override
        void nullFields(int row, int end) {
            fields.forEach(field -> field.setNull(row, end));
        }

        @Override
        void reset() {
            fields.forEach(VectorAppender::clear);
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new StructVector(
                    of, fields.stream().map(VectorAppender::vector).toList(), nullMask, rows);
        }
    }

    private static final class Lists extends VectorAppender {
        private final VectorAppender elements;
        private int[] offsets = new int[1];

        Lists(Type type) {
            super(type);
            this.elements = VectorAppender.of(ListVector.elementType(type));
        }

        @Override
        void copy(ColumnVector source, int from, int count) {
            ListVector lists = (ListVector) source;
            if (offsets.length < size() + count + 1) {
                offsets = Arrays.copyOf(offsets, capacity(size() + count + 1));
            }
            for (int i = 0; i < count; i++) {
                int start = lists.offsets()[from + i];
                int length = lists.isNull(from + i) ? 0 : lists.offsets()[from + i + 1] - start;
                offsets[size() + i + 1] = grown(offsets[size() + i], length);
                elements.append(lists.elements(), start, length);
            }
        }

        @Override
        void reset() {
            elements.clear();
        }

        @Override
        ColumnVector vector(Type of, boolean[] nullMask, int rows) {
            return new ListVector(of, offsets, elements.vector(), nullMask, rows);
        }
    }

    /** Whether vectors of one type can be read as the other: all is the same but names, field ids and what may be null. */
    static boolean sameValues(Type one, Type other) {
        if (one.kind() != other.kind()
                || one.precision() != other.precision()
                || one.scale() != other.scale()
                || one.utc() != other.utc()
                || !one.parameters().equals(other.parameters())
                || one.fields().size() != other.fields().size()) {
            return false;
        }
        for (int i = 0; i < one.fields().size(); i++) {
            if (!sameValues(one.fields().get(i).type(), other.fields().get(i).type())) {
                return false;
            }
        }
        return true;
    }
}

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
package dev.stoa.table.internal.logfile;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * Vectors of few values, one by one: numbers, booleans, text, ids, lists of those, or single rows of other vectors. For the
 * log, not for data.
 */
public final class Cells {
    private Cells() {}

    /**
     * A vector.
     *
     * @param cells one per row: null, or a Java value, or a vector of one row and the same type
     */
    public static ColumnVector vector(Type type, List<?> cells) {
        int size = cells.size();
        boolean[] nulls = new boolean[size];
        boolean hasNulls = false;
        for (int i = 0; i < size; i++) {
            nulls[i] = cells.get(i) == null;
            hasNulls |= nulls[i];
        }
        boolean[] mask = hasNulls ? nulls : ColumnVector.NO_NULLS;
        if (type.kind() == TypeKind.LIST) {
            return list(type, cells, mask);
        }
        return switch (type.physical()) {
            case BOOLEAN -> {
                byte[] values = new byte[size];
                for (int i = 0; i < size; i++) {
                    Object cell = cells.get(i);
                    values[i] = cell instanceof BooleanVector v
                            ? v.values()[0]
                            : (byte) (cell != null && (Boolean) cell ? 1 : 0);
                }
                yield new BooleanVector(type, values, mask, size);
            }
            case INT -> {
                int[] values = new int[size];
                for (int i = 0; i < size; i++) {
                    Object cell = cells.get(i);
                    values[i] = cell instanceof IntVector v ? v.values()[0] : cell == null ? 0 : (Integer) cell;
                }
                yield new IntVector(type, values, mask, size);
            }
            case LONG -> {
                long[] values = new long[size];
                for (int i = 0; i < size; i++) {
                    Object cell = cells.get(i);
                    values[i] = cell instanceof LongVector v ? v.values()[0] : cell == null ? 0 : (Long) cell;
                }
                yield new LongVector(type, values, mask, size);
            }
            case INT128 -> {
                long[] high = new long[size];
                long[] low = new long[size];
                for (int i = 0; i < size; i++) {
                    if (cells.get(i) instanceof Int128Vector v) {
                        high[i] = v.high(0);
                        low[i] = v.low()[0];
                    }
                }
                yield new Int128Vector(type, high, low, mask, size);
            }
            case FLOAT -> {
                float[] values = new float[size];
                for (int i = 0; i < size; i++) {
                    values[i] = cells.get(i) instanceof FloatVector v ? v.values()[0] : 0;
                }
                yield new FloatVector(type, values, mask, size);
            }
            case DOUBLE -> {
                double[] values = new double[size];
                for (int i = 0; i < size; i++) {
                    values[i] = cells.get(i) instanceof DoubleVector v ? v.values()[0] : 0;
                }
                yield new DoubleVector(type, values, mask, size);
            }
            case BYTES -> bytes(type, cells, mask);
            case NONE -> throw new IllegalArgumentException("no cells of type " + type);
        };
    }

    private static BytesVector bytes(Type type, List<?> cells, boolean[] mask) {
        int size = cells.size();
        int[] offsets = new int[size + 1];
        byte[] data = new byte[64];
        for (int i = 0; i < size; i++) {
            byte[] cell = bytes(cells.get(i));
            int end = Math.addExact(offsets[i], cell.length);
            if (end > data.length) {
                data = Arrays.copyOf(data, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, 2L * data.length)));
            }
            System.arraycopy(cell, 0, data, offsets[i], cell.length);
            offsets[i + 1] = end;
        }
        return new BytesVector(type, data, offsets, mask, size);
    }

    private static byte[] bytes(Object cell) {
        if (cell == null) {
            return new byte[0];
        } else if (cell instanceof BytesVector v) {
            return v.get(0);
        } else if (cell instanceof UUID id) {
            return ByteBuffer.allocate(16)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits())
                    .array();
        }
        if (cell instanceof byte[] bytes) {
            return bytes;
        }
        return ((String) cell).getBytes(StandardCharsets.UTF_8);
    }

    private static ListVector list(Type type, List<?> cells, boolean[] mask) {
        int[] offsets = new int[cells.size() + 1];
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i) != null) {
                elements.addAll((List<?>) cells.get(i));
            }
            offsets[i + 1] = elements.size();
        }
        ColumnVector values = vector(type.fields().get(0).type(), elements);
        return new ListVector(type, offsets, values, mask, cells.size());
    }

    /** A number of a LONG column. */
    public static long longAt(ColumnVector vector, int row) {
        return ((LongVector) vector).values()[row];
    }

    /** A number of an INT column. */
    static int intAt(ColumnVector vector, int row) {
        return ((IntVector) vector).values()[row];
    }

    /** A boolean. */
    static boolean booleanAt(ColumnVector vector, int row) {
        return ((BooleanVector) vector).values()[row] != 0;
    }

    /** A text. */
    static String textAt(ColumnVector vector, int row) {
        return ((BytesVector) vector).getString(row);
    }

    /** An id. */
    static UUID idAt(ColumnVector vector, int row) {
        BytesVector bytes = (BytesVector) vector;
        ByteBuffer id = ByteBuffer.wrap(bytes.data(), bytes.start(row), 16);
        return new UUID(id.getLong(), id.getLong());
    }
}

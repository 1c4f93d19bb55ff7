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
package dev.stoa.arrow;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.NullVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.UnsupportedFileException;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Reads columns that are indices into dictionaries. Texts and bytes keep their dictionary, other values are decoded. */
final class DictionaryImport {
    private final DictionaryProvider provider;
    private final Map<Long, ColumnVector> read = new HashMap<>();

    DictionaryImport(DictionaryProvider provider) {
        this.provider = provider;
    }

    /** Forgets what was read: the next batch may come with other dictionaries. */
    void clear() {
        read.clear();
    }

    ColumnVector read(FieldVector indices, long id, Type type, String path, int from, boolean[] nulls, int count)
            throws StoaException {
        ColumnVector values = values(id, type, path);
        boolean[] allNulls = values.hasNulls() && nulls.length == 0 ? new boolean[count] : nulls;
        int[] ids = new int[count];
        ArrowType.Int index = (ArrowType.Int) indices.getField().getType();
        int width = index.getBitWidth() / 8;
        ArrowBuf data = indices.getDataBuffer();
        OnHeap.check(data, (long) from + count, width, path);
        for (int i = 0; i < count; i++) {
            if (allNulls.length != 0 && allNulls[i]) {
                continue;
            }
            long at = (long) width * (from + i);
            long value = switch (width) {
                case 1 -> index.getIsSigned() ? data.getByte(at) : data.getByte(at) & 0xFF;
                case 2 -> index.getIsSigned() ? data.getShort(at) : data.getShort(at) & 0xFFFF;
                case 4 -> index.getIsSigned() ? data.getInt(at) : Integer.toUnsignedLong(data.getInt(at));
                default -> data.getLong(at);
            };
            if (value < 0 || value >= values.size()) {
                throw new CorruptFileException("column '" + path + "', row " + (from + i)
                        + " of its Arrow vector: the index " + value + " points into a dictionary of "
                        + values.size() + " values");
            }
            ids[i] = (int) value;
            if (values.isNull(ids[i])) {
                allNulls[i] = true;
                ids[i] = 0;
            }
        }
        return decode(values, type, path, ids, allNulls, count);
    }

    private ColumnVector values(long id, Type type, String path) throws StoaException {
        ColumnVector known = read.get(id);
        if (known != null && known.type().equals(type)) {
            return known;
        }
        Dictionary dictionary = provider.lookup(id);
        if (dictionary == null) {
            throw new CorruptFileException("column '" + path + "' has the dictionary " + id + ", which is not given");
        }
        FieldVector vector = dictionary.getVector();
        ColumnVector values =
                new VectorImport(this).read(vector, type, path, 0, vector.getValueCount(), ColumnVector.NO_NULLS);
        read.put(id, values);
        return values;
    }

    private static ColumnVector decode(
            ColumnVector values, Type type, String path, int[] ids, boolean[] nulls, int count)
            throws UnsupportedFileException {
        int present = values.size() == 0 ? 0 : count; // each row of an empty dictionary is null
        if (values instanceof BytesVector dictionary) {
            return new BytesVector(type, ids, dictionary, nulls, count);
        } else if (values instanceof NullVector) {
            return new NullVector(count);
        } else if (values instanceof IntVector ints) {
            int[] decoded = new int[count];
            for (int i = 0; i < present; i++) {
                decoded[i] = ints.values()[ids[i]];
            }
            return new IntVector(type, decoded, nulls, count);
        } else if (values instanceof LongVector longs) {
            return new LongVector(type, pick(longs.values(), ids, present), nulls, count);
        } else if (values instanceof DoubleVector doubles) {
            double[] decoded = new double[count];
            for (int i = 0; i < present; i++) {
                decoded[i] = doubles.values()[ids[i]];
            }
            return new DoubleVector(type, decoded, nulls, count);
        } else if (values instanceof FloatVector floats) {
            float[] decoded = new float[count];
            for (int i = 0; i < present; i++) {
                decoded[i] = floats.values()[ids[i]];
            }
            return new FloatVector(type, decoded, nulls, count);
        } else if (values instanceof BooleanVector booleans) {
            byte[] decoded = new byte[count];
            for (int i = 0; i < present; i++) {
                decoded[i] = booleans.values()[ids[i]];
            }
            return new BooleanVector(type, decoded, nulls, count);
        } else if (values instanceof Int128Vector wide) {
            return wide.isNarrow()
                    ? Int128Vector.narrow(type, pick(wide.low(), ids, present), nulls, count)
                    : new Int128Vector(
                            type, pick(wide.high(), ids, present), pick(wide.low(), ids, present), nulls, count);
        }
        throw new UnsupportedFileException(
                "column '" + path + "' has a dictionary of " + type + ", which can't be read: decode it");
    }

    private static long[] pick(long[] values, int[] ids, int present) {
        long[] picked = new long[ids.length];
        for (int i = 0; i < present; i++) {
            picked[i] = values[ids[i]];
        }
        return picked;
    }
}

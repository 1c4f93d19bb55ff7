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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.format.internal.meta.NodeRecord;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Checks the MinMax of a column against its values, by rules that are told anew here. */
final class BoundsCheck {
    private BoundsCheck() {}

    static void check(StoredFile file, int node) throws IOException {
        Optional<MinMax> found = file.minMax(node);
        NodeRecord record = file.nodes.get(node);
        assertEquals(record.index().length() > 0, found.isPresent());
        if (found.isEmpty()) {
            return;
        }
        MinMax minMax = found.get();
        Type type = file.type(node);
        List<Object> values = file.column(node);
        int zoneRows = Layout.VECTOR_ROWS * file.rowSets.get(record.rowSet()).zoneVectors();
        long totalLength = 0;
        for (int zone = 0; zone < minMax.zones(); zone++) {
            int from = zone * zoneRows;
            List<Object> rows = values.subList(from, Math.min(values.size(), from + zoneRows));
            String where = type + " zone " + zone;
            assertEquals(rows.stream().filter(v -> v == null).count(), minMax.nullCounts()[zone], where);
            boolean any = false;
            boolean minIsValue = false;
            boolean maxIsValue = false;
            long nans = 0;
            for (Object value : rows) {
                if (value == null) {
                    continue;
                }
                if (value instanceof ByteBuffer bytes) {
                    totalLength += bytes.remaining();
                }
                if (!MinMax.isOrdered(type)) {
                    continue;
                }
                if (isNaN(type, value)) {
                    nans++;
                    continue;
                }
                any = true;
                if (minMax.is(zone, MinMax.HAS_MIN)) {
                    int c = compare(type, bound(minMax.min(), zone), value);
                    assertTrue(c <= 0, () -> where + ": the min is above " + value);
                    minIsValue |= c == 0;
                }
                if (minMax.is(zone, MinMax.HAS_MAX)) {
                    int c = compare(type, bound(minMax.max(), zone), value);
                    assertTrue(c >= 0, () -> where + ": the max is below " + value);
                    maxIsValue |= c == 0;
                }
            }
            if (MinMax.hasNaN(type)) {
                assertEquals(nans, minMax.nanCounts()[zone], where);
            }
            assertTrue(any || !minMax.is(zone, MinMax.HAS_MIN | MinMax.HAS_MAX), where);
            assertTrue(!minMax.is(zone, MinMax.MIN_EXACT) || minIsValue, where + ": the min is not exact");
            assertTrue(!minMax.is(zone, MinMax.MAX_EXACT) || maxIsValue, where + ": the max is not exact");
            boolean isShort = rows.stream().noneMatch(v -> v instanceof ByteBuffer b && b.remaining() > 64);
            if (any && (isShort || type.kind() == TypeKind.DECIMAL)) {
                assertTrue(minMax.is(zone, MinMax.MIN_EXACT) && minMax.is(zone, MinMax.MAX_EXACT), where);
            }
            if (minMax.is(zone, MinMax.HAS_MIN) && bound(minMax.min(), zone) instanceof ByteBuffer b) {
                assertTrue(b.remaining() <= 64 || type.kind() == TypeKind.DECIMAL, where);
            }
        }
        assertEquals(totalLength, minMax.totalLength(), type.toString());
    }

    private static boolean isNaN(Type type, Object value) {
        return switch (type.kind()) {
            case FLOAT16 -> (((BigInteger) value).intValue() & 0x7FFF) > 0x7C00;
            case FLOAT32 -> Float.isNaN(Float.intBitsToFloat((Integer) value));
            case FLOAT64 -> Double.isNaN(Double.longBitsToDouble((Long) value));
            default -> false;
        };
    }

    private static Object bound(ColumnVector bounds, int zone) {
        if (bounds instanceof BooleanVector v) {
            return BigInteger.valueOf(v.values()[zone]);
        }
        if (bounds instanceof IntVector v) {
            return BigInteger.valueOf(v.values()[zone]);
        }
        if (bounds instanceof LongVector v) {
            return BigInteger.valueOf(v.values()[zone]);
        }
        if (bounds instanceof Int128Vector v) {
            return v.get(zone);
        }
        if (bounds instanceof FloatVector v) {
            return Float.floatToRawIntBits(v.values()[zone]);
        }
        if (bounds instanceof DoubleVector v) {
            return Double.doubleToRawLongBits(v.values()[zone]);
        }
        return ByteBuffer.wrap(((BytesVector) bounds).get(zone));
    }

    /** Compares two values by the order of their type. */
    static int compare(Type type, Object a, Object b) {
        return switch (type.kind()) {
            case UINT64 -> Long.compareUnsigned(((BigInteger) a).longValue(), ((BigInteger) b).longValue());
            case FLOAT16 -> Double.compare(half(a), half(b));
            case FLOAT32 ->
                Double.compare(Float.intBitsToFloat((Integer) a) + 0.0, Float.intBitsToFloat((Integer) b) + 0.0);
            case FLOAT64 ->
                Double.compare(Double.longBitsToDouble((Long) a) + 0.0, Double.longBitsToDouble((Long) b) + 0.0);
            case DECIMAL ->
                a instanceof ByteBuffer x
                        ? new BigInteger(x.array()).compareTo(new BigInteger(((ByteBuffer) b).array()))
                        : ((BigInteger) a).compareTo((BigInteger) b);
            case CHAR -> {
                byte[] x = ((ByteBuffer) a).array();
                byte[] y = ((ByteBuffer) b).array();
                int n = Math.max(x.length, y.length);
                yield Arrays.compareUnsigned(padded(x, n), padded(y, n));
            }
            default ->
                a instanceof ByteBuffer x
                        ? Arrays.compareUnsigned(x.array(), ((ByteBuffer) b).array())
                        : ((BigInteger) a).compareTo((BigInteger) b);
        };
    }

    private static byte[] padded(byte[] bytes, int n) {
        byte[] padded = Arrays.copyOf(bytes, n);
        Arrays.fill(padded, bytes.length, n, (byte) ' ');
        return padded;
    }

    /** The value of a half: a sum of powers of two. */
    static double half(Object bits) {
        int h = ((BigInteger) bits).intValue();
        int exponent = h >> 10 & 31;
        int fraction = h & 0x3FF;
        double magnitude = exponent == 31
                ? Double.POSITIVE_INFINITY
                : exponent == 0 ? fraction * 0x1p-24 : (1024 + fraction) * Math.pow(2, exponent - 25);
        return ((h & 0x8000) == 0 ? magnitude : -magnitude) + 0.0;
    }
}

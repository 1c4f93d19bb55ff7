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
package dev.stoa.reader;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.MinMax;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Rows whose zones are made to mislead who prunes by bounds: sorted, clustered, constant, all null, of one value but for an
 * outlier; of values at the edges of their types, and texts that differ only behind the place where bounds are cut.
 */
final class AdversarialZones {
    private static final String LAST = "\udbff\udfff"; // U+10FFFF

    private final Random random;
    private final RandomTables tables;
    private final int zoneRows;

    AdversarialZones(Random random, RandomTables tables, int zoneRows) {
        this.random = random;
        this.tables = tables;
        this.zoneRows = zoneRows;
    }

    List<Object[]> rows(Schema schema, int count) {
        List<Object[]> columns =
                schema.fields().stream().map(field -> column(field, count)).toList();
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Object[] row = new Object[columns.size()];
            for (int c = 0; c < row.length; c++) {
                row[c] = columns.get(c)[i];
            }
            rows.add(row);
        }
        return rows;
    }

    private Object[] column(Field field, int count) {
        Object[] values =
                field.type().kind() == TypeKind.STRUCT ? structs(field.type(), count) : leaves(field.type(), count);
        if (field.nullable()) {
            int one = random.nextInt(3) == 0 ? 20 : Integer.MAX_VALUE;
            boolean[] nullZones = new boolean[count / zoneRows + 1];
            for (int zone = 0; zone < nullZones.length; zone++) {
                nullZones[zone] = random.nextInt(5) == 0;
            }
            for (int i = 0; i < count; i++) {
                values[i] = nullZones[i / zoneRows] || random.nextInt(one) == 0 ? null : values[i];
            }
        }
        return values;
    }

    private Object[] structs(Type type, int count) {
        List<Object[]> fields =
                type.fields().stream().map(field -> column(field, count)).toList();
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            int row = i;
            values[i] = fields.stream().map(column -> column[row]).toArray();
        }
        return values;
    }

    private Object[] leaves(Type type, int count) {
        List<Object> pool = new ArrayList<>();
        for (int i = random.nextInt(40); i >= 0; i--) {
            pool.add(random.nextInt(3) == 0 ? tables.value(type) : edge(type));
        }
        if (MinMax.isOrdered(type)) {
            pool.sort(Comparator.comparing(value -> Model.written(type, value), ModelFilters.order(type)));
        }
        int most = pool.size();
        Object[] values = new Object[count];
        int style = random.nextInt(3);
        for (int start = 0; start < count; start += zoneRows) {
            int end = Math.min(count, start + zoneRows);
            int low = random.nextInt(most);
            int band = style == 0 ? 1 + random.nextInt(3) : random.nextBoolean() ? 1 : most;
            for (int i = start; i < end; i++) {
                values[i] = style == 1
                        ? pool.get((int) ((long) i * most / count))
                        : pool.get((low + random.nextInt(band)) % most);
            }
            if (random.nextBoolean()) {
                values[start + random.nextInt(end - start)] = edge(type);
            }
        }
        return values;
    }

    /** A value at an edge of its type, or behind the place where bounds are cut. */
    private Object edge(Type type) {
        return switch (type.kind()) {
            case INT8 -> pick((int) Byte.MIN_VALUE, (int) Byte.MAX_VALUE, 0);
            case INT16 -> pick((int) Short.MIN_VALUE, (int) Short.MAX_VALUE, -1);
            case INT32 -> pick(Integer.MIN_VALUE, Integer.MAX_VALUE, 0);
            case INT64 -> pick(Long.MIN_VALUE, Long.MAX_VALUE, 1L << 53, (1L << 53) + 1);
            case UINT64 ->
                pick(
                        BigInteger.ZERO,
                        BigInteger.ONE.shiftLeft(63),
                        BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));
            case FLOAT16 -> pick(0f, -0f, Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, 65504f, -65504f);
            case FLOAT32 ->
                pick(
                        0f,
                        -0f,
                        Float.NaN,
                        Float.intBitsToFloat(0xFFC0_0001),
                        Float.NEGATIVE_INFINITY,
                        Float.POSITIVE_INFINITY,
                        Float.MIN_VALUE,
                        -Float.MAX_VALUE);
            case FLOAT64 ->
                pick(
                        0.0,
                        -0.0,
                        Double.NaN,
                        Double.longBitsToDouble(0xFFF8_0000_0000_0001L),
                        Double.NEGATIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        Double.MIN_VALUE,
                        -Double.MAX_VALUE);
            case DECIMAL -> {
                BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
                BigInteger unscaled = pick(most, most.negate(), BigInteger.ZERO, most.subtract(BigInteger.ONE));
                yield new BigDecimal(unscaled, type.scale());
            }
            case STRING, JSON, ENUM -> text(Integer.MAX_VALUE);
            case VARCHAR, CHAR -> text(type.precision());
            case BINARY, BSON -> bytes(60 + random.nextInt(12));
            case FIXED -> bytes(type.precision());
            default -> tables.value(type);
        };
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }

    /** About as long as bounds may be, and often the same as others up to there. */
    private String text(int most) {
        String letter = pick("a", "z", LAST, "\u00e9", " ");
        int bytes = letter.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        int letters = Math.max(0, 64 / bytes - 2 + random.nextInt(4));
        String tail = pick("", "a", "b", LAST, "\u0000", letter);
        String text = letter.repeat(letters) + tail;
        return text.substring(0, text.offsetByCodePoints(0, Math.min(most, text.codePointCount(0, text.length()))));
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, pick((byte) 0, (byte) -1, (byte) 'a'));
        if (length > 0 && random.nextBoolean()) {
            bytes[length - 1] = pick((byte) 0, (byte) 1, (byte) -2);
        }
        return bytes;
    }
}

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
package dev.stoa.interop;

import dev.stoa.format.Batch;
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
import dev.stoa.format.Schema;
import dev.stoa.format.StructVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Reads batches out as the corpora's manifest describes: per column the number of nulls, smallest and largest value and
 * an order-independent checksum, and one checksum over whole rows.
 */
public final class CorpusReadout {
    private static final byte[] NULL = ascii("null");

    private final Schema schema;
    private final List<Column> columns = new ArrayList<>();
    private final MessageDigest sha;
    private final Bytes row = new Bytes();
    private final Bytes value = new Bytes();
    private long rows;
    private long rowChecksum;

    public CorpusReadout(Schema schema) {
        this.schema = schema;
        for (Field field : schema.fields()) {
            columns.add(new Column(field));
        }
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One column's read-out. */
    public static final class Column {
        private final Field field;
        private long nulls;
        private long checksum;
        private Optional<Object> min = Optional.empty();
        private Optional<Object> max = Optional.empty();

        private Column(Field field) {
            this.field = field;
        }

        public String name() {
            return field.name();
        }

        public long nulls() {
            return nulls;
        }

        public String checksum() {
            return String.format("%016x", checksum);
        }

        /** A number, a boolean as 0 or 1, or bytes; empty for nested columns and where every row is null or NaN. */
        public Optional<Object> min() {
            return min;
        }

        public Optional<Object> max() {
            return max;
        }

        private void see(Object o) {
            if (min.isEmpty() || compare(o, min.get()) < 0) {
                min = Optional.of(o);
            }
            if (max.isEmpty() || compare(o, max.get()) > 0) {
                max = Optional.of(o);
            }
        }

        private static int compare(Object a, Object b) {
            if (a instanceof byte[] left) {
                return Arrays.compareUnsigned(left, (byte[]) b);
            }
            if (a instanceof BigDecimal left) {
                return left.compareTo((BigDecimal) b);
            }
            double left = (Double) a;
            double right = (Double) b;
            return left < right ? -1 : left > right ? 1 : 0;
        }
    }

    public void add(Batch batch) {
        int width = columns.size();
        for (int i = 0; i < batch.selectedCount(); i++) {
            int r = batch.selected(i);
            row.clear();
            for (int c = 0; c < width; c++) {
                Column column = columns.get(c);
                ColumnVector vector = batch.column(c);
                value.clear();
                canonical(vector, r, value);
                column.checksum += hash(value);
                if (vector.isNull(r)) {
                    column.nulls++;
                } else {
                    bound(vector, r).ifPresent(column::see);
                }
                if (c > 0) {
                    row.add(0x1F);
                }
                row.add(value);
            }
            rowChecksum += hash(row);
        }
        rows += batch.selectedCount();
    }

    public long rows() {
        return rows;
    }

    public String rowChecksum() {
        return String.format("%016x", rowChecksum);
    }

    public Schema schema() {
        return schema;
    }

    public List<Column> columns() {
        return columns;
    }

    /** The canonical form of a value, each byte as one character. */
    public static String text(ColumnVector vector, int r) {
        Bytes bytes = new Bytes();
        canonical(vector, r, bytes);
        return new String(bytes.data, 0, bytes.size, StandardCharsets.ISO_8859_1);
    }

    private long hash(Bytes bytes) {
        sha.update(bytes.data, 0, bytes.size);
        return ByteBuffer.wrap(sha.digest()).getLong();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Optional<Object> bound(ColumnVector vector, int r) {
        Type type = vector.type();
        return switch (type.kind()) {
            case STRUCT, VARIANT, LIST, MAP, NULL -> Optional.empty();
            case BOOLEAN -> Optional.of(BigDecimal.valueOf(((BooleanVector) vector).values()[r]));
            case FLOAT16, FLOAT32, FLOAT64 -> {
                double number = number(vector, r);
                yield Double.isNaN(number) ? Optional.empty() : Optional.of(number);
            }
            case INTERVAL_MONTH_DAY_NANO -> {
                Bytes raw = new Bytes();
                interval((Int128Vector) vector, r, raw);
                yield Optional.of(Arrays.copyOf(raw.data, raw.size));
            }
            default -> {
                if (vector instanceof BytesVector bytes && type.kind() != TypeKind.DECIMAL) {
                    yield Optional.of(bytes.get(r));
                }
                yield Optional.of(new BigDecimal(integer(vector, r), type.scale()));
            }
        };
    }

    private static double number(ColumnVector vector, int r) {
        if (vector instanceof FloatVector floats) {
            return floats.values()[r];
        }
        return vector instanceof DoubleVector doubles ? doubles.values()[r] : half(((IntVector) vector).values()[r]);
    }

    private static double half(int bits) {
        int exponent = bits >> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        double size = exponent == 0x1F
                ? (fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
                : exponent == 0 ? fraction * 0x1p-24 : (1024 + fraction) * Math.pow(2, exponent - 25);
        return (bits & 0x8000) == 0 ? size : -size;
    }

    /** A value that is an integer, as the type means it; timestamps as their low 64 bits, as pyarrow has them. */
    private static BigInteger integer(ColumnVector vector, int r) {
        if (vector instanceof IntVector ints) {
            return BigInteger.valueOf(ints.values()[r]);
        }
        if (vector instanceof LongVector longs) {
            long v = longs.values()[r];
            return vector.type().kind() == TypeKind.UINT64
                    ? new BigInteger(Long.toUnsignedString(v))
                    : BigInteger.valueOf(v);
        }
        if (vector instanceof Int128Vector wide) {
            return vector.type().kind() == TypeKind.TIMESTAMP ? BigInteger.valueOf(wide.low()[r]) : wide.get(r);
        }
        return new BigInteger(((BytesVector) vector).get(r));
    }

    private static void interval(Int128Vector vector, int r, Bytes out) {
        long high = vector.high(r);
        ByteBuffer raw = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        raw.putInt((int) (high >> 32)).putInt((int) high).putInt((int) (vector.low()[r] / 1_000_000));
        out.add(raw.array(), 0, 12);
    }

    private static void canonical(ColumnVector vector, int r, Bytes out) {
        if (vector.isNull(r)) {
            out.add(NULL, 0, 4);
            return;
        }
        Type type = vector.type();
        switch (type.kind()) {
            case NULL -> out.add(NULL, 0, 4);
            case BOOLEAN -> out.text(((BooleanVector) vector).values()[r] == 1 ? "true" : "false");
            case FLOAT16 -> {
                int bits = ((IntVector) vector).values()[r];
                boolean nan = (bits & 0x7C00) == 0x7C00 && (bits & 0x3FF) != 0;
                out.text("f" + HexFormat.of().toHexDigits((short) (nan ? 0x7E00 : bits)));
            }
            case FLOAT32 -> {
                float v = ((FloatVector) vector).values()[r];
                out.text("f" + HexFormat.of().toHexDigits(Float.floatToIntBits(v)));
            }
            case FLOAT64 -> {
                double v = ((DoubleVector) vector).values()[r];
                out.text("f" + HexFormat.of().toHexDigits(Double.doubleToLongBits(v)));
            }
            case DECIMAL -> out.text(new BigDecimal(integer(vector, r), type.scale()).toPlainString());
            case INTERVAL_MONTH_DAY_NANO -> {
                out.add('"');
                interval((Int128Vector) vector, r, out);
                out.add('"');
            }
            case STRUCT, VARIANT -> struct((StructVector) vector, r, out);
            case LIST, MAP -> list((ListVector) vector, r, out);
            default -> {
                if (vector instanceof BytesVector bytes) {
                    out.add('"');
                    out.add(bytes.data(), bytes.start(r), bytes.length(r));
                    out.add('"');
                } else if (vector instanceof IntVector ints) {
                    out.text(Integer.toString(ints.values()[r]));
                } else if (vector instanceof LongVector longs && type.kind() != TypeKind.UINT64) {
                    out.text(Long.toString(longs.values()[r]));
                } else {
                    out.text(integer(vector, r).toString());
                }
            }
        }
    }

    private static void struct(StructVector vector, int r, Bytes out) {
        out.add('{');
        for (int i = 0; i < vector.fields().size(); i++) {
            if (i > 0) {
                out.add(',');
            }
            byte[] name = vector.type().fields().get(i).name().getBytes(StandardCharsets.UTF_8);
            out.add(name, 0, name.length);
            out.add('=');
            canonical(vector.field(i), r, out);
        }
        out.add('}');
    }

    private static void list(ListVector vector, int r, Bytes out) {
        boolean map = vector.type().kind() == TypeKind.MAP;
        out.add(map ? '<' : '[');
        int start = vector.offsets()[r];
        for (int i = start; i < vector.offsets()[r + 1]; i++) {
            if (i > start) {
                out.add(',');
            }
            if (map) {
                StructVector entries = (StructVector) vector.elements();
                canonical(entries.field(0), i, out);
                out.add(':');
                canonical(entries.field(1), i, out);
            } else {
                canonical(vector.elements(), i, out);
            }
        }
        out.add(map ? '>' : ']');
    }

    private static final class Bytes {
        private byte[] data = new byte[256];
        private int size;

        void clear() {
            size = 0;
        }

        void add(int b) {
            reserve(1);
            data[size++] = (byte) b;
        }

        void add(byte[] from, int start, int length) {
            reserve(length);
            System.arraycopy(from, start, data, size, length);
            size += length;
        }

        void add(Bytes other) {
            add(other.data, 0, other.size);
        }

        void text(String text) {
            byte[] bytes = ascii(text);
            add(bytes, 0, bytes.length);
        }

        private void reserve(int more) {
            if (size + more > data.length) {
                data = Arrays.copyOf(data, Math.max(size + more, 2 * data.length));
            }
        }
    }
}

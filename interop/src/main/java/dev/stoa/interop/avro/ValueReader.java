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
package dev.stoa.interop.avro;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UuidText;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.io.Decoder;

/** Reads values as the Java objects that {@link dev.stoa.writer.JavaRows} takes. It never loads a class that a file names. */
final class ValueReader {
    private static final int CHUNK = 1 << 20;

    /** Elements may take no bytes: their number alone must not fill the memory. */
    private static final long MOST_ELEMENTS = 1 << 24;

    private Optional<LegacyCalendar> calendar = Optional.empty();
    private long bytes;
    private long elements;

    /** From now on dates and instants are rebased. */
    void rebase(LegacyCalendar from) {
        calendar = Optional.of(from);
    }

    /** About the number of bytes of the values read since the last call. */
    long takeBytes() {
        long taken = bytes;
        bytes = 0;
        return taken;
    }

    /** Reads a row. */
    Object[] row(Schema schema, List<Field> fields, Decoder in) throws IOException {
        elements = 0;
        return schema.getType() == Schema.Type.RECORD
                ? record(schema, fields, in)
                : new Object[] {value(schema, fields.get(0).type(), in)};
    }

    private Object[] record(Schema schema, List<Field> fields, Decoder in) throws IOException {
        Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            Field field = fields.get(i);
            try {
                values[i] = value(schema.getFields().get(i).schema(), field.type(), in);
            } catch (ArithmeticException | IllegalArgumentException e) {
                throw new StoaException(
                        "column '" + field.name() + "' holds a value that is not a valid " + field.type() + ": "
                                + e.getMessage(),
                        e);
            }
        }
        return values;
    }

    private Object value(Schema schema, Type type, Decoder in) throws IOException {
        bytes += 8;
        return switch (schema.getType()) {
            case NULL -> {
                in.readNull();
                yield null;
            }
            case BOOLEAN -> in.readBoolean();
            case INT -> number(type, in.readInt());
            case LONG -> number(type, in.readLong());
            case FLOAT -> in.readFloat();
            case DOUBLE -> in.readDouble();
            case STRING -> text(type, bytes(in));
            case BYTES -> binary(type, bytes(in));
            case FIXED -> binary(type, fixed(schema.getFixedSize(), in));
            case ENUM -> {
                int at = in.readEnum();
                check(at, schema.getEnumSymbols().size(), "symbols");
                yield schema.getEnumSymbols().get(at);
            }
            case ARRAY -> array(schema, type, in);
            case MAP -> map(schema, type, in);
            case RECORD -> record(schema, type.fields(), in);
            case UNION -> union(schema, type, in);
        };
    }

    private static void check(int at, int size, String what) throws CorruptFileException {
        if (at < 0 || at >= size) {
            throw new CorruptFileException("number " + at + " of " + size + " " + what);
        }
    }

    private Object union(Schema schema, Type type, Decoder in) throws IOException {
        int at = in.readIndex();
        check(at, schema.getTypes().size(), "types of a union");
        Schema chosen = schema.getTypes().get(at);
        if (chosen.getType() == Schema.Type.NULL) {
            in.readNull();
            return null;
        }
        if (Unions.members(schema).size() == 1) {
            return value(chosen, type, in);
        }
        int member = Unions.member(schema, at);
        Object[] values = new Object[type.fields().size()];
        values[0] = member;
        values[member + 1] = value(chosen, type.fields().get(member + 1).type(), in);
        return values;
    }

    /** A number, perhaps one of units that are finer than the type's. */
    private Object number(Type type, long written) throws StoaException {
        if (type.kind() == TypeKind.DATE && calendar.isPresent()) {
            return calendar.get().day(written);
        }
        if (type.kind() != TypeKind.TIME && type.kind() != TypeKind.TIMESTAMP) {
            return written;
        }
        boolean isInstant = type.kind() == TypeKind.TIMESTAMP && type.utc();
        long value = isInstant && calendar.isPresent()
                ? calendar.get().instant(written, pow10(TypeExport.digits(type)))
                : written;
        long unit = pow10(TypeExport.digits(type) - type.precision());
        if (value % unit != 0) {
            throw new ArithmeticException(value + " has too many digits");
        }
        return value / unit;
    }

    static long pow10(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    private static Object text(Type type, byte[] utf8) {
        if (type.kind() == TypeKind.UUID) {
            return UuidText.parse(new String(utf8, StandardCharsets.UTF_8));
        }
        if (type.kind() == TypeKind.CHAR) {
            int length = utf8.length;
            while (length > 0 && utf8[length - 1] == ' ') {
                length--;
            }
            return Arrays.copyOf(utf8, length);
        }
        return utf8;
    }

    private static Object binary(Type type, byte[] value) {
        return switch (type.kind()) {
            case DECIMAL -> new BigDecimal(new BigInteger(value), type.scale());
            case UINT64 -> new BigInteger(value);
            case INTERVAL_MONTH_DAY_NANO -> duration(value);
            default -> value;
        };
    }

    private static BigInteger duration(byte[] value) {
        ByteBuffer parts = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        int months = parts.getInt();
        int days = parts.getInt();
        long millis = Integer.toUnsignedLong(parts.getInt());
        if (months < 0 || days < 0) {
            throw new ArithmeticException("more months or days than 31 bits hold");
        }
        return BigInteger.valueOf((long) months << 32 | days).shiftLeft(64).add(BigInteger.valueOf(millis * 1_000_000));
    }

    private byte[] bytes(Decoder in) throws IOException {
        return fixed(in.readLong(), in);
    }

    /** Reads some bytes; a wrong length costs no more memory than the file has bytes. */
    private byte[] fixed(long length, Decoder in) throws IOException {
        if (length < 0 || length > Integer.MAX_VALUE - 16) {
            throw new CorruptFileException("a value has " + length + " bytes");
        }
        byte[] value = new byte[(int) Math.min(length, CHUNK)];
        int read = 0;
        while (true) {
            in.readFixed(value, read, value.length - read);
            read = value.length;
            if (read == length) {
                bytes += read;
                return value;
            }
            value = Arrays.copyOf(value, (int) Math.min(length, 2L * read));
        }
    }

    private void count(long more) throws CorruptFileException {
        elements += more;
        if (more < 0 || elements > MOST_ELEMENTS) {
            throw new CorruptFileException("a row has more than " + MOST_ELEMENTS + " elements of arrays and maps");
        }
    }

    private Object array(Schema schema, Type type, Decoder in) throws IOException {
        boolean isMap = type.kind() == TypeKind.MAP;
        List<Object> all = new ArrayList<>();
        for (long n = in.readArrayStart(); n != 0; n = in.arrayNext()) {
            count(n);
            for (long i = 0; i < n; i++) {
                if (isMap) {
                    Object[] entry = record(schema.getElementType(), type.fields(), in);
                    all.add(new SimpleEntry<>(entry[0], entry[1]));
                } else {
                    all.add(value(schema.getElementType(), type.fields().get(0).type(), in));
                }
            }
        }
        return all;
    }

    private Object map(Schema schema, Type type, Decoder in) throws IOException {
        List<Object> entries = new ArrayList<>();
        for (long n = in.readMapStart(); n != 0; n = in.mapNext()) {
            count(n);
            for (long i = 0; i < n; i++) {
                byte[] key = bytes(in);
                entries.add(new SimpleEntry<>(
                        key, value(schema.getValueType(), type.fields().get(1).type(), in)));
            }
        }
        return entries;
    }
}

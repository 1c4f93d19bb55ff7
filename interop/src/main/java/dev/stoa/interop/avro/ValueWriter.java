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

import dev.stoa.format.BooleanVector;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.DoubleVector;
import dev.stoa.format.Float16;
import dev.stoa.format.FloatVector;
import dev.stoa.format.Int128Vector;
import dev.stoa.format.IntVector;
import dev.stoa.format.ListVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.StoaException;
import dev.stoa.format.StructVector;
import dev.stoa.format.TypeKind;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;

/** Writes rows of vectors as an Avro schema says. */
final class ValueWriter {
    private final Encoder out;

    ValueWriter(Encoder out) {
        this.out = out;
    }

    /**
     * Writes a value.
     *
     * @param path the column's name, for messages
     * @throws StoaException if Avro can't express it
     */
    void write(Schema schema, ColumnVector vector, int row, String path) throws IOException {
        Schema.Type avro = schema.getType();
        if (avro == Schema.Type.UNION) {
            union(schema, vector, row, path);
            return;
        }
        if (avro == Schema.Type.NULL) {
            out.writeNull();
            return;
        }
        if (vector.isNull(row)) {
            throw new StoaException("column '" + path + "' has a null where its schema allows none");
        }
        switch (avro) {
            case BOOLEAN -> out.writeBoolean(((BooleanVector) vector).values()[row] != 0);
            case INT -> out.writeInt(Math.toIntExact(number(vector, row, path)));
            case LONG -> out.writeLong(number(vector, row, path));
            case FLOAT ->
                out.writeFloat(
                        vector instanceof FloatVector floats
                                ? floats.values()[row]
                                : Float16.toFloat(((IntVector) vector).values()[row]));
            case DOUBLE -> out.writeDouble(((DoubleVector) vector).values()[row]);
            case STRING -> text(vector, row);
            case BYTES -> bytes(vector, row);
            case FIXED -> fixed(schema, vector, row, path);
            case ENUM -> symbol(schema, (BytesVector) vector, row, path);
            case ARRAY -> array(schema, (ListVector) vector, row, path);
            case MAP -> map(schema, (ListVector) vector, row, path);
            case RECORD -> record(schema, (StructVector) vector, row, path);
            case NULL, UNION -> throw new IllegalStateException(path);
        }
    }

    private static StoaException refuse(String path, ColumnVector vector, Object value, String why) {
        return new StoaException("column '" + path + "' holds the " + vector.type() + " value " + value
                + ", which Avro can't express: " + why);
    }

    private void union(Schema schema, ColumnVector vector, int row, String path) throws IOException {
        if (vector.isNull(row)) {
            int nullIndex = Unions.nullIndex(schema);
            if (nullIndex < 0) {
                throw new StoaException("column '" + path + "' has a null where its schema allows none");
            }
            out.writeIndex(nullIndex);
            out.writeNull();
            return;
        }
        int members = Unions.members(schema).size();
        if (members == 1) {
            int index = Unions.index(schema, 0);
            out.writeIndex(index);
            write(schema.getTypes().get(index), vector, row, path);
            return;
        }
        StructVector struct = (StructVector) vector;
        int tag = ((IntVector) struct.field(0)).values()[row];
        for (int i = 0; i < members; i++) {
            if (struct.field(i + 1).isNull(row) == (i == tag)) {
                throw new StoaException("column '" + path + "' is a union in Avro, and a row of the tag " + tag
                        + (i == tag ? " has no value" : " has a value of another type too"));
            }
        }
        if (tag < 0 || tag >= members) {
            throw new StoaException(
                    "column '" + path + "' is a union of " + members + " types in Avro, and a row has the tag " + tag);
        }
        int index = Unions.index(schema, tag);
        out.writeIndex(index);
        write(schema.getTypes().get(index), struct.field(tag + 1), row, path);
    }

    /** A number, times in the units that Avro has. */
    private static long number(ColumnVector vector, int row, String path) throws StoaException {
        if (vector instanceof IntVector ints) {
            return ints.values()[row];
        }
        TypeKind kind = vector.type().kind();
        if (kind != TypeKind.TIME && kind != TypeKind.TIMESTAMP) {
            return ((LongVector) vector).values()[row];
        }
        int more = TypeExport.digits(vector.type()) - vector.type().precision();
        BigInteger units = integer(vector, row).multiply(BigInteger.TEN.pow(more));
        if (units.bitLength() > 63) {
            throw refuse(path, vector, units, "it takes more than 64 bits");
        }
        return units.longValue();
    }

    private static BigInteger integer(ColumnVector vector, int row) {
        if (vector instanceof LongVector longs) {
            long value = longs.values()[row];
            return vector.type().kind() == TypeKind.UINT64
                    ? new BigInteger(Long.toUnsignedString(value))
                    : BigInteger.valueOf(value);
        }
        if (vector instanceof Int128Vector wide) {
            return wide.get(row);
        }
        byte[] bytes = ((BytesVector) vector).get(row);
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    private void text(ColumnVector vector, int row) throws IOException {
        BytesVector bytes = (BytesVector) vector;
        if (vector.type().kind() == TypeKind.UUID) {
            ByteBuffer parts = ByteBuffer.wrap(bytes.get(row));
            out.writeString(new UUID(parts.getLong(), parts.getLong()).toString());
        } else {
            out.writeBytes(bytes.data(), bytes.start(row), bytes.length(row)); // UTF-8 is what a string is
        }
    }

    private void bytes(ColumnVector vector, int row) throws IOException {
        TypeKind kind = vector.type().kind();
        if (kind == TypeKind.DECIMAL || kind == TypeKind.UINT64) {
            out.writeBytes(integer(vector, row).toByteArray());
        } else {
            BytesVector bytes = (BytesVector) vector;
            out.writeBytes(bytes.data(), bytes.start(row), bytes.length(row));
        }
    }

    private void fixed(Schema schema, ColumnVector vector, int row, String path) throws IOException {
        int size = schema.getFixedSize();
        byte[] value;
        if (vector.type().kind() == TypeKind.DECIMAL) {
            BigInteger unscaled = integer(vector, row);
            byte[] shortest = unscaled.toByteArray();
            if (shortest.length > size) {
                throw refuse(path, vector, unscaled, "it takes more than " + size + " bytes");
            }
            value = new byte[size];
            java.util.Arrays.fill(value, 0, size - shortest.length, (byte) (unscaled.signum() < 0 ? -1 : 0));
            System.arraycopy(shortest, 0, value, size - shortest.length, shortest.length);
        } else if (vector instanceof Int128Vector wide) {
            value = duration(wide, row, path);
        } else {
            value = ((BytesVector) vector).get(row);
        }
        if (value.length != size) {
            throw refuse(path, vector, "of " + value.length + " bytes", "it must have " + size);
        }
        out.writeFixed(value);
    }

    private static byte[] duration(Int128Vector wide, int row, String path) throws StoaException {
        long high = wide.high(row);
        int months = (int) (high >> 32);
        int days = (int) high;
        long nanos = wide.low()[row];
        long millis = nanos / 1_000_000;
        if (months < 0 || days < 0 || nanos < 0 || nanos % 1_000_000 != 0 || millis >>> 32 != 0) {
            throw refuse(
                    path,
                    wide,
                    "of " + months + " months, " + days + " days and " + nanos + " nanoseconds",
                    "its parts are unsigned, of 32 bits, and it counts milliseconds");
        }
        return ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(months)
                .putInt(days)
                .putInt((int) millis)
                .array();
    }

    private void symbol(Schema schema, BytesVector vector, int row, String path) throws IOException {
        String symbol = vector.getString(row);
        if (!schema.hasEnumSymbol(symbol)) {
            throw refuse(path, vector, "'" + symbol + "'", "it is none of the enum's " + schema.getEnumSymbols());
        }
        out.writeEnum(schema.getEnumOrdinal(symbol));
    }

    private void array(Schema schema, ListVector list, int row, String path) throws IOException {
        int start = list.offsets()[row];
        int end = list.offsets()[row + 1];
        out.writeArrayStart();
        out.setItemCount(end - start);
        for (int i = start; i < end; i++) {
            out.startItem();
            write(schema.getElementType(), list.elements(), i, path);
        }
        out.writeArrayEnd();
    }

    private void map(Schema schema, ListVector map, int row, String path) throws IOException {
        int start = map.offsets()[row];
        int end = map.offsets()[row + 1];
        StructVector entries = (StructVector) map.elements();
        out.writeMapStart();
        out.setItemCount(end - start);
        for (int i = start; i < end; i++) {
            out.startItem();
            text(entries.field(0), i);
            write(schema.getValueType(), entries.field(1), i, path + ".value");
        }
        out.writeMapEnd();
    }

    private void record(Schema schema, StructVector struct, int row, String path) throws IOException {
        for (int i = 0; i < schema.getFields().size(); i++) {
            Schema field = schema.getFields().get(i).schema();
            String name = struct.type().fields().get(i).name();
            write(field, struct.field(i), row, path + "." + name);
        }
    }
}

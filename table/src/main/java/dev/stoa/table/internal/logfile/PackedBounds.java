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

import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.StoaException;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.ColumnBounds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The bounds of all fields in one cell of an entry (format-spec, section 14). An entry of few files is short that way: columns for
 * each field take more bytes than their one row.
 */
public final class PackedBounds {
    /** An entry with more rows that have bounds has columns for them. */
    public static final int MOST_ROWS = 16;

    private static final int UTC = 1;
    private static final int HAS_LENGTH = 2;

    /** The type of bounds without an order: only counts. */
    private static final Type UNORDERED = Type.struct(java.util.List.of());

    private PackedBounds() {}

    /** The cell of a row. */
    public static byte[] bytes(Map<Integer, ColumnBounds> bounds) {
        ByteSink out = new ByteSink();
        new TreeMap<>(bounds).forEach((id, known) -> {
            Type type = MinMax.isOrdered(known.type()) ? known.type() : UNORDERED;
            out.varint(id);
            out.u8(type.kind().code());
            out.u8((type.utc() ? UTC : 0) | (known.length().isPresent() ? HAS_LENGTH : 0));
            out.varint(type.precision());
            out.varint(type.scale());
            out.varint(known.rows());
            known.length().ifPresent(out::varint);
            byte[] zone = zone(known).toBytes(type);
            out.varint(zone.length);
            out.bytes(zone);
        });
        return out.toByteArray();
    }

    private static MinMax zone(ColumnBounds known) {
        Optional<ColumnVector> min = known.min().filter(LogBounds::isTold);
        Optional<ColumnVector> max = known.max().filter(LogBounds::isTold);
        int flags = min.map(v -> MinMax.HAS_MIN | (known.minExact() ? MinMax.MIN_EXACT : 0))
                        .orElse(0)
                | max.map(v -> MinMax.HAS_MAX | (known.maxExact() ? MinMax.MAX_EXACT : 0))
                        .orElse(0);
        ColumnVector none = MinMax.isOrdered(known.type())
                ? Cells.vector(known.type(), Arrays.asList((Object) null))
                : new dev.stoa.format.NullVector(1);
        return new MinMax(
                new byte[] {(byte) flags},
                new long[] {known.nullCount()},
                MinMax.hasNaN(known.type()) ? new long[] {known.nanCount()} : new long[0],
                min.orElse(none),
                max.orElse(none),
                0);
    }

    /**
     * Reads a cell.
     *
     * @param where the row for messages
     * @return the bounds by field
     * @throws CorruptFileException if it breaks a rule
     */
    public static Map<Integer, ColumnBounds> read(byte[] cell, String where) throws StoaException {
        ByteBuffer in = ByteBuffer.wrap(cell).order(ByteOrder.LITTLE_ENDIAN);
        Map<Integer, ColumnBounds> bounds = new LinkedHashMap<>();
        int last = 0;
        try {
            while (in.hasRemaining()) {
                int id = Math.toIntExact(Wire.varint(in));
                check(id > last, where, "the fields of its bounds do not ascend");
                last = id;
                bounds.put(id, field(in, where));
            }
            return bounds;
        } catch (CorruptFileException | IllegalArgumentException | ArithmeticException e) {
            throw new CorruptFileException(where + ": its bounds are damaged: " + e.getMessage(), e);
        }
    }

    private static ColumnBounds field(ByteBuffer in, String where) throws StoaException {
        TypeKind kind = TypeKind.ofCode(Wire.u8(in));
        int flags = Wire.u8(in);
        check((flags & ~(UTC | HAS_LENGTH)) == 0, where, "its bounds have unknown flags");
        int precision = Math.toIntExact(Wire.varint(in));
        int scale = Math.toIntExact(Wire.varint(in));
        Type type = kind == TypeKind.STRUCT
                ? UNORDERED
                : new Type(kind, precision, scale, (flags & UTC) != 0, java.util.List.of(), java.util.List.of());
        check(kind == TypeKind.STRUCT || MinMax.isOrdered(type), where, "its bounds are of the type " + type);
        long rows = Wire.varint(in);
        OptionalLong length = (flags & HAS_LENGTH) != 0 ? OptionalLong.of(Wire.varint(in)) : OptionalLong.empty();
        int bytes = Math.toIntExact(Wire.varint(in));
        check(bytes >= 0 && bytes <= in.remaining(), where, "its bounds are cut short");
        MinMax zone = MinMax.read(in.slice(in.position(), bytes), type, 1, where);
        in.position(in.position() + bytes);
        return ColumnBounds.ofZone(type, zone, 0, rows).withLength(length);
    }

    private static void check(boolean ok, String where, String problem) throws CorruptFileException {
        if (!ok) {
            throw new CorruptFileException(where + ": " + problem);
        }
    }
}

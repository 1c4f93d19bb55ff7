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
package dev.stoa.format.internal.meta;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.StoaException;
import dev.stoa.format.TypeKind;
import dev.stoa.format.UnsupportedFileException;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.encoding.wire.Wire;
import java.nio.ByteBuffer;

/**
 * A node of the schema tree and where its column is (format-spec, section 3.2).
 *
 * @param kind type
 * @param flags {@link #NULLABLE}, {@link #HAS_FIELD_ID}, {@link #UTC}
 * @param precision precision or length of the type
 * @param scale scale of the type
 * @param parent parent node, or {@link Layout#NONE}
 * @param end one past the last descendant
 * @param rowSet row set of its rows
 * @param childRowSet list, map: row set of the elements, else {@link Layout#NONE}
 * @param fieldId field id, or 0
 * @param transform change of the stored bytes of its column
 * @param name UTF-8, not checked
 * @param rest the texts of the type, then the optional entries
 * @param index place of the column index
 * @param minMax place of the MinMax entry
 * @param storedBytes bytes of granules, pages and dictionaries
 * @param nullCount number of null rows
 */
public record NodeRecord(
        TypeKind kind,
        int flags,
        int precision,
        int scale,
        int parent,
        int end,
        int rowSet,
        int childRowSet,
        int fieldId,
        Transform transform,
        ByteBuffer name,
        ByteBuffer rest,
        Place index,
        Place minMax,
        long storedBytes,
        long nullCount) {
    /** Flag: rows may be null. */
    public static final int NULLABLE = 1;

    /** Flag: has a field id. */
    public static final int HAS_FIELD_ID = 2;

    /** Flag: instants in UTC. */
    public static final int UTC = 4;

    /** Flag: has a parent. */
    private static final int HAS_PARENT = 8;

    /** Flag: has descendants. */
    private static final int HAS_DESCENDANTS = 16;

    /** Flag: has a transform. */
    private static final int HAS_TRANSFORM = 32;

    private static final int ALL_FLAGS = NULLABLE | HAS_FIELD_ID | UTC | HAS_PARENT | HAS_DESCENDANTS | HAS_TRANSFORM;

    /**
     * The place of a part of a column.
     *
     * @param offset its start; of an absent part, the end of the part before
     * @param length its bytes; 0 if it is absent
     * @param crc its CRC; 0 if it is absent
     */
    public record Place(long offset, int length, int crc) {}

    /** Whether a flag is set. */
    public boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Whether it is a list or a map. */
    public boolean isList() {
        return kind == TypeKind.LIST || kind == TypeKind.MAP;
    }

    /** A view of the name. */
    @Override
    public ByteBuffer name() {
        return name.duplicate();
    }

    /** A view of the rest. */
    @Override
    public ByteBuffer rest() {
        return rest.duplicate();
    }

    /** Writes everything except the lengths and CRCs of index and MinMax. */
    void write(int node, ByteSink out) {
        out.u8(kind.code());
        boolean isTransformed = !transform.equals(Transform.NONE);
        out.u8(flags
                | (parent == Layout.NONE ? 0 : HAS_PARENT)
                | (end == node + 1 ? 0 : HAS_DESCENDANTS)
                | (isTransformed ? HAS_TRANSFORM : 0));
        out.varint(storedBytes);
        out.varint(nullCount);
        if (is(HAS_FIELD_ID)) {
            out.zigzag(fieldId);
        }
        if (parent != Layout.NONE) {
            out.varint(node - parent);
            out.varint(rowSet);
        }
        if (end > node + 1) {
            out.varint(end - node - 1);
        }
        if (isTransformed) {
            transform.write(out);
        }
        out.varint(name.remaining());
        put(name, out);
        switch (kind) {
            case DECIMAL -> {
                out.varint(precision);
                out.varint(scale);
            }
            case TIME, TIMESTAMP, INTERVAL_DAY_TIME, CHAR, VARCHAR, FIXED -> out.varint(precision);
            case LIST, MAP -> out.varint(childRowSet);
            default -> {
                // the type says it all
            }
        }
        put(rest, out);
    }

    private static void put(ByteBuffer bytes, ByteSink out) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        out.bytes(copy);
    }

    /**
     * Reads and checks a node, as far as it can be checked alone.
     *
     * @param in the bytes of {@link #write}, from position to limit
     * @param where the node for messages
     */
    static NodeRecord read(ByteBuffer in, int node, Place index, Place minMax, Tail tail, String where)
            throws StoaException {
        int code = Wire.u8(in);
        int flags = Wire.u8(in);
        Records.check((flags & ~ALL_FLAGS) == 0, where, "flags", flags);
        long storedBytes = Wire.varint(in, tail.footerOffset(), "stored bytes");
        long nullCount = Wire.varint(in, Layout.MAX_ROWS, "null count");
        int fieldId = (flags & HAS_FIELD_ID) != 0 ? Wire.zigzag32(in, "field id") : 0;
        int parent = Layout.NONE;
        int rowSet = 0;
        if ((flags & HAS_PARENT) != 0) {
            int distance = Wire.count(in, node, "distance of the parent");
            Records.check(distance > 0, where, "distance of the parent", distance);
            parent = node - distance;
            rowSet = Wire.count(in, tail.rowSetCount() - 1, "row set");
        }
        int end = node + 1;
        if ((flags & HAS_DESCENDANTS) != 0) {
            int descendants = Wire.count(in, tail.nodeCount() - node - 1, "number of descendants");
            Records.check(descendants > 0, where, "number of descendants", descendants);
            end += descendants;
        }
        Transform transform = (flags & HAS_TRANSFORM) != 0 ? Transform.read(in, where) : Transform.NONE;
        int nameLength = Wire.count(in, Field.MAX_NAME_BYTES, "length of the name");
        ByteBuffer name = take(in, nameLength, where);
        TypeKind kind = kind(code, where);
        Records.check(kind.isNested() || end == node + 1, where, "number of descendants", end - node - 1);
        int precision = 0;
        int scale = 0;
        int childRowSet = Layout.NONE;
        switch (kind) {
            case DECIMAL -> {
                precision = Wire.count(in, Integer.MAX_VALUE, "precision");
                scale = Wire.count(in, Integer.MAX_VALUE, "scale");
            }
            case TIME, TIMESTAMP, INTERVAL_DAY_TIME, CHAR, VARCHAR, FIXED ->
                precision = Wire.count(in, Integer.MAX_VALUE, "precision or length");
            case LIST, MAP -> {
                childRowSet = Wire.count(in, tail.rowSetCount() - 1, "row set of the elements");
                Records.check(childRowSet > rowSet, where, "row set of the elements", childRowSet);
            }
            default -> {
                // the type says it all
            }
        }
        Records.check(
                in.remaining() <= Layout.MAX_PARAMETER_BYTES,
                where,
                "length of parameters and entries",
                in.remaining());
        return new NodeRecord(
                kind,
                flags & (NULLABLE | HAS_FIELD_ID | UTC),
                precision,
                scale,
                parent,
                end,
                rowSet,
                childRowSet,
                fieldId,
                transform,
                name,
                in.slice(),
                index,
                minMax,
                storedBytes,
                nullCount);
    }

    private static TypeKind kind(int code, String where) throws UnsupportedFileException {
        try {
            return TypeKind.ofCode(code);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedFileException(where + " has the type code " + code
                    + ", which this reader does not know: use a newer release of Stoa");
        }
    }

    private static ByteBuffer take(ByteBuffer in, int length, String where) throws CorruptFileException {
        Records.check(length <= in.remaining(), where, "length of the name", length);
        ByteBuffer taken = in.slice().limit(length).slice();
        in.position(in.position() + length);
        return taken;
    }
}

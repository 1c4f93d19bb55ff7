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

import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.ByteSink;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.NodeRecord;
import dev.stoa.format.internal.meta.Transform;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/** The numbers of a node (format-spec, section 3.2), each of which may become a lie. */
final class MutableNode {
    /** A number of a node. */
    enum Part {
        LENGTH,
        TYPE,
        FLAGS,
        STORED_BYTES,
        NULL_COUNT,
        FIELD_ID,
        PARENT,
        ROW_SET,
        END,
        NAME_LENGTH,
        PRECISION,
        SCALE,
        CHILD_ROW_SET,
        INDEX_OFFSET,
        INDEX_LENGTH,
        MINMAX_OFFSET,
        MINMAX_LENGTH
    }

    private static final int HAS_PARENT = 8;
    private static final int HAS_DESCENDANTS = 16;
    private static final int HAS_TRANSFORM = 32;

    private final int node;
    private final TypeKind kind;
    private final Map<Part, Long> sound = new EnumMap<>(Part.class);
    private final Map<Part, Long> lies = new EnumMap<>(Part.class);
    private final byte[] name;
    private byte[] rest;
    private final Transform written;
    private long transform;
    private long key;

    MutableNode(int node, NodeRecord record) {
        this.node = node;
        kind = record.kind();
        sound.put(Part.TYPE, (long) record.kind().code());
        sound.put(
                Part.FLAGS,
                (long) record.flags()
                        | (record.parent() == Layout.NONE ? 0 : HAS_PARENT)
                        | (record.end() == node + 1 ? 0 : HAS_DESCENDANTS));
        sound.put(Part.STORED_BYTES, record.storedBytes());
        sound.put(Part.NULL_COUNT, record.nullCount());
        sound.put(Part.FIELD_ID, (long) record.fieldId());
        sound.put(Part.PARENT, (long) record.parent());
        sound.put(Part.ROW_SET, (long) record.rowSet());
        sound.put(Part.END, (long) record.end());
        sound.put(Part.PRECISION, (long) record.precision());
        sound.put(Part.SCALE, (long) record.scale());
        sound.put(Part.CHILD_ROW_SET, (long) record.childRowSet());
        name = bytes(record.name());
        rest = bytes(record.rest());
        written = record.transform();
        sound.put(Part.NAME_LENGTH, (long) name.length);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    long get(Part part) {
        return sound.get(part);
    }

    /** What the sound file says was done with the bytes of the column; the node is written without it. */
    Transform transform() {
        return written;
    }

    boolean isList() {
        return kind == TypeKind.LIST || kind == TypeKind.MAP;
    }

    /** Whether the bytes of the node have the number. */
    boolean has(Part part) {
        return switch (part) {
            case PARENT, ROW_SET -> (value(Part.FLAGS) & HAS_PARENT) != 0;
            case END -> (value(Part.FLAGS) & HAS_DESCENDANTS) != 0;
            case FIELD_ID -> (value(Part.FLAGS) & NodeRecord.HAS_FIELD_ID) != 0;
            case CHILD_ROW_SET -> isList();
            case SCALE -> kind == TypeKind.DECIMAL;
            case PRECISION ->
                switch (kind) {
                    case DECIMAL, TIME, TIMESTAMP, INTERVAL_DAY_TIME, CHAR, VARCHAR, FIXED -> true;
                    default -> false;
                };
            default -> true;
        };
    }

    /** Makes a number another one. */
    void lie(Part part, long value) {
        lies.put(part, value);
    }

    /** The bytes behind the name. */
    void append(byte[] more) {
        byte[] longer = java.util.Arrays.copyOf(rest, rest.length + more.length);
        System.arraycopy(more, 0, longer, rest.length, more.length);
        rest = longer;
    }

    /** Says that the bytes of the column have a transform. */
    void transform(long kind, long withKey) {
        lie(Part.FLAGS, value(Part.FLAGS) | HAS_TRANSFORM);
        transform = kind;
        key = withKey;
    }

    /** The name, to be changed. */
    byte[] name() {
        return name;
    }

    private long value(Part part) {
        return lies.getOrDefault(part, sound.getOrDefault(part, 0L));
    }

    /** The lie about a number, or what it is. */
    long told(Part part, long otherwise) {
        return lies.getOrDefault(part, otherwise);
    }

    /** Writes the node behind the lengths of its index and MinMax. */
    void write(ByteSink out) {
        out.u8((int) value(Part.TYPE));
        out.u8((int) value(Part.FLAGS));
        out.varint(value(Part.STORED_BYTES));
        out.varint(value(Part.NULL_COUNT));
        if (has(Part.FIELD_ID)) {
            out.zigzag(value(Part.FIELD_ID));
        }
        if (has(Part.PARENT)) {
            out.varint(node - value(Part.PARENT));
            out.varint(value(Part.ROW_SET));
        }
        if (has(Part.END)) {
            out.varint(value(Part.END) - node - 1);
        }
        if ((value(Part.FLAGS) & HAS_TRANSFORM) != 0) {
            out.varint(transform);
            out.varint(key);
        }
        out.varint(value(Part.NAME_LENGTH));
        out.bytes(name);
        for (Part part : new Part[] {Part.PRECISION, Part.SCALE, Part.CHILD_ROW_SET}) {
            if (has(part)) {
                out.varint(value(part));
            }
        }
        out.bytes(rest);
    }
}

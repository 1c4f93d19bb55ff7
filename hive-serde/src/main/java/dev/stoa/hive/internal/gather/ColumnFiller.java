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
package dev.stoa.hive.internal.gather;

import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.UnionObjectInspector;

/** Gathers values of one column, as Hive's object inspectors show them, for a vector of the file's type. */
public abstract class ColumnFiller {
    private static final int FIRST_ROWS = 64;

    private final Type type;
    private boolean[] nulls = new boolean[0];
    private boolean hasNulls;
    private int rows;

    ColumnFiller(Type type) {
        this.type = type;
    }

    /**
     * What gathers values that an inspector shows.
     *
     * @param type in which they are written
     * @throws IllegalArgumentException if the inspector's type has no such form
     */
    public static ColumnFiller of(Type type, ObjectInspector inspector) {
        return switch (inspector.getCategory()) {
            case PRIMITIVE -> PrimitiveFillers.of(type, (PrimitiveObjectInspector) inspector);
            case LIST -> {
                ListObjectInspector list = (ListObjectInspector) inspector;
                yield new NestedFillers.Lists(
                        type, list, of(type.fields().get(0).type(), list.getListElementObjectInspector()));
            }
            case MAP -> {
                MapObjectInspector map = (MapObjectInspector) inspector;
                yield new NestedFillers.Maps(
                        type,
                        map,
                        of(type.fields().get(0).type(), map.getMapKeyObjectInspector()),
                        of(type.fields().get(1).type(), map.getMapValueObjectInspector()));
            }
            case STRUCT -> {
                StructObjectInspector struct = (StructObjectInspector) inspector;
                List<ColumnFiller> fields = new ArrayList<>();
                List<? extends StructField> refs = struct.getAllStructFieldRefs();
                for (int i = 0; i < type.fields().size(); i++) {
                    fields.add(of(type.fields().get(i).type(), refs.get(i).getFieldObjectInspector()));
                }
                yield new NestedFillers.Structs(type, struct, fields);
            }
            case UNION -> {
                UnionObjectInspector union = (UnionObjectInspector) inspector;
                List<ColumnFiller> members = new ArrayList<>();
                for (int i = 1; i < type.fields().size(); i++) {
                    members.add(of(
                            type.fields().get(i).type(),
                            union.getObjectInspectors().get(i - 1)));
                }
                yield new NestedFillers.Unions(type, union, members);
            }
            default -> throw new IllegalArgumentException("STOA has no type for Hive's " + inspector.getTypeName());
        };
    }

    /** Appends a value, or null. */
    public final void add(Object value) {
        if (rows == nulls.length) {
            int capacity = Math.max(FIRST_ROWS, rows * 2);
            nulls = Arrays.copyOf(nulls, capacity);
            ensure(capacity);
        }
        boolean isNull = value == null || !put(rows, value);
        if (isNull) {
            putNull(rows);
        }
        nulls[rows++] = isNull;
        hasNulls |= isNull;
    }

    final Type type() {
        return type;
    }

    final int rows() {
        return rows;
    }

    /** The null mask of what was gathered. */
    final boolean[] nulls() {
        return hasNulls ? nulls : ColumnVector.NO_NULLS;
    }

    /** What was gathered; valid until {@link #clear}. */
    public abstract ColumnVector vector();

    /** Forgets what was gathered. */
    public void clear() {
        rows = 0;
        hasNulls = false;
    }

    /** About how many bytes were gathered. */
    public abstract long bytes();

    /** Makes room for so many rows. */
    abstract void ensure(int capacity);

    /** Puts a value that is there; false if it turns out to be null. */
    abstract boolean put(int row, Object value);

    /** Puts what stands where a row is null. */
    abstract void putNull(int row);
}

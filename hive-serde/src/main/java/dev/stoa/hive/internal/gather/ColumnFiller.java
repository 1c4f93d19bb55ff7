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
import dev.stoa.format.build.ListBuilder;
import dev.stoa.format.build.StructBuilder;
import dev.stoa.format.build.VectorBuilder;
import dev.stoa.format.build.VectorBuilders;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.UnionObjectInspector;

/** Converts the values of a column from Hive's form, and gathers them for a vector of the table's type. */
public final class ColumnFiller {
    private final VectorBuilder to;
    private final Conversion conversion;

    private ColumnFiller(VectorBuilder to, Conversion conversion) {
        this.to = to;
        this.conversion = conversion;
    }

    /** Appends a value to a builder. */
    interface Conversion {
        /** Appends a value that is not null; or returns false, and appends nothing, if Hive has null in its place. */
        boolean add(Object value);
    }

    /**
     * Gathers values that an inspector shows.
     *
     * @param type of the written values
     * @throws IllegalArgumentException if the inspector's type has no such form
     */
    public static ColumnFiller of(Type type, ObjectInspector inspector) {
        return of(VectorBuilders.of(type), inspector);
    }

    /** Gathers nulls only: whatever it is given, the column has none of it. */
    public static ColumnFiller ofNulls(Type type) {
        return new ColumnFiller(VectorBuilders.of(type), value -> false);
    }

    static ColumnFiller of(VectorBuilder to, ObjectInspector inspector) {
        return new ColumnFiller(
                to,
                switch (inspector.getCategory()) {
                    case PRIMITIVE -> PrimitiveConversions.of(to, (PrimitiveObjectInspector) inspector);
                    case LIST -> new NestedConversions.OfList((ListBuilder) to, (ListObjectInspector) inspector);
                    case MAP -> new NestedConversions.OfMap((ListBuilder) to, (MapObjectInspector) inspector);
                    case STRUCT ->
                        new NestedConversions.OfStruct((StructBuilder) to, (StructObjectInspector) inspector);
                    case UNION -> new NestedConversions.OfUnion((StructBuilder) to, (UnionObjectInspector) inspector);
                    default ->
                        throw new IllegalArgumentException("STOA has no type for Hive's " + inspector.getTypeName());
                });
    }

    /** Appends a value, or null. */
    public void add(Object value) {
        if (value == null || !conversion.add(value)) {
            to.addNull();
        }
    }

    /** The values; valid until the next change. */
    public ColumnVector vector() {
        return to.vector();
    }

    /** Forgets the values. */
    public void clear() {
        to.clear();
    }

    /** About how many bytes the values take. */
    public long bytes() {
        return to.bytes();
    }
}

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
package dev.stoa.hive.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.format.Type;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector.PrimitiveCategory;
import org.apache.hadoop.hive.serde2.typeinfo.BaseCharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;

/**
 * Which types of Hive hold numbers and texts of a table with a log. Hive's metastore does not know that another program has widened
 * a column, and Hive's conversion to the narrower type gives other numbers and shorter texts.
 */
public final class HeldTypes {
    private static final List<PrimitiveCategory> INTEGERS =
            List.of(PrimitiveCategory.BYTE, PrimitiveCategory.SHORT, PrimitiveCategory.INT, PrimitiveCategory.LONG);
    /** The digits of the largest of {@link #INTEGERS}. */
    private static final int[] DIGITS = {3, 5, 10, 19};

    private HeldTypes() {}

    /**
     * Fails if Hive's type of a column would cut values.
     *
     * @throws IllegalArgumentException if so; the message says how Hive learns of the type
     */
    public static void check(Field field, TypeInfo type, Naming naming) {
        if (!holds(type, field.type(), naming)) {
            throw new IllegalArgumentException("column '" + field.name() + "' is " + field.type()
                    + ", and Hive, for which it is " + type + ", would change its values: declare a type that holds"
                    + " them. If another program has widened the column, say 'alter table ... change " + field.name()
                    + " " + field.name() + "' with that type");
        }
    }

    private static boolean holds(TypeInfo to, Type from, Naming naming) {
        return switch (to.getCategory()) {
            case PRIMITIVE -> from.kind().isNested() || holds((PrimitiveTypeInfo) to, HiveTypes.natural(from));
            case LIST -> holds(((ListTypeInfo) to).getListElementTypeInfo(), from, 0, naming);
            case MAP ->
                holds(((MapTypeInfo) to).getMapKeyTypeInfo(), from, 0, naming)
                        && holds(((MapTypeInfo) to).getMapValueTypeInfo(), from, 1, naming);
            case STRUCT -> {
                StructTypeInfo struct = (StructTypeInfo) to;
                boolean all = true;
                for (int i = 0; i < struct.getAllStructFieldNames().size(); i++) {
                    OptionalInt at = naming.field(
                            from.fields(), i, struct.getAllStructFieldNames().get(i));
                    all &= at.isEmpty()
                            || holds(struct.getAllStructFieldTypeInfos().get(i), from, at.getAsInt(), naming);
                }
                yield all;
            }
            default -> true; // unions have types of their own
        };
    }

    private static boolean holds(TypeInfo to, Type nested, int field, Naming naming) {
        return field >= nested.fields().size()
                || holds(to, nested.fields().get(field).type(), naming);
    }

    private static boolean holds(PrimitiveTypeInfo to, PrimitiveTypeInfo from) {
        PrimitiveCategory category = to.getPrimitiveCategory();
        int integer = INTEGERS.indexOf(from.getPrimitiveCategory());
        if (integer >= 0) {
            return holdsDigits(to, DIGITS[integer], 0)
                    && (!INTEGERS.contains(category) || INTEGERS.indexOf(category) >= integer);
        }
        if (from instanceof DecimalTypeInfo decimal) {
            return !INTEGERS.contains(category)
                    && holdsDigits(to, decimal.precision() - decimal.scale(), decimal.scale());
        } else if (from instanceof BaseCharTypeInfo text) {
            return !(to instanceof BaseCharTypeInfo shorter) || shorter.getLength() >= text.getLength();
        }
        return switch (from.getPrimitiveCategory()) {
            case FLOAT, DOUBLE ->
                !INTEGERS.contains(category)
                        && category != PrimitiveCategory.DECIMAL
                        && (category != PrimitiveCategory.FLOAT || category == from.getPrimitiveCategory());
            case STRING -> !(to instanceof BaseCharTypeInfo);
            default -> true;
        };
    }

    private static boolean holdsDigits(PrimitiveTypeInfo to, int whole, int fraction) {
        return !(to instanceof DecimalTypeInfo decimal)
                || (decimal.precision() - decimal.scale() >= whole && decimal.scale() >= fraction);
    }
}

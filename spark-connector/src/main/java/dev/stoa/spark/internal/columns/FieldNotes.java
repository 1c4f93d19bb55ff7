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
package dev.stoa.spark.internal.columns;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.RequiredColumns;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.YearMonthIntervalType;

/**
 * Facts that Spark knows about columns and their fields, and that the stored types lack: comments, defaults, the collation of a
 * text, the units of an interval, such as {@code interval day}. Each is a property of the table, by the field's id.
 *
 * @param properties those of the table, where they are among others
 */
public record FieldNotes(Map<String, String> properties) {
    private static final String COMMENT = TableProperties.COMMENT + ".";
    private static final String TYPE = "spark.type.";
    private static final String COLLATED = "string collate ";
    private static final String DEFAULT = "spark.default.";

    /**
     * The columns of a table as Spark knows them.
     *
     * @throws IllegalArgumentException if Spark has no type for one
     */
    public static StructType schema(Snapshot snapshot) {
        StructField[] fields = new FieldNotes(snapshot.properties().other())
                .shown(SparkTypes.schema(snapshot.schema()), snapshot.schema().fields())
                .fields();
        RequiredColumns required = RequiredColumns.of(snapshot);
        for (int i = 0; i < fields.length; i++) {
            StructField field = fields[i];
            if (required.has(snapshot.schema().fields().get(i))) {
                fields[i] = new StructField(field.name(), field.dataType(), false, field.metadata());
            }
        }
        return new StructType(fields);
    }

    /** Whether a property is one of these. */
    public static boolean isOne(String property) {
        return property.matches("(comment|spark\\.type|spark\\.default)\\.\\d+");
    }

    private void put(String prefix, Field field, String value) {
        String key = prefix + field.fieldId().orElseThrow();
        if (value == null) {
            properties.remove(key);
        } else {
            properties.put(key, value);
        }
    }

    /** Takes over a comment; null if none exists any more. */
    public void comment(Field field, String comment) {
        put(COMMENT, field, comment);
    }

    /** Takes over what is inserted where a statement gives nothing, as an expression of Spark's SQL; null if nothing is. */
    public void byDefault(Field field, String expression) {
        put(DEFAULT, field, expression);
    }

    /** Takes over the facts of a type of Spark's that the stored one lacks, and those within it. */
    public void type(Field field, DataType shown) {
        boolean isPart = shown instanceof DayTimeIntervalType && !shown.equals(DataTypes.createDayTimeIntervalType())
                || shown instanceof YearMonthIntervalType && !shown.equals(DataTypes.createYearMonthIntervalType())
                || shown instanceof StringType text && !text.isUTF8BinaryCollation();
        put(TYPE, field, isPart ? shown.typeName() : null);
        List<Field> within = field.type().fields();
        if (shown instanceof StructType struct) {
            fields(struct, within);
        } else if (shown instanceof ArrayType list) {
            type(within.get(0), list.elementType());
        } else if (shown instanceof MapType map) {
            type(within.get(0), map.keyType());
            type(within.get(1), map.valueType());
        }
    }

    /** Takes over the facts about columns. */
    public void fields(StructType shown, List<Field> stored) {
        for (int i = 0; i < stored.size(); i++) {
            StructField field = shown.fields()[i];
            comment(stored.get(i), field.getComment().getOrElse(() -> null));
            byDefault(stored.get(i), field.getCurrentDefaultValue().getOrElse(() -> null));
            type(stored.get(i), field.dataType());
        }
    }

    /** Returns columns with these facts. */
    private StructType shown(StructType columns, List<Field> stored) {
        StructField[] fields = columns.fields().clone();
        for (int i = 0; i < fields.length; i++) {
            StructField field = fields[i];
            StructField shown = new StructField(
                    field.name(), shown(field.dataType(), stored.get(i)), field.nullable(), field.metadata());
            String comment = properties.get(COMMENT + id(stored.get(i)));
            shown = comment == null ? shown : shown.withComment(comment);
            String byDefault = properties.get(DEFAULT + id(stored.get(i)));
            fields[i] = byDefault == null ? shown : shown.withCurrentDefaultValue(byDefault);
        }
        return new StructType(fields);
    }

    private static int id(Field field) {
        return field.fieldId().orElse(0);
    }

    private DataType shown(DataType type, Field stored) {
        List<Field> within = stored.type().fields();
        if (type instanceof StructType struct) {
            return shown(struct, within);
        } else if (type instanceof ArrayType list) {
            return new ArrayType(shown(list.elementType(), within.get(0)), list.containsNull());
        } else if (type instanceof MapType map) {
            return new MapType(
                    shown(map.keyType(), within.get(0)),
                    shown(map.valueType(), within.get(1)),
                    map.valueContainsNull());
        }
        String part = properties.get(TYPE + id(stored));
        if (part != null && part.startsWith(COLLATED) && type instanceof StringType) {
            return StringType.apply(part.substring(COLLATED.length()));
        }
        return part == null || !isInterval(type) ? type : interval(part, type);
    }

    /**
     * Returns the columns of a table, with collated texts as char. In both, values with different bytes may be equal. So
     * Spark can't use facts that depend on bytes.
     */
    public static Schema comparable(Snapshot snapshot) {
        FieldNotes notes = new FieldNotes(snapshot.properties().other());
        return notes.hasCollations()
                ? new Schema(snapshot.schema().fields().stream()
                        .map(notes::comparable)
                        .toList())
                : snapshot.schema();
    }

    /** Whether a text may have a collation. Scans ask for each statement, and most tables have none. */
    private boolean hasCollations() {
        return properties.values().stream().anyMatch(value -> value.startsWith(COLLATED));
    }

    private Field comparable(Field field) {
        Type type = field.type();
        boolean isCollated = properties.getOrDefault(TYPE + id(field), "").startsWith(COLLATED);
        if (isCollated && type.kind() == TypeKind.STRING) {
            type = Type.sized(TypeKind.CHAR, 1);
        } else if (type.kind() == TypeKind.STRUCT) {
            type = Type.struct(type.fields().stream().map(this::comparable).toList());
        }
        return new Field(field.name(), type, field.nullable(), field.fieldId());
    }

    /**
     * Checks that no column with a collation divides, sorts, finds or checks rows, which goes by bytes.
     *
     * @throws IllegalArgumentException if one is
     */
    public static void checkDeclared(Schema schema, TableProperties declared) {
        FieldNotes notes = new FieldNotes(declared.other());
        for (Field field : schema.fields()) {
            int id = id(field);
            boolean isDeclared = declared.sortedBy().stream().anyMatch(sorted -> sorted.fieldId() == id)
                    || declared.key().contains(id)
                    || declared.partitionedBy().stream().anyMatch(column -> column.fieldId() == id);
            if (isDeclared && !notes.comparable(field).type().equals(field.type())) {
                throw new IllegalArgumentException("column '" + field.name()
                        + "' has a collation: rows are divided, sorted and found by texts without one, by their bytes");
            }
        }
        List<Field> without = notes.withoutCollations(schema.fields());
        declared.checks().forEach((name, condition) -> {
            if (fits(name, condition, schema) && !fits(name, condition, new Schema(without))) {
                throw new IllegalArgumentException("the constraint '" + name + "' (" + condition
                        + ") compares a text that has a collation: commits compare bytes, and Spark would find other rows;"
                        + " use a column without a collation");
            }
        });
    }

    private static boolean fits(String name, String condition, Schema schema) {
        try {
            TableProperties.NONE.withCheck(name, condition).checkNew(schema);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The fields that are no texts with a collation. */
    private List<Field> withoutCollations(List<Field> fields) {
        List<Field> without = new ArrayList<>();
        for (Field field : fields) {
            List<Field> within = withoutCollations(field.type().fields());
            if (field.type().kind() == TypeKind.STRUCT && !within.isEmpty()) {
                without.add(new Field(field.name(), Type.struct(within), field.nullable(), field.fieldId()));
            } else if (field.type().kind() != TypeKind.STRUCT
                    && comparable(field).type().equals(field.type())) {
                without.add(field);
            }
        }
        return without;
    }

    private static boolean isInterval(DataType type) {
        return type instanceof DayTimeIntervalType || type instanceof YearMonthIntervalType;
    }

    /** As the words say; as it is stored if they are not Spark's. */
    private static DataType interval(String words, DataType stored) {
        for (byte first = 0; first < 4; first++) {
            for (byte last = first; last < 4; last++) {
                DataType part = stored instanceof DayTimeIntervalType
                        ? DayTimeIntervalType.apply(first, last)
                        : YearMonthIntervalType.apply((byte) Math.min(first, 1), (byte) Math.min(last, 1));
                if (part.typeName().equals(words)) {
                    return part;
                }
            }
        }
        return stored;
    }
}

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
package dev.stoa.table.internal.log;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.internal.logfile.LogColumn;
import dev.stoa.table.internal.logfile.LogRecord;
import dev.stoa.table.internal.schema.TableSchema;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A schema as rows of the log: one per field, in pre-order, with the id of the field above. */
final class SchemaRows {
    private final List<FieldRow> rows;
    private final String file;
    private final Map<Integer, String> origins = new HashMap<>();
    private int next;

    private SchemaRows(List<FieldRow> rows, String file) {
        this.rows = rows;
        this.file = file;
    }

    /**
     * A row of a field. The rows of the fields within it follow.
     *
     * @param number of the row in the file
     * @param id of the field
     * @param parent id of the field above, or 0
     * @param name of the field
     * @param origin the name in files without field ids, if the row has one
     * @param nullable whether values may be null
     * @param type of the field, without the fields within it
     */
    record FieldRow(
            long number, int id, int parent, String name, Optional<String> origin, boolean nullable, TypeRow type) {
        /** Reads a row of the log. */
        static FieldRow read(LogRecord row) throws CorruptFileException {
            return new FieldRow(
                    row.number(),
                    row.integer(LogColumn.FIELD, 1),
                    row.has(LogColumn.PARENT) ? row.integer(LogColumn.PARENT, 1) : 0,
                    row.text(LogColumn.NAME),
                    row.optionalText(LogColumn.VALUE),
                    row.isTrue(LogColumn.NULLABLE),
                    TypeRow.read(row));
        }
    }

    /** The type in a row of a field. */
    record TypeRow(TypeKind kind, int precision, int scale, boolean utc, List<String> parameters) {
        private static TypeRow read(LogRecord row) throws CorruptFileException {
            return new TypeRow(
                    kind(row),
                    row.integer(LogColumn.PRECISION, 0),
                    row.integer(LogColumn.SCALE, 0),
                    row.isTrue(LogColumn.UTC),
                    row.texts(LogColumn.PARAMETERS));
        }

        private static TypeKind kind(LogRecord row) throws CorruptFileException {
            String text = row.text(LogColumn.TYPE);
            try {
                return TypeKind.valueOf(text.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new CorruptFileException(
                        row.file() + ": row " + row.number() + ": unknown type '" + text + "'", e);
            }
        }

        Type of(List<Field> fields) {
            return new Type(kind, precision, scale, utc, parameters, fields);
        }
    }

    /** The schema of some rows. */
    static TableSchema read(List<FieldRow> rows, int lastFieldId, String file) throws CorruptFileException {
        SchemaRows reader = new SchemaRows(rows, file);
        try {
            Schema schema = new Schema(reader.fields(0, 1));
            if (reader.next < rows.size()) {
                throw new CorruptFileException(
                        file + ": row " + rows.get(reader.next).number() + ": the field above it is not there");
            }
            return new TableSchema(schema, reader.origins, lastFieldId);
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(file + ": the schema: " + e.getMessage(), e);
        }
    }

    private List<Field> fields(int parent, int depth) throws CorruptFileException {
        if (depth > Schema.MAX_DEPTH + 1) {
            throw new CorruptFileException(file + ": the schema is deeper than " + Schema.MAX_DEPTH);
        }
        List<Field> fields = new ArrayList<>();
        while (next < rows.size() && rows.get(next).parent() == parent) {
            FieldRow row = rows.get(next++);
            row.origin().ifPresent(name -> origins.put(row.id(), name));
            Type type = row.type().of(fields(row.id(), depth + 1));
            fields.add(new Field(row.name(), type, row.nullable(), OptionalInt.of(row.id())));
        }
        return fields;
    }

    /** The rows of a schema. */
    static List<Map<LogColumn, Object>> write(TableSchema schema) {
        List<Map<LogColumn, Object>> rows = new ArrayList<>();
        write(schema.schema().fields(), null, schema, rows);
        return rows;
    }

    private static void write(
            List<Field> fields, Integer parent, TableSchema schema, List<Map<LogColumn, Object>> rows) {
        for (Field field : fields) {
            Integer id = field.fieldId().getAsInt();
            Type type = field.type();
            Map<LogColumn, Object> row = new EnumMap<>(LogColumn.class);
            row.put(LogColumn.ACTION, LogWriter.FIELD);
            row.put(LogColumn.FIELD, id);
            row.put(LogColumn.PARENT, parent);
            row.put(LogColumn.NAME, field.name());
            row.put(LogColumn.VALUE, schema.origins().get(id));
            row.put(LogColumn.TYPE, type.kind().name().toLowerCase(Locale.ROOT));
            row.put(LogColumn.NULLABLE, field.nullable());
            row.put(LogColumn.PRECISION, type.precision());
            row.put(LogColumn.SCALE, type.scale());
            row.put(LogColumn.UTC, type.utc());
            row.put(LogColumn.PARAMETERS, type.parameters());
            rows.add(row);
            write(type.fields(), id, schema, rows);
        }
    }
}

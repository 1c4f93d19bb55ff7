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
package dev.stoa.table.internal.schema;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.SomeColumns;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.TableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Maps fields of a file to fields of its table by field id. For a file without ids, it uses the names that the fields had when
 * the file came into the table.
 */
public final class FileColumns {
    private final TableSchema schema;
    private final Schema file;
    private final boolean hasIds;
    /** The top-level fields of the file, made by the first search: threads may each make their own, which are equal. */
    private SiblingFields top;

    /** The columns of a file, for the schema of its table. */
    public FileColumns(TableSchema schema, Schema file) {
        this(schema, file, FieldIds.areUnique(file.fields()));
    }

    private FileColumns(TableSchema schema, Schema file, boolean hasIds) {
        this.schema = schema;
        this.file = file;
        this.hasIds = hasIds;
    }

    /**
     * The columns of a file that some top-level fields of the table are. Scans of few columns must not read the names and types of
     * thousands, so this reads no others.
     */
    public static FileColumns of(TableSchema schema, StoaFile file, Collection<Field> wanted) throws IOException {
        Set<Integer> ids = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (Field field : wanted) {
            int id = field.fieldId().getAsInt();
            ids.add(id);
            String origin = schema.origins().get(id);
            if (origin != null) {
                names.add(origin);
            }
        }
        SomeColumns found = file.columns(ids, names);
        return new FileColumns(schema, found.schema(), found.hasUniqueIds());
    }

    /** The column of the file that a top-level field of the table is. */
    public Optional<Field> find(Field wanted) {
        return top().find(wanted);
    }

    /**
     * The fields of the file that fields of the table are.
     *
     * @param chain fields of the table: a top-level one, then each within the one before
     * @return one field for each in the chain, or none if the file lacks one of them
     */
    Optional<List<Field>> path(List<Field> chain) {
        List<Field> path = new ArrayList<>();
        for (Field wanted : chain) {
            SiblingFields siblings = path.isEmpty()
                    ? top()
                    : within(path.get(path.size() - 1).type().fields());
            Optional<Field> found = siblings.find(wanted);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            path.add(found.get());
        }
        return Optional.of(path);
    }

    private SiblingFields top() {
        SiblingFields made = top;
        if (made == null) {
            made = within(file.fields());
            top = made;
        }
        return made;
    }

    /** The fields of a struct of the file, or of what nests others in another way. */
    public SiblingFields within(List<Field> fields) {
        return new SiblingFields(fields, hasIds, schema.origins());
    }

    /** The file's parts of a column of the table. */
    Type keeping(Type inFile, Type parts) {
        if (!parts.kind().isNested() || parts.kind() == TypeKind.VARIANT || parts.kind() != inFile.kind()) {
            return inFile;
        }
        List<Field> kept = new ArrayList<>();
        boolean isStruct = parts.kind() == TypeKind.STRUCT;
        SiblingFields siblings = within(inFile.fields());
        for (int i = 0; i < parts.fields().size(); i++) {
            Field part = parts.fields().get(i);
            Optional<Field> found =
                    isStruct ? siblings.find(part) : Optional.of(inFile.fields().get(i));
            found.ifPresent(field -> kept.add(
                    new Field(field.name(), keeping(field.type(), part.type()), field.nullable(), field.fieldId())));
        }
        return new Type(inFile.kind(), 0, 0, false, List.of(), kept);
    }

    /** Where the file has the fields of the table that may have bounds, by field id. */
    public Map<Integer, ColumnPath> leaves() {
        Map<Integer, ColumnPath> leaves = new LinkedHashMap<>();
        collect(schema.schema().fields(), top(), List.of(), leaves);
        return leaves;
    }

    private void collect(
            List<Field> wanted, SiblingFields siblings, List<String> above, Map<Integer, ColumnPath> leaves) {
        for (Field field : wanted) {
            Optional<Field> found = siblings.find(field);
            if (found.isEmpty()) {
                continue;
            }
            List<String> names = new ArrayList<>(above);
            names.add(found.get().name());
            if (field.type().kind() == TypeKind.STRUCT) {
                collect(field.type().fields(), within(found.get().type().fields()), names, leaves);
            } else if (!field.type().kind().isNested()) {
                leaves.put(field.fieldId().getAsInt(), new ColumnPath(names));
            }
        }
    }

    /**
     * Checks that the file fits the table: each of its columns is one of the table, of a type that may become the table's.
     *
     * @param fields the ids of the top-level fields that it must have, besides all that are never null
     * @throws TableException if it does not
     */
    public void check(String path, Optional<List<Integer>> fields) throws TableException {
        Set<Field> known = new HashSet<>();
        schema.schema().fields().forEach(field -> find(field).ifPresent(known::add));
        for (Field column : file.fields()) {
            if (!known.contains(column)) {
                throw new TableException(path + ": column '" + column.name() + "' "
                        + (column.fieldId().isEmpty()
                                ? "has no field id: write the file with the table's schema"
                                : "has the field id " + column.fieldId().getAsInt()
                                        + ", which is none of the table's"));
            }
        }
        checkRead(path, fields);
    }

    /**
     * Checks that the file has what is read from it, whatever else it has.
     *
     * @param fields the ids of the top-level fields that it must have, besides all that are never null
     * @throws TableException if it does not
     */
    public void checkRead(String path, Optional<List<Integer>> fields) throws TableException {
        Optional<Set<Integer>> asked = fields.map(Set::copyOf);
        for (Field field : schema.schema().fields()) {
            boolean isAsked =
                    asked.isEmpty() || asked.get().contains(field.fieldId().getAsInt());
            Optional<Field> column = isAsked ? find(field) : Optional.empty();
            if (isAsked && column.isEmpty() && (fields.isPresent() || !field.nullable())) {
                throw new TableException(path + ": no column '" + field.name() + "' with the field id "
                        + field.fieldId().getAsInt());
            }
            if (column.isPresent() && !fits(column.get().type(), field.type())) {
                throw new TableException(path + ": column '" + column.get().name() + "' is "
                        + column.get().type() + ", which can't be read as " + field.type());
            }
        }
    }

    /** Whether values of a file's type can be read as those of the table's. */
    private boolean fits(Type from, Type to) {
        if (from.kind() != to.kind() || !from.kind().isNested()) {
            return Widening.isAllowed(from, to);
        }
        if (from.kind() == TypeKind.VARIANT) {
            return FieldIds.without(from).equals(FieldIds.without(to));
        }
        boolean isStruct = from.kind() == TypeKind.STRUCT;
        SiblingFields siblings = within(from.fields());
        for (int i = 0; i < to.fields().size(); i++) {
            Field field = to.fields().get(i);
            // elements, keys and values are where they are, and often have no ids
            Optional<Field> found =
                    isStruct ? siblings.find(field) : Optional.of(from.fields().get(i));
            if (found.isPresent() ? !fits(found.get().type(), field.type()) : !field.nullable()) {
                return false;
            }
        }
        return true;
    }
}

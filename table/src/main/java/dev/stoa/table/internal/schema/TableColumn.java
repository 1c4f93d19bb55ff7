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
import dev.stoa.format.FieldNames;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A column of a table that is read.
 *
 * @param path its names
 * @param chain its fields, from the top-level one down
 * @param type what is read of its type
 */
public record TableColumn(ColumnPath path, List<Field> chain, Type type) {

    /** All of a column. */
    public TableColumn(ColumnPath path, List<Field> chain) {
        this(path, chain, chain.get(chain.size() - 1).type());
    }

    /**
     * Parts of the column, see {@link Type#keeping}.
     *
     * @throws IllegalArgumentException if it has no such parts
     */
    public TableColumn keeping(Type parts) {
        return new TableColumn(path, chain, type.keeping(parts));
    }

    /** All columns of a schema. */
    public static List<TableColumn> all(Schema schema) {
        return schema.fields().stream()
                .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                .toList();
    }

    public Field field() {
        return chain.get(chain.size() - 1);
    }

    public int id() {
        return field().fieldId().getAsInt();
    }

    /** The id of the top-level field. */
    public int topId() {
        return chain.get(0).fieldId().getAsInt();
    }

    /** All of the top-level column that it is, or is within. */
    public TableColumn top() {
        return new TableColumn(ColumnPath.of(chain.get(0).name()), chain.subList(0, 1));
    }

    public boolean isLeaf() {
        return !type().kind().isNested();
    }

    /** As the column of a batch. */
    public Field output() {
        boolean nullable = chain.stream().anyMatch(Field::nullable);
        String name = chain.size() == 1 ? field().name() : path.toString();
        return new Field(name, type, nullable, field().fieldId());
    }

    /** Where a file has it, and what is read of it as what, if it does. */
    public Optional<InFile> in(FileColumns columns) {
        Type whole = field().type();
        return columns.path(chain).map(path -> {
            Type inFile = path.get(path.size() - 1).type();
            return new InFile(
                    new ColumnPath(path.stream().map(Field::name).toList()),
                    whole.equals(type) ? inFile : columns.keeping(inFile, type),
                    inFile);
        });
    }

    /**
     * A column of a file.
     *
     * @param type what is read of it
     * @param whole all that it is
     */
    public record InFile(ColumnPath path, Type type, Type whole) {}

    /**
     * The column of a path, through structs, by the names that the table has for it.
     *
     * @throws IllegalArgumentException if a name may mean several fields
     */
    public static Optional<TableColumn> resolve(Schema schema, ColumnPath path) {
        OptionalInt exact = schema.indexOf(path.names().get(0));
        if (exact.isPresent() && path.names().size() == 1) {
            return Optional.of(new TableColumn(path, List.of(schema.fields().get(exact.getAsInt()))));
        }
        List<Field> chain = new ArrayList<>();
        List<Field> candidates = schema.fields();
        for (String name : path.names()) {
            OptionalInt at = FieldNames.find(candidates, name);
            if (at.isEmpty()) {
                return Optional.empty();
            }
            Field found = candidates.get(at.getAsInt());
            chain.add(found);
            candidates = found.type().kind() == TypeKind.STRUCT ? found.type().fields() : List.of();
        }
        ColumnPath named = new ColumnPath(chain.stream().map(Field::name).toList());
        return Optional.of(new TableColumn(named, chain));
    }
}

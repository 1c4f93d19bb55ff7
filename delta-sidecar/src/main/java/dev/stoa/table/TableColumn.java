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
package dev.stoa.table;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.reader.ColumnPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A column of a table that is read.
 *
 * @param path its names
 * @param chain its fields, from the top-level one down
 */
record TableColumn(ColumnPath path, List<Field> chain) {

    /** All columns of a schema. */
    static List<TableColumn> all(Schema schema) {
        return schema.fields().stream()
                .map(field -> new TableColumn(ColumnPath.of(field.name()), List.of(field)))
                .toList();
    }

    Field field() {
        return chain.get(chain.size() - 1);
    }

    Type type() {
        return field().type();
    }

    int id() {
        return field().fieldId().getAsInt();
    }

    /** The id of the top-level field. */
    int topId() {
        return chain.get(0).fieldId().getAsInt();
    }

    boolean isLeaf() {
        return !type().kind().isNested();
    }

    /** As the column of a batch. */
    Field output() {
        if (chain.size() == 1) {
            return field();
        }
        boolean nullable = chain.stream().anyMatch(Field::nullable);
        return new Field(path.toString(), type(), nullable, field().fieldId());
    }

    /** Where a file has it, and as what, if it does. */
    Optional<InFile> in(FileColumns columns) {
        List<String> names = new ArrayList<>();
        List<Field> candidates = columns.file().fields();
        Optional<Field> found = Optional.empty();
        for (Field field : chain) {
            found = columns.find(field, candidates);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            names.add(found.get().name());
            candidates = found.get().type().fields();
        }
        return found.map(field -> new InFile(new ColumnPath(names), field.type()));
    }

    /** A column of a file. */
    record InFile(ColumnPath path, Type type) {}
}

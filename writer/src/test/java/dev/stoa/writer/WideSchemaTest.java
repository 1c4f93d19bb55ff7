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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.PagedIndex;
import dev.stoa.format.internal.meta.SchemaNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of wide files are found by their names and ids through indexes; files of few columns have none. */
class WideSchemaTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {Layout.MAX_NODES_WITHOUT_INDEX, Layout.MAX_NODES_WITHOUT_INDEX + 1, 1000})
    void everyColumnIsInTheIndexes(int columns) throws IOException {
        List<Field> fields = new ArrayList<>();
        List<List<Integer>> ids = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            Field field = Field.nullable("column " + i, Type.of(TypeKind.INT32));
            if (i % 3 > 0) {
                int id = (i % 2 == 0 ? 1 : -1) * 7919 * i;
                ids.add(List.of(id, i));
                field = field.withFieldId(id);
            }
            fields.add(field);
        }
        Schema schema = new Schema(fields);
        Object[] row = new Object[columns];
        for (int i = 0; i < columns; i++) {
            row[i] = i % 5 == 0 ? null : (Object) i;
        }
        Path file = folder.resolve("wide");
        try (StoaWriter writer = TestFiles.create(file, schema, WriterOptions.DEFAULT)) {
            writer.rows().append(row);
            writer.finish();
        }
        RoundTripTest.compare(file, schema, List.<Object[]>of(row));
        StoredFile stored = new StoredFile(file);
        for (int i = 0; i < columns; i++) {
            assertEquals("column " + i, stored.name(i));
        }
        if (columns <= Layout.MAX_NODES_WITHOUT_INDEX) {
            assertEquals(List.of(), stored.fieldIds());
            assertEquals(List.of(), stored.names());
            return;
        }
        ids.sort(Comparator.comparingInt(pair -> pair.get(0)));
        assertEquals(ids, stored.fieldIds());
        List<List<Integer>> names = new ArrayList<>();
        List<SchemaNodes.Node> nodes = SchemaNodes.of(schema).nodes();
        for (int i = 0; i < columns; i++) {
            names.add(List.of(PagedIndex.key(nodes.get(i).hash()), i));
        }
        names.sort(Comparator.comparingLong(pair -> Integer.toUnsignedLong(pair.get(0))));
        assertEquals(names, stored.names());
    }
}

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
package dev.stoa.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.KeyedChange;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/arrow.md about tables. */
final class ArrowTablesTest {
    @TempDir
    private Path folder;

    @Test
    void insertUpsertUpdateDeleteAndRead() throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)).withFieldId(1),
                Field.nullable("name", Type.of(TypeKind.STRING)).withFieldId(2));
        Table table = Table.create(
                new LocalFolder(folder),
                schema,
                new TableProperties(List.of(), List.of(1), List.of(), Map.of()),
                TableSettings.DEFAULT);
        try (BufferAllocator allocator = new RootAllocator()) {
            try (VectorSchemaRoot root = people(allocator, 1, "Ada", "Grace");
                    RowInsert insert = TableOperations.of(table).insert()) {
                ArrowBatches.of(root, new MapDictionaryProvider()).writeTo(insert::write);
                insert.commit();
            }
            try (VectorSchemaRoot root = people(allocator, 2, "Grace H.", "Edsger");
                    RowInsert upsert = TableOperations.of(table).upsert()) {
                ArrowBatches.of(root, new MapDictionaryProvider()).writeTo(upsert::write);
                upsert.commit();
            }
            assertEquals(Map.of(1L, "Ada", 2L, "Grace H.", 3L, "Edsger"), read(table, allocator));
            try (VectorSchemaRoot root = people(allocator, 3, "Edsger D.", "unknown");
                    KeyedChange update = TableOperations.of(table).updateByKey()) {
                ArrowBatches.of(root, new MapDictionaryProvider()).writeTo(update::write);
                assertEquals(1, update.commit().updated());
            }
            assertEquals(Map.of(1L, "Ada", 2L, "Grace H.", 3L, "Edsger D."), read(table, allocator));
            try (VectorSchemaRoot root = people(allocator, 1, "any", "any");
                    KeyedChange delete = TableOperations.of(table).deleteByKey()) {
                ArrowBatches.of(root, new MapDictionaryProvider()).writeTo(delete::write);
                assertEquals(2, delete.commit().deleted());
            }
            assertEquals(Map.of(3L, "Edsger D."), read(table, allocator));
        }
    }

    private static VectorSchemaRoot people(BufferAllocator allocator, long first, String... names) {
        BigIntVector ids = new BigIntVector("id", allocator);
        VarCharVector texts = new VarCharVector("name", allocator);
        for (int i = 0; i < names.length; i++) {
            ids.setSafe(i, first + i);
            texts.setSafe(i, names[i].getBytes(StandardCharsets.UTF_8));
        }
        ids.setValueCount(names.length);
        texts.setValueCount(names.length);
        return VectorSchemaRoot.of(ids, texts);
    }

    private static Map<Long, String> read(Table table, BufferAllocator allocator) throws IOException {
        Map<Long, String> names = new TreeMap<>();
        TableScan scan = table.snapshot().scan().build();
        try (StoaArrowReader reader = StoaArrowReader.of(allocator, scan)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            while (reader.loadNextBatch()) {
                BigIntVector ids = (BigIntVector) root.getVector("id");
                VarCharVector texts = (VarCharVector) root.getVector("name");
                for (int row = 0; row < root.getRowCount(); row++) {
                    names.put(ids.get(row), texts.getObject(row).toString());
                }
            }
        }
        return names;
    }
}

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
package dev.stoa.examples;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes a table with a key, upserts, updates and deletes rows, and reads an old version. */
public final class KeepATable {
    private KeepATable() {}

    /**
     * Runs the example.
     *
     * @param args the path of a new folder
     */
    public static void main(String[] args) throws IOException {
        run(Path.of(args[0]), System.out);
    }

    static void run(Path folder, PrintStream out) throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)), Field.required("name", Type.of(TypeKind.STRING)));
        TableProperties keyed =
                new TableProperties(List.of(), List.of(1), List.of(), Map.of()); // field ids count from 1
        Table table =
                Table.create(new LocalFolder(Files.createDirectories(folder)), schema, keyed, TableSettings.DEFAULT);
        TableOperations operations = TableOperations.of(table);
        try (RowInsert insert = operations.insert()) {
            insert.write(batch(schema, new long[] {1, 2, 3}, "Ada", "Blaise", "Claude"));
            insert.commit();
        }
        try (RowInsert upsert = operations.upsert()) {
            upsert.write(batch(schema, new long[] {3, 4}, "Carl", "David"));
            upsert.commit();
        }
        operations.update(List.of(Assignment.literal("name", "Augusta")), Optional.of(Filter.equal("id", 1)));
        operations.delete(Filter.equal("id", 2));
        print(table.snapshotAt(1), out);
        print(table.snapshot(), out);
    }

    private static Batch batch(Schema schema, long[] ids, String... names) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        int[] offsets = new int[names.length + 1];
        for (int i = 0; i < names.length; i++) {
            data.writeBytes(names[i].getBytes(StandardCharsets.UTF_8));
            offsets[i + 1] = data.size();
        }
        return new Batch(
                schema,
                List.of(
                        new LongVector(Type.of(TypeKind.INT64), ids, ColumnVector.NO_NULLS, ids.length),
                        new BytesVector(
                                Type.of(TypeKind.STRING),
                                data.toByteArray(),
                                offsets,
                                ColumnVector.NO_NULLS,
                                names.length)),
                ids.length);
    }

    private static void print(Snapshot snapshot, PrintStream out) throws IOException {
        Map<Long, String> rows = new TreeMap<>();
        try (TableScan scan = snapshot.scan().build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                LongVector ids = (LongVector) batch.column(0);
                BytesVector names = (BytesVector) batch.column(1);
                for (int i = 0; i < batch.selectedCount(); i++) {
                    int row = batch.selected(i);
                    rows.put(ids.values()[row], names.getString(row));
                }
            }
        }
        out.println("version " + snapshot.version() + ": " + rows);
    }
}

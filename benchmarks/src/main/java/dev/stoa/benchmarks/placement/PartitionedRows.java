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
package dev.stoa.benchmarks.placement;

import dev.stoa.benchmarks.harness.Folders;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Tables of the same rows in a number of partitions, on local disk. */
final class PartitionedRows implements AutoCloseable {
    private static final int BATCH = 4096;
    private static final int SEED = 5;

    private final Path folder = Files.createTempDirectory(Placement.NAME);
    private final int rows;

    PartitionedRows(int rows) throws IOException {
        this.rows = rows;
    }

    /** Writes a table that is divided by {@code hash(partitions)} of its key, in one commit. */
    Folder write(int partitions) throws IOException {
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)),
                Field.required("day", Type.of(TypeKind.INT32)),
                Field.required("price", Type.of(TypeKind.INT64)),
                Field.required("name", Type.of(TypeKind.STRING)));
        TableProperties properties = new TableProperties(
                List.of(),
                List.of(),
                List.of(new TableProperties.PartitionColumn(1, "hash(" + partitions + ")")),
                Map.of(TableProperties.PART_FOLDERS, "true"));
        Folder at = new LocalFolder(folder.resolve("p" + partitions));
        Table table = Table.create(at, schema, properties, TableSettings.DEFAULT);
        SplittableRandom random = new SplittableRandom(SEED);
        try (RowInsert insert = TableOperations.of(table).insert()) {
            for (int from = 0; from < rows; from += BATCH) {
                List<Object[]> some = new ArrayList<>();
                for (int id = from; id < Math.min(rows, from + BATCH); id++) {
                    some.add(new Object[] {
                        (long) id, random.nextInt(2500), random.nextLong(10_000_000), "name " + random.nextInt(500)
                    });
                }
                insert.write(JavaRows.batch(schema, some));
            }
            insert.commit();
        }
        return at;
    }

    /** Reads the rows of a scan. */
    static long read(TableScanBuilder builder) throws IOException {
        long count = 0;
        try (TableScan scan = builder.build()) {
            while (scan.next()) {
                count += scan.batch().selectedCount();
            }
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        Folders.delete(folder);
    }
}

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
package dev.stoa.benchmarks.tables;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortOrder;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;

/** A table of Iceberg, written and read by Iceberg's own library. */
final class IcebergPlanning implements PlannedTable {
    private static final int PERIOD = 10;
    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "day", Types.DateType.get()),
            Types.NestedField.required(2, "id", Types.LongType.get()),
            Types.NestedField.required(3, "price", Types.LongType.get()),
            Types.NestedField.required(4, "city", Types.StringType.get()));

    private final String path;
    private final boolean isDivided;
    private final HadoopTables tables = new HadoopTables(MeteredFileSystem.configuration());
    private final Table table;

    IcebergPlanning(Path folder, boolean isDivided) {
        this.path = MeteredFileSystem.location(folder);
        this.isDivided = isDivided;
        PartitionSpec spec =
                isDivided ? PartitionSpec.builderFor(SCHEMA).identity("day").build() : PartitionSpec.unpartitioned();
        SortOrder order = isDivided
                ? SortOrder.unsorted()
                : SortOrder.builderFor(SCHEMA).asc("day").build();
        this.table = tables.create(
                SCHEMA,
                spec,
                order,
                Map.of(
                        "format-version", "2",
                        "write.metadata.delete-after-commit.enabled", "true",
                        "write.metadata.previous-versions-max", "2"),
                path);
    }

    @Override
    public void add(List<PlannedFile> files) {
        AppendFiles append = table.newAppend();
        files.forEach(file -> append.appendFile(dataFile(file)));
        append.commit();
    }

    private DataFile dataFile(PlannedFile file) {
        Map<Integer, Long> values = new HashMap<>();
        Map<Integer, Long> nulls = new HashMap<>();
        for (int field = 1; field <= SCHEMA.columns().size(); field++) {
            values.put(field, (long) PlannedFile.ROWS);
            nulls.put(field, 0L);
        }
        DataFiles.Builder builder = DataFiles.builder(table.spec())
                .withPath(path + "/" + file.name())
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(PlannedFile.BYTES)
                .withMetrics(new Metrics(
                        (long) PlannedFile.ROWS, null, values, nulls, null, bounds(file, 0), bounds(file, 1)));
        if (isDivided) {
            builder.withPartitionPath("day=" + LocalDate.ofEpochDay(file.day()));
        }
        return builder.build();
    }

    private static Map<Integer, ByteBuffer> bounds(PlannedFile file, int which) {
        return Map.of(
                1, Conversions.toByteBuffer(Types.DateType.get(), file.day()),
                2, Conversions.toByteBuffer(Types.LongType.get(), file.ids()[which]),
                3, Conversions.toByteBuffer(Types.LongType.get(), file.prices()[which]),
                4, Conversions.toByteBuffer(Types.StringType.get(), file.cities()[which]));
    }

    @Override
    public void settle() {
        table.expireSnapshots()
                .expireOlderThan(System.currentTimeMillis())
                .retainLast(1)
                .commit();
    }

    @Override
    public int unsettled() {
        return 0;
    }

    @Override
    public int period() {
        return PERIOD;
    }

    @Override
    public Opened open() {
        Table opened = tables.load(path);
        return day -> plan(opened, day);
    }

    private static long plan(Table table, OptionalInt day) throws IOException {
        TableScan scan = table.newScan();
        if (day.isPresent()) {
            scan = scan.filter(Expressions.equal("day", day.getAsInt()));
        }
        long files = 0;
        try (CloseableIterable<FileScanTask> tasks = scan.planFiles()) {
            for (FileScanTask task : tasks) {
                files += task.length() > 0 ? 1 : 0;
            }
        }
        return files;
    }
}

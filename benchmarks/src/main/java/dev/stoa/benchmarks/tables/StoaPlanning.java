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

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A table of Stoa. Each data file is written and read as every other, and forgotten once it is committed. */
final class StoaPlanning implements PlannedTable {
    private static final int PERIOD = 64;
    private static final int UNSETTLED = 8;
    private static final Schema SCHEMA = new Schema(List.of(
            Field.required("day", Type.of(TypeKind.DATE)).withFieldId(1),
            Field.required("id", Type.of(TypeKind.INT64)).withFieldId(2),
            Field.required("price", Type.of(TypeKind.INT64)).withFieldId(3),
            Field.required("city", Type.of(TypeKind.STRING)).withFieldId(4)));
    private static final WriterOptions OPTIONS =
            WriterOptions.DEFAULT.withProfile(EncodingProfile.FAST).withSpillFolder(Optional.empty());

    private final MeteredFolder folder;
    private final boolean isDivided;
    private final Table table;

    StoaPlanning(Path path, boolean isDivided) throws IOException {
        this.folder = new MeteredFolder(new LocalFolder(path));
        this.isDivided = isDivided;
        TableProperties properties = isDivided
                ? new TableProperties(
                        List.of(), List.of(), List.of(new TableProperties.PartitionColumn(1, "value")), Map.of())
                : new TableProperties(
                        List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
        this.table = Table.create(folder, SCHEMA, properties, TableSettings.DEFAULT);
    }

    @Override
    public void add(List<PlannedFile> files) throws IOException {
        Transaction insert = table.begin("insert");
        for (PlannedFile file : files) {
            String path = insert.newDataFile();
            try (StoaWriter writer = StoaWriter.create(
                    folder.create(path, SinkOptions.DEFAULT), insert.snapshot().schema(), OPTIONS)) {
                writer.write(JavaRows.batch(
                        insert.snapshot().schema(), List.of(row(file, 0), row(file, PlannedFile.ROWS - 1))));
                writer.finish();
            }
            insert.addFragment(
                    path,
                    isDivided ? Optional.of(LocalDate.ofEpochDay(file.day()).toString()) : Optional.empty());
        }
        insert.commit();
        folder.dropData();
    }

    private static Object[] row(PlannedFile file, int which) {
        return new Object[] {
            LocalDate.ofEpochDay(file.day()), file.ids()[which], file.prices()[which], file.cities()[which]
        };
    }

    @Override
    public void settle() {
        // the writer keeps the log in order by itself
    }

    @Override
    public int unsettled() {
        return UNSETTLED;
    }

    @Override
    public int period() {
        return PERIOD;
    }

    @Override
    public Opened open() throws IOException {
        Snapshot snapshot = Table.open(folder, TableSettings.DEFAULT).lastKnown();
        return day -> plan(snapshot, day);
    }

    private static long plan(Snapshot snapshot, OptionalInt day) throws IOException {
        TableScanBuilder scan = snapshot.scan();
        if (day.isPresent()) {
            scan.filter(Filter.equal("day", LocalDate.ofEpochDay(day.getAsInt())));
        }
        return scan.build().fragments().size();
    }
}

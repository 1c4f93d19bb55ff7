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

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.FieldNames;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.IndexFileNames;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.Folder;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.EqualityIndexWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Makes indexes that find rows by equal values, in files next to the data files. */
public final class TableIndexes {
    private TableIndexes() {}

    /**
     * Makes an index of a column for each data file of a snapshot that has the column and no index of it.
     *
     * @param createdBy what makes them, for their footers
     * @return the paths of the indexes that were made, relative to the table's folder
     * @throws IllegalArgumentException if no such column exists, or its type has no indexes
     */
    public static List<String> add(Snapshot snapshot, String column, String createdBy) throws IOException {
        Folder folder = snapshot.folder();
        List<String> made = new ArrayList<>();
        for (Fragment fragment : snapshot.fragments()) {
            for (DataFile file : fragment.files()) {
                OptionalLong length = OptionalLong.of(file.identity().length());
                try (StoaFile open = StoaFile.open(folder.open(file.path(), length))) {
                    Optional<ColumnPath> there = columnIn(open, snapshot, column);
                    if (there.isPresent()) {
                        int name = file.path().lastIndexOf('/') + 1;
                        String path = file.path().substring(0, name)
                                + IndexFileNames.of(file.path().substring(name), there.get());
                        if (folder.find(path).isEmpty()) {
                            build(
                                    open,
                                    there.get(),
                                    folder.create(path, SinkOptions.DEFAULT),
                                    createdBy,
                                    ScanLimits.NONE,
                                    rows -> {});
                            made.add(path);
                        }
                    }
                }
            }
        }
        return made;
    }

    /**
     * The name of a table's column in a data file, by its field id; empty if the file lacks the column.
     *
     * @throws IllegalArgumentException if the table has no such column
     */
    public static Optional<ColumnPath> columnIn(StoaFile file, Snapshot snapshot, String column) throws IOException {
        Field wanted = FieldNames.get(snapshot.schema().fields(), column);
        List<Field> fields = file.schema().fields();
        OptionalInt at = FieldNames.find(fields, wanted.fieldId(), wanted.name());
        return at.isEmpty()
                ? Optional.empty()
                : Optional.of(ColumnPath.of(fields.get(at.getAsInt()).name()));
    }

    /**
     * Makes an index of a column of a file.
     *
     * @param sink takes the index; it is owned from now on, also when this call fails
     * @param createdBy what makes it, for its footer
     * @param limits of the rows that are read
     * @param progress receives the number of rows read
     * @throws dev.stoa.reader.ScanLimitException if the limits are exceeded
     * @throws IllegalArgumentException if no such column exists, or its type has no indexes
     */
    public static void build(
            StoaFile file, ColumnPath column, FileSink sink, String createdBy, ScanLimits limits, LongConsumer progress)
            throws IOException {
        FileIdentity identity = file.identity();
        try (sink;
                Scan scan = file.scan().select(List.of(column)).limits(limits).build();
                EqualityIndexWriter writer = EqualityIndexWriter.create(
                        sink,
                        new EqualityIndexWriter.IndexedFile(
                                identity.uuid(), identity.length(), identity.hash(), file.rowCount()),
                        column.toString(),
                        scan.schema().fields().get(0).type(),
                        Path.of(System.getProperty("java.io.tmpdir")),
                        createdBy)) {
            while (scan.next()) {
                Batch batch = scan.batch();
                writer.add(batch.column(0), batch.rowCount(), batch.firstRow());
                progress.accept(batch.firstRow() + batch.rowCount());
            }
            writer.finish();
        }
    }
}

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
package dev.stoa.hive;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.hadoop.HadoopRangeSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** The scan of a split: those columns of the table that are asked for and that the file has. */
final class SplitScan implements Closeable {
    private final StoaFile file;
    private final Scan scan;
    private final List<ReadColumn> columns = new ArrayList<>();
    private final List<Integer> missing = new ArrayList<>();
    private final long fromRow;
    private final long toRow;
    private long nextRow;

    /**
     * Opens the file of a split.
     *
     * @throws IllegalArgumentException if a column of the file can't be read as the table's
     */
    SplitScan(Configuration configuration, StoaSplit split, TableColumns table) throws IOException {
        Path path = split.getPath();
        FileSystem fs = path.getFileSystem(configuration);
        file = StoaFile.open(HadoopRangeSource.open(fs, path, OptionalLong.of(split.fileLength())));
        boolean done = false;
        try {
            fromRow = split.fromRow();
            toRow = Math.min(split.toRow(), file.rowCount());
            nextRow = fromRow;
            scan = build(TableNaming.of(configuration, path), table, configuration);
            done = true;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file.name() + ": " + e.getMessage(), e);
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    private Scan build(Naming naming, TableColumns table, Configuration configuration) throws IOException {
        List<Field> fields = file.schema().fields();
        FileColumns found = FileColumns.of(fields, table, naming);
        List<ColumnPath> paths = new ArrayList<>();
        for (int ordinal : table.needed()) {
            OptionalInt place = found.place(ordinal);
            if (place.isPresent()) {
                Field field = fields.get(place.getAsInt());
                try {
                    columns.add(
                            new ReadColumn(ordinal, field.type(), table.types().get(ordinal), naming));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException("column '" + field.name() + "': " + e.getMessage(), e);
                }
                paths.add(ColumnPath.of(field.name()));
            } else {
                missing.add(ordinal);
            }
        }
        ScanBuilder builder = file.scan().select(paths).rows(fromRow, toRow).batchRows(VectorizedRowBatch.DEFAULT_SIZE);
        Optional<Filter> filter = new PushedFilter(fields, found, table).of(configuration);
        if (filter.isPresent()) {
            builder.filter(filter.get());
        }
        return builder.build();
    }

    /** The columns, in the order of those of a batch. */
    List<ReadColumn> columns() {
        return columns;
    }

    /** The ordinals of columns that are asked for, but not in the file. */
    List<Integer> missing() {
        return missing;
    }

    /** Goes to the next batch. */
    boolean next() throws IOException {
        boolean found = scan.next();
        nextRow = found ? batch().firstRow() : toRow;
        return found;
    }

    /** The batch. */
    Batch batch() {
        return scan.batch();
    }

    /** Rows of the split. */
    long rows() {
        return toRow - fromRow;
    }

    /** How far the scan is, 0..1. */
    float progress() {
        return toRow == fromRow ? 1 : (float) (nextRow - fromRow) / (toRow - fromRow);
    }

    @Override
    public void close() throws IOException {
        try (file) {
            scan.close();
        }
    }
}

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
import dev.stoa.format.StoaException;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.ScanLimits;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.internal.check.RowSalvage;
import dev.stoa.vio.FileSink;
import dev.stoa.vio.RangeSource;
import dev.stoa.writer.KeyValue;
import dev.stoa.writer.SortColumn;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Saves the rows of a damaged file that can be read, into a new one. The damaged file is not touched. Where its footer can't be
 * read, nothing tells where its rows are. For one thread.
 */
public final class FileSalvage implements Closeable {
    private final StoaFile file;
    private final RowSalvage rows;
    private final WriterOptions options;

    private FileSalvage(StoaFile file, RowSalvage rows, WriterOptions options) {
        this.file = file;
        this.rows = rows;
        this.options = options;
    }

    /**
     * Finds out which rows can be read. All data is read.
     *
     * @param source the file; belongs to the result from now on, also when this call fails
     * @param nullsForLost whether to keep rows that lost only nullable columns, with nulls in their place
     * @param limits of all reads of rows together; each saved row is read twice
     * @throws StoaException if the file's footer is damaged
     * @throws dev.stoa.reader.ScanLimitException if the limits are exceeded
     * @throws IOException if the file can't be read
     */
    public static FileSalvage plan(RangeSource source, boolean nullsForLost, ScanLimits limits) throws IOException {
        StoaFile file = StoaFile.open(source);
        boolean done = false;
        try {
            WriterOptions options = options(file);
            Set<String> nullable = new HashSet<>();
            file.schema().fields().stream().filter(Field::nullable).forEach(field -> nullable.add(field.name()));
            options.sortColumns()
                    .forEach(column -> nullable.remove(column.path().get(0)));
            RowSalvage rows = new RowSalvage(
                    file.schema(),
                    (columns, first, end) -> file.scan()
                            .select(columns.stream()
                                    .map(field -> ColumnPath.of(field.name()))
                                    .toList())
                            .rows(first, end)
                            .limits(limits)
                            .build(),
                    file.rowCount(),
                    nullable,
                    nullsForLost);
            rows.examine();
            done = true;
            return new FileSalvage(file, rows, options);
        } finally {
            if (!done) {
                file.close();
            }
        }
    }

    /** Takes over the declared order and the key-value metadata. */
    private static WriterOptions options(StoaFile file) throws IOException {
        FileInfo info;
        try {
            info = file.info();
        } catch (StoaException e) {
            return WriterOptions.DEFAULT; // the properties are damaged; the rows may be sound
        }
        List<SortColumn> order = new ArrayList<>();
        for (FileInfo.SortOrder column : info.sortColumns()) {
            order.add(new SortColumn(column.column().names(), column.descending(), column.nullsFirst()));
        }
        List<KeyValue> pairs = new ArrayList<>();
        for (FileInfo.KeyValue pair : info.keyValues()) {
            pairs.add(new KeyValue(pair.key(), pair.value()));
        }
        return WriterOptions.DEFAULT.withSortColumns(order).withMetadata(pairs);
    }

    /** How many rows the file has. */
    public long fileRows() throws IOException {
        return file.rowCount();
    }

    /** How many rows can be saved. */
    public long rows() {
        return rows.kept();
    }

    /** The losses: rows by their numbers, and the unreadable columns. */
    public List<String> losses() {
        List<String> losses = new ArrayList<>(rows.lost());
        rows.nulled().forEach(part -> losses.add(part + " become nulls"));
        return losses;
    }

    /**
     * Writes the rows that can be saved, in their order.
     *
     * @param sink of the new file; belongs to this call
     * @param progress receives the number of rows written since the last call
     * @throws dev.stoa.reader.ScanLimitException if the limits of the plan are exceeded
     */
    public void write(FileSink sink, LongConsumer progress) throws IOException {
        try (StoaWriter writer = StoaWriter.create(sink, file.schema(), options)) {
            rows.read(batch -> {
                writer.write(batch);
                progress.accept(batch.selectedCount());
            });
            writer.finish();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

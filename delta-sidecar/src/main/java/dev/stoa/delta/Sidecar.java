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
package dev.stoa.delta;

import dev.stoa.format.Batch;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.reader.Aggregates;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.FileIdentity;
import dev.stoa.reader.FileInfo;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.reader.RowSet;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import dev.stoa.reader.internal.filter.ValueBounds;
import dev.stoa.vio.RangeSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * An open delta sidecar (format-spec, section 13). Each read checks its part: positions are within the fragment and
 * ascending, and runs do not overlap. Safe for several threads.
 */
public final class Sidecar implements Closeable {
    private final StoaFile file;
    private final SidecarTarget target;
    private final List<Field> fields;
    private final long memory;

    private Sidecar(StoaFile file, SidecarTarget target, List<Field> fields, long memory) {
        this.memory = memory;
        this.file = file;
        this.target = target;
        this.fields = fields;
    }

    /**
     * Opens a sidecar. The source belongs to it from now on, also when this call fails.
     *
     * @throws CorruptFileException if it is damaged, or no sidecar
     * @throws IOException if it can't be read
     */
    public static Sidecar open(RangeSource source) throws IOException {
        return open(source, Runtime.getRuntime().maxMemory() / 4);
    }

    /** Opens a sidecar, and takes at most the given number of bytes into memory. */
    static Sidecar open(RangeSource source, long memory) throws IOException {
        StoaFile file = StoaFile.open(source);
        try {
            List<FileInfo.KeyValue> properties = file.info().keyValues();
            String fragment = property(file, properties, SidecarLayout.FRAGMENT);
            long rows = number(file, properties, SidecarLayout.ROWS);
            long version = number(file, properties, SidecarLayout.VERSION);
            if (file.rowCount() != 1) {
                throw new CorruptFileException(
                        file.name() + " is not a sidecar: it has " + file.rowCount() + " rows, a sidecar has one");
            }
            return new Sidecar(
                    file, new SidecarTarget(fragment, rows, version), SidecarLayout.fields(file.schema()), memory);
        } catch (IllegalArgumentException e) {
            close(file, e);
            throw new CorruptFileException(file.name() + " is not a sidecar: " + e.getMessage(), e);
        } catch (IOException e) {
            close(file, e);
            throw e;
        }
    }

    private static void close(StoaFile file, Exception cause) {
        try {
            file.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static String property(StoaFile file, List<FileInfo.KeyValue> properties, String key)
            throws CorruptFileException {
        return properties.stream()
                .filter(property -> property.key().equals(key))
                .findFirst()
                .flatMap(FileInfo.KeyValue::value)
                .orElseThrow(
                        () -> new CorruptFileException(file.name() + " is not a sidecar: it has no property " + key));
    }

    private static long number(StoaFile file, List<FileInfo.KeyValue> properties, String key)
            throws CorruptFileException {
        String text = property(file, properties, key);
        if (!text.matches("0|[1-9][0-9]{0,17}")) {
            throw new CorruptFileException(file.name() + " is not a sidecar: its " + key + " is '" + text + "'");
        }
        return Long.parseLong(text);
    }

    /** Which file it is. */
    public FileIdentity identity() {
        return file.identity();
    }

    /** The fragment that its positions are of. */
    public SidecarTarget target() {
        return target;
    }

    /** The fields that may have new values, with their ids; their names are those of the sidecar's columns. */
    public List<Field> changedFields() {
        return fields;
    }

    /** A summary of its changes. This counts deleted and inserted rows, and takes bounds from exact MinMax. */
    public SidecarSummary summary() throws IOException {
        List<SidecarSummary.FieldChange> changes = new ArrayList<>();
        for (Field field : fields) {
            RowSet values = rowSet(field.name());
            if (values.rowCount() == 0) {
                continue;
            }
            Aggregates.Column column;
            if (field.type().fields().isEmpty()) {
                column = values.scan()
                        .select(SidecarLayout.VALUE)
                        .aggregate()
                        .columns()
                        .get(0);
            } else {
                ValueBounds bounds = new ValueBounds(field.type());
                try (Scan scan = values.scan().select(SidecarLayout.VALUE).build()) {
                    while (scan.next()) {
                        bounds.add(scan.batch().column(0));
                    }
                }
                column = bounds.result(SidecarLayout.VALUE);
            }
            changes.add(new SidecarSummary.FieldChange(
                    field.fieldId().orElseThrow(), field.type(), values.rowCount(), column));
        }
        return new SidecarSummary(deletedRows().count(), changes, anchors().rows());
    }

    /**
     * The deleted rows.
     *
     * @throws CorruptFileException if they are damaged or break a rule
     * @throws TooManyChangesException if they don't fit into a quarter of the memory
     */
    public RowRanges deletedRows() throws IOException {
        return deletedRows(0, target.rows());
    }

    private RowRanges deletedRows(long first, long end) throws IOException {
        RowSet deletes = rowSet(SidecarLayout.DELETES);
        if (deletes.rowCount() == 0) {
            return RowRanges.between(0, 0);
        }
        Pairs runs = new Pairs(deletes.rowCount());
        ScanBuilder scanned = deletes.scan();
        if (end < target.rows()) {
            scanned.filter(Filter.less(SidecarLayout.FIRST, end));
        }
        try (Scan scan = scanned.build()) {
            long last = -1;
            while (scan.next()) {
                Batch batch = scan.batch();
                long[] starts = Pairs.of(batch, 0);
                long[] counts = Pairs.of(batch, 1);
                for (int i = 0; i < batch.selectedCount(); i++) {
                    long from = starts[batch.selected(i)];
                    long count = counts[batch.selected(i)];
                    if (from <= last || count < 1 || count > target.rows() - from) {
                        throw broken(
                                SidecarLayout.DELETES,
                                batch.firstRow() + batch.selected(i),
                                count + " rows from row " + from + " on are not within the fragment's " + target.rows()
                                        + ", or not behind the run before and a row that is kept");
                    }
                    last = from + count;
                    if (last > first) {
                        runs.add(Math.max(first, from), Math.min(end, last));
                    }
                }
                checkMemory(16L * runs.size());
            }
        }
        return RowRanges.of(runs.firsts(), runs.seconds());
    }

    /**
     * The places of the rows of an insert fragment.
     *
     * @throws CorruptFileException if that is damaged or breaks a rule
     * @throws TooManyChangesException if it doesn't fit into a quarter of the memory
     */
    public Anchors anchors() throws IOException {
        RowSet places = rowSet(SidecarLayout.ANCHORS);
        Pairs runs = new Pairs(places.rowCount());
        try (Scan scan = places.scan().build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                long[] positions = Pairs.of(batch, 0);
                long[] counts = Pairs.of(batch, 1);
                for (int i = 0; i < batch.rowCount(); i++) {
                    runs.add(positions[i], counts[i]);
                }
                checkMemory(16L * runs.size());
            }
        }
        try {
            Anchors anchors = Anchors.of(runs.firsts(), runs.seconds());
            if (anchors.size() > 0 && anchors.position(anchors.size() - 1) > target.rows()) {
                throw broken(
                        SidecarLayout.ANCHORS,
                        anchors.size() - 1L,
                        "row " + anchors.position(anchors.size() - 1) + " is behind the fragment's " + target.rows());
            }
            return anchors;
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(
                    file.name() + ": column '" + SidecarLayout.ANCHORS + "' breaks the rules of sidecars: "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * The changes of some columns, for a scan. It reads the changes of rows {@code first..end-1} of the fragment only,
     * so that a split need not hold the others.
     *
     * @param columns by field id, the name of the column in the file that is scanned; changes of other fields are left
     *     out
     * @throws CorruptFileException if what is read of it is damaged or breaks a rule
     * @throws TooManyChangesException if they don't fit into a quarter of the memory
     * @throws IllegalArgumentException if the rows are not within the fragment
     */
    public RowChanges changes(Map<Integer, String> columns, long first, long end) throws IOException {
        RowChanges values = values(columns, first, end);
        return RowChanges.builder().delete(deletedRows(first, end)).build().and(values);
    }

    /** The new values of some columns, as {@link #changes} has them, without the deleted rows. */
    public RowChanges values(Map<Integer, String> columns, long first, long end) throws IOException {
        if (first < 0 || first > end || end > target.rows()) {
            throw new IllegalArgumentException(
                    "rows " + first + ".." + end + " are not within the fragment's " + target.rows());
        }
        RowChanges.Builder changes = RowChanges.builder();
        for (Field field : fields) {
            String column = columns.get(field.fieldId().orElseThrow());
            if (column != null) {
                addValues(field, column, first, end, changes);
            }
        }
        return changes.build();
    }

    private void addValues(Field field, String column, long first, long end, RowChanges.Builder changes)
            throws IOException {
        List<Filter> range = new ArrayList<>();
        if (first > 0) {
            range.add(Filter.greaterOrEqual(SidecarLayout.POSITION, first));
        }
        if (end < target.rows()) {
            range.add(Filter.less(SidecarLayout.POSITION, end));
        }
        RowSet values = rowSet(field.name());
        if (values.rowCount() == 0) {
            return;
        }
        long last = first - 1;
        try (Scan scan = values.scan()
                .select(SidecarLayout.POSITION, SidecarLayout.VALUE)
                .filter(Filter.and(range.toArray(Filter[]::new)))
                .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int from = batch.selected(0);
                int to = batch.selected(batch.selectedCount() - 1) + 1;
                long[] positions = Pairs.of(batch, 0);
                for (int i = from; i < to; i++) {
                    long row = positions[i];
                    if (row <= last || row >= end) {
                        throw broken(
                                field.name(),
                                batch.firstRow() + i,
                                "row " + row + " does not follow row " + last + ", or is not within the fragment's "
                                        + target.rows());
                    }
                    last = row;
                }
                changes.modify(column, Arrays.copyOfRange(positions, from, to), batch.column(1), from);
                checkMemory(changes.bytes());
            }
        }
    }

    private void checkMemory(long bytes) throws TooManyChangesException {
        if (bytes > memory) {
            throw new TooManyChangesException(file.name() + ": its changes take more than " + memory
                    + " bytes, a quarter of the memory: take those of fewer rows, or give more memory");
        }
    }

    private RowSet rowSet(String column) throws IOException {
        return file.rowSet(ColumnPath.of(column));
    }

    private CorruptFileException broken(String column, long entry, String what) {
        return new CorruptFileException(
                file.name() + ": column '" + column + "', entry " + entry + " breaks the rules of sidecars: " + what);
    }

    /** Closes the source. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}

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
package dev.stoa.hive.internal.read;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Type;
import dev.stoa.hive.FragmentId;
import dev.stoa.hive.StoaSplit;
import dev.stoa.hive.internal.columns.FileColumns;
import dev.stoa.hive.internal.columns.Naming;
import dev.stoa.hive.internal.columns.RenamedFields;
import dev.stoa.hive.internal.columns.TableColumns;
import dev.stoa.hive.internal.columns.TableNaming;
import dev.stoa.hive.internal.plan.PushedFilter;
import dev.stoa.hive.internal.store.Snapshots;
import dev.stoa.hive.internal.store.TableFiles;
import dev.stoa.hive.internal.values.ReadColumn;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Returns the scan of a split: of the requested columns of the table that exist. */
final class SplitScan implements Closeable {
    private final RowSource source;
    private final BatchSource scan;
    private final List<ReadColumn> columns = new ArrayList<>();
    private final List<Integer> missing = new ArrayList<>();
    private final long fromRow;
    private final long toRow;
    private long nextRow;

    /**
     * Opens what a split is of.
     *
     * @throws IllegalArgumentException if a column can't be read as the table's
     */
    SplitScan(Configuration configuration, StoaSplit split, TableColumns table) throws IOException {
        source = open(configuration, split);
        boolean done = false;
        try {
            fromRow = split.fromRow();
            toRow = Math.min(split.toRow(), source.rowCount());
            nextRow = fromRow;
            Naming naming = TableNaming.of(configuration, split.getPath());
            scan = build(naming, table, source.named(configuration, table, naming), configuration);
            done = true;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(source.name() + ": " + e.getMessage(), e);
        } finally {
            if (!done) {
                source.close();
            }
        }
    }

    private static RowSource open(Configuration configuration, StoaSplit split) throws IOException {
        Optional<FragmentId> id = split.fragment();
        if (id.isPresent()) {
            Snapshot snapshot = Snapshots.get(configuration, id.get().version());
            Fragment fragment = snapshot.fragment(id.get().fragment())
                    .orElseThrow(() -> new IOException(
                            snapshot + ": no fragment " + id.get().fragment()));
            return new FragmentSource(id.get().version(), snapshot, fragment);
        }
        return new FileSource(TableFiles.open(configuration, split.getPath(), split.fileLength()));
    }

    /**
     * Builds the scan.
     *
     * @param named the columns of the table under the names that the source has for them
     */
    private BatchSource build(Naming naming, TableColumns table, TableColumns named, Configuration configuration)
            throws IOException {
        List<Field> fields = source.fields();
        RenamedFields.refuse(fields, named, naming);
        FileColumns found = FileColumns.of(fields, named, naming);
        Map<ColumnPath, Type> read = new LinkedHashMap<>();
        for (int ordinal : table.needed()) {
            Optional<Field> field = found.read(ordinal);
            if (field.isPresent()) {
                add(ordinal, field.get(), table, naming);
                read.put(ColumnPath.of(field.get().name()), field.get().type());
            } else {
                missing.add(ordinal);
            }
        }
        if (read.size() < columns.size()) {
            throw new IllegalArgumentException(
                    "two columns of the table name the same column of the file: see " + Naming.IDS);
        }
        Optional<Filter> filter = new PushedFilter(fields, found, table).of(configuration);
        return source.scan(read, filter, fromRow, toRow);
    }

    private void add(int ordinal, Field field, TableColumns table, Naming naming) {
        try {
            columns.add(new ReadColumn(ordinal, field.type(), table.types().get(ordinal), naming));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("column '" + field.name() + "': " + e.getMessage(), e);
        }
    }

    /** The columns, in the order of those of a batch. */
    List<ReadColumn> columns() {
        return columns;
    }

    /** Returns the ordinals of requested columns that don't exist. */
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
        try (source) {
            scan.close();
        }
    }
}

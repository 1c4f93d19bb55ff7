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
package dev.stoa.table.internal.scan;

import dev.stoa.format.Batch;
import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowTooLargeException;
import dev.stoa.reader.ScanStats;
import dev.stoa.reader.internal.filter.BoundedVector;
import dev.stoa.table.DataFile;
import dev.stoa.table.Fragment;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.internal.schema.TableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The columns of small fragments, decoded and with their new values, for all scans of all snapshots of a table. The same
 * file and sidecars always give the same column. To open, prune and read a file of a few thousand rows takes many times as
 * long as to go through them. They are in the table's {@link ChangeCache}, whose bounds hold for them, too. Safe for several
 * threads.
 */
public final class KeptRows {
    static final int VECTOR_ROWS = 4096;

    /** The rows of a kept vector: few, so that its bounds often tell what a filter says of them. */
    static final int PIECE_ROWS = 1024;

    /** Larger files cost more than one short request. */
    private static final long MAX_STORED = 256 << 10;

    private static final long MAX_DECODED = 4 << 20;

    private final ChangeCache cache;
    private final int maxRows;

    /**
     * Keeps columns.
     *
     * @param maxRows the largest number of rows of a small fragment
     */
    public KeptRows(ChangeCache cache, int maxRows) {
        this.cache = cache;
        this.maxRows = maxRows;
    }

    /** The rows of a fragment which {@linkplain #isSmall is small}. Columns that are not known are read, all rows of them. */
    Optional<KeptScan> scan(TableImage image, Fragment fragment, KeptScans.Columns needed) throws IOException {
        try (FragmentChanges changes = new FragmentChanges(image, fragment)) {
            int count = needed.all().size();
            List<ChangeCache.Key> keys = new ArrayList<>(count);
            KeptColumn[] columns = new KeptColumn[count];
            boolean isKnown = true;
            for (int i = 0; i < count; i++) {
                ChangeCache.Key key =
                        key(fragment, needed.all().get(i), needed.types().get(i), changes);
                keys.add(key);
                columns[i] = cache.find(key, KeptColumn.class).orElse(null);
                isKnown &= columns[i] != null;
            }
            ScanStats read = isKnown ? ScanStats.NONE : load(image, fragment, needed.all(), keys, columns);
            for (KeptColumn column : columns) {
                if (column.vectors().isEmpty()) {
                    return Optional.empty();
                }
            }
            return Optional.of(new KeptScan(
                    needed, List.of(columns), fragment.rows(), changes.deletes().deletedRows(), read));
        }
    }

    /** Reads the columns that are missing. */
    private ScanStats load(
            TableImage image,
            Fragment fragment,
            List<TableColumn> needed,
            List<ChangeCache.Key> keys,
            KeptColumn[] columns)
            throws IOException {
        List<TableColumn> missing = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] == null) {
                missing.add(needed.get(i));
                places.add(i);
            }
        }
        List<KeptColumn> found = new ArrayList<>();
        ScanStats read = read(image, fragment, missing, found);
        for (int i = 0; i < missing.size(); i++) {
            columns[places.get(i)] = found.get(i);
            cache.put(keys.get(places.get(i)), found.get(i));
        }
        return read;
    }

    /** Whether columns of a fragment are kept, unless they turn out to be too large. */
    boolean isSmall(Fragment fragment) {
        long stored = 0;
        for (DataFile file : fragment.files()) {
            stored += file.identity().length();
        }
        return fragment.rows() > 0 && fragment.rows() <= maxRows && stored <= MAX_STORED;
    }

    /** The key of a column: all that its values depend on. */
    private static ChangeCache.Key key(Fragment fragment, TableColumn column, String type, FragmentChanges changes) {
        Optional<DataFile> file = fragment.fileOf(column.id());
        List<UUID> from = new ArrayList<>(4);
        from.add(fragment.id());
        if (file.isPresent()) {
            from.add(file.get().identity().uuid());
        }
        for (SidecarFile sidecar : changes.changing(column.id(), file)) {
            from.add(sidecar.identity().uuid());
        }
        return new ChangeCache.Key(from, ChangeCache.Part.ROWS, column.id(), type);
    }

    /** Reads columns of all rows; what it took. */
    private static ScanStats read(
            TableImage image, Fragment fragment, List<TableColumn> missing, List<KeptColumn> columns)
            throws IOException {
        List<List<BoundedVector>> vectors = new ArrayList<>();
        missing.forEach(column -> vectors.add(new ArrayList<>()));
        long[] bytes = new long[missing.size()];
        boolean fits = true;
        ScanStats stats = ScanStats.NONE;
        try (FragmentScan scan = FragmentScan.withDeleted(image, fragment, missing)) {
            long row = 0;
            while (fits && scan.next()) {
                Batch batch = scan.batch();
                // a batch that ends within a vector has very long values
                fits = batch.firstRow() == row && batch.rowCount() == Math.min(VECTOR_ROWS, fragment.rows() - row);
                row += batch.rowCount();
                for (int i = 0; fits && i < bytes.length; i++) {
                    bytes[i] += bytes(batch.column(i));
                    fits = bytes[i] <= MAX_DECODED;
                    if (fits) {
                        addPieces(batch.column(i), vectors.get(i));
                    }
                }
            }
            stats = scan.stats();
        } catch (RowTooLargeException e) { // perhaps none of those that are asked for
            fits = false;
        }
        for (int i = 0; i < bytes.length; i++) {
            columns.add(fits ? new KeptColumn(List.copyOf(vectors.get(i)), bytes[i]) : KeptColumn.TOO_LARGE);
        }
        return stats;
    }

    private static void addPieces(ColumnVector vector, List<BoundedVector> pieces) {
        for (int from = 0; from < vector.size(); from += PIECE_ROWS) {
            int count = Math.min(PIECE_ROWS, vector.size() - from);
            pieces.add(BoundedVector.of(RowChanges.slice(vector, from, count)));
        }
    }

    /** About how many bytes a vector takes in arrays of its own. */
    private static long bytes(ColumnVector vector) {
        if (!(vector instanceof BytesVector texts)) {
            return 17L * vector.size();
        }
        if (texts.dictionary().isPresent()) {
            return 5L * texts.size() + bytes(texts.dictionary().get());
        }
        long bytes = 5L * texts.size();
        for (int i = 0; i < texts.size(); i++) {
            bytes += texts.isNull(i) ? 0 : texts.length(i);
        }
        return bytes;
    }
}

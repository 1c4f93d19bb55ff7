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
package dev.stoa.reader;

import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.internal.meta.Layout;
import dev.stoa.format.internal.meta.MinMax;
import dev.stoa.reader.internal.file.RowSetColumns;
import dev.stoa.reader.internal.file.ScanCounters;
import dev.stoa.reader.internal.plan.Splitter;
import dev.stoa.reader.internal.scan.EqualityIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** A row set of an open file: the table, or the elements of a list or map. */
public final class RowSet {
    private final RowSetColumns columns;
    private final Function<ColumnPath, Optional<EqualityIndex>> indexes;

    RowSet(RowSetColumns columns, Function<ColumnPath, Optional<EqualityIndex>> indexes) {
        this.columns = columns;
        this.indexes = indexes;
    }

    /** The number of rows. */
    public long rowCount() {
        return columns.rows();
    }

    /** The number of rows of each zone except the last one, which may be shorter. */
    public long zoneRows() {
        return (long) columns.record().zoneVectors() * Layout.VECTOR_ROWS;
    }

    /** The columns. */
    public Schema schema() throws IOException {
        return columns.directory().schema(columns.ordinal(), new ScanCounters());
    }

    /** A scan, to be described. */
    public ScanBuilder scan() {
        return new ScanBuilder(columns, indexes);
    }

    /**
     * The bounds of some columns in all rows, from MinMax, in the order asked. This reads no data.
     *
     * @return of each column, absent if the file has no MinMax of it
     * @throws IllegalArgumentException if no such column exists
     */
    public List<Optional<ColumnBounds>> bounds(List<ColumnPath> paths) throws IOException {
        ScanCounters counters = new ScanCounters();
        Map<ColumnPath, Integer> nodes = columns.find(new LinkedHashSet<>(paths), counters);
        columns.loader().load(List.of(), List.of(), nodes.values(), counters);
        List<Optional<ColumnBounds>> found = new ArrayList<>();
        for (ColumnPath column : paths) {
            int node = nodes.get(column);
            Type type = columns.directory().field(node).type();
            Optional<MinMax> minMax = columns.loader().minMax(node);
            OptionalLong length = minMax.isPresent() && MinMax.hasLength(type)
                    ? OptionalLong.of(minMax.get().totalLength())
                    : OptionalLong.empty();
            found.add(zones(type, minMax, column).stream()
                    .reduce(ColumnBounds::union)
                    .map(bounds -> bounds.withLength(length)));
        }
        return found;
    }

    /**
     * The bounds of a column in each zone, from MinMax, in the order of the rows. This reads no data.
     *
     * @return nothing if the file has no MinMax of it
     * @throws IllegalArgumentException if no such column exists
     */
    public List<ColumnBounds> zoneBounds(ColumnPath column) throws IOException {
        ScanCounters counters = new ScanCounters();
        Map<ColumnPath, Integer> nodes = columns.find(Set.of(column), counters);
        columns.loader().load(List.of(), List.of(), nodes.values(), counters);
        int node = nodes.get(column);
        return zones(columns.directory().field(node).type(), columns.loader().minMax(node), column);
    }

    private List<ColumnBounds> zones(Type type, Optional<MinMax> minMax, ColumnPath column)
            throws CorruptFileException {
        long zoneRows = zoneRows();
        List<ColumnBounds> zones = new ArrayList<>();
        try {
            for (int zone = 0; minMax.isPresent() && zone < minMax.get().zones(); zone++) {
                long rows = Math.min(zoneRows, columns.rows() - zone * zoneRows);
                zones.add(ColumnBounds.ofZone(type, minMax.get(), zone, rows));
            }
        } catch (IllegalArgumentException e) {
            throw new CorruptFileException(
                    columns.directory().file().name() + ": column '" + column + "', MinMax: " + e.getMessage(), e);
        }
        return zones;
    }

    /**
     * Returns the blocks of a column, in the order of the rows. Reads the index of the column only.
     *
     * @return nothing if the column has no vectors of its own, such as a struct without nulls
     * @throws IllegalArgumentException if the column does not exist
     */
    public List<ColumnBlock> blocks(ColumnPath column) throws IOException {
        ScanCounters counters = new ScanCounters();
        int node = columns.find(Set.of(column), counters).get(column);
        columns.loader().load(List.of(), List.of(node), List.of(), counters);
        return columns.loader()
                .single(node, columns.directory().path(node), counters)
                .index()
                .map(ColumnBlock::of)
                .orElse(List.of());
    }

    /**
     * Cuts the row set for parallel tasks: into parts of consecutive rows that start at multiples of 16 vectors (65,536
     * rows). Every row is in exactly one part. Reads the indexes of the columns.
     *
     * @param targetBytes about the stored bytes of the columns in each part
     * @param read what the tasks will read; empty means all columns
     * @throws IllegalArgumentException if no such column exists
     */
    public List<Split> splits(long targetBytes, List<ColumnPath> read) throws IOException {
        return new Splitter(columns).split(targetBytes, read);
    }
}

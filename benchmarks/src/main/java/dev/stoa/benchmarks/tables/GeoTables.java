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

import dev.stoa.delta.Sidecar;
import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.Filter;
import dev.stoa.reader.RowChanges;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Fragment;
import dev.stoa.table.OperationResult;
import dev.stoa.table.RowInsert;
import dev.stoa.table.SidecarFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** {@code lineitem}, sorted by ship date, and {@code orders}, sorted by key, as tables; of one file each at first. */
final class GeoTables {
    /** Keys of orders use eight of 32 in a row. A key plus this number is in a gap. */
    private static final long GAP = 8;

    private static final double REFRESHED = 0.001;
    private static final int VECTOR_ROWS = 4096;

    private final Table lineItem;
    private final Table orders;
    private final Path lineItemFile;
    private final Path ordersFile;
    private final Snapshot freshLineItem;
    private final Snapshot freshOrders;

    private GeoTables(Path folder, Path lineItemFile, Path ordersFile) throws IOException {
        this.lineItemFile = lineItemFile;
        this.ordersFile = ordersFile;
        this.lineItem = create(folder.resolve("lineitem"), lineItemFile, "l_shipdate");
        this.orders = create(folder.resolve("orders"), ordersFile, "o_orderkey");
        this.freshLineItem = lineItem.snapshot();
        this.freshOrders = orders.snapshot();
    }

    /** Makes the tables in a folder. Their files become links to the given ones. */
    static GeoTables create(Path folder, Path lineItem, Path orders) throws IOException {
        return new GeoTables(folder, lineItem, orders);
    }

    private static Table create(Path folder, Path file, String sortedBy) throws IOException {
        Files.createDirectories(folder);
        Files.createLink(folder.resolve("all.stoa"), file);
        Table table = Table.adopt(new LocalFolder(folder), TableProperties.NONE, TableSettings.DEFAULT);
        Transaction declare = table.begin("declare the order");
        Schema schema = declare.snapshot().schema();
        int column = schema.fields()
                .get(schema.indexOf(sortedBy).orElseThrow())
                .fieldId()
                .orElseThrow();
        declare.setProperties(new TableProperties(
                List.of(new TableProperties.SortColumn(column, false, false)), List.of(), List.of(), Map.of()));
        declare.commit();
        return table;
    }

    /** The table that a scan reads. */
    Table of(GeoScan scan) {
        return scan.isOfOrders() ? orders : lineItem;
    }

    /** That table as it was at first. */
    Snapshot fresh(GeoScan scan) {
        return scan.isOfOrders() ? freshOrders : freshLineItem;
    }

    /** The file that it was made of. */
    Path file(GeoScan scan) {
        return scan.isOfOrders() ? ordersFile : lineItemFile;
    }

    List<Table> all() {
        return List.of(lineItem, orders);
    }

    /** The share of the vectors of {@code lineitem} that have a deleted row or a new value. */
    double shareOfVectors() throws IOException {
        Snapshot now = lineItem.snapshot();
        BitSet changed = new BitSet();
        long vectors = 0;
        for (Fragment fragment : now.fragments()) {
            int first = (int) vectors;
            for (SidecarFile file : fragment.sidecars()) {
                try (Sidecar sidecar = file.open(lineItem.folder())) {
                    mark(sidecar, first, changed);
                }
            }
            vectors += (fragment.rows() + VECTOR_ROWS - 1) / VECTOR_ROWS;
        }
        return (double) changed.cardinality() / vectors;
    }

    private static void mark(Sidecar sidecar, int first, BitSet changed) throws IOException {
        Map<Integer, String> columns = new HashMap<>();
        sidecar.changedFields().forEach(field -> columns.put(field.fieldId().orElseThrow(), field.name()));
        RowChanges changes = sidecar.changes(columns, 0, sidecar.target().rows());
        List<RowRanges> all = new ArrayList<>(List.of(changes.deletedRows()));
        columns.values().forEach(column -> all.add(changes.modifiedRows(column)));
        for (RowRanges rows : all) {
            for (int i = 0; i < rows.rangeCount(); i++) {
                changed.set(
                        first + (int) (rows.rangeFirst(i) / VECTOR_ROWS),
                        first + (int) ((rows.rangeEnd(i) - 1) / VECTOR_ROWS) + 1);
            }
        }
    }

    /** Makes both what they were at first. */
    void rollback() throws IOException {
        TableOperations.of(lineItem).rollback(freshLineItem.version());
        TableOperations.of(orders).rollback(freshOrders.version());
    }

    /**
     * Runs a pair of TPC-H's refresh functions. The first inserts new orders with their lines, a thousandth of the present
     * ones, under keys in the gaps. The second deletes the same number of orders with their lines, anywhere.
     */
    void refresh(long seed) throws IOException {
        List<Long> keys = new ArrayList<>();
        try (TableScan scan = freshOrders.scan().select("o_orderkey").build()) {
            while (scan.next()) {
                LongVector values = (LongVector) scan.batch().column(0);
                for (int i = 0; i < values.size(); i++) {
                    keys.add(values.values()[i]);
                }
            }
        }
        SplittableRandom random = new SplittableRandom(seed);
        int count = (int) (keys.size() * REFRESHED);
        Set<Long> models = drawn(keys, count, random);
        Set<Long> deleted = drawn(keys, count, random);
        insertLike(orders, freshOrders, "o_orderkey", models);
        insertLike(lineItem, freshLineItem, "l_orderkey", models);
        delete(orders, "o_orderkey", deleted);
        delete(lineItem, "l_orderkey", deleted);
    }

    private static Set<Long> drawn(List<Long> keys, int count, SplittableRandom random) {
        Set<Long> drawn = new TreeSet<>();
        while (drawn.size() < count) {
            drawn.add(keys.get(random.nextInt(keys.size())));
        }
        return drawn;
    }

    /** Inserts the rows of some orders once more, as orders of their own. */
    private static void insertLike(Table table, Snapshot fresh, String key, Collection<Long> keys) throws IOException {
        try (RowInsert insert = TableOperations.of(table).insert();
                TableScan scan = fresh.scan().filter(Filter.in(key, keys)).build()) {
            while (scan.next()) {
                insert.write(withNewKeys(scan.batch()));
            }
            insert.commit();
        }
    }

    private static Batch withNewKeys(Batch batch) {
        List<ColumnVector> columns = new ArrayList<>(batch.columns());
        LongVector old = (LongVector) columns.get(0);
        long[] keys = old.values().clone();
        for (int i = 0; i < keys.length; i++) {
            keys[i] += GAP;
        }
        columns.set(0, new LongVector(old.type(), keys, ColumnVector.NO_NULLS, old.size()));
        return new Batch(
                batch.schema(), columns, batch.rowCount(), batch.firstRow(), batch.selection(), batch.selectedCount());
    }

    private static void delete(Table table, String key, Collection<Long> keys) throws IOException {
        OperationResult result = TableOperations.of(table).delete(Filter.in(key, keys));
        if (result.deleted() < keys.size()) {
            throw new IOException(table + ": " + keys.size() + " orders were to be deleted, and only "
                    + result.deleted() + " rows were");
        }
    }
}

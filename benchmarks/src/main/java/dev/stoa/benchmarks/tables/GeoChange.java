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

import dev.stoa.delta.SidecarTarget;
import dev.stoa.delta.SidecarWriter;
import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.reader.RowRanges;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.Fragment;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableScan;
import dev.stoa.table.Transaction;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** The change of the tables between the compared scans. */
enum GeoChange {
    /** Nothing: the scans are compared with those of the files themselves. */
    NOTHING("no changes, beside the files themselves", 0, 0, false, "geodiff.nothing"),
    REFRESH("one refresh pair", 0, 0, false, "geodiff.refresh"),
    REFRESH_COMPACTED("one refresh pair, compacted", 0, 0, true, "geodiff.refresh.compacted"),
    ONE_PERCENT("1% changed: half deleted, half modified", 0.005, 0.005, false, "geodiff.one"),
    DELETE_TEN("10% deleted at random", 0.1, 0, false, "geodiff.delete"),
    MODIFY_TEN("10% modified at random", 0, 0.1, false, "geodiff.modify"),
    MODIFY_TEN_COMPACTED("10% modified at random, compacted", 0, 0.1, true, "geodiff.modify.compacted");

    /** The columns that get new values: numbers, with filters and without, and ids. */
    static final Set<String> MODIFIED =
            Set.of("l_quantity", "l_extendedprice", "l_discount", "l_shipmode", "o_totalprice", "o_orderpriority");

    private final String label;
    private final double deleted;
    private final double modified;
    private final boolean compacted;
    private final String goal;

    GeoChange(String label, double deleted, double modified, boolean compacted, String goal) {
        this.label = label;
        this.deleted = deleted;
        this.modified = modified;
        this.compacted = compacted;
        this.goal = goal;
    }

    String label() {
        return label;
    }

    /** The name of the goal for the geometric mean of all scans. */
    String goal() {
        return goal;
    }

    /** Whether it makes a difference to a scan: one of columns that have no new values is not counted. */
    boolean concerns(GeoScan scan) {
        return modified == 0 || deleted > 0 || scan.reads().stream().anyMatch(MODIFIED::contains);
    }

    private boolean isRefresh() {
        return this == REFRESH || this == REFRESH_COMPACTED;
    }

    /** Changes the tables. */
    void apply(GeoTables tables, long seed) throws IOException {
        if (isRefresh()) {
            tables.refresh(seed);
        } else if (deleted + modified > 0) {
            for (Table table : tables.all()) {
                change(table, seed);
            }
        }
        if (compacted) {
            for (Table table : tables.all()) {
                compact(table);
            }
        }
    }

    /** Runs a compaction without a limit of time. */
    private static void compact(Table table) throws IOException {
        CompactionCosts costs = new CompactionCosts(256 << 10, 8 << 10, Integer.MAX_VALUE, 32 << 20, 128 << 20);
        CompactionPlan plan = Compaction.plan(table.snapshot(), Long.MAX_VALUE, costs);
        Compaction.Result result = Compaction.run(table, plan, WriterOptions.DEFAULT);
        if (result.done().isEmpty() || !result.yielded().isEmpty()) {
            throw new IOException(table + ": was not compacted");
        }
    }

    private void change(Table table, long seed) throws IOException {
        Transaction transaction = table.begin("change");
        Snapshot snapshot = transaction.snapshot();
        Fragment fragment = snapshot.fragments().get(0);
        List<Field> fields = snapshot.schema().fields().stream()
                .filter(field -> modified > 0 && MODIFIED.contains(field.name()))
                .toList();
        SplittableRandom random = new SplittableRandom(seed);
        Set<Long> taken = new HashSet<>();
        long[] gone = places(fragment.rows(), deleted, random, taken);
        long[] renewed = places(fragment.rows(), modified, random, taken);
        String name = transaction.newSidecar();
        try (SidecarWriter writer = SidecarWriter.create(
                table.folder().create(name, SinkOptions.DEFAULT),
                new SidecarTarget(fragment.id().toString(), fragment.rows(), snapshot.version()),
                fields,
                WriterOptions.DEFAULT)) {
            writer.delete(RowRanges.of(gone));
            for (Field field : fields) {
                modify(writer, snapshot, field, renewed);
            }
            writer.finish();
        }
        transaction.addSidecar(fragment.id(), name, Optional.empty());
        transaction.commit();
    }

    /** Rows without another change, ascending. */
    private static long[] places(long rows, double share, SplittableRandom random, Set<Long> taken) {
        long[] places = new long[(int) (rows * share)];
        for (int i = 0; i < places.length; ) {
            long place = random.nextLong(rows);
            if (taken.add(place)) {
                places[i++] = place;
            }
        }
        Arrays.sort(places);
        return places;
    }

    /** The new values are those of the first rows, shuffled. */
    private static void modify(SidecarWriter writer, Snapshot fresh, Field field, long[] places) throws IOException {
        int at = 0;
        try (TableScan scan = fresh.scan()
                .select(field.name())
                .rows(RowRanges.between(0, places.length))
                .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                int n = batch.rowCount();
                writer.modify(
                        field.fieldId().orElseThrow(),
                        Arrays.copyOfRange(places, at, at + n),
                        ChangeSet.shuffled(batch.column(0), n));
                at += n;
            }
        }
    }
}

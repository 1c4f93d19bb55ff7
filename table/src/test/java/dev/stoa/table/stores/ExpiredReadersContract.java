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
package dev.stoa.table.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.DividedInput;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.Damage;
import dev.stoa.table.ExpiredVersionException;
import dev.stoa.table.Expiry;
import dev.stoa.table.Rows;
import dev.stoa.table.Seeds;
import dev.stoa.table.Snapshot;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableScanBuilder;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.vio.Folder;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Readers that outlast the safe age: while they read, rows are changed, files compacted, and the version that they read expired.
 * Each of them gets the rows of its version, all and no others, or an {@link ExpiredVersionException}.
 *
 * <p>{@code -Dstoa.readers=1000} is how many read; {@code -Dstoa.seed} repeats them.
 */
abstract class ExpiredReadersContract {
    private static final int TOGETHER = 3;
    private static final int ROWS = 5_000;

    private Random random;
    private Folder folder;
    private Table table;
    private long keys;
    private int complete;
    private int expired;

    /** An empty folder. */
    abstract Folder folder(String name) throws Exception;

    /** Who reads a version, batch by batch. */
    private static final class Reader {
        final Snapshot snapshot;
        final List<String> expected;
        final List<String> rows = new ArrayList<>();
        final Optional<TableScan> scan;
        final Deque<DividedInput> inputs = new ArrayDeque<>();
        final Deque<DividedInput.Part> parts = new ArrayDeque<>();
        Optional<BatchSource> part = Optional.empty();

        Reader(Snapshot snapshot, boolean isOrdered, boolean isDivided) throws IOException {
            this.snapshot = snapshot;
            this.expected = Rows.read(snapshot).stream().sorted().toList();
            TableScanBuilder builder = snapshot.scan().batchRows(500);
            if (isOrdered) {
                builder.ordered();
            }
            scan = isDivided ? Optional.empty() : Optional.of(builder.build());
            if (isDivided) {
                inputs.addAll(builder.inputs());
            }
        }

        /** Reads a batch; false at the end. */
        boolean read() throws IOException {
            if (scan.isPresent()) {
                return take(scan.get());
            }
            while (true) {
                if (part.isPresent()) {
                    if (take(part.get())) {
                        return true;
                    }
                    part.get().close();
                    part = Optional.empty();
                } else if (!parts.isEmpty()) {
                    part = Optional.of(parts.remove().open());
                } else if (inputs.isEmpty()) {
                    return false;
                } else {
                    parts.addAll(inputs.remove()
                            .open(new DividedInput.Division(3, 1 << 14))
                            .parts());
                }
            }
        }

        private boolean take(BatchSource source) throws IOException {
            if (!source.next()) {
                return false;
            }
            Batch batch = source.batch();
            for (int i = 0; i < batch.selectedCount(); i++) {
                List<Object> row = new ArrayList<>();
                for (ColumnVector column : batch.columns()) {
                    row.add(Rows.value(column, batch.selected(i)));
                }
                rows.add(row.toString());
            }
            return true;
        }
    }

    @Test
    final void allRowsOfTheVersionOrWordThatItExpired() throws Exception {
        long seed = Seeds.next(getClass());
        int readers = Integer.getInteger("stoa.readers", TOGETHER);
        for (int round = 0; complete + expired < readers; round++) {
            random = new Random(seed + round);
            folder = folder("readers" + round);
            keys = 0;
            round();
        }
        System.out.printf(
                "%s: %,d read all, %,d were told that their version expired%n",
                getClass().getSimpleName(), complete, expired);
        assertTrue(expired > 0 && complete > 0, expired + " expired, " + complete + " complete");
    }

    private void round() throws IOException {
        TableProperties sorted = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
        table = Table.create(folder, Rows.schema(), sorted, TableSettings.DEFAULT);
        for (int i = 0; i < 3; i++) {
            insert(ROWS);
        }
        List<Reader> reading = new ArrayList<>();
        Reader before = new Reader(table.snapshot(), random.nextBoolean(), random.nextBoolean());
        while (!isAtEnd(before)) {
            if (random.nextInt(20) == 0) {
                change();
            }
        }
        Table forgetful = Table.open(folder, TableSettings.DEFAULT.withKeptRows(0));
        for (int i = 1; i < TOGETHER; i++) {
            Table own = i == 1 || random.nextBoolean() ? forgetful : table;
            reading.add(new Reader(own.snapshot(), random.nextBoolean(), random.nextBoolean()));
            change();
        }
        isAtEnd(reading.get(0)); // it has begun, and is the last one to go on
        while (!reading.isEmpty()) {
            if (reading.size() == 1) {
                TableOperations.of(table).truncate();
                Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
                insert(10);
            }
            int number = reading.size() - 1;
            for (int batches = random.nextInt(30); batches >= 0 && number >= 0; batches--) {
                if (isAtEnd(reading.get(number))) {
                    reading.remove(number);
                    number = -1;
                }
            }
            switch (random.nextInt(8)) {
                case 0 -> change();
                case 1, 2 -> compact();
                case 3 ->
                    Expiry.plan(table, Duration.ZERO, 1 + random.nextInt(3), Duration.ZERO)
                            .run();
                default -> {} // they go on
            }
        }
        Damage.assertSound(folder);
    }

    private boolean isAtEnd(Reader reader) throws IOException {
        try {
            if (reader.read()) {
                return false;
            }
            assertEquals(reader.expected, reader.rows.stream().sorted().toList(), () -> "rows of " + reader.snapshot);
            complete++;
            reader.snapshot.scan().aggregate(1); // still, or it says why not
        } catch (ExpiredVersionException e) {
            assertEquals(reader.snapshot.version(), e.version());
            assertTrue(e.getMessage().contains("Read again, at the newest version"), e.getMessage());
            assertTrue(table.snapshot().version() > e.version(), "the newest version expired: " + e.getMessage());
            List<String> wrong = new ArrayList<>(reader.rows);
            wrong.removeAll(new HashSet<>(reader.expected));
            assertEquals(List.of(), wrong, () -> "rows that are not of " + reader.snapshot);
            expired++;
        }
        return true;
    }

    private void insert(int count) throws IOException {
        Object[][] rows = new Object[count][];
        for (int i = 0; i < count; i++) {
            byte[] text = new byte[12];
            random.nextBytes(text);
            rows[i] = Rows.row(keys++, random.nextInt(1000), HexFormat.of().formatHex(text));
        }
        Transaction transaction = table.begin("insert");
        Rows.insert(transaction, folder, rows);
        transaction.commit();
    }

    private void change() throws IOException {
        long from = random.nextLong(keys);
        Filter some = new Filter.Between(ColumnPath.of("k"), from, from + random.nextInt(3000));
        switch (random.nextInt(3)) {
            case 0 -> insert(1 + random.nextInt(2000));
            case 1 ->
                TableOperations.of(table)
                        .update(List.of(Assignment.literal("n", random.nextInt(1000))), Optional.of(some));
            default -> TableOperations.of(table).delete(some);
        }
    }

    /** All that is worth anything, whatever it costs. */
    private void compact() throws IOException {
        CompactionPlan plan = Compaction.plan(table.snapshot(), Long.MAX_VALUE, CompactionCosts.DEFAULT);
        Compaction.run(table, plan, WriterOptions.DEFAULT);
    }
}

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

import dev.stoa.format.Schema;
import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.Filter;
import dev.stoa.table.Assignment;
import dev.stoa.table.Compaction;
import dev.stoa.table.CompactionCosts;
import dev.stoa.table.CompactionPlan;
import dev.stoa.table.Expiry;
import dev.stoa.table.Expression;
import dev.stoa.table.OperationOptions;
import dev.stoa.table.OperationResult;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Rows;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * What a client that may be killed does to the table of {@link Rows#schema}, and what that means: the keys {@code first},
 * {@code first + step}, and so on, are written, or all from the first to the last changed.
 *
 * @param tag of this operation and no other
 */
record KillOperation(Kind kind, String tag, long first, long step, int count) {
    /** What is done. */
    enum Kind {
        INSERT,
        UPSERT,
        UPDATE,
        DELETE,
        COMPACT,
        EXPIRE
    }

    /** How far the keys of one client are from each other; those of others lie between. */
    static final long STEP = 4096;

    private static final CompactionCosts EAGER = new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20);
    private static final int PLACES = 300;
    private static final long FEW = 20;
    private static final long MANY = 200;
    private static final long FAR = 1L << 20;

    /** One of a client's operations; in a sorted table its rows come between those of others. */
    static KillOperation random(Random random, int client, int number) {
        String tag = client + "." + number;
        long place = random.nextInt(PLACES) * STEP;
        int few = 1 + random.nextInt((int) FEW);
        int dice = random.nextInt(20);
        if (dice < 6) {
            return dice == 0
                    ? new KillOperation(Kind.INSERT, tag, (FAR + MANY * number) * STEP + client, STEP, (int) MANY)
                    : new KillOperation(Kind.INSERT, tag, FEW * number * STEP + client, STEP, few);
        } else if (dice < 10) {
            return new KillOperation(Kind.UPSERT, tag, place + random.nextInt(client + 1), STEP, few);
        } else if (dice < 14) {
            return new KillOperation(Kind.UPDATE, tag, place, STEP, few);
        } else if (dice < 16) {
            return new KillOperation(Kind.DELETE, tag, place, STEP, few / 3 + 1);
        }
        return new KillOperation(dice < 19 ? Kind.COMPACT : Kind.EXPIRE, tag, 0, 0, 0);
    }

    static KillOperation parse(String text) {
        String[] words = text.split(" ", -1);
        return new KillOperation(
                Kind.valueOf(words[0]),
                words[1],
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Integer.parseInt(words[4]));
    }

    @Override
    public String toString() {
        return kind + " " + tag + " " + first + " " + step + " " + count;
    }

    /** Whether it changes rows. */
    boolean changesRows() {
        return kind != Kind.COMPACT && kind != Kind.EXPIRE;
    }

    private long last() {
        return first + step * (count - 1);
    }

    private List<Object[]> rows() {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(Rows.row(first + step * i, i, tag));
        }
        return rows;
    }

    /**
     * Does it.
     *
     * @param isAlone whether nobody else uses the table, so that all that is old may go
     * @return the version that it made, if it made one that changes rows
     */
    Optional<Long> run(Table table, OperationOptions options, boolean isAlone) throws IOException {
        TableOperations operations = TableOperations.of(table).with(options);
        Filter where = Filter.between("k", first, last());
        OperationResult result;
        switch (kind) {
            case INSERT -> result = write(operations.insert());
            case UPSERT -> result = write(operations.upsert());
            case UPDATE -> {
                Expression more = new Expression.Arithmetic(
                        new Expression.Column(ColumnPath.of("n")),
                        Expression.Operator.PLUS,
                        new Expression.Literal(Optional.of(1L)));
                result = operations.update(
                        List.of(new Assignment("n", more), Assignment.literal("s", tag)), Optional.of(where));
            }
            case DELETE -> result = operations.delete(where);
            case COMPACT -> {
                CompactionPlan plan = Compaction.plan(table.snapshot(), Long.MAX_VALUE, EAGER);
                Compaction.run(table, plan, WriterOptions.DEFAULT);
                return Optional.empty();
            }
            default -> {
                Duration age = isAlone ? Duration.ZERO : Duration.ofMinutes(1);
                Expiry.plan(table, Duration.ZERO, isAlone ? 2 : 100, age).run();
                return Optional.empty();
            }
        }
        boolean changed = result.inserted() + result.updated() + result.deleted() > 0;
        return changed ? Optional.of(result.snapshot().version()) : Optional.empty();
    }

    private OperationResult write(RowInsert insert) throws IOException {
        Schema schema = Rows.schema();
        try (insert) {
            insert.write(JavaRows.batch(schema, rows()));
            return insert.commit();
        }
    }

    /** A row but for its key. */
    record Row(int n, String s) {}

    /**
     * The rows behind it.
     *
     * @param read those of the version that it read
     * @param below those of the version below
     */
    NavigableMap<Long, Row> apply(NavigableMap<Long, Row> read, NavigableMap<Long, Row> below) {
        NavigableMap<Long, Row> rows = new TreeMap<>(below);
        NavigableMap<Long, Row> meant = read.subMap(first, true, Math.max(first, last()), true);
        switch (kind) {
            case INSERT -> rows().forEach(row -> put(rows, row, null));
            case UPSERT -> rows().forEach(row -> put(rows, row, read.get((Long) row[0])));
            case UPDATE -> meant.forEach((key, row) -> check(key, row, rows.put(key, new Row(row.n() + 1, tag))));
            case DELETE -> meant.forEach((key, row) -> check(key, row, rows.remove(key)));
            default -> {}
        }
        return rows;
    }

    private void put(Map<Long, Row> rows, Object[] row, Row old) {
        check((Long) row[0], old, rows.put((Long) row[0], new Row((Integer) row[1], tag)));
    }

    private void check(long key, Row read, Row found) {
        if (!java.util.Objects.equals(read, found)) {
            throw new AssertionError(this + " has read " + read + " under the key " + key + ", and replaced " + found
                    + ": the two should have been in conflict");
        }
    }
}

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
package dev.stoa.table.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.CorruptFileException;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.reader.BatchSource;
import dev.stoa.reader.ScanStats;
import dev.stoa.table.Rows;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows around a damage are found and kept, and no others. */
class RowSalvageTest {
    private static final Schema SCHEMA = Schema.of(Field.required("k", Rows.LONG), Field.nullable("n", Rows.INT));
    private static final int BATCH = 1000;

    /** The first and last rows that can't be read, by column. */
    private final Map<String, long[]> damaged = new HashMap<>();

    private final List<String> opened = new ArrayList<>();
    private int open;
    private long deletedBelow;

    /** Reads keys that are row numbers, and numbers that are their doubles. Each tenth row is deleted, and all before one. */
    private BatchSource source(List<Field> columns, long first, long end) {
        opened.add(first + "-" + end
                + (columns.size() == 2 ? "" : " " + columns.get(0).name()));
        open++;
        return new BatchSource() {
            private long at = first;
            private Batch batch;

            @Override
            public boolean next() throws IOException {
                if (at >= end) {
                    return false;
                }
                int size = (int) Math.min(BATCH, end - at);
                for (Field field : columns) {
                    long[] bad = damaged.getOrDefault(field.name(), new long[] {-1, -1});
                    if (bad[0] < at + size && bad[1] >= at) {
                        throw new CorruptFileException("column '" + field.name() + "' is damaged");
                    }
                }
                List<ColumnVector> vectors = new ArrayList<>();
                for (Field field : columns) {
                    vectors.add(vector(field, at, size));
                }
                int[] selected = new int[size];
                int count = 0;
                for (int i = 0; i < size; i++) {
                    if ((at + i) % 10 != 0 && at + i >= deletedBelow) {
                        selected[count++] = i;
                    }
                }
                batch = new Batch(new Schema(columns), vectors, size, at, selected, count);
                at += size;
                return true;
            }

            @Override
            public Batch batch() {
                return batch;
            }

            @Override
            public ScanStats stats() {
                return ScanStats.NONE;
            }

            @Override
            public void close() {
                open--;
            }
        };
    }

    private static ColumnVector vector(Field field, long first, int size) {
        long[] keys = new long[size];
        int[] numbers = new int[size];
        for (int i = 0; i < size; i++) {
            keys[i] = first + i;
            numbers[i] = (int) (2 * (first + i));
        }
        return field.name().equals("k")
                ? new LongVector(Rows.LONG, keys, new boolean[0], size)
                : new IntVector(Rows.INT, numbers, new boolean[0], size);
    }

    private RowSalvage examine(long rows, Set<String> nullable, boolean nullsForLost) throws IOException {
        RowSalvage salvage = new RowSalvage(SCHEMA, this::source, rows, nullable, nullsForLost);
        salvage.examine();
        return salvage;
    }

    private RowSalvage examine(long rows) throws IOException {
        return examine(rows, Set.of("n"), false);
    }

    /** Fails unless the rows from one on, except those of a range, are read with their values, or with nulls in a range. */
    private static void assertRead(RowSalvage salvage, long rows, Set<Long> lost, Set<Long> nulled) throws IOException {
        List<String> expected = new ArrayList<>();
        for (long row = 0; row < rows; row++) {
            if (row % 10 != 0 && !lost.contains(row)) {
                expected.add(row + " " + (nulled.contains(row) ? "null" : 2 * row));
            }
        }
        List<String> read = new ArrayList<>();
        salvage.read(batch -> {
            assertEquals(SCHEMA, batch.schema());
            for (int i = 0; i < batch.selectedCount(); i++) {
                int row = batch.selected(i);
                read.add(Rows.value(batch.column(0), row) + " " + Rows.value(batch.column(1), row));
            }
        });
        assertEquals(expected, read);
        assertEquals(expected.size(), salvage.kept());
    }

    private static Set<Long> rows(long first, long end) {
        Set<Long> rows = new HashSet<>();
        for (long row = first; row < end; row++) {
            rows.add(row);
        }
        return rows;
    }

    @AfterEach
    void allIsClosed() {
        assertEquals(0, open);
    }

    @Test
    void wholeRowsAreReadAtOnce() throws IOException {
        RowSalvage salvage = examine(20_000);
        assertEquals(List.of("0-20000"), opened);
        assertEquals(List.of(), salvage.lost());
        assertEquals(List.of(), salvage.nulled());
        assertRead(salvage, 20_000, Set.of(), Set.of());
    }

    @Test
    void noRowsAreNotRead() throws IOException {
        RowSalvage salvage = examine(0);
        assertEquals(List.of(), opened);
        assertRead(salvage, 0, Set.of(), Set.of());
    }

    /** The search takes an eighth of the rows that it can't read, down to a vector, and four times those that it can. */
    @Test
    void theSearchNarrowsToOneVector() throws IOException {
        damaged.put("n", new long[] {50_500, 50_500});
        RowSalvage salvage = examine(100_000);
        assertEquals(
                List.of(
                        "0-100000",
                        "0-12288",
                        "12288-61440",
                        "12288-16384",
                        "16384-32768",
                        "32768-98304",
                        "32768-40960",
                        "40960-73728",
                        "40960-45056",
                        "45056-61440",
                        "45056-49152",
                        "49152-65536",
                        "49152-53248",
                        "49152-53248 k",
                        "49152-53248 n",
                        "53248-57344",
                        "57344-73728",
                        "73728-100000"),
                opened);
        assertEquals(
                List.of("rows 49152 to 53247 (columns n); --null-lost keeps these rows, with nulls there"),
                salvage.lost());
        assertEquals(List.of(), salvage.nulled());
        assertRead(salvage, 100_000, rows(49_152, 53_248), Set.of());
    }

    @Test
    void lostValuesBecomeNulls() throws IOException {
        damaged.put("n", new long[] {5_000, 9_000});
        RowSalvage salvage = examine(14_000, Set.of("n"), true);
        assertEquals(List.of(), salvage.lost());
        long live = rows(4096, 12_288).stream().filter(row -> row % 10 != 0).count();
        assertEquals(List.of(new RowSalvage.Part(4096, 12_288, live, List.of("n"))), salvage.nulled());
        assertRead(salvage, 14_000, Set.of(), rows(4096, 12_288));
    }

    @Test
    void aColumnThatMustHaveValuesTakesItsRowsWithIt() throws IOException {
        damaged.put("k", new long[] {4_096, 4_096});
        RowSalvage salvage = examine(8_192, Set.of("n"), true);
        assertEquals(List.of("rows 4096 to 8191 (columns k)"), salvage.lost());
        assertEquals(List.of(), salvage.nulled());
        assertRead(salvage, 8_192, rows(4096, 8192), Set.of());
    }

    /** Without any column, nothing tells which rows are deleted. */
    @Test
    void rowsWithoutAnyColumnAreLost() throws IOException {
        damaged.put("k", new long[] {0, 8_191});
        damaged.put("n", new long[] {0, 8_191});
        RowSalvage salvage = examine(9_000, Set.of("k", "n"), true);
        assertEquals(List.of("rows 0 to 8191 (columns k, n)"), salvage.lost());
        assertEquals(List.of(), salvage.nulled());
        assertRead(salvage, 9_000, rows(0, 8192), Set.of());
    }

    @Test
    void partsWithOtherColumnsStayApart() throws IOException {
        damaged.put("k", new long[] {0, 0});
        damaged.put("n", new long[] {4_096, 4_096});
        RowSalvage salvage = examine(8_000);
        assertEquals(
                List.of(
                        "rows 0 to 4095 (columns k)",
                        "rows 4096 to 7999 (columns n); --null-lost keeps these rows, with nulls there"),
                salvage.lost());
        assertRead(salvage, 8_000, rows(0, 8000), Set.of());
    }

    @Test
    void aFileThatIsGoneLosesAllRows() throws IOException {
        List<IOException> gone = List.of(
                new FileNotFoundException("gone"), new IOException("wrapped", new FileNotFoundException("gone")));
        for (IOException e : gone) {
            RowSalvage.Source none = (columns, first, end) -> {
                throw e;
            };
            RowSalvage salvage = new RowSalvage(SCHEMA, none, 10, Set.of("n"), true);
            salvage.examine();
            assertEquals(List.of("rows 0 to 9 (columns k, n)"), salvage.lost());
            assertEquals(0, salvage.kept());
        }
    }

    /** The store may answer the next time: rows are not given up. */
    @Test
    void anotherFailureEndsTheSearch() {
        IOException failure = new IOException("the store fails", new IOException("time-out"));
        RowSalvage salvage = new RowSalvage(
                SCHEMA,
                (columns, first, end) -> {
                    throw failure;
                },
                10,
                Set.of(),
                false);
        assertSame(failure, assertThrows(IOException.class, salvage::examine));
    }

    @Test
    void whatWasFoundHoldsForAnotherSource() throws IOException {
        damaged.put("n", new long[] {0, 0});
        RowSalvage salvage = examine(8_192, Set.of("n"), true);
        damaged.clear();
        opened.clear();
        RowSalvage same = salvage.from((columns, first, end) -> {
            opened.add("other");
            return source(columns, first, end);
        });
        assertEquals(salvage.nulled(), same.nulled());
        assertRead(same, 8_192, Set.of(), rows(0, 4096));
        assertEquals(List.of("other", "0-4096 k", "other", "4096-8192"), opened);
    }

    /** Deleted rows are readable: they lose nothing, and don't hide which column is damaged. */
    @Test
    void rangesOfDeletedRowsAreKnown() throws IOException {
        damaged.put("n", new long[] {0, 0});
        deletedBelow = 24_576;
        RowSalvage salvage = examine(40_000);
        assertEquals(
                List.of("rows 0 to 4095 (columns n); --null-lost keeps these rows, with nulls there"), salvage.lost());
        assertEquals(40_000 - 24_576 - 1_542, salvage.kept());
    }

    @Test
    void columnsAfterALostOneStay() throws IOException {
        Schema wide =
                Schema.of(Field.required("k", Rows.LONG), Field.nullable("n", Rows.INT), Field.nullable("o", Rows.INT));
        damaged.put("n", new long[] {0, 0});
        RowSalvage salvage = new RowSalvage(wide, this::source, 3, Set.of("n", "o"), true);
        salvage.examine();
        List<String> read = new ArrayList<>();
        salvage.read(batch -> {
            for (int i = 0; i < batch.selectedCount(); i++) {
                int row = batch.selected(i);
                read.add(batch.columns().stream()
                        .map(column -> String.valueOf(Rows.value(column, row)))
                        .toList()
                        .toString());
            }
        });
        assertEquals(List.of("[1, null, 2]", "[2, null, 4]"), read);
    }
}

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

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.table.internal.log.MemoryFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inserts of more rows than memory holds, into a sorted table. */
class LargeInsertTest {
    private final long seed = Seeds.next(LargeInsertTest.class);
    private final Random random = new Random(seed);

    @TempDir
    Path spill;

    private void insert(Table table, List<Object[]> rows) throws IOException {
        OperationOptions options = OperationOptions.DEFAULT
                .withBufferBytes(20_000)
                .withWriter(WriterOptions.DEFAULT.withSpillFolder(Optional.of(spill)));
        try (RowInsert insert = TableOperations.of(table).with(options).insert()) {
            for (int from = 0; from < rows.size(); from += 100) {
                insert.write(JavaRows.batch(
                        table.snapshot().schema(), rows.subList(from, Math.min(rows.size(), from + 100))));
            }
            insert.commit();
        }
        try (Stream<Path> files = Files.list(spill)) {
            assertEquals(0, files.count());
        }
    }

    /** Rows that no fragment hosts become one, and those among its rows come later. */
    @Test
    void rowsThatNoFragmentHostsBecomeOne() throws IOException {
        TableProperties declared = new TableProperties(
                List.of(new TableProperties.SortColumn(1, false, false)), List.of(), List.of(), Map.of());
        Table table = Table.create(new MemoryFolder(), Rows.schema(), declared, TableSettings.DEFAULT);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            rows.add(new Object[] {10L * random.nextInt(1_000), i, "s"});
        }
        insert(table, rows);
        assertEquals(1, table.snapshot().fragments().size(), "seed " + seed);
        List<Object[]> more = new ArrayList<>();
        for (int i = 5_000; i < 10_000; i++) {
            more.add(new Object[] {10L * random.nextInt(2_000) + 5, i, "t"});
        }
        insert(table, more);
        rows.addAll(more);
        rows.sort(Comparator.comparing(row -> (Long) row[0]));
        assertEquals(
                rows.stream().map(row -> List.of(row).toString()).toList(),
                Rows.read(table.snapshot().scan().ordered()),
                "seed " + seed);
    }
}

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
package dev.stoa.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.LongVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ParallelResults;
import dev.stoa.reader.ParallelScan;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanInput;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Assignment;
import dev.stoa.table.KeyedChange;
import dev.stoa.table.RowInsert;
import dev.stoa.table.Table;
import dev.stoa.table.TableOperations;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableScan;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.SinkOptions;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.StoaWriter;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of the guide is what stands here between two comments, and runs. */
class GuideJavaTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide.md");
    private static final Path THIS = Path.of("src/test/java/dev/stoa/cli/GuideJavaTest.java");

    @TempDir
    private Path folder;

    private final List<Object> seen = new ArrayList<>();

    private void write(Path path) throws IOException {
        // snippet
        Schema schema = Schema.of(
                Field.required("id", Type.of(TypeKind.INT64)),
                Field.nullable("name", Type.of(TypeKind.STRING)),
                Field.nullable("price", Type.decimal(15, 2)),
                Field.nullable("day", Type.of(TypeKind.DATE)));
        try (StoaWriter writer =
                StoaWriter.create(LocalFileSink.create(path, SinkOptions.DEFAULT), schema, WriterOptions.DEFAULT)) {
            writer.rows().append(1L, "one", new BigDecimal("9.50"), LocalDate.of(1994, 5, 1));
            writer.rows().append(2L, null, new BigDecimal("0.25"), LocalDate.of(1996, 2, 29));
            writer.finish();
        }
        // end of snippet
    }

    private void read(Path path) throws IOException {
        // snippet
        try (StoaFile file = StoaFile.open(RangeSources.open(path));
                Scan scan = file.scan()
                        .select("id", "price")
                        .filter(Filter.less("day", LocalDate.of(1995, 1, 1)))
                        .build()) {
            while (scan.next()) {
                Batch batch = scan.batch();
                long[] cents = ((LongVector) batch.column(1)).values();
                for (int i = 0; i < batch.selectedCount(); i++) {
                    sum(cents[batch.selected(i)]);
                }
            }
        }
        // end of snippet
    }

    private void sum(long cents) {
        seen.add(cents);
    }

    private void readInParallel(List<? extends ScanInput> inputs) throws IOException {
        // snippet
        LongAdder rows = new LongAdder();
        ParallelScan.of(inputs).threads(8).forEach(() -> (input, batch) -> rows.add(batch.selectedCount()));

        try (ParallelResults<String> texts = ParallelScan.of(inputs).map(() -> (input, batch) -> text(batch))) {
            while (texts.next()) {
                print(texts.get());
            }
        }
        // end of snippet
        print(rows);
    }

    private static String text(Batch batch) {
        return batch.selectedCount() + " rows";
    }

    private void print(Object text) {
        seen.add(text.toString());
    }

    private static Batch create(Path lake, Schema schema) throws IOException {
        // snippet
        TableProperties keyed = new TableProperties(List.of(), List.of(1), List.of(), Map.of());
        Table.create(new LocalFolder(lake), schema, keyed, TableSettings.DEFAULT);
        Batch batch = JavaRows.batch(
                schema,
                List.of(
                        new Object[] {1L, "one", new BigDecimal("9.50"), LocalDate.of(1994, 5, 1)},
                        new Object[] {2L, null, new BigDecimal("0.25"), LocalDate.of(1996, 2, 29)}));
        // end of snippet
        return batch;
    }

    private void change(Path lake, Batch batch, Batch news) throws IOException {
        // snippet
        Table table = Table.open(new LocalFolder(lake), TableSettings.DEFAULT);
        TableOperations operations = TableOperations.of(table);
        try (RowInsert insert = operations.insert()) {
            insert.write(batch);
            insert.commit();
        }
        try (KeyedChange change = operations.updateByKey()) {
            change.write(news);
            change.commit();
        }
        operations.update(List.of(Assignment.literal("name", "two")), Optional.of(Filter.equal("id", 2)));
        operations.delete(Filter.less("day", LocalDate.of(1995, 1, 1)));
        try (TableScan scan =
                table.snapshotAt(1).scan().filter(Filter.greater("price", 1)).build()) {
            while (scan.next()) {
                Batch rows = scan.batch();
                print(text(rows));
            }
        }
        // end of snippet
        print(table.snapshot().version());
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        Path file = folder.resolve("a.stoa");
        write(file);
        read(file);
        assertEquals(List.of(950L), seen);
    }

    @Test
    void manyFilesAreRead() throws IOException {
        write(folder.resolve("a.stoa"));
        write(folder.resolve("b.stoa"));
        List<ScanInput> inputs = new ArrayList<>();
        List<StoaFile> open = new ArrayList<>();
        try {
            for (String name : List.of("a.stoa", "b.stoa")) {
                StoaFile file = StoaFile.open(RangeSources.open(folder.resolve(name)));
                open.add(file);
                inputs.add(file::scan);
            }
            readInParallel(inputs);
        } finally {
            for (StoaFile file : open) {
                file.close();
            }
        }
        assertEquals(List.of("2 rows", "2 rows", "4"), seen);
    }

    @Test
    void rowsAreChanged() throws IOException {
        Path file = folder.resolve("a.stoa");
        write(file);
        try (StoaFile rows = StoaFile.open(RangeSources.open(file))) {
            Path lake = Files.createDirectory(folder.resolve("lake"));
            Batch batch = create(lake, rows.schema());
            change(lake, batch, batch);
        }
        assertEquals(List.of("1 rows", "4"), seen);
    }

    @Test
    void theGuideShowsThis() throws IOException {
        List<String> shown = between(Files.readString(GUIDE), "```java\n", "```\n").stream()
                .map(GuideJavaTest::code)
                .toList();
        List<String> here =
                between(Files.readString(THIS), "        // snippet\n", "        // end of snippet\n").stream()
                        .map(GuideJavaTest::code)
                        .toList();
        assertEquals(here.stream().sorted().toList(), shown.stream().sorted().toList());
    }

    /** Code without its comments and the white space between its parts. */
    private static String code(String text) {
        return text.replaceAll("//.*", "").replaceAll("\\s+", "");
    }

    private static List<String> between(String text, String begin, String end) {
        List<String> found = new ArrayList<>();
        for (int from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, from + 1)) {
            int start = from + begin.length();
            found.add(text.substring(start, text.indexOf(end, start)));
        }
        return found;
    }
}

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

import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.internal.schema.DeclarationCheck;
import dev.stoa.table.internal.schema.PartFolders;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data files of a table with folders of parts. */
final class PartFoldersTest {
    @TempDir
    private Path path;

    private LocalFolder folder;

    @BeforeEach
    void name() {
        folder = new LocalFolder(path.resolve("t"));
    }

    private Table create(String value, String... transforms) throws IOException {
        List<TableProperties.PartitionColumn> columns = new ArrayList<>();
        for (String transform : transforms) {
            columns.add(new TableProperties.PartitionColumn(columns.size() + 1, transform));
        }
        TableProperties properties =
                new TableProperties(List.of(), List.of(), columns, Map.of(TableProperties.PART_FOLDERS, value));
        return Table.create(folder, Rows.schema(), properties, TableSettings.DEFAULT);
    }

    private static List<Object[]> rows(long from, long to) {
        List<Object[]> rows = new ArrayList<>();
        for (long k = from; k < to; k++) {
            rows.add(row(k, (int) k, "s" + k));
        }
        return rows;
    }

    private static void assertInFolders(Snapshot snapshot) throws IOException {
        for (Fragment fragment : snapshot.fragments()) {
            String part = fragment.partition().orElseThrow().split("\n", -1)[0].replace("1 hash(4)=", "");
            for (DataFile file : fragment.files()) {
                assertTrue(file.path().startsWith("data/p4.0000" + part + "/"), file.path() + " of part " + part);
            }
        }
    }

    @Test
    void eachWayToWriteAFileUsesThem() throws IOException {
        Table table = create("true", "hash(4)", "range(10, 20)");
        OperationsTest.insert(table, rows(0, 40).toArray(Object[][]::new));
        assertEquals(12, table.snapshot().fragmentCount());
        assertInFolders(table.snapshot());

        Transaction tasks = table.begin("tasks");
        try (FragmentWriter writer = new FragmentWriter(table.snapshot(), WriterOptions.DEFAULT, 1 << 20)) {
            writer.write(JavaRows.batch(table.snapshot().schema(), rows(40, 80)));
            for (FragmentWriter.Written file : writer.finish()) {
                tasks.addFragment(file.path(), Optional.of(file.partition()));
            }
        }
        tasks.commit();
        assertInFolders(table.snapshot());

        int before = table.snapshot().fragmentCount();
        TableOperations.of(table).update(List.of(Assignment.literal("s", "x")), Optional.empty());
        CompactionCosts eager = new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20);
        Compaction.run(table, Compaction.plan(table.snapshot(), 1L << 40, eager), WriterOptions.DEFAULT);
        assertTrue(table.snapshot().fragmentCount() < before, "files of a part became one");
        assertInFolders(table.snapshot());
        assertEquals(80, table.snapshot().rowCount());
    }

    @Test
    void leftoversOfPartsExpireAndGoWithTheTable() throws IOException {
        Table table = create("true", "hash(4)");
        OperationsTest.insert(table, rows(0, 40).toArray(Object[][]::new));
        Path orphan = path.resolve("t/data/p4.00001/" + UUID.randomUUID() + ".stoa");
        Path foreign = path.resolve("t/data/other/" + UUID.randomUUID() + ".stoa");
        Files.createDirectories(foreign.getParent());
        Files.writeString(orphan, "of a writer that died");
        Files.writeString(foreign, "of another program");
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        assertFalse(Files.exists(orphan));
        assertTrue(Files.exists(foreign));
        assertEquals(40, Rows.read(table.snapshot()).size());
        Files.writeString(orphan, "of a writer that died");
        TableRemoval removal = TableRemoval.plan(folder);
        assertEquals(List.of("data/other/" + foreign.getFileName()), removal.foreign());
        removal.run();
        assertFalse(Files.exists(orphan));
    }

    @Test
    void filesInBothPlacesAreOneTable() throws IOException {
        Table table = create("false", "hash(4)");
        OperationsTest.insert(table, rows(0, 40).toArray(Object[][]::new));
        set(table, Map.of(TableProperties.PART_FOLDERS, "true"));
        OperationsTest.insert(table, rows(40, 80).toArray(Object[][]::new));
        List<String> paths = paths(table);
        assertEquals(4, paths.stream().filter(at -> at.matches("data/[^/]+")).count());
        assertEquals(
                4,
                paths.stream().filter(at -> at.matches("data/p4[.]0000./[^/]+")).count());
        assertEquals(80, Rows.read(table.snapshot()).size());
        TableOperations.of(table).update(List.of(Assignment.literal("s", "x")), Optional.empty());
        Compaction.run(
                table,
                Compaction.plan(
                        table.snapshot(), 1L << 40, new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20)),
                WriterOptions.DEFAULT);
        assertInFolders(table.snapshot());
        set(table, Map.of());
        OperationsTest.insert(table, rows(80, 120).toArray(Object[][]::new));
        assertEquals(
                4, paths(table).stream().filter(at -> at.matches("data/[^/]+")).count());
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        assertEquals(
                120,
                Rows.read(Table.open(folder, TableSettings.DEFAULT).snapshot()).size());
    }

    private static void set(Table table, Map<String, String> free) throws IOException {
        Transaction change = table.begin("set");
        change.setProperties(table.snapshot().properties().withOther(free));
        change.commit();
    }

    private static List<String> paths(Table table) throws IOException {
        return table.snapshot().fragments().stream()
                .flatMap(fragment -> fragment.files().stream())
                .map(DataFile::path)
                .toList();
    }

    @Test
    void onlyThePartitionsOfTodayHaveFolders() {
        TableProperties.PartitionColumn hash = new TableProperties.PartitionColumn(1, "hash( 16)");
        TableProperties properties =
                new TableProperties(List.of(), List.of(), List.of(hash), Map.of(TableProperties.PART_FOLDERS, "true"));
        TableProperties damaged = new TableProperties(List.of(), List.of(), List.of(), properties.other());
        assertEquals("data/p16.00003/f", path(properties, "1 hash( 16)=3"));
        assertEquals("data/p16.00003/f", path(properties, "1 hash( 16)=3\n2 value=\"a\""));
        for (String other : List.of("1 hash(8)=3", "2 hash( 16)=3", "1 hash( 16)=", "1 hash( 16)=../x", "")) {
            assertEquals("data/f", path(properties, other), other);
        }
        assertEquals("data/f", path(damaged, "1 hash( 16)=3"));
        assertEquals("data/f", PartFolders.path("data", "f", properties, Optional.empty()));
    }

    private static String path(TableProperties properties, String partition) {
        return PartFolders.path("data", "f", properties, Optional.of(partition));
    }

    @Test
    void otherTablesHaveNone() throws IOException {
        Table table = create("false", "hash(4)");
        OperationsTest.insert(table, rows(0, 4).toArray(Object[][]::new));
        for (Fragment fragment : table.snapshot().fragments()) {
            assertEquals(2, fragment.files().get(0).path().split("/").length);
        }
        for (String[] wrong : List.of(new String[] {"yes", "hash(4)"}, new String[] {"true", "range(10, 20)"})) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> DeclarationCheck.check(
                            new TableProperties(
                                    List.of(),
                                    List.of(),
                                    List.of(new TableProperties.PartitionColumn(1, wrong[1])),
                                    Map.of(TableProperties.PART_FOLDERS, wrong[0])),
                            table.snapshot().state().schema()));
            assertTrue(refused.getMessage().contains("part-folders"), refused.getMessage());
        }
    }
}

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

import dev.stoa.reader.ColumnPath;
import dev.stoa.reader.IndexFileNames;
import dev.stoa.table.internal.log.Log;
import dev.stoa.table.internal.log.PlainFolder;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes with a table, and what must stay: files that are not its own. */
class TableRemovalTest {
    @TempDir
    Path above;

    private Path path;
    private LocalFolder folder;

    @BeforeEach
    void name() {
        path = above.resolve("t");
        folder = new LocalFolder(path);
    }

    /** A table of one adopted file, which is removed by its second version, and one that was inserted. */
    private void makeTable() throws IOException {
        Rows.write(folder, "part1/a.stoa", Rows.schema(), row(1L, 1, "a"));
        Table table = Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        Transaction replace = table.begin("replace");
        replace.removeFragment(replace.snapshot().fragments().get(0).id());
        Rows.insert(replace, folder, row(2L, 2, "b"));
        replace.commit();
    }

    /** The files that are there, relative to the table's folder. */
    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> path.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> sorted(String... names) {
        return Stream.of(names).sorted().toList();
    }

    private void touch(String... names) throws IOException {
        for (String name : names) {
            Path file = path.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "x");
        }
    }

    @Test
    void allThatIsItsOwnGoes() throws IOException {
        makeTable();
        String id = UUID.randomUUID().toString();
        String index = IndexFileNames.of(id + ".stoa", ColumnPath.of("k"));
        touch(
                "data/" + id + ".stoa",
                "data/" + index,
                "part1/" + IndexFileNames.of("a.stoa", ColumnPath.of("k")),
                "part1/.vio-" + id + ".tmp",
                "_stoa/anything",
                "_stoa/set-aside/more");
        Files.createDirectories(path.resolve("empty/inner"));
        TableRemoval removal = TableRemoval.plan(folder);
        assertEquals(List.of(), removal.foreign());
        assertTrue(PlainFolder.isTable(folder), "a plan removes nothing");
        removal.run();
        assertFalse(Files.exists(path));
        assertTrue(Files.exists(above));
        removal.run(); // as another one may
    }

    @Test
    void filesOfOthersStay() throws IOException {
        makeTable();
        String id = UUID.randomUUID().toString();
        List<String> foreign = sorted(
                "a", // an adopted file lies elsewhere
                "data/day=1/" + id + ".stoa",
                "data/notes.txt",
                "part1/b.stoa",
                "part1/" + IndexFileNames.of("b.stoa", ColumnPath.of("k")),
                "other/_stoa/" + id + ".stoa",
                id + ".stoa");
        touch(foreign.toArray(String[]::new));
        TableRemoval removal = TableRemoval.plan(folder);
        assertEquals(foreign, removal.foreign().stream().sorted().toList());
        removal.run();
        assertEquals(foreign, files());
        assertFalse(PlainFolder.isTable(folder));
        assertThrows(TableException.class, () -> TableRemoval.plan(folder));
    }

    /** Only a log tells of adopted files: where it can't be read, they stay. */
    @Test
    void aTableWithADamagedLogGoes() throws IOException {
        makeTable();
        Files.write(path.resolve(Log.entryName(1)), new byte[] {1, 2, 3});
        TableRemoval removal = TableRemoval.plan(folder);
        assertEquals(List.of("part1/a.stoa"), removal.foreign());
        removal.run();
        assertEquals(List.of("part1/a.stoa"), files());
    }

    /** Expired versions tell of files no more, but the checkpoint of the oldest that is kept does. */
    @Test
    void filesThatOnlyACheckpointNamesGo() throws IOException {
        Rows.write(folder, "mine", Rows.schema(), row(1L, 1, "a"));
        Table table = Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        Transaction insert = table.begin("insert");
        Rows.insert(insert, folder, row(3L, 3, "c"));
        insert.commit();
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        TableRemoval removal = TableRemoval.plan(folder);
        assertEquals(List.of(), removal.foreign());
        removal.run();
        assertFalse(Files.exists(path));
    }

    /** A branch adopts files of its own, and keeps those that the table has expired, also while its log waits for an expiry. */
    @Test
    void filesThatOnlyBranchesNameGo() throws IOException {
        Rows.write(folder, "part1/a.stoa", Rows.schema(), row(1L, 1, "a"));
        Table table = Table.adopt(folder, TableProperties.NONE, TableSettings.DEFAULT);
        TableOperations operations = TableOperations.of(table);
        for (String name : List.of("kept", "dropped")) {
            operations.branch(name, OptionalLong.empty());
            String path = "of-" + name + "/b.stoa";
            Rows.write(folder, path, Rows.schema(), row(2L, 2, "b"));
            Transaction adopt = table.branch(name).begin("adopt");
            adopt.addFragment(path);
            adopt.commit();
        }
        operations.truncate();
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        operations.dropBranch("dropped");
        touch("of-kept/notes");
        TableRemoval removal = TableRemoval.plan(folder);
        assertEquals(List.of("of-kept/notes"), removal.foreign());
        removal.run();
        assertEquals(List.of("of-kept/notes"), files());
    }

    /** A branch whose log is damaged keeps the table from nothing. */
    @Test
    void aBranchWithADamagedLogGoes() throws IOException {
        makeTable();
        touch("_stoa/branches/" + new UUID(1, 2) + "/0000000000000000001.checkpoint", "_stoa/branches/other/file");
        TableRemoval removal = TableRemoval.plan(folder);
        assertEquals(List.of(), removal.foreign());
        removal.run();
        assertFalse(Files.exists(path));
    }

    /** What lies deeper than tables reach is not looked at. */
    @Test
    void veryDeepFoldersStay() throws IOException {
        makeTable();
        String deep = "d/".repeat(64);
        Files.createDirectories(path.resolve(deep + "d"));
        TableRemoval removal = TableRemoval.plan(folder);
        assertEquals(List.of(deep + "d"), removal.foreign());
        removal.run();
        assertTrue(Files.exists(path.resolve(deep + "d")));
        Files.delete(path.resolve(deep + "d"));
        touch("_stoa/entry");
        assertEquals(List.of(), TableRemoval.plan(folder).foreign());
    }
}

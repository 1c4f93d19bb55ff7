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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.internal.log.Floors;
import dev.stoa.table.internal.log.Log;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table is copied file by file while others commit: it depends on the order whether the copy is one (docs/recovery.md). */
class BackupTest {
    /** About how many commits others make during a walk over the files of one kind. */
    private static final int COMMITS = 10;

    @TempDir
    private Path temp;

    private Table table;
    private long key;

    private static boolean isCheckpoint(String name) {
        return name.endsWith(".checkpoint");
    }

    private static boolean isEntry(String name) {
        return name.endsWith(".commit");
    }

    private static boolean isFile(String name) {
        return !isCheckpoint(name) && !isEntry(name) && !isMarker(name) && !name.equals(Log.HINT);
    }

    private static boolean isMarker(String name) {
        return name.startsWith(Floors.FOLDER);
    }

    private Path backup(String name, List<Predicate<String>> order) throws IOException {
        Path from = temp.resolve(name);
        Path to = temp.resolve(name + "-backup");
        key = 0;
        table = Table.create(new LocalFolder(from), Rows.schema(), TableProperties.NONE, TableSettings.DEFAULT);
        for (int i = 0; i < 5; i++) {
            commit();
        }
        copy(from, to, order);
        return to;
    }

    private void copy(Path from, Path to, List<Predicate<String>> order) throws IOException {
        for (Predicate<String> some : order) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(from)) {
                files = all.filter(Files::isRegularFile)
                        .filter(file -> some.test(from.relativize(file).toString()))
                        .sorted()
                        .toList();
            }
            for (int i = 0; i < files.size(); i++) {
                if (i % (1 + files.size() / COMMITS) == 0) {
                    commit();
                }
                Path file = files.get(i);
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                if (!Files.exists(target)) {
                    Files.copy(file, target);
                }
            }
        }
    }

    /** Adds a row, and deletes one: a data file, a sidecar, an entry, every four times a checkpoint. */
    private void commit() throws IOException {
        Transaction transaction = table.begin("change");
        Rows.insert(transaction, table.folder(), new Object[] {key, 1, "a"}, new Object[] {key + 1, 2, "b"});
        if (key > 0) {
            Fragment last = table.snapshot().fragments().get((int) key / 2 - 1);
            Sidecars.delete(transaction, table.folder(), last.id(), 1);
        }
        transaction.commit();
        key += 2;
    }

    @Test
    void theLogComesFirst() throws IOException {
        Path backup = backup("t", List.of(BackupTest::isCheckpoint, BackupTest::isEntry, BackupTest::isFile));
        Damage.assertSound(new LocalFolder(backup));
        Snapshot copied =
                Table.open(new LocalFolder(backup), TableSettings.DEFAULT).snapshot();
        assertTrue(copied.version() > 5 && copied.version() < table.snapshot().version());
        assertEquals(Rows.read(table.snapshotAt(copied.version())), Rows.read(copied));
    }

    /** Versions expire between two runs of a backup, which so lacks some for ever. */
    @Test
    void whatExpiredInBetweenIsBelowTheFloor() throws IOException {
        List<Predicate<String>> order =
                List.of(BackupTest::isMarker, BackupTest::isCheckpoint, BackupTest::isEntry, BackupTest::isFile);
        Path backup = backup("t", order);
        for (int run = 0; run < 3; run++) {
            for (int i = 0; i < 10; i++) {
                commit();
            }
            Expiry.plan(table, Duration.ZERO, 2, Duration.ZERO).run();
            copy(temp.resolve("t"), backup, order);
            Damage.assertSound(new LocalFolder(backup));
            Snapshot copied =
                    Table.open(new LocalFolder(backup), TableSettings.DEFAULT).snapshot();
            assertEquals(Rows.read(table.snapshotAt(copied.version())), Rows.read(copied));
        }
    }

    @Test
    @Tag("slow")
    void copiedLastItNamesFilesThatAreNotThere() throws IOException {
        Path backup = backup("t", List.of(BackupTest::isFile, BackupTest::isCheckpoint, BackupTest::isEntry));
        assertTrue(Damage.kinds(new LocalFolder(backup)).contains(TableFault.Kind.MISSING_DATA));
        backup = backup("u", List.of(BackupTest::isEntry, BackupTest::isCheckpoint, BackupTest::isFile));
        assertTrue(Damage.kinds(new LocalFolder(backup)).contains(TableFault.Kind.MISSING_ENTRY));
        TableRepair.plan(
                        new LocalFolder(backup),
                        RepairOptions.DEFAULT.withCopy(table.folder()),
                        TableSettings.DEFAULT,
                        (bytes, of) -> {})
                .apply(rows -> {});
        Damage.assertSound(new LocalFolder(backup));
    }
}

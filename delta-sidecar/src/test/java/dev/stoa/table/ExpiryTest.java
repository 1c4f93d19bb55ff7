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

import static dev.stoa.table.Rows.insert;
import static dev.stoa.table.Rows.row;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What expiry must leave alone, and what must not go on behind it. */
class ExpiryTest {
    private static final Duration AGE = Duration.ofHours(3);
    private static final Instant NOW = Instant.parse("2030-01-10T00:00:00Z");

    @TempDir
    Path path;

    private static TableSettings at(Instant instant) {
        return TableSettings.DEFAULT
                .withPauses(Duration.ZERO, Duration.ZERO, pause -> {})
                .withClock(Clock.fixed(instant, ZoneOffset.UTC));
    }

    private static void touch(Path file, Duration age) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
    }

    /** All versions but the newest are older than the safe age; a file counts by its own age. */
    @Test
    void youngFilesStay() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        Rows.write(folder, "old", Rows.schema(), row(1L, 1, "s"));
        Rows.write(folder, "young", Rows.schema(), row(2L, 2, "s"));
        Table table = Table.adopt(folder, TableProperties.NONE, at(NOW.minus(Duration.ofDays(9))));
        Transaction insert = table.begin("insert");
        String listedOld = insert.newDataFile();
        String listedYoung = insert.newDataFile();
        for (String name : List.of(listedOld, listedYoung)) {
            Rows.write(folder, name, Rows.schema(), row(3L, 3, "s"));
            insert.addFragment(name);
        }
        insert.commit();
        Transaction truncate = table.begin("truncate");
        truncate.overwriteAll();
        truncate.commit();
        insert(table.begin("touch"), folder, row(9L, 9, "never committed"));

        for (String name : List.of("old", listedOld)) {
            touch(path.resolve(name), AGE.plusSeconds(1));
        }
        for (String name : List.of("young", listedYoung)) {
            touch(path.resolve(name), AGE.minusSeconds(1));
        }
        Expiry first = Expiry.plan(Table.open(folder, at(NOW)), Duration.ZERO, 1, AGE);
        assertEquals(2, first.oldestVersion());
        first.run();
        for (String name : List.of("old", listedOld)) {
            assertFalse(Files.exists(path.resolve(name)), name);
        }
        for (String name : List.of("young", listedYoung)) {
            assertTrue(Files.exists(path.resolve(name)), name + ": it may belong to a transaction that is under way");
        }
    }

    /** The number behind a version that expired is free, but not the next one. */
    @Test
    void nothingIsCommittedBehindAnExpiredVersion() throws IOException {
        LocalFolder folder = new LocalFolder(path);
        Table table = Table.create(folder, Rows.schema(), TableProperties.NONE, at(NOW));
        Table sleeper = Table.open(folder, at(NOW));
        Transaction late = sleeper.begin("insert");
        insert(late, folder, row(0L, 0, "late"));
        for (long i = 1; i <= 6; i++) {
            Transaction insert = table.begin("insert");
            insert(insert, folder, row(i, 1, "s"));
            insert.commit();
        }
        Expiry.plan(table, Duration.ZERO, 1, Duration.ZERO).run();
        List<String> log = names();
        assertFalse(log.contains("0000000000000000001.commit"), log::toString);
        TableException e = assertThrows(TableException.class, late::commit);
        assertTrue(e.getMessage().contains("version 0, behind which"), e.getMessage());
        assertEquals(log, names());
    }

    private List<String> names() throws IOException {
        return new LocalFolder(path)
                .list("_stoa").stream().map(entry -> entry.name()).toList();
    }
}

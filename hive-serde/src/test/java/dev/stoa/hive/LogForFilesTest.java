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
package dev.stoa.hive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table gets a log for the files in its folder, while a statement adds to them. */
@Tag("engine")
class LogForFilesTest {
    private static final String SET =
            "alter table default.logged_later set tblproperties ('storage_handler' = 'dev.stoa.hive.StoaStorageHandler')";

    private final HiveSession hive = HiveSession.shared();

    @TempDir
    Path folder;

    @Test
    void noRowsAreLeftOutOfTheLog() throws Exception {
        hive.run("create table default.logged_later (id int, n int) stored as stoa");
        hive.run("insert into default.logged_later values (1, 1)");
        Path go = folder.resolve("go");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<List<String>> insert = other.submit(() -> {
                HiveSession session = HiveSession.another(Map.of());
                session.run("create temporary function wait_for as '" + WaitFor.class.getName() + "'");
                return session.run("insert into default.logged_later select id + 1, wait_for(n, '" + go
                        + "') from default.logged_later");
            });
            while (!Files.exists(Path.of(go + WaitFor.BEGUN))) {
                if (insert.isDone()) {
                    insert.get(); // tells why
                    fail("it ended before it began to wait");
                }
                Thread.sleep(20);
            }
            Exception e = assertThrows(Exception.class, () -> hive.run(SET));
            assertTrue(LogTables.messages(e).contains("a statement writes the table"), LogTables.messages(e));
            Files.createFile(go);
            insert.get();
        } finally {
            if (!Files.exists(go)) {
                Files.createFile(go);
            }
            other.shutdown();
        }
        assertEquals(List.of("2"), hive.run("select count(*) from default.logged_later"));
        hive.run(SET);
        assertEquals(List.of("2"), hive.run("select count(*) from default.logged_later"));
        hive.run("insert into default.logged_later values (3, 1)");
        assertEquals(List.of("3"), hive.run("select count(*) from default.logged_later"));
    }
}

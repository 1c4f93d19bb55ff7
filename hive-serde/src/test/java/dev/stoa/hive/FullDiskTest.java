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

import static dev.stoa.hive.LogTables.BY_HANDLER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Statements on a disk that is full, which Hadoop's local file system tells by an error, not an exception: they fail, say why, and
 * leave nothing.
 */
@Tag("engine")
class FullDiskTest {
    private static HiveSession hive;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.run("create database if not exists full_disk");
        hive.run("use full_disk");
    }

    @AfterEach
    void freeSpace() {
        QuickLocalFileSystem.FULL.set("");
    }

    @Test
    void insertsOfPlainTablesFail() throws Exception {
        hive.run("create table plain (id int, name string) stored as stoa");
        hive.run("insert into plain values (1, 'a')");
        fails("plain", "full_disk.db/plain/", "insert into plain values (2, 'b')");
        assertEquals(List.of("1\ta"), hive.run("select * from plain"));
    }

    /** What tasks note for the commit lies in the scratch folder of Hive. */
    @Test
    void changesOfTablesWithALogFail() throws Exception {
        String split = hive.set("hive.split.update", "true");
        try {
            hive.run("create table logged (id int, name string) " + BY_HANDLER);
            hive.run("insert into logged values (1, 'a')");
            fails("logged", "/stoa/", "insert into logged values (2, 'b')");
            fails("logged", "/stoa/", "update logged set name = 'c'");
            assertEquals(List.of("1\ta"), hive.run("select * from logged"));
        } finally {
            hive.set("hive.split.update", split);
        }
    }

    private static void fails(String table, String full, String statement) throws Exception {
        List<Path> before = files(table);
        QuickLocalFileSystem.FULL.set(full);
        Exception failure = assertThrows(Exception.class, () -> hive.run(statement));
        QuickLocalFileSystem.FULL.set("");
        String messages = LogTables.messages(failure);
        assertTrue(messages.contains("No space left on device"), messages);
        assertEquals(before, files(table), statement);
    }

    private static List<Path> files(String table) throws Exception {
        try (Stream<Path> all = Files.walk(LogTables.location(hive, table))) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}

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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Hive knows of the rows of tables without a log, and what that costs. */
@Tag("engine")
class StatisticsTest {
    private static final int ROWS = 20_000;

    private static HiveSession hive;

    @BeforeAll
    static void begin() throws Exception {
        hive = HiveSession.shared();
        hive.set("fs." + CountingFileSystem.SCHEME + ".impl", CountingFileSystem.class.getName());
        hive.run("create database if not exists known_rows");
        hive.run("use known_rows");
    }

    private static void insert(String name) throws Exception {
        hive.run("insert into " + name + " select pos, sha2(cast(pos as string), 256)"
                + " from (select 1) one lateral view posexplode(split(space(" + (ROWS - 1) + "), ' ')) x as pos, val");
    }

    private static void assertRowsAreKnown(String table) throws Exception {
        List<String> told = hive.run("describe formatted " + table);
        assertTrue(told.stream().anyMatch(line -> line.matches("\\s*numRows\\s+" + ROWS + "\\s*")), told.toString());
    }

    @Test
    void analysisReadsNoData() throws Exception {
        Path folder = hive.folder("made_elsewhere");
        for (String made : List.of("made_elsewhere file:", "analysed " + CountingFileSystem.SCHEME + ":")) {
            hive.run("create external table " + made.replace(" ", " (n int, s string) stored as stoa location '")
                    + folder + "'");
        }
        insert("made_elsewhere");
        assertRowsAreKnown("made_elsewhere");
        CountingFileSystem.READ.set(0);
        assertEquals(List.of("" + ROWS), hive.run("select count(s) from analysed"));
        long all = CountingFileSystem.READ.getAndSet(0);
        hive.run("analyze table analysed compute statistics");
        long read = CountingFileSystem.READ.get();
        assertTrue(read > 0 && read < all / 4, read + " of " + all + " bytes were read to count rows");
        assertRowsAreKnown("analysed");
    }
}

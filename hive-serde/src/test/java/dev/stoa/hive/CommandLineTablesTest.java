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

import static dev.stoa.hive.CommandLine.stoa;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Hive wrote the command line reads, and the other way round. */
@Tag("engine")
class CommandLineTablesTest {

    @Test
    void readsWhatHiveWrote() throws Exception {
        HiveSession hive = HiveSession.shared();
        Path folder = hive.folder("for-the-command-line");
        hive.run(
                "create external table written (n int, s string, d decimal(9,2), t date) partitioned by (p int) stored as"
                        + " stoa location '" + folder + "'");
        hive.run(
                "insert into written partition (p) select pos, concat('s', pos % 3), pos / 4, date_add(date '2024-01-01',"
                        + " pos), pos % 2 from (select 1) one lateral view posexplode(split(space(99), ' ')) x as pos, val");
        assertTrue(stoa("verify", folder).contains("sound"));
        String found = stoa("scan", folder, "--where", "n >= 42 and n < 44", "--select", "n,s,d,t", "--json");
        assertTrue(found.contains("{\"n\":42,\"s\":\"s0\",\"d\":10.50,\"t\":\"2024-02-12\"}"), found);
        assertTrue(found.contains("{\"n\":43,\"s\":\"s1\",\"d\":10.75,\"t\":\"2024-02-13\"}"), found);
    }

    @Test
    void writesWhatHiveReads() throws Exception {
        HiveSession hive = HiveSession.shared();
        Path folder = hive.folder("of-the-command-line");
        Path csv = Files.writeString(
                hive.folder("texts").resolve("orders.csv"),
                "id,total,day\n1,10.50,2024-01-31\n2,,2024-02-29\n3,7.25,\n");
        stoa("convert", csv, folder.resolve("orders.stoa"));
        hive.run("create external table converted (id bigint, total decimal(9,2), day date) stored as stoa location '"
                + folder + "'");
        assertEquals(
                List.of("1\t10.50\t2024-01-31", "2\tNULL\t2024-02-29", "3\t7.25\tNULL"),
                hive.run("select * from converted order by id"));
        assertEquals(List.of("3"), hive.run("select id from converted where total < 8"));
    }

    /** Each reads what the other changed: rows that Hive deleted and inserted, columns that the command line updated. */
    @Test
    void bothChangeATable() throws Exception {
        HiveSession hive = HiveSession.shared();
        Path folder = hive.folder("of-both");
        hive.run("create external table of_both (id bigint, total decimal(9,2), note string) " + LogTables.BY_HANDLER
                + " location '" + folder + "'");
        hive.run("insert into of_both values (1, 1.00, 'a'), (2, 2.00, 'b'), (3, 3.00, 'c'), (4, 4.00, 'd')");
        String split = hive.set("hive.split.update", "true");
        try {
            hive.run("delete from of_both where id = 1");
            hive.run("update of_both set note = 'hive' where id = 2");
            assertEquals(
                    List.of("{\"id\":2,\"note\":\"hive\"}", "{\"id\":3,\"note\":\"c\"}", "{\"id\":4,\"note\":\"d\"}"),
                    rows(stoa("scan", folder, "--select", "id,note", "--json")));
            stoa("update", folder, "--set", "note = 'stoa'", "--set", "total = total * 2", "--where", "id = 3");
            stoa("delete", folder, "--where", "id = 4");
            stoa(
                    "insert",
                    folder,
                    Files.writeString(hive.folder("texts").resolve("more.csv"), "id,total,note\n5,5.00,e\n6,6.00,\n"));
            List<String> both = List.of("2\t2.00\thive", "3\t6.00\tstoa", "5\t5.00\te", "6\t6.00\tNULL");
            assertEquals(both, hive.run("select * from of_both order by id"));
            assertEquals(List.of("4"), hive.run("select count(*) from of_both"));
            hive.run("update of_both set total = 0, note = 'again' where id in (3, 6)");
            assertEquals(
                    List.of("{\"id\":3,\"total\":0.00}", "{\"id\":6,\"total\":0.00}"),
                    rows(stoa("scan", folder, "--where", "note = 'again'", "--select", "id,total", "--json")));
            stoa("compact", folder);
            assertEquals(
                    List.of("2\thive", "3\tagain", "5\te", "6\tagain"),
                    hive.run("select id, note from of_both order by id"));
            assertEquals(
                    List.of("1\ta", "2\tb", "3\tc", "4\td"),
                    hive.run("select id, note from of_both for system_version as of 1 order by id"));
        } finally {
            hive.set("hive.split.update", split);
        }
        assertTrue(stoa("verify", folder).contains("sound"));
    }

    private static List<String> rows(String json) {
        return json.lines().filter(line -> line.startsWith("{\"id\"")).sorted().toList();
    }
}

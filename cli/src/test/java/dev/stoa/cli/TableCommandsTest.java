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

import static dev.stoa.cli.CommandRun.fails;
import static dev.stoa.cli.CommandRun.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes, changes and reads tables as a person or a script would. */
class TableCommandsTest {
    private static final String ORDERS = """
            id,day,total,status
            1,2024-01-01,10.50,new
            2,2024-01-02,20.00,new
            3,2024-01-03,30.25,
            """;

    @TempDir
    private Path folder;

    private Path table;

    @BeforeEach
    void name() {
        table = folder.resolve("lake/orders");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** The rows of a scan, as JSON in the order of their ids. */
    private static List<String> rows(Object... arguments) {
        Object[] all = Stream.concat(Stream.of("scan"), Stream.concat(Stream.of(arguments), Stream.of("--json")))
                .toArray();
        return ok(all).lines().sorted().toList();
    }

    @Test
    void versionsHaveTags() throws IOException {
        create();
        assertTrue(ok("table", "tag", table, "loaded").contains("the tag 'loaded' names version 1"));
        ok("delete", table, "--where", "id = 1");
        ok("table", "tag", table, "empty", "--at", 0);
        assertEquals(3, rows(table, "--at", "loaded").size());
        assertEquals(0, rows(table, "--at", "empty").size());
        assertTrue(ok("table", "tag", table).contains("loaded"));
        assertEquals(
                List.of("{\"tag\":\"empty\",\"version\":0}", "{\"tag\":\"loaded\",\"version\":1}"),
                ok("table", "tag", table, "--json").lines().toList());
        fails(2, List.of("'loaded' names version 1 already"), "table", "tag", table, "loaded");
        ok("table", "tag", table, "loaded", "--at", 3, "--replace");
        assertEquals(2, rows(table, "--at", "loaded").size());
        ok("rollback", table, "--to", "empty");
        assertEquals(0, rows(table).size());
        ok("table", "tag", table, "--drop", "loaded");
        fails(2, List.of("'loaded' is neither a version", "nor a tag of the table"), "scan", table, "--at", "loaded");
        fails(2, List.of("no tag 'x'"), "table", "tag", table, "--drop", "x");
        fails(2, List.of("names one version"), "table", "tag", table, "--at", 1);
        fails(2, List.of("not a valid name of a tag"), "table", "tag", table, "17");
    }

    @Test
    void branchesAreWrittenReadAndPublished() throws IOException {
        create();
        String audit = table + "@audit";
        assertTrue(ok("table", "branch", table, "audit").contains("the branch 'audit' begins with version 1"));
        ok("delete", audit, "--where", "id = 1");
        assertEquals(3, rows(table).size());
        List<String> audited = ok("scan", audit, "--json").lines().toList();
        assertEquals(2, audited.size());
        Path copy = table.resolveSibling("copy.orc");
        ok("convert", audit, copy);
        assertEquals(audited, ok("scan", copy, "--json").lines().toList());
        assertTrue(ok("index", audit, "--add", "id").contains("in use"));
        assertEquals(
                List.of("{\"branch\":\"audit\",\"version\":1}"),
                ok("table", "branch", table, "--json").lines().toList());
        fails(2, List.of("exists already"), "table", "branch", table, "audit");
        fails(2, List.of("no branch 'x'"), "table", "branch", table, "--drop", "x");
        fails(2, List.of("makes one branch"), "table", "branch", table, "y", "--drop", "audit");
        fails(1, List.of("no branch 'x'; the branches are audit"), "scan", table + "@x");
        fails(2, List.of("'audit' is a branch", "TABLE@audit"), "scan", table, "--at", "audit");
        fails(1, List.of("it is a branch"), "expire", audit, "--older-than", "7d");
        assertTrue(ok("table", "branch", table, "--publish", "audit").contains("2 rows"));
        assertEquals(2, rows(table).size());
        ok("delete", table, "--where", "id = 2");
        fails(1, List.of("it has changed since the branch 'audit'"), "table", "branch", table, "--publish", "audit");
        ok("table", "branch", table, "--drop", "audit");
        fails(1, List.of("no branch 'audit': the table has no branches"), "scan", audit);
        ok("verify", table);
    }

    @Test
    void constraintsAreEnforced() throws IOException {
        create();
        fails(
                1,
                List.of("id = 1, total = 10.50 breaks", "'large'"),
                "table",
                "alter",
                table,
                "--add-check",
                "large=total > 15");
        ok("table", "alter", table, "--add-check", "paid=total >= 0 or status = 'owed'");
        assertTrue(ok("schema", table).contains("check paid (total >= 0 or status = 'owed')"));
        assertTrue(ok("schema", table, "--json").contains("\"checks\""));
        fails(
                1,
                List.of("breaks the constraint 'paid'"),
                "insert",
                table,
                write("bad.csv", "id,total,status\n9,-1,new\n"));
        fails(1, List.of("breaks the constraint 'paid'"), "update", table, "--set", "total = -1", "--where", "id = 1");
        fails(2, List.of("belongs to the constraint 'paid'"), "table", "alter", table, "--drop", "total");
        ok("table", "alter", table, "--drop-check", "paid", "--drop", "total");
        fails(2, List.of("has no constraint 'paid'"), "table", "alter", table, "--drop-check", "paid");
        Path other = folder.resolve("other");
        ok("table", "create", other, "--schema", "n int", "--check", "small=n < 10");
        fails(1, List.of("n = 10 breaks the constraint 'small'"), "insert", other, write("n.csv", "n\n10\n"));
    }

    @Test
    void partitionsChange() throws IOException {
        Path other = folder.resolve("divided");
        ok("table", "create", other, "--schema", "n int, s varchar(10)", "--partition-by", "s value");
        ok("insert", other, write("n.csv", "n,s\n1,a\n2,b\n"));
        ok("table", "alter", other, "--drop-partition-by", "s value", "--partition-by", "n hash(2)");
        ok("insert", other, write("m.csv", "n,s\n1,c\n"));
        assertTrue(ok("schema", other).contains("hash(2)"));
        ok("update", other, "--set", "s = 'b'", "--where", "n = 1");
        fails(
                1,
                List.of("by the log all are of"),
                "table",
                "alter",
                other,
                "--partition-by",
                "s value",
                "--drop-partition-by",
                "n hash(2)");
        fails(2, List.of("not divided by month"), "table", "alter", other, "--drop-partition-by", "n month");
        fails(2, List.of("must be like"), "table", "alter", other, "--partition-by", "n");
        ok("verify", other);
    }

    @Test
    void nullsAreKeptOut() throws IOException {
        Path other = folder.resolve("full");
        ok("table", "create", other, "--schema", "n int, s varchar(10)");
        ok("insert", other, write("n.csv", "n,s\n1,a\n,b\n"));
        fails(1, List.of("n = null breaks", "`n` is not null"), "table", "alter", other, "--not-null", "n");
        ok("update", other, "--set", "n = 2", "--where", "n is null");
        ok("table", "alter", other, "--not-null", "n", "--not-null", "s", "--add", "more int", "--set", "more = 7");
        fails(1, List.of("n = null breaks"), "insert", other, write("m.csv", "n,s,more\n,c,1\n"));
        fails(2, List.of("drop the constraint first"), "table", "alter", other, "--rename", "n=m");
        fails(2, List.of("no column 'x'"), "table", "alter", other, "--not-null", "x");
        ok("table", "alter", other, "--nullable", "n", "--not-null", "more");
        ok("insert", other, write("o.csv", "n,s,more\n,c,1\n"));
        ok("table", "alter", other, "--rename", "n=m");
        ok("verify", other);
    }

    private void create() throws IOException {
        ok(
                "table",
                "create",
                table,
                "--schema",
                "id bigint not null, day date, total decimal(15,2), status varchar(10)",
                "--key",
                "id");
        String done = ok("insert", table, write("orders.csv", ORDERS));
        assertTrue(done.contains("version 1: 3 rows inserted; 1 file, "), done);
        assertTrue(done.contains("; 3 rows now"), done);
    }

    @Test
    @Tag("smoke")
    void rowsAreChangedAndReadAtAnyVersion() throws IOException {
        create();
        String done =
                ok("update", table, "--set", "total = total * 2 + 1", "--set", "status = 'paid'", "--where", "id >= 2");
        assertTrue(done.contains("version 2: 2 rows updated; nothing written but the log"), done);
        done = ok("delete", table, "--where", "day = date '2024-01-01'");
        assertTrue(done.contains("version 3: 1 row deleted; nothing written but the log"), done);
        done = ok("upsert", table, write("more.csv", "total,id\n7,4\n99.99,2\n"));
        assertTrue(done.contains("version 4: 1 row inserted, 1 row updated; 1 file, "), done);
        assertEquals(
                List.of(
                        "{\"id\":2,\"day\":\"2024-01-02\",\"total\":99.99,\"status\":\"paid\"}",
                        "{\"id\":3,\"day\":\"2024-01-03\",\"total\":61.50,\"status\":\"paid\"}",
                        "{\"id\":4,\"day\":null,\"total\":7.00,\"status\":null}"),
                rows(table));
        assertEquals(List.of("{\"id\":1}", "{\"id\":2}", "{\"id\":3}"), rows(table, "--at", 1, "--select", "id"));
        assertEquals(List.of("{\"id\":4}"), rows(table, "--where", "status is null", "--select", "id"));
        assertTrue(ok("scan", table, "--limit", 0, "--stats").contains("version 4 of"));
        assertTrue(ok("head", table, "-n", 1).contains("2024-01-02"));
        String schema = ok("schema", table);
        assertTrue(schema.contains("a table, version 4 of ") && schema.contains("key id"), schema);

        String diff = ok("diff", table, 1, 4);
        assertTrue(diff.contains("1 inserted, 1 deleted, 2 updated"), diff);
        List<JsonNode> feed = ok("diff", table, 1, 4, "--json")
                .lines()
                .map(TableCommandsTest::json)
                .toList();
        assertEquals(
                List.of("deleted", "updated", "updated", "inserted"),
                feed.stream().map(node -> node.get("change").asText()).toList());
        assertEquals("20.0", feed.get(1).get("before").get("total").asText());
        assertEquals(1, feed.get(1).get("row").asInt());

        String back = ok("rollback", table, "--to", 1);
        assertTrue(back.contains("version 5: as version 1 was;"), back);
        assertTrue(back.contains("nothing written but the log; 3 rows now"), back);
        assertEquals(rows(table, "--at", 1), rows(table));
        assertTrue(ok("diff", table, 1, 5).startsWith("0 inserted, 0 deleted, 0 updated"));

        String log = ok("table", "log", table);
        assertTrue(log.contains("rollback to 1") && log.contains("upsert"), log);
        assertEquals(
                6,
                ok("table", "log", table, "--json")
                        .lines()
                        .map(TableCommandsTest::json)
                        .count());
        String files = ok("table", "files", table, "--at", 4);
        assertTrue(files.contains("version 4: 3 rows in 2 fragments, 2 files"), files);
        String entry = table.resolve("_stoa").toString();
        try (Stream<Path> entries = Files.list(Path.of(entry))) {
            Path commit = entries.filter(p -> p.toString().endsWith(".commit"))
                    .findFirst()
                    .orElseThrow();
            assertTrue(ok("head", commit, "--json").contains("{"));
        }
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void whatCanNotBeDoneIsSaidInOneLine() throws IOException {
        create();
        Path csv = folder.resolve("orders.csv");
        fails(1, List.of("the key (id = 1) already exists"), "insert", table, csv);
        fails(2, List.of("no column 'nope'"), "delete", table, "--where", "nope = 1");
        fails(2, List.of("no column 'nope'"), "update", table, "--set", "nope = 1");
        fails(2, List.of("the assignment can't be read"), "update", table, "--set", "total + 1");
        fails(2, List.of("can't become"), "update", table, "--set", "day = 'Monday'");
        fails(1, List.of("part of the key"), "update", table, "--set", "id = 1");
        fails(1, List.of("no column 'x'"), "insert", table, write("x.csv", "id,x\n9,1\n"));
        fails(1, List.of("'id' is missing"), "insert", table, write("y.csv", "total\n9\n"));
        fails(2, List.of("either --where or --all"), "delete", table);
        fails(1, List.of("no version 7"), "scan", table, "--at", 7);
        fails(2, List.of("neither a version"), "scan", table, "--at", "yesterday");
        fails(1, List.of("is in the future", "now it is"), "scan", table, "--at", "2999-01-01");
        fails(2, List.of("--at reads a version"), "scan", csv, "--at", 1);
        fails(2, List.of("no such folder"), "delete", folder.resolve("none"), "--all");
        fails(2, List.of("no such folder"), "delete", csv, "--all");
        fails(1, List.of("it is a table by itself"), "table", "create", folder, "--schema", "a int");
        Path data;
        try (Stream<Path> files = Files.list(table.resolve("data"))) {
            data = files.findFirst().orElseThrow();
        }
        for (Object[] back : List.of(
                new Object[] {"scan", data},
                new Object[] {"scan", table.resolve("data")},
                new Object[] {"scan", folder.resolve("lake")},
                new Object[] {"head", data},
                new Object[] {"convert", data, folder.resolve("out.csv")},
                new Object[] {"delete", table.resolve("data"), "--all"},
                new Object[] {"table", "adopt", table.resolve("data")})) {
            fails(2, List.of("is inside the table"), back);
        }
        ok("verify", data); // as a file it may be looked at
        assertEquals(3, rows(table).size());
    }

    @Test
    void aPlainFolderIsAdoptedFirst() throws IOException {
        Path plain = Files.createDirectories(folder.resolve("plain"));
        ok("convert", write("a.csv", ORDERS), plain.resolve("a.stoa"));
        fails(1, List.of("adopt"), "delete", plain, "--all");
        fails(1, List.of("adopt"), "insert", plain, folder.resolve("a.csv"));
        assertEquals(3, rows(plain).size());
        assertTrue(ok("table", "adopt", plain).contains("version 0: 1 file with 3 rows adopted"));
        ok("delete", plain, "--where", "id = 3");
        assertEquals(2, rows(plain).size());
        assertEquals(3, rows(plain, "--at", 0).size());
        fails(1, List.of("a table already exists"), "table", "adopt", plain);
        write("plain/notes.txt", "no Stoa file");
        assertEquals(2, rows(plain).size());
    }

    @Test
    void columnsAreAlteredAndTablesCopied() throws IOException {
        create();
        String done = ok(
                "table",
                "alter",
                table,
                "--drop",
                "day",
                "--rename",
                "status=state",
                "--add",
                "note string",
                "--move",
                "note=0",
                "--widen",
                "total decimal(20,2)");
        assertTrue(done.contains("version 2"), done);
        assertEquals(
                "{\"note\":null,\"id\":1,\"total\":10.50,\"state\":\"new\"}",
                rows(table).get(0));
        ok("table", "alter", table, "--add", "rate decimal(4,3)", "--set", "rate = 1.5", "--move", "rate=0");
        assertEquals(
                "{\"rate\":1.500,\"note\":null,\"id\":1,\"total\":10.50,\"state\":\"new\"}",
                rows(table).get(0));
        fails(2, List.of("is not new"), "table", "alter", table, "--set", "rate = 1");
        fails(2, List.of("constant"), "table", "alter", table, "--add", "twice int", "--set", "twice = id * 2");
        ok("table", "alter", table, "--drop", "rate");
        fails(2, List.of("can't become"), "table", "alter", table, "--widen", "id int");
        fails(2, List.of("no column 'day'"), "table", "alter", table, "--drop", "day");
        Path copy = folder.resolve("copy");
        ok(
                "table",
                "create",
                copy,
                "--schema",
                "id bigint, total decimal(20,2), note string, state string",
                "--sorted-by",
                "total:desc");
        ok("insert", copy, table);
        assertEquals(3, rows(copy).size());
        assertTrue(ok("schema", copy).contains("sorted by total desc"));
        assertTrue(ok("insert", copy, table, "--overwrite", "--json")
                .contains("\"inserted\":3,\"updated\":0,\"deleted\":3"));
        fails(
                2,
                List.of("column 'total' belongs to the table's order, so it can't be"),
                "table",
                "alter",
                copy,
                "--drop",
                "total");
        assertTrue(ok("delete", copy, "--where", "id = -1").contains("no rows changed; nothing written; 3 rows now"));
        assertTrue(ok("delete", copy, "--all").contains("3 rows deleted; nothing written but the log; 0 rows now"));
    }

    /** Three inserts into a sorted table, of which the last lies among the rows of the first. */
    private void createSorted() throws IOException {
        ok(
                "table",
                "create",
                table,
                "--schema",
                "id bigint not null, day date, total decimal(15,2), status varchar(10)",
                "--sorted-by",
                "id:desc");
        String head = "id,total,status\n";
        ok("insert", table, write("a.csv", head + "30,3,a\n50,5,a\n10,1,a\n"));
        ok("insert", table, write("b.csv", head + "90,9,b\n70,7,b\n"));
        ok("insert", table, write("c.csv", head + "20,2,c\n40,4,c\n60,6,c\n80,8,c\n"));
    }

    @Test
    void aDifferenceAcrossOtherColumnsTellsAllThatChanged() throws IOException {
        Path table = folder.resolve("altered");
        ok("table", "create", table, "--schema", "id bigint not null, n int, old int", "--key", "id");
        ok("insert", table, write("altered.csv", "id,n,old\n1,1,7\n2,2,8\n3,3,9\n"));
        ok("table", "alter", table, "--add", "x string", "--widen", "n bigint", "--rename", "id=key");
        ok("update", table, "--set", "x = 'z'", "--where", "key = 1");
        ok("update", table, "--set", "n = 3000000000", "--where", "key = 2");
        String updated = ok("diff", table, 1, 4, "--json");
        assertTrue(updated.contains("\"before\":{\"key\":1,\"n\":1,\"old\":7,\"x\":null}"), updated);
        assertTrue(updated.contains("\"after\":{\"key\":2,\"n\":3000000000,\"old\":8,\"x\":null}"), updated);
        assertEquals(2, updated.lines().count(), updated);
        String undone = ok("diff", table, 4, 1, "--json");
        assertTrue(undone.contains("\"after\":{\"key\":1,\"n\":1,\"old\":7,\"x\":null}"), undone);
        assertEquals(2, undone.lines().count(), undone);

        ok("update", table, "--set", "old = 0", "--where", "key = 3");
        ok("table", "alter", table, "--drop", "old");
        String dropped = ok("diff", table, 4, 6);
        assertTrue(dropped.contains("0 inserted, 0 deleted, 0 updated"), dropped);
        assertTrue(dropped.contains("not compared: column 'old' is in version 4, and not in version 6"), dropped);
        Path page = folder.resolve("altered.html");
        ok("diff", table, 4, 6, "--html", page);
        assertTrue(Files.readString(page).contains("<p>Not compared: column 'old' is in version 4"));
        String back = ok("rollback", table, "--to", 1);
        assertTrue(back.contains("columns are those of version 1, too"), back);
        String narrow = ok("diff", table, 4, 7);
        assertTrue(narrow.contains("not compared: column 'n' is int64 in version 4, and int32 in version 7"), narrow);
        assertTrue(narrow.contains("not compared: column 'x' is in version 4, and not in version 7"), narrow);
        fails(2, List.of("nothing to alter"), "table", "alter", table);
        fails(2, List.of("stoa: Value for option '--add-check'"), "table", "alter", table, "--add-check", "n > 0");
        fails(2, List.of("stoa: --from: json: JSON is written, not read"), "convert", "-", "x", "--from", "json");
    }

    @Test
    void sortedTablesArePrintedInOrderByAnyNumberOfThreads() throws IOException {
        createSorted();
        List<String> expected = Stream.of(90, 80, 70, 60, 50, 40, 30, 20, 10)
                .map(id -> "{\"id\":" + id + "}")
                .toList();
        for (int threads = 1; threads < 4; threads++) {
            String rows = ok("scan", table, "--ordered", "--threads", threads, "--select", "id", "--json");
            assertEquals(expected, rows.lines().toList());
        }
        assertEquals(
                expected.subList(0, 2),
                ok("scan", table, "--ordered", "--select", "id", "--json", "--limit", 2)
                        .lines()
                        .toList());
        assertEquals(9, rows(table, "--unordered", "--threads", 2).size());
        fails(2, List.of("contradict each other"), "scan", table, "--ordered", "--unordered");
        fails(2, List.of("for a table that declares an order"), "scan", folder.resolve("a.csv"), "--ordered");
        fails(2, List.of("no number of its own"), "scan", table, "--rows", "1");
        Path plain = folder.resolve("other");
        ok("table", "create", plain, "--schema", "id int");
        fails(1, List.of("declares no order"), "scan", plain, "--ordered");
    }

    @Test
    void tablesAreAggregatedAndExplained() throws IOException {
        createSorted();
        ok("delete", table, "--where", "id = 90");
        ok("update", table, "--set", "status = 'zz'", "--where", "id = 20");
        JsonNode all = json(ok("scan", table, "--select", "id,status,day", "--aggregate", "--json"));
        assertEquals(8, all.get("rows").asInt());
        assertEquals(10, all.get("columns").get(0).get("min").asInt());
        assertEquals(80, all.get("columns").get(0).get("max").asInt());
        assertEquals("zz", all.get("columns").get(1).get("max").asText());
        assertEquals(8, all.get("columns").get(2).get("nulls").asInt());
        assertTrue(all.get("rowsFromMetadata").asInt() > 0, "fragments without changes need not be read");
        JsonNode some = json(ok("scan", table, "--where", "id > 50", "--aggregate", "--json", "--threads", 2));
        assertEquals(3, some.get("rows").asInt());
        String explained = ok("scan", table, "--where", "id > 85", "--explain");
        assertTrue(explained.contains(" ruled out by the log, 1 read"), explained);
    }

    @Test
    @Tag("smoke")
    void tablesAreCompactedAndExpired() throws IOException {
        createSorted();
        ok("delete", table, "--where", "id = 10");
        List<String> before = rows(table);
        String plan = ok("compact", table, "--plan");
        assertTrue(plan.contains("scan saves") && plan.contains("yes"), plan);
        assertTrue(ok("table", "log", table).contains("delete"), "planning changes nothing");
        String done = ok("compact", table);
        assertTrue(done.contains(" done"), done);
        assertEquals(before, rows(table));
        assertTrue(ok("compact", table).contains("nothing is worth its price"));
        assertEquals(
                before.size(), ok("scan", table, "--ordered", "--json").lines().count());
        fails(2, List.of("--older-than"), "expire", table);
        fails(2, List.of("is not an age"), "expire", table, "--older-than", "soon");
        assertTrue(ok("expire", table, "--older-than", "1d").contains("0 versions and 0 files"));
        String dry = ok("expire", table, "--older-than", "0s", "--safe-age", "0s", "--dry-run");
        assertTrue(dry.contains("would be removed"), dry);
        assertEquals(9, rows(table, "--at", 3).size());
        String removed = ok("expire", table, "--older-than", "0s", "--safe-age", "0s");
        assertTrue(removed.contains(" removed; version 5 stays"), removed);
        assertEquals(before, rows(table));
        fails(1, List.of("expired"), "scan", table, "--at", 3);
    }

    @Test
    void tablesAreIndexedAndIndexesUsed() throws IOException {
        StringBuilder csv = new StringBuilder("id,code\n");
        int last = 19_999; // smaller fragments are read as a whole
        for (int i = 0; i <= last; i++) {
            csv.append(i).append(',').append(i * 7919L % (last + 2)).append('\n');
        }
        ok("table", "create", table, "--schema", "id bigint, code bigint");
        ok("insert", table, write("codes.csv", csv.toString()));
        String where = "code = " + last * 7919L % (last + 2);
        String listed = ok("index", table, "--add", "code");
        assertTrue(listed.contains(".code.index") && listed.contains("in use"), listed);
        ok("update", table, "--set", "code = 100000", "--where", "id = 5");
        ok("table", "alter", table, "--rename", "code=number");
        assertEquals(
                List.of("{\"id\":" + last + "}"),
                rows(table, "--where", where.replace("code", "number"), "--select", "id"));
        assertEquals(List.of("{\"id\":5}"), rows(table, "--where", "number = 100000", "--select", "id"));
        String told = ok("scan", table, "--where", where.replace("code", "number"), "--limit", 0, "--stats", "--json");
        assertTrue(json(told).get("rowsByIndex").asInt() >= 4096, told);
        fails(2, List.of("no column 'code'"), "index", table, "--add", "code");
        ok("index", table, "--drop", "number");
        fails(2, List.of("has no index of 'number'"), "index", table, "--drop", "number");
        assertEquals(List.of("{\"id\":5}"), rows(table, "--where", "number = 100000", "--select", "id"));
    }

    @Test
    void whatIsDeclaredOfAdoptedFilesIsChecked() throws IOException {
        Path plain = Files.createDirectories(folder.resolve("plain"));
        ok("convert", write("a.csv", "id,day\n1,5\n2,4\n3,3\n"), plain.resolve("a.stoa"));
        ok("convert", write("b.csv", "id,day\n4,2\n3,1\n"), plain.resolve("b.stoa"));
        fails(1, List.of("b.stoa: row 1 comes after a row"), "table", "adopt", plain, "--sorted-by", "id");
        fails(1, List.of("b.stoa: row 1 has the key of a row before it"), "table", "adopt", plain, "--key", "id");
        fails(2, List.of("no column 'x'"), "table", "adopt", plain, "--key", "x");
        assertTrue(Files.notExists(plain.resolve("_stoa/0000000000000000000.commit")));
        ok("table", "adopt", plain, "--order", "day:desc", "--key", "day");
        String schema = ok("schema", plain);
        assertTrue(schema.contains("key day") && schema.contains("sorted by day desc"), schema);
        assertEquals(
                List.of("{\"id\":1}", "{\"id\":2}", "{\"id\":3}", "{\"id\":4}", "{\"id\":3}"),
                ok("scan", plain, "--ordered", "--select", "id", "--json")
                        .lines()
                        .toList());
        fails(1, List.of("(day = 3) already exists"), "insert", plain, write("c.csv", "id,day\n9,3\n"));
    }
}

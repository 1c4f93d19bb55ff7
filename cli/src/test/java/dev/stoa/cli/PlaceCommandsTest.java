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

import static dev.stoa.cli.CommandRun.exits;
import static dev.stoa.cli.CommandRun.fails;
import static dev.stoa.cli.CommandRun.ok;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.vio.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlaceCommandsTest {
    @TempDir
    private Path folder;

    private Path nodes(String... lines) throws IOException {
        return Files.write(folder.resolve("nodes"), List.of(lines));
    }

    private Path group() throws IOException {
        Path group = folder.resolve("_placement");
        ok(
                "place",
                "init",
                group,
                "--nodes",
                nodes("# ours", "n1=/r1", "n2=/r2", "n3=/r1=1", "n4=/r2"),
                "--class",
                "12");
        return group;
    }

    @Test
    void aGroupGrowsAndShrinks() throws IOException {
        Path group = group();
        String shown = ok("place", "show", group);
        assertTrue(shown.contains("epoch 1, replication 3, spread 4"), shown);
        assertTrue(shown.contains("2 of 4 nodes have all partitions"), shown);
        String plan = ok("place", "plan", group, "--failed", "n4");
        assertTrue(plan.contains("9 copies come, equal shares need 9 or more"), plan);
        assertTrue(plan.contains("3 partitions change the responsible node, equal shares need 3"), plan);
        assertTrue(ok("place", "show", group).contains("epoch 1,"), "plan changes nothing");
        assertTrue(ok("place", "apply", group, "--failed", "n4").contains("published epoch 2"));
        assertTrue(ok("place", "apply", group).contains("nothing changes; the map of epoch 2 stays"));
        assertTrue(ok("place", "apply", group, "--add", "n5=/r2,n6=/r3=2").contains("published epoch 3"));
        assertTrue(ok("place", "apply", group, "--remove", "n1").contains("published epoch 4"));
        String drained = ok("place", "show", group);
        assertTrue(drained.contains("draining"), drained);
        fails(2, List.of("failed n4", "no such node"), "place", "plan", group, "--failed", "n4");
        fails(2, List.of("n5", "already"), "place", "plan", group, "--add", "n5=/r1");
        fails(1, List.of("has a map already"), "place", "init", group, "--nodes", folder.resolve("nodes"));
    }

    @Test
    void checkComparesWithWhereBlocksAre() throws IOException {
        Path group = folder.resolve("_placement");
        Path table = folder.resolve("orders");
        ok("place", "init", group, "--nodes", nodes("localhost=/r"), "--class", "4", "--replication", "1");
        assertTrue(ok("place", "add", group, table, "--class", "4").contains("as of epoch 2, in class 4"));
        Path file = table.resolve("data/p4.003/a.stoa");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x".repeat(1000));
        Files.writeString(table.resolve("data/b.stoa"), "of no part");
        String all = ok("place", "check", group, "--at-least", "99%");
        assertTrue(all.contains("100.0% of the bytes"), all);
        String explained = ok("place", "explain", group, file);
        assertTrue(explained.contains("part 3 of class 4, epoch 2"), explained);
        assertTrue(explained.contains("as they belong") && explained.contains("since epoch 1"), explained);
        String ofPart = ok("place", "explain", group, table, "--part", "3");
        assertTrue(ofPart.contains("/data/p4.003/a.stoa") && ofPart.contains("1 file of"), ofPart);
        assertEquals(ofPart, ok("place", "explain", group, table, "--part", "p4.00003"));
        fails(2, List.of("no class has a part 4 of 4"), "place", "explain", group, table, "--part", "4");
        fails(2, List.of("p8.00001 is not a part"), "place", "explain", group, table, "--part", "p8.00001");
        fails(1, List.of("is not a table of the group"), "place", "explain", group, folder, "--part", "3");
        fails(2, List.of("not both"), "place", "explain", group, table, "--part", "3", "--where", "id = 1");
        fails(1, List.of("belongs to no part"), "place", "explain", group, table.resolve("data/b.stoa"));
        String plan = ok("place", "apply", group, "--add", "far=/r", "--remove", "localhost");
        assertTrue(plan.contains("4 copies come"), plan);
        assertTrue(exits(1, "place", "check", group, "--at-least", "99%").contains("0.0% of the bytes"));
        String moved = ok("place", "explain", group, file);
        assertTrue(moved.contains("not on far") && moved.contains("since epoch 3"), moved);
        assertTrue(moved.contains("why: file:/// keeps no replicas of its own"), moved);
        ok("place", "check", group);
        fails(1, List.of("the group has the table"), "place", "add", group, table);
    }

    /** Figure 2 of VectorH as pages: 12 partitions on 4 nodes, and then the fourth node fails. */
    @Test
    void pagesDrawTheMapsBeforeAndAfter() throws IOException {
        Path group = group();
        Path page = folder.resolve("map.html");
        assertTrue(ok("place", "show", group, "--html", page).contains("shows it"));
        assertEquals(0, count(page, "<h2>Epoch 0"));
        assertEquals(List.of(12, 24, 0, 0), marks(page, 1));
        ok("place", "plan", group, "--failed", "n4", "--html", page);
        assertEquals(List.of(12, 24, 0, 0), marks(page, 1));
        assertEquals(List.of(11, 16, 8, 1), marks(page, 2));
        for (String meaning : List.of("responsible", "responsible, with a new copy", "copy", "new copy")) {
            assertEquals(1, count(page, "</svg>" + meaning + "</span>"), "the legend has each kind of mark");
        }
        ok("place", "apply", group, "--failed", "n4");
        ok("place", "show", group, "--html", page);
        assertEquals(List.of(12, 24, 0, 0), marks(page, 1));
        assertEquals(List.of(11, 16, 8, 1), marks(page, 2));
        Files.delete(group.resolve("0000000000000000001.map"));
        ok("place", "show", group, "--html", page);
        assertEquals(List.of(12, 24, 0, 0), marks(page, 2), "without the map before nothing is new");
        assertEquals(0, count(page, "<h2>Epoch 1,"));
    }

    private static int count(Path page, String text) throws IOException {
        return Files.readString(page).split(text, -1).length - 1;
    }

    /** The marks of responsible nodes, copies, new copies, and responsible nodes with new copies in the part of a page for one epoch. */
    private static List<Integer> marks(Path page, int epoch) throws IOException {
        String text = Files.readString(page);
        String from = text.substring(text.indexOf("<h2>Epoch " + epoch + ", 12 partitions"));
        String part = from.substring(0, from.indexOf("</table>"));
        return List.of(
                part.split(": responsible, about", -1).length - 1,
                part.split(": copy, about", -1).length - 1,
                part.split(": new copy, about", -1).length - 1,
                part.split(": responsible, with a new copy, about", -1).length - 1);
    }

    @Test
    void planSaysHowLongCopiesNeed() throws IOException {
        Path group = group();
        Path table = folder.resolve("orders");
        ok("place", "add", group, table, "--class", "12");
        for (int part = 0; part < 12; part++) {
            Path file = table.resolve(String.format("data/p12.%05d/a.stoa", part));
            Files.createDirectories(file.getParent());
            Files.writeString(file, "x".repeat(1000));
        }
        String[] failed = {"place", "plan", group.toString(), "--failed", "n4", "--bandwidth"};
        assertTrue(ok(with(failed, "100"))
                .contains("the copies need 30 s or more: n1 gets 3.0 kB of 9.0 kB, at 100 B a second"));
        assertTrue(ok(with(failed, "10")).contains("need 5 min or more"));
        assertTrue(ok(with(failed, "1")).contains("need 50 min or more"));
        assertTrue(ok("place", "plan", group, "--bandwidth", "1G").contains("no bytes move"));
        fails(2, List.of("'fast' is not a size"), with(failed, "fast"));
        Files.writeString(table.resolve("data/p12.00009/b.stoa"), "x".repeat(10_000));
        String said = ok(with(failed, "1"));
        assertTrue(said.contains("need 3 h 37 min or more") && said.contains("gets 13.0 kB of 19.0 kB"), said);
    }

    private static Object[] with(String[] words, String last) {
        Object[] all = Arrays.copyOf(words, words.length + 1, Object[].class);
        all[words.length] = last;
        return all;
    }

    @Test
    void explainFindsTheFilesOfRows() throws IOException {
        Path group = group();
        Path table = folder.resolve("orders");
        Path csv = Files.writeString(folder.resolve("rows.csv"), "id,name\n1,a\n2,b\n3,c\n4,d\n5,e\n6,f\n");
        Table.create(
                new LocalFolder(table),
                Schema.of(
                        Field.required("id", Type.of(TypeKind.INT64)),
                        Field.nullable("name", Type.of(TypeKind.STRING))),
                new TableProperties(
                        List.of(),
                        List.of(),
                        List.of(new TableProperties.PartitionColumn(1, "hash(12)")),
                        Map.of(TableProperties.PART_FOLDERS, "true")),
                TableSettings.DEFAULT);
        ok("insert", table, csv);
        ok("place", "add", group, table, "--class", "12");
        String found = ok("place", "explain", group, table, "--where", "id = 3");
        assertTrue(found.contains("1 file has rows that match"), found);
        assertTrue(
                found.matches("(?s)part [0-9]+ of class 12, epoch 2.*responsible: n[1-4].*/data/p12[.]000.*"), found);
        assertTrue(ok("place", "explain", group, table, "--where", "id = 7").contains("0 files have rows"));
        fails(2, List.of("an operator was expected"), "place", "explain", group, table, "--where", "id ~ 3");
        ok("place", "apply", group, "--failed", "n4");
        String moved = "";
        for (int part = 0; part < 12; part++) {
            moved += ok("place", "explain", group, table, "--part", part);
        }
        assertTrue(
                moved.lines().anyMatch("moved in this epoch"::equals),
                "no node but the lost one had it before: " + moved);
    }

    @Test
    void oneOfTwoAdministratorsPublishes() throws Exception {
        Path group = group();
        ExecutorService two = Executors.newFixedThreadPool(2);
        try {
            int published = 0;
            for (int round = 0; round < 10; round++) {
                Callable<CommandRun> first = change(group, "--add", "a" + round + "=/r1");
                Callable<CommandRun> second = change(group, "--add", "b" + round + "=/r2");
                for (var run : two.invokeAll(List.of(first, second))) {
                    CommandRun done = run.get();
                    assertTrue(done.exitCode() == 0 || done.err().contains("somebody else"), done.err());
                    published += done.exitCode() == 0 ? 1 : 0;
                }
            }
            try (var maps = Files.list(group)) {
                long count = maps.filter(map -> map.toString().endsWith(".map")).count();
                assertEquals(published + 1, count);
            }
        } finally {
            two.shutdownNow();
        }
    }

    private static Callable<CommandRun> change(Path group, String option, String node) {
        return () -> CommandRun.stoa("place", "apply", group, option, node);
    }

    @Test
    void workersHaveMostBytes() throws IOException {
        Path group = group();
        String few = ok("place", "workers", group);
        assertTrue(few.contains("2 of 4 nodes"), few);
        String one = ok("place", "workers", group, "--count", "1", "--of", "n2,n3");
        assertTrue(one.contains("1 of 4 nodes") && (one.contains("n2 ") || one.contains("n3 ")), one);
        assertTrue(ok("place", "workers", group, "--count", "9").contains("4 of 4 nodes"), "no more are there");
        fails(2, List.of("--of n7", "no such node"), "place", "workers", group, "--of", "n7");
        fails(2, List.of("--count: 0 workers"), "place", "workers", group, "--count", "0");
        fails(2, List.of("'fast' is not a size"), "place", "repair", group, "--bandwidth", "fast");
    }

    @Test
    void badMapsAndArguments() throws IOException {
        Path group = group();
        Path map = group.resolve("0000000000000000001.map");
        byte[] text = Files.readAllBytes(map);
        Files.write(group.resolve("0000000000000000002.map"), text);
        fails(1, List.of("0000000000000000002.map", "epoch 1"), "place", "show", group);
        Files.delete(group.resolve("0000000000000000002.map"));
        text[30] ^= 1;
        Files.write(map, text);
        fails(1, List.of("torn or damaged"), "place", "show", group);
        fails(1, List.of("has no map", "stoa place init"), "place", "show", folder.resolve("none"));
        fails(2, List.of("--nodes or --live"), "place", "init", folder.resolve("g"));
        fails(1, List.of("only an HDFS knows its live nodes"), "place", "init", folder.resolve("g"), "--live");
        fails(2, List.of("HOST=/RACK"), "place", "init", folder.resolve("g"), "--nodes", nodes("n1"));
        fails(2, List.of("two nodes"), "place", "init", folder.resolve("g"), "--nodes", nodes("n1=/r", "n1=/r"));
        fails(1, List.of("no node"), "place", "init", folder.resolve("g"), "--nodes", nodes());
        fails(2, List.of("--at-least"), "place", "check", folder.resolve("g"), "--at-least", "much");
    }

    @Test
    void simulateNeedsNoCluster() {
        String out = ok(
                "place",
                "simulate",
                "--nodes",
                "4",
                "--racks",
                "1",
                "--class",
                "192",
                "--replication",
                "1",
                "--steps",
                "+2,-1,x1");
        assertTrue(out.lines().anyMatch(line -> line.matches("\\+2 +6 +64 +64 +64 +64 +1[.]00 +6 +[0-9]+")), out);
        fails(2, List.of("is not a step"), "place", "simulate", "--steps", "2");
        fails(2, List.of("leaves no node"), "place", "simulate", "--steps", "x9");
    }
}

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
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.table.placement.SplitHosts;
import dev.stoa.vio.Folder;
import dev.stoa.vio.LocalFolder;
import dev.stoa.vio.Placement;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where files of parts are created, and which hosts are said of them, by the maps of placement groups. */
final class PlacementGroupsTest {
    private static final String ROOT = "/lake/t";

    @TempDir
    private Path path;

    private PlacementMap map;

    @BeforeEach
    void publish() throws IOException {
        List<PlacementNode> nodes = new ArrayList<>();
        for (int i = 5; i > 0; i--) {
            nodes.add(new PlacementNode("n" + i, "/rack" + i % 2, 1, PlacementNode.State.IN));
        }
        map = Planner.first(new PlacementMap.Header("g", 1, 3, 2, List.of(ROOT)), nodes, List.of(4));
        Files.createDirectories(path.resolve("maps"));
        Files.write(path.resolve("maps/0000000000000000001.map"), map.text());
    }

    private PlacementGroups groups() {
        return new PlacementGroups(List.of(new LocalFolder(path.resolve("maps"))));
    }

    private List<String> nodes(int part) {
        List<String> nodes = new ArrayList<>();
        for (int copy = 0; copy < 3; copy++) {
            nodes.add(map.nodes()
                    .get(map.classOf(4).orElseThrow().holder(part, copy))
                    .name());
        }
        return nodes;
    }

    private static int part(String file) {
        return Part.ofFile(file).orElseThrow().number();
    }

    @Test
    void filesOfPartsAreCreatedOnTheirNodesAndReadThere() throws IOException {
        SinkOptionsFolder store =
                new SinkOptionsFolder(new LocalFolder(path.resolve("t")), "n1", "n2", "n3", "n4", "n5", "other");
        Folder placed = groups().around(store, ROOT);
        TableProperties properties = new TableProperties(
                List.of(),
                List.of(),
                List.of(new TableProperties.PartitionColumn(1, "hash(4)")),
                Map.of(TableProperties.PART_FOLDERS, "true"));
        Table table = Table.create(placed, Rows.schema(), properties, TableSettings.DEFAULT);
        for (long k = 0; k < 40; k++) {
            OperationsTest.insert(table, row(k, (int) k, "s"));
        }
        Compaction.run(
                table,
                Compaction.plan(
                        table.snapshot(), 1L << 40, new CompactionCosts(256 << 10, 8 << 10, 1000, 32 << 20, 128 << 20)),
                WriterOptions.DEFAULT);
        store.created().forEach((name, options) -> {
            List<String> wanted = name.startsWith("data/") ? nodes(part(name)) : List.of();
            assertEquals(wanted, options.favoredNodes(), name);
        });
        SplitHosts hosts = new SplitHosts(placed);
        List<TableSplit> splits = table.snapshot().scan().splits(1 << 20);
        assertEquals(4, splits.size());
        for (TableSplit split : splits) {
            assertEquals(nodes(part(split.path())), hosts.nodes(split));
            assertEquals(nodes(part(split.path())), hosts.of(List.of(split)), "of six hosts with all bytes");
            assertEquals(
                    List.of("n1", "n2", "n3"), new SplitHosts(store).of(List.of(split)), "without a map, as stored");
        }
    }

    @Test
    void hostsThatHaveNoBytesAreNotNamed() {
        String file = ROOT + "/data/p4.002/f.stoa";
        List<String> nodes = nodes(2);
        List<Placement> torn =
                List.of(new Placement(0, 10, List.of("other", nodes.get(2))), new Placement(10, 10, List.of("other")));
        assertEquals(
                List.of(new Placement(0, 10, List.of(nodes.get(2), "other")), new Placement(10, 10, List.of("other"))),
                groups().order(file, 20, torn));
        List<Placement> all = List.of(new Placement(0, 20, nodes));
        assertEquals(all, groups().order(file, 20, List.of()), "of a store without hosts");
        assertEquals(all, groups().order(file, 20, List.of(new Placement(0, 20, List.of("localhost")))));
    }

    @Test
    void otherFilesStayAsTheyAre() {
        List<Placement> given = List.of(new Placement(0, 20, List.of("b", "a")));
        for (String other : List.of(
                ROOT + "/data/f.stoa",
                ROOT + "/data/p4.004/f.stoa",
                ROOT + "/data/p8.001/f.stoa",
                "/lake/other/data/p4.001/f.stoa")) {
            assertSame(given, groups().order(other, 20, given), other);
        }
        Folder folder = new LocalFolder(path);
        assertSame(folder, PlacementGroups.NONE.around(folder, ROOT));
    }

    @Test
    void theMapBeforeABadOneCounts() throws IOException {
        String node = nodes(1).get(0);
        List<Placement> given = List.of(new Placement(0, 20, List.of("a", node)));
        String file = ROOT + "/data/p4.001/f.stoa";
        byte[] text = map.text();
        text[text.length / 2]++;
        byte[] ofEpochOne = map.text();
        for (byte[] bad : List.of(text, new byte[0], new byte[] {'x'}, ofEpochOne)) {
            Files.write(path.resolve("maps/0000000000000000002.map"), bad);
            assertEquals(List.of(new Placement(0, 20, List.of(node, "a"))), groups().order(file, 20, given));
        }
        Files.delete(path.resolve("maps/0000000000000000001.map"));
        assertSame(given, groups().order(file, 20, given), "without a good map");
        PlacementGroups missing = new PlacementGroups(List.of(new LocalFolder(path.resolve("none"))));
        assertSame(given, missing.order(file, 20, given));
    }
}

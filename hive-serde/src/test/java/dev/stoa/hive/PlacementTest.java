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
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.hive.internal.plan.SnapshotSplits;
import dev.stoa.placement.Part;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import dev.stoa.table.FragmentWriter;
import dev.stoa.table.Table;
import dev.stoa.table.TableProperties;
import dev.stoa.table.TableSettings;
import dev.stoa.table.Transaction;
import dev.stoa.table.placement.PlacementGroups;
import dev.stoa.vio.LocalFolder;
import dev.stoa.writer.JavaRows;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.llap.registry.impl.LlapFixedRegistryImpl;
import org.apache.hadoop.hive.ql.exec.tez.Utils;
import org.apache.hadoop.hive.ql.io.IOConstants;
import org.apache.hadoop.hive.ql.plan.TableScanDesc;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.split.SplitLocationProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The hosts of splits where a placement map exists; Tez and MapReduce get the same splits. */
@Tag("engine")
class PlacementTest {
    @TempDir
    private Path folder;

    @Test
    void splitsNameTheResponsibleNodeFirst() throws Exception {
        makeTable(folder.resolve("t"));
        List<List<String>> parts = publish(folder.resolve("maps"), folder.resolve("t"));
        JobConf job = new JobConf();
        job.set(IOConstants.COLUMNS, "k");
        job.set(IOConstants.COLUMNS_TYPES, "bigint");
        job.set(TableScanDesc.AS_OF_VERSION, "1");
        job.set(PlacementGroups.SETTING, folder.resolve("maps").toUri().toString());
        // whole files, and files that are divided
        for (long most : new long[] {1 << 20, 100}) {
            List<StoaSplit> splits = splits(job, most);
            assertEquals(4, splits.stream().map(StoaSplit::getPath).distinct().count());
            for (StoaSplit split : splits) {
                int part = Part.ofFile(split.getPath().toString()).orElseThrow().number();
                assertEquals(
                        parts.get(part),
                        List.of(split.getLocations()),
                        split.getPath().toString());
            }
        }
        job.unset(PlacementGroups.SETTING);
        assertEquals(0, splits(job, 1 << 20).get(0).getLocations().length);
    }

    private static String location(PlacementLocations locations, Path file, long start) throws IOException {
        FileSplit split = new FileSplit(
                new org.apache.hadoop.fs.Path(file.toUri()), start, 1, new String[] {"where-the-bytes-are"});
        String[] hosts = locations.getLocations(split);
        assertEquals(1, hosts.length);
        return hosts[0];
    }

    @Test
    void llapDaemonsGetTheSplitsOfTheirParts() throws Exception {
        Path table = folder.resolve("t");
        List<List<String>> parts = publish(folder.resolve("maps"), table);
        JobConf job = new JobConf();
        job.set(PlacementGroups.SETTING, folder.resolve("maps").toUri().toString());
        HiveConf.setVar(job, HiveConf.ConfVars.HIVE_EXECUTION_MODE, "llap");
        HiveConf.setVar(job, HiveConf.ConfVars.LLAP_SPLIT_LOCATION_PROVIDER_CLASS, PlacementLocations.class.getName());
        job.setBoolean(LlapFixedRegistryImpl.FIXED_REGISTRY_RESOLVE_HOST_NAMES, false);
        HiveConf.setVar(job, HiveConf.ConfVars.LLAP_DAEMON_SERVICE_HOSTS, "n1,n2,n3,n4,n5");
        SplitLocationProvider byName = Utils.getSplitLocationProvider(job, LoggerFactory.getLogger(getClass()));
        PlacementLocations all = assertInstanceOf(PlacementLocations.class, byName, "Hive makes it by its name");
        String gone = parts.get(0).get(0);
        HiveConf.setVar(
                job,
                HiveConf.ConfVars.LLAP_DAEMON_SERVICE_HOSTS,
                "n1,n2,n3,n4,n5".replace(gone, "").replace(",,", ",").replaceAll("^,|,$", ""));
        PlacementLocations fewer = new PlacementLocations(job);
        for (int part = 0; part < 4; part++) {
            List<String> nodes = parts.get(part);
            for (int file = 0; file < 3; file++) {
                Path path = table.resolve("data/p4.00" + part + "/" + file + ".stoa");
                assertEquals(nodes.get(0), location(all, path, file * 100L));
                boolean isLost = nodes.get(0).equals(gone);
                assertEquals(nodes.get(isLost ? 1 : 0), location(fewer, path, 0), "the next node of the map");
            }
        }
    }

    @Test
    void withoutAMapDaemonsShareThePartsEqually() throws Exception {
        JobConf job = new JobConf();
        job.setBoolean(LlapFixedRegistryImpl.FIXED_REGISTRY_RESOLVE_HOST_NAMES, false);
        HiveConf.setVar(job, HiveConf.ConfVars.LLAP_DAEMON_SERVICE_HOSTS, "n1,n2,n3,n4,n5");
        PlacementLocations five = new PlacementLocations(job);
        HiveConf.setVar(job, HiveConf.ConfVars.LLAP_DAEMON_SERVICE_HOSTS, "n5,n4,n3,n2");
        PlacementLocations four = new PlacementLocations(job);
        Map<String, Integer> counts = new HashMap<>();
        int moved = 0;
        for (int part = 0; part < 100; part++) {
            Path path = folder.resolve(String.format("t/data/p100.%03d/a.stoa", part));
            String host = location(five, path, 0);
            assertEquals(host, location(five, path.resolveSibling("b.stoa"), 77), "all files of a part");
            counts.merge(host, 1, Integer::sum);
            moved += host.equals("n1") || host.equals(location(four, path, 0)) ? 0 : 1;
        }
        assertEquals(5, counts.size());
        assertTrue(counts.values().stream().allMatch(count -> count <= 22), "bound 1.1: " + counts);
        assertTrue(moved < 20, moved + " of 80 parts of the other daemons changed theirs");
        Path other = folder.resolve("t/data/a.stoa");
        assertEquals(location(five, other, 5), location(five, other, 5), "a file of no part");
        HiveConf.setVar(job, HiveConf.ConfVars.LLAP_DAEMON_SERVICE_HOSTS, "");
        assertEquals("where-the-bytes-are", location(new PlacementLocations(job), other, 0), "without LLAP");
    }

    private List<StoaSplit> splits(JobConf job, long most) throws IOException {
        return SnapshotSplits.of(
                        job, new org.apache.hadoop.fs.Path(folder.resolve("t").toUri()))
                .plan(most, 1);
    }

    private static void makeTable(Path path) throws IOException {
        TableProperties properties = new TableProperties(
                List.of(),
                List.of(),
                List.of(new TableProperties.PartitionColumn(1, "hash(4)")),
                Map.of(TableProperties.PART_FOLDERS, "true"));
        Schema schema = Schema.of(Field.required("k", Type.of(TypeKind.INT64)));
        Table table = Table.create(new LocalFolder(path), schema, properties, TableSettings.DEFAULT);
        List<Object[]> rows = new ArrayList<>();
        for (long k = 0; k < 100; k++) {
            rows.add(new Object[] {k});
        }
        Transaction insert = table.begin("insert");
        try (FragmentWriter writer = new FragmentWriter(table.snapshot(), WriterOptions.DEFAULT, 1 << 20)) {
            writer.write(JavaRows.batch(table.snapshot().schema(), rows));
            for (FragmentWriter.Written file : writer.finish()) {
                insert.addFragment(file.path(), Optional.of(file.partition()));
            }
        }
        insert.commit();
    }

    /** Publishes a map of 4 parts, and returns the nodes of each. */
    private static List<List<String>> publish(Path maps, Path table) throws IOException {
        List<PlacementNode> nodes = new ArrayList<>();
        for (int i = 5; i > 0; i--) {
            nodes.add(new PlacementNode("n" + i, "/rack" + i % 2, 1, PlacementNode.State.IN));
        }
        PlacementMap map =
                Planner.first(new PlacementMap.Header("g", 1, 3, 2, List.of(table.toString())), nodes, List.of(4));
        Files.createDirectories(maps);
        Files.write(maps.resolve("0000000000000000001.map"), map.text());
        List<List<String>> parts = new ArrayList<>();
        for (int part = 0; part < 4; part++) {
            List<String> of = new ArrayList<>();
            for (int copy = 0; copy < 3; copy++) {
                of.add(map.nodes()
                        .get(map.classOf(4).orElseThrow().holder(part, copy))
                        .name());
            }
            parts.add(of);
        }
        return parts;
    }
}

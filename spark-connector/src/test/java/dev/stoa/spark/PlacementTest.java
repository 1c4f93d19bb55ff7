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
package dev.stoa.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import dev.stoa.table.placement.PlacementGroups;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.execution.QueryExecution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** The hosts that Spark gets for tasks where a placement map exists. */
@Tag("engine")
class PlacementTest {
    @TempDir
    static Path folder;

    private static Set<List<String>> hosts(String query) {
        Set<List<String>> hosts = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
        InputPartition[] tasks = Rows.scan(Spark.session().sql(query)).toBatch().planInputPartitions();
        Arrays.stream(tasks).forEach(task -> hosts.add(List.of(task.preferredLocations())));
        return hosts;
    }

    @Test
    void tasksGetTheResponsibleNodeFirst() throws Exception {
        Path lake = folder.resolve("lake");
        Spark.catalog(Spark.session(), "placed", lake.toString());
        Rows.of("create table placed.d.t (id bigint, v int) partitioned by (bucket(4, id))"
                + " tblproperties ('part-folders' = 'true')");
        for (int i = 0; i < 3; i++) {
            Rows.of("insert into placed.d.t select id, 1 from range(" + 100 * i + ", " + 100 * (i + 1) + ")");
        }
        assertEquals(Set.of(List.of()), hosts("select * from placed.d.t"), "without a map");
        List<List<String>> parts = publish(folder.resolve("maps"), lake.resolve("d/t"));
        Configuration hadoop = Spark.session().sparkContext().hadoopConfiguration();
        hadoop.set(PlacementGroups.SETTING, folder.resolve("maps").toUri().toString());
        try {
            Set<List<String>> wanted = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
            wanted.addAll(parts);
            assertEquals(wanted, hosts("select * from placed.d.t"), "small files of different nodes share no task");
            assertEquals(List.of("[300]"), Rows.of("select count(*) from placed.d.t"));
            Rows.of("insert into placed.d.t values (1000, 2)");
            assertEquals(List.of("[301]"), Rows.of("select count(*) from placed.d.t"));
        } finally {
            hadoop.unset(PlacementGroups.SETTING);
        }
    }

    /** Equal parts of two tables have the same nodes, so each task of their join has both on its node. */
    @Test
    void joinsOfTablesOfOneClassStayOnTheirNodes() throws Exception {
        Path lake = folder.resolve("lake3");
        Map<String, String> settings = Map.of(
                "spark.sql.catalog.joined", StoaCatalog.class.getName(),
                "spark.sql.catalog.joined.warehouse", lake.toString(),
                "spark.sql.sources.v2.bucketing.enabled", "true",
                "spark.sql.adaptive.enabled", "false",
                "spark.sql.autoBroadcastJoinThreshold", "-1");
        settings.forEach(Spark.session().conf()::set);
        for (String table : List.of("a", "b")) {
            Rows.of("create table joined.d." + table + " (id bigint, v int) partitioned by (bucket(4, id))"
                    + " tblproperties ('part-folders' = 'true')");
            Rows.of("insert into joined.d." + table + " select id, 1 from range(100)");
        }
        List<List<String>> parts = publish(folder.resolve("maps3"), lake.resolve("d/a"), lake.resolve("d/b"));
        Configuration hadoop = Spark.session().sparkContext().hadoopConfiguration();
        hadoop.set(PlacementGroups.SETTING, folder.resolve("maps3").toUri().toString());
        try {
            QueryExecution join = Spark.session()
                    .sql("select a.id, b.v from joined.d.a a join joined.d.b b on a.id = b.id")
                    .queryExecution();
            String plan = join.executedPlan().toString();
            assertFalse(plan.contains("Exchange"), plan);
            RDD<InternalRow> rows = join.toRdd();
            Set<String> tasks = new TreeSet<>();
            for (int task = 0; task < rows.getNumPartitions(); task++) {
                tasks.add(CollectionConverters.asJava(
                                Spark.session().sparkContext().getPreferredLocs(rows, task))
                        .toString());
            }
            Set<String> wanted = new TreeSet<>();
            parts.forEach(part -> wanted.add(part.toString()));
            assertEquals(wanted, tasks, plan);
        } finally {
            hadoop.unset(PlacementGroups.SETTING);
            settings.keySet().forEach(Spark.session().conf()::unset);
        }
    }

    @Test
    void proceduresPlanApplyAndCheck() throws Exception {
        Path lake = folder.resolve("lake2");
        Spark.catalog(Spark.session(), "moved", lake.toString());
        Rows.of("create table moved.d.t (id bigint, v int) partitioned by (bucket(4, id))"
                + " tblproperties ('part-folders' = 'true')");
        Rows.of("insert into moved.d.t select id, 1 from range(100)");
        Path maps = folder.resolve("maps2");
        publish(maps, lake.resolve("d/t"));
        String group = "'" + maps.toUri() + "'";
        List<String> planned = Rows.of("call moved.system.place_plan(" + group + ", add => 'n6=/rack0, n7=/rack1')");
        assertTrue(planned.stream().anyMatch(row -> row.contains("p4.00") && row.contains("n6")), planned.toString());
        assertTrue(Files.notExists(maps.resolve("0000000000000000002.map")), "a plan changes nothing");
        List<String> failed = Rows.of("call moved.system.place_plan(group => " + group + ", failed => 'n5')");
        assertTrue(failed.stream().allMatch(row -> row.contains("n5")) && !failed.isEmpty(), failed.toString());
        List<String> applied = Rows.of("call moved.system.place_apply(" + group + ", failed => 'n5', move => false)");
        assertTrue(applied.get(0).startsWith("[2, " + failed.size() + ","), applied.toString());
        assertEquals(
                List.of("[2, 0, 0, 0, 0, ]"), Rows.of("call moved.system.place_apply(" + group + ")"), "nothing to do");
        List<String> checked = Rows.of("call moved.system.place_check(" + group + ")");
        assertEquals(1, checked.size());
        assertTrue(
                checked.get(0).matches("\\[" + lake.resolve("d/t") + ", [48], [0-9]{3,5}, 0, 0, 2\\]"),
                "localhost is no node of the map: " + checked);
        for (String wrong : List.of(
                "failed => 'n9'", "add => 'n1'", "wait_seconds => 0", "bytes_per_second => 0", "live => true")) {
            Exception refused = assertThrows(
                    Exception.class,
                    () -> Rows.of("call moved.system.place_apply(" + group + ", " + wrong + ")"),
                    wrong);
            assertTrue(refused.getMessage().contains("STOA_"), refused.getMessage());
        }
    }

    /** A local folder whose name means something only by the settings of a session. */
    public static final class Placed extends LocalHdfs {
        @Override
        public URI getUri() {
            return URI.create("hdfs://placed");
        }
    }

    @Test
    void proceduresHaveTheSettingsOfTheSession() throws Exception {
        Path lake = folder.resolve("lake4");
        Spark.catalog(Spark.session(), "settings", lake.toString());
        Rows.of(
                "create table settings.d.t (id bigint) partitioned by (bucket(4, id)) tblproperties ('part-folders' = 'true')");
        Rows.of("insert into settings.d.t select id from range(100)");
        publish(folder.resolve("maps4"), lake.resolve("d/t"));
        String group = "'hdfs://placed" + folder.resolve("maps4") + "'";
        Spark.session().conf().set(LocalHdfs.IMPLEMENTATION, Placed.class.getName());
        try {
            for (String call : List.of("place_plan(" + group + ", failed => 'n5')", "place_check(" + group + ")")) {
                assertFalse(Rows.of("call settings.system." + call).isEmpty(), call);
            }
            Rows.of("call settings.system.place_apply(" + group + ", failed => 'n5', move => false)");
        } finally {
            Spark.session().conf().unset(LocalHdfs.IMPLEMENTATION);
        }
        assertTrue(Files.exists(folder.resolve("maps4/0000000000000000002.map")));
    }

    /** Publishes a map of 4 parts, and returns the nodes of each. */
    private static List<List<String>> publish(Path maps, Path... tables) throws IOException {
        List<PlacementNode> nodes = new ArrayList<>();
        for (int i = 5; i > 0; i--) {
            nodes.add(new PlacementNode("n" + i, "/rack" + i % 2, 1, PlacementNode.State.IN));
        }
        List<String> roots = Arrays.stream(tables).map(Path::toString).toList();
        PlacementMap map = Planner.first(new PlacementMap.Header("g", 1, 3, 2, roots), nodes, List.of(4));
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

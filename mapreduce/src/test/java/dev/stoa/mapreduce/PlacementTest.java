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
package dev.stoa.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hosts of splits where a placement map exists. */
class PlacementTest {
    @TempDir
    private Path folder;

    @Test
    void splitsNameTheResponsibleNodeFirst() throws Exception {
        makeTable(folder.resolve("t"));
        List<List<String>> parts = publish(folder.resolve("maps"), folder.resolve("t"));
        Job job = Lines.count(
                Lines.local(folder),
                new org.apache.hadoop.fs.Path(folder.resolve("t").toUri()));
        job.getConfiguration()
                .set(PlacementGroups.SETTING, folder.resolve("maps").toUri().toString());
        List<InputSplit> splits = new StoaInputFormat().getSplits(job);
        assertEquals(4, splits.size());
        for (InputSplit split : splits) {
            String path = ((StoaSplit) split).getPath().toString();
            int part = Part.ofFile(path).orElseThrow().number();
            assertEquals(parts.get(part), List.of(split.getLocations()), path);
        }
        job.getConfiguration().unset(PlacementGroups.SETTING);
        assertEquals(0, new StoaInputFormat().getSplits(job).get(0).getLocations().length);
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

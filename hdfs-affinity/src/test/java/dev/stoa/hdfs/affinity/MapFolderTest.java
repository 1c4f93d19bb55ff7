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
package dev.stoa.hdfs.affinity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.placement.PlacementException;
import dev.stoa.placement.PlacementMap;
import dev.stoa.placement.PlacementNode;
import dev.stoa.placement.Planner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MapFolderTest {
    @TempDir
    private Path folder;

    private static PlacementMap map(String group, long epoch) throws Exception {
        PlacementNode node = new PlacementNode("h", "/r", 1, PlacementNode.State.IN);
        return Planner.first(new PlacementMap.Header(group, epoch, 1, 1, List.of("/w/a")), List.of(node), List.of(4));
    }

    private Path write(long name, byte[] text) throws Exception {
        return Files.write(folder.resolve(String.format("%019d.map", name)), text);
    }

    private static long epoch(MapFolder maps) {
        return maps.newest().orElseThrow().header().epoch();
    }

    @Test
    void takesTheNewestGoodMap() throws Exception {
        Configuration conf = new Configuration();
        MapFolder maps = new MapFolder(folder.toUri().toString());
        maps.refresh(conf);
        assertTrue(maps.newest().isEmpty(), "no map yet");
        write(1, map("g", 1).text());
        write(2, map("g", 2).text());
        Files.writeString(folder.resolve("notes.txt"), "no map");
        maps.refresh(conf);
        assertEquals(2, epoch(maps));
        PlacementMap second = maps.newest().orElseThrow();
        maps.refresh(conf);
        assertSame(second, maps.newest().orElseThrow(), "nothing is newer");
        byte[] torn = map("g", 3).text();
        Path third = write(3, java.util.Arrays.copyOf(torn, torn.length - 7));
        assertThrows(PlacementException.class, () -> maps.refresh(conf));
        assertEquals(2, epoch(maps), "a torn map is not used");
        Files.write(third, torn);
        maps.refresh(conf);
        assertEquals(3, epoch(maps), "a restored map is");
        write(4, map("g", 5).text());
        assertThrows(PlacementException.class, () -> maps.refresh(conf), "another epoch than its name");
        write(4, map("other", 4).text());
        PlacementException foreign = assertThrows(PlacementException.class, () -> maps.refresh(conf));
        assertTrue(foreign.getMessage().contains("other"), foreign.getMessage());
        Files.delete(third);
        assertThrows(PlacementException.class, () -> maps.refresh(conf));
        assertEquals(3, epoch(maps), "it keeps what it has");
    }

    @Test
    void startsWithTheMapBeforeATornOne() throws Exception {
        write(7, map("g", 7).text());
        write(8, new byte[0]);
        MapFolder maps = new MapFolder(folder.toUri().toString());
        assertThrows(PlacementException.class, () -> maps.refresh(new Configuration()));
        assertEquals(7, epoch(maps));
    }

    @Test
    void aMissingFolderIsSaid() {
        MapFolder maps = new MapFolder(folder.resolve("none").toUri().toString());
        PlacementException missing = assertThrows(PlacementException.class, () -> maps.refresh(new Configuration()));
        assertTrue(missing.getMessage().contains("stoa place init"), missing.getMessage());
    }
}

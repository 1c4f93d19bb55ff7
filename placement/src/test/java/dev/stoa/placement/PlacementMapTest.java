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
package dev.stoa.placement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlacementMapTest {
    private static PlacementMap map() throws PlacementException {
        PlacementMap map = MapChecks.first(MapChecks.nodes(5, 2), 3, 4, 24, 7);
        return Planner.next(map, MapChecks.nodes(6, 2)).after();
    }

    @Test
    void textRoundTrip() throws Exception {
        PlacementMap map = map();
        PlacementMap read = PlacementMap.parse(map.text(), "x.map");
        assertEquals(map.header(), read.header());
        assertEquals(map.nodes(), read.nodes());
        assertArrayEquals(map.text(), read.text());
        int moved = 0;
        for (int p = 0; p < 24; p++) {
            PartitionClass read24 = read.classOf(24).orElseThrow();
            assertArrayEquals(map.classOf(24).orElseThrow().holders(p), read24.holders(p));
            moved += read24.isMoved(p) ? 1 : 0;
        }
        assertTrue(moved > 0 && moved < 24, moved + " moved");
        assertEquals(Optional.empty(), read.classOf(25));
    }

    /** Nodes are named as HDFS reports them: with a domain, or by an address. */
    @Test
    void namesOfNodes() throws Exception {
        List<String> names = List.of("host1.example.com", "10.1.2.3", "fe80::1", "[2001:db8::7]", "HOST-4");
        List<PlacementNode> nodes = names.stream()
                .map(name -> new PlacementNode(name, "/dc1/rack1", 1, PlacementNode.State.IN))
                .toList();
        PlacementMap map = MapChecks.first(nodes, 3, 4, 10);
        PlacementMap read = PlacementMap.parse(map.text(), "x.map");
        assertEquals(nodes, read.nodes());
        for (int number = 0; number < 10; number++) {
            assertEquals(map.hosts(new Part(10, number)), read.hosts(new Part(10, number)));
        }
        for (String name : List.of("", "two words", "tab\t")) {
            assertThrows(
                    IllegalArgumentException.class, () -> new PlacementNode(name, "/r", 1, PlacementNode.State.IN));
        }
    }

    @Test
    void eachByteIsGuarded() throws Exception {
        byte[] text = map().text();
        for (int i = 0; i < text.length; i++) {
            byte[] damaged = text.clone();
            damaged[i] ^= 1;
            assertThrows(PlacementException.class, () -> PlacementMap.parse(damaged, "x.map"), "byte " + i);
        }
        for (int length = 0; length < text.length; length++) {
            byte[] torn = Arrays.copyOf(text, length);
            assertThrows(PlacementException.class, () -> PlacementMap.parse(torn, "x.map"), "length " + length);
        }
    }

    /** Whoever writes a right checksum may still write nonsense. */
    @Test
    void nonsenseWithAChecksum() throws Exception {
        long seed = Long.getLong("stoa.seed", 24);
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        String[] lines = new String(map().text(), UTF_8).split("\n");
        int refused = 0;
        for (int i = 0; i < 5000; i++) {
            String[] some = Arrays.copyOf(lines, lines.length - 1);
            int line = random.nextInt(some.length);
            String[] words = some[line].split(" ");
            words[random.nextInt(words.length)] =
                    new String[] {"-1", "99999999999", "", "x", "<", "3", "3 3", "node a b 1 IN"}[random.nextInt(8)];
            some[line] = String.join(" ", words);
            byte[] body = (String.join("\n", some) + "\n").getBytes(UTF_8);
            CRC32C crc = new CRC32C();
            crc.update(body);
            byte[] text = (new String(body, UTF_8) + String.format("crc32c %08x%n", crc.getValue())).getBytes(UTF_8);
            try {
                PlacementMap.parse(text, "x.map").text();
            } catch (PlacementException e) {
                assertTrue(e.getMessage().startsWith("x.map"), e.getMessage());
                refused++;
            }
        }
        assertTrue(refused > 3000, refused + " refused");
    }

    @ParameterizedTest
    @CsvSource({
        "/a/data/p24.007/f.stoa, 24, 7",
        "/b/_stoa/sidecars/p24.023/.f.tmp, 24, 23",
        "/a/p7.0/f, 7, 0",
        "/a/data/p24.024/f.stoa, 0, 0",
        "/ab/data/p24.007/f.stoa, 0, 0",
        "/a/data/p25.007/f.stoa, 0, 0",
        "/a/data/p24.007x/f.stoa, 0, 0",
        "/a/data/p99999999.1/f.stoa, 0, 0",
        "/a/data/f.stoa, 0, 0",
        "/p24.007, 0, 0",
        "f, 0, 0",
        "/a, 0, 0"
    })
    void partsAreInTheFolder(String path, int partitions, int number) throws Exception {
        Optional<Part> expected = partitions == 0 ? Optional.empty() : Optional.of(new Part(partitions, number));
        assertEquals(expected, map().partOf(path));
    }

    /** A table may lie in a folder that is named as the folder of a part. */
    @Test
    void aRootIsNoFileOfItsOwnPart() throws Exception {
        PlacementMap map = map();
        PlacementMap.Header header = map.header();
        PlacementMap other = new PlacementMap(
                new PlacementMap.Header(header.group(), 1, 1, 1, List.of("/p24.007/t")), map.nodes(), map.classes());
        assertEquals(Optional.empty(), other.partOf("/p24.007/t"));
        assertEquals(Optional.of(new Part(24, 1)), other.partOf("/p24.007/t/p24.001/f"));
    }

    @Test
    void foldersAreNamedByParts() {
        for (Part part : new Part[] {new Part(192, 17), new Part(1, 0), new Part(5000, 4999)}) {
            assertEquals(Optional.of(part), Part.ofFolder(part.folder()));
        }
        assertEquals("p192.00017", new Part(192, 17).folder());
    }
}

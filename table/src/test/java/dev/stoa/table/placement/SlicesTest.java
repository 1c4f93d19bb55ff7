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
package dev.stoa.table.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.placement.Part;
import dev.stoa.vio.Placement;
import dev.stoa.vio.ReplicaStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SlicesTest {
    private static PartFile file(int number, long bytes, String has, String... home) {
        List<Placement> blocks = List.of(new Placement(0, bytes, has.isEmpty() ? List.of() : List.of(has)));
        return new PartFile(
                "/t",
                new Part(4, number % 4),
                new ReplicaStore.StoredFile("/t/data/p4.00000/" + number, bytes, 1, blocks),
                List.of(home));
    }

    @Test
    void noNodeGetsMoreThanTenSecondsOfBytesAtOnce() {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("SlicesTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        List<PartFile> files = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            files.add(file(i, 1 + random.nextInt(3000), "a", "a", "n" + random.nextInt(3), "m" + random.nextInt(3)));
        }
        Slices slices = new Slices(100);
        int seen = 0;
        while (seen < files.size()) {
            List<PartFile> slice = slices.first(files.subList(seen, files.size()));
            assertEquals(files.get(seen), slice.get(0), "in order");
            Map<String, Long> coming = new HashMap<>();
            Map<String, Integer> count = new HashMap<>();
            for (PartFile file : slice) {
                for (String node : file.missing()) {
                    coming.merge(node, file.file().length(), Long::sum);
                    count.merge(node, 1, Integer::sum);
                }
            }
            long most =
                    coming.values().stream().mapToLong(Long::longValue).max().orElseThrow();
            coming.forEach((node, bytes) -> assertTrue(bytes <= 1000 || count.get(node) == 1, node + ": " + bytes));
            long nanos = TimeUnit.SECONDS.toNanos(most) / 100;
            assertTrue(Math.abs(nanos - slices.nanos(slice)) < 1000, coming.toString());
            seen += slice.size();
        }
        assertEquals(256, new Slices(Pauses.NO_LIMIT).first(files).size(), "without a limit");
        assertTrue(new Slices(Pauses.NO_LIMIT).nanos(files.subList(0, 256)) < 1000);
    }

    @Test
    void aFileWithoutHoldersIsLost() {
        assertTrue(file(0, 10, "", "a", "b").isLost());
        assertTrue(!file(0, 10, "stranger", "a", "b").isLost());
    }

    @Test
    void limitsAreInRange() {
        assertThrows(IllegalArgumentException.class, () -> Pauses.of(100, 600, 0));
        assertThrows(IllegalArgumentException.class, () -> Pauses.of(100, 0, 100));
        assertEquals(100, Pauses.of(100, 600, 100).perSecond());
    }
}

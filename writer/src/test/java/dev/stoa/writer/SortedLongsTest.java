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
package dev.stoa.writer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sorting beyond memory. */
class SortedLongsTest {
    @TempDir
    Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void givesEveryValueOnceInOrder(long seed) throws IOException {
        Random random = new Random(seed);
        TreeSet<Long> expected = new TreeSet<>();
        List<Long> found = new ArrayList<>();
        try (SortedLongs longs = new SortedLongs(folder, 1 + random.nextInt(200))) {
            for (int i = random.nextInt(2000); i > 0; i--) {
                long value = random.nextBoolean() ? random.nextLong() : random.nextInt(100) - 1;
                expected.add(value);
                longs.add(value);
            }
            assertNothingIsSeen();
            longs.drain(found::add);
        }
        assertEquals(new ArrayList<>(expected), found, "seed " + seed);
        assertNothingIsSeen();
    }

    /** Runs that are longer than the buffer that reads them, and no multiple of it. */
    @Test
    void longRunsEndBeforeTheNext() throws IOException {
        long[] expected = new Random(1).longs(35_000).sorted().distinct().toArray();
        List<Long> shuffled = new ArrayList<>(Arrays.stream(expected).boxed().toList());
        Collections.shuffle(shuffled, new Random(2));
        List<Long> found = new ArrayList<>();
        SortedLongs longs = new SortedLongs(folder, 10_000);
        for (long value : shuffled) {
            longs.add(value);
        }
        longs.drain(found::add);
        assertArrayEquals(expected, found.stream().mapToLong(Long::longValue).toArray());
        longs.close();
        assertThrows(IOException.class, () -> longs.drain(value -> {}), "what was put aside is gone");
    }

    /** So that a process that is killed leaves nothing, where open files may be deleted. */
    private void assertNothingIsSeen() throws IOException {
        boolean isWindows = File.separatorChar == '\\';
        try (var files = Files.list(folder)) {
            assertEquals(0, isWindows ? 0 : files.count());
        }
    }
}

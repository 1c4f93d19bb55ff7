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

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.EncodingProfile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The ranges of options, and how writers share a pool of memory. */
class WriterOptionsTest {
    private static final WriterOptions DEFAULT = WriterOptions.DEFAULT;

    private static Arguments range(String name, IntFunction<WriterOptions> with, int first, int last) {
        return Arguments.of(name, with, first, last);
    }

    static Stream<Arguments> ranges() {
        return Stream.of(
                range("granuleBytes", n -> DEFAULT.withSizes(n, 4096), 1, 262_144),
                range("extentBytes", n -> DEFAULT.withSizes(1, n), 4096, Integer.MAX_VALUE),
                range("vectorsPerZone", DEFAULT::withVectorsPerZone, 1, 65_536),
                range("threads", DEFAULT::withThreads, 1, 64));
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void numbersHaveARange(String name, IntFunction<WriterOptions> with, int first, int last) {
        assertDoesNotThrow(() -> with.apply(first));
        assertDoesNotThrow(() -> with.apply(last));
        // after the largest int comes the smallest
        for (int wrong : new int[] {first - 1, last + 1}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> with.apply(wrong));
            assertEquals(name + " is out of range: " + wrong, e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> new WriterMemory(0));
        assertEquals(1, new WriterMemory(1).limit());
    }

    @Test
    void eachChangeLeavesTheOthers() {
        WriterMemory pool = new WriterMemory(7);
        UUID uuid = new UUID(1, 2);
        WriterOptions options = DEFAULT.withMetadata(List.of(KeyValue.of("k", "v")))
                .withSortColumns(List.of(SortColumn.descending("a")))
                .withMemory(pool)
                .withSpillFolder(Optional.of(Path.of("p")))
                .withSizes(5, 5000)
                .withVectorsPerZone(3)
                .withProfile(EncodingProfile.COMPACT)
                .withThreads(2)
                .withCreatedBy("somebody")
                .withUuid(uuid);
        WriterOptions expected = new WriterOptions(
                List.of(new KeyValue("k", Optional.of("v"))),
                List.of(new SortColumn(List.of("a"), true, false)),
                pool,
                Optional.of(Path.of("p")),
                5,
                5000,
                3,
                EncodingProfile.COMPACT,
                2,
                "somebody",
                Optional.of(uuid));
        assertEquals(expected, options);
        assertSame(WriterMemory.shared(), DEFAULT.memory());
    }

    @Test
    void theOneWithMoreThanItsShareIsShort() {
        WriterMemory pool = new WriterMemory(1000);
        Budget a = new Budget(pool);
        Budget b = new Budget(pool);
        assertEquals(500, a.share());
        a.add(600);
        b.add(400);
        assertFalse(a.isShort(), "the pool has all that is held");
        b.add(100);
        assertTrue(a.isShort());
        assertFalse(b.isShort(), "its share is no more than its share");
        b.add(1);
        assertTrue(b.isShort());
        a.close();
        a.close();
        assertEquals(501, pool.used());
        assertEquals(1000, b.share());
        assertFalse(b.isShort());
        b.close();
        assertEquals(0, pool.used());
    }
}

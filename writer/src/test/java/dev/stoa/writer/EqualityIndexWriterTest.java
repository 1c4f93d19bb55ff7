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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.ContentHash;
import dev.stoa.format.LongVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.index.EqualityIndexFormat;
import dev.stoa.format.internal.index.ValueHash;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An index names each vector that holds a value, once, by the value's hash. */
class EqualityIndexWriterTest {
    private static final int ROWS = 5 * 4096 + 100;
    private static final Type LONG = Type.of(TypeKind.INT64);
    private static final EqualityIndexWriter.IndexedFile FILE =
            new EqualityIndexWriter.IndexedFile(new UUID(1, 2), 12_345, new ContentHash(3, 4), ROWS);

    @TempDir
    Path folder;

    private EqualityIndexWriter writer(Type type, int held) throws IOException {
        return new EqualityIndexWriter(
                LocalFileSink.create(folder.resolve("index"), SinkOptions.DEFAULT),
                FILE,
                "c",
                type,
                folder,
                new SortedLongs(folder, held),
                "somebody");
    }

    @ParameterizedTest
    @ValueSource(ints = {777, 100_000})
    void everyValueLeadsToItsVectors(int held) throws IOException {
        Random random = new Random(held);
        long[] values = random.longs(ROWS, -1500, 1500).toArray();
        boolean[] nulls = new boolean[ROWS];
        int bits = EqualityIndexFormat.hashBits(ROWS);
        TreeSet<Long> pairs = new TreeSet<>();
        for (int row = 0; row < ROWS; row++) {
            nulls[row] = random.nextInt(10) == 0;
            if (!nulls[row]) {
                pairs.add(EqualityIndexFormat.cut(ValueHash.ofNumber(values[row]), bits) << 8 | row / 4096);
            }
        }
        try (EqualityIndexWriter writer = writer(LONG, held)) {
            int middle = 9000;
            writer.add(part(values, nulls, middle, ROWS), ROWS - middle, middle);
            writer.add(part(values, nulls, 0, middle), middle, 0);
            assertEquals(pairs.size(), writer.finish().rows());
        }
        StoredFile stored = new StoredFile(folder.resolve("index"));
        List<Object> hashes = new ArrayList<>();
        List<Object> vectors = new ArrayList<>();
        for (long pair : pairs) {
            hashes.add(BigInteger.valueOf(pair >> 8));
            vectors.add(BigInteger.valueOf(pair & 255));
        }
        assertEquals(hashes, stored.column(0));
        assertEquals(vectors, stored.column(1));
        assertEquals("somebody", stored.properties.createdBy());
        assertEquals(2, stored.properties.sortColumns().size());
        assertEquals(
                List.of(
                        "stoa.index.file: " + EqualityIndexFormat.identity(FILE.uuid(), FILE.length(), FILE.hash()),
                        "stoa.index.column: c",
                        "stoa.index.bits: " + bits),
                stored.properties.keyValues().stream()
                        .map(pair -> pair.key() + ": " + pair.value().orElseThrow())
                        .toList());
        assertEquals(List.of("index"), TestFiles.names(folder));
    }

    private static LongVector part(long[] values, boolean[] nulls, int from, int to) {
        return new LongVector(
                LONG, Arrays.copyOfRange(values, from, to), Arrays.copyOfRange(nulls, from, to), to - from);
    }

    @Test
    void anIndexOfAnEmptyColumnHasNoRows() throws IOException {
        try (EqualityIndexWriter writer = EqualityIndexWriter.create(
                LocalFileSink.create(folder.resolve("index"), SinkOptions.DEFAULT),
                FILE,
                "c",
                LONG,
                folder,
                "somebody")) {
            writer.add(part(new long[5], new boolean[] {true, true, true, true, true}, 0, 5), 5, 0);
            assertEquals(0, writer.finish().rows());
        }
    }

    @Test
    void closingAnIndexClosesWhatItHasPutAside() throws IOException {
        SortedLongs pairs = new SortedLongs(folder, 2);
        try (EqualityIndexWriter writer = new EqualityIndexWriter(
                LocalFileSink.create(folder.resolve("index"), SinkOptions.DEFAULT),
                FILE,
                "c",
                LONG,
                folder,
                pairs,
                "somebody")) {
            writer.add(part(new long[] {1, 2, 3}, new boolean[3], 0, 3), 3, 0);
        }
        assertThrows(IOException.class, () -> pairs.drain(pair -> {}));
    }

    /** Also what the file's own writer holds while the pool of the process is short of memory. */
    @Test
    void everythingThatIsPutAsideIsInTheFolder() throws IOException {
        WriterMemory pool = WriterMemory.shared();
        int others = 1_000_000;
        for (int i = 0; i < others; i++) {
            pool.enter();
        }
        pool.add(pool.limit());
        try (EqualityIndexWriter writer = EqualityIndexWriter.create(
                LocalFileSink.create(folder.resolve("index"), SinkOptions.DEFAULT),
                FILE,
                "c",
                LONG,
                folder.resolve("missing"),
                "somebody")) {
            long[] values = new Random(1).longs(ROWS).toArray();
            writer.add(part(values, new boolean[ROWS], 0, ROWS), ROWS, 0);
            IOException failed = assertThrows(IOException.class, writer::finish);
            assertTrue(failed.getMessage().contains("missing"), failed.getMessage());
        } finally {
            pool.add(-pool.limit());
            for (int i = 0; i < others; i++) {
                pool.leave(0);
            }
        }
    }

    @Test
    void anIndexThatIsNotFinishedLeavesNothing() throws IOException {
        try (EqualityIndexWriter writer = writer(LONG, 10)) {
            writer.add(part(new long[100], new boolean[100], 0, 100), 100, 0);
            for (int row = 0; row < 100; row++) {
                writer.add(part(new long[] {row}, new boolean[1], 0, 1), 1, row);
            }
            assertThrows(
                    IllegalArgumentException.class,
                    () -> writer.add(new LongVector(Type.of(TypeKind.UINT64), new long[1], new boolean[1], 1), 1, 0));
        }
        assertEquals(List.of(), TestFiles.names(folder));
        for (Type type : List.of(Type.of(TypeKind.FLOAT64), Type.decimal(38, 0))) {
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> writer(type, 10));
            assertTrue(refused.getMessage().contains("column 'c' is a " + type), refused.getMessage());
        }
    }
}

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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.EncodingProfile;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.encoding.wire.Encoding;
import dev.stoa.format.internal.encoding.wire.EncodingId;
import dev.stoa.format.internal.meta.ColumnIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dictionaries of numbers, whose entries are sorted once the column is complete, if that makes codes smaller. */
class SortedDictionaryTest {
    private static final int ROWS = 50_001;
    private static final int ENTRIES = 2_000;

    @TempDir
    Path folder;

    private final Random random = new Random(7);

    /** Numbers in order that use their whole precision: bits of positive and negative ones, or integers far apart. */
    private List<Object> entries(TypeKind kind) {
        LongStream bits = random.longs(ENTRIES);
        return switch (kind) {
            case INT32 ->
                bits.mapToInt(b -> (int) b).sorted().mapToObj(i -> (Object) i).toList();
            case INT64 -> bits.sorted().mapToObj(i -> (Object) i).toList();
            case FLOAT32 ->
                bits.mapToObj(b -> (float) random.nextGaussian())
                        .sorted()
                        .map(f -> (Object) f)
                        .toList();
            default ->
                bits.mapToObj(b -> random.nextGaussian())
                        .sorted()
                        .map(d -> (Object) d)
                        .toList();
        };
    }

    private int step(int at, int most) {
        return Math.floorMod(at + random.nextInt(2 * most + 1) - most, ENTRIES);
    }

    /** A series whose values lie near those before them in the order of their sizes, with some nulls. */
    private List<Object[]> series(TypeKind kind, int most, boolean withNulls) {
        List<Object> entries = entries(kind);
        List<Object[]> rows = new ArrayList<>();
        int at = 0;
        for (int row = 0; row < ROWS; row++) {
            at = step(at, most);
            rows.add(new Object[] {withNulls && random.nextInt(5) == 0 ? null : entries.get(at)});
        }
        return rows;
    }

    private StoredFile write(WriterOptions options, TypeKind kind, List<Object[]> rows) throws IOException {
        Schema schema = Schema.of(Field.nullable("c", Type.of(kind)));
        Path file = folder.resolve("f" + random.nextLong());
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            writer.write(TestFiles.batch(schema, rows));
            writer.finish();
        }
        RoundTripTest.compare(file, schema, rows);
        return new StoredFile(file);
    }

    private static boolean hasDeltas(StoredFile file) throws IOException {
        ColumnIndex index = file.index(0).orElseThrow();
        List<EncodingId> ids = new ArrayList<>();
        for (ColumnIndex.Block block : index.blocks()) {
            Encoding root = block.encoding();
            Encoding values = root instanceof Encoding.Nullable nullable
                    ? nullable.child().orElseThrow()
                    : root;
            if (values instanceof Encoding.Dictionary dictionary) {
                ids.add(dictionary.codes().id());
            }
        }
        assertFalse(ids.isEmpty(), "no dictionary among " + index.blocks());
        return ids.stream().allMatch(EncodingId.PFOR_DELTA::equals);
    }

    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64", "FLOAT32", "FLOAT64"})
    void codesOfSeriesAreDeltas(TypeKind kind) throws IOException {
        StoredFile plain = write(WriterOptions.DEFAULT, kind, series(kind, 6, false));
        assertTrue(hasDeltas(plain));
        long stored = plain.nodes.get(0).storedBytes();
        // 11 bits for a code in order of appearance, 4 for a step of -6 to 6; an entry has 8 bytes at most
        assertTrue(stored < ROWS * 5 / 8 + ENTRIES * 8, stored + " bytes");
        assertTrue(hasDeltas(write(WriterOptions.DEFAULT, kind, series(kind, 6, true))));
    }

    @ParameterizedTest
    @EnumSource(names = {"INT32", "INT64", "FLOAT32", "FLOAT64"})
    void theSmallestProfileSortsToo(TypeKind kind) throws IOException {
        // each vector has most entries, so that codes take less than values by their information
        List<Object[]> rows = series(kind, 60, true);
        long usual = write(WriterOptions.DEFAULT, kind, rows).nodes.get(0).storedBytes();
        WriterOptions compact = WriterOptions.DEFAULT.withProfile(EncodingProfile.COMPACT);
        long least = write(compact, kind, rows).nodes.get(0).storedBytes();
        assertTrue(least <= usual, least + " bytes, " + usual + " in the default profile");
    }

    @Test
    void codesWithoutNeighboursKeepTheOrderOfTheirAppearance() throws IOException {
        List<Object> entries = entries(TypeKind.FLOAT64);
        List<Object[]> rows = IntStream.range(0, ROWS)
                .mapToObj(i -> new Object[] {entries.get(random.nextInt(ENTRIES))})
                .toList();
        assertFalse(hasDeltas(write(WriterOptions.DEFAULT, TypeKind.FLOAT64, rows)));
    }

    @Test
    void vectorsWithOtherEncodingsStay() throws IOException {
        List<Object[]> rows = new ArrayList<>(series(TypeKind.FLOAT64, 6, false).subList(0, 5 * 4096));
        Object value = rows.get(0)[0];
        IntStream.range(0, 3 * 4096).forEach(i -> rows.add(new Object[] {value}));
        IntStream.range(0, 2 * 4096).forEach(i -> rows.add(new Object[] {null}));
        IntStream.range(0, 4 * 4096).forEach(i -> rows.add(new Object[] {i / 4}));
        rows.replaceAll(row -> row[0] instanceof Integer i ? new Object[] {(double) i} : row);
        rows.addAll(List.copyOf(rows.subList(0, 4096 + 17)));
        StoredFile file = write(WriterOptions.DEFAULT.withSizes(20_000, 8 << 20), TypeKind.FLOAT64, rows);
        assertTrue(hasDeltas(file));
        assertTrue(file.index(0).orElseThrow().granuleCount() < 15 / 2, "granules have many vectors");
    }

    @Test
    void vectorsThatHaveLeftMemoryKeepTheirCodes() throws IOException {
        List<Object[]> rows = series(TypeKind.FLOAT64, 6, false);
        assertFalse(hasDeltas(write(WriterOptions.DEFAULT.withSizes(4096, 16_384), TypeKind.FLOAT64, rows)));
        WriterOptions small =
                WriterOptions.DEFAULT.withMemory(new WriterMemory(100_000)).withSpillFolder(Optional.of(folder));
        write(small, TypeKind.FLOAT64, rows);
        assertEquals(0, small.memory().used());
    }
}

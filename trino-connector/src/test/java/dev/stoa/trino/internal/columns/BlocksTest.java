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
package dev.stoa.trino.internal.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.BytesVector;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import io.trino.spi.block.Block;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.VarcharType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A block has the values of its rows, and shares no array with the vector. */
final class BlocksTest {
    private static final Rows ALL = Rows.between(0, 4096);

    private final TrinoTypes types = new TrinoTypes(new TypeOperators());

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("stoa.test.seeds", 400));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void blocksAreCopies(long seed) {
        Random random = new Random(seed);
        RandomColumns columns = new RandomColumns(random);
        Type stored = columns.type(3);
        io.trino.spi.type.Type type = types.type(stored, "c");
        int rows = 1 + random.nextInt(300);
        ColumnVector vector = columns.vector(stored, rows, random.nextInt(4));
        Rows selection = selection(random, rows);
        int count = selection.count();
        String what = stored + ", " + count + " of " + rows + " rows, seed " + seed;
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Rows one = Rows.some(new int[] {selection.row(i)});
            expected.add(type.getObjectValue(new Blocks().of(vector, type, one), 0));
        }

        Block first = new Blocks().of(vector, type, selection);
        Garbage.into(first);
        if (first instanceof DictionaryBlock ids) {
            Garbage.into(ids.getDictionary());
        }
        Block second = new Blocks().of(vector, type, selection);
        Garbage.into(vector);
        List<Object> found = IntStream.range(0, count)
                .mapToObj(i -> type.getObjectValue(second, i))
                .toList();
        assertEquals(expected, found, what);
    }

    /** Adjacent rows, scattered rows, or runs of rows. */
    private static Rows selection(Random random, int rows) {
        if (random.nextInt(3) == 0) {
            int first = random.nextBoolean() ? 0 : random.nextInt(rows);
            return Rows.between(first, first + 1 + random.nextInt(rows - first));
        }
        int[] runs = {1 + random.nextInt(10), 1 + random.nextInt(40)};
        return Rows.some(IntStream.range(0, rows)
                .filter(row -> row % (runs[0] + runs[1]) < runs[0])
                .toArray());
    }

    private static BytesVector ids(int entries, int rows) {
        StringBuilder all = new StringBuilder();
        int[] offsets = new int[entries + 1];
        for (int i = 0; i < entries; i++) {
            all.append("entry ").append(i);
            offsets[i + 1] = all.length();
        }
        byte[] data = all.toString().getBytes(StandardCharsets.UTF_8);
        Type type = Type.of(TypeKind.STRING);
        return new BytesVector(
                type,
                IntStream.range(0, rows).map(row -> row * 31 % entries).toArray(),
                new BytesVector(type, data, offsets, ColumnVector.NO_NULLS, entries),
                ColumnVector.NO_NULLS,
                rows);
    }

    @Test
    void aDictionaryIsCopiedOnce() {
        Blocks blocks = new Blocks();
        BytesVector vector = ids(500, 4096);
        Block one = blocks.of(vector, VarcharType.VARCHAR, ALL);
        Block two = blocks.of(vector, VarcharType.VARCHAR, Rows.between(0, 1000));
        DictionaryBlock dictionary = assertInstanceOf(DictionaryBlock.class, one);
        assertSame(dictionary.getDictionary(), ((DictionaryBlock) two).getDictionary());
    }

    @Test
    void fewRowsDoNotRetainMuch() {
        BytesVector vector = ids(5_000, 4096);
        Block few = new Blocks().of(vector, VarcharType.VARCHAR, Rows.some(new int[] {7, 2_000, 2_001}));
        assertInstanceOf(VariableWidthBlock.class, few);
        assertTrue(few.getRetainedSizeInBytes() < 300, few.getRetainedSizeInBytes() + " bytes");
        assertEquals("entry 2000", VarcharType.VARCHAR.getSlice(few, 1).toStringUtf8());
        assertInstanceOf(DictionaryBlock.class, new Blocks().of(vector, VarcharType.VARCHAR, ALL));
    }
}

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
package dev.stoa.reader.internal.overlay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowBufferTest {
    private static final Schema SCHEMA = Schema.of(
            Field.nullable("word", RandomVectors.STRING),
            Field.nullable("n", RandomVectors.LONG),
            Field.nullable("struct", RandomVectors.STRUCT));

    private static Batch batch(RandomVectors vectors, int rows, int[] selection) {
        List<ColumnVector> columns = SCHEMA.fields().stream()
                .map(field -> vectors.next(field.type(), rows))
                .toList();
        return new Batch(SCHEMA, columns, rows, 0, selection, selection.length);
    }

    @Test
    void selectedRowsAreGathered() {
        Random random = new Random(1);
        RandomVectors vectors = new RandomVectors(random);
        RowBuffer buffer = new RowBuffer(SCHEMA);
        List<List<Object>> expected = new ArrayList<>();
        SCHEMA.fields().forEach(field -> expected.add(new ArrayList<>()));
        long bytes = 0;
        for (int round = 0; round < 30; round++) {
            int rows = random.nextInt(40);
            int least = random.nextInt(5); // 0 selects all, 4 few
            int[] selection = IntStream.range(0, rows)
                    .filter(row -> random.nextInt(5) >= least)
                    .toArray();
            Batch batch = batch(vectors, rows, selection);
            buffer.append(batch);
            for (int c = 0; c < expected.size(); c++) {
                for (int row : selection) {
                    expected.get(c).addAll(RandomVectors.values(batch.column(c), row, 1));
                    bytes += VectorAppender.bytes(batch.column(c), row, 1);
                }
            }
            check(expected, bytes, buffer);
        }
    }

    private static void check(List<List<Object>> expected, long bytes, RowBuffer buffer) {
        Batch gathered = buffer.batch();
        assertSame(SCHEMA, gathered.schema());
        assertEquals(expected.get(0).size(), buffer.rows());
        assertEquals(expected.get(0).size(), gathered.rowCount());
        assertEquals(bytes, buffer.bytes());
        for (int c = 0; c < expected.size(); c++) {
            assertEquals(expected.get(c), RandomVectors.values(gathered.column(c)));
        }
    }

    @Test
    void rowsOfOtherColumnsAreRefused() {
        RowBuffer buffer = new RowBuffer(SCHEMA);
        Batch batch = batch(new RandomVectors(new Random(1)), 3, new int[] {0, 1, 2});
        List<ColumnVector> two = batch.columns().subList(0, 2);
        assertThrows(IllegalArgumentException.class, () -> buffer.append(two, 0, 3));
        assertEquals(0, buffer.rows());
    }
}

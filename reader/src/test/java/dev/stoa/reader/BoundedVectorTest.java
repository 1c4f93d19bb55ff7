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
package dev.stoa.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.stoa.format.Batch;
import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.reader.internal.filter.BatchFilter;
import dev.stoa.reader.internal.filter.BoundedVector;
import dev.stoa.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Bounds of batches decide as their rows would. */
@Tag("once")
class BoundedVectorTest {
    private static final int BATCH_ROWS = 50;

    @TempDir
    Path folder;

    @ParameterizedTest
    @Seeds(30)
    void boundsDecideAsRowsDo(long seed) throws IOException {
        Random random = new Random(seed);
        RandomTables tables = new RandomTables(random, 100);
        List<Field> fields = Arrays.stream(new int[3])
                .mapToObj(i -> tables.schema().fields())
                .flatMap(List::stream)
                .filter(field -> !field.type().kind().isNested())
                .toList();
        Schema schema = new Schema(IntStream.range(0, fields.size())
                .mapToObj(i -> new Field(
                        "c" + i,
                        fields.get(i).type(),
                        fields.get(i).nullable(),
                        fields.get(i).fieldId()))
                .toList());
        if (fields.isEmpty()) {
            return;
        }
        List<Object[]> rows = new AdversarialZones(random, tables, BATCH_ROWS).rows(schema, 600);
        Path path = folder.resolve("table");
        Tables.write(path, schema, rows, WriterOptions.DEFAULT);
        ModelFilters filters = new ModelFilters(random, ScanPropertyTest.columns(schema, rows));
        try (StoaFile file = Tables.open(path)) {
            for (int i = 0; i < 30; i++) {
                Filter filter = filters.filter(2);
                BatchFilter byRows = BatchFilter.of(filter, schema);
                BatchFilter byBounds = byRows.copy();
                try (Scan scan = file.scan().batchRows(BATCH_ROWS).build()) {
                    while (scan.next()) {
                        Batch batch = scan.batch();
                        Batch expected = byRows.filter(batch);
                        Batch actual = byBounds.filter(
                                batch,
                                batch.columns().stream().map(BoundedVector::of).toList());
                        assertArrayEquals(
                                selected(expected),
                                selected(actual),
                                () -> filter + " at " + batch.firstRow() + ", seed " + seed);
                    }
                }
            }
        }
    }

    private static int[] selected(Batch batch) {
        return IntStream.range(0, batch.selectedCount()).map(batch::selected).toArray();
    }
}

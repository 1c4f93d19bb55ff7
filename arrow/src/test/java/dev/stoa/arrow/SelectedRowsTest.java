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
package dev.stoa.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.format.Field;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.reader.Filter;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of a fixed width become Arrow's whatever rows a filter selects: long runs, short runs, from any row on. */
@Tag("smoke")
final class SelectedRowsTest {
    private static final int ROWS = StoaArrowReader.MAX_ROWS + 1_003;
    private static final List<Type> TYPES = List.of(
            Type.of(TypeKind.BOOLEAN),
            Type.of(TypeKind.INT8),
            Type.of(TypeKind.UINT16),
            Type.of(TypeKind.INT32),
            Type.of(TypeKind.UINT32),
            Type.of(TypeKind.INT64),
            Type.of(TypeKind.FLOAT32),
            Type.of(TypeKind.FLOAT64),
            Type.time(3, false),
            Type.timestamp(5, true),
            Type.decimal(15, 2),
            Type.decimal(38, 2),
            Type.decimal(60, 2),
            Type.of(TypeKind.INTERVAL_MONTH_DAY_NANO));

    @TempDir
    private Path folder;

    @Test
    void theRowsAreThoseOfTheScan() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("SelectedRowsTest: -Dstoa.seed=" + seed);
        Random random = new Random(seed);
        Path path = write(random);
        int some = 1 + random.nextInt(5_000);
        try (StoaFile file = StoaFiles.open(path)) {
            check(file.scan());
            check(file.scan().filter(Filter.greater("row", some)));
            check(file.scan()
                    .filter(Filter.or(
                            Filter.between("row", some, some + 9_000), Filter.between("row", some + 9_100, ROWS - 3))));
            check(file.scan().filter(Filter.equal("chance", 0)));
            check(file.scan().filter(Filter.less("chance", 8)));
        }
    }

    private Path write(Random random) throws IOException {
        List<Field> fields = new ArrayList<>();
        for (Type type : TYPES) {
            fields.add(Field.nullable("c" + fields.size(), type));
        }
        List<Object[]> values = new RandomRows(random).rows(new Schema(fields), ROWS);
        fields.add(Field.required("row", Type.of(TypeKind.INT32)));
        fields.add(Field.required("chance", Type.of(TypeKind.INT32)));
        Path path = folder.resolve("rows.stoa");
        List<Object[]> rows = new ArrayList<>();
        for (Object[] row : values) {
            Object[] all = Arrays.copyOf(row, fields.size());
            all[fields.size() - 2] = rows.size();
            all[fields.size() - 1] = random.nextInt(10);
            rows.add(all);
        }
        StoaFiles.write(path, new Schema(fields), rows);
        return path;
    }

    private static void check(ScanBuilder scan) throws IOException {
        List<List<Object>> expected = StoaFiles.rows(scan.build());
        List<List<Object>> found = new ArrayList<>();
        try (BufferAllocator allocator = new RootAllocator()) {
            try (StoaArrowReader reader = StoaArrowReader.of(allocator, scan.build())) {
                ArrowBatches.of(reader).writeTo(batch -> StoaFiles.addRows(batch, found));
            }
            assertEquals(0, allocator.getAllocatedMemory());
        }
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < found.size(); i++) {
            assertEquals(expected.get(i), found.get(i), "selected row " + i);
        }
    }
}

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
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.Batch;
import dev.stoa.format.ColumnVector;
import dev.stoa.format.Field;
import dev.stoa.format.IntVector;
import dev.stoa.format.Schema;
import dev.stoa.format.Type;
import dev.stoa.format.TypeKind;
import dev.stoa.format.internal.meta.ColumnIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where granules end. */
class ZoneGranulesTest {
    private static final int VECTORS_PER_ZONE = 16;
    private static final int ZONES = 5;
    private static final int ROWS = ZONES * VECTORS_PER_ZONE * 4096;

    @TempDir
    Path folder;

    @Test
    void noneGoesOnInTheNextZone() throws IOException {
        Random random = new Random(1);
        // 1.5 KiB a vector: three make a granule, the sixteenth of a zone stands alone
        ColumnIndex index = index(row -> random.nextInt(8));
        assertEquals(ZONES * 6, index.granuleCount());
        for (int zone = 1; zone < ZONES; zone++) {
            int first = zone * VECTORS_PER_ZONE;
            assertEquals(first, index.granuleStart(index.granuleOf(first)), "zone " + zone);
        }
    }

    @Test
    void afterAKibibyteAtLeast() throws IOException {
        // about 30 bytes a vector
        ColumnIndex index = index(row -> row / 300);
        for (int granule = 0; granule < index.granuleCount() - 1; granule++) {
            assertTrue(index.granuleLength(granule) >= 1024, "granule " + granule);
        }
        assertTrue(index.granuleCount() <= 3, index.granuleCount() + " granules");
    }

    @Test
    void noBytesNeedNoneOfTheirOwn() throws IOException {
        assertEquals(1, index(row -> 7).granuleCount());
    }

    /** The index of a column with a value for each row. */
    private ColumnIndex index(IntUnaryOperator values) throws IOException {
        Type type = Type.of(TypeKind.INT32);
        Schema schema = Schema.of(new Field("c", type, false, OptionalInt.empty()));
        int[] numbers = new int[ROWS];
        for (int row = 0; row < ROWS; row++) {
            numbers[row] = values.applyAsInt(row);
        }
        Path file = folder.resolve("zones.stoa");
        WriterOptions options = WriterOptions.DEFAULT.withVectorsPerZone(VECTORS_PER_ZONE);
        try (StoaWriter writer = TestFiles.create(file, schema, options)) {
            writer.write(new Batch(schema, List.of(new IntVector(type, numbers, ColumnVector.NO_NULLS, ROWS)), ROWS));
            writer.finish();
        }
        return new StoredFile(file).index(0).orElseThrow();
    }
}

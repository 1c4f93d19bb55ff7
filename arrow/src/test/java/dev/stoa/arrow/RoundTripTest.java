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

import dev.stoa.format.Schema;
import dev.stoa.reader.StoaFile;
import dev.stoa.writer.StoaWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files become Arrow batches and files again, with the same schema and rows; every buffer is released. */
@Tag("smoke")
final class RoundTripTest {
    private static final int TABLES = Integer.getInteger("stoa.arrow.tables", 120);

    @TempDir
    private Path folder;

    @Test
    void randomTables() throws IOException {
        long seed = Long.getLong("stoa.seed", System.nanoTime());
        System.out.println("seed " + seed + " (-Dstoa.seed)");
        for (int i = 0; i < TABLES; i++) {
            Random random = new Random(seed + i);
            RandomRows tables = new RandomRows(random);
            Schema schema = i % 10 == 0 ? tables.everyType() : tables.schema();
            List<Object[]> rows = tables.rows(
                    schema,
                    random.nextInt(i % 20 == 1 ? 70_000 / schema.fields().size() : 900));
            check(schema, rows, Way.values()[i % 3], "seed " + (seed + i) + ": " + schema);
        }
    }

    private void check(Schema schema, List<Object[]> rows, Way way, String message) throws IOException {
        Path from = folder.resolve("from.stoa");
        Path to = folder.resolve("to.stoa");
        StoaFiles.write(from, schema, rows);
        try (BufferAllocator allocator = new RootAllocator();
                StoaFile file = StoaFiles.open(from)) {
            try (StoaArrowReader direct =
                            StoaArrowReader.of(allocator, file.scan().build());
                    ArrowReader reader = way.sent(direct, allocator)) {
                ArrowBatches batches = ArrowBatches.of(reader);
                assertEquals(schema, batches.schema(), message);
                try (StoaWriter writer = StoaFiles.writer(to, schema)) {
                    assertEquals(rows.size(), batches.writeTo(writer::write), message);
                    writer.finish();
                }
            }
            assertEquals(0, allocator.getAllocatedMemory(), message);
        }
        assertEquals(StoaFiles.rows(from), StoaFiles.rows(to), message);
        java.nio.file.Files.delete(from);
        java.nio.file.Files.delete(to);
    }
}

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
package dev.stoa.benchmarks.queries;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.arrow.StoaArrowReader;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowScansTest {
    private final Results results =
            new Results(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));

    @TempDir
    private Path folder;

    @Test
    void eachColumnOfAFixedWidthHasTheGoal() throws IOException {
        Path file = folder.resolve("columns.stoa");
        ArrowColumn.write(file, 5_000);
        ArrowScans.measure(file, 1, 0, results::add);
        List<String> expected = new ArrayList<>();
        for (ArrowColumn column : ArrowColumn.ALL) {
            if (column.isFixed()) {
                expected.add(column.name());
            }
        }
        expected.add("all of a fixed width");
        ArrowScans benchmark = new ArrowScans();
        List<Reached> reached = benchmark.reached(results);
        assertEquals(expected, reached.stream().map(Reached::what).toList());
        for (ArrowColumn column : ArrowColumn.ALL) {
            assertTrue(benchmark.table(results).contains("| " + column.name() + " "), column.name());
        }
    }

    @Test
    void leastLoopsWriteTheBytesOfArrow() throws IOException {
        int rows = 2 * 4096;
        Path path = folder.resolve("least.stoa");
        ArrowColumn.write(path, rows);
        try (StoaFile file = StoaFile.open(RangeSources.open(path));
                BufferAllocator allocator = new RootAllocator()) {
            for (ArrowColumn column : ArrowColumn.ALL) {
                if (!column.isFixed()) {
                    continue;
                }
                LeastLoops loops = new LeastLoops();
                try (Scan scan = file.scan().select(column.name()).build()) {
                    while (scan.next()) {
                        loops.put(scan.batch().column(0));
                    }
                }
                try (StoaArrowReader reader = StoaArrowReader.of(
                        allocator, file.scan().select(column.name()).build())) {
                    assertTrue(reader.loadNextBatch());
                    FieldVector vector = reader.getVectorSchemaRoot().getVector(0);
                    assertEquals(rows, vector.getValueCount());
                    assertBytes(vector.getDataBuffer(), loops.values(), column.name());
                    if (vector.getNullCount() > 0) {
                        assertBytes(vector.getValidityBuffer(), loops.validity(), column.name());
                    }
                }
            }
        }
    }

    private static void assertBytes(ArrowBuf expected, ByteBuffer found, String column) {
        byte[] bytes = new byte[Math.toIntExact(expected.writerIndex())];
        expected.getBytes(0, bytes);
        byte[] of = new byte[bytes.length];
        found.get(0, of);
        assertTrue(bytes.length >= 8192 / 8, column);
        assertArrayEquals(bytes, of, column);
    }
}

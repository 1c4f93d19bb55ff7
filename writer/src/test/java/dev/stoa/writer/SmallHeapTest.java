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

import dev.stoa.format.internal.meta.ColumnIndex;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes with small heaps write much more than fits them. */
@Tag("once")
class SmallHeapTest {
    /** The columns of the wide file. The heap has the same share for each, whatever their number. */
    private static final int COLUMNS = Integer.getInteger("stoa.columns", 5000);

    private static final int HEAP_MIB = 32 + COLUMNS / 42;

    @TempDir
    Path folder;

    private String run(String heap, String name) throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        SmallHeap.class.getName(),
                        name,
                        folder.toString(),
                        String.valueOf(COLUMNS))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean ended = process.waitFor(300, TimeUnit.SECONDS);
        process.destroyForcibly();
        String output = Files.readString(log);
        assertTrue(ended, output);
        assertEquals(0, process.exitValue(), output);
        Files.delete(log);
        assertEquals(List.of("file.stoa"), TestFiles.names(folder), "nothing but the file is left");
        return output;
    }

    @Test
    void thousandsOfColumns() throws Exception {
        String output = run(HEAP_MIB + "m", "wide");
        assertTrue(output.contains("8192 rows, spilled true"), output);
        StoredFile file = new StoredFile(folder.resolve("file.stoa"));
        for (int column : new int[] {0, COLUMNS / 2 - 1, COLUMNS - 1}) {
            List<Object> values = file.column(column);
            assertEquals(8192, values.size());
            for (int row = 0; row < values.size(); row++) {
                assertEquals(BigInteger.valueOf(SmallHeap.wideValue(column, row)), values.get(row));
            }
            assertEquals(1, file.index(column).orElseThrow().extents().size());
        }
    }

    @Test
    void stringsOfAMegabyte() throws Exception {
        String output = run("64m", "texts");
        assertTrue(output.contains("4096 rows"), output);
        StoredFile file = new StoredFile(folder.resolve("file.stoa"));
        ColumnIndex index = file.index(0).orElseThrow();
        assertEquals(1, index.pagedVectors().size());
        ColumnIndex.PagedVector vector = index.pagedVectors().get(0);
        assertEquals(4096, vector.pages().size());
        for (int page = 0; page < vector.pages().size(); page++) {
            assertEquals(page, vector.pages().get(page).firstValue());
            byte[] raw = file.page(index, vector, page);
            assertEquals(1_000_000, raw.length);
            assertEquals(String.format("%08dxx", page), new String(raw, 0, 10, StandardCharsets.US_ASCII));
        }
    }

    @Test
    void aListOfFiftyMillion() throws Exception {
        String output = run("48m", "list");
        assertTrue(output.contains("1 rows"), output);
        StoredFile file = new StoredFile(folder.resolve("file.stoa"));
        assertEquals(50_000_000, file.rowSets.get(1).rows());
        ColumnIndex lengths = file.index(0).orElseThrow();
        assertEquals(0, lengths.childStart(0));
        int vectors = file.index(1).orElseThrow().vectorCount();
        for (int vector = 0; vector < vectors; vector += 1000) {
            List<Object> values = file.column(1, vector, vector + 1);
            for (int i = 0; i < values.size(); i++) {
                assertEquals(BigInteger.valueOf(SmallHeap.listElement(vector * 4096 + i)), values.get(i));
            }
        }
    }
}

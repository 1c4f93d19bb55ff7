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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
}

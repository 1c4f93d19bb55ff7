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

import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.StoredFile;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakeTest {
    private static final double SCALE = 0.01;
    private static final DataSet DATA = DataSet.lineItem(SCALE);

    @TempDir
    private Path folder;

    @Test
    void contendersInJavaTakeTheSameRows() throws IOException {
        Map<Contender, StoredFile> files = new LinkedHashMap<>();
        for (String name : List.of("stoa", "parquet-java")) {
            Contender contender = Contenders.named(name);
            Path file = folder.resolve(name);
            contender.write(Table.lineItems(SCALE), contender.readVariants().get(0), file);
            files.put(contender, StoredFile.local(file));
        }
        long end;
        try (StoaFile file = StoaFile.open(RangeSources.open(folder.resolve("stoa")))) {
            end = file.rowCount();
        }
        List<long[]> cases = List.of(
                TakeCase.draw(3_000, end),
                new long[] {0},
                new long[] {end - 1},
                new long[] {0, 1, 2, end - 2, end - 1},
                new long[] {7, 25_000, end - 1},
                new long[] {7, 25_000, 45_000},
                LongStream.range(0, end).toArray());
        Set<Long> sums = new HashSet<>();
        for (long[] rows : cases) {
            List<ReadResult> results = new ArrayList<>();
            for (Map.Entry<Contender, StoredFile> file : files.entrySet()) {
                results.add(file.getKey()
                        .take(file.getValue(), DATA.columns(), rows)
                        .verified());
            }
            assertEquals(
                    (long) rows.length * DATA.columns().size(), results.get(0).values());
            assertEquals(results.get(0), results.get(1), () -> rows.length + " rows up to " + rows[rows.length - 1]);
            sums.add(results.get(0).checksum());
        }
        assertEquals(cases.size(), sums.size());
    }

    @Test
    void rowsAreDifferentAscendAndAreFoundAgain() throws IOException {
        TakeCase.write(folder, 6_000_000);
        for (TakeCase item : TakeCase.cases()) {
            long[] rows = item.rows(folder);
            assertArrayEquals(TakeCase.draw(item.count(), 6_000_000), rows);
            for (int i = 1; i < rows.length; i++) {
                assertTrue(rows[i - 1] < rows[i]);
            }
            assertTrue(rows[0] >= 0 && rows[rows.length - 1] < 6_000_000);
        }
    }

    @Test
    void theGoalIsMeasuredAgainstTheBestOther() {
        Results results = new Results(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        String item = TakeCase.cases().get(0).title();
        cpu(results, item, "stoa", "/default/tuned/cache", 4);
        cpu(results, item, "parquet-java", "/v1_none/tuned/cache", 20);
        cpu(results, item, "lance", "/default/python/cache", 6);
        List<Reached> reached = new Take().reached(results);
        assertEquals(1, reached.size());
        assertEquals(1.5, reached.get(0).value());
        assertEquals("cache, " + item + ", against lance", reached.get(0).what());
    }

    private static void cpu(Results results, String item, String contender, String suffix, double millis) {
        results.add(
                Measurement.spread(Take.NAME, item + suffix, contender, Metric.PROCESS_CPU_MS, new double[] {millis}));
    }
}

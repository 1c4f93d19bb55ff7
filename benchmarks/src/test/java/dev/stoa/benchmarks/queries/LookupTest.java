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

import dev.stoa.benchmarks.data.Table;
import dev.stoa.benchmarks.harness.GoalTable;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.ReadResult;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.LookupQuery;
import dev.stoa.benchmarks.peers.StoaLookup;
import dev.stoa.format.Batch;
import dev.stoa.format.LongVector;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookupTest {
    private static final double SCALE = 0.02;

    private final Results results =
            new Results(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));

    @TempDir
    private Path folder;

    private static ReadResult expected(Table table, Set<Long> keys) {
        long rows = 0;
        long sum = 0;
        List<String> names = table.schema().fields().stream().map(f -> f.name()).toList();
        for (Iterator<Batch> batches = table.batches(); batches.hasNext(); ) {
            Batch batch = batches.next();
            long[] found = ((LongVector) batch.column(names.indexOf(LookupQuery.KEY))).values();
            long[] values = ((LongVector) batch.column(names.indexOf(LookupQuery.VALUE))).values();
            for (int row = 0; row < batch.rowCount(); row++) {
                if (keys.contains(found[row])) {
                    rows++;
                    sum += values[row];
                }
            }
        }
        return LookupQuery.result(rows, sum);
    }

    @Test
    void everybodyFindsTheSameRowsAndTheIndexReadsLeast() throws IOException {
        Table table = Table.shuffledLineItems(SCALE);
        long[] keys = Lookup.keys(30, SCALE);
        Set<Long> different = new TreeSet<>();
        for (long key : keys) {
            different.add(key);
        }
        assertEquals(keys.length, different.size());
        ReadResult expected = expected(table, different);
        assertTrue(expected.values() > 24, "most keys are there: " + expected);

        Path stoa = write(table, "stoa", "default");
        StoaLookup.writeIndex(stoa);
        measure("stoa", stoa, "default index", keys);
        measure("stoa", stoa, "default", keys);
        for (String variant : List.of("v1_snappy_bloom", "v1_snappy_4m_bloom")) {
            measure("parquet-java", write(table, "parquet-java", variant), variant, keys);
        }
        measure("orc", write(table, "orc", "snappy_bloom"), "snappy_bloom", keys);

        assertEquals(List.of(), results.disagreements());
        List<Measurement> sums = results.summary().stream()
                .filter(m -> m.metric() == Metric.CHECKSUM)
                .toList();
        assertEquals(5, sums.size());
        assertEquals(expected.checksum(), (long) sums.get(0).value());
        assertTrue(
                GoalTable.missed(new Lookup().reached(results)).stream().noneMatch(fault -> fault.contains("bytes")),
                () -> new Lookup().table(results));
    }

    private Path write(Table table, String contender, String variant) throws IOException {
        Path file = folder.resolve(contender + "." + variant);
        Contenders.named(contender).write(table, variant, file);
        assertTrue(Files.size(file) > 0);
        return file;
    }

    private void measure(String contender, Path file, String variant, long[] keys) throws IOException {
        Lookup.measure(Contenders.named(contender), file, variant, "g1", keys, results::add);
    }

    @Test
    void oneKeyInFiveIsAbsent() {
        long[] keys = Lookup.keys(1000, 1);
        long absent = LongStream.of(keys).filter(key -> (key & 24) != 0).count();
        assertEquals(200, absent);
    }
}

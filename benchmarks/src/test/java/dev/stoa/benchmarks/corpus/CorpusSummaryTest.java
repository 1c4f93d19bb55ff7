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
package dev.stoa.benchmarks.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Results;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CorpusSummaryTest {

    private final Results results =
            new Results(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));

    private void table(String name, String peer, long stoa, long compact, long snappy, long zstd) {
        add(name + "/fast", "stoa", Metric.BYTES, stoa);
        add(name + "/default", "stoa", Metric.BYTES, stoa);
        add(name + "/default", "stoa", Metric.METADATA_BYTES, 7);
        add(name + "/compact", "stoa", Metric.BYTES, compact);
        add(name + "/compact", "stoa", Metric.METADATA_BYTES, 9);
        add(name + "/snappy", peer, Metric.BYTES, snappy);
        add(name + "/zstd", peer, Metric.BYTES, zstd);
    }

    private void add(String item, String contender, Metric metric, long bytes) {
        results.add(Measurement.exact(CorpusSizes.NAME, item, contender, metric, bytes));
    }

    @Test
    void meansAreGeometricAndGoalsCountSizesOnRecordOnly() {
        table("tables:a", CorpusSizes.RECORDED, 100, 90, 200, 125);
        table("floats:x:b", CorpusSizes.RECORDED, 100, 90, 800, 125);
        table("floats:c", CorpusSizes.WRITTEN, 1000, 900, 100, 125);
        CorpusSummary summary = CorpusSummary.of(results);
        assertEquals(
                0.25,
                summary.mean("default", "snappy", CorpusSummary.Line::recorded).orElseThrow(),
                1e-12);
        assertEquals(
                0.72,
                summary.mean("compact", "zstd", CorpusSummary.Line::recorded).orElseThrow(),
                1e-12);
        assertEquals(Optional.empty(), summary.mean("compact", "zstd", line -> false));
        String text = summary.toString();
        assertEquals(0.25, summary.reached().get(0).value(), 1e-12);
        assertTrue(summary.reached().get(0).isMet());
        assertTrue(text.contains("| floats, others *         |      1 |           10.000 |"), text);
        assertTrue(text.contains("| floats/x/b |  100 |     100 |      90 |                    7 |"), text);
    }
}

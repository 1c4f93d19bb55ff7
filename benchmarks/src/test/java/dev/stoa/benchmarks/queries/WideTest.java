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

import dev.stoa.benchmarks.data.WideTable;
import dev.stoa.benchmarks.harness.GoalTable;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.Sampler;
import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WideTest {
    private static final Sampler ONCE = new Sampler(1, 1, 0);

    private final Results results =
            new Results(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));

    @TempDir
    private Path folder;

    @Test
    void everybodyReadsTheSameAndStoaTheLeast() throws IOException {
        DataSet data = DataSet.wide(500, 2_500);
        assertEquals(List.of("c50", "c150", "c250", "c350", "c450"), Wide.chosen(data));
        for (Contender contender : Contenders.builtIn()) {
            String variant = contender.readVariants().get(0);
            Path file = folder.resolve(contender.name());
            contender.write(new WideTable(500, 2_500), variant, file);
            Wide.measure(data, contender, file, variant + "/g1", ONCE, results::add);
        }
        assertEquals(List.of(), results.disagreements());
        assertEquals(
                List.of(12_500.0, 12_500.0, 12_500.0),
                results.summary().stream()
                        .filter(m -> m.metric() == Metric.VALUES)
                        .map(Measurement::value)
                        .toList());
        assertTrue(
                GoalTable.missed(new Wide().reached(results)).stream().noneMatch(fault -> fault.contains("bytes")),
                () -> new Wide().table(results));
    }
}

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
package dev.stoa.benchmarks.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    private static Measurement cpu(double value, double min, double max) {
        return new Measurement("decode", "a/v1/g1", "orc", Metric.PROCESS_CPU_MS, "ms", value, min, max);
    }

    private static Measurement checksum(String item, String contender, long value) {
        return Measurement.exact("decode", item, contender, Metric.CHECKSUM, value);
    }

    @Test
    void processesAreSummedUpByTheirMedianAndWholeSpread() {
        Results results = new Results(NOWHERE);
        results.add(cpu(3, 2, 4));
        results.add(cpu(9, 8, 10));
        results.add(cpu(5, 1, 6));
        assertEquals(List.of(cpu(5, 1, 10)), results.summary());
        assertEquals(
                cpu(5, 1, 10),
                results.find("a/v1/g1", "orc", Metric.PROCESS_CPU_MS).orElseThrow());
    }

    @Test
    void aMeasurementSurvivesThePipe() {
        Measurement measurement = cpu(1.0 / 3, 0.1, 1e9);
        assertTrue(Measurement.isLine(measurement.toLine()));
        assertEquals(measurement, Measurement.ofLine(measurement.toLine()));
        assertEquals("a", measurement.subject());
        assertEquals("orc v1", measurement.who());
        assertEquals("g1", measurement.jvm());
    }

    @Test
    void equalChecksumsOfASubjectAgreeWhateverTheVariant() {
        Results results = new Results(NOWHERE);
        results.add(checksum("a/v1/g1", "parquet-java", 7));
        results.add(checksum("a/none/tuned", "orc", 7));
        results.add(checksum("b/none/tuned", "orc", 8));
        assertEquals(List.of(), results.disagreements());
    }

    @Test
    void unequalChecksumsAreNamed() {
        Results results = new Results(NOWHERE);
        results.add(checksum("a/v1/g1", "parquet-java", 7));
        results.add(checksum("a/none/g1", "orc", 8));
        assertEquals(1, results.disagreements().size());
        assertTrue(results.disagreements().get(0).startsWith("a: "), results.disagreements()::toString);
    }

    @Test
    void oneContenderMayNotContradictItself() {
        Results results = new Results(NOWHERE);
        results.add(checksum("a/v1/g1", "parquet-java", 7));
        results.add(checksum("a/v1/tuned", "parquet-java", 8));
        results.add(checksum("a/none/g1", "orc", 7));
        assertEquals(1, results.disagreements().size());
    }

    @Test
    void theJsonHasExactlyTheAgreedKeys(@TempDir Path folder) throws IOException {
        Results results = new Results(NOWHERE);
        results.add(cpu(2.5, 2, 4));
        results.add(checksum("a/v1/g1", "orc", (1L << 52) - 1));
        Path file = folder.resolve("target/decode.json");
        results.writeJson(file);

        JsonNode list = new ObjectMapper().readTree(file.toFile());
        assertEquals(2, list.size());
        for (JsonNode object : list) {
            List<String> keys = new ArrayList<>();
            object.fieldNames().forEachRemaining(keys::add);
            assertEquals(List.of("benchmark", "case", "contender", "metric", "unit", "value", "min", "max"), keys);
        }
        assertEquals("process_cpu_ms", list.get(0).get("metric").asText());
        assertEquals(2.5, list.get(0).get("value").asDouble());
        assertEquals((1L << 52) - 1, list.get(1).get("value").asLong());
        assertTrue(list.get(1).get("value").isIntegralNumber());
    }
}

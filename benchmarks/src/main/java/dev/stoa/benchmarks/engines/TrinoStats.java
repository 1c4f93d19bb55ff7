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
package dev.stoa.benchmarks.engines;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statistics of a statement, as Trino counts them.
 *
 * @param cpuMillis CPU time of all tasks
 * @param scanCpuMillis CPU time of the operators that read tables, with their filters and projections
 * @param bytesRead from tables
 * @param peakMemory the most bytes at once
 */
record TrinoStats(double cpuMillis, double scanCpuMillis, long bytesRead, long peakMemory) {
    private static final Set<String> SCANS = Set.of("TableScanOperator", "ScanFilterAndProjectOperator");
    private static final List<String> CPU = List.of("addInputCpu", "getOutputCpu", "finishCpu");
    private static final Pattern DURATION = Pattern.compile("([0-9.]+)([a-z]+)");
    private static final Pattern BYTES = Pattern.compile("([0-9]+)B");
    private static final Map<String, Double> MILLIS =
            Map.of("ns", 1e-6, "us", 1e-3, "ms", 1.0, "s", 1000.0, "m", 60_000.0, "h", 3_600_000.0, "d", 86_400_000.0);

    /**
     * Reads what Trino gives as JSON.
     *
     * @throws IllegalArgumentException if something has another form
     */
    static TrinoStats of(JsonNode stats) {
        double scans = 0;
        for (JsonNode operator : stats.path("operatorSummaries")) {
            if (SCANS.contains(operator.path("operatorType").asText())) {
                for (String part : CPU) {
                    scans += millis(operator.path(part).asText());
                }
            }
        }
        return new TrinoStats(
                millis(stats.path("totalCpuTime").asText()),
                scans,
                bytes(stats.path("physicalInputDataSize").asText()),
                bytes(stats.path("peakTotalMemoryReservation").asText()));
    }

    private static double millis(String text) {
        Matcher duration = DURATION.matcher(text);
        if (!duration.matches() || !MILLIS.containsKey(duration.group(2))) {
            throw new IllegalArgumentException("Trino gives '" + text + "' as a duration");
        }
        return Double.parseDouble(duration.group(1)) * MILLIS.get(duration.group(2));
    }

    private static long bytes(String text) {
        Matcher size = BYTES.matcher(text);
        if (!size.matches()) {
            throw new IllegalArgumentException("Trino gives '" + text + "' as a size");
        }
        return Long.parseLong(size.group(1));
    }
}

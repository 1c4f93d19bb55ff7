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
package dev.stoa.benchmarks.vio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.benchmarks.harness.GoalTable;
import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Results;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class VioTest {

    private final Results results =
            new Results(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    private final Vio vio = new Vio();

    private void measured(String item, double stoa, double vectored, double seek) {
        add(item, "stoa", stoa);
        add(item, "readVectored", vectored);
        add(item, "seekAndRead", seek);
    }

    private void add(String item, String way, double millis) {
        results.add(new Measurement(Vio.NAME, item, way, Metric.WALL_MS, "ms", millis, millis, millis));
    }

    @Test
    void whatIsReachedIsNoFault() {
        measured("LocalReads/raw/direct", 1.09, 3, 3);
        add("LocalReads/raw/direct", "asyncChannel", 1);
        measured("LocalReads/checksum/direct", 1, 1, 5); // Hadoop is no faster
        measured("LocalReads/checksum/array", 1, 0.5, 7); // as published, though Hadoop is faster
        measured("HdfsReads/0/array", 100, 96, 96);
        measured("HdfsReads/5/array", 50, 201, 100);
        measured("S3Reads/columns/default", 100, 131, 1001);
        measured("S3Reads/equal/64", 100, 131, 1001);
        assertEquals(List.of(), GoalTable.missed(vio.reached(results)));
        assertTrue(GoalTable.table(vio.reached(results)).contains("met"));
    }

    @Test
    void whatIsMissedIsOneFaultEach() {
        measured("LocalReads/raw/direct", 1.2, 3, 3);
        add("LocalReads/raw/direct", "asyncChannel", 1);
        measured("LocalReads/checksum/direct", 1, 0.9, 5);
        measured("LocalReads/checksum/array", 1, 0.5, 6.9);
        measured("HdfsReads/0/array", 100, 94, 96);
        measured("HdfsReads/5/array", 50, 199, 100);
        measured("S3Reads/columns/64", 100, 129, 999);
        measured("S3Reads/equal/default", 100, 129, 1001);
        List<String> faults = GoalTable.missed(vio.reached(results));
        assertEquals(8, faults.size(), faults.toString());
        assertTrue(faults.get(0).contains("LocalReads/raw/direct"), faults.toString());
    }

    @Test
    void whatWasNotMeasuredIsMissed() {
        add("HdfsReads/5/array", "stoa", 50);
        assertEquals(1, GoalTable.missed(vio.reached(results)).size());
    }
}

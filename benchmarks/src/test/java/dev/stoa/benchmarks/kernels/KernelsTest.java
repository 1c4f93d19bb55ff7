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
package dev.stoa.benchmarks.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.stoa.benchmarks.harness.Measurement;
import dev.stoa.benchmarks.harness.Measurement.Metric;
import dev.stoa.benchmarks.harness.Results;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class KernelsTest {
    private final Kernels kernels = new Kernels();
    private final Results results =
            new Results(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));

    @Test
    void aWidthHalfAsFastAsThoseAroundItIsAFault() {
        fill("unpack", width -> width < 20 ? 1 : 1.9);
        fill("unpackPortable", width -> width == 17 ? 2.1 : 1);
        fill("straight", width -> width == 64 || width == 1 ? 1.9 : 1);
        fill("pack", width -> width == 17 ? 20 : 1);
        assertEquals(
                List.of(
                        "PackedInts.unpackPortable 17 is not half as fast as the widths around it",
                        "PackedLongs.unpackPortable 17 is not half as fast as the widths around it"),
                kernels.faults(results));
        add("PackedInts.unpackPortable 17", 1.2);
        assertEquals(1, kernels.faults(results).size(), "the better of two measurements counts");
    }

    @Test
    void aWidthThatWasNotMeasuredIsAFault() {
        fill("unpack", width -> 1);
        fill("unpackPortable", width -> 1);
        assertEquals(32 + 64, kernels.faults(results).size());
    }

    private void fill(String kernel, IntToDoubleFunction millis) {
        for (int width = 0; width <= 64; width++) {
            add("PackedLongs." + kernel + " " + width, millis.applyAsDouble(width));
            if (width <= 32) {
                add("PackedInts." + kernel + " " + width, millis.applyAsDouble(width));
            }
        }
    }

    private void add(String item, double millis) {
        results.add(new Measurement("kernels", item, "stoa", Metric.WALL_MS, "ms", millis, millis, millis));
    }
}

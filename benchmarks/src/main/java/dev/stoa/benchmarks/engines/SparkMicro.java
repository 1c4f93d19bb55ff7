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

import static dev.stoa.benchmarks.engines.FormatFigures.FORMATS;
import static dev.stoa.benchmarks.engines.FormatFigures.PARQUET;

import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Compares twenty single operations in Spark on {@code lineitem} of several formats. */
public final class SparkMicro implements UnpinnedBenchmark {
    static final String NAME = "spark-micro";

    /** The number of operations whose results agree. */
    static final String EQUAL = "operations with equal results";

    /** All operations together. */
    static final String MEAN = "geometric mean";

    private static final double DEFAULT_SCALE = 0.2;
    private static final int PROCESSES = 3;
    private static final int ROUNDS = 9;
    private static final int QUICK_ROUNDS = 5;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int rounds = options.quick() ? QUICK_ROUNDS : ROUNDS;
        SparkFork.Work work = new SparkFork.Work(
                FORMATS.size(),
                MicroQuery.values().length * FORMATS.size() * (rounds + 2),
                options.quick() ? 1 : PROCESSES,
                DEFAULT_SCALE);
        SparkFork.run(NAME, "SparkMicroTask", options, rounds, work, results);
    }

    private static List<String> measured(Results results) {
        return FormatFigures.measured(results, MicroQuery.labels());
    }

    @Override
    public String table(Results results) {
        List<String> items = new ArrayList<>(measured(results));
        String times = EngineFigures.count(results, EQUAL) + FormatFigures.times(results, items);
        items.add(MEAN);
        return times + "\n" + FormatFigures.ratios(results, items);
    }

    @Override
    public List<Reached> reached(Results results) {
        List<Reached> reached = new ArrayList<>(FormatFigures.reached(NAME, results, measured(results)));
        String goal = "spark-micro.mean";
        reached.add(Reached.of(goal, "CPU time", FormatFigures.ratio(results, FormatFigures.cpu(MEAN), PARQUET)));
        reached.add(Reached.of(
                goal, "time on the clock", FormatFigures.ratio(results, FormatFigures.clock(MEAN), PARQUET)));
        return reached;
    }

    @Override
    public List<String> faults(Results results) {
        return EngineFigures.disagreement(results, EQUAL, measured(results).size());
    }
}

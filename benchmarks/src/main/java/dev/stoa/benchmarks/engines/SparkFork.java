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

import dev.stoa.benchmarks.harness.Fork;
import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the measurements of Spark, in a process with Spark and Delta Lake. */
final class SparkFork {
    static final String STOA = "stoa";
    static final String DELTA = "delta";

    private static final double DEFAULT_SCALE = 1;
    private static final List<String> FLAGS = List.of("-Xms6g", "-Xmx6g", "-XX:+UseParallelGC");

    private SparkFork() {}

    /**
     * The work of a benchmark, which gives an estimate of its time.
     *
     * @param sets of tables to be made
     * @param runs of queries
     * @param processes one after the other, which do the same
     * @param scale the default scale
     */
    record Work(int sets, int runs, int processes, double scale) {
        Work(int sets, int runs) {
            this(sets, runs, 1, DEFAULT_SCALE);
        }

        private long minutes(double scale) {
            double seconds = 60 + 30 * scale + sets * (15 + 75 * scale) + runs * (0.3 + 0.9 * scale);
            return Math.round(processes * seconds / 60);
        }
    }

    /**
     * Runs a benchmark.
     *
     * @param task the simple name of the class that measures
     * @param rounds that count
     */
    static void run(String name, String task, Options options, int rounds, Work work, Results results)
            throws IOException {
        double scale = options.scale().orElse(work.scale());
        EnginePeer spark = EnginePeer.spark();
        List<Path> delta = List.of(Path.of(EnginePeer.libraries(DELTA)));
        Progress.say("running Spark: some " + work.minutes(scale)
                + " minutes for all queries, if two cores have nothing else to do");
        for (int process = 0; process < work.processes(); process++) {
            List<String> words = new ArrayList<>(List.of(
                    String.valueOf(scale),
                    String.valueOf(rounds),
                    spark.scratch().resolve(String.valueOf(process)).toString()));
            words.addAll(options.columns());
            Fork.run(
                    false,
                    spark.command(delta, FLAGS, SparkFork.class.getPackageName() + "." + task, words),
                    name,
                    results::add);
        }
    }
}

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

import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Results;
import java.io.IOException;
import java.util.List;

/** Compares in Spark the queries of TPC-DS on tables of Stoa and of Parquet: their rows, times and bytes. */
public final class SparkTpcds implements TpcdsBenchmark {
    static final String NAME = "spark-tpcds";

    /** The contenders; the first is Stoa. */
    static final List<String> FORMATS = List.of(SparkFork.STOA, FormatFigures.SNAPPY);

    private static final int ROUNDS = 3;
    private static final TpcdsFigures FIGURES = new TpcdsFigures(NAME, FormatFigures.SNAPPY);

    @Override
    public TpcdsFigures figures() {
        return FIGURES;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int rounds = options.quick() ? 1 : ROUNDS;
        int queries = TpcdsQueries.names().size();
        SparkFork.Work work = new SparkFork.Work(FORMATS.size(), queries * FORMATS.size() * (1 + rounds));
        TpcdsText.generate(options.scale().orElse(work.scale()));
        SparkFork.run(NAME, "SparkTpcdsTask", options, rounds, work, results);
    }
}

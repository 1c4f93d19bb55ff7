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

import dev.stoa.benchmarks.harness.Options;
import dev.stoa.benchmarks.harness.Reached;
import dev.stoa.benchmarks.harness.Results;
import dev.stoa.benchmarks.harness.UnpinnedBenchmark;
import java.io.IOException;
import java.util.List;

/** Compares in Spark how a table with many columns and few rows is written from memory, and read, in several formats. */
public final class SparkWide implements UnpinnedBenchmark {
    static final String NAME = "spark-wide";

    /** The number of columns: in turn long, double, int and text. */
    static final int COLUMNS = 2000;

    /** The number of rows. */
    static final int ROWS = 5000;

    /** The number of statements whose results agree. */
    static final String EQUAL = "statements with equal results";

    private static final int ROUNDS = 7;
    private static final int QUICK_ROUNDS = 3;
    private static final int PROCESSES = 3;

    /** Rounds that warm up a statement of seconds. */
    private static final int FEW = 2;

    /** Rounds that warm up a statement of 0.1 s. Planning is most of it, and the JVM compiles that for dozens of statements. */
    private static final int MANY = 20;

    /** A statement that is measured. */
    enum Statement {
        WRITE("write", FEW, "select count(*) from "),
        HASH("hash of all columns", FEW, "select sum(hash(*)) from "),
        ONE("one column", MANY, "select sum(c0) from "),
        FILTER("two columns by a filter", MANY, "select max(c1), min(c3) from ", " where c2 = 7");

        private final String label;
        private final int warm;
        private final String before;
        private final String after;

        Statement(String label, int warm, String before) {
            this(label, warm, before, "");
        }

        Statement(String label, int warm, String before, String after) {
            this.label = label;
            this.warm = warm;
            this.before = before;
            this.after = after;
        }

        /** Returns the number of rounds before those that count. */
        int warm() {
            return warm;
        }

        /** Returns the name in tables. */
        String label() {
            return label;
        }

        /** Returns the query; that of a write looks at the table afterwards, and is not timed. */
        String sql(String table) {
            return before + table + after;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        int rounds = options.quick() ? QUICK_ROUNDS : ROUNDS;
        int runs = Statement.values().length * FORMATS.size() * (rounds + MANY);
        SparkFork.Work work = new SparkFork.Work(0, runs, options.quick() ? 1 : PROCESSES, 1);
        SparkFork.run(NAME, "SparkWideTask", options, rounds, work, results);
    }

    private static List<String> measured(Results results) {
        return FormatFigures.measured(
                results,
                List.of(Statement.values()).stream().map(Statement::label).toList());
    }

    @Override
    public String table(Results results) {
        List<String> items = measured(results);
        return EngineFigures.count(results, EQUAL)
                + FormatFigures.times(results, items)
                + "\n"
                + FormatFigures.ratios(results, items);
    }

    @Override
    public List<Reached> reached(Results results) {
        return FormatFigures.reached(NAME, results, measured(results));
    }

    @Override
    public List<String> faults(Results results) {
        return EngineFigures.disagreement(results, EQUAL, measured(results).size());
    }
}

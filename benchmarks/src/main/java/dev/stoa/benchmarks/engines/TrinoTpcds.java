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
import dev.stoa.benchmarks.harness.Progress;
import dev.stoa.benchmarks.harness.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares in one server of Trino the queries of TPC-DS on tables of Stoa and of Parquet by the Hive connector: their rows,
 * times and bytes.
 */
public final class TrinoTpcds implements TpcdsBenchmark {
    static final String NAME = "trino-tpcds";

    /** The contenders; the first is Stoa. */
    static final List<TrinoFormat> FORMATS = List.of(TrinoFormat.STOA, TrinoFormat.PARQUET);

    private static final double DEFAULT_SCALE = 1;
    private static final int HEAP_MEGABYTES = 6144;
    private static final int ROUNDS = 3;
    private static final TpcdsFigures FIGURES = new TpcdsFigures(NAME, TrinoFormat.PARQUET.label());

    @Override
    public TpcdsFigures figures() {
        return FIGURES;
    }

    @Override
    public void run(Options options, Results results) throws IOException {
        double scale = options.scale().orElse(DEFAULT_SCALE);
        TrinoPeer peer = TrinoPeer.build();
        Path folder = TrinoPeer.scratch();
        Path data = Files.createDirectories(folder.resolve("data"));
        Progress.say("starting Trino");
        try (TrinoServer server =
                TrinoServer.start(peer, folder.resolve("server"), HEAP_MEGABYTES, TrinoTables.catalogs(data))) {
            TrinoClient trino = new TrinoClient(server.address());
            TrinoTables tables = new TrinoTables(trino, data, "tpcds", scale, FORMATS);
            tables.create();
            List<String> names = TpcdsQueries.names().stream()
                    .filter(name ->
                            options.columns().isEmpty() || options.columns().contains(name))
                    .toList();
            TrinoTpcdsTask task =
                    new TrinoTpcdsTask(new TrinoRounds(server, trino, options.quick() ? 1 : ROUNDS), results);
            task.measure(task.compare(names));
        }
    }
}

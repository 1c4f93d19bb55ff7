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

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Runs of statements in a server, of some contenders in turn.
 *
 * @param server that runs them
 * @param trino sends them to it
 * @param rounds that count
 */
record TrinoRounds(TrinoServer server, TrinoClient trino, int rounds) {
    /** Rounds before those that count. */
    static final int WARM = 1;

    /** The cost of a statement in one round. */
    record Cost(double wallMillis, double serverCpuMillis, long written, TrinoStats stats) {}

    /** A figure of a cost. */
    interface Figure {
        double of(Cost cost);
    }

    /** Gives the statement of a contender and a round. Rounds that warm up have negative numbers. */
    interface Statement {
        String sql(TrinoFormat format, int round);
    }

    /** The bytes that a contender has stored. */
    interface Stored {
        long bytes(TrinoFormat format) throws IOException;
    }

    /** Runs a query of all contenders. */
    Map<TrinoFormat, List<Cost>> query(List<TrinoFormat> formats, String sql) throws IOException {
        return change(formats, format -> 0, (format, round) -> sql);
    }

    /** Runs a statement of some contenders in turn, in both orders. */
    Map<TrinoFormat, List<Cost>> change(List<TrinoFormat> formats, Stored stored, Statement statement)
            throws IOException {
        Map<TrinoFormat, List<Cost>> costs = new EnumMap<>(TrinoFormat.class);
        formats.forEach(format -> costs.put(format, new ArrayList<>()));
        for (int round = -WARM; round < rounds; round++) {
            for (int i = 0; i < formats.size(); i++) {
                TrinoFormat format = formats.get((round & 1) == 0 ? i : formats.size() - 1 - i);
                long bytes = stored.bytes(format);
                long cpu = server.cpu().toNanos();
                long begin = System.nanoTime();
                String query = trino.run(statement.sql(format, round), format.schema(), "")
                        .query();
                long nanos = System.nanoTime() - begin;
                if (round >= 0) {
                    costs.get(format)
                            .add(new Cost(
                                    nanos / 1e6,
                                    (server.cpu().toNanos() - cpu) / 1e6,
                                    stored.bytes(format) - bytes,
                                    trino.statistics(query)));
                }
            }
        }
        return costs;
    }

    /** Returns a figure of each round. */
    static double[] numbers(List<Cost> costs, Figure figure) {
        return costs.stream().mapToDouble(figure::of).toArray();
    }
}

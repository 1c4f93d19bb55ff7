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
package dev.stoa.benchmarks.queries;

import dev.stoa.benchmarks.peers.DataSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Rows to be taken, and columns of them.
 *
 * @param count how many rows
 * @param all whether all columns are taken, or only three
 */
record TakeCase(int count, boolean all) {
    /** The rows are drawn from this. */
    static final long SEED = 7;

    /** The columns where not all are taken; the task of the libraries of Python names the same. */
    private static final List<String> FEW = List.of("l_orderkey", "l_extendedprice", "l_shipdate");

    private static final List<Integer> COUNTS = List.of(1_000, 100_000);

    /** All, of a table with enough rows for the most. */
    static List<TakeCase> cases() {
        List<TakeCase> cases = new ArrayList<>();
        for (int count : COUNTS) {
            cases.add(new TakeCase(count, false));
            cases.add(new TakeCase(count, true));
        }
        return cases;
    }

    String title() {
        return count + " rows, " + (all ? "all columns" : "3 columns");
    }

    List<String> columns(DataSet data) {
        return all ? data.columns() : FEW;
    }

    /** Draws {@code count} different rows of a table, and sorts them. */
    static long[] draw(int count, long tableRows) {
        return new SplittableRandom(SEED)
                .longs(0, tableRows)
                .distinct()
                .limit(count)
                .sorted()
                .toArray();
    }

    /** Writes the numbers of the rows of all cases, eight bytes each, the lowest first. */
    static void write(Path folder, long tableRows) throws IOException {
        for (int count : COUNTS) {
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * count).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asLongBuffer().put(draw(count, tableRows));
            Files.write(file(folder, count), bytes.array());
        }
    }

    private static Path file(Path folder, int count) {
        return folder.resolve(count + ".rows");
    }

    /** The rows, as {@link #write} has left them. */
    long[] rows(Path folder) throws IOException {
        long[] rows = new long[count];
        ByteBuffer.wrap(Files.readAllBytes(file(folder, count)))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer()
                .get(rows);
        return rows;
    }
}

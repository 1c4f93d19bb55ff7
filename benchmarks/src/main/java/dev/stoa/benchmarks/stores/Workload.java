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
package dev.stoa.benchmarks.stores;

import dev.stoa.vio.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Ranges that a reader of some file asks for.
 *
 * @param name for tables
 * @param steps lists of ranges; each is asked for when all of the one before has come
 */
public record Workload(String name, List<List<Range>> steps) {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final int COLUMNS = 1000;
    private static final int ROW_GROUPS = 4;

    /** Bytes asked for; those asked for twice in a step count once. */
    public long bytes() {
        long bytes = 0;
        for (List<Range> step : steps) {
            long end = 0;
            for (Range range : step.stream()
                    .sorted(Comparator.comparingLong(Range::offset))
                    .toList()) {
                bytes += Math.max(0, range.end() - Math.max(end, range.offset()));
                end = Math.max(end, range.end());
            }
        }
        return bytes;
    }

    /** The workloads that need no file: a table of 1,000 columns, random points, and the published 33 ranges. */
    public static List<Workload> made() {
        return List.of(
                wide("1,000 columns: 10", 10),
                wide("1,000 columns: 100", 100),
                wide("1,000 columns: 500", 500),
                wide("1,000 columns: all", COLUMNS),
                points("10 points in 1 GiB", 10, 1L << 30),
                points("100 points in 1 GiB", 100, 1L << 30),
                points("1,000 points in 1 GiB", 1000, 1L << 30),
                points("1,000 points in 64 MiB", 1000, 64L * MIB),
                new Workload("33 ranges of 1 MiB in 256 MiB", List.of(spread(33, MIB, 256L * MIB))));
    }

    /** Some columns of a table of 1,000, whose chunks have random lengths of about 128 KiB. */
    private static Workload wide(String name, int columns) {
        Random random = new Random(7);
        long offset = 4;
        List<List<Range>> chunks = new ArrayList<>();
        for (int group = 0; group < ROW_GROUPS; group++) {
            List<Range> row = new ArrayList<>();
            for (int column = 0; column < COLUMNS; column++) {
                int length = (int) (128 * KIB * Math.exp(random.nextGaussian() - 0.5));
                row.add(new Range(offset, length));
                offset += length;
            }
            chunks.add(row);
        }
        List<Integer> chosen = new ArrayList<>(random.ints(0, COLUMNS)
                .distinct()
                .limit(columns)
                .sorted()
                .boxed()
                .toList());
        return new Workload(
                name,
                chunks.stream()
                        .map(row -> chosen.stream().map(row::get).toList())
                        .toList());
    }

    /** Reads of 8 KiB at random places. */
    private static Workload points(String name, int count, long fileLength) {
        Random random = new Random(11);
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(new Range((long) (random.nextDouble() * (fileLength - 8 * KIB)), 8 * KIB));
        }
        return new Workload(name, List.of(ranges));
    }

    /** Ranges of one length with equal gaps. */
    private static List<Range> spread(int count, int length, long fileLength) {
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(new Range(fileLength / count * i, length));
        }
        return ranges;
    }
}

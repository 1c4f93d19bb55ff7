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
 * Ranges that a reader of some file requests.
 *
 * @param name for tables
 * @param steps lists of ranges; a reader requests each when it has all ranges of the one before
 */
public record Workload(String name, List<List<Range>> steps) {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

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
        Table table = new Table(1000, 4, 128 * KIB, 7);
        return List.of(
                table.columns("1,000 columns: 10", 10),
                table.columns("1,000 columns: 100", 100),
                table.columns("1,000 columns: 500", 500),
                table.columns("1,000 columns: all", 1000),
                points("10 points in 1 GiB", 10, 8 * KIB, 1L << 30, 11),
                points("100 points in 1 GiB", 100, 8 * KIB, 1L << 30, 11),
                points("1,000 points in 1 GiB", 1000, 8 * KIB, 1L << 30, 11),
                points("1,000 points in 64 MiB", 1000, 8 * KIB, 64L * MIB, 11),
                new Workload("33 ranges of 1 MiB in 256 MiB", List.of(spread(33, MIB, 256L * MIB))));
    }

    /** Others that need no file either. No setting was chosen by them. */
    public static List<Workload> heldOut() {
        return List.of(
                new Table(1000, 4, 128 * KIB, 2003).columns("1,000 other columns: 200", 200),
                new Table(160, 2, 2 * MIB, 2011).columns("160 columns: 25", 25),
                new Table(300, 3, 512 * KIB, 2017).columns("300 columns: 40", 40),
                new Table(5000, 2, 16 * KIB, 2027).columns("5,000 columns: 700", 700),
                points("30 points of 64 KiB in 256 MiB", 30, 64 * KIB, 256L * MIB, 2029),
                points("300 points in 4 GiB", 300, 8 * KIB, 4L << 30, 2039),
                points("3,000 points of 4 KiB in 512 MiB", 3000, 4 * KIB, 512L * MIB, 2053),
                clusters("40 clusters of 8 points in 1 GiB", 40, 8, 1L << 30, 2063),
                new Workload("20 ranges of 3 MiB in 80 MiB", List.of(spread(20, 3 * MIB, 80L * MIB))));
    }

    /**
     * A table whose chunks have random lengths.
     *
     * @param columns of the table
     * @param rowGroups a chunk of each column in each
     * @param meanBytes of a chunk
     * @param seed of the lengths, and of the choice of columns to read
     */
    private record Table(int columns, int rowGroups, int meanBytes, long seed) {

        /** Some columns of it, one row group after the other. */
        Workload columns(String name, int read) {
            Random random = new Random(seed);
            long offset = 4;
            List<List<Range>> chunks = new ArrayList<>();
            for (int group = 0; group < rowGroups; group++) {
                List<Range> row = new ArrayList<>();
                for (int column = 0; column < columns; column++) {
                    int length = (int) (meanBytes * Math.exp(random.nextGaussian() - 0.5));
                    row.add(new Range(offset, length));
                    offset += length;
                }
                chunks.add(row);
            }
            List<Integer> chosen = new ArrayList<>(random.ints(0, columns)
                    .distinct()
                    .limit(read)
                    .sorted()
                    .boxed()
                    .toList());
            return new Workload(
                    name,
                    chunks.stream()
                            .map(row -> chosen.stream().map(row::get).toList())
                            .toList());
        }
    }

    /** Reads of some bytes at random places. */
    private static Workload points(String name, int count, int length, long fileLength, long seed) {
        Random random = new Random(seed);
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(new Range((long) (random.nextDouble() * (fileLength - length)), length));
        }
        return new Workload(name, List.of(ranges));
    }

    /** Reads of 8 KiB in clusters: each cluster is a MiB at a random place. */
    private static Workload clusters(String name, int clusters, int points, long fileLength, long seed) {
        Random random = new Random(seed);
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < clusters; i++) {
            long place = (long) (random.nextDouble() * (fileLength - MIB - 8 * KIB));
            for (int j = 0; j < points; j++) {
                ranges.add(new Range(place + random.nextInt(MIB), 8 * KIB));
            }
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

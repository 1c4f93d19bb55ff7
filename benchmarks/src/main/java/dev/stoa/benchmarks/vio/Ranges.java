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
package dev.stoa.benchmarks.vio;

import dev.stoa.vio.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Which ranges of a file are read. */
final class Ranges {

    static final int KIB = 1 << 10;
    static final int MIB = 1 << 20;

    private static final int CHOSEN = 33;
    private static final int COLUMNS = 160;
    private static final long SEED = 7;

    private Ranges() {}

    /** The ones of Hadoop's own benchmark: 64 KiB of each MiB. */
    static List<Range> published() {
        return spread(100, MIB, 64 * KIB);
    }

    /** 33 of a MiB each, spread evenly over a file. */
    static List<Range> equal(long fileLength) {
        return spread(CHOSEN, fileLength / CHOSEN, MIB);
    }

    /**
     * 33 of the 160 columns that a file consists of, as a query picks them: columns are between 1 and 64 times as long
     * as the shortest.
     */
    static List<Range> columns(long fileLength) {
        Random random = new Random(SEED);
        double[] weights = new double[COLUMNS];
        double sum = 0;
        for (int i = 0; i < COLUMNS; i++) {
            weights[i] = Math.pow(2, 6 * random.nextDouble());
            sum += weights[i];
        }
        List<Range> all = new ArrayList<>();
        double start = 0;
        for (double weight : weights) {
            long offset = (long) start;
            start += weight / sum * fileLength;
            all.add(new Range(offset, (int) ((long) start - offset)));
        }
        List<Range> chosen = new ArrayList<>();
        while (chosen.size() < CHOSEN) {
            chosen.add(all.remove(random.nextInt(all.size())));
        }
        chosen.sort(Comparator.comparingLong(Range::offset));
        return chosen;
    }

    private static List<Range> spread(int number, long distance, int length) {
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            ranges.add(new Range(i * distance, length));
        }
        return ranges;
    }
}

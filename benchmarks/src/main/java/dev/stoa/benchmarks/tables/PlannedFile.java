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
package dev.stoa.benchmarks.tables;

import java.util.stream.LongStream;

/**
 * A data file that a table's metadata is about. Files come in no order of their days.
 *
 * @param number of the file; files come in this order
 */
record PlannedFile(long number) {
    /** The number of days. Each run of 1,000 files has one of each day. */
    static final int DAYS = 1_000;

    private static final long STEP = 617;
    private static final int FIRST_DAY = 19_000;
    private static final int CITIES = 9_000;
    private static final long MILLION = 1_000_000;

    /** How many rows it has. */
    static final int ROWS = 2;

    /** The length that metadata says. */
    static final long BYTES = 64L << 20;

    /** Files with numbers from one on. */
    static java.util.List<PlannedFile> from(long first, long count) {
        return LongStream.range(first, first + count).mapToObj(PlannedFile::new).toList();
    }

    /** The day of all its rows, in days since 1970. */
    int day() {
        return FIRST_DAY + (int) (number * STEP % DAYS);
    }

    /** A day that some files have. */
    static int someDay() {
        return FIRST_DAY + DAYS / 3;
    }

    /** The least and the greatest id. */
    long[] ids() {
        return new long[] {number * 100, number * 100 + 99};
    }

    /** The least and the greatest price. */
    long[] prices() {
        long least = number * STEP * STEP % MILLION;
        return new long[] {least, least + MILLION};
    }

    /** The least and the greatest city. */
    String[] cities() {
        long least = CITIES + number * STEP % CITIES;
        return new String[] {"city " + least, "city " + (least + CITIES)};
    }

    /** Its name, relative to the table. */
    String name() {
        return "data/" + new java.util.UUID(number * STEP * STEP, ~number) + ".parquet";
    }
}

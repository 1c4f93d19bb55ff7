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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The queries of TPC-DS as Spark's own tests have them, and as Trino understands them. */
final class TpcdsQueries {
    private static final int NUMBERS = 99;
    private static final List<Integer> OF_TWO_PARTS = List.of(14, 23, 24, 39);
    private static final Pattern LIMIT = Pattern.compile("\\blimit\\s+\\d+\\s*;?\\s*$", Pattern.CASE_INSENSITIVE);
    private static final Pattern DATE = Pattern.compile("'\\d{4}-\\d{2}-\\d{2}'");
    private static final Pattern DAYS = Pattern.compile("\\binterval\\s+(\\d+)\\s+days?\\b", Pattern.CASE_INSENSITIVE);

    private TpcdsQueries() {}

    /** Returns the names of the queries; four of the 99 have two statements. */
    static List<String> names() {
        return IntStream.rangeClosed(1, NUMBERS)
                .boxed()
                .flatMap(number -> OF_TWO_PARTS.contains(number)
                        ? Stream.of("Q" + number + "a", "Q" + number + "b")
                        : Stream.of("Q" + number))
                .toList();
    }

    /**
     * Returns a query in Spark's SQL.
     *
     * @throws IOException if the class path lacks the tests of Spark
     */
    static String spark(String name) throws IOException {
        String resource = "/tpcds/" + name.toLowerCase(Locale.ROOT) + ".sql";
        try (InputStream in = TpcdsQueries.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException(
                        "the class path has no " + resource + ": add the test jar of spark-sql");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    /**
     * Returns a query in Trino's SQL: names in double quotes, literals of dates with their type, lengths of intervals as text,
     * and the one column that Trino's generator calls otherwise.
     *
     * @throws IOException if the class path lacks the tests of Spark
     */
    static String trino(String name) throws IOException {
        String quoted = spark(name).replace('`', '"').replace("c_last_review_date", "c_last_review_date_sk");
        String dates = DATE.matcher(quoted).replaceAll(date -> "date " + date.group());
        return DAYS.matcher(dates).replaceAll("interval '$1' day");
    }

    /** Returns a query without its last limit, or nothing where it has none. */
    static Optional<String> withoutLimit(String sql) {
        Matcher limit = LIMIT.matcher(sql);
        return limit.find() ? Optional.of(limit.replaceFirst("")) : Optional.empty();
    }
}

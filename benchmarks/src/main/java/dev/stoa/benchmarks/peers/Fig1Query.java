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
package dev.stoa.benchmarks.peers;

import java.time.LocalDate;

/**
 * {@code SELECT max(l_linenumber) FROM lineitem WHERE l_shipdate < X}: the query of VectorH's Figure 1.
 *
 * @param day X, as days since 1970
 * @param answer how it is to be answered
 * @param keptOpen whether the file stays open from query to query, as those of databases do
 */
public record Fig1Query(int day, Answer answer, boolean keptOpen) {

    /** The name of the benchmark that asks this. */
    public static final String BENCHMARK = "fig1";

    /** The column of the condition. */
    public static final String DATES = "l_shipdate";

    /** The requested column. */
    public static final String NUMBERS = "l_linenumber";

    /** How the query is answered. */
    public enum Answer {
        /** The reader delivers every qualifying value, and the benchmark takes count, sum and maximum of them. */
        DECODED("decoded"),

        /** The query needs only the maximum, which may come from metadata. */
        METADATA("metadata");

        private final String label;

        Answer(String label) {
            this.label = label;
        }

        /** The name in a case. */
        public String label() {
            return label;
        }
    }

    /** The same query, answered so. */
    public Fig1Query as(Answer other) {
        return new Fig1Query(day, other, keptOpen);
    }

    LocalDate date() {
        return LocalDate.ofEpochDay(day);
    }
}

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

import java.util.List;

/** The statements of {@link HiveMicro}, on its table {@code sales}. */
enum HiveQuery {
    ALL_COLUMNS(
            "all columns",
            "select max(id), max(k), max(day), max(sold), max(price), max(weight), max(quantity), max(flag), max(city),"
                    + " max(name), max(note) from sales"),
    TWO_SUMS("two sums", "select sum(price), sum(quantity) from sales"),
    GROUP_BY_FLAG("group by a flag", "select flag, count(*), sum(quantity) from sales group by flag"),
    ONE_DAY("one day", "select count(*), sum(price) from sales where day = date '2025-03-14'"),
    KEY("k = c", "select id, name, price from sales where k = 271828"),
    FEW_ROWS("filter that keeps 1%", "select count(*), sum(price), max(name) from sales where weight < 10"),
    PREFIX("like 'x%'", "select count(*) from sales where note like 'parcel%'"),
    IDS("range of ids", "select count(*), sum(price) from sales where id between :first and :last");

    private static final int FIRST_PERCENT = 40;
    private static final int LAST_PERCENT = 45;

    private final String label;
    private final String sql;

    HiveQuery(String label, String sql) {
        this.label = label;
        this.sql = sql;
    }

    /** Returns the name in tables. */
    String label() {
        return label;
    }

    /**
     * Returns the statement.
     *
     * @param ids the greatest {@code id}
     */
    String sql(long ids) {
        return sql.replace(":first", String.valueOf(ids / 100 * FIRST_PERCENT))
                .replace(":last", String.valueOf(ids / 100 * LAST_PERCENT));
    }

    /** Returns the labels of all statements. */
    static List<String> labels() {
        return List.of(values()).stream().map(HiveQuery::label).toList();
    }
}

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

/** The single operations of {@link SparkMicro}, as a new user would type them, on {@code lineitem} with rows by key. */
enum MicroQuery {
    COUNT("count", "select count(*) from lineitem"),
    MIN_MAX("min and max", "select min(l_shipdate), max(l_shipdate) from lineitem"),
    SUM_INTEGER("sum of an integer", "select sum(l_partkey) from lineitem"),
    SUM_DECIMAL("sum of a decimal", "select sum(l_extendedprice) from lineitem"),
    SUM_DECIMALS("sum of a decimal expression", "select sum(l_extendedprice * (1 - l_discount)) from lineitem"),
    SUM_DOUBLES(
            "sum of a double expression",
            "select round(sum(double(l_extendedprice) * (1 - double(l_discount))), 1) from lineitem"),
    AVERAGE("average", "select avg(l_quantity) from lineitem"),
    GROUP_BY_FLAGS(
            "group by two flags",
            "select l_returnflag, l_linestatus, count(*), sum(l_quantity) from lineitem group by all"),
    GROUP_BY_TEXT("group by text", "select l_shipmode, sum(l_extendedprice) from lineitem group by l_shipmode"),
    GROUP_BY_MONTH(
            "group by month", "select trunc(l_shipdate, 'month') as m, count(*) from lineitem group by m order by m"),
    DISTINCT("count distinct", "select count(distinct l_suppkey) from lineitem"),
    CONTAINS("like '%x%'", "select count(*) from lineitem where l_comment like '%express%'"),
    PREFIX("like 'x%'", "select count(*) from lineitem where l_comment like 'carefully%'"),
    TEXT_EQUAL("text = x", "select count(*) from lineitem where l_shipmode = 'RAIL'"),
    SORTED_RANGE(
            "range of the order", "select sum(l_quantity) from lineitem where l_orderkey between :quarter and :half"),
    UNSORTED_RANGE(
            "one year, unsorted",
            "select sum(l_quantity) from lineitem where l_receiptdate >= date '1995-01-01'"
                    + " and l_receiptdate < date '1996-01-01'"),
    POINT("point look-up", "select * from lineitem where l_orderkey = :key"),
    TOP("top 10, unsorted", "select * from lineitem order by l_extendedprice desc, l_orderkey, l_linenumber limit 10"),
    TEXT_LENGTH("length of text", "select sum(length(l_comment)) from lineitem"),
    HASH("hash of all columns", "select sum(hash(*)) from lineitem");

    private final String label;
    private final String sql;

    MicroQuery(String label, String sql) {
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
     * @param keys the greatest {@code l_orderkey}
     */
    String sql(long keys) {
        // orders use the first eight keys of 32 in a row
        return sql.replace(":quarter", String.valueOf(keys / 4))
                .replace(":half", String.valueOf(keys / 2))
                .replace(":key", String.valueOf(keys / 3 / 32 * 32 + 1));
    }

    /** Returns the labels of all operations. */
    static List<String> labels() {
        return List.of(values()).stream().map(MicroQuery::label).toList();
    }
}

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

import dev.stoa.benchmarks.harness.Delivery;
import dev.stoa.benchmarks.peers.BatchSums;
import dev.stoa.benchmarks.peers.Fig1Points;
import dev.stoa.benchmarks.peers.Fig1Query;
import dev.stoa.benchmarks.peers.Touch;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.table.Snapshot;
import dev.stoa.table.TableScan;
import dev.stoa.vio.RangeSources;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A scan whose values are all consumed.
 *
 * @param group the group of scans that it belongs to
 * @param name for the table of results
 * @param isOfOrders whether it reads {@code orders}, and not {@code lineitem}
 * @param columns the delivered columns
 * @param tested the columns of the filter
 * @param filter the filter of the scan
 */
record GeoScan(Group group, String name, boolean isOfOrders, List<String> columns, List<String> tested, Filter filter) {

    /** A group of scans with an average of its own. */
    enum Group {
        QUERIES("TPC-H"),
        FIGURE("Figure 1"),
        SUMS("sums");

        private final String label;

        Group(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    private static final List<String> LINE_ITEM_SUMS = List.of(
            "l_orderkey",
            "l_partkey",
            "l_suppkey",
            "l_linenumber",
            "l_quantity",
            "l_extendedprice",
            "l_discount",
            "l_tax",
            "l_returnflag",
            "l_linestatus",
            "l_shipdate",
            "l_commitdate",
            "l_receiptdate",
            "l_shipinstruct",
            "l_shipmode");

    private static final List<String> ORDERS_SUMS =
            List.of("o_orderkey", "o_custkey", "o_orderstatus", "o_totalprice", "o_orderdate", "o_orderpriority");

    private static final Filter ALL = Filter.and();

    /**
     * All scans.
     *
     * @param days conditions of Figure 1, each as {@code 30%=8432}
     */
    static List<GeoScan> all(List<String> days) {
        List<GeoScan> scans = new ArrayList<>(List.of(
                lineItem(
                        "query 1",
                        List.of("l_quantity", "l_extendedprice", "l_discount", "l_tax", "l_returnflag", "l_linestatus"),
                        List.of("l_shipdate"),
                        Filter.lessOrEqual("l_shipdate", LocalDate.of(1998, 9, 2))),
                lineItem(
                        "query 6",
                        List.of("l_extendedprice", "l_discount"),
                        List.of("l_shipdate", "l_discount", "l_quantity"),
                        Filter.and(
                                inYear("l_shipdate", 1994),
                                Filter.between("l_discount", 0.05, 0.07),
                                Filter.less("l_quantity", 24))),
                lineItem(
                        "query 12, lineitem",
                        List.of("l_orderkey", "l_shipmode", "l_shipdate", "l_commitdate", "l_receiptdate"),
                        List.of("l_shipmode", "l_receiptdate"),
                        Filter.and(Filter.in("l_shipmode", List.of("MAIL", "SHIP")), inYear("l_receiptdate", 1994))),
                new GeoScan(
                        Group.QUERIES,
                        "query 12, orders",
                        true,
                        List.of("o_orderkey", "o_orderpriority"),
                        List.of(),
                        ALL),
                lineItem(
                        "query 14",
                        List.of("l_partkey", "l_extendedprice", "l_discount"),
                        List.of("l_shipdate"),
                        Filter.and(
                                Filter.greaterOrEqual("l_shipdate", LocalDate.of(1995, 9, 1)),
                                Filter.less("l_shipdate", LocalDate.of(1995, 10, 1))))));
        Fig1Points.parse(days)
                .forEach((point, day) -> scans.add(new GeoScan(
                        Group.FIGURE,
                        "figure 1, " + point,
                        false,
                        List.of(Fig1Query.NUMBERS),
                        List.of(Fig1Query.DATES),
                        Filter.less(Fig1Query.DATES, LocalDate.ofEpochDay(day)))));
        LINE_ITEM_SUMS.forEach(column ->
                scans.add(new GeoScan(Group.SUMS, "sum of " + column, false, List.of(column), List.of(), ALL)));
        ORDERS_SUMS.forEach(column ->
                scans.add(new GeoScan(Group.SUMS, "sum of " + column, true, List.of(column), List.of(), ALL)));
        return scans;
    }

    private static GeoScan lineItem(String name, List<String> columns, List<String> tested, Filter filter) {
        return new GeoScan(Group.QUERIES, name, false, columns, tested, filter);
    }

    private static Filter inYear(String column, int year) {
        return Filter.and(
                Filter.greaterOrEqual(column, LocalDate.of(year, 1, 1)),
                Filter.less(column, LocalDate.of(year + 1, 1, 1)));
    }

    /** All columns that it reads. */
    Set<String> reads() {
        Set<String> all = new TreeSet<>(columns);
        all.addAll(tested);
        return all;
    }

    /** Scans a version; what the values of all columns come to. */
    long run(Snapshot snapshot, Delivery delivery) throws IOException {
        try (TableScan scan = snapshot.scan()
                .select(columns.toArray(String[]::new))
                .filter(filter)
                .build()) {
            long sum = 0;
            while (scan.next()) {
                sum += BatchSums.sum(scan.batch(), delivery);
            }
            return sum + Touch.rest();
        }
    }

    /** Scans a file without a table. */
    long runOnFile(Path file) throws IOException {
        try (StoaFile stoa = StoaFile.open(RangeSources.open(file));
                Scan scan = stoa.scan()
                        .select(columns.toArray(String[]::new))
                        .filter(filter)
                        .build()) {
            long sum = 0;
            while (scan.next()) {
                sum += BatchSums.sum(scan.batch(), Touch.DELIVERY);
            }
            return sum + Touch.rest();
        }
    }
}

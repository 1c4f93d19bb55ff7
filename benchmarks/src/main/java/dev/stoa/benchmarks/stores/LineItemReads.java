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

import dev.stoa.benchmarks.peers.Contender;
import dev.stoa.benchmarks.peers.Contenders;
import dev.stoa.benchmarks.peers.DataSet;
import dev.stoa.benchmarks.peers.Forks;
import dev.stoa.benchmarks.peers.ParquetJava;
import dev.stoa.benchmarks.peers.RecordingSource;
import dev.stoa.benchmarks.peers.StoaJava;
import dev.stoa.reader.Filter;
import dev.stoa.reader.Scan;
import dev.stoa.reader.ScanBuilder;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.BufferAllocator;
import dev.stoa.vio.Range;
import dev.stoa.vio.RangeSource;
import dev.stoa.vio.RangeSources;
import dev.stoa.vio.StoreProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ranges of files of {@code lineitem} that some sets of columns need: granules of Stoa, column chunks of Parquet. */
final class LineItemReads {
    private LineItemReads() {}

    /** The reads. Writes missing files. */
    static List<Workload> of(DataSet data) throws IOException {
        return of(
                data,
                List.of(
                        new ColumnSet("1 column", List.of("l_quantity"), Optional.empty()),
                        new ColumnSet(
                                "3 columns", List.of("l_orderkey", "l_extendedprice", "l_shipmode"), Optional.empty()),
                        new ColumnSet(
                                "query 6",
                                List.of("l_extendedprice", "l_discount", "l_quantity"),
                                Optional.of(shippedIn(1994))),
                        new ColumnSet("all columns", data.columns(), Optional.empty())));
    }

    /** Others, which nothing was ever chosen by. */
    static List<Workload> heldOut(DataSet data) throws IOException {
        return of(
                data,
                List.of(
                        new ColumnSet("2 other columns", List.of("l_partkey", "l_comment"), Optional.empty()),
                        new ColumnSet(
                                "6 columns",
                                List.of(
                                        "l_suppkey",
                                        "l_discount",
                                        "l_returnflag",
                                        "l_commitdate",
                                        "l_receiptdate",
                                        "l_shipinstruct"),
                                Optional.empty()),
                        new ColumnSet(
                                "another year",
                                List.of("l_orderkey", "l_tax", "l_comment"),
                                Optional.of(shippedIn(1997)))));
    }

    private static Filter shippedIn(int year) {
        LocalDate first = LocalDate.of(year, 1, 1);
        return Filter.and(Filter.greaterOrEqual("l_shipdate", first), Filter.less("l_shipdate", first.plusYears(1)));
    }

    private static List<Workload> of(DataSet data, List<ColumnSet> sets) throws IOException {
        Contender stoa = Contenders.named("stoa");
        Forks.prepare(data, stoa, List.of(StoaJava.DEFAULT));
        Contender parquet = DataSet.parquetWriter();
        Forks.prepare(data, parquet, List.of("v1_snappy"));
        Path stoaFile = data.file(stoa, StoaJava.DEFAULT);
        Path parquetFile = data.file(parquet, "v1_snappy");

        List<Workload> reads = new ArrayList<>();
        for (ColumnSet set : sets) {
            reads.add(new Workload("lineitem, " + set.name(), granules(stoaFile, set)));
            if (set.filter().isEmpty()) {
                reads.add(new Workload(
                        "lineitem as Parquet, " + set.name(), ParquetJava.chunks(parquetFile, set.columns())));
            }
        }
        return reads;
    }

    private record ColumnSet(String name, List<String> columns, Optional<Filter> filter) {}

    /** The ranges that a scan of an object store requests, step by step. */
    private static List<List<Range>> granules(Path file, ColumnSet set) throws IOException {
        List<List<Range>> asked = new ArrayList<>();
        RangeSource source = RangeSources.open(file, StoreProfile.s3(), BufferAllocator.pooled());
        try (StoaFile stoa = StoaFile.open(new RecordingSource(source, asked))) {
            ScanBuilder builder = stoa.scan().select(set.columns().toArray(String[]::new));
            set.filter().ifPresent(builder::filter);
            try (Scan scan = builder.build()) {
                while (scan.next()) {
                    // only what it asks for counts
                }
            }
        }
        return asked;
    }
}

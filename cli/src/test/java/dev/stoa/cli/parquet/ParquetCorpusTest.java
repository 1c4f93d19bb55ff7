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
package dev.stoa.cli.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.StoaException;
import dev.stoa.vio.LocalFileSink;
import dev.stoa.vio.SinkOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Reads the Parquet files of other writers and compares with what other readers found in them. */
class ParquetCorpusTest {

    /** Files that are read otherwise than expected, and why. Each must still be. */
    private static final Map<String, String> MISSES = Map.ofEntries(
            Map.entry(
                    "columnar/cudf/parquet/spark_timestamp.snappy.parquet",
                    "Spark 2.4 wrote it, so values before 1582 are rebased from the Julian calendar; pyarrow leaves them"),
            Map.entry(
                    "columnar/drill/parquet/interval_dictionary.parquet",
                    "pyarrow takes its INTERVAL column as one of nulls"),
            Map.entry(
                    "columnar/drill/parquet/nullable_interval_dictionary.parquet",
                    "pyarrow takes its INTERVAL column as one of nulls"),
            Map.entry(
                    "columnar/drill/parquet/uint_types.parquet",
                    "it holds -2147483648 as an int8: refused here, cut to 8 bits by pyarrow"),
            Map.entry(
                    "columnar/drill/store/parquet/complex/repeated_types.parquet",
                    "it holds 110000001 as an int8: refused here, cut to 8 bits by pyarrow"),
            Map.entry("columnar/duckdb/parquet-testing/bug13053-2.parquet", "two columns have the same name: refused"),
            Map.entry(
                    "columnar/fastparquet/no_columns.parquet",
                    "it has rows but no columns, which parquet-java can't open"),
            Map.entry(
                    "columnar/parquet-testing/data/datapage_v1-corrupt-checksum.parquet",
                    "its page checksums are wrong on purpose: refused; pyarrow does not look at them"),
            Map.entry(
                    "columnar/parquet-testing/data/int96_from_spark.parquet",
                    "Spark's arithmetic overflowed: a Julian day is negative; pyarrow takes it as unsigned, mod 2^64"),
            Map.entry(
                    "columnar/velox/dwio/parquet/tests/examples/varbinary_flba.parquet",
                    "Julian day 0 is 4714 BC; pyarrow makes it 1970-01-01"));

    /** Files that are read, but can't be written as Parquet again, and why. */
    private static final Map<String, String> NOT_WRITTEN = Map.of(
            "columnar/duckdb/parquet-testing/empty-group/empty_group_test.parquet",
            "it has a group without columns, which parquet-java does not write");

    /** Files that pyarrow refuses and that are sound: they are read, with as many rows as duckdb finds. */
    private static final Set<String> READ_NEVERTHELESS = Set.of(
            "columnar/drill/datetime.parquet",
            "columnar/duckdb/parquet-testing/bigdecimal.parquet",
            "columnar/duckdb/parquet-testing/empty-group/empty_group_test.parquet",
            "columnar/parquet-testing/data/incorrect_map_schema.parquet");

    private static final long MOST_ALLOCATED = 256L << 20;

    private static final Configuration CONF = new Configuration(false);

    @TestFactory
    Stream<DynamicTest> readsWhatOthersRead() throws IOException {
        return entries()
                .filter(Corpus.Entry::isOk)
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> check(entry)));
    }

    private static Stream<Corpus.Entry> entries() throws IOException {
        Optional<Path> corpora = Corpus.find();
        Assumptions.assumeTrue(corpora.isPresent(), "there is no folder of corpora: skipped");
        return Stream.concat(Corpus.parquet(corpora.get(), "columnar").stream(), Corpus.nested(corpora.get()).stream());
    }

    private static void check(Corpus.Entry entry) {
        List<String> differences = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            try {
                return Corpus.differences(read(entry.file()), entry.expected());
            } catch (IOException e) {
                return List.of(e.getMessage());
            }
        });
        if (MISSES.containsKey(entry.name())) {
            assertEquals(MISSES.get(entry.name()), differences.isEmpty() ? "no miss" : MISSES.get(entry.name()));
        } else {
            assertEquals(List.of(), differences);
        }
    }

    @TestFactory
    Stream<DynamicTest> refusesOrReadsWhatOthersCannot() throws IOException {
        return entries()
                .filter(entry -> !entry.isOk())
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> checkBad(entry)));
    }

    private static void checkBad(Corpus.Entry entry) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Optional<Long> rows = assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            long thread = Thread.currentThread().getId();
            long before = threads.getThreadAllocatedBytes(thread);
            Optional<Long> read;
            try {
                read = Optional.of(read(entry.file()).rows());
            } catch (StoaException e) {
                assertTrue(e.getMessage().contains(entry.file().getFileName().toString()), e.getMessage());
                read = Optional.empty();
            }
            long allocated = threads.getThreadAllocatedBytes(thread) - before;
            assertTrue(allocated < MOST_ALLOCATED, () -> allocated + " bytes were allocated");
            return read;
        });
        Optional<Long> expected = READ_NEVERTHELESS.contains(entry.name())
                ? Optional.of(entry.expected().path("duckdb_rows").asLong())
                : Optional.empty();
        assertEquals(expected, rows);
    }

    @TestFactory
    Stream<DynamicTest> writesWhatItRead(@TempDir Path folder) throws IOException {
        return entries()
                .filter(entry -> entry.isOk() || READ_NEVERTHELESS.contains(entry.name()))
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> checkThereAndBack(entry, folder)));
    }

    private static void checkThereAndBack(Corpus.Entry entry, Path folder) throws IOException {
        Path copy = folder.resolve("copy.parquet");
        Optional<CorpusReadout> first;
        try {
            first = Optional.of(copy(entry.file(), copy));
        } catch (StoaException e) {
            first = Optional.empty();
            assertTrue(
                    NOT_WRITTEN.containsKey(entry.name()) || MISSES.containsKey(entry.name()),
                    () -> entry.name() + ": " + e.getMessage());
        }
        if (first.isEmpty()) {
            return;
        }
        assertFalse(NOT_WRITTEN.containsKey(entry.name()), "it is written now");
        CorpusReadout second = read(copy);
        assertEquals(first.get().schema(), second.schema());
        assertEquals(first.get().rows(), second.rows());
        for (int i = 0; i < second.columns().size(); i++) {
            assertEquals(
                    first.get().columns().get(i).checksum(),
                    second.columns().get(i).checksum());
        }
        assertEquals(first.get().rowChecksum(), second.rowChecksum());
        try (ParquetInput before = ParquetInput.open(CONF, hadoop(entry.file()));
                ParquetInput after = ParquetInput.open(CONF, hadoop(copy))) {
            assertEquals(before.schema().getFields(), after.schema().getFields());
        }
        try (ParquetSource before = ParquetSource.open(CONF, hadoop(entry.file()), ParquetSourceOptions.DEFAULT);
                ParquetSource after = ParquetSource.open(CONF, hadoop(copy), ParquetSourceOptions.DEFAULT)) {
            assertEquals(before.keyValues(), after.keyValues());
        }
    }

    /** Reads a file, writes it again, and returns what was read. */
    private static CorpusReadout copy(Path from, Path to) throws IOException {
        try (ParquetSource source = ParquetSource.open(CONF, hadoop(from), ParquetSourceOptions.DEFAULT);
                ParquetTarget target = ParquetTarget.create(
                        LocalFileSink.create(to, SinkOptions.DEFAULT.withOverwrite(true)),
                        source.schema(),
                        source.keyValues(),
                        ParquetTargetOptions.DEFAULT.withSizes(4 << 20, 64 << 10))) {
            CorpusReadout readout = new CorpusReadout(source.schema());
            while (source.next()) {
                readout.add(source.batch());
                target.write(source.batch());
            }
            target.finish();
            return readout;
        }
    }

    private static org.apache.hadoop.fs.Path hadoop(Path file) {
        return new org.apache.hadoop.fs.Path(file.toUri());
    }

    private static CorpusReadout read(Path file) throws IOException {
        try (ParquetSource source = ParquetSource.open(CONF, hadoop(file), ParquetSourceOptions.DEFAULT)) {
            CorpusReadout readout = new CorpusReadout(source.schema());
            while (source.next()) {
                readout.add(source.batch());
            }
            return readout;
        }
    }
}

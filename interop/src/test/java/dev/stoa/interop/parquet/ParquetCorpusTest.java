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
package dev.stoa.interop.parquet;

import static dev.stoa.interop.FormatCopies.assertSame;
import static dev.stoa.interop.FormatCopies.hadoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.format.StoaException;
import dev.stoa.interop.Corpus;
import dev.stoa.interop.CorpusReadout;
import dev.stoa.interop.FormatCopies;
import dev.stoa.reader.Scan;
import dev.stoa.reader.StoaFile;
import dev.stoa.vio.RangeSources;
import dev.stoa.writer.RejectedDataException;
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

    /** Those of the misses that are refused as a whole. */
    private static final Set<String> REFUSED = Set.of(
            "columnar/drill/parquet/uint_types.parquet",
            "columnar/drill/store/parquet/complex/repeated_types.parquet",
            "columnar/duckdb/parquet-testing/bug13053-2.parquet",
            "columnar/fastparquet/no_columns.parquet",
            "columnar/parquet-testing/data/datapage_v1-corrupt-checksum.parquet");

    /** Files that are read, but whose values a Stoa file refuses, and why. */
    private static final Map<String, String> NOT_IN_STOA = Map.of(
            "columnar/duckdb/parquet-testing/decimal/pandas_decimal.parquet", "a decimal(36,17) has 38 digits",
            "columnar/duckdb/parquet-testing/invalid_utf8_dba.parquet", "a string is not UTF-8",
            "columnar/duckdb/parquet-testing/invalid_utf8_dlba.parquet", "a string is not UTF-8");

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

    private static Stream<Corpus.Entry> entries() throws IOException {
        Optional<Path> corpora = Corpus.find();
        Assumptions.assumeTrue(corpora.isPresent(), "there is no folder of corpora: skipped");
        return Stream.concat(
                Corpus.entries(corpora.get(), "columnar", "parquet").stream(), Corpus.nested(corpora.get()).stream());
    }

    @TestFactory
    Stream<DynamicTest> refusesOrReadsWhatOthersCannot() throws IOException {
        return entries()
                .filter(entry -> !entry.isOk())
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> checkBad(entry)));
    }

    private static void checkBad(Corpus.Entry entry) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Optional<Long> rows = assertTimeoutPreemptively(Duration.ofMinutes(5), () -> {
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

    /** From Parquet to Stoa and back, compared after each step. */
    @TestFactory
    Stream<DynamicTest> keepsWhatOthersWrote(@TempDir Path folder) throws IOException {
        return entries()
                .filter(entry -> entry.isOk() || READ_NEVERTHELESS.contains(entry.name()))
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> check(entry, folder)));
    }

    private static void check(Corpus.Entry entry, Path folder) throws IOException {
        if (REFUSED.contains(entry.name())) {
            StoaException e = assertThrows(StoaException.class, () -> read(entry.file()));
            assertTrue(e.getMessage().contains(entry.file().getFileName().toString()), e.getMessage());
            return;
        }
        Path stoa = folder.resolve("copy.stoa");
        Path back = folder.resolve("back.parquet");
        CorpusReadout first;
        if (NOT_IN_STOA.containsKey(entry.name())) {
            RejectedDataException e = assertThrows(RejectedDataException.class, () -> toStoa(entry.file(), stoa));
            assertTrue(e.getMessage().contains("column"), e.getMessage());
            first = read(entry.file());
        } else {
            first = toStoa(entry.file(), stoa);
        }
        if (entry.isOk()) {
            List<String> differences = Corpus.differences(first, entry.expected());
            assertEquals(MISSES.containsKey(entry.name()), !differences.isEmpty(), differences::toString);
        }
        if (NOT_IN_STOA.containsKey(entry.name())) {
            return;
        }
        assertSame(first, fromStoa(stoa, back, !NOT_WRITTEN.containsKey(entry.name())));
        if (!NOT_WRITTEN.containsKey(entry.name())) {
            assertSame(first, read(back));
            assertSameFile(entry.file(), back);
        }
    }

    private static CorpusReadout toStoa(Path from, Path to) throws IOException {
        try (ParquetSource source = ParquetSource.open(CONF, hadoop(from), ParquetSourceOptions.DEFAULT)) {
            return FormatCopies.toStoa(source, to);
        }
    }

    /** Reads a Stoa file, perhaps writes it as Parquet, and returns what was read. */
    private static CorpusReadout fromStoa(Path from, Path to, boolean write) throws IOException {
        if (write) {
            return FormatCopies.fromStoa(
                    from,
                    to,
                    (sink, schema, keyValues) ->
                            ParquetTarget.create(sink, schema, keyValues, ParquetTargetOptions.DEFAULT));
        }
        try (StoaFile file = StoaFile.open(RangeSources.open(from));
                Scan scan = file.scan().selectAll().build()) {
            CorpusReadout readout = new CorpusReadout(scan.schema());
            while (scan.next()) {
                readout.add(scan.batch());
            }
            return readout;
        }
    }

    private static void assertSameFile(Path first, Path second) throws IOException {
        try (ParquetInput before = ParquetInput.open(CONF, hadoop(first));
                ParquetInput after = ParquetInput.open(CONF, hadoop(second))) {
            assertEquals(before.schema().getFields(), after.schema().getFields());
        }
        try (ParquetSource before = ParquetSource.open(CONF, hadoop(first), ParquetSourceOptions.DEFAULT);
                ParquetSource after = ParquetSource.open(CONF, hadoop(second), ParquetSourceOptions.DEFAULT)) {
            assertEquals(before.keyValues(), after.keyValues());
        }
    }

    private static CorpusReadout read(Path file) throws IOException {
        try (ParquetSource source = ParquetSource.open(CONF, hadoop(file), ParquetSourceOptions.DEFAULT)) {
            return FormatCopies.read(source);
        }
    }
}

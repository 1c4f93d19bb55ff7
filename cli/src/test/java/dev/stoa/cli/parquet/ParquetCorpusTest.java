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
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

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

    private static final Configuration CONF = new Configuration(false);

    @TestFactory
    Stream<DynamicTest> readsWhatOthersRead() throws IOException {
        Optional<Path> corpora = Corpus.find();
        Assumptions.assumeTrue(corpora.isPresent(), "there is no folder of corpora: skipped");
        List<Corpus.Entry> entries = new ArrayList<>(Corpus.parquet(corpora.get(), "columnar"));
        return entries.stream()
                .filter(Corpus.Entry::isOk)
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> check(entry)));
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

    private static CorpusReadout read(Path file) throws IOException {
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        try (ParquetSource source = ParquetSource.open(CONF, path, ParquetSourceOptions.DEFAULT)) {
            CorpusReadout readout = new CorpusReadout(source.schema());
            while (source.next()) {
                readout.add(source.batch());
            }
            return readout;
        }
    }
}

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

import dev.stoa.benchmarks.harness.ReadResult;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;

/** Look-ups by parquet-java: statistics, column indexes, dictionaries and Bloom filters leave out row groups and pages. */
final class ParquetLookup {
    /** In the name of a variant with short row groups: a filter speaks for one of them. */
    private static final String SHORT = "_4m";

    private static final long SHORT_BYTES = 4 << 20;

    private ParquetLookup() {}

    /** Applies the filters of a variant's name to a writer. */
    static void settings(String variant, ParquetWriter.Builder<Integer, ?> builder) {
        if (variant.endsWith(LookupQuery.BLOOM)) {
            builder.withBloomFilterEnabled(LookupQuery.KEY, true);
        }
        if (variant.contains(SHORT)) {
            builder.withRowGroupSize(SHORT_BYTES);
        }
    }

    static ReadResult lookup(StoredFile file, long[] keys) throws IOException {
        long rows = 0;
        long sum = 0;
        for (long key : keys) {
            ParquetReadOptions options = HadoopReadOptions.builder(file.conf(), file.path())
                    .withUseHadoopVectoredIo(true)
                    .withRecordFilter(FilterCompat.get(FilterApi.eq(FilterApi.longColumn(LookupQuery.KEY), key)))
                    .useStatsFilter()
                    .useDictionaryFilter()
                    .useBloomFilter()
                    .useColumnIndexFilter()
                    .build();
            try (ParquetFileReader reader =
                    ParquetFileReader.open(HadoopInputFile.fromStatus(file.status(), file.conf()), options)) {
                MessageType all = reader.getFileMetaData().getSchema();
                MessageType projection = new MessageType(
                        all.getName(), List.of(all.getType(LookupQuery.KEY), all.getType(LookupQuery.VALUE)));
                reader.setRequestedSchema(projection);
                for (PageReadStore pages = reader.readNextFilteredRowGroup();
                        pages != null;
                        pages = reader.readNextFilteredRowGroup()) {
                    ColumnReadStoreImpl store = new ColumnReadStoreImpl(
                            pages,
                            new ParquetJava.NoRecords(),
                            projection,
                            reader.getFileMetaData().getCreatedBy());
                    ColumnReader found =
                            store.getColumnReader(projection.getColumns().get(0));
                    ColumnReader values =
                            store.getColumnReader(projection.getColumns().get(1));
                    for (long row = 0; row < pages.getRowCount(); row++) {
                        if (found.getLong() == key) {
                            rows++;
                            sum += values.getLong();
                        } else {
                            values.skip();
                        }
                        found.consume();
                        values.consume();
                    }
                }
            }
        }
        return LookupQuery.result(rows, sum);
    }
}
